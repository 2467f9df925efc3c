"""A table as a few lines of text, for ``render``."""

from __future__ import annotations

from collections.abc import Callable

from stolik.core import View


def picture(view: View) -> str:
    """Return what a view shows."""
    return "\n".join([_heading(view), *_DRAWN[view["game"]](view)])


def _heading(view: View) -> str:
    kind = view.get("variant") or view["mode"]
    if view["over"]:
        result = view["result"]
        return f"{view['game']} {kind}: over, scores {result['scores']}, places {result['places']}"
    return f"{view['game']} {kind}: seat {view['actor']}, {view['phase']}"


def _dice(view: View) -> list[str]:
    tiles = " ".join(_tile(spot) for spot in view["grill"])
    lines = [f"grill: {tiles}"]
    for number, seat in enumerate(view["seats"]):
        stack = " ".join(map(str, seat["stack"])) or "-"
        more = f", {seat['specialist']}" if seat["specialist"] else ""
        lines.append(f"seat {number}: {stack} ({seat['score']} worms{more})")
    if turn := view["turn"]:
        lines.append(f"aside: {_counts(turn['aside'])} = {turn['sum']}; {turn['dice']} dice left")
        if turn["roll"]:
            lines.append(f"roll: {_counts(turn['roll'])}")
    return lines


def _tile(spot: View) -> str:
    text = f"{spot['tile']}" if spot["up"] else f"({spot['tile']})"
    return f"{text}:{spot['specialist']}" if spot["specialist"] else text


def _cards(view: View) -> list[str]:
    pool = " ".join("+".join(place) for place in view["pool"]) or "-"
    lines = [f"pool: {pool}; deck: {view['deck']}"]
    if view["virtual"] is not None:
        lines.append(f"row: {_counts(view['virtual'])}")
    for number, seat in enumerate(view["seats"]):
        layers = " | ".join(" ".join(layer["cards"]) for layer in seat["layers"]) or "-"
        lines.append(f"seat {number}: {seat['cards']} cards, {seat['score']} points: {layers}")
    return lines


def _counts(counts: dict[str, int]) -> str:
    return " ".join(f"{number}x{name}" for name, number in counts.items()) or "-"


_DRAWN: dict[str, Callable[[View], list[str]]] = {"pickomino": _dice, "linko": _cards}
