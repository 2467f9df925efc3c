"""Cards in motion: in every frame each card is in one place, and the end is what the server shows."""

from __future__ import annotations

import json
from collections.abc import Callable

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

UNTIL = f"""(wanted) => new Promise((done) => {{
  const FRAMES = 3000;
  const look = (n) => {{
    const shown = JSON.stringify(({SHOWN})());
    if (shown === wanted || n > FRAMES) done(shown);
    else requestAnimationFrame(() => look(n + 1));
  }};
  look(0);
}})"""
"""What lies on the table as soon as it is what is wanted, or else after a great many frames."""


Frames = list[tuple[list[str], list[str]]]


def recorded(device: Device, table: Positions, happens: Callable[[], object]) -> tuple[Frames, View]:
    """Return every frame from something on until the table shows what is then, and what that is."""
    device.page.evaluate(RECORD)
    happens()
    view = own_view(table)
    until_it_shows(device, view)
    return device.page.evaluate(STOP), view


def check(frames: Frames) -> set[str]:
    """Assert that no card is in two places in any frame; return what has flown."""
    assert frames
    for lying, flying in frames:
        both = [*lying, *flying]
        assert len(both) == len(set(both)), sorted(name for name in both if both.count(name) > 1)
    return {name for _, flying in frames for name in flying}


def until_it_shows(device: Device, view: View) -> None:
    """Wait until the table shows what the view of the first seat says, card by card, and nothing flies."""

    def flat(counts: dict[str, int]) -> list[str]:
        return sorted(card for card, n in counts.items() for _ in range(n))

    def layers(seat: int) -> list[str]:
        return sorted(card for layer in view["seats"][seat]["layers"] for card in layer["cards"])

    wanted = {
        "hand": flat(view["hand"]),
        "pool": sorted(card for place in view["pool"] for card in place),
        "own": layers(0),
        "row": flat(view["virtual"] or {}),
        "others": [layers(seat) for seat in range(1, len(view["seats"]))],
    }
    text = json.dumps(wanted, separators=(",", ":"))
    assert device.page.evaluate(UNTIL, text) == text
    expect(device.page.locator("[data-flying]")).to_have_count(0)


def own_view(table: Positions) -> View:
    with table.first:
        return table.first.look()


def moving(device: MakeDevice, **options: str) -> tuple[Device, Positions]:
    computer = device(DESKTOP, still=False)
    names = NAMES[:2] if options.get("mode") == "duel" else NAMES[:3]
    return computer, Positions(computer, "linko", names, **options)


# -- what is recorded ---------------------------------------------------------------------------------------


def test_the_deal(device: MakeDevice) -> None:
    computer = device(DESKTOP, still=False)
    computer.page.add_init_script(f"addEventListener('DOMContentLoaded', {RECORD})")
    table = Positions(computer, "linko", NAMES[:3])
    until_it_shows(computer, own_view(table))
    flown = check(computer.page.evaluate(STOP))
    assert len([name for name in flown if name.startswith("card ")]) >= 13 + 6  # the hand and the pool
    assert {name.split(" draws ")[0] for name in flown if " draws " in name} == {"held 1", "held 2"}


@pytest.mark.parametrize("answer", ["grab", "leave"])
def test_a_theft_that_is_answered(device: MakeDevice, answer: str) -> None:
    computer, table = moving(device)
    before = table.bring(mine("theft"), slow)
    until_it_shows(computer, before)
    expect(computer.actions).to_have_count(2)

    def answered() -> None:
        computer.page.keyboard.press({"grab": "t", "leave": "l"}[answer])
        expect(computer.page.locator(".hand .coming")).to_have_count(0)

    frames, view = recorded(computer, table, answered)
    flown = check(frames)
    pending = before["pending"]
    taken = len(pending["layer"]["cards"]) if answer == "grab" else 0
    assert sum(view["hand"].values()) == sum(before["hand"].values()) + taken
    assert len(flown) >= taken
    left = len(before["seats"][pending["victim"]]["layers"]) - (answer == "grab")
    assert len(view["seats"][pending["victim"]]["layers"]) == left


def taking(view: View) -> str:
    """Play single cards, and take what can be stolen."""
    return "grab" if "grab" in view["moves"] else slow(view)


def robbed(view: View) -> bool:
    """Whether it is to be settled what becomes of a layer of ours."""
    return bool(view["pending"] and view["pending"].get("victim") == 0)


@pytest.mark.parametrize("policy", [taking, slow], ids=["taken", "left"])
def test_a_theft_from_us(device: MakeDevice, policy: Policy) -> None:
    computer, table = moving(device)
    table.bring(robbed, slow)
    until_it_shows(computer, own_view(table))
    expect(computer.page.locator(".own .thief")).to_be_visible()
    frames, _ = recorded(
        computer, table, lambda: table.bring(lambda view: not robbed(view), policy, seen=True)
    )
    assert check(frames)


def test_a_raid(device: MakeDevice) -> None:
    computer, table = moving(device, mode="duel")
    before = table.bring(lambda view: mine("raid")(view) and len(view["moves"]) > 1)
    until_it_shows(computer, before)
    size, value = before["moves"][0].removeprefix("raid ").split("x")
    row = computer.page.locator(".row")

    def raids() -> None:
        row.get_by_role("button").first.click()
        computer.page.keyboard.press("Enter")
        expect(row.get_by_role("button")).to_have_count(0)

    frames, view = recorded(computer, table, raids)
    assert len(check(frames)) >= int(size)
    assert view["hand"][value] == before["hand"].get(value, 0) + int(size)


def test_however_fast_the_others_play_the_table_ends_as_the_server_says(device: MakeDevice) -> None:
    computer, table = moving(device)
    moves = iter(range(25))
    frames, _ = recorded(computer, table, lambda: table.bring(lambda _: next(moves) == 24, slow, seen=True))
    check(frames)


FLOWN = """() => {
  window.flown = [];
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const one of addedNodes) if (one.dataset?.flying) window.flown.push(one.dataset.flying);
  }).observe(document.body, { childList: true, subtree: true });
}"""
"""Keep the names of all cards that fly from now on."""


IN_HAND = """(cards) => {
  const cells = [...document.querySelectorAll("[role=toolbar] small")];
  const shown = cells.reduce((sum, one) => sum + Number(one.textContent.match(/\\d+/)?.[0] ?? 0), 0);
  return shown === cards && !document.querySelector("[data-flying]");
}"""
"""Whether the hand has so many cards, and none flies any more."""


def test_on_a_phone_cards_fly_out_of_the_hand_and_into_it(device: MakeDevice) -> None:
    phone = device(still=False)
    table = Positions(phone, "linko", NAMES[:3])
    changes: set[bool] = set()
    while changes != {True, False}:  # fewer cards in the hand, and more
        cards = sum(table.bring(lambda view: bool(view["actor"] == 0), slow, seen=True)["hand"].values())
        phone.page.wait_for_function(IN_HAND, arg=cards)
        phone.page.evaluate(FLOWN)
        with table.first as first:
            first.play(slow)
            after = sum(first.look()["hand"].values())
        phone.page.wait_for_function(IN_HAND, arg=after)
        flown = [name for name in phone.page.evaluate("window.flown") if name.startswith("card ")]
        assert len(flown) >= abs(after - cards), flown
        if after != cards:
            changes.add(after > cards)
