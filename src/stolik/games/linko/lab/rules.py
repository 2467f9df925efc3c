"""The rules of the card game on arrays, in the order of ``stolik.games.linko.rules``; the ids are the same.

A decision is taken in three stages: what it moves on the table, what that leaves on the table, and what comes
next. Every line holds for all games of a batch at once: flags say in which of them it matters. Between the
stages stands a barrier, so that the compiler computes each one once and not again for every number it gives.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

import jax.numpy as jnp
import numpy as np
from jax import Array

from stolik.core import Game
from stolik.games.linko.encoding import (
    DECK_DRAWS,
    DISCARDS,
    DRAWS,
    GRABS,
    GROUPS,
    LEAVES,
    PLAYS,
    PLAYS_OF_A_NUMBER,
    RAIDS,
    RECALLS,
)
from stolik.games.linko.lab import counts, table
from stolik.games.linko.lab.table import DRAW, MAY_DRAW, OVER, PLAY, RAID, RECALL, THEFT, Layer, State, Turn
from stolik.games.linko.pieces import BOX, DUEL_JOKERS, IN_BOX, JOKER, JOKERS, ONE, POOL, ROW, THIRTEEN
from stolik.lab import small
from stolik.lab.stages import repeated, settled

NO_CARD: Final = 16
"""What stands for a card that is not turned up."""

MOST_FOR_THE_ROW: Final = ROW + IN_BOX[THIRTEEN] + IN_BOX[JOKER]
"""More cards are never turned up for the row: 13 that stay, and those that go onto the pool."""

NextCard = Callable[[Array, Array], Array]
"""Gives the next card of each game's deck, given how many this decision has taken off it before, and what is
in it. What it gives for an empty deck does not matter."""


def is_duel(game: Game) -> bool:
    """Whether the V rules apply on top of the basic ones."""
    return game.settings["mode"] == "duel"


def advance(game: Game, state: State, action: Array, next_card: NextCard) -> State:
    """Return the state after a legal action of each game's actor; games that end stay at their end."""
    turn = table.unpack(state.turn)
    decision = settled(read(game, state, turn, action.astype(jnp.int32), next_card))
    after = settled(move_cards(state, decision))
    after = refill_pool(after, turn, decision, next_card)
    if is_duel(game):
        after = fill_row(after, decision.raids, next_card)  # V-6: at once
    return after._replace(turn=what_next(game, after, turn, decision).packed())


# -- Setup ------------------------------------------------------------------------------------------------


def lay_out(game: Game, hands: Array, pool: Array, deck: Array, seat: Array, next_card: NextCard) -> State:
    """L-2: hands, pool and deck, and who begins; V-1: all know of the jokers of a duel; V-2: then the row."""
    batch, players = hands.shape[:2]
    known = counts.jokers(DUEL_JOKERS if is_duel(game) else 0)
    zero = jnp.zeros(batch, jnp.int32)
    state = State(
        hands=hands,
        known=jnp.broadcast_to(known, hands.shape),
        laid=jnp.zeros_like(hands),
        tops=jnp.zeros((batch, players), jnp.uint16),
        under=jnp.zeros((batch, table.most_under(players)), jnp.uint16),
        depth=jnp.zeros((batch, players), jnp.uint8),
        pool=pool.astype(jnp.uint16),
        deck=deck,
        row=jnp.zeros_like(deck),
        turn=Turn(zero + PLAY, seat, seat, zero, zero, zero + 1).packed(),
        rewards=jnp.zeros((batch, players), jnp.float32),
        terminated=jnp.zeros(batch, bool),
    )
    if not is_duel(game):
        return state
    once = game.settings["row"] == "dealt"
    return fill_row(state, jnp.ones(batch, bool), next_card, once=once)


# -- What is decided --------------------------------------------------------------------------------------


class Decision(NamedTuple):
    """An action: of which kind it is, and what it moves."""

    plays: Array
    grabs: Array
    leaves: Array
    recalls: Array
    discards: Array
    draws: Array
    off_deck: Array
    """Draws from the deck."""
    raids: Array
    stirs: Array
    """Makes a card leave the deck or the pool (L-21)."""
    who: Array
    """The seat whose hand changes."""
    owner: Array
    """The seat whose layers change."""
    layer: Array
    """The layer that is played or leaves the table, packed."""
    place: Array
    """The place of the pool that is drawn."""
    cards: Array
    """The cards that move, as counts."""


def read(game: Game, state: State, turn: Turn, action: Array, next_card: NextCard) -> Decision:
    """Return what an action stands for."""
    plays = (action >= PLAYS) & (action < RAIDS)
    grabs, leaves, recalls = action == GRABS, action == LEAVES, action == RECALLS
    discards, off_deck = action == DISCARDS, action == DECK_DRAWS
    raids = (action >= RAIDS) & (action < GROUPS)
    place = action - DRAWS
    if is_duel(game):
        here = np.arange(POOL) == (action - GROUPS)[:, None]
        group = small.total(jnp.where(here, state.pool.astype(jnp.int32), 0))
        place = jnp.where(action >= GROUPS, group, place)
    draws = off_deck | ((action >= DRAWS) & (action < PLAYS)) | (action >= GROUPS)

    played = layer_played(action - PLAYS)
    robbed = table.layer(table.of_seat(state.tops, turn.victim))
    layer = Layer(*(jnp.where(plays, ours, theirs) for ours, theirs in zip(played, robbed, strict=True)))
    top_card = next_card(jnp.zeros_like(action), state.deck)
    cards = jnp.where(off_deck[:, None], counts.of(top_card), table.place_cards(place))
    if is_duel(game):
        value = action - RAIDS
        the_set = counts.of(value, counts.number_of(state.row, value))
        cards = jnp.where(raids[:, None], the_set, cards)
    cards = jnp.where((draws | raids)[:, None], cards, layer.cards())
    return Decision(
        plays=plays,
        grabs=grabs,
        leaves=leaves,
        recalls=recalls,
        discards=discards,
        draws=draws,
        off_deck=off_deck,
        raids=raids,
        stirs=draws | (raids & ~counts.is_empty(state.deck)),
        who=jnp.where(recalls, turn.victim, jnp.where(draws, turn.actor, turn.seat)),
        owner=jnp.where(plays, turn.seat, turn.victim),
        layer=layer.packed(),
        place=place,
        cards=cards,
    )


def layer_played(play: Array) -> Layer:
    """L-3: any number of cards of one value; L-4: with any number of jokers, or jokers alone."""
    value, rest = play // PLAYS_OF_A_NUMBER, play % PLAYS_OF_A_NUMBER
    numbers, jokers = rest // (JOKERS + 1) + 1, rest % (JOKERS + 1)
    alone = value == JOKER
    jokers = jnp.where(alone, rest + 1, jokers)
    return Layer(value, jnp.where(alone, jokers, numbers + jokers), jokers)


# -- What moves -------------------------------------------------------------------------------------------


def move_cards(state: State, decision: Decision) -> State:
    """Move the cards in question between hands, layers, pool, deck and row."""
    into_hand = decision.grabs | decision.recalls | decision.draws | decision.raids
    taken = decision.grabs | decision.recalls | decision.discards
    hands, known = move_hand(state, decision, into_hand)
    laid = table.of_seat(state.laid, decision.owner)
    laid = laid + some(decision.plays, decision.cards) - some(taken, decision.cards)
    tops, under, depth = table.with_layer(
        state, decision.owner, decision.layer, laid=decision.plays, taken=taken
    )
    from_pool = decision.draws & ~decision.off_deck
    pool = table.without_place(state.pool, decision.place)
    return state._replace(
        hands=hands,
        known=known,
        laid=table.put(state.laid, decision.owner, laid),
        tops=tops,
        under=under,
        depth=depth,
        pool=jnp.where(from_pool[:, None], pool, state.pool),
        deck=state.deck - some(decision.off_deck, decision.cards),
        row=state.row - some(decision.raids, decision.cards),
    )


def some(when: Array, cards: Array) -> Array:
    """Return counts where a flag is set, and no cards elsewhere."""
    return jnp.where(when[:, None], cards, np.uint32(0))


def move_hand(state: State, decision: Decision, into_hand: Array) -> tuple[Array, Array]:
    """Return the hands, and what is known of them: all see a card come, but those off the deck (L-12).

    Cards that are played may be among those that were known.
    """
    cards, who, plays = decision.cards, decision.who, decision.plays
    hand = table.of_seat(state.hands, who) + some(into_hand, cards) - some(plays, cards)
    known = table.of_seat(state.known, who) + some(into_hand & ~decision.off_deck, cards)
    known = known - some(plays, known_among(known, table.layer(decision.layer)))
    return table.put(state.hands, who, hand), table.put(state.known, who, known)


def known_among(known: Array, layer: Layer) -> Array:
    """Return as many of the known cards as may be in a layer."""
    value, size, jokers = layer
    numbers = jnp.minimum(counts.number_of(known, value), size - jokers)
    wild = jnp.minimum(counts.jokers_of(known), jokers)
    return counts.of(value, numbers) + counts.of(jnp.full_like(value, JOKER), wild)


def refill_pool(state: State, turn: Turn, decision: Decision, next_card: NextCard) -> State:
    """L-12: when the drawer has finished, the pool is refilled; L-13: as far as the deck goes."""
    there = small.total(table.is_place(state.pool))
    finished = decision.draws & (turn.owed == 1)
    number = jnp.where(finished, jnp.minimum(POOL - there, counts.total(state.deck)), 0)

    def turn_up(nth: Array | int, carry: tuple[Array, Array]) -> tuple[Array, Array]:
        pool, deck = carry
        card = jnp.where(nth < number, next_card(nth + decision.off_deck, deck), NO_CARD)
        here = (nth < number)[:, None] & (np.arange(POOL) == (there + nth)[:, None])
        return jnp.where(here, card[:, None].astype(pool.dtype), pool), counts.take(deck, card)

    def goes_on(nth: Array, _: tuple[Array, Array]) -> Array:
        return nth < number

    pool, deck = repeated(goes_on, POOL, turn_up, (state.pool, state.deck))
    return state._replace(pool=pool, deck=deck)


# -- The virtual player -----------------------------------------------------------------------------------


def fill_row(state: State, when: Array, next_card: NextCard, *, once: bool = False) -> State:
    """V-2, V-3: turn up cards until the row has thirteen; V-6: or until the deck is empty.

    ``once``: turn up thirteen cards, however many of them go into the row.
    """

    def is_short(nth: Array | int, row: Array, deck: Array) -> Array:
        turned_up = nth if once else counts.total(row)
        return when & (turned_up < ROW) & ~counts.is_empty(deck)

    def goes_on(nth: Array, carry: tuple[Array, Array, Array]) -> Array:
        row, _, deck = carry
        return is_short(nth, row, deck)

    def turn_up(nth: Array | int, carry: tuple[Array, Array, Array]) -> tuple[Array, Array, Array]:
        """V-2: a 13 or a joker goes onto the pool instead."""
        row, pool, deck = carry
        card = jnp.where(is_short(nth, row, deck), next_card(nth + none_yet, deck), NO_CARD)
        to_pool = (card == THIRTEEN) | (card == JOKER)
        on_it = jnp.where(card == THIRTEEN, table.ONE_THIRTEEN, table.ONE_JOKER).astype(pool.dtype)
        here = table.place_for_a_group(pool)
        places = [
            jnp.where(to_pool & chosen, place + on_it, place)
            for place, chosen in zip(small.columns(pool), here, strict=True)
        ]
        row = counts.put(row, jnp.where(to_pool, NO_CARD, card))
        return row, jnp.stack(places, axis=1), counts.take(deck, card)

    none_yet = jnp.zeros_like(state.turn, jnp.int32)
    carry = state.row, state.pool, state.deck
    row, pool, deck = repeated(goes_on, MOST_FOR_THE_ROW, turn_up, carry, apart=True)
    return state._replace(row=row, pool=pool, deck=deck)


def sets_to_raid(row: Array, layer: Layer) -> Array:
    """V-5: mark the values lower than a layer's of which the row has as many cards: ``(batch, 12)``."""
    numbers = counts.each(row)[:, :THIRTEEN]
    return (numbers == layer.size[:, None]) & (np.arange(THIRTEEN) < layer.value[:, None])


# -- What comes next --------------------------------------------------------------------------------------


def what_next(game: Game, state: State, turn: Turn, decision: Decision) -> Turn:
    """Return the turn as it goes on, given the table after a decision."""
    plays, grabs, leaves, draws = decision.plays, decision.grabs, decision.leaves, decision.draws
    settles = grabs | decision.discards  # L-8, L-9: so the robbed player draws
    quiet = jnp.where(decision.stirs, 0, turn.quiet)
    owed = jnp.where(settles, table.layer(decision.layer).size, turn.owed - draws)

    hand_empty = plays & counts.is_empty(table.of_seat(state.hands, turn.seat))  # L-5
    cards_out = draws & counts.is_empty(state.deck) & ~small.any_of(table.is_place(state.pool))  # L-17
    raidable = jnp.zeros_like(plays)
    if is_duel(game):
        layer = table.layer(table.of_seat(state.tops, turn.seat))
        raidable = plays & small.any_of(sets_to_raid(state.row, layer))  # V-5, V-7
    draws_on = settles | (draws & (owed > 0))

    victim = next_victim(game, state, turn)
    optional = turn.phase == MAY_DRAW
    compares = ~(leaves | draws_on | raidable | optional)  # L-6, L-11
    robs = compares & (victim >= 0)
    stole = (turn.stole > 0) | decision.raids  # V-7
    may = jnp.zeros_like(plays)
    if game.settings["mode"] in ("basic", "duel"):  # L-19
        may = compares & ~robs & ~stole  # L-16
    ends = (compares & ~robs & ~may) | (optional & ~draws_on)
    stalls = jnp.zeros_like(plays)
    if rounds := int(game.settings["stall"]):
        stalls = ends & (quiet >= rounds * game.players)  # L-21
    over = hand_empty | cards_out | stalls
    begins = ends & ~over

    phase = jnp.where(robs, THEFT, jnp.where(leaves, RECALL, jnp.where(draws_on, DRAW, PLAY)))
    phase = jnp.where(raidable, RAID, jnp.where(may, MAY_DRAW, phase))
    seat = jnp.where(begins, (turn.seat + 1) % game.players, turn.seat)
    reset = over | begins
    return Turn(
        phase=jnp.where(over, OVER, phase),
        seat=seat,
        victim=jnp.where(reset, seat, jnp.where(robs, victim, jnp.where(may, turn.seat, turn.victim))),
        owed=jnp.where(reset | robs | raidable, 0, jnp.where(may, 1, owed)),
        stole=(~reset & (stole | robs)).astype(jnp.int32),
        quiet=jnp.where(over, 1, quiet + begins),
    )


def next_victim(game: Game, state: State, turn: Turn) -> Array:
    """L-6: going round from the left, whose top layer is beaten; L-11: each one once; -1 if nobody's is."""
    ours = table.layer(table.of_seat(state.tops, turn.seat))
    theirs = table.layer(state.tops)
    beaten = beats(game, Layer(*(part[:, None] for part in ours)), theirs)
    players = game.players
    away = (np.arange(players) - turn.seat[:, None]) % players
    compared = (turn.victim - turn.seat) % players
    first = small.lowest(jnp.where(beaten & (away > compared[:, None]), away, players))
    return jnp.where(first < players, (turn.seat + first) % players, -1)


def beats(game: Game, layer: Layer, top: Layer) -> Array:
    """L-6: the same size and a strictly higher value; L-20: for experts, ones beat 13s and jokers."""
    higher = layer.value > top.value
    if game.settings["mode"] == "expert":
        higher |= (layer.value == ONE) & (top.value >= THIRTEEN)
    return (layer.size == top.size) & higher


# -- The end ----------------------------------------------------------------------------------------------


def final_count(state: State) -> tuple[Array, Array]:
    """L-18: scores and places: most points, then fewest cards in hand; those still equal share the place."""
    in_hand = counts.total(state.hands)
    scores = counts.total(state.laid) - in_hand
    ranks = scores * len(BOX) - in_hand
    places = [1 + small.total(ranks > rank[:, None]) for rank in small.columns(ranks)]
    return scores, jnp.stack(places, axis=1)


def rewards(state: State) -> Array:
    """Return for each seat at the end: (seats placed worse - seats placed better) / other seats."""
    _, places = final_count(state)
    balances = [
        small.total(places > place[:, None]) - small.total(places < place[:, None])
        for place in small.columns(places)
    ]
    return jnp.stack(balances, axis=1).astype(jnp.float32) / (places.shape[1] - 1)
