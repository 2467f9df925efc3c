"""Plots as inline SVG: bars, points, distributions; colours come from the page's style.

A plot is as wide as a small phone and scales with the page; its figures are also in the page's tables.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from html import escape
from typing import NamedTuple

WIDTH = 360
LEFT, RIGHT = 2, WIDTH - 2
ROW = 40
BAR_TOP, BAR_HEIGHT = 20, 12
HILL_ROW, HILL_TOP, HILL_HEIGHT = 78, 20, 50
AXIS = 22
CAP = 4
MOST_COLUMNS = 44
"""A distribution over more scores than this has several scores a column."""

Label = Callable[[float], str]


class Row(NamedTuple):
    """One line of a plot: its name, its value as text, the value, and half the width of its interval."""

    name: str
    text: str
    value: float
    half: float


class Hill(NamedTuple):
    """One distribution: its name, its mean as text, the mean, and the count of each score."""

    name: str
    text: str
    mean: float
    scores: Mapping[int, int]


class Scale(NamedTuple):
    """Maps values to x coordinates."""

    low: float
    high: float

    def x(self, value: float) -> float:
        """Return the x coordinate of a value, clipped to the plot."""
        share = (value - self.low) / (self.high - self.low)
        return LEFT + (RIGHT - LEFT) * min(max(share, 0.0), 1.0)


def bars(title: str, rows: Sequence[Row], mark: float, label: Label) -> str:
    """Return bars from 0 to 1, with intervals; a line marks the fair share."""
    scale = Scale(0.0, 1.0)
    height = len(rows) * ROW
    parts = [_grid(scale, [0.0, 0.25, 0.5, 0.75, 1.0], height, label)]
    for number, row in enumerate(rows):
        top = number * ROW + BAR_TOP
        width = scale.x(row.value) - LEFT
        parts += [_caption(number * ROW, row.name, row.text)]
        parts += [f'<rect class="bar" x="{LEFT}" y="{top}" width="{width:.1f}" height="{BAR_HEIGHT}"/>']
        parts += [_interval(scale, row, top + BAR_HEIGHT / 2)]
    x = scale.x(mark)
    parts += [f'<line class="mark" x1="{x:.1f}" x2="{x:.1f}" y1="{BAR_TOP - 4}" y2="{height}"/>']
    return _svg(title, height + AXIS, parts)


def points(title: str, rows: Sequence[Row], label: Label) -> str:
    """Return points with intervals, on a scale that fits them."""
    low, high = min(row.value - row.half for row in rows), max(row.value + row.half for row in rows)
    ticks = steps(low, high)
    scale = Scale(ticks[0], ticks[-1])
    height = len(rows) * ROW
    parts = [_grid(scale, ticks, height, label)]
    for number, row in enumerate(rows):
        middle = number * ROW + BAR_TOP + BAR_HEIGHT / 2
        parts += [_caption(number * ROW, row.name, row.text), _interval(scale, row, middle)]
        parts += [f'<circle class="point" cx="{scale.x(row.value):.1f}" cy="{middle}" r="4.5"/>']
    return _svg(title, height + AXIS, parts)


def hills(title: str, rows: Sequence[Hill], label: Label) -> str:
    """Return the distribution of scores, one row each, all of the same height; a line marks the mean."""
    lowest, highest = (edge(edge(row.scores) for row in rows) for edge in (min, max))
    column = -(-(highest - lowest + 1) // MOST_COLUMNS)
    scale = Scale(lowest - 0.5, lowest - 0.5 + column * (-(-(highest - lowest + 1) // column)))
    grouped = [_shares(row.scores, lowest, column) for row in rows]
    height = len(rows) * HILL_ROW
    ticks = [tick for tick in steps(lowest, highest) if scale.low <= tick <= scale.high]
    parts = [_grid(scale, ticks, height, label)]
    for number, (row, shares) in enumerate(zip(rows, grouped, strict=True)):
        foot = number * HILL_ROW + HILL_TOP + HILL_HEIGHT
        tallest = max(shares.values())
        parts += [_caption(number * HILL_ROW, row.name, row.text)]
        for start, share in sorted(shares.items()):
            left, right = scale.x(start - 0.5), scale.x(start - 0.5 + column)
            tall = HILL_HEIGHT * share / tallest
            parts += [
                f'<rect class="bar" x="{left + 0.5:.1f}" y="{foot - tall:.1f}" '
                f'width="{right - left - 1:.1f}" height="{tall:.1f}"/>'
            ]
        x = scale.x(row.mean)
        parts += [f'<line class="foot" x1="{LEFT}" x2="{RIGHT}" y1="{foot}" y2="{foot}"/>']
        parts += [f'<line class="mark" x1="{x:.1f}" x2="{x:.1f}" y1="{foot - HILL_HEIGHT}" y2="{foot}"/>']
    return _svg(title, height + AXIS, parts)


def _shares(scores: Mapping[int, int], lowest: int, column: int) -> dict[int, float]:
    """Return the share of games in each column of scores, by its lowest score."""
    total = sum(scores.values())
    shares: dict[int, float] = {}
    for score, number in scores.items():
        start = lowest + (score - lowest) // column * column
        shares[start] = shares.get(start, 0.0) + number / total
    return shares


def steps(low: float, high: float) -> list[float]:
    """Return a few round, evenly spaced numbers, from ``low`` or below to ``high`` or above.

    >>> steps(3.2, 17)
    [0.0, 5.0, 10.0, 15.0, 20.0]
    """
    rough = max(high - low, 1e-6) / 4
    power: float = 10.0 ** math.floor(math.log10(rough))
    step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough)
    first, last = math.floor(low / step), math.ceil(high / step)
    return [number * step for number in range(first, max(last, first + 1) + 1)]


# -- the pieces of a plot -----------------------------------------------------------------------------------


def _svg(title: str, height: float, parts: Sequence[str]) -> str:
    inside = "\n".join(parts)
    return f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{escape(title)}">\n{inside}\n</svg>'


def _caption(top: float, name: str, text: str) -> str:
    baseline = top + 14
    return (
        f'<text class="name" x="{LEFT}" y="{baseline}">{escape(name)}</text>'
        f'<text class="value" x="{RIGHT}" y="{baseline}">{escape(text)}</text>'
    )


def _interval(scale: Scale, row: Row, y: float) -> str:
    left, right = scale.x(row.value - row.half), scale.x(row.value + row.half)
    path = f"M{left:.1f} {y - CAP}v{2 * CAP}M{left:.1f} {y}H{right:.1f}M{right:.1f} {y - CAP}v{2 * CAP}"
    return f'<path class="interval" d="{path}"/>'


def _grid(scale: Scale, ticks: Sequence[float], height: float, label: Label) -> str:
    parts = []
    for tick in ticks:
        x = scale.x(tick)
        anchor = "start" if x <= LEFT + 1 else "end" if x >= RIGHT - 1 else "middle"
        parts += [f'<line class="grid" x1="{x:.1f}" x2="{x:.1f}" y1="{BAR_TOP - 4}" y2="{height}"/>']
        parts += [
            f'<text class="tick" x="{x:.1f}" y="{height + 15}" text-anchor="{anchor}">{label(tick)}</text>'
        ]
    return "\n".join(parts)
