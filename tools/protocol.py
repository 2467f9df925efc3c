"""Write the protocol down for others: ``docs/protocol.schema.json``, and TypeScript for the page.

Both come from ``stolik.server.messages``, so that a message is described once.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import msgspec

from stolik.server.lobby import SPOKEN
from stolik.server.messages import FromDevice, ToDevice

ROOT = Path(__file__).parent.parent
SCHEMA = ROOT / "docs" / "protocol.schema.json"
TYPES = ROOT / "web" / "src" / "lib" / "protocol.ts"

Schema = dict[str, Any]


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
    parts = ["// Written by `make protocol` from the server's messages. Change them, not this."]
    for name, definition in described["$defs"].items():
        note = " ".join(definition.get("description", "").split())
        comment = f"/** {note} */\n" if note else ""
        parts.append(f"{comment}export type {name} = {_type(definition)};")
    return "\n\n".join(parts) + "\n"


def _type(part: Schema) -> str:
    """Return the TypeScript of one piece of a schema."""
    if "$ref" in part:
        return str(part["$ref"]).rpartition("/")[2]
    if "anyOf" in part:
        return " | ".join(_type(choice) for choice in part["anyOf"])
    if "enum" in part:
        return " | ".join(json.dumps(choice) for choice in part["enum"])
    match part.get("type"):
        case "object":
            return _object(part)
        case "array" if "prefixItems" in part:
            return f"[{', '.join(_type(item) for item in part['prefixItems'])}]"
        case "array":
            return f"Array<{_type(part['items'])}>"
        case "integer" | "number":
            return "number"
        case "string" | "boolean" | "null" as plain:
            return str(plain)
        case None:
            return "unknown"
        case other:
            raise ValueError(f"no TypeScript for {other!r}")


def _object(part: Schema) -> str:
    if "properties" not in part:
        return f"Record<string, {_type(part.get('additionalProperties', {}))}>"
    required = part.get("required", [])
    fields = []
    for name, field in part["properties"].items():
        sure = name in required
        key = name if re.fullmatch(r"\w+", name) else json.dumps(name)
        fields.append(f"  {key}{'' if sure else '?'}: {_type(field)};")
    return "{\n" + "\n".join(fields) + "\n}"


def main() -> None:
    """Write both files."""
    described = schema()
    SCHEMA.write_text(json.dumps(described, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    TYPES.parent.mkdir(parents=True, exist_ok=True)
    TYPES.write_text(typescript(described), encoding="utf-8")


if __name__ == "__main__":
    main()
