"""Processes that do not outlive who started them, however that one ends.

A test worker that is killed cannot stop the servers it started. So a shell stands by: it reads from a pipe
that only the starter holds open, and ends the server's process group when the pipe closes.
"""

from __future__ import annotations

import subprocess
from typing import Any, Final

STAND_BY: Final = ("sh", "-c", 'trap "" INT TERM HUP; read -r _; kill -s KILL -- "-$1" 2>/dev/null', "sh")
"""Waits for the end of its input, then ends the process group that is its argument."""


class Bound:
    """A process, with a group of its own, that is ended when this process is gone."""

    def __init__(self, command: Any, **options: Any) -> None:
        self.process: subprocess.Popen[bytes] = subprocess.Popen(command, start_new_session=True, **options)
        self._guard: subprocess.Popen[bytes] = subprocess.Popen(
            [*STAND_BY, str(self.process.pid)],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )

    def release(self) -> None:
        """Say that the process has been ended: nothing has to stand by any more."""
        self._guard.kill()
        self._guard.communicate()
