"""A bot made of a policy plays what its actions join, and in the arena like any other."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest

import stolik
from stolik.arena import load, play_match, save
from stolik.core import View
from stolik.encoding import encoding_of
from stolik.envs.driving import Driven
from stolik.envs.policy import PolicyBot

GAMES = [
    stolik.Game("pickomino", 2),
    stolik.Game("pickomino", 3, variant="deluxe"),
    stolik.Game("linko", 3),
    stolik.Game("linko", 2, mode="duel"),
]


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_it_plays_the_moves_that_its_actions_join(game: stolik.Game) -> None:
    """Driven by actions or asked move by move, the same policy comes to the same end."""

    def policy(seen: Sequence[float], legal: Sequence[int]) -> int:
        return legal[int(1000 * sum(seen)) % len(legal)]

    driven = Driven(game)
    driven.begin(7)
    while (actor := driven.actor) is not None:
        driven.act(
            policy(driven.encoding.observation(driven.state.view(actor)), driven.encoding.legal(driven.state))
        )
    bots = [PolicyBot(game, policy) for _ in range(game.players)]
    state, rng = game.start(), random.Random(7)
    while (actor := state.actor) is not None:
        move = state.draw(rng) if actor == stolik.CHANCE else bots[actor].choose(state.view(actor))
        state = state.play(move)
    assert state.result() == driven.state.result()


class Fragile:
    """Fails at its third decision."""

    def __init__(self, _: random.Random) -> None:
        self.asked = 0

    def choose(self, view: View) -> str:
        self.asked += 1
        return view["moves"][0] if self.asked < 3 else view["nothing"]  # type: ignore[typeddict-item]


def test_bots_of_ones_own_play_in_the_arena_and_say_where_they_fail(tmp_path: object) -> None:
    path = f"{tmp_path}/match.json"
    game = stolik.Game("linko", 3)
    result = play_match(game, ["fragile", "lowest"], games=6, seed=1, own={"fragile": Fragile})
    assert result.standings[0].forfeits == 6
    assert result.reasons["fragile"] == "KeyError: 'nothing'"
    assert "in choose" in result.traces["fragile"]
    save(result, path)
    assert load(path, {"fragile": Fragile}).traces == result.traces
    with pytest.raises(ValueError, match="unknown bot 'fragile'"):
        load(path)


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_the_parts_of_an_observation_are_what_they_are_called(game: stolik.Game) -> None:
    encoding = encoding_of(game)
    ends = [0, *(part.stop for part in encoding.parts.values())]
    assert [part.start for part in encoding.parts.values()] == ends[:-1]
    assert ends[-1] == encoding.observation_size
    driven = Driven(game)
    driven.begin(3)
    rng, told = random.Random(3), set[str]()
    while (actor := driven.actor) is not None:
        view = driven.state.view(actor)
        seen = encoding.observation(view)
        by_name = {name: seen[part] for name, part in encoding.parts.items()}
        for name, numbers in _expected(view).items():
            assert by_name[name] == pytest.approx(numbers), name
            told |= {name} if any(numbers) else set()
        driven.act(rng.choice(encoding.legal(driven.state)))
    assert told == set(_expected(view))  # each of them has been other than 0


def _expected(view: Any) -> dict[str, list[float]]:
    """Return some parts of an observation as the view itself tells them."""
    turn = view["turn"]
    if view["game"] == "pickomino":
        return {
            "sum": [turn["sum"] / 32],
            "dice": [turn["dice"] / 8],
            "roll": [(turn["roll"] or {}).get(face, 0) / 8 for face in "12345w"],
        }
    cards = [*map(str, range(1, 14)), "j"]
    return {
        "hand": [view["hand"].get(card, 0) / 8 for card in cards],
        "deck": [view["deck"] / 128],
        "owed": [((view["pending"] or {}).get("cards", 0)) / 16],
        "quiet": [turn["quiet"] / 512],
    }
