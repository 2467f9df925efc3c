"""Bots made elsewhere: programs and packages. Whatever they do, the game goes on, and their processes end."""

import io
import json
import os
import pickle
import random
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from stolik import CHANCE, Game, bots
from stolik.arena import Plan, load, play_match, save
from stolik.arena.workers import processes
from stolik.bots import BotError, installed, programs
from stolik.bots.serve import serve
from stolik.core import View
from tests.bots.written import is_gone, text_of, write_bot

ROOT = Path(__file__).parents[2]
SHELL_BOT = f"cmd:sh {shlex.quote(str(ROOT / 'examples' / 'bots' / 'bot.sh'))}"
DICE = Game("pickomino", 2)
VIEW = DICE.start().view(0)

PID = 'open("pid", "w").write(str(os.getpid()))'
"""What a bot begins with that tells which process it is."""


@pytest.fixture(autouse=True)
def no_program_is_left() -> Iterator[None]:
    yield
    programs.end_all()
    assert not programs._running


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def bot_that(folder: Path, move: str, name: str = "bot.py") -> str:
    """Write a bot that does all as it should, but decides like this; return how it is asked for."""
    return write_bot(folder, text_of(move, PID), name)


def script(folder: Path, text: str) -> str:
    """Write a shell script; return how it is asked for."""
    (folder / "bot.sh").write_text(text, encoding="utf-8")
    return "cmd:sh bot.sh"


def play(game: Game, name: str, seed: int = 1) -> bots.Guarded:
    """Play a whole game of this bot, at seat 0, against random ones."""
    rng = random.Random(seed)
    first = bots.guarded(game, name, seed, deadline=2)
    players = [first, *(bots.make(game, "random", seat) for seat in range(1, game.players))]
    state = game.start()
    while (actor := state.actor) is not None:
        state = state.play(state.draw(rng) if actor == CHANCE else players[actor].choose(state.view(actor)))
    first.close()
    return first


# -- programs that behave ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "game",
    [DICE, Game("pickomino", 3, variant="deluxe"), Game("linko", 3), Game("linko", 2, mode="duel")],
    ids=repr,
)
def test_the_shell_example_plays_whole_games(game: Game) -> None:
    assert play(game, SHELL_BOT).failure == ""


def test_one_program_plays_one_game_after_another_and_several_at_once(folder: Path) -> None:
    name = bot_that(folder, "print(moves[0], flush=True)")
    first = bots.make(DICE, name, 1)
    pid = (folder / "pid").read_text()
    bots.close(first)
    second = bots.make(DICE, name, 2)
    assert (folder / "pid").read_text() == pid, "the same process"
    third = bots.make(DICE, name, 3)
    assert (folder / "pid").read_text() != pid, "another one, while the first is busy"
    assert second.choose(VIEW) == third.choose(VIEW) == "roll"
    bots.close(second)
    bots.close(third)


def test_a_program_is_told_the_game_the_seed_and_the_time(folder: Path) -> None:
    log = "open('log', 'a').write(line)\n    request = json.loads(line)"
    text = text_of("print(moves[0], flush=True)", PID).replace("request = json.loads(line)", log)
    bot = bots.make(Game("pickomino", 3), write_bot(folder, text), 77, deadline=2.5)
    bot.choose(VIEW)
    bots.close(bot)
    programs.end_all()
    hello, start, move, end = (folder / "log").read_text(encoding="utf-8").splitlines()
    assert hello == '{"do": "hello", "protocol": 1}'
    assert start == '{"do": "start", "game": "pickomino", "seed": 77, "seconds": 2.5}'
    assert move.startswith('{"do": "move", "view": {"game": "pickomino", "variant": "base"')
    assert move.endswith('"moves": ["roll"]}}')
    assert end == '{"do": "quit"}'


def test_a_closed_program_cannot_be_asked(folder: Path) -> None:
    bot = bots.make(DICE, bot_that(folder, "print(moves[0], flush=True)"), 1)
    bots.close(bot)
    with pytest.raises(ValueError, match="closed"):
        bot.choose(VIEW)


def test_what_a_program_complains_about_stays_away_from_the_screen(
    folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    noise = "sys.stderr.write('x' * 200_000); sys.stderr.flush(); print(moves[0], flush=True)"
    assert play(DICE, bot_that(folder, noise)).failure == ""
    assert capfd.readouterr() == ("", "")


def test_a_program_that_died_while_nobody_played_is_started_again(folder: Path) -> None:
    name = bot_that(folder, "print(moves[0], flush=True)")
    bots.close(bots.make(DICE, name, 1))
    (process,) = programs._running
    process._popen.kill()
    process._popen.wait()
    bot = bots.make(DICE, name, 2)
    assert bot.choose(VIEW) == "roll"
    bots.close(bot)


# -- programs that do not ---------------------------------------------------------------------------------

FAULTS = {
    "hangs": ("time.sleep(600)", "gave no answer in 0.3 s"),
    "spins": ("while True: pass", "gave no answer in 0.3 s"),
    "writes errors for ever": ("while True: print('x', file=sys.stderr)", "gave no answer in 0.3 s"),
    "crashes": ("1 / 0", "ended (status 1): ZeroDivisionError: division by zero"),
    "ends": ("sys.exit(3)", "ended (status 3)"),
    "is killed": ("os.kill(os.getpid(), 9)", "ended (status -9)"),
    "closes its output": ("os.close(1); time.sleep(600)", "closed its output"),
    "plays what is not legal": ("print('take 36', flush=True)", "answered 'take 36'; the moves were: roll"),
    "answers with nothing": ("print('', flush=True)", "answered ''"),
    "answers with bytes": ("os.write(1, bytes([255, 27, 10]))", "answered '\ufffd?'"),
    "answers without an end": ("print('x' * 100_000, end='', flush=True); time.sleep(600)", "without an end"),
    "gives up": ("print('error I am tired', flush=True)", "gave up: I am tired"),
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
def test_a_program_that_fails_loses_its_seat_and_its_process(folder: Path, fault: str) -> None:
    move, why = FAULTS[fault]
    bot = bots.guarded(DICE, bot_that(folder, move), 1, deadline=0.3)
    assert bot.failure == ""
    pid = int((folder / "pid").read_text())
    assert bot.choose(VIEW) == "roll", "the easy bot's answer"
    assert why in bot.failure
    assert isinstance(bot.error, BotError)
    assert is_gone(pid)
    assert bot.choose(VIEW) == "roll"
    bot.close()


def test_a_program_that_does_not_want_to_end_is_killed_with_all_it_has_started(folder: Path) -> None:
    deaf = (
        "import signal, subprocess; signal.signal(signal.SIGTERM, signal.SIG_IGN); "
        "child = subprocess.Popen(['sh', '-c', 'trap \"\" TERM; sleep 600']); "
        "open('child', 'w').write(str(child.pid)); time.sleep(600)"
    )
    bot = bots.guarded(DICE, bot_that(folder, deaf), 1, deadline=2)
    assert bot.choose(VIEW) == "roll"
    assert bot.failure == "gave no answer in 2 s"
    assert is_gone(int((folder / "pid").read_text()))
    assert is_gone(int((folder / "child").read_text()))


def test_a_flood_of_complaints_does_not_keep_the_table_waiting(folder: Path) -> None:
    name = script(folder, "echo $$ >pid; echo stolik 1; read x; echo ok; yes >&2\n")
    bot = bots.guarded(DICE, name, 1, deadline=0.3)
    assert bot.choose(VIEW) == "roll"
    assert bot.failure == "gave no answer in 0.3 s"
    assert is_gone(int((folder / "pid").read_text()))


@pytest.mark.parametrize(
    ("name", "code", "why"),
    [
        ("cmd:./nothing-there", "not_started", "cannot be started: No such file or directory"),
        ("cmd:", "not_started", "it has no command"),
        ("cmd:sh 'bot.sh", "not_started", "No closing quotation"),
        ("cmd:true", "ended", "ended (status 0)"),
        ("cmd:echo stolik 9", "protocol", "answered 'stolik 9' instead of 'stolik 1'"),
        ("cmd:echo error no licence", "gave_up", "gave up: no licence"),
        ("cmd:echo stolik 1", "ended", "ended (status 0)"),
    ],
)
@pytest.mark.usefixtures("folder")
def test_a_program_that_cannot_sit_down_is_refused_with_the_reason(name: str, code: str, why: str) -> None:
    with pytest.raises(BotError) as refused:
        bots.make(DICE, name, 1)
    assert refused.value.code == code
    assert why in str(refused.value)
    assert why in bots.guarded(DICE, name, 1).failure


def test_an_in_process_bot_that_fails_is_replaced_too() -> None:
    class Tired:
        closed = 0

        def choose(self, view: View) -> str:
            raise RuntimeError("tired")

        def close(self) -> None:
            self.closed += 1

    tired = Tired()
    bot = bots.Guarded(lambda: tired, lambda: bots.make(DICE, "easy", 1))
    assert bot.choose(VIEW) == "roll"
    assert (bot.failure, tired.closed) == ("RuntimeError: tired", 1)


# -- the arena --------------------------------------------------------------------------------------------


def test_the_arena_counts_forfeits_and_plays_the_same_with_processes(folder: Path) -> None:
    """It crashes in games whose seed is odd, at its third decision; who plays what does not matter."""
    move = "count += 1\n        if seed % 2 and count == 3: 1 / 0\n        print(moves[0], flush=True)"
    text = text_of(move).replace('print("ok"', 'seed, count = request["seed"], 0\n        print("ok"')
    name = write_bot(folder, text)
    here = play_match(DICE, [name, "random"], games=8, seed=1)
    with processes(2) as workers:
        there = play_match(DICE, [name, "random"], 8, 1, executor=workers.executor, workers=workers.number)
    assert 0 < here.standings[0].forfeits < 8
    assert here.standings[1].forfeits == 0
    assert here.reasons == {name: "ended (status 1): ZeroDivisionError: division by zero"}
    assert (there.standings, there.reasons) == (here.standings, here.reasons)
    save(here, "match.json")
    assert load("match.json").standings == here.standings
    assert load("match.json").plan == Plan(DICE, (name, "random"), 8, 1)


def test_workers_that_are_ended_end_the_programs_that_play_in_them(folder: Path) -> None:
    """A worker is told to end in the middle of a game with a program that would think on for ever."""
    name = bot_that(folder, "open('asked', 'w').close(); time.sleep(600)")
    plan = Plan(DICE, (name, "random"), 2, seed=1, deadline=600)
    watcher = (
        "import os, sys, time\n"
        "from stolik.arena.playing import play_part\n"
        "from stolik.arena.workers import processes\n"
        "import pickle\n"
        "if __name__ == '__main__':\n"
        "    plan = pickle.loads(bytes.fromhex(sys.argv[1]))\n"
        "    with processes(1) as workers:\n"
        "        workers.executor.submit(play_part, plan, 0, 1)\n"
        "        while not os.path.exists('asked'): time.sleep(0.05)\n"
    )
    (folder / "watcher.py").write_text(watcher, encoding="utf-8")
    subprocess.run([sys.executable, "watcher.py", pickle.dumps(plan).hex()], check=True, timeout=60)
    assert is_gone(int((folder / "pid").read_text()))


# -- packages ---------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the example package installed, and two that are broken."""
    folder = tmp_path_factory.mktemp("site")
    pip = [sys.executable, "-m", "pip", "install", "-q", "--disable-pip-version-check", "--no-index"]
    example = str(ROOT / "examples" / "installable-bot")
    more = ["--no-deps", "--no-build-isolation", "--no-compile", "--target", str(folder), example]
    subprocess.run([*pip, *more], check=True, timeout=120, env={**os.environ, "PIP_NO_CACHE_DIR": "1"})
    broken = {
        "broken": "pickomino.broken = no_such_module:Bot\npickomino.twice = magpie:Magpie\n",
        "other": "pickomino.twice = magpie:Magpie\npickomino.careful = magpie:Magpie\n"
        "linko.hangs = hangs:Hangs\n",
    }
    for name, points in broken.items():
        info = folder / f"{name}-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text(f"[stolik.bots]\n{points}")
    (folder / "hangs.py").write_text(
        "import time\nprint('hello from a bot')\n\nclass Hangs:\n    def __init__(self, seed): print(seed)\n"
        "    def choose(self, view): time.sleep(600)\n"
    )
    return folder


@pytest.fixture
def packages(site: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Have the packages on the path, here and in the processes to come."""
    monkeypatch.syspath_prepend(site)
    monkeypatch.setenv("PYTHONPATH", str(site))
    installed.names.cache_clear()
    yield
    installed.names.cache_clear()


@pytest.mark.usefixtures("packages")
def test_installed_bots_are_listed_after_ours_and_cannot_take_their_names() -> None:
    ours = [name for name in bots.names("pickomino") if name not in ("broken", "magpie", "twice")]
    assert bots.names("pickomino") == (*ours, "broken", "magpie", "twice")
    assert bots.names("pickomino").count("careful") == 1
    assert bots.names("linko")[-1] == "hangs"
    assert type(bots.make("pickomino", "careful", 1)).__name__ == "Careful"


@pytest.mark.usefixtures("packages")
def test_the_example_package_plays_whole_games_and_the_same_for_the_same_seed() -> None:
    assert play(DICE, "magpie").failure == ""
    results = [play_match(DICE, ["magpie", "careful"], games=6, seed=3).standings for _ in range(2)]
    assert results[0] == results[1]
    assert [standing.forfeits for standing in results[0]] == [0, 0]


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("broken", "no_such_module:Bot: ModuleNotFoundError: No module named 'no_such_module'"),
        ("twice", "several packages bring it: broken, other"),
    ],
)
@pytest.mark.usefixtures("packages")
def test_a_broken_package_is_refused_with_the_reason(name: str, why: str) -> None:
    with pytest.raises(BotError) as refused:
        bots.make(DICE, name, 1)
    assert why in str(refused.value)


@pytest.mark.usefixtures("packages")
def test_an_installed_bot_that_hangs_loses_its_seat(capfd: pytest.CaptureFixture[str]) -> None:
    game = Game("linko", 3)
    state = game.start()
    state = state.play(state.draw(random.Random(1)))
    bot = bots.guarded(game, "hangs", 1, deadline=0.3)
    assert bot.choose(state.view(0)) in state.moves()
    assert bot.failure == "gave no answer in 0.3 s"
    assert capfd.readouterr() == ("", ""), "what it prints goes nowhere"
    bot.close()


def test_an_installed_bot_is_served_by_the_protocol(monkeypatch: pytest.MonkeyPatch, site: Path) -> None:
    monkeypatch.syspath_prepend(site)
    closed = []

    class Wrapped:
        def __init__(self, seed: int) -> None:
            self._bot = installed.load("pickomino", "magpie")(seed)

        def choose(self, view: View) -> str:
            return self._bot.choose(view)

        def close(self) -> None:
            closed.append(self)

    start = {"do": "start", "game": "pickomino", "seed": 1, "seconds": 10.0}
    move = {"do": "move", "view": VIEW}
    requests = [
        {"do": "hello", "protocol": 1},
        move,
        start,
        move,
        start,
        move,
        {"do": "dance"},
        {"do": "quit"},
    ]
    answers = io.StringIO()
    serve(Wrapped, [json.dumps(request) for request in [*requests, move]], answers)
    assert answers.getvalue().splitlines() == [
        "stolik 1",
        "error unexpected request 'move'",
        *("ok", "roll", "ok", "roll"),
        "error unexpected request 'dance'",
    ]
    assert len(closed) == 2


def test_what_no_package_brings_cannot_be_loaded() -> None:
    with pytest.raises(BotError, match="no package brings it"):
        installed.load("pickomino", "nobody")


# -- the document -----------------------------------------------------------------------------------------


def test_the_python_in_the_document_is_a_whole_bot(folder: Path) -> None:
    text = (ROOT / "docs" / "bot-protocol.md").read_text(encoding="utf-8")
    code = text.partition("the shortest one:\n\n```python\n")[2].partition("```")[0]
    assert "import json" in code
    (folder / "bot.py").write_text(code, encoding="utf-8")
    assert play(Game("linko", 3), f"cmd:{shlex.quote(sys.executable)} bot.py").failure == ""
