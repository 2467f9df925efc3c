"""Playing without a network: on this device, from any folder of files, and back after closing."""

from __future__ import annotations

import io
import json
import os
import re
import struct
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import unquote

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from stolik.cli import main
from stolik.server import offline
from stolik.server.app import PAGE
from stolik.server.static_site import write_site
from tests.effort import LONG
from tests.server.test_offline import MOST
from tests.web.device import Device, MakeDevice
from tests.web.playing import Player
from tools.browsing import FLAGS, Server
from tools.services import find

START = 180_000
"""Milliseconds in which Python starts in a browser, also beside three others on two cores."""

NO_ROOM = """() => {
  IDBObjectStore.prototype.kept = IDBObjectStore.prototype.put;
  IDBObjectStore.prototype.put = () => { throw new DOMException("no room", "QuotaExceededError"); };
}"""
ROOM_AGAIN = "() => { IDBObjectStore.prototype.put = IDBObjectStore.prototype.kept; }"
DAMAGED = """() => new Promise((done) => {
  const request = indexedDB.open("stolik");
  request.onsuccess = () => {
    const transaction = request.result.transaction(["entries", "tables"], "readwrite");
    transaction.objectStore("entries").put({ code: "0BRKN2", seq: 1, entry: "{\\"e\\": \\"gnawed by mice" });
    transaction.objectStore("tables").put({ code: "0BRKN2", running: true, at: 0 });
    transaction.oncomplete = () => (request.result.close(), done());
  };
})"""
"""Puts a table into the cupboard that cannot be read."""
CONTROLLED = "() => navigator.serviceWorker.controller !== null"


def test_a_game_without_a_network_from_its_opening_to_its_record(
    device: MakeDevice, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    phone = device(workers=True, language="en")
    phone.home()
    phone.page.wait_for_function(CONTROLLED)
    phone.press("here.play")
    expect(phone.page.get_by_text(phone.t("here.stored"))).to_be_in_viewport(timeout=START)
    phone.may_be_offline = True
    phone.context.set_offline(True)
    phone.page.reload()
    expect(phone.page.get_by_role("heading", name=phone.t("here.on"))).to_be_visible()
    expect(phone.page.get_by_text(phone.t("here.stored"))).to_be_visible()
    code = quick_game(phone)
    moved = Player(phone)
    for _ in range(3):
        assert moved.play_on()

    another = phone.context.new_page()  # a tab beside this one waits until it is its turn
    another.goto(phone.page.url)
    expect(another.get_by_text(phone.t("here.elsewhere"))).to_be_visible(timeout=START)
    phone.page.close()
    phone.page = another
    expect(phone.status).to_be_visible(timeout=START)
    moved = Player(phone)
    for _ in range(2):
        assert moved.play_on()

    [python] = [one for one in phone.page.workers if "assets/worker-" in one.url]
    python.evaluate(NO_ROOM)
    full = phone.page.get_by_text(phone.t("here.full")).first
    moved.play_out(until=full)
    expect(full).to_be_visible()
    python.evaluate(ROOM_AGAIN)

    phone.press("menu.title")  # the bots play it out
    phone.press("room.leave")
    phone.sheet.get_by_role("button", name=phone.t("room.leave"), exact=True).click()
    expect(phone.page.get_by_role("heading", name=phone.t("here.on"))).to_be_visible()
    phone.page.evaluate(DAMAGED)
    phone.join("0BRKN2")
    expect(phone.page.get_by_text(phone.t("here.unreadable", code="0BRKN2"))).to_be_visible(timeout=START)
    phone.join(code)
    told = phone.sheet.get_by_role("region", name=phone.t("looking.title"))
    expect(told.get_by_role("paragraph")).to_have_text(re.compile(r"^\w.*\.$"), timeout=START)
    record = saved_record(phone)
    assert_verified(record, tmp_path, capsys)
    assert_opened(phone, record)
    phone.go("/puzzle")
    found = phone.page.get_by_role("heading", level=1)
    expect(found).to_have_text(re.compile(phone.t("puzzle.of_the_day", game=".*")), timeout=START)


def saved_record(phone: Device) -> str:
    """Go from the end of a game to its check; return the record that can be saved there."""
    phone.page.get_by_role("link", name=phone.t("end.verify")).click(timeout=START)
    return shown_record(phone)


def shown_record(phone: Device) -> str:
    """Return the record that can be saved where chance is checked."""
    saved = phone.page.get_by_role("link", name=phone.t("replay.fair.record"))
    return unquote(str(saved.get_attribute("href", timeout=START)).partition(",")[2])


def assert_verified(text: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Have ``stolik verify`` check a record."""
    record = folder / "record.txt"
    record.write_text(text, encoding="utf-8")
    assert main(["verify", str(record), "--lang", "en"]) == 0, capsys.readouterr()


def assert_opened(phone: Device, record: str) -> None:
    """Open a saved record: a part of it is refused, the whole is a finished table with the same record."""
    lines = record.splitlines(keepends=True)
    phone.home()
    expect(phone.button("here.open")).to_be_visible()
    mine = phone.page.get_by_role("region", name=phone.t("home.mine"))
    tables = mine.get_by_role("link", include_hidden=True)
    before = tables.count()
    choose_file(phone, "".join(lines[:-1]))
    said = phone.page.get_by_text(phone.t("record.cut", line=len(lines)))
    expect(said.first).to_be_visible(timeout=START)
    expect(tables).to_have_count(before)
    choose_file(phone, record)
    phone.page.wait_for_url(re.compile("/t/0[A-Z0-9]{5}/games/1"), timeout=START)
    phone.page.get_by_role("link", name=phone.t("replay.page.fair")).click(timeout=START)
    assert shown_record(phone) == record
    phone.home()
    expect(tables).to_have_count(before + 1)


def choose_file(phone: Device, text: str) -> None:
    """Open a saved game from a file with this text."""
    with phone.page.expect_file_chooser() as chooser:
        phone.press("here.open")
    chooser.value.set_files({"name": "stolik.txt", "mimeType": "text/plain", "buffer": text.encode()})


def quick_game(phone: Device) -> str:
    """Open a table on this device, with bots that do not wait, and start; return its code."""
    phone.page.get_by_role("button", name=phone.t("home.new")).first.click()
    phone.name_field.fill("Ola")
    phone.sheet.get_by_role("button", name=phone.t("home.new")).click()
    phone.page.wait_for_url(re.compile("/t/0[A-Z0-9]{5}$"), timeout=START)
    phone.press("room.bots")
    phone.page.get_by_text(phone.t("room.more")).click()
    phone.choose("manners.pace", "manners.pace.instant")
    expect(phone.page.get_by_text(phone.t("room.invite"))).to_have_count(0)
    phone.press("room.start")
    expect(phone.status).to_be_visible(timeout=START)
    return phone.code


@pytest.mark.skipif(not LONG, reason="two browsers of their own, and Python started in each")
def test_a_game_goes_on_after_the_browser_was_closed(
    browser: Browser, server: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def another() -> BrowserContext:
        return browser.browser_type.launch_persistent_context(
            tmp_path / "profile",
            executable_path=find("chromium"),
            args=FLAGS,
            locale="en-GB",
            reduced_motion="reduce",
        )

    with another() as first:
        phone = Device(first, server.address, "en")
        phone.home()
        phone.press("here.play")
        expect(phone.page.get_by_text(phone.t("here.stored"))).to_be_visible(timeout=START)
        quick_game(phone)
        where, before = phone.page.url, phone.status.inner_text()
    with another() as second:
        second.set_offline(True)
        phone = Device(second, server.address, "en")
        phone.page.goto(where)
        expect(phone.status).to_have_text(before, timeout=START)
        Player(phone).play_out()
        assert_verified(saved_record(phone), tmp_path, capsys)


@contextmanager
def hosted(folder: Path, sent: list[str] | None = None) -> Iterator[str]:
    """A host that has nothing but files: the address of a folder on it. What it sends is noted."""

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            """Say nothing."""

        def copyfile(self, source: Any, outputfile: Any) -> None:
            if sent is not None:
                sent.append(self.path.removeprefix("/"))
            super().copyfile(source, outputfile)

    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder))) as host:
        Thread(target=host.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{host.server_address[1]}"
        host.shutdown()


def test_a_folder_of_files_is_a_table(device: MakeDevice, tmp_path: Path) -> None:
    """Below the root of a host, asking for nothing outside its folder; and two people share the device."""
    write_site(PAGE, tmp_path / "some" / "where")
    with hosted(tmp_path) as address:
        phone = device(workers=True, language="en", address=f"{address}/some/where")
        phone.page.goto(f"{address}/some/where/#/rules/linko")
        expect(phone.page.get_by_role("heading", level=1)).to_be_visible()
        phone.page.wait_for_load_state("networkidle")
        assert not phone.page.workers  # a tab that only shows rules lets others play
        phone.page.goto(f"{address}/some/where/")
        expect(phone.page.get_by_label(phone.t("home.code"))).to_have_count(0)
        follow_links(phone)  # before anything is stored
        phone.page.get_by_role("button", name=phone.t("home.now")).first.click()
        expect(phone.status).to_be_visible(timeout=START)
        assert phone.page.get_by_test_id("notices").inner_text() == ""  # nothing is being set up any more
        where = phone.page.url
        assert re.search(r"/some/where/#/t/0[A-Z0-9]{5}$", where)
        phone.page.reload()
        expect(phone.status).to_be_visible(timeout=START)
        phone.press("menu.title")
        phone.page.get_by_role("link", name=phone.t("menu.home")).click()
        expect(phone.page.get_by_text(phone.t("here.stored"))).to_be_visible(timeout=START)
        mine = phone.page.get_by_role("region", name=phone.t("home.mine")).get_by_role("link")
        expect(mine).to_have_count(1)
        phone.press("home.delete", code=where[-6:])
        phone.sheet.get_by_role("button", name=phone.t("menu.clear"), exact=True).click()
        expect(mine).to_have_count(0)
        phone.page.goto(where)
        expect(phone.page.get_by_text(phone.t("here.gone", code=where[-6:]))).to_be_visible(timeout=START)
        phone.page.goto(f"{address}/some/where/")
        pass_around(phone)


def follow_links(phone: Device) -> None:
    """Go through the pages of a site that are no tables, by their links, and come home."""
    page, title = phone.page, phone.page.get_by_role("heading", level=1)
    page.get_by_role("link", name=phone.t("puzzle.title")).click()
    expect(title).to_have_text(re.compile(phone.t("puzzle.of_the_day", game=".*")), timeout=START)
    expect(page.locator("a[href^='/']")).to_have_count(0)
    page.get_by_role("link", name=phone.t("puzzle.question.back")).click()
    page.get_by_role("link", name=phone.t("home.rules")).last.click()
    expect(title).to_be_visible()
    page.get_by_role("navigation").get_by_role("link").last.click()
    expect(page.locator(":focus")).to_have_text(
        page.get_by_role("navigation").get_by_role("link").last.inner_text()
    )
    expect(title).to_be_attached()
    expect(page.locator("a[href^='/']")).to_have_count(0)
    page.get_by_role("link", name=phone.t("menu.home")).click()
    expect(page.locator("a[href^='/']")).to_have_count(0)


STORED = """async () => {
  const names = (await caches.keys()).filter((name) => name.startsWith("stolik-offline-"));
  const lists = await Promise.all(names.map(async (name) =>
    (await (await caches.open(name)).match("offline/parts.json"))?.json()));
  return lists.filter(Boolean).map(({ version }) => version);
}"""
"""The versions that are stored whole."""


def test_a_new_version_comes_whole_or_not_at_all_and_loses_no_game(
    device: MakeDevice, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def version() -> str:
        return str(json.loads((folder / offline.PARTS).read_bytes())["version"])

    folder = tmp_path / "site"
    write_site(PAGE, folder)
    first = version()
    with hosted(tmp_path) as address:
        phone = device(workers=True, language="en", address=f"{address}/site")
        phone.page.goto(f"{address}/site/")
        phone.page.wait_for_function(CONTROLLED)
        phone.press("here.store")
        expect(phone.page.get_by_text(phone.t("here.stored"))).to_be_visible(timeout=START)
        quick_game(phone)
        table, before = phone.page.url, phone.status.inner_text()

        with monkeypatch.context() as newer:
            packed = with_one_more_file(offline.package())
            newer.setattr(offline, "package", lambda: packed)
            forget_what_is_packed()
            write_site(PAGE, folder)
            package = folder / offline.package_path()
        forget_what_is_packed()
        content = package.read_bytes()
        package.unlink()  # not everything is there yet
        assert version() != first
        with phone.page.expect_response(lambda response: package.name in response.url):
            phone.page.goto(f"{address}/site/")
            phone.page.reload()
        assert phone.page.evaluate(STORED) == [first]
        phone.may_be_offline = True
        phone.context.set_offline(True)
        phone.page.goto(table)
        phone.page.reload()
        expect(phone.status).to_have_text(before, timeout=START)
        phone.errors.clear()  # what was not there yet

        phone.context.set_offline(False)
        package.write_bytes(content)
        phone.page.goto(f"{address}/site/")
        phone.page.reload()
        phone.wait_until(f"async (one) => (await ({STORED})()).join() === one", version())
        phone.context.set_offline(True)
        phone.page.goto(table)
        phone.page.reload()
        expect(phone.status).to_have_text(before, timeout=START)
        Player(phone).play_out()
        assert_verified(saved_record(phone), tmp_path, capsys)


def forget_what_is_packed() -> None:
    """Have the parts listed again: a server packs once."""
    offline.package_path.cache_clear()
    offline.parts.cache_clear()


def with_one_more_file(package: bytes) -> bytes:
    """Return a package as another version has it."""
    content = io.BytesIO(package)
    with zipfile.ZipFile(content, "a") as archive:
        archive.writestr("stolik/newer.py", "")
    return content.getvalue()


def test_everything_comes_over_the_wire_once_and_not_before_it_is_asked_for(
    device: MakeDevice, tmp_path: Path
) -> None:
    write_site(PAGE, tmp_path)
    for path in tmp_path.rglob("*"):
        os.utime(path, (0, 0))  # a browser asks again for what has changed just now
    listed = json.loads((tmp_path / offline.PARTS).read_bytes())["parts"]
    sizes = {part["path"]: part["bytes"] for part in listed}
    own = [path for path in sizes if path.startswith((offline.PYTHON, offline.FOLDER))]
    sent: list[str] = []
    with hosted(tmp_path, sent) as address:
        phone = device(workers=True, language="en", address=address, reviews=True)  # a route stops caching
        phone.go("/")
        phone.page.wait_for_function(CONTROLLED)
        phone.page.wait_for_load_state("networkidle")
        assert not {*own} & {*sent}
        phone.press("here.store")
        expect(phone.page.get_by_text(phone.t("here.stored"))).to_be_visible(timeout=START)
        quick_game(phone)
        phone.page.reload()
        expect(phone.status).to_be_visible(timeout=START)
    assert sorted(path for path in sent if path in own) == sorted(own), "each once"
    assert sum(sizes.get(path, 0) for path in sent) <= MOST


def test_the_page_has_what_browsers_ask_of_an_app(device: MakeDevice) -> None:
    phone = device(workers=True)
    phone.home()
    phone.page.wait_for_function(CONTROLLED)
    found = phone.context.new_cdp_session(phone.page).send("Page.getAppManifest")
    assert (found["url"], found["errors"]) == (f"{phone.address}/manifest.webmanifest", [])
    manifest = json.loads(found["data"])
    assert (manifest["display"], manifest["start_url"], manifest["scope"]) == ("standalone", "./", "./")
    for icon in manifest["icons"]:
        loaded = phone.page.request.get(f"{phone.address}/{icon['src']}")
        assert loaded.headers["content-type"].partition(";")[0] == icon["type"]
        if icon["sizes"] != "any":
            width, height = struct.unpack(">II", loaded.body()[16:24])
            assert f"{width}x{height}" == icon["sizes"]
    assert {icon["sizes"] for icon in manifest["icons"]} >= {"192x192", "512x512"}


def test_where_the_browser_stores_nothing_that_is_not_promised(device: MakeDevice, tmp_path: Path) -> None:
    write_site(PAGE, tmp_path)
    with hosted(tmp_path) as address:
        phone = device(language="en", address=address.replace("127.0.0.1", "0.0.0.0"))  # no safe way
        phone.go("/")
        expect(phone.page.get_by_text(phone.t("here.unstored"))).to_be_visible()
        expect(phone.button("here.open")).to_be_visible()
        expect(phone.button("here.store")).to_have_count(0)
        phone.page.get_by_role("button", name=phone.t("home.now")).first.click()
        expect(phone.status).to_be_visible(timeout=START)
        phone.page.reload()  # its games are kept all the same
        expect(phone.status).to_be_visible(timeout=START)


def test_an_app_that_is_installed_stores_everything(device: MakeDevice) -> None:
    phone = device(workers=True, language="en")
    phone.home()
    expect(phone.page.get_by_text(phone.t("here.what"))).to_be_visible()
    phone.page.evaluate("dispatchEvent(new Event('appinstalled'))")
    expect(phone.page.get_by_text(phone.t("here.stored"))).to_be_visible(timeout=START)
    expect(phone.button("here.play")).to_be_enabled()


def test_where_python_does_not_start_that_is_said(browser: Browser, tmp_path: Path) -> None:
    write_site(PAGE, tmp_path)
    for path in tmp_path.rglob("*.wasm.gz"):
        path.unlink()
    with hosted(tmp_path) as address, browser.new_context(locale="en-GB") as context:
        phone = Device(context, address, "en")
        phone.page.goto(f"{address}/")
        play = phone.page.get_by_role("button", name=phone.t("home.now")).first
        play.click()
        expect(phone.page.get_by_text(phone.t("here.failed"))).to_be_visible(timeout=START)
        expect(play).to_be_enabled()
        phone.page.get_by_role("link", name=phone.t("puzzle.title")).click()
        expect(phone.page.get_by_text(phone.t("refusal.failed")).first).to_be_visible()


def pass_around(phone: Device) -> None:
    """Two people play cards on one device: each hand is behind a curtain until it is asked for."""
    phone.page.get_by_role("button", name=phone.t("home.new")).last.click()
    phone.name_field.fill("Ola")
    phone.sheet.get_by_role("button", name=phone.t("home.new")).click()
    phone.page.locator("#sit").fill("Lis", timeout=START)
    phone.press("room.sit")
    expect(phone.page.get_by_role("listitem").filter(has_text="Lis")).to_be_visible()
    phone.press("room.bots")
    phone.press("room.start")
    cells = phone.page.get_by_role("toolbar", name=phone.t("linko.table.hand")).get_by_role("button")
    for name in ("Ola", "Lis"):
        curtain = phone.button("curtain.open", name=name)
        expect(curtain).to_be_visible(timeout=START)
        expect(cells).to_have_count(0)
        curtain.click()
        expect(cells.first).to_be_visible()
        if name == "Ola":
            Player(phone).play_out(until=phone.button("curtain.open", name="Lis"))
