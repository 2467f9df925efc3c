"""The planner: legal and the same in every game, and it plays to win where worms would say otherwise."""

import json
import random
from pathlib import Path

import numpy as np
import pytest

from stolik import CHANCE, Game, bots
from stolik.core import State
from stolik.games.pickomino import odds
from stolik.games.pickomino.bots.planner import Planner, value_network
from stolik.games.pickomino.bots.planner.endings import without_dice
from stolik.games.pickomino.bots.planner.features import NUMBER, features, positions, reach
from stolik.games.pickomino.bots.planner.lookahead import MINE, Prospect, chances, depth_within
from stolik.games.pickomino.bots.planner.value_network import Batch, kind, networks
from stolik.games.pickomino.bots.simple import Greedy
from stolik.games.pickomino.rules import PickominoState
from stolik.server.choosing import choose_move
from tests.effort import effort
from tests.games.pickomino.positions import aside, base, position

TABLES = [
    *(Game("pickomino", players) for players in range(2, 8)),
    *(Game("pickomino", players, variant="deluxe") for players in range(2, 8)),
    *(Game("pickomino", players, variant="deluxe", golden_die="ones_and_worms") for players in (2, 4)),
    Game("pickomino", 3, first="lots"),
]


def choice(state: State, bot: Planner | Greedy | None = None) -> str:
    """Return what a bot does, who sees the view as it would come over a wire."""
    assert state.actor is not None
    return (bot or Planner()).choose(json.loads(json.dumps(state.view(state.actor))))


def whole_game(game: Game, seed: int) -> list[State]:
    """Return all moments of a game in which the first seat looks ahead and the others do not."""
    rng = random.Random(seed)
    first, others = Planner(), Planner(ahead=0)
    states = [game.start()]
    while (actor := states[-1].actor) is not None:
        state = states[-1]
        move = state.draw(rng) if actor == CHANCE else choice(state, others if actor else first)
        states.append(state.play(move))
    return states


@pytest.mark.parametrize("game", effort(TABLES[::2], TABLES), ids=repr)
def test_it_plays_every_table_to_its_end(game: Game) -> None:
    assert whole_game(game, seed=game.players)[-1].actor is None


@pytest.mark.parametrize("game", [TABLES[1], TABLES[-3]], ids=repr)
def test_it_plays_the_same_game_twice(game: Game) -> None:
    assert whole_game(game, seed=3) == whole_game(game, seed=3)


def test_it_is_one_of_the_bots() -> None:
    assert bots.make("pickomino", "planner", seed=1).choose(Game("pickomino", 2).start().view(0)) == "roll"


# -- Winning and worms ------------------------------------------------------------------------------------


def test_ahead_it_takes_the_last_tile_and_wins_where_worms_say_to_roll_on() -> None:
    """Nine worms against six once 22 is taken; a two would steal tile 26, which is worth more worms."""
    state = aside(base("22", "29 33 21", "36 26"), "4 4 4 4", "w", "3")
    assert state.moves() == ("take 22", "roll")
    assert choice(state, Greedy()) == "roll"
    assert choice(state) == "take 22"


def test_behind_it_does_not_end_a_lost_game_where_worms_say_to_stop() -> None:
    """Tile 22 would end the game at two worms against four; burning would not, and a three steals."""
    state = aside(base("22", "21", "25 27"), "4 4 4", "w w", "1 1")
    assert choice(state, Greedy()) == "take 22"
    assert choice(state) == "roll"


def test_it_takes_the_smaller_tile_where_that_one_ends_the_game() -> None:
    """Stealing 24 would leave the last tile to the other; with tile 23 it is over and won."""
    state = aside(base("23", "35 36", "33 24"), "4 4 4 4", "w", "3")
    assert choice(state, Greedy()) == "steal 24"
    assert choice(state) == "take 23"


def test_it_holds_the_specialist_that_wins() -> None:
    """D-5: tile 29 ends the game: seven worms with the apple, four without, against six."""
    state = aside(position("29:apple", "24:golden_die", "36 25"), "5 5 5 5", "w", "4").play("take 29")
    assert choice(state) == "hold apple"


@pytest.mark.parametrize("leader", [1, 2])
def test_it_takes_a_round_worm_for_the_raven_from_whoever_would_win(leader: int) -> None:
    """D-18: the game is over at nine worms; one opponent has nine and the highest tile, if it keeps them."""
    others = [("36 35", 1), ("25", 6)]
    (one, ones), (two, twos) = others if leader == 1 else reversed(others)
    state = position("22:raven", "30 31 24", one, two, worms=(0, ones, twos))
    state = aside(state, "4 4 4", "w w").play("take 22")
    assert state.phase == "worm_for_raven"
    assert choice(state) == f"worm from {leader}"


@pytest.mark.parametrize("leader", [1, 2])
def test_it_takes_a_round_worm_for_ones_from_whoever_would_win(leader: int) -> None:
    """D-18: tile 22 will end the game at ten worms; the same with an opponent who would have ten."""
    others = [("36 35 24", 1), ("25", 6)]
    (one, ones), (two, twos) = others if leader == 1 else reversed(others)
    state = aside(position("22", "32 33 21", one, two, worms=(0, ones, twos)), "w w w", "5", "1 1")
    assert state.phase == "worm_for_ones"
    assert choice(state) == f"worm from {leader}"
    assert Planner().values(state.view(0))[f"worm from {leader}"] == pytest.approx(1)


# -- What it reckons with ---------------------------------------------------------------------------------


def test_a_view_shows_it_the_whole_table() -> None:
    """What it takes from views is what the rules have, in every position of whole games."""
    for game in (Game("pickomino", 3), Game("pickomino", 3, variant="deluxe")):
        for state in whole_game(game, seed=4):
            if isinstance(state, PickominoState) and state.actor not in (CHANCE, None):
                seen = without_dice(state.view(state.actor))
                same = ("seat", "phase", "actor", "legal", "choice")
                assert [getattr(seen, name) for name in same] == [getattr(state, name) for name in same]
                assert seen.table._replace(down=()) == state.table._replace(down=())
                assert sorted(seen.table.down) == sorted(state.table.down)


@pytest.mark.parametrize("name", ["base two", "base more", "deluxe two", "deluxe more"])
def test_chances_are_shares_of_one_and_the_end_is_known(name: str) -> None:
    variant, number = name.split()
    game = Game("pickomino", 2 if number == "two" else 4, variant=variant)
    assert kind(game) == name
    states = [
        state
        for state in whole_game(game, seed=7)
        if isinstance(state, PickominoState) and state.phase in ("start", "over")
    ]
    found = Batch.of(states).chances(networks()[name])
    assert found.sum(axis=1) == pytest.approx(1)
    last = states[-1]
    won = [seat in last.result().winners for seat in range(game.players)]
    assert np.roll(found[-1], last.seat + 1).tolist() == won


def test_a_turn_foreseen_is_the_sum_over_its_exact_endings() -> None:
    """For every seat: the chance of each ending times the seat's chance after it."""
    state = base("21 25 26 33", "24 31", "27", "22 35")
    network = networks()["base more"]
    prospect = Prospect.of(state)
    outlook = prospect.outlook(Batch.of(prospect.ends).chances(network))
    worth = dict(zip(prospect.names, outlook[:, MINE].tolist(), strict=True))
    endings = odds.fresh_turn(prospect.boards()[0], worth).endings
    expected = sum(chance * outlook[prospect.names.index(name)] for name, chance in endings.items())
    found = chances(network, [state], ahead=1)[0]
    assert np.roll(found, -1) == pytest.approx(expected, abs=1e-6)


def test_a_turn_is_foreseen_with_the_golden_die_if_that_is_better() -> None:
    """D-10: high tiles are easier to reach with nine dice."""
    network = networks()["deluxe two"]
    with_die, without = (
        chances(network, [position("33 34", f"22:{held}", "36 35")], ahead=1)[0]
        for held in ("golden_die", "weasel")
    )
    assert with_die[0] > without[0]


def test_chances_to_hit_a_tile_are_those_of_a_turn_that_aims_at_it() -> None:
    hit, get = reach()
    assert hit[NUMBER[None], 21:].max() < get[NUMBER[None], 21]
    assert (np.diff(get[:, 21:]) < 0).all()
    assert (get[NUMBER["golden_die"], 21:] > get[NUMBER[None], 21:]).all()


def test_features_do_not_depend_on_which_seat_is_which() -> None:
    """Seats are seen in the order of their turns."""
    one = base("21 22 25 36", "24 31", "27", "", seat=1)
    other = base("21 22 25 36", "", "24 31", "27", seat=2)
    assert (features(positions([one]).part(slice(1))) == features(positions([other]).part(slice(1)))).all()


# -- How far it looks ahead -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("state", "ahead"),
    [
        (Game("pickomino", 2).start(), 2),
        (Game("pickomino", 5).start(), 1),
        (Game("pickomino", 2, variant="deluxe").start(), 1),
        (base("21 25 29", "24 31", "22"), 3),
        (base("21 25 29", "24 31", "22", "33", "36", "27"), 2),
    ],
    ids=["two players", "five players", "specialists", "few tiles", "few tiles, five players"],
)
def test_it_looks_the_further_ahead_the_less_can_happen(state: PickominoState, ahead: int) -> None:
    view = state.view(state.actor)
    assert Planner().values(view) == Planner(ahead=ahead).values(view)
    assert Planner().values(view) != Planner(ahead=ahead - 1).values(view)


def test_it_looks_as_far_ahead_after_each_of_the_moves_between_which_it_chooses() -> None:
    """D-18: the worm of the fourth seat is taken, after which fewer ways to end a turn are left."""
    others = ("21 23", "22", "25 26:weasel")
    state = position("11:red_worm 13:hen 24:raven 27:golden_die 28 29:apple", "", *others, worms=(2, 1, 2, 2))
    view = aside(state, "1 1 1").view(0)
    assert view["phase"] == "worm_for_ones"
    assert Planner().values(view) in [Planner(ahead=ahead).values(view) for ahead in (1, 2)]


def test_it_looks_no_further_than_it_may() -> None:
    ends = Prospect.of(base("21 25 29", "24 31", "22")).ends
    assert [depth_within(ends, turns, 10**9) for turns in (1, 2, 4)] == [1, 2, 4]
    depths = [depth_within(ends, 8, ways) for ways in (0, 300, 3000, 30_000)]
    assert depths[0] == 1
    assert depths == sorted(set(depths))


# -- Where something is missing ---------------------------------------------------------------------------


@pytest.mark.parametrize("damaged", [False, True], ids=["no file", "damaged"])
def test_without_its_files_the_next_weaker_level_plays_and_says_so(
    damaged: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    base, deluxe = value_network.SHIPPED
    path = tmp_path / deluxe.name
    if damaged:
        path.write_bytes(deluxe.read_bytes()[:-1000])
    monkeypatch.setattr(value_network, "SHIPPED", (base, path))
    monkeypatch.setattr(value_network, "networks", networks.__wrapped__)  # not those that have been read
    wrong = f"{path} is {'damaged' if damaged else 'missing'}"
    level, why = bots.startable("pickomino", "master")
    assert level == "hard"
    assert wrong in str(why)
    state = Game("pickomino", 2).start()
    move, told = choose_move("pickomino", "master", 1, state.view(0))
    assert move in state.moves()
    assert told is not None
    assert told.startswith("hard plays instead: ")
    assert wrong in told
    with pytest.raises(bots.BotError, match=wrong):
        bots.make("pickomino", "planner", 1)
