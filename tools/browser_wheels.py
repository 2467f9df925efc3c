"""Fetch the packages that Python inside a browser needs, compiled for WebAssembly, into ``web/python``.

``make page`` runs it before the page is built, which takes them in. It imports nothing but the standard
library: packages are built with it, too.
"""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
WHEELS = ROOT / "web" / "python"
REQUIREMENTS = ROOT / "requirements" / "browser.txt"
FOR_BROWSERS = [
    "--platform", "pyemscripten_2026_0_wasm32", "--implementation", "cp", "--python-version", "3.14",
    "--abi", "cp314",
]  # fmt: skip
"""What the Python of the page's packages (``pyodide`` in ``web/package.json``) runs."""


def are_there() -> bool:
    """Whether all of them have been fetched, and are what they should be."""
    wanted = re.findall(r"--hash=sha256:(\w+)", REQUIREMENTS.read_text(encoding="utf-8"))
    found = {hashlib.sha256(path.read_bytes()).hexdigest() for path in WHEELS.glob("*.whl")}
    return found == set(wanted)


def main() -> int:
    """Fetch what is missing, and return the status of pip."""
    if are_there():
        return 0
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "-q", "download", "--no-deps"]
    what = ["--only-binary=:all:", "--require-hashes", "-r", str(REQUIREMENTS), "-d", str(WHEELS)]
    return subprocess.run([*pip, *FOR_BROWSERS, *what], check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
