"""Make what is released into ``dist/``, and check it as a stranger would: ``make release``.

The wheel is built from the source package. It is then installed into empty environments, alone and with each
of its extras, and the first example of each is run there; with the server, page and documentation are
fetched. Two bills of materials say what the environment of the server holds, and what the page is built with.
The documentation must be readable on a phone.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import venv
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import stolik
from tools import site_phone
from tools.server_process import ServerProcess

ROOT = Path(__file__).parents[1]
DIST = ROOT / "dist"
CYCLONEDX = ROOT / ".venv-release" / "bin" / "cyclonedx-py"
SUMS = "SHA256SUMS"
CODE = re.compile(r"^```python\n(.*?)^```", re.DOTALL | re.MULTILINE)
EXAMPLES = {
    "": ("README.md", "import stolik"),
    "bots": ("README.md", "import odds"),
    "lab": ("README.md", "import lab"),
    "envs": ("docs/envs.md", "import SeatEnv"),
}
"""In which document the first example of an extra is, and what it imports."""

MATCH = ("arena", "pickomino", "random", "careful", "--games", "6")
COMMANDS = {
    "arena": ("arena", "pickomino", "careful", "random", "greedy", "--games", "6", "--jobs", "1"),
    "terminal": ("completion", "bash"),
    "train": ("train", "linko", "--players", "3", "--mode", "basic", "--minutes", "0.001", "--batch", "64"),
}
"""The first example of an extra that is a command."""

CLUSTER = f"""
from distributed import LocalCluster
from stolik.cli import main
with LocalCluster(n_workers=1, processes=False, dashboard_address=":0") as dask:
    raise SystemExit(main([*{MATCH}, "--cluster", dask.scheduler_address]))
"""
"""A match on a cluster that is there for no longer than that."""

EXTRAS = ("bots", "arena", "cluster", "terminal", "envs", "lab", "train", "server")
"""All extras of the package; the bill of materials is that of the last one."""


def run(*command: str | Path, folder: Path = ROOT) -> str:
    """Run a program that must succeed, and return what it prints."""
    return subprocess.run(command, cwd=folder, check=True, stdout=subprocess.PIPE, encoding="utf-8").stdout


def build(folder: Path) -> tuple[Path, Path]:
    """Build the source package, and the wheel from it alone; return both."""
    run(sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", DIST)
    (source,) = DIST.glob("*.tar.gz")
    with tarfile.open(source) as packed:
        packed.extractall(folder, filter="data")
    (unpacked,) = folder.iterdir()
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", DIST, folder=unpacked)
    (wheel,) = DIST.glob("*.whl")
    return source, wheel


def example(extra: str = "") -> str:
    """Return the first example of an extra."""
    if extra == "cluster":
        return CLUSTER
    document, imports = EXAMPLES[extra]
    found: list[str] = CODE.findall((ROOT / document).read_text(encoding="utf-8"))
    return next(code for code in found if imports in code)


class Stranger:
    """Somebody with an empty environment, an empty home and the wheel."""

    def __init__(self, folder: Path, wheel: Path) -> None:
        folder.mkdir()
        venv.create(folder / "environment", with_pip=True)
        self._programs = folder / "environment" / "bin"
        self._home = folder / "home"
        self._home.mkdir()
        self._wheel = wheel
        self.python = self._programs / "python"

    def install(self, extras: str = "") -> None:
        """Install the wheel, and what it needs, from the index."""
        pip = (self.python, "-m", "pip", "--disable-pip-version-check", "-q", "install")
        run(*pip, f"{self._wheel}{extras}", folder=self._home)

    def try_package(self) -> None:
        """Ask for the version."""
        version = run(self._programs / "stolik", "--version", folder=self._home).strip()
        assert version == f"stolik {stolik.__version__}", version

    def try_example(self, extra: str) -> None:
        """Run the first example of an extra: a command, Python, or what the server serves."""
        if extra in COMMANDS:
            assert run(self._programs / "stolik", *COMMANDS[extra], folder=self._home)
        elif extra == "server":
            self.try_server()
        else:
            assert run(self.python, "-c", example(extra), folder=self._home)
        if extra == "terminal":
            run(self.python, "-c", "import stolik.cli.full_screen", folder=self._home)

    def try_server(self) -> None:
        """Serve, and fetch the page with all that it names, and the documentation."""
        serve = (str(self._programs / "stolik"), "serve")
        database = f"sqlite:///{self._home}/stolik.db"
        with ServerProcess(self._home / "log", serve, lan=False, database=database) as server:
            with urlopen(f"{server.address}/") as answer:
                page = answer.read().decode()
            needed = re.findall(r'(?:src|href)="(/[^"]+\.(?:js|css))"', page)
            assert needed, page
            for path in needed:
                with urlopen(server.address + path) as answer:
                    assert answer.read()
            with urlopen(f"{server.address}/docs") as answer:
                assert b"</html>" in answer.read()


def describe(python: Path) -> Path:
    """Write what the environment of the wheel holds as a CycloneDX bill of materials."""
    run(python, "-m", "pip", "-q", "uninstall", "-y", "pip", "setuptools")  # they belong to the environment
    options = ("--pyproject", ROOT / "pyproject.toml", "--output-reproducible")
    bill = json.loads(run(CYCLONEDX, "environment", *options, python))
    bill["metadata"]["component"]["version"] = stolik.__version__
    return _write(bill, f"stolik-{stolik.__version__}.cdx.json")


def describe_page(folder: Path) -> Path:
    """Write what the page is built with as another bill of materials."""
    web = folder / "stolik-page"
    web.mkdir()
    shutil.copy(ROOT / "web" / "package-lock.json", web)
    package = json.loads((ROOT / "web" / "package.json").read_text(encoding="utf-8"))
    package["version"] = stolik.__version__
    (web / "package.json").write_text(json.dumps(package), encoding="utf-8")
    npm = (Path(sys.executable).with_name("npm"), "--silent")
    bill = json.loads(run(*npm, "sbom", "--sbom-format=cyclonedx", "--package-lock-only", folder=web))
    return _write(bill, f"stolik-{stolik.__version__}-page.cdx.json")


def _write(bill: dict[str, Any], name: str) -> Path:
    text = json.dumps(bill, indent=1, ensure_ascii=False, sort_keys=True) + "\n"
    assert "file://" not in text, "a bill of materials names a folder of this machine"
    (DIST / name).write_text(text, encoding="utf-8")
    return DIST / name


def sums(*files: Path) -> None:
    """Write the checksums, as ``sha256sum --check`` reads them."""
    lines = [f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in files]
    (DIST / SUMS).write_text("".join(lines), encoding="utf-8")


def main() -> None:
    """Make and check everything; anything that is wrong is an error, and leaves no checksums."""
    os.environ.pop("PYTHONPATH", None)  # the stranger has none
    site_phone.check()
    shutil.rmtree(DIST, ignore_errors=True)
    with tempfile.TemporaryDirectory() as folder:
        source, wheel = build(Path(folder, "source"))
        print(f"built {source.name} and {wheel.name}", flush=True)
        for extra in ("", *EXTRAS):
            began = time.monotonic()
            stranger = Stranger(Path(folder, f"stranger-{extra}"), wheel)
            stranger.install(f"[{extra}]" if extra else "")
            stranger.try_package()
            stranger.try_example(extra)
            seconds = time.monotonic() - began
            print(f"{extra or 'alone'}: installed, and its first example run, in {seconds:.0f} s", flush=True)
        bills = (describe(stranger.python), describe_page(Path(folder)))
    sums(source, wheel, *bills)
    print((DIST / SUMS).read_text(encoding="utf-8"), end="")


if __name__ == "__main__":
    main()
