"""Random legal play in the lab, beside Pgx's games in the same process: ``python -m benchmarks.lab``.

A decision is one step of one game. Every contender plays batches of games in a compiled loop; a game that
ends starts again. Ours choose among the legal actions from a few random bits; for Pgx, and for ours in Pgx's
style, the choice is made from the mask of legal actions by one cumulative sum, which is quicker than
``categorical``. Pgx and its style make an observation at every step; ours make one only in the rows that say
so, as ``float32`` where they name no other kind of number. Each figure is the median of nine rounds that last
about two seconds together. Compile times are those of a program that no cache has yet.
"""

from __future__ import annotations

import argparse
import importlib
import os
import platform
import re
import shlex
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
from jax import Array, lax
from jax.experimental.compilation_cache import compilation_cache
from jax.typing import DTypeLike

from stolik import lab
from stolik.lab.pgx_style import PgxStyle

BATCHES = (1, 1024, 65_536)
GPU_BATCHES = (1_048_576,)
ROUNDS = 9
RIVAL = "Pgx backgammon"

Step = Callable[[Any, Array], Any]


@dataclass(frozen=True)
class Contender:
    """Something that plays batches of games: how they begin, and one random step of them all."""

    name: str
    begin: Callable[[Array, int], Any]
    step: Step


@dataclass(frozen=True)
class Figure:
    """What was measured of one contender at one size of batch."""

    speed: float
    lowest: float
    highest: float
    compile_seconds: float
    bytes_a_game: float


def contenders() -> Iterator[Contender]:
    """Yield our games, ours in Pgx's style, and Pgx's, as far as they are installed."""
    for game, label, options in OURS:
        env = lab.make(game, **options)
        yield Contender(f"{game} {label}", env.init, env.random_step)
        if options in OBSERVED:
            for numbers, dtype in KINDS.items():
                yield Contender(f"{game} {label}, observed{numbers}", *_observed(env, dtype))
            styled = PgxStyle(env)
            yield Contender(
                f"{game} {label}, Pgx style",
                _begin_each(styled),
                _masked(styled.step_auto_reset),
            )
    try:
        pgx = importlib.import_module("pgx")
        their_auto_reset = importlib.import_module("pgx.experimental").auto_reset
    except ImportError as error:
        print(f"left out: Pgx ({error})")
        return
    for name in ("backgammon", "2048", "kuhn_poker"):
        rival = pgx.make(name)
        yield Contender(f"Pgx {name}", _begin_each(rival), _masked(their_auto_reset(rival.step, rival.init)))


OURS: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("pickomino", "base, 2 players", {"players": 2}),
    ("pickomino", "Deluxe, 2 players", {"players": 2, "variant": "deluxe"}),
    ("pickomino", "Deluxe, 5 players", {"players": 5, "variant": "deluxe"}),
    ("linko", "basic, 4 players", {"players": 4, "mode": "basic"}),
    ("linko", "advanced, 4 players", {"players": 4, "mode": "advanced"}),
    ("linko", "expert, 4 players", {"players": 4, "mode": "expert"}),
    ("linko", "duel", {"players": 2, "mode": "duel"}),
)
OBSERVED = ({"players": 2}, {"players": 2, "variant": "deluxe"}, {"players": 4, "mode": "basic"})
"""The games that are also measured with an observation at every step, and in Pgx's style."""

KINDS: dict[str, DTypeLike] = {"": jnp.float32, ", uint8": jnp.uint8, ", bfloat16": jnp.bfloat16}
"""What observations are made of, by what a row adds to its name."""


def _observed(env: Any, dtype: DTypeLike) -> tuple[Callable[[Array, int], Any], Step]:
    def begin(key: Array, batch: int) -> Any:
        state = env.init(key, batch)
        return state, env.observe(state, dtype=dtype)

    def step(carry: Any, key: Array) -> Any:
        state = env.random_step(carry[0], key)
        return state, env.observe(state, dtype=dtype)

    return begin, step


def _begin_each(env: Any) -> Callable[[Array, int], Any]:
    def begin(key: Array, batch: int) -> Any:
        return jax.vmap(env.init)(jax.random.split(key, batch))

    return begin


def _masked(step_one: Callable[[Any, Array, Array], Any]) -> Step:
    """Return a random step of a batch for an environment that knows one game and a mask of legal actions."""

    def step(state: Any, key: Array) -> Any:
        mask = state.legal_action_mask
        choice, chance = jax.random.split(key)
        upto = jnp.cumsum(mask, axis=-1)
        wanted = jax.random.uniform(choice, mask.shape[:1]) * upto[:, -1]
        action = (upto > wanted[:, None]).argmax(axis=-1)
        return jax.vmap(step_one)(state, action, jax.random.split(chance, mask.shape[0]))

    return step


@contextmanager
def without_cache() -> Iterator[None]:
    """Let JAX compile everything itself, whatever a cache on the disk has."""
    used = jax.config.values["jax_enable_compilation_cache"]

    def use(cache: bool) -> None:
        jax.config.update("jax_enable_compilation_cache", cache)  # type: ignore[no-untyped-call]
        compilation_cache.reset_cache()  # else it goes on as it began

    use(False)
    try:
        yield
    finally:
        use(used)


def measure(contender: Contender, batch: int, seconds: float) -> Figure:
    """Return how many decisions a second a contender makes at one size of batch."""

    def play(state: Any, key: Array, steps: int) -> Any:
        return lax.fori_loop(
            0, steps, lambda step, state: contender.step(state, jax.random.fold_in(key, step)), state
        )

    state = jax.jit(contender.begin, static_argnums=1)(jax.random.key(1), batch)
    size = sum(leaf.nbytes for leaf in jax.tree.leaves(state))
    began = time.perf_counter()
    compiled = jax.jit(play, donate_argnums=0).lower(state, jax.random.key(2), 1).compile()
    compile_seconds = time.perf_counter() - began

    def took(steps: int, key: int) -> float:
        nonlocal state
        began = time.perf_counter()
        state = compiled(state, jax.random.key(key), steps)
        jax.tree.map(lambda leaf: leaf.block_until_ready(), state)
        return time.perf_counter() - began

    steps = 1
    while (once := took(steps, 3)) < seconds / ROUNDS:  # how many steps a round takes
        steps = max(2 * steps, min(16 * steps, int(steps * seconds / ROUNDS / once)))
    rounds = ROUNDS if once < seconds else 3
    speeds = [steps * batch / took(steps, 4 + number) for number in range(rounds)]
    return Figure(statistics.median(speeds), min(speeds), max(speeds), compile_seconds, size / batch)


def report(rows: dict[str, dict[int, Figure]], command: str) -> str:
    """Return everything measured by a command as a Markdown table, with ratios to Pgx's backgammon."""
    batches = sorted({batch for row in rows.values() for batch in row})
    device = jax.devices()[0]
    lines = [
        "# The lab: decisions a second in random legal play",
        "",
        f"JAX {jax.__version__}, Python {platform.python_version()}, {device.device_kind}, "
        f"{os.cpu_count()} cores. Written by `{command}`; `--help` says how.",
        "",
        "| engine | " + " | ".join(f"batch {batch:,}" for batch in batches) + " | compile | bytes a game |",
        "|---|" + "---:|" * (len(batches) + 2),
    ]
    rival = rows.get(RIVAL, {})
    for name, row in rows.items():
        cells = [_cell(row.get(batch), rival.get(batch), name) for batch in batches]
        last = row[max(row)]
        compiled = max(figure.compile_seconds for figure in row.values())
        lines.append(f"| {name} | {' | '.join(cells)} | {compiled:.1f} s | {last.bytes_a_game:.0f} |")
    if rival:
        lines += ["", f"In brackets: how many times as many decisions as {RIVAL} at the same size of batch."]
    lines += ["", "Lowest and highest rounds:", ""]
    for name, row in rows.items():
        spans = ", ".join(
            f"{batch:,}: {_short(figure.lowest)}–{_short(figure.highest)}" for batch, figure in row.items()
        )
        lines.append(f"- {name}: {spans}")
    return "\n".join([*lines, ""])


def _cell(figure: Figure | None, rival: Figure | None, name: str) -> str:
    if figure is None:
        return "–"
    ratio = f" ({figure.speed / rival.speed:.1f}×)" if rival and name != RIVAL else ""
    return _short(figure.speed) + ratio


def _short(speed: float) -> str:
    for size, letter in ((1e9, " G"), (1e6, " M"), (1e3, " k")):
        if speed >= size:
            return f"{speed / size:.2f}{letter}"
    return f"{speed:.0f}"


def _pattern(text: str) -> re.Pattern[str]:
    """Return a regular expression: an argparse type."""
    try:
        return re.compile(text, re.IGNORECASE)
    except re.error as error:
        raise argparse.ArgumentTypeError(
            f"{text} is not allowed ({error}); allowed: a regular expression"
        ) from error


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure all contenders at all sizes of batch."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=2.0, help="for each figure (default: 2)")
    parser.add_argument(
        "--only", type=_pattern, default="", help="only engines whose names match (a regular expression)"
    )
    parser.add_argument("--batches", type=int, nargs="+", help="other sizes of batch")
    parser.add_argument("--markdown", type=Path, help="write the table to this file")
    chosen = parser.parse_args(arguments)
    on_gpu = jax.default_backend() != "cpu"
    batches = chosen.batches or (*BATCHES, *GPU_BATCHES * on_gpu)
    only = ["--only", chosen.only.pattern] if chosen.only.pattern else []
    asked = ["--seconds", f"{chosen.seconds:g}", *only, "--batches", *map(str, batches)]
    command = shlex.join(["python", "-m", "benchmarks.lab", *asked])
    rows: dict[str, dict[int, Figure]] = {}
    for contender in contenders():
        if not chosen.only.search(contender.name):
            continue
        for batch in batches:
            with without_cache():
                figure = measure(contender, batch, chosen.seconds)
            rows.setdefault(contender.name, {})[batch] = figure
            print(
                f"{contender.name}, batch {batch:,}: {_short(figure.speed)} decisions a second, "
                f"compiled in {figure.compile_seconds:.1f} s",
                flush=True,
            )
            if chosen.markdown:
                chosen.markdown.write_text(report(rows, command), encoding="utf-8")
    print("\n" + report(rows, command))


if __name__ == "__main__":
    main()
