"""A training run as a self-contained HTML page: no script, no image, no request."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from importlib import resources
from typing import TYPE_CHECKING

from stolik.arena.plots import LEFT, RIGHT, steps
from stolik.words import Words
from stolik.words.numbers import Numbers

if TYPE_CHECKING:
    from stolik.train.recipe import Share
    from stolik.train.training import Training

HEIGHT, FOOT, ROOM = 150, 22, 34
"""The height of a plot, of its lower edge with the minutes, and the width of its left edge."""


def page(words: Words, training: Training) -> str:
    """Return the page, in the language of ``words``."""
    numbers = Numbers(words)
    style = resources.files("stolik.arena").joinpath("report.css").read_text(encoding="utf-8")
    note = words("train.report.note", guests=guests(words, training))
    if training.curve and training.curve[-1].guests:
        note += " " + words("train.report.guest")
    title = escape(words("train.report.title", game=words(f"{training.recipe.game}.name")))
    told = words(
        "train.report.told",
        minutes=numbers.decimal(training.seconds / 60, 1),
        games=numbers.count(training.games),
        decisions=numbers.count(training.decisions),
        seed=training.seed,
        width=training.settings.width,
        batch=numbers.count(training.settings.games),
    )
    if training.devices:
        told += " " + words("train.report.devices", devices=", ".join(training.devices))
    cards = "\n".join(_card(words, training, name) for name in _names(training))
    return (
        f'<!doctype html>\n<html lang="{words.language}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>\n{style}</style>\n</head>\n<body>\n"
        f'<header>\n<h1>{title}</h1>\n<p class="soft">{escape(told)}</p>\n'
        f"<p>{escape(note)}</p>\n</header>\n"
        f'<section class="plots">\n{cards}\n</section>\n</body>\n</html>\n'
    )


def guests(words: Words, training: Training) -> str:
    """Return who has the other seats where a network is measured."""
    return words.first(f"{training.recipe.game}.explain.guests", "train.guests")


def rate_name(words: Words, training: Training) -> str:
    """Return what the win rate of the network is called: in some games it is luck-adjusted."""
    return words.first(f"{training.recipe.game}.explain.share", "train.share", guests=guests(words, training))


def _names(training: Training) -> list[str]:
    return list(training.curve[-1].shares) if training.curve else []


def _card(words: Words, training: Training, name: str) -> str:
    """Return the curve of one table, and its last point in figures."""
    numbers = Numbers(words)
    network = [(point.seconds / 60, point.shares[name]) for point in training.curve]
    guest = [(point.seconds / 60, point.guests[name]) for point in training.curve if name in point.guests]
    players = dict(zip(_names(training), (game.players for game in training.tables), strict=True))[name]
    last = numbers.rate(*network[-1][1])
    plot = _plot(numbers, name, [network, guest], 1 / players)
    return f'<div class="card">\n<h2>{escape(name)}: {last}</h2>\n{plot}\n</div>'


Curve = Sequence[tuple[float, "Share"]]
"""Minutes, and what was measured after so many."""


def _plot(numbers: Numbers, name: str, curves: Sequence[Curve], fair: float) -> str:
    """Return the curves in one plot; the points of the first are filled."""
    every = [point for curve in curves for point in curve]
    lows, highs = ([share.mean + sign * share.half for _, share in every] for sign in (-1, 1))
    shares = steps(min([fair, *lows]), max([fair, *highs]))
    minutes = steps(0.0, max(minute for minute, _ in every))

    def x(value: float) -> float:
        return LEFT + ROOM + (RIGHT - LEFT - ROOM) * value / minutes[-1]

    def y(value: float) -> float:
        return 6 + (HEIGHT - FOOT - 6) * (shares[-1] - value) / (shares[-1] - shares[0])

    edges = f'x1="{LEFT + ROOM}" x2="{RIGHT}"'
    parts = []
    for tick in shares:
        said = numbers.percent(tick, 0 if shares[1] - shares[0] >= 0.01 else 1)
        parts += [f'<line class="grid" {edges} y1="{y(tick):.1f}" y2="{y(tick):.1f}"/>']
        parts += [f'<text class="tick" x="{LEFT}" y="{y(tick) + 4:.1f}">{said}</text>']
    for tick in minutes:
        at = f'x="{x(tick):.1f}" y="{HEIGHT - 4}" text-anchor="{"end" if tick == minutes[-1] else "middle"}"'
        parts += [f'<text class="tick" {at}>{numbers.decimal(tick, 0 if minutes[1] >= 1 else 2)}</text>']
    parts += [f'<line class="mark" {edges} y1="{y(fair):.1f}" y2="{y(fair):.1f}"/>']
    for curve, point in zip(curves, ("point", "point hollow"), strict=True):
        path = " ".join(f"{x(minute):.1f},{y(share.mean):.1f}" for minute, share in curve)
        parts += [f'<polyline class="interval" points="{path}"/>']
        for minute, share in curve:
            ends = f'y1="{y(share.mean - share.half):.1f}" y2="{y(share.mean + share.half):.1f}"'
            parts += [f'<line class="interval" x1="{x(minute):.1f}" x2="{x(minute):.1f}" {ends}/>']
            parts += [f'<circle class="{point}" cx="{x(minute):.1f}" cy="{y(share.mean):.1f}" r="3.5"/>']
    inside = "\n".join(parts)
    box = f'viewBox="0 0 {RIGHT + 2} {HEIGHT}"'
    return f'<svg {box} role="img" aria-label="{escape(name)}">\n{inside}\n</svg>'
