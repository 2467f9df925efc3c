"""Write the tables of ``docs/views.md``, and ``docs/views.schema.json``, from the declared views and events.

A table stands between ``<!-- keys NAME -->`` (of a ``TypedDict``) or ``<!-- events NAME -->`` (of a union of
them) and ``<!-- end -->``; NAME is ``module:Name``, the module inside ``stolik``. What a key means is said
where it is declared, and the examples come from random games. All other lines are written by hand.
"""

from __future__ import annotations

import ast
import json
import random
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple, NotRequired, get_args, get_origin, get_type_hints

import msgspec

from stolik.core import CHANCE, Game
from stolik.games.linko.advice import LinkoAdvice
from stolik.games.linko.preview import LinkoPreview
from stolik.games.linko.views import LinkoEvent, LinkoView
from stolik.games.pickomino.advice import PickominoAdvice
from stolik.games.pickomino.preview import PickominoPreview
from stolik.games.pickomino.views import PickominoEvent, PickominoView

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "views.md"
SCHEMA = ROOT / "docs" / "views.schema.json"

TYPES = (PickominoView, LinkoView, PickominoPreview, LinkoPreview, PickominoAdvice, LinkoAdvice)
EVENTS = {"PickominoEvent": PickominoEvent, "LinkoEvent": LinkoEvent}

EXAMPLES = (
    Game("pickomino", 2, variant="deluxe", golden_die="ones_and_worms", first="lots"),
    Game("linko", 3, mode="expert", first="lots"),
    Game("linko", 2, mode="duel"),
)
"""The games that examples come from."""
SEEDS = range(4)
LONGEST_EXAMPLE = 80

TABLE = re.compile(r"(<!-- (keys|events) ([\w.]+):(\w+) -->\n).*?(<!-- end -->)", re.DOTALL)


# -- Declarations -----------------------------------------------------------------------------------------


class Key(NamedTuple):
    """A key of a declared type."""

    annotation: ast.expr
    about: str


class Declared(NamedTuple):
    """A type as its module declares it, without what it inherits."""

    about: str
    keys: Mapping[str, Key]


@cache
def declared(module: ModuleType) -> dict[str, Declared]:
    """Return the types that a module declares, with the docstrings of their keys."""
    body = ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8")).body
    found = {}
    for statement, about in _with_docstrings(body):
        match statement:
            case ast.ClassDef(name=name):
                keys = {
                    key.target.id: Key(key.annotation, text)
                    for key, text in _with_docstrings(statement.body)
                    if isinstance(key, ast.AnnAssign) and isinstance(key.target, ast.Name)
                }
                found[name] = Declared(ast.get_docstring(statement) or "", keys)
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call(args=[_, ast.Dict() as of])):
                names = (ast.literal_eval(key) for key in of.keys if key)
                keys = {key: Key(type_, "") for key, type_ in zip(names, of.values, strict=True)}
                found[name] = Declared(about, keys)
    return found


def _with_docstrings(body: list[ast.stmt]) -> Iterator[tuple[ast.stmt, str]]:
    """Yield statements, each with the string that follows it."""
    for statement, after in zip(body, [*body[1:], ast.Pass()], strict=True):
        match after:
            case ast.Expr(value=ast.Constant(value=str(text))):
                yield statement, text
            case _:
                yield statement, ""


def in_words(annotation: ast.expr) -> str:
    """Return a type as JSON has it: ``list of integer``, ``"deck" or "pool"``, ``LayerView or null``."""
    match annotation:
        case ast.BinOp(left=left, right=right):
            return f"{in_words(left)} or {in_words(right)}"
        case ast.Subscript(value=ast.Name(id="list"), slice=of):
            return f"list of {in_words(of)}"
        case ast.Subscript(value=ast.Name(id="dict"), slice=ast.Tuple(elts=[_, of])):
            return f"object of {in_words(of)}"
        case ast.Subscript(value=ast.Name(id="NotRequired"), slice=of):
            return f"{in_words(of)}, optional"
        case ast.Subscript(value=ast.Name(id="Literal"), slice=ast.Tuple(elts=choices)):
            return " or ".join(map(in_words, choices))
        case ast.Subscript(value=ast.Name(id="Literal"), slice=choice):
            return in_words(choice)
        case ast.Constant(value=None):
            return "null"
        case ast.Constant(value=value):
            return f"`{json.dumps(value)}`"
        case ast.Name(id=name):
            return {"int": "integer", "str": "string", "bool": "boolean", "float": "number"}.get(
                name, f"`{name}`"
            )
    raise ValueError(f"unknown form of a type: {ast.unparse(annotation)}")


# -- Examples ---------------------------------------------------------------------------------------------


class Seen(NamedTuple):
    """What some random games of a name have shown."""

    objects: list[Mapping[str, Any]]
    """Views, and the objects inside them."""
    events: dict[str, Mapping[str, Any]]
    """The fullest event of every kind."""


@cache
def seen_in(name: str) -> Seen:
    """Return what random games of a name show to the seats that decide."""
    seen = Seen([], {})
    for game in EXAMPLES:
        for seed in SEEDS if game.name == name else ():
            rng, state = random.Random(seed), game.start()
            while (actor := state.actor) is not None:
                seen.objects.extend(_objects(state.view(0 if actor == CHANCE else actor)))
                move = state.draw(rng) if actor == CHANCE else rng.choice(state.moves())
                for event in state.events(move, 0):
                    kind = event["kind"]
                    seen.events[kind] = max(seen.events.get(kind, {}), event, key=_fullness)
                state = state.play(move)
            seen.objects.extend(_objects(state.view(0)))
    return seen


def _objects(value: Any) -> Iterator[Mapping[str, Any]]:
    """Yield all objects in a value, itself included."""
    inside: Iterable[Any] = value if isinstance(value, list) else ()
    if isinstance(value, dict):
        yield value
        inside = value.values()
    for part in inside:
        yield from _objects(part)


def example(game: str, type_: Any, key: str) -> Any:
    """Return the fullest value of a key in the objects of a type: something rather than nothing."""
    hints = get_type_hints(type_, include_extras=True).items()
    required = {name for name, hint in hints if get_origin(hint) is not NotRequired}
    of_type = (found for found in seen_in(game).objects if found.keys() >= required)
    return max((found[key] for found in of_type if key in found), key=_fullness)


def _fullness(value: Any) -> int:
    if isinstance(value, Mapping):
        return 1 + sum(min(_fullness(inside), 1) for inside in value.values()) if value else 0
    return int(bool(value))


def _shown(value: Any) -> str:
    """Return an example as JSON; of a list of objects, or one that is too long, only its first part."""
    if isinstance(value, list) and len(value) > 1 and len(json.dumps(value)) > LONGEST_EXAMPLE:
        return f"`[{json.dumps(value[0])}, …]`"
    return f"`{json.dumps(value)}`"


# -- The page ---------------------------------------------------------------------------------------------


def keys_table(module: ModuleType, name: str) -> list[str]:
    """Return the table of the keys that a type declares itself."""
    lines = ["| key | type | what it is | example |", "|---|---|---|---|"]
    for key, (annotation, about) in declared(module)[name].keys.items():
        value = example(_game(module), getattr(module, name), key)
        lines.append(f"| `{key}` | {in_words(annotation)} | {_cell(about)} | {_shown(value)} |")
    return lines


def events_table(module: ModuleType, name: str) -> list[str]:
    """Return the table of the events in a union."""
    lines = ["| event | what happened | example |", "|---|---|---|"]
    for event in get_args(getattr(module, name)):
        about = declared(module)[event.__name__].about
        kinds = get_args(get_type_hints(event)["kind"])
        examples = " ".join(_shown(seen_in(_game(module)).events[kind]) for kind in kinds)
        lines.append(f"| {', '.join(f'`{kind}`' for kind in kinds)} | {_cell(about)} | {examples} |")
    return lines


def _game(module: ModuleType) -> str:
    """Return the game that a module belongs to; the first one stands for what all have."""
    parts = module.__name__.split(".")
    return parts[2] if parts[1] == "games" else EXAMPLES[0].name


def _cell(text: str) -> str:
    """Return a docstring as it stands in a table."""
    return " ".join(text.split()).replace("``", "`").replace("`None`", "null").replace("|", "\\|")


def page(text: str) -> str:
    """Return the page with its tables written from the declarations."""

    def written(found: re.Match[str]) -> str:
        begin, kind, module, name, end = found.groups()
        table = keys_table if kind == "keys" else events_table
        return "\n".join([begin, *table(import_module(f"stolik.{module}"), name), "", end])

    return TABLE.sub(written, text)


# -- The schema -------------------------------------------------------------------------------------------


def schema() -> dict[str, Any]:
    """Return the JSON schema of all views, events, previews and advice."""
    kinds = {name: get_args(union) for name, union in EVENTS.items()}
    every = [*TYPES, *(kind for union in kinds.values() for kind in union)]
    of_types, components = msgspec.json.schema_components(every, ref_template="#/$defs/{name}")
    of_kinds = iter(list(of_types)[len(TYPES) :])
    unions = {name: {"anyOf": [next(of_kinds) for _ in union]} for name, union in kinds.items()}
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "$defs": {**components, **unions}}


def schema_text() -> str:
    """Return the schema as it is written."""
    return json.dumps(schema(), indent=1, ensure_ascii=False) + "\n"


def main() -> None:
    """Write both files."""
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    SCHEMA.write_text(schema_text(), encoding="utf-8")


if __name__ == "__main__":
    main()
