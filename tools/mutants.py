"""Break every rule on purpose and see a test that carries its id fail.

A mutant is a rule's id, a file, a piece of its text that occurs once, and what replaces it. They are listed
beside the tests of each game (``tests/games/*/mutants.py``). The tree itself is never touched: each mutant
lives in a copy of the sources. ``python -m tools.mutants D-13 V-2`` tries those of some rules only.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from rich.progress import track

from tests.games.linko.mutants import MUTANTS as LINKO
from tests.games.pickomino.mutants import MUTANTS as PICKOMINO

ROOT = Path(__file__).parents[1]
LONGEST = 120
"""Seconds after which a mutant whose tests do not end is given up."""

RULES = (
    *(f"P-{number}" for number in range(1, 19)),
    *(f"D-{number}" for number in range(1, 20)),
    *(f"L-{number}" for number in range(1, 22)),
    *(f"V-{number}" for number in range(1, 9)),
)


def survives(copy: Path, rule: str, file: str, old: str, new: str) -> str | None:
    """Return what is wrong with a mutant: it fits no text, or no test of its rule fails."""
    path = copy / file
    text = path.read_text(encoding="utf-8")
    if text.count(old) != 1:
        return f"its text occurs {text.count(old)} times in {file}"
    path.write_text(text.replace(old, new), encoding="utf-8")
    tests = Path("tests") / "games" / Path(file).parent.name
    only = ["-k", f"{rule.replace('-', '')}_"]
    try:
        run = subprocess.run(
            [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", tests, *only],
            cwd=copy,
            env={**os.environ, "PYTHONPATH": f"{copy / 'src'}:{copy}", "PYTHONDONTWRITEBYTECODE": "1"},
            capture_output=True,
            text=True,
            timeout=LONGEST,
        )
    except subprocess.TimeoutExpired:
        return f"its tests have not ended after {LONGEST} seconds"
    finally:
        path.write_text(text, encoding="utf-8")
    if run.returncode == 1:
        return None
    last = run.stdout.strip().splitlines()[-1:]
    return f"no test of the rule fails (pytest: {' '.join(last) or run.stderr.strip()[-200:]})"


def main(rules: Sequence[str]) -> int:
    """Try every mutant of some rules, print which survive and which rules have none."""
    mutants = [mutant for mutant in (*PICKOMINO, *LINKO) if mutant[0] in rules]
    failures = [f"{rule}: no mutant" for rule in rules if rule not in {rule for rule, *_ in mutants}]
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        for name in ("src", "tests"):
            shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(ROOT / "pyproject.toml", copy)
        for rule, file, old, new in track(mutants, "breaking rules"):
            if wrong := survives(copy, rule, file, old, new):
                failures.append(f"{rule}: {wrong}: {old!r} -> {new!r}")
    print(*failures, f"{len(mutants) - len(failures)} of {len(mutants)} mutants caught", sep="\n")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or RULES))
