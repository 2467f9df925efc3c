"""Write ``docs/rules-*.md`` from the rules inside the package: Polish first, English after it."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parents[1]
GAMES = ("pickomino", "linko")
NOTE = "<!-- Written by `make rules` from src/stolik/games/{game}/words/rules.pl.md and rules.en.md. -->\n"


def page(game: str) -> str:
    """Return the page of a game's rules, both languages."""
    texts = [
        (ROOT / "src" / "stolik" / "games" / game / "words" / f"rules.{language}.md").read_text(
            encoding="utf-8"
        )
        for language in ("pl", "en")
    ]
    return "\n".join(
        [
            NOTE.format(game=game),
            "[Polski](#polski) · [English](#english)\n",
            '<a id="polski"></a>\n',
            texts[0],
            '<a id="english"></a>\n',
            texts[1],
        ]
    )


def path(game: str) -> Path:
    """Return where the page of a game's rules is."""
    return ROOT / "docs" / f"rules-{game}.md"


if __name__ == "__main__":
    for name in GAMES:
        path(name).write_text(page(name), encoding="utf-8")
        print(path(name).relative_to(ROOT))
