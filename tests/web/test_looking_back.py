"""After a game: the replay, its links to every moment, the dice report and the check of chance."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web.device import MakeDevice
from tests.web.guest import Guest, play_out


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
    other.press("replay.last")
    slider = other.page.get_by_role("slider")
    expect(slider).to_have_value(slider.get_attribute("max") or "")
    other.page.keyboard.press("ArrowLeft")
    expect(slider).not_to_have_value(slider.get_attribute("max") or "")


def test_the_report_and_the_check_of_chance(device: MakeDevice) -> None:
    phone = device(language="en")
    host = Guest(phone.address)
    code = host.open("pickomino", ["human", "easy"], "Ola")
    with host:
        host.start()
        play_out(host)
    phone.go(f"/t/{code}/games/1#fair")
    expect(phone.page.get_by_text(phone.t("replay.fair.yes"))).to_be_visible()
    phone.page.get_by_role("link", name=phone.t("replay.page.report")).click()
    expect(phone.page.get_by_role("heading", name=phone.t("replay.report"))).to_be_visible()


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
    hand = phone.page.get_by_role("toolbar", name=phone.t("cards.hand"))
    expect(hand.get_by_role("button")).to_have_count(14)
    eyes.select_option(label=phone.t("replay.spectator"))
    expect(hand).to_have_count(0)


def test_a_lesson_is_played_through(device: MakeDevice) -> None:
    phone = device()
    phone.go("/learn/pickomino")
    expect(phone.page.get_by_role("heading", name=phone.t("learn.pickomino.roll.title"))).to_be_visible()
    phone.press("dice.roll_first")
    phone.hears(phone.t("learn.pickomino.roll.done"))
    phone.press("learn.next")
    expect(phone.page.get_by_role("heading", name=phone.t("learn.pickomino.fours.title"))).to_be_visible()
