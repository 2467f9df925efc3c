"""One puzzle at the terminal: a person tries moves until the best one is found, or looks at the answer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from typing import Final

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from stolik.analysis.puzzles import puzzle_of, puzzles, state_of
from stolik.cli import streak
from stolik.cli.decision import HELP, HINT, QUIT, Decision
from stolik.cli.display import Display, Quit
from stolik.cli.output import is_live
from stolik.cli.people import People, Player, named
from stolik.cli.screen import make
from stolik.cli.style import bar
from stolik.words import Words
from stolik.words.numbers import Numbers

OTHER: Final = "hard"
"""Who sits in the other seats; they only have names here."""
BAR: Final = 20
"""How many columns the bar of a chance has."""


class Solving:
    """A puzzle being solved; ``day`` is the day whose puzzle it is, if it is that of a day."""

    def __init__(self, words: Words, display: Display, game: str, number: int, day: date | None) -> None:
        self.words = words
        self.display = display
        self.puzzle = puzzle_of(game, number)
        self.day = day
        self.solved = False
        self._chances = {option["move"]: option["chance"] for option in self.puzzle["options"]}
        self._percent = Numbers(words).percent
        state, seat = state_of(self.puzzle), self.puzzle["seat"]
        players = [Player(None if one == seat else OTHER) for one in range(state.game.players)]
        screen = make(game, words, People.at_play(words, named(words, players)))
        question = screen.question(state, seat)
        about = " ".join(filter(None, (words("puzzle.question"), question.about)))
        place = words("puzzle.place", number=number, count=len(puzzles(game)))
        if day:
            place = words("puzzle.of_the_day", day=day.isoformat(), place=place)
        self._decision = Decision(words, screen, display, state, seat, replace(question, about=about), place)

    def ask(self) -> None:
        """Ask until the best move is found or the answer is wanted; raise ``Quit`` if neither is."""
        prompt = self.words("puzzle.prompt", wanted=self._decision.question.wanted)
        commands = {QUIT: self._leave, HELP: self._help, HINT: self._show}
        note = ""
        try:
            while (move := self._decision.ask(prompt, commands, note)) != self.puzzle["best"]:
                key = "puzzle.obvious" if move == self.puzzle["obvious"] else "puzzle.worse"
                note = self.words(key, offer=self._decision.offer(move), chance=self._chance(move))
        except _Shown:
            return
        self.solved = True

    def conclude(self) -> None:
        """Print the answer, below the position where that went away with the screen."""
        scene = self._decision.scene
        above = [scene.heading, scene.table, scene.turn] if is_live() else []
        self.display.finish(*above, "", self._bars(), "", *self._sentences())

    def _leave(self) -> str:
        raise Quit

    def _show(self) -> str:
        raise _Shown

    def _help(self) -> str:
        self.display.page(*self._decision.explained("puzzle.keys"))
        return ""

    def _chance(self, move: str) -> str:
        return self._percent(self._chances[move], 0)

    def _bars(self) -> Table:
        """Return the chances of all moves, the best first."""
        table = Table.grid(padding=(0, 1))
        table.add_column(justify="right", no_wrap=True)
        table.add_column(no_wrap=True)
        table.add_column()
        for move, chance in self._chances.items():
            offer = self._decision.offer(move)
            style = "bold" if move == self.puzzle["best"] else ""
            table.add_row(self._chance(move), bar(chance, BAR), offer, style=style)
        return table

    def _sentences(self) -> Iterator[RenderableType]:
        best, obvious = self.puzzle["best"], self.puzzle["obvious"]
        answer = self.words(
            "puzzle.answer",
            best=self._decision.offer(best),
            chance=self._chance(best),
            obvious=self._decision.offer(obvious),
            other=self._chance(obvious),
        )
        yield Text(f"{self.words('puzzle.solved' if self.solved else 'puzzle.shown')} {answer}")
        if self.day and self.solved:
            yield Text(self.words("puzzle.streak", n=streak.solved(self.day)), style="bold")
        yield Text(self.words("puzzle.more"), style="dim")


class _Shown(Exception):  # noqa: N818 -- not an error: the person wants to know
    """The answer is to be shown."""
