"""The screen of the card game."""

from __future__ import annotations

from rich.console import RenderableType
from rich.text import Text

from stolik.cli.people import People
from stolik.cli.screen import LogEntry, Question, Screen
from stolik.extras import install
from stolik.games.linko.advice import advise
from stolik.games.linko.notation import LAYERS
from stolik.games.linko.pieces import CARDS
from stolik.games.linko.rules import LinkoState
from stolik.games.linko.terminal import ending, hint_page, table, turn
from stolik.games.linko.terminal.choices import Choices
from stolik.games.linko.terminal.pieces import brief, piles, sign, written
from stolik.games.linko.terminal.sentences import EventSentences
from stolik.games.linko.views import LinkoView
from stolik.words import Words


class LinkoScreen(Screen[LinkoState, LinkoView]):
    """How the card game is shown in a terminal."""

    game = "linko"

    def __init__(self, words: Words, people: People) -> None:
        super().__init__(words, people)
        self.choices = Choices(words, people)
        self.sentences = EventSentences(words, people)

    def title(self, view: LinkoView) -> str:
        """Return the name of the game and its mode."""
        return self.words("linko.title." + view["mode"])

    def status(self, view: LinkoView) -> str:
        """Return what has been discarded."""
        number = sum(view["discard"].values())
        return self.words("linko.discard", n=number, piles=piles(view["discard"])) if number else ""

    def table(self, view: LinkoView, width: int) -> RenderableType:
        """Return the players, the pool and the deck."""
        return table.draw(self.words, self.people, view, width)

    def turn(self, view: LinkoView, width: int) -> RenderableType:
        """Return one's own hand; for a spectator, who has to decide."""
        hand, actor = view["hand"], view["actor"]
        if hand is not None:
            return turn.draw(hand, width)
        if actor is not None and actor in range(len(self.people.names)):
            return Text(self.words("linko.decides", name=self.people.names[actor]))
        return Text()

    def situation(self, view: LinkoView) -> str:
        """Return the hand, the pool, and what lies on top before each player."""
        tops = [
            f"{name}: {brief(seat['layers'][-1]['cards']) if seat['layers'] else '–'}"
            for name, seat in zip(self.people.names, view["seats"], strict=True)
        ]
        pool = ", ".join("+".join(map(sign, place)) for place in view["pool"])
        table = self.words("linko.situation", pool=pool or "–", tops=", ".join(tops))
        if not view["hand"]:
            return table
        return self.words("linko.situation_hand", hand=piles(view["hand"]), table=table)

    def whose_turn(self, view: LinkoView) -> int | None:
        """Return the seat that has the turn."""
        return view["turn"]["seat"] if view["turn"] else None

    def question(self, state: LinkoState, seat: int) -> Question:
        """Return what ``seat`` has to decide now; a card to play or to draw is chosen by its name."""
        return self.choices.question(state, seat)

    def offer(self, state: LinkoState, seat: int, move: str) -> str:
        """Return a move with what ``seat`` can know that it brings."""
        return self.choices.offer(state, seat, move)

    def hint(self, state: LinkoState, seat: int) -> str:
        """Return what a good bot would do; it is asked only where NumPy is missing."""
        more = self.words("linko.hint.more_with", package="NumPy", install=install("bots"))
        return f"{super().hint(state, seat)} {more}"

    def long_hint(self, state: LinkoState, seat: int, width: int) -> RenderableType | None:
        """Return the best moves with their chances and what speaks for them, if NumPy is there."""
        try:
            _, found = advise(state.view(seat))
        except ModuleNotFoundError:
            return None
        best = sorted(
            (move for move in found if "place" in found[move]), key=lambda move: found[move]["place"]
        )
        offers = {self.offer(state, seat, move): found[move] for move in best}
        return hint_page.draw(self.words, self.people, offers)

    def read(self, state: LinkoState, seat: int, answer: str) -> str:
        """Return the move that is meant by an answer."""
        return self.choices.read(state.view(seat), answer)

    def refusal(self, move: str, reason: str) -> str:
        """Return why a move was refused; of cards that are not in the hand it says which they are."""
        sentence = super().refusal(move, reason)
        if reason != "not_in_hand":
            return sentence
        cards = [CARDS[card] for card in LAYERS[move].cards()]
        return f"{written(cards)}? {sentence}"

    def log_entry(
        self, before: LinkoState, move: str, after: LinkoState, seat: int | None
    ) -> LogEntry | None:
        """Return what a move made happen."""
        return self.sentences.log_entry(before.told(move, after, seat))

    def end(self, view: LinkoView) -> RenderableType:
        """Return the final count."""
        return ending.draw(self.words, self.people, view)


def make(words: Words, people: People) -> LinkoScreen:
    """Return the screen of the card game."""
    return LinkoScreen(words, people)
