"""``stolik bot-check``: plays with a program, and says whether it keeps to the protocol."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from stolik import bots
from stolik.bots.check import FAULTS, Check
from stolik.bots.programs import START_SECONDS
from stolik.cli.arguments import Parser, add_deadline, games_by_name, read_game, suggest, suggested_games
from stolik.cli.errors import Wrong
from stolik.cli.output import say
from stolik.core import Game, game_names
from stolik.words import Words
from stolik.words.numbers import Numbers

T = TypeVar("T")


def run(words: Words, argv: Sequence[str]) -> int:
    """Check a program; return the exit status."""
    parser = Parser(words, "bot-check", words("help.bot-check.usage"))
    what = parser.add_argument_group(words("help.what"))
    bot = what.add_argument("bot", nargs="?", metavar="cmd:…", help=words("help.bot-check.bot"))
    suggest(bot, [bots.COMMAND])
    which = words("help.bot-check.game", games=games_by_name(words))
    game = what.add_argument("game", nargs="?", metavar=words("help.game"), help=which)
    suggest(game, suggested_games(words))
    how = parser.add_argument_group(words("help.how"))
    add_deadline(how, words, bots.DEADLINE)
    parser.add_common()
    args = parser.read(argv)
    if not (args.bot or "").startswith(bots.COMMAND):
        raise Wrong(words("bot_check.no_bot", usage=parser.usage))
    name = read_game(words, args.game) if args.game else game_names()[0]
    check = _do(words, lambda: Check(bots.command(name, args.bot), Game(name), args.deadline))
    numbers = Numbers(words)
    say(words("bot_check.starting", limit=numbers.short(START_SECONDS)))
    _do(words, check.greet)
    say(words("bot_check.greets"))
    played = _do(words, check.play)
    say(words("bot_check.positions", n=played.positions, game=words(f"{name}.name")))
    say(words("bot_check.decisions", n=played.decisions))
    taken, limit = numbers.decimal(played.slowest, 3), numbers.short(args.deadline)
    say(words("bot_check.slowest", seconds=taken, limit=limit))
    _do(words, check.end)
    say(words("bot_check.ends"))
    say(words("bot_check.good"))
    return 0


def _do(words: Words, step: Callable[[], T]) -> T:
    """Take a step of the check; say what is wrong if anything is."""
    try:
        return step()
    except bots.BotError as error:
        key = f"bot_check.fault.{error.code}" if error.code in FAULTS else f"forfeit.{error.code}"
        raise Wrong(words(key, **error.values)) from error
