"""Write the lessons of the page from the real engine: ``python -m tools.tutorials``.

A lesson is a row of positions. Each says what seat 0 sees and which choices lead on; for those it holds what
happens and what is seen then. The page shows it and knows no rule. Its words are in the page's catalogues,
under ``learn.GAME.STEP.title``, ``.text``, ``.hint`` (after another choice) and ``.done``.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from stolik import State
from stolik.core import Event, plugin
from tests.games.linko import positions as cards
from tests.games.pickomino import positions as dice
from tests.games.pickomino.positions import FULL_GRILL, aside, base, position

FOLDER = Path(__file__).parents[1] / "web" / "src" / "games"
YOU = 0


@dataclass(frozen=True)
class Way:
    """A choice that leads on: the moves of one gesture, and what chance and the others do then."""

    moves: tuple[str, ...]
    then: tuple[str, ...] = ()


@dataclass(frozen=True)
class Step:
    """A position of a lesson and the choices that lead on from it."""

    name: str
    state: State
    ways: tuple[Way, ...]


def way(*moves: str, then: tuple[str, ...] = ()) -> Way:
    """Return a choice that leads on."""
    return Way(moves, then)


def pickomino() -> list[Step]:
    """Return the lesson of the dice game: a turn, a theft, a burnt roll, the end, and two specialists."""
    turn = base(FULL_GRILL, "", "", "")
    first = dice.play(turn, "roll", "dice 1 2 3 4 4 4 5 5")
    second = dice.play(first, "keep 4", "roll", "dice 2 3 4 4 w")
    third = dice.play(second, "keep w", "roll", "dice 1 2 5 5")
    robbing = aside(base(without(27, 30), "", "30 27", ""), "4 4 4", "w", "5 5")
    lower = aside(base(without(25, 29), "", "25 29", ""), "5 5 5", "w w")
    greedy = aside(base(without(28, 31), "28", "31", ""), "3 3", "5 5 5", "w")
    last = aside(base("24", "21 33", "35 22", "36"), "4 4 4 4", "w", "3")
    weasel = aside(position("21 22 26 30", "24:weasel", "23", "27"), "w w", "5 5 5").play("roll")
    weasel = weasel.play("dice 5 5 w")
    hen = aside(position("22 26 30", "24", "23 27:hen", "25"), "4 4 4", "w", "5 5")
    return [
        Step("roll", turn, (way("roll", then=("dice 1 2 3 4 4 4 5 5",)),)),
        Step("fours", first, (way("keep 4", "roll", then=("dice 2 3 4 4 w",)),)),
        Step("worm", second, (way("keep w", "roll", then=("dice 1 2 5 5",)),)),
        Step("take", third, (way("keep 5", "take 27"),)),
        Step("steal", robbing, (way("steal 27"), way("take 26"))),
        Step("lower", lower, (way("take 24"),)),
        Step("burn", greedy, (way("roll", then=("dice 3 w",)),)),
        Step("end", last, (way("take 24"),)),
        Step("weasel", weasel, (way("weasel", then=("dice 1 1 4",)),)),
        Step("hen", hen, (way("steal 27"),)),
    ]


def without(*tiles: int) -> str:
    """Return the full grill without some tiles."""
    return " ".join(tile for tile in FULL_GRILL.split() if int(tile) not in tiles)


def linko() -> list[Step]:
    """Return the lesson of the card game: a turn, a theft, jokers, the end; then what other modes change."""
    deck = "8 10 2 5 11 6 9 12 3 1 4"
    begin = cards.position(
        "1 1 3 4 4 6 7 7 7 9 9 11 12",
        "2 2 3 5 5 6 8 8 10 10 12 13 13",
        "1 2 3 3 4 6 6 8 9 11 11 12 j",
        "1 2 4 5 5 7 9 10 10 11 12 13 j",
        pool="3 j 11 2 8 10",
        deck=deck,
    )
    drawing = begin.play("play 2x4")
    robbing = cards.position(
        "1 6 7 7 7 9 12 j / 2x4",
        "2 3 8 11 / 2x5",
        "1 9 10 / 3x5",
        "4 6 12 13 / 3x2",
        pool="3 12 11 2 8 10",
        deck=deck,
    )
    theft = robbing.play("play 3x7")
    drawn = ("draw 12", "draw 11", "draw deck")
    leaving = cards.play(theft, "grab", *drawn)
    joker = cards.position(
        "1 4 4 4 9 12 j / 3x7", "8 11 / 4x3", "1 9 10 / 2x6", "6 12 13 / 1x2", pool="3 5 11 2 8 10", deck=deck
    )
    robbed = cards.position(
        "1 9 12 13 / 3x7 2x6",
        "8 9 9 11 / 1x3",
        "1 10 / 1x13",
        "6 12 / 4x2",
        pool="3 5 11 2 8 10",
        deck=deck,
        seat=1,
    )
    robbed = cards.play(robbed, "play 2x9", "leave")
    last = cards.position(
        "5 5 / 3x7 2x6 4x4", "8 11 / 2x3", "1 10 13 / 2x2", "6 12 / 3x9", pool="3 5 11 2 8 10", deck=deck
    )
    return [
        Step("play", begin, (way("play 2x4"),)),
        Step("draw", drawing, (way("draw j"),)),
        Step("rob", robbing, (way("play 3x7"),)),
        Step("grab", theft, (way("grab", then=drawn),)),
        Step("leave", leaving, (way("leave", then=("recall",)),)),
        Step("joker", joker, (way("play 3x4+1j"),)),
        Step("robbed", robbed, (way("recall"), way("discard", then=("draw 11", "draw deck")))),
        Step("last", last, (way("play 2x5"),)),
        *other_modes(),
    ]


def other_modes() -> list[Step]:
    """Return what is different in the other modes of the card game: advanced, expert, and the duel."""
    pool, deck = "3 5 11 2 8 10", "8 10 2 5 11 6 9 12 3 1 4"
    advanced = cards.position(
        "3 6 6 9 12 / 2x4", "2 8 11 / 3x5", "1 10 / 1x9", "4 13 / 4x2", mode="advanced", pool=pool, deck=deck
    )
    ones = cards.position(
        "1 1 6 9 12 / 2x4", "2 8 11 / 2x13", "7 10 / 1x9", "4 12 / 3x2", mode="expert", pool=pool, deck=deck
    )
    alone = cards.position(
        "1 6 9 12 j / 2x4", "2 8 11 / 1x13", "7 10 / 2j", "4 12 / 3x2", mode="expert", pool=pool, deck=deck
    )
    duel = cards.position(
        "3 5 7 7 11 j / 1x4",
        "2 8 9 12 / 3x6",
        pool="3 5 11 2 8 10",
        deck="13 9 1 6 9 12 3 1 4 2 7 10 11",
        row="1 2 2 4 4 6 8 8 8 9 10 10 12",
    )
    raiding = duel.play("play 2x7")
    group = cards.position(
        "3 5 9 11 / 2x7",
        "8 12 13 / 3x6",
        pool="3 5 11 2+13 8 10",
        deck="9 1 6 9 12 3 1 4 2 7 10 11",
        row="1 1 2 2 4 4 6 8 8 8 10 10 12",
    ).play("play 1x3")
    return [
        Step("advanced", advanced, (way("play 2x6"),)),
        Step("ones", ones, (way("play 2x1"),)),
        Step("alone", alone, (way("play 1x1+1j"),)),
        Step("duel", duel, (way("play 2x7"),)),
        Step("raid", raiding, (way("raid 2x4"), way("raid 2x2"))),
        Step("group", group, (way("draw 2+13"),)),
    ]


def told(step: Step) -> dict[str, Any]:
    """Return a step as the page reads it."""
    game = plugin(step.state.game.name)
    view = step.state.view(YOU)
    return {
        "name": step.name,
        "view": view,
        "preview": game.load("preview")(step.state, True),
        "risk": game.load("advice").risk(view) if game.advice else None,
        "ways": [_followed(step.state, one) for one in step.ways],
    }


def _followed(state: State, one: Way) -> dict[str, Any]:
    events: list[Event] = []
    for move in (*one.moves, *one.then):
        events += state.events(move, YOU)
        state = state.play(move)
    return {"moves": list(one.moves), "events": events, "view": state.view(YOU)}


LESSONS = {"pickomino": pickomino, "linko": linko}


def lesson(game: str) -> str:
    """Return the lesson of a game as JSON, a step a line."""
    steps = [json.dumps(told(step), separators=(",", ":"), default=str) for step in LESSONS[game]()]
    return "[\n" + ",\n".join(steps) + "\n]\n"


def path(game: str) -> Path:
    """Return where the page keeps the lesson of a game."""
    return FOLDER / game / "lesson.json"


if __name__ == "__main__":
    for name in LESSONS:
        path(name).write_text(lesson(name), encoding="utf-8")
        print(name)
