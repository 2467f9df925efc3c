"""Take pictures of every screen at four sizes, by day and in the evening, into ``docs/screenshots``.

    python -m tools.screenshots [SCREEN …]

The games are real: guests play them, so the positions are believable and never twice the same.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, expect

from tests.web.device import PHONE, Device
from tests.web.guest import Guest, View, play_out
from tests.web.positions import Positions, mine, slow
from tools.browsing import Server, chromium

FOLDER = Path(__file__).parents[1] / "docs" / "screenshots"
SIZES = {
    "phone": (PHONE, 1.4),
    "tablet": ((1024, 768), 1),
    "desktop": ((1440, 900), 1),
    "large": ((1920, 1080), 1),
}
PEOPLE = ["Ola", "Jan", "Ewa", "Tomek", "Zosia", "Kasia", "Piotr"]
QUALITY = 82
WAIT = 30_000
expect.set_options(timeout=WAIT)

Step = Callable[[Device], None]


class Photographer:
    """A phone, a tablet and two desktops that sit in the same seat."""

    def __init__(self, browser: Browser, address: str, wanted: list[str]) -> None:
        self._wanted = wanted
        self.devices: dict[str, Device] = {}
        for name, ((width, height), scale) in SIZES.items():
            context = browser.new_context(
                viewport={"width": width, "height": height},
                device_scale_factor=scale,
                locale="pl-PL",
                has_touch=name in ("phone", "tablet"),
                reduced_motion="reduce",
                service_workers="block",
            )
            context.set_default_timeout(WAIT)
            self.devices[name] = Device(context, address, "pl")

    def seat(self, guest: Guest) -> None:
        """Sit down where a guest sits, and look at the table."""
        for device in self.devices.values():
            guest.give(device.context)
            device.join(guest.code)

    def wants(self, *screens: str) -> bool:
        """Return whether any of these screens is to be shown."""
        return not self._wanted or any(screen in self._wanted for screen in screens)

    def shoot(self, screen: str, prepare: Step) -> None:
        """Take the pictures of a screen, unless others are wanted."""
        if not self.wants(screen):
            return
        for name, device in self.devices.items():
            prepare(device)
            device.page.evaluate("document.fonts.ready.then(() => document.activeElement?.blur())")
            for theme in ("light", "dark"):
                device.page.emulate_media(color_scheme=theme)
                taken = device.page.screenshot(animations="disabled")
                picture = io.BytesIO()
                Image.open(io.BytesIO(taken)).save(picture, "WEBP", quality=QUALITY)
                (FOLDER / f"{screen}-{name}-{theme}.webp").write_bytes(picture.getvalue())
        print(screen, flush=True)


def pages(photographer: Photographer) -> None:
    """The screens that need no table."""

    def home(device: Device) -> None:
        device.home()
        expect(device.page.get_by_role("heading", level=2).first).to_be_visible()

    def rules(device: Device) -> None:
        device.go("/rules/pickomino")
        expect(device.page.get_by_role("heading", level=1)).to_be_visible()

    def lesson(game: str, step: int) -> Step:
        def show(device: Device) -> None:
            device.go(f"/learn/{game}?step={step}")
            expect(device.page.get_by_role("contentinfo")).to_be_visible()

        return show

    screens = {
        "home": home,
        "rules": rules,
        "lesson-dice": lesson("pickomino", 3),
        "lesson-cards": lesson("linko", 3),
    }
    for screen, show in screens.items():
        if photographer.wants(screen):
            photographer.shoot(screen, show)


def room(photographer: Photographer, address: str) -> None:
    """The waiting room, with somebody not ready yet."""
    host, jan = Guest(address), Guest(address)
    code = host.open("pickomino", ["human", "human", "hard", "human"], "Ola", variant="deluxe")
    jan.sit(code, "Jan")
    with jan:
        jan.ready()
    photographer.seat(host)

    def show(device: Device) -> None:
        expect(device.page.get_by_role("list", name=device.t("room.seats"))).to_contain_text("Jan")
        expect(device.page.get_by_text(device.t("pickomino.option.variant"), exact=True)).to_be_visible()

    photographer.shoot("room", show)


def dice(photographer: Photographer) -> None:
    """The dice table in the middle of a turn, its end, and its review."""
    phone = photographer.devices["phone"]
    table = Positions(phone, "pickomino", PEOPLE, variant="deluxe")
    photographer.seat(table.first)

    def well_under_way(view: View) -> bool:
        tiles = sum(len(seat["stack"]) for seat in view["seats"])
        return mine("rolled")(view) and tiles >= 9 and 0 < len(view["turn"]["aside"]) < 3

    table.bring(well_under_way)

    def choose(device: Device) -> None:
        toolbar = device.page.get_by_role("toolbar")
        expect(toolbar.locator("button[aria-pressed]").first).to_be_visible()
        groups = toolbar.locator("button[aria-pressed=false]")
        if groups.count():
            groups.last.click()
        expect(device.actions.first).to_be_visible()

    photographer.shoot("dice", choose)

    def talk(device: Device) -> None:
        if device.button("chat.title").count():  # it is in the rail where there is one
            device.press("chat.title")
            expect(device.sheet).to_be_visible()

    photographer.shoot("chat", talk)

    def television(device: Device) -> None:
        device.go(f"/tv/{table.first.code}")
        expect(device.status).to_be_visible()

    photographer.shoot("television", television)
    photographer.seat(table.first)
    with table.first, table.others:
        play_out(table.first, table.others)

    photographer.shoot("end", ended)
    if photographer.wants("evening"):
        evening(photographer, table)
    looking_back(photographer, table)


def ended(device: Device) -> None:
    """Show the end of a game, reviewed."""
    device.page.reload()
    expect(device.page.get_by_role("region", name=device.t("looking.title"))).to_be_visible()


def evening(photographer: Photographer, table: Positions) -> None:
    """The end of a second game, with the score of both."""
    with table.first as first, table.others as others:
        first.do("rematch")
        first.ready()
        others.ready()
        play_out(first, others)

    def show(device: Device) -> None:
        ended(device)
        device.page.get_by_role("region", name=device.t("evening.title")).scroll_into_view_if_needed()

    photographer.shoot("evening", show)


def looking_back(photographer: Photographer, table: Positions) -> None:
    """The replay of a game, the report on its dice, and the check of chance."""
    games = f"/t/{table.first.code}/games"

    def page(where: str, key: str) -> Step:
        def show(device: Device) -> None:
            device.go(f"{games}/{table.first.table['round']}{where}")
            expect(device.page.get_by_text(device.t(key)).first).to_be_visible()

        return show

    def replay(device: Device) -> None:
        device.go(f"{games}/{table.first.table['round']}?at=40")
        expect(device.page.get_by_role("slider")).to_have_value("40")
        beside = device.page.get_by_text(device.t("looking.moments"))  # or behind a button, on a phone
        expect(beside.or_(device.button("looking.title")).first).to_be_visible()

    photographer.shoot("replay", replay)
    photographer.shoot("report", page("#report", "pickomino.report.title"))
    photographer.shoot("fair", page("#fair", "replay.fair.yes"))


def cards(photographer: Photographer) -> None:
    """The card table: choosing, and a theft."""
    phone = photographer.devices["phone"]
    table = Positions(phone, "linko", PEOPLE[:5], mode="basic")
    photographer.seat(table.first)

    def rich(view: View) -> bool:
        robbable = sum(bool(seat["layers"]) for seat in view["seats"][1:])
        return mine("play")(view) and robbable >= 3 and len(view["seats"][0]["layers"]) >= 2

    table.bring(rich, slow)

    def choose(device: Device) -> None:
        hand = device.page.get_by_role("toolbar").locator("button[aria-pressed=false]")
        expect(hand.first).to_be_visible()
        hand.last.click()
        expect(device.actions.first).to_be_visible()

    photographer.shoot("cards", choose)
    table.bring(mine("theft"), slow)

    def theft(device: Device) -> None:
        expect(device.page.get_by_text(device.t("linko.answer.grab")).first).to_be_visible()

    photographer.shoot("theft", theft)


def duel(photographer: Photographer) -> None:
    """The duel, with the virtual player's row."""
    table = Positions(photographer.devices["phone"], "linko", PEOPLE[:2], mode="duel")
    photographer.seat(table.first)
    table.bring(lambda view: mine("play")(view) and all(len(seat["layers"]) > 1 for seat in view["seats"]))

    def choose(device: Device) -> None:
        hand = device.page.get_by_role("toolbar").locator("button[aria-pressed=false]")
        expect(hand.first).to_be_visible()
        hand.last.click()
        expect(device.actions.first).to_be_visible()

    photographer.shoot("duel", choose)


def curtain(photographer: Photographer, address: str) -> None:
    """Two people on one device."""
    guest = Guest(address)
    code = guest.open("linko", ["human", "human", "medium"], "Ola")
    guest.sit(code, "Jan")
    with guest:
        guest.start()
    photographer.seat(guest)

    def show(device: Device) -> None:
        expect(device.button("curtain.open", name="Ola")).to_be_visible()

    photographer.shoot("curtain", show)


@contextmanager
def studio(wanted: list[str]) -> Iterator[tuple[Photographer, str]]:
    """A server, a browser, and somebody who takes pictures."""
    with Server(losing_after=900, absent_after=1800) as server, chromium() as browser:
        yield Photographer(browser, server.address, wanted), server.address


def main() -> None:
    """Take all pictures, or those of the screens that are named."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with studio(sys.argv[1:]) as (photographer, address):
        pages(photographer)
        if photographer.wants("room"):
            room(photographer, address)
        if photographer.wants("dice", "chat", "television", "end", "evening", "replay", "report", "fair"):
            dice(photographer)
        if photographer.wants("cards", "theft"):
            cards(photographer)
        if photographer.wants("duel"):
            duel(photographer)
        if photographer.wants("curtain"):
            curtain(photographer, address)


if __name__ == "__main__":
    main()
