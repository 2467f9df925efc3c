"""A hint as a page: the best moves with the chance to win, and what speaks for each."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from stolik.cli.people import People
from stolik.games.linko.advice import LinkoAdvice
from stolik.games.linko.reasons import LinkoReason
from stolik.words import Words
from stolik.words.numbers import Numbers

SAFE = 0.03
"""A layer that is stolen less often than this is called safe."""


def draw(words: Words, people: People, found: dict[str, LinkoAdvice]) -> RenderableType:
    """Return moves in words, each with its chance and its reasons."""
    numbers = Numbers(words)
    table = Table.grid(padding=(0, 2))
    table.add_column(justify="right", style="bold", no_wrap=True)
    table.add_column()
    for offer, told in found.items():
        table.add_row(numbers.percent(told["chance"], 0), offer)
        table.add_row("", Text(why(words, people, told), style="dim"))
    return Group(Text(words("play.best_moves"), style="bold"), "", table)


def why(words: Words, people: People, told: LinkoAdvice) -> str:
    """Return what speaks for a move, and how likely its layer is stolen."""
    parts = [_reason(words, people, reason) for reason in told.get("why", ())]
    stolen = told.get("stolen")
    if stolen is not None:
        share = Numbers(words).percent(stolen, 0)
        parts.append(words("linko.why.safe") if stolen < SAFE else words("linko.why.stolen", share=share))
    return "; ".join(parts)


def _reason(words: Words, people: People, reason: LinkoReason) -> str:
    names = ", ".join(people.names[seat] for seat in reason.get("seats", ()))
    return words(
        f"linko.why.{reason['code']}", n=reason.get("n", 0), card=reason.get("card", ""), names=names
    )
