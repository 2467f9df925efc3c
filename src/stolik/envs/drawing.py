"""A table as a few lines of text, for ``render`` and for OpenSpiel's strings: all that a view shows."""

from __future__ import annotations

from collections.abc import Callable

from stolik.core import CHANCE, View


def picture(view: View) -> str:
    """Return what a view shows, but for a hand: different tables have different pictures."""
    return "\n".join([_heading(view), *_DRAWN[view["game"]](view)])


def _heading(view: View) -> str:
    kind = view.get("variant") or view["mode"]
    if view["over"]:
        result = view["result"]
        return f"{view['game']} {kind}: over, scores {result['scores']}, places {result['places']}"
    actor = "chance" if view["actor"] == CHANCE else f"seat {view['actor']}"
    return f"{view['game']} {kind}: {actor}, {view['phase']}"


def _dice(view: View) -> list[str]:
    tiles = " ".join(_tile(spot) for spot in view["grill"])
    lines = [f"grill: {tiles}"]
    for number, seat in enumerate(view["seats"]):
        stack = " ".join(map(str, seat["stack"])) or "-"
        worms = [f"{seat['score']} worms"]
        if seat["round_worms"]:
            worms.append(f"{seat['round_worms']} of them round")
        if seat["specialist"]:
            worms.append(seat["specialist"])
        lines.append(f"seat {number}: {stack} ({', '.join(worms)})")
    if turn := view["turn"]:
        lines += _turn(turn)
    if view["choice"]:
        lines.append(f"to hold: {' or '.join(view['choice'])}")
    return lines


def _turn(turn: View) -> list[str]:
    lines = [f"turn of seat {turn['seat']}"]
    golden = [word for word, so in (("plays", turn["gold"]), ("not set aside", turn["odd_die"])) if so]
    if golden:
        lines.append(f"golden die: {', '.join(golden)}")
    if turn["weasel_used"]:
        lines.append("weasel: used")
    lines.append(f"aside: {_counts(turn['aside'])} = {turn['sum']}; {turn['dice']} dice left")
    if turn["roll"]:
        shown = f"; the golden die shows {turn['odd_face']}" if turn["odd_face"] else ""
        lines.append(f"roll: {_counts(turn['roll'])}{shown}")
    return lines


def _tile(spot: View) -> str:
    text = f"{spot['tile']}" if spot["up"] else f"({spot['tile']})"
    return f"{text}:{spot['specialist']}" if spot["specialist"] else text


def _cards(view: View) -> list[str]:
    pool = " ".join("+".join(place) for place in view["pool"]) or "-"
    lines = [f"pool: {pool}; deck: {view['deck']}; discarded: {_counts(view['discard'])}"]
    if view["virtual"] is not None:
        lines.append(f"row: {_counts(view['virtual'])}")
    for number, seat in enumerate(view["seats"]):
        layers = " | ".join(" ".join(layer["cards"]) for layer in seat["layers"]) or "-"
        known = f"; known: {_counts(seat['known'])}" if seat["known"] else ""
        lines.append(f"seat {number}: {seat['cards']} cards, {seat['score']} points: {layers}{known}")
    if turn := view["turn"]:
        stole = ", has stolen" if turn["stole"] else ""
        lines.append(f"turn of seat {turn['seat']}{stole}; quiet turns: {turn['quiet']}")
    if pending := view["pending"]:
        whom = (
            f"{name} {pending[name]}" for name in ("thief", "victim", "drawer", "cards") if name in pending
        )
        lines.append(f"{pending['kind']}: {', '.join(whom)}")
    return lines


def _counts(counts: dict[str, int]) -> str:
    return " ".join(f"{number}x{name}" for name, number in counts.items()) or "-"


_DRAWN: dict[str, Callable[[View], list[str]]] = {"pickomino": _dice, "linko": _cards}
