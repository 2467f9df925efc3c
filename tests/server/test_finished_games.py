"""Records and replays: made once, where bots think, and kept within bounds."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from starlette.types import Message

from stolik.server import entries
from stolik.server.commands import Refusal
from stolik.server.connection import Gone
from stolik.server.erasing import without
from stolik.server.finished_games import RECORD, Finished, FinishedGames
from stolik.server.messages import Say
from stolik.server.responses import PIECE, LongResponse
from stolik.server.store import Store
from stolik.server.thinking import Question
from tests.server.device import Device, at_random
from tests.server.nodes import Ground, nodes
from tests.server.tables import Played

pytestmark = pytest.mark.anyio

CODE = "ABCDEF"


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    store = await Store.open(f"sqlite:///{tmp_path / 'stolik.db'}")
    yield store
    await store.close()


class Counting:
    """Answers questions at once, and counts them."""

    number = 0

    async def ask(self, question: Question) -> object:
        self.number += 1
        await asyncio.sleep(0)
        return question.work()


async def write(store: Store, played: Played, since: int = 0) -> None:
    for seq, text in enumerate(played.log[since:], since + 1):
        if seq == 1:
            assert await store.create(CODE, text, 0.0)
        else:
            assert await store.append(CODE, seq, text, False, 0.0)


def whole_game() -> Played:
    played = Played("pickomino", 2)
    played.begin()
    while played.table.state is not None and played.table.stage == "playing":
        played.move(str(played.table.state.moves()[0]))
    return played


async def test_a_finished_game_is_made_once_whatever_is_said_after_it(store: Store) -> None:
    played, asked = whole_game(), Counting()
    await write(store, played)
    games = FinishedGames(store, asked.ask)
    found = await asyncio.gather(*(games.get(CODE, 1, RECORD, "home") for _ in range(5)))
    assert asked.number == 1
    assert found[0].body == str(played.table.record()).encode()
    assert {one.etag for one in found} == {found[0].etag}
    written = len(played.log)
    played.do("ola", Say("bye", 0, phrase="hello"))
    await write(store, played, written)
    assert (await games.get(CODE, 1, RECORD, "home")).etag == found[0].etag
    assert asked.number == 1
    assert (await games.get(CODE, 1, "replay/", "home")).etag != found[0].etag
    assert asked.number == 2


async def test_what_another_node_has_erased_is_kept_by_none(store: Store) -> None:
    played, asked = whole_game(), Counting()
    await write(store, played)
    games = FinishedGames(store, asked.ask)
    holder, name = played.table.host, str(played.table.seats[0].name)
    assert name.encode() in (await games.get(CODE, 1, RECORD, "home")).body
    await store.rewrite(CODE, without(CODE, "\n".join(played.log), holder))
    erased = entries.write(entries.Erased(0.0, "erased"))
    assert await store.append(CODE, len(played.log) + 1, erased, False, 0.0)
    assert name.encode() not in (await games.get(CODE, 1, RECORD, "home")).body
    assert asked.number == 2


async def test_that_a_game_is_not_over_is_found_out_once_for_each_entry(store: Store) -> None:
    played, asked = whole_game(), Counting()
    await write(store, played)
    games = FinishedGames(store, asked.ask)
    for _ in range(3):
        with pytest.raises(Refusal, match="not_over"):
            await games.get(CODE, 2, RECORD, "home")
    assert asked.number == 1
    written = len(played.log)
    played.do("ola", Say("bye", 0, phrase="hello"))
    await write(store, played, written)
    with pytest.raises(Refusal, match="not_over"):
        await games.get(CODE, 2, RECORD, "home")
    assert asked.number == 2


async def test_a_deleted_table_is_forgotten(store: Store) -> None:
    asked = Counting()
    await write(store, whole_game())
    games = FinishedGames(store, asked.ask)
    await games.get(CODE, 1, RECORD, "home")
    await store.delete(CODE)
    with pytest.raises(Gone):
        await games.get(CODE, 1, RECORD, "home")
    assert not games._known


async def test_what_is_kept_is_bounded(store: Store) -> None:
    asked = Counting()
    await write(store, whole_game())
    replay = await FinishedGames(store, asked.ask).get(CODE, 1, "replay/", "home")
    games = FinishedGames(store, asked.ask, kept=2 * len(replay.body))
    for seat in ("", "0", "1", "", "0", "1"):
        await games.get(CODE, 1, f"replay/{seat}", "home")
        kept = [known.found for known in games._known.values()]
        assert sum(len(one.body) for one in kept if isinstance(one, Finished)) <= 2 * len(replay.body)
    assert games._room >= 0


async def test_strangers_get_few_and_those_who_played_get_theirs(tmp_path: Path) -> None:
    ground = Ground(tmp_path, f"sqlite:///{tmp_path / 'stolik.db'}")
    async with nodes(ground, requests_per_client=1.5) as [address], Device(address) as ola:
        code = await ola.open("pickomino", ["human", "easy"])
        await ola.connect()
        await ola.ready()
        await ola.start()
        await ola.play(at_random(1))
        path = f"/api/tables/{code}/games/1/record"
        stranger = Device(address)
        answers = [(await stranger.ask("GET", path)).status_code for _ in range(6)]
        assert answers[0] == 200
        assert answers[-1] == 429
        assert (await ola.ask("GET", path)).status_code == 200


async def test_a_long_answer_waits_in_pieces() -> None:
    body, sent, room = bytes(range(256)) * 1000, list[Message](), asyncio.Semaphore(2)

    async def send(message: Message) -> None:
        await room.acquire()  # so much is under way
        sent.append(message)

    answer = LongResponse(body, media_type="application/zip")
    sending = asyncio.ensure_future(answer({"type": "http"}, _nothing, send))
    while len(sent) < 2:
        await asyncio.sleep(0)
    assert sent[0]["headers"][0] == (b"content-length", str(len(body)).encode())
    assert sum(len(message.get("body", b"")) for message in sent) <= PIECE
    for _ in range(len(body)):
        room.release()
    await sending
    assert b"".join(message.get("body", b"") for message in sent) == body
    assert [bool(message.get("more_body")) for message in sent[1:]] == [True] * (len(sent) - 2) + [False]


async def _nothing() -> Message:
    raise AssertionError("nobody is asked")


async def test_a_browser_that_has_it_is_not_sent_it_again(tmp_path: Path) -> None:
    ground = Ground(tmp_path, f"sqlite:///{tmp_path / 'stolik.db'}")
    async with nodes(ground) as [address], Device(address) as ola:
        code = await ola.open("pickomino", ["human", "easy"])
        await ola.connect()
        await ola.ready()
        await ola.start()
        await ola.play(at_random(1))
        for what in ("record", "replay", "replay?seat=1"):
            path = f"/api/tables/{code}/games/1/{what}"
            first = await ola.ask("GET", path)
            assert first.status_code == 200
            assert first.headers["cache-control"] == "private, no-cache"
            same: dict[str, Any] = {"headers": {"If-None-Match": first.headers["etag"]}}
            again = await ola.ask("GET", path, **same)
            assert (again.status_code, again.content) == (304, b"")
            other = await ola.ask("GET", path, headers={"If-None-Match": '"x"'})
            assert other.content == first.content
