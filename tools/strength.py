"""Write ``docs/strength.md``: how strong the bots and levels are, and how long they think.

The matches are kept in a folder as they are played (``.stolik/strength``), and a run goes on where the last
one stopped. Remove the folder after a bot has changed. What is not played again keeps its row on the page, so
that ``--only "pickomino master"`` renews some rows alone.
"""

from __future__ import annotations

import argparse
import os
import platform
import random
import re
import statistics
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from stolik import bots
from stolik.arena import MatchResult, Plan, Standing, load, play_on, save
from stolik.arena.workers import Workers, cores, processes
from stolik.core import CHANCE, Game
from stolik.words import Words
from stolik.words.numbers import Numbers
from tools import anchors

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "strength.md"
FOLDER = ROOT / ".stolik" / "strength"
SEED = 1
SAVE_SECONDS = 5.0

MANY, MORE, SOME, FEW, FEWEST = 20_000, 8_000, 2_000, 1_000, 600
"""How many games: of bots that answer at once, of these where luck counts most, of bots that think a little,
for all tables of a game, and of bots that think."""
LUCK_ADJUSTED = 210
"""How many games where win rates are luck-adjusted: each is worth many others, and takes a second."""

QUICK_GAMES = 1
TIMED_GAMES, QUICK_TIMED_GAMES = 2, 1


@dataclass(frozen=True)
class Match:
    """A match: the first bot against seats that all have the second one."""

    game: Game
    first: str
    second: str
    games: int
    luck_adjusted: bool = False

    def plan(self, quick: bool) -> Plan:
        """Return it as the arena plays it."""
        games = QUICK_GAMES if quick else self.games
        return Plan(self.game, (self.first, self.second), games, SEED, luck_adjusted=self.luck_adjusted)


def _dice(players: int, variant: str = "base") -> Game:
    return Game("pickomino", players, variant=variant)


def _cards(players: int, mode: str = "basic") -> Game:
    return Game("linko", players, mode=mode)


def _levels(game: Game, *games: int) -> list[Match]:
    """Return the matches of the levels against the one below, as many as there are numbers of games."""
    pairs = zip(bots.LEVELS[1:], bots.LEVELS, games, strict=False)
    return [Match(game, stronger, weaker, number) for stronger, weaker, number in pairs]


def _dice_levels(game: Game) -> list[Match]:
    """Return the same in the dice game, luck-adjusted where both think."""
    games = MORE if game.settings["variant"] == "deluxe" else FEW
    return [*_levels(game, games, FEW), Match(game, "master", "hard", LUCK_ADJUSTED, luck_adjusted=True)]


DICE_TABLES = tuple(_dice(players, variant) for variant in ("base", "deluxe") for players in range(2, 8))

CARD_TABLES = (
    *(_cards(players, mode) for mode in ("basic", "advanced", "expert") for players in (3, 4, 5)),
    _cards(2, "duel"),
)

SECTIONS = {
    "The dice game": [
        Match(_dice(2), "greedy", "careful", SOME),
    ],
    "The levels of the dice game": [match for game in DICE_TABLES for match in _dice_levels(game)],
    "The card game": [
        Match(_cards(3), "grabber", "lowest", MANY),
        Match(_cards(3), "weigher", "grabber", SOME),
        *(Match(game, "mind", "weigher", SOME) for game in CARD_TABLES),
        *(Match(game, "weigher", "mind", SOME) for game in CARD_TABLES[:-1]),
        Match(_cards(3), "thinker", "weigher", FEWEST),
        Match(_cards(2, "duel"), "thinker", "weigher", FEWEST // 3),
    ],
    "The levels of the card game": [
        match for game in CARD_TABLES for match in _levels(game, FEW, FEW, FEWEST)
    ],
}

TIMED = (_dice(2), _dice(3, "deluxe"), _cards(3), _cards(5, "expert"), _cards(2, "duel"))

INTRO = """\
# Strength of the bots

This page is written by `make strength`. The commands below a table repeat its matches, with the same dice and
cards. Every deal is played from each seat; ties are split equally; ± is a 95 % interval over deals. At tables
of more than two, one seat has the first bot and all others have the second; the fair share is the win rate of
equally strong bots. Where there is a [luck-adjusted](arena.md#luck-adjusted-win-rates) win rate, it is far
more precise than the raw one of so few games. “So far” marks a match that is not finished.
"""

ERRORS = """\
## Error rates in game reviews

The anchors of [the scale](analysis.md#the-scale): error rates of bots against copies of themselves, in
thousandths of a victory a decision, ± a 95 % interval over games (`python -m tools.anchors`). Compare bots at
the same table only.
"""

TIMES = """\
## Time per decision

Over {games} whole games against the level `medium`, decisions with more than one legal move,
one game at a time.
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Play what is missing, write the page, and return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--quick", action="store_true", help="a few games of each match, to see that all works"
    )
    parser.add_argument(
        "--only", default="", metavar="TEXT", help="play only matches whose command has this text"
    )
    parser.add_argument("--jobs", type=int, default=cores(), help="how many processes (all cores)")
    parser.add_argument("--folder", type=Path, help="where matches are kept (.stolik/strength)")
    parser.add_argument(
        "--page", type=Path, help="the page to write (docs/strength.md; quick: in the folder)"
    )
    args = parser.parse_args(argv)
    folder: Path = args.folder or (FOLDER.with_name("strength-quick") if args.quick else FOLDER)
    folder.mkdir(parents=True, exist_ok=True)
    page: Path = args.page or (folder / "strength.md" if args.quick else PAGE)
    results = {match: _open(match, folder, args.quick) for part in SECTIONS.values() for match in part}
    missing = [
        match
        for match, result in results.items()
        if not result.is_finished and args.only in result.plan.command()
    ]
    console = Console(stderr=True)
    try:
        with processes(args.jobs) as workers, _progress(console) as progress:
            _play(missing, results, folder, workers, progress)
    except KeyboardInterrupt:
        console.print("Stopped; what is finished is kept, and the next run resumes there.")
        return 130
    timed = QUICK_TIMED_GAMES if args.quick else TIMED_GAMES
    times = list(_times(timed, console))
    page.write_text(_page(results, _rows(page), times, timed), encoding="utf-8")
    console.print(f"Written: {page}")
    return 0


# -- matches ----------------------------------------------------------------------------------------------


def _path(match: Match, folder: Path) -> Path:
    kind = match.game.settings.get("variant") or match.game.settings.get("mode")
    return folder / f"{match.game.name}-{kind}-{match.game.players}-{match.first}-{match.second}.json"


def _open(match: Match, folder: Path, quick: bool) -> MatchResult:
    """Return what has been played of a match."""
    plan, path = match.plan(quick), _path(match, folder)
    if path.exists():
        result = load(path)
        if result.plan.is_same_match(plan):
            result.plan = plan
            return result
    return MatchResult(plan)


def _progress(console: Console) -> Progress:
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.completed}/{task.total} {task.fields[leader]}"),
        TimeRemainingColumn(),
        console=console,
    )


def _play(
    missing: Sequence[Match],
    results: dict[Match, MatchResult],
    folder: Path,
    workers: Workers,
    progress: Progress,
) -> None:
    every = progress.add_task("all matches", total=len(missing), leader="")
    for match in missing:
        result, path = results[match], _path(match, folder)
        total = result.plan.deals * result.plan.games_per_deal
        task = progress.add_task(path.stem, total=total, completed=result.games, leader="")
        saved = time.monotonic()

        def show(result: MatchResult, task: object = task, path: Path = path) -> None:
            nonlocal saved
            rate = Numbers(Words("en")).rate(*result.standings[0].win_rate)
            progress.update(task, completed=result.games, leader=rate)  # type: ignore[arg-type]
            if time.monotonic() - saved > SAVE_SECONDS:
                save(result, path)
                saved = time.monotonic()

        try:
            play_on(result, workers.executor, workers.number, show)
        finally:
            save(result, path)
        progress.update(every, advance=1)


# -- times ------------------------------------------------------------------------------------------------


class Times(NamedTuple):
    """How long a level thinks in a game."""

    game: Game
    level: str
    seconds: list[float]


def _times(games: int, console: Console) -> Iterator[Times]:
    """Yield the times of all levels, measured here and now."""
    for game in TIMED:
        for level in bots.LEVELS:
            with console.status(f"measuring {level} in {_kind(game)}"):
                yield Times(
                    game, level, [time for seed in range(games) for time in _timed(game, level, seed)]
                )


def _timed(game: Game, level: str, seed: int) -> Iterator[float]:
    """Play a game of one seat of a level, and yield the time of each of its decisions."""
    rng = random.Random(seed)
    place = seed % game.players
    seats = [bots.make(game, level if seat == place else "medium", seed) for seat in range(game.players)]
    state = game.start()
    while (actor := state.actor) is not None:
        if actor == CHANCE:
            state = state.play(state.draw(rng))
            continue
        view = state.view(actor)
        began = time.perf_counter()
        move = seats[actor].choose(view)
        if actor == place and len(view["moves"]) > 1:
            yield time.perf_counter() - began
        state = state.play(move)


# -- the page ---------------------------------------------------------------------------------------------


HEAD = (
    "| table | first | others | games | win rate | luck-adjusted | fair share | score | of the others |",
    "|---|---|---|--:|--:|--:|--:|--:|--:|",
)
Key = tuple[str, ...]
"""A row's table, first bot and others."""


class Row(NamedTuple):
    """What the page says of a match."""

    text: str
    command: str
    """The command that repeats it."""


def _rows(page: Path) -> dict[Key, Row]:
    """Return the rows that a page has; its commands are in the order of the rows."""
    lines = page.read_text(encoding="utf-8").splitlines() if page.exists() else []
    texts = [line for line in lines if line.startswith("| ") and line.count("|") == HEAD[0].count("|")]
    texts = [text for text in texts if text != HEAD[0]]
    commands = [line for line in lines if line.startswith("stolik arena ")]
    rows = [Row(*both) for both in zip(texts, commands, strict=True)]
    return {tuple(row.text.strip("| ").split(" | ")[:3]): row for row in rows}


def _key(match: Match) -> Key:
    return _kind(match.game), _named(match.game, match.first), _named(match.game, match.second)


def _page(results: dict[Match, MatchResult], rows: dict[Key, Row], times: Iterable[Times], timed: int) -> str:
    parts = [INTRO]
    rows = rows | {_key(match): _row(match, result) for match, result in results.items() if result.deals}
    for title, matches in SECTIONS.items():
        played = [match for match in matches if _key(match) in rows]
        if played:
            texts, commands = zip(*(rows[_key(match)] for match in played), strict=True)
            parts += [f"## {title}\n", "\n".join([*HEAD, *texts]) + "\n"]
            parts += ["\n".join(["```sh", *commands, "```"]) + "\n"]
            parts += _not_played([match for match in matches if match not in played])
    parts += [ERRORS, anchors.KEPT.read_text(encoding="utf-8")]
    parts += [TIMES.format(games=timed), _times_table(times), _machine()]
    return "\n".join(parts)


def _row(match: Match, result: MatchResult) -> Row:
    plan = result.plan
    command = replace(plan, games=max(plan.games, result.games)).command()
    numbers = Numbers(Words("en"))
    first, second = result.standings
    cells = [
        *_key(match),
        numbers.count(result.games) + ("" if result.is_finished else " so far"),
        *_rates(first, numbers),
        numbers.percent(1 / match.game.players),
        numbers.interval(*first.score),
        numbers.interval(*second.score),
    ]
    return Row(f"| {' | '.join(cells)} |", command)


def _not_played(matches: Sequence[Match]) -> list[str]:
    """Return a sentence on what is missing, if anything is."""
    where: dict[str, dict[str, list[str]]] = {}
    for match in matches:
        kind, players = _kind(match.game).removesuffix(" players").split(", ")
        where.setdefault(f"{match.first} against {match.second}", {}).setdefault(kind, []).append(players)
    pairs = [
        f"{pair} at " + " and ".join(f"{kind} for {', '.join(players)}" for kind, players in tables.items())
        for pair, tables in where.items()
    ]
    return [f"Not played yet: {'; '.join(pairs)}.\n"] if pairs else []


def _rates(first: Standing, numbers: Numbers) -> tuple[str, str]:
    """Return the raw and the luck-adjusted win rate; the one that counts is bold."""
    raw = numbers.rate(*first.win_rate)
    return (raw, f"**{numbers.rate(*first.adjusted)}**") if first.adjusted else (f"**{raw}**", "–")


def _kind(game: Game) -> str:
    kind = game.settings.get("variant") or game.settings.get("mode")
    return f"{kind}, {game.players} players"


def _named(game: Game, name: str) -> str:
    """Return a bot's name; of a level also which bot it is."""
    return f"{name} (`{bots.level(game, name)}`)" if name in bots.LEVELS else f"`{name}`"


def _times_table(times: Iterable[Times]) -> str:
    rows = ["| game | level | decisions | median | worst |", "|---|---|--:|--:|--:|"]
    for game, level, seconds in times:
        numbers = Numbers(Words("en"))
        cells = [
            f"{Words('en')(f'{game.name}.name')}: {_kind(game)}",
            _named(game, level),
            numbers.count(len(seconds)),
            _milliseconds(statistics.median(seconds)),
            _milliseconds(max(seconds)),
        ]
        rows.append(f"| {' | '.join(cells)} |")
    return "\n".join(rows) + "\n"


def _milliseconds(seconds: float) -> str:
    digits = 3 if seconds < 0.001 else 1 if seconds < 0.1 else 0
    return f"{Numbers(Words('en')).decimal(1000 * seconds, digits)} ms"


def _machine() -> str:
    """Return what it was measured on."""
    info = Path("/proc/cpuinfo")
    found = re.search(r"model name\s*:\s*(.+)", info.read_text(encoding="utf-8")) if info.exists() else None
    processor = found[1] if found else platform.machine()
    return f"Times measured with Python {platform.python_version()} on {processor}, {os.cpu_count()} cores.\n"


if __name__ == "__main__":
    sys.exit(main())
