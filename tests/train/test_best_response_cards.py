"""The best response to the mind of the card game is sought among minds, and begins as one."""

from __future__ import annotations

import json
from pathlib import Path

import jax
import numpy as np
import pytest

from benchmarks import best_response_cards
from benchmarks.best_response_cards import among_minds, begun
from stolik import lab
from stolik.core import Game
from stolik.games.linko.lab.recipe import RECIPE
from stolik.games.linko.mind import SHIPPED
from stolik.train import files, net
from stolik.train.ppo import Settings
from stolik.train.training import Training
from tests.lab.linko_games import quick_jit

DUEL = Game("linko", 2, mode="duel")
GAMES = 128


def test_the_others_play_as_the_mind_and_so_does_the_answer_at_first() -> None:
    table, mind = among_minds(DUEL), lab.baseline("linko", players=2, mode="duel")
    training = Training.new(RECIPE, [DUEL], Settings(games=4, minibatch=8, width=512), seed=1)
    files.begin_with(training, SHIPPED)

    def chosen(key: jax.Array) -> list[jax.Array]:
        state = table.init(key, 64)
        view = table.view(state)
        return [table.guest(view).argmax(1), net.play(training.network, view)[0].argmax(1), mind(state)]

    others, answer, usual = quick_jit(chosen)(jax.random.key(1))
    assert np.array_equal(others, usual)
    assert np.array_equal(answer, usual)


def test_the_program_learns_and_measures_before_and_after(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    begins = begun(DUEL, {"games": 4}, 1)
    mind = jax.tree.map(np.array, begins.network)
    monkeypatch.setattr(best_response_cards, "begun", lambda *_: begins)
    kept = tmp_path / "found.json"
    line = f"1e-9 --mode duel --players 2 --batch 4 --games {GAMES} --json {kept}"
    best_response_cards.main(line.split())
    out = capsys.readouterr().out
    assert kept.read_text(encoding="utf-8") == out
    before, after = map(json.loads, out.splitlines())
    assert (before["table"], before["minutes"], before["decisions"]) == ("duel 2", 0, 0)
    assert (before["settings"]["guests"], before["settings"]["games"], before["games"]) == (1, 4, GAMES)
    assert before["half"] < 0.1
    assert abs(before["gain"]) < before["half"], "it is the mind"
    assert after["minutes"] > 0, "it has learned twice: the first time takes none"
    assert after["decisions"] == 2 * 4 * before["settings"]["steps"]
    for told in (before, after):
        assert 0 <= told["share"] <= 1
        assert told["gain"] == told["share"] - 0.5
    for part in ("value", "critic"):  # the policy learns later
        assert not same(getattr(mind, part), getattr(begins.network, part)), f"it has learned: {part}"


def same(one: object, other: object) -> bool:
    """Whether all weights of two networks are the same."""
    return all(map(np.array_equal, jax.tree.leaves(one), jax.tree.leaves(other)))


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("--set guests=0.5", "guests cannot be changed here"),
        ("--set width=8", "width cannot be changed here"),
        ("--batch 8 --set games=4", "--batch and --set games=… set the same value"),
        ("--batch 0", "games=0 is not allowed; allowed: games=1–16777216"),
        ("--players 7", "players must be 2 to 5, not 7"),
        ("--players 3 --games 2", "--games 2 is not allowed; allowed: at least 3, one for each seat"),
    ],
)
def test_what_cannot_be_set_is_refused(line: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        best_response_cards.main(["1", *line.split()])
    assert said in capsys.readouterr().err
