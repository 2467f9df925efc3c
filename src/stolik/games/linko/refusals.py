"""Why a move is not allowed: a reason code for programs and a sentence for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stolik.core import IllegalMove, lots, lots_expected, quoted
from stolik.games.linko.notation import (
    DISCARD,
    DRAW,
    DRAW_DECK,
    GRAB,
    LEAVE,
    PASS,
    PLAY,
    RAID,
    RECALL,
)
from stolik.games.linko.pieces import CARDS, HAND, IN_BOX, count

if TYPE_CHECKING:
    from stolik.games.linko.rules import LinkoState

Reason = tuple[str, str]

DECISIONS = {
    GRAB, LEAVE, RECALL, DISCARD, DRAW_DECK, PASS, *PLAY.values(), *DRAW.values(), *RAID.values(),
}  # fmt: skip
FORMS = (
    "play 3x7, play 3x7+1j, play 2j, grab, leave, recall, discard, draw deck, draw 7, draw j, draw 5+13, "
    "pass, raid 2x4"
)


def illegal(state: LinkoState, move: str) -> IllegalMove:
    """Return the error for a move that ``state`` does not allow."""
    reason, message = _reason(state, move)
    return IllegalMove(reason, message, move, state.legal)


def _reason(state: LinkoState, move: str) -> Reason:
    if state.phase == "over":
        return "game_over", "the game is over"
    if not isinstance(move, str):
        return "unknown_move", f"a move is a text, not {type(move).__name__}"
    if state.phase == "lots":
        return "out_of_turn", lots_expected(state.game.players)
    if state.phase == "deal":
        return _deal(state, move)
    word = move.split(" ")[0]
    if word == "deal" or move in lots(state.game.players):
        return "out_of_turn", f"nothing is dealt now: seat {state.actor} decides"
    if move not in DECISIONS:
        return "unknown_move", f"no decision is written like this; they are written: {FORMS}"
    return _REASONS[word](state, move)


def _deal(state: LinkoState, move: str) -> Reason:
    word, *names = move.split(" ")
    if word != "deal":
        return "out_of_turn", "the cards are dealt now, and nobody decides"
    unknown = sorted(set(names) - set(CARDS))
    if unknown:
        return (
            "wrong_cards",
            f"cards are written 1 to 13 and j, single spaces between, not {quoted(unknown[0])}",
        )
    cards = [CARDS.index(name) for name in names]
    if count(cards) != IN_BOX:
        return "wrong_cards", f"all {sum(IN_BOX)} cards are dealt: eight each of 1 to 13, five jokers (L-1)"
    for seat in range(state.game.players):
        hand = cards[seat * HAND : (seat + 1) * HAND]
        if hand != sorted(hand):
            return "unsorted_hand", f"a hand is written in ascending order, jokers last; seat {seat}'s is not"
    return "no_jokers", "each hand of a duel has at least two jokers (V-1)"


def _play(state: LinkoState, _: str) -> Reason:
    if state.phase != "play":
        return _first_things_first(state)
    return "not_in_hand", f"seat {state.seat} does not hold these cards (L-3)"


def _theft(state: LinkoState, _: str) -> Reason:
    if state.phase == "play":
        return _first_things_first(state)
    return "no_theft", "no stolen layer waits for the thief's decision (L-7)"


def _robbed(state: LinkoState, _: str) -> Reason:
    if state.phase == "theft":
        return _first_things_first(state)
    return "not_robbed", "no layer waits for its owner's decision (L-9)"


def _draw(state: LinkoState, move: str) -> Reason:
    if state.phase not in ("draw", "may_draw"):
        return "no_draw", "no card is drawn now (L-8, L-9, L-16)"
    if move == DRAW_DECK:
        return "deck_empty", "the deck is empty (L-13)"
    return "not_in_pool", f"{move.removeprefix('draw ')} does not lie in the pool (L-12)"


def _pass(state: LinkoState, _: str) -> Reason:
    if state.phase == "draw":
        return "must_draw", f"seat {state.actor} still has to draw {state.turn.owed} (L-8, L-9)"
    return _first_things_first(state)


def _raid(state: LinkoState, _: str) -> Reason:
    if state.table.row is None:
        return "no_virtual_player", "there is no virtual player but in the duel (V-2)"
    if state.phase != "raid":
        return "no_raid", "nothing is stolen from the virtual player now (V-5, V-7)"
    return "not_in_row", "the row has no such set of the size just played and of a lower value (V-5)"


def _first_things_first(state: LinkoState) -> Reason:
    """Return what has to be done before anything else in this phase."""
    return {
        "play": ("play_first", "the turn begins with playing cards (L-3)"),
        "raid": ("raid_first", "a set of the virtual player must be stolen first (V-5, V-7)"),
        "theft": ("theft_first", "the thief must grab or leave the layer first (L-7)"),
        "recall": ("recall_first", "the owner must recall or discard the layer first (L-9)"),
        "draw": ("draw_first", "the robbed player must draw first (L-8, L-9)"),
        "may_draw": ("draw_or_pass_first", "the player may draw a card now, or pass (L-16)"),
    }[state.phase]


_REASONS = {
    "play": _play,
    "grab": _theft,
    "leave": _theft,
    "recall": _robbed,
    "discard": _robbed,
    "draw": _draw,
    "pass": _pass,
    "raid": _raid,
}
