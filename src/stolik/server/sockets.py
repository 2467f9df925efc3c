"""One socket per table and device: commands come in, what happens goes out."""

from __future__ import annotations

import time
from contextlib import suppress
from functools import partial

import msgspec
from starlette.types import Message
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from stolik.server.access import ALPHABET, CODE_SIGNS, holder_of, is_own_name, is_welcome
from stolik.server.commands import Caller, Refusal, check_hurry, decide
from stolik.server.connection import DELETED, REJECTED, TOO_MANY, Connection, SentAway
from stolik.server.live_tables import LiveTable
from stolik.server.messages import Command, Done, FromDevice, Hurry, Look, Ping, Pong, Refused, Start
from stolik.server.node import Node
from stolik.server.store import StoreDown

PATIENCE = 50
"""Commands that make no sense or come too fast, before a socket is closed."""
ARRIVING = 4
"""How many requests a stranger's socket counts as: what happened at the table has to be told."""
KEPT_FREE = 4
"""One of so many sockets is kept for devices that have a seat."""
PRESENT_GAME = "game"
"""The ``since`` of a device that has seen nothing yet."""
UNAVAILABLE = 1013
"""Why a socket is closed: the database is away, try again later."""

_decoder: msgspec.json.Decoder[FromDevice] = msgspec.json.Decoder(FromDevice)


async def table_socket(socket: WebSocket) -> None:
    """Serve one socket, from its opening to its end."""
    with suppress(WebSocketDisconnect):
        await socket.accept()  # a page is not told why it was not let in, only why it was sent away
        why = await _serve(socket, socket.app.state.node)
        if socket.application_state is WebSocketState.CONNECTED:
            await socket.close(why)


async def _serve(socket: WebSocket, node: Node) -> int:
    """Serve a socket until the device is sent away, and return why."""
    settings = node.settings
    if not is_welcome(socket, settings.origins) or not is_own_name(
        socket.headers.get("host"), settings.hosts, settings.public_url
    ):
        return REJECTED
    if node.sockets >= settings.max_sockets:
        return TOO_MANY
    code = str(socket.path_params["code"]).upper()
    if len(code) != CODE_SIGNS or not set(code) <= set(ALPHABET):
        return DELETED
    looks_on = "spectator" in socket.query_params  # also where the device has a seat: a television, say
    holder, address = None if looks_on else holder_of(socket, code), node.clients.address(socket)
    node.sockets += 1
    node.metrics.sockets.inc()
    try:
        live = await _arrive(node, code, holder, address)
        seated = live.table.knows(holder)
        if node.clients.is_full(address, seated):
            return TOO_MANY
        with node.clients.socket(address, seated):
            await _Device(node, live, socket, holder, address).serve()
        return TOO_MANY
    except SentAway as sent_away:
        return sent_away.why
    except StoreDown:
        return UNAVAILABLE
    finally:
        node.sockets -= 1
        node.metrics.sockets.dec()


async def _arrive(node: Node, code: str, holder: str | None, address: str) -> LiveTable:
    """Return the table that a device comes to, unless there is no room for it.

    Whoever shows a token may have a seat, which is known once the table is there. For them room is kept.
    """
    clients, most = node.clients, node.settings.max_sockets
    known = node.tables.knows(code, holder)
    if not clients.may_ask(holder if known and holder else address, 1 if known else ARRIVING):
        raise SentAway(TOO_MANY)
    with clients.arriving(address) as has_room:
        if not known and (not has_room or (holder is None and clients.is_full(address, seated=False))):
            raise SentAway(TOO_MANY)
        live = await node.tables.get(code)
        if not known:
            node.tables.keep_awake(live)
    if not live.table.knows(holder) and node.sockets > most - most // KEPT_FREE:
        raise SentAway(TOO_MANY)
    return live


async def _send(socket: WebSocket, text: bytes) -> None:
    await socket.send_text(text.decode())


class _Device:
    """A device at a table."""

    def __init__(
        self, node: Node, live: LiveTable, socket: WebSocket, holder: str | None, address: str
    ) -> None:
        self._node = node
        self._live = live
        self._socket = socket
        self._connection = Connection(holder, partial(_send, socket), socket.close, address)
        seated = live.table.knows(holder)
        self._bucket = node.clients.messages(holder if seated and holder else address, seated)
        self._patience = PATIENCE

    async def serve(self) -> None:
        """Tell the device what is, then answer it until it goes, or has tried our patience."""
        try:
            await self._live.join(self._connection, self._since())
            while self._patience:
                await self._hear(await self._socket.receive())
        finally:
            self._live.leave(self._connection)

    def _since(self) -> int | None:
        since = self._socket.query_params.get("since", "0")
        if since == PRESENT_GAME:
            return None
        return int(since) if since.isascii() and since.isdigit() and len(since) < 10 else 0

    async def _hear(self, message: Message) -> None:
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect
        text = message.get("text") or message.get("bytes") or b""
        try:
            said = _decoder.decode(text)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            self._refuse(Refusal("malformed", problem=str(error)))
            return
        if not self._bucket.take():
            self._refuse(Refusal("too_fast", rate=self._node.settings.rate), getattr(said, "id", ""))
        elif isinstance(said, Ping):
            self._connection.push(Pong(time.time()))
        elif isinstance(said, Look):
            self._look(said)
        elif isinstance(said, Hurry):
            self._hurry(said)
        else:
            await self._obey(said)

    def _look(self, said: Look) -> None:
        if said.seat is not None and said.seat not in self._live.table.held(self._connection.holder):
            self._refuse(Refusal("not_your_seat", seat=said.seat))
        else:
            self._live.look(self._connection, said.seat)

    def _hurry(self, said: Hurry) -> None:
        try:
            check_hurry(self._live.table, self._connection.holder)
        except Refusal as refusal:
            self._connection.push(Refused(said.id, refusal.code, refusal.values))
            return
        self._node.keeper.hurry(self._live)
        self._connection.push(Done(said.id, self._live.table.seq))

    async def _obey(self, command: Command) -> None:
        began = time.monotonic()
        kind = type(command).__name__.lower()
        settings = self._node.settings
        try:
            if isinstance(command, Start):
                self._node.check_start(self._live.table, self._connection.client)
            seq = await self._live.do(
                lambda table: decide(
                    table, command, Caller(self._connection.holder, time.time(), settings.absent_after)
                ),
                command.id,
                self._connection.holder,
            )
            outcome = "done" if seq else "again"
            if not seq:
                self._live.answer_done(self._connection, command.id)
        except Refusal as refusal:
            outcome = "refused"
            self._connection.push(Refused(command.id, refusal.code, refusal.values))
        except StoreDown:
            outcome = "store_down"
            self._connection.push(Refused(command.id, "try_again", {}))
        self._node.metrics.command(kind, outcome).inc()
        self._node.metrics.latency.observe(time.monotonic() - began)

    def _refuse(self, refusal: Refusal, command: str = "") -> None:
        """Refuse something that no device of ours would say, or not so fast."""
        self._patience -= 1
        self._node.metrics.command("none", refusal.code).inc()
        self._connection.push(Refused(command, refusal.code, refusal.values))
