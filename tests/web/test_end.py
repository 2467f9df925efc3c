"""The end of a game: everybody's points counted and explained, the winner crowned, and again."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.device import LANGUAGES, Device, MakeDevice
from tests.web.guest import Guest, View, play_out

NAMES = ["Ola", "Lis", "Jan"]


class Ending:
    """A page at the first of three seats, and guests who have played the game to its end."""

    def __init__(self, phone: Device, game: str, watch: bool = False, **options: str) -> None:
        self.ola, self.others = Guest(phone.address), Guest(phone.address)
        self.code = self.ola.open(game, ["human"] * 3, NAMES[0], **options)
        self.others.sit(self.code, *NAMES[1:])
        self.ola.give(phone.context)
        if watch:
            phone.join(self.code)
        with self.ola, self.others:
            self.others.ready()
            self.ola.start()
            play_out(self.ola, self.others)
            self.view: View = self.ola.look()
        if not watch:
            phone.join(self.code)


def title(phone: Device, view: View) -> str:
    """Return what stands above a result."""
    places: list[int] = view["result"]["places"]
    winners = [name for name, place in zip(NAMES, places, strict=True) if place == 1]
    if winners == NAMES[:1]:
        return phone.t("end.winner", you=True)
    if len(winners) == 1:
        return phone.t("end.winner", name=winners[0])
    return phone.t("end.winners", names=", ".join(winners))


@pytest.mark.parametrize("game", ["pickomino", "linko"])
def test_the_points_are_counted_and_then_the_winner_is_crowned(device: MakeDevice, game: str) -> None:
    phone = device(still=False)
    ending = Ending(phone, game)
    heading = phone.sheet.get_by_role("heading")
    expect(heading).to_have_text(phone.t(f"{game}.end.counting"))
    expect(phone.button("end.skip")).to_be_focused()
    expect(phone.sheet.get_by_role("listitem")).to_have_count(0)
    expect(heading).to_have_text(title(phone, ending.view))
    expect(phone.button("end.again")).to_be_focused()
    expect(phone.sheet.get_by_role("listitem")).to_have_count(3)
    phone.hears(title(phone, ending.view))


def test_the_count_can_be_skipped(device: MakeDevice) -> None:
    phone = device(still=False)
    phone.home()
    phone.stop_time()  # nothing would ever be counted
    ending = Ending(phone, "pickomino")
    expect(phone.button("end.skip")).to_be_focused()
    phone.page.keyboard.press("Enter")
    expect(phone.sheet.get_by_role("heading")).to_have_text(title(phone, ending.view))
    expect(phone.button("end.again")).to_be_focused()


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_everybodys_points_are_made_of(device: MakeDevice, language: str) -> None:
    phone = device(language=language)
    view = Ending(phone, "linko").view
    expect(phone.sheet.get_by_role("heading")).to_have_text(title(phone, view))
    expect(phone.button("end.again")).to_be_focused()
    rows = phone.sheet.get_by_role("listitem")
    for name, seat, score in zip(NAMES, view["seats"], view["result"]["scores"], strict=True):
        hand = seat["cards"]
        row = rows.filter(has_text=name)
        expect(row).to_contain_text(phone.t("linko.end.parts", table=score + hand, hand=hand))


def test_who_ended_it_is_told_by_name(device: MakeDevice) -> None:
    phone = device()
    Ending(phone, "pickomino", watch=True)
    ends = [f"pickomino.end.{how}" for how in ("take", "burn")]
    told = [phone.t(end, name=name, you=name == NAMES[0]) for end in ends for name in NAMES]
    expect(phone.button("end.again")).to_be_visible()
    text = phone.sheet.get_by_role("paragraph").first.inner_text()
    assert " ".join(text.split()) in told  # short words hold on to the next one


def test_the_result_is_shared_and_the_dice_are_one_tap_away(device: MakeDevice) -> None:
    phone = device()
    phone.context.grant_permissions(["clipboard-read", "clipboard-write"])
    phone.page.add_init_script("delete Navigator.prototype.share")
    ending = Ending(phone, "pickomino")
    phone.press("end.share")
    phone.hears(phone.t("end.copied"))
    shared = phone.page.evaluate("navigator.clipboard.readText()")
    for name, score in zip(NAMES, ending.view["result"]["scores"], strict=True):
        assert f"{name} {score}" in shared
    assert shared.endswith(f"\n{phone.address}/t/{ending.code}/games/1")
    phone.page.get_by_role("link", name=phone.t("pickomino.report.title")).click()
    expect(phone.page.get_by_role("heading", name=phone.t("pickomino.report.title"))).to_be_visible()
    phone.page.get_by_role("link", name=phone.t("replay.table")).click()
    expect(phone.button("end.again")).to_be_visible()


# -- again --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_is_asked_for_a_rematch_keeps_the_result(device: MakeDevice, language: str) -> None:
    phone = device(language=language)
    ending = Ending(phone, "linko", mode="advanced")
    expect(phone.button("end.again")).to_be_visible()
    with ending.others as others:
        others.do("rematch")
        expect(phone.sheet).to_contain_text({"pl": "Lis chce rewanżu", "en": "Lis wants a rematch"}[language])
        expect(phone.sheet.get_by_role("heading")).to_have_text(title(phone, ending.view))
        expect(phone.sheet.get_by_role("listitem")).to_have_count(3)
        expect(phone.button("end.join")).to_be_focused()
        others.ready()
        phone.press("end.join")
        expect(phone.sheet).to_have_count(0)
        expect(phone.status).not_to_have_text(phone.t("status.over"))


def test_who_does_not_want_a_rematch_now_finds_it_in_the_room(device: MakeDevice) -> None:
    phone = device()
    ending = Ending(phone, "pickomino")
    phone.press("sheet.close")
    expect(phone.button("end.show")).to_be_visible()
    with ending.others as others:
        others.do("rematch")  # players who have closed the result are told as well
        phone.press("end.later")
        expect(phone.sheet).to_have_count(0)
        expect(phone.button("end.show")).to_have_count(0)
        others.ready()
        phone.press("room.be_ready")
        expect(phone.status).to_be_visible()
