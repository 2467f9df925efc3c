"""Where things are, at every size: nothing scrolls, is cut, is too small to tap, or covers another thing."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.effort import effort
from tests.web.device import PHONE, Device, MakeDevice
from tests.web.guest import Guest, play_out
from tests.web.positions import Positions, mine, slow

SIZES = [(390, 844), (360, 640), (844, 390), (768, 1024), (1024, 768), (912, 1368), (1280, 800), (1920, 1080)]
BOXES = (Path(__file__).with_name("boxes.js")).read_text(encoding="utf-8")
LONG = [f"{letter}WWWWWWWWWWWWWWWWWWWWWW{letter}" for letter in "ABCDEFG"]
SHORT = ["Ola", "Lis", "Jan", "Ewa", "Iga", "Leo", "Ida"]


def check(table: Positions, what: str) -> list[str]:
    """Return what is wrong at any size, in play."""
    return measure(table.device, what, table.names, True)


def measure(
    device: Device, what: str, names: list[str], playing: bool = False, sizes: list[tuple[int, int]] = SIZES
) -> list[str]:
    """Return what is wrong at any size, with what the page shows now."""
    problems: list[str] = []
    for width, height in sizes:
        device.resize(width, height)
        found = device.page.evaluate(BOXES, [names, playing])
        problems += [f"{what}, {width}×{height}: {problem}" for problem in found]
    device.resize(390, 844)
    return problems


@pytest.mark.parametrize("names", effort([LONG], [SHORT, LONG]))
def test_seven_at_the_dice_table(device: MakeDevice, names: list[str]) -> None:
    phone = device()
    table = Positions(phone, "pickomino", names, variant="deluxe")
    groups = phone.page.get_by_role("toolbar").locator("button:not([aria-disabled=true])")
    problems = check(table, "start")
    table.bring(lambda view: view["actor"] == 3 and view["phase"] == "rolled")
    expect(phone.status).to_have_text(phone.t("status.turn", name=names[3]))
    problems += check(table, "another’s turn")
    table.bring(lambda view: mine("rolled")(view) and sum(len(seat["stack"]) for seat in view["seats"]) > 6)
    groups.first.click()
    expect(phone.actions.first).to_be_visible()
    problems += check(table, "rolled")
    table.bring(lambda view: mine("kept")(view) and len(view["moves"]) > 1)
    expect(phone.status).to_have_text(phone.t("pickomino.status.kept"))
    problems += check(table, "kept")
    assert not problems, "\n".join(problems)


@pytest.mark.parametrize("names", effort([LONG[:5]], [SHORT[:5], LONG[:5]]))
def test_five_at_the_card_table(device: MakeDevice, names: list[str]) -> None:
    phone = device()
    table = Positions(phone, "linko", names, mode="basic")
    hand = phone.page.get_by_role("toolbar").locator("button:not([aria-disabled=true])")
    problems = check(table, "start")
    hand.first.click()
    expect(phone.actions.first).to_be_visible()
    problems += check(table, "a chosen set")
    table.bring(lambda view: view["actor"] == 2 and bool(view["seats"][2]["layers"]), slow)
    expect(phone.status).to_have_text(phone.t("status.turn", name=names[2]))
    problems += check(table, "another’s turn")
    table.bring(
        lambda view: mine("play")(view) and sum(bool(seat["layers"]) for seat in view["seats"]) > 2, slow
    )
    expect(phone.status).to_have_text(phone.t("linko.status.play"))
    hand.last.click()
    expect(phone.actions.first).to_be_visible()
    problems += check(table, "a set that robs")
    table.bring(mine("theft"), slow)
    expect(phone.sheet).to_be_visible()
    problems += check(table, "theft")
    table.bring(lambda view: view["actor"] == 0 and view["phase"] in ("draw", "may_draw"), slow)
    expect(phone.button("linko.table.pass").or_(phone.status.filter(has_text="Dobierz"))).to_be_visible()
    problems += check(table, "drawing")
    assert not problems, "\n".join(problems)


def test_the_duel(device: MakeDevice) -> None:
    phone = device()
    table = Positions(phone, "linko", LONG[:2], mode="duel")
    problems = check(table, "start")
    phone.page.get_by_role("toolbar").locator("button:not([aria-disabled=true])").first.click()
    expect(phone.actions.first).to_be_visible()
    problems += check(table, "a chosen set")
    table.bring(lambda view: mine("raid")(view) and len(view["moves"]) > 1)
    phone.page.get_by_role("region", name=phone.t("linko.table.row")).get_by_role("button").first.click()
    expect(phone.actions.first).to_be_visible()
    problems += check(table, "raid")
    assert not problems, "\n".join(problems)


def test_a_long_status_moves_nothing(device: MakeDevice) -> None:
    phone = device()
    table = Positions(phone, "pickomino", SHORT[:3])
    table.bring(lambda view: view["actor"] == 1)
    grill = phone.page.get_by_role("list", name=phone.t("pickomino.table.grill"))
    words = phone.t("pickomino.event.steal", name=SHORT[1], tile=29, worms="3 robale", robbed="(od Ciebie)")
    for size in (PHONE, (360, 640), (844, 390)):
        phone.resize(*size)
        before = grill.bounding_box()
        phone.status.locator(".words").evaluate(
            "(one, words) => (one.textContent = words)", f"{words} {words}"
        )
        assert grill.bounding_box() == before, size


def test_a_high_window_is_a_table_too_with_the_rail_below_it(device: MakeDevice) -> None:
    tablet = device()
    tablet.resize(1024, 1366)
    Positions(tablet, "pickomino", SHORT[:2])
    rail, buttons = (
        tablet.page.locator(".rail").bounding_box(),
        tablet.page.locator(".actions").bounding_box(),
    )
    assert rail is not None, "there is no rail"
    assert buttons is not None
    assert rail["y"] >= buttons["y"] + buttons["height"]
    assert rail["y"] + rail["height"] <= 1366


@pytest.mark.parametrize("names", effort([LONG], [SHORT, LONG]))
def test_around_the_table(device: MakeDevice, names: list[str]) -> None:
    phone = device()
    phone.home()
    expect(phone.page.get_by_role("heading", level=2).first).to_be_visible()
    problems = measure(phone, "home", names)
    host, other = Guest(phone.address), Guest(phone.address)
    code = host.open("linko", ["human", "human", "easy"], names[0])
    other.sit(code, names[1])
    host.give(phone.context)
    phone.join(code)
    expect(phone.page.get_by_text(phone.t("linko.option.mode"), exact=True)).to_be_visible()
    problems += measure(phone, "room", names)
    phone.page.get_by_text(phone.t("room.more"), exact=True).click()
    problems += measure(phone, "room, with more to choose", names)
    with phone.elsewhere(), host, other:
        other.ready()
        host.start()
        play_out(host, other)
    expect(phone.button("end.again")).to_be_visible()
    problems += measure(phone, "end", names)
    assert not problems, "\n".join(problems)
