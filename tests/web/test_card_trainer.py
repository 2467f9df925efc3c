"""The trainer of the card game: what moves are worth, and why the best three are, by touch, key and voice."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.web.device import DESKTOP, PHONE, MakeDevice
from tests.web.inspector import Inspector
from tests.web.positions import Positions, mine, slow
from tests.web.test_card_table import drawing, grabbing

NAMES = ["Ola", "Lis", "Jan"]
SHARE = re.compile(r"\d+\s?%")


@pytest.mark.parametrize("language", ["pl", "de"])
def test_on_a_phone_the_best_moves_are_a_sheet_away_and_one_tap_chooses(
    device: MakeDevice, language: str
) -> None:
    phone = device(PHONE, language=language)
    table = Positions(phone, "linko", NAMES, help="trainer")
    table.bring(mine("play"))
    phone.page.get_by_role("button", name=re.compile(phone.t("manners.help.trainer"), re.IGNORECASE)).click()
    best = phone.sheet.get_by_role("list", name=phone.t("trainer.moves")).get_by_role("listitem")
    expect(best).to_have_count(3)
    for one in best.all():
        expect(one).to_contain_text(SHARE)
        text = one.inner_text()
        stolen = phone.t("linko.why.stolen", share="").rstrip()
        assert stolen in text or phone.t("linko.why.safe") in text
    expect(best.first).to_contain_text(phone.t("trainer.best"))
    inspector = Inspector(phone.page)
    inspector.look("the best moves")
    inspector.conclude()
    best.first.get_by_role("button").click()
    expect(phone.sheet).to_have_count(0)
    committing = phone.page.locator("footer button.go")
    expect(committing).to_contain_text(phone.t("trainer.best"))
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    table.bring(drawing, grabbing)
    draws = phone.page.locator(".pool button")
    expect(draws.first).to_have_accessible_name(re.compile(phone.t("trainer.chance", share="")))
    table.bring(mine("theft"), slow)
    answers = phone.sheet.locator(".answers button")
    expect(answers).to_have_text([SHARE, SHARE])


def test_beside_a_large_table_it_is_always_there_and_a_key_goes_through_it(device: MakeDevice) -> None:
    computer = device((1440, 900), language="en")
    table = Positions(computer, "linko", NAMES, help="trainer")
    table.bring(mine("play"))
    best = computer.page.locator(".rail").get_by_role("list", name=computer.t("trainer.moves"))
    choices = best.get_by_role("button")
    expect(choices).to_have_count(3)
    for chosen in (0, 1, 2, 0):
        computer.page.keyboard.press("h")
        expect(choices.nth(chosen)).to_have_attribute("aria-pressed", "true")
        expect(best.locator("[aria-pressed=true]")).to_have_count(1)
    inspector = Inspector(computer.page)
    inspector.look("the best moves beside the table")
    inspector.conclude()
    expect(computer.page.locator("[aria-live=polite]")).to_contain_text(
        computer.t("trainer.chance", share="")
    )
    computer.page.get_by_role("radio", name=computer.t("manners.help.none")).check(force=True)
    expect(best).to_have_count(0)
    expect(computer.page.locator("footer button.go")).not_to_contain_text(SHARE)


def test_nobody_is_helped_where_the_host_does_not_allow_it(device: MakeDevice) -> None:
    computer = device(DESKTOP, language="en")
    table = Positions(computer, "linko", NAMES, help="none")
    table.bring(mine("play"))
    expect(computer.page.get_by_text(computer.t("trainer.moves"))).to_have_count(0)
    computer.page.keyboard.press("h")
    expect(computer.page.locator("footer button.go")).to_have_count(0)
