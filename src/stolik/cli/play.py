"""``stolik play``: a game in the terminal, against bots or among people at one keyboard."""

from __future__ import annotations

import argparse
import secrets
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from stolik import bots
from stolik.cli import records, unfinished
from stolik.cli.arguments import (
    Parser,
    add_deadline,
    add_game_options,
    allowed,
    bot_named,
    check_together,
    examples,
    game_of,
    games_by_name,
    given_options,
    one_of,
    read_game,
    sizes,
    suggest,
    suggest_files,
    suggested_bots,
    suggested_games,
)
from stolik.cli.errors import INTERRUPTED, Wrong
from stolik.cli.forfeits import seated, startable
from stolik.cli.output import is_live, make_console, say
from stolik.cli.people import People, Player, fill, named
from stolik.cli.preferences import DEFAULT_LEVEL, DEFAULT_SPEED, SPEEDS
from stolik.cli.screen import make
from stolik.core import Fairness, Game, Recorder, fair, game_names, options
from stolik.extras import install
from stolik.folders import records_folder
from stolik.words import Words

if TYPE_CHECKING:
    from stolik.cli.display import Display
    from stolik.cli.session import Session


def run(words: Words, argv: Sequence[str]) -> int:
    """Play a game; return the exit status."""
    name, rest = _game_asked_for(words, argv)
    games = suggested_games(words) if len(rest) == len(argv) else ()
    args = _parser(words, name).read(rest, games)
    if args.go_on is None:
        game, seats = _seating(words, name, args)
        path = records.new_path(words, args.record)
        table = _new_table(game, seats)
    else:
        _check_alone(words, name, argv, args)
        path = Path(args.go_on) if args.go_on else unfinished.newest(words)
        table, seats = unfinished.go_on(words, path, DEFAULT_LEVEL)
    display = _display(words, args.full_screen)
    playing, note = startable(words, table.state.game, seats)
    while True:
        players = _bots(words, table.state.game, playing, args.deadline)
        keeper = records.Keeper(words, path, table)
        unfinished.keep(table.record(), seats)
        session = _session(words, table, playing, players, keeper, display(), SPEEDS[args.speed], note)
        status = _play(session)
        if table.state.actor is not None or not session.display.once_more():
            return status
        path, table = records.new_path(words, None), _new_table(table.state.game, seats)


def _new_table(game: Game, seats: Sequence[Player]) -> Recorder:
    """Return a game that begins, with a secret of its own."""
    secret = fair.new_secret()  # before any seat adds to it
    added = tuple("" if seat.bot else fair.new_seat_randomness() for seat in seats)
    return Recorder(game, Fairness(secret, added), tuple(seat.name for seat in seats))


def _check_alone(words: Words, name: str, argv: Sequence[str], args: argparse.Namespace) -> None:
    """Raise ``Wrong`` if more is asked for than to go on: who plays what is settled by then."""
    chosen = [option for option in options(name) if getattr(args, option.name) is not None]
    if chosen or args.seats or args.level or args.watch or args.record or not argv[0].startswith("-"):
        raise Wrong(words("error.continue_alone"))


def _game_asked_for(words: Words, argv: Sequence[str]) -> tuple[str, list[str]]:
    """Return the game's name, which comes first (otherwise it is the default), and the other arguments."""
    if not argv or argv[0].startswith("-"):
        return game_names()[0], list(argv)
    return read_game(words, argv[0]), list(argv[1:])


def _parser(words: Words, name: str) -> Parser:
    about = words("help.play.about", games=games_by_name(words))
    parser = Parser(words, "play", words("help.play.usage"), examples(words, "play", [name]), about)
    who = parser.add_argument_group(words("help.play.who"))
    who.add_argument(
        "--human",
        dest="seats",
        action="append",
        type=lambda text: Player(name=_name(words, text)),
        metavar=words("help.play.name"),
        help=words("help.play.human"),
    )
    bot, explained = bot_named(words, name), _explained(words, name)
    asked = who.add_argument(
        "--bot",
        dest="seats",
        action="append",
        type=lambda text: Player(bot=bot(text)),
        metavar="BOT",
        help=words("help.play.bot", default=DEFAULT_LEVEL, levels=_levels(words), bots=explained),
    )
    suggest(asked, suggested_bots(name))
    level = who.add_argument(
        "--level",
        type=one_of(words, "--level", bots.LEVELS),
        metavar="|".join(bots.LEVELS),
        help=words("help.play.level", default=DEFAULT_LEVEL),
    )
    suggest(level, bots.LEVELS)
    who.add_argument("--watch", action="store_true", help=words("help.play.watch"))
    add_game_options(parser, words, name, options(name))
    how = parser.add_argument_group(words("help.play.how"))
    speed = how.add_argument(
        "--speed",
        type=one_of(words, "--speed", tuple(SPEEDS)),
        default=DEFAULT_SPEED,
        metavar="|".join(SPEEDS),
        help=words("help.play.speed"),
    )
    suggest(speed, SPEEDS)
    add_deadline(how, words, bots.DEADLINE)
    how.add_argument("--full-screen", action="store_true", help=words("help.play.full_screen"))
    go_on = how.add_argument(
        "--continue",
        dest="go_on",
        nargs="?",
        const="",
        metavar=words("help.file"),
        help=words("help.play.go_on"),
    )
    suggest_files(go_on)
    suggest_files(how.add_argument("--record", metavar=words("help.file"), help=words("help.play.record")))
    parser.add_common()
    return parser


def _name(words: Words, text: str) -> str:
    """Return a person's name, if a record can hold it."""
    name = text.strip()
    if not name or not name.isprintable():
        raise Wrong(words("error.name", name=name))
    return name


def _seating(words: Words, name: str, args: argparse.Namespace) -> tuple[Game, list[Player]]:
    """Return the game that was asked for and who plays it."""
    known = options(name)
    given = given_options(words, known, args)
    listed = args.seats or []
    if args.watch and not all(seat.bot for seat in listed):
        raise Wrong(words("error.watch"))
    seats = fill(words, listed, args.players, args.level, sizes(known, given), watched=args.watch)
    given["players"] = len(seats)
    if len(seats) not in known[0].choices:
        raise Wrong(words("error.players", n=len(seats), allowed=allowed(known[0])))
    check_together(words, known, given)
    return game_of(name, len(seats), given), named(words, seats)


def _levels(words: Words) -> str:
    """Return the levels as they are typed, with what that means in the person's language."""
    meant = {level: words(f"level.{level}") for level in bots.LEVELS}
    return ", ".join(level if level == word else f"{level} ({word})" for level, word in meant.items())


def _explained(words: Words, game: str) -> str:
    """Return the bots of a game in words; of those that other packages bring only the names are known."""
    explained = words.get(f"{game}.bots", "")
    others = [name for name in bots.names(game) if name not in explained]
    return ", ".join(filter(None, [explained, *others]))


def _bots(words: Words, game: Game, seats: Sequence[Player], deadline: float) -> dict[int, bots.Guarded]:
    """Return the bots, by seat; programs are waited for, so a person is told which."""
    playing = {}
    for number, seat in enumerate(seats):
        if not seat.bot:
            continue
        if seat.bot.startswith(bots.COMMAND) and is_live():
            say(words("play.starting", bot=seat.bot.removeprefix(bots.COMMAND)))
        playing[number] = seated(words, game, seat.bot, secrets.randbits(64), deadline)
    return playing


def _session(
    words: Words,
    table: Recorder,
    seats: Sequence[Player],
    players: Mapping[int, bots.Guarded],
    keeper: records.Keeper,
    display: Display,
    pause: float,
    note: str,
) -> Session:
    from stolik.cli.session import Session

    people = People.at_play(words, seats)
    game = table.state.game.name
    screen = make(game, words, people)
    return Session(words, people, table, players, screen, display, keeper, pause, note)


def _display(words: Words, full_screen: bool) -> Callable[[], Display]:
    """Return what makes displays of the kind asked for; raise ``Wrong`` where there can be none."""
    from stolik.cli.display import make_display

    if not full_screen:
        return lambda: make_display(words)
    if not is_live() or not sys.stderr.isatty():  # where the library draws
        raise Wrong(words("screen.no_terminal"))
    try:
        from stolik.cli.full_screen import FullScreen
    except ModuleNotFoundError as error:
        raise Wrong(words("screen.needs", package="textual", install=install("terminal"))) from error
    return lambda: FullScreen(make_console(), words)


def _play(session: Session) -> int:
    """Play to the end or until the person leaves; the record is kept.

    Only one of a game that was broken off before anything happened is not: it would be the newest. A file
    that was named stays even then.
    """
    from stolik.cli.display import Quit

    words, path, status, kept = session.words, session.keeper.path, 0, True
    command = f"stolik play --continue{records.naming(path)}"
    try:
        session.display.have_screen(session.play)
    except Quit:
        session.display.say(words("play.left", command=command))
    except (EOFError, KeyboardInterrupt) as stop:
        status, key = (0, "play.left") if isinstance(stop, EOFError) else (INTERRUPTED, "play.interrupted")
        kept = bool(session.table.record().moves) or path.parent != records_folder()
        session.display.say(words(key, command=command) if kept else words("play.unbegun"))
    else:
        unfinished.forget(session.table.record())
        session.conclude()
        if session.state.game.plugin.judge:
            session.display.say(words("play.review", command=f"stolik review{records.naming(path)}"))
    finally:
        for bot in session.bots.values():
            bot.close()
        if kept:
            session.keeper.save()
            verify = f"stolik verify{records.naming(path)}"
            session.display.say(words("play.saved", path=path, command=verify))
        else:
            session.keeper.drop()
            unfinished.forget(session.table.record())
    return status
