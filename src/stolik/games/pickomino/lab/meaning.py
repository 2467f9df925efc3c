"""What is counted of the dice game in many games, and what an eager player of it likes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import jax.numpy as jnp
import numpy as np
from jax import Array

from stolik.games.pickomino import encoding as dice_numbers
from stolik.games.pickomino.lab.table import ALL_TILES, WORM_FOR_RAVEN, State, unpack
from stolik.games.pickomino.pieces import FACES, TILES
from stolik.lab.meaning import Meaning

if TYPE_CHECKING:
    from stolik.games.pickomino.lab.env import Env


def meaning(env: Env) -> Meaning:
    """Who is eager steals, or else takes, as soon as that is possible."""
    choices = ("go_on", "take", "steal", "special")  # as dice_numbers.THENS, and what only Deluxe has
    go_on, special = choices.index("go_on"), choices.index("special")
    kind_of = np.full(env.actions, special, np.int32)
    kind_of[dice_numbers.KEEPS : dice_numbers.ROLLS] = np.repeat(dice_numbers.THENS, len(FACES))
    worms = np.arange(env.actions - dice_numbers.WORMS) % len(dice_numbers.THENS)
    kind_of[dice_numbers.WORMS :] = np.where(worms == dice_numbers.GO_ON, special, worms)
    may_burn = (kind_of == go_on) | (kind_of == special)
    may_burn[dice_numbers.HOLDS : dice_numbers.WORMS] = False
    tiles = [tile for tile in ALL_TILES if env.deluxe or tile in TILES]
    at = jnp.array([ALL_TILES.index(tile) for tile in tiles], jnp.uint32)
    names = tuple(map(str, tiles))

    def happened(before: State, action: Array, after: State) -> dict[str, Array]:
        """A turn that ends without a tile is burnt; a tile off the grill is in a stack, or turned down.

        With the choice of a specialist (D-5) or of who gives a round worm for the raven's tile (D-16) a turn
        ends that has brought a tile.
        """
        ended = after.terminated | (after.current_player != before.current_player)
        for_raven = unpack(before)[1].phase == WORM_FOR_RAVEN
        burnt = ended & jnp.asarray(may_burn)[action] & ~for_raven
        held = after.seats[0]
        for seat in after.seats[1:]:
            held = held | seat
        left = before.grill & ~after.grill
        return {"turns": burnt[:, None], "taken": _bits(left & held, at), "down": _bits(left & ~held, at)}

    liking = np.zeros(env.actions, np.float32)
    liking[kind_of == dice_numbers.AND_TAKE] = 1
    liking[kind_of == dice_numbers.AND_STEAL] = 2
    groups = {"choices": choices, "turns": ("burnt",), "taken": names, "down": names}
    return Meaning(kind_of, liking, groups, happened)


def _bits(words: Array, at: Array) -> Array:
    return (words[:, None] >> at & 1) != 0
