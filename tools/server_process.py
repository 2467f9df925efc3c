"""``stolik serve`` as a process of its own: for tests that kill it, for the page, and for benchmarks."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Sequence
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any, Self

from stolik.server.settings import variable
from tools.bound import Bound
from tools.services import free_port

ROOT = Path(__file__).parents[1]
HOST = "127.0.0.1"
SERVE = (str(Path(sys.executable).with_name("stolik")), "serve")
SECONDS = 60.0
"""How long it may take to start or to stop."""

UNLIMITED: dict[str, Any] = {
    "rate": 1e6,
    "burst": 1_000_000,
    "tables_per_minute": 1_000_000,
    "tables_per_client": 1_000_000,
    "max_sockets_per_client": 1_000_000,
    "connections_per_client": 1_000_000,
    "requests_per_client": 1e5,
    "bot_tables_per_client": 1_000_000,
}
"""Settings for players who are quicker than people."""


class ServerProcess:
    """A server on a free port of the loopback that can be killed and started again, at the same address."""

    def __init__(self, log: Path, command: Sequence[str] = SERVE, **settings: Any) -> None:
        self.port = free_port()
        self.address = f"http://{HOST}:{self.port}"
        self.log = log
        self._command = list(command)
        chosen = {"host": HOST, "port": self.port, **settings}
        self._environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith("STOLIK_")},
            **{variable(name): _written(value) for name, value in chosen.items()},
        }
        self._bound: Bound | None = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    @property
    def pid(self) -> int:
        """The number of the process."""
        assert self._bound is not None
        return self._bound.process.pid

    def start(self) -> None:
        """Start it, and return when it is ready."""
        self.launch()
        self.wait()

    def launch(self) -> None:
        """Start it, and do not wait."""
        assert self._bound is None
        with self.log.open("ab") as log:
            self._bound = Bound(self._command, cwd=ROOT, env=self._environment, stdout=log, stderr=log)

    def wait(self) -> None:
        """Return when it is ready; a server that cannot start is an error."""
        deadline = time.monotonic() + SECONDS
        while not self.is_ready():
            if time.monotonic() > deadline:
                raise RuntimeError(f"the server is not ready: {self._last_words()}")
            time.sleep(0.02)

    def is_ready(self) -> bool:
        """Whether the server and its database answer; a server that has ended is an error."""
        assert self._bound is not None
        if self._bound.process.poll() is not None:
            raise RuntimeError(f"the server has ended: {self._last_words()}")
        connection = HTTPConnection(HOST, self.port, timeout=SECONDS)
        try:
            connection.request("GET", "/readyz")
            return connection.getresponse().status == 200
        except (OSError, HTTPException):
            return False
        finally:
            connection.close()

    def _last_words(self) -> str:
        return self.log.read_text(errors="replace")[-2000:]

    def kill(self) -> None:
        """End it at once, in the middle of what it is doing, together with the processes that it started."""
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        """Ask it to end, and return its exit status."""
        return self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> int:
        if self._bound is None:
            return 0
        os.killpg(self._bound.process.pid, how)
        status = self._bound.process.wait(SECONDS)
        self._bound.release()
        self._bound = None
        return status


def _written(value: object) -> str:
    """Return a setting as it stands in an environment variable."""
    return str(value).lower() if isinstance(value, bool) else str(value)
