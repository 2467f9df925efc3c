"""``stolik arena``: what it prints, keeps and refuses, and that Ctrl-C loses nothing."""

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

import stolik
from stolik.arena import MatchResult, Plan, load, play_match, play_on, save
from stolik.arena.files import to_json
from stolik.arena.workers import Here, Workers
from stolik.cli import main
from stolik.extras import install
from tests.cli.running import COMMAND, Terminal, assert_refused, environment, run

MATCH = ["arena", "pickomino", "careful", "random", "--games", "8"]


@pytest.fixture
def here(at_home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Play inside this process, in an empty folder."""

    @contextmanager
    def no_processes(_: int) -> Iterator[Workers]:
        yield Workers(Here(), 1)

    monkeypatch.setattr("stolik.cli.arena.processes", no_processes)
    return at_home


def totals(path: Path) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return data


# -- what is printed and kept -----------------------------------------------------------------------------


@pytest.mark.usefixtures("here")
def test_a_match_is_told_in_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*MATCH, "--lang", "en"]) == 0
    out, err = capsys.readouterr()
    first = play_match(stolik.Game("pickomino", 2), ["careful", "random"], 8, seed=1).standings[0]
    assert err == ""
    assert "Worms · 2 players\n8 games (4 deals, each from every seat; 1 table), seed 1\n" in out
    assert re.search(r"bot +win rate +mean score +mean place +forfeits", out)
    assert f"{100 * first.win_rate.mean:.1f}% ± " in out
    assert f"{first.score.mean:.2f} ± {first.score.half:.2f}" in out
    assert "A fair share of the wins is 50.0%." in out
    assert "95% interval over deals" in out
    assert max(map(len, out.splitlines())) <= 80


@pytest.mark.parametrize(
    ("args", "best_first"),
    [
        (["pickomino", "random", "careful"], ["careful", "random"]),
        (["linko", "random", "lowest", "grabber", "--mode", "duel"], None),
    ],
)
def test_the_best_bot_comes_first(
    here: Path, capsys: pytest.CaptureFixture[str], args: list[str], best_first: list[str] | None
) -> None:
    assert main(["arena", *args, "--games", "12", "--out", "out.json", "--lang", "en"]) == 0
    shown = re.findall(r"^ ?(random|careful|lowest|grabber) ", capsys.readouterr().out, re.MULTILINE)
    standings = load(here / "out.json").standings
    if best_first is None:
        ratings = {one.name: one.rating.mean for one in standings if one.rating}
        best_first = sorted(ratings, key=lambda name: -ratings[name])
    assert [one.name for one in standings] == args[1 : 1 + len(standings)], "they are kept as they were named"
    assert best_first[0] != standings[0].name
    assert shown == best_first


@pytest.mark.usefixtures("here")
def test_a_match_is_told_in_polish(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*MATCH, "--lang", "pl"]) == 0
    out = capsys.readouterr().out
    assert "Robale · 2 graczy\n8 gier (4 rozdania, każde ze wszystkich miejsc; 1 stół), ziarno 1\n" in out
    assert re.search(r"bot +wygrane +średni wynik +średnie miejsce +oddane", out)
    assert "Równy udział w wygranych to 50,0%." in out


@pytest.mark.parametrize(
    ("args", "title", "tables"),
    [
        (["pickomino", "careful", "random", "--players", "3"], "Worms · 3 players\n", [3]),
        (["pickomino", "careful", "random", "random"], "Worms · 3 players\n", [3]),
        (["pickomino", "careful", "random", "--variant", "deluxe"], "2 players · Version: Deluxe\n", [2]),
        (["linko", "grabber", "lowest"], "Lynx · 4 players\n", [4]),
        (["linko", "grabber", "lowest", "--mode", "duel"], "Lynx · 2 players · Mode: duel\n", [2]),
        (["linko", "grabber", "lowest", "random", "--mode", "duel"], "2 players · Mode: duel\n", [2, 2, 2]),
    ],
)
def test_names_and_options_make_the_tables(
    here: Path, capsys: pytest.CaptureFixture[str], args: list[str], title: str, tables: list[int]
) -> None:
    assert main(["arena", *args, "--games", "2", "--out", "out.json", "--lang", "en"]) == 0
    out = capsys.readouterr().out
    assert title in out
    assert [len(table["names"]) for table in totals(here / "out.json")["tables"]] == tables
    assert ("Rating: openskill" in out) == (len(tables) > 1)


def test_the_result_and_the_report_are_kept(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*MATCH, "--seed", "5", "--out", "out.json", "--report", "page.html", "--lang", "en"]) == 0
    out = capsys.readouterr().out
    assert "Result: out.json" in out
    assert "Report: page.html" in out
    expected = play_match(stolik.Game("pickomino", 2), ["careful", "random"], 8, seed=5)
    assert totals(here / "out.json") == to_json(expected)
    page = (here / "page.html").read_text(encoding="utf-8")
    assert "Standings" in page
    assert "http" not in page
    assert sorted(path.name for path in here.iterdir()) == ["out.json", "page.html"]


def test_every_game_has_a_record_in_the_folder_asked_for(here: Path) -> None:
    assert main([*MATCH, "--records", "games"]) == 0
    records = [stolik.Record.load(path) for path in (here / "games").iterdir()]
    assert len(records) == 8
    for record in records:
        stolik.verify(record)


def test_a_saved_match_goes_on_and_can_be_made_longer(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*MATCH, "--out", "out.json"]) == 0
    assert main(["arena", "--resume", "out.json", "--games", "16", "--report", "page.html"]) == 0
    whole = play_match(stolik.Game("pickomino", 2), ["careful", "random"], 16, seed=1)
    assert totals(here / "out.json") == to_json(whole)
    assert main([*MATCH, "--games", "20", "--resume", "out.json", "--out", "more.json", "--lang", "en"]) == 0
    assert "20 games (10 deals" in capsys.readouterr().out
    assert totals(here / "out.json") == to_json(whole)
    assert totals(here / "more.json")["games_played"] == 20


@pytest.mark.parametrize(("asked", "games"), [("2", 8), ("6", 8), ("7", 7), ("9", 9)])
def test_what_has_been_played_cannot_be_taken_back(here: Path, asked: str, games: int) -> None:
    assert main([*MATCH, "--out", "out.json"]) == 0
    assert main(["arena", "--resume", "out.json", "--games", asked]) == 0
    again = play_match(stolik.Game("pickomino", 2), ["careful", "random"], games, seed=1)
    assert totals(here / "out.json") == to_json(again)


@pytest.mark.parametrize("text", ["50", "12,5"])
def test_until_is_in_points_of_a_per_cent(here: Path, text: str) -> None:
    duel = ["arena", "linko", "grabber", "lowest", "--mode", "duel"]
    assert main([*duel, "--games", "10", "--until", text, "--out", "out.json"]) == 0
    assert totals(here / "out.json")["until"] == float(text.replace(",", ".")) / 100


@pytest.mark.usefixtures("here")
def test_forfeits_of_bots_are_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def tired(*_: object) -> str:
        raise RuntimeError("tired")

    monkeypatch.setattr("stolik.games.pickomino.bots.simple.Greedy.choose", tired)
    assert main(["arena", "pickomino", "greedy", "random", "--games", "8", "--lang", "en"]) == 0
    assert "greedy: 8 games forfeited. The first: RuntimeError: tired" in capsys.readouterr().out


def test_lost_workers_are_told_with_what_to_do(
    here: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def vanish(*_: object, **__: object) -> None:
        raise MemoryError("no room")

    monkeypatch.setattr("stolik.arena.running.play_part", vanish)
    assert main([*MATCH, "--out", "out.json", "--lang", "en"]) == 2
    err = capsys.readouterr().err
    assert "the workers gave up after 0 games: MemoryError: no room." in err
    assert "To resume: stolik arena --resume out.json" in err
    assert load(here / "out.json").deals == 0
    assert main([*MATCH, "--lang", "en"]) == 2
    assert "use --out FILE to be able to resume" in capsys.readouterr().err


def test_the_real_command_plays_with_processes(home: Path) -> None:
    done = run(home, *MATCH, "--jobs", "2", "--out", "out.json")
    assert (done.returncode, done.stderr) == (0, "")
    expected = play_match(stolik.Game("pickomino", 2), ["careful", "random"], 8, seed=1)
    assert totals(home / "out.json") == to_json(expected)


# -- Ctrl-C -----------------------------------------------------------------------------------------------


def assert_it_can_go_on(home: Path, path: Path) -> None:
    """What was kept is a whole result, and going on from it comes to the same as never having stopped."""
    kept = load(path)
    assert 0 < kept.deals < kept.plan.deals
    assert not totals(path)["finished"]
    goal = ["--games", str(2 * kept.deals + 6), "--jobs", "2"]
    assert run(home, "arena", "--resume", path.name, *goal).returncode == 0
    again = ["--seed", str(kept.plan.seed), *goal, "--out", "whole.json"]
    assert run(home, *MATCH[:4], *again).returncode == 0
    assert totals(path) == totals(home / "whole.json")


def test_ctrl_c_in_a_terminal_keeps_what_is_finished(home: Path) -> None:
    terminal = Terminal(
        home, *MATCH[:-1], "100000", "--jobs", "2", "--seed", "3", "--out", "a b.json", "--lang", "en"
    )
    terminal.wait_for(re.compile(r"playing .*careful \d+\.\d%"))
    terminal.type("\x03")
    assert terminal.end() == 130
    assert "Stopped (Ctrl-C) after " in terminal.text
    assert "To resume: stolik arena --resume 'a b.json'" in terminal.text
    assert "Traceback" not in terminal.text
    assert_it_can_go_on(home, home / "a b.json")


def stopped(home: Path, bot: str, stop: Callable[[int], None]) -> tuple[int, str, str]:
    """Have a match played without a terminal, and stop it; return the status, its output and its errors."""
    match = ["arena", "pickomino", bot, "random", "--games", "100000", "--jobs", "2", "--out", "out.json"]
    path, pipe, variables = home / "out.json", subprocess.PIPE, environment(home, STOLIK_LANG="pl")
    with subprocess.Popen(
        [sys.executable, "-c", HEARING, COMMAND, *match],
        stdout=pipe,
        stderr=pipe,
        env=variables,
        cwd=home,
        text=True,
        start_new_session=True,
    ) as process:
        try:
            while not path.exists() or load(path).deals == 0:
                assert process.poll() is None
                time.sleep(0.05)
            stop(process.pid)
            out, err = process.communicate(timeout=60)
            assert comes_true(lambda: not group_lives(process.pid)), "no worker is left"
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
    return process.returncode, out, err


def group_lives(group: int) -> bool:
    """Whether a process of the group has not ended; one that nobody has taken note of has."""
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(FileNotFoundError, ProcessLookupError):
            state, _, its_group = path.read_text(encoding="utf-8").rpartition(")")[2].split()[:3]
            if int(its_group) == group and state not in "ZX":
                return True
    return False


def comes_true(condition: Callable[[], bool]) -> bool:
    """Whether something comes true soon; a busy machine takes its time."""
    deadline = time.monotonic() + 5
    while not condition() and time.monotonic() < deadline:
        time.sleep(0.05)
    return condition()


HEARING = """
import os, signal, sys
signal.signal(signal.SIGHUP, signal.SIG_DFL)
os.execv(sys.argv[1], sys.argv[1:])
"""
"""Runs a command that hears when its terminal closes, even if these tests run under nohup."""

STOPS: dict[str, Callable[[int], None]] = {
    "an interrupt": lambda pid: os.kill(pid, signal.SIGINT),
    "kill": lambda pid: os.kill(pid, signal.SIGTERM),
    "timeout, which tells all its group": lambda pid: os.killpg(pid, signal.SIGTERM),
    "a terminal that closes": lambda pid: os.killpg(pid, signal.SIGHUP),
}


@pytest.mark.parametrize("way", STOPS)
def test_stopped_without_a_terminal_it_keeps_what_is_finished(home: Path, way: str) -> None:
    status, out, err = stopped(home, "careful", STOPS[way])
    assert status == 130
    assert err == "" or "timeout" in way, "CPython 3.11.7 may warn of workers that end by themselves"
    assert "Dalej tak: stolik arena --resume out.json" in out
    assert_it_can_go_on(home, home / "out.json")


@pytest.mark.parametrize("way", ["kill", "a terminal that closes"])
def test_stopped_it_leaves_no_program_behind(home: Path, way: str) -> None:
    """Not even those that take no notice of the end of their input."""
    (home / "bot.py").write_text(
        "import json, os, sys, time\n"
        "open(f'pid-{os.getpid()}', 'w').close()\n"
        "for line in sys.stdin:\n"
        "    request = json.loads(line)\n"
        "    moves = request.get('view', {'moves': ['ok']})['moves']\n"
        "    print('stolik 1' if request['do'] == 'hello' else moves[0], flush=True)\n"
        "time.sleep(600)\n",
        encoding="utf-8",
    )
    try:
        status, _, err = stopped(home, f"cmd:{shlex.quote(sys.executable)} bot.py", STOPS[way])
    finally:
        pids = [int(path.name.partition("-")[2]) for path in home.glob("pid-*")]
        comes_true(lambda: not any(map(group_lives, pids)))
        left = [pid for pid in pids if group_lives(pid)]
        for pid in left:
            with suppress(ProcessLookupError):
                os.killpg(pid, signal.SIGKILL)
    assert len(pids) >= 2
    assert (status, err, left) == (130, "", [])


def test_under_nohup_a_terminal_that_closes_stops_nothing(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        monkeypatch.setattr(
            "stolik.cli.arena._Keeper.save_now_and_then", lambda _: signal.raise_signal(signal.SIGHUP)
        )
        assert main([*MATCH, "--out", "out.json"]) == 0
        assert signal.getsignal(signal.SIGHUP) == signal.SIG_IGN
    finally:
        signal.signal(signal.SIGHUP, before)
    assert totals(here / "out.json")["finished"]


@pytest.mark.usefixtures("here")
def test_after_a_match_signals_mean_what_they_meant_before() -> None:
    numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    before = [signal.getsignal(number) for number in numbers]
    assert main(MATCH) == 0
    assert [signal.getsignal(number) for number in numbers] == before


@pytest.mark.usefixtures("here")
def test_without_a_file_ctrl_c_says_that_nothing_is_kept(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def press(*_: object) -> None:
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr("stolik.cli.arena._Keeper.save_now_and_then", press)
    assert main([*MATCH[:-1], "100000", "--lang", "en"]) == 130
    assert "Nothing was saved; use --out FILE" in capsys.readouterr().out


@pytest.mark.usefixtures("here")
def test_ctrl_c_before_anything_is_played(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    saves: list[object] = []

    def press_once(keeper: object) -> None:
        saves.append(keeper)
        if len(saves) == 1:
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr("stolik.cli.arena._Keeper.save", press_once)
    assert main([*MATCH, "--report", "page.html", "--lang", "en"]) == 130
    out = capsys.readouterr().out
    assert "0 games (0 deals" in out
    assert "win rate" not in out
    assert "Stopped (Ctrl-C) after 0 games." in out


# -- what is refused --------------------------------------------------------------------------------------

BOTS = "random, beginner, careful"
BAD = [
    ([], "which game", "pickomino (Worms), linko (Lynx)"),
    (["chess"], "“chess”", "pickomino (Worms), linko (Lynx)"),
    (["pickomino"], "two bots", BOTS),
    (["pickomino", "careful"], "two bots", BOTS),
    (["pickomino", "careful", "clever"], "“clever”", BOTS),
    (["pickomino", "careful", "grabber"], "“grabber”", BOTS),
    (["pickomino", "careful", "random", "random", "--players", "2"], "twice", "a table of 2"),
    (["pickomino", "careful", "random", "--players", "8"], "“8”", "2–7"),
    (["pickomino", "careful", "random", "--mode", "duel"], "argument: --mode", "--help"),
    (["linko", "lowest", "random", "--players", "2"], "--players 2", "--mode duel"),
    (["pickomino", "careful", "random", "--games", "0"], "“0”", "1 or more"),
    (["pickomino", "careful", "random", "--games", "many"], "“many”", "1 or more"),
    (["pickomino", "careful", "random", "--until", "0"], "“0”", "above 0, at most 50"),
    (["pickomino", "careful", "random", "--until", "51"], "“51”", "above 0, at most 50"),
    (["pickomino", "careful", "random", "--until", "nan"], "“nan”", "above 0, at most 50"),
    (["pickomino", "careful", "random", "--until", "soon"], "“soon”", "above 0, at most 50"),
    (["pickomino", "careful", "random", "--seed", "-1"], "“-1”", "0 or more"),
    (["pickomino", "careful", "random", "--jobs", "0"], "“0”", "1 or more"),
    (["pickomino", "careful", "random", "--jobs", "2", "--cluster", "tcp:x"], "--jobs", "--cluster"),
    (["pickomino", "careful", "random", "--cluster", "nonsense:x"], "nonsense:x", "tcp://10.0.0.5:8786"),
    (["pickomino", "careful", "random", "--out", "folder"], "folder", "not a file"),
    (["pickomino", "careful", "random", "--out", "nowhere/x.json"], "nowhere", "no such file or folder"),
    (["pickomino", "careful", "random", "--out", "there.json"], "there.json", "--resume there.json"),
    (["pickomino", "careful", "random", "--records", "nowhere/x"], "nowhere/x", "no such file or folder"),
    (["pickomino", "careful", "random", "--records", "diary.txt"], "diary.txt", "File exists"),
    (["pickomino", "careful", "random", "--report", "folder"], "folder", "not a file"),
    (["pickomino", "careful", "random", "--report", "nowhere/x.html"], "nowhere", "no such file or folder"),
    (["pickomino", "careful", "random", "--out", "x", "--report", "folder/../x"], "folder/../x", "--report"),
    (["--resume", "there.json", "--report", "there.json"], "there.json", "another name for --report"),
    (["--resume", "there.json", "--report", "link.json"], "link.json", "another name for --report"),
    (["--resume", "there.json", "--out", "x", "--report", "there.json"], "there.json", "name for --report"),
    (["--resume", "missing.json"], "missing.json", "no such file"),
    (["--resume", "folder"], "folder", "not a file"),
    (["--resume", "diary.txt"], "diary.txt", "not JSON"),
    (["--resume", "there.json", "--seed", "2"], "another match", "--resume there.json"),
    (["pickomino", "random", "careful", "--resume", "there.json"], "another match", "careful random"),
    (["linko", "lowest", "random", "--resume", "there.json"], "another match", "stolik arena pickomino"),
    (["pickomino", "careful", "random", "greedy", "--frob"], "argument: --frob", "stolik arena GAME"),
]


@pytest.fixture(scope="module")
def saved() -> MatchResult:
    return play_match(stolik.Game("pickomino", 2), ["careful", "random"], 2, seed=1)


@pytest.fixture
def messy_home(here: Path, saved: MatchResult) -> Path:
    save(saved, here / "there.json")
    (here / "diary.txt").write_text("Dear diary\n", encoding="utf-8")
    (here / "folder").mkdir()
    (here / "link.json").symlink_to("there.json")
    return here


@pytest.mark.parametrize(("args", "what", "allowed"), BAD, ids=[" ".join(args) for args, _, _ in BAD])
def test_bad_input_is_named_with_what_is_allowed_and_changes_nothing(
    messy_home: Path, capsys: pytest.CaptureFixture[str], args: list[str], what: str, allowed: str
) -> None:
    before = {path: path.is_file() and path.read_bytes() for path in messy_home.rglob("*")}
    assert_refused(capsys, ["arena", *args], what, allowed)
    assert {path: path.is_file() and path.read_bytes() for path in messy_home.rglob("*")} == before


@pytest.mark.parametrize("more", [[], ["pickomino", "cmd:./bot", "random"]], ids=["as saved", "named again"])
def test_a_bot_that_cannot_be_started_is_refused_also_when_going_on(
    here: Path, capsys: pytest.CaptureFixture[str], more: list[str]
) -> None:
    save(MatchResult(Plan(stolik.Game("pickomino", 2), ("cmd:./bot", "random"), 8, 1)), here / "out.json")
    before = (here / "out.json").read_bytes()
    assert main(["arena", *more, "--resume", "out.json", "--lang", "en"]) == 2
    assert "cmd:./bot" in (err := capsys.readouterr().err)
    assert "the program cannot be started (No such file or directory)" in err
    assert (here / "out.json").read_bytes() == before


def test_going_on_without_numpy_is_refused(
    here: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    save(MatchResult(Plan(stolik.Game("pickomino", 2), ("greedy", "random"), 8, 1)), here / "out.json")
    before = (here / "out.json").read_bytes()

    def lacking(*_: object) -> None:
        raise ModuleNotFoundError("No module named 'numpy'", name="numpy")

    monkeypatch.setattr("stolik.games.pickomino.bots.simple.Greedy.__init__", lacking)
    assert main(["arena", "--resume", "out.json", "--lang", "en"]) == 2
    assert "numpy" in (err := capsys.readouterr().err)
    assert install("bots") in err
    assert (here / "out.json").read_bytes() == before


def test_a_finished_match_is_shown_without_its_bots(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    duel = stolik.Game("linko", 2, mode="duel")
    result = MatchResult(Plan(duel, ("cmd:./bot", "random"), 2, seed=1))
    play_on(result, Here())
    save(result, here / "out.json")
    assert main(["arena", "--resume", "out.json", "--report", "page.html", "--lang", "en"]) == 0
    assert "Report: page.html" in capsys.readouterr().out


@pytest.mark.usefixtures("here")
def test_what_is_not_installed_is_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "openskill.models", None)
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert main(["arena", "pickomino", "careful", "random", "greedy", "--lang", "en"]) == 2
    assert install("arena") in capsys.readouterr().err
    assert main([*MATCH, "--cluster", "tcp://127.0.0.1:1", "--lang", "en"]) == 2
    assert install("cluster") in capsys.readouterr().err


@pytest.mark.usefixtures("here")
def test_what_the_judge_needs_is_named_before_a_game(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(*_: object) -> None:
        raise ModuleNotFoundError("No module named 'numpy'", name="numpy")

    monkeypatch.setattr("stolik.cli.arena.judge_for", missing)
    assert main([*MATCH, "--luck-adjusted", "--out", "new.json", "--lang", "en"]) == 2
    said = f"--luck-adjusted needs the package numpy: {install('bots')}"
    assert said in " ".join(capsys.readouterr().err.split())
    assert not Path("new.json").exists()


@pytest.mark.usefixtures("here")
def test_a_cluster_that_does_not_answer_is_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("stolik.arena.workers.CLUSTER_PATIENCE", 0.5)
    assert main([*MATCH, "--cluster", "tcp://127.0.0.1:1", "--lang", "en"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "no Dask cluster with workers answers at tcp://127.0.0.1:1 (" in err
    assert err.count("\n") == 1


@pytest.mark.usefixtures("here")
def test_trouble_with_writing_is_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "replace", refuse)
    for option in ("--out", "--report"):
        assert main([*MATCH, option, "new", "--lang", "en"]) == 2
        assert "access is denied: new" in capsys.readouterr().err
        assert not list(Path().glob("new*"))
