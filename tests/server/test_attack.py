"""``make attack`` in a small form: people play while strangers attack, and feel nothing but a little delay.

How long things take is measured by the large form; here are the bounds that hold on any machine.
"""

from __future__ import annotations

import asyncio
import sys
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import httpx
import pytest

from benchmarks import attack
from benchmarks.attack_people import People
from benchmarks.attackers import ATTACKS
from stolik.server.clients import BURST_SECONDS, SOCKETS
from stolik.server.lobby import PICTURE
from stolik.server.settings import Settings
from stolik.server.thinking import LONGEST
from tests.effort import effort
from tests.server.nodes import Ground, nodes
from tests.server.test_clients import DEFAULTS

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.skipif(sys.platform != "linux", reason="needs all addresses of the loopback"),
]

SECONDS = effort(1.0, 1.5)
"""How long each attack goes on."""
LONGEST_ATTACK = 30
"""How many times as long one may go on that has to open many connections."""

SMALL = {
    **DEFAULTS,
    "trusted_proxies": (),
    "bot_processes": 2,
    "max_sockets": 100,
    "max_sockets_per_table": 20,
    "max_sockets_per_client": 40,
    "connections_per_client": 30,
    "request_seconds": 0.5,
}


@asynccontextmanager
async def playing(folder: Path) -> AsyncIterator[tuple[People, str]]:
    """Let people play at a server with small limits; them, and its address."""
    ground = Ground(folder, f"sqlite:///{folder / 'stolik.db'}")
    async with nodes(ground, **SMALL) as [address]:
        people = People(int(address.rpartition(":")[2]))
        await people.sit_down()
        people.since()
        try:
            yield people, address
        finally:
            await people.go()


async def figures(address: str) -> dict[str, float]:
    async with httpx.AsyncClient(verify=False) as client:
        text = (await client.get(f"{address}/metrics", timeout=30)).text
    lines = (line.rpartition(" ") for line in text.splitlines() if not line.startswith("#"))
    return {name: float(number) for name, _, number in lines}


async def test_whoever_attacks_people_play_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attack, "LONG_LOG", 5000)
    await attack.write_long(f"sqlite:///{tmp_path / 'stolik.db'}")
    got: dict[str, Counter[str]] = {}
    async with playing(tmp_path) as (people, address):
        for name, (_, go_on) in ATTACKS.items():
            done = got[name] = Counter()
            for _ in range(LONGEST_ATTACK):
                with suppress(TimeoutError):
                    async with asyncio.timeout(SECONDS):
                        await go_on(people.port, people.codes[0], done)
                if name != "half-sent" or done["opened"] > SMALL["connections_per_client"]:
                    break  # a busy machine opens few connections in a second
            felt = people.since()
            assert felt.commands, name
            assert not felt.refused, name
            assert not felt.turned_away, name
            assert not felt.unhealthy, name
            now = await figures(address)
            assert now["stolik_thinking_waiting"] <= LONGEST, name
            assert now["stolik_sockets"] <= SMALL["max_sockets"], name
            assert now["stolik_errors_total"] == 0, name
    assert got["half-sent"]["opened"] > SMALL["connections_per_client"] >= got["half-sent"]["open"]
    assert got["watchers"]["sockets"] <= SMALL["max_sockets_per_table"]
    assert got["idle sockets"]["sockets"] <= SMALL["max_sockets"] // SOCKETS
    assert got["rebound name"]["let in"] == 0
    assert set(got["pictures"]) <= {"200", "429", "0"}
    asked = (BURST_SECONDS + SECONDS) * Settings().requests_per_client
    assert got["pictures"]["200"] <= asked / PICTURE
    assert got["tables"]["201"] <= Settings().tables_per_minute // 6
