"""Golden records: whole games, played again and compared byte for byte. ``make golden`` writes them again.

The records in ``golden/before`` were written by earlier versions and are never written again: they hold that
what people have saved still replays and verifies.
"""

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from stolik import CHANCE, Fairness, Game, Record, Recorder, RecordError, State, bots, verify
from stolik.games.linko import LinkoState
from tests.games.linko.playing import PLAYERS, TABLES

GAMES = (
    {
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
    | {
        f"linko-{mode}-{players}": Game(
            "linko",
            players,
            mode=mode,
            first="lots" if players in (2, 5) else "seat0",
            stall=5 if mode == "expert" else 20,
        )
        for mode, players in TABLES
    }
    | {
        "pickomino-deluxe-highest-4": Game("pickomino", 4, variant="deluxe", hen_burn="highest"),
        "linko-duel-dealt-2": Game("linko", 2, mode="duel", row="dealt"),
    }
)

BEFORE = sorted((Path(__file__).parent / "golden" / "before").glob("*.txt"))


def path(name: str) -> Path:
    return Path(__file__).parent / "golden" / f"{name}.txt"


def golden(name: str) -> Record:
    """Play a game of players of several kinds, all from the game's name."""
    game = GAMES[name]
    rng = random.Random(name)
    fairness = Fairness(rng.randbytes(32), tuple(rng.randbytes(16).hex() for _ in range(game.players)))
    players = [
        (dice_player if game.name == "pickomino" else card_player)(seat, rng) for seat in range(game.players)
    ]
    table = Recorder(game, fairness, tuple(kind for kind, _ in players))
    while (actor := table.state.actor) is not None:
        if actor == CHANCE:
            table.chance()
        else:
            table.play(players[actor][1](table.state))
    return table.record()


def dice_player(seat: int, _: random.Random) -> tuple[str, Callable[[State], str]]:
    """Return a careful or a random player, seat by seat in turn."""
    kind = ("careful", "random")[seat % 2]
    bot = bots.make("pickomino", kind, seed=seat)
    return kind, lambda state: bot.choose(state.view(seat))


def card_player(seat: int, rng: random.Random) -> tuple[str, Callable[[State], str]]:
    """Return one of three kinds of players, seat by seat in turn."""
    player = PLAYERS[seat % 3]

    def choose(state: State) -> str:
        assert isinstance(state, LinkoState)
        return player(rng, state)

    return player.__name__, choose


@pytest.mark.parametrize("name", GAMES)
def test_the_game_is_played_again_byte_for_byte(name: str) -> None:
    assert str(golden(name)).encode() == path(name).read_bytes()


@pytest.mark.parametrize(
    "file", [*map(path, GAMES), *BEFORE], ids=lambda file: f"{file.parent.name}-{file.stem}"
)
def test_the_record_replays_and_verifies(file: Path) -> None:
    record = Record.load(file)
    found = verify(record)
    assert found.fair
    assert found.result == record.replay().result()
    chances = [move for move in record.moves if move.word in ("dice", "deal", "first")]
    assert (found.chances, found.decisions) == (len(chances), len(record.moves) - len(chances))


def test_records_of_before_lack_options_that_came_later_and_have_their_defaults() -> None:
    assert len(BEFORE) == 6
    for file in BEFORE:
        record = Record.load(file)
        name = {"pickomino": "hen_burn", "linko": "row"}[record.game.name]
        assert f"option {name} " not in file.read_text(encoding="utf-8")
        assert record.game.settings[name] == Game(record.game.name).settings[name]


@pytest.mark.parametrize("file", BEFORE, ids=lambda file: file.stem)
def test_a_broken_record_of_before_names_the_line_of_its_file(file: Path) -> None:
    lines = file.read_text(encoding="utf-8").split("\n")
    at = len(lines) - 4
    lines[at] = "nonsense"
    with pytest.raises(RecordError, match=rf"^line {at + 1}: 'nonsense'"):
        verify(Record.parse("\n".join(lines)))
