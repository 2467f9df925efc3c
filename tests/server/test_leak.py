"""Nobody is sent what they may not know: not in views and events, refusals or chat; nor do logs show it."""

from __future__ import annotations

import asyncio
import itertools
import json
import random
import re
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import msgspec
import pytest

from stolik import bots
from stolik.core import CHANCE, Fairness, Game, IllegalMove, Move, State
from stolik.games.linko import LinkoState
from stolik.games.linko.pieces import CARDS
from stolik.server import entries
from stolik.server.bus import LocalBus
from stolik.server.commands import Caller, Refusal, decide
from stolik.server.connection import Connection
from stolik.server.entries import Entry, Opened, Ordered, Played, Present, Readied, Said, Sat, Started
from stolik.server.live_tables import LiveTables
from stolik.server.messages import Command, Manners, Order, Play, Refused, Say, SeatPlan, StandIn, Start
from stolik.server.settings import Settings
from stolik.server.store import Store
from stolik.server.table import Table
from tests.effort import LONG, effort
from tests.games.linko.playing import PLAYERS, TABLES, Player, start
from tests.games.linko.test_hidden import may_know, swapped, turned_up
from tests.server.device import Device, Message
from tests.server.nodes import GROUNDS, Ground, NodeProcess, seeded
from tests.server.tables import NAMES

pytestmark = pytest.mark.anyio

SECRET = "5e" * 32
SEEDS = range(effort(1, 6))
SWAPS = 20
"""Pairs of hidden cards that are tried for each game: the two that can be told apart last are exchanged."""


# -- Two worlds -------------------------------------------------------------------------------------------


class World:
    """A table with a log of our own making, and every byte that it sends to those who watch."""

    def __init__(self, store: Store, sockets: Sequence[str | None], code: str = "ABCDEF") -> None:
        self.code = code
        self._store = store
        self._tables = LiveTables(store, LocalBus(), Settings(), "node", _no_trainer)
        self.sent: list[list[bytes]] = []
        self.closed: list[tuple[str | None, int]] = []
        self._sockets = sockets

    async def open(self, log: Sequence[Entry]) -> None:
        assert await self._store.create(self.code, entries.write(log[0]), 0.0)
        for seq, entry in enumerate(log[1:], start=2):
            assert await self._store.append(self.code, seq, entries.write(entry), False, 0.0)
        self.live = await self._tables.get(self.code)
        for holder in self._sockets:
            await self.join(holder, 0)

    async def join(self, holder: str | None, since: int) -> Connection:
        sent: list[bytes] = []

        async def send(text: bytes) -> None:
            sent.append(re.sub(rb'"now":[0-9.]+', b'"now":0', text))

        async def close(code: int) -> None:
            self.closed.append((holder, code))

        connection = Connection(holder, send, close)
        await self.live.join(connection, since)
        self.sent.append(sent)
        return connection

    async def happen(self, *written: Entry) -> None:
        """Write entries into the log, and let the table find them."""
        for seq, entry in enumerate(written, start=self.live.table.seq + 1):
            assert await self._store.append(self.code, seq, entries.write(entry), True, 0.0)
        await self.live.catch_up()
        await asyncio.sleep(0)  # for what waits to be sent


async def _no_trainer(*_: object) -> Any:
    raise AssertionError("nobody asked")


def gathered(game: Game, holders: Sequence[str], secret: str = SECRET) -> list[Entry]:
    """Return how a log begins: people sit down, come and are ready."""
    plans = [SeatPlan() for _ in holders]
    options, manners = dict(game.settings), Manners(chat="text", help="risk")
    log: list[Entry] = [Opened(0.0, "opened/1", game.name, options, plans, manners, holders[0], secret)]
    for seat, holder in enumerate(holders):
        log.append(Sat(1.0, f"sat/{seat}", seat, NAMES[seat], holder))
        log.append(Readied(2.0, f"ready{seat}", seat, f"{seat:032x}"))
    log.append(Present(3.0, "present/1", [*range(len(holders))], "node"))
    return log


def moments(state: State, moves: Sequence[str]) -> Iterator[tuple[State, str, State]]:
    for move in moves:
        after = state.play(move)
        yield state, move, after
        state = after


def played(n: int, before: State, move: str, after: State) -> Played:
    assert before.actor is not None
    return Played(10.0 + n, f"p{n}", before.actor, "person", [move], over=after.actor is None)


def refusals(table: Table, holder: str | None) -> list[bytes]:
    """Return the answers to things that somebody might try in order to learn something."""
    tries: list[Command] = [Start("s"), StandIn("i", 1, "seat"), Say("y", 0, text="\n")]
    tries += [Order(f"o{n}", n, {"theft": "draw"}) for n in range(3)]
    cards = [f"play {number}x{card}" for number in (1, 3) for card in (1, 7, 13)]
    others = ["play 1j", "grab", "leave", "recall", "discard", "draw deck", "draw 4", "pass", "raid 1x3"]
    for seat, ply, move in itertools.product(range(3), (table.ply, table.ply + 1), cards + others):
        tries.append(Play("p", seat, ply, [move]))
    answers = []
    for command in tries:
        try:
            decide(table, command, Caller(holder, 20.0, 30.0))
            answers.append(b"done")
        except Refusal as refusal:
            answers.append(msgspec.json.encode(Refused("p", refusal.code, refusal.values), enc_hook=str))
    return answers


# -- The card game: other cards in other hands and in the deck ---------------------------------------------


def same_until(one: Move, other: Move, moves: Sequence[str], begin: LinkoState, seat: int | None) -> int:
    """Return for how many moves, the deal included, a seat may not know which of two deals it was."""
    states = (begin, begin)
    for length, step in enumerate([(one, other), *((Move(move), Move(move)) for move in moves)]):
        try:
            after = (states[0].play(step[0]), states[1].play(step[1]))
        except IllegalMove:
            return length
        if may_know(after[0], seat) != may_know(after[1], seat):
            return length
        seen = [turned_up(states[n], step[n], after[n], seat) for n in (0, 1)]
        if seen[0] != seen[1]:
            return length
        states = after
    return 1 + len(moves)


def two_deals(
    table: tuple[str, int], seat: int | None, player: Player, seed: object
) -> tuple[list[Move], list[str], bool]:
    """Return two deals and moves during which the seat may not know which it was; whether to the end."""
    rng = seeded(seed, table, seat)
    begin = start(*table)
    deal = begin.draw(rng)
    state, moves = begin.play(deal), list[str]()
    while state.actor is not None:
        assert isinstance(state, LinkoState)
        moves.append(str(player(rng, state)))
        state = state.play(moves[-1])
    others = [swapped(deal, table[1], seat, rng) for _ in range(SWAPS)]
    others = [other for other in others if other != deal]
    other = max(others, key=lambda other: same_until(deal, other, moves, begin, seat))
    length = same_until(deal, other, moves, begin, seat) - 1
    assert length >= 0
    whole = length == len(moves)
    return [deal, other], moves[: length - whole], whole  # the end itself shows everything


CASES = [
    (table, seat, PLAYERS[n % len(PLAYERS)], seed)
    for seed in SEEDS
    for n, table in enumerate(TABLES)
    for seat in (None, (n + seed) % table[1])
    if LONG or table[0] == "duel" or (seat is None) == n % 2
]


async def test_deals_that_a_seat_may_not_tell_apart_look_the_same_to_the_last_byte(tmp_path: Path) -> None:
    """Both tables have the same secret, so that nothing differs but what is hidden.

    The second deal does not follow from that secret. Nobody can know that before the end: the promise of a
    secret, which is sent, says nothing about it.
    """
    stores = [await Store.open(f"sqlite:///{tmp_path / name}.db") for name in ("one", "other")]
    lengths = await asyncio.gather(*(compare(stores, n, *case) for n, case in enumerate(CASES)))
    assert sum(length > 30 for length, _ in lengths) >= len(lengths) / 3
    assert sum(whole for _, whole in lengths) >= len(lengths) / 10
    for store in stores:
        await store.close()


async def compare(
    stores: Sequence[Store], n: int, table: tuple[str, int], seat: int | None, player: Player, seed: int
) -> tuple[int, bool]:
    """Have two tables tell two deals to a seat; return for how many moves, and whether to the end."""
    deals, moves, whole = two_deals(table, seat, player, seed)
    game = start(*table).game
    # a spectator is joined by a device that two people share and that shows nobody's cards
    holders = [f"device{0 if seat is None and at == 1 else at}" for at in range(table[1])]
    sockets = [None, "device0"] if seat is None else [f"device{seat}"]
    sent = []
    for store, deal, order in zip(stores, deals, ("grab", "leave"), strict=True):
        world = World(store, sockets, f"CASE{n:02}")
        await world.open(gathered(game, holders))
        sent.append(await whole_game(world, game, deal, order, moves, seat, sockets))
    for one, other in zip(*sent, strict=True):
        assert one == other
    return len(moves), whole


async def whole_game(
    world: World,
    game: Game,
    deal: Move,
    order: str,
    moves: Sequence[str],
    seat: int | None,
    sockets: Sequence[str | None],
) -> list[list[bytes]]:
    """Play a game and return all that was sent, and all answers to what might be tried."""
    rng = seeded(game)
    stranger = next(at for at in reversed(range(game.players)) if at != seat)
    await world.happen(Started(5.0, "start", [*range(game.players)], [str(deal)]))
    answers = []
    waiting: list[Entry] = []
    for n, (before, move, after) in enumerate(moments(game.start().play(deal), moves)):
        waiting.append(played(n, before, move, after))
        if n % 7 == 2:
            waiting.append(Ordered(10.0 + n, f"o{n}", stranger, {"theft": order}))
            waiting.append(Said(10.0 + n, f"s{n}", stranger, text="Hm…"))
        if rng.random() < 0.6:  # otherwise they are told together
            await world.happen(*waiting)
            waiting.clear()
            if n % 3 == 0:
                answers += refusals(world.live.table, sockets[0])
        if n % 11 == 5:
            await world.join(sockets[-1], rng.randrange(world.live.table.seq))
    await world.happen(*waiting)
    return [*world.sent, answers]


async def test_two_deals_do_look_different_to_those_who_may_tell_them_apart(tmp_path: Path) -> None:
    """The test before this one could fail: the seat that has one of the exchanged cards sees it."""
    begin, rng = start("basic", 3), random.Random(1)
    deal = begin.draw(rng)
    others = (swapped(deal, 3, 0, rng) for _ in itertools.count())
    deals = [deal, next(other for other in others if other.args[13:26] != deal.args[13:26])]
    game = begin.game
    sent = []
    for n, deal in enumerate(deals):
        store = await Store.open(f"sqlite:///{tmp_path / f'{n}.db'}")
        world = World(store, ["device0", "device1", "device2"])
        await world.open(gathered(game, ["device0", "device1", "device2"]))
        sent.append(await whole_game(world, game, deal, "grab", [], 0, ["device0"]))
        await store.close()
    assert [one == other for one, other in zip(*sent, strict=True)][:2] == [True, False]


async def test_standing_orders_are_told_to_their_own_seat_even_if_seats_get_other_numbers(
    tmp_path: Path,
) -> None:
    game = Game("linko", 4, mode="basic")
    store = await Store.open(f"sqlite:///{tmp_path / 'stolik.db'}")
    world = World(store, [f"device{n}" for n in range(4)])
    await world.open(gathered(game, [f"device{n}" for n in range(4)]))
    three = Game("linko", 3, mode="basic").start()
    deal = str(three.draw(random.Random(1)))
    await world.happen(Ordered(4.0, "o", 2, {"theft": "grab"}), Started(5.0, "start", [0, 2, 3], [deal]))
    told = [b'"ordered"' in b"".join(sent) for sent in world.sent]
    assert told == [False, False, True, False]
    await store.close()


async def test_where_spectators_are_not_wanted_strangers_go_when_the_last_seat_is_taken(
    tmp_path: Path,
) -> None:
    game = Game("linko", 2, mode="duel")
    opened, ola, _, lis, *_ = gathered(game, ["device0", "device1"])
    assert isinstance(opened, Opened)
    store = await Store.open(f"sqlite:///{tmp_path / 'stolik.db'}")
    world = World(store, ["device0", None, "device1", "device2"])
    await world.open([msgspec.structs.replace(opened, manners=Manners(spectators=False)), ola])
    await world.happen(lis)
    told = [b'"name":"Lis"' in b"".join(sent) for sent in world.sent]
    assert told == [True, False, True, False]
    assert sorted(world.closed, key=str) == [("device2", 4403), (None, 4403)]
    await store.close()


# -- The dice game: other rolls to come --------------------------------------------------------------------


@pytest.mark.parametrize("variant", ["base", "deluxe"])
async def test_of_the_dice_to_come_nothing_is_known_but_the_promise(tmp_path: Path, variant: str) -> None:
    """The same rolls, as they follow from one secret, at tables with two: only the promises differ."""
    game = Game("pickomino", 2, variant=variant)
    fairness, easy = (
        Fairness(bytes.fromhex(SECRET), (f"{0:032x}", f"{1:032x}")),
        bots.make("pickomino", "easy", 1),
    )
    state, moves, chances = game.start(), list[str](), 0
    while state.actor is not None:
        if state.actor == CHANCE:
            moves.append(str(state.draw(fairness.stream(chances))))
            chances += 1
        else:
            moves.append(str(easy.choose(state.view(state.actor))))
        state = state.play(moves[-1])
    sent = []
    for secret in (SECRET, "7a" * 32):
        store = await Store.open(f"sqlite:///{tmp_path / f'{secret[:2]}.db'}")
        world = World(store, [None, "device0", "device1"])
        await world.open(gathered(game, ["device0", "device1"], secret))
        await world.happen(Started(5.0, "start", [0, 1], []))
        decided: list[str] = []
        actor = 0
        for n, (before, move, _) in enumerate(moments(game.start(), moves[:-1])):
            if before.actor != CHANCE and (before.actor != actor or len(decided) > 3):
                if decided:
                    await world.happen(Played(10.0 + n, f"p{n}", actor, "person", decided))
                assert before.actor is not None
                decided, actor = [], before.actor
            decided.append(move)
        promise = world.live.table.commitment.encode()
        sent.append([[text.replace(promise, b"promise") for text in texts] for texts in world.sent])
        assert not any(secret.encode() in text for texts in world.sent for text in texts)
        await store.close()
    assert sent[0] == sent[1]


# -- Over a real socket ------------------------------------------------------------------------------------

MODES: list[tuple[str, int, dict[str, Any]]] = [
    ("linko", 3, {"mode": "basic"}),
    ("linko", 3, {"mode": "advanced"}),
    ("linko", 3, {"mode": "expert"}),
    ("linko", 2, {"mode": "duel"}),
    ("pickomino", 2, {"variant": "deluxe"}),
]
TEXT = "Kto ukradł moje siódemki?"


@pytest.fixture
def ground(request: pytest.FixtureRequest, tmp_path: Path) -> Ground:
    return Ground.make(request, tmp_path)


@pytest.mark.parametrize("ground", GROUNDS, indirect=True)
async def test_over_a_real_socket_and_in_the_logs_nothing_hidden_shows(ground: Ground) -> None:
    async with AsyncExitStack() as stack:
        made = [NodeProcess(ground, log_level="debug") for _ in range(ground.nodes)]
        nodes = [await stack.enter_async_context(node) for node in made]
        store = await Store.open(ground.database)
        addresses = [node.address for node in nodes]
        private = await asyncio.gather(*(overhear(addresses, store, *mode) for mode in MODES))
        await store.close()
        logs = [node.log.read_text() for node in nodes]
    assert all("node_open" in logged for logged in logs)
    logged = "".join(logs)
    for secret in (TEXT, *NAMES[:3], *itertools.chain(*private)):
        assert secret not in logged


async def overhear(
    addresses: list[str], store: Store, game: str, players: int, options: dict[str, Any]
) -> list[str]:
    """Play a game and check all that anybody was sent; return what must not be in the server's logs."""
    there = (addresses[0], addresses[-1], addresses[0])
    ola, lis, spectator = devices = [Device(address) for address in there]
    code = await ola.open(game, ["human"] * players, manners={"chat": "text"}, **options)
    await lis.sit(code, NAMES[1])
    if players == 3:
        await lis.sit(code, NAMES[2])  # two people share a device
    spectator.code = code
    for device in devices:
        await device.connect()
    await ola.ready()
    await lis.ready()
    await ola.start()
    await play(devices)
    log = [entries.read(text) for _, text in await store.read(code)]
    opened = log[0]
    assert isinstance(opened, Opened)
    for device in devices:
        check(device, log)
        device.drop()
    return [opened.secret, opened.holder, *(device.cookie.split("=")[1] for device in (ola, lis))]


async def play(devices: list[Device]) -> None:
    """Play a game to its end, with chatter and with moves that are not allowed."""
    ola = devices[0]
    for n in itertools.count():
        assert ola.view is not None
        seat = ola.view["actor"]
        if ola.table["stage"] == "over":
            return
        actor = next(device for device in devices if seat in device.yours)
        if len(actor.yours) > 1:
            assert actor.view is not None
            assert not actor.view.get("hand"), "a device that is handed round shows a hand"
            assert actor.socket is not None
            await actor.socket.send(json.dumps({"t": "look", "seat": seat}))
            await actor.until(lambda message: message["t"] == "seen")
        assert actor.view is not None
        assert "moves" in actor.view
        if n % 10 == 0:
            for device in devices:
                for move in ("play 4x13", "grab", "deal 1", "roll"):
                    if move not in actor.view["moves"]:
                        answer = await device.do("play", seat=seat, ply=device.ply, moves=[move])
                        assert answer["t"] == "refused"
            await ola.do("say", seat=0, text=TEXT)
        if n % 50 == 0:
            response = await ola.ask("GET", f"/api/tables/{ola.code}/games/1/record")
            assert response.status_code == 404
        move = bots.make(actor.view["game"], "easy", 0).choose(actor.view)
        await actor.do("play", seat=seat, ply=actor.ply, moves=[str(move)])
        if len(actor.yours) > 1:
            assert actor.socket is not None
            await actor.socket.send(json.dumps({"t": "look", "seat": None}))
            await actor.until(lambda message: message["t"] == "seen")
        for device in devices:
            while device.seq < actor.seq:
                await device.hear()


def check(device: Device, log: list[Entry]) -> None:
    """Everything that was sent must be what that seat may see then, and hold nothing else that is hidden."""
    states: list[State | None] = []
    table = Table(device.code)
    for entry in log:
        table.apply(entry)
        states.append(table.state if table.stage != "waiting" else None)
    seq = eye = 0
    for message in device.messages:
        seq, eye = message.get("seq", seq), message.get("seat", eye)
        state = states[seq - 1]
        if state is None or state.actor is None:
            continue
        assert table.secret not in json.dumps(message)
        assert eye is None or eye in device.yours
        if message.get("view") is not None:
            assert message["view"] == json.loads(json.dumps(state.view(eye)))
        if isinstance(state, LinkoState):
            cards = state.table
            hidden = [
                state.view(at)["hand"] or {}
                for at in range(state.game.players)
                if at != eye and cards.hands[at] != cards.known[at]  # all have seen all of it
            ]
            own = state.view(eye)["hand"]
            for hand in hidden:
                assert hand == own or len(hand) < 3 or not holds(message, hand), "somebody else's hand"
            deck = [CARDS[card] for card in state.table.deck[:6]]
            for order in (" ".join(deck), json.dumps(deck)[1:-1]):
                assert len(deck) < 6 or order not in json.dumps(message), "the order of the deck"


def holds(value: object, hand: Message) -> bool:
    """Whether there is such a hand anywhere in a message."""
    if isinstance(value, dict):
        return value == hand or any(holds(part, hand) for part in value.values())
    return isinstance(value, list) and any(holds(part, hand) for part in value)
