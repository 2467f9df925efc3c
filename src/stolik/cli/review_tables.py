"""A review in the terminal: bars of luck and skill, a line of chances a player, the moments in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from stolik.cli.display import Drawn
from stolik.cli.output import fit
from stolik.cli.reviewed import ReviewedGame, Told
from stolik.cli.style import bar

WIDEST: Final = 110
LONGEST_NAME: Final = 16
HALF: Final = 10
"""How many columns a bar has on each side of its middle; a bar of skill has both."""
FULL: Final = 0.5
"""The luck that fills one side of a bar, unless somebody had more."""
LEVELS: Final = "▁▂▃▄▅▆▇█"
INDENT: Final = 3
FIGURE: Final = 6


def draw(game: ReviewedGame, width: int) -> RenderableType:
    """Return the whole review."""
    words = game.words
    parts: list[RenderableType] = [Text(game.title, style="bold"), _prose(" ".join(game.summary())), ""]
    parts += [_players(game), "", Text(words("review.curve"), style="bold"), _curves(game, width)]
    for key, moments in (("review.moments", game.moments()), ("review.second_looks", game.second_looks())):
        if moments:
            parts += ["", Text(words(key), style="bold")]
            parts += [_moment(game, number, told) for number, told in enumerate(moments, start=1)]
    parts += ["", _prose(game.note, style="dim")]
    return Group(*parts)


def _prose(text: str, style: str = "", indent: int = 0) -> RenderableType:
    """Return sentences in lines that fit, never broken at a space that holds a number and its sign."""
    drawn = Drawn(lambda width: Text(fit(text, width), style=style))
    return Padding(drawn, (0, 0, 0, indent))


def _players(game: ReviewedGame) -> Group:
    """Return two bars a player, and what they mean in words."""
    luck, skill = game.words("review.luck.title"), game.words("review.skill")
    names, label = game.people.labels, max(len(luck), len(skill))
    name = min(max(map(len, names)), LONGEST_NAME)
    full = max(FULL, *(abs(game.luck(seat)) for seat in range(len(names))))
    parts: list[RenderableType] = []
    for seat, told in enumerate(game.review["seats"]):
        grid = Table.grid(padding=(0, 1))
        grid.add_column(style="bold", width=name, no_wrap=True)
        grid.add_column(style="dim", width=label, no_wrap=True)
        grid.add_column(no_wrap=True)
        grid.add_column(justify="right", width=FIGURE, no_wrap=True)
        grid.add_column()
        brought, accuracy = game.luck(seat), told["accuracy"]
        drawn = _luck_bar(brought / full)
        grid.add_row(names[seat], luck, drawn, game.change(brought), game.luck_in_words(seat))
        if accuracy is None:
            grid.add_row("", skill, bar(0.0, 2 * HALF + 1), "–", game.skill_in_words(seat))
            parts += [grid]
        else:
            share = accuracy / 100
            grid.add_row("", skill, bar(share, 2 * HALF + 1), game.percent(share), game.skill_in_words(seat))
            parts += [grid, _prose(game.counts(seat), "dim", name + label + 2)]
    return Group(*parts)


def _luck_bar(share: float) -> Text:
    """Return a bar from the middle to the right for good luck, to the left for bad."""
    halves = round(abs(share) * 2 * HALF)
    whole, half = divmod(halves, 2)
    track = "─" * (HALF - whole - half)
    if share < 0:
        return Text.assemble((track, "dim"), ("▐" * half + "█" * whole, "yellow"), "│", ("─" * HALF, "dim"))
    return Text.assemble(("─" * HALF, "dim"), "│", ("█" * whole + "▌" * half, "green"), (track, "dim"))


def _curves(game: ReviewedGame, width: int) -> Table:
    """Return a line of chances a player, from the start to the end."""
    table = Table.grid(padding=(0, 1))
    table.add_column(style="bold", max_width=LONGEST_NAME, no_wrap=True)
    table.add_column(justify="right", style="dim", no_wrap=True)
    table.add_column(no_wrap=True)
    table.add_column(justify="right", no_wrap=True)
    names = game.people.labels
    room = width - min(max(map(len, names)), LONGEST_NAME) - 2 * len(game.percent(1.0)) - 3
    for seat, name in enumerate(names):
        chances = game.chances(seat)
        ends = game.percent(chances[0]), game.percent(chances[-1])
        table.add_row(name, ends[0], Text(sparkline(chances, room), style="cyan"), ends[1])
    if marks := _marks(game, room):
        table.add_row("", "", Text(marks, style="bold"), "")
    return table


def _marks(game: ReviewedGame, width: int) -> str:
    """Return the numbers of the moments, each below its place on the lines."""
    signs: list[str] = []
    points = len(game.told) + 1
    size = min(width, points)
    for number, told in enumerate(game.moments(), start=1):
        at = -(-(told.step["ply"] + 2) * size // points) - 1
        signs += [" "] * (at - len(signs)) + [str(number)]
    return "".join(signs)


def sparkline(shares: Sequence[float], width: int) -> str:
    """Return numbers from 0 to 1 as a line of at most so many signs, the last of each stretch.

    >>> sparkline([0.5, 0.6, 0.25, 0.9, 0.0, 1.0], 3)
    '▅██'
    """
    size = min(width, len(shares))
    last = (len(shares) * (column + 1) // size - 1 for column in range(size))
    return "".join(LEVELS[min(int(shares[place] * len(LEVELS)), len(LEVELS) - 1)] for place in last)


def _moment(game: ReviewedGame, number: int, told: Told) -> RenderableType:
    """Return a moment: where it was, what led to it, what happened and what would have been better."""
    lines = [Text(f"{number}. {game.place(told)}")]
    before = game.led_to(told)
    led = [_prose(before, "dim", INDENT)] if before else []
    return Group(*lines, *led, *(_prose(line, indent=INDENT) for line in game.what(told)))
