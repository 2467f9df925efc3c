"""What the terminal shows of a match of bots: a bar while it goes on, and how everyone did."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from rich import box
from rich.console import Group, RenderableType
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from stolik.arena import MatchResult
from stolik.arena.running import Progress as Listener
from stolik.arena.texts import MatchTexts
from stolik.cli.output import make_console
from stolik.words import Words
from stolik.words.numbers import Numbers

LONGEST_NAME = 14
"""A longer name gives way to the figures."""


@contextmanager
def bar(words: Words, result: MatchResult) -> Iterator[Listener]:
    """Show how far a match is, and how its first bot does, on a terminal; elsewhere say nothing."""
    numbers = Numbers(words)
    total = result.plan.deals * result.plan.games_per_deal
    progress = Progress(
        TextColumn(words("arena.playing")),
        BarColumn(),
        TextColumn("{task.fields[games]}"),
        TextColumn("{task.fields[leader]}", style="bold"),
        TimeRemainingColumn(),
        console=make_console(stderr=True),
        transient=True,
        disable=not sys.stderr.isatty(),
    )
    task = progress.add_task("", total=total, completed=result.games, games="", leader="")

    def show(result: MatchResult) -> None:
        first = result.standings[0]
        progress.update(
            task,
            completed=result.games,
            games=f"{numbers.count(result.games)}/{numbers.count(total)}",
            leader=f"{first.name} {numbers.rate(*first.win_rate)}",
        )

    with progress:
        yield show


def draw(words: Words, result: MatchResult) -> RenderableType:
    """Return how everyone did, what was played, and what the numbers mean."""
    texts = MatchTexts(words)
    lines = [Text(texts.game(result.plan.game), style="bold"), Text(texts.played(result))]
    if not result.standings:
        return Group(*lines)
    share = texts.numbers.percent(1 / result.plan.game.players)
    notes = [words("arena.fair", share=share), *([words("arena.rated")] if result.ratings else [])]
    notes += [
        words(
            "arena.forfeits_of",
            name=one.name,
            count=texts.numbers.count(one.forfeits),
            why=result.reasons[one.name],
        )
        for one in result.standings
        if one.forfeits
    ]
    return Group(*lines, _table(texts, result), *(Text(note) for note in notes))


def _table(texts: MatchTexts, result: MatchResult) -> Table:
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1), header_style="dim", pad_edge=False)
    bot, *columns = texts.columns(result, forfeits=True)
    table.add_column(bot, style="bold", no_wrap=True)
    for column in columns:
        table.add_column(column, justify="right")
    for standing in result.ranked:
        table.add_row(_short(standing.name), *texts.cells(standing, forfeits=True))
    return table


def _short(name: str) -> str:
    """Return a name, or the end of one that is long: the beginnings of command lines are much alike."""
    return name if len(name) <= LONGEST_NAME else "…" + name[1 - LONGEST_NAME :]
