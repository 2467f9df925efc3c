"""What is counted of the card game in many games, and what an eager player of it likes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import jax.numpy as jnp
import numpy as np
from jax import Array

from stolik.games.linko import encoding as card_numbers
from stolik.games.linko.lab.table import NO_PLACE, State
from stolik.games.linko.pieces import COPIES, JOKER, JOKERS
from stolik.lab.meaning import Meaning

if TYPE_CHECKING:
    from stolik.games.linko.lab.env import Env


def meaning(env: Env) -> Meaning:
    """Who is eager plays as many cards as possible and picks up none that can be left."""
    choices = ("grab", "leave", "recall", "discard", "pass", "draw", "play", "raid")
    firsts = [card_numbers.GRABS, card_numbers.LEAVES, card_numbers.RECALLS, card_numbers.DISCARDS,
              card_numbers.PASSES, card_numbers.DECK_DRAWS, card_numbers.PLAYS, card_numbers.RAIDS,
              card_numbers.GROUPS]  # fmt: skip
    kind_of = np.searchsorted(firsts, np.arange(env.actions), side="right").astype(np.int32) - 1
    kind_of[kind_of == len(choices)] = choices.index("draw")  # a group of the pool is drawn too
    liking = np.zeros(env.actions, np.float32)
    liking[[card_numbers.LEAVES, card_numbers.PASSES]] = 1
    of_a_number = np.add.outer(np.arange(1, COPIES + 1), np.arange(JOKERS + 1)).ravel()
    jokers_alone = np.arange(1, JOKERS + 1)
    liking[card_numbers.PLAYS : card_numbers.RAIDS] = [*np.tile(of_a_number, JOKER), *jokers_alone]

    def happened(_: State, __: Array, after: State) -> dict[str, Array]:
        """L-5, L-17, L-21: a hand is empty, or deck and pool are, or nothing has moved for long."""
        hand = (after.hands == 0).all(-1).any(-1)
        cards = (after.deck == 0).all(-1) & (after.pool == NO_PLACE).all(-1)
        why = jnp.stack([hand, ~hand & cards, ~hand & ~cards], axis=-1)
        return {"ends": why & after.terminated[:, None]}

    groups = {"choices": choices, "ends": ("hand_empty", "cards_out", "stall")}
    return Meaning(kind_of, liking, groups, happened)
