"""Reviews of finished games: once for each, a piece at a time, for those who were there."""

from __future__ import annotations

import asyncio
import json
import re
import sys
import time
import zlib
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from stolik import analysis
from stolik.core.plugins import _PLUGINS
from stolik.server import reviews
from stolik.server.bot_pool import BotPool
from stolik.server.commands import Refusal
from stolik.server.messages import Reviewing
from stolik.server.metrics import Metrics
from stolik.server.node import Notes
from stolik.server.reviews import Piece, Reviews, answer, look_on, sum_up
from stolik.server.store import Store
from stolik.server.thinking import Question, Urgency
from tests.server.device import Device, at_random
from tests.server.minimal_game import PLUGIN
from tests.server.nodes import GROUNDS, Ground, nodes, questions, until
from tests.server.tables import Played
from tests.server.test_finished_games import CODE, write

pytestmark = pytest.mark.anyio

PATH = "/api/tables/{}/review"


def notes() -> Notes:
    return Notes(Metrics(), "reviews")


@pytest.fixture(autouse=True)
def counting(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Lets there be the minimal game, with that judge."""

    def let_there_be(judge: str) -> None:
        plugin = replace(PLUGIN, judge=judge and f"tests.server.minimal_judge:{judge}")
        monkeypatch.setitem(_PLUGINS, PLUGIN.name, plugin)

    let_there_be("Judge")
    reviews._reviewer.cache_clear()
    return let_there_be


@pytest.fixture
def ground(tmp_path: Path) -> Ground:
    return Ground(tmp_path, f"sqlite:///{tmp_path / 'stolik.db'}")


def counted() -> Played:
    """A game of two people that is over after three moves."""
    played = Played("counting", 2)
    played.begin()
    for number in (1, 2, 3):
        played.move(f"say {number}")
    return played


async def play(ola: Device, **wanted: Any) -> str:
    """Play a game with a bot to its end."""
    code = await ola.open("counting", ["human", "easy"], **wanted)
    await ola.connect()
    await ola.ready()
    await ola.start()
    await ola.play(at_random(1))
    return code


async def look_back(device: Device, code: str, **query: int) -> httpx.Response:
    """Ask until there is an answer that is not just how far it has got."""
    found: list[httpx.Response] = []

    async def there() -> bool:
        found.append(await device.ask("GET", PATH.format(code), params=query))
        return found[-1].status_code != 202

    await until(there)
    for response in found[:-1]:
        told = response.json()
        assert told["state"] == "working"
        assert 0 <= told["done"] <= told["of"]
    return found[-1]


async def never(_: Question) -> object:
    return await asyncio.Event().wait()


def figure(text: str, name: str) -> float:
    found = re.search(rf"^{re.escape(name)} (\S+)$", text, re.MULTILINE)
    return float(found[1]) if found else 0.0


# -- A piece at a time ------------------------------------------------------------------------------------


def test_pieces_make_up_the_whole_with_the_names_of_today() -> None:
    played = Played("pickomino", 2)
    played.begin()
    choose = at_random(3)
    while played.table.state is not None and played.table.ply < 30:
        played.move(choose({"moves": list(map(str, played.table.state.moves()))}))
    record = played.table.record()
    pieces: list[bytes] = []
    text, last, done = str(record), None, 0
    while done < len(record.moves):
        reviews._reviewer.cache_clear()  # as in another process
        piece = look_on(text, 1, last, 0.0 if len(pieces) < 3 else 60.0)
        assert isinstance(piece, Piece)
        pieces.append(piece.steps)
        last, done = piece.last, done + len(piece.chances)
    assert len(pieces) == 4
    kept = sum_up(text, 1, pieces)
    assert b"Ola" not in zlib.decompress(kept)
    told = msgspec.json.decode(msgspec.json.encode(answer(kept, text.encode())))
    assert told == {"state": "done", "review": analysis.review(record)}
    assert [seat["name"] for seat in told["review"]["seats"]] == ["Ola", "Lis"]


async def test_others_have_their_turn_between_two_pieces(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviews, "PIECE", 0.0)
    played, metrics, asked = counted(), Metrics(), list[str]()
    seen: list[list[list[float]]] = []
    await write(store, played)
    pool = BotPool(0, 5.0, "master", metrics)

    async def ask(question: Question) -> object:
        asked.append(question.kind)
        if len(asked) == 2:  # the review wants to go on, and somebody else comes
            other = Question("OTHER", "elsewhere", "counting/hard", partial(int, "7"), None, people)
            going_on = asyncio.ensure_future(pool.ask(question))
            assert await pool.ask(other) == 7
            seen.append(looking._at[CODE, 1].chances)
            return await going_on
        return await pool.ask(question)

    def people() -> Urgency:
        return Urgency.PEOPLE

    looking = Reviews(store.reviews, "node", ask, Notes(metrics, "reviews"))
    record = str(played.table.record()).encode()
    assert await looking.get(CODE, 1, record, "home") == Reviewing(0, 3)
    await asyncio.gather(*looking._tasks)
    assert isinstance(await looking.get(CODE, 1, record, "home"), bytes)
    assert asked == ["counting/review"] * 5  # a glance, three moves, and what they add up to
    assert [[len(row) for row in curve] for curve in seen] == [[2] * 4]  # the curve is there before the rest
    await looking.close()
    pool.close()


# -- Once for each game -----------------------------------------------------------------------------------


@pytest.fixture(params=GROUNDS)
def any_ground(request: pytest.FixtureRequest, tmp_path: Path) -> Ground:
    return Ground.make(request, tmp_path)


async def test_a_look_back_is_made_once_and_kept(any_ground: Ground, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = questions(monkeypatch)
    async with nodes(any_ground) as addresses, Device(addresses[0]) as ola:
        code = await play(ola)
        everywhere = [Device(address) for address in addresses]
        for device in everywhere:
            device.cookie = ola.cookie
        found = await asyncio.gather(*(look_back(device, code) for device in everywhere))
        told = found[0].json()
        record = (await ola.ask("GET", f"/api/tables/{code}/games/1/record")).text
        assert told["state"] == "done"
        assert told["review"]["over"]
        assert [step["move"] for step in told["review"]["steps"]] == record.split("\n")[
            record.split("\n").index("") + 1 : -2
        ]
        assert [seat["name"] for seat in told["review"]["seats"]] == ["Ola", ""]
        assert len({one.content for one in found}) == 1
        assert asked.count("reviewed") == len(everywhere)  # the names are put in where bots think, too
        figures = [(await device.ask("GET", "/metrics")).text for device in everywhere]
        assert sum(figure(text, 'stolik_reviews_total{outcome="done"}') for text in figures) == 1
        etag = found[0].headers["etag"]
        same = await ola.ask("GET", PATH.format(code), headers={"If-None-Match": etag})
        assert (same.status_code, same.content) == (304, b"")
    async with nodes(any_ground) as addresses:  # it survives them all
        ola = Device(addresses[-1])
        ola.cookie = everywhere[0].cookie
        again = await ola.ask("GET", PATH.format(code))
        assert (again.status_code, again.content) == (200, found[0].content)


async def test_one_node_looks_back_and_another_goes_on_if_it_dies(store: Store) -> None:
    for code in ("A", "B"):
        assert await store.create(code, "1", 0.0)
    await store.beat("one", 100.0)
    await store.beat("two", 200.0)
    kept = store.reviews
    claims = await asyncio.gather(*(kept.claim("A", 1, node, 10, 50.0) for node in ("one", "two", "one")))
    assert sorted(claims) in ([False, False, True], [False, True, True])
    mine = await kept.find("A", 1, 50.0)
    assert mine is not None
    assert (mine.done, mine.of, mine.review, mine.left) == (0, 10, None, False)
    other = {"one": "two", "two": "one"}[mine.node]
    assert not await kept.note("A", 1, other, 3)
    assert await kept.note("A", 1, mine.node, 4)
    assert not await kept.claim("A", 1, other, 10, 50.0)
    assert await kept.claim("B", 1, "one", 10, 50.0)
    assert await kept.find("B", 2, 50.0) is None
    assert not await kept.claim("B", 1, "two", 10, 50.0)
    left = await kept.find("B", 1, 150.0)
    assert left is not None
    assert left.left
    assert await kept.claim("B", 1, "two", 10, 150.0)
    assert not await kept.finish("B", 1, "one", 10, b"late")
    assert await kept.finish("B", 1, "two", 10, b"review")
    assert not await kept.claim("B", 1, "one", 10, 999.0)
    await kept.give_up("two")
    done = await kept.find("B", 1, 999.0)
    assert done is not None
    assert (done.done, done.review) == (10, b"review")
    await store.delete("B")
    assert await kept.find("B", 1, 999.0) is None
    assert not await kept.claim("B", 1, "two", 10, 999.0)


async def test_a_node_that_ends_leaves_what_it_has_begun(store: Store) -> None:
    played = counted()
    await write(store, played)
    record = str(played.table.record()).encode()

    async def at_once(question: Question) -> object:
        return question.work()

    first, second = (
        Reviews(store.reviews, name, ask, notes()) for name, ask in (("1", never), ("2", at_once))
    )
    await store.beat("1", time.time() + 1000)
    assert await first.get(CODE, 1, record, "home") == Reviewing(0, 3)
    async with asyncio.timeout(30):
        while await store.reviews.find(CODE, 1, time.time()) is None:
            await asyncio.sleep(0.01)
    assert await second.get(CODE, 1, record, "home") == Reviewing(0, 3)
    assert not second._tasks
    await first.close()
    assert await second.get(CODE, 1, record, "home") == Reviewing(0, 3)
    await asyncio.gather(*second._tasks)
    assert isinstance(await second.get(CODE, 1, record, "home"), bytes)
    await second.close()


# -- For whom ---------------------------------------------------------------------------------------------


async def test_a_look_back_is_for_those_who_might_watch_the_game(ground: Ground) -> None:
    async with nodes(ground) as [address], Device(address) as ola, Device(address) as lis:
        closed = await play(ola, manners={"spectators": False})
        stranger = Device(address)
        refused = await stranger.ask("GET", PATH.format(closed))
        assert (refused.status_code, refused.json()["code"]) == (403, "no_spectators")
        assert (await look_back(ola, closed)).status_code == 200
        assert (await stranger.ask("GET", PATH.format(closed))).status_code == 403
        public = await play(lis)
        assert (await look_back(stranger, public)).status_code == 200
        nowhere = await stranger.ask("GET", PATH.format("ZZZZZZ"))
        assert nowhere.status_code == 404


async def test_only_finished_games_are_looked_back_at(ground: Ground) -> None:
    async with nodes(ground) as [address], Device(address) as ola:
        code = await ola.open("counting", ["human", "easy"])
        await ola.connect()
        for query in ({}, {"round": 1}):
            refused = await ola.ask("GET", PATH.format(code), params=query)
            assert (refused.status_code, refused.json()["code"]) == (404, "not_over")
        await ola.ready()
        await ola.start()
        await ola.play(at_random(1))
        first = (await look_back(ola, code)).json()
        await ola.do("rematch")
        assert (await look_back(ola, code)).json() == first  # the last one that is over
        assert (await look_back(ola, code, round=1)).json() == first
        assert (await ola.ask("GET", PATH.format(code), params={"round": 2})).status_code == 404


async def test_a_name_that_was_erased_is_in_no_look_back(ground: Ground) -> None:
    async with nodes(ground) as [address], Device(address) as ola:
        code = await play(ola)
        assert '"Ola"' in (await look_back(ola, code)).text
        assert (await ola.ask("DELETE", f"/api/tables/{code}/me")).status_code == 204
        assert "Ola" not in (await look_back(ola, code)).text


# -- Where it is not possible -----------------------------------------------------------------------------


async def test_a_game_without_a_judge_is_judged_by_playouts(
    ground: Ground, counting: Callable[[str], None]
) -> None:
    async with nodes(ground) as [address], Device(address) as ola:
        counting("")
        code = await play(ola)
        found = await look_back(ola, code)
        assert found.status_code == 200
        assert found.json()["review"]["judge"] == "play-outs of medium, depth 1"


async def test_a_server_without_numpy_says_so(
    ground: Ground, counting: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    async with nodes(ground) as [address], Device(address) as ola:
        counting("Judge")
        code = await play(ola)
        monkeypatch.setitem(sys.modules, "tests.server.minimal_judge", None)
        for _ in range(2):
            refused = await look_back(ola, code)
            assert refused.status_code == 501
            assert refused.json() == {
                "code": "review_missing",
                "values": {"game": "counting", "extra": "bots"},
            }


async def test_a_judge_that_fails_is_not_asked_again(ground: Ground, counting: Callable[[str], None]) -> None:
    async with nodes(ground) as [address], Device(address) as ola:
        counting("Broken")
        code = await play(ola)
        for _ in range(2):
            refused = await look_back(ola, code)
            assert (refused.status_code, refused.json()["code"]) == (500, "review_failed")
        figures = (await ola.ask("GET", "/metrics")).text
        assert figure(figures, 'stolik_reviews_total{outcome="failed"}') == 1
        assert figure(figures, "stolik_reviews_running") == 0


async def test_a_judge_that_takes_too_long_looks_less_deeply(store: Store) -> None:
    played = counted()
    await write(store, played)
    record = str(played.table.record()).encode()
    asked = 0

    async def ask(question: Question) -> object:
        nonlocal asked
        asked += 1
        if asked == 1:
            raise TimeoutError  # as BotPool does
        return question.work()

    looking = Reviews(store.reviews, "node", ask, notes())
    await looking.get(CODE, 1, record, "home")
    await asyncio.gather(*looking._tasks)
    kept = await looking.get(CODE, 1, record, "home")
    assert isinstance(kept, bytes)
    assert json.loads(zlib.decompress(kept))["judge"] == "even, 0"


async def test_a_node_is_at_no_more_than_it_can_hold(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "MOST", 1)
    record = str(counted().table.record()).encode()
    assert await store.create("ONE", "1", 0.0)
    looking = Reviews(store.reviews, "node", never, notes())
    assert isinstance(await looking.get("ONE", 1, record, "home"), Reviewing)
    with pytest.raises(Refusal, match="too_many_requests"):
        await looking.get("TWO", 1, record, "home")
    await looking.close()


async def test_one_client_does_not_take_all_the_room(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "EACH", 1)
    record, may_go_on = str(counted().table.record()).encode(), asyncio.Event()

    async def ask(question: Question) -> object:
        await may_go_on.wait()
        return question.work()

    for code in ("ONE", "TWO", "ELSE"):
        assert await store.create(code, "1", 0.0)
    looking = Reviews(store.reviews, "node", ask, notes())
    assert isinstance(await looking.get("ONE", 1, record, "stranger"), Reviewing)
    with pytest.raises(Refusal, match="too_many_requests"):
        await looking.get("TWO", 1, record, "stranger")
    assert isinstance(await looking.get("ELSE", 1, record, "home"), Reviewing)
    may_go_on.set()
    await asyncio.gather(*looking._tasks)
    assert not looking._clients
    assert isinstance(await looking.get("TWO", 1, record, "stranger"), Reviewing)
    await looking.close()
