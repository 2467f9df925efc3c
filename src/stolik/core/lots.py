"""Drawing lots for who begins: ``first 0``, ``first 1``, …: one outcome a player, all equally likely."""

from __future__ import annotations

from functools import cache

from stolik.core.chance import Rng, below
from stolik.core.moves import Move


@cache
def lots(players: int) -> tuple[Move, ...]:
    """Return every outcome; its place in the tuple is the seat that begins.

    >>> lots(3)
    ('first 0', 'first 1', 'first 2')
    """
    return tuple(Move(f"first {seat}") for seat in range(players))


def draw_lots(players: int, rng: Rng) -> Move:
    """Return an outcome, drawn."""
    return lots(players)[below(rng, players)]


def lots_with_odds(players: int) -> list[tuple[Move, float]]:
    """Return every outcome with its probability."""
    return [(move, 1 / players) for move in lots(players)]


def lots_expected(players: int) -> str:
    """Return what an error says to a move that is none of the outcomes."""
    first, *_, last = lots(players)
    return f"lots are drawn now: {first!r} to {last!r}"
