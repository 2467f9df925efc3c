"""The pace of bots, and who hurries them; the clock; whose turn it is."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import WebSocket, expect

from tests.web.device import DESKTOP, LANGUAGES, Device, MakeDevice
from tests.web.guest import Guest, plain
from tests.web.positions import Positions, mine, start_on_one, turn_begins


class Said:
    """What a page says to the server."""

    def __init__(self, device: Device) -> None:
        self.kinds: list[str] = []
        device.page.on("websocket", self._opened)

    def _opened(self, socket: WebSocket) -> None:
        socket.on("framesent", lambda text: self.kinds.append(json.loads(text)["t"]))

    @property
    def hurries(self) -> int:
        return self.kinds.count("hurry")


HOLDS_ITS_KEY = """(button) => {
  const [around, key] = [button, button.querySelector("kbd")].map((one) => one.getBoundingClientRect());
  const inside = (from, to) => around[from] <= key[from] && key[to] <= around[to];
  return inside("left", "right") && inside("top", "bottom");
}"""
"""Whether the name of a button's key is within the button."""


def bots_turn(device: Device, game: str = "pickomino", **settings: str) -> Said:
    """Have the device at a table with two slow bots, after its first turn."""
    said = Said(device)
    host = Guest(device.address)
    code = host.open(game, ["human", "easy", "easy"], "Ola", pace="calm", **settings)
    host.give(device.context)
    with host:
        host.start()
        host.play_until(lambda view: bool(view["actor"] == 1), plain)
    device.join(code)
    expect(device.button("hurry.faster")).to_be_visible()
    return said


def test_holding_the_space_bar_hurries_the_bots(device: MakeDevice) -> None:
    computer = device(DESKTOP, still=False)
    said = bots_turn(computer)
    assert said.hurries == 0
    computer.page.keyboard.down(" ")
    expect(computer.button("hurry.faster")).to_have_attribute("aria-pressed", "true")
    expect(computer.status).to_have_text(computer.t("pickomino.status.start"))  # both bots have played
    assert said.hurries >= 4, "a wish for every decision of the bots"
    computer.page.keyboard.up(" ")
    expect(computer.button("hurry.faster")).to_have_count(0)


def test_a_key_that_is_let_go_hurries_no_more(device: MakeDevice) -> None:
    computer = device(DESKTOP)
    said = bots_turn(computer)
    computer.page.keyboard.down(" ")
    computer.page.keyboard.up(" ")
    expect(computer.button("hurry.faster")).to_have_attribute("aria-pressed", "false")
    log = computer.page.get_by_role("region", name=computer.t("menu.log")).get_by_role("listitem")
    expect(log).not_to_have_count(log.count())  # whatever was said while the key was down has been heard
    before = said.hurries
    expect(log).not_to_have_count(log.count())  # the bots go on by themselves
    assert said.hurries == before


def test_a_finger_on_the_table_hurries_the_bots(device: MakeDevice) -> None:
    phone = device(still=False)
    said = bots_turn(phone)
    phone.status.hover()
    phone.page.mouse.down()
    expect(phone.button("hurry.faster")).to_have_attribute("aria-pressed", "true")
    phone.page.mouse.up()
    expect(phone.button("hurry.faster")).to_have_attribute("aria-pressed", "false")
    assert said.hurries >= 1


def test_the_button_hurries_until_it_is_my_turn(device: MakeDevice) -> None:
    computer = device(DESKTOP)
    said = bots_turn(computer, "linko")
    button = computer.button("hurry.faster")
    assert button.evaluate(HOLDS_ITS_KEY)
    button.click()
    expect(computer.status).to_have_text(computer.t("linko.status.play"))
    assert said.hurries >= 2
    expect(button).to_have_count(0)


def test_nobody_hurries_people(device: MakeDevice) -> None:
    phone = device()
    table = Positions(phone, "pickomino", ["Ola", "Lis"])
    table.bring(lambda view: bool(view["actor"] == 1))
    expect(phone.status).to_have_text(phone.t("status.turn", name="Lis"))
    expect(phone.button("hurry.faster")).to_have_count(0)


def test_the_last_seconds_are_not_like_the_others(device: MakeDevice) -> None:
    heights: list[float] = []
    for seconds in (600, 9):
        phone = device()
        host = Guest(phone.address)
        code = host.open("pickomino", ["human", "easy"], "Ola")
        host.give(phone.context)
        phone.join(code)
        expect(phone.button("room.start")).to_be_visible()
        with host:
            host.do("configure", manners={"clock": seconds})
            host.start()
        clock = phone.status.locator(".time")
        expect(clock).to_be_visible()
        expect(clock.locator("svg")).to_have_count(1 if seconds < 10 else 0)
        box = clock.bounding_box()
        assert box
        heights.append(box["height"])
    calm, urgent = heights
    assert urgent > 1.25 * calm


@pytest.mark.parametrize("language", LANGUAGES)
def test_nobody_is_called_by_a_number_while_their_roll_burns(device: MakeDevice, language: str) -> None:
    computer = device(DESKTOP, language, still=False)
    own = computer.t("seat.number", n=1)
    table = Positions(computer, "pickomino", [own, "Lis"])
    computer.page.evaluate(WATCH)
    burnt = computer.t("pickomino.event.burn", you=True)
    seen: list[str] = []
    while not any(burnt in text for text in seen):
        table.bring(mine("start"), seen=True)
        expect(computer.status).to_have_text(turn_begins(computer))
        computer.page.evaluate("window.seen.clear()")
        while table.bring(lambda _: True)["actor"] == 0:
            with table.first as first:
                first.play(lambda view: "roll" if "roll" in view["moves"] else plain(view))
        expect(computer.status).to_have_text(computer.t("status.turn", name="Lis"))
        seen = computer.page.evaluate("[...window.seen]")
        assert not [text for text in seen if own in text], seen


WATCH = """() => {
  window.seen = new Set();
  const status = document.querySelector("[data-testid=status]");
  const look = () => window.seen.add(status.innerText);
  new MutationObserver(look).observe(status, { subtree: true, childList: true, characterData: true });
}"""
"""Keep whatever the status line has said."""


def test_on_a_shared_device_the_name_of_whoever_plays_is_large(device: MakeDevice) -> None:
    phone = device()
    start_on_one(phone, "pickomino")
    expect(phone.status).to_contain_text("Ola")
    name = phone.status.get_by_text("Ola:", exact=True)
    size = float(str(name.evaluate("one => parseFloat(getComputedStyle(one).fontSize)")))
    assert size >= 24
