"""Slips: a decision is taken back while nothing random or hidden has come up; people are asked."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.device import DESKTOP, Device, MakeDevice
from tests.web.guest import Guest, plain
from tests.web.positions import Positions, mine


def kept(device: Device) -> None:
    """Be alone with a bot, and set a group of dice aside without rolling on."""
    host = Guest(device.address)
    code = host.open("pickomino", ["human", "easy"], "Ola", pace="calm")
    host.give(device.context)
    with host:
        host.start()
        host.play_until(mine("rolled"), plain)
        host.play(plain)
        host.play_until(mine("kept"), plain)
    device.join(code)
    expect(device.button("slip.back")).to_be_visible()


@pytest.mark.parametrize("how", ["button", "key"])
def test_against_bots_a_slip_is_taken_back_at_once(device: MakeDevice, how: str) -> None:
    computer = device(DESKTOP, "en")
    kept(computer)
    if how == "button":
        computer.press("slip.back")
    else:
        computer.page.keyboard.press("z")
    computer.hears(computer.t("tell.took_back", you=True))
    expect(computer.status).to_have_text(computer.t("pickomino.status.rolled"))
    groups = computer.page.get_by_role("toolbar").locator("button:not([aria-disabled=true])")
    expect(groups.first).to_be_visible()


def test_what_chance_has_shown_cannot_be_taken_back(device: MakeDevice) -> None:
    phone = device()
    host = Guest(phone.address)
    code = host.open("pickomino", ["human", "easy"], "Ola")
    host.give(phone.context)
    phone.join(code)
    phone.press("room.start")
    phone.press("pickomino.table.roll_first")
    expect(phone.page.get_by_role("toolbar").get_by_role("button").first).to_be_visible()
    expect(phone.button("slip.back")).to_have_count(0)


@pytest.mark.parametrize("agree", [True, False], ids=["agreed", "declined"])
def test_people_are_asked(device: MakeDevice, agree: bool) -> None:
    ola, lis = device(), device(language="en")
    table = Positions(ola, "pickomino", ["Ola", "Lis"])
    table.others.give(lis.context)
    lis.join(ola.code)
    table.bring(mine("kept"))
    ola.press("slip.back")
    expect(ola.page.get_by_text(ola.t("slip.waits"))).to_be_visible()
    expect(lis.sheet).to_contain_text(lis.t("slip.ask", name="Ola"))
    lis.press("slip.agree" if agree else "slip.decline")
    expect(lis.sheet).to_have_count(0)
    expect(ola.page.get_by_text(ola.t("slip.waits"))).to_have_count(0)
    if agree:
        expect(ola.status).to_have_text(ola.t("pickomino.status.rolled"))
    else:
        ola.hears(ola.t("tell.declined", name="Lis"))
        expect(ola.status).not_to_have_text(ola.t("pickomino.status.rolled"))
        expect(ola.button("slip.back")).to_have_count(0)
