"""A real server and a real browser: for the tests of the page, and for its pictures."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Self
from urllib.error import URLError
from urllib.request import urlopen

from playwright.sync_api import Browser, sync_playwright

from stolik.server.app import PAGE
from stolik.server.settings import variable
from tools.services import find, free_port

ROOT = Path(__file__).parents[1]
SECONDS = 60.0
"""How long the server may take to start or to stop."""

UNLIMITED = {"rate": 1e6, "burst": 1_000_000, "tables_per_minute": 1_000_000}
"""Settings for players who are quicker than people."""

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


class Server:
    """``stolik serve`` as a process, on a free port of the loopback and with a database of its own."""

    def __init__(self, **settings: float | str) -> None:
        if not (PAGE / "index.html").is_file():
            raise NotBuilt(
                f"the page is not built: there is no {PAGE / 'index.html'}; make page-check builds it"
            )
        self._folder = tempfile.TemporaryDirectory(prefix="stolik-page-", ignore_cleanup_errors=True)
        self._log = Path(self._folder.name) / "log"
        self._chance = Path(self._folder.name) / "chance"
        self.repeat("")
        port = free_port()
        self.address = f"http://127.0.0.1:{port}"
        database = f"sqlite:///{self._folder.name}/stolik.db"
        chosen = {"port": port, "lan": "false", "database": database, **UNLIMITED, **settings}
        self._environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith("STOLIK_")},
            **{variable(name): str(value) for name, value in chosen.items()},
            "STOLIK_PAGE": str(PAGE),
        }
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        serve = [sys.executable, "-m", "tools.repeatable", str(self._chance), "serve"]
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(serve, cwd=ROOT, env=self._environment, stdout=log, stderr=log)
        deadline = time.monotonic() + SECONDS
        while not self._is_ready():
            if self._process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"the server has not started: {self._log.read_text()[-2000:]}")
            time.sleep(0.05)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._process is not None
        self._process.terminate()
        try:
            self._process.wait(SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._folder.cleanup()

    def repeat(self, text: str) -> None:
        """Have the tables opened from now on follow from ``text``: the same dice and cards every time."""
        self._chance.write_text(text, encoding="utf-8")

    def _is_ready(self) -> bool:
        try:
            with urlopen(f"{self.address}/readyz", timeout=SECONDS) as answer:
                return bool(answer.status == 200)
        except (URLError, ConnectionError):
            return False


@contextmanager
def chromium() -> Iterator[Browser]:
    """The browser, for as long as it is needed."""
    program = find("chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
        yield browser
        browser.close()
