"""``stolik sim``: very many games in the lab, and what can be counted about them."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from stolik.arena.figures import Figures
from stolik.arena.tally import Estimate, Z
from stolik.cli.arguments import Parser, add_game_options, bad_value, check_together, sizes, whole
from stolik.cli.errors import INTERRUPTED, Wrong
from stolik.cli.output import make_console
from stolik.cli.words import Words
from stolik.core import Game, game_names, options

if TYPE_CHECKING:
    from rich.table import Table

    from stolik.lab.sim import Simulation, Tally

USUAL_GAMES = 100_000
MOST_GAMES = 10**12
STEPS = 64
"""Decisions between two looks at how far it is."""
BAR = 32
"""The width of the longest bar."""
FEWEST = 0.002
"""Of how many games a row must tell to be shown."""

NAMES = {
    "go_on": "sim.go_on",
    "take": "sim.take",
    "steal": "sim.steal",
    "special": "sim.special",
    "burnt": "sim.burnt",
    "grab": "sim.grab",
    "leave": "sim.leave",
    "recall": "sim.recall",
    "discard": "sim.discard",
    "pass": "sim.pass",
    "draw": "sim.draw",
    "play": "sim.play",
    "raid": "sim.raid",
    "hand_empty": "sim.hand_empty",
    "cards_out": "sim.cards_out",
    "stall": "sim.stall",
}
"""The words for what the lab counts."""


def run(words: Words, argv: Sequence[str]) -> int:
    """Play the games and tell what was counted; return the exit status."""
    name, rest = _game_asked_for(words, argv)
    args = _parser(words, name).read(rest)
    if name is None:
        raise _no_game(words, args.game)
    if args.games > MOST_GAMES:
        raise bad_value(words, "--games", args.games, [f"1–{Figures(words).count(MOST_GAMES)}"])
    simulation = _simulation(words, _game(words, name, args), args)
    status = _play(words, simulation)
    console = make_console()
    if status == INTERRUPTED:
        console.print(_left_out(words, simulation), soft_wrap=True)
    if simulation.tally.games:
        console.print(*_Report(words, simulation.tally).tables(), sep="\n")
    return status


# -- what is asked for ------------------------------------------------------------------------------------


def _game_asked_for(words: Words, argv: Sequence[str]) -> tuple[str | None, list[str]]:
    """Return the game's name, wherever it stands (no option has such a value), and the other arguments."""
    if argv and not argv[0].startswith("-") and argv[0] not in game_names():
        raise _no_game(words, argv[0])
    rest = list(argv)
    for name in rest:
        if name in game_names():
            rest.remove(name)
            return name, rest
    return None, rest


def _no_game(words: Words, name: str | None) -> Wrong:
    games = ", ".join(game_names())
    return Wrong(
        words("error.no_game", games=games) if name is None else words("error.game", game=name, games=games)
    )


def _parser(words: Words, name: str | None) -> Parser:
    parser = Parser(words, "sim", words("help.sim.usage"))
    number = words("help.arena.number")
    if name is None:
        what = parser.add_argument_group(words("help.what"))
        what.add_argument("game", nargs="?", metavar=words("help.game"), help=words("help.sim.game"))
    else:
        players, *others = options(name)
        at_table = [replace(players, key="help.sim.players"), *others]
        add_game_options(parser, words, f"{words(f'{name}.name')} ({name})", at_table)
    add = parser.add_argument_group(words("help.how")).add_argument
    add("--games", type=whole(words, "--games", 1), default=USUAL_GAMES, metavar=number,
        help=words("help.sim.games"))  # fmt: skip
    add("--policy", default="random", metavar=words("help.sim.way"), help=words("help.sim.policy"))
    add("--seed", type=whole(words, "--seed", 0), default=1, metavar=number, help=words("help.sim.seed"))
    parser.add_common()
    return parser


def _game(words: Words, name: str, args: argparse.Namespace) -> Game:
    known = options(name)
    given = {option.name: value for option in known if (value := getattr(args, option.name)) is not None}
    check_together(words, known, given)
    possible = sizes(known, given)
    usual = known[0].default if known[0].default in possible else possible[0]
    return Game(name, **{"players": usual, **given})


def _simulation(words: Words, game: Game, args: argparse.Namespace) -> Simulation:
    try:
        import jax

        from stolik import lab
        from stolik.lab.sim import POLICIES, Simulation, places
    except ImportError as error:
        raise Wrong(words("sim.not_installed")) from error
    if args.policy not in POLICIES:
        raise bad_value(words, "--policy", args.policy, POLICIES)
    env = lab.make(game.name, game.players, **game.settings)
    batch = places(args.games, jax.default_backend())
    rounds, more = divmod(args.games, batch)
    return Simulation(env, args.policy, batch, rounds, args.seed, more=more)


# -- playing ----------------------------------------------------------------------------------------------


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


def _left_out(words: Words, simulation: Simulation) -> str:
    """Return what a simulation that was ended early does not tell."""
    figures, ended = Figures(words), simulation.tally.games
    return words("sim.left_out", ended=figures.count(ended), games=figures.count(simulation.games))


# -- what was counted -------------------------------------------------------------------------------------


class _Report:
    """What was counted, in tables: the games, the seats, and what happened in them."""

    def __init__(self, words: Words, tally: Tally) -> None:
        self._words = words
        self._figures = Figures(words)
        self._tally = tally

    def tables(self) -> list[Table]:
        """Return all of them."""
        groups = self._tally.groups
        own = [self._tiles()] if "taken" in groups else [self._ends()]
        return [self._seats(), self._lengths(), self._happened(), *own]

    def _seats(self) -> Table:
        tally = self._tally
        games = self._words("arena.games", n=tally.games, number=self._figures.count(tally.games))
        table = self._table(games, "sim.seat", "sim.wins", "sim.score", "")
        for seat in range(tally.players):
            share, error = tally.win_rate(seat)
            score, spread = tally.mean_score(seat)
            wins = self._figures.rate(Estimate(share, Z * error))
            table.add_row(str(seat + 1), wins, self._figures.interval(score, Z * spread, 3), _bar(share))
        return table

    def _lengths(self) -> Table:
        numbers = self._tally.lengths
        mean, error = self._tally.mean_length()
        title = self._words("sim.length", mean=self._figures.interval(mean, Z * error, 1))
        table = self._table(title, "sim.decisions", "sim.share", "")
        width = max(1, int(mean // 6))
        last = int(numbers.nonzero()[0].max())
        shares = {at: numbers[at : at + width].sum() / self._tally.games for at in range(0, last + 1, width)}
        most = max(shares.values())
        for at, share in shares.items():
            if share >= FEWEST:
                table.add_row(f"{at}–{at + width - 1}", self._figures.percent(share), _bar(share / most))
        return table

    def _happened(self) -> Table:
        table = self._table(self._words("sim.happened"), "sim.what", "sim.a_game", "")
        counted = self._tally.counted("choices")
        if "turns" in self._tally.groups:
            counted |= self._tally.counted("turns")
        most = max(counted.values())
        for what, number in counted.items():
            if number:
                table.add_row(self._words(NAMES[what]), self._a_game(number), _bar(number / most))
        return table

    def _tiles(self) -> Table:
        """Return how often each tile is taken from the grill, and how often it is turned down."""
        title = self._words("sim.tiles")
        table = self._table(title, "sim.tile", "sim.taken", "", "sim.down", "")
        taken, down = self._tally.counted("taken"), self._tally.counted("down")
        most = max(*taken.values(), *down.values())
        for tile in taken:
            cells = [
                cell
                for number in (taken[tile], down[tile])
                for cell in (self._a_game(number), _bar(number / most, BAR // 2))
            ]
            table.add_row(tile, *cells)
        return table

    def _ends(self) -> Table:
        """Return how the games ended."""
        table = self._table(self._words("sim.ends"), "sim.what", "sim.share", "")
        for why, number in self._tally.counted("ends").items():
            share = number / self._tally.games
            table.add_row(self._words(NAMES[why]), self._figures.percent(share), _bar(share))
        return table

    def _a_game(self, number: int) -> str:
        return self._figures.decimal(number / self._tally.games, 3)

    def _table(self, title: str, *columns: str) -> Table:
        from rich import box
        from rich.table import Table

        table = Table(title=title, box=box.SIMPLE_HEAD, title_justify="left")
        for column in columns:
            table.add_column(self._words(column) if column else "", justify="right" if column else "left")
        return table


def _bar(share: float, width: int = BAR) -> str:
    """Return a bar as long as a share of the longest one; for next to nothing the thinnest there is."""
    return "█" * round(width * share) or ("▏" if share else "")
