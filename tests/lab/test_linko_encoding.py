"""The numbers of the card game, which need no JAX."""

import random

import pytest

from stolik.core import CHANCE, Game, Move
from stolik.games.linko import LinkoState
from stolik.games.linko.encoding import (
    DECK_DRAWS,
    DRAWS,
    DUEL_ACTIONS,
    GRABS,
    GROUPS,
    PASSES,
    PLAYS,
    RAIDS,
    RECALLS,
    Encoding,
)
from tests.games.linko.playing import TABLES, any_move, plies, start
from tests.games.linko.positions import play, position


@pytest.mark.parametrize(("mode", "players"), TABLES)
def test_every_legal_move_has_one_number_and_every_number_its_move(mode: str, players: int) -> None:
    encoding = Encoding(Game("linko", players, mode=mode))
    for state, move, _ in plies(start(mode, players), random.Random(4), any_move):
        numbers = encoding.legal(state)
        assert len(numbers) == len(set(numbers)) == len(state.moves())
        assert all(0 <= number < encoding.actions for number in numbers)
        assert {encoding.texts(number, state) for number in numbers} == {(each,) for each in state.moves()}
        assert encoding.forced(state) is None
        if state.actor in range(players):
            assert move in state.moves()
            assert encoding.legal(state.view(state.actor)) == numbers


def test_observations_have_one_size_whoever_looks_and_whenever() -> None:
    encoding = Encoding(Game("linko", 3))
    for _, _, after in plies(start("basic", 3), random.Random(5), any_move):
        for seat in range(3):
            assert len(encoding.observation(after.view(seat))) == encoding.observation_size


@pytest.mark.parametrize(("mode", "players"), [("expert", 4), ("duel", 2)])
def test_a_state_is_observed_as_its_view_is(mode: str, players: int) -> None:
    encoding, phases = Encoding(Game("linko", players, mode=mode)), set()
    for _, _, state in plies(start(mode, players), random.Random(8), any_move):
        for seat in range(players):
            assert encoding.observed(state, seat) == encoding.observation(state.view(seat))
        phases.add(state.phase)
    assert phases >= {"play", "theft", "recall", "draw", "over"}


def test_an_observation_hides_what_its_seat_may_not_see() -> None:
    encoding = Encoding(Game("linko", 4))
    rng = random.Random(6)
    for state, _, _ in plies(start("basic", 4), rng, any_move):
        for seat in range(4) if state.actor != CHANCE else ():
            other = state.sample(seat, rng)
            assert encoding.observation(other.view(seat)) == encoding.observation(state.view(seat))


def test_moves_of_a_duel_come_after_those_of_all_modes() -> None:
    state = position("9 1", "2", pool="4 4+13 4+13 5+j 5 j", row="1 2 2 3 3 4 4 5 5 6 7 8 9")
    encoding = Encoding(state.game)
    assert encoding.actions == DUEL_ACTIONS == 667
    now = play(state, "play 1x9")
    assert isinstance(now, LinkoState)
    assert {encoding.texts(number, now)[0]: number - RAIDS for number in encoding.legal(now)} == {
        "raid 1x1": 0,
        "raid 1x6": 5,
        "raid 1x7": 6,
        "raid 1x8": 7,
    }


def test_numbers_stay_as_the_document_says_because_trained_players_rely_on_them() -> None:
    assert (GRABS, RECALLS, PASSES, DECK_DRAWS) == (0, 2, 4, 5)
    assert (DRAWS, PLAYS, RAIDS, GROUPS, DUEL_ACTIONS) == (6, 20, 649, 661, 667)
    state = position("7 7 7 j j", "2", "3")
    numbers = {text: number for number, (text,) in Encoding(state.game).moves(state).items()}
    assert numbers[Move("play 3x7+1j")] == 20 + 48 * 6 + 6 * 2 + 1
    assert numbers[Move("play 2j")] == 644 + 1


def test_an_action_that_is_not_legal_is_refused() -> None:
    state = position("9 1", "2", "3")
    with pytest.raises(ValueError, match=r"action must be one of \[20, 404\] now, not 3"):
        Encoding(state.game).texts(3, state)


def test_other_games_and_spectators_are_refused() -> None:
    with pytest.raises(ValueError, match="not of pickomino"):
        Encoding(Game("pickomino", 2))
    state = position("9 1", "2", "3")
    with pytest.raises(ValueError, match="spectator"):
        Encoding(state.game).observation(state.view(None))
