"""The waiting room: what is chosen there is what everybody reads, and nobody is led into a refusal."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.web.device import LANGUAGES, Device, MakeDevice
from tests.web.guest import Guest, plain


def host_of(phone: Device, game: str, seats: list[str], name: str = "Ola", **options: str) -> str:
    """Open a table whose host is this device, and go there."""
    guest = Guest(phone.address)
    code = guest.open(game, seats, name, **options)
    guest.give(phone.context)
    phone.join(code)
    expect(seats_of(phone)).to_have_count(len(seats))
    return code


def seats_of(phone: Device) -> Locator:
    return phone.page.get_by_role("list", name=phone.t("room.seats")).get_by_role("listitem")


def shown(phone: Device, label: str) -> Locator:
    """Return what a select shows, which is not always what it was told to."""
    select = phone.page.get_by_role("combobox", name=phone.t(label), exact=True)
    return select.locator("option:checked")


def more(phone: Device) -> None:
    phone.page.get_by_text(phone.t("room.more"), exact=True).click()


def test_what_the_host_chooses_is_shown_to_host_and_guests(device: MakeDevice) -> None:
    host, guest = device(), device(language="en")
    code = host_of(host, "pickomino", ["human", "human"])
    guest.join(code)
    more(host)
    more(guest)
    read = guest.page.get_by_role("definition")
    for option in (
        "pickomino.option.variant.deluxe",
        "manners.help.trainer",
        "pickomino.option.variant.base",
    ):
        label = option.rpartition(".")[0]
        host.pick(label, option)
        group = host.page.get_by_role("radiogroup", name=host.t(label), exact=True)
        expect(read.filter(has_text=re.compile(f"^{guest.t(option)}$"))).to_be_visible()
        expect(group.get_by_role("radio", checked=True)).to_have_accessible_name(host.t(option))
    for option in (
        "manners.pace.calm",
        "manners.clock.60",
        "option.first.lots",
        "manners.pace.quick",
    ):
        label = option.rpartition(".")[0]
        host.choose(label, option)
        expect(read.filter(has_text=re.compile(f"^{guest.t(option)}$"))).to_be_visible()
        expect(shown(host, label)).to_have_text(host.t(option))
    expect(guest.page.get_by_role("combobox")).to_have_count(0)  # nothing greyed out: text to read
    expect(guest.page.get_by_role("radio")).to_have_count(0)


def test_a_choice_that_is_refused_shows_what_is_so(device: MakeDevice) -> None:
    phone = device()
    guest = Guest(phone.address)
    code = guest.open("linko", ["human", "human", "human"], "Ola")
    guest.sit(code, "Lis", "Jan")
    guest.give(phone.context)
    phone.join(code)
    duel = phone.page.get_by_role("radio", name=phone.t("linko.option.mode.duel"), exact=True)
    duel.click()  # three people do not fight a duel
    expect(phone.page.get_by_test_id("notices")).to_have_text(phone.t("room.misfit", counts="2"))
    expect(duel).not_to_be_checked()
    modes = phone.page.get_by_role("radiogroup", name=phone.t("linko.option.mode"), exact=True)
    expect(modes.get_by_role("radio", checked=True)).to_have_accessible_name(
        phone.t("linko.option.mode.basic")
    )


def test_segments_by_keyboard(device: MakeDevice) -> None:
    phone = device()
    host_of(phone, "pickomino", ["human", "easy"], help="none")
    helps = phone.page.get_by_role("radiogroup", name=phone.t("manners.help"), exact=True)
    helps.get_by_role("radio", checked=True).focus()
    for value in ("risk", "trainer", "none"):
        phone.page.keyboard.press("ArrowRight")
        chosen = helps.get_by_role("radio", name=phone.t(f"manners.help.{value}"), exact=True)
        expect(chosen).to_be_focused()
        expect(chosen).to_be_checked()


def test_the_second_person_on_a_device_is_not_called_like_the_first(device: MakeDevice) -> None:
    phone = device()
    phone.home()
    phone.page.get_by_role("region", name=phone.t("pickomino.name")).get_by_role(
        "button", name=phone.t("home.new")
    ).click()
    phone.name_field.fill("Ola")
    phone.sheet.get_by_role("button", name=phone.t("home.new")).click()
    name = phone.page.get_by_label(phone.t("room.another"))
    expect(name).to_have_value("")
    name.fill("Lis")
    phone.press("room.sit")
    expect(seats_of(phone).nth(1)).to_contain_text("Lis")
    expect(phone.page.get_by_test_id("notices")).to_be_empty()

    other = Guest(phone.address).open("pickomino", ["human", "human"], "Jan")
    phone.join(other)  # elsewhere this device has no seat yet: whose it is has not been forgotten
    expect(phone.name_field).to_have_value("Ola")


def test_one_button_gives_the_free_seats_to_bots(device: MakeDevice) -> None:
    phone = device()
    host_of(phone, "pickomino", ["human", "human", "master", "human"])
    phone.press("room.bots")
    for seat, level in ((2, "medium"), (3, "master"), (4, "medium")):
        expect(phone.page.get_by_label(phone.t("room.plan", n=seat), exact=True)).to_have_value(level)
    expect(phone.button("room.bots")).to_have_count(0)
    phone.press("room.start")
    expect(phone.status).to_be_visible()


def test_a_seat_more_that_changes_the_mode_says_so(device: MakeDevice) -> None:
    phone = device(language="de")
    host_of(phone, "linko", ["human", "human"], mode="duel")
    phone.press("room.add")
    phone.hears(f"{phone.t('linko.option.mode')}: {phone.t('linko.option.mode.basic')}")


def test_chairs_are_taken_away_around_people(device: MakeDevice) -> None:
    phone = device()
    code = host_of(phone, "pickomino", ["human", "closed", "human", "easy", "human"])
    Guest(phone.address).sit(code, "Lis")
    seats = seats_of(phone)
    expect(seats.nth(2)).to_contain_text("Lis")
    phone.page.get_by_label(phone.t("room.plan", n=2), exact=True).select_option("human")
    expect(seats.nth(1)).to_contain_text(phone.t("room.free"))
    phone.press("room.take", n=5)
    expect(seats).to_have_count(4)
    phone.press("room.take", n=2)  # behind it sits Lis, who stays there
    expect(seats.nth(1)).to_contain_text(phone.t("room.closed"))
    expect(seats.nth(2)).to_contain_text("Lis")
    phone.press("room.take", n=4)
    expect(seats).to_have_count(3)
    expect(phone.page.get_by_role("button", name=re.compile(r"^Usuń miejsce"))).to_have_count(0)
    expect(seats.nth(2)).to_contain_text("Lis")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_host_is_told_what_the_start_waits_for(device: MakeDevice, language: str) -> None:
    phone = device(language=language)
    code = host_of(phone, "pickomino", ["human", "human", "human"])
    start = phone.button("room.start")
    expect(start).to_be_disabled()
    expect(start).to_have_accessible_description(phone.t("room.waits_seats"))
    lis, jan = Guest(phone.address), Guest(phone.address)
    lis.sit(code, "Lis")
    jan.sit(code, "Jan")
    expect(start).to_have_accessible_description(phone.t("room.waits_ready", names="Lis, Jan"))
    expect(start).to_be_disabled()
    with lis:
        lis.ready()
    expect(start).to_have_accessible_description(phone.t("room.waits_ready", names="Jan"))
    with jan:
        jan.ready()
    expect(start).to_be_enabled()
    start.click()
    expect(phone.status).to_be_visible()


@pytest.mark.parametrize(("language", "name"), [("pl", "Gracz 1"), ("en", "Player 1")])
def test_whoever_plays_without_a_name_is_you_to_nobody_else(
    device: MakeDevice, language: str, name: str
) -> None:
    phone, watcher = device(language=language), device(language="en")
    phone.home()
    phone.page.get_by_role("region", name=phone.t("pickomino.name")).get_by_role(
        "button", name=phone.t("home.now")
    ).click()
    expect(phone.status).to_have_text(phone.t("pickomino.status.start"))
    watcher.join(phone.code)
    expect(watcher.page.get_by_role("list", name=watcher.t("table.players"))).to_contain_text(name)
    expect(watcher.status).to_contain_text(name)
    phone.home()
    mine = phone.page.get_by_role("region", name=phone.t("home.mine")).get_by_role("link")
    expect(mine).to_contain_text(phone.t("home.state.yours"))
    expect(mine).not_to_contain_text(name)


def test_my_tables_tell_how_things_stand(device: MakeDevice) -> None:
    phone = device()
    lis = Guest(phone.address)
    code = host_of(phone, "linko", ["human", "human", "easy"])
    expect(phone.button("room.start")).to_be_visible()
    phone.home()
    row = phone.page.get_by_role("region", name=phone.t("home.mine")).get_by_role("link")
    expect(row).to_contain_text(phone.t("linko.name"))
    expect(row).to_contain_text(phone.t("home.state.waiting"))
    expect(row).to_contain_text(code)
    lis.sit(code, "Lis")
    with lis:
        lis.ready()
    row.click()
    phone.press("room.start")
    expect(phone.status).to_be_visible()
    phone.home()
    expect(row).to_contain_text(phone.t("home.state.yours"))
    expect(row).to_contain_text("Lis, ")
    with phone.guest(code) as me:
        me.play_until(lambda view: view["actor"] not in me.yours, plain)
    phone.home()
    expect(row).to_contain_text(phone.t("home.state.playing"))


def test_each_of_my_tables_is_asked_for_once(device: MakeDevice) -> None:
    phone = device()
    codes = [host_of(phone, "linko", ["human", "easy", "easy"]) for _ in range(4)]
    asked: list[str] = []
    phone.page.on("request", lambda request: asked.append(request.url))
    phone.home()
    rows = phone.page.get_by_role("region", name=phone.t("home.mine")).get_by_role("listitem")
    expect(rows.filter(has_text=phone.t("home.state.waiting"))).to_have_count(4)
    phone.page.wait_for_load_state("networkidle")
    assert sorted(url for url in asked if "/api/tables/" in url) == sorted(
        f"{phone.address}/api/tables/{code}" for code in codes
    )


def test_a_device_that_has_a_seat_is_asked_before_it_gets_a_friends_one_too(device: MakeDevice) -> None:
    phone, tablet = device(), device((768, 1024))
    code = host_of(phone, "pickomino", ["human", "human"])
    friend = Guest(phone.address)
    friend.sit(code, "Lis")
    friend.give(tablet.context)
    answer = tablet.page.request.post(f"{phone.address}/api/tables/{code}/recovery")
    link = f"{phone.address}/t/{code}#recover={answer.json()['recovery']}"
    phone.page.goto(link)
    expect(phone.sheet).to_contain_text("Ola")
    phone.press("table.add_not")
    expect(phone.page).to_have_url(f"{phone.address}/t/{code}")
    expect(seats_of(phone).filter(has_text=phone.t("room.you"))).to_have_count(1)
    phone.page.goto(link)
    phone.press("table.add")
    expect(phone.page).to_have_url(f"{phone.address}/t/{code}")
    expect(seats_of(phone).filter(has_text=phone.t("room.you"))).to_have_count(2)
    expect(seats_of(phone).filter(has_text=phone.t("room.host"))).to_have_count(1)  # as before


def test_play_now_goes_straight_to_the_table(device: MakeDevice) -> None:
    phone = device(language="en")
    phone.page.add_init_script("""
      new MutationObserver(() => {
        if (document.querySelector(".seats")) window.sawTheRoom = true;
      }).observe(document, { childList: true, subtree: true });
    """)
    phone.home()
    phone.page.get_by_role("region", name=phone.t("linko.name")).get_by_role(
        "button", name=phone.t("home.now")
    ).click()
    expect(phone.status).to_have_text(phone.t("linko.status.play"))
    assert not phone.page.evaluate("window.sawTheRoom")
    expect(phone.page).to_have_url(f"{phone.address}/t/{phone.code}")


def test_a_free_seat_is_a_button_that_asks_who_sits_there(device: MakeDevice) -> None:
    phone, guest = device(), device()
    code = host_of(phone, "pickomino", ["human", "human", "human"])
    guest.join(code)
    seats_of(guest).nth(2).get_by_role("button").click()
    name = guest.name_field
    expect(name).to_be_focused()
    guest.page.keyboard.type("Lis")
    guest.page.keyboard.press("Enter")
    expect(seats_of(phone).nth(2)).to_contain_text("Lis")
    expect(seats_of(phone).nth(1)).to_contain_text(phone.t("room.free"))


def test_what_the_host_can_do_with_a_guest_is_in_one_menu(device: MakeDevice) -> None:
    phone = device()
    code = host_of(phone, "pickomino", ["human", "human"])
    Guest(phone.address).sit(code, "Lis")
    row = seats_of(phone).nth(1)
    expect(row).to_contain_text("Lis")
    expect(row.get_by_role("button")).to_have_count(1)
    phone.press("room.seat_menu", name="Lis")
    phone.press("room.mute")
    phone.press("room.seat_menu", name="Lis")
    expect(phone.button("room.unmute")).to_be_visible()
    phone.press("room.remove")
    expect(row).to_contain_text(phone.t("room.free"))


def test_modes_are_explained_and_help_begins_with_the_rules(device: MakeDevice) -> None:
    phone = device()
    host_of(phone, "linko", ["human", "easy", "easy"])
    for mode in ("basic", "advanced", "expert"):
        phone.pick("linko.option.mode", f"linko.option.mode.{mode}")
        expect(phone.page.get_by_text(phone.t(f"linko.explain.mode.{mode}"))).to_be_visible()
    phone.press("room.start")
    phone.press("help.title")
    lines = phone.sheet.get_by_role("listitem")
    expect(lines).to_have_count(6)
    expect(lines.first).to_have_text(phone.t("linko.help.1"))
    expect(lines.last).to_have_text(phone.t("linko.help.mode.expert"))
    keys = phone.sheet.get_by_role("heading", name=phone.t("help.keys"))
    assert lines.last.bounding_box()["y"] < keys.bounding_box()["y"]  # type: ignore[index]
