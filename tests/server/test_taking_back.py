"""Taking back a decision: never across chance or what is hidden; with people, by consent."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stolik import bots
from stolik.core import CHANCE, Game, Record, State, plugin, verify
from stolik.core.plugins import _PLUGINS
from stolik.server import entries, keeper
from stolik.server.commands import Refusal, back
from stolik.server.entries import Absent
from stolik.server.history import History
from stolik.server.keeper import QUESTION, due
from stolik.server.messages import Answer, Leave, Manners, Order, Play, Question, TakeBack
from stolik.server.projection import table_view
from stolik.server.settings import Settings
from stolik.server.table import Table
from tests.effort import effort
from tests.server.device import Device, Message
from tests.server.minimal_game import PLUGIN
from tests.server.nodes import GROUNDS, Ground, nodes
from tests.server.tables import Played, retold


def refused(code: str) -> pytest.RaisesExc[Refusal]:
    return pytest.raises(Refusal, match=f"^{code}$")


def now(played: Played) -> State:
    assert played.table.state is not None
    return played.table.state


def after(game: Game, moves: list[str]) -> State:
    """Return a game after its first moves."""
    state = game.start()
    for move in moves:
        state = state.play(move)
    return state


def keep_something(played: Played) -> int:
    """Roll and set dice aside, and return the count of moves before that."""
    while now(played).phase != "rolled":
        played.move("roll")
    ply = played.table.ply
    played.move(next(move for move in now(played).moves() if move.word == "keep"))
    return ply


# -- Against bots alone -----------------------------------------------------------------------------------


def test_dice_set_aside_may_be_chosen_again_until_the_next_roll() -> None:
    played = Played("pickomino", 1, bots=1)
    played.begin()
    assert back(played.table, 0) is None
    rolled = ply = keep_something(played)
    before = after(now(played).game, played.table.moves[:ply])
    kept = played.table.moves[ply:]
    assert back(played.table, 0) == ply
    told = played.do("ola", TakeBack("t", 0, ply)).told(None)
    assert [dict(event) for event in told.events] == [{"kind": "took_back", "seat": 0, "ply": ply}]
    assert now(played) == before
    assert played.table.ply == rolled
    assert entries.read(played.log[-1]) == entries.TookBack(played.now, "t", 0, ply, kept)
    with refused("stale"):  # meant for before, whatever the game is like now
        played.do("ola", Play("p", 0, ply, kept))
    with refused("stale"):  # meant for what was taken back
        played.do("ola", Play("q", 0, ply + len(kept), kept))
    played.move(kept[0])
    played.move("roll")
    assert back(played.table, 0) is None
    with refused("too_late"):
        played.do("ola", TakeBack("t2", 0, ply))


def test_only_where_it_leads_to_what_the_person_saw() -> None:
    played = Played("pickomino", 1, bots=1)
    played.begin()
    ply = keep_something(played)
    for wrong in (0, ply - 1, ply + 1):
        with refused("too_late"):
            played.do("ola", TakeBack("t", 0, wrong))
    with refused("not_your_seat"):
        played.do("eve", TakeBack("t", 0, ply))
    with refused("not_your_seat"):
        played.do("ola", TakeBack("t", 1, ply))


def test_a_gesture_is_taken_back_as_a_whole() -> None:
    played = Played("pickomino", 1, bots=1)
    played.begin()
    rng = random.Random(1)
    while True:
        state = now(played)
        takes = (
            [
                [str(move), str(then)]
                for move in state.moves()
                if move.word == "keep" and state.play(move).actor == 0
                for then in state.play(move).moves()
                if state.play(move).play(then).actor not in (CHANCE, None)
            ]
            if state.actor == 0 and state.phase == "rolled"
            else []
        )
        if takes:
            break
        played.move(rng.choice(state.moves()))
    ply = played.table.ply
    played.do("ola", Play("g", 0, ply, takes[0]))
    assert played.table.ply > ply + 1
    assert back(played.table, 0) == ply
    played.do("ola", TakeBack("t", 0, ply))
    assert now(played) == state


def test_cards_that_were_played_come_back_but_no_card_that_was_drawn() -> None:
    played = Played("linko", 1, bots=2)
    played.begin()
    before = now(played)
    ply = played.table.ply
    played.move("play 13" if "play 13" in before.moves() else before.moves()[0])
    assert back(played.table, 0) == ply
    played.do("ola", TakeBack("t", 0, ply))
    assert now(played) == before
    played.move(before.moves()[0])
    played.move("draw deck")
    assert back(played.table, 0) is None


def test_where_cards_are_hidden_nothing_comes_back_once_another_seat_has_moved() -> None:
    played = Played("linko", 1, bots=2)
    played.begin()
    played.move(now(played).moves()[0])
    played.move("pass")
    assert back(played.table, 0) is not None
    played.move(now(played).moves()[0])  # the bot shows a card
    assert back(played.table, 0) is None


def test_standing_orders_that_draw_a_card_end_it() -> None:
    played = Played("linko", 1, bots=2)
    played.begin()
    played.do("ola", Order("o", 0, {"may_draw": "draw deck"}))
    played.move(now(played).moves()[0])
    assert played.table.moves[-1] == "draw deck"
    assert back(played.table, 0) is None


def test_a_game_that_is_over_stays_over() -> None:
    played = Played("pickomino", 1, bots=1)
    played.begin()
    rng = random.Random(2)
    while played.table.stage == "playing":
        played.move(rng.choice(now(played).moves()))
    assert back(played.table, 0) is None
    with refused("not_now"):
        played.do("ola", TakeBack("t", 0, 0))


def test_a_hidden_game_that_says_nothing_of_it_has_no_take_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(_PLUGINS, "linko", replace(plugin("linko"), undoable=()))
    played = Played("linko", 1, bots=2)
    played.begin()
    played.move(now(played).moves()[0])
    assert back(played.table, 0) is None


def test_what_was_taken_back_stays_so_when_the_game_allows_less(monkeypatch: pytest.MonkeyPatch) -> None:
    played = Played("linko", 1, bots=2)
    played.begin()
    before, ply = now(played), played.table.ply
    played.move(before.moves()[0])
    played.do("ola", TakeBack("t", 0, ply))
    monkeypatch.setitem(_PLUGINS, "linko", replace(plugin("linko"), undoable=()))
    assert played.again().state == before


# -- With people ------------------------------------------------------------------------------------------


def three() -> tuple[Played, int]:
    """Three people, the first of whom has set dice aside."""
    played = Played("pickomino", 3)
    played.begin()
    return played, keep_something(played)


def test_everybody_else_is_asked_and_all_must_agree() -> None:
    played, ply = three()
    before = after(now(played).game, played.table.moves[:ply])
    played.do("ola", TakeBack("t", 0, ply))
    assert played.table.ply > ply
    assert table_view(played.table).asked == Question(0, ply, [])
    for who, seat in (("ola", 0), ("eve", 1)):
        with pytest.raises(Refusal):
            played.do(who, Answer("a", seat, True))
    with refused("asked_already"):
        played.do("ola", TakeBack("t2", 0, ply))
    assert back(played.table, 0) is None
    played.do("lis", Answer("a1", 1, True))
    assert table_view(played.table).asked == Question(0, ply, [1])
    with refused("not_asked"):
        played.do("lis", Answer("a2", 1, True))
    told = played.do("jan", Answer("a3", 2, True)).told(1)
    assert [event["kind"] for event in told.events] == ["answered", "took_back"]
    assert now(played) == before
    assert table_view(played.table).asked is None
    with refused("not_asked"):
        played.do("jan", Answer("a4", 2, True))


def test_one_no_is_enough_and_the_same_is_not_asked_again() -> None:
    played, ply = three()
    played.do("ola", TakeBack("t", 0, ply))
    played.do("lis", Answer("a1", 1, False))
    assert table_view(played.table).asked is None
    assert back(played.table, 0) is None
    with refused("declined"):
        played.do("ola", TakeBack("t2", 0, ply))
    with refused("not_asked"):
        played.do("jan", Answer("a2", 2, True))


def test_a_move_is_an_answer() -> None:
    played, ply = three()
    played.do("ola", TakeBack("t", 0, ply))
    played.move("roll")
    assert table_view(played.table).asked is None


def test_those_who_are_away_are_not_asked_and_with_nobody_there_nothing_is_taken_back() -> None:
    played, ply = three()
    played.add(Absent(played.now, "absent/1", [2], played.now))
    played.do("ola", TakeBack("t", 0, ply))
    played.do("lis", Answer("a", 1, True))
    assert played.table.ply == ply
    ply = keep_something(played)
    played.add(Absent(played.now, "absent/2", [1], played.now))
    assert back(played.table, 0) is None
    with refused("nobody_to_ask"):
        played.do("ola", TakeBack("t2", 0, ply))


def test_a_question_ends_when_somebody_goes() -> None:
    for ending in ("lost", "left"):
        played, ply = three()
        played.do("ola", TakeBack("t", 0, ply))
        played.do("lis", Answer("a", 1, True))
        if ending == "lost":
            played.add(Absent(played.now, "absent/1", [2], played.now))
        else:
            played.do("jan", Leave("l", 2))
        assert table_view(played.table).asked is None
        assert back(played.table, 0) == ply


def test_who_is_left_alone_with_bots_asks_nobody() -> None:
    played, ply = three()
    played.do("lis", Leave("l1", 1))
    played.do("jan", Leave("l2", 2))
    played.do("ola", TakeBack("t", 0, ply))
    assert played.table.ply == ply


def test_bots_wait_for_the_answers_but_not_for_ever() -> None:
    played = Played("pickomino", 2, bots=1, manners=Manners(pace="instant"))
    played.begin()
    rng = random.Random(3)
    while not (now(played).actor == 2 and back(played.table, 1) is not None):
        if played.table.stage == "over":
            pytest.fail("nobody took a tile before the bot")
        played.move(rng.choice(now(played).moves()))
    ply = back(played.table, 1)
    assert ply is not None
    before = due(played.table, Settings())
    played.now += 5
    played.do("lis", TakeBack("t", 1, ply))
    waiting = due(played.table, Settings())
    assert before is not None
    assert waiting is not None
    assert waiting.at == played.now + QUESTION
    played.do("ola", Answer("a", 0, False))
    assert due(played.table, Settings()) == before


# -- Any game ---------------------------------------------------------------------------------------------

GAMES: list[tuple[str, dict[str, Any], int]] = [
    ("pickomino", {}, 3),
    ("pickomino", {"variant": "deluxe"}, 3),
    ("linko", {}, 3),
    ("linko", {"mode": "expert"}, 4),
    ("linko", {"mode": "duel"}, 2),
]


class Slippery:
    """A game whose people take back whatever they can, checked after every entry."""

    def __init__(self, game: str, options: dict[str, Any], people: int, players: int, seed: int) -> None:
        self.played = Played(game, people, bots=players - people, **options)
        self.rng = random.Random(seed)
        self.drawn: list[str] = []
        self.taken = 0
        self.bot = bots.make(game, "easy", seed)
        self.other = Table("ABCDEF")
        """The table of another node, which reads the log."""
        self.history = History()

    def whole(self) -> None:
        self.played.begin()
        self.check()
        while self.played.table.stage == "playing":
            if self.rng.random() < 0.3:
                self.slip()
            else:
                self.played.move(self.choose(now(self.played)))
            self.check()

    def choose(self, state: State) -> str:
        """Return what somebody plays: as a bot does, so that the game comes to an end, or by whim."""
        assert state.actor is not None
        if self.rng.random() < 0.3:
            return self.rng.choice(state.moves())
        return str(self.bot.choose(state.view(state.actor)))

    def slip(self) -> None:
        """Let somebody take something back, if anybody can, and everybody else have their say."""
        table = self.played.table
        can = [(seat, ply) for seat in table.people() if (ply := back(table, seat)) is not None]
        if not can:
            return
        seat, ply = self.rng.choice(can)
        saw, undone = now(self.played), table.moves[ply:]
        before = after(saw.game, table.moves[:ply])
        self.played.do(table.seats[seat].holder, TakeBack(f"t{table.seq}", seat, ply))
        while table.question is not None:
            self.check()
            asked = [n for n in table.people() if n not in (seat, *table.question.agreed)]
            agree = self.rng.random() < 0.8
            self.played.do(table.seats[asked[0]].holder, Answer(f"a{table.seq}", asked[0], agree))
        if table.ply == ply:
            assert now(self.played) == before
            self.shows_nothing(before, undone, saw, seat)
            if self.taken % 20 == 0:
                self.fair_so_far()
            self.taken += 1

    def shows_nothing(self, before: State, undone: list[str], saw: State, seat: int) -> None:
        """What was undone had told its player nothing: whatever could have been, it leads to the same."""
        for _ in range(5):
            sample = before.sample(seat, self.rng)
            for move in undone:
                sample = sample.play(move)
            assert sample.view(seat) == saw.view(seat)

    def fair_so_far(self) -> None:
        """The game is that of its moves, and all that chance ever did is among them."""
        table, state, chances = self.played.table, now(self.played).game.start(), []
        for move in table.moves:
            if state.actor == CHANCE:
                chances.append(move)
            state = state.play(move)
        assert state == table.state
        assert chances == self.drawn
        assert table.chances == len(chances)

    def check(self) -> None:
        """Every node has the same table."""
        table, other = self.played.table, self.other
        for text in self.played.log[other.seq :]:
            other.apply(entries.read(text))
            self.history.note(other)
            self.drawn += [move for before, move, _ in other.moments if before.actor == CHANCE]
        assert table_view(other) == table_view(table)
        assert other.state == table.state
        for seat in (None, *range(len(table.seats))):
            assert back(other, seat) == back(table, seat)

    def told_again(self) -> None:
        """What a device missed is told as it was, wherever it was cut off."""
        log = self.played.log
        for since in self.rng.sample(range(1, len(log)), 3):
            missed = [entries.read(text) for text in log[since:]]
            for holder in ("ola", None):
                told = list(self.history.told(self.other, since, missed, holder))
                assert told == retold("ABCDEF", log, since, holder, self.other.holders)


@given(game=st.sampled_from(GAMES), people=st.integers(1, 2), seed=st.integers(0, 2**32))
@settings(max_examples=effort(10, 200))
def test_whatever_is_taken_back_in_a_game_its_record_is_fair_and_everybody_sees_the_same(
    game: tuple[str, dict[str, Any], int], people: int, seed: int
) -> None:
    name, options, players = game
    slippery = Slippery(name, options, people, players, seed)
    slippery.whole()
    slippery.fair_so_far()
    slippery.told_again()
    record = slippery.played.table.record()
    found = verify(Record.parse(str(record)))
    assert found.fair
    assert found.chances == len(slippery.drawn)


def test_such_games_have_slips_of_every_kind() -> None:
    for name, options, players in GAMES:
        slippery = Slippery(name, options, 1, players, 1)
        slippery.whole()
        assert slippery.taken, name


# -- On real servers --------------------------------------------------------------------------------------


@pytest.fixture
def ground(request: pytest.FixtureRequest, tmp_path: Path) -> Ground:
    return Ground.make(request, tmp_path)


everywhere = pytest.mark.parametrize("ground", GROUNDS, indirect=True)


@pytest.fixture
def counting() -> Iterator[None]:
    """The game in which two count to three, and nothing is left to chance."""
    _PLUGINS["counting"] = PLUGIN
    yield
    del _PLUGINS["counting"]


async def sat_down(device: Device, game: str, others: list[str], **wanted: Any) -> Message:
    await device.open(game, ["human", *others], **wanted)
    hello = await device.connect()
    await device.ready()
    await device.start()
    return hello


@pytest.mark.anyio
@everywhere
@pytest.mark.usefixtures("counting")
async def test_a_bot_whose_move_was_taken_back_moves_again(ground: Ground) -> None:
    async with nodes(ground) as addresses, Device(addresses[0]) as ola:
        assert (await sat_down(ola, PLUGIN.name, ["easy"]))["back"] is None
        for _ in range(3):
            await ola.do("play", seat=0, ply=ola.ply, moves=["say 1"])
            while (ola.view or {}).get("number") != 2:
                await ola.hear()
            assert ola.messages[-1]["back"] == 0
            answer = await ola.do("take_back", seat=0, ply=0)
            assert answer["told"][0]["events"] == [{"kind": "took_back", "seat": 0, "ply": 0}]
            assert answer["view"]["number"] == 0
            assert "back" not in answer
        ended = await ola.play(lambda view: str(view["moves"][0]))
        assert ended["over"]
        record = (await ola.ask("GET", f"/api/tables/{ola.code}/games/1/record")).text
        assert verify(Record.parse(record)).decisions == 3
        assert (await ola.do("take_back", seat=0, ply=0))["code"] == "not_now"


@pytest.mark.anyio
@everywhere
async def test_people_spectators_and_those_who_were_away_see_the_same(
    ground: Ground, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(keeper.PACE, "calm", 3600.0)
    async with nodes(ground) as addresses, Device(addresses[0]) as ola, Device(addresses[-1]) as lis:
        await ola.open("pickomino", ["human", "human"], manners={"pace": "calm"})
        await lis.sit(ola.code, "Lis")
        await ola.connect()
        await lis.connect()
        await lis.ready()
        await ola.ready()
        await ola.start()
        async with Device(addresses[-1]) as watcher, Device(addresses[-1]) as cut:
            watcher.code = cut.code = ola.code
            await watcher.connect()
            await ola.do("play", seat=0, ply=0, moves=["roll"])
            rolled = ola.view
            assert rolled is not None
            await cut.connect()
            await cut.close()
            keep = next(move for move in rolled["moves"] if move.startswith("keep"))
            await ola.do("play", seat=0, ply=ola.ply, moves=[keep])
            ply = ola.messages[-1]["back"]
            await ola.do("take_back", seat=0, ply=ply)
            assert ola.table["asked"] == {"seat": 0, "ply": ply, "agreed": []}
            while lis.table.get("asked") is None:
                await lis.hear()
            answer = await lis.do("answer", seat=1, agree=True)
            assert {**answer["view"], "seat": 0, "moves": rolled["moves"]} == rolled
            while ola.seq < lis.seq:
                await ola.hear()
            assert ola.view == rolled
            assert ola.table["asked"] is None
            while watcher.seq < lis.seq:
                await watcher.hear()
            since = cut.seq
            hello = await cut.connect()
            assert hello["missed"] == [told for told in watcher.told if told["seq"] > since]
            kinds = [event["kind"] for told in hello["missed"] for event in told["events"]]
            assert kinds[-3:] == ["asked", "answered", "took_back"]
            assert cut.view == watcher.view
            assert cut.ply == watcher.ply == ply + 2  # the move and its taking back count
