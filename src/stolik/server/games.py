"""The games over HTTP: which there are, what can be chosen, their words and their rules."""

from __future__ import annotations

from typing import Annotated, get_args

from fastapi import APIRouter, Path
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from stolik import bots
from stolik.core import Option, Plugin, game_names, plugin
from stolik.server.commands import Refusal
from stolik.server.messages import Games, GameView, OptionView, Phrase, Words
from stolik.server.responses import described, json_response
from stolik.words import FALLBACK, game_entries, game_rules, language_of

Name = Annotated[str, Path(description="The game's name")]
Language = Annotated[
    str, Path(description="The code of a language; English where there is none", examples=["pl"])
]
MARKDOWN = "text/markdown"

games = APIRouter(prefix="/api/games", default_response_class=Response)


@games.get("", **described(None, Games))
async def list_games(request: Request) -> Response:
    """Return the games there are, with everything there is to choose."""
    found = [_game(plugin(name)) for name in game_names()]
    return json_response(Games(found, list(bots.LEVELS), list(get_args(Phrase)), request.app.state.has_site))


def _option(option: Option) -> OptionView:
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
        review=bool(game.judge),
        help=list(game.help),
        chance={word: None if texts is None else list(texts) for word, texts in game.chance.items()},
    )


@games.get("/{name}/words/{language}", **described(None, Words))
async def get_words(name: Name, language: Language) -> Response:
    """Return the texts of a game by their keys, in English where a language lacks them."""
    return json_response(Words(game_entries(_game_named(name), _known(language))))


@games.get("/{name}/rules/{language}", **described(None, MARKDOWN))
async def get_rules(name: Name, language: Language) -> Response:
    """Return the rules of a game, in English if they are not there in a language."""
    rules = game_rules(_game_named(name), _known(language))
    if rules is None:
        raise Refusal("no_rules", game=name)
    return PlainTextResponse(rules, media_type=MARKDOWN)


def _game_named(name: str) -> str:
    if name not in game_names():
        raise Refusal("unknown_game", game=name, games=list(game_names()))
    return name


def _known(language: str) -> str:
    """Return a language that we have, for one that was asked for in any way: ``pl`` for ``pl-PL``."""
    return language_of(language) or FALLBACK
