"""The screen of the dice game."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import RenderableType

from stolik.cli.people import People
from stolik.cli.screen import Question, Screen, Told
from stolik.cli.words import Words
from stolik.core import Event, State
from stolik.games.pickomino.terminal import chances, dice, ending, table
from stolik.games.pickomino.terminal.telling import Teller
from stolik.games.pickomino.views import PickominoView


class PickominoScreen(Screen):
    """How the dice game is shown in a terminal."""

    game = "pickomino"

    def __init__(self, words: Words, people: People) -> None:
        super().__init__(words, people)
        self.teller = Teller(words, people)

    def title(self, view: PickominoView) -> str:
        """Return the name of the game and its variant."""
        return self.words("pickomino.title." + view["variant"])

    def status(self, view: PickominoView) -> str:
        """Return how many round worms nobody has yet."""
        deluxe = view["variant"] == "deluxe"
        return self.words("pickomino.supply", n=view["supply"]) if deluxe else ""

    def table(self, view: PickominoView, width: int) -> RenderableType:
        """Return the grill and the players."""
        return table.draw(self.words, self.people, view, width)

    def turn(self, view: PickominoView, width: int) -> RenderableType:
        """Return the dice set aside and the dice rolled."""
        return dice.draw(self.words, view)

    def question(self, state: State, seat: int) -> Question:
        """Return all legal moves; a face to set aside has its own number, and the worm has 6."""
        choices = self.teller.choices(state, seat)
        return Question(choices, self.words("play.wanted"), self.words("play.hint"))

    def offer(self, state: State, seat: int, move: str) -> str:
        """Return a move with its consequences."""
        return self.teller.offer(state, seat, move)

    def hint(self, state: State, seat: int) -> str:
        """Return what a good bot would do; it is asked only where there are no odds to show."""
        advice = super().hint(state, seat)
        if not chances.has_odds(state.view(seat)):
            return advice
        return f"{advice} {self.words('odds.more_with', package='NumPy')}"

    def long_hint(self, state: State, seat: int, width: int) -> RenderableType | None:
        """Return the odds of the turn, where it has any and NumPy is there."""
        if not chances.has_odds(state.view(seat)):
            return None
        try:
            return chances.draw(self.words, self.people, state, seat, width)
        except ModuleNotFoundError:
            return None

    def tell(self, move: str, events: Sequence[Event]) -> Told | None:
        """Return what a move made happen; a roll is told when the dice have fallen."""
        return self.teller.tell(move, events)

    def end(self, view: PickominoView) -> RenderableType:
        """Return the final count."""
        return ending.draw(self.words, self.people, view)


def make(words: Words, people: People) -> Screen:
    """Return the screen of the dice game."""
    return PickominoScreen(words, people)
