"""Things move: dice fall before they are grouped, tiles fly, and each is in one place in every frame."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, cast

from playwright.sync_api import Page, expect

from stolik.games.pickomino.from_view import state_from_view
from stolik.games.pickomino.preview import preview
from stolik.games.pickomino.views import PickominoView
from tests.web.device import DESKTOP, Device, MakeDevice
from tests.web.guest import Guest, Policy, View, plain
from tests.web.positions import Positions, mine

NAMES = ["Ola", "Lis", "Jan"]

RECORD = """
() => {
  const seen = (one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const film = { frames: [], grill: [], down: [], flown: [], texts: [], robbed: [], labelled: 0 };
  Object.assign(film, { tumbling: 0, going: true });
  const named = (where) =>
    [...document.querySelectorAll(`${where} [data-piece^=tile]`)].map((one) => one.dataset.piece);
  window.film = film;
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const one of addedNodes) if (one.dataset?.flying) film.flown.push(one.dataset.flying);
  }).observe(document.body, { childList: true, subtree: true });
  const look = () => {
    const tiles = {};
    for (const one of document.querySelectorAll("[data-piece^=tile], [data-flying^=tile]")) {
      const name = one.dataset.piece ?? one.dataset.flying;
      if (seen(one)) tiles[name] = (tiles[name] ?? 0) + 1;
    }
    film.frames.push(tiles);
    film.grill.push(named(".grill"));
    film.down.push(named(".grill li.down"));
    const text = document.querySelector("[data-testid=status]").textContent.trim();
    if (film.texts.at(-1) !== text) film.texts.push(text);
    for (const one of document.querySelectorAll(".robbed .swing")) film.robbed.push(one.textContent.trim());
    const falling = [...document.querySelectorAll(".groups .die")].some((die) => die.getAnimations().length);
    const labels = [...document.querySelectorAll(".groups .note")].some(seen);
    film.tumbling += falling;
    film.labelled += falling && labels;
    if (film.going) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
"""
"""What is to be seen in every frame, and everything that has flown."""

SHOWN = """
() => {
  const tiles = (where) =>
    [...where.querySelectorAll("[data-piece^=tile]")].map((one) => Number(one.dataset.piece.slice(5)));
  const seats = {};
  for (const one of document.querySelectorAll("[data-seat]")) seats[one.dataset.seat] = tiles(one);
  seats[0] = tiles(document.querySelector(".own"));
  const up = [...document.querySelectorAll(".grill li:not(.down)")].flatMap(tiles);
  return JSON.stringify([Object.values(seats), up]);
}
"""
"""The stacks and the open tiles of the grill, as the page shows them."""


def wait_for(page: Page, view: View) -> None:
    """Wait until the page shows what the server shows, and nothing moves any more."""
    up = [spot["tile"] for spot in view["grill"] if spot["up"]]
    wanted = [[seat["stack"] for seat in view["seats"]], up]
    still = "!document.querySelector('[data-flying], .swing, .landing')"
    page.wait_for_function(
        f"(wanted) => ({SHOWN})() === JSON.stringify(wanted) && {still}", arg=wanted, polling=100
    )


@contextmanager
def recorded(page: Page) -> Iterator[dict[str, Any]]:
    """Record every frame for as long as this lasts; then the film is there."""
    film: dict[str, Any] = {}
    page.evaluate(RECORD)
    yield film
    film.update(page.evaluate("() => ((film.going = false), film)"))


class Stage:
    """A page where things move, and everybody at its table."""

    def __init__(self, device: Device, **options: str) -> None:
        self.device = device
        self.table = Positions(device, "pickomino", NAMES, **options)

    def bring(self, enough: Callable[[View], bool], policy: Policy = plain) -> View:
        """Play on until something is about to happen, and until the page shows that moment."""
        view = self.table.bring(enough, policy)
        wait_for(self.device.page, view)
        return view

    def play(self, view: View, move: str) -> View:
        """Play a move of the actor; return the view after it, once the page shows it and nothing moves."""
        with self.table.first as first, self.table.others as others:
            for guest in (first, others):
                guest.catch_up(max(first.seq, others.seq))
            mover: Guest = first if view["actor"] in first.yours else others
            mover.play(lambda _: move)
            first.catch_up(max(first.seq, others.seq))
            after = first.look()
        wait_for(self.device.page, after)
        whose = after["actor"]
        if whose != 0:
            expect(self.device.status).to_have_text(self.device.t("status.turn", name=NAMES[whose]))
        return after


def assert_each_tile_in_one_place(film: dict[str, Any], tiles: int) -> None:
    assert len(film["frames"]) > 5
    wrong = [frame for frame in film["frames"] if len(frame) != tiles or set(frame.values()) != {1}]
    assert not wrong, wrong[0]


def test_a_stolen_tile_flies_to_the_thief_and_is_in_one_place_in_every_frame(device: MakeDevice) -> None:
    computer = device(DESKTOP, still=False)
    stage = Stage(computer)

    def robs_us(view: View) -> bool:
        own = view["seats"][0]["stack"]
        return view["actor"] != 0 and len(own) > 1 and f"steal {own[-1]}" in view["moves"]

    before = stage.bring(robs_us)
    tile, worms = before["seats"][0]["stack"][-1], before["seats"][0]["top_worms"]
    with recorded(computer.page) as film:
        after = stage.play(before, f"steal {tile}")
    assert after["seats"][before["actor"]]["stack"][-1] == tile
    assert_each_tile_in_one_place(film, 16)
    assert f"tile {tile}" in film["flown"]
    assert {text.split("−")[-1] for text in film["robbed"]} == {str(worms)}
    told = computer.t(
        "pickomino.event.steal",
        name=NAMES[before["actor"]],
        tile=tile,
        worms=computer.t("pickomino.count.worms", n=worms),
        robbed=computer.t("seat.from", you=True),
    )
    assert told in film["texts"]


def test_a_burnt_roll_costs_what_it_costs_in_the_order_of_the_rule(device: MakeDevice) -> None:
    computer = device(DESKTOP, still=False)
    stage = Stage(computer)

    def risky(view: View) -> bool:
        turn = view["turn"]
        return (
            mine("kept")(view)
            and "roll" in view["moves"]
            and len(view["seats"][0]["stack"]) > 1
            and (len(turn["aside"]) > 3 and turn["dice"] < 3)
            and view["seats"][0]["stack"][-1] < highest(view)  # or none is turned down (P-16)
        )

    def highest(view: View) -> int:
        return max((spot["tile"] for spot in view["grill"] if spot["up"]), default=0)

    def greedy(view: View) -> str:
        own = view["actor"] == 0 and len(view["seats"][0]["stack"]) > 1
        return "roll" if own and "roll" in view["moves"] else plain(view)

    while True:
        before = stage.bring(risky, greedy)
        top = before["seats"][0]["stack"][-1]
        with recorded(computer.page) as film:
            after = stage.play(before, "roll")
        if after["actor"] != 0:
            break
    assert top not in after["seats"][0]["stack"]
    assert_each_tile_in_one_place(film, 16)
    assert film["flown"][0] == f"tile {top}"
    texts = film["texts"]
    burnt = computer.t("pickomino.event.burn", you=True)
    assert burnt in texts
    assert texts[-1] == computer.t("status.turn", name=NAMES[after["actor"]])
    assert not [text for text in texts if computer.t("seat.number", n=1) in text or text == NAMES[0]]
    assert computer.t("table.your_turn") not in texts[texts.index(burnt) :]
    returned = next(n for n, tiles in enumerate(film["grill"]) if f"tile {top}" in tiles)
    turned = next(n for n, tiles in enumerate(film["down"]) if f"tile {highest(before)}" in tiles)
    assert 0 < returned < turned


def test_nothing_is_written_under_dice_that_have_not_landed(device: MakeDevice) -> None:
    computer = device(DESKTOP, still=False)
    stage = Stage(computer)
    stage.bring(mine("start"))
    with recorded(computer.page) as film:
        computer.page.keyboard.press("r")
        expect(computer.page.locator(".groups .note").first).to_be_visible()
    assert film["tumbling"]
    assert not film["labelled"]


def test_where_nothing_moves_a_theft_is_still_seen(device: MakeDevice) -> None:
    computer = device(DESKTOP)
    stage = Stage(computer)

    def robs_us(view: View) -> bool:
        own = view["seats"][0]["stack"]
        return view["actor"] != 0 and bool(own) and f"steal {own[-1]}" in view["moves"]

    before = stage.bring(robs_us)
    with recorded(computer.page) as film:
        stage.play(before, f"steal {before['seats'][0]['stack'][-1]}")
    assert film["robbed"]
    assert not film["flown"]
    assert_each_tile_in_one_place(film, 16)


def test_a_spectator_is_never_spoken_to(device: MakeDevice) -> None:
    phone = device()
    table = Positions(phone, "pickomino", NAMES[:2])
    watcher = device(DESKTOP)
    watcher.join(phone.code)

    def locked(view: View) -> bool:
        turn = view["turn"]
        return mine("rolled")(view) and bool(set(turn["aside"]) & set(turn["roll"]))

    table.bring(locked)
    have, taken = phone.t("pickomino.table.have"), phone.t("pickomino.table.taken")
    expect(phone.page.get_by_text(have, exact=True).first).to_be_visible()
    expect(watcher.page.get_by_text(taken, exact=True).first).to_be_visible()
    expect(watcher.page.get_by_text(have, exact=True)).to_have_count(0)
    expect(watcher.page.locator(".own")).to_have_count(0)


def test_the_trainer_rates_taking_against_rolling_on(device: MakeDevice) -> None:
    computer = device(DESKTOP)
    table = Positions(computer, "pickomino", NAMES[:2], help="trainer")

    def choices(view: View) -> dict[str, list[str]]:
        led_to = preview(state_from_view(cast(PickominoView, view)), False) or {}
        return {move: seen.get("moves", []) for move, seen in led_to.items()}

    def both(view: View) -> bool:
        return mine("rolled")(view) and any(
            len(moves) > 1 and moves[0].startswith("take ") for moves in choices(view).values()
        )

    view = table.bring(both)
    face = next(move for move, moves in choices(view).items() if len(moves) > 1).removeprefix("keep ")
    groups = computer.page.get_by_role("toolbar")
    expect(groups.get_by_role("button", name=computer.t("pickomino.table.best"))).to_be_visible()
    if not groups.locator("[aria-pressed=true]").count():
        computer.page.keyboard.press(face)
    expect(computer.actions.filter(has_text="≈")).to_have_count(len(choices(view)[f"keep {face}"]))
    expect(
        computer.actions.filter(has_text=computer.t("pickomino.table.finish", share="").strip())
    ).to_have_count(1)
