"""PostgreSQL and Redis for the tests: found on this machine or installed, started, stopped, and made to fail.

    python -m tools.services    # starts both, prints their addresses, and stops them at Ctrl-C

Nothing that runs here already is touched: each has a free port on the loopback and its data in a folder that
goes away with it.
"""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from abc import ABC, abstractmethod
from contextlib import ExitStack
from pathlib import Path
from typing import Any, ClassVar, Self

from tools.bound import Bound

FOLDERS = ("/usr/lib/postgresql/*/bin", "/usr/local/bin", "/usr/local/pgsql/bin", "/opt/homebrew/bin")
"""Where programs are looked for that are not on the PATH."""

PACKAGES = {"postgres": "postgresql", "redis": "redis-server", "chromium": "chromium-headless-shell"}
PROGRAMS = {
    "postgres": ("postgres",),
    "redis": ("redis-server", "valkey-server"),
    "chromium": ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"),
    "chromium-desktop": (
        "chromium",
        "chromium-browser",
        "google-chrome",
    ),  # shows notifications
}
WITHOUT = "STOLIK_WITHOUT"
SECONDS = 30.0
"""How long one of them may take to start or to stop."""


class Missing(Exception):  # noqa: N818 -- a state of the machine, not a fault of the program
    """A program is not here and cannot be installed; the text says what to do."""


def left_out() -> frozenset[str]:
    """Return the groups of tests that the person running them wants left out."""
    return frozenset(os.environ.get(WITHOUT, "").replace(",", " ").split())


def find(name: str) -> Path:
    """Return the program of a group of tests, installed first where that is possible."""
    found = _found(name)
    if found is None and os.geteuid() == 0 and shutil.which("apt-get"):
        _install(PACKAGES[name])
        found = _found(name)
    if found is None:
        raise Missing(
            f"the tests of group {name} need {' or '.join(PROGRAMS[name])}, which is not on this machine and "
            f"could not be installed; install {PACKAGES[name]}, or leave them out: {WITHOUT}={name}"
        )
    return found


def _found(name: str) -> Path | None:
    folders = [str(path) for pattern in FOLDERS for path in sorted(Path("/").glob(pattern[1:]), reverse=True)]
    path = os.pathsep.join([os.environ.get("PATH", ""), *folders])
    for program in PROGRAMS[name]:
        if found := shutil.which(program, path=path):
            return Path(found)
    return None


def _install(package: str) -> None:
    environment = {
        **os.environ,
        "DEBIAN_FRONTEND": "noninteractive",
        "RUNLEVEL": "1",
    }  # 1: nothing is started
    install = [
        "apt-get",
        "-o",
        "DPkg::Lock::Timeout=600",
        "install",
        "-y",
        "--no-install-recommends",
        package,
    ]
    for command in (install, ["apt-get", "update"], install):
        done = subprocess.run(command, env=environment, capture_output=True, check=False)
        if command is install and done.returncode == 0:
            return


def _somebody() -> pwd.struct_passwd | None:
    """Return whom a program runs as that refuses to be root."""
    if os.geteuid() != 0:
        return None
    known = {user.pw_name: user for user in pwd.getpwall()}
    return known.get("postgres") or known["nobody"]


def _as(user: pwd.struct_passwd | None) -> dict[str, Any]:
    """Return what has ``subprocess`` run something as that user."""
    return {} if user is None else {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Service(ABC):
    """A server program with a folder and a port of its own, between ``start`` and ``stop``."""

    user: pwd.struct_passwd | None = None
    """Who it runs as, if not as we do."""

    group: ClassVar[str]
    """The name of the tests that need it."""

    def __init__(self) -> None:
        self.program = find(self.group)
        self.port = free_port()
        self.folder = Path(tempfile.mkdtemp(prefix=f"stolik-{self.group}-"))
        self._bound: Bound | None = None

    def __enter__(self) -> Self:
        try:
            self.start()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.crash()
        shutil.rmtree(self.folder, ignore_errors=True)

    def start(self) -> None:
        """Start it, and return when it answers."""
        with (self.folder / "output").open("ab") as output:
            self._bound = Bound(self._command(), stdout=output, stderr=output, **_as(self.user))
        deadline = time.monotonic() + SECONDS
        while not self._answers():
            if self._bound.process.poll() is not None or time.monotonic() > deadline:
                self.stop()
                raise RuntimeError((self.folder / "output").read_text(errors="replace")[-2000:])
            time.sleep(0.02)

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop it, and return when it is gone."""
        if self._bound is None:
            return
        process = self._bound.process
        process.send_signal(how)
        try:
            process.wait(SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        self._bound.release()
        self._bound = None

    def crash(self) -> None:
        """End it without letting it finish anything."""
        self.stop(signal.SIGQUIT)

    def freeze(self) -> None:
        """Have it answer nothing, though its port stays open, until ``thaw``."""
        assert self._bound is not None
        self._bound.process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """Have it go on."""
        assert self._bound is not None
        self._bound.process.send_signal(signal.SIGCONT)

    def restart(self) -> None:
        """Crash it and start it again, at the same address and with what it had written."""
        self.crash()
        self.start()

    @property
    @abstractmethod
    def url(self) -> str:
        """Its address."""

    @abstractmethod
    def _command(self) -> list[str | Path]: ...

    @abstractmethod
    def _answers(self) -> bool: ...


class Postgres(Service):
    """A PostgreSQL server with nothing in it.

    Unless it is ``durable`` it does not wait for the disk: what it wrote outlives a crash of its own, as the
    tests need, and would not outlive a power cut.
    """

    group = "postgres"

    def __init__(self, durable: bool = False) -> None:
        super().__init__()
        self._fsync = "on" if durable else "off"
        self.program = self.program.resolve()  # initdb and the others lie beside it
        self._databases = 0
        self._given_back: list[str] = []
        self._data = self.folder / "data"
        self.user = _somebody()
        if self.user is not None:
            os.chown(self.folder, self.user.pw_uid, self.user.pw_gid)
        self._run(
            "initdb", "-D", self._data, "-U", "stolik", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"
        )

    @property
    def url(self) -> str:
        """The address of its first database."""
        return self._url("postgres")

    def database(self) -> str:
        """Return the address of a database with nothing in it: a new one, or one that was given back."""
        if self._given_back:
            return self._given_back.pop()
        self._databases += 1
        name = f"stolik{self._databases}"
        self._ask("createdb", name)
        return self._url(name)

    def give_back(self, url: str) -> None:
        """Empty a database for the next who needs one, which is far quicker than making one."""
        name = url.rpartition("/")[2]
        self._ask("psql", "-q", "-c", "DROP SCHEMA public CASCADE", "-c", "CREATE SCHEMA public", name)
        self._given_back.append(url)

    def _url(self, database: str) -> str:
        return f"postgresql://stolik@127.0.0.1:{self.port}/{database}"

    def _command(self) -> list[str | Path]:
        settings = {"listen_addresses": "127.0.0.1", "unix_socket_directories": "", "fsync": self._fsync}
        flags = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        return [self.program, "-D", self._data, "-p", str(self.port), *flags]

    def _answers(self) -> bool:
        asked: list[str | Path] = [
            self.program.with_name("pg_isready"),
            "-q",
            "-h",
            "127.0.0.1",
            "-p",
            str(self.port),
        ]
        return subprocess.run(asked, check=False).returncode == 0

    def _ask(self, program: str, *arguments: str) -> None:
        self._run(program, "-h", "127.0.0.1", "-p", str(self.port), "-U", "stolik", *arguments)

    def _run(self, program: str, *arguments: str | Path) -> None:
        command = [self.program.with_name(program), *arguments]
        environment = {**os.environ, "PGOPTIONS": "-c client_min_messages=warning"}
        subprocess.run(
            command, cwd=self.folder, env=environment, check=True, stdout=subprocess.DEVNULL, **_as(self.user)
        )


class Redis(Service):
    """A Redis server that keeps nothing on disk."""

    group = "redis"

    @property
    def url(self) -> str:
        """Its address."""
        return f"redis://127.0.0.1:{self.port}/0"

    def crash(self) -> None:
        """End it at once."""
        self.stop(signal.SIGKILL)

    def _command(self) -> list[str | Path]:
        flags = ["--bind", "127.0.0.1", "--port", str(self.port), "--save", "", "--appendonly", "no"]
        return [self.program, *flags, "--dir", self.folder]

    def _answers(self) -> bool:
        try:
            with socket.create_connection(("127.0.0.1", self.port), SECONDS) as connection:
                connection.sendall(b"PING\r\n")
                return connection.recv(16).startswith(b"+PONG")
        except OSError:
            return False


def main() -> int:
    """Start both, tell their addresses, and stop them at Ctrl-C."""
    with ExitStack() as stack:
        try:
            services = [stack.enter_context(service()) for service in (Postgres, Redis)]
        except Missing as missing:
            print(missing, file=sys.stderr)
            return 1
        for service in services:
            print(service.url, flush=True)
        try:
            signal.pause()
        except KeyboardInterrupt:
            return 0
    return 0


if __name__ == "__main__":
    sys.exit(main())
