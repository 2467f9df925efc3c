"""Random games of the PyPI package ``pickomino-env``, counted in the same plies as ours.

Its actions name the dice to set aside and whether to roll on: one decision, where ours are two. Its bot takes
its turns inside a step. So the plies of a fixed list of games are counted first (every roll is one, every
setting aside with what follows is one), and then the same games are timed.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from pickomino_env.modules.dice import Dice
from pickomino_env.pickomino import PickominoEnv

SEEDS = range(20)


def pickomino_env_games() -> Callable[[float], float]:
    """Random games against its own bot."""
    plies = count_plies()

    def play(seconds: float) -> float:
        games = 0
        played = 0
        began = time.process_time()
        while time.process_time() - began < seconds:
            seed = SEEDS[games % len(SEEDS)]
            play_game(seed)
            played += plies[seed]
            games += 1
        return played / (time.process_time() - began)

    return play


def play_game(seed: int) -> None:
    """Play one game of random legal choices."""
    uniform = random.Random(seed).random
    env = PickominoEnv(number_of_bots=1)
    seen, _ = env.reset(seed=seed)
    over = False
    while not over:
        pairs = zip(seen["dice_rolled"], seen["dice_collected"], strict=True)
        faces = [face for face, (rolled, collected) in enumerate(pairs) if rolled and not collected]
        seen, _, terminated, truncated, _ = env.step((faces[int(uniform() * len(faces))], int(uniform() * 2)))
        over = terminated or truncated


def count_plies() -> dict[int, int]:
    """Return the plies of each game."""
    plies = {}
    for seed in SEEDS:
        with counting() as calls:
            play_game(seed)
        plies[seed] = calls["roll"] + calls["collect"]
    return plies


@contextmanager
def counting() -> Iterator[dict[str, int]]:
    """Count how often dice are rolled and collected."""
    calls = {"roll": 0, "collect": 0}
    originals = {name: getattr(Dice, name) for name in calls}

    def counted(name: str) -> Callable[..., object]:
        def call(*arguments: object) -> object:
            calls[name] += 1
            return originals[name](*arguments)

        return call

    for name in calls:
        setattr(Dice, name, counted(name))
    try:
        yield calls
    finally:
        for name, original in originals.items():
            setattr(Dice, name, original)
