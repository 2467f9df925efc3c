"""The dice table: what players have, keys and help, the trainer, and moments of the Deluxe game."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from stolik.games.pickomino.pieces import worms_on
from tests.web.device import DESKTOP, LANGUAGES, MakeDevice
from tests.web.guest import View, plain
from tests.web.positions import Positions, mine
from tests.web.test_access import ones
from tests.web.test_layout import SHORT, check

NAMES = ["Ola", "Lis", "Jan"]


def test_what_everybody_has_is_drawn_and_explained(device: MakeDevice) -> None:
    phone = device()
    table = Positions(phone, "pickomino", NAMES, variant="deluxe")

    def rich(view: View) -> bool:
        own, lis = view["seats"][0], view["seats"][1]
        return bool(own["specialist"] and own["round_worms"] and lis["round_worms"] and lis["stack"])

    view = table.bring(rich, ones)
    for seat, name in ((0, phone.t("seat.you")), (1, "Lis")):
        holding = view["seats"][seat]
        start = (
            "Twoja wierzchnia płytka"
            if seat == 0 and holding["stack"]
            else "Nie masz"
            if seat == 0
            else "Lis:"
        )
        button = phone.page.get_by_role("button", name=re.compile(f"^{start}"))
        expect(button).to_have_accessible_name(re.compile(rf"{holding['round_worms']} okrągł"))
        button.click()
        expect(phone.sheet.get_by_role("heading")).to_have_text(name)
        expect(phone.sheet).to_contain_text(phone.t("pickomino.table.round_worm_rule"))
        if holding["specialist"]:
            expect(phone.sheet).to_contain_text(phone.t(f"pickomino.specialist.{holding['specialist']}.rule"))
        phone.press("sheet.close")
        expect(button).to_be_focused()


def test_whose_round_worm_tells_how_many_there_are(device: MakeDevice) -> None:
    phone = device(language="en")
    table = Positions(phone, "pickomino", NAMES, variant="deluxe")
    view = table.bring(lambda view: mine("worm_for_ones")(view) and len(view["moves"]) > 1, ones)
    for seat in (1, 2):
        worms = view["seats"][seat]["round_worms"]
        text = "1 round worm" if worms == 1 else f"{worms} round worms"
        expect(phone.sheet.get_by_role("button", name=NAMES[seat])).to_contain_text(text)


def test_a_single_giver_of_a_round_worm_is_not_asked_about(device: MakeDevice) -> None:
    phone = device()
    table = Positions(phone, "pickomino", NAMES[:2], variant="deluxe")
    view = table.bring(mine("worm_for_ones"), ones)
    assert view["moves"] == ["worm from 1"]
    phone.hears(phone.t("pickomino.event.round_worm_from", you=True, robbed=phone.t("seat.from", name="Lis")))
    expect(phone.sheet).to_have_count(0)


def test_the_weasel_asks_about_a_burnt_roll(device: MakeDevice) -> None:
    phone = device()
    table = Positions(phone, "pickomino", NAMES[:2], variant="deluxe")
    view = table.bring(lambda view: mine("rolled")(view) and "burn" in view["moves"], after_the_weasel)
    expect(phone.status).to_have_text(phone.t("pickomino.status.burnt"))
    stack = view["seats"][0]["stack"]
    price = (
        phone.t(
            "pickomino.table.burn_costs", tile=stack[-1], whom=phone.t("pickomino.specialist.weasel.whom")
        )
        if stack
        else phone.t("pickomino.table.burn_free")
    )
    weasel, burn = phone.t("pickomino.table.weasel"), phone.t("pickomino.table.burn")
    expect(phone.actions).to_contain_text([weasel, f"{burn} {price}"])


def after_the_weasel(view: View) -> str:
    """Get the weasel to seat 0, which then rolls on until it burns."""
    moves: list[str] = view["moves"]
    if view["actor"] != 0:
        return plain(view)
    if view["seats"][0]["specialist"] == "weasel" and "roll" in moves:
        return "roll"
    spot = next((spot["tile"] for spot in view["grill"] if spot["specialist"] == "weasel"), 0)
    wanted = [f"take {spot}", "hold weasel"]
    return next((move for move in wanted if move in moves), "roll" if moves == ["roll"] else plain(view))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_question_mark_lists_the_keys(device: MakeDevice, language: str) -> None:
    computer = device(DESKTOP, language)
    Positions(computer, "pickomino", NAMES[:2], variant="deluxe")
    computer.page.keyboard.press("?")
    expect(computer.sheet.get_by_role("heading", level=2)).to_have_text(computer.t("help.title"))
    for deed in ("face", "roll", "tile", "weasel"):
        expect(computer.sheet).to_contain_text(computer.t(f"pickomino.keys.{deed}"))
    computer.page.keyboard.press("Escape")
    Positions(computer, "pickomino", NAMES[:2])
    computer.page.keyboard.press("?")
    expect(computer.sheet).to_contain_text(computer.t("pickomino.keys.roll"))
    expect(computer.sheet).not_to_contain_text(computer.t("pickomino.keys.weasel"))
    computer.page.keyboard.press("Escape")
    expect(computer.sheet).to_have_count(0)
    Positions(computer, "linko", NAMES)
    computer.press("help.title")
    expect(computer.sheet).to_contain_text(computer.t("linko.keys.value"))
    expect(computer.sheet).not_to_contain_text(computer.t("pickomino.keys.roll"))


def test_t_takes_a_tile_and_steals_one(device: MakeDevice) -> None:
    computer = device(DESKTOP)
    table = Positions(computer, "pickomino", NAMES[:2])

    def offers(*words: str) -> dict[str, str]:
        view = table.bring(
            lambda view: mine("kept")(view) and {move.split()[0] for move in view["moves"]} >= set(words)
        )
        tiles = dict(move.split() for move in view["moves"] if move != "roll")
        for word, tile in tiles.items():
            expect(
                computer.actions.filter(has_text=computer.t(f"pickomino.table.{word}", tile=tile))
            ).to_be_visible()
        return tiles

    def worms(tile: str) -> str:
        return computer.t("pickomino.count.worms", n=worms_on(int(tile)))

    tile = offers("take", "roll")["take"]
    computer.page.keyboard.press("t")
    computer.hears(computer.t("pickomino.event.take", you=True, tile=tile, worms=worms(tile)))
    tile = offers("steal", "take")["steal"]
    computer.page.keyboard.press("t")
    told = {"worms": worms(tile), "robbed": computer.t("seat.from", name="Lis")}
    computer.hears(computer.t("pickomino.event.steal", you=True, tile=tile, **told))


def test_the_sound_is_turned_off_and_on_above_the_table(device: MakeDevice) -> None:
    phone = device()
    Positions(phone, "pickomino", NAMES[:2])
    phone.press("sound.off")
    expect(phone.button("sound.on")).to_be_visible()
    phone.page.reload()
    phone.press("sound.on")
    expect(phone.button("sound.off")).to_be_visible()


@pytest.mark.parametrize("names", [NAMES, SHORT], ids=["three", "seven"])
def test_the_trainer_finds_room_at_every_size(device: MakeDevice, names: list[str]) -> None:
    phone = device()
    table = Positions(phone, "pickomino", names, variant="deluxe", help="trainer")
    table.bring(lambda view: mine("rolled")(view) and len([one for one in view["seats"] if one["stack"]]) > 1)
    best = phone.page.get_by_role("toolbar").get_by_role("button", name=phone.t("pickomino.table.best"))
    expect(best).to_be_visible()
    problems = check(table, "rolled")
    best.click()
    problems += check(table, "chosen")
    table.bring(mine("kept"))
    expect(phone.actions.filter(has_text=phone.t("pickomino.table.best"))).to_be_visible()
    problems += check(table, "kept")
    assert not problems, "\n".join(problems)


def test_an_offered_tile_is_spoken_of_without_a_chance(device: MakeDevice) -> None:
    phone = device()
    table = Positions(phone, "pickomino", NAMES[:2], help="trainer")
    view = table.bring(lambda view: mine("kept")(view) and view["moves"][0].startswith("take "))
    tile = view["moves"][0].removeprefix("take ")
    expect(phone.actions.filter(has_text=phone.t("pickomino.table.best"))).to_be_visible()
    said = (
        phone.page.get_by_role("list", name=phone.t("pickomino.table.grill"))
        .get_by_role("listitem")
        .filter(has_text=tile)
    )
    expect(said).to_contain_text(phone.t("pickomino.table.offered"))
    expect(said).not_to_contain_text("szansa")
