"""Looking ahead: each seat's chance to win before a turn is played, if the seat in turn plays it best."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from stolik.games.pickomino import odds, rules
from stolik.games.pickomino.bots.planner.endings import Endings, endings, with_round_worm
from stolik.games.pickomino.bots.planner.value_network import Batch, Network
from stolik.games.pickomino.odds import Board
from stolik.games.pickomino.odds.board import ROUND_WORM
from stolik.games.pickomino.odds.graph import Floats
from stolik.games.pickomino.pieces import DICE, GOLDEN_DIE, LOW_TILES, RED_WORM, WEASEL
from stolik.games.pickomino.rules import PickominoState

MINE = -1
"""When a turn has ended the next seat comes first, and the one whose turn it was comes last."""

KEPT = 8
"""So many turns about to begin are remembered: how far to look is asked first, then what is seen there."""

NUDGE = 1e-6
"""A little of a chance: too little to change what is best, enough not to be lost in rounding."""


class Prospect(NamedTuple):
    """What can become of a turn."""

    now: PickominoState
    endings: Endings
    with_round_worm: list[PickominoState]
    """Burnt, but with a round worm for ones (D-17): one for each seat that could give it."""

    @classmethod
    def of(cls, now: PickominoState) -> Prospect:
        """Return what can become of the turn of the seat in turn."""
        return cls(now, endings(now), [rules.burn(rich, None) for rich in with_round_worm(now)])

    @property
    def ends(self) -> list[PickominoState]:
        """All states in which the turn can end, as far as they are looked at."""
        return [*(state for states in self.endings.values() for state in states), *self.with_round_worm]

    @property
    def names(self) -> list[str]:
        """The ways to end the turn, and last the round worm."""
        return [*self.endings, ROUND_WORM]

    def outlook(self, chances: Floats) -> Floats:
        """Return all seats' chances by name, from those at all ends.

        Between ends the player chooses what is best for itself. What a round worm adds to the chances is
        taken to be what it adds if the turn is burnt.
        """
        start, best = 0, []
        for states in self.endings.values():
            best.append(start + int(chances[start : start + len(states), MINE].argmax()))
            start += len(states)
        found = chances[best]
        rich = max(chances[start:], key=lambda row: float(row[MINE]), default=found[0])
        return np.vstack((found, rich - found[0]))

    def boards(self) -> list[Board]:
        """Return the board of the turn, and that with the golden die if the player may use it (D-10)."""
        game, table, seat = self.now.game, self.now.table, self.now.seat
        held = table.held[seat]
        board = Board(
            grill=table.grill,
            tops=tuple(
                stack[-1]
                for other, stack in enumerate(table.stacks)
                if other != seat and stack and stack[-1] not in LOW_TILES
            ),
            red_worm=held == RED_WORM,
            weasel=held == WEASEL,
            round_worm=bool(self.with_round_worm),
        )
        if held != GOLDEN_DIE:
            return [board]
        odd_die = game.settings["golden_die"] == "ones_and_worms"
        return [board, board._replace(dice=DICE + 1, odd_die=odd_die)]


class Turns:
    """Turns about to begin at tables of as many seats, and all that can become of them."""

    @staticmethod
    @lru_cache(maxsize=KEPT)
    def of(states: tuple[PickominoState, ...]) -> Turns:
        """Return the turns that begin in these states."""
        return Turns(states)

    def __init__(self, states: Sequence[PickominoState]) -> None:
        self._prospects = [Prospect.of(state) for state in states]
        ends = [prospect.ends for prospect in self._prospects]
        self._starts = np.cumsum([0, *map(len, ends)])
        self.ends = [state for some in ends for state in some]
        """All states in which one of the turns can end."""

    def chances(self, at_ends: Floats) -> Floats:
        """Return each seat's chance to win, the one in turn first, from the chances at all ends.

        How the value of a turn changes with what its ends are worth tells how likely they are: if every end
        were worth more by a little of another seat's chance there, the whole turn would be worth more by as
        little of that seat's chance before it.
        """
        players = at_ends.shape[1]
        boards, worths, owners = [], [], []
        for number, prospect in enumerate(self._prospects):
            outlook = prospect.outlook(at_ends[self._starts[number] : self._starts[number + 1]])
            names = prospect.names
            columns = [outlook[:, MINE] + NUDGE * other for other in (0.0, *outlook.T[: players - 2])]
            for board in prospect.boards():
                boards += [board] * len(columns)
                worths += [dict(zip(names, column.tolist(), strict=True)) for column in columns]
                owners.append(number)
        values = odds.fresh(boards, worths).reshape(len(owners), players - 1)
        found = np.full((len(self._prospects), players), -1.0)
        for number, (mine, *others) in zip(owners, values, strict=True):
            if mine > found[number, 0]:  # the golden die plays if that is better
                found[number, 0] = mine
                found[number, 1:MINE] = (np.array(others) - mine) / NUDGE
        found[:, MINE] = 1 - found[:, :MINE].sum(axis=1)
        return found


def chances(network: Network, states: Sequence[PickominoState], ahead: int) -> Floats:
    """Return each seat's chance to win, the one in turn first: by the network, so many turns ahead."""
    batch = Batch.of(states)
    if not ahead:
        return batch.chances(network)
    found = batch.known.copy()
    if batch.going:
        turns = Turns.of(tuple(states[number] for number in batch.going))
        places = {state: number for number, state in enumerate(dict.fromkeys(turns.ends))}
        later = chances(network, list(places), ahead - 1)
        found[batch.going] = turns.chances(later[[places[state] for state in turns.ends]])
    return found


def depth_within(states: Iterable[PickominoState], turns: int, ways: int) -> int:
    """Return how many turns ahead can be looked at when turns have ended so, within so much work.

    At least one, at most so many ``turns``, and one more as long as all turns that are looked at can end in
    no more than so many ``ways``: the fewer tiles are left, the further. It follows from the states alone,
    not from any clock.
    """
    ahead, now = 1, _going(states)
    while ahead < turns:
        now = _going(Turns.of(now).ends)
        if sum(map(_ways, now)) > ways:
            break
        ahead += 1
    return ahead


def _going(states: Iterable[PickominoState]) -> tuple[PickominoState, ...]:
    """Return the states that are not over, each once."""
    return tuple(state for state in dict.fromkeys(states) if state.phase != "over")


def _ways(state: PickominoState) -> int:
    """Return about how many ways a turn can end, as much work as each is: more with more players."""
    return (len(state.table.grill) + state.game.players) * (state.game.players - 1)
