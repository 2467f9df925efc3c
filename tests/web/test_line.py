"""When the line breaks, and when people vanish."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.web.device import Line, MakeDevice
from tests.web.guest import Guest
from tests.web.playing import Player
from tests.web.positions import Positions, mine, slow
from tools.browsing import Server


@pytest.mark.parametrize("language", ["pl", "en"])
def test_a_line_cut_in_the_middle_of_a_theft(device: MakeDevice, language: str) -> None:
    phone = device(language=language)
    line = Line(phone.context)
    table = Positions(phone, "linko", ["Ola", "Lis", "Jan"])
    view = table.bring(mine("theft"), slow)
    expect(phone.sheet).to_contain_text(phone.t("cards.grab"))
    phone.page.evaluate("window.sameAsBefore = true")
    with line.cut():
        phone.is_told({"pl": "Utracono połączenie.", "en": "Connection lost."}[language])
        expect(phone.status).to_have_text(phone.t("table.line_lost"))
        expect(phone.sheet).to_be_visible()
        phone.sheet.get_by_role("button", name=phone.t("cards.grab")).click()  # waits for the line
    expect(phone.status).not_to_have_text(phone.t("table.line_lost"))
    phone.hears(re.compile({"pl": r"Bierzesz .+ na rękę\.", "en": r"You take .+ into your hand\."}[language]))
    assert phone.page.evaluate("window.sameAsBefore"), "the page was loaded anew"
    hand = sum(view["hand"].values()) + len(view["pending"]["layer"]["cards"])
    cells = phone.page.get_by_role("toolbar", name=phone.t("cards.hand"))
    counts = cells.locator("small").all_inner_texts()
    assert sum(int(count[1:]) for count in counts if count.startswith("×")) == hand


@pytest.fixture(scope="module")
def impatient() -> Iterator[Server]:
    """A server on which one is missed after a moment."""
    with Server(losing_after=0.2, absent_after=0.5, stand_in_after=3600, abandoned_after=3600) as server:
        yield server


def test_the_others_decide_about_somebody_who_vanished(device: MakeDevice, impatient: Server) -> None:
    ola, lis = device(address=impatient.address), device(address=impatient.address, language="en")
    host, other = Guest(impatient.address), Guest(impatient.address)
    code = host.open("pickomino", ["human", "human"], "Ola")
    other.sit(code, "Lis")
    host.give(ola.context)
    other.give(lis.context)
    with other:
        other.ready()
    ola.join(code)
    lis.join(code)
    ola.press("room.start")
    expect(ola.status).to_have_text(ola.t("dice.status.start"))
    lis.page.goto("about:blank")
    ola.hears("Lis: brak połączenia.")
    Player(ola).play_out(until=ola.status.filter(has_text=ola.t("status.turn", name="Lis")))
    expect(ola.sheet).to_contain_text(ola.t("away.title", name="Lis"))
    ola.press("away.turn")
    expect(ola.sheet).to_have_count(0)
    expect(ola.status).to_have_text(ola.t("dice.status.start"))
    lis.join(code)
    ola.hears("Lis: znów przy stoliku.")
    expect(lis.status).to_have_text(lis.t("status.turn", name="Ola"))
    Player(ola).play_out(until=ola.status.filter(has_text=ola.t("status.turn", name="Lis")))
    expect(lis.status).to_have_text(lis.t("dice.status.start"))
