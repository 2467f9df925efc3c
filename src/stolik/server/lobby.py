"""The lobby over HTTP: opening tables, sitting down, replays of finished games."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import Annotated, Literal, TypeVar, cast

from fastapi import APIRouter, Path, Query
from starlette.requests import Request
from starlette.responses import Response

from stolik.server.access import CODE_PATTERN, give_token, hashed, holder_of, is_welcome, new_token
from stolik.server.commands import Caller, Decision, Refusal, recover, recoverable, sit_down
from stolik.server.entries import Sat, TakenOver
from stolik.server.evening import as_csv, rate
from stolik.server.finished_games import RECORD, Finished, continued, last_finished, tag_of
from stolik.server.messages import (
    Continue,
    Evening,
    Games,
    ListedTables,
    NewTable,
    Problem,
    PuzzleView,
    Recovery,
    Replay,
    Reviewed,
    Reviewing,
    Seated,
    SitDown,
    TableSummary,
    Words,
)
from stolik.server.node import Node
from stolik.server.projection import table_summary
from stolik.server.responses import LongResponse, described, json_response, read_body
from stolik.server.reviews import as_sent
from stolik.server.table import Table
from stolik.server.thinking import Busy, Question, Urgency

T = TypeVar("T")

Code = Annotated[str, Path(pattern=CODE_PATTERN, description="The table's code", examples=["K7QF3M"])]
Round = Annotated[int, Path(ge=1, le=10_000, description="Which game at the table, from 1")]
Format = Annotated[Literal["json", "csv"], Query(description="What the games are written as")]
WithRatings = Annotated[bool, Query(description="Whether ratings are wanted (JSON only)")]
Latest = Annotated[
    int | None, Query(ge=1, le=10_000, description="Which game at the table, from 1; the last finished one")
]
Viewer = Annotated[int | None, Query(ge=0, le=6, description="The seat whose view is wanted")]

SPOKEN = (
    Games, Words, NewTable, Continue, ListedTables, SitDown, Seated, Recovery, Replay, Reviewed, Reviewing,
    Evening, TableSummary, PuzzleView, Problem,
)  # fmt: skip
"""The messages of all requests and responses over HTTP, for their description."""


def _node(request: Request) -> Node:
    node: Node = request.app.state.node
    if request.method not in ("GET", "HEAD") and not is_welcome(request, node.settings.origins):
        raise Refusal("foreign_page")
    return node


def _caller(request: Request, node: Node, code: str) -> Caller:
    return Caller(holder_of(request, code), time.time(), node.settings.absent_after)


def may_watch(table: Table, holder: str | None) -> None:
    """Refuse devices that may not watch a table: strangers, where spectators are not allowed."""
    if not table.may_watch(holder):
        raise Refusal("no_spectators")


RECOVERY = 40
"""How many requests asking for a recovery token counts as: each stays in the table's log."""

FINISHED = 4
"""How many more requests a stranger's for a record or a replay counts as: it is long."""

PICTURE = 20
"""How many more requests one for a QR code counts as that has to be drawn: one for each name of ours."""

lobby = APIRouter(prefix="/api", default_response_class=Response)


@lobby.post("/tables", **described(NewTable, Seated, 201))
async def open_table(request: Request) -> Response:
    """Open a table. The caller is its host, and sits down if a name is given."""
    node = _node(request)
    wanted = await read_body(request, NewTable)
    return await _open(request, node, wanted, wanted.name)


async def _open(
    request: Request, node: Node, wanted: NewTable, name: str | None, taken: TakenOver | None = None
) -> Response:
    """Open a table, and let its host sit down there by that name."""
    token = new_token()
    holder = hashed(token)
    code = await node.open_table(wanted, holder, node.clients.address(request), taken)
    seat = None
    if name is not None:
        caller = Caller(holder, time.time(), node.settings.absent_after)
        try:
            table = await node.do(code, lambda table: Decision(sit_down(table, None, name, caller)))
        except Refusal:
            await node.delete(code)  # all or nothing
            raise
        seat = table.held(holder)[0]
    response = json_response(Seated(code, seat), 201)
    give_token(response, request, code, token)
    return response


@lobby.get("/tables", **described(None, ListedTables))
async def list_tables(request: Request) -> Response:
    """Return the tables that anybody may find: those with a free seat, and running games to watch."""
    return json_response(await _node(request).list.get())


@lobby.get("/tables/{code}", **described(None, TableSummary))
async def see_table(request: Request, code: Code) -> Response:
    """Return a table as everybody may see it."""
    code = code.upper()
    table = await _node(request).table(code)
    may_watch(table, holder_of(request, code))
    return json_response(table_summary(table))


@lobby.get("/tables/{code}/qr", include_in_schema=False)
async def get_picture(request: Request, code: Code) -> Response:
    """Return the table's address as a QR code."""
    code = code.upper()
    node = _node(request)
    if not await node.store.heads([code]):
        raise Refusal("unknown_table")
    base = node.settings.public_url or str(request.base_url)  # from its Host, which was checked
    address = f"{base.rstrip('/')}/t/{code}"
    picture = node.pictures.kept(address)
    if picture is None:
        if not node.clients.may_ask(node.clients.address(request), PICTURE):
            raise Refusal("too_many_requests")
        picture = await node.pictures.draw(address)
    return Response(picture, media_type="image/svg+xml")


@lobby.delete("/tables/{code}", **described(None, None, 204))
async def delete_table(request: Request, code: Code) -> Response:
    """Delete a table and everything about the people at it. For its host only."""
    code = code.upper()
    node = _node(request)
    if holder_of(request, code) != await node.host(code):
        raise Refusal("host_only")
    await node.delete(code)
    return Response(status_code=204)


@lobby.delete("/tables/{code}/me", **described(None, None, 204))
async def erase_person(request: Request, code: Code) -> Response:
    """Get up, and take one's name and words out of everything that is kept of this table."""
    code = code.upper()
    node = _node(request)
    holder = holder_of(request, code)
    if holder is None:
        raise Refusal("not_your_seat")
    address = node.clients.address(request)
    asking = (holder, address)  # sitting down again makes another holder
    if not all(node.clients.may_ask(client, RECOVERY) for client in asking):
        raise Refusal("too_many_requests")
    try:
        await node.erase(code, holder, address)
    except (Busy, TimeoutError):
        raise Refusal("too_many_requests") from None
    return Response(status_code=204)


@lobby.post("/tables/{code}/seats", **described(SitDown, Seated, 201))
async def sit(request: Request, code: Code) -> Response:
    """Sit down. A device that holds a seat already holds two then, for two people who share it."""
    code = code.upper()
    node = _node(request)
    wanted = await read_body(request, SitDown)
    known = _caller(request, node, code)
    token = new_token()
    stranger = Caller(hashed(token), known.now, known.absent_after)
    sitting = node.sitting[f"{code} {node.clients.address(request)}"]
    made: list[Sat] = []

    def make(table: Table) -> Decision:
        is_known = table.knows(known.holder) or known.holder in (*table.removed, *table.muted)
        caller = known if is_known else stranger
        sat = sit_down(table, wanted.seat, wanted.name, caller)
        if not made and not sitting.take():
            raise Refusal("too_many_requests")
        made.append(sat)
        return Decision(sat)

    await node.do(code, make)
    sat = made[-1]
    response = json_response(Seated(code, sat.seat), 201)
    if sat.holder == stranger.holder:
        give_token(response, request, code, token)
    return response


@lobby.post("/tables/{code}/recovery", **described(None, Recovery, 201))
async def ask_recovery(request: Request, code: Code) -> Response:
    """Return a token by which another device can take over the seats of this one, once."""
    code = code.upper()
    node = _node(request)
    word = new_token()
    caller = _caller(request, node, code)
    if not node.clients.may_ask(caller.holder or node.clients.address(request), RECOVERY):
        raise Refusal("too_many_requests")
    await node.do(code, lambda table: Decision(recoverable(table, hashed(word), caller)))
    return json_response(Recovery(word), 201)


@lobby.post("/tables/{code}/recover", **described(Recovery, Seated))
async def take_over(request: Request, code: Code) -> Response:
    """Take over the seats of another device, by the token that it was given, beside those one has."""
    code = code.upper()
    node = _node(request)
    word = (await read_body(request, Recovery)).recovery
    known, token = holder_of(request, code), new_token()
    taken: list[tuple[str, list[int]]] = []

    def make(table: Table) -> Decision:
        holder = known if known is not None and table.knows(known) else hashed(token)
        taken.append((holder, table.held(table.recoveries.get(hashed(word)))))
        return Decision(recover(table, hashed(word), holder, time.time()))

    await node.do(code, make)
    holder, seats = taken[-1]
    response = json_response(Seated(code, seats[0] if seats else None))
    if holder != known:
        give_token(response, request, code, token)
    return response


@lobby.get("/tables/{code}/games/{round}/record", **described(None, "text/plain"))
async def get_record(request: Request, code: Code, round: Round) -> Response:
    """Return the record of a finished game, secret and all: it replays and verifies anywhere."""
    return await _finished(request, code.upper(), round, RECORD, "text/plain")


@lobby.get("/tables/{code}/games/{round}/replay", **described(None, Replay))
async def get_replay(request: Request, code: Code, round: Round, seat: Viewer = None) -> Response:
    """Return a finished game move by move. It is over, so that any seat's view may be seen."""
    what = f"replay/{'' if seat is None else seat}"
    return await _finished(request, code.upper(), round, what, "application/json")


@lobby.get("/tables/{code}/review", **described(None, Reviewed, later=Reviewing))
async def get_review(request: Request, code: Code, round: Latest = None) -> Response:
    """Return the review of a finished game; it is computed when somebody asks for the first time."""
    code, node = code.upper(), _node(request)
    if round is None:
        round = last_finished(await node.table(code))
    game = await _finished_game(request, code, round, RECORD)
    found = await node.reviews.get(code, round, game.body, node.clients.address(request))
    if isinstance(found, Reviewing):
        return json_response(found, 202)
    body = await _worked_out(request, code, "reviewed", partial(as_sent, found, game.body))
    return _kept(request, code, game, body, "application/json")


@lobby.post("/tables/{code}/continue", **described(Continue, Seated, 201))
async def go_on_elsewhere(request: Request, code: Code, round: Latest = None) -> Response:
    """Open a table at which a finished game goes on, for a person who has a seat at this one."""
    code, node = code.upper(), _node(request)
    wanted = await read_body(request, Continue)
    table = await node.table(code)
    held = table.held(holder_of(request, code))
    if not held:
        raise Refusal("not_your_seat")
    finished = await _finished_game(request, code, round or last_finished(table), RECORD)
    going_on = await _worked_out(
        request, code, "continue", partial(continued, finished.body, table.manners, wanted)
    )
    return await _open(request, node, going_on.table, table.seats[held[0]].name, going_on.taken)


@lobby.get("/tables/{code}/evening", **described(None, Evening, text="text/csv"))
async def get_evening(
    request: Request, code: Code, format: Format = "json", ratings: WithRatings = False
) -> Response:
    """Return every finished game of a table and what they add up to, as JSON or CSV."""
    code = code.upper()
    table = await _node(request).table(code)
    may_watch(table, holder_of(request, code))
    score, name = table.evening, table.game_name
    if format == "csv":
        text = await _worked_out(request, code, "evening", partial(as_csv, list(score.games), name))
        named = {"Content-Disposition": f'attachment; filename="stolik-{code}.csv"'}
        return Response(text, headers=named, media_type="text/csv; charset=utf-8")
    rated = None
    if ratings:
        rated = await _worked_out(request, code, "evening", partial(rate, list(score.games)))
        if rated is None:
            raise Refusal("no_ratings")
    return json_response(Evening(code, name, table.name, score.standings(), score.games, rated))


async def _worked_out(request: Request, code: str, kind: str, work: Callable[[], T]) -> T:
    """Have something computed where bots think: in the server itself everybody would wait for it."""
    node = _node(request)
    client = node.clients.address(request)
    if not (node.tables.knows(code, holder_of(request, code)) or node.clients.may_ask(client, FINISHED)):
        raise Refusal("too_many_requests")
    question = Question(code, client, kind, work, None, lambda: Urgency.WATCHED)
    try:
        return cast(T, await node.bots.ask(question))
    except (Busy, TimeoutError):
        raise Refusal("too_many_requests") from None


async def _finished(request: Request, code: str, round: int, what: str, media_type: str) -> Response:
    """Return what was made of a game."""
    found = await _finished_game(request, code, round, what)
    return _kept(request, code, found, found.body, media_type)


async def _finished_game(request: Request, code: str, round: int, what: str) -> Finished:
    """Return what was made of a game, if the device might watch it when it ended or belongs to it now."""
    node, holder = _node(request), holder_of(request, code)
    try:
        found = await node.finished.get(code, round, what, node.clients.address(request))
    except (Busy, TimeoutError):
        raise Refusal("too_many_requests") from None
    if not found.is_for(holder) and not (await node.table(code)).knows(holder):
        raise Refusal("no_spectators")
    return found


def _kept(request: Request, code: str, game: Finished, body: bytes, media_type: str) -> Response:
    """Return what was made of a game, unless the browser has it already; of strangers' games only little."""
    node, holder = _node(request), holder_of(request, code)
    etag = game.etag if body is game.body else tag_of(body)
    headers = {"ETag": etag, "Cache-Control": "private, no-cache"}
    if request.headers.get("if-none-match") == etag:
        return Response(status_code=304, headers=headers)
    if not game.is_own(holder) and not node.clients.may_ask(node.clients.address(request), FINISHED):
        raise Refusal("too_many_requests")
    return LongResponse(body, headers=headers, media_type=media_type)
