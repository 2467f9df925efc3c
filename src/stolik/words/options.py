"""The options of a game as people read them."""

from __future__ import annotations

from stolik.core import Game
from stolik.words import Words


def chosen(words: Words, game: Game) -> list[str]:
    """Return the options that differ from their defaults, in words where there are any: ``Mode: duel``."""
    defaults = {option.name: option.default for option in game.options()}
    return [
        f"{_text(words, game, name, name)}: {_text(words, game, f'{name}.{value}', str(value))}"
        for name, value in game.settings.items()
        if value != defaults[name]
    ]


def _text(words: Words, game: Game, key: str, raw: str) -> str:
    """Return what the game calls something, or what all games do."""
    return words.get(f"{game.name}.option.{key}", words.get(f"option.{key}", raw))
