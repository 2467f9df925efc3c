"""How a turn runs when the player chooses best: the chance of every ending, from the beginning on."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from stolik.games.pickomino.odds.graph import Floats, Group, Ints, TurnGraph
from stolik.games.pickomino.odds.solve import Solved


class Flow(NamedTuple):
    """Where a turn may be, each with its chance."""

    kept: Floats
    """After setting aside, and burnt, by place among the values of a graph."""
    roll: Floats
    """Before a roll, by spot."""

    @classmethod
    def still(cls, graph: TurnGraph) -> Flow:
        """Return a turn that is nowhere yet."""
        return cls(np.zeros(graph.impossible + 1), np.zeros(len(graph.spots)))


class Ended(NamedTuple):
    """How likely a turn ends where."""

    stopped: Floats
    """At each spot: with the best tile on offer there, or burnt where there is none."""
    burnt: Floats
    """With a roll that shows no free face: with a round worm for ones, and without."""


class Plan(NamedTuple):
    """What the player prefers on one board, as long as it has the same rights."""

    graph: TurnGraph
    stop: Floats
    """What the best tile on offer at each spot is worth."""
    kept: Floats
    roll: Floats
    """What it is worth to have set dice aside, and to roll (see ``Values``)."""
    again: Floats | None
    """What it is worth to repeat a roll from each spot (D-15)."""


def run(solved: Solved, flow: Flow) -> Ended:
    """Let a turn on the board solved run to its end; ``flow`` is used up."""
    graph, (stop, _), plain, weasel = solved
    second = Plan(graph, stop[:, 0], plain.kept[:, 0], plain.roll[:, 0], None)
    if weasel is None:
        return _run(second, flow)[0]
    first = second._replace(kept=weasel.kept[:, 0], roll=weasel.roll[:, 0], again=second.roll)
    one, repeated = _run(first, flow)
    other, _ = _run(second, Flow.still(graph)._replace(roll=repeated))
    return Ended(one.stopped + other.stopped, one.burnt + other.burnt)


def _run(plan: Plan, flow: Flow) -> tuple[Ended, Floats]:
    """Return how a turn ends, and the chances that a roll is repeated instead (D-15), by spot."""
    graph, (kept, roll) = plan.graph, flow
    stopped, repeated = np.zeros_like(roll), np.zeros_like(roll)
    for level in reversed(graph.levels):
        arrived = kept[level.spots]
        stops = plan.stop[level.spots] >= plan.roll[level.spots]
        stopped[level.spots] = arrived * stops
        roll[level.spots] += arrived * ~stops
        for group in level.groups:
            if roll[group.spots].any():
                repeated[group.spots] = _fall(plan, flow, group)
    last = slice(0, graph.last)
    stopped[last] = kept[last]
    return Ended(stopped, kept[len(roll) : graph.impossible]), repeated


def _fall(plan: Plan, flow: Flow, group: Group) -> Floats | float:
    """Let the dice of a group fall and the best face be kept; return the chances that they fall again."""
    best, picked = _pick(group, plan.kept)
    chances = group.chances[:, None] * flow.roll[group.spots]
    repeated: Floats | float = 0.0
    if plan.again is not None:
        repeats = plan.again[group.spots] > best
        repeated = (chances * repeats).sum(axis=0)
        chances *= ~repeats
    flow.kept[:] += np.bincount(picked.ravel(), chances.ravel(), minlength=len(flow.kept))
    return repeated


def _pick(group: Group, kept: Floats) -> tuple[Floats, Ints]:
    """Return what the best face of each roll is worth, and the place to which it leads (P-4)."""
    first, *others = group.choices
    best: Floats = kept.take(first)
    picked = first.copy()
    for other in others:
        value = kept.take(other)
        np.copyto(picked, other, where=value > best)
        np.maximum(best, value, out=best)
    if group.halves is None:
        return best, picked
    best, last = (best.take(half, axis=0) for half in group.halves)
    picked, last_pick = (picked.take(half, axis=0) for half in group.halves)
    np.copyto(picked, last_pick, where=last > best)
    return np.maximum(best, last, out=best), picked
