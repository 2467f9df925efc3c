import random

import pytest

from stolik import CHANCE, Game
from stolik.encoding import encoding_of
from stolik.games.pickomino import encoding as pickomino
from stolik.games.pickomino.encoding import Encoding
from stolik.games.pickomino.from_view import state_from_view
from stolik.games.pickomino.notation import ROLL, ROLL_GOLD
from stolik.games.pickomino.rules import PickominoState
from tests.effort import effort

BASE = Game("pickomino", players=2)
DELUXE = Game("pickomino", players=3, variant="deluxe")


def after(game: Game, *moves: str) -> PickominoState:
    state = game.start()
    for move in moves:
        state = state.play(move)
    assert isinstance(state, PickominoState)
    return state


def test_a_face_is_kept_and_rolled_on_or_a_tile_is_taken() -> None:
    encoding = Encoding(BASE)
    state = after(BASE, "roll", "dice 1 3 w w w w w w")
    assert [encoding.texts(action, state) for action in encoding.legal(state)] == [
        ("keep 1", "roll"),
        ("keep 3", "roll"),
        ("keep w", "roll"),
        ("keep w", "take 30"),
    ]


def test_a_face_that_burns_the_roll_stands_alone() -> None:
    state = after(BASE, "roll", "dice 5 5 5 5 5 5 5 5")
    encoding = Encoding(BASE)
    assert [encoding.texts(action, state) for action in encoding.legal(state)] == [("keep 5",)]


def test_stealing_is_an_action_of_its_own() -> None:
    taken = ("roll", "dice 1 1 w w w w w w", "keep w", "take 30")
    state = after(BASE, *taken, "roll", "dice 2 2 w w w w w w")
    encoding = Encoding(BASE)
    assert ("keep w", "steal 30") in [encoding.texts(action, state) for action in encoding.legal(state)]
    assert ("keep w", "take 29") in [encoding.texts(action, state) for action in encoding.legal(state)]


def test_the_first_roll_of_a_turn_is_forced_unless_the_golden_die_may_join() -> None:
    encoding = Encoding(DELUXE)
    state = after(DELUXE)
    assert encoding.forced(state) == "roll"
    assert encoding.legal(state) == []
    golden = state._replace(table=state.table.hold(0, "golden_die"), legal=(ROLL, ROLL_GOLD))
    assert encoding.forced(golden) is None
    assert encoding.legal(golden) == [pickomino.ROLLS, pickomino.ROLLS_GOLD]


def test_a_giver_of_a_round_worm_is_counted_from_the_seat_in_turn() -> None:
    encoding = Encoding(DELUXE)
    state = after(DELUXE, "roll", "dice 1 1 2 3 4 5 5 5")
    state = state._replace(table=state.table._replace(round_worms=(0, 3, 4)))
    assert encoding.texts(0, state) == ("keep 1",)
    choice = state.play("keep 1")
    assert encoding.legal(choice) == [pickomino.WORMS, pickomino.WORMS + 3]
    assert encoding.texts(pickomino.WORMS + 3, choice) == ("worm from 2", "roll")


def test_an_action_that_is_not_legal_is_refused_with_those_that_are() -> None:
    state = after(BASE, "roll", "dice 5 5 5 5 5 5 5 5")
    for action in (0, 5, 17, 18, -1, 99):
        with pytest.raises(ValueError, match=rf"action must be one of \[4\] now, not {action}"):
            Encoding(BASE).texts(action, state)


def test_a_spectator_has_no_observation() -> None:
    with pytest.raises(ValueError, match="take the view of a seat"):
        Encoding(BASE).observation(after(BASE).view(None))


def test_another_game_is_refused() -> None:
    with pytest.raises(ValueError, match="encoding of pickomino, not of linko"):
        Encoding(Game("linko", players=3))


@pytest.mark.parametrize(
    "game",
    [BASE, DELUXE, Game("pickomino", 4, variant="deluxe", golden_die="ones_and_worms", first="lots")],
    ids=repr,
)
def test_a_view_says_as_much_as_the_state(game: Game) -> None:
    encoding, rng = encoding_of(game), random.Random(3)
    decided = set()
    for _ in range(effort(2, 6)):
        state = game.start()
        while state.actor is not None:
            assert isinstance(state, PickominoState)
            for seat in range(game.players):
                assert len(encoding.observation(state.view(seat))) == encoding.observation_size
            if state.actor == CHANCE:
                state = state.play(state.draw(rng))
            elif forced := encoding.forced(state):
                state = state.play(forced)
            else:
                view = state.view(state.actor)
                table = state.table._replace(down=tuple(sorted(state.table.down)))
                assert state_from_view(view) == state._replace(table=table)
                legal = encoding.legal(view)
                assert legal == encoding.legal(state)
                joined = [encoding.texts(action, state) for action in legal]
                assert {texts[0] for texts in joined} == set(state.moves())
                assert len(set(joined)) == len(legal)
                action = rng.choice(legal)
                decided.add(action)
                for text in encoding.texts(action, view):
                    state = state.play(text)
    assert max(decided) < encoding.actions
