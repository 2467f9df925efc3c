"""Servers that tests start are gone when the tests are, even if nobody could stop them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
STARTS = """
import sys
from tools.bound import Bound
bound = Bound(["sh", "-c", "sleep 600 & wait"], stdout=sys.stdout)
print("started", flush=True)
input()
"""


def test_a_server_does_not_outlive_a_killed_test_worker() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", STARTS], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as worker:
        assert worker.stdout is not None
        assert worker.stdout.readline() == b"started\n"
        worker.kill()
        assert (
            worker.stdout.read() == b""
        )  # returns when the shell and its child, which hold it too, are gone
