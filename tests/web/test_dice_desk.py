"""The dice game on a large window: a table that fills it, nothing cut off, covered or too small to read."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from tests.web.bare import GOAL, bare_share
from tests.web.device import DESKTOP, PHONE, MakeDevice
from tests.web.guest import View, plain
from tests.web.positions import Positions, mine, turn_begins
from tests.web.test_access import ones
from tests.web.test_layout import BOXES, SHORT

SIZES = [(1024, 768), (1280, 720), (1440, 900), (1920, 1080), (2560, 1080)]
LITTLE = {size: 0.45 if size[0] < 1200 else GOAL for size in SIZES}
"""How much may be bare: where there is no room for the rail, there is none for its text either."""

COVERED = """
() => {
  const boxes = (what) =>
    [...document.querySelectorAll(what)]
      .filter((one) => one.checkVisibility({ visibilityProperty: true }))
      .map((one) => one.getBoundingClientRect());
  const over = (a, b) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  const badges = boxes(".guest, .held, .round");
  const worms = boxes(".tile .worms svg");
  const covered = worms.filter((worm) => badges.some((badge) => over(badge, worm)));
  const loose = [...document.querySelectorAll(".grill li:has(.guest)")].filter((spot) => {
    const [tile, guest] = [spot, spot.querySelector(".guest")].map((one) => one.getBoundingClientRect());
    return Math.max(guest.right - tile.right, tile.top - guest.top) > guest.width / 5;
  });
  return [badges.length, covered.length, loose.length];
}
"""
"""How many badges there are, how many worms on tiles they cover, and how many do not sit on their tile."""


def full(view: View) -> bool:
    """Our roll, in the middle of a game with many tiles taken."""
    taken = sum(len(seat["stack"]) for seat in view["seats"])
    return mine("rolled")(view) and taken >= 5 and bool(view["turn"]["aside"])


TABLES = [(2, "base"), (4, "deluxe"), (7, "deluxe")]


@pytest.mark.parametrize(("players", "variant"), TABLES)
def test_the_table_fills_a_large_window(device: MakeDevice, players: int, variant: str) -> None:
    computer = device(DESKTOP)
    table = Positions(computer, "pickomino", SHORT[:players], variant=variant)
    problems = []
    for what, wanted in (("rolled", full), ("start", mine("start"))):
        table.bring(wanted)
        rolled = computer.t("pickomino.status.rolled")
        expect(computer.status).to_have_text(turn_begins(computer) if what == "start" else rolled)
        for size in SIZES:
            computer.resize(*size)
            found = computer.page.evaluate(BOXES, [table.names, True])
            problems += [f"{what}, {size}: {problem}" for problem in found]
            if wanted is full and (bare := bare_share(computer.page)) > LITTLE[size]:
                problems.append(f"{what}, {size}: {bare:.0%} of the window is bare")
    assert not problems, "\n".join(problems)


def test_the_score_of_everybody_can_be_read_from_the_sofa(device: MakeDevice) -> None:
    computer = device((1920, 1080))
    Positions(computer, "pickomino", SHORT, variant="deluxe")
    sizes = "all => all.map((one) => parseFloat(getComputedStyle(one).fontSize))"
    scores = computer.page.locator("[data-seat] .worms:not(.tile .worms), .own small").evaluate_all(sizes)
    assert len(scores) == len(SHORT)
    assert min(scores) >= 22


def test_the_grill_has_two_rows_and_stays_as_it_is(device: MakeDevice) -> None:
    computer = device((1440, 900))
    for variant, columns in (("base", 8), ("deluxe", 9)):
        table = Positions(computer, "pickomino", SHORT[:3], variant=variant)
        grill = computer.page.get_by_role("list", name=computer.t("pickomino.table.grill")).locator("> li")
        before = places(grill)
        assert len({top for _, top in before}) == 2
        assert len({left for left, _ in before}) == columns
        view = table.bring(full)
        assert len(view["grill"]) < len(before)
        expect(grill.filter(has_not=computer.page.locator("[data-piece]"))).not_to_have_count(0)
        assert places(grill) == before


def places(all_of: Locator) -> list[tuple[int, int]]:
    boxes = all_of.evaluate_all(
        "all => all.map((one) => one.getBoundingClientRect()).map((r) => [r.left, r.top])"
    )
    return [(round(left), round(top)) for left, top in boxes]


def test_badges_sit_on_their_tiles_and_leave_the_worms_in_sight(device: MakeDevice) -> None:
    page = device()
    table = Positions(page, "pickomino", SHORT, variant="deluxe")

    def rich(view: View) -> bool:
        seats = [seat for seat in view["seats"] if seat["stack"] and seat["specialist"]]
        return len(seats) > 2 and any(seat["round_worms"] and seat["stack"] for seat in view["seats"][1:])

    table.bring(rich, ones)
    expect(page.page.locator(".held").nth(2)).to_be_visible()
    for size in (PHONE, (768, 1024), *SIZES):
        page.resize(*size)
        badges, covered, loose = page.page.evaluate(COVERED)
        assert badges > 2
        assert not covered, size
        assert not loose, size


def test_stacks_are_drawn_tile_by_tile(device: MakeDevice) -> None:
    computer = device(DESKTOP)
    table = Positions(computer, "pickomino", SHORT[:3])
    view = table.bring(lambda view: any(len(seat["stack"]) > 2 for seat in view["seats"][1:]), plain)
    for seat, holding in enumerate(view["seats"]):
        where = computer.page.locator(f'[data-seat="{seat}"]' if seat else ".own")
        expect(where.locator("[data-piece]")).to_have_text([f"{tile}" for tile in holding["stack"]])


def test_a_tap_on_the_dice_throws_them(device: MakeDevice) -> None:
    phone = device()
    Positions(phone, "pickomino", SHORT[:2])
    phone.page.locator(".waiting").click()
    expect(phone.status).to_have_text(phone.t("pickomino.status.rolled"))
    expect(phone.page.get_by_role("toolbar").get_by_role("button").first).to_be_visible()
