"""The screen of the card game."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import RenderableType
from rich.text import Text

from stolik.cli.people import People
from stolik.cli.screen import Question, Screen, Told
from stolik.cli.words import Words
from stolik.core import Event, State
from stolik.games.linko.notation import LAYERS
from stolik.games.linko.pieces import CARDS
from stolik.games.linko.terminal import ending, hand, table
from stolik.games.linko.terminal.asking import Asker
from stolik.games.linko.terminal.cards import piles, written
from stolik.games.linko.terminal.telling import Teller
from stolik.games.linko.views import LinkoView


class LinkoScreen(Screen):
    """How the card game is shown in a terminal."""

    game = "linko"
    secret = True

    def __init__(self, words: Words, people: People) -> None:
        super().__init__(words, people)
        self.asker = Asker(words, people)
        self.teller = Teller(words, people)

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
        if view["hand"] is not None:
            return hand.draw(view["hand"], width)
        if view["actor"] in range(len(self.people.names)):
            return Text(self.words("linko.decides", name=self.people.names[view["actor"]]))
        return Text()

    def question(self, state: State, seat: int) -> Question:
        """Return what ``seat`` has to decide now; a card to play or to draw is chosen by its name."""
        return self.asker.question(state, seat)

    def offer(self, state: State, seat: int, move: str) -> str:
        """Return a move with what ``seat`` can know that it brings."""
        return self.asker.offer(state, seat, move)

    def read(self, state: State, seat: int, answer: str) -> str:
        """Return the move that an answer stands for."""
        return self.asker.read(state.view(seat), answer)

    def refusal(self, move: str, reason: str) -> str:
        """Return why a move was refused; of cards that are not in the hand it says which they are."""
        sentence = super().refusal(move, reason)
        if reason != "not_in_hand":
            return sentence
        cards = [CARDS[card] for card in LAYERS[move].cards()]
        return f"{written(cards)}? {sentence}"

    def tell(self, move: str, events: Sequence[Event]) -> Told | None:
        """Return what a move made happen."""
        return self.teller.tell(move, events)

    def end(self, view: LinkoView) -> RenderableType:
        """Return the final count."""
        return ending.draw(self.words, self.people, view)


def make(words: Words, people: People) -> Screen:
    """Return the screen of the card game."""
    return LinkoScreen(words, people)
