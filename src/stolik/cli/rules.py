"""``stolik rules``: the rules of a game, or single ones by their ids."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence

from stolik.cli.arguments import (
    Parser,
    examples,
    find_game,
    games_by_name,
    read_game,
    suggest,
    suggested_games,
)
from stolik.cli.errors import Wrong
from stolik.cli.output import print_paged
from stolik.core import game_names
from stolik.words import Words, game_rules

WIDEST = 80
"""Lines of more columns are hard to read."""

ITEM = re.compile(r"^- \*\*([A-Z]-\d+)\*\*.*(?:\n  .*)*", re.MULTILINE)
"""A rule in the text: a list item that begins with its id, and the indented lines after it."""


def run(words: Words, argv: Sequence[str]) -> int:
    """Print the rules; return the exit status."""
    parser = Parser(words, "rules", words("help.rules.usage"), examples(words, "rules", game_names()))
    games = games_by_name(words)
    what = parser.add_argument_group(words("help.what"))
    about_game = words("help.rules.game", games=games)
    named = what.add_argument("game", nargs="?", metavar=words("help.game"), help=about_game)
    suggest(named, suggested_games(words))
    ids = what.add_argument("ids", nargs="*", metavar="ID", help=words("help.rules.ids"))
    suggest(ids, lambda typed: _ids(words, typed))
    parser.add_common()
    args = parser.read(argv)
    if args.game is None:
        raise Wrong(words("error.no_game", games=games))
    game = read_game(words, args.game)
    text = game_rules(game, words.language)
    if text is None:
        raise Wrong(words("error.rules_missing", game=game))
    from stolik.cli.rules_text import draw

    print_paged(draw(choose(words, text, args.ids) if args.ids else text), WIDEST)
    return 0


def choose(words: Words, text: str, ids: Sequence[str]) -> str:
    """Return only the rules with these ids, in the order asked for."""
    items = {match[1]: match[0] for match in ITEM.finditer(text)}
    for asked in ids:
        if asked.upper() not in items:
            raise Wrong(words("error.rule", rule=asked, rules=", ".join(items)))
    return "\n".join(items[asked.upper()] for asked in ids)


def _ids(words: Words, typed: argparse.Namespace) -> list[str]:
    """Return the ids of the rules of the game that was typed, if there is such a game."""
    game = find_game(typed.game or "")
    text = game and game_rules(game, words.language)
    return ITEM.findall(text) if text else []
