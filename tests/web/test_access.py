"""For everybody: no violations on any screen, a turn by keyboard alone, and what a screen reader says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.web.device import DESKTOP, Device, MakeDevice
from tests.web.guest import Guest, plain, play_out
from tests.web.positions import Positions, mine, slow

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa"]
CHECK = """async (rules) => {
  const found = await axe.run({ runOnly: { type: "tag", values: rules } });
  return found.violations.flatMap((one) =>
    one.nodes.map((node) => `${one.id}: ${node.target.join(" ")}: ${node.failureSummary}`));
}"""


class Inspector:
    """Looks at whatever a device shows, in both themes, and keeps what is wrong."""

    def __init__(self, device: Device) -> None:
        self.device = device
        self.problems: list[str] = []

    def look(self, screen: str) -> None:
        page = self.device.page
        if page.evaluate("typeof axe === 'undefined'"):
            page.evaluate(AXE.read_text(encoding="utf-8"))
        for theme in ("light", "dark"):
            page.emulate_media(color_scheme=theme)
            self.problems += [f"{screen}, {theme}: {problem}" for problem in page.evaluate(CHECK, RULES)]

    def conclude(self) -> None:
        assert not self.problems, "\n".join(self.problems)


def test_home_rules_and_lessons(device: MakeDevice) -> None:
    phone = device()
    inspector = Inspector(phone)
    phone.home()
    expect(phone.page.get_by_role("heading", level=2).first).to_be_visible()
    inspector.look("home")
    phone.press("settings.title")
    expect(phone.sheet).to_be_visible()
    inspector.look("settings")
    for game in ("pickomino", "linko"):
        phone.go(f"/rules/{game}")
        expect(phone.page.get_by_role("heading", level=1)).to_be_visible()
        inspector.look(f"rules of {game}")
        phone.go(f"/learn/{game}")
        expect(phone.page.get_by_role("contentinfo")).to_be_visible()
        inspector.look(f"lesson of {game}")
    phone.go("/nowhere")
    expect(phone.page.get_by_text(phone.t("lost.text"))).to_be_visible()
    inspector.look("nowhere")
    inspector.conclude()


def test_the_dice_game_from_the_room_to_the_replay(device: MakeDevice) -> None:
    phone = device()
    inspector = Inspector(phone)
    host = Guest(phone.address)
    code = host.open("pickomino", ["human", "easy", "easy"], "Ola", help="trainer", variant="deluxe")
    host.give(phone.context)
    phone.join(code)
    expect(phone.button("room.start")).to_be_visible()
    inspector.look("room")
    phone.press("room.start")
    expect(phone.status).to_have_text(phone.t("dice.status.start"))
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
        phone.press("menu.title")
        phone.press("menu.log")
        expect(phone.sheet.get_by_role("listitem").first).to_be_visible()
        inspector.look("log")
        phone.press("sheet.close")
        host.play_until(mine("kept"), plain)
        expect(phone.status).to_have_text(phone.t("dice.status.kept"))
        inspector.look("kept")
        play_out(host)
    expect(phone.button("end.again")).to_be_visible()
    inspector.look("end")
    for page in ("", "#report", "#fair"):
        phone.go(f"/t/{code}/games/1{page}")
        expect(phone.page.get_by_role("main")).to_be_visible()
        inspector.look(f"replay {page}")
    inspector.conclude()


def test_the_card_game(device: MakeDevice) -> None:
    phone = device()
    inspector = Inspector(phone)
    table = Positions(phone, "linko", ["Ola", "Lis", "Jan"])
    inspector.look("start")
    phone.page.get_by_role("toolbar").locator("button:not([aria-disabled=true])").last.click()
    expect(phone.actions.first).to_be_visible()
    inspector.look("a chosen set")
    table.bring(mine("theft"), slow)
    expect(phone.sheet).to_be_visible()
    inspector.look("theft")
    table.bring(mine("may_draw"), slow)
    expect(phone.button("cards.pass")).to_be_visible()
    inspector.look("drawing")
    table.bring(lambda view: bool(view["actor"] == 1), slow)
    expect(phone.status).to_have_text(phone.t("status.turn", name="Lis"))
    inspector.look("another’s turn")
    duel = Positions(phone, "linko", ["Ola", "Lis"], mode="duel")
    inspector.look("duel")
    duel.bring(mine("raid"))
    expect(phone.sheet).to_be_visible()
    inspector.look("raid")
    inspector.conclude()


def test_the_curtain_and_the_high_contrast(device: MakeDevice) -> None:
    phone = device(DESKTOP)
    inspector = Inspector(phone)
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


# -- by keyboard, and by ear --------------------------------------------------------------------------------

DICE = {
    "pl": ("Twoja kolej.", r"Twój rzut: .+\.", r"Odkładasz .+ – suma \d+, "),
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
        keyboard.press(_key_of(computer, computer.actions.first.inner_text()))
        expect(said).not_to_have_text(before, use_inner_text=True)
        computer.hears(re.compile(keep))
    expect(theirs).to_be_visible()


def _key_of(computer: Device, action: str) -> str:
    """Return the key of an action, as the page lists them."""
    for start, key in (("dice.steal", "s"), ("dice.take", "t"), ("dice.roll_on", "r")):
        if action.startswith(computer.t(start, tile="").strip()):
            return key
    return "Enter"


CARDS = {
    "pl": ("Twoja kolej.", r"Zagrywasz .+\.", r"Nie dobierasz|Dobierasz"),
    "en": ("It is your turn.", r"You play .+\.", r"You draw"),
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
    expect(computer.button("cards.pass")).to_be_visible()  # nobody has anything to be stolen yet
    pool = computer.page.get_by_role("list", name=computer.t("cards.pool")).get_by_role("button")
    for _ in range(30):
        if pool.first.evaluate("one => one === document.activeElement"):
            break
        keyboard.press("Tab")
    expect(pool.first).to_be_focused()
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
    phone.press("dice.roll_first")
    phone.hears(re.compile(r"You roll .+\."))
    said = phone.page.get_by_test_id("polite").locator("p").last.inner_text()
    phone.press("menu.title")
    phone.press("menu.log")
    expect(phone.sheet.get_by_role("listitem").last).to_have_text(said)
