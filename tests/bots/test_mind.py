"""The shipped mind: it plays legally at every table, better than the heuristic, or says why not."""

import hashlib
import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import stolik.games.linko
from stolik import CHANCE, Game, bots
from stolik.core import View
from stolik.games.linko import LinkoState, mind
from stolik.server.choosing import choose_move

TABLES = [
    *(Game("linko", players, mode=mode) for mode in ("basic", "advanced", "expert") for players in (3, 4, 5)),
    Game("linko", 2, mode="duel"),
]


def game_of(game: Game, seed: int, *names: str) -> Iterator[tuple[LinkoState, str]]:
    """Play a game of bots; yield every decision with what was chosen, and at last the end."""
    rng = random.Random(seed)
    players = [bots.make(game, name, seed) for name in names]
    state = game.start()
    while (actor := state.actor) is not None:
        assert isinstance(state, LinkoState)
        move = state.draw(rng) if actor == CHANCE else players[actor].choose(state.view(actor))
        if actor != CHANCE:
            yield state, move
        state = state.play(move)
    assert isinstance(state, LinkoState)
    yield state, ""


@pytest.mark.parametrize("game", TABLES, ids=repr)
def test_it_plays_whole_games_and_always_knows_what_everyone_s_chances_are(game: Game) -> None:
    net = mind.shipped()
    for state, move in game_of(game, 3, *["mind"] * game.players):
        if state.actor is None:
            break
        assert move in state.moves()
        for chances in (net.chances(state.view(state.actor)), net.true_chances(state)):
            assert len(chances) == game.players
            assert min(chances) >= 0
            assert sum(chances) == pytest.approx(1, abs=1e-5)
    assert state.result().winners


def test_it_says_how_it_was_trained_and_is_read_once() -> None:
    told = mind.shipped().told
    assert (told["game"], told["seed"], len(told["tables"])) == ("linko", 1, len(TABLES))
    assert bots.make("linko", "mind", 1) is bots.make("linko", "mind", 2)
    assert bots.level("linko", "hard") == "mind"
    assert mind.SHIPPED.stat().st_size < 6_000_000


def test_what_seats_can_expect_before_the_deal_is_of_this_mind() -> None:
    """Of another mind it would make the luck of deals wrong on average, and luck-adjusted results with it."""
    starts = json.loads(mind.SHIPPED.with_name("starts.json").read_text(encoding="utf-8"))
    assert starts["mind"] == hashlib.sha256(mind.SHIPPED.read_bytes()).hexdigest(), (
        "run python -m tools.starts"
    )


def test_it_beats_the_rule_of_thumb() -> None:
    wins = 0
    for deal in range(20):
        for seat in range(3):
            names = ["mind" if other == seat else "weigher" for other in range(3)]
            *_, (end, _) = game_of(Game("linko", 3), deal, *names)
            wins += seat in end.result().winners
    assert wins > 60 * 0.4


# -- Where something is missing ---------------------------------------------------------------------------


@pytest.fixture(params=["no numpy", "no file", "damaged"])
def missing(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """What is missing; returns what is told about it."""
    if request.param == "no numpy":
        monkeypatch.delitem(sys.modules, mind.__name__)
        monkeypatch.delattr(stolik.games.linko, "mind")
        monkeypatch.setitem(sys.modules, "numpy", None)
        return "numpy"
    path = tmp_path / "mind.npz"
    if request.param == "damaged":
        path.write_bytes(mind.SHIPPED.read_bytes()[:-1000])
    monkeypatch.setattr(mind, "SHIPPED", path)
    monkeypatch.setattr(mind, "shipped", mind.shipped.__wrapped__)  # not the one that has been read
    return f"{path} is " + ("missing" if request.param == "no file" else "damaged")


def test_without_it_the_next_weaker_level_plays_and_says_so(missing: str) -> None:
    for asked in ("hard", "master"):
        level, why = bots.startable("linko", asked)
        assert level == "medium"
        assert missing in str(why)
    assert bots.startable("linko", "medium") == ("medium", None)
    state, view = position()
    move, told = choose_move("linko", "master", 1, view)
    assert move == bots.make("linko", "medium", 1).choose(view)
    assert move in state.moves()
    assert told is not None
    assert told.startswith("medium plays instead: ")
    assert missing in told
    with pytest.raises((ModuleNotFoundError, bots.BotError), match=missing):
        bots.make("linko", "mind", 1)


def test_with_it_nothing_is_said() -> None:
    _, view = position()
    assert bots.startable("linko", "master") == ("master", None)
    assert choose_move("linko", "hard", 1, view) == (bots.make("linko", "mind", 1).choose(view), None)


def position() -> tuple[LinkoState, View]:
    state, _ = next(game_of(Game("linko", 3), 1, *["weigher"] * 3))
    return state, state.view(state.actor)
