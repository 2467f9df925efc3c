"""``stolik odds pickomino``: the exact odds of a turn, for a position given in a few words."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from stolik.cli.arguments import Parser, add_game_options, bad_value, check_together
from stolik.cli.errors import Wrong
from stolik.cli.output import make_console
from stolik.cli.words import Words
from stolik.core import options

GAME = "pickomino"
OPTIONS = ("variant", "golden_die")
"""The game that has odds, and those of its options that matter for them."""


def run(words: Words, argv: Sequence[str]) -> int:
    """Print the odds of a position; return the exit status."""
    args = _parser(words).read(argv)
    known = [option for option in options(GAME) if option.name in OPTIONS]
    given = {option.name: value for option in known if (value := getattr(args, option.name)) is not None}
    check_together(words, known, given)
    try:
        import stolik.games.pickomino.odds  # noqa: F401 -- before anything is drawn: is NumPy there?
    except ModuleNotFoundError as error:
        raise Wrong(words("odds.needs", package=error.name)) from error
    from stolik.cli.people import People
    from stolik.cli.screen import make
    from stolik.games.pickomino.terminal import chances, dice, position

    state = position.Reader(words, args).position()
    console = make_console()
    if state is None:
        console.print(words("odds.burnt"), soft_wrap=True)
        return 0
    others = [words("seat.number", n=seat + 1) for seat in range(1, state.game.players)]
    people = People((words("seat.you"), *others), 0)
    view = state.view(0)
    console.print(make(GAME, words, people).title(view), style="bold")
    console.print(dice.draw(words, view), width=min(console.width, 80))
    console.print(chances.draw(words, people, state, 0, console.width))
    return 0


def _parser(words: Words) -> Parser:
    parser = Parser(words, "odds", words("help.odds.usage"))
    tiles, dice = words("help.odds.tiles"), words("help.odds.dice_list")
    what = parser.add_argument_group(words("help.what"))
    what.add_argument("game", nargs="?", metavar=words("help.game"), help=words("help.odds.game"))
    table = parser.add_argument_group(words("help.odds.table")).add_argument
    table("--grill", metavar=tiles, help=words("help.odds.grill"))
    table("--tops", metavar=tiles, help=words("help.odds.tops"))
    table("--mine", metavar=words("help.odds.tile"), help=words("help.odds.mine"))
    table("--no-round-worms", action="store_true", help=words("help.odds.no_round_worms"))
    turn = parser.add_argument_group(words("help.odds.turn")).add_argument
    turn("--aside", metavar=dice, help=words("help.odds.aside"))
    turn("--dice", type=_number(words), metavar=words("help.arena.number"), help=words("help.odds.dice"))
    turn("--roll", metavar=dice, help=words("help.odds.roll"))
    known = [option for option in options(GAME) if option.name in OPTIONS]
    add_game_options(parser, words, f"{words(f'{GAME}.name')} ({GAME})", known)
    parser.add_common()
    return parser


def _number(words: Words) -> Callable[[str], int]:
    """Return an argparse type that takes a number of dice."""

    def read(text: str) -> int:
        if not text.isdecimal() or int(text) > 9:
            raise bad_value(words, "--dice", text, ["0–9"])
        return int(text)

    return read
