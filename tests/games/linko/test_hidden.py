"""Hidden cards: no view, move or event shows them, and ``sample`` redraws exactly them."""

import itertools
import json
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from operator import le

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stolik import CHANCE, IllegalMove, Move
from stolik.core import plugin
from stolik.games.linko import LinkoState
from stolik.games.linko.pieces import CARDS
from stolik.games.linko.rules import plays
from tests.effort import effort
from tests.games.linko.playing import PLAYERS, TABLES, Player, plies, start
from tests.games.linko.positions import cards, counts, hand, play, position

SEEDS = st.integers(0, 2**32)
HAND = 13


# -- No leak


def may_know(state: LinkoState, seat: int | None) -> tuple[object, ...]:
    """Return all that a seat may know, straight from the state: the open table and its own hand."""
    table = state.table
    sizes = (len(table.deck), *map(sum, table.hands))
    own = table.hands[seat] if seat is not None else None
    return table.pool, table.layers, table.discard, table.row, sizes, own, state.actor, state.phase


def turned_up(before: LinkoState, move: Move, after: LinkoState, seat: int | None) -> tuple[object, ...]:
    """Return the cards that have left the deck before the eyes of a seat, in their order."""
    deck: Sequence[object] = before.table.deck
    if move.word == "deal":
        deck = move.args[HAND * before.game.players + 6 :]
    unseen = move == "draw deck" and seat != before.actor
    return tuple(deck[unseen : len(deck) - len(after.table.deck)])


def stream(before: LinkoState, move: Move, after: LinkoState, seat: int | None) -> bytes:
    """Return what a seat is told about a move, as it would go over a wire."""
    view = after.view(seat)
    assert after.actor == seat or "moves" not in view
    return json.dumps([before.events(move, seat), view]).encode()


def swapped(deal: Move, players: int, seat: int | None, rng: random.Random) -> Move:
    """Return the same deal but for two cards that the seat may not know."""
    names = list(deal.args)
    dealt = HAND * players
    own = range(seat * HAND, (seat + 1) * HAND) if seat is not None else range(0)
    hidden = [at for at in range(len(names)) if at not in own and not dealt <= at < dealt + 6]
    one, other = rng.sample(hidden, 2)
    names[one], names[other] = names[other], names[one]
    for at in range(0, dealt, HAND):
        names[at : at + HAND] = sorted(names[at : at + HAND], key=CARDS.index)
    return Move(" ".join(["deal", *names]))


def compare(table: tuple[str, int], seed: int, seat: int | None, player: Player) -> int:
    """Play two games that differ in two hidden cards; return for how many moves they must look the same.

    They part when the seat may see that they differ: a player cannot have the cards just played, a card is
    turned up that is another one, or the cards that differ come into the seat's own hand.
    """
    rng = random.Random(seed)
    one = other = start(*table)
    move = one.draw(rng)
    other_move = swapped(move, table[1], seat, rng)
    for length in itertools.count():
        try:
            after, other_after = one.play(move), other.play(other_move)
        except IllegalMove:
            return length
        if may_know(after, seat) != may_know(other_after, seat):
            return length
        if turned_up(one, move, after, seat) != turned_up(other, other_move, other_after, seat):
            return length
        assert stream(one, move, after, seat) == stream(other, other_move, other_after, seat)
        one, other = after, other_after
        if one.actor is None:
            return length
        move = other_move = player(rng, one)
    raise AssertionError("not reached")


@given(table=st.sampled_from(TABLES), seed=SEEDS, player=st.sampled_from(PLAYERS), data=st.data())
@settings(max_examples=effort(40, 100))
def test_hidden_cards_never_show_in_views_moves_or_events(
    table: tuple[str, int], seed: int, player: Player, data: st.DataObject
) -> None:
    seat = data.draw(st.sampled_from([None, *range(table[1])]))
    assert compare(table, seed, seat, player) >= 0


def test_the_two_games_of_that_test_stay_the_same_for_long_and_do_part() -> None:
    lengths = [compare(table, seed, seed % table[1], PLAYERS[0]) for table in TABLES for seed in range(8)]
    assert sum(length > 20 for length in lengths) > len(lengths) / 4
    assert len(set(lengths)) > 15


def test_a_card_from_the_deck_is_shown_to_its_drawer_only() -> None:
    state = play(position("9 9 1", "1 / 2x4", "1"), "play 2x9", "grab")
    drawn = {"kind": "draw", "seat": 1, "from": "deck", "scores": [-1, -2, -1]}
    assert state.events("draw deck", 1) == [{**drawn, "cards": ["7"]}]
    for seat in (None, 0, 2):
        assert state.events("draw deck", seat) == [{**drawn, "cards": None}]
    assert state.play("draw deck").view(1)["hand"] == {"1": 1, "7": 1}


def test_the_deal_shows_a_seat_its_own_hand_and_the_pool_only() -> None:
    state = start("basic", 3)
    deal = state.draw(random.Random(1))
    table = state.play(deal).table
    for seat in (None, 0, 1, 2):
        (told,) = state.events(deal, seat)
        own = None if seat is None else state.play(deal).view(seat)["hand"]
        pool = deal.args[39:45]
        assert told == {"kind": "deal", "hand": own, "pool": list(pool), "deck": len(table.deck)}


# -- What is known


def test_cards_that_all_saw_go_into_a_hand_are_known() -> None:
    state = play(position("9 9 1", "1 / 1x4+1j", "1 / 2x5"), "play 2x9", "grab", "draw 3", "draw deck")
    state = play(state, "leave", "recall")
    assert state.table.known == (counts("4 j"), counts("3"), counts("5 5"))


def test_a_card_drawn_without_a_theft_is_known_if_it_came_from_the_pool() -> None:
    state = position("9 1", "1", "1").play("play 1x9")
    assert state.play("draw 3").table.known[0] == counts("3")
    assert state.play("draw deck").table.known[0] == counts("")


def test_cards_from_the_virtual_players_row_are_known() -> None:
    state = play(position("8 8 1", "1", row="3 3 9"), "play 2x8", "raid 2x3")
    assert state.table.known[0] == counts("3 3")


@pytest.mark.parametrize(
    ("played", "left"),
    [
        ("1x7", "7 j"),
        ("2x7", "j"),
        ("1x7+1j", "7"),
        ("3x7", "j"),
        ("3x7+1j", ""),
        ("3x7+2j", ""),
        ("1x2", "7 7 j"),
        ("1j", "7 7"),
    ],
)
def test_played_cards_may_have_been_the_known_ones(played: str, left: str) -> None:
    state = position("7 7 7 2 3 j j", "1", "1", known=("7 7 j", "", "")).play(f"play {played}")
    assert state.table.known[0] == counts(left)


# -- Sampling


@given(table=st.sampled_from(TABLES), seed=SEEDS, player=st.sampled_from(PLAYERS))
@settings(max_examples=effort(6, 25))
def test_a_sample_contradicts_nothing_the_seat_saw(table: tuple[str, int], seed: int, player: Player) -> None:
    rng = random.Random(seed)
    for _, _, state in plies(start(*table), rng, player):
        for seat in range(table[1]):
            sample = state.sample(seat, rng)
            assert json.dumps(sample.view(seat)) == json.dumps(state.view(seat))
            assert may_know(sample, seat) == may_know(state, seat)
            assert sample.table.known == state.table.known
            if sample.phase == "play":
                assert sample.moves() == plays(sample.table.hands[sample.seat])
            for held, known in zip(sample.table.hands, sample.table.known, strict=True):
                assert all(map(le, known, held))
            assert sorted(everything_hidden(sample)) == sorted(everything_hidden(state))


def everything_hidden(state: LinkoState) -> list[int]:
    """Return the cards of the deck and of all hands."""
    held = [card for hand in state.table.hands for card, number in enumerate(hand) for _ in range(number)]
    return [*held, *state.table.deck]


@given(table=st.sampled_from(TABLES), seed=SEEDS)
@settings(max_examples=effort(6, 20))
def test_a_sample_plays_on_to_the_end(table: tuple[str, int], seed: int) -> None:
    rng = random.Random(seed)
    for at, (_, _, state) in enumerate(plies(start(*table), rng, PLAYERS[0])):
        if at % 40 == 10 and state.actor is not None:
            sample = state.sample(at % table[1], rng)
            assert sample.play(sample.moves()[-1]) != sample
            *_, (_, _, end) = plies(sample, rng, PLAYERS[0])
            assert end.actor is None


def test_before_the_deal_nothing_is_hidden() -> None:
    state = start("basic", 3, first="lots")
    assert state.sample(0, random.Random(1)) is state
    assert state.actor == CHANCE
    assert state.play("first 1").sample(2, random.Random(1)) == state.play("first 1")


@pytest.mark.parametrize("seat", [-1, 3])
def test_only_a_seat_at_the_table_has_a_sample(seat: int) -> None:
    with pytest.raises(ValueError, match="seat must be 0 to 2"):
        start("basic", 3).sample(seat, random.Random(1))


class Script:
    """A source of random bits that says what it is told to say."""

    def __init__(self, numbers: tuple[int, ...]) -> None:
        self.numbers = iter(numbers)

    def getrandbits(self, k: int) -> int:
        return next(self.numbers)


def samples(state: LinkoState, seat: int, hidden: int) -> Counter[tuple[object, ...]]:
    """Return how often each redrawn state comes up, over all ways in which ``hidden`` cards are shuffled."""
    ways = itertools.product(*(range(n) for n in range(hidden, 1, -1)))
    return Counter(secret(state.sample(seat, Script(numbers))) for numbers in ways)


def secret(state: LinkoState) -> tuple[object, ...]:
    return state.table.hands, state.table.deck


def test_the_distribution_of_samples_is_exact() -> None:
    """All ways to deal the unseen cards 3 3 5 7 j to seats 1 and 2 and the deck are equally likely."""
    state = position("9 9", "3 5 8", "2 7", pool="1", deck="3 j", known=("", "8", "2"))
    exact: Counter[tuple[object, ...]] = Counter()
    for first, second, third, *deck in itertools.permutations(cards("3 3 5 7 j")):
        one = position("9 9", "8", "2").table.hands
        hands = (one[0], add(one[1], first, second), add(one[2], third))
        exact[hands, tuple(deck)] += 1
    assert len(exact) == 33
    assert samples(state, 0, hidden=5) == exact


def add(hand: tuple[int, ...], *drawn: int) -> tuple[int, ...]:
    return tuple(number + drawn.count(card) for card, number in enumerate(hand))


def worlds() -> Iterator[LinkoState]:
    """Yield every way the hidden cards 3 5 5 7 8 can lie, seen from seat 0."""
    for one, two, *deck in itertools.permutations("35578"):
        yield position("9 9 1", f"{one} / 2x4", f"{two}", pool="2 6", deck=" ".join(deck))


def test_samples_after_draws_are_distributed_as_what_can_have_happened() -> None:
    """Seat 1 has drawn from deck and pool: all deals that look like this to seat 0 are equally likely."""
    moves = ("play 2x9", "leave", "discard", "draw 2", "draw deck")
    truth = play(next(worlds()), *moves)
    looks = truth.view(0)
    exact = Counter(
        secret(end) for end in (play(world, *moves) for world in worlds()) if end.view(0) == looks
    )
    assert hand(truth, 1) == "2 3 5"
    assert 0 < exact.total() < 120
    got = samples(truth, 0, hidden=4)
    scale = exact.total() / got.total()
    assert {key: number * scale for key, number in got.items()} == exact


@pytest.mark.parametrize(("mode", "players"), TABLES)
def test_a_spectators_sample_redraws_every_hand(mode: str, players: int) -> None:
    rng = random.Random(5)
    moments = [after for _, _, after in plies(start(mode, players), rng, PLAYERS[0])]
    for state in moments[:: max(1, len(moments) // 8)]:
        sample = state.sample(None, rng)
        assert sample.view(None) == state.view(None)
        assert all(
            all(map(le, known, held))
            for known, held in zip(sample.table.known, sample.table.hands, strict=True)
        )
        if sample.phase == "play":
            assert sample.moves() == plays(sample.table.hands[sample.seat])
    first = moments[0]
    others = [first.sample(None, rng).table.hands for _ in range(5)]
    for seat in range(players):
        assert len({hands[seat] for hands in (first.table.hands, *others)}) > 1


# -- Taking back


def test_moves_that_may_be_taken_back_show_their_player_nothing_and_all_others_do() -> None:
    harmless, telling = plugin("linko").undoable, Counter[str]()
    for table in TABLES:
        for seed in range(2):
            for before, move, after in plies(start(*table), random.Random(seed), PLAYERS[0]):
                if before.actor is None or before.actor == CHANCE or after.actor is None:
                    continue
                sample = before.sample(before.actor, random.Random(seed)).play(move)
                same = sample.view(before.actor) == after.view(before.actor)
                assert same or move.word not in harmless, move
                telling[move.word] += not same
    assert set(telling) - set(harmless) == {word for word in telling if telling[word]} == {"draw", "raid"}
