"""All settings of a server, each in one place.

A setting is a field here. Its flag (``--max-tables``), its environment variable (``STOLIK_MAX_TABLES``) and
its key in a TOML file (``max_tables``) come from its name; the explanations are in the catalogues of the
command line. A flag decides, then the environment, then the file, then the default.

Nothing is imported here that only the server needs: ``stolik serve --help`` works without its packages.
"""

from __future__ import annotations

import ipaddress
import math
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Protocol

from stolik.bots.levels import LEVELS
from stolik.folders import config_folder, data_folder

CONFIG = "STOLIK_CONFIG"
"""The environment variable that names the TOML file."""

# -- what a setting may be --------------------------------------------------------------------------------


class Kind(Protocol):
    """What a setting may be."""

    @property
    def allowed(self) -> str:
        """What is allowed, in a form that needs no translation."""

    def read(self, given: object) -> Any:
        """Return the value of a text, or of what TOML has; raise ``ValueError`` if that cannot be."""


@dataclass(frozen=True)
class Text:
    """Any text, or one that begins in one of certain ways."""

    allowed: str = "…"
    starts: tuple[str, ...] = ("",)

    def read(self, given: object) -> str:
        """Return the text."""
        if not isinstance(given, str) or (given and not given.startswith(self.starts)):
            raise ValueError
        return given


@dataclass(frozen=True)
class Network:
    """The address of a machine or of a network."""

    allowed: str = "10.0.0.5, 172.16.0.0/12, ::1"

    def read(self, given: object) -> str:
        """Return the address."""
        if not isinstance(given, str):
            raise ValueError
        return str(ipaddress.ip_network(given, strict=False))


@dataclass(frozen=True)
class Texts:
    """Several texts of a kind; in one line, commas or spaces stand between them."""

    each: Text | Network

    @property
    def allowed(self) -> str:
        """Those of one."""
        return self.each.allowed

    def read(self, given: object) -> tuple[str, ...]:
        """Return the texts."""
        listed = given.replace(",", " ").split() if isinstance(given, str) else given
        if not isinstance(listed, list):
            raise ValueError
        return tuple(self.each.read(part) for part in listed)


@dataclass(frozen=True)
class Choice:
    """One of a few words."""

    words: tuple[str, ...]

    @property
    def allowed(self) -> str:
        """The words."""
        return ", ".join(self.words)

    def read(self, given: object) -> str:
        """Return the word."""
        if given not in self.words:
            raise ValueError
        return str(given)


@dataclass(frozen=True)
class Switch:
    """On or off."""

    allowed: str = "true, false"

    def read(self, given: object) -> bool:
        """Return whether it is on."""
        known: dict[object, bool] = {"true": True, "1": True, "false": False, "0": False}
        if isinstance(given, bool):
            return given
        if not isinstance(given, str) or given.lower() not in known:
            raise ValueError
        return known[given.lower()]


@dataclass(frozen=True)
class Whole:
    """A whole number."""

    least: int
    most: int = 1_000_000_000

    @property
    def allowed(self) -> str:
        """From where to where."""
        return f"{self.least}–{self.most}"

    def read(self, given: object) -> int:
        """Return the number."""
        if isinstance(given, bool) or not isinstance(given, int | str):
            raise ValueError
        number = int(given)
        if not self.least <= number <= self.most:
            raise ValueError
        return number


@dataclass(frozen=True)
class Number:
    """A number above 0: seconds, or so many a second."""

    most: float = 1_000_000.0

    @property
    def allowed(self) -> str:
        """From where to where."""
        return f"> 0, ≤ {self.most:.0f}"

    def read(self, given: object) -> float:
        """Return the number."""
        if isinstance(given, bool) or not isinstance(given, int | float | str):
            raise ValueError
        number = float(given)
        if not math.isfinite(number) or not 0 < number <= self.most:
            raise ValueError
        return number


def _is(kind: Kind, default: Any) -> Any:
    return field(default=default, metadata={"kind": kind})


_ORIGIN = Text("http://HOST:PORT, https://HOST", ("http://", "https://"))
_NAME = Text("stolik.example, *")
_DATABASE = Text(
    "sqlite:///FILE, postgresql://USER:PASSWORD@HOST/DATABASE", ("sqlite:///", "postgresql://", "postgres://")
)
_REDIS = Text("redis://HOST:PORT/0, rediss://…, unix://…", ("redis://", "rediss://", "unix://"))

# -- the settings -----------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Settings:
    """The settings of one node."""

    host: str = _is(Text(), "127.0.0.1")
    port: int = _is(Whole(0, 65535), 8000)
    lan: bool = _is(Switch(), True)
    public_url: str = _is(_ORIGIN, "")
    origins: tuple[str, ...] = _is(Texts(_ORIGIN), ())
    hosts: tuple[str, ...] = _is(Texts(_NAME), ())
    trusted_proxies: tuple[str, ...] = _is(Texts(Network()), ("127.0.0.1", "::1"))

    database: str = _is(_DATABASE, "")
    keep_days: int = _is(Whole(1), 30)
    redis: str = _is(_REDIS, "")
    node: str = _is(Text(), "")

    max_tables: int = _is(Whole(1), 10_000)
    max_sockets: int = _is(Whole(1), 10_000)
    max_sockets_per_table: int = _is(Whole(1), 60)
    max_message: int = _is(Whole(256), 4096)
    max_body: int = _is(Whole(256), 16_384)
    rate: float = _is(Number(), 10.0)
    burst: int = _is(Whole(1), 40)
    tables_per_minute: int = _is(Whole(1), 120)
    tables_per_client: int = _is(Whole(1), 200)
    max_sockets_per_client: int = _is(Whole(1), 100)
    connections_per_client: int = _is(Whole(1), 250)
    requests_per_client: float = _is(Number(), 40.0)
    request_seconds: float = _is(Number(), 10.0)

    losing_after: float = _is(Number(), 5.0)
    absent_after: float = _is(Number(), 30.0)
    host_after: float = _is(Number(), 30.0)
    stand_in_after: float = _is(Number(), 60.0)
    abandoned_after: float = _is(Number(), 86_400.0)

    bot_processes: int = _is(Whole(0, 64), 2)
    bot_level: str = _is(Choice(LEVELS), LEVELS[-1])
    bot_seconds: float = _is(Number(), 5.0)
    bot_tables_per_client: int = _is(Whole(0), 3)

    log_level: str = _is(Choice(("auto", "debug", "info", "warning", "error")), "auto")
    log_format: str = _is(Choice(("auto", "console", "json")), "auto")

    @property
    def listen_host(self) -> str:
        """The address to listen on: all that this computer has, if the local network is to reach it."""
        return "0.0.0.0" if self.lan else self.host

    @property
    def database_url(self) -> str:
        """The database's address: a file among the user's data unless another one was named."""
        return self.database or f"sqlite:///{data_folder() / 'stolik.db'}"


KINDS: dict[str, Kind] = {setting.name: setting.metadata["kind"] for setting in fields(Settings)}
"""What each setting may be, by its name, in order."""


class SettingError(ValueError):
    """An invalid setting: where it was found, its value without passwords, and what is allowed."""

    def __init__(self, where: str, value: object, allowed: str) -> None:
        self.where = where
        self.value = re.sub("//[^/]*@", "//***@", str(value))
        self.allowed = allowed
        super().__init__(f"invalid value for {where}: {self.value!r}; allowed: {allowed}")


def flag(name: str) -> str:
    """Return how a setting is written on the command line.

    >>> flag("max_tables"), variable("max_tables")
    ('--max-tables', 'STOLIK_MAX_TABLES')
    """
    return "--" + name.replace("_", "-")


def variable(name: str) -> str:
    """Return the environment variable of a setting."""
    return "STOLIK_" + name.upper()


# -- reading them -----------------------------------------------------------------------------------------


def read(flags: Mapping[str, object], environ: Mapping[str, str], config: Path | None = None) -> Settings:
    """Return the settings that the flags, the environment and the TOML file say together.

    ``flags`` has None for what was not given. Without ``config`` the file is the one that ``STOLIK_CONFIG``
    names, or the one in the user's folder, if there is one. Raises ``SettingError``, or ``OSError`` about the
    file.
    """
    found = _from_file(config, environ)
    for name in KINDS:
        if text := environ.get(variable(name)):
            found[name] = _value(name, text, variable(name))
    for name, given in flags.items():
        if given is not None:
            found[name] = _value(name, given, flag(name))
    if "host" in found:  # an address that was given is the one to listen on
        found.setdefault("lan", False)
    return Settings(**found)


def _from_file(config: Path | None, environ: Mapping[str, str]) -> dict[str, Any]:
    path = config or (Path(environ[CONFIG]) if environ.get(CONFIG) else None)
    if path is None:
        path = config_folder() / "stolik.toml"
        if not path.is_file():
            return {}
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SettingError(str(path), str(error), "TOML 1.0, UTF-8") from error
    for name in table:
        if name not in KINDS:
            raise SettingError(str(path), name, ", ".join(KINDS))
    return {name: _value(name, given, f"{path}: {name}") for name, given in table.items()}


def _value(name: str, given: object, where: str) -> Any:
    try:
        return KINDS[name].read(given)
    except ValueError as error:
        raise SettingError(where, given, KINDS[name].allowed) from error
