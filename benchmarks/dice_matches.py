"""Matches of the dice game: values from files, and many games, some after the others."""

from __future__ import annotations

from pathlib import Path

import jax
import jax.numpy as jnp
from jax import Array

from stolik.core import Game
from stolik.games.pickomino.bots.planner.value_network import kind, read
from stolik.games.pickomino.lab import lookahead
from stolik.games.pickomino.lab.lookahead import Layers
from stolik.games.pickomino.lab.recipe import Look, Wants, luck_adjusted_by
from stolik.games.pickomino.lab.table import TableBits
from stolik.train.training import Stream, key_of


def layers_of(path: Path, game: Game) -> Layers:
    """Return the network for a game in a file."""
    return lookahead.layers_of(read(path)[kind(game)])


def in_parts(begun: TableBits, games: int, at_once: int, seed: int, look: Look, wants: Wants) -> Array:
    """Return what the player with this look wins of each game, less its luck; some are played at once."""
    shares = []
    for start in range(0, games, at_once):
        tables = jax.tree.map(lambda part: jnp.repeat(part, at_once), begun)
        key = key_of(seed, Stream.MEASURING, start)
        shares += luck_adjusted_by([tables], key, look, wants)
    return jnp.concatenate(shares)
