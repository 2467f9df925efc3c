"""Drawing the table of the card game: what lies before the players, the pool, the deck, the duel's row."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from stolik.cli.people import People
from stolik.cli.style import TURN, marked, signed
from stolik.games.linko.terminal.pieces import LINES, back, boxes, brief, fan, sets, side_by_side
from stolik.games.linko.views import Cards, LayerView, LinkoView
from stolik.words import Words

NARROWEST = 20
"""A player needs at least so many columns; where they have no room side by side they stand in rows."""

WIDE = 32
FAN = 20
"""With so many columns a player's name and count share a line, and the deeper layers stand beside the top
one, which has as many columns as this."""

NARROW = 76
POOL_WIDTH = 46
"""With fewer columns one's own cards come below the pool and not beside it; what the deck and six cards
take up, with the gap after them."""

SEPARATOR = " · "
MORE = "…"


def draw(words: Words, people: People, view: LinkoView, width: int) -> RenderableType:
    """Return the players in the order in which they are robbed, then the pool and one's own cards."""
    seats, own, virtual = _around(view), view["seat"], view["virtual"]
    if virtual is not None or own is None:
        together = seats if own is None else [*seats, own]
        row = [] if virtual is None else [_row(words, virtual)]
        return Group(_players(words, people, view, together, width), *row, _pool(words, view))
    pool = _pool(words, view)
    above = _players(words, people, view, seats, width)
    if width < NARROW:
        return Group(above, pool, player(words, people, view, own, width))
    grid = Table.grid()
    grid.add_column(width=POOL_WIDTH, no_wrap=True)
    grid.add_row(pool, player(words, people, view, own, width - POOL_WIDTH))
    return Group(above, grid)


def _around(view: LinkoView) -> list[int]:
    """Return the other seats from the left of the viewer; all of them for a spectator."""
    seats = list(range(len(view["seats"])))
    own = view["seat"]
    return seats if own is None else seats[own + 1 :] + seats[:own]


# -- The players ------------------------------------------------------------------------------------------


def _players(words: Words, people: People, view: LinkoView, seats: Sequence[int], width: int) -> Table:
    """Return players side by side, as many as have room."""
    rows = -(-len(seats) // max(width // NARROWEST, 1))
    beside = -(-len(seats) // rows)
    each = width // beside
    grid = Table.grid()
    for _ in range(beside):
        grid.add_column(width=each, no_wrap=True)
    for first in range(0, len(seats), beside):
        grid.add_row(*(player(words, people, view, seat, each - 1) for seat in seats[first : first + beside]))
    return grid


def player(words: Words, people: People, view: LinkoView, seat: int, width: int) -> Text:
    """Return a player: who it is, how many cards and points, the top layer as cards, the deeper ones."""
    it = view["seats"][seat]
    name = marked(people.labels[seat], view["turn"] is not None and view["turn"]["seat"] == seat)
    points = words("linko.points", n=it["score"], points=signed(it["score"]))
    count = SEPARATOR.join((words("linko.cards", n=it["cards"]), points))
    cards = _top(it["layers"], FAN if width >= WIDE else width, _is_stolen(view, seat))
    deeper = [brief(layer["cards"]) for layer in reversed(it["layers"][:-1])]
    lines = (_wide if width >= WIDE else _narrow)(name, count, cards, deeper, width)
    return Text("\n").join(lines)


def _narrow(name: Text, count: str, cards: list[Text], deeper: list[str], width: int) -> list[Text]:
    """Return the lines of a player, all below each other."""
    name.truncate(width, overflow="ellipsis")
    (under,) = _fitting(deeper, width, 1)
    return [name, Text(" " * len(TURN) + count), *cards, Text(under, style="dim")]


def _wide(name: Text, count: str, cards: list[Text], deeper: list[str], width: int) -> list[Text]:
    """Return the lines of a player, the deeper layers beside the top one."""
    name.truncate(width - len(count) - len(TURN), overflow="ellipsis")
    beside = _fitting(deeper, width - FAN - 1, LINES)
    beside = ["", *beside, ""] if len(beside) == 1 else [*beside, ""]
    for line, under in zip(cards, beside, strict=False):
        line.append(" " * (FAN + 1 - len(line))).append(under, style="dim")
    return [Text(" " * len(TURN)).join([name, Text(count)]), *cards]


def _is_stolen(view: LinkoView, seat: int) -> bool:
    """Whether a player's top layer is being stolen."""
    pending = view["pending"]
    return pending is not None and pending["kind"] in ("theft", "recall") and pending["victim"] == seat


def _top(layers: Sequence[LayerView], width: int, stolen: bool) -> list[Text]:
    if not layers:
        return [Text(), Text("  –", style="dim"), Text()]
    return fan(layers[-1]["cards"], width, stolen)


def _fitting(texts: Sequence[str], width: int, lines: int) -> list[str]:
    """Return texts in lines, as many as there is room for."""
    filled = [""]
    for number, text in enumerate(texts):
        line = SEPARATOR.join(filter(None, (filled[-1], text)))
        last = number == len(texts) - 1
        more = 0 if last else len(SEPARATOR + MORE)
        if cell_len(line) + (more if len(filled) == lines else 0) <= width:
            filled[-1] = line
        elif len(filled) < lines:
            filled.append(text)
        else:
            filled[-1] = SEPARATOR.join(filter(None, (filled[-1], MORE)))
            break
    return filled


# -- The pool, the deck and the row -----------------------------------------------------------------------


def _pool(words: Words, view: LinkoView) -> Text:
    """Return the deck and the places of the pool, from left to right."""
    deck = back(view["deck"])
    caption = f"{words('linko.deck'):<{len(deck[0]) + 1}}{words('linko.pool')}\n"
    cards = side_by_side([deck, [Text(" ")] * LINES, *map(boxes, view["pool"])])
    return Text().append(caption, style="dim").append_text(cards)


def _row(words: Words, virtual: Cards) -> Text:
    """Return the virtual player's row as sets of one value."""
    label = words("linko.row").split("\n")
    width = max(map(cell_len, label))
    beside = [Text(line.ljust(width), style="dim") for line in (*label, "", "")[:LINES]]
    return side_by_side([beside, *(boxes(cards, pad=0) for cards in sets(virtual))], gap=1)
