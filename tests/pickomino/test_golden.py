"""Golden records: whole games, played again and compared byte for byte. ``make golden`` writes them anew."""

import random
from pathlib import Path

import pytest

from stolik import CHANCE, Fairness, Game, Record, Recorder, bots, verify

GAMES = {
    f"pickomino-{variant}-{players}": Game(
        "pickomino",
        players,
        variant=variant,
        golden_die="ones_and_worms" if variant == "deluxe" and players == 3 else "standard",
        first="lots" if players == 7 else "seat0",
    )
    for variant in ("base", "deluxe")
    for players in (2, 3, 7)
}


def path(name: str) -> Path:
    return Path(__file__).parents[1] / "golden" / f"{name}.txt"


def golden(name: str) -> Record:
    """Play a game of random and careful players in turn, all from the game's name."""
    game = GAMES[name]
    rng = random.Random(name)
    fairness = Fairness(rng.randbytes(32), tuple(rng.randbytes(16).hex() for _ in range(game.players)))
    kinds = [("careful", "random")[seat % 2] for seat in range(game.players)]
    players = [bots.make("pickomino", kind, seed=seat) for seat, kind in enumerate(kinds)]
    table = Recorder(game, fairness, tuple(kinds))
    while (actor := table.state.actor) is not None:
        if actor == CHANCE:
            table.chance()
        else:
            table.play(players[actor].choose(table.state.view(actor)))
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
