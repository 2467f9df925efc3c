"""How to install what is missing: a command that works with this Python, in this folder, for this package."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from shlex import quote

CHECKOUT = Path(__file__).parents[2]
"""The folder of the project, if this package is used as it lies there."""


def install(extra: str) -> str:
    """Return the command that installs what an extra of the package needs: ``pip install 'stolik[bots]'``."""
    return f"{_pip()} install {_what(extra)}"


def _pip() -> str:
    """Return how to call the pip of this Python: another one would install for another Python."""
    import shutil  # slow, and seldom needed

    python = Path(sys.executable)
    found = shutil.which("pip")
    if found is not None and Path(found).parent == python.parent:
        return "pip"
    return f"{quote(_from_here(python))} -m pip"


def _what(extra: str) -> str:
    if (CHECKOUT / "pyproject.toml").is_file():
        return f"-e '{_from_here(CHECKOUT)}[{extra}]'"
    if address := _address():
        return f"'stolik[{extra}] @ {address}'"
    return f"'stolik[{extra}]'"


def _from_here(path: Path) -> str:
    """Return a path as it is typed in the current folder."""
    here = Path.cwd()
    return str(path.relative_to(here) if path.is_relative_to(here) else path)


def _address() -> str:
    """Return where the package was installed from, if not from an index: a wheel, a folder, a repository."""
    from importlib.metadata import PackageNotFoundError, distribution  # slow, and seldom needed

    try:
        told = json.loads(distribution("stolik").read_text("direct_url.json") or "{}")
    except PackageNotFoundError:
        return ""
    version = told.get("vcs_info")
    if version is None:
        return str(told.get("url", ""))
    return f"{version['vcs']}+{told['url']}@{version['commit_id']}"
