from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import numpy as np
import pyspiel
import pytest
from absl import flags
from open_spiel.python.algorithms import generate_playthrough

import stolik.envs.open_spiel
from stolik.linko.cards import CARDS, IN_BOX

GAMES = [
    "python_stolik_pickomino",
    "python_stolik_pickomino(players=3,variant=deluxe,golden_die=ones_and_worms,first=lots)",
    "python_stolik_linko",
    "python_stolik_linko(players=2,mode=duel)",
    "python_stolik_linko(players=4,mode=expert,first=lots)",
]


@pytest.mark.parametrize("name", GAMES)
def test_it_passes_the_random_simulation_of_open_spiel(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize("name", [GAMES[0], GAMES[3]])
def test_a_playthrough_is_the_same_twice(name: str, tmp_path: Path) -> None:
    flags.FLAGS.mark_as_parsed()  # as a program of OpenSpiel would do
    path = tmp_path / "playthrough.txt"
    path.write_text(generate_playthrough.playthrough(name, None, seed=7), encoding="utf-8")
    kept, again = generate_playthrough.replay(str(path))
    same = kept == again
    assert same  # not compared here: they are megabytes


@pytest.mark.parametrize("name", GAMES)
def test_chance_sums_to_one_and_the_tensors_hold_what_the_encoding_says(name: str) -> None:
    game = pyspiel.load_game(name)
    rng = random.Random(3)
    state = game.new_initial_state()
    observer = game.make_py_observer()
    steps = 0
    while not state.is_terminal():
        steps += 1
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            assert sum(chance for _, chance in outcomes) == pytest.approx(1)
            state.apply_action(rng.choices(*zip(*outcomes, strict=True))[0])
            continue
        player = state.current_player()
        observer.set_from(state, player)
        expected = state.encoding.observation(state.state.view(player))
        assert observer.tensor.tolist() == np.array(expected, np.float32).tolist()
        state.apply_action(rng.choice(state.legal_actions()))
    assert sum(state.returns()) == pytest.approx(0)
    assert steps > 20


def test_a_deck_dealt_card_by_card_is_the_whole_box_and_the_duel_gives_two_jokers_each() -> None:
    game = pyspiel.load_game("python_stolik_linko(players=2,mode=duel)")
    state = game.new_initial_state()
    dealt: Counter[int] = Counter()
    rng = random.Random(1)
    while state.is_chance_node():
        card = rng.choices(*zip(*state.chance_outcomes(), strict=True))[0]
        dealt[card] += 1
        state.apply_action(card)
    jokers = CARDS.index("j")
    assert [dealt[card] + 4 * (card == jokers) for card in range(len(CARDS))] == list(IN_BOX)
    assert all(state.state.view(seat)["hand"]["j"] >= 2 for seat in (0, 1))


def test_an_information_state_tells_nothing_that_is_hidden() -> None:
    game = pyspiel.load_game("python_stolik_linko")
    state = game.new_initial_state()
    rng = random.Random(2)
    while state.is_chance_node():
        state.apply_action(rng.choices(*zip(*state.chance_outcomes(), strict=True))[0])
    other = state.clone()
    other.state = state.state.sample(0, rng)
    assert other.state != state.state
    assert other.information_state_string(0) == state.information_state_string(0)
    assert other.information_state_tensor(0) == state.information_state_tensor(0)
    assert other.observation_string(0) == state.observation_string(0)


def test_the_observer_has_no_parameters() -> None:
    with pytest.raises(ValueError, match="no parameters"):
        stolik.envs.open_spiel.PickominoGame().make_py_observer(params={"x": 1})
