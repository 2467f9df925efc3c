"""Packages built from this checkout and installed into an empty environment, as a user has them."""

from __future__ import annotations

import subprocess
import sys
import sysconfig
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.cli.running import environment
from tools.server_process import UNLIMITED, ServerProcess

ROOT = Path(__file__).parents[1]
PIP = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]


class Environment:
    """A virtual environment with nothing in it but some packages: folders, whose wheels are built, or wheels.

    No network is needed: what the packages depend on is found in the environment that runs the tests. Its
    folder is added behind the new one's own, as a plain path: the ``.pth`` file in it that leads to this
    checkout is not read, so ``import stolik`` finds the wheel.
    """

    def __init__(self, folder: Path, *packages: Path) -> None:
        venv.create(folder, symlinks=True, with_pip=False)
        self._programs = folder / "bin"
        self.home = folder / "home"
        self.home.mkdir()
        self.wheels = wheels = folder / "wheels"
        self.pip("wheel", "--no-build-isolation", "--no-deps", "--wheel-dir", wheels, *packages)
        into = self.program("python")
        self.pip("--python", into, "install", "--no-index", "--no-deps", *sorted(wheels.iterdir()))
        (site,) = folder.glob("lib/python*/site-packages")
        (site / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")

    @staticmethod
    def pip(*arguments: str | Path) -> None:
        """Run the pip of the environment that runs the tests."""
        subprocess.run([*PIP, *arguments], check=True, timeout=300)

    def program(self, name: str) -> Path:
        """Return a program of the environment."""
        return self._programs / name

    def run(self, program: str, *arguments: str | Path) -> str:
        """Run a program in an empty home, and return what it prints; it must succeed."""
        done = subprocess.run(
            [self.program(program), *arguments],
            cwd=self.home,
            env=environment(self.home, PYTHONPATH="", STOLIK_LANG="en"),
            capture_output=True,
            encoding="utf-8",
            timeout=300,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    @contextmanager
    def serve(self) -> Iterator[str]:
        """Have ``stolik serve`` run, and yield its address."""
        command = (str(self.program("stolik")), "serve")
        database = f"sqlite:///{self.home}/stolik.db"
        with ServerProcess(self.home / "log", command, lan=False, database=database, **UNLIMITED) as server:
            yield server.address
