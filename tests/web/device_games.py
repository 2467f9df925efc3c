"""Whole games at the tables of one device; run in the Python of a server, and in that of a browser."""

from __future__ import annotations

import asyncio
import json
import random
from typing import Any

from stolik.core import fair
from stolik.server.local import HERE, LocalTables


async def played(game: str, levels: list[str], options: dict[str, Any]) -> dict[str, Any]:
    """Play a game against bots; return all that the page was told, the record, the replay, what is kept."""
    fair.new_secret = lambda: bytes(range(32))
    kept: list[str] = []
    heard: list[dict[str, Any]] = []
    closed: list[int] = []
    chance = random.Random(7)

    async def keep(_: str, seq: int, entry: str, running: bool) -> None:
        kept.append(f"{seq} {running} {len(json.loads(entry))}")

    async def forget(code: str) -> None:
        raise AssertionError(code)

    async def ask(method: str, path: str, body: object = None) -> str:
        answer = await tables.request(method, path, "" if body is None else json.dumps(body))
        assert answer.ok, answer.text
        return str(answer.text)

    tables = LocalTables(keep, forget, closed.append)  # type: ignore[arg-type]  # a worry is a failure, too
    await tables.start()
    seats = [{"kind": "human"}, *({"kind": "bot", "level": level} for level in levels)]
    wanted = {"game": game, "seats": seats, "options": options, "manners": {"pace": "instant"}, "name": "Ola"}
    code = json.loads(await ask("POST", "/tables", wanted))["code"]
    line = await tables.connect(code, "0", False, lambda text: heard.append(json.loads(text)), closed.append)
    assert line is not None
    live = await tables._tables.get(code)
    await line.hear(json.dumps({"t": "ready", "id": "ready", "seat": 0, "random": "5a" * 16}))
    await line.hear(json.dumps({"t": "start", "id": "start"}))
    while live.table.stage != "over":
        state = live.table.state
        if state is not None and state.actor == 0:
            ply, move = len(live.table.moves), chance.choice(state.view(0)["moves"])
            play = {"t": "play", "id": f"play-{ply}", "seat": 0, "ply": ply, "moves": [move]}
            await line.hear(json.dumps(play))
        await asyncio.sleep(0)
    while heard[-1].get("table", {}).get("stage") != "over":
        await asyncio.sleep(0.01)
    found = {
        "told": [told(message) for message in heard],
        "record": await ask("GET", f"/tables/{code}/games/1/record"),
        "replay": await ask("GET", f"/tables/{code}/games/1/replay?seat=0"),
        "kept": kept,
        "closed": closed,
        "held": live.table.held(HERE),
    }
    await tables.close()
    return json.loads(json.dumps(found).replace(code, "CODE"))  # type: ignore[no-any-return]


def told(message: dict[str, Any]) -> dict[str, Any]:
    """Return a message without the moment at which it was sent."""
    for key in ("now", "missed", "ladder"):
        message.pop(key, None)
    for one in message.get("told", []):
        one.pop("at")
    return message
