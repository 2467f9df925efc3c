"""The table of the dice game as a few lines of text: all that a view shows, but for a hand."""

from __future__ import annotations

from stolik.games.pickomino.views import GrillTile, PickominoTurn, PickominoView


def picture(view: PickominoView) -> list[str]:
    """Return the lines; different tables have different ones."""
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


def _turn(turn: PickominoTurn) -> list[str]:
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


def _tile(spot: GrillTile) -> str:
    text = f"{spot['tile']}" if spot["up"] else f"({spot['tile']})"
    return f"{text}:{spot['specialist']}" if spot["specialist"] else text


def _counts(counts: dict[str, int]) -> str:
    return " ".join(f"{number}x{name}" for name, number in counts.items()) or "-"
