"""A turn by keyboard alone, and what a screen reader says, also while a sheet stands open."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.device import DESKTOP, LANGUAGES, Device, MakeDevice
from tests.web.guest import Guest, plain
from tests.web.positions import Positions, mine, slow

DICE = {
    "pl": ("Twoja kolej.", r"Twój rzut: .+\.", r"Odkładasz .+\s– suma \d+, "),
    "en": ("It is your turn.", r"You roll .+\.", r"You set aside .+: sum \d+, "),
}


@pytest.mark.parametrize("language", ["pl", "en"])
def test_a_turn_of_dice_by_keyboard_alone(device: MakeDevice, language: str) -> None:
    turn, roll, keep = DICE[language]
    computer = device(DESKTOP, language)
    Positions(computer, "pickomino", ["Ola", "Lis"])
    computer.is_told(turn)
    keyboard = computer.page.keyboard
    keyboard.press("r")
    computer.hears(re.compile(roll))
    theirs = computer.status.filter(has_text=computer.t("status.turn", name="Lis"))
    groups = computer.page.get_by_role("toolbar").locator("button:not([aria-disabled=true])")
    said = computer.page.get_by_test_id("polite")
    while theirs.or_(groups).first.evaluate("one => one.localName === 'button'"):
        for key in "w54321":
            if not computer.page.locator("[aria-pressed=true]").count():
                keyboard.press(key)
        before = said.inner_text()
        keyboard.press((computer.actions.first.get_attribute("aria-keyshortcuts") or "").split()[0])
        expect(said).not_to_have_text(before, use_inner_text=True)
        computer.hears(re.compile(keep))
    expect(theirs).to_be_visible()


CARDS = {
    "pl": ("Twoja kolej.", r"Zagrywasz .+\.", r"Nie dobierasz|Dobierasz|Bierzesz"),
    "en": ("It is your turn.", r"You play .+\.", r"You (draw|take)"),
}


@pytest.mark.parametrize("language", ["pl", "en"])
def test_a_turn_of_cards_by_keyboard_alone(device: MakeDevice, language: str) -> None:
    turn, play, draw = CARDS[language]
    computer = device(DESKTOP, language)
    Positions(computer, "linko", ["Ola", "Lis", "Jan"])
    computer.is_told(turn)
    keyboard = computer.page.keyboard
    pressed = computer.page.locator("[aria-pressed=true]")
    for key in "123456789":
        if not pressed.count():
            keyboard.press(key)
    expect(pressed).to_have_count(1)
    keyboard.press("Enter")
    computer.hears(re.compile(play))
    expect(computer.button("linko.table.pass")).to_be_visible()  # nobody has anything to be stolen yet
    pool = computer.page.get_by_role("list", name=computer.t("linko.table.pool")).get_by_role("button")
    for _ in range(30):
        if pool.first.evaluate("one => one === document.activeElement"):
            break
        keyboard.press("Tab")
    expect(pool.first).to_be_focused()
    keyboard.press("Enter")
    expect(pool.first).to_have_attribute("aria-pressed", "true")
    keyboard.press("Enter")
    computer.hears(re.compile(draw))
    expect(computer.status).to_have_text(computer.t("status.turn", name="Lis"))


def test_the_log_tells_the_same(device: MakeDevice) -> None:
    phone = device(language="en")
    host = Guest(phone.address)
    code = host.open("pickomino", ["human", "easy"], "Ola")
    host.give(phone.context)
    phone.join(code)
    phone.press("room.start")
    phone.press("pickomino.table.roll_first")
    phone.hears(re.compile(r"You roll .+\."))
    said = phone.page.get_by_test_id("polite").locator("p").last.inner_text()
    phone.press("menu.title")
    phone.press("menu.log")
    expect(phone.sheet.get_by_role("listitem").last).to_have_text(said)
    expect(phone.sheet.get_by_role("listitem").last).to_be_in_viewport()


# -- while a sheet stands open ------------------------------------------------------------------------------

LISTEN = """() => {
  window.read = [];
  const known = new WeakSet(document.querySelectorAll("[aria-live]"));
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes)
      if (known.has(target))
        for (const added of addedNodes) added.dataset && window.read.push(added.textContent);
    for (const region of document.querySelectorAll("[aria-live]")) known.add(region);
  }).observe(document, { childList: true, subtree: true });
}"""
"""Keep what a screen reader reads by itself: what comes into a live region that was there before."""


def spoken(device: Device) -> list[str]:
    """Return the texts of the live regions that the browser shows to a screen reader: inert ones are not."""
    session = device.context.new_cdp_session(device.page)
    nodes: dict[str, Any] = {
        one["nodeId"]: one for one in session.send("Accessibility.getFullAXTree")["nodes"]
    }

    def is_live(node: Any) -> bool:
        lives = any(one["name"] == "live" for one in node.get("properties", []))
        return lives or ("parentId" in node and is_live(nodes[node["parentId"]]))

    texts = [one for one in nodes.values() if not one["ignored"] and one["role"]["value"] == "StaticText"]
    return [text["name"]["value"] for text in texts if is_live(text)]


SAYINGS = {
    "pl": ("Lis: Cześć!", "Lis: Ładnie!", "Lis: Dzięki!"),
    "en": ("Lis: Hello!", "Lis: Well played!", "Lis: Thanks!"),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_happens_is_said_within_the_sheet_that_stands_open(device: MakeDevice, language: str) -> None:
    phone = device(language=language)
    table = Positions(phone, "pickomino", ["Ola", "Lis"])
    hello, well_played, thanks = SAYINGS[language]
    with table.others as lis:
        phone.press("menu.title")
        lis.do("say", seat=1, phrase="hello")
        phone.hears(hello)
        assert hello in spoken(phone)
        phone.press("settings.title")  # one sheet takes the place of the other
        lis.do("say", seat=1, phrase="well_played")
        phone.hears(well_played)
        assert well_played in spoken(phone)
        phone.press("sheet.close")
        lis.do("say", seat=1, phrase="thanks")
        phone.hears(thanks)
        assert thanks in spoken(phone)


def test_what_is_said_as_a_sheet_rises_is_read_too(device: MakeDevice) -> None:
    phone = device()
    table = Positions(phone, "linko", ["Ola", "Lis", "Jan"])
    phone.page.evaluate(LISTEN)
    table.bring(mine("theft"), slow)
    expect(phone.sheet).to_be_visible()
    phone.page.wait_for_function("read.some((text) => text.startsWith('Kradniesz'))")
    theft = phone.page.get_by_test_id("polite").get_by_text("Kradniesz").last
    assert theft.inner_text() in spoken(phone)


def test_a_sheet_that_must_be_answered_cannot_be_put_away(device: MakeDevice) -> None:
    phone = device()
    table = Positions(phone, "linko", ["Ola", "Lis", "Jan"])
    table.bring(mine("theft"), slow)
    answer = phone.sheet.get_by_role("button", name=phone.t("linko.answer.grab"))
    expect(answer).to_be_visible()
    for _ in range(3):
        phone.page.keyboard.press("Escape")
    answer.click()
    expect(phone.sheet).to_have_count(0)


ADDRESSED = {
    "pl": re.compile(r"\b(Ty|Twój|Twoja|masz|Masz|Ciebie|Cię|bierzesz|rzucasz|odkładasz)\b"),
    "en": re.compile(r"\b(you|You|your|Your)\b"),
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["pickomino", "linko"])
def test_spectators_are_not_spoken_to_as_players(device: MakeDevice, game: str, language: str) -> None:
    watcher = device(DESKTOP, language)
    players = device()
    table = Positions(players, game, ["Ola", "Lis", "Jan"])
    watcher.join(players.code)
    expect(watcher.status).to_have_text(watcher.t("status.watching", name="Ola"))
    steps = iter(range(12))
    table.bring(lambda _: next(steps) == 11, slow if game == "linko" else plain)
    expect(watcher.page.get_by_test_id("polite").locator("p")).not_to_have_count(0)
    board = watcher.page.locator(".table").inner_text().replace(watcher.t("chat.spectator"), "")
    for phrase in ("hurry", "thanks", "hello"):
        board = board.replace(watcher.t(f"chat.{phrase}"), "")
    assert not ADDRESSED[language].search(board), ADDRESSED[language].search(board)
    said = watcher.page.get_by_test_id("polite").inner_text()
    assert not ADDRESSED[language].search(said), said
