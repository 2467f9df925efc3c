"""Records: a whole game as a text file that replays anywhere. ``docs/notation.md`` shows the form."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from stolik.core.fair import SEAT_BYTES, SECRET_BYTES, Fairness, commit, is_hex
from stolik.core.files import write_whole
from stolik.core.game import Game, Result, State, options
from stolik.core.moves import CHANCE, IllegalMove, Move
from stolik.core.options import Option, Settings
from stolik.core.values import SHOWN, brief, quoted

FORMAT = "stolik 1"
BYTE_ORDER_MARK = "\ufeff"

MESSAGES = {
    "not_text": "this is not a text file in UTF-8",
    "bom": "the file begins with a byte order mark (BOM); save it as UTF-8 without one",
    "cut_line": "the record breaks off in the middle of this line",
    "cut": "the record breaks off; {expected} should follow",
    "cut_moves": "the record breaks off; a move should follow, or the closing line 'secret …' or 'end'",
    "form": f"a record begins with '{FORMAT} commitment …' or '{FORMAT} no commitment', not {{found!r}}",
    "expected": "{expected} is expected here, not {found!r}",
    "bad_commitment": "the commitment must be {digits} hexadecimal digits (0-9, a-f), not {found!r}",
    "bad_random": "the randomness of a seat must be {digits} hexadecimal digits (0-9, a-f), not {found!r}",
    "bad_secret": "the secret must be {digits} hexadecimal digits (0-9, a-f), not {found!r}",
    "bad_game": "{problem}",
    "bad_name": "a name is printable, with no spaces around it, not {found!r}",
    "bad_taken": "'taken N from HEX' says how many of the moves below come from another game, not {found!r}",
    "taken_without_commitment": "moves are taken over only into a record with a commitment",
    "random_without_commitment": "seats add randomness only to a record with a commitment",
    "close_with_end": "a record with no commitment closes with 'end'",
    "close_with_secret": "a record with a commitment closes with 'secret …'",
    "wrong_secret": "this secret is not the one that line 1 commits to",
    "after_closing": "nothing may follow the closing line",
    "illegal": "{problem}",
    "other_commitment": "this is not the commitment that was seen before the game",
    "other_random": "seat {seat} had promised something else before the game",
    "missing_random": "what was added for seat {seat} is missing; it should stand here at the latest",
    "wrong_chance": "by the secret this is {due!r}, not {found!r}",
}
"""Error messages by code."""

_FROM_RECORD = {"found", "due"}
"""The values of messages that are lines or chance outcomes, which may be long."""


class RecordError(ValueError):
    """A record that cannot be read, replayed or verified.

    ``line`` counts from 1; ``code`` is one of ``MESSAGES``, and ``values`` fill in its message.
    """

    def __init__(self, line: int, code: str, **values: object) -> None:
        for name in _FROM_RECORD & values.keys():
            values[name] = brief(str(values[name]))
        super().__init__(f"line {line}: {MESSAGES[code].format(**values)}")
        self.line = line
        self.code = code
        self.values = values

    def __reduce__(self) -> tuple[Callable[..., RecordError], tuple[int, str, dict[str, object]]]:
        return _record_error, (self.line, self.code, self.values)


def _record_error(line: int, code: str, values: dict[str, object]) -> RecordError:
    return RecordError(line, code, **values)


@dataclass(frozen=True, slots=True)
class Taken:
    """Where a game has gone on from: its first moves are those of another game."""

    ply: int
    """How many moves were taken over."""
    commitment: str
    """The commitment of that game, whose secret their chance follows from."""

    def __post_init__(self) -> None:
        if self.ply < 0:
            raise ValueError(f"the number of moves taken over is not below 0: {self.ply}")
        if not is_hex(self.commitment, SECRET_BYTES):
            raise ValueError(f"a commitment is {2 * SECRET_BYTES} hexadecimal digits (0-9, a-f)")


@dataclass(frozen=True, slots=True)
class Record:
    """A game, its players, its moves, and the secret of its chance (if there was a commitment)."""

    game: Game
    moves: tuple[Move, ...]
    names: tuple[str, ...] = ()
    fairness: Fairness | None = None
    lines_before_moves: int = field(default=0, compare=False, repr=False)
    """How many lines stand before the moves in the file that the record was read from. Without a file these
    are the lines of ``header()``; a file may have fewer, as it need not name options with their defaults."""
    taken: Taken | None = None
    """The game that this one has gone on from, if it has."""

    def __post_init__(self) -> None:
        if self.names and len(self.names) != self.game.players:
            raise ValueError(f"{self.game.players} names are needed, not {len(self.names)}")
        for name in self.names:
            if not is_name(name):
                raise ValueError(f"a name is printable, with no spaces around it, not {quoted(name)}")
        for move in self.moves:
            if "\n" in move:
                raise ValueError(f"a move is one line, not {quoted(move)}")
        if self.fairness and len(self.fairness.seats) != self.game.players:
            raise ValueError(
                f"randomness of {self.game.players} seats is needed, not {len(self.fairness.seats)}"
            )
        if self.taken and (not self.fairness or self.taken.ply > len(self.moves)):
            raise ValueError("moves are taken over only into a record with a commitment, which has them")
        if not self.lines_before_moves:
            object.__setattr__(self, "lines_before_moves", len(self.header()))

    # -- text -----------------------------------------------------------------------------------------

    def header(self) -> list[str]:
        """Return the lines before the moves: they can be published before the game begins."""
        fair = self.fairness
        lines = [f"{FORMAT} commitment {fair.commitment}" if fair else f"{FORMAT} no commitment"]
        lines += [f"game {self.game.name}", f"players {self.game.players}"]
        lines += [f"option {name} {value}" for name, value in self.game.settings.items()]
        if self.taken:
            lines.append(f"taken {self.taken.ply} from {self.taken.commitment}")
        for seat in range(self.game.players):
            if self.names and self.names[seat]:
                lines.append(f"seat {seat} {self.names[seat]}")
            if fair and fair.seats[seat]:
                lines.append(f"random {seat} {fair.seats[seat]}")
        return [*lines, ""]

    def __str__(self) -> str:
        closing = f"secret {self.fairness.secret.hex()}" if self.fairness else "end"
        return "\n".join([*self.header(), *self.moves, closing, ""])

    @classmethod
    def parse(cls, text: str) -> Record:
        """Return the record written in ``text``, its moves not yet checked against the rules.

        Lines end in a line feed; a carriage return before it is ignored.
        """
        if not isinstance(text, str):
            raise TypeError(f"a record is read from a text, not {type(text).__name__}")
        return _Reader(text).record()

    # -- files ----------------------------------------------------------------------------------------

    def save(self, path: str | Path) -> None:
        """Write the record to a file, whole or not at all."""
        write_whole(path, str(self))

    @classmethod
    def load(cls, path: str | Path) -> Record:
        """Return the record in a file."""
        try:
            return cls.parse(Path(path).read_bytes().decode("utf-8"))
        except UnicodeDecodeError as error:
            raise RecordError(1, "not_text") from error

    # -- replay ---------------------------------------------------------------------------------------

    def states(self) -> Iterator[State]:
        """Yield the state before the first move and after every move."""
        state = self.game.start()
        yield state
        for line, move in enumerate(self.moves, start=self.lines_before_moves + 1):
            try:
                state = state.play(move)
            except IllegalMove as error:
                raise RecordError(line, "illegal", problem=error) from error
            yield state

    def replay(self) -> State:
        """Return the state after the last move."""
        *_, last = self.states()
        return last


def is_name(text: str) -> bool:
    """Whether a record can hold a name: one line that reads back the same."""
    return text == text.strip() and text.isprintable()


class Recorder:
    """Plays a game and keeps its record, drawing chance from a committed secret.

    >>> import stolik
    >>> game = stolik.Game("pickomino", players=2)
    >>> table = Recorder(game, Fairness(bytes(32), ("", "")))
    >>> table.play("roll").actor == CHANCE
    True
    >>> table.chance()
    'dice 1 1 1 2 3 4 4 5'
    >>> table.record().moves
    ('roll', 'dice 1 1 1 2 3 4 4 5')
    """

    def __init__(self, game: Game, fairness: Fairness, names: tuple[str, ...] = ()) -> None:
        self._empty = Record(game, (), names, fairness)
        self._fairness = fairness
        self._moves: list[Move] = []
        self._events = 0
        self._taken: Taken | None = None
        self.state = game.start()

    @classmethod
    def resume(cls, record: Record) -> Recorder:
        """Return a recorder that goes on where a record was left, which ``verify`` must find correct."""
        if record.fairness is None:
            raise ValueError("a record with no commitment cannot be resumed: it has no secret to draw from")
        verify(record)
        table = cls(record.game, record.fairness, record.names)
        table._taken = record.taken
        for move in record.moves:
            table._events += table.state.actor == CHANCE
            table._play(move)
        return table

    def play(self, move: str) -> State:
        """Play a decision of the actor; chance outcomes come from ``chance``."""
        if self.state.actor == CHANCE:
            raise ValueError("chance comes next: let it happen with chance()")
        return self._play(move)

    def _play(self, move: str) -> State:
        self.state = self.state.play(move)
        self._moves.append(Move(move))
        return self.state

    def chance(self) -> Move:
        """Draw and play the next chance outcome, and return it."""
        move = self._fairness.draw(self.state, self._events)
        self._play(move)
        self._events += 1
        return move

    def record(self) -> Record:
        """Return the record so far, secret included: do not publish it before the game is over."""
        moves = tuple(self._moves)
        return Record(self._empty.game, moves, self._empty.names, self._fairness, taken=self._taken)


@dataclass(frozen=True, slots=True)
class Findings:
    """What ``verify`` found in a correct record; ``fair`` is false if there was no commitment."""

    fair: bool
    chances: int
    """How many chance outcomes there are, without those taken over."""
    decisions: int
    result: Result | None
    taken: int = 0
    """How many moves were taken over from another game, whose record shows what chance brought there."""


def verify(record: Record) -> Findings:
    """Check every move against the rules and every chance outcome against the secret.

    Moves that were taken over from another game are checked against the rules only: what chance brought there
    follows from the secret of that game.

    Raises ``RecordError``, which names the line, at the first error.
    """
    if not isinstance(record, Record):
        raise TypeError(f"verify takes a Record (Record.load reads one), not {type(record).__name__}")
    chances = decisions = taken_chances = 0
    taken = record.taken.ply if record.taken else 0
    state = record.game.start()
    lines = enumerate(record.moves, start=record.lines_before_moves + 1)
    for ply, (after, (line, move)) in enumerate(zip(_rest(record.states()), lines, strict=True)):
        if state.actor == CHANCE and ply < taken:
            taken_chances += 1
        elif state.actor == CHANCE:
            if record.fairness:
                due = record.fairness.draw(state, taken_chances + chances)
                if due != move:
                    shown_due, shown_found = _where_they_differ(due, move)
                    raise RecordError(line, "wrong_chance", due=shown_due, found=shown_found)
            chances += 1
        else:
            decisions += 1
        state = after
    result = state.result() if state.actor is None else None
    return Findings(record.fairness is not None, chances, decisions, result, taken)


def _where_they_differ(due: str, found: str) -> tuple[str, str]:
    """Return two texts without most of what they begin with alike, so that their difference can be shown."""
    shorter = min(len(due), len(found))
    same = next((at for at in range(shorter) if due[at] != found[at]), shorter)
    word = due.rfind(" ", 0, same)
    if word < SHOWN // 2:
        return str(due), str(found)
    return "…" + due[word:], "…" + found[word:]


def _rest(states: Iterator[State]) -> Iterator[State]:
    next(states)
    return states


class _Reader:
    """Reads a record line by line, so that errors can name the line."""

    def __init__(self, text: str) -> None:
        *lines, self.unclosed = text.split("\n")
        self.lines = [line.removesuffix("\r") for line in lines]
        self.at = 0

    def record(self) -> Record:
        if (self.lines or [self.unclosed])[0].startswith(BYTE_ORDER_MARK):
            raise RecordError(1, "bom")
        if self.unclosed:
            raise RecordError(len(self.lines) + 1, "cut_line")
        commitment = self.commitment()
        game = self.game()
        taken = self.taken(commitment)
        names, randoms = self.seats(game.players, commitment)
        before_moves = self.at
        moves, closing = self.moves()
        fairness = self.fairness(commitment, closing, randoms)
        if taken is not None and taken.ply > len(moves):
            raise self.error("cut_moves")
        return Record(game, moves, names, fairness, before_moves, taken)

    def error(self, code: str, **values: object) -> RecordError:
        return RecordError(self.at, code, **values)

    def next(self, code: str, **values: object) -> str:
        self.at += 1
        if self.at > len(self.lines):
            raise self.error(code, **values)
        return self.lines[self.at - 1]

    def field(self, words: str) -> str:
        expected = f"'{words} …'"
        line = self.next("cut", expected=expected)
        if not line.startswith(f"{words} "):
            raise self.error("expected", expected=expected, found=line)
        return line.removeprefix(f"{words} ")

    def optional(self, words: str) -> str | None:
        return self.field(words) if self.peek().startswith(f"{words} ") else None

    def peek(self) -> str:
        return self.lines[self.at] if self.at < len(self.lines) else ""

    def hex(self, text: str, size: int, code: str) -> str:
        if not is_hex(text, size):
            raise self.error(code, digits=2 * size, found=text)
        return text

    def commitment(self) -> str | None:
        line = self.next("cut", expected=f"'{FORMAT} …'")
        if line == f"{FORMAT} no commitment":
            return None
        start = f"{FORMAT} commitment "
        if not line.startswith(start):
            raise self.error("form", found=line)
        return self.hex(line.removeprefix(start), SECRET_BYTES, "bad_commitment")

    def game(self) -> Game:
        name = self.field("game")
        try:
            players, *others = options(name)
            number = players.parse(self.field(players.name))
            return Game(name, int(number), **self.settings(others))
        except RecordError:
            raise
        except ValueError as error:
            raise self.error("bad_game", problem=error) from error

    def settings(self, others: list[Option]) -> Settings:
        """Read the options that are named, in their order; one that is not named has its default."""
        settings = {}
        to_come = list(others)
        while (line := self.peek()).startswith("option "):
            expected = " or ".join(f"'option {option.name} …'" for option in to_come)
            while to_come and not line.startswith(f"option {to_come[0].name} "):
                to_come.pop(0)
            if not to_come:
                self.at += 1
                raise self.error("expected", expected=expected or "no other option", found=line)
            option = to_come.pop(0)
            settings[option.name] = option.parse(self.field(f"option {option.name}"))
        return settings

    def taken(self, commitment: str | None) -> Taken | None:
        line = self.optional("taken")
        if line is None:
            return None
        if commitment is None:
            raise self.error("taken_without_commitment")
        found = re.fullmatch(r"(0|[1-9][0-9]{0,8}) from (\S+)", line)
        if found is None:
            raise self.error("bad_taken", found=line)
        return Taken(int(found[1]), self.hex(found[2], SECRET_BYTES, "bad_commitment"))

    def seats(self, players: int, commitment: str | None) -> tuple[tuple[str, ...], tuple[str, ...]]:
        names, randoms = [], []
        for seat in range(players):
            name = self.optional(f"seat {seat}")
            if name is not None and not (name and is_name(name)):
                raise self.error("bad_name", found=name)
            names.append(name or "")
            random = self.optional(f"random {seat}")
            if random is not None and commitment is None:
                raise self.error("random_without_commitment")
            randoms.append("" if random is None else self.hex(random, SEAT_BYTES, "bad_random"))
        expected = f"'seat N …', 'random N …' (N = 0…{players - 1}), ''"
        if line := self.next("cut", expected=expected):
            raise self.error("expected", expected=expected, found=line)
        return (tuple(names) if any(names) else ()), tuple(randoms)

    def moves(self) -> tuple[tuple[Move, ...], str]:
        moves: list[Move] = []
        while True:
            line = self.next("cut_moves")
            if line == "end" or line.startswith("secret "):
                if self.at < len(self.lines):
                    self.at += 1
                    raise self.error("after_closing")
                return tuple(moves), line
            moves.append(Move(line))

    def fairness(self, commitment: str | None, closing: str, randoms: tuple[str, ...]) -> Fairness | None:
        if commitment is None:
            if closing != "end":
                raise self.error("close_with_end")
            return None
        if closing == "end":
            raise self.error("close_with_secret")
        secret = bytes.fromhex(self.hex(closing.removeprefix("secret "), SECRET_BYTES, "bad_secret"))
        if commit(secret) != commitment:
            raise self.error("wrong_secret")
        return Fairness(secret, randoms)
