"""Write ``docs/rules-*.md`` from the rules inside the package: Polish first, then English, then German."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parents[1]
GAMES = ("pickomino", "linko")
LANGUAGES = {"pl": "Polski", "en": "English", "de": "Deutsch"}
NOTE = "<!-- Written by `make rules` from src/stolik/games/{game}/words/rules.*.md. -->\n"


def page(game: str) -> str:
    """Return the page of a game's rules, in all languages."""
    folder = ROOT / "src" / "stolik" / "games" / game / "words"
    lines = [
        NOTE.format(game=game),
        " · ".join(f"[{name}](#{name.lower()})" for name in LANGUAGES.values()) + "\n",
    ]
    for language, name in LANGUAGES.items():
        lines += [
            f'<a id="{name.lower()}"></a>\n',
            (folder / f"rules.{language}.md").read_text(encoding="utf-8"),
        ]
    return "\n".join(lines)


def path(game: str) -> Path:
    """Return where the page of a game's rules is."""
    return ROOT / "docs" / f"rules-{game}.md"


if __name__ == "__main__":
    for name in GAMES:
        path(name).write_text(page(name), encoding="utf-8")
        print(path(name).relative_to(ROOT))
