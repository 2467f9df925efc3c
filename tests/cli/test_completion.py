"""Shell completion, asked by a real bash; zsh and fish too, where they are installed."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from stolik.cli import main
from tests.cli.games import played
from tests.cli.running import COMMAND, environment, run

BASH = """
set -e
eval "$(stolik completion bash)"
while IFS= read -r COMP_LINE; do
    COMP_POINT=${#COMP_LINE} COMP_TYPE=9 COMPREPLY=()
    _python_argcomplete stolik || true
    (IFS=,; echo "${COMPREPLY[*]}")
done
"""


def asked(home: Path, *lines: str, **variables: str) -> list[set[str]]:
    """Return what bash gets to offer at the end of each line."""
    env = environment(home, STOLIK_LANG="pl", **variables)
    env["PATH"] = f"{COMMAND.parent}:{env['PATH']}"
    done = subprocess.run(
        ["bash", "--noprofile", "--norc", "-c", BASH],
        input="".join(f"{line}\n" for line in lines),
        capture_output=True,
        encoding="utf-8",
        env=env,
        cwd=home,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    return [{word.strip() for word in line.split(",")} for line in done.stdout.splitlines()]


def test_bash_is_offered_what_fits(home: Path) -> None:
    (home / "partia.txt").touch()
    (home / "powtórki").mkdir()
    commands, games, mode, modes, bots, speed, rules, files, mine, nothing, wrong = asked(
        home,
        "stolik ",
        "stolik play r",
        "stolik play linko --mo",
        "stolik play linko --mode ",
        "stolik --lang en arena pickomino gree",
        "stolik play --speed=in",
        "stolik rules rysie L-2",
        "stolik replay p",
        "stolik verify partia.txt --mine pa",
        "stolik play --human ",
        "stolik play chess ",
    )
    assert {"play", "verify", "bot-check", "completion", "--version", "--lang"} <= commands
    assert games == {"robale", "rysie"}
    assert mode == {"--mode"}
    assert modes == {"basic", "advanced", "expert", "duel"}
    assert bots == {"greedy"}
    assert speed == {"instant"}
    assert {"L-2", "L-20"} <= rules
    assert all(rule.startswith("L-2") for rule in rules)
    assert files == {"partia.txt", "powtórki/"}
    assert mine == {"partia.txt"}
    assert nothing == {""}
    assert wrong == {""}


def test_bash_is_offered_the_values_of_what_the_line_has_before(home: Path) -> None:
    played(3).save(home / "game.txt")
    languages, games, odds, formats, shells, programs, players = asked(
        home,
        "stolik play --lang ",
        "stolik --lang de play w",
        "stolik odds ",
        "stolik serve --log-format ",
        "stolik completion ",
        "stolik play --bot cm",
        "stolik review game.txt --seat ",
    )
    assert languages == {"pl", "en", "de"}
    assert games == {"wuermer"}
    assert {"pickomino", "robale"} <= odds
    assert "linko" not in odds
    assert formats == {"auto", "console", "json"}
    assert {"bash", "zsh", "fish"} <= shells
    assert programs == {"cmd:"}
    assert players == {"Ola", "Jan", "Ewa"}


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_the_code_for_other_shells_is_theirs(home: Path, shell: str) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"there is no {shell}")
    code = run(home, "completion", shell)
    assert code.returncode == 0, code.stderr
    subprocess.run([shell, "-n"], input=code.stdout, check=True, encoding="utf-8")


def test_what_is_wrong_or_missing_is_said(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["--lang", "en", "completion"]) == 2
    assert "say which shell: bash, zsh, fish" in capsys.readouterr().err
    assert main(["--lang", "en", "completion", "tcsh"]) == 2
    assert "tcsh" in capsys.readouterr().err
    monkeypatch.setitem(sys.modules, "argcomplete", None)
    assert main(["--lang", "en", "completion", "bash"]) == 2
    told = capsys.readouterr().err
    assert "argcomplete" in told
    assert "[terminal]" in told
