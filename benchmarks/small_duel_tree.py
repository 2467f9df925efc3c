"""A duel with ten cards, whole: as OpenSpiel solves it, and as a network learns it.

The rules are those of every duel: the game begins near its end (``SMALL``), with nearly all cards discarded.

Exploitability is in parts of a win: what the best response to a player wins above the value of the game, on
average over both seats. OpenSpiel counts a win as 1 and a loss as -1, so it is half of what that says.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import pyspiel
from numpy.typing import NDArray

import stolik.envs.open_spiel  # noqa: F401 -- registers the games
from stolik.games.linko.rules import LinkoState

SMALL = (
    "linko players=2 mode=duel stall=1 hands=3?/3? deck=1? pool=5 virtual=2x3 "
    "discard=8x1,8x2,4x3,8x4,6x5,8x6,6x7,8x8,7x9,8x10,8x11,8x12,8x13,4j"
)
"""Each has three of 3, 3, 5, 7, 7, 9 and a joker; the one that is left is the deck."""

Policy = NDArray[np.float32]
"""How likely each legal action is: of the first information set, the second, and so on, by their numbers."""


class Tree(NamedTuple):
    """The whole game, once more in a form that OpenSpiel traverses without Python."""

    game: Any
    names: list[str]
    """What OpenSpiel calls each information set there."""
    actions: list[dict[int, int]]
    """In each of them: our actions, and what OpenSpiel calls them there."""
    moments: list[LinkoState]
    """A moment of each of them."""
    deals: list[tuple[LinkoState, float]]
    """How the game may begin, with probabilities."""
    histories: int


class _Writer:
    """Writes a game of OpenSpiel in Gambit's format (EFG), node by node."""

    def __init__(self) -> None:
        self.lines = ['EFG 2 R "small" { "0" "1" }']
        self.sets: tuple[dict[str, int], ...] = ({}, {})
        """The numbers of the information sets of each seat, by what it knows."""
        self.moments: dict[tuple[int, int], LinkoState] = {}
        self.deals: list[tuple[LinkoState, float]] = []
        self.chances = self.ends = 0

    def write(self, node: Any, likely: float = 1.0) -> None:
        """Write a node and all that follows it."""
        if node.is_terminal():
            self.ends += 1
            self.lines.append(f't "" {self.ends} "" {{ {", ".join(map(str, node.returns()))} }}')
        elif node.is_chance_node():
            self.chances += 1
            outcomes = node.chance_outcomes()
            listed = " ".join(f'"{step}" {part!r}' for step, part in outcomes)
            self.lines.append(f'c "" {self.chances} "" {{ {listed} }} 0')
            for step, part in outcomes:
                self.write(node.child(step), likely * part)
        else:
            if not node.acted:
                self.deals.append((node.state, likely))
            player, legal = node.current_player(), node.legal_actions()
            sets = self.sets[player]
            number = sets.setdefault(node.information_state_string(player), len(sets) + 1)
            self.moments.setdefault((player, number), node.state)
            listed = " ".join(f'"{action}"' for action in legal)
            self.lines.append(f'p "" {player + 1} {number} "{number}" {{ {listed} }} 0')
            for action in legal:
                self.write(node.child(action))


def tree(text: str = SMALL) -> Tree:
    """Return the whole game that begins at a position."""
    writer = _Writer()
    writer.write(pyspiel.load_game("python_stolik_linko", {"position": text}).new_initial_state())
    game = pyspiel.load_efg_game("\n".join(writer.lines) + "\n")
    names: dict[tuple[int, int], str] = {}
    actions: dict[tuple[int, int], dict[int, int]] = {}
    todo = [game.new_initial_state()]
    while todo:
        node = todo.pop()
        if node.is_terminal():
            continue
        legal = node.legal_actions()
        if not node.is_chance_node():
            name = node.information_state_string()
            known = node.current_player(), int(name.rsplit("-", 1)[-1])
            if known not in names:
                names[known] = name
                actions[known] = {int(node.action_to_string(action)): action for action in legal}
        todo += [node.child(action) for action in legal]
    sets = list(writer.moments)
    return Tree(
        game,
        [names[one] for one in sets],
        [actions[one] for one in sets],
        list(writer.moments.values()),
        writer.deals,
        len(writer.lines) - 1,
    )


# -- Players ----------------------------------------------------------------------------------------------


def exploitability(tree: Tree, policy: Policy) -> float:
    """Return what the best response to a player wins above the value of the game, in parts of a win."""
    likely = iter(policy.tolist())
    shares = {
        name: [(actions[ours], next(likely)) for ours in sorted(actions)]
        for name, actions in zip(tree.names, tree.actions, strict=True)
    }
    return float(pyspiel.exploitability(tree.game, pyspiel.TabularPolicy(shares))) / 2


def solved(tree: Tree, iterations: int) -> tuple[float, float]:
    """Return the value of the game for the first player, and the exploitability of the CFR+ policy."""
    solver = pyspiel.CFRPlusSolver(tree.game)
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    average = solver.average_policy()
    first, _ = pyspiel.expected_returns(tree.game.new_initial_state(), average, -1, True)
    return (1 + first) / 2, float(pyspiel.exploitability(tree.game, average)) / 2
