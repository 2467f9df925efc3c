"""For everybody: no violations on any screen and in any sheet, in both themes; themes as people want them."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, expect

from stolik.cli import main
from tests.cli.games import played
from tests.web.device import DESKTOP, MakeDevice
from tests.web.guest import Guest, View, plain, play_out
from tests.web.inspector import Inspector
from tests.web.positions import Positions, mine, slow
from tools.browsing import Server


def test_home_rules_and_lessons(device: MakeDevice) -> None:
    phone = device()
    inspector = Inspector(phone.page)
    phone.home()
    expect(phone.page.get_by_role("heading", level=2).first).to_be_visible()
    inspector.look("home")
    phone.press("settings.title")
    expect(phone.sheet).to_be_visible()
    inspector.look("settings")
    phone.press("sheet.close")
    phone.page.get_by_role("region", name=phone.t("linko.name")).get_by_role(
        "button", name=phone.t("home.new")
    ).click()
    expect(phone.name_field).to_be_visible()
    inspector.look("who opens a table")
    for game in ("pickomino", "linko"):
        phone.go(f"/rules/{game}")
        expect(phone.page.get_by_role("heading", level=1)).to_be_visible()
        inspector.look(f"rules of {game}")
        phone.go(f"/learn/{game}")
        expect(phone.page.get_by_role("contentinfo")).to_be_visible()
        inspector.look(f"lesson of {game}")
        phone.go(f"/learn/{game}?step=99")
        expect(phone.page.get_by_role("button", name=phone.t("learn.again"))).to_be_visible()
        inspector.look(f"end of the lesson of {game}")
    phone.go("/nowhere")
    expect(phone.page.get_by_text(phone.t("lost.text"))).to_be_visible()
    inspector.look("nowhere")
    inspector.conclude()


def test_the_dice_game_from_the_room_to_the_replay(device: MakeDevice) -> None:
    phone = device()
    inspector = Inspector(phone.page)
    host = Guest(phone.address)
    code = host.open("pickomino", ["human", "easy", "easy"], "Ola", help="trainer", variant="deluxe")
    host.give(phone.context)
    phone.join(code)
    expect(phone.button("room.start")).to_be_visible()
    inspector.look("room")
    phone.press("room.start")
    expect(phone.status).to_have_text(phone.t("pickomino.status.start"))
    inspector.look("start")
    with host:
        host.play_until(mine("rolled"), plain)
        phone.page.get_by_role("toolbar").locator("button:not([aria-disabled=true])").first.click()
        expect(phone.actions.first).to_be_visible()
        inspector.look("rolled")
        for button, name in (("chat.title", "chat"), ("menu.title", "menu")):
            phone.press(button)
            expect(phone.sheet).to_be_visible()
            inspector.look(name)
            phone.press("sheet.close")
        for name in ("menu.log", "settings.title", "room.leave", "menu.clear"):
            phone.press("menu.title")
            phone.press(name)
            expect(phone.sheet.get_by_role("heading", level=2)).not_to_have_text(phone.t("menu.title"))
            inspector.look(name)
            phone.press("sheet.close")
        host.play_until(lambda view: mine("kept")(view) and len(view["moves"]) > 1, plain)
        expect(phone.status).to_have_text(phone.t("pickomino.status.kept"))
        inspector.look("kept")
        with phone.elsewhere():
            play_out(host)
    expect(phone.button("end.again")).to_be_visible()
    inspector.look("end")
    for page in ("", "#report", "#fair"):
        phone.go(f"/t/{code}/games/1{page}")
        expect(phone.page.get_by_role("main")).to_be_visible()
        inspector.look(f"replay {page}")
    phone.page.get_by_text(phone.t("replay.fair.other")).click()
    phone.page.get_by_label(phone.t("replay.fair.paste")).fill("stolik 1")
    phone.press("replay.fair.check")
    expect(phone.page.get_by_role("status")).to_have_count(2)
    inspector.look("a broken record")
    inspector.conclude()


def test_the_card_game(device: MakeDevice) -> None:
    phone = device()
    inspector = Inspector(phone.page)
    table = Positions(phone, "linko", ["Ola", "Lis", "Jan"])
    inspector.look("start")
    phone.page.get_by_role("toolbar").locator("button:not([aria-disabled=true])").last.click()
    expect(phone.actions.first).to_be_visible()
    inspector.look("a chosen set")
    table.bring(mine("theft"), slow)
    expect(phone.sheet).to_be_visible()
    inspector.look("theft")
    phone.page.get_by_label(phone.t("orders.always")).check()
    phone.sheet.get_by_role("button", name=phone.t("linko.answer.leave")).click()
    expect(phone.button("orders.off")).to_be_visible()
    inspector.look("a standing order")
    phone.press("orders.off")
    table.bring(mine("recall"), slow)
    expect(phone.sheet).to_be_visible()
    inspector.look("what was stolen and left")
    table.bring(mine("may_draw"), slow)
    expect(phone.button("linko.table.pass")).to_be_visible()
    inspector.look("drawing")
    table.bring(lambda view: bool(view["actor"] == 1), slow)
    expect(phone.status).to_have_text(phone.t("status.turn", name="Lis"))
    inspector.look("another’s turn")
    duel = Positions(phone, "linko", ["Ola", "Lis"], mode="duel")
    inspector.look("duel")
    duel.bring(mine("raid"))
    phone.page.get_by_role("region", name=phone.t("linko.table.row")).get_by_role("button").first.click()
    expect(phone.actions.first).to_be_visible()
    inspector.look("raid")
    inspector.conclude()


def test_the_specialists_and_the_choices_they_bring(device: MakeDevice) -> None:
    phone = device()
    inspector = Inspector(phone.page)
    table = Positions(phone, "pickomino", ["Ola", "Lis", "Jan"], variant="deluxe")
    for specialist in ("red_worm", "hen", "raven", "weasel", "golden_die", "apple"):
        phone.press("pickomino.table.about", specialist=phone.t(f"pickomino.specialist.{specialist}.name"))
        expect(phone.sheet).to_contain_text(phone.t(f"pickomino.specialist.{specialist}.rule"))
        inspector.look(specialist)
        phone.press("sheet.close")
    table.bring(mine("hold"))
    expect(phone.sheet).to_contain_text(phone.t("pickomino.table.hold_title"))
    inspector.look("which specialist to keep")
    table.bring(lambda view: mine("worm_for_ones")(view) and len(view["moves"]) > 1, ones)
    expect(phone.sheet).to_contain_text(phone.t("pickomino.table.worm_title"))
    inspector.look("whose round worm")
    inspector.conclude()


def ones(view: View) -> str:
    """Collect round worms, until there are none but those of the others."""
    collects = view["phase"] == "rolled" and view["turn"]["roll"].get("1", 0) > 1
    return "keep 1" if collects and "keep 1" in view["moves"] else plain(view)


def test_the_room_and_the_rematch(device: MakeDevice) -> None:
    phone, other = device(), device(language="en")
    inspector, onlooker = Inspector(phone.page), Inspector(other.page)
    host, lis = Guest(phone.address), Guest(phone.address)
    code = host.open("linko", ["human", "human"], "Ola", mode="duel")
    host.give(phone.context)
    for one in (phone, other):
        one.join(code)
    expect(other.button("room.sit")).to_be_visible()
    onlooker.look("room, not seated")
    for one in (phone, other):
        one.page.get_by_text(one.t("room.more"), exact=True).click()
    onlooker.look("room, more to read")
    inspector.look("room, more to choose")
    phone.press("chat.title")
    expect(phone.sheet).to_be_visible()
    inspector.look("room, chat")
    phone.press("sheet.close")
    phone.page.get_by_label(phone.t("room.plan", n=2), exact=True).select_option("closed")
    expect(phone.page.get_by_test_id("notices")).to_contain_text(phone.t("room.misfit", counts="2"))
    inspector.look("room, a refusal")
    lis.sit(code, "Lis")
    with phone.elsewhere(), other.elsewhere(), host, lis:
        lis.ready()
        host.start()
        play_out(host, lis)
    lis.give(other.context)
    other.join(code)
    expect(other.button("end.again")).to_be_visible()
    phone.press("end.again")
    expect(phone.button("room.waits")).to_be_visible()
    inspector.look("rematch, whoever asked for it")
    expect(other.button("end.join")).to_be_visible()
    onlooker.look("rematch, whoever was asked")
    other.press("end.later")
    expect(other.button("room.be_ready")).to_be_visible()
    onlooker.look("rematch, not now")
    inspector.conclude()
    onlooker.conclude()


def test_somebody_is_away(device: MakeDevice, impatient: Server) -> None:
    phone = device(address=impatient.address)
    inspector = Inspector(phone.page)
    table = Positions(phone, "pickomino", ["Ola", "Lis"])
    with table.first as ola:
        ola.play_until(lambda view: bool(view["actor"] == 1), plain)
    expect(phone.sheet).to_contain_text(phone.t("away.title", name="Lis"))
    inspector.look("away")
    inspector.conclude()


def test_a_table_that_is_gone(device: MakeDevice) -> None:
    phone = device()
    inspector = Inspector(phone.page)
    phone.join("ABCDEF")
    expect(phone.page.get_by_text(phone.t("table.gone", code="ABCDEF"))).to_be_visible()
    inspector.look("gone")
    inspector.conclude()


def test_the_curtain_and_the_high_contrast(device: MakeDevice) -> None:
    phone = device(DESKTOP)
    inspector = Inspector(phone.page)
    guest = Guest(phone.address)
    code = guest.open("linko", ["human", "human"], "Ola", mode="duel")
    guest.sit(code, "Lis")
    guest.give(phone.context)
    phone.home()
    phone.press("settings.title")
    phone.choose("settings.contrast", "settings.contrast.high")
    phone.press("sheet.close")
    inspector.look("home")
    phone.join(code)
    phone.press("room.start")
    expect(phone.button("curtain.open", name="Ola")).to_be_visible()
    inspector.look("curtain")
    phone.press("curtain.open", name="Ola")
    expect(phone.page.get_by_role("toolbar")).to_be_visible()
    inspector.look("cards")
    inspector.conclude()


def test_the_theme_is_the_systems_until_a_person_chooses_one(device: MakeDevice) -> None:
    phone = device()
    page = phone.page
    phone.home()

    def ground(system: Literal["light", "dark"]) -> str:
        page.emulate_media(color_scheme=system)
        return str(page.evaluate("getComputedStyle(document.body).backgroundColor"))

    def grounds(choice: str, label: str = "theme") -> tuple[str, str]:
        phone.choose(f"settings.{label}", f"settings.{label}.{choice}")
        return ground("light"), ground("dark")

    light, dark = "rgb(231, 239, 221)", "rgb(20, 57, 42)"
    assert (ground("light"), ground("dark")) == (light, dark)
    phone.press("settings.title")
    assert grounds("light") == (light, light)
    assert grounds("dark") == (dark, dark)
    assert grounds("system") == (light, dark)
    assert grounds("high", "contrast") == ("rgb(0, 0, 0)", "rgb(0, 0, 0)")


def test_the_evening_the_television_and_a_slip(device: MakeDevice) -> None:
    computer, lis = device(DESKTOP), device(language="en")
    inspector, onlooker = Inspector(computer.page), Inspector(lis.page)
    table = Positions(computer, "pickomino", ["Ola", "Lis"])
    table.others.give(lis.context)
    lis.join(computer.code)
    table.bring(mine("kept"))
    computer.press("slip.back")
    expect(lis.sheet).to_contain_text(lis.t("slip.ask", name="Ola"))
    onlooker.look("a question")
    expect(computer.page.get_by_text(computer.t("slip.waits"))).to_be_visible()
    inspector.look("waiting for an answer")
    lis.press("slip.decline")
    lis.page.close()
    for game in range(2):
        with computer.elsewhere(), table.first as first, table.others as others:
            if game:
                first.do("rematch")
                first.ready()
                others.ready()
            play_out(first, others)
    expect(computer.sheet.get_by_role("region", name=computer.t("evening.title"))).to_be_visible()
    inspector.look("the end of the second game")
    code = computer.code
    computer.go(f"/t/{code}/games/2?at=12")
    expect(computer.page.get_by_role("slider")).to_be_visible()
    inspector.look("replay beside the table")
    computer.go(f"/tv/{code}")
    expect(computer.page.get_by_role("main")).to_be_visible()
    inspector.look("television")
    with table.first as first:
        first.do("rematch")
    computer.join(code)
    expect(computer.page.get_by_role("list", name=computer.t("room.seats"))).to_be_visible()
    inspector.look("a room with an evening")
    inspector.conclude()
    onlooker.conclude()


def test_the_report_of_a_look_back(browser: Browser, tmp_path: Path) -> None:
    """It is a page of its own, which ``stolik review --html`` writes."""
    played(3).save(tmp_path / "game.txt")
    asked = ["review", str(tmp_path / "game.txt"), "--html", str(tmp_path / "report.html")]
    assert main([*asked, "--depth", "0", "--lang", "de"]) == 0
    with browser.new_page() as page:
        page.goto((tmp_path / "report.html").as_uri())
        inspector = Inspector(page)
        inspector.look("report")
        inspector.conclude()
