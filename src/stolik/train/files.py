"""Checkpoints to go on from, and minds to play with: arrays, and beside them what they are.

A mind is a network without what only learning needs, in half precision; NumPy alone reads it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final
from zipfile import BadZipFile

import jax
import jax.numpy as jnp
import numpy as np

from stolik.core import Game
from stolik.train.course import Course, Point
from stolik.train.school import School, Share

CHECKPOINT: Final = "stolik checkpoint 1"
MIND: Final = "stolik mind 1"


def save(course: Course, path: Path) -> None:
    """Write a checkpoint, whole or not at all."""
    told = _told(course) | {"format": CHECKPOINT, "settings": course.settings._asdict()}
    _write(path, told, jax.tree.leaves((course.network, course.adam)))


def save_mind(course: Course, path: Path) -> None:
    """Write the network to play with, whole or not at all."""
    halves = [
        np.asarray(leaf).astype(np.float16) for leaf in jax.tree.leaves(course.school.mind(course.network))
    ]
    _write(path, _told(course) | {"format": MIND}, halves)


def _told(course: Course) -> dict[str, Any]:
    return {
        "game": course.school.game,
        "version": course.school.version,
        "tables": [{"players": game.players, **game.settings} for game in course.tables],
        "seed": course.seed,
        "rounds": course.rounds,
        "games": course.games,
        "decisions": course.decisions,
        "seconds": course.seconds,
        "curve": course.curve,
    }


def _write(path: Path, told: Mapping[str, Any], leaves: list[Any]) -> None:
    draft = path.with_name(path.name + ".part")
    arrays = {f"a{number}": np.asarray(leaf) for number, leaf in enumerate(leaves)}
    with draft.open("wb") as file:
        np.savez(file, told=np.array(json.dumps(told)), **arrays)  # type: ignore[arg-type]
    draft.replace(path)


def game_in(path: Path) -> str:
    """Return the name of the game that a checkpoint is of; raise ``ValueError`` if it is none."""
    return str(_read(path)[0]["game"])


def load(path: Path, school: School) -> Course:
    """Return the course in a checkpoint; raise ``ValueError`` that says why it is none of this game."""
    told, arrays = _read(path)
    if told["game"] != school.game:
        raise ValueError(f"it is of the game {told['game']!r}, not of {school.game!r}")
    if told["version"] != school.version:
        raise ValueError(f"it is of version {told['version']} of the game's layout, not of {school.version}")
    try:
        tables = [Game(school.game, **table) for table in told["tables"]]
        course = Course.new(school, tables, school.settings(told["settings"]), told["seed"])
        _fill(course, arrays)
        for name in ("rounds", "games", "decisions", "seconds"):
            setattr(course, name, told[name])
        course.curve = [_point(*point) for point in told["curve"]]
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"a key is missing or a value has the wrong type: {error}") from error
    return course


def _read(path: Path) -> tuple[dict[str, Any], list[Any]]:
    try:
        with path.open("rb") as file, np.load(file) as kept:
            told = json.loads(str(kept["told"]))
            arrays = [kept[f"a{number}"] for number in range(len(kept.files) - 1)]
    except (ValueError, KeyError, EOFError, BadZipFile, AttributeError) as error:
        raise ValueError(f"it is damaged, or no checkpoint at all: {error}") from error
    if not isinstance(told, dict) or told.get("format") != CHECKPOINT:
        raise ValueError(f"it does not have the format {CHECKPOINT!r}")
    return told, arrays


def _fill(course: Course, arrays: list[Any]) -> None:
    """Give a new course the network and optimiser of a checkpoint."""
    new = course.network, course.adam
    shapes = [leaf.shape for leaf in jax.tree.leaves(new)]
    if [array.shape for array in arrays] != shapes:
        raise ValueError("its network has another shape than its settings say")
    leaves = [jnp.asarray(array) for array in arrays]
    course.network, course.adam = jax.tree.unflatten(jax.tree.structure(new), leaves)


def _point(seconds: float, games: int, decisions: int, shares: dict[str, list[float]]) -> Point:
    return Point(seconds, games, decisions, {table: Share(*share) for table, share in shares.items()})
