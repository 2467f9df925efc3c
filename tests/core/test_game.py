"""Games and their options: what is accepted, what is refused, and how it is said."""

import pickle
import random
import subprocess
import sys
from typing import Any

import pytest

import stolik
from stolik import Game, IllegalMove, Move, Option


def test_the_games_are_known_by_name() -> None:
    assert "pickomino" in stolik.game_names()


@pytest.mark.parametrize(
    ("name", "arguments", "message"),
    [
        ("chess", {"players": 2}, "unknown game 'chess'; the games are: .*pickomino"),
        ("pickomino", {"players": 8}, "players must be 2 to 7, not 8"),
        ("pickomino", {"players": "3"}, "players must be 2 to 7, not '3'"),
        ("pickomino", {"players": True}, "players must be 2 to 7, not True"),
        ("pickomino", {"players": 2, "variant": "gold"}, "variant must be base or deluxe, not 'gold'"),
        (
            "pickomino",
            {"players": 2, "colour": "red"},
            "unknown option 'colour'; the options are: players, v",
        ),
        (
            "pickomino",
            {"players": 2, "golden_die": "ones_and_worms"},
            "golden_die=ones_and_worms needs variant=deluxe, not variant=base",
        ),
    ],
)
def test_what_cannot_be_is_refused_with_what_can(name: str, arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Game(name, **arguments)


@pytest.mark.parametrize("name", [["linko"], None, 7])
def test_the_name_of_a_game_is_a_text(name: Any) -> None:
    with pytest.raises(TypeError, match="the name of a game is a text, not"):
        Game(name)


@pytest.mark.parametrize(
    ("name", "settings", "players"),
    [
        ("pickomino", {}, 2),
        ("linko", {}, 4),
        ("linko", {"mode": "expert"}, 4),
        ("linko", {"mode": "duel"}, 2),
    ],
)
def test_without_players_the_default_plays_or_the_first_number_that_fits(
    name: str, settings: dict[str, Any], players: int
) -> None:
    assert Game(name, **settings).players == players


@pytest.mark.parametrize("name", ["pickomino", "linko"])
def test_an_error_does_not_repeat_a_long_text(name: str) -> None:
    long = "x" * 10_000_000
    for call in (
        lambda: Game(long),
        lambda: Game(name, long),  # type: ignore[arg-type]
        lambda: Game(name, **{long: 1}),
        lambda: Game(name).start().play(long),
        lambda: Game(name).start().play("deal " + long),
        lambda: Game(name, first="lots").start().play(long),
        lambda: Game(name).start().view(long),  # type: ignore[arg-type]
    ):
        with pytest.raises(ValueError, match="…") as error:
            call()
        assert len(str(error.value)) < 400


@pytest.mark.parametrize("name", ["pickomino", "linko"])
@pytest.mark.parametrize("seat", [-1, 9, True, "0"])
def test_only_seats_at_the_table_see_something(name: str, seat: Any) -> None:
    state = Game(name, first="lots").start()
    for call in (
        lambda: state.view(seat),
        lambda: state.events("first 0", seat),
        lambda: state.sample(seat, random.Random(1)),
    ):
        with pytest.raises(ValueError, match="seat must be 0 to"):
            call()


@pytest.mark.parametrize("name", ["pickomino", "linko"])
def test_lots_are_one_outcome_a_player(name: str) -> None:
    state = Game(name, 3, first="lots").start()
    assert state.outcomes() == [("first 0", 1 / 3), ("first 1", 1 / 3), ("first 2", 1 / 3)]
    assert state.draw(random.Random(1)) in ("first 0", "first 1", "first 2")
    with pytest.raises(IllegalMove, match="lots are drawn now: 'first 0' to 'first 2'"):
        state.play("first 3")


def test_options_describe_themselves() -> None:
    options = {option.name: option for option in stolik.options("pickomino")}
    assert list(options) == ["players", "variant", "golden_die", "hen_burn", "first"]
    assert options["players"].choices == (2, 3, 4, 5, 6, 7)
    assert options["variant"].default == "base"
    assert options["golden_die"].only == ("variant", ("deluxe",))
    assert all(option.key and option.default in option.choices for option in options.values())
    assert Game("pickomino", 2).options() == stolik.options("pickomino")


def test_an_option_reads_its_choices_from_text() -> None:
    players, variant, *_ = stolik.options("pickomino")
    assert players.parse("3") == 3
    assert variant.parse("deluxe") == "deluxe"
    with pytest.raises(ValueError, match="players must be 2 to 7, not 'three'"):
        players.parse("three")


def test_choices_are_listed_in_words() -> None:
    assert Option("a", ("x",), "x", "k").allowed() == "x"
    assert Option("a", (0, 5), 0, "k").allowed() == "0 or 5"
    assert Option("a", ("x", "y", "z"), "x", "k").allowed() == "x, y or z"


def test_a_game_is_a_value() -> None:
    one, same = Game("pickomino", 3, variant="deluxe"), Game("pickomino", 3, variant="deluxe")
    assert one == same
    assert hash(one) == hash(same)
    assert one != Game("pickomino", 4, variant="deluxe")
    assert one != "pickomino"
    assert pickle.loads(pickle.dumps(one)) == one
    assert eval(repr(one)) == one


def test_a_game_cannot_be_changed() -> None:
    game = Game("pickomino", 3)
    with pytest.raises(AttributeError, match="cannot be changed"):
        game.players = 4
    with pytest.raises(AttributeError, match="cannot be changed"):
        del game.players
    with pytest.raises(TypeError):
        game.settings["variant"] = "deluxe"  # type: ignore[index]


def test_a_move_is_its_text() -> None:
    move = Move("worm from 2")
    assert move == "worm from 2"
    assert (move.word, move.args) == ("worm", ("from", "2"))
    assert (Move("roll").word, Move("roll").args) == ("roll", ())


def test_an_illegal_move_says_what_is_wrong_and_what_is_allowed() -> None:
    state = Game("pickomino", 2).start()
    with pytest.raises(IllegalMove) as caught:
        state.play("take 21")
    error = caught.value
    assert (error.reason, error.move, error.allowed) == ("roll_first", "take 21", ("roll",))
    assert str(error) == "'take 21': the turn begins with a roll (P-4); allowed: roll"
    copy = pickle.loads(pickle.dumps(error))
    assert (str(copy), copy.reason, copy.allowed) == (str(error), error.reason, error.allowed)


def test_importing_stolik_imports_no_third_party_package() -> None:
    code = (
        "import sys; before = set(sys.modules); import stolik\n"
        "names = {name.partition('.')[0] for name in set(sys.modules) - before}\n"
        "print(sorted(names - sys.stdlib_module_names - {'stolik'}))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "[]\n"
