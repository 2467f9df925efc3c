"""What is drawn, as text."""

import io

from rich.console import Console, RenderableType

from stolik.cli.display import Asked, Live, Scene
from stolik.cli.screen import AnyScreen
from stolik.core import State
from stolik.games.linko.pieces import CARDS
from tests.cli.running import CONTROL


def text(part: RenderableType, width: int = 80) -> str:
    """Return something that was drawn, without the spaces at the ends of its lines."""
    console = Console(file=io.StringIO(), width=width, highlight=False, markup=False)
    console.print(part)
    assert isinstance(console.file, io.StringIO)
    return "\n".join(line.rstrip() for line in console.file.getvalue().splitlines())


def terminal(width: int = 80, height: int = 24) -> tuple[Console, io.StringIO]:
    """Return a console that believes in a terminal of this size, and what is written to it."""
    out = io.StringIO()
    return Console(
        file=out, force_terminal=True, width=width, height=height, highlight=False, markup=False
    ), out


def page(screen: AnyScreen, state: State, note: str = "", width: int = 80, height: int = 24) -> list[str]:
    """Return the lines of the page on which the actor is asked, after some turns that were told."""
    console, out = terminal(width, height)
    live = Live(console, screen.words)
    live.past = ["Ola."] * 9
    seat = state.actor or 0
    asked = Asked(screen.question(state, seat), live.width, screen.words)
    live.draw(Scene.of(screen, state.view(seat)), asked, note)
    return CONTROL.sub("", out.getvalue()).splitlines()


def hand_on(page: str) -> dict[str, int] | None:
    """Return the hand that a page shows, if it shows one."""
    for line in page.split("\n"):
        cells = line.split("│")[1:-1]
        counted = [cell.lower().replace(" ", "").split("×") for cell in cells]
        if [card for card, *_ in counted] == list(CARDS):
            return {card: int(number[0]) for card, *number in counted if number}
    return None
