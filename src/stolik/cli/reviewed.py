"""A reviewed game, in words: who won and why, luck and skill of each player, the moments that counted.

The terminal (``review_tables``) and the page (``review_page``) say the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from stolik.analysis import SHALLOW, Review, Step, Verdict
from stolik.analysis.verdicts import LUCKY, VERY_LUCKY, weighed
from stolik.cli.people import People
from stolik.cli.screen import AnyScreen
from stolik.cli.sentences import Sentences
from stolik.core import Record, State
from stolik.words import Words
from stolik.words.numbers import Numbers

MARKS: Final[Mapping[Verdict, str]] = {"find": "!", "inaccuracy": "?!", "mistake": "?", "blunder": "??"}
"""How players of other games write verdicts, the best first."""

COSTLY: Final = ("mistake", "blunder")
SECOND_LOOKS: Final = 3
"""What is worth another look besides the moments that decided the game, and how much of it."""


@dataclass(frozen=True, slots=True)
class Told:
    """A step of the review, with the state before it and its place in the game.

    ``text`` is what happened, and ``log`` what had happened in the same turn before.
    """

    step: Step
    state: State
    turn: int
    seat: int | None
    line: int
    log: tuple[str, ...]
    text: str

    @property
    def is_decision(self) -> bool:
        """Whether somebody had to decide, and it was looked at."""
        return bool(self.step["options"])


class ReviewedGame:
    """A record and the review of it, in the words of a language."""

    def __init__(
        self, words: Words, people: People, screen: AnyScreen, record: Record, review: Review
    ) -> None:
        self.words = words
        self.people = people
        self.screen = screen
        self.review = review
        self.numbers = Numbers(words)
        self.moves = len(record.moves)
        self._hidden = record.game.plugin.hidden
        states = record.states()
        self._end = next(states)
        self.told: list[Told] = []
        turn, seat = 0, None
        log: list[str] = []
        for step, after in zip(review["steps"], states, strict=False):
            before, owner = self._end, step["owner"]
            whose = screen.whose_turn(before.view(None))
            if whose is not None and whose != seat:
                turn, seat, log = turn + 1, whose, []
            entry = screen.log_entry(before, step["move"], after, owner)
            text = entry.text if entry else ""
            line = record.lines_before_moves + step["ply"] + 1
            self.told.append(Told(step, before, turn, seat, line, tuple(log), text))
            log += [text] if text else []
            self._end = after

    @property
    def title(self) -> str:
        """What was played."""
        return self.screen.title(self._end.view(None))

    @property
    def is_whole(self) -> bool:
        """Whether all of the record was looked at."""
        return len(self.told) == self.moves

    def chances(self, seat: int) -> list[float]:
        """Return what a seat could expect, before the game and after every step."""
        review = self.review
        return [review["start"][seat], *(step["chances"][seat] for step in review["steps"])]

    @property
    def note(self) -> str:
        """What the words and numbers mean, and who judged."""
        more = [self.words("review.note_open")] if self._hidden else []
        name, _, depth = self.review["judge"].partition(", depth ")
        deep = self.words("review.depth", depth=depth) if depth else ""
        judge = self.words("review.judge", judge=name + deep)
        if name.startswith(SHALLOW):
            level = self.words(f"level.{name.removeprefix(SHALLOW)}")
            judge = self.words("review.note_shallow", level=level + deep)
        return " ".join([self.words("review.note"), *more, judge])

    # -- who won and why ------------------------------------------------------------------------------

    def summary(self) -> list[str]:
        """Return who won and why, in sentences; if it is not over, who is ahead."""
        if not self.review["over"]:
            return [self._unfinished(), self._ahead()]
        winners = [seat for seat, told in enumerate(self.review["seats"]) if told["won"]]
        sentences = [Sentences(self.words, self.people).winner(self._end.view(None))]
        if len(winners) == 1:
            sentences += [self._luck_of_winner(winners[0]), *self._gifts(winners[0])]
            sentences += self._skill(winners[0])
        return [*sentences, self._without_luck(winners)]

    def _unfinished(self) -> str:
        if self.is_whole:
            return self.words("review.unfinished")
        return self.words("review.interrupted", done=len(self.told), moves=self.moves)

    def _ahead(self) -> str:
        now = [self.chances(seat)[-1] for seat in range(self.review["players"])]
        best = max(range(len(now)), key=lambda seat: now[seat])
        return self.words("review.ahead", name=self.people.names[best], chance=self.percent(now[best]))

    def _luck_of_winner(self, seat: int) -> str:
        return self.words(f"review.why.{self._luck_level(seat)}", luck=self.change(self.luck(seat)))

    def _gifts(self, winner: int) -> Iterator[str]:
        """Yield what others did for the winner, if it was much."""
        gifts = self.review["seats"][winner]["gifts"]
        if weighed(gifts, self.review["players"]) > LUCKY:
            yield self.words("review.why.gifts")

    def _skill(self, winner: int) -> Iterator[str]:
        """Yield who played most accurately, if all were looked at."""
        found = [seat["accuracy"] for seat in self.review["seats"]]
        known = [accuracy for accuracy in found if accuracy is not None]
        if len(known) == len(found):
            best = found.index(max(known))
            key = "review.why.most_accurate" if best == winner else "review.why.other_accurate"
            yield self.words(key, name=self.people.names[best], accuracy=self.percent(max(known) / 100))

    def _without_luck(self, winners: list[int]) -> str:
        adjusted = [seat["adjusted"] or 0.0 for seat in self.review["seats"]]
        best = adjusted.index(max(adjusted))
        key = "review.why.still_ahead" if best in winners else "review.why.other_ahead"
        return self.words(key, name=self.people.names[best])

    # -- a player -------------------------------------------------------------------------------------

    def luck(self, seat: int) -> float:
        """Return what all luck brought a seat."""
        told = self.review["seats"][seat]
        return told["own_luck"] + told["other_luck"]

    def luck_in_words(self, seat: int) -> str:
        """Return how lucky a seat was, in a word or two."""
        return self.words(f"review.luck.{self._luck_level(seat)}")

    def _luck_level(self, seat: int) -> str:
        luck = weighed(self.luck(seat), self.review["players"])
        if abs(luck) <= LUCKY:
            return "average"
        return ("very_" if abs(luck) > VERY_LUCKY else "") + ("lucky" if luck > 0 else "unlucky")

    def skill_in_words(self, seat: int) -> str:
        """Return how a seat played, in a word or two."""
        grade = self.review["seats"][seat]["grade"]
        return self.words("review.no_decisions") if grade is None else self.words(f"review.grade.{grade}")

    def counts(self, seat: int) -> str:
        """Return how many decisions a seat had, what they cost, and what is to be said of them."""
        told = self.review["seats"][seat]
        found = [
            self.words(f"review.count.{verdict}", n=told["verdicts"][verdict])
            for verdict in MARKS
            if told["verdicts"][verdict]
        ]
        decisions = self.words("review.decisions", n=told["decisions"])
        rate = self.numbers.decimal(told["error_rate"] or 0.0, 1)
        return ": ".join(
            filter(None, (self.words("review.played", decisions=decisions, rate=rate), ", ".join(found)))
        )

    # -- single moments -------------------------------------------------------------------------------

    def moments(self) -> list[Told]:
        """Return the moments that decided the game."""
        return [self.told[ply] for ply in self.review["moments"]]

    def second_looks(self) -> list[Told]:
        """Return the costliest decisions that are not among the moments, in the order of the game."""
        plies = [
            step["ply"]
            for step in self.review["steps"]
            if step["verdict"] in COSTLY and step["ply"] not in self.review["moments"]
        ]
        largest = sorted(plies, key=lambda ply: -self.review["steps"][ply]["error"])[:SECOND_LOOKS]
        return [self.told[ply] for ply in sorted(largest)]

    def place(self, told: Told) -> str:
        """Return which turn it was, whose, and the line of the record."""
        if told.seat is None:
            return self.words("review.line", line=told.line)
        turn = self.words("replay.turn", turn=told.turn, name=self.people.names[told.seat])
        return f"{turn} ({self.words('review.line', line=told.line)})"

    def led_to(self, told: Told) -> str:
        """Return the table before a moment, as its seat saw it, and what had happened in the turn."""
        situation = self.screen.situation(told.state.view(told.step["owner"]))
        return " ".join(filter(None, (situation, *told.log)))

    def what(self, told: Told) -> list[str]:
        """Return what happened at a moment and what it changed, and what would have been better."""
        step = told.step
        if not told.is_decision or max(map(abs, step["luck"])) > step["error"]:
            better = self._better(told) if step["verdict"] in COSTLY else []
            return [self.words("review.chance", text=told.text), self.changes(told), *better]
        if step["error"]:
            return self._better(told)
        chance = self.percent(self.chance_of(told, step["move"]))
        return [self.words("review.only", offer=self.offer(told, step["move"]), chance=chance)]

    def _better(self, told: Told) -> list[str]:
        """Return what was chosen, what was better, and by how much, by what the seat could know."""
        step, best = told.step, told.step["options"][0]
        chosen = self.words(
            "review.chosen", name=self.people.names[step["seat"]], offer=self.offer(told, step["move"])
        )
        better = self.words(
            "review.better",
            offer=self.offer(told, best["move"]),
            best=self.percent(best["chance"]),
            chance=self.percent(self.chance_of(told, step["move"])),
        )
        return [chosen, better]

    def changes(self, told: Told) -> str:
        """Return how a step changed the chances of all, by all there is to know."""
        ply = told.step["ply"]
        changes = ", ".join(
            self.words(
                "review.change",
                name=name,
                before=self.percent(self.chances(seat)[ply]),
                after=self.percent(self.chances(seat)[ply + 1]),
            )
            for seat, name in enumerate(self.people.names)
        )
        return self.words("review.open", changes=changes) if self._hidden else changes

    def offer(self, told: Told, move: str) -> str:
        """Return a move as it was offered to the seat that decided."""
        return self.screen.offer(told.state, told.step["seat"], move)

    def chance_of(self, told: Told, move: str) -> float:
        """Return what the seat that decided could expect of a move."""
        return next(option["chance"] for option in told.step["options"] if option["move"] == move)

    # -- numbers --------------------------------------------------------------------------------------

    def percent(self, share: float, digits: int = 0) -> str:
        """Return a part of the victory as a percentage."""
        return self.numbers.percent(round(share, digits + 2) + 0.0, digits)

    def change(self, share: float, digits: int = 0) -> str:
        """Return a change as a percentage, with its sign."""
        return ("+" if round(share, digits + 2) > 0 else "") + self.percent(share, digits)
