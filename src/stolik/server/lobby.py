"""The lobby over HTTP: what games there are, opening tables, sitting down, looking back."""

from __future__ import annotations

import io
import time
from typing import Annotated, Any, TypeVar, get_args

import msgspec
import segno
from fastapi import APIRouter, Path, Query
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response

from stolik import bots
from stolik.core import Plugin, game_names, plugin
from stolik.server.access import CODE_PATTERN, give_token, hashed, holder_of, is_welcome, new_token
from stolik.server.deciding import Caller, Refusal, recover, recoverable, sit_down
from stolik.server.entries import Sat
from stolik.server.messages import (
    Games,
    GameView,
    NewTable,
    OptionView,
    Phrase,
    Problem,
    Recovery,
    Replay,
    Seated,
    SitDown,
    Step,
    TableView,
)
from stolik.server.node import Node
from stolik.server.table import Table
from stolik.server.telling import table_view

T = TypeVar("T")
Code = Annotated[str, Path(pattern=CODE_PATTERN, description="The table's code", examples=["K7QF3M"])]
Round = Annotated[int, Path(ge=1, le=10_000, description="Which game at the table, from 1")]
SeatNumber = Annotated[int | None, Query(ge=0, le=6, description="Whose eyes to see through")]

_encode = msgspec.json.Encoder(enc_hook=str).encode  # a Move is a string of a class of its own

STATUS = {
    "unknown_table": 404,
    "unknown_recovery": 404,
    "not_over": 404,
    "not_your_seat": 403,
    "host_only": 403,
    "no_spectators": 403,
    "foreign_page": 403,
    "too_large": 413,
    "malformed": 422,
    "bad_options": 422,
    "bad_name": 422,
    "too_many_tables": 429,
}
"""The status of a refusal, by its code; the others are conflicts with how things are."""


def problem(refusal: Refusal) -> Response:
    """Return the answer to a request that is refused."""
    return _json(Problem(refusal.code, refusal.values), STATUS.get(refusal.code, 409))


def _json(answer: object, status: int = 200) -> Response:
    return Response(_encode(answer), status, media_type="application/json")


async def read_body(request: Request, type: type[T]) -> T:
    """Return what a request says, if it is not too much and makes sense."""
    node: Node = request.app.state.node
    body = bytearray()
    try:
        async for chunk in request.stream():
            body += chunk
            if len(body) > node.settings.max_body:
                raise Refusal("too_large", most=node.settings.max_body)
    except ClientDisconnect:
        raise Refusal("malformed", problem="the request broke off") from None
    try:
        return msgspec.json.decode(body, type=type)
    except msgspec.MsgspecError as error:
        raise Refusal("malformed", problem=str(error)) from error
    except (UnicodeError, RecursionError) as error:
        raise Refusal("malformed", problem="this is not JSON") from error


def _said(type: type[Any] | None, answer: type[Any] | str, status: int = 200) -> dict[str, Any]:
    """Return how the interface's description speaks of a request and its answer."""
    refusal = {"content": {"application/json": {"schema": _ref(Problem)}}}
    if isinstance(answer, str):
        content = {"text/plain": {"schema": {"type": "string"}}}
    else:
        content = {"application/json": {"schema": _ref(answer)}}
    responses: dict[int | str, dict[str, Any]] = {
        status: {"description": "Done", "content": content},
        "4XX": {"description": "Refused: the code says why", **refusal},
    }
    extra: dict[str, Any] = {}
    if type is not None:
        extra["requestBody"] = {"required": True, "content": {"application/json": {"schema": _ref(type)}}}
    return {"status_code": status, "responses": responses, "openapi_extra": extra}


def _ref(type: type[Any]) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{type.__name__}"}


SPOKEN = (Games, NewTable, SitDown, Seated, Recovery, Replay, TableView, Problem)
"""Everything the lobby says and hears, for its description."""


def _node(request: Request) -> Node:
    node: Node = request.app.state.node
    if request.method not in ("GET", "HEAD") and not is_welcome(request, node.settings.origins):
        raise Refusal("foreign_page")
    return node


def _caller(request: Request, node: Node, code: str) -> Caller:
    return Caller(holder_of(request, code), time.time(), node.settings.absent_after)


def may_watch(table: Table, holder: str | None) -> None:
    """Refuse those who may not look at a table: strangers, where spectators are not wanted."""
    if not table.may_watch(holder):
        raise Refusal("no_spectators")


lobby = APIRouter(prefix="/api", default_response_class=Response)


@lobby.get("/games", **_said(None, Games))
async def list_games() -> Response:
    """Return the games there are, with everything there is to choose."""
    found = [_game(plugin(name)) for name in game_names()]
    return _json(Games(found, list(bots.LEVELS), list(get_args(Phrase))))


def _option(option: Any) -> OptionView:
    only = (option.only[0], list(option.only[1])) if option.only else None
    needs = [(list(choices), other, list(values)) for choices, other, values in option.needs]
    return OptionView(option.name, list(option.choices), option.default, only, needs)


def _game(game: Plugin) -> GameView:
    return GameView(
        name=game.name,
        options=[_option(option) for option in game.options],
        orders={phase: list(moves) for phase, moves in game.standing_orders.items()},
        gestures=game.gestures,
        hidden=game.hidden,
        help=list(game.help),
        chance={word: None if texts is None else list(texts) for word, texts in game.chance.items()},
    )


@lobby.post("/tables", **_said(NewTable, Seated, 201))
async def open_table(request: Request) -> Response:
    """Open a table. Whoever does is its host, and sits down if they say their name."""
    node = _node(request)
    wanted = await read_body(request, NewTable)
    token = new_token()
    holder = hashed(token)
    code = await node.open_table(wanted, holder)
    seat = None
    if wanted.name is not None:
        caller = Caller(holder, time.time(), node.settings.absent_after)
        name = wanted.name
        try:
            table = await node.do(code, lambda table: sit_down(table, None, name, caller))
        except Refusal:
            await node.delete(code)  # all or nothing
            raise
        seat = table.held(holder)[0]
    response = _json(Seated(code, seat), 201)
    give_token(response, request, code, token)
    return response


@lobby.get("/tables/{code}", **_said(None, TableView))
async def see_table(request: Request, code: Code) -> Response:
    """Return a table as everybody may see it."""
    code = code.upper()
    table = await _node(request).table(code)
    may_watch(table, holder_of(request, code))
    return _json(table_view(table))


@lobby.get("/tables/{code}/qr", include_in_schema=False)
async def get_picture(request: Request, code: Code) -> Response:
    """Return a picture of the table's address, for phones to be pointed at."""
    base = request.app.state.node.settings.public_url or str(request.base_url)
    picture = io.BytesIO()
    try:
        drawn = segno.make(f"{base.rstrip('/')}/t/{code.upper()}", error="m")
    except segno.DataOverflowError as error:  # whoever asks says what the address is
        raise Refusal("malformed", problem="no picture can hold such an address") from error
    drawn.save(picture, kind="svg", border=1, scale=4)
    return Response(picture.getvalue(), media_type="image/svg+xml")


@lobby.delete("/tables/{code}", **_said(None, "nothing", 204))
async def delete_table(request: Request, code: Code) -> Response:
    """Delete a table and everything about the people at it. For its host only."""
    code = code.upper()
    node = _node(request)
    table = await node.table(code)
    if holder_of(request, code) != table.host:
        raise Refusal("host_only")
    await node.delete(code)
    return Response(status_code=204)


@lobby.post("/tables/{code}/seats", **_said(SitDown, Seated, 201))
async def sit(request: Request, code: Code) -> Response:
    """Sit down. A device that holds a seat already holds two then, for two people who share it."""
    code = code.upper()
    node = _node(request)
    wanted = await read_body(request, SitDown)
    known = _caller(request, node, code)
    token = new_token()
    stranger = Caller(hashed(token), known.now, known.absent_after)
    made: list[Sat] = []

    def make(table: Table) -> Sat:
        caller = known if table.knows(known.holder) else stranger
        made.append(sit_down(table, wanted.seat, wanted.name, caller))
        return made[-1]

    await node.do(code, make)
    sat = made[-1]
    response = _json(Seated(code, sat.seat), 201)
    if sat.holder == stranger.holder:
        give_token(response, request, code, token)
    return response


@lobby.post("/tables/{code}/recovery", **_said(None, Recovery, 201))
async def ask_recovery(request: Request, code: Code) -> Response:
    """Return a word by which another device can take over the seats of this one, once."""
    code = code.upper()
    node = _node(request)
    word = new_token()
    caller = _caller(request, node, code)
    await node.do(code, lambda table: recoverable(table, hashed(word), caller))
    return _json(Recovery(word), 201)


@lobby.post("/tables/{code}/recover", **_said(Recovery, Seated))
async def take_over(request: Request, code: Code) -> Response:
    """Take over the seats of another device, by the word that it was given."""
    code = code.upper()
    node = _node(request)
    word = (await read_body(request, Recovery)).recovery
    token = new_token()
    holder = hashed(token)
    table = await node.do(code, lambda table: recover(table, hashed(word), holder, time.time()))
    seats = table.held(holder)
    response = _json(Seated(code, seats[0] if seats else None))
    give_token(response, request, code, token)
    return response


@lobby.get("/tables/{code}/games/{round}/record", **_said(None, "record"))
async def get_record(request: Request, code: Code, round: Round) -> Response:
    """Return the record of a finished game, secret and all: it replays and verifies anywhere."""
    table = await _finished(request, code.upper(), round)
    return PlainTextResponse(str(table.record()))


@lobby.get("/tables/{code}/games/{round}/replay", **_said(None, Replay))
async def get_replay(request: Request, code: Code, round: Round, seat: SeatNumber = None) -> Response:
    """Return a finished game move by move. It is over, so that any seat's cards may be seen."""
    table = await _finished(request, code.upper(), round)
    assert table.state is not None
    if seat is not None and seat >= table.state.game.players:
        raise Refusal("malformed", problem=f"seat must be 0 to {table.state.game.players - 1}, not {seat}")
    states = list(table.record().states())
    steps = [
        Step(move, before.events(move, seat), after.view(seat))
        for before, move, after in zip(states, table.moves, states[1:], strict=False)
    ]
    return _json(Replay(seat, states[0].view(seat), steps))


async def _finished(request: Request, code: str, round: int) -> Table:
    """Return a table at the end of a game, for whoever might look at it then or belongs to it now."""
    node, holder = _node(request), holder_of(request, code)
    table = await node.finished(code, round)
    if not (await node.table(code)).knows(holder):
        may_watch(table, holder)
    return table
