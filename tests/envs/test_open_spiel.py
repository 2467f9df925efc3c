from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from absl import flags
from open_spiel.python.algorithms import ismcts, mcts

import stolik
import stolik.envs.open_spiel
from stolik import Game
from stolik.games.linko.encoding import DUEL_ACTIONS
from stolik.games.linko.pieces import BOX, CARDS, DUEL_JOKERS, HAND, IN_BOX
from tests.effort import effort

GAMES = [
    "python_stolik_pickomino",
    "python_stolik_pickomino(players=3,variant=deluxe,golden_die=ones_and_worms,first=lots)",
    "python_stolik_linko",
    "python_stolik_linko(players=2,mode=duel)",
    "python_stolik_linko(players=4,mode=expert,first=lots)",
]


@pytest.mark.parametrize(("game", "players", "outcomes"), [("pickomino", 2, 2574), ("linko", 3, 14)])
def test_games_are_registered_by_name_with_the_fewest_players_of_their_default_settings(
    game: str, players: int, outcomes: int
) -> None:
    loaded = pyspiel.load_game(f"python_stolik_{game}")
    assert (loaded.num_players(), loaded.max_chance_outcomes()) == (players, outcomes)
    assert loaded.get_type().parameter_specification["players"] == players


@pytest.mark.parametrize("name", GAMES)
def test_it_passes_the_random_simulation_of_open_spiel(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", effort(GAMES[3:4], [GAMES[0], GAMES[3]]))
def test_a_playthrough_is_the_same_twice(name: str, tmp_path: Path) -> None:
    from open_spiel.python.algorithms import generate_playthrough  # here: every process would import SciPy

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


# -- what is hidden ---------------------------------------------------------------------------------------

BOTTOM, NEAR = 16, 28
"""How many cards at the bottom of the deck may differ, and with how many left one stops comparing."""


def deck_and_twin(game: Game, rng: random.Random) -> tuple[list[int], list[int]]:
    """Return two decks that differ only in what seat 0 cannot see: in other hands and at the bottom."""
    own = HAND - DUEL_JOKERS * (game.settings["mode"] == "duel")
    jokers = DUEL_JOKERS * game.players * (game.settings["mode"] == "duel")
    deck = list(BOX[: len(BOX) - jokers])
    rng.shuffle(deck)
    others = [*range(own, own * game.players)]
    bottom = [*range(len(deck) - BOTTOM, len(deck))]
    twin = list(deck)
    for one, two in [*zip(rng.sample(others, 4), rng.sample(bottom, 4), strict=True), rng.sample(others, 2)]:
        twin[one], twin[two] = twin[two], twin[one]
    return deck, twin


def dealt(name: str, cards: list[int]) -> Any:
    state = pyspiel.load_game(name).new_initial_state()
    for card in cards:
        state.apply_action(card)
    assert not state.is_chance_node()
    return state


def told(state: Any, seat: int) -> tuple[Any, ...]:
    """Return all that a seat is told."""
    return (
        state.observation_string(seat),
        state.observation_tensor(seat),
        state.information_state_string(seat),
        state.information_state_tensor(seat),
    )


@pytest.mark.parametrize(
    "name",
    ["python_stolik_linko", "python_stolik_linko(mode=expert)", "python_stolik_linko(players=2,mode=duel)"],
)
def test_a_seat_is_told_nothing_that_is_hidden_from_it(name: str) -> None:
    rng = random.Random(2)
    compared = differed = 0
    for _ in range(effort(2, 6)):
        rules = pyspiel.load_game(name).new_initial_state().state.game
        state, twin = (dealt(name, cards) for cards in deck_and_twin(rules, rng))
        while not state.is_terminal() and len(state.state.table.deck) > NEAR:
            assert told(state, 0) == told(twin, 0)
            assert state.current_player() == twin.current_player()
            if state.current_player() == 0:
                assert state.legal_actions() == twin.legal_actions()
            compared += 1
            differed += str(state) != str(twin)
            both = sorted({*state.legal_actions()} & {*twin.legal_actions()})
            if not both:
                break
            action = rng.choice(both)
            state.apply_action(action)
            twin.apply_action(action)
    assert compared == differed > effort(40, 100)


def random_moment(name: str, decisions: int) -> Any:
    """Return a moment after so many decisions."""
    rng = random.Random(4)
    state = pyspiel.load_game(name).new_initial_state()
    while decisions or state.is_chance_node():
        outcomes = state.chance_outcomes() if state.is_chance_node() else None
        state.apply_action(
            rng.choices(*zip(*outcomes, strict=True))[0] if outcomes else rng.choice(state.legal_actions())
        )
        decisions -= not outcomes
    return state


@pytest.mark.parametrize("name", GAMES[2:])
def test_what_a_seat_does_not_see_is_drawn_anew(name: str) -> None:
    state = random_moment(name, 30)
    seat = state.current_player()
    other = state.resample_from_infostate(seat, pyspiel.UniformProbabilitySampler(0.0, 1.0))
    assert told(other, seat) == told(state, seat)
    assert str(other) != str(state)
    assert other.legal_actions() == state.legal_actions()
    someone = (seat + 1) % state.num_players()
    assert other.information_state_string(someone) != state.information_state_string(someone)
    other.apply_action(other.legal_actions()[0])  # and it can be played on
    assert len(other.history()) == len(state.history()) + 1


def test_ismcts_plays_the_card_game() -> None:
    state = random_moment("python_stolik_linko(players=2,mode=duel)", 4)
    bot = ismcts.ISMCTSBot(
        game=state.get_game(),
        evaluator=mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=np.random.RandomState(1)),
        uct_c=1.4,
        max_simulations=3,
        max_world_samples=ismcts.UNLIMITED_NUM_WORLD_SAMPLES,
        random_state=np.random.RandomState(1),
    )
    assert bot.step(state) in state.legal_actions()


def test_dice_can_fall_one_by_one() -> None:
    state = pyspiel.load_game("python_stolik_pickomino(steps=true)").new_initial_state()
    for face in (0, 5, 5, 2, 3, 3, 3, 1):
        assert [chance for _, chance in state.chance_outcomes()] == [1 / 6] * 6
        state.apply_action(face)
    assert state.state.view(0)["turn"]["roll"] == {"1": 1, "2": 1, "3": 1, "4": 3, "w": 2}
    assert not state.is_chance_node()


SMALL_DUEL = (
    "linko players=2 mode=duel stall=1 hands=j,2?/j,2? known=j/j deck=1? pool=5 virtual=2x3 "
    "discard=8x1,8x2,4x3,8x4,6x5,8x6,8x7,8x8,6x9,8x10,8x11,8x12,8x13,3j"
)
"""Ten cards: a known joker and two unknown cards each, one in the deck, one in the pool, two in the row."""


def chances_of(state: Any, chance: Fraction) -> Iterator[tuple[Any, Fraction]]:
    """Yield all states that chance may lead to, with their probabilities."""
    if not state.is_chance_node():
        yield state.state.table, chance
        return
    for step, likely in state.chance_outcomes():
        yield from chances_of(state.child(step), chance * Fraction(likely).limit_denominator(100))


def test_a_game_may_begin_at_a_position_and_what_it_leaves_open_is_dealt_as_if_it_were_shuffled() -> None:
    game = pyspiel.load_game("python_stolik_linko", {"position": SMALL_DUEL})
    assert game.num_players() == 2
    assert game.num_distinct_actions() == DUEL_ACTIONS
    dealt: dict[Any, Fraction] = {}
    for table, chance in chances_of(game.new_initial_state(), Fraction(1)):
        assert table not in dealt, "in which order a hand was dealt makes no difference"
        dealt[table] = chance
    shuffled: dict[Any, Fraction] = {}
    for cards in permutations(("3", "3", "5", "9", "9")):
        one, two, deck = sorted(cards[:2]), sorted(cards[2:4]), cards[4]
        hands = f"hands={','.join(['j', *one])}/{','.join(['j', *two])}"
        text = SMALL_DUEL.replace("hands=j,2?/j,2?", hands).replace("deck=1?", f"deck={deck}")
        table = stolik.position(text).table  # type: ignore[attr-defined]
        shuffled[table] = shuffled.get(table, Fraction()) + Fraction(1, 120)
    assert dealt == shuffled


def test_a_small_game_is_played_to_its_end_and_its_hands_are_drawn_anew() -> None:
    game = pyspiel.load_game("python_stolik_linko", {"position": SMALL_DUEL})
    pyspiel.random_sim_test(game, num_sims=effort(3, 30), serialize=False, verbose=False)
    state = game.new_initial_state()
    assert state.observation_tensor(0) == [0.0] * len(state.observation_tensor(0)), "there is no table yet"
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    assert "9 9" in str(state)
    drawn = {
        str(state.resample_from_infostate(0, pyspiel.UniformProbabilitySampler(seed, 0.0, 1.0)))
        for seed in range(20)
    }
    assert len(drawn) > 1


def test_the_dice_game_may_begin_with_few_tiles() -> None:
    game = pyspiel.load_game(
        "python_stolik_pickomino", {"position": "pickomino players=2 grill=21,23,25", "steps": True}
    )
    state = game.new_initial_state()
    assert state.is_chance_node()
    assert [tile["tile"] for tile in state.state.view(0)["grill"] if tile["up"]] == [21, 23, 25]


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"position": "pickomino players=2"}, "a position of pickomino, not of linko"),
        ({"position": SMALL_DUEL, "mode": "expert"}, "something else about: mode"),
        ({"position": "linko hands=1?"}, "hands"),
    ],
)
def test_a_position_that_does_not_fit_is_refused(given: dict[str, str], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        pyspiel.load_game("python_stolik_linko", given)


def test_the_observer_has_no_parameters() -> None:
    with pytest.raises(ValueError, match="no parameters"):
        pyspiel.load_game("python_stolik_pickomino").make_py_observer(params={"x": 1})
