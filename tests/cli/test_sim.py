from __future__ import annotations

import subprocess
import sys

import pytest

from stolik.cli import main


@pytest.mark.parametrize(
    "line",
    [
        "pickomino --players 3 --variant deluxe --policy eager --games 64 --lang en",
        "linko --games 64 --mode duel --lang pl",
    ],
)
def test_it_counts_games(line: str) -> None:
    # in a process of its own, since JAX warns of every fork that comes after it
    program = "import sys; from stolik.cli import main; sys.exit(main())"
    ended = subprocess.run(
        [sys.executable, "-c", program, "sim", *line.split()], capture_output=True, text=True, check=False
    )
    assert ended.returncode == 0, ended.stderr
    assert "64 g" in ended.stdout  # 64 gry, 64 games
    assert "█" in ended.stdout


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("", "pickomino"),
        ("chess", "chess"),
        ("linko --mode duel --players 4", "--players 4"),
        ("linko --games 0", "--games"),
        ("linko --policy wise", "random, eager"),
    ],
)
def test_what_makes_no_sense_is_refused(
    line: str, complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["sim", *line.split()]) == 2
    assert complaint in capsys.readouterr().err
