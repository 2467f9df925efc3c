"""A position's text: what is written is read back, nothing hidden is in it, and errors name the field."""

import random
import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import stolik
from stolik import CHANCE, Game, State
from stolik.core import plugin
from tests.games.linko.playing import TABLES

GAMES = [
    *(Game("pickomino", players, first=first) for players in (2, 3, 7) for first in ("seat0", "lots")),
    *(
        Game("pickomino", players, variant="deluxe", golden_die=die, hen_burn=burn, first=first)
        for players, die, burn, first in (
            (2, "standard", "nothing", "seat0"),
            (3, "ones_and_worms", "highest", "lots"),
            (7, "ones_and_worms", "nothing", "seat0"),
        )
    ),
    *(Game("linko", players, mode=mode, first="lots", stall=2) for mode, players in TABLES),
    Game("linko", 2, mode="duel", row="dealt"),
]
SEEDS = st.integers(0, 2**32)


@cache
def states(game: Game, seed: int) -> tuple[State, ...]:
    """Return the moments of a game in which tiles are often taken and rare moves often played."""
    return tuple(_states(game, random.Random(seed)))


def _states(game: Game, rng: random.Random) -> Iterator[State]:
    state = game.start()
    yield state
    while state.actor is not None:
        if state.actor == CHANCE:
            move = state.draw(rng)
        else:
            moves = state.moves()
            wanted = [move for move in moves if move.word in ("take", "steal", "weasel", "raid", "leave")]
            move = rng.choice(wanted if wanted and rng.random() < 0.5 else moves)
        state = state.play(move)
        yield state


@given(st.sampled_from(GAMES), SEEDS, st.data())
@settings(deadline=None)  # the first example of a game plays it
def test_a_state_is_read_as_it_was_written(game: Game, seed: int, data: st.DataObject) -> None:
    state = data.draw(st.sampled_from(states(game, seed % 50)))
    text = state.position()
    read = stolik.position(text)
    assert read == state
    assert read.moves() == state.moves()
    assert read.position() == text


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_every_moment_of_a_game_has_a_text_of_its_own(game: Game) -> None:
    moments = set(states(game, 3))
    assert len({state.position() for state in moments}) == len(moments)
    assert all(stolik.position(state.position()) == state for state in moments)


@given(st.sampled_from(GAMES), SEEDS, st.data())
@settings(deadline=None)  # the first example of a game plays it
def test_the_order_of_fields_does_not_matter(game: Game, seed: int, data: st.DataObject) -> None:
    state = data.draw(st.sampled_from(states(game, seed % 50)))
    name, *fields = state.position().split(" ")
    assert stolik.position(" ".join([name, *data.draw(st.permutations(fields))])) == state


@given(st.sampled_from(GAMES), SEEDS, st.data())
@settings(deadline=None)  # the first example of a game plays it
def test_a_seats_own_position_says_what_the_seat_sees_and_no_more(
    game: Game, seed: int, data: st.DataObject
) -> None:
    state = data.draw(st.sampled_from(states(game, seed % 50)))
    seat = data.draw(st.integers(0, game.players - 1))
    rng = random.Random(seed)
    text = state.position(seat)
    assert state.sample(seat, rng).position(seat) == text
    dealt = stolik.position(text, rng)
    assert dealt.position(seat) == text
    assert dealt.view(seat) == state.view(seat)
    assert dealt.view(None) == state.view(None)


def test_the_unknown_cards_are_dealt_at_random() -> None:
    state = states(Game("linko", 3), 1)[1]
    text = state.position(1)
    dealt = {stolik.position(text, random.Random(seed)) for seed in range(20)}
    assert len(dealt) == 20
    assert {one.position(1) for one in dealt} == {text}


def test_the_start_of_a_game_needs_no_fields() -> None:
    for game in GAMES:
        name, *fields = game.start().position().split(" ")
        options = {option.name for option in game.options()}
        assert name == game.name
        assert {field.partition("=")[0] for field in fields} <= options
    assert stolik.position("pickomino") == Game("pickomino").start()
    assert stolik.position("linko mode=duel") == Game("linko", mode="duel").start()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "unknown game ''; the games are: "),
        ("chess e4", "unknown game 'chess'"),
        ("pickomino 3", "fields are written name=value, with one space between, not '3'"),
        ("pickomino  players=3", "with one space between, not ''"),
        ("pickomino players=", "not 'players='"),
        ("pickomino turn=0 turn=1", "the field 'turn' is there twice"),
        ("pickomino players=8", "players must be 2 to 7, not '8'"),
        ("pickomino hen_burn=highest", "hen_burn=highest needs variant=deluxe"),
        (
            "pickomino deck=7",
            "unknown field 'deck'; the fields are: players, variant, .*, grill, down, stacks",
        ),
        ("pickomino turn=2", "turn must be 0 to 1, not '2'"),
        ("pickomino turn=01", "turn must be 0 to 1, not '01'"),
        ("pickomino turn=" + "9" * 100_000, "turn must be 0 to 1, not '9999.*…'"),
        ("pickomino grill=20", "grill must be tiles: 21,22,.*,36, not '20'"),
        ("pickomino grill=21:cat", "grill must be specialists: red_worm, .*, not 'cat'"),
        ("pickomino grill=21:hen", "grill must be without specialists unless variant=deluxe"),
        ("pickomino grill=11", "grill must be tiles"),
        ("pickomino grill=21,21", "tile 21 more than once"),
        ("pickomino stacks=24/-", "tile 24 more than once"),
        ("pickomino grill=21 stacks=24", "stacks must be 2 values with '/' between, not 1"),
        ("pickomino grill=21-35 down=21", "down must be the tiles neither on the grill nor in a stack, 36"),
        ("pickomino held=hen/-", "held must be left out unless variant=deluxe"),
        ("pickomino variant=deluxe held=hen/-", "held must be specialists that are nowhere else"),
        (
            "pickomino variant=deluxe grill=21 held=raven/-",
            "held must be one specialist a seat, not the raven",
        ),
        ("pickomino variant=deluxe worms=5/4", "worms must be at most 7 in all, not 9"),
        ("pickomino variant=deluxe worms=x/4", "worms must be 0 to 7, not 'x'"),
        ("pickomino worms=1/0", "worms must be 0 to 0, not '1'"),
        ("pickomino phase=sleeping", "phase must be lots or start or .*, not 'sleeping'"),
        ("pickomino phase=lots", "phase must be lots only with first=lots"),
        ("pickomino phase=over", "grill must be empty if the game is over"),
        ("pickomino grill=- phase=start", "grill must be empty if the game is over, and only then"),
        ("pickomino phase=start aside=1", "aside has no meaning with phase=start"),
        ("pickomino phase=rolled", "phase=rolled needs roll"),
        ("pickomino phase=kept", "phase=kept needs aside"),
        ("pickomino aside=7", "aside must be faces: 1,2,3,4,5,w, not '7'"),
        ("pickomino aside=1,1,1,1,1,1,1,1,1", "aside must be at most 8 dice, not 9"),
        ("pickomino aside=1,1,1,1,1,1,1,1", "aside must be dice with which one can roll on or take a tile"),
        ("pickomino phase=rolling aside=w,w,w,w,w,w,w,w", "aside must be dice with which one can roll on"),
        ("pickomino roll=1,2", "roll must be 8 dice, all that are not set aside, not 2"),
        ("pickomino aside=1,1,1,1,1,1 roll=1,1", "this roll is burnt"),
        ("pickomino aside=w,w roll=1,1,1,1,1,1:gold", "roll must be with 1:gold or w:gold if"),
        ("pickomino aside=w gold=yes", "gold must be left out unless seat 0 holds the golden die"),
        ("pickomino aside=w weasel=used", "weasel must be left out unless seat 0 holds the weasel"),
        (
            "pickomino variant=deluxe grill=21 held=golden_die/- aside=w gold=aside",
            "gold must be aside only with golden_die=ones_and_worms",
        ),
        ("pickomino variant=deluxe aside=1,1 phase=worm_for_ones", "worms must be all 7 with the seats"),
        ("pickomino variant=deluxe grill=21 gained=apple", "held must be a specialist for seat 0"),
        (
            "pickomino variant=deluxe grill=21:apple held=hen/- gained=apple",
            "gained must be a specialist that is nowhere else",
        ),
        ("linko victim=1", "victim has no meaning with phase=deal"),
        ("linko turn=1", "turn must be 0 before lots are drawn"),
        ("linko phase=play", "phase=play needs hands"),
        ("linko hands=7/7/7", "hands must be 4 values with '/' between, not 3"),
        ("linko hands=7/7/-/7 pool=1", "hands must be cards for each seat unless phase=over"),
        ("linko hands=7/7/7/7", "pool must be cards, or deck, unless phase=over"),
        ("linko hands=7/14/7/7", "hands must be cards such as 7, 3x7, j or 2j"),
        ("linko hands=9x7/7/7/7", "hands must be 1 to 8, not '9'"),
        ("linko hands=6j/7/7/7", "hands must be 1 to 5, not '6'"),
        ("linko hands=8x7/7/7/7", "the box has 8 cards 7, and 11 are written"),
        ("linko hands=1/2/3/4 known=1/1/-/-", "known must be cards that hands names for seat 1, not '1'"),
        ("linko hands=1/2/3/4 known=2?/-/-/-", r"known must be cards that everybody knows, without '\?'"),
        ("linko hands=1/2/3/4 layers=7/-/-/-", "layers must be layers such as 3x7, 3x7.1j or 2j, not '7'"),
        ("linko hands=1/2/3/4 pool=1,2,3,4,5,6,7", "pool must be at most 6 places, not 7"),
        ("linko hands=1/2/3/4 pool=5+13", "pool must be cards such as 7 or j, or in a duel groups"),
        ("linko hands=1/2/3/4 deck=2x7", "deck must be single cards"),
        ("linko hands=1/2/3/4 virtual=7", "virtual must be left out unless mode=duel"),
        (
            "linko mode=duel hands=1/2 pool=1 virtual=13",
            "virtual must be at most 13 cards, 1 to 12, not '13'",
        ),
        ("linko hands=1/2/3/4 pool=1 phase=theft", "victim must be the opponent whom seat 0 robs, not 0"),
        (
            "linko hands=1/2/3/4 pool=1 phase=theft victim=1",
            "layers must be those of seat 0 with the one just pl",
        ),
        (
            "linko hands=1/2/3/4 pool=1 layers=1x7/1x8/-/- phase=theft victim=1",
            "victim must be a seat whose top layer is beaten",
        ),
        ("linko hands=1/2/3/4 pool=1 layers=1x7/-/-/- phase=draw victim=1", "phase=draw needs owed"),
        ("linko hands=1/2/3/4 pool=1 layers=1x7/-/-/- phase=raid", "phase must be raid only with a set"),
        (
            "linko mode=expert hands=1/2/3/4 pool=1 layers=1x7/-/-/- phase=may_draw",
            "phase must be may_draw only with mode=basic or mode=duel",
        ),
        ("linko hands=1/2/3/4 pool=1 discard=7", r"0 cards are unknown \(\?\), and 103 of the box are left"),
        ("linko hands=1/2?/3/4 pool=1", r"unknown cards \(\?\): position\(text, rng\) deals them"),
    ],
)
def test_an_error_names_the_field_and_what_is_allowed(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message) as error:
        stolik.position(text)
    assert len(str(error.value)) < 400


def test_unknown_cards_must_be_as_many_as_are_left() -> None:
    with pytest.raises(ValueError, match=r"2 cards are unknown \(\?\), and 105 of the box are left for them"):
        stolik.position("linko hands=1/2?/3/4 pool=1", random.Random(1))


def test_a_position_is_a_text() -> None:
    with pytest.raises(TypeError, match="a position is a text, not NoneType"):
        stolik.position(None)  # type: ignore[arg-type]


@pytest.mark.parametrize("seat", [-1, 7])
def test_only_seats_at_the_table_have_a_position(seat: int) -> None:
    with pytest.raises(ValueError, match="seat must be 0 to"):
        Game("linko").start().position(seat)


def test_a_game_need_not_have_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    bare = replace(plugin("pickomino"), name="bare", read_position=None, write_position=None)
    monkeypatch.setitem(sys.modules["stolik.core.plugins"].__dict__["_PLUGINS"], "bare", bare)
    for call in (lambda: stolik.position("bare players=2"), lambda: Game("bare").start().position()):
        with pytest.raises(ValueError, match="the game 'bare' has no text for positions"):
            call()
