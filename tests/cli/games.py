"""Games with known dice and cards among simple players, and what people would type to play them."""

from collections.abc import Collection
from typing import Any

import pytest

import stolik
from stolik import bots
from stolik.core import CHANCE, Fairness, Record, Recorder, State
from stolik.games.linko import LinkoState

SECRET = bytes(31) + bytes([31])
SEAT = "00" * 16
"""The secret of every game here, and what each person adds to it."""

BOTS = {"pickomino": "careful", "linko": "grabber"}


def played(
    players: int,
    people: Collection[int] = (0,),
    moves: int | None = None,
    game: str = "pickomino",
    **settings: str,
) -> Record:
    """Return a game among the usual bots, whole or only its first moves."""
    fairness = Fairness(SECRET, tuple(SEAT if seat in people else "" for seat in range(players)))
    names = ("Ola", "Jan", "Ewa", "Iga", "Leon")[:players]
    table = Recorder(stolik.Game(game, players, **settings), fairness, names)
    bot = bots.make(game, BOTS[game], seed=1)
    for _ in range(10_000 if moves is None else moves):
        if table.state.actor is None:
            break
        if table.state.actor == CHANCE:
            table.chance()
        else:
            table.play(bot.choose(table.state.view(table.state.actor)))
    return table.record()


def hand_of(state: State, seat: int) -> dict[str, int]:
    """Return the hand of a seat in the card game."""
    assert isinstance(state, LinkoState)
    hand = state.view(seat)["hand"]
    assert hand is not None
    return hand


def typed(record: Record, people: Collection[int] = (0,)) -> str:
    """Return what the people of a game typed, a line for each decision."""
    states = record.states()
    return "".join(
        f"{move}\n" for state, move in zip(states, record.moves, strict=False) if state.actor in people
    )


def noted_bots(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list that every bot made from now on is noted in, by its kind."""
    made: list[str] = []

    def make(game: str | stolik.Game, kind: str, seed: int, **how: Any) -> bots.AnyBot:
        made.append(kind)
        return make_bot(game, kind, seed, **how)

    make_bot = bots.make
    monkeypatch.setattr(bots, "make", make)
    return made
