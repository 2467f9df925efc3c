"""A review as a self-contained HTML page: no script, no image, no request."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from importlib import resources
from itertools import groupby
from typing import Final, Literal, get_args

from stolik.analysis import SeatReview
from stolik.arena.plots import steps
from stolik.cli.review_tables import FULL
from stolik.cli.reviewed import MARKS, ReviewedGame, Told

DASHES: Final = ("", "7 4", "2 4", "10 3 2 3", "12 5", "4 3 4 8", "1 3")
"""How the lines of the seats are dashed: colours alone do not tell them apart for everybody."""

Part = Literal["start", "own_luck", "other_luck", "errors", "gifts", "information", "residual", "won"]
PARTS: Final[tuple[Part, ...]] = get_args(Part)
LEAST: Final = 0.005
"""A change of less is not worth a figure."""


def page(game: ReviewedGame, source: str) -> str:
    """Return the page, in the language of the game's words; ``source`` is the name of the record."""
    return _Page(game, source).html()


class _Page:
    """The parts of the page, from its top."""

    def __init__(self, game: ReviewedGame, source: str) -> None:
        self.game = game
        self.words = game.words
        self.review = game.review
        self.names = [escape(name) for name in game.people.labels]
        self.source = source

    def html(self) -> str:
        """Return the whole page."""
        styles = (
            resources.files("stolik.arena").joinpath("report.css"),
            resources.files("stolik.cli").joinpath("review_page.css"),
        )
        style = "".join(file.read_text(encoding="utf-8") for file in styles)
        parts = [self.heading(), self.curve(), self.players(), self.moments(), self.sum(), self.decisions()]
        return (
            f'<!doctype html>\n<html lang="{self.words.language}">\n<head>\n<meta charset="utf-8">\n'
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            f"<title>{self.title()}</title>\n<style>\n{style}</style>\n</head>\n<body>\n"
            + "\n".join(filter(None, parts))
            + "\n</body>\n</html>\n"
        )

    def title(self) -> str:
        """Return the game and the players."""
        names = ", ".join(self.game.people.labels)
        return escape(self.words("review.page.title", game=self.game.title, names=names))

    def heading(self) -> str:
        """Return who won and why."""
        summary = escape(" ".join(self.game.summary()))
        note = escape(self.game.note)
        return (
            f"<header>\n<h1>{self.title()}</h1>\n<p>{summary}</p>\n"
            f'<p class="soft">{note}</p>\n<p class="soft">{escape(self.source)}</p>\n</header>'
        )

    def _card(self, key: str, inside: str, note: str = "") -> str:
        below = f'\n<p class="soft">{note}</p>' if note else ""
        return f'<section class="card">\n<h2>{self.words(key)}</h2>\n{inside}{below}\n</section>'

    # -- the curve of chances -------------------------------------------------------------------------

    def curve(self) -> str:
        """Return the chances of all seats through the game, with the moments that decided it."""
        lines = [f'<path class="grid" d="M0 {y}H1000"/>' for y in (0, 25, 50, 75, 100)]
        links = []
        for number, told in enumerate(self.game.moments(), start=1):
            x = self._x(told.step["ply"] + 1)
            lines.append(f'<path class="mark" d="M{10 * x:.1f} 0V100"/>')
            links.append(f'<a href="#moment-{number}" style="left:{x:.2f}%">{number}</a>')
        for seat in range(self.review["players"]):
            points = " ".join(
                f"{10 * self._x(place):.1f},{100 - 100 * chance:.2f}"
                for place, chance in enumerate(self.game.chances(seat))
            )
            lines.append(f"<polyline {_seat(seat)} points='{points}'/>")
        scale = "".join(f"<span>{self.game.percent(share / 100)}</span>" for share in (100, 75, 50, 25, 0))
        label = self.words("review.curve")
        svg = (
            f'<svg viewBox="0 0 1000 100" preserveAspectRatio="none" role="img" aria-label="{label}">\n'
            + "\n".join(lines)
            + "\n</svg>"
        )
        plot = (
            f'<div class="curve">\n<div class="scale" aria-hidden="true">{scale}</div>\n'
            f'<div class="area">\n{svg}\n{"".join(links)}\n</div>\n{self._turns()}\n</div>'
        )
        return self._card("review.curve", f"{plot}\n{self._legend()}")

    def _x(self, place: int) -> float:
        """Return how far a place is on its way through the game, in per cent."""
        return 100 * place / max(len(self.game.told), 1)

    def _turns(self) -> str:
        """Return some numbers of turns, each below its beginning."""
        begun = {told.turn: told.step["ply"] for told in reversed(self.game.told)}
        last = max(begun, default=0)
        shown = [int(turn) for turn in steps(0, max(last, 1))[1:-1] if turn == int(turn) and turn in begun]
        ticks = "".join(f'<i style="left:{self._x(begun[turn]):.2f}%">{turn}</i>' for turn in shown)
        label = self.words("review.page.turns")
        return f'<div class="turns" aria-hidden="true"><span>{label}</span><div>{ticks}</div></div>'

    def _legend(self) -> str:
        items = []
        for seat, name in enumerate(self.names):
            chances = self.game.chances(seat)
            ends = f"{self.game.percent(chances[0])} → {self.game.percent(chances[-1])}"
            line = f'<svg viewBox="0 0 30 10" aria-hidden="true"><path {_seat(seat)} d="M0 5H30"/></svg>'
            items.append(f'<li>{line}<strong>{name}</strong> <span class="half">{ends}</span></li>')
        return f'<ul class="legend">\n{"".join(items)}\n</ul>'

    # -- the players ----------------------------------------------------------------------------------

    def players(self) -> str:
        """Return two bars a player, luck and skill, and what they mean in words."""
        seats = range(self.review["players"])
        full = max(FULL, *(abs(self.game.luck(seat)) for seat in seats))
        people = "\n".join(self._player(seat, full) for seat in seats)
        return f'<section class="card people">\n{people}\n</section>'

    def _player(self, seat: int, full: float) -> str:
        game, accuracy = self.game, self.review["seats"][seat]["accuracy"]
        luck = game.luck(seat)
        side, edge = ("plus", "left") if luck >= 0 else ("minus", "right")
        bar = f'<i class="{side}" style="{edge}:50%;width:{50 * abs(luck) / full:.1f}%"></i>'
        skill = f'<i style="left:0;width:{accuracy or 0.0:.1f}%"></i>'
        figure = "–" if accuracy is None else game.percent(accuracy / 100)
        counts = "" if accuracy is None else f"<p>{escape(game.counts(seat))}</p>"
        return (
            f'<div style="--colour:var(--seat-{seat})">\n<h3>{self.names[seat]}</h3>\n<dl>\n'
            f'<dt>{self.words("review.luck.title")}</dt><dd class="bar luck">{bar}</dd>'
            f"<dd>{game.change(luck)}</dd>\n"
            f'<dd class="words">{game.luck_in_words(seat)}</dd>\n'
            f'<dt>{self.words("review.skill")}</dt><dd class="bar">{skill}</dd><dd>{figure}</dd>\n'
            f'<dd class="words">{game.skill_in_words(seat)}</dd>\n</dl>\n{counts}\n</div>'
        )

    def sum(self) -> str:
        """Return the parts that add up to what each seat won, those that are not all nothing."""
        rows = {part: [_part(seat, part) for seat in self.review["seats"]] for part in PARTS}
        rows = {
            part: row
            for part, row in rows.items()
            if any(abs(one) >= LEAST for one in row) and (part != "won" or self.review["over"])
        }
        head = "".join(f'<th scope="col">{self.words(f"review.sum.{part}")}</th>' for part in rows)
        body = "\n".join(
            f'<tr><th scope="row">{name}</th>'
            + "".join(self._cell(part, row[seat]) for part, row in rows.items())
            + "</tr>"
            for seat, name in enumerate(self.names)
        )
        table = f"<table>\n<thead><tr><th></th>{head}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table>"
        inside = f'<div class="scroll" tabindex="0">{table}</div>'
        return self._card("review.sum.title", inside, self.words("review.sum.note"))

    def _cell(self, part: str, value: float) -> str:
        write = self.game.percent if part in ("start", "won") else self.game.change
        return f"<td>{write(value, 1)}</td>"

    # -- what happened --------------------------------------------------------------------------------

    def moments(self) -> str:
        """Return the moments that decided the game, and what else is worth another look."""
        first = [self._moment(told, f' id="moment-{n}"') for n, told in enumerate(self.game.moments(), 1)]
        more = [self._moment(told) for told in self.game.second_looks()]
        found = (("review.moments", first), ("review.second_looks", more))
        return "\n".join(
            self._card(key, '<ol class="moments">\n' + "\n".join(items) + "\n</ol>")
            for key, items in found
            if items
        )

    def _moment(self, told: Told, anchor: str = "") -> str:
        before = self.game.led_to(told)
        log = f'<br><span class="soft">{escape(before)}</span>' if before else ""
        what = "<br>".join(escape(line) for line in self.game.what(told))
        place = f'<a href="#line-{told.line}">{escape(self.game.place(told))}</a>'
        return f"<li{anchor}>{place}{log}<br>{what}</li>"

    def decisions(self) -> str:
        """Return all that happened, turn by turn, with verdicts."""
        turns = groupby(self.game.told, key=lambda told: told.turn)
        blocks = "\n".join(filter(None, (self._turn(list(told)) for _, told in turns)))
        marks = ", ".join(f"{mark} {self.words(f'review.verdict.{name}')}" for name, mark in MARKS.items())
        note = escape(self.words("review.page.decisions_note", marks=marks))
        inside = f'<p class="soft">{note}</p>\n<div class="game">\n{blocks}\n</div>'
        return self._card("review.page.decisions", inside)

    def _turn(self, told: Sequence[Told]) -> str:
        items = "\n".join(item for one in told for item in self._item(one))
        first = told[0]
        if not items:
            return ""
        name = self.words("replay.turn", turn=first.turn, name=self.game.people.names[first.seat or 0])
        head = f"<h3>{escape(name)}</h3>\n" if first.seat is not None else ""
        return f'<div class="turn">\n{head}<ul>\n{items}\n</ul>\n</div>'

    def _item(self, told: Told) -> Iterator[str]:
        """Yield a line about a step, if there is anything to say."""
        anchor, owner = f' id="line-{told.line}"', told.step["owner"]
        if told.is_decision:
            yield f"<li{anchor}>{self._decision(told)}</li>"
            anchor = ""
        luck = 0.0 if owner is None else told.step["luck"][owner]
        counts = abs(luck) >= LEAST
        if told.text and (counts or not told.is_decision):
            figure, kind = self.game.change(luck) if counts else "", "good" if luck > 0 else "bad"
            text = f'<span class="chance">{escape(told.text)}</span>'
            yield f'<li{anchor}><b></b>{text}<span class="figure {kind}">{figure}</span></li>'

    def _decision(self, told: Told) -> str:
        game, verdict, best = self.game, told.step["verdict"], told.step["options"][0]
        name = escape(game.people.names[told.step["seat"]])
        who = "" if told.step["seat"] == told.seat else f"{name}: "
        offer = escape(game.offer(told, told.step["move"]))
        chance = game.percent(game.chance_of(told, told.step["move"]), 1)
        kind = "good" if verdict == "find" else "bad"
        said = "" if verdict is None else self.words(f"review.verdict.{verdict}")
        mark = f'<b class="{kind}" title="{said}">{MARKS[verdict]}</b>' if verdict else "<b></b>"
        better = ""
        if told.step["error"] >= LEAST:
            instead = escape(game.offer(told, best["move"]))
            text = self.words("review.page.better", offer=instead, chance=game.percent(best["chance"], 1))
            better = f'<span class="better">{text}</span>'
        return f'{mark}<span>{who}{offer}</span><span class="figure">{chance}</span>{better}'


def _part(seat: SeatReview, part: Part) -> float:
    """Return a part of what a seat won, as it is added up."""
    found = seat[part] or 0.0
    return -found if part == "errors" else found


def _seat(seat: int) -> str:
    """Return how the line of a seat is drawn."""
    return f'class="seat" style="--colour:var(--seat-{seat});stroke-dasharray:{DASHES[seat] or "none"}"'
