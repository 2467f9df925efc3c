"""The server as an ASGI application: games, lobby, sockets, page, health checks and metrics."""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import structlog
from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from fastapi.openapi.utils import get_openapi
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

import stolik
from stolik.server import offline
from stolik.server.access import holder_of, is_own_name
from stolik.server.commands import Refusal
from stolik.server.connection import Gone
from stolik.server.games import games
from stolik.server.lobby import SPOKEN, lobby
from stolik.server.metrics import Metrics
from stolik.server.node import Node
from stolik.server.puzzles import puzzle
from stolik.server.responses import LongResponse, problem
from stolik.server.settings import Settings
from stolik.server.sockets import table_socket
from stolik.server.table import MissingGame
from stolik.server.table_store import StoreDown
from stolik.words import FALLBACK, Words, language_of

PAGE = Path(os.environ.get("STOLIK_PAGE") or Path(__file__).parent / "page")
"""The page, as it was built into the package, or in another folder while working on it."""
SITE = Path(os.environ.get("STOLIK_SITE") or Path(__file__).parent / "site")
"""The site of the documentation, likewise; it may be missing."""

LASTING = "public, max-age=31536000, immutable"
"""How long a browser may keep what has its content's hash in its name."""
SOCKET = re.compile("/api/tables/([^/]+)/socket")
"""The paths of sockets."""

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
        "media-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; "
        "form-action 'self'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
"""What every answer asks of the browser: trust nothing but this server."""

WORKER = re.compile(r"assets/worker-[^/]+\.js")
WORKER_POLICY = "default-src 'none'; script-src 'self' blob: 'wasm-unsafe-eval'; connect-src 'self'"
"""What the page's worker may do, which runs Python: compile WebAssembly, too; the page itself may not."""


class _App(FastAPI):
    """The application, which serves sockets past all that the framework would wrap around each of them."""

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Coroutine[Any, Any, None]:
        if scope["type"] != "websocket":
            return super().__call__(scope, receive, send)
        scope["app"] = self
        return _hear(scope, receive, send)


def has_page() -> bool:
    """Whether the page is where it is looked for."""
    return (PAGE / "index.html").is_file()


def make_app(settings: Settings) -> FastAPI:
    """Return the application of one node."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        app.state.node = node = await Node.open(settings)
        try:
            yield
        finally:
            await node.close()

    app = _App(
        title="Stolik",
        version=stolik.__version__,
        summary="Tables to play games at",
        openapi_url="/api/openapi.json",
        docs_url=None,  # those pages load scripts from elsewhere
        redoc_url=None,
        lifespan=lifespan,
    )
    app.include_router(games)
    app.include_router(lobby)
    app.include_router(puzzle)
    app.add_api_route("/healthz", _alive, include_in_schema=False)
    app.add_api_route("/readyz", _ready, include_in_schema=False)
    app.add_api_route("/metrics", _metrics, include_in_schema=False)
    app.add_api_route("/docs", _to_site, include_in_schema=False)
    app.state.has_site = SITE.is_dir()
    app.mount("/docs", _Site(directory=SITE, html=True) if app.state.has_site else _no_site)
    if has_page():  # not a mount: that would hide a 405 behind a 404
        app.router.default = _Page(directory=PAGE, html=True)
    app.add_exception_handler(Refusal, _refused)
    app.add_exception_handler(Gone, _gone)
    app.add_exception_handler(MissingGame, _missing)
    app.add_exception_handler(StoreDown, _down)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http_error)
    app.add_middleware(_Guarded)
    app.openapi = lambda: _described(app)  # type: ignore[method-assign]
    return app


async def _alive() -> Response:
    """Return 200 as long as the process runs."""
    return PlainTextResponse("ok\n")


async def _ready(request: Request) -> Response:
    """Return 200 if something can be written into the database."""
    await request.app.state.node.ready()
    return PlainTextResponse("ok\n")


async def _metrics(request: Request) -> Response:
    return Response(request.app.state.node.metrics.text(), media_type="text/plain; version=0.0.4")


class _Page(StaticFiles):
    """The page: its files, and for every other address the page itself, which knows what is there."""

    def __init__(self, **more: Any) -> None:
        super().__init__(**more)
        self._packing = asyncio.Lock()  # however many ask at first, it is packed once

    async def get_response(self, path: str, scope: Scope) -> Response:
        if path.startswith(offline.FOLDER):
            return await self._offline(path)
        try:
            response = await super().get_response(path, scope)
        except HTTPException as error:
            if error.status_code != 404 or "." in path.rpartition("/")[2] or path.startswith("api/"):
                raise
            response = await super().get_response("index.html", scope)
        lasting = path.startswith("assets/")  # their names change with what is in them
        response.headers["Cache-Control"] = LASTING if lasting else "no-cache"
        if WORKER.fullmatch(path):
            response.headers["Content-Security-Policy"] = WORKER_POLICY
        return response

    async def _offline(self, path: str) -> Response:
        """Return what the page needs to play without us, beside its own files."""
        if not offline.has_python(PAGE):
            raise HTTPException(404)
        async with self._packing:
            named, packed = await asyncio.to_thread(lambda: (offline.parts(PAGE), offline.package_path()))
        if path == offline.PARTS:
            return Response(named, media_type="application/json", headers={"Cache-Control": "no-cache"})
        if path != packed:
            raise HTTPException(404)
        return LongResponse(
            offline.package(), headers={"Cache-Control": LASTING}, media_type="application/zip"
        )


class _Site(StaticFiles):
    """The documentation. It has no scripts or styles inside its pages, so the same headers do for it."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        response.headers["Cache-Control"] = "no-cache"
        return response


async def _to_site() -> Response:
    """Lead to the folder: what its first page names is there."""
    return RedirectResponse("/docs/", 308)


async def _no_site(scope: Scope, receive: Receive, send: Send) -> None:
    """Say that the documentation was not built, in the reader's language."""
    language = language_of(Request(scope).headers.get("accept-language", "")) or FALLBACK
    await PlainTextResponse(Words(language)("server.no_docs") + "\n", 404)(scope, receive, send)


# -- Errors -----------------------------------------------------------------------------------------------


async def _refused(_: Request, error: Exception) -> Response:
    assert isinstance(error, Refusal)
    return problem(error)


async def _gone(_: Request, __: Exception) -> Response:
    return problem(Refusal("unknown_table"))


async def _missing(_: Request, error: Exception) -> Response:
    assert isinstance(error, MissingGame)
    return problem(Refusal("game_missing", game=error.game))


async def _down(_: Request, __: Exception) -> Response:
    response = problem(Refusal("try_again"))
    response.status_code = 503
    return response


async def _invalid(_: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    where = [".".join(map(str, fault["loc"])) + ": " + fault["msg"] for fault in error.errors()]
    return problem(Refusal("malformed", problem="; ".join(where)))


async def _http_error(_: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    response = problem(Refusal("no_such_page" if error.status_code == 404 else "malformed"))
    response.status_code = error.status_code
    response.headers.update(error.headers or {})
    return response


OF_THE_PAGE = 0.1
"""How many requests one for a file of the page counts as: a class that opens the page asks for many."""
FOR_OPERATORS = {"/healthz": 1, "/readyz": 1, "/metrics": 10}
"""What programs ask for that watch over this server, and how many requests each counts as."""
TABLE = re.compile("/api/tables/([^/]+)")


def _check(scope: Scope) -> None:
    """Refuse a request of a client that has sent too many, or to a name that is not ours."""
    node: Node = scope["app"].state.node
    request = Request(scope)
    if cost := FOR_OPERATORS.get(scope["path"]):
        if not node.clients.may_watch_over(node.clients.address(request), cost):
            raise Refusal("too_many_requests")
        return
    found = TABLE.match(scope["path"])
    code = found[1].upper() if found else ""
    holder = holder_of(request, code) if found else None
    client = holder if node.tables.knows(code, holder) else node.clients.address(request)
    if not node.clients.may_ask(str(client), 1 if scope["path"].startswith("/api/") else OF_THE_PAGE):
        raise Refusal("too_many_requests")
    host = request.headers.get("host")
    if not is_own_name(host, node.settings.hosts, node.settings.public_url):
        raise Refusal("unknown_host", host=str(host)[:100], setting="hosts")


class _Guarded:
    """Puts the headers on every answer, and counts it; answers where the program has failed."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._headers = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        metrics: Metrics = scope["app"].state.node.metrics
        answered = False

        async def guarded(message: Message) -> None:
            nonlocal answered
            if message["type"] == "http.response.start":
                answered = True
                own = {name for name, _ in message["headers"]}
                ours = (header for header in self._headers if header[0] not in own)
                headers = message["headers"] = [*message["headers"], *ours]
                if scope["path"].startswith("/api/") and b"cache-control" not in dict(headers):
                    headers.append((b"cache-control", b"no-store"))
                metrics.requests.labels(message["status"]).inc()
            await send(message)

        try:
            _check(scope)
            await self._app(scope, receive, guarded)
        except Refusal as refusal:
            response = problem(refusal)
            response.headers["Connection"] = "close"  # the client has to connect again, which is limited
            await response(scope, receive, guarded)
        except Exception as error:
            metrics.errors.inc()
            if answered:
                raise  # uvicorn closes the connection, and logs it
            structlog.get_logger("app").error("failed", method=scope["method"], exc_info=error)
            response = problem(Refusal("failed"))
            response.status_code = 500
            await response(scope, receive, guarded)


async def _hear(scope: Scope, receive: Receive, send: Send) -> None:
    """Serve a socket."""
    found = SOCKET.fullmatch(scope["path"])
    scope["path_params"] = {"code": found[1] if found else ""}
    try:
        await table_socket(WebSocket(scope, receive, send))
    except Exception:
        scope["app"].state.node.metrics.errors.inc()
        raise  # uvicorn closes the connection, and logs it


# -- The description --------------------------------------------------------------------------------------


def _described(app: FastAPI) -> dict[str, Any]:
    """Return the interface's description; what is said and heard is described by the messages themselves."""
    if app.openapi_schema is None:
        described = get_openapi(title=app.title, version=app.version, summary=app.summary, routes=app.routes)
        _, schemas = msgspec.json.schema_components(SPOKEN, ref_template="#/components/schemas/{name}")
        described["components"] = {"schemas": schemas}
        for path in described["paths"].values():
            for operation in path.values():
                operation["responses"].pop("422", None)  # ours are said by 4XX
        app.openapi_schema = described
    return app.openapi_schema
