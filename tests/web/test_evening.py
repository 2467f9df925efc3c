"""The evening of a table: its score over rematches, its name and picture; and help that each chooses."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from tests.effort import effort
from tests.web.device import DESKTOP, Device, MakeDevice
from tests.web.guest import Guest, play_out
from tests.web.positions import start_for_two
from tests.web.test_end import NAMES, Ending
from tools.browsing import Server


def again(phone: Device, ending: Ending) -> None:
    """Play another game to its end, with the same seats."""
    with phone.elsewhere(), ending.ola as ola, ending.others as others:
        ola.do("rematch")
        ola.ready()
        others.ready()
        play_out(ola, others)


def evening(device: Device, name: str | None = None) -> Locator:
    return device.page.get_by_role("region", name=name or device.t("evening.title"))


def wins(device: Device) -> dict[str, str]:
    """Return what the evening's table says of everybody's wins."""
    rows = evening(device).get_by_role("row").filter(has=device.page.get_by_role("cell"))
    expect(rows).to_have_count(len(NAMES))
    found = {}
    for row in rows.all():
        who = next(name for name in NAMES if name in row.get_by_role("rowheader").inner_text())
        found[who] = "".join(row.get_by_role("cell").first.inner_text().split())
    return found


def test_a_rematch_goes_on_with_the_score(device: MakeDevice) -> None:
    phone = device(language="en")
    ending = Ending(phone, "linko")
    expect(phone.button("end.again")).to_be_visible()
    expect(evening(phone)).to_have_count(0)  # one game is no evening yet
    again(phone, ending)
    expect(evening(phone)).to_contain_text(phone.t("evening.games", n=2))
    score = wins(phone)
    assert all(games.endswith("/2") for games in score.values())
    assert sum(float(games.split("/")[0]) for games in score.values()) == pytest.approx(2)
    own = evening(phone).get_by_role("row").filter(has_text="Ola")
    expect(own).to_contain_text(phone.t("room.you"))
    with ending.ola as ola:
        ola.do("rematch")
    phone.page.reload()
    expect(phone.page.get_by_role("list", name=phone.t("room.seats"))).to_be_visible()
    assert wins(phone) == score, "the waiting room shows the same"


def test_an_evening_survives_a_restart_of_the_server(device: MakeDevice) -> None:
    with Server() as server:
        phone = device(address=server.address)
        ending = Ending(phone, "pickomino")
        again(phone, ending)
        score = wins(phone)
        phone.leave()  # without a server a page only knocks in vain
        server.stop()
        server.start()
        phone.join(ending.code)
        assert wins(phone) == score
        phone.leave()


def test_the_host_names_the_table_and_everybody_reads_it(device: MakeDevice) -> None:
    phone, other = device(), device(DESKTOP)
    host = Guest(phone.address)
    code = host.open("pickomino", ["human", "human"], "Ola")
    host.give(phone.context)
    phone.join(code)
    other.join(code)
    name = phone.page.get_by_label(phone.t("evening.name"))
    name.fill("Czwartek")
    phone.press("evening.save")
    expect(other.page.get_by_role("heading", level=1)).to_contain_text("Czwartek")
    expect(other.page.get_by_label(other.t("evening.name"))).to_have_count(0)
    other.name_field.fill("Lis")
    other.press("room.sit")
    other.press("room.be_ready")
    phone.press("room.start")
    expect(other.page.get_by_role("banner")).to_contain_text("Czwartek")


def test_the_evening_is_taken_home(device: MakeDevice, tmp_path: Path) -> None:
    phone = device()
    phone.page.add_init_script("delete Navigator.prototype.canShare")
    ending = Ending(phone, "pickomino")
    again(phone, ending)
    with phone.page.expect_download() as saved:
        phone.press("evening.picture")
    saved.value.save_as(tmp_path / "evening.png")
    picture = (tmp_path / "evening.png").read_bytes()
    assert picture.startswith(b"\x89PNG")
    assert int.from_bytes(picture[16:20]) == 1080
    with phone.page.expect_download() as saved:
        evening(phone).get_by_role("link", name=phone.t("evening.export")).click()
    saved.value.save_as(tmp_path / "evening.csv")
    lines = (tmp_path / "evening.csv").read_text(encoding="utf-8").splitlines()
    assert len(lines) == 1 + 2 * len(NAMES)
    assert all(name in "".join(lines) for name in NAMES)


def test_ratings_are_shown_to_whoever_asks(device: MakeDevice) -> None:
    phone = device()
    ending = Ending(phone, "pickomino")
    again(phone, ending)
    column = evening(phone).get_by_role("columnheader", name=phone.t("evening.rating"))
    expect(evening(phone)).to_be_visible()
    expect(column).to_have_count(0)
    phone.press("evening.rate")
    expect(column).to_be_visible()
    expect(evening(phone).get_by_role("row").nth(1)).to_contain_text("±")


def test_scores_stand_there_once_and_oneself_is_marked(device: MakeDevice) -> None:
    phone = device()
    ending = Ending(phone, "linko")
    expect(phone.button("end.again")).to_be_visible()
    for name, score in zip(NAMES, ending.view["result"]["scores"], strict=True):
        row = phone.sheet.get_by_role("listitem").filter(has_text=name)
        shown = row.locator("b:not(.place):visible").all_inner_texts()
        assert not [text for text in shown if str(abs(score)) in text], shown
    rows = phone.sheet.get_by_role("listitem")
    expect(rows.filter(has_text=NAMES[0])).to_contain_text(phone.t("room.you"))
    expect(rows.filter(has_text=NAMES[1])).not_to_contain_text(phone.t("room.you"))


@pytest.mark.parametrize("size", effort([(1440, 900)], [(1440, 900), (1920, 1080)]), ids=str)
def test_the_end_of_a_full_evening_fits_a_large_window(device: MakeDevice, size: tuple[int, int]) -> None:
    computer = device(size)
    seven = [f"Osoba {letter}" for letter in "ABCDEFG"]
    host, others = Guest(computer.address), Guest(computer.address)
    code = host.open("pickomino", ["human"] * 7, seven[0])
    others.sit(code, *seven[1:])
    host.give(computer.context)
    with host, others:
        others.ready()
        host.start()
        play_out(host, others)
    computer.join(code)
    expect(computer.button("end.again")).to_be_visible()
    content = computer.sheet.locator(".content")
    assert content.evaluate("one => one.scrollHeight - one.clientHeight") <= 1


# -- help -------------------------------------------------------------------------------------------------


def test_each_person_chooses_their_own_help_and_all_see_it(device: MakeDevice) -> None:
    ola, lis = device(), device(DESKTOP)
    start_for_two(ola, lis, help="trainer")
    ola.press("menu.title")
    ola.pick("help.own", "manners.help.none")
    who = lis.page.get_by_role("list", name=lis.t("help.who"))
    expect(who).to_have_text(f"Ola: {lis.t('manners.help.none')}")
    lis.hears(lis.t("tell.helped", name="Ola", help=lis.t("manners.help.none")))
    ola.press("sheet.close")
    ola.press("pickomino.table.roll_first")
    groups = ola.page.get_by_role("toolbar").locator("button:not([aria-disabled=true])")
    expect(groups.first).to_be_visible()
    groups.first.click()
    expect(ola.actions.first).to_be_visible()
    expect(ola.actions.filter(has_text=re.compile(r"\d+\s*%"))).to_have_count(0)


def test_nobody_gets_more_help_than_the_host_allows(device: MakeDevice) -> None:
    phone = device()
    host = Guest(phone.address)
    code = host.open("pickomino", ["human", "easy"], "Ola", help="risk")
    host.give(phone.context)
    phone.join(code)
    phone.press("room.start")
    phone.press("menu.title")
    own = phone.page.get_by_role("radiogroup", name=phone.t("help.own"))
    expect(own.get_by_role("radio")).to_have_count(2)
    expect(own.get_by_role("radio", name=phone.t("manners.help.trainer"))).to_have_count(0)
