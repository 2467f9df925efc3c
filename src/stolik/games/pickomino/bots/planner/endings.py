"""What the table looks like when a turn has ended, by the rules themselves."""

from __future__ import annotations

from stolik.games.pickomino import rules
from stolik.games.pickomino.from_view import state_from_view
from stolik.games.pickomino.notation import BURN
from stolik.games.pickomino.pieces import LOW_TILES
from stolik.games.pickomino.rules import FRESH, PickominoState
from stolik.games.pickomino.views import PickominoView

Endings = dict[str, list[PickominoState]]
"""What each way to end a turn leads to; several if the player has a choice to make then (D-5, D-18)."""


def without_dice(view: PickominoView) -> PickominoState:
    """Return the state that a view shows, the dice left out."""
    return state_from_view(view)._replace(turn=FRESH, roll=None)


def endings(now: PickominoState) -> Endings:
    """Return what each way to end this turn leads to."""
    found: Endings = {BURN: [rules.burn(now, None)]}
    for tile in now.table.grill:
        found[f"take {tile}"] = settled(rules.take(now, tile))
    for seat, stack in enumerate(now.table.stacks):
        if seat != now.seat and stack and stack[-1] not in LOW_TILES:  # P-8, D-2
            found[f"steal {stack[-1]}"] = settled(rules.steal(now, stack[-1]))
    return found


def settled(state: PickominoState) -> list[PickominoState]:
    """Return the ends of a turn between which a player can choose once it has its tile."""
    if state.phase in ("hold", "worm_for_raven"):
        return [state.play(move) for move in state.moves()]
    return [state]


def with_round_worm(now: PickominoState) -> list[PickominoState]:
    """Return the same state with a round worm for ones (D-17), one for each seat that could give it."""
    if not rules.is_deluxe(now.game):
        return []
    table, seat = now.table, now.seat
    if table.supply:
        return [now._replace(table=table.add_round_worms(seat, 1))]
    return [given(now, giver) for giver in rules.round_worm_givers(table, seat)]


def given(now: PickominoState, giver: int) -> PickominoState:
    """Return the same state after a seat has given a round worm to the one in turn (D-18)."""
    return now._replace(table=now.table.add_round_worms(giver, -1).add_round_worms(now.seat, 1))
