"""Playing on the full screen: the same game and the same pictures as elsewhere, with buttons and a mouse.

The screen must have the main thread, so the game is played in another one: for it this is a display like any.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace

from rich.console import Console, Group, RenderableType
from rich.text import Text

from stolik.cli.display import WIDEST, Asked, Live, Quit, Scene
from stolik.cli.table_app import LEAVE, Push, Shown, TableApp
from stolik.words import Words

KEYS = {"?": "screen.help", "h": "screen.hint", "f": "screen.fair", LEAVE: "screen.leave"}
"""What can be pushed at any time, and what it says."""

AGAIN = "again"


class FullScreen(Live):
    """A game on the full screen."""

    def __init__(self, console: Console, words: Words) -> None:
        super().__init__(console, words)
        self.app = TableApp([Push(key, words(text)) for key, text in KEYS.items()])
        self._go_on = Push("Enter", words("screen.go_on"), "")
        self._again = False

    @property
    def width(self) -> int:
        """How many columns there are to draw on, now."""
        return min(self.app.columns if self.app.is_running else self.console.width, WIDEST)

    def have_screen(self, body: Callable[[], None]) -> None:
        """Have the whole terminal while the game is played."""
        self.app.body = body
        self.app.run()
        if self.app.failure is not None:
            raise self.app.failure
        if self.app.return_code:  # the screen itself has failed, and has said so
            sys.exit(self.app.return_code)

    def page(self, *parts: RenderableType) -> str:
        """Show the parts alone until they have been read."""
        return self.app.page(parts, [self._go_on])

    def first_page(self, *parts: RenderableType) -> str:
        """Show what comes before a game, with the fairness one key away."""
        return self.app.page(parts, [Push("f", self.words("screen.fair")), self._go_on])

    def wait(self, seconds: float) -> None:
        """Give time to read; a person may leave meanwhile."""
        if self.app.leaving.wait(seconds):
            self.app.leaving.clear()
            if self._wants_to_leave():
                raise Quit

    def read(self, prompt: str) -> str:
        """Return what is pushed or typed; a person who wanted to leave before is asked about that first."""
        if self.app.leaving.is_set():
            self.app.leaving.clear()
            return LEAVE
        return self.app.answer(prompt.strip(" :"))

    def change_player(self, part: RenderableType) -> None:
        """Clear the table first: what the last person saw must not come up again behind the page."""
        self.app.show(Shown(heading="", table="", turn="", log=""))
        self.page(part)

    def draw(self, scene: Scene, below: RenderableType, note: str) -> None:
        """Show the table, the whole log and the choices; those that are not listed elsewhere come last."""
        log = [Text(line, style="dim") for line in self.past] + [Text(entry.text) for entry in self.now]
        shown = Shown(scene.heading, scene.table, scene.turn, Group(*log), note=note)
        self.app.show(self._asking(shown, below) if isinstance(below, Asked) else shown)

    def _asking(self, shown: Shown, asked: Asked) -> Shown:
        """Return what is shown together with a question."""
        question, others = asked.question, asked.others()
        keys = [choice.key for choice in question.choices]
        firsts = {key[:1].lower() for key in keys}
        enough = keys if self.takes_at_once(asked) else ()
        return replace(
            shown,
            about=question.about,
            pushes=[
                *(Push(choice.key, choice.text) for choice in question.choices),
                *(Push("", choice.text, choice.key) for choice in others),
            ],
            after=question.reminder,
            at_once="".join([*(key for key in KEYS if key not in firsts), *enough]),
        )

    def takes_at_once(self, asked: Asked) -> bool:
        """A key needs no Enter where all choices have one of their own."""
        return not asked.others() and all(len(choice.key) == 1 for choice in asked.question.choices)

    def wants_to_leave(self, scene: Scene, asked: Asked) -> bool:
        """Ask whether the person wants to leave the game indeed."""
        return self._wants_to_leave()

    def _wants_to_leave(self) -> bool:
        leave = Push("Enter", self.words("screen.leave"), LEAVE)
        stay = Push("n", self.words("screen.stay"))
        return self.app.page([Text(self.words("play.leave"))], [leave, stay], asks=True) == LEAVE

    def last_page(self, *parts: RenderableType) -> None:
        """Show how the game ended, and ask whether to play again."""
        again = Push(self.words("play.yes"), self.words("screen.again"), AGAIN)
        end = Push("Enter", self.words("screen.end"), "")
        last = [Text(entry.text) for entry in self.now[-1:]]
        try:
            self._again = self.app.page([*last, *parts], [again, end]) == AGAIN
        except KeyboardInterrupt:
            self._again = False  # the game is over, and nothing is interrupted

    def once_more(self) -> bool:
        """Return what was answered on the last page."""
        return self._again
