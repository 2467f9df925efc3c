"""Write the protocol down for others: ``docs/protocol.schema.json``, and TypeScript for the page.

Both come from ``stolik.server.messages``, so that a message is described once. What the views, events,
previews and advice of a game hold comes from the types that its package declares, and what a review holds
(``docs/review.schema.json``) from ``stolik.analysis.shape``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path
from typing import Any, get_args

import msgspec

from stolik.analysis import Review
from stolik.core import View
from stolik.server.lobby import SPOKEN
from stolik.server.messages import PROTOCOL, FromDevice, ToDevice

ROOT = Path(__file__).parent.parent
SCHEMA = ROOT / "docs" / "protocol.schema.json"
REVIEW = ROOT / "docs" / "review.schema.json"
WEB = ROOT / "web" / "src"

Schema = dict[str, Any]

GAMES = sorted(path.parent.name for path in (ROOT / "src" / "stolik" / "games").glob("*/views.py"))
"""Our own games: each declares its types under names that begin with its own."""

EVENT = """/** Something that happened: `kind` says what, and what else it holds depends on that. */
export type Event = {
  kind: string;
  seat?: number;
  [field: string]: unknown;
};"""

OPEN = {"view": "View", "start": "View", "events": "Array<Event>", "review": "Review"}
"""The fields of messages that hold data of which a message says nothing."""


def schema() -> Schema:
    """Return the JSON schema of everything that is said over the socket and in the lobby."""
    spoken = (FromDevice, ToDevice, *SPOKEN)
    (heard, told, *_), found = msgspec.json.schema_components(spoken, ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "What a device and a Stolik server say to each other",
        "$defs": {"FromDevice": heard, "ToDevice": told, **found},
    }


def typescript(described: Schema) -> str:
    """Return the same as TypeScript."""
    head = "// Written by `make protocol` from the server's messages. Change them, not this."
    common = 'import type { Event, View } from "../games/types";\nimport type { Review } from "./review";'
    version = f"export const PROTOCOL = {PROTOCOL};"
    imported = _components([View])
    own = {name: part for name, part in described["$defs"].items() if name not in imported}
    return _file(head, common, version, *_definitions(own, OPEN))


def review_schema() -> Schema:
    """Return the JSON schema of a review."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The review of a game",
        "$ref": "#/$defs/Review",
        "$defs": _components([Review]),
    }


def review_types() -> str:
    """Return the TypeScript of a review."""
    return _file(_note("stolik.analysis"), *_definitions(_components([Review])))


def common_types() -> str:
    """Return the TypeScript of what the views and events of all games have."""
    return _file(_note("stolik.core"), EVENT, *_definitions(_components([View])))


def game_types(game: str) -> str:
    """Return the TypeScript of a game's views, events, previews and advice."""
    package, title = f"stolik.games.{game}", game.capitalize()
    views = import_module(f"{package}.views")
    events = get_args(getattr(views, f"{title}Event"))
    types = [getattr(views, f"{title}View"), *events]
    for module in ("preview", "advice"):
        try:
            types.append(getattr(import_module(f"{package}.{module}"), title + module.capitalize()))
        except ModuleNotFoundError:
            continue  # not every game has advice
    union = f"export type {title}Event = {' | '.join(event.__name__ for event in events)};"
    return _file(_note(package), union, *_definitions(_components(types)))


def files() -> dict[Path, str]:
    """Return everything that is written, by its path."""
    described = schema()
    return {
        SCHEMA: _json(described),
        REVIEW: _json(review_schema()),
        WEB / "lib" / "protocol.ts": typescript(described),
        WEB / "lib" / "review.ts": review_types(),
        WEB / "games" / "types.ts": common_types(),
        **{WEB / "games" / game / "types.ts": game_types(game) for game in GAMES},
    }


def _note(package: str) -> str:
    return f"// Written by `make protocol` from the types of {package}. Change them, not this."


def _json(described: Schema) -> str:
    return json.dumps(described, indent=2, ensure_ascii=False) + "\n"


def _file(*parts: str) -> str:
    return "\n\n".join(parts) + "\n"


def _components(types: Iterable[Any]) -> Schema:
    _, found = msgspec.json.schema_components(types, ref_template="#/$defs/{name}")
    return found


def _definitions(definitions: Schema, known: dict[str, str] | None = None) -> list[str]:
    parts = []
    for name, definition in definitions.items():
        note = " ".join(definition.get("description", "").split())
        comment = f"/** {note} */\n" if note else ""
        parts.append(f"{comment}export type {name} = {_type(definition, known or {})};")
    return parts


def _type(part: Schema, known: dict[str, str]) -> str:
    """Return the TypeScript of one piece of a schema."""
    if "$ref" in part:
        return str(part["$ref"]).rpartition("/")[2]
    if "anyOf" in part:
        return " | ".join(_type(choice, known) for choice in part["anyOf"])
    if "enum" in part:
        return " | ".join(json.dumps(choice) for choice in part["enum"])
    match part.get("type"):
        case "object":
            return _object(part, known)
        case "array" if "prefixItems" in part:
            return f"[{', '.join(_type(item, known) for item in part['prefixItems'])}]"
        case "array":
            return f"Array<{_type(part['items'], known)}>"
        case "integer" | "number":
            return "number"
        case "string" | "boolean" | "null" as plain:
            return str(plain)
        case None:
            return "unknown"
        case other:
            raise ValueError(f"no TypeScript for {other!r}")


def _object(part: Schema, known: dict[str, str]) -> str:
    """Return the TypeScript of an object; ``known`` says what its fields hold where the schema is open."""
    if "properties" not in part:
        return f"Record<string, {_type(part.get('additionalProperties', {}), known)}>"
    required = part.get("required", [])
    fields = []
    for name, field in part["properties"].items():
        key = name if re.fullmatch(r"\w+", name) else json.dumps(name)
        written = re.sub(
            r"^(Array<)?Record<string, unknown>>?", known.get(name, r"\g<0>"), _type(field, known)
        )
        fields.append(f"  {key}{'' if name in required else '?'}: {written};")
    return "{\n" + "\n".join(fields) + "\n}"


def main() -> None:
    """Write all files."""
    for path, text in files().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
