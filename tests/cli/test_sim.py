"""Simulations run in processes of their own, since JAX warns of every fork that comes after it."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest

from stolik import extras
from stolik.cli import main
from stolik.cli.errors import INTERRUPTED
from tests.cli.running import Terminal, run
from tests.cli.small_game import STONES, install

ENGLISH = "go_on take steal special burnt grab leave recall discard pass draw raid hand_empty cards_out stall"


def simulated(home: Path, line: str) -> str:
    ended = run(home, "sim", *line.split(), COLUMNS="100")
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


def row(text: str, name: str) -> list[str]:
    """Return the cells of a row, without its bars."""
    found = re.search(rf"^ *{re.escape(name)} {{3}}(.*)$", text, flags=re.MULTILINE)
    assert found, f"no row {name!r} in:\n{text}"
    return [cell for cell in re.split(r" {3,}", found[1].strip()) if not set(cell) <= set("█▏")]


def test_it_plays_as_many_games_as_are_asked_for_and_tells_of_them_in_polish(tmp_path: Path) -> None:
    text = simulated(tmp_path, "pickomino --games 1000 --lang pl")
    assert "1\u00a0000 gier" in text
    wins, score = row(text, "1")
    assert re.fullmatch(r"\d\d,\d% ± \d,\d", wins)
    assert re.fullmatch(r"\d,\d{3} ± \d,\d{3}", score)
    assert len(row(text, "2")) == 2
    burnt, taken = (
        float(row(text, name)[0].replace(",", ".")) for name in ("rzut spalony", "płytka wzięta z rusztu")
    )
    assert burnt > taken > 1, "random players take few tiles"
    tiles = {tile: [float(cell.replace(",", ".")) for cell in row(text, str(tile))] for tile in range(21, 37)}
    assert sum(often for often, _ in tiles.values()) == pytest.approx(taken, abs=0.01)
    assert tiles[36][1] > tiles[21][1], "high tiles are turned down most"
    longest = max(text.partition("Płytki")[2].split(), key=lambda part: part.count("█"))
    assert longest == "█" * 16, "tiles have a scale of their own"
    assert not set(ENGLISH.split()) & set(text.split())
    assert "specjaliści" not in text, "the base game has none"


def test_a_game_may_come_after_the_options_and_a_seed_be_as_long_as_one_likes(tmp_path: Path) -> None:
    line = "--games 99 linko --mode duel --policy eager --seed 99999999999999999999 --lang pl"
    text = simulated(tmp_path, line)
    assert (
        "Rysie · 2 graczy · Tryb: pojedynek\n99 gier, sposób gry eager, ziarno 99999999999999999999\n" in text
    )
    assert not set(ENGLISH.split()) & set(text.split())
    assert "skradziona warstwa wzięta" not in text, "the eager take none"
    assert float(row(text, "wirtualny gracz okradziony")[0].replace(",", ".")) > 0
    ends = [
        row(text, name)[0] for name in ("pusta ręka", "pusta talia i pula", "od dawna nie ubyła żadna karta")
    ]
    assert sum(float(end.rstrip("%").replace(",", ".")) for end in ends) == pytest.approx(100, abs=0.2)


def test_it_tells_programs_what_it_counted(tmp_path: Path) -> None:
    text = simulated(tmp_path, "linko --mode duel --games 64 --seed 7 --json")
    told = json.loads(text)
    asked = {"game": "linko", "players": 2, "policy": "random", "seed": 7, "games": 64}
    assert {key: told[key] for key in asked} == asked
    assert told["settings"]["mode"] == "duel"
    assert sum(seat["win_rate"] for seat in told["seats"]) == pytest.approx(1)
    assert told["decisions"]["mean"] > 5
    assert sum(told["counted"]["ends"].values()) == 64


def test_ctrl_c_shows_what_has_ended_and_says_what_is_left_out(tmp_path: Path) -> None:
    line = "sim pickomino --games 100000000 --lang en"
    terminal = Terminal(tmp_path, *line.split(), columns=100)
    terminal.wait_for(re.compile(r"[1-9]\d*/100000000"))
    terminal.type("\x03")
    assert terminal.end() == INTERRUPTED
    said = re.search(r"([\d,]+) of 100,000,000 games are counted\. Unfinished games are left", terminal.page)
    assert said
    games = int(said[1].replace(",", ""))
    assert f"{games:,} games" in terminal.page
    down = row(terminal.page, "36")[1]
    assert 0.9 < float(down) <= 1.001, "no game turns a tile down twice"


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("", "say which game; the games are: pickomino (Worms), linko (Lynx)"),
        ("--games 10", "say which game; the games are: pickomino (Worms), linko (Lynx)"),
        ("chess --variant deluxe", "unknown game “chess”"),
        ("--games 10 chess", "unknown game “chess”"),
        ("pickomino linko", "argument: linko"),
        ("linko --mode duel --players 4", "--players 4"),
        ("linko --games 0", "--games"),
        ("linko --games 99999999999999999999", "1–1,000,000,000,000"),
        ("linko --policy wise", "random, eager"),
        ("linko --seed -3", "--seed"),
    ],
)
def test_impossible_arguments_are_refused(line: str, error: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sim", *line.split(), "--lang", "en"]) == 2
    assert error in capsys.readouterr().err


def test_a_game_without_a_lab_is_refused_with_those_that_have_one(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    install(monkeypatch, STONES)
    assert main(["sim", "stones", "--games", "10", "--lang", "en"]) == 2
    assert (
        "“stones” cannot be simulated; the games that can be: pickomino (Worms), linko"
        in capsys.readouterr().err
    )


def test_without_jax_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "jax", None)
    assert main(["sim", "linko"]) == 2
    assert extras.install("lab") in capsys.readouterr().err


@pytest.mark.parametrize("game", ["pickomino", "linko"])
@pytest.mark.parametrize("language", ["en", "pl", "de"])
def test_its_help_speaks_of_simulations(game: str, language: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["sim", game, "--help", "--lang", language])
    text = capsys.readouterr().out
    assert "--players" in text
    assert "bots" not in text
    assert "boty" not in text
