"""What a browser needs to play without a server: the page's files, Python itself, and this very package.

The page was built with Python for browsers among its files. What belongs to this package is packed here, from
the files that run this server too, so that both are always the same program.
"""

from __future__ import annotations

import hashlib
import io
import zipfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import msgspec
from msgspec import Struct

PACKAGE = Path(__file__).parents[1]
LEFT_OUT = {
    *("__pycache__", "arena", "cli", "envs", "lab", "migrations", "page", "site", "terminal", "train"),
    *("app.py", "backup.py", "bot_pool.py", "clients.py", "database.py", "frame_limit.py", "games.py"),
    *("http_limit.py", "lobby.py", "logs.py", "metrics.py", "node.py", "offline.py", "pictures.py"),
    *("postgresql.py", "process.py", "redis_bus.py", "responses.py", "review_store.py", "schema.py"),
    *("sockets.py", "static_site.py", "store.py", "testing.py"),
}
"""What no browser needs: what draws on terminals, learns, or talks to databases and sockets, and the page."""
LEFT_OUT_KINDS = {".pyc", ".so"}
"""Files that only another machine can read."""
BESIDE = PACKAGE / "server" / "browser"
"""What lies beside the package there: it stands in for packages that there are none of for browsers."""
MIND = ".npz"
ROUNDED = bytes(byte & 0xF0 | 0x08 for byte in range(256))
"""The lower halves of floats of 16 bits, as near as six bits of a fraction come instead of ten."""
HEADER = 10
"""Where the text that says what an array is begins; its length stands before it."""
HALVES = b"'<f2'"
UNNEEDED = {"share.png"}
"""Files of the page that are for others than its reader."""
DATE = (1980, 1, 1, 0, 0, 0)
"""When every file in the package was made: the same files make the same package."""

FOLDER = "offline"
PARTS = f"{FOLDER}/parts.json"
PYTHON = "assets/python-"
"""Where the page has Python for browsers, if it was built with it; its version follows."""
ORDER = (PYTHON, FOLDER)
"""What a browser needs first: it starts Python, then the package, while it stores the page."""


class Part(Struct, frozen=True):
    """A file: its address below the page's, how many bytes it has, and what tells it from other versions."""

    path: str
    bytes: int
    hash: str


class Parts(Struct, frozen=True):
    """All files, and what tells them from those of another version together."""

    version: str
    parts: list[Part]


@cache
def package() -> bytes:
    """Return this package as a zip file, as far as a browser needs it."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path in _files(PACKAGE):
            name = str(path.relative_to(BESIDE if path.is_relative_to(BESIDE) else PACKAGE.parent))
            if path.suffix == MIND:
                archive.writestr(zipfile.ZipInfo(name, DATE), rounded(path.read_bytes()), zipfile.ZIP_BZIP2)
            else:
                archive.writestr(zipfile.ZipInfo(name, DATE), path.read_bytes(), zipfile.ZIP_DEFLATED, 9)
    return packed.getvalue()


def rounded(mind: bytes) -> bytes:
    """Return the file of a mind with its numbers rounded: floats of 16 bits, of which the last are noise.

    They take most of the room, and rounded they need two thirds of it. The mind decides the same, but
    where two moves are as good as equal to it.
    """
    found = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(mind)) as whole, zipfile.ZipFile(found, "w") as small:
        for name in whole.namelist():
            content = whole.read(name)
            start = HEADER + int.from_bytes(content[HEADER - 2 : HEADER], "little")
            if HALVES in content[:start]:
                changed = bytearray(content)
                changed[start::2] = content[start::2].translate(ROUNDED)  # the lower halves come first
                content = bytes(changed)
            small.writestr(zipfile.ZipInfo(name, DATE), content)
    return found.getvalue()


def _files(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.iterdir()):
        if path.name in LEFT_OUT:
            continue
        if path.is_dir():
            yield from _files(path)
        elif path.suffix not in LEFT_OUT_KINDS:
            yield path


@cache
def package_path() -> str:
    """Return where the package is: another one for every content."""
    return f"{FOLDER}/stolik-{_hash(package())}.zip"


def has_python(page: Path) -> bool:
    """Whether a page was built with Python for browsers."""
    return any(page.glob(f"{PYTHON}*"))


@cache
def parts(page: Path) -> bytes:
    """Return as JSON all that is needed to play without a network, in the order in which it is needed."""
    found = [Part(package_path(), len(package()), _hash(package()))]
    for path in sorted(page.rglob("*")):
        name = path.relative_to(page).as_posix()
        if path.is_file() and name not in UNNEEDED and not name.startswith(FOLDER):
            found.append(Part("" if name == "index.html" else name, path.stat().st_size, _hash_of(path)))
    found.sort(key=lambda part: [not part.path.startswith(folder) for folder in ORDER])
    version = _hash("".join(part.hash for part in found).encode())
    return msgspec.json.encode(Parts(version, found))


def _hash_of(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()[:16]


def _hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:16]
