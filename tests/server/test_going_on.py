"""Playing on from a moment of a finished game: a new table whose game begins with moves of the old one."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from stolik.core import CHANCE, Record, RecordError, verify
from stolik.core.plugins import _PLUGINS
from stolik.server import snapshots
from stolik.server.commands import Refusal, go_on, open_table, sit_down
from stolik.server.history import History
from stolik.server.messages import Configure, Continue, Manners, SeatPlan
from stolik.server.table import Table
from tests.server.device import Device, at_random
from tests.server.minimal_game import PLUGIN
from tests.server.nodes import Ground, nodes, questions
from tests.server.tables import Played

GAMES = [("pickomino", 2, {}), ("linko", 3, {"mode": "expert", "first": "lots"})]


def to_the_end(played: Played, seed: int) -> Record:
    rng = random.Random(seed)
    while played.table.state is not None and played.table.stage == "playing":
        moves = list(map(str, played.table.state.moves()))
        good = [move for move in moves if move.startswith(("take", "steal", "keep w", "play"))]
        played.move(rng.choice(good or moves))
    return played.table.record()


class Gone(Played):
    """A table at which a finished game goes on, with one person and bots."""

    def __init__(self, record: Record, ply: int, seat: int | None = None) -> None:
        self.table, self.log, self.now = Table("ABCDEF"), [], 2000.0
        going_on = go_on(record, Manners(listed=True), Continue(ply, "easy", seat))
        self.add(open_table(going_on.table, "ola", self.now, going_on.taken))
        self.add(sit_down(self.table, None, "Ola", self.caller("ola")))
        self.seat = going_on.seat


@pytest.fixture(scope="module", params=GAMES, ids=lambda game: game[0])
def finished(request: pytest.FixtureRequest) -> Record:
    game, people, options = request.param
    played = Played(game, people, **options)
    played.begin()
    return to_the_end(played, 1)


@pytest.mark.parametrize("part", [0.0, 0.3, 0.31, 0.32, 0.9])
def test_a_game_goes_on_as_it_stood_and_ends_with_a_record_that_says_so(
    finished: Record, part: float
) -> None:
    ply = int(part * len(finished.moves))
    then = list(finished.states())[ply]
    gone = Gone(finished, ply)
    assert [seat.plan.kind for seat in gone.table.seats].count("human") == 1
    assert gone.table.seats[gone.seat].name == "Ola"
    assert not gone.table.manners.listed
    gone.begin()
    state = gone.table.state
    assert state is not None
    if then.actor == CHANCE:
        assert gone.table.moves[:ply] == list(finished.moves[:ply])
        assert gone.table.ply > ply
    else:
        assert state.position() == then.position()
        assert state.actor == gone.seat
    record = to_the_end(gone, 2)
    again = Record.parse(str(record))
    assert again == record
    assert record.moves[:ply] == finished.moves[:ply]
    assert record.taken is not None
    assert finished.fairness is not None
    assert (record.taken.ply, record.taken.commitment) == (ply, finished.fairness.commitment)
    found = verify(again)
    assert found.taken == ply
    assert found.result is not None
    states = list(record.states())
    drawn = [n for n, state in enumerate(states) if state.actor == CHANCE and n >= ply]
    assert found.chances == len(drawn)
    other = gone.again()
    assert other.record() == record
    table, history = Table("ABCDEF"), History()
    history.note(gone.table)
    assert snapshots.restore(snapshots.take(gone.table, history), table, history)
    assert table.record() == record


def test_chance_after_that_moment_is_checked_and_the_moves_before_keep_the_rules() -> None:
    played = Played("pickomino", 2)
    played.begin()
    finished = to_the_end(played, 1)
    ply = len(finished.moves) // 2
    gone = Gone(finished, ply)
    gone.begin()
    record = to_the_end(gone, 2)
    changed = next(n for n, move in enumerate(record.moves) if n >= ply and move.startswith("dice"))
    other = str(record).replace(f"taken {ply} from", f"taken {changed} from")
    assert verify(Record.parse(other)).taken == changed  # fewer outcomes are vouched for
    earlier = str(record).replace(f"taken {ply} from", "taken 0 from")
    with pytest.raises(RecordError) as wrong:
        verify(Record.parse(earlier))  # what was taken over cannot be passed off as one's own
    assert wrong.value.code == "wrong_chance"


def test_one_may_sit_where_nobody_decides_at_that_moment(finished: Record) -> None:
    ply, actor = next((n, state.actor) for n, state in enumerate(finished.states()) if state.actor == 1)
    for seat in range(finished.game.players):
        gone = Gone(finished, ply, seat)
        people = [n for n, place in enumerate(gone.table.seats) if place.plan.kind == "human"]
        assert people == [gone.seat] == [seat]
        gone.begin()
        assert gone.table.state is not None
        assert gone.table.state.actor == actor
    with pytest.raises(Refusal, match="malformed"):
        go_on(finished, Manners(), Continue(ply, "easy", finished.game.players))


def test_nothing_is_taken_over_from_after_the_end() -> None:
    played = Played("pickomino", 2)
    played.begin()
    finished = to_the_end(played, 1)
    with pytest.raises(Refusal, match="malformed"):
        go_on(finished, Manners(), Continue(len(finished.moves), "easy"))


def test_the_rules_of_a_game_that_goes_on_stay_as_they_are() -> None:
    played = Played("pickomino", 2)
    played.begin()
    gone = Gone(to_the_end(played, 1), 5)
    with pytest.raises(Refusal, match="not_now"):
        gone.do("ola", Configure("c1", options={"variant": "deluxe"}))
    plans = [seat.plan for seat in gone.table.seats]
    with pytest.raises(Refusal, match="not_now"):
        gone.do("ola", Configure("c2", seats=[*plans, SeatPlan("bot")]))
    gone.do("ola", Configure("c3", manners=Manners(pace="instant")))
    gone.begin()
    assert gone.table.ply >= 5


@pytest.mark.anyio
async def test_somebody_with_a_seat_plays_on_at_a_new_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(_PLUGINS, PLUGIN.name, replace(PLUGIN))
    asked = questions(monkeypatch)
    ground = Ground(tmp_path, f"sqlite:///{tmp_path / 'stolik.db'}")
    async with nodes(ground) as [address], Device(address) as ola, Device(address) as there:
        code = await ola.open("counting", ["human", "easy"], manners={"pace": "instant"})
        path, wanted = f"/api/tables/{code}/continue", {"ply": 1, "level": "easy"}
        early = await ola.ask("POST", path, json=wanted)
        assert (early.status_code, early.json()["code"]) == (404, "not_over")
        await ola.connect()
        await ola.ready()
        await ola.start()
        await ola.play(at_random(1))
        stranger = await Device(address).ask("POST", path, json=wanted)
        assert (stranger.status_code, stranger.json()["code"]) == (403, "not_your_seat")
        late = await ola.ask("POST", path, json={"ply": 3, "level": "easy"})
        assert (late.status_code, late.json()["code"]) == (422, "malformed")
        there.cookie = ola.cookie
        opened = await there.ask("POST", path, params={"round": 1}, json=wanted)
        assert opened.status_code == 201
        there.code = opened.json()["code"]
        assert there.code != code
        assert opened.json()["seat"] == 1
        assert "continue" in asked  # not in the server's own process, where everybody would wait
        await there.connect()
        await there.ready()
        await there.start()
        assert there.ply == 1
        await there.play(at_random(1))
        text = (await there.ask("GET", f"/api/tables/{there.code}/games/1/record")).text
        record = Record.parse(text)
        assert record.taken is not None
        assert record.taken.commitment == ola.table["commitment"]
        assert verify(record).taken == 1
        told = [event["kind"] for entry in there.told for event in entry["events"]]
        assert told.count("said_number") == 2  # not what was before
        await there.do("rematch")
        await there.ready()
        if there.table["stage"] != "playing":
            await there.start()
        assert there.ply == 0
