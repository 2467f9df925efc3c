"""Who sits at the table: people and bots, and how they are called."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, count

from stolik.cli.errors import Wrong
from stolik.cli.preferences import DEFAULT_LEVEL
from stolik.words import Words

COMPANY = 2
"""How many bots a person plays against by default."""


LONGEST_KIND = 14
"""More of a bot's name would leave no room for the table."""


@dataclass(frozen=True, slots=True)
class Player:
    """Who sits in a seat: a person (``bot`` is ``None``), by name or nameless, or a bot by its name."""

    bot: str | None = None
    name: str = ""


@dataclass(frozen=True, slots=True)
class People:
    """What the seats are called on the screen, and which of them is the reader, if one is.

    ``kinds`` says which bot sits where (nothing of a person), if that is worth telling: the bots differ.
    """

    names: tuple[str, ...]
    you: int | None = None
    kinds: tuple[str, ...] = ()

    @classmethod
    def at_play(cls, words: Words, seats: Sequence[Player]) -> People:
        """Return the names during a game: a nameless person is the reader."""
        nameless = [number for number, seat in enumerate(seats) if not seat.name]
        names = tuple(seat.name or words("seat.you") for seat in seats)
        kinds = tuple(_kind(words, seat.bot) if seat.bot else "" for seat in seats)
        differ = len(set(filter(None, kinds))) > 1
        return cls(names, nameless[0] if nameless else None, kinds if differ else ())

    @classmethod
    def in_record(cls, words: Words, names: Sequence[str], players: int) -> People:
        """Return the names of a record: a nameless seat has its number."""
        known = names or [""] * players
        return cls(tuple(name or words("seat.number", n=seat) for seat, name in enumerate(known, start=1)))

    @property
    def labels(self) -> tuple[str, ...]:
        """What the seats are called where there is room for more than a name: ``Bot Fox (hard)``."""
        kinds = self.kinds or ("",) * len(self.names)
        return tuple(
            f"{name} ({kind})" if kind else name for name, kind in zip(self.names, kinds, strict=True)
        )

    def is_you(self, seat: int) -> bool:
        """Whether the reader sits there."""
        return seat == self.you


def _kind(words: Words, bot: str) -> str:
    """Return which bot it is: its level in words, or its name; of a long command line the end."""
    kind = words.get(f"level.{bot}", bot)
    return kind if len(kind) <= LONGEST_KIND else "…" + kind[1 - LONGEST_KIND :]


def fill(
    words: Words,
    listed: Sequence[Player],
    players: int | None,
    level: str | None,
    sizes: Sequence[int],
    *,
    watched: bool,
) -> list[Player]:
    """Return all the seats of a game: those listed, in that order, and as many bots as are needed.

    Without a person among those listed one is added in front, unless bots are to be ``watched``: then a bot
    takes that place where none is listed. ``players`` says how many play; without it, a lone person gets
    company, and several play among themselves, with more where these are too few (``sizes`` says how many
    can play). The bots that are added have this ``level``, or are of the kind listed last.
    """
    seats = list(listed)
    bots = [seat.bot for seat in seats if seat.bot]
    more = Player(level or (bots[-1] if bots else DEFAULT_LEVEL))
    if len(bots) == len(seats) and not (watched and seats):
        seats.insert(0, more if watched else Player())
    if players is None:
        usual = len(seats) if len(seats) > 1 else len(seats) + COMPANY
        large_enough = [size for size in sizes if size >= len(seats)]
        players = min(large_enough, key=lambda size: (abs(size - usual), size), default=len(seats))
    if len(seats) > players:
        key = "error.seats" if len(seats) == len(listed) else "error.seats_with_you"
        raise Wrong(words(key, n=len(seats), players=players))
    return seats + [more] * (players - len(seats))


def named(words: Words, seats: Sequence[Player]) -> list[Player]:
    """Return the seats with a name for every bot."""
    taken = [seat.name for seat in seats if seat.name]
    for name in taken:
        if taken.count(name) > 1:
            raise Wrong(words("error.name_twice", name=name))
    usual = [name for name in words("seat.bots").split(", ") if name not in taken]
    free = chain(usual, (words("seat.bot", n=n) for n in count(len(usual) + 1)))
    return [Player(seat.bot, next(free)) if seat.bot else seat for seat in seats]
