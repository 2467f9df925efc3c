"""A game as a plug-in: one object says all the product needs of it.

A game brings a ``Plugin``. Ours are in ``stolik.games``, one folder each; installed packages name theirs by
an entry point of the group ``stolik.games``. ``docs/adding-a-game.md`` builds one from start to end.

What only some programs need (bots, encoding, lab, terminal, …) is a reference, ``package.module`` or
``package.module:name``, and imported on first use, so that ``import stolik`` stays light.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from threading import RLock
from typing import TYPE_CHECKING, Any, Literal

from stolik.core import entry_points
from stolik.core.options import Option
from stolik.core.values import quoted

if TYPE_CHECKING:
    from stolik.core.chance import Rng
    from stolik.core.game import Game, State

GROUP = "stolik.games"
"""The group of entry points by which installed packages bring games."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plugin:
    """A game, as the rest of the product knows it.

    name
        Lower case, and the same in code, records, protocol and page.
    options
        The options; ``players`` comes first.
    start
        Returns the state before anything has happened.
    read_position
        Returns the state that the fields of a position describe (``stolik.position``).
    write_position
        Returns the fields of a state's position, in their order, as a seat knows them, or all of it for
        ``None`` (``State.position``). ``stolik.core.positions`` has what both need.
    hidden
        Whether seats see different things. If not, views differ only in ``seat`` and ``moves``.
    chance
        The first words of chance outcomes. Where the outcomes of a word are equally likely and always the
        same, they are listed here, drawn by ``below``, and any program can check them; ``None`` elsewhere.
        ``first`` is for lots (``stolik.core.lots``): one outcome for each player, drawn by ``below`` too.
        An outcome whose word is not here is refused when it is drawn for a table; a game without any
        leaves nothing to chance.
    gestures
        Whether several decisions may come as one command. Only where none of them can reveal something
        hidden: a gesture that is refused half-way would show it.
    undoable
        The first words of decisions that a player may take back in a game with hidden things: those that
        show the player nothing hidden. Where nothing is hidden, all decisions may be taken back until
        chance comes.
    standing_orders
        The phases that a person may answer ahead, each with the possible answers.
    help
        The kinds of help that a table can choose.
    levels
        The bot of each level; one that is not here is the next weaker level, or the random bot.
    order
        Sorts lists of games, the lowest first, then by name. The first is the default game.
    words
        The package with the catalogues (``en.toml``, …) and the rules (``rules.en.md``, …).
    puzzles
        The package with ``puzzles.json`` (``stolik.analysis.puzzles``).
    bots
        A mapping from names to factories that take a ``random.Random``, the weakest first.
    encoding
        A class: ``Encoding(game)``, a ``stolik.encoding.Encoding``.
    preview
        A function ``preview(state, risk)``: what each move of the actor would lead to, as far as the actor
        can know; ``risk`` says whether chances may be included.
    advice
        A module with ``risk(view)``, ``can_advise(view)`` and ``advise(view)``: help with a decision.
    judge
        A function ``judge(depth)``: a ``stolik.analysis.Judge``, who says what seats can expect.
    picture
        A function ``picture(view)``: the table as plain text.
    lab
        A function ``make(game)``: the game in batches, a ``stolik.lab.BatchEnv``.
    baseline
        A function ``baseline(game)``: what has learned, as an opponent in the lab.
    recipe
        A ``stolik.train.recipe.Recipe``: what a network can learn of the game in the lab.
    terminal
        A function ``make(words, people)``: the game's ``stolik.cli.screen.Screen``.
    odds
        A function ``run(words, arguments)``: ``stolik odds`` for this game.
    """

    name: str
    options: tuple[Option, ...]
    start: Callable[[Game], State]
    read_position: Callable[[Game, Mapping[str, str], Rng | None], State] | None = None
    write_position: Callable[[Any, int | None], Mapping[str, str]] | None = None
    hidden: bool = False
    chance: Mapping[str, tuple[str, ...] | None] = field(default_factory=dict)
    gestures: bool = False
    undoable: tuple[str, ...] = ()
    standing_orders: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    help: tuple[Literal["none", "risk", "trainer"], ...] = ("none",)
    levels: Mapping[str, str] = field(default_factory=dict)
    order: int = 100
    words: str = ""
    puzzles: str = ""
    bots: str = ""
    encoding: str = ""
    preview: str = ""
    advice: str = ""
    judge: str = ""
    picture: str = ""
    lab: str = ""
    baseline: str = ""
    recipe: str = ""
    terminal: str = ""
    odds: str = ""

    def load(self, part: str) -> Any:
        """Import and return a part given by reference, such as ``"encoding"``.

        Raises ``ValueError`` if the game does not have it.
        """
        reference: str = getattr(self, part)
        if not reference:
            raise ValueError(f"the game {self.name!r} has no {part}")
        module, _, name = reference.partition(":")
        found = import_module(module)
        if name and not hasattr(found, name):
            raise ValueError(f"the game {self.name!r}: {part}={reference!r}: {module} has no {name}")
        return getattr(found, name) if name else found

    def __post_init__(self) -> None:
        if not self.options or self.options[0].name != "players":
            raise ValueError(f"the game {self.name!r}: the first option must be 'players'")


_PLUGINS: dict[str, Plugin] = {}
_entry_points_are_read = False
_reading = RLock()  # a game that is being loaded may ask for others


def register(plugin: Plugin) -> None:
    """Add a game, to be found by its name."""
    _PLUGINS[plugin.name] = plugin


def game_names() -> tuple[str, ...]:
    """Return the names of all games, those of installed packages included; the default first."""
    _read_entry_points()
    return tuple(sorted(_PLUGINS, key=lambda name: (_PLUGINS[name].order, name)))


def plugin(name: str) -> Plugin:
    """Return the plug-in of a game."""
    if not isinstance(name, str):
        raise TypeError(f"the name of a game is a text, not {type(name).__name__}")
    if name not in _PLUGINS:
        _read_entry_points()
    if name not in _PLUGINS:
        raise ValueError(f"unknown game {quoted(name)}; the games are: {', '.join(game_names())}")
    return _PLUGINS[name]


def _read_entry_points() -> None:
    """Register the games of installed packages, once; warn about those that cannot be loaded."""
    global _entry_points_are_read
    with _reading:
        if not _entry_points_are_read:
            _entry_points_are_read = True  # first: what is being loaded may ask which games there are
            _register_entry_points()


def _register_entry_points() -> None:
    for point in entry_points.find(GROUP):
        if point.name in _PLUGINS:
            warnings.warn(
                f"a game named {point.name!r} is there already; {point.value} is left out", stacklevel=5
            )
            continue
        try:
            found = point.load()
            if not isinstance(found, Plugin) or found.name != point.name:
                raise TypeError(f"it must be a stolik.core.Plugin with the name {point.name!r}")
        except Exception as error:
            warnings.warn(
                f"the game {point.name!r} cannot be loaded from {point.value}: {error}", stacklevel=5
            )
        else:
            register(found)
