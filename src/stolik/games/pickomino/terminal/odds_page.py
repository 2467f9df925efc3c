"""The odds of a turn, drawn: what each choice is worth, and how likely each tile is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from stolik.cli.people import People
from stolik.cli.style import TURN
from stolik.games.pickomino.pieces import worms_on
from stolik.games.pickomino.rules import PickominoState
from stolik.games.pickomino.terminal.choices import Choices
from stolik.games.pickomino.terminal.pieces import WORM
from stolik.games.pickomino.views import PickominoView
from stolik.words import Words
from stolik.words.numbers import Numbers

if TYPE_CHECKING:
    from stolik.games.pickomino.odds import TurnOdds

BLOCK = 26
GAP = 2
FIGURE = 6
"""How many columns a list of tiles needs, as many of which stand side by side as there is room for; how many
more are empty between them; and how many a chance needs."""

NO_CHANCES: Mapping[str, float] = {}

ALMOST = 0.0005
"""A chance below this is shown as none."""


def has_odds(view: PickominoView) -> bool:
    """Whether there is a turn to give odds for: not where only a piece is to be chosen after it."""
    return view["phase"] not in ("hold", "worm_for_raven")


def draw(
    words: Words,
    people: People,
    state: PickominoState,
    seat: int,
    width: int,
    wins: Mapping[str, float] = NO_CHANCES,
) -> RenderableType:
    """Return the odds for the seat that decides, and if they are given, its chances to win with each move.

    Raises ``ModuleNotFoundError`` without NumPy.
    """
    return _Drawing(words, people, state, seat, width, wins).all()


class _Drawing:
    """The parts of the drawing, from its top."""

    def __init__(
        self,
        words: Words,
        people: People,
        state: PickominoState,
        seat: int,
        width: int,
        wins: Mapping[str, float],
    ) -> None:
        from stolik.games.pickomino import odds  # quick commands do without NumPy

        self.words = words
        self.numbers = Numbers(words)
        self.texts = Choices(words, people)
        self.state, self.seat, self.width = state, seat, width
        self.view = state.view(seat)
        self.odds: TurnOdds = odds.turn(self.view)
        self.wins = wins
        self.best = next(iter(wins), self.odds.best)
        board = odds.Board.of(self.view)
        self.aimed = {
            ending: max(odds.values(self.view, {ending: 1.0}).values()) for ending in board.endings[1:]
        }

    def all(self) -> Group:
        """Return all of it."""
        notes = [
            self.words("pickomino.odds.note"),
            *([self.words("pickomino.odds.wins")] if self.wins else []),
        ]
        if self.view["variant"] == "deluxe" and (chance := self.odds.moves[self.best].round_worm):
            notes.insert(0, self.words("pickomino.odds.round_worm", chance=self.numbers.percent(chance)))
        return Group(self.choices(), "", self.tiles(), *(Text(note, style="dim") for note in notes))

    def choices(self) -> Table:
        """Return what can be done, the best first."""
        table = self._empty()
        table.add_column(self.words("pickomino.odds.column.choice"))
        won = ["pickomino.odds.column.wins"] if self.wins else []
        for key in (*won, "pickomino.odds.column.worth", "pickomino.odds.column.burn"):
            table.add_column(self.words(key), justify="right", no_wrap=True, min_width=FIGURE)
        for move in sorted(self.odds.moves, key=self._rank, reverse=True):
            found, is_best = self.odds.moves[move], move == self.best
            table.add_row(
                Text((TURN if is_best else " " * len(TURN)) + self.texts.offer(self.state, self.seat, move)),
                *([self.numbers.percent(self.wins[move])] if self.wins else []),
                self._worth(found.value),
                self.numbers.percent(found.burn),
                style="bold" if is_best else "",
            )
        return table

    def _rank(self, move: str) -> tuple[bool, float, float]:
        """Return how good a move is: by the chance to win if that is known, else by worms."""
        return move == self.best, self.wins.get(move, 0.0), self.odds.moves[move].value

    def _worth(self, value: float) -> str:
        sign = "+" if round(value, 2) > 0 else ""
        return sign + self.numbers.decimal(value if round(value, 2) else 0.0, 2)

    def tiles(self) -> Table:
        """Return how likely each tile is, if all goes for the best, and if nothing but that tile counts."""
        rows = [self._tile(ending) for ending in self.aimed]
        number = max(1, min(3, self.width // BLOCK, -(-len(rows) // 4)))
        height = -(-len(rows) // number)
        table = self._empty()
        for block in range(number):
            if block:
                table.add_column("", width=GAP)
            table.add_column(self.words("pickomino.odds.column.tile"), no_wrap=True)
            for key in ("pickomino.odds.column.best", "pickomino.odds.column.aimed"):
                table.add_column(self.words(key), justify="right", no_wrap=True, min_width=FIGURE)
        for first in range(height):
            first_row, *more = rows[first::height]
            table.add_row(*first_row, *(cell for row in more for cell in (Text(), *row)))
        return table

    def _empty(self) -> Table:
        return Table(box=None, padding=(0, 1, 0, 0), header_style="dim", pad_edge=False)

    def _tile(self, ending: str) -> tuple[Text, Text, Text]:
        word, _, number = ending.partition(" ")
        tile = Text(f"[{number}]" if word == "steal" else f" {number} ", style="bold")
        tile.append(f" {WORM * worms_on(int(number))}", style="red")
        chance = self.odds.moves[self.best].endings[ending]
        return tile, self._chance(chance), self._chance(self.aimed[ending])

    def _chance(self, chance: float) -> Text:
        if chance < ALMOST:
            return Text("–", style="dim")
        return Text(self.numbers.percent(chance))
