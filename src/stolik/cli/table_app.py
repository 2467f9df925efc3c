"""The full screen of a game: the table, the log, moves as buttons, a line to type in. It knows no rules.

Another thread plays the game: it calls the methods in the first half of ``TableApp``, and waits for answers.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from queue import SimpleQueue
from typing import Any, ClassVar

from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.text import Text
from textual import events, on
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Horizontal, ItemGrid, Vertical, VerticalScroll
from textual.message import Message
from textual.screen import ModalScreen, Screen
from textual.widgets import Input, Static

LEAVE = "q"
KEY = 3
"""How wide a key is at least."""

LOG_LINES, ROOMY_LOG = 1, 5
FEWEST_PUSHES, FEWEST_LINES = 2, 3
"""How many lines of the log, the buttons and the table are seen at least; one can scroll."""

FIXED = ("#heading", "#about", "#after", "#note", "Answer", "#keys")
"""What has its own lines always."""

BUTTONS = 2
"""The line of a page's buttons, and an empty one above it."""

ROOMY = 30
FEW = 8
"""So many lines have room for a reminder of how to type, and for space between few buttons."""


@dataclass(frozen=True, slots=True)
class Push:
    """A button: the key on it, what it says, and what it stands for if that is not the key."""

    key: str
    text: str
    answer: str | None = None

    @property
    def typed(self) -> str:
        """What it stands for."""
        return self.key if self.answer is None else self.answer


@dataclass(frozen=True, slots=True)
class Shown:
    """What is to be seen of a game, from above; ``at_once`` are the keys that need no Enter."""

    heading: RenderableType
    table: RenderableType
    turn: RenderableType
    log: RenderableType
    about: str = ""
    pushes: Sequence[Push] = ()
    after: str = ""
    note: str = ""
    at_once: str = LEAVE


class Pushed(Message):
    """Somebody pushes a button."""

    def __init__(self, push: Push) -> None:
        super().__init__()
        self.push = push


class PushButton(Static, can_focus=True):
    """A button of one line, or more if it has much to say."""

    BINDINGS: ClassVar[list[BindingType]] = [("enter", "push")]

    def __init__(self, push: Push, key_width: int = 0) -> None:
        label = Text(push.key.rjust(key_width), style="bold")
        super().__init__(label.append(f"  {push.text}", style="not bold"))
        self.push = push

    def action_push(self) -> None:
        """Say so."""
        self.post_message(Pushed(self.push))

    def on_click(self) -> None:
        """The mouse does the same."""
        self.action_push()


class Answer(Input):
    """Where answers are typed; some keys are an answer by themselves."""

    BINDINGS: ClassVar[list[BindingType]] = [("down,up,tab", "app.choose")]

    at_once = LEAVE

    def on_key(self, event: events.Key) -> None:
        """Answer at once, if the line is empty and the key is enough."""
        if not self.value and event.character and event.character.lower() in self.at_once:
            event.stop()
            event.prevent_default()
            self.post_message(Pushed(Push(event.character.lower(), "")))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Answer with what was typed."""
        event.stop()
        self.post_message(Pushed(Push(self.value.strip(), "")))
        self.clear()


class Page(ModalScreen[None]):
    """Something to read, or a question, over the table; ``keys`` say what they answer."""

    CSS = """
    Page { align: center middle; background: $background; }
    Page.-asks { background: $background 70%; }
    Page > Vertical { width: 100%; max-width: 96; height: auto; background: $background; }
    Page.-wide > Vertical, Page.-asks > Vertical { padding: 1 2; }
    Page.-asks > Vertical { border: round $primary; width: 64; }
    Page VerticalScroll { height: auto; scrollbar-size-vertical: 1; }
    Page .pushes { height: 1; margin-top: 1; }
    Page PushButton { width: auto; margin-right: 2; }
    """

    def __init__(self, parts: Sequence[RenderableType], pushes: Sequence[Push], *, asks: bool) -> None:
        super().__init__(classes="-asks" if asks else "")
        self._parts = parts
        self._pushes = pushes
        self._keys = {push.key.lower(): push for push in pushes} | {"escape": pushes[-1]}

    def compose(self) -> ComposeResult:
        """Make the page."""
        with Vertical():
            with VerticalScroll():
                yield Static(Group(*self._parts))
            with Horizontal(classes="pushes"):
                yield from map(PushButton, self._pushes)

    def on_resize(self) -> None:
        """Leave the buttons their lines: a longer text is scrolled above them."""
        around = self.query_one(Vertical).gutter.height + BUTTONS
        self.query_one(VerticalScroll).styles.max_height = max(self.size.height - around, 1)

    def on_key(self, event: events.Key) -> None:
        """Answer by a key, unless it pushes the button that was chosen with others."""
        if event.key == "enter" and isinstance(self.focused, PushButton):
            return
        if push := self._keys.get(event.character or "") or self._keys.get(event.key):
            event.stop()
            self.post_message(Pushed(push))


class TableApp(App[None]):
    """The full screen; ``body`` runs in a thread of its own, and the app ends with it."""

    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS: list[tuple[int, str]] | None = [  # noqa: RUF012 -- as the library has it
        (0, "-narrow"),
        (120, "-wide"),
    ]
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "interrupt", show=False, priority=True),
        Binding("ctrl+q", "leave", show=False, priority=True),
        Binding("down,right", "app.focus_next", show=False),
        Binding("up,left", "app.focus_previous", show=False),
    ]
    CSS = """
    #heading, #about, #note, #after { height: auto; }
    #heading { background: $panel; }
    #about { text-style: bold; padding: 0 1; }
    #note { color: $text-warning; text-style: bold; padding: 0 1; }
    #after { color: $text-muted; padding: 0 1; }
    #middle { height: 1fr; }
    #board { height: auto; max-height: 100%; max-width: 92; scrollbar-size-vertical: 0; }
    #log { height: 1fr; min-height: 1; padding: 0 1; background: $surface; scrollbar-size-vertical: 1; }
    #pushes { height: auto; scrollbar-size-vertical: 1; }
    #pushes ItemGrid { height: auto; keyline: none; grid-gutter: 0 1; padding: 0 1; }
    .-wide #log { dock: right; width: 28%; height: 100%; }
    #pushes .-few { grid-gutter: 1 1; padding: 1; }
    PushButton { height: auto; padding: 0 1; background: $surface; }
    PushButton:hover { background: $primary 40%; }
    PushButton:focus { background: $primary; color: $text; }
    Answer { padding: 0 1; }
    #keys { height: 1; background: $panel; }
    #keys PushButton { width: auto; background: $panel; }
    """

    def __init__(self, keys: Sequence[Push]) -> None:
        super().__init__()
        self.body: Callable[[], None] = lambda: None
        self.failure: BaseException | None = None
        self.leaving = threading.Event()
        self._keys = keys
        self._answers: SimpleQueue[str | KeyboardInterrupt] = SimpleQueue()
        self._asking: Screen[Any] | None = None
        self._after = ""

    # -- for the thread that plays ----------------------------------------------------------------------

    @property
    def is_asking(self) -> bool:
        """Whether an answer is waited for on what is to be seen."""
        return self._asking is self.screen

    @property
    def columns(self) -> int:
        """How many columns the table has, now."""
        return self.call_from_thread(lambda: self._main.query_one("#board").content_size.width)

    def show(self, shown: Shown) -> None:
        """Show this from now on."""
        self.call_from_thread(self._show, shown)  # type: ignore[arg-type]  # mypy finds no None there

    def answer(self, prompt: str) -> str:
        """Return what a person answers; raise ``KeyboardInterrupt`` if they would rather not."""
        self.call_from_thread(self._ask, prompt)
        return self._answer()

    def page(self, parts: Sequence[RenderableType], pushes: Sequence[Push], *, asks: bool = False) -> str:
        """Show a page until one of its buttons is pushed, and return what that stands for."""
        page = self.call_from_thread(lambda: self._turn_to(Page(parts, pushes, asks=asks)))
        try:
            return self._answer()
        finally:
            self.call_from_thread(page.dismiss)

    def _answer(self) -> str:
        answer = self._answers.get()
        if isinstance(answer, KeyboardInterrupt):
            raise answer
        return answer

    def _play(self) -> None:
        try:
            self.body()
        except BaseException as failure:  # it is raised again where the screen was asked for
            self.failure = failure
        finally:
            self.call_from_thread(self.exit)

    @property
    def _main(self) -> Screen[Any]:
        """The screen with the table, also while a page lies on it."""
        return self.screen_stack[0]

    # -- the screen -------------------------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        """Make the screen."""
        yield Static(id="heading")
        with Container(id="middle"):
            with VerticalScroll(id="board", can_focus=False):
                yield Static(id="table")
                yield Static(id="turn")
            with VerticalScroll(id="log", can_focus=False):
                yield Static(id="told")
            yield Static(id="about")
            with VerticalScroll(id="pushes", can_focus=False):
                yield ItemGrid()
            yield Static(id="after")
            yield Static(id="note")
            yield Answer(compact=True)
        with Horizontal(id="keys"):
            yield from map(PushButton, self._keys)

    def on_mount(self) -> None:
        """Begin to play."""
        self.query_one(Answer).focus()
        self.call_after_refresh(threading.Thread(target=self._play, daemon=True).start)

    async def _show(self, shown: Shown) -> None:
        parts: Mapping[str, RenderableType] = {
            "heading": shown.heading,
            "table": shown.table,
            "turn": shown.turn,
            "told": shown.log,
            "about": Text(shown.about),
            "after": Text(shown.after),
            "note": Text(shown.note),
        }
        for name, part in parts.items():
            self._main.query_one(f"#{name}", Static).update(part)
        self._after = shown.after
        for name in ("about", "note"):
            self._main.query_one(f"#{name}").display = bool(getattr(shown, name))
        answer = self._main.query_one(Answer)
        answer.at_once = shown.at_once
        answer.focus()
        key = max([KEY, *(cell_len(push.key) for push in shown.pushes)])
        widest = max([0, *(cell_len(push.text) for push in shown.pushes)]) + key + 4
        grid = self._main.query_one("#pushes ItemGrid", ItemGrid)
        grid.min_column_width = min(widest, self._main.query_one("#pushes").size.width - 2)
        grid.set_class(len(shown.pushes) <= FEW and self.size.height >= ROOMY, "-few")
        with self.batch_update():
            await grid.remove_children()
            await grid.mount_all(PushButton(push, key) for push in shown.pushes)
        self._main.query_one("#pushes").scroll_home(animate=False)
        self.call_after_refresh(self._fit)

    def on_resize(self) -> None:
        """Share the lines again."""
        self.call_after_refresh(self._fit)

    def _fit(self) -> None:
        """Give the table the lines that it needs, and the buttons those that are left but for some log."""
        roomy = self.size.height >= ROOMY
        self._main.query_one("#after").display = bool(self._after) and roomy
        fixed = [self._main.query_one(name) for name in FIXED]
        taken = sum(widget.outer_size.height for widget in fixed if widget.display)
        board = self._main.query_one("#table").size.height + self._main.query_one("#turn").size.height
        log = 0 if self._main.has_class("-wide") else ROOMY_LOG if roomy else LOG_LINES
        left = self.size.height - taken - board - log
        self._main.query_one("#pushes").styles.max_height = max(left, FEWEST_PUSHES)
        seen = self._main.query_one("#board", VerticalScroll)
        seen.styles.max_height = max(board + min(left - FEWEST_PUSHES, 0), FEWEST_LINES)
        seen.scroll_end(animate=False)  # one's own things are at its end
        self._main.query_one("#log", VerticalScroll).scroll_end(animate=False)

    def _ask(self, prompt: str) -> None:
        answer = self._main.query_one(Answer)
        answer.placeholder = prompt
        answer.focus()
        self._asking = self._main

    def _turn_to(self, page: Page) -> Page:
        self._asking = page
        self.push_screen(page)
        return page

    @on(Pushed)
    def take(self, message: Pushed) -> None:
        """Take an answer on the screen that asks; where none does, only that somebody wants to leave."""
        if self.is_asking:
            self._asking = None
            self._answers.put(message.push.typed)
        elif message.push.typed == LEAVE:
            self.leaving.set()

    def on_key(self, event: events.Key) -> None:
        """Type in the line also where a button was chosen before."""
        answer = self._main.query_one(Answer)
        if event.is_printable and event.character and isinstance(self.focused, PushButton):
            answer.focus()
            answer.post_message(events.Key(event.key, event.character))

    def action_choose(self) -> None:
        """Go from the line to the first of the buttons."""
        next(iter([*self._main.query("#pushes PushButton"), *self._main.query("#keys PushButton")])).focus()

    def action_leave(self) -> None:
        """Ask whether to leave, as its key does."""
        self.take(Pushed(Push(LEAVE, "")))

    def action_interrupt(self) -> None:
        """Leave at once."""
        self._answers.put(KeyboardInterrupt())
        self.leaving.set()
