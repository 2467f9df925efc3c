"""Help is each person's own choice, within what the host allows, and everybody sees it."""

from __future__ import annotations

from pathlib import Path

import pytest

from stolik.server.commands import Refusal
from stolik.server.messages import ChooseHelp, Configure, Leave, Manners
from stolik.server.projection import table_view
from tests.server.device import Device
from tests.server.nodes import Ground, nodes
from tests.server.tables import Played


def helps(played: Played) -> list[str]:
    seen = [seat.help for seat in table_view(played.table).seats]
    assert [seat.help for seat in table_view(played.again()).seats] == seen
    return list(seen)


def test_without_a_choice_all_that_the_host_allows_and_with_one_no_more_than_that() -> None:
    played = Played("pickomino", 2, bots=1, manners=Manners(help="risk"))
    assert helps(played) == ["risk", "risk", "none"]
    played.do("lis", ChooseHelp("h1", 1, "none"))
    assert helps(played) == ["risk", "none", "none"]
    with pytest.raises(Refusal, match="help_not_allowed") as refusal:
        played.do("ola", ChooseHelp("h2", 0, "trainer"))
    assert refusal.value.values == {"allowed": "risk"}
    with pytest.raises(Refusal, match="not_your_seat"):
        played.do("ola", ChooseHelp("h3", 1, "none"))
    with pytest.raises(Refusal, match="not_your_seat"):
        played.do("ola", ChooseHelp("h4", 2, "none"))
    played.do("ola", ChooseHelp("h5", 0, "risk"))
    played.do("ola", Configure("c1", manners=Manners(help="none")))
    assert helps(played) == ["none", "none", "none"]
    played.do("ola", Configure("c2", manners=Manners(help="trainer")))
    assert helps(played) == ["risk", "none", "none"]  # as they chose
    played.do("lis", Leave("l", 1))
    assert helps(played) == ["risk", "none", "none"]


@pytest.mark.anyio
async def test_risk_preview_and_advice_come_to_those_who_want_them(tmp_path: Path) -> None:
    ground = Ground(tmp_path, f"sqlite:///{tmp_path / 'stolik.db'}")
    async with nodes(ground) as [address], Device(address) as ola, Device(address) as lis:
        await ola.open("pickomino", ["human", "human"], manners={"help": "trainer"})
        await lis.sit(ola.code, "Lis")
        await ola.connect()
        await lis.connect()
        await lis.do("help", seat=1, help="none")
        await ola.ready()
        await lis.ready()
        await ola.start()
        while lis.table["stage"] != "playing":
            await lis.hear()
        helped = {0: ola, 1: lis}
        told: dict[int, list[bool]] = {0: [], 1: []}
        await ola.until(lambda message: message["t"] == "advice")
        while min(map(len, told.values())) < 4:
            assert ola.view is not None
            who = helped[ola.view["actor"]]
            while who.view is None or who.ply < ola.ply or "moves" not in who.view:
                await who.hear()
            answer = await who.do("play", seat=who.yours[0], ply=who.ply, moves=[who.view["moves"][0]])
            other = helped[1 - who.yours[0]]
            while other.seq < who.seq:
                await other.hear()
            preview = answer.get("preview") or {}
            rolls = [one for one in preview.values() if "roll" in one.get("moves", [])]
            told[who.yours[0]] += ["risk" in one for one in rolls]
            view = answer["view"]  # after the last die there is no roll, and no risk
            may_roll = view["phase"] == "kept" and "roll" in view.get("moves", [])
            told[who.yours[0]] += ["risk" in answer] * may_roll
        assert all(told[0])
        assert not any(told[1])
        assert not any("risk" in message for message in lis.messages if message["t"] == "update")
        assert not any(message["t"] == "advice" for message in lis.messages)


@pytest.mark.anyio
async def test_who_changes_their_mind_is_told_at_once(tmp_path: Path) -> None:
    ground = Ground(tmp_path, f"sqlite:///{tmp_path / 'stolik.db'}")
    async with nodes(ground) as [address], Device(address) as ola:
        await ola.open("pickomino", ["human", "easy"], manners={"help": "trainer"})
        await ola.connect()
        await ola.ready()
        await ola.start()
        await ola.do("help", seat=0, help="none")
        while ola.view is None or ola.view["phase"] != "kept":
            assert ola.view is not None
            moves = ola.view["moves"] if ola.actor == 0 else None
            if moves is None:
                await ola.hear()
            else:
                await ola.do("play", seat=0, ply=ola.ply, moves=[moves[0]])
        assert "risk" not in ola.messages[-1]
        answer = await ola.do("help", seat=0, help="trainer")
        assert answer["told"][0]["events"] == [{"kind": "helped", "seat": 0, "help": "trainer"}]
        assert answer["table"]["seats"][0]["help"] == "trainer"
        assert answer["risk"] is not None
        assert (await ola.until(lambda message: message["t"] == "advice"))["ply"] == ola.ply
        assert "risk" not in await ola.do("help", seat=0, help="none")
