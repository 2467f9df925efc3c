"""``stolik sim``: plays very many games in the lab and shows what it counted."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING

from stolik.arena.tally import Z
from stolik.arena.texts import MatchTexts
from stolik.cli.arguments import (
    Parser,
    add_game_options,
    bad_value,
    examples,
    find_game,
    game_of,
    games_by_name,
    given_options,
    read_game,
    sizes,
    suggest,
    suggested_games,
    whole,
)
from stolik.cli.errors import INTERRUPTED, Wrong
from stolik.cli.output import make_console, print_json, tell
from stolik.core import Game, game_names, options, plugin
from stolik.extras import install
from stolik.words import Words
from stolik.words.numbers import Numbers

if TYPE_CHECKING:
    from rich.table import Table

    from stolik.lab.sim import Simulation, Tally

DEFAULT_GAMES = 100_000
MOST_GAMES = 10**12
STEPS = 64
"""Decisions between two looks at how far it is."""
BAR = 32
"""The width of the longest bar."""
FEWEST = 0.002
"""Of how many games a row must tell to be shown."""


def run(words: Words, argv: Sequence[str]) -> int:
    """Play the games and print what was counted; return the exit status."""
    name, rest = _game_asked_for(words, argv)
    if name is not None and not plugin(name).lab:
        raise Wrong(words("sim.game", game=name, games=games_by_name(words, _simulated())))
    args = _parser(words, name).read(rest)
    if name is None:
        raise _no_game(words, args.game)
    if args.games > MOST_GAMES:
        raise bad_value(words, "--games", args.games, [f"1–{Numbers(words).count(MOST_GAMES)}"])
    simulation = _simulation(words, _game(words, name, args), args)
    status = _play(words, simulation)
    if args.json:
        print_json(_for_programs(simulation, args))
        return status
    console = make_console()
    if status == INTERRUPTED:
        tell(console, _left_out(words, simulation))
    for line in _described(words, simulation, args):
        tell(console, line)
    if simulation.tally.games:
        console.print(*_Report(words, simulation.env.game.name, simulation.tally).tables(), sep="\n")
    return status


# -- what is asked for ------------------------------------------------------------------------------------


def _game_asked_for(words: Words, argv: Sequence[str]) -> tuple[str | None, list[str]]:
    """Return the game's name, wherever it stands (no option has such a value), and the other arguments."""
    if argv and not argv[0].startswith("-"):
        return read_game(words, argv[0], _simulated()), list(argv[1:])
    rest = list(argv)
    for text in argv:
        if name := find_game(text):
            rest.remove(text)
            return name, rest
    return None, rest


def _simulated() -> list[str]:
    """Return the games that can be simulated."""
    return [name for name in game_names() if plugin(name).lab]


def _no_game(words: Words, name: str | None) -> Wrong:
    games = games_by_name(words, _simulated())
    return Wrong(
        words("error.no_game", games=games) if name is None else words("error.game", game=name, games=games)
    )


def _parser(words: Words, name: str | None) -> Parser:
    games = _simulated() if name is None else [name]
    more = "\n\n".join(filter(None, [words("help.sim.more"), examples(words, "sim", games)]))
    parser = Parser(words, "sim", words("help.sim.usage"), more)
    number = words("help.arena.number")
    if name is None:
        what = parser.add_argument_group(words("help.what"))
        game = what.add_argument("game", nargs="?", metavar=words("help.game"), help=words("help.sim.game"))
        suggest(game, suggested_games(words, _simulated()))
    else:
        add_game_options(parser, words, name, options(name), players="help.sim.players")
    add = parser.add_argument_group(words("help.how")).add_argument
    add("--games", type=whole(words, "--games", 1), default=DEFAULT_GAMES, metavar=number,
        help=words("help.sim.games"))  # fmt: skip
    policies = words("help.sim.policy", eager=words.first(f"{name}.sim.eager", "help.sim.eager"))
    add("--policy", default="random", metavar=words("help.sim.way"), help=policies)
    add("--seed", type=whole(words, "--seed", 0), default=1, metavar=number, help=words("help.sim.seed"))
    add("--json", action="store_true", help=words("help.json"))
    parser.add_common()
    return parser


def _game(words: Words, name: str, args: argparse.Namespace) -> Game:
    known = options(name)
    given = given_options(words, known, args)
    possible = sizes(known, given)
    default = known[0].default if known[0].default in possible else possible[0]
    return game_of(name, int(given.get("players", default)), given)


def _simulation(words: Words, game: Game, args: argparse.Namespace) -> Simulation:
    try:
        import jax

        from stolik import lab
        from stolik.lab.sim import POLICIES, Simulation, places
    except ImportError as error:
        raise Wrong(words("sim.not_installed", install=install("lab"))) from error
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
    console = make_console(stderr=True)
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
    numbers, ended = Numbers(words), simulation.tally.games
    return words("sim.left_out", ended=numbers.count(ended), games=numbers.count(simulation.games))


def _described(words: Words, simulation: Simulation, args: argparse.Namespace) -> list[str]:
    """Return what was simulated: the game, and how it was played."""
    texts = MatchTexts(words)
    games = texts.games(simulation.tally.games)
    how = words("sim.played", games=games, policy=args.policy, seed=args.seed)
    return [texts.game(simulation.env.game), how]


def _for_programs(simulation: Simulation, args: argparse.Namespace) -> dict[str, object]:
    """Return what was counted as JSON; the errors are standard errors."""
    tally, game = simulation.tally, simulation.env.game
    win_rates = [tally.win_rate(seat) for seat in range(tally.players)]
    scores = [tally.mean_score(seat) for seat in range(tally.players)]
    length, length_error = tally.mean_length()
    return {
        "game": game.name,
        "players": game.players,
        "settings": dict(game.settings),
        "policy": args.policy,
        "seed": args.seed,
        "games": tally.games,
        "seats": [
            {"win_rate": rate, "win_rate_error": error, "score": score, "score_error": score_error}
            for (rate, error), (score, score_error) in zip(win_rates, scores, strict=True)
        ],
        "decisions": {"mean": length, "error": length_error},
        "counted": {group: tally.counted(group) for group in tally.groups},
    }


# -- what was counted -------------------------------------------------------------------------------------


class _Report:
    """What was counted, in tables: the seats, how long the games were, and what happened in them.

    What is counted comes in groups of the game's own (``Meaning.groups``), and ``<game>.sim.<group>`` has the
    words for a group: ``title`` of its table, ``what`` its rows are, ``column`` as a heading, and each row.
    """

    def __init__(self, words: Words, game: str, tally: Tally) -> None:
        self._words = words
        self._game = game
        self._numbers = Numbers(words)
        self._tally = tally

    def tables(self) -> list[Table]:
        """Return all of them."""
        return [self._seats(), self._lengths(), self._happened(), *map(self._together, self._titled())]

    def _seats(self) -> Table:
        tally, numbers = self._tally, self._numbers
        table = self._table(self._words("sim.seats"), *self._said("sim.seat", "sim.wins", "sim.score"), "")
        for seat in range(tally.players):
            share, error = tally.win_rate(seat)
            score, spread = tally.mean_score(seat)
            wins = numbers.rate(share, Z * error)
            table.add_row(str(seat + 1), wins, numbers.interval(score, Z * spread, 3), _bar(share))
        return table

    def _lengths(self) -> Table:
        numbers = self._tally.lengths
        mean, error = self._tally.mean_length()
        title = self._words("sim.length", mean=self._numbers.interval(mean, Z * error, 1))
        table = self._table(title, *self._said("sim.decisions", "sim.share"), "")
        width = max(1, int(mean // 6))
        last = int(numbers.nonzero()[0].max())
        shares = {at: numbers[at : at + width].sum() / self._tally.games for at in range(0, last + 1, width)}
        most = max(shares.values())
        for at, share in shares.items():
            if share >= FEWEST:
                table.add_row(f"{at}–{at + width - 1}", self._numbers.percent(share), _bar(share / most))
        return table

    def _happened(self) -> Table:
        """Return the groups that have no title of their own, all in one table."""
        title, what, a_game = self._said("sim.happened", "sim.what", "sim.a_game")
        table = self._table(title, what, a_game, "")
        counted = {
            self._name(group, name): number
            for group in self._tally.groups
            if not self._has_table(group)
            for name, number in self._tally.counted(group).items()
        }
        most = max(counted.values(), default=0)
        for name, number in counted.items():
            if number:
                table.add_row(name, self._a_game(number), _bar(number / most))
        return table

    def _titled(self) -> list[list[str]]:
        """Return the groups with tables of their own; those that count the same things share a table."""
        tables: dict[tuple[str, ...], list[str]] = {}
        for group, names in self._tally.groups.items():
            if self._has_table(group):
                tables.setdefault(tuple(names), []).append(group)
        return list(tables.values())

    def _together(self, groups: Sequence[str]) -> Table:
        """Return a table with two columns for each group: how often a game on average, and a bar.

        Where one of a group's things happens in every game, it shows the share of games instead.
        """
        first, counted = groups[0], [self._tally.counted(group) for group in groups]
        title = self._words(f"{self._game}.sim.{first}.title")
        what = self._words.first(f"{self._game}.sim.{first}.what", "sim.what")
        shares = [sum(numbers.values()) == self._tally.games for numbers in counted]
        heads = [
            self._words.first(f"{self._game}.sim.{group}.column", "sim.share" if share else "sim.a_game")
            for group, share in zip(groups, shares, strict=True)
        ]
        table = self._table(title, what, *(cell for head in heads for cell in (head, "")))
        most = max(1, *(number for numbers in counted for number in numbers.values()))
        for name in counted[0]:
            cells = []
            for numbers, share in zip(counted, shares, strict=True):
                number, longest = numbers[name], self._tally.games if share else most
                written = self._numbers.percent(number / longest) if share else self._a_game(number)
                cells += [written, _bar(number / longest, BAR // len(groups))]
            table.add_row(self._name(first, name), *cells)
        return table

    def _has_table(self, group: str) -> bool:
        return any(f"{self._game}.sim.{group}.{key}" in self._words for key in ("title", "column"))

    def _name(self, group: str, name: str) -> str:
        return self._words.get(f"{self._game}.sim.{group}.{name}", name.replace("_", " "))

    def _a_game(self, number: int) -> str:
        return self._numbers.decimal(number / self._tally.games, 3)

    def _said(self, *keys: str) -> list[str]:
        return [self._words(key) for key in keys]

    def _table(self, title: str, *columns: str) -> Table:
        from rich import box
        from rich.table import Table

        table = Table(title=title, box=box.SIMPLE_HEAD, title_justify="left")
        for column in columns:
            table.add_column(column, justify="right" if column else "left")
        return table


def _bar(share: float, width: int = BAR) -> str:
    """Return a bar as long as a share of the longest one; for next to nothing the thinnest there is."""
    return "█" * round(width * share) or ("▏" if share else "")
