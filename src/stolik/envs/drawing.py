"""A table as a few lines of text, for ``render`` and for OpenSpiel's strings: all that a view shows."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import cast

from stolik.core import CHANCE, Value, View, plugin
from stolik.core.options import chosen


def picture(view: View) -> str:
    """Return what a view shows, but for a hand: different tables have different pictures."""
    found = plugin(view["game"])
    drawn = found.load("picture")(view) if found.picture else _plain(view)
    return "\n".join([_heading(view), *drawn])


def _heading(view: View) -> str:
    """Return the game, the settings that differ from their defaults, and what comes next."""
    settings = chosen(plugin(view["game"]).options, cast(Mapping[str, Value], view))
    title = " ".join([view["game"], *(f"{name}={value}" for name, value in settings.items())])
    if view["result"] is not None:
        return f"{title}: over, scores {view['result']['scores']}, places {view['result']['places']}"
    actor = "chance" if view["actor"] == CHANCE else f"seat {view['actor']}"
    return f"{title}: {actor}, {view['phase']}"


COMMON = ("game", "seat", "actor", "phase", "over", "result", "moves")


def _plain(view: View) -> list[str]:
    """Return a line for everything that a view has of its own, but for the settings."""
    known = {*COMMON, *(option.name for option in plugin(view["game"]).options)}
    return [f"{key}: {json.dumps(value)}" for key, value in view.items() if key not in known]
