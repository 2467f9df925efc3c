"""When the line breaks, and when people vanish."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import WebSocketRoute, expect

from tests.web.device import LANGUAGES, Device, Line, MakeDevice
from tests.web.guest import Guest
from tests.web.playing import Player
from tests.web.positions import Positions, mine, slow, start_for_two
from tools.browsing import Server


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_line_cut_in_the_middle_of_a_theft(device: MakeDevice, language: str) -> None:
    phone = device(language=language)
    line = Line(phone.context)
    table = Positions(phone, "linko", ["Ola", "Lis", "Jan"])
    view = table.bring(mine("theft"), slow)
    expect(phone.sheet).to_contain_text(phone.t("linko.answer.grab"))
    phone.page.evaluate("window.sameAsBefore = true")
    with line.cut():
        phone.is_told({"pl": "Brak połączenia", "en": "Connection lost."}[language])
        expect(phone.status).to_have_text(phone.t("table.line_lost"))
        expect(phone.sheet).to_be_visible()
        phone.sheet.get_by_role("button", name=phone.t("linko.answer.grab")).click()  # waits for the line
    expect(phone.status).not_to_have_text(phone.t("table.line_lost"))
    phone.hears(re.compile({"pl": r"Bierzesz .+ na rękę\.", "en": r"You take .+ into your hand\."}[language]))
    assert phone.page.evaluate("window.sameAsBefore"), "the page was reloaded"
    hand = sum(view["hand"].values()) + len(view["pending"]["layer"]["cards"])
    cells = phone.page.get_by_role("toolbar", name=phone.t("linko.table.hand"))
    counts = cells.locator("small").all_inner_texts()
    assert sum(int(count[1:]) for count in counts if count.startswith("×")) == hand


def test_what_is_chosen_stays_chosen_when_the_line_is_cut(device: MakeDevice) -> None:
    phone = device()
    line = Line(phone.context)
    table = Positions(phone, "pickomino", ["Ola", "Lis"])
    table.bring(lambda view: mine("rolled")(view) and len(view["moves"]) > 1)
    phone.page.locator("button[aria-pressed=false]").first.click()
    chosen = phone.page.locator("button[aria-pressed=true]")
    expect(chosen).to_have_count(1)
    with line.cut():
        expect(phone.status).to_have_text(phone.t("table.line_lost"))
    expect(phone.status).not_to_have_text(phone.t("table.line_lost"))
    expect(chosen).to_have_count(1)


def test_a_line_cut_while_something_is_shown(device: MakeDevice) -> None:
    phone, calm, moving = device(), device(), device(still=False)
    line = Line(moving.context)
    table = Positions(phone, "linko", ["Ola", "Lis", "Jan"])
    for watcher in (calm, moving):
        watcher.join(phone.code)
        expect(watcher.status).to_contain_text("Ola")
    played = iter(range(8))
    table.bring(lambda _: next(played) == 4, slow)
    with line.cut():  # what was told is still being shown, one after the other
        table.bring(lambda _: next(played) == 7, slow)
    seen = log_of(calm)
    expect(moving.status).not_to_have_text(moving.t("table.line_lost"))
    assert len(seen) > 4
    moving.hears(re.compile(re.escape(seen[-1]), re.IGNORECASE))  # with the name of whose turn it is
    assert log_of(moving) == seen


def test_who_comes_late_reads_what_happened_before(device: MakeDevice) -> None:
    """As far as they may know it; and nothing of it is said aloud."""
    phone, early, late = device(), device(), device()
    table = Positions(phone, "linko", ["Ola", "Lis", "Jan"])
    early.join(phone.code)
    expect(early.status).to_contain_text("Ola")
    played = iter(range(8))
    table.bring(lambda _: next(played) == 6, slow)
    seen = log_of(early)
    assert len(seen) > 4
    late.join(phone.code)
    assert log_of(late) == seen
    expect(late.page.get_by_test_id("polite")).to_be_empty()
    own = log_of(phone)
    phone.page.evaluate("addEventListener('pagehide', () => sessionStorage.clear())")  # as in a new window
    phone.page.reload()
    assert log_of(phone) == own


def test_a_server_short_of_breath_is_asked_again(device: MakeDevice) -> None:
    phone = device()
    asked: list[str] = []

    def opened(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def heard(message: str | bytes) -> None:
            told = json.loads(message)
            if told["t"] == "play":
                asked.append(told["id"])
            if told["t"] == "play" and len(asked) == 1:
                socket.send(json.dumps({"t": "refused", "id": told["id"], "code": "try_again", "values": {}}))
            else:
                server.send(message)

        socket.on_message(heard)

    phone.context.route_web_socket(re.compile("/socket"), opened)
    Positions(phone, "pickomino", ["Ola", "Lis"])
    phone.press("pickomino.table.roll_first")
    phone.hears("Twój rzut:")
    assert len(asked) == 2
    assert len(set(asked)) == 1, "the same command, so it is done once"
    expect(phone.page.get_by_test_id("notices")).to_have_text("")


def log_of(device: Device) -> list[str]:
    """Return what the log says of the moves of a game."""
    device.press("menu.title")
    device.press("menu.log")
    lines = device.sheet.get_by_role("listitem").all_inner_texts()
    return [line for line in lines if "połączenia" not in line and "przy stoliku" not in line]


# -- somebody vanishes --------------------------------------------------------------------------------------


@pytest.fixture
def parted(device: MakeDevice, impatient: Server) -> tuple[Device, Device, str]:
    """Two phones at one table, and its code: it is Lis's turn, but she has vanished, so Ola decides."""
    ola, lis = device(address=impatient.address), device(address=impatient.address, language="en")
    code = start_for_two(ola, lis, pace="quick")
    lis.leave()
    ola.hears("Lis: brak połączenia.")
    play_turn(ola, "Lis")
    expect(ola.sheet).to_contain_text(ola.t("away.title", name="Lis"))
    return ola, lis, code


def to_roll(device: Device) -> None:
    """See that it is this person's turn. The status may tell of a theft before it, until the roll."""
    expect(device.button("pickomino.table.roll_first")).to_be_visible()


def play_turn(device: Device, then: str) -> None:
    """Play a whole turn through the page, until it is somebody else's."""
    to_roll(device)
    Player(device).play_out(until=device.status.filter(has_text=device.t("status.turn", name=then)))


def come_back(ola: Device, lis: Device, code: str) -> None:
    lis.join(code)
    ola.hears("Lis: znów przy stoliku.")


def test_a_bot_plays_one_turn_for_somebody_who_vanished(parted: tuple[Device, Device, str]) -> None:
    ola, lis, code = parted
    ola.press("away.turn")
    ola.hears("Lis: tę turę rozegra bot.")
    expect(ola.sheet).to_have_count(0)
    play_turn(ola, "Lis")
    expect(ola.sheet).to_contain_text(ola.t("away.title", name="Lis"))  # that was for one turn
    ola.press("away.turn")
    to_roll(ola)
    come_back(ola, lis, code)
    expect(lis.status).to_have_text(lis.t("status.turn", name="Ola"))
    play_turn(ola, "Lis")
    play_turn(lis, "Ola")


def test_a_bot_keeps_the_seat_until_the_person_is_back(parted: tuple[Device, Device, str]) -> None:
    ola, lis, code = parted
    ola.press("away.seat")
    ola.hears("Lis: do powrotu gra bot.")
    expect(ola.sheet).to_have_count(0)
    for _ in range(2):  # turn after turn, without another question
        play_turn(ola, "Lis")
        ola.hears("Lis: decyduje bot.")
        expect(ola.sheet).to_have_count(0)
    to_roll(ola)
    come_back(ola, lis, code)
    play_turn(ola, "Lis")
    play_turn(lis, "Ola")


def test_the_table_waits_for_the_person_to_come_back(parted: tuple[Device, Device, str]) -> None:
    ola, lis, code = parted
    ola.press("away.wait")
    ola.hears("Lis: stolik czeka.")
    expect(ola.sheet).to_have_count(0)
    expect(ola.status).to_have_text(ola.t("status.turn", name="Lis"))
    come_back(ola, lis, code)
    play_turn(lis, "Ola")  # nobody has played it for her
    to_roll(ola)


def test_a_page_older_than_the_server_loads_itself_again_once(device: MakeDevice) -> None:
    phone = device()
    loads: list[str] = []
    phone.page.on("load", lambda page: loads.append(page.url))

    def newer(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        server.on_message(lambda text: socket.send(re.sub(r'"protocol":\d+', '"protocol":99', str(text))))

    phone.page.route_web_socket(re.compile("/socket"), newer)
    code = Guest(phone.address).open("pickomino", ["human", "human"], "Ola")
    phone.join(code)
    expect(phone.page.get_by_role("list", name=phone.t("room.seats"))).to_contain_text("Ola")
    assert len(loads) == 2
