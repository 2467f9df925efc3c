"""A real server and a real browser: for the tests of the page, and for its pictures."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from stolik.server.app import PAGE
from tools.server_process import UNLIMITED, ServerProcess
from tools.services import find

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--force-color-profile=srgb",
    "--font-render-hinting=none",
]


class NotBuilt(Exception):  # noqa: N818 -- a state of the checkout, not a fault of the program
    """The page has not been built; the text says what to do."""


class Server(ServerProcess):
    """A server with a database of its own, the page, and chance that can be repeated."""

    def __init__(self, **settings: float | str) -> None:
        if not (PAGE / "index.html").is_file():
            raise NotBuilt(
                f"the page is not built: there is no {PAGE / 'index.html'}; make page-check builds it"
            )
        self._folder = tempfile.TemporaryDirectory(prefix="stolik-page-", ignore_cleanup_errors=True)
        folder = Path(self._folder.name)
        self._chance = folder / "chance"
        self.repeat("")
        command = (sys.executable, "-m", "tools.repeatable", str(self._chance), "serve")
        chosen = {"lan": False, "database": f"sqlite:///{folder}/stolik.db", **UNLIMITED, **settings}
        super().__init__(folder / "log", command, page=PAGE, **chosen)

    def __exit__(self, *_: object) -> None:
        self.stop()
        self._folder.cleanup()

    def repeat(self, text: str) -> None:
        """Have the tables opened from now on follow from ``text``: the same dice and cards every time."""
        self._chance.write_text(text, encoding="utf-8")


@contextmanager
def chromium() -> Iterator[Browser]:
    """The browser, for as long as it is needed."""
    program = find("chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
        yield browser
        browser.close()
