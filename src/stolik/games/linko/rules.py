"""The rules of the card game, in the order of a rulebook, each with its id in ``docs/en/linko.md``.

Contents: the state · setup · a turn begins · playing cards · the virtual player · stealing · what becomes of
the layer · drawing · no theft · the turn ends · the end · the moves of a phase.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain
from operator import getitem
from typing import Any, Literal, NamedTuple, cast

from stolik.core import (
    CHANCE,
    Game,
    Move,
    Result,
    Rng,
    Settings,
    State,
    draw_lots,
    lots,
    lots_with_odds,
    make,
    shuffled,
)
from stolik.games.linko import refusals, views
from stolik.games.linko.notation import (
    DISCARD,
    DRAW,
    DRAW_DECK,
    GRAB,
    LEAVE,
    PASS,
    PLAY,
    PLAYS,
    RAID,
    RECALL,
    Deal,
    read_deal,
)
from stolik.games.linko.pieces import (
    BOX,
    DUEL_JOKERS,
    HAND,
    JOKER,
    NO_CARDS,
    ONE,
    ROW,
    THIRTEEN,
    Counts,
    Layer,
    Place,
)
from stolik.games.linko.table import Table
from stolik.games.linko.views import LinkoEvent, LinkoTable, LinkoView

Phase = Literal["lots", "deal", "play", "raid", "theft", "recall", "draw", "may_draw", "over"]
"""What comes next: drawing lots, the deal, playing cards, choosing a set of the virtual player, the thief's
decision about a layer, its owner's decision, a card that must be drawn, a card that may be drawn, nothing."""


class Turn(NamedTuple):
    """What belongs to one turn only, but for the count of quiet turns."""

    victim: int
    """The opponent robbed last; the player's own seat until one is robbed."""
    owed: int = 0
    """How many cards are still to be drawn."""
    stole: bool = False
    """Something has been stolen this turn."""
    quiet: int = 1
    """How many turns in a row, this one included, no card has left the deck or the pool (L-21)."""


class _Fields(NamedTuple):
    game: Game
    table: Table
    seat: int
    turn: Turn
    phase: Phase
    actor: int | None
    legal: tuple[Move, ...] = ()


class LinkoState(_Fields, State):
    """One moment of the card game. ``seat`` has the turn; ``actor`` must decide."""

    __slots__ = ()

    def moves(self) -> tuple[Move, ...]:
        return self.legal

    def play(self, move: str) -> LinkoState:
        if move in self.legal:
            rule, what = _DECISIONS[move]
            return rule(self, what)
        if self.phase == "deal":
            deal = read_deal(move, self.game.players)
            if deal and deal.fits(duel=is_duel(self.game)):
                return lay_out(self, deal)
        elif self.phase == "lots" and move in lots(self.game.players):
            return self._replace(seat=lots(self.game.players).index(Move(move)), phase="deal")
        raise refusals.illegal(self, move)

    def draw(self, rng: Rng) -> Move:
        if self.phase == "deal":
            return shuffle(self.game, rng).move()
        if self.phase == "lots":
            return draw_lots(self.game.players, rng)
        raise ValueError("nothing is left to chance now")

    def outcomes(self) -> list[tuple[Move, float]]:
        if self.phase == "deal":
            raise ValueError("there are too many deals to list; draw one")
        if self.phase == "lots":
            return lots_with_odds(self.game.players)
        raise ValueError("nothing is left to chance now")

    def view(self, seat: int | None) -> LinkoView:
        return cast(LinkoView, super().view(seat))

    def shown(self, seat: int | None) -> LinkoTable:
        return views.shown(self, seat)

    def told(self, move: str, after: LinkoState, seat: int | None) -> list[LinkoEvent]:
        return views.events(self, move, after, seat)

    def result(self) -> Result:
        if self.phase != "over":
            raise ValueError("the game is not over")
        return final_count(self.table)

    def sample(self, seat: int | None, rng: Rng) -> LinkoState:
        if seat is not None:
            self.game.check_seat(seat)
        if self.actor == CHANCE:
            return self  # nothing is dealt yet
        table = self.table.redealt(seat, rng)
        legal = plays(table.hands[self.seat]) if self.phase == "play" else self.legal
        return self._replace(table=table, legal=legal)


# -- Setup ------------------------------------------------------------------------------------------------


def start(game: Game) -> LinkoState:
    """L-1: all cards in the box; L-2: seat 0 begins, or lots decide."""
    nothing = (NO_CARDS,) * game.players
    row = NO_CARDS if is_duel(game) else None
    table = Table(nothing, nothing, ((),) * game.players, (), BOX, NO_CARDS, row)
    phase: Phase = "lots" if game.settings["first"] == "lots" else "deal"
    return LinkoState(game, table, 0, Turn(0), phase, CHANCE)


def is_duel(game: Game) -> bool:
    """Whether the V rules apply on top of the basic ones."""
    return game.settings["mode"] == "duel"


def shuffle(game: Game, rng: Rng) -> Deal:
    """L-2: shuffle the cards and deal them."""
    return deal_out(game, shuffled(rng, cards_to_deal(game)))


def cards_to_deal(game: Game) -> tuple[int, ...]:
    """L-2: all cards in the box; V-1: in the duel each player takes two jokers first."""
    return BOX[: -DUEL_JOKERS * game.players] if is_duel(game) else BOX


def deal_out(game: Game, cards: Sequence[int]) -> Deal:
    """L-2: deal cards in this order, hand by hand; V-1: in the duel two jokers are in each hand already."""
    if not is_duel(game):
        return Deal.of(cards, game.players)
    order: list[int] = []
    for _ in range(game.players):
        order += [*[JOKER] * DUEL_JOKERS, *cards[: HAND - DUEL_JOKERS]]
        cards = cards[HAND - DUEL_JOKERS :]
    return Deal.of([*order, *cards], game.players)


def lay_out(state: LinkoState, deal: Deal) -> LinkoState:
    """L-2: the hands, the pool and the deck; V-2: then the virtual player's row."""
    table = state.table.dealt(deal)
    table = deal_row(table) if state.game.settings["row"] == "dealt" else fill_row(table)
    return turn_begins(state.game, table, state.seat, quiet=1)


def deal_row(table: Table) -> Table:
    """V-2, ``row=dealt``: turn up thirteen cards once; those that do not go onto the pool are the row."""
    for _ in range(ROW):
        table = table.turn_up_for_row()
    return table


# -- A turn begins ----------------------------------------------------------------------------------------


def turn_begins(game: Game, table: Table, seat: int, quiet: int) -> LinkoState:
    """L-3: the player must play cards. There are some: an empty hand ends the game (L-5)."""
    turn = make(Turn, (seat, 0, False, quiet))
    return make(LinkoState, (game, table, seat, turn, "play", seat, plays(table.hands[seat])))


def plays(hand: Counts) -> tuple[Move, ...]:
    """L-3: any number of cards of one value; L-4: with any number of jokers, or jokers alone."""
    return tuple(chain.from_iterable(map(getitem, PLAYS[hand[JOKER]], hand)))


# -- Playing cards ----------------------------------------------------------------------------------------


def play_cards(state: LinkoState, layer: Layer) -> LinkoState:
    """L-3: a new layer on top; L-5: with the last card of the hand the game ends, before any theft."""
    game, table, seat, turn = state[:4]
    table = table.hand_to_layer(seat, layer)
    if not any(table.hands[seat]):
        return game_ends(game, table, seat)
    if table.row is not None:
        return rob_virtual_player(game, table, seat, turn)
    return rob_next(game, table, seat, turn)


# -- The virtual player -----------------------------------------------------------------------------------


def rob_virtual_player(game: Game, table: Table, seat: int, turn: Turn) -> LinkoState:
    """V-5: a set of that size and a lower value must be stolen; V-7: before the opponent is robbed."""
    value, size, _ = table.layers[seat][-1]
    sets = sets_to_raid(table, value, size)
    if not sets:
        return rob_next(game, table, seat, turn)
    return make(LinkoState, (game, table, seat, turn, "raid", seat, sets))


def sets_to_raid(table: Table, value: int, size: int) -> tuple[Move, ...]:
    """V-5: a set is all cards of one value in the row, wherever they lie."""
    assert table.row is not None
    return tuple(RAID[Layer(lower, size)] for lower in range(value) if table.row[lower] == size)


def raid(state: LinkoState, stolen: Layer) -> LinkoState:
    """V-6: the set goes to the thief's hand, and the row is refilled at once; V-7: then the opponent."""
    game, table, seat, turn = state[:4]
    quiet = 0 if table.deck else turn.quiet
    table = fill_row(table.row_to_hand(stolen.value, seat))
    return rob_next(game, table, seat, Turn(seat, 0, True, quiet))


def fill_row(table: Table) -> Table:
    """V-2, V-3: turn up cards until the row has thirteen; V-6: or until the deck is empty."""
    while table.row_is_short():
        table = table.turn_up_for_row()
    return table


# -- Stealing ---------------------------------------------------------------------------------------------


def rob_next(game: Game, table: Table, seat: int, turn: Turn) -> LinkoState:
    """L-6: going round from the left, opponents whose top layer is beaten are robbed; L-11: each once."""
    layer = table.layers[seat][-1]
    victim = (turn.victim + 1) % game.players
    while victim != seat:
        theirs = table.layers[victim]
        if theirs and beats(game.settings, layer, theirs[-1]):
            turn = make(Turn, (victim, 0, True, turn.quiet))
            return make(LinkoState, (game, table, seat, turn, "theft", seat, (GRAB, LEAVE)))
        victim = (victim + 1) % game.players
    if turn.stole or game.settings["mode"] in ("advanced", "expert"):  # L-19
        return turn_ends(game, table, seat, turn)
    return may_draw(game, table, seat, turn)


def robs(game: Game, table: Table, seat: int, layer: Layer) -> list[int]:
    """L-6: the opponents whose top layer a layer of ``seat`` beats as the table is now, from the left."""
    others = [(seat + step) % game.players for step in range(1, game.players)]
    return [
        other
        for other in others
        if table.layers[other] and beats(game.settings, layer, table.layers[other][-1])
    ]


def beats(settings: Settings, layer: Layer, top: Layer) -> bool:
    """L-6: the same size and a strictly higher value; L-20: for experts, ones beat 13s and jokers.

    L-14: nothing else beats jokers alone, which are the highest value (L-4).
    """
    if layer.size != top.size:
        return False
    if layer.value == ONE and top.value >= THIRTEEN:
        return settings["mode"] == "expert"
    return layer.value > top.value


# -- What becomes of the layer ----------------------------------------------------------------------------


def grab(state: LinkoState, _: None) -> LinkoState:
    """L-7: the thief takes the layer, jokers as jokers (L-15); L-8: the robbed player draws as many cards."""
    game, table, seat, turn = state[:4]
    owed = table.layers[turn.victim][-1].size
    return must_draw(game, table.layer_to_hand(turn.victim, seat), seat, turn, owed)


def leave(state: LinkoState, _: None) -> LinkoState:
    """L-7: the thief does not want the layer; L-9: so its owner decides."""
    game, table, seat, turn = state[:4]
    return make(LinkoState, (game, table, seat, turn, "recall", turn.victim, (RECALL, DISCARD)))


def recall(state: LinkoState, _: None) -> LinkoState:
    """L-9, L-10: the owner takes the layer back into the hand."""
    game, table, seat, turn = state[:4]
    return rob_next(game, table.layer_to_hand(turn.victim, turn.victim), seat, turn)


def discard(state: LinkoState, _: None) -> LinkoState:
    """L-9, L-10: the owner discards the layer and draws as many cards."""
    game, table, seat, turn = state[:4]
    owed = table.layers[turn.victim][-1].size
    return must_draw(game, table.layer_to_discard(turn.victim), seat, turn, owed)


# -- Drawing ----------------------------------------------------------------------------------------------


def must_draw(game: Game, table: Table, seat: int, turn: Turn, owed: int) -> LinkoState:
    """L-12: the robbed player draws card by card, each from the pool or the deck.

    There is a card for the first draw, as the pool is refilled after every draw (L-12); and for every further
    one, as the game is over when both are empty (L-17).
    """
    turn = make(Turn, (turn.victim, owed, True, turn.quiet))
    return make(LinkoState, (game, table, seat, turn, "draw", turn.victim, sources(table)))


def sources(table: Table) -> tuple[Move, ...]:
    """L-12: each card of the pool, equal ones once, and the deck; L-13: either may be empty."""
    pool = tuple(dict.fromkeys(map(DRAW.__getitem__, table.pool)))
    return (*pool, DRAW_DECK) if table.deck else pool


def draw_from_deck(state: LinkoState, _: None) -> LinkoState:
    """L-12: draw the top card of the deck."""
    assert state.actor is not None
    return drawn(state, state.table.deck_to_hand(state.actor))


def draw_from_pool(state: LinkoState, place: Place) -> LinkoState:
    """L-12: draw a card from the pool; V-4: a group counts as one."""
    assert state.actor is not None
    return drawn(state, state.table.pool_to_hand(place, state.actor))


def drawn(state: LinkoState, table: Table) -> LinkoState:
    """L-12: the pool is refilled when the drawer has finished; L-17: the last card of all ends the game."""
    game, _, seat, turn, phase = state[:5]
    turn = make(Turn, (turn.victim, turn.owed - 1, turn.stole, 0))
    if not table.pool and not table.deck:
        return game_ends(game, table, seat)
    if turn.owed:
        return must_draw(game, table, seat, turn, turn.owed)
    table = table.refill_pool()
    if phase == "may_draw":
        return turn_ends(game, table, seat, turn)
    return rob_next(game, table, seat, turn)  # L-11: only now the next comparison


# -- No theft ---------------------------------------------------------------------------------------------


def may_draw(game: Game, table: Table, seat: int, turn: Turn) -> LinkoState:
    """L-16: a player who can steal from nobody may draw one card."""
    turn = make(Turn, (seat, 1, False, turn.quiet))
    return make(LinkoState, (game, table, seat, turn, "may_draw", seat, (*sources(table), PASS)))


def draw_nothing(state: LinkoState, _: None) -> LinkoState:
    """L-16: the player does without the card."""
    game, table, seat, turn = state[:4]
    return turn_ends(game, table, seat, turn)


# -- The turn ends ----------------------------------------------------------------------------------------


def turn_ends(game: Game, table: Table, seat: int, turn: Turn) -> LinkoState:
    """L-2: the next player's turn; L-21: unless too many rounds have moved no card from deck or pool."""
    rounds = int(game.settings["stall"])
    if rounds and turn.quiet >= rounds * game.players:
        return game_ends(game, table, seat)
    return turn_begins(game, table, (seat + 1) % game.players, turn.quiet + 1)


# -- The end ----------------------------------------------------------------------------------------------


def game_ends(game: Game, table: Table, seat: int) -> LinkoState:
    """L-5, L-17, L-21: at once; what was still owed is dropped, and the cards stay where they are."""
    return LinkoState(game, table, seat, Turn(seat), "over", None)


def final_count(table: Table) -> Result:
    """L-18: most points, then fewest cards in hand; those still equal share the place."""
    seats = range(len(table.hands))
    scores = tuple(map(table.score, seats))
    ranks = [(scores[seat], -table.cards_in_hand(seat)) for seat in seats]
    return Result.ranked(scores, ranks, why_it_ended(table))


def why_it_ended(table: Table) -> str:
    """Return the reason: a hand is empty (L-5), deck and pool are (L-17), or nothing moved (L-21)."""
    if not all(map(any, table.hands)):
        return "hand_empty"
    return "stall" if table.pool else "cards_out"


# -- The moves of a phase ---------------------------------------------------------------------------------


def moves_in(phase: Phase, table: Table, seat: int) -> tuple[Move, ...]:
    """Return the legal moves in a phase of the turn of ``seat``, for the seat that decides then."""
    if phase == "play":
        return plays(table.hands[seat])
    if phase == "raid":
        value, size, _ = table.layers[seat][-1]
        return sets_to_raid(table, value, size)
    if phase == "draw":
        return sources(table)
    if phase == "may_draw":
        return (*sources(table), PASS)
    return {"theft": (GRAB, LEAVE), "recall": (RECALL, DISCARD)}.get(phase, ())


_DECISIONS: dict[str, tuple[Callable[[LinkoState, Any], LinkoState], Any]] = {
    GRAB: (grab, None),
    LEAVE: (leave, None),
    RECALL: (recall, None),
    DISCARD: (discard, None),
    DRAW_DECK: (draw_from_deck, None),
    PASS: (draw_nothing, None),
    **{move: (play_cards, layer) for layer, move in PLAY.items()},
    **{move: (draw_from_pool, place) for place, move in DRAW.items()},
    **{move: (raid, stolen) for stolen, move in RAID.items()},
}
