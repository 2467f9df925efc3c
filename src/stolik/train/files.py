"""Checkpoints to resume from, and minds to play with: arrays, with a description of them.

A mind is a network without what only training needs, in half precision; NumPy alone reads it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from itertools import chain
from math import isfinite
from pathlib import Path
from typing import Any, Final

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from stolik.bots import minds
from stolik.core import Game
from stolik.core.files import whole
from stolik.train.recipe import MOST_SEED, Recipe, Share, check_settings
from stolik.train.training import Point, Training

CHECKPOINT: Final = "stolik checkpoint 1"
MOST_SECONDS: Final = 1e12
"""No training run takes longer."""


def save(training: Training, path: Path) -> None:
    """Write a checkpoint, whole or not at all."""
    more = {"format": CHECKPOINT, "settings": training.settings._asdict(), "minutes": training.minutes}
    _write(path, _told(training) | more, jax.tree.leaves((training.network, training.adam)))


def save_mind(training: Training, path: Path) -> None:
    """Write the network to play with, whole or not at all."""
    mind = training.recipe.mind(training.network)
    halves = [np.asarray(leaf).astype(np.float16) for leaf in jax.tree.leaves(mind)]
    _write(path, _told(training) | {"format": minds.FORMAT}, halves)


def _told(training: Training) -> dict[str, Any]:
    return {
        "game": training.recipe.game,
        "version": training.recipe.version,
        "tables": [{"players": game.players, **game.settings} for game in training.tables],
        "seed": training.seed,
        "rounds": training.rounds,
        "games": training.games,
        "decisions": training.decisions,
        "seconds": training.seconds,
        "curve": training.curve,
        "devices": training.devices,
    }


def _write(path: Path, told: Mapping[str, Any], leaves: list[Any]) -> None:
    arrays = {f"a{number}": np.asarray(leaf) for number, leaf in enumerate(leaves)}
    with whole(path) as file:
        np.savez(file, told=np.array(json.dumps(told)), **arrays)  # type: ignore[arg-type]


def width_of(path: Path, recipe: Recipe) -> int:
    """Return the width of a mind's hidden layers; raise ``ValueError`` if it is no mind of this game."""
    _, arrays = minds.read(path, recipe.game, recipe.version)
    if not arrays or not arrays[0].ndim or not arrays[0].size:
        raise ValueError(f"{path} has no network")
    return int(arrays[0].shape[-1])


def begin_with(training: Training, path: Path) -> None:
    """Start a training run from the network of a mind; raise ``ValueError`` if it does not fit."""
    recipe = training.recipe
    told, arrays = minds.read(path, recipe.game, recipe.version)
    try:
        tables = [Game(recipe.game, **table) for table in told["tables"]]
    except (KeyError, TypeError) as error:
        raise ValueError(f"{path} does not say what it has learned") from error

    def learned(key: Array) -> Any:
        return recipe.mind(recipe.network(key, training.settings, tables))

    due = jax.eval_shape(learned, jax.random.key(training.seed))
    if [array.shape for array in arrays] != [leaf.shape for leaf in jax.tree.leaves(due)]:
        theirs, ours = width_of(path, recipe), training.settings.width
        width = f": its hidden layers have {theirs} units, not {ours}" if theirs != ours else ""
        raise ValueError(f"{path} has a network of another shape{width}")
    mind = jax.tree.unflatten(jax.tree.structure(due), [jnp.asarray(array) for array in arrays])
    training.network = recipe.learner_of(mind, training.tables)


def game_in(path: Path) -> str:
    """Return the name of the game that a checkpoint is of; raise ``ValueError`` if it is none."""
    return str(_read(path)[0]["game"])


def load(path: Path, recipe: Recipe) -> Training:
    """Return the training in a checkpoint; raise ``ValueError`` that says why it is none of this game."""
    told, arrays = _read(path)
    if told["game"] != recipe.game:
        raise ValueError(f"it is of the game {told['game']!r}, not of {recipe.game!r}")
    if told["version"] != recipe.version:
        raise ValueError(f"it is of version {told['version']} of the game's layout, not of {recipe.version}")
    try:
        tables = [Game(recipe.game, **table) for table in told["tables"]]
        settings = recipe.settings(told["settings"])
        check_settings(settings)
        training = Training.new(recipe, tables, settings, told["seed"])
        _fill(training, arrays)
        training.curve = [_point(*point) for point in told["curve"]]
        names = {recipe.name(game) for game in tables}
        if any(set(point.shares) != names or not set(point.guests) <= names for point in training.curve):
            raise ValueError("its curve is of other tables")
        training.devices = list(map(str, told.get("devices", [])))  # older ones do not say
    except (TypeError, ValueError, AttributeError, OverflowError) as error:
        raise ValueError(f"it is damaged: {error}") from error
    for name in ("rounds", "games", "decisions", "seconds", "minutes"):
        setattr(training, name, told[name])
    return training


def _counts(most: int) -> Callable[[Any], bool]:
    return lambda value: type(value) is int and 0 <= value <= most


def _is_time(value: Any) -> bool:
    return type(value) in (int, float) and 0 <= value <= MOST_SECONDS


RIGHT: Final[dict[str, Callable[[Any], bool]]] = {
    "game": lambda value: isinstance(value, str),
    "version": lambda value: type(value) is int,
    "tables": lambda value: isinstance(value, list) and bool(value),
    "settings": lambda value: isinstance(value, dict),
    "seed": _counts(MOST_SEED),
    "rounds": _counts(2**31 - 1),
    "games": _counts(2**63 - 1),
    "decisions": _counts(2**63 - 1),
    "seconds": _is_time,
    "minutes": lambda value: value is None or (_is_time(value) and value > 0),
    "curve": lambda value: isinstance(value, list),
}
"""What a checkpoint tells of itself, and what is right for it."""


def _read(path: Path) -> tuple[dict[str, Any], list[Any]]:
    try:
        told, arrays = minds.contents(path, CHECKPOINT)
    except ValueError as error:
        raise ValueError(f"it {error}") from error
    told.setdefault("minutes", None)  # older ones do not say
    for name, is_right in RIGHT.items():
        if name not in told:
            raise ValueError(f"it is damaged: {name!r} is missing")
        if not is_right(told[name]):
            raise ValueError(f"it is damaged: {name!r} cannot be {told[name]!r}")
    return told, arrays


def _fill(training: Training, arrays: list[Any]) -> None:
    """Give a new training run the network and optimiser of a checkpoint."""
    new = training.network, training.adam
    leaves = jax.tree.leaves(new)
    if [(array.shape, array.dtype) for array in arrays] != [(leaf.shape, leaf.dtype) for leaf in leaves]:
        raise ValueError("its network has another shape than its settings say")
    if not all(np.isfinite(array).all() for array in arrays):
        raise ValueError("its network has weights that are not finite numbers")
    leaves = [jnp.asarray(array) for array in arrays]
    training.network, training.adam = jax.tree.unflatten(jax.tree.structure(new), leaves)


Shares = dict[str, tuple[float, float]]


def _point(seconds: float, games: int, decisions: int, shares: Shares, guests: Shares | None = None) -> Point:
    """Return a point of a curve; older ones do not have the win rates of guests."""
    network, guest = (
        {table: Share(*map(float, share)) for table, share in (told or {}).items()}
        for told in (shares, guests)
    )
    rates = (*network.values(), *guest.values())
    if not all(map(isfinite, (seconds, games, decisions, *chain(*rates)))):
        raise ValueError("its curve has values that are not finite numbers")
    return Point(float(seconds), int(games), int(decisions), network, guest)
