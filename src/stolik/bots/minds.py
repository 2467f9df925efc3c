"""Files of minds: networks to play with, as ``stolik train`` writes them. NumPy alone reads them."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from math import isfinite
from pathlib import Path
from typing import Any, Final, TypeVar

import numpy as np
from numpy.typing import NDArray

from stolik.bots.bot import Bot
from stolik.bots.guarded import BotError
from stolik.bots.serve import serve

FORMAT: Final = "stolik mind 1"

Numbers = NDArray[np.float32]
T = TypeVar("T")


def read(path: Path, game: str, version: int) -> tuple[dict[str, Any], list[Numbers]]:
    """Return what a file tells of itself, and its arrays; raise ``ValueError`` if it is none of the game."""
    try:
        told, arrays = contents(path, FORMAT)
    except ValueError as error:
        raise ValueError(f"{path} {error}") from error
    if told.get("game") != game or told.get("version") != version:
        found = f"{told.get('game')!r}, version {told.get('version')!r}"
        raise ValueError(f"{path} is a mind of {found}, not of {game!r}, version {version}")
    try:
        weights = [array.astype(np.float32) for array in arrays]
    except (TypeError, ValueError) as error:
        raise ValueError(f"{path} has weights that are not finite numbers") from error
    if not all(isfinite(float(each.sum())) for each in weights):
        raise ValueError(f"{path} has weights that are not finite numbers")
    return told, weights


def contents(path: Path, form: str) -> tuple[dict[str, Any], list[NDArray[Any]]]:
    """Return what a mind or a checkpoint tells of itself, and its arrays.

    Raise ``ValueError`` that says why, without naming the file, if it is damaged or has another format.
    """
    with path.open("rb") as file:
        try:
            if file.read(2) != b"PK":  # of others NumPy would say how to load them unsafely
                raise ValueError("not an .npz file")
            file.seek(0)
            kept = np.load(file)
            told = json.loads(str(kept["told"]))
            arrays = [kept[f"a{number}"] for number in range(len(kept.files) - 1)]
        except Exception as error:  # NumPy, zipfile and json raise nearly everything at damaged bytes
            raise ValueError(f"is damaged, or no {form!r} file: {error}") from error
    if not isinstance(told, dict) or told.get("format") != form:
        raise ValueError(f"does not have the format {form!r}")
    return told, arrays


def shipped(path: Path, make: Callable[[Path], T]) -> T:
    """Return what is made of a file of the package; raise ``BotError`` if it is missing or damaged."""
    try:
        return make(path)
    except FileNotFoundError as error:
        why = f"{path} is missing"
        raise BotError("not_loaded", f"cannot be loaded: {why}", why=why) from error
    except (OSError, ValueError) as error:
        raise BotError("not_loaded", f"cannot be loaded: {error}", why=str(error)) from error


def serve_file(make: Callable[[Path], Bot[Any]]) -> int:
    """Serve the mind in the file that the command line names as a program."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    try:
        if len(sys.argv) != 2:
            raise ValueError("name one file: that of a mind")
        mind = make(Path(sys.argv[1]))
    except (OSError, ValueError) as error:
        print(f"error {error}", file=answers, flush=True)
        return 1
    serve(lambda _: mind, sys.stdin, answers)
    return 0
