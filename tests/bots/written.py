"""Bots that tests write: programs that keep to the protocol, except in what they are to show."""

from __future__ import annotations

import shlex
import sys
import time
from pathlib import Path

POLITE = """\
import json, os, signal, subprocess, sys, time
{first}
for line in sys.stdin:
    request = json.loads(line)
    if request["do"] == "hello":
        print("stolik 1", flush=True)
    elif request["do"] == "start":
        print("ok", flush=True)
    elif request["do"] == "move":
        moves = request["view"]["moves"]
        {move}
    else:
        break
{last}
"""


def text_of(move: str, first: str = "", last: str = "") -> str:
    """Return a bot that begins, decides and ends like this."""
    return POLITE.replace("{first}", first).replace("{move}", move).replace("{last}", last)


def write_bot(folder: Path, text: str, name: str = "bot.py") -> str:
    """Write a bot; return how it is asked for, wherever one is."""
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return f"cmd:{shlex.join([sys.executable, str(path)])}"


def is_gone(pid: int) -> bool:
    """Whether a process ends, though perhaps nobody takes note of it; a busy machine takes its time."""
    for _ in range(100):
        try:
            stat = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8")
        except FileNotFoundError:
            return True
        if stat.rpartition(")")[2].split()[0] in "ZX":
            return True
        time.sleep(0.05)
    return False
