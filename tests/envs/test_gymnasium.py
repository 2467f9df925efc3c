from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from stolik.bots import BotError, programs
from stolik.envs.gymnasium import SeatEnv
from tests.bots.written import text_of, write_bot

TABLES: list[dict[str, Any]] = [
    {"game": "pickomino", "players": 2},
    {"game": "pickomino", "players": 5, "variant": "deluxe", "seat": 3},
    {"game": "linko", "players": 3, "bots": "lowest"},
    {"game": "linko", "players": 2, "mode": "duel", "seat": 1, "bots": "random"},
]


@pytest.mark.parametrize("table", TABLES)
def test_it_passes_the_check_of_gymnasium(table: dict[str, Any]) -> None:
    check_env(SeatEnv(**table, render_mode="ansi"), skip_render_check=True)


@pytest.mark.parametrize("name", ["pickomino", "linko"])
def test_gymnasium_knows_it_by_name_and_it_says_what_is_legal(name: str) -> None:
    env: Any = gymnasium.make(f"stolik.envs.gymnasium:stolik/{name}-v0", bots="easy").unwrapped
    seen, _ = env.reset(seed=1)
    assert np.array_equal(env.action_masks(), seen["action_mask"].astype(bool))
    assert env.action_masks().any()
    assert not env.action_masks().all()


def test_its_name_with_the_module_is_enough_where_only_gymnasium_is_imported() -> None:
    script = (
        "import gymnasium; "
        "env = gymnasium.make('stolik.envs.gymnasium:stolik/linko-v0', players=3, bots='easy'); "
        "env.reset(seed=1); print(env.spec.id, env.unwrapped.action_masks().any())"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, encoding="utf-8", timeout=120)
    assert (done.stdout, done.stderr) == ("stolik/linko-v0 True\n", "")


class First:
    """Plays the first move, and counts its decisions."""

    def __init__(self) -> None:
        self.decisions = 0

    def choose(self, view: Any) -> str:
        """Return the first move."""
        self.decisions += 1
        return str(view["moves"][0])


def test_the_others_may_be_bots_of_ones_own_and_each_another_one() -> None:
    made: list[First] = []

    def first(_: random.Random) -> First:
        made.append(First())
        return made[-1]

    env = SeatEnv("pickomino", players=3, seat=1, bots=[first, "easy"])
    env.reset(seed=1)
    assert made[-1].decisions, "seat 0 begins"
    alone = SeatEnv("pickomino", players=3, bots=first)
    alone.reset(seed=1)
    assert len(made) == 2 + 1 + 2, "each is made once for trying"
    for bots, error, said in (
        (["easy"], ValueError, "one for all others, or 2, one for each; not 1"),
        (["easy", 3], TypeError, "a bot must be a name, or make one"),
        (["easy", "best"], ValueError, "unknown bot 'best'"),
    ):
        with pytest.raises(error, match=said):
            SeatEnv("pickomino", players=3, bots=bots)  # type: ignore[arg-type]


@pytest.mark.parametrize("table", TABLES)
def test_a_whole_game_and_the_same_one_again(table: dict[str, Any]) -> None:
    assert _play(table) == _play(table)


def _play(table: dict[str, Any]) -> list[float]:
    env = SeatEnv(**table)
    seen, _ = env.reset(seed=5)
    path: list[float] = []
    over = False
    while not over:
        action = np.int64(seen["action_mask"].nonzero()[0][-1])
        seen, reward, over, _, _ = env.step(action)
        path += [float(action), reward, float(seen["observation"].sum())]
    assert -1 <= reward <= 1
    with pytest.raises(RuntimeError, match="reset"):
        env.step(action)
    return path


def test_an_illegal_action_ends_the_game_as_lost() -> None:
    env = SeatEnv("pickomino", players=2)
    seen, _ = env.reset(seed=1)
    _, reward, over, _, info = env.step(np.int64(seen["action_mask"].argmin()))
    assert (reward, over, info) == (-1.0, True, {"illegal": True})


@pytest.mark.parametrize(
    ("asked", "error", "complaint"),
    [
        ({"bots": "nobody"}, ValueError, "unknown bot 'nobody'; the bots for linko are: random, "),
        ({"bots": "cmd:./nothing"}, BotError, "cannot be started"),
        ({"render_mode": "human"}, ValueError, "one of: ansi; not 'human'"),
        ({"seat": 3}, ValueError, "seat must be 0 to 2, not 3"),
    ],
)
def test_what_cannot_be_had_is_refused_at_once(
    asked: dict[str, Any], error: type[Exception], complaint: str
) -> None:
    with pytest.raises(error, match=complaint):
        SeatEnv("linko", players=3, **asked)


@pytest.mark.parametrize("game", ["pickomino", "linko"])
def test_nothing_is_played_before_a_reset_or_after_the_end(game: str) -> None:
    env = SeatEnv(game, players=3, bots="random")
    with pytest.raises(RuntimeError, match="no game is under way: reset begins one"):
        env.step(np.int64(0))
    seen, _ = env.reset(seed=1)
    env.close()
    with pytest.raises(RuntimeError, match="no game is under way"):
        env.step(np.int64(seen["action_mask"].argmax()))


# -- bots that are programs -------------------------------------------------------------------------------


@pytest.fixture
def programs_end() -> Iterator[None]:
    yield
    programs.end_all()


def program(folder: Path, most: int) -> str:
    """Write a bot that answers so often and then no more; return how it is asked for."""
    answer = f'asked += 1; print("nonsense" if asked > {most} else moves[0], flush=True)'
    return write_bot(folder, text_of(answer, "asked = 0"))


def children() -> int:
    """Return how many processes this one has started that are still there."""
    return len(Path(f"/proc/self/task/{os.getpid()}/children").read_text(encoding="utf-8").split())


@pytest.mark.usefixtures("programs_end")
def test_programs_play_the_other_seats_alone_and_play_on_in_the_next_game(tmp_path: Path) -> None:
    before = children()
    name = program(tmp_path, most=10**6)
    for _ in range(2):
        env = SeatEnv("pickomino", players=3, seat=1, bots=name)
        for seed in range(3):
            seen, info = env.reset(seed=seed)
            assert info == {}
            for _ in range(3):
                seen, _, over, _, info = env.step(np.int64(seen["action_mask"].argmax()))
                assert (over, info) == (False, {})
        assert children() == before + 2
        env.close()
    assert children() == before + 2, "kept for the next game"


@pytest.mark.usefixtures("programs_end")
def test_a_program_that_fails_is_told_of_and_the_game_goes_on(tmp_path: Path) -> None:
    with SeatEnv("linko", players=3, bots=program(tmp_path, most=3)) as env:
        seen, info = env.reset(seed=1)
        assert info == {}
        over = False
        while not over:
            seen, reward, over, _, info = env.step(np.int64(seen["action_mask"].argmax()))
        assert -1 <= reward <= 1
        assert set(info["failed"]) == {1, 2}
        assert info["failed"][1].startswith("answered 'nonsense'; the moves were: ")


def test_it_renders_what_everybody_may_see() -> None:
    env = SeatEnv("pickomino", players=2, variant="deluxe", render_mode="ansi")
    env.reset(seed=1)
    text = env.render()
    assert text is not None
    assert text.startswith("pickomino variant=deluxe: seat 0, rolled\ngrill: 11:red_worm 13 21:hen 22 ")
    assert "roll: " in text
