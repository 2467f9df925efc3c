"""People at a table: on several devices, on one device, looking on, talking, playing again, moving over."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.web.device import DESKTOP, Device, MakeDevice
from tests.web.guest import Guest, plain, play_out
from tests.web.playing import Player
from tests.web.positions import start_on_one

SHOWN = 4000
"""Milliseconds for which the page shows what somebody has said."""


def test_two_phones_and_a_desktop_play_at_one_table(device: MakeDevice) -> None:
    ola, lis, jan = device(), device(), device(DESKTOP, "en")
    host = Guest(ola.address)
    code = host.open("pickomino", ["human"] * 3, "Ola")
    host.give(ola.context)
    ola.join(code)
    for one, name in ((lis, "Lis"), (jan, "Jan")):
        one.join(code)
        one.name_field.fill(name)
        one.press("room.sit")
        one.press("room.be_ready")
    ola.press("room.start")
    for one in (ola, lis, jan):
        expect(one.status).to_be_visible()
    for one, name, after in ((ola, "Ola", "Lis"), (lis, "Lis", "Jan"), (jan, "Jan", "Ola")):
        expect(one.status).to_have_text(one.t("pickomino.status.start"))
        for other in {ola, lis, jan} - {one}:
            expect(other.status).to_have_text(other.t("status.turn", name=name))
            expect(other.actions).to_have_count(0)
        Player(one).play_out(until=one.status.filter(has_text=one.t("status.turn", name=after)))


def test_hot_seat_dice_follow_whoever_plays(device: MakeDevice) -> None:
    phone = device()
    start_on_one(phone, "pickomino")
    expect(phone.status).to_contain_text("Ola: rzuć kostkami")
    rivals = phone.page.get_by_role("list", name=phone.t("table.players"))
    expect(rivals).to_contain_text("Lis")
    Player(phone).play_out(until=rivals.filter(has_text="Ola"))
    expect(phone.status).to_contain_text("Lis: rzuć kostkami")
    phone.is_told("Kolej: Lis")


def test_hot_seat_cards_are_behind_a_curtain(device: MakeDevice) -> None:
    phone = device()
    start_on_one(phone, "linko", mode="duel")
    cells = phone.page.get_by_role("toolbar", name=phone.t("linko.table.hand")).get_by_role("button")
    for name in ("Ola", "Lis"):
        curtain = phone.sheet.filter(has_text=phone.t("curtain.pass.computer", name=name))
        expect(curtain).to_be_visible()
        expect(cells).to_have_count(0)
        assert not phone.page.locator("[aria-pressed]").count()
        phone.press("curtain.open", name=name)
        expect(cells).to_have_count(14)
        expect(curtain).to_have_count(0)
        Player(phone).play_out(until=phone.sheet.filter(has_text=re.compile("Zmiana przy komputerze")))


def test_a_spectator_sees_the_table_and_nothing_else(device: MakeDevice) -> None:
    watcher = device()
    guest = Guest(watcher.address)
    code = guest.open("linko", ["human", "easy", "easy"], "Ola")
    with guest:
        guest.start()
        watcher.join(code)
        expect(watcher.status).to_have_text("Oglądasz · gra Ola")
        expect(watcher.page.get_by_role("list", name=watcher.t("table.players"))).to_contain_text("Ola")
        expect(watcher.page.get_by_role("toolbar")).to_have_count(0)
        expect(watcher.actions).to_have_count(0)
        watcher.press("chat.title")
        expect(watcher.sheet).to_contain_text(watcher.t("chat.spectator"))
        expect(watcher.sheet.get_by_role("group")).to_have_count(0)
        watcher.press("sheet.close")
        guest.play_until(lambda view: view["over"], plain)
        expect(watcher.sheet.get_by_role("listitem")).to_have_count(3)
        expect(watcher.button("end.again")).to_have_count(0)


def test_quick_phrases_reach_the_others(device: MakeDevice) -> None:
    ola, jan = device(), device(language="en")
    guest = Guest(ola.address)
    code = guest.open("pickomino", ["human", "human"], "Ola")
    guest.give(ola.context)
    other = Guest(jan.address)
    other.sit(code, "Jan")
    other.give(jan.context)
    with other:
        other.ready()
    ola.join(code)
    jan.join(code)
    expect(jan.button("chat.title")).to_be_visible()  # what was said before that one is not told
    ola.press("chat.title")
    ola.press("chat.hello")
    jan.press("chat.title")
    expect(jan.sheet.get_by_role("list")).to_contain_text("Ola: Hello!")
    jan.press("sheet.close")
    ola.press("room.start")
    expect(jan.status).to_be_visible()
    expect(jan.button("chat.title")).to_be_visible()  # and not that there is news: that was read in the room
    jan.stop_time()
    ola.press("chat.title")
    ola.press("chat.well_played")
    expect(ola.sheet).to_have_count(0)
    expect(ola.button("chat.title")).to_be_visible()  # one's own words are no news
    jan.hears("Ola: Well played!")
    bubble = jan.page.get_by_test_id("bubble")
    expect(bubble).to_have_text("O Well played!", use_inner_text=True)
    speaker = jan.page.get_by_role("list", name=jan.t("table.players")).get_by_role("listitem").bounding_box()
    words = bubble.bounding_box()
    assert speaker
    assert words
    assert 0 <= words["y"] - speaker["y"] - speaker["height"] < 20  # right below the speaker
    assert abs(words["x"] + words["width"] / 2 - speaker["x"] - speaker["width"] / 2) < 1
    jan.page.get_by_role("button", name=jan.t("chat.news")).click()
    expect(jan.sheet.get_by_role("list")).to_contain_text("Ola: Well played!")
    expect(bubble).to_have_count(1)
    jan.let_pass(SHOWN)
    expect(bubble).to_have_count(0)  # it is gone by itself
    ola.stop_time()
    jan.press("chat.laugh")
    ola.hears("Jan: Ha ha!")
    expect(ola.page.get_by_test_id("bubble").locator("svg")).to_have_count(2)  # whose face, and the face


def test_rematch_in_one_tap_and_the_others_agree(device: MakeDevice) -> None:
    ola, lis = device(), device()
    guest = Guest(ola.address)
    code = guest.open("pickomino", ["human", "human", "easy"], "Ola")
    other = Guest(lis.address)
    other.sit(code, "Lis")
    with guest, other:
        other.ready()
        guest.start()
        play_out(guest, other)
    guest.give(ola.context)
    other.give(lis.context)
    ola.join(code)
    lis.join(code)
    expect(ola.sheet).to_contain_text("Lis")
    expect(lis.button("end.again")).to_be_visible()
    ola.press("end.again")
    lis.press("end.join")
    expect(lis.sheet).to_have_count(0)
    expect(lis.status).to_be_visible()
    expect(ola.status).to_be_visible()
    expect(ola.page.get_by_role("list", name=ola.t("table.players"))).to_contain_text("Lis")


def in_a_game(phone: Device, game: str, *bots: str) -> str:
    """Have a device play against bots, and open the table's menu; return the table's code."""
    phone.context.grant_permissions(["clipboard-read", "clipboard-write"])
    guest = Guest(phone.address)
    code = guest.open(game, ["human", *bots], "Ola")
    guest.give(phone.context)
    with guest:
        guest.start()
    phone.join(code)
    phone.press("menu.title")
    return code


def test_others_are_invited_in_the_middle_of_a_game(device: MakeDevice) -> None:
    phone = device()
    phone.page.add_init_script("delete Navigator.prototype.share")
    code = in_a_game(phone, "pickomino", "easy")
    phone.press("menu.invite")
    expect(phone.sheet).to_contain_text(code)
    expect(phone.page.get_by_role("img", name=phone.t("room.qr"))).to_be_visible()
    phone.press("room.share")
    phone.hears(phone.t("room.copied"))
    assert phone.page.evaluate("navigator.clipboard.readText()") == f"{phone.address}/t/{code}"


def test_a_recovery_link_moves_a_person_to_another_device(device: MakeDevice) -> None:
    phone, tablet = device(), device((768, 1024))
    code = in_a_game(phone, "linko", "easy", "easy")
    phone.press("menu.recovery")
    phone.hears(phone.t("menu.recovery_copied"))
    link = phone.page.evaluate("navigator.clipboard.readText()")
    assert re.fullmatch(rf"{phone.address}/t/{code}#recover=[\w-]+", link)
    tablet.join(code)
    expect(tablet.status).to_contain_text("Ola")  # looking on, until the link is opened in the same tab
    tablet.page.goto(link)
    expect(tablet.status).to_have_text(tablet.t("linko.status.play"))
    expect(tablet.page).to_have_url(f"{phone.address}/t/{code}")
    with tablet.guest(code) as guest:
        before = guest.seq
        for _ in range(2):  # a set is chosen and played
            Player(tablet).play_on()
        guest.catch_up(before + 1)


def test_a_link_is_copied_from_a_sheet_where_there_is_no_clipboard_for_pages(device: MakeDevice) -> None:
    phone = device()
    phone.page.add_init_script("delete Navigator.prototype.clipboard")  # as with plain http in a home network
    code = in_a_game(phone, "pickomino", "easy")
    phone.press("menu.recovery")
    phone.hears(phone.t("menu.recovery_copied"))
    other = phone.context.new_page()
    other.goto(phone.address)
    assert f"/t/{code}#recover=" in other.evaluate("navigator.clipboard.readText()")


def test_one_can_erase_oneself(device: MakeDevice) -> None:
    phone, tablet = device(), device((768, 1024))
    code = in_a_game(phone, "pickomino", "easy")
    tablet.join(code)
    expect(tablet.page.get_by_text("Ola").first).to_be_visible()
    phone.press("menu.erase")
    expect(phone.sheet).to_contain_text(phone.t("menu.erase_what"))
    phone.press("menu.erase")
    expect(phone.page.get_by_role("heading", name=phone.t("linko.name"))).to_be_visible()
    expect(phone.page.get_by_role("region", name=phone.t("home.mine"))).to_have_count(0)
    tablet.page.reload()
    expect(tablet.status).to_be_visible()
    expect(tablet.page.get_by_text("Ola")).to_have_count(0)


def test_a_table_one_has_left_is_forgotten(device: MakeDevice) -> None:
    phone = device()
    in_a_game(phone, "pickomino", "easy")
    phone.press("room.leave")
    expect(phone.sheet).to_contain_text(phone.t("menu.leave_sure"))
    phone.press("room.leave")
    expect(phone.page.get_by_role("heading", name=phone.t("linko.name"))).to_be_visible()
    expect(phone.page.get_by_role("region", name=phone.t("home.mine"))).to_have_count(0)


MISFITS = {
    ("pickomino", "pl"): "Tak się nie da zagrać. Liczba graczy przy tych ustawieniach: 2–7.",
    ("pickomino", "en"): "It cannot be played like that. Number of players with these settings: 2–7.",
    ("linko", "pl"): "Tak się nie da zagrać. Liczba graczy przy tych ustawieniach: 2.",
    ("linko", "en"): "It cannot be played like that. Number of players with these settings: 2.",
}


@pytest.mark.parametrize(("game", "language"), MISFITS)
def test_a_room_that_cannot_be_played_in_says_why_in_ones_own_language(
    device: MakeDevice, game: str, language: str
) -> None:
    phone = device(language=language)
    guest = Guest(phone.address)
    options = {"mode": "duel"} if game == "linko" else {}
    code = guest.open(game, ["human", "human"], "Ola", **options)
    guest.give(phone.context)
    phone.join(code)
    plan = phone.page.get_by_label(phone.t("room.plan", n=2), exact=True)
    plan.select_option("closed")
    expect(phone.page.get_by_test_id("notices")).to_have_text(MISFITS[game, language])
    phone.hears(MISFITS[game, language])
    expect(plan).to_have_value("human")
