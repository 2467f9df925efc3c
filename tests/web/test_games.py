"""Every game, variant and mode: a table opened on the page, and a whole game played there against bots."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.effort import effort
from tests.web.device import Device, MakeDevice
from tests.web.playing import Player

GAMES = [
    ("pickomino", "deluxe", 3),
    ("linko", "basic", 3),
    ("linko", "expert", 5),
    ("linko", "duel", 2),
    *effort([], [("pickomino", "base", 2), ("pickomino", "deluxe", 7), ("linko", "advanced", 4)]),
]


@pytest.mark.parametrize(("game", "kind", "players"), GAMES)
def test_a_whole_game(device: MakeDevice, game: str, kind: str, players: int) -> None:
    phone = device()
    open_table(phone, game, kind, players)
    phone.press("room.start")
    expect(phone.status).to_be_visible()
    Player(phone).play_out()
    expect(phone.sheet.get_by_role("listitem")).to_have_count(players)
    expect(phone.button("end.again")).to_be_visible()


def open_table(phone: Device, game: str, kind: str, players: int, others: str = "easy") -> None:
    """Open a table by hand: who sits where, what is played, and bots that do not wait."""
    phone.home()
    card = phone.page.get_by_role("region", name=phone.t(f"{game}.name"))
    card.get_by_role("button", name=phone.t("home.new")).click()
    phone.name_field.fill("Ola")
    phone.sheet.get_by_role("button", name=phone.t("home.new")).click()
    seats = phone.page.get_by_role("list", name=phone.t("room.seats")).get_by_role("listitem")
    expect(seats.first).to_contain_text("Ola")
    while seats.count() < players:
        before = seats.count()
        phone.press("room.add")
        expect(seats).to_have_count(before + 1)
    for seat in range(1, seats.count()):
        plan = phone.page.get_by_label(phone.t("room.plan", n=seat + 1), exact=True)
        plan.select_option(others if seat < players else "closed")
    option = "variant" if game == "pickomino" else "mode"
    phone.pick(f"{game}.option.{option}", f"{game}.option.{option}.{kind}")
    phone.page.get_by_text(phone.t("room.more"), exact=True).click()
    phone.choose("manners.pace", "manners.pace.instant")
