"""The server's settings as options of the command line."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Iterable
from pathlib import Path

from stolik.cli.arguments import Parser, suggest, suggest_files
from stolik.cli.errors import Wrong, about_file
from stolik.extras import install
from stolik.server.settings import (
    CONFIG,
    KINDS,
    Choice,
    Kind,
    Number,
    SettingError,
    Settings,
    Switch,
    Whole,
    flag,
    read,
    variable,
)
from stolik.words import Words

GROUPS = {
    "setting.address": (
        "setting.host",
        "setting.port",
        "setting.lan",
        "setting.public_url",
        "setting.origins",
        "setting.hosts",
        "setting.trusted_proxies",
    ),
    "setting.kept": ("setting.database", "setting.keep_days", "setting.redis", "setting.node"),
    "setting.limits": (
        "setting.max_tables",
        "setting.max_sockets",
        "setting.max_sockets_per_table",
        "setting.max_message",
        "setting.max_body",
        "setting.rate",
        "setting.burst",
        "setting.tables_per_minute",
        "setting.tables_per_client",
        "setting.max_sockets_per_client",
        "setting.connections_per_client",
        "setting.requests_per_client",
        "setting.request_seconds",
    ),
    "setting.absence": (
        "setting.losing_after",
        "setting.absent_after",
        "setting.host_after",
        "setting.stand_in_after",
        "setting.abandoned_after",
    ),
    "setting.bots": (
        "setting.bot_processes",
        "setting.bot_level",
        "setting.bot_seconds",
        "setting.bot_tables_per_client",
    ),
    "setting.logs": ("setting.log_level", "setting.log_format"),
}
"""The titles under which the help tells the settings, and their explanations: ``setting.`` and a name."""


def add_settings(parser: Parser, words: Words, wanted: Iterable[str] = KINDS) -> None:
    """Add the options of these settings, and the one that names the file with all of them."""
    chosen = set(wanted)
    for title, keys in GROUPS.items():
        if not chosen.isdisjoint(map(_name, keys)):
            group = parser.add_argument_group(words(title))
            for key in keys:
                if _name(key) in chosen:
                    _add(group, words, key)
            if title == "setting.kept":
                file = words("help.file")
                config = words("help.serve.config")
                suggest_files(group.add_argument("--config", type=Path, metavar=file, help=config))


def read_settings(words: Words, args: argparse.Namespace) -> Settings:
    """Return what the options, the environment and the file say."""
    flags = {name: getattr(args, name) for name in KINDS if hasattr(args, name)}
    try:
        return read(flags, os.environ, args.config)
    except SettingError as error:
        told = words("serve.setting", where=error.where, value=error.value, allowed=error.allowed)
        raise Wrong(told) from error
    except OSError as error:
        raise about_file(words, args.config or Path(os.environ.get(CONFIG, "")), error) from error


def _name(key: str) -> str:
    return key.partition(".")[2]


def _add(group: argparse._ArgumentGroup, words: Words, key: str) -> None:
    name = _name(key)
    told = f"{words(key)} [{'; '.join(filter(None, (variable(name), _shown(getattr(Settings(), name)))))}]"
    kind = KINDS[name]
    if isinstance(kind, Switch):
        group.add_argument(flag(name), dest=name, action=argparse.BooleanOptionalAction, help=told)
    else:
        placeholder = _placeholder(words, name, kind)
        action = group.add_argument(flag(name), dest=name, metavar=placeholder, help=told)
        if isinstance(kind, Choice):
            suggest(action, kind.words)


def _placeholder(words: Words, name: str, kind: Kind) -> str:
    if isinstance(kind, Choice):
        return "|".join(kind.words)
    if isinstance(kind, Whole | Number):
        return words("help.arena.number")
    return words("help.play.name") if name == "node" else words("help.arena.address")


def _shown(default: object) -> str:
    """Return a default as a person would type it."""
    if isinstance(default, bool):
        return str(default).lower()
    if isinstance(default, tuple):
        return ", ".join(default)
    return f"{default:g}" if isinstance(default, float) else str(default or "")


def needing_server(words: Words, command: str, do: Callable[[], int]) -> int:
    """Do it; if the packages of the server are not there, say what to install."""
    try:
        return do()
    except ModuleNotFoundError as error:
        if (error.name or "stolik").startswith("stolik"):
            raise
        told = words(
            "serve.not_installed",
            command=f"stolik {command}",
            package=error.name,
            install=install("server"),
        )
        raise Wrong(told) from error
