"""The puzzle of the day on the first screen, solved on the board; the streak stays on the device."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from stolik.analysis.puzzles import Puzzle, puzzles
from tests.web.device import PHONE, Device, MakeDevice
from tests.web.inspector import Inspector

GAME = "pickomino"
DAY, DAY_BEFORE = "2026-11-16", "2026-11-15"


def about_dice() -> tuple[int, Puzzle]:
    """Return a puzzle, with its number, whose best and obvious moves are groups of dice."""
    return next(
        (number, puzzle)
        for number, puzzle in enumerate(puzzles(GAME), start=1)
        if puzzle["best"].startswith("keep") and puzzle["obvious"].startswith("keep")
    )


def choose(screen: Device, move: str) -> None:
    """Set a group of dice aside, by keyboard alone."""
    screen.page.keyboard.press(move.split()[1])
    screen.page.keyboard.press("Enter")


@pytest.mark.parametrize(("size", "language"), [(PHONE, "pl"), ((1440, 900), "de")], ids=["phone", "desktop"])
def test_it_is_solved_on_the_board_and_the_streak_grows(
    device: MakeDevice, size: tuple[int, int], language: str
) -> None:
    number, puzzle = about_dice()
    screen = device(size, language)
    asked = screen.context.request.get(f"{screen.address}/api/puzzle?game={GAME}&number={number}")
    told = {**asked.json(), "day": DAY}
    screen.context.route("**/api/puzzle?", lambda route: route.fulfill(json=told))
    screen.page.clock.set_fixed_time(f"{DAY}T12:00:00Z")
    kept = json.dumps({"days": 2, "last": DAY_BEFORE})
    screen.context.add_init_script(f"localStorage['stolik.puzzles'] ??= {json.dumps(kept)}")
    screen.home()
    link = screen.page.get_by_role("link", name=screen.t("puzzle.title"))
    expect(link).to_contain_text(screen.t("puzzle.streak", n=2))
    link.click()
    title = screen.page.get_by_role("heading", level=1)
    expect(title).to_have_text(screen.t("puzzle.of_the_day", game=screen.t(f"{GAME}.name")))
    inspector = Inspector(screen.page)
    inspector.look("a puzzle")
    said = screen.page.get_by_role("region", name=title.inner_text())
    choose(screen, puzzle["obvious"])
    expect(said).to_contain_text(screen.t("puzzle.question.same", move="", share="").split(". ")[-1])
    choose(screen, puzzle["best"])
    expect(said.get_by_role("listitem").first).to_contain_text(screen.t("looking.best"))
    inspector.look("its answer")
    screen.page.keyboard.press("Enter")
    expect(title).to_have_text(screen.t("puzzle.solved"))
    expect(screen.page.get_by_text(screen.t("puzzle.streak", n=3))).to_be_visible()
    inspector.look("its end")
    inspector.conclude()
    screen.page.get_by_role("link", name=screen.t("menu.home")).click()
    expect(link).to_contain_text(screen.t("puzzle.today"))
    expect(link).to_contain_text(screen.t("puzzle.streak", n=3))


def test_the_answer_is_no_solution_and_another_one_follows(device: MakeDevice) -> None:
    phone = device(PHONE, "en")
    count = len(puzzles(GAME))
    phone.go(f"/puzzle/{GAME}/{count}")
    title = phone.page.get_by_role("heading", level=1)
    expect(title).to_have_text(f"Worms: puzzle {count} of {count}")
    phone.press("looking.question.show")
    phone.page.keyboard.press("Enter")
    expect(title).to_have_text(phone.t("puzzle.unsolved"))
    assert phone.page.evaluate("localStorage['stolik.puzzles']") is None
    phone.page.get_by_role("link", name=phone.t("puzzle.another")).click()
    expect(title).to_contain_text("Worms: puzzle ")
    expect(title).not_to_have_text(f"Worms: puzzle {count} of {count}")


def test_there_is_no_such_puzzle(device: MakeDevice) -> None:
    phone = device(PHONE, "en")
    phone.go(f"/puzzle/{GAME}/{len(puzzles(GAME)) + 1}")
    expect(phone.page.get_by_text(phone.t("refusal.unknown_puzzle"))).to_be_visible()
    phone.errors.clear()  # the browser tells of every 404
