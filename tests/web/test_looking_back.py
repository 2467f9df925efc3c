"""After a game: the replay, its links to every moment, the dice report and the check of chance."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

from stolik.cli import main
from stolik.core import Record, verify
from tests.forging import forged
from tests.web.device import LANGUAGES, PHONE, Device, MakeDevice
from tests.web.guest import Guest, play_out

GOLDEN = Path(__file__).parents[1] / "golden"


def test_the_replay_of_dice(device: MakeDevice) -> None:
    phone = device()
    host = Guest(phone.address)
    code = host.open("pickomino", ["human", "easy"], "Ola")
    with host:
        host.start()
        play_out(host)
    phone.context.grant_permissions(["clipboard-read", "clipboard-write"])
    phone.join(code)
    phone.page.get_by_role("link", name=phone.t("end.replay")).click()
    told = phone.page.get_by_test_id("told")
    expect(told).to_have_text(phone.t("replay.start"))
    phone.press("replay.forward")
    phone.press("replay.forward")
    expect(told).not_to_have_text(phone.t("replay.start"))
    sentence = told.inner_text()
    phone.press("replay.copy")
    moment = phone.page.evaluate("navigator.clipboard.readText()")
    other = device()
    other.page.goto(moment)
    expect(other.page.get_by_role("slider")).to_have_value("2")
    expect(other.page.get_by_test_id("told")).to_have_text(sentence)
    slider = other.page.get_by_role("slider")
    other.page.keyboard.press("End")
    expect(slider).to_have_value(slider.get_attribute("max") or "")
    other.page.keyboard.press("ArrowLeft")
    expect(slider).not_to_have_value(slider.get_attribute("max") or "")


def finished(device: Device, game: str, seats: list[str]) -> str:
    """Return the code of a table at which a game has been played to its end, by Ola and bots."""
    host = Guest(device.address)
    code = host.open(game, seats, "Ola")
    with host:
        host.start()
        play_out(host)
    return code


@pytest.mark.parametrize("size", [PHONE, (1440, 900)], ids=["phone", "desktop"])
def test_the_log_leads_to_every_moment(device: MakeDevice, size: tuple[int, int]) -> None:
    screen = device(size, "en")
    screen.go(f"/t/{finished(screen, 'pickomino', ['human', 'easy'])}/games/1")
    slider, told = screen.page.get_by_role("slider"), screen.page.get_by_test_id("told")
    expect(slider).to_have_value("0")
    log = screen.page.get_by_role("region", name=screen.t("menu.log"))
    if size == PHONE:
        screen.press("menu.log")
    stolen = log.get_by_role("listitem").get_by_role("button").filter(has_text="burnt roll").first
    sentence = stolen.inner_text()
    stolen.click()
    expect(told).to_contain_text(sentence, ignore_case=True)  # with the name of whose turn it is
    if size == PHONE:
        expect(screen.sheet).to_have_count(0)
        screen.press("menu.log")
    current = log.locator("[aria-current=step]")
    expect(current).to_be_in_viewport()
    expect(told).to_contain_text(current.inner_text(), ignore_case=True)


def test_a_game_is_gone_through_turn_by_turn(device: MakeDevice) -> None:
    computer = device((1440, 900))
    computer.go(f"/t/{finished(computer, 'pickomino', ['human', 'easy', 'easy'])}/games/1")
    slider = computer.page.get_by_role("slider")
    expect(slider).to_have_value("0")
    log = computer.page.get_by_role("region", name=computer.t("menu.log"))
    names = [heading.inner_text() for heading in log.get_by_role("heading").all()]
    whose = log.locator("section.current h3")
    for name in names[:4]:  # by button
        computer.press("replay.turn_on")
        expect(whose).to_have_text(name)
    there = slider.input_value()
    computer.page.keyboard.press("ArrowDown")
    expect(whose).to_have_text(names[4])
    computer.page.keyboard.press("ArrowUp")
    expect(slider).to_have_value(there)
    computer.page.keyboard.press("ArrowRight")
    expect(slider).to_have_value(str(int(there) + 1))
    stop = log.locator("button[tabindex='0']")  # the list is one stop on the way through the page
    expect(stop).to_have_count(1)
    stop.focus()
    where = "[...document.querySelectorAll('.turns button')].indexOf(document.activeElement)"
    here = computer.page.evaluate(where)
    computer.page.keyboard.press("ArrowDown")
    assert computer.page.evaluate(where) == here + 1
    expect(slider).to_have_value(str(int(there) + 1))


def test_a_game_plays_itself_as_fast_as_one_wants(device: MakeDevice) -> None:
    phone = device()
    code = finished(phone, "linko", ["human", "easy", "easy"])
    phone.home()
    phone.stop_time()
    phone.go(f"/t/{code}/games/1")
    slider = phone.page.get_by_role("slider")
    expect(slider).to_have_value("0")
    phone.page.keyboard.press("Space")
    expect(phone.button("replay.pause")).to_be_visible()
    phone.let_pass(850)
    expect(slider).to_have_value("1")
    phone.press("replay.speed", speed="1×")
    phone.press("replay.speed", speed="2×")
    expect(phone.button("replay.speed", speed="4×")).to_be_visible()
    phone.let_pass(850)  # four pictures, or fewer where something is won or lost
    expect(slider).to_have_value(re.compile("^[345]$"))
    phone.press("replay.pause")
    now = slider.input_value()
    phone.let_pass(5000)
    expect(slider).to_have_value(now)


def test_the_report_and_the_check_of_chance(device: MakeDevice) -> None:
    phone = device(language="en")
    host = Guest(phone.address)
    code = host.open("pickomino", ["human", "easy"], "Ola")
    with host:
        host.start()
        play_out(host)
    phone.go(f"/t/{code}/games/1#fair")
    expect(phone.page.get_by_text(phone.t("replay.fair.yes"))).to_be_visible()
    phone.page.get_by_role("link", name=phone.t("pickomino.report.tab")).click()
    expect(phone.page.get_by_role("heading", name=phone.t("pickomino.report.title"))).to_be_visible()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_promise_is_compared_with_what_was_seen_before_the_game(
    device: MakeDevice, language: str
) -> None:
    phone, late = device(language=language), device(language=language)
    host = Guest(phone.address)
    code = host.open("pickomino", ["human", "easy"], "Ola")
    phone.join(code)
    expect(phone.page.get_by_role("list", name=phone.t("room.seats"))).to_be_visible()
    with phone.elsewhere(), host:
        host.start()
        play_out(host)
    expect(phone.sheet).to_be_visible()
    phone.go(f"/t/{code}/games/1#fair")  # the page is reloaded: this is remembered by the device
    promise = phone.page.get_by_test_id("promise")
    expect(promise).to_have_text(phone.t("replay.fair.promise_seen"))
    late.go(f"/t/{code}/games/1#fair")
    expect(late.page.get_by_test_id("promise")).to_have_text(late.t("replay.fair.promise_unseen"))
    expect(late.page.get_by_text(late.t("replay.fair.yes"))).to_be_visible()

    # A server that promises one thing and shows another, which is flawless by itself.
    other = (GOLDEN / "pickomino-base-2.txt").read_text(encoding="utf-8")
    for one in (phone, late):
        one.page.route("**/record", lambda route: route.fulfill(body=other, content_type="text/plain"))
        one.page.reload()
    verdict = phone.page.get_by_role("status")
    expect(verdict).to_contain_text(phone.t("replay.fair.other_promise", line=1))
    expect(verdict).to_contain_text(other.split()[3])
    expect(promise).to_have_count(0)
    expect(late.page.get_by_text(late.t("replay.fair.yes"))).to_be_visible()  # it cannot know


def _serve(text: str) -> Callable[[Route], None]:
    """Return a server's answer that is not the real one."""
    return lambda route: route.fulfill(body=text, content_type="text/plain")


def test_a_record_with_other_randomness_of_a_person_is_refused_by_page_and_command(
    device: MakeDevice, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    phone, tablet = device(language="en"), device((768, 1024), language="en")
    ola, lis = Guest(phone.address), Guest(phone.address)
    code = ola.open("pickomino", ["human", "human"], "Ola")
    lis.sit(code, "Lis")
    for one, guest in ((phone, ola), (tablet, lis)):
        guest.give(one.context)
        one.join(code)
    tablet.press("room.be_ready")
    seats = phone.page.get_by_role("list", name=phone.t("room.seats")).get_by_role("listitem")
    expect(seats.filter(has_text="Lis")).to_contain_text(phone.t("room.ready"))
    phone.press("room.start")
    expect(tablet.status).to_be_visible()
    with phone.elsewhere(), tablet.elsewhere(), ola, lis:
        play_out(ola, lis)
    address = f"{phone.address}/api/tables/{code}/games/1/record"
    record = Record.parse(phone.page.request.get(address).text())
    assert record.fairness
    assert all(record.fairness.seats)  # both have shown what they had promised

    phone.go(f"/t/{code}/games/1#fair")
    expect(phone.page.get_by_test_id("added")).to_contain_text(phone.t("replay.fair.added_seen"))
    with phone.page.expect_download() as download:
        phone.page.get_by_role("link", name=phone.t("replay.fair.mine")).click()
    mine, file = tmp_path / "mine.json", tmp_path / "game.txt"
    download.value.save_as(mine)
    record.save(file)
    assert main(["verify", str(file), "--mine", str(mine), "--lang", "en"]) == 0

    for seat, one in ((0, phone), (1, phone), (0, tablet)):  # one's own, or another's
        other = forged(record, seat)
        assert verify(other).fair
        one.page.unroute_all()
        one.page.route("**/record", _serve(str(other)))
        one.home()
        one.go(f"/t/{code}/games/1#fair")
        line = str(other).split("\n").index(f"random {seat} {'5eed' * 8}") + 1
        why = one.t("replay.fair.other_random", line=line, name=("Ola", "Lis")[seat])
        expect(one.page.get_by_role("status")).to_contain_text(why)
        expect(one.page.get_by_test_id("added")).to_have_count(0)
        other.save(tmp_path / f"forged{seat}.txt")
        capsys.readouterr()
        forgery = str(tmp_path / f"forged{seat}.txt")
        assert main(["verify", forgery, "--lang", "en"]) == 0  # by itself it is flawless
        assert main(["verify", forgery, "--mine", str(mine), "--lang", "en"]) == 2
        assert f"line {line}" in capsys.readouterr().err

    phone.page.get_by_text(phone.t("replay.fair.other")).click()
    phone.page.get_by_label(phone.t("replay.fair.paste")).fill(str(forged(record, 0)))
    phone.press("replay.fair.check")
    expect(phone.page.get_by_role("status")).to_have_count(2)
    expect(phone.page.get_by_role("status").last).to_contain_text("Ola")


def test_the_promise_of_a_rematch_is_seen_before_anybody_is_ready(device: MakeDevice) -> None:
    phone = device()
    host = Guest(phone.address)
    code = host.open("linko", ["human", "easy", "easy"], "Ola")
    host.give(phone.context)
    with host:
        host.start()
        play_out(host)
    phone.join(code)
    phone.press("end.again")
    expect(phone.status).to_have_text(phone.t("linko.status.play"))
    with phone.elsewhere(), host:
        play_out(host)
    expect(phone.button("end.again")).to_be_visible()
    promise = phone.page.get_by_test_id("promise")
    for game, key in ((1, "replay.fair.promise_unseen"), (2, "replay.fair.promise_seen")):
        phone.go(f"/t/{code}/games/{game}#fair")
        expect(promise).to_have_text(phone.t(key))


def test_the_replay_of_cards_through_anybodys_eyes(device: MakeDevice) -> None:
    phone = device()
    host = Guest(phone.address)
    code = host.open("linko", ["human", "easy", "easy"], "Ola")
    with host:
        host.start()
        play_out(host)
    phone.go(f"/t/{code}/games/1")
    expect(phone.page.get_by_role("slider")).to_be_visible()
    phone.press("replay.forward")
    eyes = phone.page.get_by_label(phone.t("replay.eyes"))
    eyes.select_option(label="Ola")
    hand = phone.page.get_by_role("toolbar", name=phone.t("linko.table.hand"))
    expect(hand.get_by_role("button")).to_have_count(14)
    eyes.select_option(label=phone.t("replay.spectator"))
    expect(hand).to_have_count(0)


@pytest.mark.parametrize("game", ["pickomino", "linko"])
def test_the_words_of_every_lesson_fit(device: MakeDevice, game: str) -> None:
    reader = device(PHONE, "de")  # German needs most room
    step, steps = 1, 1
    while step <= steps:
        reader.go(f"/learn/{game}?step={step}")
        words = reader.page.get_by_role(
            "region", name=reader.page.get_by_role("heading", level=1).inner_text()
        )
        for size in (PHONE, (1024, 768), (1440, 900)):
            reader.resize(*size)
            assert words.evaluate("one => one.scrollHeight - one.clientHeight") <= 1, (step, size)
        steps = reader.page.get_by_role("banner").get_by_role("listitem").count()
        step += 1


def test_a_lesson_is_played_through(device: MakeDevice) -> None:
    phone = device()
    phone.go("/learn/pickomino")
    expect(phone.page.get_by_role("heading", name=phone.t("pickomino.learn.roll.title"))).to_be_visible()
    phone.press("pickomino.table.roll_first")
    phone.hears(phone.t("pickomino.learn.roll.done"))
    phone.press("learn.next")
    expect(phone.page.get_by_role("heading", name=phone.t("pickomino.learn.fours.title"))).to_be_visible()
