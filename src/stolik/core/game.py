"""What a game is: the contract that every game keeps and every program relies on.

A game of chance and decisions runs like this::

    state = game.start()
    while state.actor is not None:
        if state.actor == CHANCE:
            move = state.draw(rng)
        else:
            move = choose(state.view(state.actor))  # one of state.moves()
        state = state.play(move)
    print(state.result())
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Any, NotRequired, Self, TypedDict, cast

from stolik.core.chance import Rng
from stolik.core.moves import Move
from stolik.core.options import Option, Settings, Value, chosen, complete
from stolik.core.plugins import Plugin, plugin
from stolik.core.values import quoted

Event = Mapping[str, Any]
"""Something that happened at the table, ready for JSON: ``kind`` says what. A game declares its own kinds."""


class ResultView(TypedDict):
    """How a game ended, as it stands in views."""

    scores: list[int]
    """The final score of each seat."""
    places: list[int]
    """The place of each seat, counted from 1; seats that tie share one."""
    reason: str
    """Why the game ended, in a word of the game's own."""


class View(TypedDict):
    """What one seat may see, ready for JSON: what the views of all games have. A game declares the rest.

    The settings of the game are there as well, each by its name.
    """

    game: str
    """The name of the game."""
    seat: int | None
    """The seat whose view this is; ``None`` for a spectator."""
    actor: int | None
    """The seat that must decide, -1 if chance comes next, ``None`` when the game is over."""
    phase: str
    """What comes next, in a word of the game's own."""
    over: bool
    """Whether the game is over."""
    result: ResultView | None
    """How it ended; ``None`` until then."""
    moves: NotRequired[list[str]]
    """The legal moves: in the actor's own view only."""


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended. ``places[seat]`` counts from 1; seats that tie to the end share a place.

    >>> Result(scores=(4, 7, 7), places=(3, 1, 1), reason="grill_empty").winners
    (1, 2)
    """

    scores: tuple[int, ...]
    places: tuple[int, ...]
    reason: str

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats in first place."""
        return tuple(seat for seat, place in enumerate(self.places) if place == 1)

    @classmethod
    def ranked(cls, scores: tuple[int, ...], ranks: Sequence[Any], reason: str) -> Result:
        """Return the result in which a seat's place follows from how many have a higher rank."""
        return cls(scores, tuple(1 + sum(other > rank for other in ranks) for rank in ranks), reason)

    def view(self) -> ResultView:
        """Return the result as it stands in views and events."""
        return {"scores": list(self.scores), "places": list(self.places), "reason": self.reason}


class State(ABC):
    """One moment of a game: immutable, hashable, picklable, cheap to keep.

    No method changes anything: ``play`` returns a new state, and an illegal move changes nothing.
    Nothing here uses global random numbers.
    """

    __slots__ = ()

    @property
    @abstractmethod
    def game(self) -> Game:
        """The game this is a moment of."""

    @property
    @abstractmethod
    def actor(self) -> int | None:
        """The seat that must decide, ``CHANCE`` if something random comes next, ``None`` if it is over."""

    @abstractmethod
    def moves(self) -> tuple[Move, ...]:
        """Return the legal moves of the actor in a stable order; none at ``CHANCE`` or when it is over."""

    @abstractmethod
    def play(self, move: str) -> State:
        """Return the state after a move or chance outcome, given as a ``Move`` or as its text.

        Raises ``IllegalMove``, with a reason code, for anything the rules do not allow now.
        """

    def draw(self, rng: Rng) -> Move:
        """Return a chance outcome drawn with its true probability. Only at ``CHANCE``."""
        raise ValueError("nothing is left to chance now")

    def outcomes(self) -> list[tuple[Move, float]]:
        """Return every chance outcome with its probability; they sum to 1. Only at ``CHANCE``.

        Raises ``ValueError`` where they are too many to list (the deal of a card game).
        """
        raise ValueError("nothing is left to chance now")

    @property
    @abstractmethod
    def phase(self) -> str:
        """What is to be decided or drawn next, as a word of the game."""

    def view(self, seat: int | None) -> View:
        """Return what ``seat`` may see, ready for JSON; ``None`` is a spectator."""
        if seat is not None:
            self.game.check_seat(seat)
        over = self.actor is None
        seen = {
            "game": self.game.name,
            **self.game.settings,
            "seat": seat,
            "actor": self.actor,
            "phase": self.phase,
            "over": over,
            **self.shown(seat),
            "result": self.result().view() if over else None,
        }
        if seat is not None and seat == self.actor:
            seen["moves"] = list(self.moves())
        return cast(View, seen)

    @abstractmethod
    def shown(self, seat: int | None) -> Mapping[str, object]:
        """Return the part of ``view(seat)`` that is this game's own: the table as ``seat`` may see it."""

    def events(self, move: str, seat: int | None = None) -> Sequence[Event]:
        """Return what ``play(move)`` makes happen, in order, as ``seat`` (or a spectator) may see it."""
        if seat is not None:
            self.game.check_seat(seat)
        return self.told(move, self.play(move), seat)

    @abstractmethod
    def told(self, move: str, after: Self, seat: int | None) -> Sequence[Event]:
        """Return ``events(move, seat)``, given the state that ``play(move)`` returns."""

    @abstractmethod
    def result(self) -> Result:
        """Return scores and places. Only when the game is over."""

    @abstractmethod
    def sample(self, seat: int | None, rng: Rng) -> State:
        """Return a state that ``seat`` cannot tell from this one, its hidden cards redrawn.

        ``None`` is a spectator, who sees no hand: all hands are redrawn.
        """

    def position(self, seat: int | None = None) -> str:
        """Return this state as a text of one line, which ``stolik.position`` reads (``docs/notation.md``).

        Without a seat the text says everything, hidden cards too. With a seat it says what that seat knows:
        hidden cards are written as unknown.
        """
        game = self.game
        if seat is not None:
            game.check_seat(seat)
        if game.plugin.write_position is None:
            raise ValueError(f"the game {game.name!r} has no text for positions")
        fields = {
            "players": game.players,
            **game.chosen(),
            **game.plugin.write_position(self, seat),
        }
        return " ".join([game.name, *(f"{name}={value}" for name, value in fields.items())])

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self  # nothing can change it


def options(name: str) -> tuple[Option, ...]:
    """Return the options of a game, ``players`` first."""
    return plugin(name).options


class Game:
    """A game to be played: its name, how many play, and the options chosen.

    >>> import stolik
    >>> stolik.Game("pickomino", players=3, variant="deluxe").settings["golden_die"]
    'standard'
    >>> stolik.Game("pickomino", players=8)
    Traceback (most recent call last):
    ...
    ValueError: players must be 2 to 7, not 8
    """

    __slots__ = ("_hash", "name", "players", "plugin", "settings")

    name: str
    players: int
    settings: Settings
    plugin: Plugin
    """Everything else of this game."""
    _hash: int

    def __init__(self, name: str, players: int | None = None, **settings: Value) -> None:
        found = plugin(name)
        given = settings if players is None else {"players": players, **settings}
        values = complete(found.options, given)
        fix = object.__setattr__
        fix(self, "plugin", found)
        fix(self, "name", name)
        fix(self, "players", values.pop("players"))
        fix(self, "settings", MappingProxyType(values))
        fix(self, "_hash", hash((name, self.players, *values.values())))

    def options(self) -> tuple[Option, ...]:
        """Return every option this game has: name, choices, default and the key of its explanation."""
        return self.plugin.options

    def chosen(self) -> dict[str, Value]:
        """Return the settings that differ from their defaults."""
        return chosen(self.plugin.options, self.settings)

    def start(self) -> State:
        """Return the state before anything has happened."""
        return self.plugin.start(self)

    def check_seat(self, seat: int) -> None:
        """Raise ``ValueError`` for a seat that is not at the table."""
        if type(seat) is not int or seat not in range(self.players):
            raise ValueError(f"seat must be 0 to {self.players - 1}, not {quoted(seat)}")

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Game cannot be changed: {name}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a Game cannot be changed: {name}")

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Game):
            return NotImplemented
        return (self.name, self.players, self.settings) == (other.name, other.players, other.settings)

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        settings = "".join(f", {name}={value!r}" for name, value in self.settings.items())
        return f"Game({self.name!r}, players={self.players}{settings})"

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        return self  # nothing can change it

    def __reduce__(self) -> tuple[Callable[..., Game], tuple[str, int, dict[str, Value]]]:
        return _make, (self.name, self.players, dict(self.settings))


def game_of_view(view: View, players: int) -> Game:
    """Return the game that a view is of: views have all settings, but not all have the number of players."""
    values = cast(Mapping[str, Value], view)
    name = view["game"]
    settings = tuple([(option.name, values[option.name]) for option in options(name)[1:]])
    return _known_game(name, players, settings)


@lru_cache(maxsize=256)
def _known_game(name: str, players: int, settings: tuple[tuple[str, Value], ...]) -> Game:
    return Game(name, players, **dict(settings))


def _make(name: str, players: int, settings: dict[str, Value]) -> Game:
    return Game(name, players, **settings)
