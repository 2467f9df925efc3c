"""``stolik odds``: the exact odds of a decision, in the games that know them."""

from __future__ import annotations

from collections.abc import Sequence

from stolik.cli.arguments import Parser, find_game, games_by_name, is_completing, suggested_games
from stolik.cli.errors import Wrong
from stolik.core import game_names, plugin
from stolik.words import Words


def run(words: Words, argv: Sequence[str]) -> int:
    """Print the odds of a position; return the exit status."""
    known = [name for name in game_names() if plugin(name).odds]
    named = next(filter(None, map(find_game, argv)), None)
    if named not in known and known and {"-h", "--help"} & set(argv):
        named = known[0]
    if named in known:
        status: int = plugin(str(named)).load("odds")(words, argv)
        return status
    if is_completing():
        parser = Parser(words, "odds", words("help.odds.usage"), about=words("help.odds.brief"))
        parser.add_common()
        parser.read(argv, suggested_games(words, known))
    games = games_by_name(words, known)
    if named is not None:
        raise Wrong(words("odds.game", game=named, games=games))
    raise Wrong(words("error.no_game", games=games))
