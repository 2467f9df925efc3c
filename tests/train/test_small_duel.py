"""The duel that is solved exactly: its tree is the game's, and what learns it plays that game."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from benchmarks import small_duel
from benchmarks.small_duel import of_logits, of_tree, training_table
from benchmarks.small_duel_tree import Tree, exploitability, solved, tree
from stolik.games.linko.lab import bridge
from stolik.train.table import NEVER

SMALLER = (
    "linko players=2 mode=duel stall=1 hands=2?/2? deck=1? pool=5 virtual=3 "
    "discard=8x1,8x2,6x3,8x4,5x5,8x6,8x7,8x8,7x9,8x10,8x11,8x12,8x13,4j"
)
"""Each has two of 3, 5, 5, 9 and a joker."""


@pytest.fixture(scope="module")
def game() -> Tree:
    return tree(SMALLER)


def test_the_tree_is_that_of_the_game(game: Tree) -> None:
    assert sum(chance for _, chance in game.deals) == pytest.approx(1)
    assert len(game.names) == len(set(game.names)) == len(game.moments)
    for state, actions in zip(game.moments, game.actions, strict=True):
        assert len(actions) == len(state.moves())
    assert game.histories == sum(1 for _ in histories(game.game.new_initial_state()))


def test_the_program_learns_and_judges(
    game: Tree, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("benchmarks.small_duel_tree.tree", lambda: game)
    monkeypatch.setattr(small_duel, "ITERATIONS", 5)
    kept, found = tmp_path / "run.npz", tmp_path / "found.json"
    line = f"1e-9 --batch 8 --set minibatch=8 width=4 steps=4 --played {kept} --json {found}"
    small_duel.main(line.split())
    out = capsys.readouterr().out
    assert found.read_text(encoding="utf-8") == out
    duel, first, last = map(json.loads, out.splitlines())
    assert (duel["histories"], duel["information sets"]) == (game.histories, len(game.names))
    assert duel["exploitability"]["CFR+"] < 0.1 < duel["exploitability"]["any legal move"]
    assert first["games"] < last["games"], "after the first update, and at the end"
    for now in (first, last):
        assert 0 < now["exploitability"] < 0.6
        assert (now["settings"]["games"], now["settings"]["width"], now["settings"]["floor"]) == (8, 4, 0.1)
    small_duel.main(["--judge", str(kept)])
    assert list(map(json.loads, capsys.readouterr().out.splitlines())) == [first, last]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("0", "0 is not allowed; allowed: a number above 0"),
        ("--judge missing.npz", "--judge missing.npz is not allowed"),
        (f"--judge {__file__}", "allowed: a file that --played has written"),
        ("1 --tree missing.npz", "allowed: a file that --tree has written"),
    ],
)
def test_what_cannot_be_asked_for_is_refused(
    line: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        small_duel.main(line.split())
    assert said in capsys.readouterr().err


def histories(node: Any) -> Iterator[Any]:
    yield node
    for action in node.legal_actions():
        yield from histories(node.child(action))


def test_cfr_solves_it_and_what_learns_it_plays_the_same_game(game: Tree, tmp_path: Path) -> None:
    value, off = solved(game, 100)
    assert 0 < value < 1
    assert off < 0.003

    small_duel.save(of_tree(game), tmp_path / "duel.npz")
    duel = small_duel.load(tmp_path / "duel.npz")
    room, batch = training_table(duel), len(game.moments)
    look, step = jax.jit(room.view), jax.jit(room.step)  # compiled once, for as many games as moments
    view = look(duel.moments)
    anything = of_logits(view, jnp.zeros_like(view.prior))
    assert anything.sum() == pytest.approx(batch)
    assert len(anything) == sum(map(len, game.actions))
    assert exploitability(game, anything) > 0.1

    state = jax.jit(room.init, static_argnums=1)(jax.random.key(1), batch)
    hands = np.asarray(bridge.packed([deal.table.hands for deal, _ in game.deals]))
    which = (np.asarray(state.hands)[:, None] == hands).all((2, 3))
    assert np.allclose(which.mean(0), [chance for _, chance in game.deals], atol=4 * 0.5 / batch**0.5)

    ended = np.zeros(batch, bool)
    for number in range(30):
        legal = np.asarray(look(state).prior) > NEVER
        action = jax.random.categorical(jax.random.key(number), jnp.where(legal, 0.0, NEVER))
        state = step(state, action.astype(jnp.int32), jax.random.key(number))
        over = np.asarray(state.terminated)
        ended |= over
        assert (np.asarray(state.rewards).sum(1) == 0).all()
        assert (np.asarray(state.hands)[over][:, None] == hands).all((2, 3)).any(1).all(), "dealt again"
    assert ended.all(), "no game is longer than that"
