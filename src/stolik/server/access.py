"""Who is who: the codes of tables, the tokens of devices, and which pages may talk to us."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Collection
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection
from starlette.responses import Response

ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""The signs of a table's code: none that can be taken for another."""
CODE_SIGNS = 6
CODE_PATTERN = f"^[{ALPHABET}{ALPHABET.lower()}]{{{CODE_SIGNS}}}$"

MONTH = 30 * 24 * 3600


def new_code() -> str:
    """Return a code that is short enough to be read out: one of 31⁶, 887 million."""
    return "".join(secrets.choice(ALPHABET) for _ in range(CODE_SIGNS))


def new_token() -> str:
    """Return a secret for a device to keep."""
    return secrets.token_urlsafe(24)


def hashed(token: str) -> str:
    """Return what we remember of a token: enough to know it again, not enough to use it."""
    return hashlib.sha256(token.encode()).hexdigest()[:32]


def path_of(code: str) -> str:
    """Return where a table's part of the interface begins; a device shows its token only there."""
    return f"/api/tables/{code}"


def holder_of(connection: HTTPConnection, code: str) -> str | None:
    """Return the hash of the token that a device shows at a table."""
    token = connection.cookies.get(f"stolik-{code}")
    return hashed(token) if token else None


def give_token(response: Response, connection: HTTPConnection, code: str, token: str) -> None:
    """Let a device keep its token where no page can read it, and no other site can use it.

    A device that came by https, to us or to a proxy, never sends it without.
    """
    origin = connection.headers.get("origin", "")
    response.set_cookie(
        f"stolik-{code}",
        token,
        max_age=MONTH,
        path=path_of(code),
        httponly=True,
        samesite="strict",
        secure=connection.url.scheme == "https" or origin.startswith("https://"),
    )


def is_welcome(connection: HTTPConnection, origins: Collection[str]) -> bool:
    """Whether the page that asks is ours; programs other than browsers name no page."""
    origin = connection.headers.get("origin")
    if origin is None or origin in origins:
        return True
    try:
        return urlsplit(origin).netloc == connection.headers.get("host")
    except ValueError:  # that is no address
        return False
