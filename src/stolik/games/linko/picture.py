"""The table of the card game as a few lines of text: all that a view shows, but for a hand."""

from __future__ import annotations

from stolik.games.linko.views import LinkoView


def picture(view: LinkoView) -> list[str]:
    """Return the lines; different tables have different ones."""
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
