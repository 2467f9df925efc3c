"""A screen for any game: seats and scores, the values of the view with labels, the moves as a numbered list.

It looks up texts by the keys that all games have in common (``docs/adding-a-game.md``). Where there is no
text, it shows the raw word.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from stolik.cli.ending import final_count, numbers
from stolik.cli.people import People
from stolik.cli.screen import ALWAYS, Choice, LogEntry, Question, Screen
from stolik.cli.sentences import Sentences
from stolik.cli.style import marked, signed
from stolik.core import Move, State, View
from stolik.words import Words

NOT_SHOWN = frozenset(("game", "seat", "actor", "phase", "over", "result", "moves", "seats"))
"""What the views of all games have, and what is shown in another place."""

NOTHING = "–"
"""Stands for a value that is not there."""

LONGEST_PIECE = 2
"""Numbers whose keys are no longer than this count pieces, as in ``{"7": 2, "j": 1}``."""

ALWAYS_LISTED = 12
"""So many moves are always listed. Those after them may be left out; they can still be typed."""


class PlainScreen(Screen[State, View]):
    """How a game without a screen of its own is shown in a terminal."""

    def __init__(self, game: str, words: Words, people: People) -> None:
        super().__init__(words, people)
        self.game = game
        self.sentences = Sentences(words, people)

    def title(self, view: View) -> str:
        """Return the name of the game."""
        return self.words(f"{self.game}.name")

    def table(self, view: View, width: int) -> RenderableType:
        """Return the players, and below them everything else that the view holds."""
        values = Table.grid(padding=(0, 2))
        values.add_column(style="dim")
        values.add_column()
        for key, value in self._values("", view):
            values.add_row(self._label(key), value)
        return Group(self._players(view), values)

    def turn(self, view: View, width: int) -> RenderableType:
        """Return nothing: the table has it all."""
        return Text()

    def whose_turn(self, view: View) -> int | None:
        """Return the seat that has the turn, where the view says so; else the one that decides."""
        turn, actor = view.get("turn"), view["actor"]
        seat = turn.get("seat") if isinstance(turn, Mapping) else actor
        return seat if isinstance(seat, int) and seat >= 0 else None

    # -- what the view holds --------------------------------------------------------------------------

    def _players(self, view: View) -> Table:
        """Return a line for each player, with what the view has in ``seats``."""
        listed = view.get("seats")
        seats = listed if isinstance(listed, Sequence) and len(listed) == len(self.people.names) else ()
        rows = [seat for seat in seats if isinstance(seat, Mapping)]
        keys = list(dict.fromkeys(key for row in rows for key in row))
        table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="dim")
        table.add_column(self.words("column.player"))
        for key in keys:
            table.add_column(self._label(f"seats.{key}"))
        turn = self.whose_turn(view)
        for number, name in enumerate(self.people.labels):
            row = rows[number] if rows else {}
            table.add_row(marked(name, number == turn), *(self._text(key, row.get(key)) for key in keys))
        return table

    def _values(self, prefix: str, values: Mapping[str, object]) -> Iterator[tuple[str, str]]:
        """Yield the values with their keys, those of nested tables by keys with dots."""
        for key, value in values.items():
            if not prefix and key in NOT_SHOWN:
                continue
            if isinstance(value, Mapping) and value and not _is_count(value):
                yield from self._values(f"{prefix}{key}.", value)
            else:
                yield prefix + key, self._text(key, value)

    def _label(self, key: str) -> str:
        raw = key.removeprefix("seats.").replace("_", " ").replace(".", " ")
        return self.words.get(f"{self.game}.view.{key}", raw)

    def _text(self, key: str, value: object) -> str:
        """Return a value in a line; a seat by the name of its player."""
        if value is None or value in ([], {}, ""):
            return NOTHING
        if isinstance(value, bool):
            return self.words("plain.yes" if value else "plain.no")
        if isinstance(value, int):
            is_seat = key == "seat" and value in range(len(self.people.names))
            return self.people.names[value] if is_seat else signed(value)
        if isinstance(value, Mapping):
            if _is_count(value):
                return ", ".join(f"{number}×{name}" for name, number in value.items())
            return ", ".join(filter(None, (self._part(name, inner) for name, inner in value.items())))
        if isinstance(value, Sequence) and not isinstance(value, str):
            between = "; " if any(isinstance(inner, Mapping) for inner in value) else " "
            return between.join(self._text(key, inner) for inner in value)
        return str(value)

    def _part(self, key: str, value: object) -> str:
        """Return a value with its key, for a list of such; what is not there or not true is left out."""
        if value is True:
            return self._label(key)
        text = self._text(key, value)
        return "" if value is False or text == NOTHING else f"{self._label(key)} {text}"

    # -- decisions ------------------------------------------------------------------------------------

    def question(self, state: State, seat: int) -> Question:
        """Return the legal moves with their numbers."""
        choices = [
            Choice(
                str(number),
                move,
                self.offer(state, seat, move),
                ALWAYS if number <= ALWAYS_LISTED else float(-number),
            )
            for number, move in enumerate(state.moves(), start=1)
        ]
        about = self.words.get(f"{self.game}.phase.{state.phase}", "")
        return Question(choices, self.words("play.wanted"), self.words("play.hint"), about)

    def offer(self, state: State, seat: int, move: str) -> str:
        """Return a move as the game calls it; its own text where the game has no words for it."""
        found = Move(move)
        return self.words.get(f"{self.game}.move.{found.word}", move, what=" ".join(found.args))

    # -- what happens ---------------------------------------------------------------------------------

    def log_entry(self, before: State, move: str, after: State, seat: int | None) -> LogEntry | None:
        """Return the events in words, one after the other."""
        texts = [self._sentence(event) for event in before.told(move, after, seat)]
        text = " ".join(filter(None, texts))
        return LogEntry(text, text) if text else None

    def _sentence(self, event: Mapping[str, object]) -> str:
        """Return an event in the game's words, or else what it holds."""
        kind, seat = event["kind"], event.get("seat")
        shown = {key: self._text(key, value) for key, value in event.items() if key != "kind"}
        if kind == "over":
            default = self._end(str(event.get("reason", "")))
        else:
            who = f"{shown.pop('seat')}: " if "seat" in shown else ""
            default = f"{who}{', '.join([str(kind), *(f'{key} {text}' for key, text in shown.items())])}."
        you = isinstance(seat, int) and self.people.is_you(seat)
        numbers = {key: value for key, value in event.items() if type(value) is int and key != "seat"}
        values = {**self.sentences.values(event), **shown, **numbers}  # plurals go by numbers
        shared = self.words.get(f"event.{kind}", default, you=you, **values)
        return self.words.get(f"{self.game}.event.{kind}", shared, you=you, **values)

    def _end(self, reason: str) -> str:
        return self.words.get(f"{self.game}.end.{reason}", reason.replace("_", " "))

    def end(self, view: View) -> RenderableType:
        """Return why it is over, places and scores, and who has won."""
        result = view["result"]
        assert result is not None
        scores = [Text(signed(score), style="bold") for score in result["scores"]]
        columns = [numbers(self.words("column.score"))]
        table = final_count(self.words, self.people, view, columns, lambda seat: [scores[seat]])
        return Group(Text(self._end(result["reason"])), table, Text(self.sentences.winner(view)))


def _is_count(values: Mapping[str, object]) -> bool:
    """Whether a table only says how many there are of each piece: ``{"7": 2, "j": 1}``."""
    return all(
        isinstance(number, int) and not isinstance(number, bool) and len(name) <= LONGEST_PIECE
        for name, number in values.items()
    )
