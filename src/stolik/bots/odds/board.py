"""What a table means to the player whose turn it is, and what the ways in which a turn can end are worth."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from stolik.bots.odds.course import Course, Floats, Ints, course_of
from stolik.core import View
from stolik.pickomino.notation import BURN, STEAL, TAKE
from stolik.pickomino.pieces import (
    APPLE,
    APPLE_WORMS,
    DICE,
    HEN,
    LOW_TILES,
    RAVEN,
    RED_WORM,
    WEASEL,
    WORM_POINTS,
    worms_on,
)

Worth: TypeAlias = Mapping[str, float]
"""What each way to end a turn is worth to the player: ``burn``, ``take 27``, ``steal 30``, and what a round
worm for ones adds to it: ``round worm``. What is not named is worth 0."""

Prices: TypeAlias = tuple[float, ...]
"""The worth of each ending of a board, in order, and of a round worm."""

ROUND_WORM = "round worm"
NO_OFFER = -math.inf


class Board(NamedTuple):
    """All that matters for a turn: what can be taken, and what the player may do besides.

    >>> Board(grill=(21, 22, 30), tops=(27,)).endings
    ('burn', 'take 21', 'take 22', 'take 30', 'steal 27')
    """

    grill: tuple[int, ...]
    """The face-up tiles on the grill, lowest first."""
    tops: tuple[int, ...] = ()
    """The tiles that can be stolen (P-8)."""
    red_worm: bool = False
    """The player holds the red worm (D-11)."""
    weasel: bool = False
    """The player may still repeat a roll this turn (D-15)."""
    round_worm: bool = False
    """Two or more ones earn a round worm (D-17): there is one to be had (D-18)."""
    dice: int = DICE
    """How many dice the turn is played with: eight, or nine with the golden die (D-10)."""
    odd_die: bool = False
    """One of them is a golden die of ones and worms."""

    @classmethod
    def of(cls, view: View, seat: int | None = None) -> Board:
        """Return the board as the viewing seat, or another one, finds it in its turn.

        For the seat in turn the golden die and the weasel are as they are now; for another seat as at the
        beginning of a turn that it rolls without the golden die.
        """
        check_game(view)
        seat = view["seat"] if seat is None else seat
        if seat not in range(len(view["seats"])):
            raise ValueError(f"a board is that of seat 0 to {len(view['seats']) - 1}, not of {seat!r}")
        held = view["seats"][seat]["specialist"]
        turn = view["turn"] if view["turn"] and view["turn"]["seat"] == seat else None
        board = cls(
            grill=tuple(spot["tile"] for spot in view["grill"] if spot["up"]),
            tops=tuple(other["stack"][-1] for other in _robbable(view, seat)),
            red_worm=held == RED_WORM,
            weasel=held == WEASEL and not (turn and turn["weasel_used"]),
            round_worm=has_round_worm(view, seat),
        )
        return board.with_golden_die(view) if turn and turn["gold"] else board

    def with_golden_die(self, view: View) -> Board:
        """Return the board of a turn with the golden die as a ninth (D-10)."""
        return self._replace(dice=DICE + 1, odd_die=view["golden_die"] == "ones_and_worms")

    @property
    def course(self) -> Course:
        """The course of a turn with these dice."""
        return course_of(self.dice, self.odd_die)

    @property
    def endings(self) -> tuple[str, ...]:
        """All ways in which a turn can end: burnt, with a tile of the grill, with a theft."""
        return (BURN, *(f"take {tile}" for tile in self.grill), *(f"steal {tile}" for tile in self.tops))


def check_game(view: View) -> None:
    """Complain about a view of another game."""
    if view["game"] != "pickomino":
        raise ValueError(f"odds are those of the dice game 'pickomino', not of {view['game']!r}")


def _robbable(view: View, seat: int) -> list[dict[str, Any]]:
    """P-8, P-11, D-2: the opponents whose top tile can be stolen."""
    return [
        other
        for number, other in enumerate(view["seats"])
        if number != seat and other["stack"] and other["stack"][-1] not in LOW_TILES
    ]


def has_round_worm(view: View, seat: int) -> bool:
    """D-17, D-18: whether there is a round worm for a seat to earn."""
    return view["supply"] > 0 or any(
        other["round_worms"] and other["specialist"] != HEN
        for number, other in enumerate(view["seats"])
        if number != seat
    )


# -- Worth ------------------------------------------------------------------------------------------------


def worms(view: View) -> dict[str, float]:
    """Return by how many worms each ending changes the viewing seat's own score.

    A player who has the choice holds the apple (D-5, D-9). A round worm for the raven's tile (D-16) counts
    if there is one to be had now.
    """
    check_game(view)
    mine = view["seats"][view["seat"]]
    round_worm = float(has_round_worm(view, view["seat"]))
    worth = {BURN: -_lost(mine), ROUND_WORM: round_worm}
    for spot in view["grill"]:
        if spot["up"]:
            raven = round_worm if spot["specialist"] == RAVEN else 0.0
            worth[f"take {spot['tile']}"] = spot["worms"] + _apple(mine, spot["specialist"]) + raven
    for other in _robbable(view, view["seat"]):
        tile, held = other["stack"][-1], other["specialist"]
        gain = 0.0 if held == HEN else worms_on(tile) + _apple(mine, held)  # D-4, D-12
        worth[f"steal {tile}"] = gain
    return worth


def _lost(mine: dict[str, Any]) -> float:
    """P-15, D-7: the worms a burnt roll costs; P-16: none without a tile; D-13: none with the hen."""
    if not mine["stack"] or mine["specialist"] == HEN:
        return 0.0
    return worms_on(mine["stack"][-1]) + (APPLE_WORMS if mine["specialist"] == APPLE else 0.0)


def _apple(mine: dict[str, Any], gained: str | None) -> float:
    """D-9: the worms that a specialist just gained brings, if it is the apple."""
    return APPLE_WORMS if gained == APPLE and mine["specialist"] != APPLE else 0.0


_KNOWN = {BURN, ROUND_WORM, *TAKE.values(), *STEAL.values()}


def prices(board: Board, worth: Worth) -> Prices:
    """Return what is paid at each ending of a board; complain about words that are no ending."""
    endings = board.endings
    unknown = [ending for ending in worth if ending not in _KNOWN and ending not in endings]
    if unknown:
        raise ValueError(f"no turn ends with {unknown[0]!r}; endings are written: burn, take 27, steal 27")
    paid = [float(worth.get(ending, 0.0)) for ending in endings]
    paid.append(float(worth.get(ROUND_WORM, 0.0)) if board.round_worm else 0.0)
    if not all(map(math.isfinite, paid)):
        raise ValueError("what an ending is worth must be a finite number")
    return tuple(paid)


def cautious(paid: Prices) -> Prices:
    """Return prices by which, of choices that are equally good, the one that burns least is best.

    Such choices are common, and without this rounding would decide between them. It makes a difference of
    less than a thousand-millionth of what is at stake.
    """
    spread = max(paid) - min(paid) or 1.0
    return (paid[0] - 1e-10 * spread, *paid[1:])


# -- Stakes -----------------------------------------------------------------------------------------------


class Stakes(NamedTuple):
    """What is at stake at the spots of a course; every board is a column."""

    stop: Floats
    """The worth of the best tile to be had at each spot, ``NO_OFFER`` where there is none."""
    burn: Floats
    """The worth of a burnt roll."""
    round_worm: Floats
    """The worth of a round worm."""


def stakes(boards: Sequence[Board], paid: Sequence[Prices], stop: Floats | None = None) -> Stakes:
    """Return what is at stake on boards with the same dice; ``stop`` is an array to use for it."""
    best = np.stack([_best_offers(board, one) for board, one in zip(boards, paid, strict=True)], axis=1)
    return Stakes(
        best.take(boards[0].course.reach, 0, stop, "clip"),
        np.array([one[0] for one in paid]),
        np.array([one[-1] for one in paid]),
    )


def _best_offers(board: Board, paid: Prices) -> Floats:
    take, steal = offers(board)
    worth = np.array((*paid[:-1], NO_OFFER))
    best: Floats = np.maximum(worth[take], worth[steal])
    return best


def chosen_offers(board: Board, paid: Prices) -> Ints:
    """Return which ending the player prefers at each spot, one past the last where nothing is on offer."""
    take, steal = offers(board)
    worth = np.array((*paid[:-1], NO_OFFER))
    chosen: Ints = np.where(worth[take] >= worth[steal], take, steal)
    return chosen[board.course.reach]


@lru_cache(maxsize=1024)
def offers(board: Board) -> tuple[Ints, Ints]:
    """P-6 to P-11: which ending is a tile of the grill, and which a theft, for what the dice come to.

    Both list the sums without a worm, then those with one; one past the last ending is no offer.
    """
    if list(board.grill) != sorted(set(board.grill)):
        raise ValueError(f"a grill lists its tiles from the lowest up, each once, not {board.grill}")
    sums = np.arange(board.course.sums)
    tiles = np.array((0, *board.grill))
    next_lower = tiles.searchsorted(sums, side="right") - 1
    fits = (next_lower > 0) & ((tiles[next_lower] == sums) | ~np.isin(tiles[next_lower], LOW_TILES))  # D-2
    none = len(board.endings)
    take = np.where(fits, next_lower, none)
    steal = np.full_like(take, none)
    for number, tile in enumerate(board.tops, start=len(tiles)):
        if tile < len(steal):
            steal[tile] = number
    return _without_worm(board, take, none), _without_worm(board, steal, none)


def _without_worm(board: Board, offer: Ints, none: int) -> Ints:
    """P-6: put before offers those without a worm: none; D-11: or those of a sum with the red worm in it."""
    without = np.full_like(offer, none)
    if board.red_worm:
        without[:-WORM_POINTS] = offer[WORM_POINTS:]
    return np.concatenate((without, offer))
