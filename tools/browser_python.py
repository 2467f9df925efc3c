"""Running programs in Python for browsers, without a browser: in Node, which has the same engine."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from stolik.server import offline

RUNNER = Path(__file__).with_suffix(".mjs")
PATIENCE = 300
"""Seconds that a program may take, also beside others."""


def run_for_browsers(program: str, folder: Path) -> Any:
    """Run a program whose last line is JSON, with the package as browsers get it; return what it says."""
    packed, written = folder / "package.zip", folder / "program.py"
    packed.write_bytes(offline.package())
    written.write_text(program, encoding="utf-8")
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"  # the Node that builds the page
    ran = subprocess.run(
        ["node", str(RUNNER), str(packed), str(written)],
        capture_output=True, text=True, timeout=PATIENCE, check=False, env={**os.environ, "PATH": path},
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr[-3000:]
    return json.loads(ran.stdout.splitlines()[-1])
