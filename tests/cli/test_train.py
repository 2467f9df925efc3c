"""Training runs in processes of its own, since JAX warns of every fork that comes after it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np
import pytest

from stolik.cli import main
from stolik.cli.errors import INTERRUPTED
from stolik.games.linko.mind import Mind
from tests.cli.running import Terminal, run
from tests.effort import TRAINED_SMALL

SMALL = f"linko --players 3 --mode basic {TRAINED_SMALL}"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("train --lang en", "say which game; the games are: pickomino, linko"),
        ("train chess --lang en", "chess"),
        ("train linko --minutes 0 --lang en", "--minutes cannot be “0”; it can be: above 0, at most 43200"),
        (f"train linko --seed {2**32} --lang en", f"it can be: 0–{2**32 - 1}"),
        (f"train linko --seed {'9' * 5000} --lang en", f"it can be: 0–{2**32 - 1}"),
        ("train linko --width 2000000 --lang en", "--width cannot be “2000000”; it can be: 1–8192"),
        ("train linko --batch 67108864 --lang en", "--batch cannot be “67108864”; it can be: 1–16777216"),
    ],
)
def test_what_cannot_be_learned_is_refused(line: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(line.split()) == 2
    assert said in capsys.readouterr().err


def test_a_course_that_is_stopped_is_kept_and_gone_on_with(tmp_path: Path) -> None:
    line = f"train {SMALL} --minutes 1000 --out kept.npz --mind mind.npz --report report.html --lang en"
    line += " --set floor=0.02 guests=0,25"
    terminal = Terminal(tmp_path, *line.split(), columns=120)
    terminal.wait_for(re.compile(r"[1-9]\d* games"))
    terminal.type("\x03")
    assert terminal.end() == INTERRUPTED
    resuming = "stolik train --resume kept.npz --mind mind.npz --report report.html"
    assert f"To resume: {resuming}\n" in terminal.page
    assert Mind(tmp_path / "mind.npz").told["games"] > 0
    with np.load(tmp_path / "kept.npz") as kept:
        settings = json.loads(str(kept["told"]))["settings"]
    assert (settings["floor"], settings["guests"]) == (0.02, 0.25)

    games = Mind(tmp_path / "mind.npz").told["games"]
    terminal = Terminal(tmp_path, *resuming.split()[1:], "--lang", "en", columns=120)
    terminal.wait_for(re.compile(r"[1-9]\d* games"))
    terminal.type("\x03")
    assert terminal.end() == INTERRUPTED, "it goes on for the minutes that were planned"
    assert f"To resume: {resuming}\n" in terminal.page
    assert Mind(tmp_path / "mind.npz").told["games"] > games

    on = "train --resume kept.npz --minutes 0.001 --report two.html --lang de"
    again = run(tmp_path, *on.split())
    assert again.returncode == 0, again.stderr
    assert re.search(r"basic 3 +\d+,\d\s% ± \d+,\d +33,3\s%", again.stdout)
    line = r"^\d+,\d von 0,0 Minuten, \S+ Partien?; gewinnt allein unter .+: basic 3 \d+,\d\s% ± \d+,\d$"
    assert re.search(line, again.stderr, re.MULTILINE), "there is no bar"
    report = (tmp_path / "two.html").read_text(encoding="utf-8")
    assert "<svg" in report
    assert "Gelernt auf: cpu." in report
    assert "<svg" not in (tmp_path / "report.html").read_text(encoding="utf-8"), "nothing was measured yet"

    other = run(tmp_path, "train", "--resume", "kept.npz", "--seed", "4", "--lang", "en")
    assert "--seed cannot be combined with --resume" in other.stderr
    there = run(tmp_path, "train", *SMALL.split(), "--out", "kept.npz", "--lang", "en")
    assert "the file exists already and is left as it is: kept.npz" in there.stderr
    narrow = run(tmp_path, "train", *SMALL.replace("32", "16").split(), "--from", "mind.npz", "--lang", "en")
    assert narrow.returncode == 2
    assert "cannot start from mind.npz" in narrow.stderr
    assert "its hidden layers have 32 units, not 16" in narrow.stderr
    for given in (["--from", "mind.npz"], ["--set", "rate=0.1"]):
        fixed = run(tmp_path, "train", "--resume", "kept.npz", *given, "--lang", "en")
        assert (
            f"{given[0]} cannot be combined with --resume, since the settings of the run are" in fixed.stderr
        )
    for same_twice in (
        "linko --from mind.npz --mind mind.npz --out new.npz",
        "--resume kept.npz --report kept.npz",
    ):
        same = run(tmp_path, "train", *same_twice.split(), "--lang", "en")
        assert re.search(r"need files of their own, and (mind|kept)\.npz is named twice", same.stderr)
    assert Mind(tmp_path / "mind.npz").told["games"] > 0
    (tmp_path / "kept.npz").write_bytes((tmp_path / "kept.npz").read_bytes()[:-50])
    broken = run(tmp_path, "train", "--resume", "kept.npz", "--lang", "en")
    assert broken.returncode == 2
    assert "cannot resume from kept.npz: it is damaged" in broken.stderr


def test_a_run_that_is_stopped_while_it_is_compiled_ends_at_once_and_leaves_no_file(tmp_path: Path) -> None:
    """For all ten tables, which takes minutes; nothing can interrupt the compiler."""
    line = "train linko --batch 60 --width 32 --out new.npz --mind mind.npz --lang en"
    terminal = Terminal(tmp_path, *line.split(), columns=120)
    terminal.wait_for("Compiling for this device")
    terminal.type("\x03")
    assert terminal.end() == INTERRUPTED
    assert "Stopped before anything was learned; no file was written.\n" in terminal.page
    assert not [path for path in tmp_path.iterdir() if path.suffix == ".npz"]


def test_a_table_that_nobody_can_learn_at_is_refused(tmp_path: Path) -> None:
    ended = run(tmp_path, "train", "linko", "--stall", "7", "--lang", "en")
    assert ended.returncode == 2
    assert "no table has these options; the tables are: basic 3, basic 4" in ended.stderr
