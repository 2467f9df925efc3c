from __future__ import annotations

import random
from collections import Counter
from typing import Any

import jax
import numpy as np
import pytest
from rich.progress import Progress

from stolik import CHANCE, Game, Move, lab
from stolik.encoding import encoding_of
from stolik.games.linko.notation import PLAY
from stolik.games.pickomino import views
from stolik.games.pickomino.rules import PickominoState
from stolik.lab.sim import POLICIES, Simulation, Tally, places
from tests.effort import effort
from tests.lab.pickomino_games import Lockstep
from tools.lab_means import SETTINGS, Setting, engine_sums, figures, lab_means


@pytest.mark.parametrize("setting", effort(SETTINGS[1::4], SETTINGS), ids=lambda setting: setting[2])
def test_its_means_are_those_of_the_engine(setting: Setting) -> None:
    """``python -m tools.lab_means`` does the same with a million games."""
    lab = lab_means(setting, effort(256, 1024), 3, Progress(disable=True))
    engine = engine_sums(setting, 7, 0, 150).means()
    for figure, ours, theirs in zip(figures(setting[1]), lab, engine, strict=True):
        assert abs(ours[0] - theirs[0]) < 4.5 * np.hypot(ours[1], theirs[1]), figure


# -- which games are counted ------------------------------------------------------------------------------


def check(tally: Tally) -> None:
    """What is counted belongs to the games that have ended, and to nothing else."""
    decisions = (tally.lengths * np.arange(len(tally.lengths))).sum()
    assert sum(tally.counted("choices").values()) == decisions
    assert tally.wins.sum() == pytest.approx(tally.games)
    assert tally.scores.sum(1).tolist() == [tally.games] * tally.players


def test_a_game_is_counted_when_it_ends_with_all_that_happened_in_it() -> None:
    simulation = Simulation(lab.make("pickomino", 2), "random", batch=64, rounds=2, seed=3, more=9)
    seen = []
    while not simulation.finished:
        simulation.run(96)
        check(simulation.tally)
        seen.append(simulation.tally.games)
    assert 0 < seen[len(seen) // 2] < seen[-1] == simulation.games == 2 * 64 + 9
    down, taken = simulation.tally.counted("down"), simulation.tally.counted("taken")
    assert down["36"] > simulation.games / 2, "a tile so high is nearly always turned down"
    assert all(down[tile] <= simulation.games for tile in down), "what is turned down stays there"
    assert all(down[tile] + taken[tile] >= simulation.games for tile in down), "at the end the grill is empty"


def test_every_end_has_one_reason_and_an_eager_player_picks_up_no_cards() -> None:
    simulation = Simulation(lab.make("linko", 3), "eager", batch=64, rounds=2, seed=3)
    while not simulation.finished:
        simulation.run(64)
        check(simulation.tally)
        assert sum(simulation.tally.counted("ends").values()) == simulation.tally.games
    chosen = simulation.tally.counted("choices")
    assert (chosen["grab"], chosen["raid"]) == (0, 0)
    assert min(chosen["leave"], chosen["pass"], chosen["recall"], chosen["discard"], chosen["play"]) > 0


# -- what is counted --------------------------------------------------------------------------------------


class CountingLockstep(Lockstep):
    """Counts what the engine tells and what the lab's simulations count of the same games."""

    def __init__(self, **options: Any) -> None:
        self.told: Counter[str] = Counter()
        self.counted: Counter[str] = Counter()
        super().__init__(effort(16, 32), seed=5, **options)
        self.told.clear()  # what happened before the first decision
        meaning = self.env.meaning()
        advance, events = self._advance, jax.jit(meaning.events)

        def counting(lab: Any, action: Any, fallen: Any) -> Any:
            after, look = advance(lab, action, fallen)
            for group, happened in events(lab, action, after).items():
                names = (f"{group} {name}" for name in meaning.groups[group])
                self.counted.update(dict(zip(names, np.asarray(happened).sum(0).tolist(), strict=True)))
            return after, look

        self._advance = counting

    def _count(self, state: PickominoState, move: Move, after: PickominoState) -> None:
        for event in views.events(state, move, after):
            match event["kind"]:
                case "burn":
                    self.told["turns burnt"] += 1
                case "take":
                    self.told[f"taken {event['tile']}"] += 1
                case "turn_down":
                    self.told[f"down {event['tile']}"] += 1
                case "steal" | "steal_hen":
                    self.told["choices steal"] += 1


@pytest.mark.parametrize(
    "options",
    [{"players": 2}, {"players": 3, "variant": "deluxe", "golden_die": "ones_and_worms"}],
    ids=["base", "deluxe"],
)
def test_burnt_turns_thefts_and_tiles_are_those_that_the_engine_tells(options: dict[str, Any]) -> None:
    games = CountingLockstep(**options)
    for _ in range(200):
        games.step()
    assert games.told["turns burnt"] > 100
    assert games.told["choices steal"] > 10
    counted = {what: n for what, n in games.counted.items() if n and not what.startswith("choices ")}
    assert counted | {"choices steal": games.counted["choices steal"]} == dict(games.told)


def test_an_eager_player_likes_a_play_as_much_as_it_has_cards() -> None:
    liking = lab.make("linko", 2, mode="duel").meaning().liking
    game = Game("linko", 2, mode="duel")
    encoding, sizes = encoding_of(game), {move: layer.size for layer, move in PLAY.items()}
    rng, state = random.Random(1), game.start()
    with_jokers = 0
    while state.actor is not None:
        if state.actor != CHANCE and state.phase == "play":
            for action, (move,) in encoding.moves(state).items():
                assert liking[action] == sizes[move]
                with_jokers += "+" in move
        state = state.play(state.draw(rng) if state.actor == CHANCE else rng.choice(state.moves()))
    assert with_jokers > 100


# -- how it is asked for ----------------------------------------------------------------------------------


def test_an_unknown_policy_is_refused() -> None:
    with pytest.raises(ValueError, match=f"the policies are: {', '.join(POLICIES)}"):
        Simulation(lab.make("pickomino"), "wise", 8, 1, seed=1)


def test_a_round_more_is_for_fewer_than_all_places() -> None:
    with pytest.raises(ValueError, match="more must be 0 to 7, not 8"):
        Simulation(lab.make("pickomino"), "random", 8, 1, seed=1, more=8)


def test_a_seed_is_any_whole_number_and_all_its_digits_count() -> None:
    first = [
        np.asarray(Simulation(lab.make("pickomino"), "random", 8, 1, seed=seed)._now[0].state.roll).tolist()
        for seed in (5, 5, 5 + 2**31, 5 + 2**32, 5 + 2**64, 5 + 2**99)
    ]
    assert first[0] == first[1]
    assert len({tuple(rolls) for rolls in first}) == 5
    with pytest.raises(ValueError, match="a seed must be 0 or more, not -1"):
        Simulation(lab.make("pickomino"), "random", 8, 1, seed=-1)


def test_a_graphics_card_gets_more_games_at_once() -> None:
    assert places(10, "gpu") == places(10, "cpu") == 10
    assert places(10**6, "cpu") == 4096
    assert places(10**6, "gpu") == 65536
