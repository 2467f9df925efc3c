"""Without a network in a real browser: whole games of every kind against every level, as at a server."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from stolik import bots
from stolik.core import Record, View, fair
from stolik.server import bot_pool
from stolik.server.choosing import Choice, decision_seed
from stolik.server.messages import Level
from stolik.server.table import Table
from tests.clients import table_wanted
from tests.effort import LONG, effort
from tests.server import device as at_server
from tests.server.nodes import Ground, nodes
from tests.server.test_local import RANDOM, WRITTEN_BEFORE, plain
from tests.web.device import PHONE, Device, MakeDevice
from tests.web.playing import Player
from tests.web.test_games import open_table
from tests.web.test_here import CONTROLLED, START, assert_verified, quick_game, saved_record
from tools.browsing import Server

long = pytest.mark.skipif(not LONG, reason="whole games by hand, or Python started once more")

KINDS: dict[str, tuple[str, dict[str, str]]] = {
    "base": ("pickomino", {"variant": "base"}),
    "deluxe": ("pickomino", {"variant": "deluxe"}),
    **{mode: ("linko", {"mode": mode}) for mode in ("basic", "advanced", "expert", "duel")},
}
GAMES = effort(
    [("deluxe", "hard"), ("expert", "master")], [(kind, level) for kind in KINDS for level in bots.LEVELS]
)
ALIKE = ("easy", "medium")
"""Levels without a mind: their bots decide at a server as they do in a browser, where minds are rounded."""

KEEP_WORKER = """
window.Worker = class extends Worker {
  constructor(...how) {
    super(...how);
    window.python = this;
  }
};
"""
"""Has the page's worker at hand: what it is asked here is what the page asks it."""

PLAYED = """async ([wanted, random]) => {
  const says = (message) => python.postMessage(message);
  const asked = (method, path, body) => new Promise((answered) => {
    const n = -1 - Math.floor(Math.random() * 1e9); // the page counts up from 0
    const hear = ({ data }) => {
      if (data.t !== "answer" || data.n !== n) return;
      python.removeEventListener("message", hear);
      data.ok ? answered(data.text) : answered(Promise.reject(new Error(data.text)));
    };
    python.addEventListener("message", hear);
    says({ t: "ask", n, method, path, body });
  });
  const { code } = JSON.parse(await asked("POST", "/tables", JSON.stringify(wanted)));
  const line = -1 - Math.floor(Math.random() * 1e9);
  const told = [];
  await new Promise((over, failed) => {
    const say = (t, id, more) => says({ t: "say", line, text: JSON.stringify({ t, id, ...more }) });
    const hear = ({ data }) => {
      if (data.line !== line) return;
      if (data.t === "ended") return failed(new Error(`the line has ended: ${data.code}`));
      const message = JSON.parse(data.text);
      told.push(data.text);
      if (message.t === "refused") return failed(new Error(data.text));
      if (message.t === "hello") {
        say("ready", "ready", { seat: 0, random });
        say("start", "start");
      }
      if (message.table?.stage === "over") return (python.removeEventListener("message", hear), over());
      const { view, ply } = message;
      if (view?.actor !== 0 || !view.moves?.length) return;
      const had = view.moves.filter((move) => /^(take|steal|keep w)/.test(move)); // so that games end soon
      const moves = had.length ? had : view.moves;
      say("play", `play-${ply}`, { seat: 0, ply, moves: [moves[(7 * ply + 3) % moves.length]] });
    };
    python.addEventListener("message", hear);
    says({ t: "open", line, code, since: "0", spectator: false });
  });
  says({ t: "end", line });
  const game = `/tables/${code}/games/1`;
  const replays = {};
  for (const seat of ["", ...wanted.seats.keys()])
    replays[seat] = await asked("GET", `${game}/replay${seat === "" ? "" : `?seat=${seat}`}`, "");
  return { code, told, replays, record: await asked("GET", `${game}/record`, "") };
}"""
"""Plays a whole game by what the worker says, and returns all of that, the record, and the views of all."""

KEPT = """(tables) => new Promise((done) => {
  const request = indexedDB.open("stolik");
  request.onsuccess = () => {
    const transaction = request.result.transaction(["entries", "tables"], "readwrite");
    for (const { code, running, entries } of tables) {
      transaction.objectStore("tables").put({ code, running, at: 0 });
      for (const [n, entry] of entries.entries())
        transaction.objectStore("entries").put({ code, seq: n + 1, entry });
    }
    transaction.oncomplete = () => (request.result.close(), done());
  };
})"""
"""Puts tables into the cupboard, as an earlier version has kept them."""

LACKING = """(code) => new Promise((done) => {
  const request = indexedDB.open("stolik");
  request.onsuccess = () => {
    const transaction = request.result.transaction("entries", "readwrite");
    transaction.objectStore("entries").delete([code, 5]);
    const left = transaction.objectStore("entries").count(IDBKeyRange.bound([code, 0], [code, Infinity]));
    transaction.oncomplete = () => (request.result.close(), done(left.result));
  };
})"""
"""Takes an entry out of a log, if it is there, and returns how many are left."""

NEWER = """() => new Promise((done) => {
  const request = indexedDB.open("stolik", 99);
  request.onsuccess = () => (request.result.close(), done());
})"""
"""Makes a cupboard that this version cannot open."""

NAMELESS = "() => localStorage.removeItem('stolik.prefs')"
"""Asks for a name when the next table is opened."""


@pytest.fixture(scope="module")
def phone(browser: Browser, server: Server) -> Iterator[Device]:
    """A phone that has stored everything on its first visit, and has no network since."""
    context = browser.new_context(
        viewport={"width": PHONE[0], "height": PHONE[1]}, locale="en-GB", reduced_motion="reduce"
    )
    context.add_init_script(KEEP_WORKER)
    found = Device(context, server.address, "en")
    found.home()
    found.page.wait_for_function(CONTROLLED)
    found.press("here.play")
    expect(found.page.get_by_text(found.t("here.stored"))).to_be_visible(timeout=START)
    found.may_be_offline = True
    context.set_offline(True)
    found.page.reload()
    yield found
    context.close()
    found.assert_well()


@pytest.mark.parametrize(("kind", "level"), GAMES)
def test_a_whole_game_is_that_of_a_server(
    phone: Device,
    kind: str,
    level: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game, options = KINDS[kind]
    seats = ["human", *[level] * (1 if kind in ("base", "duel") else 2)]
    wanted = table_wanted(game, seats, "Ola", options, {})
    phone.home()
    phone.page.wait_for_function("() => window.python")
    here = phone.page.evaluate(PLAYED, [wanted, RANDOM])
    assert_verified(here["record"], tmp_path, capsys)
    record = Record.parse(here["record"])
    assert record.fairness is not None
    secret = record.fairness.secret
    monkeypatch.setattr(fair, "new_secret", lambda: secret)
    if level not in ALIKE:
        monkeypatch.setattr(bot_pool, "choose_move", as_recorded(record))
    with ThreadPoolExecutor(1) as beside:  # the browser has this thread's event loop
        there = beside.submit(asyncio.run, served(record, game, seats, options, tmp_path)).result()
    told = [plain(json.loads(message), here["code"]) for message in here["told"]]
    assert told == there["told"]
    assert here["replays"] == there["replays"]
    assert here["record"] == there["record"]


def as_recorded(record: Record) -> Callable[[str, Level, int, View], Choice]:
    """Return how bots decide that play as they did in a record."""
    assert record.fairness is not None
    table = Table("")
    table.secret, table.round = record.fairness.secret.hex(), 1
    chosen = {}
    for ply, move in enumerate(record.moves):
        table.moves = list(record.moves[:ply])
        chosen[decision_seed(table)] = move
    return lambda _game, _level, seed, _view: Choice(str(chosen[seed]), None)


async def served(
    record: Record, game: str, seats: list[str], options: dict[str, str], folder: Path
) -> dict[str, Any]:
    """Play a game at a server, where the person decides as in a record; return what ``PLAYED`` returns."""
    ground = Ground(folder, f"sqlite:///{folder / 'stolik.db'}")
    async with nodes(ground) as [address], at_server.Device(address) as ola:
        code = await ola.open(game, seats, **options)
        await ola.connect()
        await ola.do("ready", seat=0, random=RANDOM)
        await ola.do("start")
        await ola.play(lambda _: str(record.moves[ola.ply]))
        path = f"/api/tables/{code}/games/1"
        replays = {"": (await ola.ask("GET", f"{path}/replay")).text}
        for seat in range(len(seats)):
            replays[str(seat)] = (await ola.ask("GET", f"{path}/replay?seat={seat}")).text
        return {
            "told": [plain(message, code) for message in ola.messages],
            "replays": replays,
            "record": (await ola.ask("GET", f"{path}/record")).text,
        }


@long
@pytest.mark.parametrize(("kind", "level"), [*zip(KINDS, [*bots.LEVELS, *bots.LEVELS], strict=False)])
def test_a_whole_game_by_hand(
    phone: Device, kind: str, level: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    players = 2 if kind == "duel" else 3
    phone.page.evaluate(NAMELESS)
    open_table(phone, KINDS[kind][0], kind, players, level)
    phone.press("room.start")
    expect(phone.status).to_be_visible()
    Player(phone).play_out()
    expect(phone.sheet.get_by_role("listitem")).to_have_count(players)
    assert_verified(saved_record(phone), tmp_path, capsys)


@long
def test_two_people_pass_the_phone_to_the_end(
    phone: Device, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    phone.page.evaluate(NAMELESS)
    open_table(phone, "linko", "duel", 2, "human")
    phone.page.locator("#sit").fill("Lis")
    phone.press("room.sit")
    phone.press("room.start")
    curtain = phone.button("curtain.open", name="Ola").or_(phone.button("curtain.open", name="Lis"))
    cards = phone.page.get_by_role("toolbar", name=phone.t("linko.table.hand")).get_by_role("button")
    opened = 0
    expect(curtain).to_be_visible()
    while curtain.is_visible():
        expect(cards).to_have_count(0)
        curtain.click()
        expect(curtain).to_be_hidden()
        opened += 1
        Player(phone).play_out(until=curtain)
    assert opened > 2
    expect(phone.button("end.again")).to_be_visible()
    assert_verified(saved_record(phone), tmp_path, capsys)


@long
def test_games_of_an_earlier_version_are_played_to_the_end(
    phone: Device, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    phone.home()
    phone.page.wait_for_function("() => window.python")
    phone.page.evaluate(KEPT, [*WRITTEN_BEFORE.values()])
    phone.join(WRITTEN_BEFORE["pickomino base, over"]["code"])
    expect(phone.button("end.again")).to_be_visible()
    assert_verified(saved_record(phone), tmp_path, capsys)
    phone.join(WRITTEN_BEFORE["pickomino deluxe, running"]["code"])
    Player(phone).play_out()
    assert_verified(saved_record(phone), tmp_path, capsys)


@long
def test_a_log_that_lacks_an_entry_stays_as_it_is(phone: Device) -> None:
    damaged = WRITTEN_BEFORE["linko expert, running"]
    phone.home()
    phone.page.wait_for_function("() => window.python")
    phone.page.evaluate(KEPT, [damaged])
    left = phone.page.evaluate(LACKING, damaged["code"])
    phone.join(damaged["code"])
    expect(phone.page.get_by_text(phone.t("here.unreadable", code=damaged["code"]))).to_be_visible()
    assert phone.page.evaluate(LACKING, damaged["code"]) == left == len(damaged["entries"]) - 1


@long
def test_where_the_cupboard_cannot_be_opened_one_plays_and_is_told(device: MakeDevice) -> None:
    phone = device(language="en")
    phone.home()
    phone.page.evaluate(NEWER)
    phone.press("here.play")
    expect(phone.page.get_by_role("heading", name=phone.t("here.on"))).to_be_visible(timeout=START)
    expect(phone.page.get_by_text(phone.t("here.forgetful")).first).to_be_visible(timeout=START)
    quick_game(phone)
    assert Player(phone).play_on()
