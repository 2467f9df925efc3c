"""Writing to the terminal: what it is, and what to do where it cannot show a letter."""

from __future__ import annotations

import codecs
import io
import os
import sys
import textwrap
import unicodedata
from contextlib import suppress
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

PLAIN = str.maketrans(
    {
        **dict.fromkeys("╭╮╰╯┌┐└┘├┤┬┴┼", "+"),
        **dict.fromkeys("─╌━–—−", "-"),
        **dict.fromkeys("│╎┃", "|"),
        **dict.fromkeys("„”“«»", '"'),
        "…": "...",
        "→": "->",
        "▸": ">",
        **dict.fromkeys("░█▌▐", "#"),
        **dict(zip("▁▂▃▄▅▆▇", "_.,-=+*", strict=True)),
        "·": ".",
        "×": "x",
        "±": "+/-",
        "≈": "~",
        "’": "'",
        "ł": "l",
        "Ł": "L",
        "ß": "ss",
        "ä": "ae",
        "ö": "oe",
        "ü": "ue",
        "Ä": "Ae",
        "Ö": "Oe",
        "Ü": "Ue",
    }
)


NO_BREAK = "\u00a0\u202f"
"""Spaces at which no line ends; Python does not count them among the printable signs."""

COMMAND = "  stolik "
"""How a line begins that has nothing but a command."""


def plain(text: str) -> str:
    """Return the text in ASCII: lines as ``+-|``, letters as plain ones, ``?`` for what is left.

    >>> plain("╭──╮ żółć → größer")
    '+--+ zolc -> groesser'
    """
    bare = unicodedata.normalize("NFKD", text.translate(PLAIN))
    letters = "".join(sign for sign in bare if not unicodedata.combining(sign))
    return letters.encode("ascii", "replace").decode()


def _replace(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return plain(error.object[error.start : error.end]), error.end


def fit(text: str, width: int) -> str:
    """Return the text in lines of at most so many columns, broken between words; a longer word stays whole.

    So does a line with nothing but a command, which can be copied then.

    >>> print(fit("not a single word is broken", 12))
    not a single
    word is
    broken
    """
    return "\n".join(_fit_line(line, width) for line in text.split("\n"))


def _fit_line(line: str, width: int) -> str:
    if len(line) <= width or line.startswith(COMMAND):
        return line
    lines = textwrap.wrap(line, width, break_long_words=False, break_on_hyphens=False)
    return "\n".join(lines) + line[len(line.rstrip()) :]


def say(text: str) -> None:
    """Print a text at once; on a terminal in lines that fit it."""
    _write(text, sys.stdout)


def print_error(text: str) -> None:
    """Print an error on standard error; on a terminal in lines that fit it."""
    _write(text, sys.stderr)


def _write(text: str, stream: TextIO) -> None:
    with suppress(OSError, ValueError):  # without a terminal it stays one line
        text = fit(text, os.get_terminal_size(stream.fileno()).columns)
    print(text, file=stream, flush=True)


def tell(console: Console, text: str) -> None:
    """Print a text as it is; on a terminal in lines that fit it."""
    console.print(fit(text, console.width) if console.is_terminal else text, soft_wrap=True)


def print_paged(part: RenderableType, widest: int) -> None:
    """Print something in at most so many columns; on a terminal that is too small for it, page by page."""
    from rich.constrain import Constrain

    console = make_console()
    page = Constrain(part, min(widest, console.width))
    if not is_live() or len(console.render_lines(page)) < console.height:
        console.print(page)
        return
    os.environ.setdefault("LESS", "FRX")  # as others do: colours, and the text stays when one leaves
    with console.pager(styles=True):
        console.print(page)


def print_json(value: object) -> None:
    """Print a value for programs."""
    import json

    print(json.dumps(value, ensure_ascii=False, indent=2))


def prepare() -> None:
    """Let nothing fail for a sign that the terminal's encoding does not have."""
    codecs.register_error("stolik", _replace)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="stolik")


def is_live() -> bool:
    """Whether a person sits before a terminal that can be drawn on."""
    dumb = os.environ.get("TERM", "").lower() in ("", "dumb", "unknown")
    return sys.stdin.isatty() and sys.stdout.isatty() and not dumb


def make_console(*, stderr: bool = False) -> Console:
    """Return a console that prints texts as they are; it heeds ``NO_COLOR``."""
    from rich.console import Console

    return Console(stderr=stderr, highlight=False, markup=False, emoji=False)
