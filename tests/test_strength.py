"""The page about the bots' strength: written from matches that are kept and gone on with."""

import re
from pathlib import Path

import pytest

from stolik import Game, bots
from stolik.arena import load, play_match
from tools import strength
from tools.strength import Match

DICE = Game("pickomino", 2)


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have one match, and times of one game."""
    monkeypatch.setattr(strength, "SECTIONS", {"The dice game": [Match(DICE, "medium", "random", 8)]})
    monkeypatch.setattr(strength, "TIMED", (DICE,))
    monkeypatch.setattr(strength, "TIMED_GAMES", 1)


@pytest.mark.usefixtures("short")
def test_the_page_has_every_match_and_goes_on_where_it_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tmp_path / "strength.md"
    args = ["--jobs", "1", "--folder", str(tmp_path / "kept"), "--page", str(page)]
    assert strength.main([*args, "--quick"]) == 0
    (path,) = (tmp_path / "kept").iterdir()
    assert load(path).deals == 1
    assert strength.main(args) == 0
    whole = play_match(DICE, ["medium", "random"], games=8, seed=strength.SEED)
    assert load(path).standings == whole.standings
    text = page.read_text(encoding="utf-8")
    rate = 100 * whole.standings[0].win_rate.mean
    assert f"| base, 2 players | medium (`careful`) | `random` | 8 | **{rate:.1f}% ± " in text
    assert "stolik arena pickomino medium random --players 2 --games 8 --seed 1" in text
    for level in bots.LEVELS:
        assert re.search(
            rf"\| Worms: base, 2 players \| {level} \(`\w+`\) \| \d+ \| \d+(\.\d+)? ms \| \d+(\.\d+)? ms \|",
            text,
        )
    monkeypatch.setattr(strength, "play_on", None)
    assert strength.main(args) == 0, "nothing is left to play"


@pytest.mark.usefixtures("short")
def test_only_some_matches_are_played_if_asked(tmp_path: Path) -> None:
    args = ["--jobs", "1", "--folder", str(tmp_path), "--page", str(tmp_path / "page.md"), "--only", "linko"]
    assert strength.main(args) == 0
    assert [path.name for path in tmp_path.iterdir()] == ["page.md"]
    assert "medium (`careful`) | `random`" not in (tmp_path / "page.md").read_text(encoding="utf-8")


@pytest.mark.usefixtures("short")
def test_a_match_that_is_not_played_again_keeps_its_row(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    row = "| base, 2 players | medium (`careful`) | `random` | 99 | **7.0% ± 1.0** | – | 50.0% | 1 | 2 |"
    command = "stolik arena pickomino medium random --players 2 --games 99 --seed 1"
    page.write_text("\n".join([*strength.HEAD, row, "```sh", command, "```"]), encoding="utf-8")
    args = ["--jobs", "1", "--folder", str(tmp_path / "kept"), "--page", str(page)]
    assert strength.main([*args, "--only", "linko"]) == 0
    assert f"\n{row}\n\n```sh\n{command}\n" in page.read_text(encoding="utf-8")
    assert strength.main(args) == 0
    text = page.read_text(encoding="utf-8")
    assert row not in text
    assert command not in text
    assert "| base, 2 players | medium (`careful`) | `random` | 8 |" in text


@pytest.mark.usefixtures("short")
def test_the_command_of_a_row_repeats_all_of_its_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    args = ["--jobs", "1", "--folder", str(tmp_path / "kept"), "--page", str(tmp_path / "page.md")]
    assert strength.main(args) == 0
    monkeypatch.setattr(strength, "SECTIONS", {"The dice game": [Match(DICE, "medium", "random", 4)]})
    assert strength.main(args) == 0
    assert "--games 8 --seed 1" in (tmp_path / "page.md").read_text(encoding="utf-8")


def test_the_matches_can_be_played_and_have_files_of_their_own(tmp_path: Path) -> None:
    matches = [match for part in strength.SECTIONS.values() for match in part]
    plans = [match.plan(quick=False) for match in matches]
    assert all(plan.names == (match.first, match.second) for plan, match in zip(plans, matches, strict=True))
    assert len({strength._path(match, tmp_path) for match in matches}) == len(matches)
