"""The best response to players who want worms, in a dice game with two tiles: learned, and solved exactly."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import jax
import jax.numpy as jnp
import pytest

from benchmarks import best_response_dice
from benchmarks.best_response_dice import answer, begun, seen, won
from benchmarks.small_graph import GAME, decode, graph, ways
from benchmarks.small_solve import beaten
from stolik.games.pickomino.bots.planner.value_network import SHIPPED
from stolik.games.pickomino.lab import endings, lookahead
from stolik.games.pickomino.lab.recipe import RECIPE, Settings, worms

SMALL = replace(RECIPE, tiles=(21, 25), tables=(GAME,))
WIDTH, STEPS, GAMES = 32, 150, 32
CLOSE = 0.02


def test_what_is_learned_is_the_best_answer() -> None:
    game = graph(SMALL)
    table = decode(SMALL.tiles, game.positions)
    one = lookahead.Prospect(table, endings.all_ends(table), jnp.zeros(()))
    (flow,) = lookahead.run([one], [worms(one)])
    first, second = beaten(game, flow.plain[ways(SMALL.tiles)], tell=lambda _: None)
    assert first + second > 1.1, "those who want worms lose"
    settings = Settings(games=16, width=WIDTH, rate=1e-2)
    found = answer(GAME, worms, settings, begun(None, WIDTH, 1), 1, 0.0, SMALL, STEPS)
    start = SMALL.begin(GAME)
    known = jnp.concatenate([seen(start, jnp.array([place])) for place in (0, 1)])
    mine, others = jax.nn.softmax(lookahead.strengths(found.layers, known))
    assert float(mine[0]) == pytest.approx(first, abs=CLOSE)
    assert float(others[1]) == pytest.approx(second, abs=CLOSE)
    shares = won(GAME, worms, found.layers, 0, GAMES, 1, SMALL)
    half = 3 * float(shares.std()) / GAMES**0.5
    assert float(shares.mean()) == pytest.approx((first + second) / 2, abs=half + CLOSE)


def test_the_program_learns_and_measures(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept = tmp_path / "found.json"
    best_response_dice.main(["1e-9", "--same", "--batch", "4", "--games", "4", "--json", str(kept)])
    (line,) = capsys.readouterr().out.splitlines()
    told = json.loads(line)
    assert kept.read_text(encoding="utf-8") == f"{line}\n"
    assert (told["table"], told["against"], told["begins"]) == ("base 2", SHIPPED[0].name, "same")
    assert told["settings"]["width"] == 256, "that of the values it begins with"
    assert told["turns"] == 4 * (1 + told["settings"]["steps"]), "one turn to compile, and then some"
    assert (told["ahead"], told["games"]) == (0, 4)
    assert told["gain"] == told["share"] - 0.5


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("1 --same --set width=8", "width cannot be changed with --same"),
        ("0", "0 is not allowed; allowed: a number above 0"),
        ("1 --players 9", "players must be 2 to 7, not 9"),
        ("1 --players 3 --games 2", "--games 2 is not allowed; allowed: at least 3, one for each seat"),
        ("1 --mind missing.npz", "allowed: a mind that has learned base 2"),
    ],
)
def test_what_cannot_be_asked_for_is_refused(
    line: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        best_response_dice.main(line.split())
    assert said in capsys.readouterr().err
