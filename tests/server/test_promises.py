"""Everybody promises their randomness before anybody shows it: nobody can choose theirs to fit others'."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from stolik.core import Record, verify
from stolik.server import snapshots
from stolik.server.commands import Refusal, begin
from stolik.server.entries import Left
from stolik.server.history import History
from stolik.server.keeper import REVEALING, due
from stolik.server.messages import (
    Configure,
    Leave,
    Manners,
    Ready,
    Rematch,
    Remove,
    Reveal,
    SeatPlan,
    Start,
)
from stolik.server.projection import table_view
from stolik.server.settings import Settings
from stolik.server.table import Table
from tests.server.device import Device, at_random
from tests.server.nodes import Ground, nodes
from tests.server.tables import Played

RANDOMS = [f"{n:032x}" for n in range(1, 8)]


def promise(random: str) -> str:
    return hashlib.sha256(bytes.fromhex(random)).hexdigest()


def promised(people: int = 2, bots: int = 0) -> Played:
    """Return a table where everybody has promised, and the host has started."""
    played = Played("pickomino", people, bots)
    for n, seat in enumerate(played.table.seats[:people]):
        assert seat.holder
        played.do(seat.holder, Ready(f"r{n}", n, promise=promise(RANDOMS[n])))
    played.do("ola", Start("start"))
    return played


def refused(played: Played, who: str, *commands: object) -> list[str]:
    codes = []
    for command in commands:
        with pytest.raises(Refusal) as error:
            played.do(who, command)  # type: ignore[arg-type]
        codes.append(error.value.code)
    return codes


def test_a_game_begins_when_the_last_promise_is_kept() -> None:
    played = promised()
    assert table_view(played.table).starting == [0, 1]
    assert [seat.promise for seat in table_view(played.table).seats] == [
        promise(RANDOMS[0]),
        promise(RANDOMS[1]),
    ]
    told = played.do("lis", Reveal("v1", 1, RANDOMS[1])).told(None)
    assert told.events == [{"kind": "revealed", "seat": 1, "random": RANDOMS[1]}]
    assert (played.table.stage, table_view(played.table).starting) == ("waiting", [0])
    told = played.do("ola", Reveal("v0", 0, RANDOMS[0])).told(None)
    assert [event["kind"] for event in told.events] == ["revealed", "started"]
    assert played.table.stage == "playing"
    assert table_view(played.table).starting is None
    assert played.table.fairness is not None
    assert played.table.fairness.seats == tuple(RANDOMS[:2])
    assert played.again().fairness == played.table.fairness


def test_only_what_was_promised_can_be_shown_and_only_once_when_it_is_asked_for() -> None:
    played = Played("pickomino", 2)
    ready = Ready("r0", 0, promise=promise(RANDOMS[0]))
    played.do("ola", ready)
    assert refused(played, "ola", Reveal("v", 0, RANDOMS[0])) == ["not_now"]
    played.do("lis", Ready("r1", 1, RANDOMS[1]))  # it shows its own at once, and has fixed it by that
    played.do("ola", Start("s"))
    assert table_view(played.table).starting == [0]
    assert refused(played, "ola", Reveal("v", 0, RANDOMS[5])) == ["not_promised"]
    assert refused(played, "lis", Reveal("v", 0, RANDOMS[0]), Reveal("v", 1, RANDOMS[1])) == [
        "not_your_seat",
        "not_now",
    ]
    both, neither = Ready("r", 0, RANDOMS[0], promise(RANDOMS[0])), Ready("r", 0)
    assert refused(Played("pickomino", 2), "ola", both, neither) == ["random_or_promise"] * 2


def test_nothing_can_be_chosen_anew_once_promises_are_being_kept() -> None:
    played = promised()
    played.do("lis", Reveal("v1", 1, RANDOMS[1]))
    assert (
        refused(
            played,
            "ola",
            Ready("x1", 0, promise=promise(RANDOMS[4])),
            Ready("x2", 0, RANDOMS[4]),
            Configure("x3", manners=Manners(clock=30)),
            Configure("x4", seats=[SeatPlan(), SeatPlan(), SeatPlan("bot")]),
            Remove("x5", 1),
            Start("x6"),
        )
        == ["not_now"] * 6
    )


def test_a_start_waits_a_moment_for_a_promise_and_not_longer() -> None:
    played = promised(people=3)
    played.do("ola", Reveal("v0", 0, RANDOMS[0]))
    played.do("jan", Reveal("v2", 2, RANDOMS[2]))
    found = due(played.table, Settings())
    assert found is not None
    assert (found.at, found.seat) == (played.now + REVEALING, None)
    told = played.add(begin(played.table, "started/1", played.now + REVEALING)).told(None)
    assert told.events == [{"kind": "started", "late": [1]}]
    assert played.table.fairness is not None
    assert played.table.fairness.seats == (RANDOMS[0], "", RANDOMS[2])
    with pytest.raises(Refusal, match="stale"):
        begin(played.table, "started/1", played.now)


def test_who_leaves_while_a_game_is_being_started_leaves_a_bot_behind() -> None:
    played = promised(bots=1)
    played.do("ola", Reveal("v0", 0, RANDOMS[0]))
    played.do("lis", Leave("l", 1))
    assert table_view(played.table).starting == []
    assert due(played.table, Settings()) is not None  # it begins
    played.add(begin(played.table, "started/1", played.now))
    assert [seat.plan.kind for seat in played.table.seats] == ["human", "bot", "bot"]
    assert isinstance(played.add(Left(played.now, "left/9", 0)).entry, Left)


def test_a_rematch_asks_for_promises_too() -> None:
    played = Played("pickomino", 2)
    played.begin()
    while played.table.stage == "playing":
        assert played.table.state is not None
        played.move(played.table.state.moves()[0])
    played.do("lis", Rematch("again"))
    played.do("ola", Ready("r0", 0, promise=promise(RANDOMS[0])))
    told = played.do("lis", Ready("r1", 1, RANDOMS[1])).told(None)
    assert [event["kind"] for event in told.events] == ["ready", "starting"]
    played.do("ola", Reveal("v0", 0, RANDOMS[0]))
    assert (played.table.stage, played.table.round) == ("playing", 2)


def test_a_snapshot_keeps_what_was_promised() -> None:
    played = promised()
    table = Table("ABCDEF")
    assert snapshots.restore(snapshots.take(played.table, History()), table, History())
    assert table_view(table) == table_view(played.table)


@pytest.mark.anyio
async def test_people_whose_devices_keep_silent_stop_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("stolik.server.keeper.REVEALING", 0.1)
    ground = Ground(tmp_path, f"sqlite:///{tmp_path / 'stolik.db'}")
    async with nodes(ground) as [address], Device(address) as ola, Device(address) as lis:
        await ola.open("pickomino", ["human", "human"], manners={"pace": "instant"})
        await ola.connect()
        await lis.sit(ola.code, "Lis")
        await lis.connect()
        await lis.do("ready", seat=1, promise=promise(RANDOMS[1]))
        await ola.do("ready", seat=0, promise=promise(RANDOMS[0]))
        await ola.do("start")
        await ola.do("reveal", seat=0, random=RANDOMS[0])
        await lis.close()
        await ola.until(lambda _: ola.table["stage"] == "playing")
        await lis.connect()
        await lis.do("leave", seat=1)
        await ola.play(at_random(1))
        text = (await ola.ask("GET", f"/api/tables/{ola.code}/games/1/record")).text
    assert f"random 0 {RANDOMS[0]}" in text
    assert "random 1" not in text
    assert verify(Record.parse(text)).fair
