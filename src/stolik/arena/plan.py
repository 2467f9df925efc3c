"""What is to be played: the bots at each table, the number of deals, and when to stop."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations

from stolik import bots
from stolik.core import Game

Table = tuple[str, ...]
"""The bots that play together, one for each place. Places rotate over the seats from game to game."""

ENOUGH = 100
"""Deals played before ``until`` is checked: an interval over fewer is not reliable."""


def tables(names: Sequence[str], players: int) -> tuple[Table, ...]:
    """Return who plays with whom.

    More names than places make a round robin: every combination of names is a table. Otherwise there is one
    table, and the last name fills the places left over, so that two names are one against the rest.

    >>> tables(["a", "b", "c"], 2)
    (('a', 'b'), ('a', 'c'), ('b', 'c'))
    >>> tables(["a", "b"], 4)
    (('a', 'b', 'b', 'b'),)
    """
    if len(names) > players:
        return tuple(combinations(names, players))
    left_over = players - len(names)
    return ((*names, *[names[-1]] * left_over),)


@dataclass(frozen=True)
class Plan:
    """A match or a tournament: everything that its results depend on.

    At least ``games`` games are played at every table, in whole deals: a deal is a game from each seat. With
    ``until`` it ends earlier, when the 95 % interval of the first bot's win rate is ± ``until`` or narrower
    (0.005 is ± 0.5 percentage points). Third-party bots have ``deadline`` seconds for a move.
    ``own`` makes bots of names of your own; to other processes pickle must be able to send them.
    With ``luck_adjusted`` the game's judge measures the luck in every game (``stolik.analysis``).
    """

    game: Game
    names: tuple[str, ...]
    games: int
    seed: int
    until: float | None = None
    deadline: float = bots.DEADLINE
    own: Mapping[str, bots.Maker] = field(default_factory=dict, compare=False, repr=False)
    luck_adjusted: bool = False

    def __post_init__(self) -> None:
        for name in self.names:
            if name not in self.own and not bots.is_known(self.game.name, name):
                known = ", ".join((*bots.LEVELS, *bots.names(self.game.name)))
                raise ValueError(f"unknown bot {name!r}; the bots are: {known}, {bots.COMMAND}COMMAND")
        for name, maker in self.own.items():
            if not callable(maker):
                made = type(maker).__name__
                example = "lambda rng: MyBot(rng)"
                raise TypeError(f"own[{name!r}] must make a bot, such as {example}; it is of type {made}")
            if bots.is_known(self.game.name, name):
                raise ValueError(f"own[{name!r}] has the name of another bot; choose one of its own")
        if len(self.names) < 2:
            raise ValueError(f"two bots are needed at least, not {len(self.names)}")
        if len(self.names) > max(self.game.players, len(self.bots)):
            raise ValueError(f"a bot is named twice, but there are only {self.game.players} seats")
        if self.games < 1:
            raise ValueError(f"games must be at least 1, not {self.games}")
        if self.seed < 0:
            raise ValueError(f"seed must be at least 0, not {self.seed}")
        if self.until is not None and not 0 < self.until <= 0.5:
            raise ValueError(f"until must be above 0 and at most 0.5, not {self.until}")
        if not self.deadline > 0:
            raise ValueError(f"deadline must be above 0, not {self.deadline}")
        if self.luck_adjusted and not self.game.plugin.judge:
            raise ValueError(f"the game {self.game.name!r} has no judge, who could say what luck did")

    @cached_property
    def bots(self) -> tuple[str, ...]:
        """Every bot once, in the order of ``names``."""
        return tuple(dict.fromkeys(self.names))

    @cached_property
    def tables(self) -> tuple[Table, ...]:
        """The tables; all of them play every deal."""
        return tables(self.names, self.game.players)

    @property
    def is_tournament(self) -> bool:
        """Whether there are more than two bots, so that a rating is meaningful."""
        return len(self.bots) > 2

    @property
    def deals(self) -> int:
        """How many deals are played, unless ``until`` ends it earlier."""
        return -(-self.games // self.game.players)

    @property
    def games_per_deal(self) -> int:
        """How many games a deal has: one from each seat at every table."""
        return self.game.players * len(self.tables)

    def command(self) -> str:
        """Return the command that plays this."""
        words: list[object] = ["stolik", "arena", self.game.name, *self.names]
        flags = {"players": self.game.players, **self.game.chosen(), "games": self.games}
        for name, value in flags.items():
            words += [f"--{name.replace('_', '-')}", value]
        if self.until is not None:
            words += ["--until", f"{100 * self.until:g}"]
        if self.deadline != bots.DEADLINE:
            words += ["--deadline", f"{self.deadline:g}"]
        if self.luck_adjusted:
            words.append("--luck-adjusted")
        return shlex.join(map(str, [*words, "--seed", self.seed]))

    def is_same_match(self, other: Plan) -> bool:
        """Whether both play the same games, though perhaps a different number of them."""
        mine = (self.game, self.names, self.seed, self.deadline, self.luck_adjusted)
        return mine == (other.game, other.names, other.seed, other.deadline, other.luck_adjusted)
