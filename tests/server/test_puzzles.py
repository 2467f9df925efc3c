"""Puzzles over HTTP: that of the day and any other, for everybody, kept by browsers."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from stolik.analysis.puzzles import games_with_puzzles, of_the_day, puzzle_of, puzzles, state_of
from tests.server.device import Device
from tests.server.nodes import Ground, nodes

pytestmark = pytest.mark.anyio


@pytest.fixture
def ground(tmp_path: Path) -> Ground:
    return Ground(tmp_path, f"sqlite:///{tmp_path / 'stolik.db'}")


async def test_the_puzzle_of_the_day_or_another_one(ground: Ground) -> None:
    async with nodes(ground) as [address]:
        device = Device(address)
        of_today = (await device.ask("GET", "/api/puzzle")).json()
        assert (of_today["game"], of_today["number"]) == of_the_day(date.fromisoformat(of_today["day"]))
        for game in games_with_puzzles():
            told = (await device.ask("GET", f"/api/puzzle?game={game}")).json()
            assert (game, told["number"]) == of_the_day(date.fromisoformat(told["day"]), game)
            count = len(puzzles(game))
            told = (await device.ask("GET", f"/api/puzzle?game={game}&number={count}")).json()
            puzzle = puzzle_of(game, count)
            assert (told["day"], told["count"], told["seat"]) == (None, count, puzzle["seat"])
            assert (told["obvious"], told["options"]) == (puzzle["obvious"], puzzle["options"])
            assert sorted(told["view"]["moves"]) == sorted(state_of(puzzle).moves())
            assert told["view"]["seat"] == puzzle["seat"], "the view of who decides"
        first = (await device.ask("GET", "/api/puzzle?number=1")).json()
        assert (first["game"], first["number"]) == (games_with_puzzles()[0], 1)


async def test_a_browser_may_keep_it(ground: Ground) -> None:
    async with nodes(ground) as [address]:
        device = Device(address)
        answer = await device.ask("GET", "/api/puzzle?number=1")
        assert answer.headers["cache-control"] == "public, max-age=600"
        tag = {"if-none-match": answer.headers["etag"]}
        again = await device.ask("GET", "/api/puzzle?number=1", headers=tag)
        assert (again.status_code, again.content) == (304, b"")


async def test_what_there_is_not(ground: Ground) -> None:
    game = games_with_puzzles()[0]
    count = len(puzzles(game))
    async with nodes(ground) as [address]:
        device = Device(address)
        for query, status, code in (
            ("game=chess", 404, "unknown_game"),
            (f"game={game}&number={count + 1}", 404, "unknown_puzzle"),
            ("number=0", 422, "malformed"),
            ("number=one", 422, "malformed"),
            (f"game={'x' * 101}", 422, "malformed"),
        ):
            answer = await device.ask("GET", f"/api/puzzle?{query}")
            assert (answer.status_code, answer.json()["code"]) == (status, code), query
