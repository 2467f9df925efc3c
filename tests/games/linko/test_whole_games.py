"""Whole games of every mode and player count keep the invariants with players of every kind."""

import random
from collections.abc import Callable, Iterator
from operator import le

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stolik import Game, IllegalMove, Move, State
from stolik.core import CHANCE, lots
from stolik.games.linko import LinkoState
from stolik.games.linko.notation import DISCARD, DRAW, DRAW_DECK, GRAB, LEAVE, PASS, PLAY, RAID, RECALL
from stolik.games.linko.pieces import IN_BOX
from stolik.testing import check_game
from tests.effort import effort
from tests.games.linko.playing import PLAYERS, TABLES, Player, plies, start
from tests.games.linko.positions import on_table

SEEDS = st.integers(0, 2**32)
EVERYTHING = (
    *(
        GRAB,
        LEAVE,
        RECALL,
        DISCARD,
        DRAW_DECK,
        PASS,
        *lots(5),
        *PLAY.values(),
        *DRAW.values(),
        *RAID.values(),
    ),
    *(
        "",
        "play",
        "play 0x7",
        "play 3x7+0j",
        "play 3x14",
        "draw",
        "draw 13+5",
        "draw 5+6",
        "raid 1x13",
        "raid 1j",
    ),
)


def check_cards(state: State) -> None:
    """All 109 cards are there, each once; what is known of a hand is in it."""
    assert isinstance(state, LinkoState)
    table = state.table
    assert on_table(table) == IN_BOX
    for hand, known in zip(table.hands, table.known, strict=True):
        assert all(map(le, known, hand))
        assert min(known) >= 0
    assert all(
        place == (place[0], *sorted(place[1:])) and min((12, *place[1:])) == 12 for place in table.pool
    )


def check_scores(state: State) -> None:
    """The scores are the cards on the table less those in hands; at the end they are the result."""
    assert isinstance(state, LinkoState)
    view = state.view(None)
    laid = sum(len(layer["cards"]) for seat in view["seats"] for layer in seat["layers"])
    held = sum(seat["cards"] for seat in view["seats"])
    assert sum(seat["score"] for seat in view["seats"]) == laid - held
    if view["result"]:
        assert [seat["score"] for seat in view["seats"]] == view["result"]["scores"]
    assert (view["result"] is None) == (state.actor is not None)


def check_stock(state: State) -> None:
    """Except in the middle of a draw the pool is full, or the deck is empty; a draw always has a source."""
    assert isinstance(state, LinkoState)
    table = state.table
    assert len(table.pool) <= 6
    if state.phase not in ("lots", "deal", "over", "draw"):
        assert len(table.pool) == 6 or (table.pool and not table.deck)
        if table.row is not None:
            assert sum(table.row) == 13 or not table.deck
    if state.phase in ("draw", "may_draw"):
        assert table.pool or table.deck
        assert state.turn.owed >= 1
    if table.row is not None:
        assert not any(table.row[12:])


def check_end(state: State) -> None:
    """The game is over exactly if a hand is empty, deck and pool are, or nothing has moved for long."""
    assert isinstance(state, LinkoState)
    empty_hand = not all(map(any, state.table.hands))
    no_cards = not state.table.pool and not state.table.deck
    if state.actor == CHANCE:
        return
    if state.actor is not None:
        assert not empty_hand
        assert not no_cards
    else:
        reason = "hand_empty" if empty_hand else "cards_out" if no_cards else "stall"
        assert state.result().reason == reason


@pytest.mark.parametrize(("mode", "players"), TABLES)
@given(seed=SEEDS, first=st.sampled_from(["seat0", "lots"]), stall=st.sampled_from([1, 3, 20]))
@settings(max_examples=effort(2, 5))
def test_random_games_keep_the_contract(mode: str, players: int, seed: int, first: str, stall: int) -> None:
    game = Game("linko", players, mode=mode, first=first, stall=stall)
    check_game(game, seed, check_cards, check_scores, check_stock, check_end)


def turns(
    state: LinkoState, rng: random.Random, player: Player
) -> Iterator[list[tuple[LinkoState, LinkoState]]]:
    """Play a game to its end; yield its turns, each a list of moments before and after a move."""
    turn: list[tuple[LinkoState, LinkoState]] = []
    for before, _, after in plies(state, rng, player):
        if before.phase == "play" and turn:
            yield turn
            turn = []
        if before.actor != CHANCE:
            turn.append((before, after))
    yield turn


@given(table=st.sampled_from(TABLES), seed=SEEDS, player=st.sampled_from(PLAYERS))
@settings(max_examples=effort(20, 80))
def test_every_game_ends_and_keeps_its_cards(table: tuple[str, int], seed: int, player: Player) -> None:
    limit = 109 * 20 * table[1] * 12  # cards that can leave the stock, quiet rounds, turns, moves in a turn
    state = after = start(*table)
    for moment, (_, _, after) in enumerate(plies(state, random.Random(seed), player)):
        check_cards(after)
        check_stock(after)
        check_end(after)
        assert moment < limit
    assert after.actor is None


@given(table=st.sampled_from(TABLES), seed=SEEDS, player=st.sampled_from(PLAYERS))
@settings(max_examples=effort(20, 80))
def test_in_a_turn_each_opponent_is_robbed_once_in_order(
    table: tuple[str, int], seed: int, player: Player
) -> None:
    for turn in turns(start(*table), random.Random(seed), player):
        thief = turn[0][0].seat
        assert {before.seat for before, _ in turn} == {thief}
        thefts = [before.turn.victim for before, _ in turn if before.phase == "theft"]
        left = [(victim - thief) % table[1] for victim in thefts]
        assert left == sorted(set(left))
        assert 0 not in left
        phases = [before.phase for before, _ in turn]
        assert phases.count("raid") <= 1
        assert "may_draw" not in phases or phases == ["play", "may_draw"]


@given(table=st.sampled_from(TABLES), seed=SEEDS, player=st.sampled_from(PLAYERS))
@settings(max_examples=effort(20, 80))
def test_the_pool_is_refilled_only_after_a_draw_is_finished(
    table: tuple[str, int], seed: int, player: Player
) -> None:
    for before, move, after in plies(start(*table), random.Random(seed), player):
        old, new = before.table, after.table
        if move.word == "draw" and after.actor is not None:
            finished = before.turn.owed == 1
            assert finished == (after.phase != "draw" or after.turn.victim != before.turn.victim)
            drawn = move == "draw deck"
            left = len(old.pool) - (not drawn)
            came = len(old.deck) - len(new.deck) - drawn
            assert came == (min(6 - left, len(old.deck) - drawn) if finished else 0)
            assert len(new.pool) == left + came
        elif move.word not in ("draw", "deal", "raid"):
            assert (old.pool, old.deck) == (new.pool, new.deck)


@given(table=st.sampled_from(TABLES), seed=SEEDS, player=st.sampled_from(PLAYERS))
@settings(max_examples=effort(8, 20))
def test_what_is_legal_can_be_played_and_nothing_else(
    table: tuple[str, int], seed: int, player: Player
) -> None:
    rng = random.Random(seed)
    for before, _, after in plies(start(*table), rng, player):
        if rng.random() < 0.97 and after.actor is not None:
            continue
        for move in EVERYTHING:
            if move in before.moves():
                assert before.play(move).table != before.table or move in (LEAVE, PASS)
            else:
                with pytest.raises(IllegalMove) as error:
                    before.play(move)
                assert error.value.reason
                assert error.value.move == move


@given(table=st.sampled_from(TABLES), seed=SEEDS)
@settings(max_examples=effort(8, 20))
def test_playing_the_same_texts_again_gives_equal_states(table: tuple[str, int], seed: int) -> None:
    other = start(*table)
    seen = set()
    for before, move, after in plies(start(*table), random.Random(seed), PLAYERS[0]):
        assert before == other
        assert hash(before) == hash(other)
        seen.add(before)
        other = other.play(str(move))
        assert other != before
        assert other in {after}
    assert len(seen | {other}) == len(seen) + 1


def test_games_run_into_every_kind_of_exhaustion() -> None:
    """The rare moments do come up in whole games; constructed positions hold what happens then."""
    met = dict.fromkeys(RARE, 0)
    for mode, players in TABLES:
        for seed in range(12):
            for player in PLAYERS:
                for before, move, after in plies(start(mode, players), random.Random(seed), player):
                    for name, happened in RARE.items():
                        met[name] += happened(before, move, after)
    assert all(met.values()), met


RARE: dict[str, Callable[[LinkoState, Move, LinkoState], bool]] = {
    "a hand is empty": lambda _, __, after: after.actor is None and after.result().reason == "hand_empty",
    "the cards are out": lambda _, __, after: after.actor is None and after.result().reason == "cards_out",
    "nothing has moved": lambda _, __, after: after.actor is None and after.result().reason == "stall",
    "it ends with cards owed": lambda before, _, after: after.actor is None and before.turn.owed > 1,
    "it ends in a theft": lambda before, _, after: after.actor is None and before.phase == "draw",
    "it ends in a free draw": lambda before, _, after: after.actor is None and before.phase == "may_draw",
    "a draw empties the pool": lambda _, __, after: after.phase == "draw" and not after.table.pool,
    "a draw without a deck": lambda _, __, after: after.phase == "draw" and not after.table.deck,
    "a theft without a deck": lambda _, __, after: after.phase == "theft" and not after.table.deck,
    "the row stays short": lambda _, move, after: move.word == "raid" and sum(after.table.row or ()) < 13,
    "a group is drawn": lambda _, move, __: move.word == "draw" and "+" in move,
    "a choice of sets": lambda before, _, __: before.phase == "raid" and len(before.moves()) > 1,
    "the third opponent is robbed": lambda _, __, after: (
        after.phase == "theft" and (after.turn.victim - after.seat) % after.game.players > 2
    ),
    "a hand past forty": lambda _, __, after: max(map(sum, after.table.hands)) > 40,
    "more than a hundred plays": lambda _, __, after: len(after.moves()) > 100,
}
