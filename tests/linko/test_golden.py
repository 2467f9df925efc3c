"""Golden records: whole games, played again and compared byte for byte."""

import random
from pathlib import Path

import pytest

from stolik import CHANCE, Fairness, Game, Record, Recorder, verify
from stolik.linko import LinkoState
from tests.linko.playing import PLAYERS, TABLES

GAMES = {
    f"linko-{mode}-{players}": Game(
        "linko",
        players,
        mode=mode,
        first="lots" if players in (2, 5) else "seat0",
        stall=5 if mode == "expert" else 20,
    )
    for mode, players in TABLES
}


def path(name: str) -> Path:
    return Path(__file__).parents[1] / "golden" / f"{name}.txt"


def golden(name: str) -> Record:
    """Play a game of players of several kinds, all from the game's name."""
    game = GAMES[name]
    rng = random.Random(name)
    fairness = Fairness(rng.randbytes(32), tuple(rng.randbytes(16).hex() for _ in range(game.players)))
    players = [PLAYERS[seat % 3] for seat in range(game.players)]
    table = Recorder(game, fairness, tuple(player.__name__ for player in players))
    while (actor := table.state.actor) is not None:
        if actor == CHANCE:
            table.chance()
        else:
            assert isinstance(table.state, LinkoState)
            table.play(players[actor](rng, table.state))
    return table.record()


@pytest.mark.parametrize("name", GAMES)
def test_the_game_is_played_again_byte_for_byte(name: str) -> None:
    assert str(golden(name)).encode() == path(name).read_bytes()


@pytest.mark.parametrize("name", GAMES)
def test_the_record_replays_and_verifies(name: str) -> None:
    record = Record.load(path(name))
    found = verify(record)
    assert found.fair
    assert found.result == record.replay().result()
    assert found.chances + found.decisions == len(record.moves)
