"""Requests and responses over HTTP: their bodies, statuses and description."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from stolik.server.commands import Refusal
from stolik.server.messages import Problem
from stolik.server.node import Node

T = TypeVar("T")

_encode = msgspec.json.Encoder(enc_hook=str).encode  # a Move is a subclass of str

PIECE = 64 * 2**10
"""Bytes of a long answer that wait for a device at a time."""

STATUS = {
    "unknown_game": 404,
    "no_rules": 404,
    "no_ratings": 404,
    "unknown_puzzle": 404,
    "unknown_table": 404,
    "unknown_recovery": 404,
    "not_over": 404,
    "not_your_seat": 403,
    "host_only": 403,
    "no_spectators": 403,
    "removed": 403,
    "foreign_page": 403,
    "too_large": 413,
    "malformed": 422,
    "bad_options": 422,
    "bad_name": 422,
    "bad_record": 422,
    "too_many_tables": 429,
    "too_many_requests": 429,
    "unknown_host": 421,
    "review_failed": 500,
    "game_missing": 501,
    "review_missing": 501,
}
"""The HTTP status of a refusal, by its code; all others are 409, conflicts with the state of the table."""


def problem(refusal: Refusal) -> Response:
    """Return the response to a request that is refused."""
    return json_response(Problem(refusal.code, refusal.values), STATUS.get(refusal.code, 409))


class LongResponse(Response):
    """An answer that is sent a piece at a time: the rest is not copied for a device that does not read it."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send it; each piece waits until the one before is on its way."""
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        body = memoryview(self.body)
        for start in range(0, len(body), PIECE):
            piece = bytes(body[start : start + PIECE])
            await send({"type": "http.response.body", "body": piece, "more_body": True})
        await send({"type": "http.response.body", "body": b""})


def json_response(answer: object, status: int = 200) -> Response:
    """Return a message as a response."""
    return Response(_encode(answer), status, media_type="application/json")


async def read_body(request: Request, type: type[T]) -> T:
    """Return the decoded body of a request; refuse one that is too large or malformed."""
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
        raise Refusal("malformed", problem="not JSON") from error


def described(
    body: type[Any] | None,
    answer: type[Any] | str | None,
    status: int = 200,
    *,
    text: str | None = None,
    later: type[Any] | None = None,
) -> dict[str, Any]:
    """Return the arguments of a route: its status, and what OpenAPI says of its request and response.

    ``answer`` is a message, the media type of a text, or ``None`` for an empty response. ``text`` is the
    media type of a text that can be had instead, ``later`` the message (202) as long as the answer is not
    there yet.
    """
    responses: dict[int | str, dict[str, Any]] = {
        status: {"description": "Done"},
        "4XX": {"description": "Refused: the code says why", "content": _content(Problem)},
    }
    if answer is not None:
        responses[status]["content"] = _content(answer) | (_content(text) if text else {})
    if later is not None:
        responses[202] = {"description": "Not yet", "content": _content(later)}
    extra = {} if body is None else {"requestBody": {"required": True, "content": _content(body)}}
    return {"status_code": status, "responses": responses, "openapi_extra": extra}


def _content(what: type[Any] | str) -> dict[str, Any]:
    if isinstance(what, str):
        return {what: {"schema": {"type": "string"}}}
    return {"application/json": {"schema": {"$ref": f"#/components/schemas/{what.__name__}"}}}
