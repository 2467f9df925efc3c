"""What a table means to the player whose turn it is, and what the ways in which a turn can end are worth."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

import numpy as np

from stolik.games.pickomino.notation import BURN, STEAL, TAKE
from stolik.games.pickomino.odds.graph import Floats, Ints, TurnGraph, graph_of
from stolik.games.pickomino.pieces import (
    APPLE,
    APPLE_WORMS,
    DICE,
    FACES,
    HEN,
    LOW_TILES,
    ONE,
    RAVEN,
    RED_WORM,
    WEASEL,
    WORM_POINTS,
    Specialist,
    worms_on,
)
from stolik.games.pickomino.views import PickominoSeat, PickominoView, seat_in, turn_in

Worth: TypeAlias = Mapping[str, float]
"""What each way to end a turn is worth to the player: ``burn``, ``take 27``, ``steal 30``, and what a round
worm for ones adds to it: ``round worm``. What is not named is worth 0.

Where a round worm adds something else to one ending, say what both are worth together: the last round worm
earned for ones leaves none for the raven's tile (D-16, D-18), which is then ``take 23 with round worm``."""

ROUND_WORM = "round worm"
WITH_ROUND_WORM = f" with {ROUND_WORM}"
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
    """Two or more ones earn a round worm (D-17): ones can be set aside, and there is one to be had (D-18)."""
    dice: int = DICE
    """How many dice the turn is played with: eight, or nine with the golden die (D-10)."""
    odd_die: bool = False
    """One of them is a golden die of ones and worms."""

    @classmethod
    def of(cls, view: PickominoView, seat: int | None = None) -> Board:
        """Return the board as the viewing seat, or another one, finds it in its turn.

        For the seat in turn the golden die, the weasel and the round worm for ones are as they are now; for
        another seat as at the beginning of a turn that it rolls without the golden die.
        """
        check_game(view)
        seat = view["seat"] if seat is None else seat
        if seat is None or seat not in range(len(view["seats"])):
            raise ValueError(f"a board is that of seat 0 to {len(view['seats']) - 1}, not of {seat!r}")
        held = view["seats"][seat]["specialist"]
        turn = view["turn"] if view["turn"] and view["turn"]["seat"] == seat else None
        board = cls(
            grill=tuple(spot["tile"] for spot in view["grill"] if spot["up"]),
            tops=tuple(other["stack"][-1] for other in _robbable(view, seat)),
            red_worm=held == RED_WORM,
            weasel=held == WEASEL and not (turn and turn["weasel_used"]),
            round_worm=round_worms_for(view, seat) > 0 and not (turn and ones_are_settled(view)),
        )
        return board.with_golden_die(view) if turn and turn["gold"] else board

    def with_golden_die(self, view: PickominoView) -> Board:
        """Return the board of a turn with the golden die as a ninth (D-10)."""
        return self._replace(dice=DICE + 1, odd_die=view["golden_die"] == "ones_and_worms")

    @property
    def graph(self) -> TurnGraph:
        """The graph of a turn with these dice."""
        return graph_of(self.dice, self.odd_die, self.round_worm)

    @property
    def endings(self) -> tuple[str, ...]:
        """All ways in which a turn can end: burnt, with a tile of the grill, with a theft."""
        return (BURN, *(f"take {tile}" for tile in self.grill), *(f"steal {tile}" for tile in self.tops))


def check_game(view: PickominoView) -> None:
    """Raise ``ValueError`` for a view of another game."""
    if view["game"] != "pickomino":
        raise ValueError(f"odds are those of the dice game 'pickomino', not of {view['game']!r}")


def _robbable(view: PickominoView, seat: int) -> list[PickominoSeat]:
    """P-8, P-11, D-2: the opponents whose top tile can be stolen."""
    return [
        other
        for number, other in enumerate(view["seats"])
        if number != seat and other["stack"] and other["stack"][-1] not in LOW_TILES
    ]


def round_worms_for(view: PickominoView, seat: int) -> int:
    """D-17, D-18: how many round worms a seat could earn, from the supply, then from opponents (D-14)."""
    from_opponents = sum(
        other["round_worms"]
        for number, other in enumerate(view["seats"])
        if number != seat and other["specialist"] != HEN
    )
    return view["supply"] + from_opponents


def ones_are_settled(view: PickominoView) -> bool:
    """P-4, D-17: whether ones are set aside, and the round worm they may have earned is the player's."""
    return FACES[ONE] in turn_in(view)["aside"] and view["phase"] != "worm_for_ones"


# -- Worth ------------------------------------------------------------------------------------------------


def worms(view: PickominoView) -> dict[str, float]:
    """Return by how many worms each ending changes the viewing seat's own score.

    A player who has the choice holds the apple (D-5, D-9). Ones and the raven's tile bring a round worm each
    as long as there are any to be had (D-16 to D-18).
    """
    check_game(view)
    seat = seat_in(view)
    mine = view["seats"][seat]
    round_worms = float(round_worms_for(view, seat))
    worth = {BURN: -_lost(mine), ROUND_WORM: min(1.0, round_worms)}
    for spot in view["grill"]:
        if spot["up"]:
            take, gain = f"take {spot['tile']}", spot["worms"] + _apple(mine, spot["specialist"])
            worth[take] = gain
            if spot["specialist"] == RAVEN:  # D-16: a round worm besides; with one for ones, a second
                worth[take] = gain + min(1.0, round_worms)
                worth[take + WITH_ROUND_WORM] = gain + min(2.0, round_worms)
    for other in _robbable(view, seat):
        tile, held = other["stack"][-1], other["specialist"]
        gain = 0.0 if held == HEN else worms_on(tile) + _apple(mine, held)  # D-4, D-12
        worth[f"steal {tile}"] = gain
    return worth


def _lost(mine: PickominoSeat) -> float:
    """P-15, D-7: the worms a burnt roll costs; P-16: none without a tile; D-13: none with the hen."""
    if not mine["stack"] or mine["specialist"] == HEN:
        return 0.0
    return worms_on(mine["stack"][-1]) + (APPLE_WORMS if mine["specialist"] == APPLE else 0.0)


def _apple(mine: PickominoSeat, gained: Specialist | None) -> float:
    """D-9: the worms that a specialist just gained brings, if it is the apple."""
    return APPLE_WORMS if gained == APPLE and mine["specialist"] != APPLE else 0.0


_ENDINGS = {BURN, *TAKE.values(), *STEAL.values()}
_KNOWN = {ROUND_WORM, *_ENDINGS, *(ending + WITH_ROUND_WORM for ending in _ENDINGS)}


class Prices(NamedTuple):
    """What is paid at each ending of a board, in order."""

    endings: tuple[float, ...]
    """As long as ones have earned no round worm."""
    with_round_worm: tuple[float, ...]
    """Once they have, the round worm counted; on a board on which they earn none, the same."""


def prices(board: Board, worth: Worth) -> Prices:
    """Return what is paid at each ending of a board; raise ``ValueError`` for words that are no ending."""
    endings = board.endings
    unknown = [
        name for name in worth if name not in _KNOWN and name.removesuffix(WITH_ROUND_WORM) not in endings
    ]
    if unknown:
        raise ValueError(f"no turn ends with {unknown[0]!r}; endings are written: burn, take 27, steal 27")
    paid = with_round_worm = tuple(float(worth.get(ending, 0.0)) for ending in endings)
    if board.round_worm:
        added = worth.get(ROUND_WORM, 0.0)
        with_round_worm = tuple(
            float(worth.get(ending + WITH_ROUND_WORM, alone + added))
            for ending, alone in zip(endings, paid, strict=True)
        )
    if not all(map(math.isfinite, paid + with_round_worm)):
        raise ValueError("what an ending is worth must be a finite number")
    return Prices(paid, with_round_worm)


def cautious(paid: Prices) -> Prices:
    """Return prices by which, of choices that are equally good, the one that burns least is best.

    Such choices are common, and without this rounding would decide between them. It makes a difference of
    less than a thousand-millionth of what is at stake.
    """
    every = paid.endings + paid.with_round_worm
    loss = 1e-10 * (max(every) - min(every) or 1.0)
    return Prices(*((burn - loss, *others) for burn, *others in paid))


# -- Stakes -----------------------------------------------------------------------------------------------


class Stakes(NamedTuple):
    """What is at stake at the spots of a graph; every board is a column."""

    stop: Floats
    """The worth of the best tile to be had at each spot, ``NO_OFFER`` where there is none."""
    burn: Floats
    """The worth of a burnt roll, with a round worm for ones and without."""


def stakes(boards: Sequence[Board], paid: Sequence[Prices], stop: Floats | None = None) -> Stakes:
    """Return what is at stake on boards of the same graph; ``stop`` is an array to use for it."""
    best = np.stack([_best_offers(board, one) for board, one in zip(boards, paid, strict=True)], axis=1)
    burn = np.array([[one.with_round_worm[0] for one in paid], [one.endings[0] for one in paid]])
    return Stakes(best.take(boards[0].graph.reach, 0, stop, "clip"), burn)


def _best_offers(board: Board, paid: Prices) -> Floats:
    """Return the worth of the best offer for all that dice can come to, in the order of ``graph.reach``."""
    worth_of_take, worth_of_steal = _worth_of_offers(board, paid)
    return np.maximum(worth_of_take, worth_of_steal).ravel()


def chosen_offers(board: Board, paid: Prices) -> Ints:
    """Return which ending the player prefers at each spot, one past the last where nothing is on offer."""
    worth_of_take, worth_of_steal = _worth_of_offers(board, paid)
    take, steal = offers(board)
    chosen: Ints = np.where(worth_of_take >= worth_of_steal, take, steal).ravel()
    return chosen[board.graph.reach]


def _worth_of_offers(board: Board, paid: Prices) -> tuple[Floats, Floats]:
    """Return what tiles of the grill and thefts are worth: once ones have earned a round worm, and before."""
    take, steal = offers(board)
    worth = np.array(((*paid.with_round_worm, NO_OFFER), (*paid.endings, NO_OFFER)))
    return worth.take(take, axis=1), worth.take(steal, axis=1)


@lru_cache(maxsize=1024)
def offers(board: Board) -> tuple[Ints, Ints]:
    """P-6 to P-11: which ending is a tile of the grill, and which a theft, for what the dice come to.

    Both list the sums without a worm, then those with one; one past the last ending is no offer.
    """
    if list(board.grill) != sorted(set(board.grill)):
        raise ValueError(f"a grill lists its tiles from the lowest up, each once, not {board.grill}")
    sums = np.arange(board.graph.sums)
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
