"""``stolik sim``: very many games in the lab, and what can be counted about them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from stolik.cli.arguments import Parser, add_game_options, check_together, one_of, sizes, whole
from stolik.cli.errors import INTERRUPTED, Wrong
from stolik.cli.output import make_console
from stolik.cli.screen import GAMES
from stolik.cli.words import Words
from stolik.core import Game, options

if TYPE_CHECKING:
    from rich.table import Table

    from stolik.lab.sim import Simulation

USUAL_GAMES = 100_000
MOST_AT_ONCE = 4096
STEPS = 64
"""Decisions between two looks at how far it is."""
BAR = 32
"""The width of the longest bar."""
POLICIES = ("random", "eager")


def run(words: Words, argv: Sequence[str]) -> int:
    """Play the games and tell what was counted; return the exit status."""
    name = argv[0] if argv and not argv[0].startswith("-") else None
    if name is not None and name not in GAMES:
        raise Wrong(words("error.game", game=name, games=", ".join(GAMES)))
    args = _parser(words, name).read(argv[1:] if name else argv)
    if name is None:
        raise Wrong(words("error.no_game", games=", ".join(GAMES)))
    known = options(name)
    given = {option.name: value for option in known if (value := getattr(args, option.name)) is not None}
    check_together(words, known, given)
    possible = sizes(known, given)
    given.setdefault("players", known[0].default if known[0].default in possible else possible[0])
    try:
        from stolik.lab import linko, pickomino
        from stolik.lab.sim import Simulation
    except ImportError as error:
        raise Wrong(words("sim.not_installed")) from error
    game = Game(name, **given)
    make = linko.make if name == "linko" else pickomino.make
    batch = min(args.games, MOST_AT_ONCE)
    env = make(game.players, **game.settings)
    simulation = Simulation(env, args.policy, batch, -(-args.games // batch), args.seed)
    status = _play(words, simulation)
    make_console().print(*_tables(words, simulation), sep="\n")
    return status


def _parser(words: Words, name: str | None) -> Parser:
    parser = Parser(words, "sim", words("help.sim.usage"))
    number = words("help.arena.number")
    if name is None:
        what = parser.add_argument_group(words("help.what"))
        what.add_argument("game", nargs="?", metavar=words("help.game"), help=words("help.sim.game"))
    else:
        add_game_options(parser, words, f"{words(f'{name}.name')} ({name})", options(name))
    add = parser.add_argument_group(words("help.how")).add_argument
    add("--games", type=whole(words, "--games", 1), default=USUAL_GAMES, metavar=number,
        help=words("help.sim.games"))  # fmt: skip
    add("--policy", type=one_of(words, "--policy", POLICIES), default="random", metavar="|".join(POLICIES),
        help=words("help.sim.policy"))  # fmt: skip
    add("--seed", type=whole(words, "--seed", 0), default=1, metavar=number, help=words("help.sim.seed"))
    parser.add_common()
    return parser


def _play(words: Words, simulation: Simulation) -> int:
    """Play on to the end, or to Ctrl-C: what has been counted by then is kept."""
    import jax
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    device = jax.devices()[0]
    console = make_console()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    try:
        with Progress(*columns, console=console, transient=True) as progress:
            task = progress.add_task(
                words("sim.playing", device=f"{device.platform} {device.device_kind}"), total=simulation.games
            )
            while not simulation.finished:
                simulation.run(STEPS)
                progress.update(task, completed=simulation.tally.games)
    except KeyboardInterrupt:
        return INTERRUPTED
    return 0


def _tables(words: Words, simulation: Simulation) -> list[Table]:
    """Return what was counted: the games, the seats, and what happened in them."""
    tally, meaning = simulation.tally, simulation.meaning
    seats = _table(words, words("sim.seats", n=tally.games), "sim.seat", "sim.wins", "sim.score", "")
    for seat in range(tally.players):
        share, error = tally.win_rate(seat)
        score, spread = tally.mean_score(seat)
        seats.add_row(
            str(seat), f"{share:.2%} ± {1.96 * error:.2%}", f"{score:.3f} ± {1.96 * spread:.3f}", _bar(share)
        )
    length, error = tally.mean_length()
    numbers = tally.lengths
    title = words("sim.length", mean=f"{length:.1f} ± {1.96 * error:.1f}")
    lengths = _table(words, title, "sim.decisions", "sim.share", "")
    width = max(1, int(length // 6))
    last = int(numbers.nonzero()[0].max(initial=0))
    shares = [(at, numbers[at : at + width].sum() / max(tally.games, 1)) for at in range(0, last + 1, width)]
    most = max((share for _, share in shares), default=0)
    for at, share in shares:
        if share >= 0.002:
            lengths.add_row(f"{at}–{at + width - 1}", f"{share:.1%}", _bar(share / most))
    happened = _table(words, words("sim.happened"), "sim.what", "sim.a_game", "")
    counted = [*zip(meaning.kinds, tally.kinds, strict=True), *zip(meaning.ends, tally.ends, strict=True)]
    most = max(float(number) for _, number in counted)
    for what, number in counted:
        happened.add_row(what, f"{number / max(tally.games, 1):.3f}", _bar(float(number) / max(most, 1)))
    return [seats, lengths, happened]


def _table(words: Words, title: str, *columns: str) -> Table:
    from rich import box
    from rich.table import Table

    table = Table(title=title, box=box.SIMPLE_HEAD, title_justify="left")
    for column in columns:
        table.add_column(words(column) if column else "", justify="left" if not column else "right")
    return table


def _bar(share: float) -> str:
    """Return a bar as long as a share of the longest one."""
    return "█" * round(BAR * share) or "▏"
