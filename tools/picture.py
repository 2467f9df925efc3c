"""Draw ``docs/table.svg``, the picture of the README: a Deluxe game in the middle of a turn."""

from __future__ import annotations

import io
import re
from pathlib import Path

from rich.console import Console
from rich.text import Text

from stolik.cli.display import Scene, listed
from stolik.cli.people import People
from stolik.cli.screen import make
from stolik.words import Words
from tests.games.pickomino.positions import aside, position

PATH = Path(__file__).parents[1] / "docs" / "table.svg"
WIDTH = 84


def picture() -> str:
    """Return the picture as SVG, without the font that it would fetch from elsewhere."""
    state = position(
        "11 13:red_worm 21 22:raven 25:weasel 26 28 31 32 33 34",
        "24 30",
        "23 27:apple",
        "35:hen",
        worms=(1, 0, 2),
    )
    state = aside(state, "4 4 4", "w").play("roll").play("dice 3 3 4 5")
    words = Words("en")
    screen = make("pickomino", words, People(("You", "Grandma", "Jan"), 0))
    console = Console(
        record=True, width=WIDTH, file=io.StringIO(), color_system="truecolor", force_terminal=True
    )
    scene = Scene.of(screen, state.view(0))
    console.print(
        scene.heading, scene.table, scene.turn, "", listed(screen.question(state, 0).choices, WIDTH)
    )
    console.print(Text("You – number (? help, q quit): 3", style="bold"))
    svg = console.export_svg(title="stolik play pickomino --variant deluxe", unique_id="stolik")
    return re.sub(r"\s*@font-face \{.*?\}|<!--.*?-->", "", svg, flags=re.DOTALL)


if __name__ == "__main__":
    PATH.write_text(picture(), encoding="utf-8")
    print(PATH.name)
