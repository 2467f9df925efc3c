"""The searcher of the card game: it knows what its view says and no more, and makes good use of it."""

import json
import random
from collections.abc import Iterator

import pytest

from stolik.core import CHANCE, Game
from stolik.games.linko import LinkoState, start
from stolik.games.linko.bots import heuristic
from stolik.games.linko.bots.guess import guess
from stolik.games.linko.bots.searcher import Searcher, how_good, play_out
from stolik.games.linko.bots.simple import Grabber
from stolik.games.linko.from_view import state_from_view
from stolik.games.linko.pieces import IN_BOX
from stolik.games.linko.views import LinkoView
from tests.games.linko.positions import on_table, position

TABLES = [
    *(Game("linko", players, mode=mode) for mode in ("basic", "advanced", "expert") for players in (3, 4, 5)),
    Game("linko", 2, mode="duel"),
    Game("linko", 3, mode="expert", first="lots", stall=1),
    Game("linko", 2, mode="duel", first="lots", stall=0),
]


def decisions(game: Game, seed: int, *, well_played: bool) -> Iterator[tuple[LinkoState, LinkoView]]:
    """Yield every decision of a game, with the actor's view as it comes over a wire."""
    rng = random.Random(seed)
    state = game.start()
    while (actor := state.actor) is not None:
        assert isinstance(state, LinkoState)
        if actor == CHANCE:
            state = state.play(state.draw(rng))
            continue
        yield state, json.loads(json.dumps(state.view(actor)))
        state = state.play(heuristic.best(state) if well_played else rng.choice(state.moves()))


@pytest.mark.parametrize("game", TABLES, ids=repr)
@pytest.mark.parametrize("well_played", [True, False])
def test_a_state_from_a_view_looks_like_the_view(game: Game, well_played: bool) -> None:
    phases = set()
    for state, view in decisions(game, seed=7, well_played=well_played):
        found = state_from_view(view)
        assert found.view(view["seat"]) == view
        assert found.moves() == state.moves()
        assert found.table.known == state.table.known
        assert on_table(found.table) == IN_BOX
        phases.add(state.phase)
    assert {"play", "theft", "draw"} <= phases


@pytest.mark.parametrize("game", TABLES, ids=repr)
def test_a_guess_looks_like_the_view_too(game: Game) -> None:
    rng = random.Random(1)
    for _, view in decisions(game, seed=8, well_played=True):
        seat = view["seat"]
        assert seat is not None
        guessed = guess(state_from_view(view), seat, rng)
        assert guessed.view(seat) == view
        assert on_table(guessed.table) == IN_BOX
        for hand, known in zip(guessed.table.hands, guessed.table.known, strict=True):
            assert all(number >= sure for number, sure in zip(hand, known, strict=True))


def test_guesses_differ_where_something_is_hidden() -> None:
    state = position("7 7 3", "9 2 4", "1 1 5", deck="8 8 12 6 10", known=("", "9", ""))
    guesses = {guess(state, 0, random.Random(seed)).table.hands[1:] for seed in range(40)}
    assert len(guesses) > 10
    assert all(first[8] >= 1 for first, _ in guesses), "the 9 that all know of"


def test_hidden_cards_make_no_difference() -> None:
    """Whatever the others hold, the same view and seed make the same answer, and so does the heuristic."""
    for number, (state, view) in enumerate(decisions(Game("linko", 3), seed=3, well_played=True)):
        seat = view["seat"]
        assert seat is not None
        other = state.sample(seat, random.Random(number))
        assert heuristic.values(other) == heuristic.values(state)
        assert state_from_view(json.loads(json.dumps(other.view(seat)))) == state_from_view(view)
        if number % 10 == 0:
            answers = {Searcher(random.Random(5), 16).choose(seen.view(seat)) for seen in (state, other)}
            assert len(answers) == 1


def test_a_view_is_left_as_it_was() -> None:
    view = position("7 7 3 12", "9 2 4", "1 1 5").view(0)
    before = json.dumps(view)
    Searcher(random.Random(1), 16).choose(view)
    assert json.dumps(view) == before


def test_nothing_is_tried_where_there_is_no_choice() -> None:
    rng = random.Random(4)
    before = rng.getstate()
    assert Searcher(rng).choose(position("7", "9 2 4", "1 1 5").view(0)) == "play 1x7"
    assert rng.getstate() == before


def test_a_draw_is_searched_only_with_enough_playouts() -> None:
    robbed = position("9 7 3", "1 7 3 / 1x6", "1 1 5", pool="3 12").play("play 1x9").play("grab")
    view = robbed.view(1)
    assert view["phase"] == "draw"
    rng = random.Random(4)
    before = rng.getstate()
    assert Searcher(rng, playouts=64).choose(view) == heuristic.best(robbed)
    assert rng.getstate() == before
    Searcher(rng, playouts=200).choose(view)
    assert rng.getstate() != before


def test_it_ends_the_game_if_that_wins() -> None:
    """L-5, L-18: three points and an empty hand against hands full of cards."""
    assert Searcher(random.Random(1), 32).choose(position("7 7 j", "9 2 4", "1 1 5").view(0)) == "play 2x7+1j"


def test_a_win_is_better_than_any_defeat_and_a_clear_one_better_still() -> None:
    worth = [
        how_good(position("1", f"2 / {layers}", "3 / 2x9").table, 1)
        for layers in ("1x4", "1x4 1x5", "2x4 2x5", "4x4 3x5")
    ]
    assert worth == sorted(worth)
    lost, shared, won, clear = worth
    assert lost < 0.5 < won < clear <= 1
    assert lost < shared < won


def test_a_playout_that_would_never_end_is_cut_off() -> None:
    """L-21: with ``stall`` 0 no rule ends a game in which the same cards go round and round."""
    circling = ("7 1 / 1x13", "1 13 / 1x1", "7 1 j j / 2x13 1x13")
    assert how_good(play_out(position(*circling, mode="expert", stall=0)), 0) < 1
    assert Searcher(random.Random(1), 4).choose(position(*circling, mode="expert", stall=0).view(0))


def test_it_sees_a_theft_coming_that_all_know_of() -> None:
    """The one opponent to fear holds two 8s, as everybody saw: 6s would be stolen, 10s are safe."""
    seats = ("6 6 10 10 1", "8 8 / 3x12", "9 9 9 9 11 11 11 11")
    sure = position(*seats, known=("", "8 8", "9 9 9 9 11 11 11 11"), deck="2", pool="2 3")
    assert Searcher(random.Random(1), 128).choose(sure.view(0)) == "play 2x10"


def test_fewer_than_one_playout_are_refused() -> None:
    with pytest.raises(ValueError, match="playouts must be at least 1, not 0"):
        Searcher(random.Random(1), playouts=0)


def test_it_beats_the_grabber() -> None:
    """A few play-outs are enough to win far more than a third of the games."""
    wins = 0
    for seed in range(12):
        rng = random.Random(seed)
        seat = seed % 3
        players = [Searcher(rng, 8) if other == seat else Grabber() for other in range(3)]
        state = start(Game("linko", 3))
        while (actor := state.actor) is not None:
            chance = actor == CHANCE
            state = state.play(state.draw(rng) if chance else players[actor].choose(state.view(actor)))
        wins += seat in state.result().winners
    assert wins > 6
