"""The example of a third game, installed beside the built wheel, plays everywhere; no file here knows it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser, expect

from tests.cli import running
from tests.cli.running import PROMPT, Terminal
from tests.installed import ROOT, Environment
from tests.web.conftest import WAIT, started_browser
from tests.web.device import PHONE, Device
from tests.web.guest import Guest
from tests.web.playing import OPEN

EXAMPLE = ROOT / "examples" / "third-game"
GOAL = 50
HOLD = re.compile(r"(\d)  Hold")
SAVED = "stolik verify"
"""What the terminal says last: how to check the record."""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """An empty environment with the wheels of Stolik, the page included, and of the example."""
    return Environment(tmp_path_factory.mktemp("environment"), ROOT, EXAMPLE)


@pytest.fixture(scope="module")
def address(installed: Environment) -> Iterator[str]:
    """The address of a server that runs in the environment."""
    with installed.serve() as address:
        yield address


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    yield from started_browser()


@pytest.fixture(scope="module")
def record(installed: Environment) -> Path:
    """A whole game in a file, played in a terminal by the numbers that it offers."""
    path = installed.home / "pig.txt"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(running, "COMMAND", installed.program("stolik"))
        seats = ("--human", "Ola", "--bot", "easy")
        how = ("--goal", str(GOAL), "--speed", "instant", "--record", str(path), "--lang", "en")
        terminal = Terminal(installed.home, "play", "pig", *seats, *how, PYTHONPATH="")
    terminal.wait_for("Enter to go on ")
    terminal.type("\n")
    while PROMPT.search(page := terminal.wait_for(re.compile(f"{PROMPT.pattern}|{SAVED}"))):
        hold = HOLD.search(page)
        terminal.type(f"{hold[1] if hold else 1}\n")
    terminal.type("\n")
    assert terminal.end() == 0
    return path


def test_no_file_of_ours_knows_it() -> None:
    name = re.compile(rb"\bpig\b|stolik_pig", re.IGNORECASE)
    files = [path for folder in ("src/stolik", "web/src") for path in (ROOT / folder).rglob("*.*")]
    ours = [path for path in files if path.is_file() and "page" not in path.relative_to(ROOT).parts]
    assert len(ours) > 100
    assert [path for path in ours if name.search(path.read_bytes())] == []


def test_the_document_shows_the_example_as_it_is() -> None:
    page = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
    paths = (path for path in EXAMPLE.rglob("*") if path.suffix in (".py", ".toml"))
    files = [path.read_text(encoding="utf-8") for path in paths]
    shown = re.findall(r"```py\n(.*?)```", page, re.DOTALL)
    lines = [
        line for block in re.findall(r"```toml\n(.*?)```", page, re.DOTALL) for line in block.split("\n")
    ]
    assert len(shown) > 3
    assert [part for part in (*shown, *lines) if not any(part in text for text in files)] == []


def test_it_is_listed_last_and_imported_from_its_wheel(installed: Environment) -> None:
    script = "import stolik, stolik_pig; print(stolik.game_names()[-1], stolik.__file__, stolik_pig.__file__)"
    last, *files = installed.run("python", "-c", script).split()
    assert last == "pig"
    assert all(file.startswith(str(installed.home.parent)) for file in files), files


def test_its_own_tests_pass_there(installed: Environment) -> None:
    """The conformance test, the checks of Gymnasium and PettingZoo, and its rules, bots and words."""
    told = installed.run("python", "-m", "pytest", "-p", "no:cacheprovider", EXAMPLE / "tests")
    assert re.search(r"\d+ passed", told), told


def test_the_arena_rates_its_bots(installed: Environment) -> None:
    told = installed.run("stolik", "arena", "pig", "racer", "random", "--games", "40", "--jobs", "1")
    assert re.search(r"racer.*random", told, re.DOTALL), told


@pytest.mark.parametrize(("language", "heading"), [("en", "Pig"), ("pl", "Świnka"), ("de", "Schweinchen")])
def test_the_terminal_tells_its_rules(installed: Environment, language: str, heading: str) -> None:
    told = installed.run("stolik", "rules", "pig", "--lang", language)
    assert heading in told
    assert "R-6" in told


def test_the_record_of_a_game_in_the_terminal_is_whole_and_fair(installed: Environment, record: Path) -> None:
    told = installed.run("stolik", "verify", record)
    assert "The game is finished." in told
    assert "Pig" in told
    text = record.read_text(encoding="utf-8")
    assert f"game pig\nplayers 2\noption goal {GOAL}\nseat 0 Ola\n" in text
    assert re.search(r"\nroll\ndie [1-6]\n", text)


def test_a_game_without_a_judge_is_looked_back_at_by_playouts(installed: Environment, record: Path) -> None:
    told = installed.run("stolik", "review", record, "--depth", "0", "--lang", "en")
    assert "Judged by play-outs of medium, depth 0: shallow" in " ".join(told.split())
    found = json.loads(installed.run("stolik", "review", record, "--depth", "0", "--json"))
    assert found["judge"] == "play-outs of medium, depth 0"
    for seat in found["seats"]:
        luck = seat["own_luck"] + seat["other_luck"]
        parts = seat["start"] + luck - seat["errors"] + seat["gifts"] + seat["residual"]
        assert parts == pytest.approx(seat["won"], abs=1e-6)
        assert seat["information"] == 0, "nothing is hidden"
    assert sum(seat["own_luck"] + seat["other_luck"] for seat in found["seats"]) == pytest.approx(0)


def test_a_record_with_another_die_is_refused(installed: Environment, record: Path) -> None:
    text = record.read_text(encoding="utf-8")
    face = re.findall(r"^die (\d)$", text, re.MULTILINE)[0]
    forged = installed.home / "forged.txt"
    forged.write_text(text.replace(f"die {face}", f"die {int(face) % 6 + 1}", 1), encoding="utf-8")
    with pytest.raises(AssertionError, match=f"die {face}"):
        installed.run("stolik", "verify", forged)


def test_the_server_describes_it_and_plays_it(address: str) -> None:
    with urlopen(f"{address}/api/games") as answer:
        described = next(game for game in json.load(answer)["games"] if game["name"] == "pig")
    assert [option["name"] for option in described["options"]] == ["players", "goal"]
    assert described["chance"] == {"die": [f"die {face}" for face in range(1, 7)]}
    host = Guest(address)
    host.open("pig", ["human", "easy", "master"], help="none")
    with host:
        host.start()
        view = host.play_until(lambda view: view["over"], lambda view: str(view["moves"][-1]))
    assert view["result"]["reason"] == "goal_reached"


@pytest.mark.parametrize(("language", "name"), [("en", "Pig"), ("pl", "Świnka"), ("de", "Schweinchen")])
def test_the_server_has_its_words_and_rules(address: str, language: str, name: str) -> None:
    with urlopen(f"{address}/api/games/pig/words/{language}") as answer:
        words = json.load(answer)["words"]
    assert words["pig.name"] == name
    assert words["pig.event.roll"].keys() == {"you", "they"}
    with urlopen(f"{address}/api/games/pig/rules/{language}") as answer:
        assert answer.read().decode().startswith(f"# {name}")


def test_a_whole_game_on_the_plain_board_of_the_page(address: str, browser: Browser) -> None:
    context = browser.new_context(
        viewport={"width": PHONE[0], "height": PHONE[1]},
        locale="en-GB",
        reduced_motion="reduce",
        service_workers="block",
    )
    context.set_default_timeout(WAIT)
    phone = Device(context, address, "en")
    open_table(phone)
    phone.press("room.start")
    play_out(phone)
    expect(phone.sheet.get_by_role("listitem")).to_have_count(2)
    expect(phone.sheet.get_by_text(phone.t("looking.shallow"))).to_be_visible()
    look_back(phone)
    context.close()
    phone.assert_well()


def open_table(phone: Device) -> None:
    """Open a table for oneself and a bot, with a lower goal."""
    phone.home()
    card = phone.page.get_by_role("region", name="Pig")
    card.get_by_role("button", name=phone.t("home.new")).click()
    phone.name_field.fill("Ola")
    phone.sheet.get_by_role("button", name=phone.t("home.new")).click()
    seats = phone.page.get_by_role("list", name=phone.t("room.seats")).get_by_role("listitem")
    expect(seats).to_have_count(2)
    phone.page.get_by_label(phone.t("room.plan", n=2), exact=True).select_option("easy")
    phone.page.get_by_text(phone.t("room.more"), exact=True).click()
    phone.page.get_by_role("combobox", name="Points to win").select_option(label=str(GOAL))
    phone.choose("manners.pace", "manners.pace.instant")


def play_out(phone: Device) -> None:
    """Play by the buttons: hold whenever that is offered, until the game is over."""
    moves = phone.actions.and_(phone.page.locator(OPEN))
    roll, hold = (moves.filter(has_text=name) for name in ("Roll", "Hold"))
    over = phone.button("end.again")
    while True:
        expect(roll.or_(over).first).to_be_visible()
        if over.is_visible():
            return
        if hold.is_visible():
            hold.click()
            expect(hold).to_be_hidden()
        else:
            roll.click()


def look_back(phone: Device) -> None:
    """Go through the replay, and have the page draw every die again."""
    phone.page.get_by_role("link", name=phone.t("end.replay")).click()
    told = phone.page.get_by_test_id("told")
    expect(told).to_have_text(phone.t("replay.start"))
    phone.press("replay.forward")
    expect(told).to_have_text("You roll.")
    phone.page.keyboard.press("End")
    slider = phone.page.get_by_role("slider")
    expect(slider).to_have_value(slider.get_attribute("max") or "")
    phone.go(f"/t/{phone.code}/games/1#fair")
    expect(phone.page.get_by_text(phone.t("replay.fair.yes"))).to_be_visible()
    expect(phone.page.get_by_test_id("promise")).to_have_text(phone.t("replay.fair.promise_seen"))
