"""Answers to a player's questions: what each move is worth, and how the turn ends after it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from stolik.core import CHANCE
from stolik.games.pickomino.dice import faces
from stolik.games.pickomino.notation import BURN, KEEP, REPEAT, ROLL_GOLD
from stolik.games.pickomino.odds.board import (
    Board,
    Prices,
    Worth,
    cautious,
    check_game,
    chosen_offers,
    prices,
    worms,
)
from stolik.games.pickomino.odds.flow import Ended, Flow, run
from stolik.games.pickomino.odds.graph import Floats, Shown, Spot, TurnGraph
from stolik.games.pickomino.odds.solve import solve, solve_fresh, solve_together
from stolik.games.pickomino.pieces import FACES, POINTS, Counts
from stolik.games.pickomino.views import Dice, PickominoView, roll_in, turn_in

BOARDS_AT_ONCE = 32
"""So many boards are solved together: more do not fit into a processor's cache."""


@dataclass(frozen=True, slots=True)
class MoveOdds:
    """What comes of a move if all goes on for the best; of equally good choices the one that burns least."""

    value: float
    """What the turn is worth, all that is still to come counted."""
    endings: dict[str, float]
    """The chance of every way in which the turn can end: ``burn``, ``take 21``, …, ``steal 27``, …"""
    round_worm: float
    """The chance that ones earn a round worm (D-17)."""

    @property
    def burn(self) -> float:
        """The chance to burn."""
        return self.endings[BURN]


@dataclass(frozen=True, slots=True)
class TurnOdds:
    """The moves a player has the choice of, in their order, and the best of them."""

    moves: dict[str, MoveOdds]
    best: str

    @property
    def value(self) -> float:
        """What the best move is worth."""
        return self.moves[self.best].value


def turn(view: PickominoView, worth: Worth | None = None) -> TurnOdds:
    """Return the odds of every legal move, for the player who sees this view and has to decide.

    ``worth`` says what each way to end the turn is worth; without it, it is worth the worms it brings.
    Raises ``ValueError`` where a turn of the dice game is not to be decided about by this player.
    """
    odds, liking = {}, {}
    for move, lead, paid in _priced_leads(view, worth):
        odds[move] = _odds(lead, paid)
        liking[move] = _value(lead, cautious(paid))
    return TurnOdds(odds, max(liking, key=liking.__getitem__))


def values(view: PickominoView, worth: Worth | None = None) -> dict[str, float]:
    """Return what every legal move is worth: the values of ``turn`` without its chances, and quicker."""
    return {move: _value(lead, paid) for move, lead, paid in _priced_leads(view, worth)}


def values_together(view: PickominoView, worths: Sequence[Worth]) -> dict[str, Floats]:
    """Return what every legal move is worth, for different ideas of what the ends of the turn are worth."""
    _check(view)
    board = Board.of(view)
    place, paid = _place(view, board), tuple(prices(board, worth) for worth in worths)
    return {move: _values(_lead(view, board, place, move), paid) for move in view["moves"]}


def rolling(view: PickominoView, worths: Sequence[Worth]) -> Floats:
    """Return what the turn is worth before the dice fall that have just been thrown, likewise."""
    check_game(view)
    if view["phase"] != "rolling":
        raise ValueError(f"no dice are falling in the phase {view['phase']!r}")
    board = Board.of(view, turn_in(view)["seat"])
    lead = Lead(board, roll=_place(view, board))
    return _values(lead, tuple(prices(board, worth) for worth in worths))


def fresh_turn(board: Board, worth: Worth) -> MoveOdds:
    """Return the odds of a whole turn on a board."""
    graph = board.graph
    return _odds(Lead(board, roll=graph.places[graph.fresh]), prices(board, worth))


def fresh(boards: Sequence[Board], worths: Sequence[Worth]) -> Floats:
    """Return what a whole turn is worth on each of many boards; solved together they take less time."""
    if len(boards) != len(worths):
        raise ValueError(f"{len(boards)} boards need as many worths, not {len(worths)}")
    kinds: defaultdict[tuple[TurnGraph, bool], list[int]] = defaultdict(list)
    for number, board in enumerate(boards):
        kinds[board.graph, board.weasel].append(number)
    found = np.empty(len(boards))
    for alike in kinds.values():
        for start in range(0, len(alike), BOARDS_AT_ONCE):
            numbers = alike[start : start + BOARDS_AT_ONCE]
            paid = [prices(boards[number], worths[number]) for number in numbers]
            found[numbers] = solve_fresh([boards[number] for number in numbers], paid)
    return found


# -- Where moves lead -------------------------------------------------------------------------------------


class Lead(NamedTuple):
    """Where a move leads: to an ending, to a roll, or to dice set aside."""

    board: Board
    ending: str | None = None
    roll: int | None = None
    """The spot from which the dice are rolled."""
    kept: int | None = None
    """The spot at which dice have just been set aside."""


def _priced_leads(view: PickominoView, worth: Worth | None) -> Iterator[tuple[str, Lead, Prices]]:
    """Yield each legal move, where it leads, and what is paid at the endings."""
    _check(view)
    board = Board.of(view)
    place = _place(view, board)
    paid = prices(board, worms(view) if worth is None else worth)
    for move in view["moves"]:
        yield move, _lead(view, board, place, move), paid


def _check(view: PickominoView) -> None:
    """Raise ``ValueError`` for a view in which the viewer has nothing to decide about a turn."""
    check_game(view)
    if view["over"]:
        raise ValueError("the game is over: there is no turn to give odds for")
    if view["actor"] == CHANCE:
        raise ValueError("chance comes next: odds are for a player who has to decide")
    if view["seat"] != view["actor"]:
        raise ValueError(f"seat {view['actor']} has to decide, and this is the view of seat {view['seat']}")
    if view["phase"] in ("hold", "worm_for_raven"):
        raise ValueError(f"the turn has ended; what is still to be chosen is: {', '.join(view['moves'])}")


def _place(view: PickominoView, board: Board) -> int:
    """Return the place of the dice set aside."""
    turn = turn_in(view)
    aside = _counts(turn["aside"])
    total = sum(number * points for number, points in zip(aside, POINTS, strict=True))
    round_worm = board.round_worm and view["phase"] != "worm_for_ones"  # D-18: it only has to be fetched
    spot = Spot(faces(aside), turn["dice"], total, turn["odd_die"], round_worm)
    if spot not in board.graph.places:
        raise ValueError(f"no turn with {board.dice} dice has {sum(aside)} set aside and {turn['dice']} left")
    return board.graph.places[spot]


def _counts(dice: Dice) -> Counts:
    return tuple(dice.get(face, 0) for face in FACES)


def _lead(view: PickominoView, board: Board, place: int, move: str) -> Lead:
    if move == BURN or move.startswith(("take ", "steal ")):
        return Lead(board, ending=move)
    if move in KEEP:
        return Lead(board, kept=_keep(view, board, place, KEEP.index(move)))
    if move == REPEAT:
        return Lead(board._replace(weasel=False), roll=place)
    if move == ROLL_GOLD:
        golden = board.with_golden_die(view)
        return Lead(golden, roll=golden.graph.places[golden.graph.fresh])
    if view["phase"] == "worm_for_ones":
        return Lead(board, kept=place)
    return Lead(board, roll=place)


def _keep(view: PickominoView, board: Board, place: int, face: int) -> int:
    """Return the place to which keeping a face leads; a golden die of ones and worms goes with its face."""
    shown = Shown(roll_in(view)[FACES[face]], turn_in(view)["odd_face"] == FACES[face])
    return board.graph.place(board.graph.spots[place], face, shown)


# -- Values and chances -----------------------------------------------------------------------------------


def _value(lead: Lead, paid: Prices) -> float:
    """Return what the turn is worth after a move."""
    if lead.ending is not None:
        return paid.endings[lead.board.endings.index(lead.ending)]
    now = solve(lead.board, paid).now
    if lead.roll is not None:
        return float(now.roll[lead.roll, 0])
    return float(now.kept[lead.kept, 0])


def _values(lead: Lead, paid: tuple[Prices, ...]) -> Floats:
    """Return what the turn is worth after a move, for each of some prices."""
    if lead.ending is not None:
        at = lead.board.endings.index(lead.ending)
        return np.array([one.endings[at] for one in paid])
    now = solve_together(lead.board, paid)
    found: Floats = now.kept[lead.kept] if lead.roll is None else now.roll[lead.roll]
    return found


def _odds(lead: Lead, paid: Prices) -> MoveOdds:
    """Return what the turn is worth after a move, and how it ends."""
    endings = dict.fromkeys(lead.board.endings, 0.0)
    value = _value(lead, paid)
    if lead.ending is not None:
        return MoveOdds(value, {**endings, lead.ending: 1.0}, 0.0)
    flow = Flow.still(lead.board.graph)
    if lead.roll is not None:
        flow.roll[lead.roll] = 1.0
    if lead.kept is not None:
        flow.kept[lead.kept] = 1.0
    ended = run(solve(lead.board, cautious(paid)), flow)
    chosen = chosen_offers(lead.board, paid)
    *chances, no_offer = np.bincount(chosen, ended.stopped, minlength=len(endings) + 1).tolist()
    endings.update(zip(endings, chances, strict=True))
    endings[BURN] = no_offer + float(ended.burnt.sum())
    return MoveOdds(value, endings, _round_worm(lead.board, ended))


def _round_worm(board: Board, ended: Ended) -> float:
    """Return the chance that ones earn a round worm, however the turn ends (D-17)."""
    if not board.round_worm:
        return 0.0
    return float(ended.stopped[board.graph.unearned == 0].sum() + ended.burnt[0])
