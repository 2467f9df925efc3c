"""Cards in motion: in every frame each card is in one place, and what comes of it is what the server shows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.device import DESKTOP, Device, MakeDevice
from tests.web.guest import Policy, View
from tests.web.positions import Positions, mine, slow

NAMES = ["Ola", "Lis", "Jan", "Ewa"]

RECORD = """() => {
  const card = /^card /;
  const seen = (one) => getComputedStyle(one).visibility !== "hidden";
  window.frames_seen = [];
  const look = () => {
    const lying = [...document.querySelectorAll("[data-piece]")].filter(seen).map((one) => one.dataset.piece);
    const flying = [...document.querySelectorAll("[data-flying]")].map((one) => one.dataset.flying);
    window.frames_seen.push([lying.filter((name) => card.test(name)), flying]);
    window.recording = requestAnimationFrame(look);
  };
  look();
}"""
"""From now on: the names of the cards that lie on the table and of those in the air, in every frame."""

STOP = "() => (cancelAnimationFrame(window.recording), window.frames_seen)"

SHOWN = """() => {
  const cards = (root) => [...root.querySelectorAll("[data-piece^='card ']")]
    .map((one) => one.querySelector("text").textContent.toLowerCase()).sort();
  const parts = { hand: ".near .hand", pool: ".pool", own: ".own", row: ".row" };
  const found = {};
  for (const [name, where] of Object.entries(parts)) {
    const root = document.querySelector(where);
    found[name] = root ? cards(root) : [];
  }
  found.others = [...document.querySelectorAll(".others > li")].map(cards);
  return found;
}"""
"""The cards that lie on the table, by where they lie."""


@contextmanager
def recorded(device: Device) -> Iterator[list[tuple[list[str], list[str]]]]:
    """Every frame while this lasts and until nothing is in the air any more; filled in when it is over."""
    frames: list[tuple[list[str], list[str]]] = []
    device.page.evaluate(RECORD)
    yield frames
    expect(device.page.locator("[data-flying]")).to_have_count(0)
    frames += device.page.evaluate(STOP)


def check(frames: list[tuple[list[str], list[str]]]) -> set[str]:
    """Assert that no card is in two places in any frame; return what has flown."""
    assert frames
    for lying, flying in frames:
        both = [*lying, *flying]
        assert len(both) == len(set(both)), sorted(name for name in both if both.count(name) > 1)
    return {name for _, flying in frames for name in flying}


def assert_shows(device: Device, view: View) -> None:
    """Assert that the table shows what the server's view of the first seat says, card by card."""

    def flat(counts: dict[str, int]) -> list[str]:
        return sorted(card for card, n in counts.items() for _ in range(n))

    def layers(seat: int) -> list[str]:
        return sorted(card for layer in view["seats"][seat]["layers"] for card in layer["cards"])

    wanted = {
        "hand": flat(view["hand"]),
        "pool": sorted(card for place in view["pool"] for card in place),
        "row": flat(view["virtual"] or {}),
        "own": layers(0),
        "others": [layers(seat) for seat in range(1, len(view["seats"]))],
    }
    shown: dict[str, Any] = device.page.evaluate(SHOWN)
    assert shown == wanted


def own_view(table: Positions) -> View:
    with table.first:
        return table.first.look()


def moving(device: MakeDevice, **options: str) -> tuple[Device, Positions]:
    computer = device(DESKTOP, still=False)
    names = NAMES[:2] if options.get("mode") == "duel" else NAMES[:3]
    return computer, Positions(computer, "linko", names, **options)


def settle(device: Device) -> None:
    """Wait until everything that has happened has been shown."""
    expect(device.page.locator("[data-flying]")).to_have_count(0)


# -- what is recorded ---------------------------------------------------------------------------------------


def test_the_deal(device: MakeDevice) -> None:
    computer = device(DESKTOP, still=False)
    computer.page.add_init_script(f"addEventListener('DOMContentLoaded', {RECORD})")
    table = Positions(computer, "linko", NAMES[:3])
    settle(computer)
    flown = check(computer.page.evaluate(STOP))
    view = own_view(table)
    assert_shows(computer, view)
    assert len([name for name in flown if name.startswith("card ")]) >= 13 + 6  # the hand and the pool
    assert {name.split(" draws ")[0] for name in flown if " draws " in name} == {"held 1", "held 2"}


def first_play(view: View) -> str:
    """Play a single card, so that somebody steals it soon, and take what can be stolen."""
    return "grab" if "grab" in view["moves"] else slow(view)


@pytest.mark.parametrize("answer", ["grab", "leave"])
def test_a_theft_that_is_answered(device: MakeDevice, answer: str) -> None:
    computer, table = moving(device)
    before = table.bring(mine("theft"), slow)
    settle(computer)
    expect(computer.actions).to_have_count(2)
    stolen = before["pending"]["layer"]["cards"]
    victim = before["pending"]["victim"]
    with recorded(computer) as frames:
        computer.page.keyboard.press({"grab": "t", "leave": "l"}[answer])
        expect(computer.actions).to_have_count(0)
    flown = check(frames)
    view = own_view(table)
    if answer == "grab":
        assert sum(view["hand"].values()) == sum(before["hand"].values()) + len(stolen)
        assert flown
    assert len(view["seats"][victim]["layers"]) == len(before["seats"][victim]["layers"]) - (answer == "grab")
    assert_shows(computer, view)


def robbed(view: View) -> bool:
    """Whether it is to be settled what becomes of a layer of ours."""
    return bool(view["pending"] and view["pending"].get("victim") == 0)


@pytest.mark.parametrize("policy", [first_play, slow], ids=["taken", "left"])
def test_a_theft_from_us(device: MakeDevice, policy: Policy) -> None:
    computer, table = moving(device)
    table.bring(robbed, slow)
    settle(computer)
    with recorded(computer) as frames:
        table.bring(lambda view: not robbed(view), policy)
        expect(computer.page.locator(".own .sign")).to_have_count(0)
    check(frames)
    assert_shows(computer, own_view(table))


def test_a_raid(device: MakeDevice) -> None:
    computer, table = moving(device, mode="duel")
    before = table.bring(mine("raid"))
    settle(computer)
    size, value = before["moves"][0].removeprefix("raid ").split("x")
    row = computer.page.locator(".row")
    with recorded(computer) as frames:
        row.get_by_role("button").first.click()
        computer.page.keyboard.press("Enter")
        expect(row.get_by_role("button")).to_have_count(0)
    flown = check(frames)
    view = own_view(table)
    assert view["hand"][value] == before["hand"].get(value, 0) + int(size)
    assert len(flown) >= int(size)
    assert_shows(computer, view)


def test_a_whole_game_ends_as_the_server_says(device: MakeDevice) -> None:
    """However fast the others play, what is shown in the end is what is."""
    computer, table = moving(device)
    enough: Callable[[View], bool] = lambda view: mine("play")(view) and view["deck"] < 30  # noqa: E731
    with recorded(computer) as frames:
        table.bring(enough, slow)
        expect(computer.status).to_have_text(computer.t("linko.status.play"))
    check(frames)
    assert_shows(computer, own_view(table))
