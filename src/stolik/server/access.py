"""Who is who: the codes of tables, the tokens of devices, and which pages may talk to us."""

from __future__ import annotations

import hashlib
import ipaddress
import re
import secrets
import socket
from collections.abc import Collection
from functools import lru_cache
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from starlette.requests import HTTPConnection
    from starlette.responses import Response

ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""The signs of a table's code: none that can be taken for another."""
CODE_SIGNS = 6
CODE_PATTERN = f"^[{ALPHABET}{ALPHABET.lower()}]{{{CODE_SIGNS}}}$"

MONTH = 30 * 24 * 3600

HOST_PATTERN = re.compile(r"(\[[0-9A-Fa-f:.]{2,45}\]|[A-Za-z0-9._-]{1,253})(:[0-9]{1,5})?")
"""The name or address of a server, and its port, as browsers say them."""
LOCAL_ENDINGS = (".local", ".localhost", ".lan", ".home", ".home.arpa", ".internal")
"""How the names end that machines have in local networks; nobody outside can make one of them mean us."""
LOCAL_SIGNS = 63
"""How long such a name may be: as long as a part of a name in DNS. A longer one has to be told to us."""
ANY_HOST = "*"


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


def is_own_name(host: str | None, names: tuple[str, ...], public_url: str) -> bool:
    """Whether a request was sent to a name of ours: an address, a local name, or one that we were told.

    Somebody who owns another name can make it mean this server (DNS rebinding). Their page then has the same
    origin as ours, for the browser of any visitor, and only the name tells.
    """
    if host is None:
        return True  # no browser
    found = HOST_PATTERN.fullmatch(host)
    return found is not None and _is_own_name(found[1].strip("[]").lower().rstrip("."), names, public_url)


@lru_cache(1024)
def _is_own_name(name: str, names: tuple[str, ...], public_url: str) -> bool:
    if ANY_HOST in names:
        return True
    if len(name) <= LOCAL_SIGNS and ("." not in name or name.endswith(LOCAL_ENDINGS)):
        return True
    if name in (*map(str.lower, names), socket.gethostname().lower(), urlsplit(public_url).hostname):
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def is_welcome(connection: HTTPConnection, origins: Collection[str]) -> bool:
    """Whether the page that asks is ours; programs other than browsers name no page."""
    origin = connection.headers.get("origin")
    if origin is None or origin in origins:
        return True
    try:
        return urlsplit(origin).netloc == connection.headers.get("host")
    except ValueError:  # that is no address
        return False
