"""The evening of a table: the score of its games, kept from one rematch to the next."""

from __future__ import annotations

import csv
import io
import random
import secrets
import sys
from pathlib import Path

import pytest

from stolik import bots
from stolik.server.commands import Refusal
from stolik.server.evening import SHOWN, Evening, as_csv, rate
from stolik.server.messages import Configure, EveningGame, EveningPlayer, Leave, Level, Ready, Rematch
from stolik.server.projection import table_view
from tests.server.device import Device
from tests.server.nodes import GROUNDS, Ground, nodes
from tests.server.tables import Played

Row = tuple[str | None, Level | None, int, int]


def game(round: int, *rows: Row) -> EveningGame:
    players = [EveningPlayer(*row) for row in rows]
    return EveningGame(round, 10.0 * round, 10.0 * round + 5, {}, players, "end")


def score(*games: EveningGame) -> Evening:
    found = Evening()
    for one in games:
        found.add(one)
    return found


def test_wins_points_places_streaks_and_records() -> None:
    found = score(
        game(1, ("Ola", None, 7, 1), ("Lis", None, 3, 2), (None, "easy", 1, 3)),
        game(2, ("Ola", None, 4, 1), ("Lis", None, 4, 1), (None, "easy", 2, 3)),
        game(3, ("lis", None, 9, 1), ("Ola", None, 0, 2), (None, "hard", 0, 2)),
    )
    lis, ola, easy, hard = found.standings()
    assert (lis.name, lis.seat, lis.games, lis.wins, lis.points) == ("lis", 0, 3, 1.5, 16)
    assert (lis.places, lis.streak, lis.best) == ([2, 1], 2, 9)
    assert (ola.name, ola.seat, ola.games, ola.wins, ola.points) == ("Ola", 1, 3, 1.5, 11)
    assert (ola.places, ola.streak, ola.best) == ([2, 1], 0, 7)
    assert (easy.name, easy.level, easy.seat, easy.games, easy.places) == (None, "easy", 2, 2, [0, 0, 2])
    assert (hard.level, hard.games, hard.best) == ("hard", 1, 0)


def test_bots_of_a_level_are_told_apart_by_their_seats() -> None:
    found = score(game(1, ("Ola", None, 1, 3), (None, "easy", 5, 1), (None, "easy", 2, 2)))
    assert [(one.level, one.seat, one.wins) for one in found.standings()] == [
        ("easy", 1, 1.0), ("easy", 2, 0.0), (None, 0, 0.0)
    ]  # fmt: skip


def test_a_table_shows_no_more_than_it_has_room_for() -> None:
    games = [game(n, (f"Ola{n}", None, 1, 1), (f"Lis{n}", None, 0, 2)) for n in range(SHOWN)]
    found = score(*games)
    assert len(found.standings()) == 2 * SHOWN
    assert found.shown() == found.standings()[:SHOWN]


def test_ratings_follow_the_games() -> None:
    games = [game(n, ("Ola", None, 5, 1), (None, "easy", 2, 2), (None, "easy", 1, 3)) for n in range(1, 9)]
    ratings = rate(games)
    assert ratings
    assert [(one.name, one.level, one.seat) for one in ratings] == [
        ("Ola", None, 0), (None, "easy", 1), (None, "easy", 2)
    ]  # fmt: skip
    assert ratings[0].mean > 25 > ratings[2].mean
    after_one = rate(games[:1])
    assert after_one
    assert 0 < ratings[0].half < after_one[0].half
    assert rate([]) == []


def test_a_name_is_no_formula_of_a_spreadsheet() -> None:
    text = as_csv([game(1, ("=1+1", None, 5, 1), ("@x", None, 2, 2))], "counting")
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [row["name"] for row in rows] == ["'=1+1", "'@x"]


def whole_game(played: Played, seed: int) -> None:
    rng = random.Random(seed)
    while played.table.stage == "playing":
        assert played.table.state is not None
        played.move(rng.choice(played.table.state.moves()))


def test_the_score_of_a_table_is_the_sum_of_its_results() -> None:
    played = Played("pickomino", 2, bots=1)
    played.begin()
    results = []
    for n in range(3):
        whole_game(played, n)
        assert played.table.state is not None
        results.append(played.table.state.result())
        played.do("lis", Rematch(f"again{n}"))
        for seat, who in enumerate(("ola", "lis")):
            played.do(who, Ready(f"r{n}{seat}", seat, secrets.token_hex(16)))
    standings = {one.name: one for one in table_view(played.table).evening}
    for seat, name in enumerate(("Ola", "Lis", None)):
        one = standings[name]
        assert one.games == 3
        assert one.points == sum(result.scores[seat] for result in results)
        assert one.best == max(result.scores[seat] for result in results)
        assert one.wins == sum((seat in result.winners) / len(result.winners) for result in results)
        assert (
            one.places
            == [sum(result.places[seat] == place for result in results) for place in range(1, 4)][
                : max(result.places[seat] for result in results)
            ]
        )
    assert table_view(played.again()).evening == table_view(played.table).evening
    assert [one.round for one in played.table.evening.games] == [1, 2, 3]


def test_a_game_counts_for_those_who_began_it() -> None:
    played = Played("pickomino", 2)
    played.begin()
    played.do("lis", Leave("l", 1))
    whole_game(played, 1)
    assert sorted(str(one.name) for one in table_view(played.table).evening) == ["Lis", "Ola"]


def test_the_host_names_the_table_at_any_time() -> None:
    played = Played("pickomino", 2)
    assert table_view(played.table).name is None
    played.do("ola", Configure("c1", name="  Thursday   evening "))
    assert table_view(played.table).name == "Thursday evening"
    played.begin()
    played.do("ola", Configure("c2", name="Czwartek"))
    assert table_view(played.again()).name == "Czwartek"
    with pytest.raises(Refusal, match="bad_name"):
        played.do("ola", Configure("c3", name="a\u202eb"))
    with pytest.raises(Refusal, match="host_only"):
        played.do("lis", Configure("c4", name="mine"))
    with pytest.raises(Refusal, match="not_now"):
        played.do("ola", Configure("c5", name="x", options={}))
    played.do("ola", Configure("c6", name=" "))
    assert table_view(played.table).name is None


@pytest.fixture
def ground(request: pytest.FixtureRequest, tmp_path: Path) -> Ground:
    return Ground.make(request, tmp_path)


@pytest.mark.anyio
@pytest.mark.parametrize("ground", GROUNDS, indirect=True)
async def test_an_evening_outlives_the_server(ground: Ground, monkeypatch: pytest.MonkeyPatch) -> None:
    async with nodes(ground) as addresses, Device(addresses[0]) as ola:
        await ola.open("pickomino", ["human", "easy"])
        await ola.connect()
        await ola.do("configure", name="Thursday")
        await ola.ready()
        await ola.start()
        for n in range(2):
            await ola.play(bots.make("pickomino", "easy", n).choose)
            await ola.do("rematch")
            await ola.ready()
        shown = ola.table["evening"]
        path = f"/api/tables/{ola.code}/evening"
        told = (await ola.ask("GET", path)).json()
    async with nodes(ground) as addresses, Device(addresses[-1]) as again:
        again.code, again.cookie = ola.code, ola.cookie
        assert (await again.connect(since=0))["table"]["evening"] == shown
        assert (await again.ask("GET", path)).json() == told
        assert again.table["name"] == told["name"] == "Thursday"
        assert told["standings"] == shown
        assert told["ratings"] is None
        assert [one["round"] for one in told["games"]] == [1, 2]
        assert all(one["began"] < one["ended"] for one in told["games"])
        rated = (await again.ask("GET", f"{path}?ratings=1")).json()["ratings"]
        assert {(one["name"], one["level"]) for one in rated} == {("Ola", None), (None, "easy")}
        response = await again.ask("GET", f"{path}?format=csv")
        assert response.headers["content-type"] == "text/csv; charset=utf-8"
        assert f'filename="stolik-{ola.code}.csv"' in response.headers["content-disposition"]
        rows = list(csv.DictReader(io.StringIO(response.text)))
        assert [(row["round"], row["name"], row["level"]) for row in rows] == [
            ("1", "Ola", ""), ("1", "", "easy"), ("2", "Ola", ""), ("2", "", "easy")
        ]  # fmt: skip
        assert sum(int(row["score"]) for row in rows) == sum(one["points"] for one in shown)
        assert (await again.ask("GET", f"{path}?format=xml")).status_code == 422
        monkeypatch.setitem(sys.modules, "openskill.models", None)
        refused = await again.ask("GET", f"{path}?ratings=1")
        assert (refused.status_code, refused.json()["code"]) == (404, "no_ratings")


@pytest.mark.anyio
@pytest.mark.parametrize("ground", ["sqlite"], indirect=True)
async def test_strangers_see_no_evening_where_they_may_not_watch(ground: Ground) -> None:
    async with nodes(ground) as [address], Device(address) as ola, Device(address) as stranger:
        await ola.open("pickomino", ["human", "easy"], manners={"spectators": False})
        path = f"/api/tables/{ola.code}/evening"
        assert (await ola.ask("GET", path)).status_code == 200
        assert (await stranger.ask("GET", path)).json()["code"] == "no_spectators"
