"""The screen of the dice game."""

from __future__ import annotations

from rich.console import RenderableType

from stolik.cli.hints import chances
from stolik.cli.people import People
from stolik.cli.screen import LogEntry, Question, Screen
from stolik.extras import install
from stolik.games.pickomino.rules import PickominoState
from stolik.games.pickomino.terminal import ending, odds_page, table, turn
from stolik.games.pickomino.terminal.choices import Choices
from stolik.games.pickomino.terminal.pieces import ranges
from stolik.games.pickomino.terminal.sentences import EventSentences
from stolik.games.pickomino.views import PickominoView
from stolik.words import Words


class PickominoScreen(Screen[PickominoState, PickominoView]):
    """How the dice game is shown in a terminal."""

    game = "pickomino"

    def __init__(self, words: Words, people: People) -> None:
        super().__init__(words, people)
        self.choices = Choices(words, people)
        self.sentences = EventSentences(words, people)

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
        return turn.draw(self.words, view)

    def situation(self, view: PickominoView) -> str:
        """Return the tiles on the grill, and those that can be stolen."""
        tops = [
            f"{name}: {seat['stack'][-1] if seat['stack'] else '–'}"
            for name, seat in zip(self.people.names, view["seats"], strict=True)
        ]
        grill = ranges([spot["tile"] for spot in view["grill"] if spot["up"]])
        return self.words("pickomino.situation", grill=grill, tops=", ".join(tops))

    def whose_turn(self, view: PickominoView) -> int | None:
        """Return the seat that has the turn."""
        return view["turn"]["seat"] if view["turn"] else None

    def question(self, state: PickominoState, seat: int) -> Question:
        """Return all legal moves; a face to set aside has its own number, and the worm has 6."""
        return self.choices.question(state, seat)

    def offer(self, state: PickominoState, seat: int, move: str) -> str:
        """Return a move with its consequences."""
        return self.choices.offer(state, seat, move)

    def hint(self, state: PickominoState, seat: int) -> str:
        """Return what a good bot would do; it is asked only where NumPy is missing."""
        advice = super().hint(state, seat)
        if not odds_page.has_odds(state.view(seat)):
            return advice
        more = self.words("pickomino.odds.more_with", package="NumPy", install=install("bots"))
        return f"{advice} {more}"

    def long_hint(self, state: PickominoState, seat: int, width: int) -> RenderableType | None:
        """Return the odds of the turn and the chances to win, as far as there are any and NumPy is there."""
        if not odds_page.has_odds(state.view(seat)):
            return super().long_hint(state, seat, width)
        try:
            return odds_page.draw(self.words, self.people, state, seat, width, chances(state, seat))
        except ModuleNotFoundError:
            return None

    def log_entry(
        self, before: PickominoState, move: str, after: PickominoState, seat: int | None
    ) -> LogEntry | None:
        """Return what a move made happen; a roll is described when the dice have fallen."""
        return self.sentences.log_entry(move, before.told(move, after, seat))

    def end(self, view: PickominoView) -> RenderableType:
        """Return the final count."""
        return ending.draw(self.words, self.people, view)


def make(words: Words, people: People) -> PickominoScreen:
    """Return the screen of the dice game."""
    return PickominoScreen(words, people)
