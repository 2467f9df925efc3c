"""A database of an earlier version: it is upgraded, its games go on, and those that were over still verify.

``golden/tables.sql`` is a dump of a SQLite database that was written before games became plug-ins;
``golden/tables.json`` has the codes of its tables and the cookies of the devices that sit there. Both stay as
they are.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
from contextlib import AsyncExitStack, closing
from pathlib import Path

import pytest

from stolik import bots
from stolik.core import Record, verify
from stolik.server import entries
from stolik.server.store import Store
from stolik.server.table import Table
from tests.server.device import Device
from tests.server.nodes import Ground, nodes

pytestmark = pytest.mark.anyio

GOLDEN = Path(__file__).parent / "golden"
TABLES: dict[str, tuple[str, list[str]]] = json.loads((GOLDEN / "tables.json").read_text(encoding="utf-8"))
STAGES = {
    "pickomino base, over and again": ("playing", 2),
    "linko duel, over": ("over", 1),
    "pickomino deluxe, running": ("playing", 1),
    "linko expert, running": ("playing", 1),
    "linko basic, waiting": ("waiting", 1),
}
PATIENT = {"keep_days": 1_000_000, "abandoned_after": 1e6, "stand_in_after": 1e6}
"""Settings under which nothing happens to tables that nobody has visited for years."""


@pytest.fixture
def ground(tmp_path: Path) -> Ground:
    path = tmp_path / "stolik.db"
    with closing(sqlite3.connect(path)) as database:
        database.executescript((GOLDEN / "tables.sql").read_text(encoding="utf-8"))
    return Ground(tmp_path, f"sqlite:///{path}")


async def test_every_log_is_read_and_written_alike_but_for_new_fields(ground: Ground) -> None:
    store = await Store.open(ground.database)
    found = {}
    for label, (code, _) in TABLES.items():
        table = Table(code)
        for _, text in await store.read(code):
            entry = entries.read(text)
            written = json.loads(entries.write(entry))
            (written.get("manners") or {}).pop("listed", None)  # came later
            assert json.dumps(written) == json.dumps(json.loads(text))
            table.apply(entry)
        found[label] = (table.stage, table.round)
    await store.close()
    assert found == STAGES


@pytest.mark.parametrize(
    "label", [label for label, (stage, round) in STAGES.items() if round + (stage == "over") > 1]
)
async def test_games_that_were_over_still_verify(ground: Ground, label: str) -> None:
    code, _ = TABLES[label]
    async with nodes(ground, **PATIENT) as [address], Device(address) as anybody:
        record = Record.parse((await anybody.ask("GET", f"/api/tables/{code}/games/1/record")).text)
        assert verify(record).fair
        replay = (await anybody.ask("GET", f"/api/tables/{code}/games/1/replay?seat=1")).json()
        assert replay["steps"][-1]["view"]["over"]


@pytest.mark.parametrize("label", [label for label, (stage, _) in STAGES.items() if stage == "playing"])
async def test_games_that_were_running_go_on_to_their_end_and_verify(ground: Ground, label: str) -> None:
    code, cookies = TABLES[label]
    _, round = STAGES[label]
    async with nodes(ground, **PATIENT) as [address], AsyncExitStack() as stack:
        devices = []
        for cookie in cookies:
            device = await stack.enter_async_context(Device(address))
            device.code, device.cookie = code, cookie
            await device.connect()
            devices.append(device)
        seated = [device for device in devices if device.yours]
        game = seated[0].table["game"]
        played = [device.play(bots.make(game, "easy", 0).choose) for device in seated]
        await asyncio.gather(*played)
        text = (await seated[0].ask("GET", f"/api/tables/{code}/games/{round}/record")).text
        assert verify(Record.parse(text)).fair


async def test_a_table_that_was_waiting_begins(ground: Ground) -> None:
    code, [cookie] = TABLES["linko basic, waiting"]
    async with nodes(ground, **PATIENT) as [address], Device(address) as ola:
        ola.code, ola.cookie = code, cookie
        hello = await ola.connect()
        assert hello["yours"] == [0]
        await ola.ready()
        await ola.start()
        assert ola.table["stage"] == "playing"
