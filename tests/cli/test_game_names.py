"""Games are found by the names that people see, in every language."""

from pathlib import Path

import pytest

from stolik.cli import main
from stolik.cli.arguments import find_game
from tests.cli.small_game import STONES, install


@pytest.mark.parametrize(
    ("text", "game"),
    [
        ("pickomino", "pickomino"),
        ("Pickomino", "pickomino"),
        ("robale", "pickomino"),
        ("WORMS", "pickomino"),
        ("Würmer", "pickomino"),
        ("wuermer", "pickomino"),
        ("rysie", "linko"),
        ("Lynx", "linko"),
        ("luchse", "linko"),
        ("chess", None),
        ("", None),
        ("--games", None),
    ],
)
def test_a_game_is_found_by_its_name_in_any_language(text: str, game: str | None) -> None:
    assert find_game(text) == game


def test_a_game_without_words_is_found_by_the_name_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, STONES)
    assert find_game("Stones") == "stones"


@pytest.mark.parametrize(
    ("args", "shown"),
    [
        (["play", "rysie", "--help"], "(linko)"),
        (["rules", "Lynx", "l-1"], "L-1"),
        (["arena", "Würmer", "--help"], "(pickomino)"),
        (["sim", "--games", "5", "worms", "--help"], "(pickomino)"),
        (["odds", "Robale", "--help"], "--grill"),
    ],
)
@pytest.mark.usefixtures("at_home")
def test_every_command_finds_games_by_these_names(
    capsys: pytest.CaptureFixture[str], args: list[str], shown: str
) -> None:
    status = 0
    try:
        status = main([*args, "--lang", "de"])
    except SystemExit as ended:
        status = int(ended.code or 0)
    out, err = capsys.readouterr()
    assert (status, err) == (0, "")
    assert shown in out


@pytest.mark.parametrize("command", ["play", "rules", "arena", "sim"])
def test_a_game_there_is_not_is_refused_with_the_names_of_those_there_are(
    at_home: Path, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    assert main([command, "szachy", "--lang", "pl"]) == 2
    assert "nieznana gra „szachy”; gry: pickomino (Robale), linko (Rysie)" in capsys.readouterr().err
    assert list(at_home.iterdir()) == []
