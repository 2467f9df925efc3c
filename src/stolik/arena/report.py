"""A result as a self-contained HTML page: no script, no image, no request."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from importlib import resources
from pathlib import Path

from stolik.arena import plots
from stolik.arena.result import MatchResult
from stolik.arena.texts import MatchTexts
from stolik.core.files import write_whole
from stolik.words import Words


def save_report(result: MatchResult, words: Words, path: str | Path) -> None:
    """Write the page to a file, whole or not at all."""
    write_whole(path, page(result, words))


def page(result: MatchResult, words: Words) -> str:
    """Return the page, in the language of ``words``."""
    return _Page(result, words).html()


class _Page:
    """The parts of the page, from its top."""

    def __init__(self, result: MatchResult, words: Words) -> None:
        self.result = result
        self.plan = result.plan
        self.words = words
        self.texts = MatchTexts(words)
        self.numbers = self.texts.numbers
        self.standings = result.standings

    def html(self) -> str:
        """Return the whole page; before the first deal only heading and method."""
        style = resources.files(__package__).joinpath("report.css").read_text(encoding="utf-8")
        parts = [self.heading()]
        if self.standings:
            parts += [self.table(), self.all_plots(), self.meetings(), self.forfeits()]
        body = "\n".join(part for part in [*parts, self.method()] if part)
        return (
            f'<!doctype html>\n<html lang="{self.words.language}">\n<head>\n<meta charset="utf-8">\n'
            f'<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            f"<title>{self.title()}</title>\n<style>\n{style}</style>\n</head>\n<body>\n{body}\n</body>\n</html>\n"
        )

    def title(self) -> str:
        """Return the names of the bots."""
        return escape(self.words("arena.report.title", names=" – ".join(self.plan.bots)))

    def heading(self) -> str:
        """Return what was played, and whether it is finished."""
        lines = [f"<h1>{self.title()}</h1>"]
        lines += [f"<p>{escape(self.texts.game(self.plan.game))}</p>"]
        lines += [f'<p class="soft">{escape(self.texts.played(self.result))}</p>']
        if not self.result.is_finished:
            lines += [f'<p class="alert">{self.words("arena.report.unfinished")}</p>']
        return "<header>\n" + "\n".join(lines) + "\n</header>"

    # -- tables ---------------------------------------------------------------------------------------

    def table(self) -> str:
        """Return the standings."""
        forfeits = bool(self.result.reasons)
        head = self.texts.columns(self.result, forfeits)
        rows = [(standing.name, self.texts.cells(standing, forfeits)) for standing in self.result.ranked]
        return self._card("arena.report.standings", _table(head, rows))

    def meetings(self) -> str:
        """Return the win rates table by table, if there is more than one table."""
        if len(self.plan.tables) == 1:
            return ""
        return self._pairs() if self.plan.game.players == 2 else self._companies()

    def _pairs(self) -> str:
        """Return the matrix of win rates of each bot against each other."""
        rates: dict[tuple[str, str], str] = {}
        for (one, other), tallies in zip(self.plan.tables, self.result.at_tables, strict=True):
            rates[one, other] = self.numbers.rate(*tallies[one].win_rate)
            rates[other, one] = self.numbers.rate(*tallies[other].win_rate)
        names = self.plan.bots
        rows = [(name, [rates.get((name, other), "") for other in names]) for name in names]
        return self._card("arena.report.pairs", _table(["", *names], rows))

    def _companies(self) -> str:
        """Return the tables of more than two, each with the win rates."""
        rows = []
        for table, tallies in zip(self.plan.tables, self.result.at_tables, strict=True):
            rates = {name: self.numbers.rate(*tally.win_rate) for name, tally in tallies.items()}
            rows.append((" – ".join(table), [rates.get(name, "") for name in self.plan.bots]))
        head = [self.words("arena.column.table"), *self.plan.bots]
        return self._card("arena.report.companies", _table(head, rows))

    # -- plots ----------------------------------------------------------------------------------------

    def all_plots(self) -> str:
        """Return the plots, side by side where there is room."""
        cards = [self._plot("arena.report.wins", self._wins(), "arena.report.wins_note")]
        if self.result.ratings:
            cards += [self._plot("arena.report.rating", self._ratings(), "arena.report.rating_note")]
        cards += [self._plot("arena.report.scores", self._scores(), "arena.report.scores_note")]
        return '<section class="plots">\n' + "\n".join(cards) + "\n</section>"

    def _plot(self, title: str, svg: str, note: str) -> str:
        heading, below = self.words(title), self.words(note)
        return f'<div class="card">\n<h2>{heading}</h2>\n{svg}\n<p class="soft">{below}</p>\n</div>'

    def _wins(self) -> str:
        rows = [
            plots.Row(one.name, self.numbers.rate(*one.win_rate), one.win_rate.mean, one.win_rate.half or 0.0)
            for one in self.standings
        ]
        fair = 1 / self.plan.game.players
        return plots.bars(
            self.words("arena.report.wins"), rows, fair, lambda tick: self.numbers.percent(tick, 0)
        )

    def _ratings(self) -> str:
        rows = [
            plots.Row(one.name, self.numbers.interval(*ends, 1), *ends)
            for one in self.standings
            if one.rating and (ends := (one.rating.mean, one.rating.half))
        ]
        return plots.points(self.words("arena.report.rating"), rows, self._tick)

    def _scores(self) -> str:
        hills = [
            plots.Hill(one.name, self.numbers.decimal(one.score.mean, 2), one.score.mean, one.scores)
            for one in self.standings
        ]
        return plots.hills(self.words("arena.report.scores"), hills, self._tick)

    def _tick(self, value: float) -> str:
        return self.numbers.decimal(value, 0 if value == round(value) else 1)

    # -- words ----------------------------------------------------------------------------------------

    def forfeits(self) -> str:
        """Return why bots lost their seats, if any did."""
        if not self.result.reasons:
            return ""
        items = "\n".join(
            f"<p>{escape(name)}: <code>{escape(why)}</code></p>" for name, why in self.result.reasons.items()
        )
        note = self.words("arena.report.forfeits_note")
        return self._card("arena.report.forfeits", f'<p class="alert">{note}</p>\n{items}')

    def method(self) -> str:
        """Return how it was played and computed, and the command that repeats it."""
        keys = ["arena.method.deals", "arena.method.interval"]
        keys += ["arena.method.luck"] if self.plan.luck_adjusted else []
        keys += ["arena.method.rating"] if self.result.ratings else []
        lines = [f"<p>{self.words(key)}</p>" for key in keys]
        lines += [f"<p>{self.words('arena.report.again')}</p>"]
        lines += [f'<pre tabindex="0"><code>{escape(self.plan.command())}</code></pre>']
        return self._card("arena.report.method", "\n".join(lines))

    def _card(self, key: str, inside: str) -> str:
        return f'<section class="card">\n<h2>{self.words(key)}</h2>\n{inside}\n</section>'


def _table(head: Sequence[str], rows: Sequence[tuple[str, Sequence[str]]]) -> str:
    """Return a table, which scrolls if the page is too narrow."""
    top = "".join(f'<th scope="col">{escape(text)}</th>' for text in head)
    body = "\n".join(
        f'<tr><th scope="row">{escape(name)}</th>{"".join(map(_cell, cells))}</tr>' for name, cells in rows
    )
    table = f"<table>\n<thead><tr>{top}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table>"
    return f'<div class="scroll" tabindex="0">{table}</div>'


def _cell(text: str) -> str:
    """Return a cell; the interval of a mean has a style of its own."""
    mean, sign, half = text.partition(" ± ")
    return f'<td>{mean} <span class="half">± {half}</span></td>' if sign else f"<td>{mean}</td>"
