"""One socket per table and device: commands come in, what happens goes out."""

from __future__ import annotations

from contextlib import suppress
from functools import partial

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from stolik.server.access import ALPHABET, CODE_SIGNS, holder_of, is_own_name, is_welcome
from stolik.server.connection import DELETED, GAME_MISSING, REJECTED, TOO_MANY, Connection, SentAway
from stolik.server.device import Device, since_of
from stolik.server.live_tables import LiveTable
from stolik.server.node import Node
from stolik.server.table import MissingGame
from stolik.server.table_store import StoreDown

ARRIVING = 4
"""How many requests a stranger's socket counts as: what happened at the table has to be told."""
KEPT_FREE = 4
"""One of so many sockets is kept for devices that have a seat."""
UNAVAILABLE = 1013
"""Why a socket is closed: the database is away, try again later."""


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
        socket.scope["headers"].clear()  # nobody reads them again
        with node.clients.socket(address, seated):
            await _serve_device(node, live, socket, holder, address)
        return TOO_MANY
    except SentAway as sent_away:
        return sent_away.why
    except MissingGame:
        return GAME_MISSING
    except StoreDown:
        return UNAVAILABLE
    finally:
        node.sockets -= 1
        node.metrics.sockets.dec()


async def _arrive(node: Node, code: str, holder: str | None, address: str) -> LiveTable:
    """Return the table that a device comes to, unless there is no room for it.

    A device that shows a token may have a seat, which is known once the table is loaded: room is reserved.
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


async def _serve_device(
    node: Node, live: LiveTable, socket: WebSocket, holder: str | None, address: str
) -> None:
    """Tell a device what is, then answer it until it goes, or has tried our patience."""
    connection = Connection(holder, partial(_send, socket), socket.close, address)
    seated = live.table.knows(holder)
    bucket = node.clients.messages(holder if seated and holder else address, seated)
    device = Device(node.house, live, connection, bucket)
    try:
        await live.join(connection, since_of(socket.query_params.get("since", "0")))
        while device.is_borne:
            message = await socket.receive()
            if message["type"] == "websocket.disconnect":
                raise WebSocketDisconnect
            await device.hear(message.get("text") or message.get("bytes") or b"")
    finally:
        live.leave(connection)
