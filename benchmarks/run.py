"""Random games through the public contract, beside other packages' games in the same run: ``make bench``.

A ply is one decision or one chance event. What is measured is processor time. Contenders take turns in short
rounds, so that a busy machine slows them all alike, and each is judged by its median round. Pig is driven by
the quickest loop its binding allows: ``legal_actions`` at chance nodes too, without looking at probabilities.
"""

from __future__ import annotations

import platform
import random
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path

import pyspiel
import rlcard
from rich.console import Console
from rich.progress import track
from rich.table import Table

import stolik
from benchmarks.rival import pickomino_env_games

ROUNDS = 9
SECONDS = 0.7
RESULTS = Path(__file__).with_name("results.md")

Contender = Callable[[float], float]
"""Plays for some seconds of processor time and returns plies per second."""


def stolik_games(name: str, players: int) -> Contender:
    """Random games of ours."""
    game = stolik.Game(name, players)
    rng = random.Random(1)
    uniform = rng.random

    def play(seconds: float) -> float:
        plies = 0
        began = time.process_time()
        while time.process_time() - began < seconds:
            state = game.start()
            while (actor := state.actor) is not None:
                if actor == stolik.CHANCE:
                    move = state.draw(rng)
                else:
                    moves = state.moves()
                    move = moves[int(uniform() * len(moves))]
                state = state.play(move)
                plies += 1
        return plies / (time.process_time() - began)

    return play


def open_spiel_games(name: str) -> Contender:
    """Random games of an OpenSpiel game written in C++, through its Python binding."""
    game = pyspiel.load_game(name)
    uniform = random.Random(1).random

    def play(seconds: float) -> float:
        plies = 0
        began = time.process_time()
        while time.process_time() - began < seconds:
            state = game.new_initial_state()
            while not state.is_terminal():
                actions = state.legal_actions()
                state.apply_action(actions[int(uniform() * len(actions))])
                plies += 1
        return plies / (time.process_time() - began)

    return play


def rlcard_uno_games() -> Contender:
    """Random games of RLCard's uno."""
    env = rlcard.make("uno", config={"seed": 1})
    uniform = random.Random(1).random

    def play(seconds: float) -> float:
        plies = 0
        began = time.process_time()
        while time.process_time() - began < seconds:
            state, _ = env.reset()
            while not env.is_over():
                actions = list(state["legal_actions"])
                state, _ = env.step(actions[int(uniform() * len(actions))])
                plies += 1
        return plies / (time.process_time() - began)

    return play


DICE = "stolik pickomino, 2 players, base"
CARDS = "stolik linko, 4 players, basic"
CONTENDERS: dict[str, Contender] = {
    DICE: stolik_games("pickomino", 2),
    "OpenSpiel pig (C++)": open_spiel_games("pig"),
    "RLCard uno": rlcard_uno_games(),
    "pickomino-env": pickomino_env_games(),
    CARDS: stolik_games("linko", 4),
    "OpenSpiel crazy_eights (C++)": open_spiel_games("crazy_eights"),
}
COMPARISONS = [
    (DICE, "OpenSpiel pig (C++)", 0.35),
    (DICE, "RLCard uno", 3.0),
    (DICE, "pickomino-env", 15.0),
    (CARDS, "OpenSpiel crazy_eights (C++)", None),
    (CARDS, "RLCard uno", None),
]


def row(ours: str, theirs: str, our_rate: float, their_rate: float, goal: float | None) -> tuple[str, ...]:
    """Return the cells of one comparison."""
    wanted = "" if goal is None else f"{goal:.2f}"
    return ours, f"{our_rate:,.0f}", theirs, f"{their_rate:,.0f}", f"{our_rate / their_rate:.2f}", wanted


def seconds_to_import() -> float:
    """Return the processor seconds that ``import stolik`` adds to starting Python, at the median."""

    def spent() -> float:
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        return used.ru_utime + used.ru_stime

    def start(code: str) -> float:
        began = spent()
        subprocess.run([sys.executable, "-c", code], check=True)
        return spent() - began

    return statistics.median(start("import stolik") - start("pass") for _ in range(ROUNDS))


def main() -> None:
    """Measure, print and keep the result."""
    rates: dict[str, list[float]] = {name: [] for name in CONTENDERS}
    for _ in track(range(ROUNDS), "measuring", transient=True):
        for name, play in CONTENDERS.items():
            rates[name].append(play(SECONDS))
    medians = {name: statistics.median(values) for name, values in rates.items()}
    rows = [row(ours, theirs, medians[ours], medians[theirs], goal) for ours, theirs, goal in COMPARISONS]
    heads = ("game", "plies/s", "beside", "plies/s", "ratio", "goal")
    table = Table(*heads, title="Random games, one thread")
    for cells in rows:
        table.add_row(*cells)
    imported = f"`import stolik` takes {seconds_to_import():.3f} s (goal: at most 0.15 s)."
    console = Console()
    console.print(table)
    console.print(imported)
    packages = ", ".join(f"{name} {version(name)}" for name in ("open-spiel", "rlcard", "pickomino-env"))
    lines = [
        "# Speed",
        "",
        f"Written by `make bench`: Python {platform.python_version()}, {packages}. Processor time, medians of"
        f" {ROUNDS}.",
        "",
        "|" + "|".join(heads) + "|",
        "|---|---:|---|---:|---:|---:|",
        *("|" + "|".join(cells) + "|" for cells in rows),
        "",
        imported,
        "",
    ]
    RESULTS.write_text("\n".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
