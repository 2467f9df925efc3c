"""After a game: what was luck and what was skill, at the end, on the curve and as questions; playing on."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Route, expect

from tests.web.device import PHONE, Device, MakeDevice
from tests.web.guest import Guest, play_out
from tests.web.inspector import Inspector
from tests.web.test_layout import BOXES

DESK = (1440, 900)
LONG = 120_000
"""Milliseconds within which a game of seven is reviewed, however busy the machine is."""

SCROLLED = """
() => {
  const looking = document.querySelector(".rail .looking");
  return [looking.scrollHeight - looking.clientHeight, looking.clientHeight];
}
"""
"""How much of the review beside the table is out of sight, and how much is in sight."""


def finished(device: Device, game: str = "pickomino", *bots: str, **options: str) -> str:
    """Return the code of a table at which Ola, who sits here, has played to the end against bots."""
    host = Guest(device.address)
    code = host.open(game, ["human", *(bots or ["easy"])], "Ola", **options)
    with host:
        host.start()
        play_out(host)
    host.give(device.context)
    return code


@pytest.mark.parametrize(("game", "options"), [("pickomino", {}), ("linko", {"mode": "duel"})])
def test_from_the_end_over_the_curve_and_a_question_to_playing_on(
    device: MakeDevice, game: str, options: dict[str, str]
) -> None:
    phone = device(PHONE, "en", reviews=True)
    inspector = Inspector(phone.page)
    code = finished(phone, game, **options)
    phone.join(code)
    told = phone.sheet.get_by_role("region", name=phone.t("looking.title"))
    expect(told.get_by_role("paragraph")).to_have_text(re.compile(r"^\w.*\.$"))
    expect(told.get_by_role("row")).to_have_count(3)  # a heading and two players
    inspector.look("the end")
    with phone.page.expect_download() as download:
        phone.press("looking.share")
    assert download.value.suggested_filename.endswith(".png")

    phone.page.get_by_role("link", name=phone.t("end.replay")).click()
    slider, remark = phone.page.get_by_role("slider"), phone.page.get_by_test_id("remark")
    expect(slider).to_have_attribute("aria-valuetext", re.compile(r"Chances to win: Ola \d+%, "))
    box = slider.bounding_box()
    assert box
    assert box["height"] >= 44
    phone.page.mouse.click(box["x"] + box["width"] - 1, box["y"] + box["height"] / 2)  # the curve leads there
    expect(slider).to_have_value(slider.get_attribute("max") or "")
    phone.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    middle = int(slider.input_value())
    assert abs(middle - int(slider.get_attribute("max") or 0) / 2) <= 2
    phone.page.keyboard.press("ArrowRight")
    expect(slider).to_have_value(str(middle + 1))

    phone.press("looking.title")
    inspector.look("luck and skill")
    moments = phone.sheet.get_by_role("listitem").filter(has=phone.page.get_by_role("button"))
    expect(moments).to_have_count(3)
    moments.nth(1).get_by_role("button").click()
    expect(phone.sheet).to_have_count(0)
    expect(remark).to_have_text(re.compile(r"\d+%"))
    inspector.look("the curve")

    phone.press("looking.title")
    phone.sheet.get_by_role("link").filter(has_text=re.compile("mistake")).click()
    question = phone.page.get_by_role("heading", level=1)
    expect(question).to_have_text(re.compile("^Question 1 of"))
    inspector.look("a question")
    phone.press("looking.question.show")
    expect(phone.page.get_by_role("list", name=phone.t("looking.options"))).to_contain_text(
        phone.t("looking.best")
    )
    inspector.look("an answer")
    phone.page.get_by_role("link", name=phone.t("looking.question.back")).click()

    phone.press("looking.title")
    signs = phone.sheet.get_by_text(phone.t("looking.signs"))
    expect(signs).to_contain_text(phone.t("looking.verdict.blunder"))
    phone.press("looking.play_on")
    seats = phone.page.get_by_role("combobox", name=phone.t("looking.seat"))
    expect(seats).to_have_value("0")  # one's own, no matter who decides there
    seats.select_option("1")
    phone.press("looking.play_on_start")
    expect(phone.page.get_by_test_id("status")).to_be_visible()
    assert phone.code != code
    table = phone.page.request.get(f"{phone.address}/api/tables/{phone.code}").json()
    assert table["seats"][1]["name"] == "Ola"
    inspector.conclude()


@pytest.mark.parametrize("language", ["pl", "de"])
def test_by_keys_alone_a_better_move_is_found_and_one_plays_on(device: MakeDevice, language: str) -> None:
    computer = device(DESK, language, reviews=True)
    inspector = Inspector(computer.page)
    code = finished(computer)
    computer.join(code)
    told = computer.sheet.get_by_role("region", name=computer.t("looking.title"))
    expect(told.get_by_role("paragraph")).to_have_text(re.compile(r"^\w.*\.$"))
    inspector.look("the end")
    computer.page.get_by_role("link", name=computer.t("end.replay")).press("Enter")
    learn = computer.page.locator("a[href='#learn']")
    expect(learn).to_be_visible()
    signs = computer.page.get_by_role("region", name=computer.t("menu.log")).get_by_text("?")
    expect(signs.first).to_be_attached()  # the log has the verdicts as well
    inspector.look("the curve")
    learn.press("Enter")
    heading = computer.page.get_by_role("heading", level=1)
    of = int((heading.text_content() or "").split()[-1])
    for n in range(of):
        expect(heading).to_have_text(computer.t("looking.question.title", n=n + 1, of=of))
        for _ in range(3):
            answer = computer.page.get_by_role("list", name=computer.t("looking.options"))
            if answer.count():
                break
            toolbar = computer.page.get_by_role("toolbar").locator(
                "button[aria-pressed]:not([aria-disabled=true])"
            )
            if toolbar.count():
                toolbar.first.press("Enter")
            computer.actions.first.press("Enter")
        expect(computer.page.get_by_role("list", name=computer.t("looking.options"))).to_be_visible()
        inspector.look("an answer")
        computer.page.keyboard.press("Enter")
    expect(heading).to_have_text(computer.t("looking.question.end"))

    computer.page.get_by_role("link", name=computer.t("looking.question.back")).press("Enter")
    computer.button("looking.play_on").press("Enter")
    computer.button("looking.play_on_start").press("Enter")
    expect(computer.page.get_by_test_id("status")).to_be_visible()
    assert computer.code != code
    inspector.conclude()


def test_a_look_back_at_seven_finds_room(device: MakeDevice) -> None:
    phone = device(PHONE, "de", reviews=True)
    phone.go(f"/t/{finished(phone, 'pickomino', *['easy'] * 6, variant='deluxe')}/games/1")
    expect(phone.button("looking.title")).to_be_visible(timeout=LONG)
    for _ in range(60):
        phone.page.keyboard.press("ArrowRight")
        assert not phone.page.evaluate(BOXES, [[], True])
    for size in (DESK, (1920, 1080)):
        phone.resize(*size)
        expect(phone.page.locator(".moments")).to_be_visible()
        hidden, shown = phone.page.evaluate(SCROLLED)
        assert shown, size
        assert not hidden, size


def test_what_decided_a_game_of_five_is_shown_at_once_and_finds_room(device: MakeDevice) -> None:
    phone = device(PHONE, "de", reviews=True)
    code = finished(phone, "linko", *["easy"] * 4)
    phone.go(f"/t/{code}/games/1?about")
    moments = phone.sheet.get_by_role("listitem").get_by_role("button")
    expect(moments.first).to_have_attribute("aria-current", "step", timeout=LONG)
    phone.press("sheet.close")
    for _ in range(30):
        phone.page.keyboard.press("ArrowRight")
        assert not phone.page.evaluate(BOXES, [["Ola"], True])
    phone.resize(360, 640)
    assert not phone.page.evaluate(BOXES, [["Ola"], True])
    phone.resize(*PHONE)
    phone.press("looking.title")
    phone.sheet.get_by_role("link").click()
    expect(phone.page.get_by_role("toolbar")).to_be_visible()
    assert not phone.page.evaluate(BOXES, [["Ola"], True])


def test_the_curve_is_there_while_the_rest_is_worked_out(device: MakeDevice) -> None:
    computer = device(DESK, "en", reviews=True)
    code = finished(computer)
    record = computer.page.request.get(f"{computer.address}/api/tables/{code}/games/1/record").text()
    number = len(record.split("\n\n", 1)[1].splitlines()) - 1  # the last line is no move
    told = {"state": "working", "done": 1, "of": number, "chances": [[0.25, 0.75]] * (number + 1)}
    computer.page.route("**/review?*", lambda route: route.fulfill(status=202, json=told))
    computer.go(f"/t/{code}/games/1")
    slider = computer.page.get_by_role("slider")
    expect(slider).to_have_attribute("aria-valuetext", re.compile("Chances to win: Ola 25%, "))
    expect(computer.page.locator(".curve polyline")).to_have_count(2)
    expect(computer.page.get_by_role("progressbar")).to_be_visible()
    expect(computer.page.get_by_text(computer.t("looking.moments"))).to_have_count(0)
    computer.page.unroute_all()
    expect(computer.page.get_by_text(computer.t("looking.moments"))).to_be_visible()


def test_while_the_server_is_at_it_and_where_it_cannot_the_end_is_the_end(device: MakeDevice) -> None:
    phone = device(PHONE, "de", reviews=True)
    code = finished(phone)
    asked = 0

    def answer(route: Route) -> None:
        nonlocal asked
        asked += 1
        route.fulfill(status=202, json={"state": "working", "done": 30 * asked, "of": 120})

    phone.page.route("**/review?*", answer)
    phone.join(code)
    expect(phone.sheet.get_by_role("progressbar")).to_have_attribute("value", re.compile(r"0\.5|0\.75|1"))
    expect(phone.button("end.again")).to_be_enabled()
    phone.page.unroute_all()
    problem = {"code": "review_missing", "values": {"extra": "bots"}}
    phone.page.route("**/review?*", lambda route: route.fulfill(status=501, json=problem))
    phone.page.reload()
    expect(phone.button("end.again")).to_be_enabled()
    expect(phone.sheet.get_by_role("progressbar")).to_have_count(0)
    expect(phone.sheet.get_by_role("region", name=phone.t("looking.title"))).to_have_count(0)
    phone.go(f"/t/{code}/games/1")
    expect(phone.page.get_by_role("slider")).to_be_visible()
    phone.page.unroute_all()
    phone.errors = [error for error in phone.errors if "501" not in error]
