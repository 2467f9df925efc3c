"""Puzzles over HTTP: that of the day, or any other by its number.

They are the same for everybody and hide nothing, so that browsers may keep them. Each is made once from its
file, and the last few hundred are remembered.
"""

from __future__ import annotations

from datetime import date
from functools import lru_cache
from typing import Annotated

from fastapi import APIRouter, Query
from starlette.requests import Request
from starlette.responses import Response

from stolik.analysis.puzzles import games_with_puzzles, of_the_day, puzzle_of, puzzles, state_of, today
from stolik.core import game_names
from stolik.server.commands import Refusal
from stolik.server.finished_games import tag_of
from stolik.server.messages import PuzzleView
from stolik.server.responses import described, json_response

Game = Annotated[str | None, Query(max_length=100, description="The game; days take turns with them")]
Number = Annotated[
    int | None,
    Query(
        ge=1, le=100_000, description="Which puzzle of the game (or of the first one), from 1; that of today"
    ),
]
KEPT = "public, max-age=600"
"""How long a browser need not ask again: those of yesterday are seen a little longer."""

puzzle = APIRouter(prefix="/api", default_response_class=Response)


@puzzle.get("/puzzle", **described(None, PuzzleView))
async def get_puzzle(request: Request, game: Game = None, number: Number = None) -> Response:
    """Return the puzzle of the day, or another one by its number, with its solution."""
    if game is not None and game not in game_names():
        raise Refusal("unknown_game", game=game, games=list(game_names()))
    known = games_with_puzzles()
    if not known or game not in (None, *known):
        raise Refusal("unknown_puzzle", game=game, count=0)
    day = today() if number is None else None
    name, which = of_the_day(day, game) if day else (game or known[0], number or 1)
    if which > len(puzzles(name)):
        raise Refusal("unknown_puzzle", game=name, count=len(puzzles(name)))
    body = _body(name, which, day)
    headers = {"ETag": tag_of(body), "Cache-Control": KEPT}
    if request.headers.get("if-none-match") == headers["ETag"]:
        return Response(status_code=304, headers=headers)
    return Response(body, headers=headers, media_type="application/json")


@lru_cache(256)
def _body(game: str, number: int, day: date | None) -> bytes:
    found = puzzle_of(game, number)
    state = state_of(found)
    return bytes(
        json_response(
            PuzzleView(
                game=game,
                number=number,
                count=len(puzzles(game)),
                day=day.isoformat() if day else None,
                players=state.game.players,
                seat=found["seat"],
                view=state.view(found["seat"]),
                obvious=found["obvious"],
                options=found["options"],
            )
        ).body
    )
