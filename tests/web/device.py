"""A phone or a computer with the page open. It must never fail, nor ask anybody but the server."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from playwright.sync_api import BrowserContext, ConsoleMessage, Locator, Page, Request, WebSocketRoute, expect

from stolik.core import game_names
from stolik.words import Entries, Words, catalogue, catalogue_in, game_entries
from tests.effort import effort
from tests.web.guest import Guest

PAGE = Path(__file__).parents[2] / "web" / "src"

PHONE = (390, 844)
DESKTOP = (1280, 800)

TWO_FRAMES = "() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))"

UNTIL = """async (arg) => {
  for (let tries = 0; !(await (%s)(arg)); tries++) {
    if (tries > 600) throw new Error("waited in vain");
    await new Promise((later) => setTimeout(later, 50));
  }
}"""

LANGUAGES = effort(["en"], ["pl", "en"])
"""Where any language will do: the texts come from the catalogues, which are compared elsewhere."""


@cache
def entries(language: str) -> Entries:
    """Return everything that the page says in a language, by key."""
    found = catalogue("stolik.words", language) | catalogue_in(PAGE / "words", language)
    for game in game_names():
        own = PAGE / "games" / game / "words"
        found |= game_entries(game, language) | catalogue_in(own, language, f"{game}.")
    return found


class Line:
    """The sockets of a device, which can be cut, and mended again."""

    def __init__(self, context: BrowserContext) -> None:
        self._open: list[WebSocketRoute] = []
        self._cut = False
        context.route_web_socket(re.compile("/socket"), self._opened)

    def _opened(self, socket: WebSocketRoute) -> None:
        if self._cut:
            socket.close(code=1012)
            return
        socket.connect_to_server()
        self._open.append(socket)

    @contextmanager
    def cut(self) -> Iterator[None]:
        """Cut all sockets, and let no new one through for as long as this lasts."""
        self._cut = True
        for socket in self._open:
            socket.close(code=1012)
        self._open.clear()
        yield
        self._cut = False


class Device:
    """A browser of its own, with a page of the server."""

    def __init__(self, context: BrowserContext, address: str, language: str) -> None:
        self.context = context
        self.address = address
        self.language = language
        self.errors: list[str] = []
        self.may_be_offline = False
        self.strangers: list[str] = []
        context.on("request", self._asked)
        context.on("page", self._watch)
        self.page: Page = context.new_page()

    # -- what must not happen -----------------------------------------------------------------------------

    def _watch(self, page: Page) -> None:
        page.on("pageerror", lambda error: self.errors.append(f"page error: {error}"))
        page.on("console", self._heard)
        page.on("websocket", lambda socket: self._went(socket.url.replace("ws", "http", 1)))

    def _heard(self, message: ConsoleMessage) -> None:
        if self.may_be_offline and "net::ERR_INTERNET_DISCONNECTED" in message.text:
            return
        if message.type == "error":
            self.errors.append(f"console: {message.text} ({message.location['url']})")

    def _asked(self, request: Request) -> None:
        self._went(request.url)

    def _went(self, url: str) -> None:
        if not url.startswith((f"{self.address}/", "data:", "blob:")):
            self.strangers.append(url)

    def assert_well(self) -> None:
        """Fail if the page has failed, or has asked anybody but its own server."""
        assert not self.errors, self.errors
        assert not self.strangers, self.strangers

    # -- words --------------------------------------------------------------------------------------------

    def t(self, key: str, *, you: bool = False, **values: str | int) -> str:
        """Return a text of the catalogue; ``you`` speaks to the person instead of about them."""
        return Words(self.language, entries(self.language))(key, you=you, **values)

    # -- places -------------------------------------------------------------------------------------------

    def home(self) -> None:
        self.page.goto(self.address)

    def go(self, path: str) -> None:
        self.page.goto(self.address + path)

    def join(self, code: str) -> None:
        self.go(f"/t/{code}")

    def leave(self) -> None:
        """Close the tab, and open an empty one: a tab left blank may still ask for the old page's icon."""
        self.page.close()
        self.page = self.context.new_page()

    def wait_until(self, condition: str, arg: object = None) -> None:
        """Wait until an asynchronous condition holds: Playwright's own function would look only once."""
        self.page.evaluate(UNTIL % condition, arg)

    def resize(self, width: int, height: int) -> None:
        """Make the window as large as this, and wait until the page has been drawn for it."""
        self.page.set_viewport_size({"width": width, "height": height})
        self.page.evaluate(TWO_FRAMES)  # in the first one the page hears of it

    @contextmanager
    def elsewhere(self) -> Iterator[None]:
        """Look away while others play, and come back: to draw every move takes longer than to play it."""
        here = self.page.url
        self.page.goto(f"{self.address}/healthz")
        yield
        self.page.goto(here)

    def guest(self, code: str) -> Guest:
        """Return a guest who sits where this device sits."""
        return Guest.of(self.context, self.address, code)

    @property
    def code(self) -> str:
        """The code of the table the page shows."""
        found = re.search("/t/([A-Z0-9]{6})", self.page.url)
        assert found, self.page.url
        return found[1]

    # -- time ---------------------------------------------------------------------------------------------

    def stop_time(self) -> None:
        """Have nothing on the page pass by itself from now on, however long the test takes to look at it."""
        self.page.clock.install()
        self.page.clock.pause_at(self.page.evaluate("Date.now()") + 1000)

    def let_pass(self, milliseconds: int) -> None:
        """Have time that stands still go on for so long."""
        self.page.clock.run_for(milliseconds)

    # -- what is on the page ------------------------------------------------------------------------------

    def button(self, key: str, **values: str | int) -> Locator:
        return self.page.get_by_role("button", name=self.t(key, you=False, **values), exact=True)

    def press(self, key: str, **values: str | int) -> None:
        self.button(key, **values).click()

    def choose(self, label: str, option: str) -> None:
        """Choose from a labelled select, both named by their keys."""
        self.page.get_by_role("combobox", name=self.t(label), exact=True).select_option(label=self.t(option))

    def pick(self, label: str, option: str) -> None:
        """Press one of a labelled row of buttons, both named by their keys."""
        group = self.page.get_by_role("radiogroup", name=self.t(label), exact=True)
        group.get_by_role("radio", name=self.t(option), exact=True).check()

    @property
    def name_field(self) -> Locator:
        """Where one says who one is."""
        return self.page.get_by_role("textbox", name=self.t("home.name"))

    @property
    def actions(self) -> Locator:
        """The buttons of the action bar."""
        return self.page.get_by_role("contentinfo").get_by_role("button")

    @property
    def sheet(self) -> Locator:
        return self.page.get_by_role("dialog")

    @property
    def status(self) -> Locator:
        return self.page.get_by_test_id("status")

    def hears(self, sentence: str | re.Pattern[str]) -> None:
        """Wait until the live region has said a sentence."""
        expect(self.page.get_by_test_id("polite")).to_contain_text(sentence)

    def is_told(self, sentence: str | re.Pattern[str]) -> None:
        """Wait until the region that interrupts has said a sentence."""
        expect(self.page.get_by_test_id("assertive")).to_contain_text(sentence)


MakeDevice = Callable[..., Device]
