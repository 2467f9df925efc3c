"""The review of a game: what was luck, what was skill, and where it was decided.

Between two moments a judge's chances change for five reasons, and every change is told apart into them, for
all seats: luck, an error (and what it gave to others), something hidden that turned out well or badly, and
the judge's own second thoughts. So they sum up to what each seat won.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice, pairwise
from typing import Final

from stolik.analysis.judge import Chances, Judge, Turnout, won
from stolik.analysis.playouts import PlayoutJudge
from stolik.analysis.shape import Review, SeatReview, Step, Verdict
from stolik.analysis.verdicts import SAME, accuracy, grade, verdict, weighed
from stolik.bots import BotError
from stolik.core import CHANCE, Record, State, plugin

MOMENTS: Final = 3
DEPTH: Final = 1
LOOKS: Final = 40
"""At how many moments a glance looks."""

Changes = list[float]


def judge_for(game: str, depth: int = DEPTH) -> Judge:
    """Return the judge of a game.

    Raises ``ValueError`` if it has none, ``ModuleNotFoundError`` or ``BotError`` if a package or a file is
    missing that it needs.
    """
    judge: Judge = plugin(game).load("judge")(depth)
    return judge


def any_judge(game: str, depth: int = DEPTH) -> Judge:
    """Return the judge of a game; where nobody else can judge, the shallow one, who plays games out."""
    if not plugin(game).judge:
        return PlayoutJudge(game, depth)
    try:
        return judge_for(game, depth)
    except (ModuleNotFoundError, BotError):
        return PlayoutJudge(game, depth)


def review(
    record: Record,
    seat: int | None = None,
    depth: int = DEPTH,
    progress: Callable[[int, int], bool] | None = None,
) -> Review:
    """Review a game, finished or not.

    With ``seat`` only the decisions of this seat are looked at, which is quicker; luck is told for all, and
    what the decisions of others changed is part of the residual.
    ``depth`` is how deeply: 0 is quick. ``progress`` is called before every move with how many are done and
    how many there are; where it returns true, the review ends there.

    Who judges is named in it: where the game has no judge, or a file or package is missing that its judge
    needs, it is a shallow one, ``play-outs of medium``.

    Raises ``RecordError``, which names the line, for a record with an illegal move.
    """
    game = record.game
    if seat is not None:
        game.check_seat(seat)
    return Reviewer(record, any_judge(game.name, depth), seat).all_of_it(progress)


def luck(record: Record, judge: Judge) -> Changes:
    """Return how much more each seat could expect in a game because of chance. It sums to 0.

    With any judge it is 0 on average: taken from what was won, it leaves what was not luck.
    """
    total = [0.0] * record.game.players
    hidden = record.game.plugin.hidden  # a decision may turn up cards that nobody knew
    for state, move in zip(record.states(), record.moves, strict=False):
        if hidden or state.actor == CHANCE:
            turnout = judge.turnout(state, move)
            total = _sum(total, _change(turnout.expected, turnout.after))
    return total


def glance(record: Record, judge: Judge, looks: int = LOOKS) -> list[list[float]]:
    """Return what all seats could expect before the first move and after each, at a glance: the curve alone.

    About so many moments are looked at, evenly spread; between two of them it is a straight line.
    """
    number = len(record.moves)
    every, points = max(1, number // looks), [(0, list(judge.start(record.game)))]
    for done, state in enumerate(islice(record.states(), 1, None), 1):
        if state.actor is None:
            points.append((done, won(state)))
        elif state.actor != CHANCE and done - points[-1][0] >= every:
            points.append((done, list(judge.chances(state))))
    points.append((number + 1, points[-1][1]))
    return [
        _sum(now, [(at - one) / (other - one) * part for part in _change(now, then)])
        for (one, now), (other, then) in pairwise(points)
        for at in range(one, other)
    ]


class Reviewer:
    """Reviews a record, move by move."""

    def __init__(self, record: Record, judge: Judge, seat: int | None = None) -> None:
        self._record = record
        self._judge = judge
        self._seat = seat
        self._players = record.game.players
        self._start = list(judge.start(record.game))

    def all_of_it(self, progress: Callable[[int, int], bool] | None = None) -> Review:
        """Return the review, as far as ``progress`` lets it go."""
        steps: list[Step] = []
        number = len(self._record.moves)
        state = self._record.game.start()
        for step, after in self.steps():
            steps.append(step)
            state = after
            if progress is not None and progress(len(steps), number):
                break
        return self.summed_up(steps, state)

    def steps(self, last: Step | None = None) -> Iterator[tuple[Step, State]]:
        """Yield what is to be said of each move, and the state after it; after ``last`` if that is known."""
        first = last["ply"] + 1 if last else 0
        states = islice(self._record.states(), first, None)
        state = next(states)
        before: Chances = last["chances"] if last else self._start
        owner = last["owner"] if last else None
        for ply, (move, after) in enumerate(zip(self._record.moves[first:], states, strict=False), first):
            step, before = self._step(ply, state, move, after, before)
            if step["seat"] != CHANCE:
                owner = step["seat"]
            step["owner"] = owner
            yield step, after
            state = after

    def _step(self, ply: int, state: State, move: str, after: State, before: Chances) -> tuple[Step, Chances]:
        """Return a step, and what was expected after it when it was judged."""
        judge, nothing = self._judge, [0.0] * self._players
        assert state.actor is not None
        turnout = judge.turnout(state, move)
        step: Step = {
            "ply": ply,
            "move": str(move),
            "seat": state.actor,
            "owner": None,
            "chances": list(turnout.after),
            "luck": _change(turnout.expected, turnout.after),
            "error": 0.0,
            "counted": False,
            "verdict": None,
            "options": [],
            "gift": nothing,
            "information": nothing,
            "residual": nothing,
        }
        if state.actor == CHANCE:
            step["residual"] = _change(before, turnout.expected)
        else:
            now = judge.chances(state)
            step["residual"] = _change(before, now)
            self._decided(step, state, now, turnout)
        if after.actor is None:
            step["residual"] = _sum(step["residual"], _change(turnout.after, won(after)))
            step["chances"] = won(after)
            return step, step["chances"]
        return step, turnout.after

    def _decided(self, step: Step, state: State, now: Chances, turnout: Turnout) -> None:
        """Add what is to be said of a decision."""
        seat, move = step["seat"], step["move"]
        if len(state.moves()) == 1 or self._seat not in (None, seat):
            step["residual"] = _sum(step["residual"], _change(now, turnout.expected))
            return
        choice = self._judge.choice(state)
        chosen, ideal = choice.moves[move], choice.moves[choice.best]
        if chosen[seat] > ideal[seat]:  # a move that the judge would not have dared: no error
            ideal = chosen
        worst = min(chances[seat] for chances in choice.moves.values())
        step["counted"] = ideal[seat] - worst >= SAME
        step["error"] = ideal[seat] - chosen[seat] if step["counted"] else 0.0
        step["verdict"] = verdict(choice, move, seat, self._players) if step["counted"] else None
        most = choice.moves[choice.best][seat]  # of many moves some look better than they are: none is better
        step["options"] = [
            {"move": str(other), "chance": float(min(chances[seat], most))}
            for other, chances in sorted(
                choice.moves.items(), key=lambda item: (item[0] != choice.best, -item[1][seat])
            )
        ]
        missed, second_thoughts = _change(ideal, chosen), _change(choice.now, ideal)
        if step["counted"]:
            step["gift"] = missed
        else:
            second_thoughts = _sum(second_thoughts, missed)
        step["residual"] = _sum(step["residual"], second_thoughts)
        hidden_before, hidden_after = _change(choice.now, now), _change(chosen, turnout.expected)
        unseen = _change(hidden_before, hidden_after)
        if self._record.game.plugin.hidden:
            step["information"] = unseen
        else:
            step["residual"] = _sum(step["residual"], unseen)

    # -- what it was all in all -----------------------------------------------------------------------

    def summed_up(self, steps: Sequence[Step], state: State) -> Review:
        """Return the review that has these steps; ``state`` is the one after them."""
        game = self._record.game
        parts = won(state) if state.actor is None else None
        return {
            "game": game.name,
            "players": game.players,
            "settings": dict(game.settings),
            "judge": self._judge.name,
            "start": self._start,
            "steps": list(steps),
            "seats": [self._seat_review(seat, steps, parts) for seat in range(game.players)],
            "moments": self._moments(steps),
            "over": parts is not None,
        }

    def _seat_review(self, seat: int, steps: Sequence[Step], parts: Chances | None) -> SeatReview:
        names = self._record.names
        mine = [step for step in steps if step["seat"] == seat]
        counted = [step for step in mine if step["counted"]]
        errors = sum(step["error"] for step in counted)
        own = sum(step["luck"][seat] for step in steps if step["owner"] == seat)
        luck = sum(step["luck"][seat] for step in steps)
        looked_at, scale = self._seat in (None, seat), self._judge.scale(self._record.game)
        rate = 1000 * errors / len(counted) if counted and looked_at else None
        verdicts: dict[Verdict, int] = {"inaccuracy": 0, "mistake": 0, "blunder": 0, "find": 0}
        for step in mine:
            if step["verdict"] is not None:
                verdicts[step["verdict"]] += 1
        return {
            "name": names[seat] if names else "",
            "won": None if parts is None else parts[seat],
            "start": self._start[seat],
            "own_luck": own,
            "other_luck": luck - own,
            "errors": errors,
            "gifts": sum(step["gift"][seat] for step in steps if step["seat"] != seat),
            "information": sum(step["information"][seat] for step in steps),
            "residual": sum(step["residual"][seat] for step in steps),
            "decisions": len(counted),
            "error_rate": rate,
            "accuracy": None if rate is None else accuracy(rate / scale),
            "grade": None if rate is None else grade(rate / scale),
            "adjusted": None if parts is None else parts[seat] - luck,
            "verdicts": verdicts,
        }

    def _moments(self, steps: Sequence[Step]) -> list[int]:
        """Return the plies that changed most for somebody, in the order of the game.

        The deal is not one of them: the game had not begun.
        """
        weight = {
            step["ply"]: weighed(
                max(map(abs, step["luck"] + step["gift"] + step["information"])), self._players
            )
            for step in steps
            if step["owner"] is not None
        }
        largest = sorted(weight, key=lambda ply: (-weight[ply], ply))[:MOMENTS]
        return sorted(ply for ply in largest if weight[ply] > 0)


def _change(before: Chances, after: Chances) -> Changes:
    return [float(now - then) for then, now in zip(before, after, strict=True)]


def _sum(one: Changes, other: Changes) -> Changes:
    return [a + b for a, b in zip(one, other, strict=True)]
