"""Finding each other: tables on the home page, for those whose host wants it, and a table on a television."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web.device import Device, Line, MakeDevice
from tests.web.guest import Guest, View, plain
from tests.web.positions import Positions, slow
from tests.web.test_room import host_of


def test_a_listed_table_is_found_and_joined(device: MakeDevice) -> None:
    host, guest = device(), device(language="en")
    code = host_of(host, "pickomino", ["human", "human"])
    guest.home()
    row = guest.page.get_by_role("region", name=guest.t("listed.waiting")).locator(f"a[href='/t/{code}']")
    expect(row).to_have_count(0)
    host.pick("manners.listed", "manners.listed.true")
    expect(host.page.get_by_role("radio", name=host.t("manners.listed.true"))).to_be_checked()
    look_again(guest)
    expect(row).to_contain_text(guest.t("listed.host", name="Ola"))
    expect(row).to_contain_text(guest.t("listed.free", n=1))
    row.click()
    guest.name_field.fill("Lis")
    guest.press("room.sit")
    guest.press("room.be_ready")
    host.press("room.start")
    expect(host.status).to_be_visible()
    watcher = device()
    watcher.home()
    games = watcher.page.get_by_role("region", name=watcher.t("listed.playing"))
    look_again(watcher)
    games.locator(f"a[href='/t/{code}']").click()
    expect(watcher.status).to_have_text(watcher.t("status.watching", name="Ola"))


def look_again(device: Device) -> None:
    """Have time pass until the page asks for the tables again, and the server for its own list."""
    device.stop_time()
    for _ in range(20):
        with device.page.expect_response(lambda response: response.url.endswith("/api/tables")) as answer:
            device.let_pass(10_000)
        if answer.value.json()["tables"]:
            break
    device.page.clock.resume()


def test_a_table_by_link_only_is_in_no_list(device: MakeDevice) -> None:
    host, guest = device(), device()
    code = host_of(host, "pickomino", ["human", "human"])
    with guest.page.expect_response(lambda response: response.url.endswith("/api/tables")) as answer:
        guest.home()
    assert code not in {table["code"] for table in answer.value.json()["tables"]}


def test_nobody_asks_for_tables_in_a_hidden_tab(device: MakeDevice) -> None:
    phone = device()
    phone.page.add_init_script("Object.defineProperty(document, 'hidden', { get: () => true })")
    asked: list[str] = []
    phone.page.on("request", lambda request: asked.append(request.url))
    phone.home()
    expect(phone.page.get_by_role("heading", level=2).first).to_be_visible()
    phone.stop_time()
    phone.let_pass(60_000)
    assert not [url for url in asked if url.endswith("/api/tables")]


def test_the_table_on_a_television(device: MakeDevice) -> None:
    screen, phone = device((1920, 1080)), device()
    table = Positions(phone, "linko", ["Ola", "Lis", "Jan"])
    screen.go(f"/tv/{phone.code}")
    scores = screen.page.get_by_role("list", name=screen.t("tv.scores")).get_by_role("listitem")
    expect(scores).to_have_count(3)
    expect(screen.page.get_by_role("img", name=screen.t("room.qr"))).to_be_visible()
    expect(screen.page.get_by_role("button")).to_have_count(0)
    view = table.bring(lambda view: bool(view["actor"] == 2 and view["seats"][0]["layers"]), plain)
    expect(screen.status).to_contain_text(screen.t("status.turn", name="Jan"))
    for row, seat in zip(scores.all(), view["seats"], strict=True):
        expect(row).to_contain_text(str(seat["score"]).replace("-", "−"))
    size = scores.first.locator("b").evaluate("one => parseFloat(getComputedStyle(one).fontSize)")
    assert float(str(size)) >= 48
    for name in ("Ola", "Lis", "Jan"):
        expect(scores.filter(has_text=name)).to_have_count(1)


def may_draw(view: View) -> bool:
    return view["actor"] == 0 and "draw deck" in view["moves"]


def test_a_television_shows_nobodys_cards_even_on_a_players_device(device: MakeDevice) -> None:
    screen = device((1920, 1080))
    host = Guest(screen.address)
    code = host.open("linko", ["human", "easy", "easy"], "Ola")
    host.give(screen.context)
    line = Line(screen.context)
    screen.join(code)  # what this device is told at its seat is not for the television
    with host:
        host.start()
        host.play_until(may_draw, slow)
        expect(screen.page.get_by_role("toolbar", name=screen.t("linko.table.hand"))).to_be_visible()
        screen.go(f"/tv/{code}")
        expect(screen.status).to_contain_text(screen.t("status.turn", name="Ola"))
        with line.cut():
            host.play(lambda _: "draw deck")
    drawn = screen.t("linko.event.draw_unseen", name="").strip().capitalize()  # in the turn of Ola
    expect(screen.page.get_by_role("region", name=screen.t("menu.log"))).to_contain_text(drawn)
    expect(screen.page.get_by_role("toolbar")).to_have_count(0)
