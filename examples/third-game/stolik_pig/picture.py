"""The table of Pig as a few lines of text: all that a view shows."""

from __future__ import annotations

from stolik_pig.views import PigView


def picture(view: PigView) -> list[str]:
    """Return the lines; different tables have different ones."""
    lines = [f"goal: {view['goal']}"]
    lines += [f"seat {number}: {seat['score']}" for number, seat in enumerate(view["seats"])]
    if turn := view["turn"]:
        lines.append(f"turn of seat {turn['seat']}: {turn['total']}")
    return lines
