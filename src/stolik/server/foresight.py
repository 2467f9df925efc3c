"""What a choice would lead to, as far as everybody can tell before it is made.

It goes with the view of whoever must decide, so that the page can say "+6 → 23" or "you rob Ola, then Lis"
without knowing a rule of the game.
"""

from __future__ import annotations

from stolik.core import State
from stolik.linko.cards import Layer
from stolik.linko.notation import PLAY
from stolik.linko.rules import LinkoState, beats, sets_to_raid
from stolik.pickomino import telling
from stolik.pickomino.pieces import FACES
from stolik.pickomino.rules import PickominoState
from stolik.server.helping import burning
from stolik.server.messages import Event, Help

_LAYERS = {str(move): layer for layer, move in PLAY.items()}


def foresee(state: State | None, seat: int | None, help: Help) -> dict[str, Event] | None:
    """Return what follows from each move of the seat that sees, if it has to choose dice or cards."""
    if seat is None or state is None or state.actor != seat:
        return None
    if isinstance(state, PickominoState) and state.phase == "rolled":
        return {str(move): _kept(state, move, help) for move in state.legal if move.word == "keep"}
    if isinstance(state, LinkoState) and state.phase == "play":
        return {str(move): _played(state, _LAYERS[move]) for move in state.legal}
    return None


def _kept(state: PickominoState, move: str, help: Help) -> Event:
    """Return the moves that setting a face aside leaves (none if that burns), and the risk to roll on."""
    after = state.play(move)
    kept = telling.kept(state, move.removeprefix("keep "))
    moves = [str(move) for move in after.legal] if after.actor == state.actor else []
    foreseen = {"sum": kept["sum"], "worm": kept["worm"], "moves": moves}
    if help != "none" and "roll" in moves:
        used = [face for face, number in zip(FACES, after.turn.aside.counts, strict=True) if number]
        foreseen["risk"] = burning(used, after.turn.dice, after.turn.hand.odd_die)
    return foreseen


def _played(state: LinkoState, layer: Layer) -> Event:
    """Return whom a layer robs, in order (L-6, V-5), or that it ends the game (L-5)."""
    table, seat, players = state.table, state.seat, state.game.players
    if sum(table.hands[seat]) == layer.size:
        return {"ends": True, "robs": [], "raids": False}
    others = [(seat + step) % players for step in range(1, players)]
    robs = [
        other
        for other in others
        if table.layers[other] and beats(state.game.settings, layer, table.layers[other][-1])
    ]
    raids = table.row is not None and bool(sets_to_raid(table, layer.value, layer.size))
    return {"ends": False, "robs": robs, "raids": raids}
