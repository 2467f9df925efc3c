"""``stolik odds pickomino``: the exact odds of a turn, for a position given in a few words."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from stolik.cli.arguments import Parser, add_game_options, bad_value, given_options
from stolik.cli.errors import Wrong
from stolik.cli.output import make_console, print_json, tell
from stolik.core import options
from stolik.extras import install
from stolik.games.pickomino.rules import PickominoState
from stolik.words import Words

GAME = "pickomino"
OPTIONS = ("variant", "golden_die")
"""The game that has odds, and those of its options that matter for them."""


def run(words: Words, argv: Sequence[str]) -> int:
    """Print the odds of a position; return the exit status."""
    args = _parser(words).read(argv)
    known = [option for option in options(GAME) if option.name in OPTIONS]
    given_options(words, known, args)
    try:
        import stolik.games.pickomino.odds  # noqa: F401 -- before anything is drawn: is NumPy there?
    except ModuleNotFoundError as error:
        raise Wrong(words("pickomino.odds.needs", package=error.name, install=install("bots"))) from error
    from stolik.cli.people import People
    from stolik.cli.screen import make
    from stolik.games.pickomino.terminal import odds_page, turn
    from stolik.games.pickomino.terminal.odds_position import Reader, read_position

    state = read_position(words, args.position) if args.position else Reader(words, args).position()
    if args.json:
        print_json(_for_programs(state))
        return 0
    console = make_console()
    if state is None:
        tell(console, words("pickomino.odds.burnt"))
        return 0
    names = [words("seat.number", n=number) for number in range(1, state.game.players + 1)]
    names[state.seat] = words("seat.you")
    people = People(tuple(names), state.seat)
    view = state.view(state.seat)
    console.print(make(GAME, words, people).title(view), style="bold")
    console.print(turn.draw(words, view), width=min(console.width, 80))
    console.print(odds_page.draw(words, people, state, state.seat, console.width))
    return 0


def _for_programs(state: PickominoState | None) -> dict[str, object]:
    """Return the odds as JSON; of a roll that is burnt there is nothing else to tell."""
    from stolik.games.pickomino import odds

    if state is None:
        return {"burnt": True}
    found = odds.turn(state.view(state.seat))
    moves = {
        str(move): {
            "value": one.value,
            "burn": one.burn,
            "round_worm": one.round_worm,
            "endings": one.endings,
        }
        for move, one in found.moves.items()
    }
    return {"burnt": False, "best": found.best, "value": found.value, "moves": moves}


def _parser(words: Words) -> Parser:
    about, more = words("pickomino.odds.help.about"), words("pickomino.odds.help.more")
    parser = Parser(words, "odds", words("help.odds.usage"), more, about)
    tiles, dice = words("pickomino.odds.help.tiles"), words("pickomino.odds.help.dice_list")
    what = parser.add_argument_group(words("help.what"))
    what.add_argument("game", nargs="?", metavar=words("help.game"), help=words("help.odds.game", games=GAME))
    text = words("pickomino.odds.help.position_text")
    what.add_argument("--position", metavar=text, help=words("pickomino.odds.help.position"))
    what.add_argument("--json", action="store_true", help=words("help.json"))
    table = parser.add_argument_group(words("pickomino.odds.help.table")).add_argument
    table("--grill", metavar=tiles, help=words("pickomino.odds.help.grill"))
    table("--tops", metavar=tiles, help=words("pickomino.odds.help.tops"))
    table("--mine", metavar=words("pickomino.odds.help.tile"), help=words("pickomino.odds.help.mine"))
    table("--no-round-worms", action="store_true", help=words("pickomino.odds.help.no_round_worms"))
    turn = parser.add_argument_group(words("pickomino.odds.help.turn")).add_argument
    turn("--aside", metavar=dice, help=words("pickomino.odds.help.aside"))
    turn(
        "--dice",
        type=_number(words),
        metavar=words("help.arena.number"),
        help=words("pickomino.odds.help.dice"),
    )
    turn("--roll", metavar=dice, help=words("pickomino.odds.help.roll"))
    known = [option for option in options(GAME) if option.name in OPTIONS]
    add_game_options(parser, words, GAME, known)
    parser.add_common()
    return parser


def _number(words: Words) -> Callable[[str], int]:
    """Return an argparse type that takes a number of dice."""

    def read(text: str) -> int:
        if not text.isdecimal() or int(text) > 9:
            raise bad_value(words, "--dice", text, ["0–9"])
        return int(text)

    return read
