"""Build the site of the documentation: ``make docs``.

The pages are gathered in a folder as Sphinx wants them: those of ``docs/``, some of the project, the scripts
of ``examples/notebooks``, and one for each module of the API. Links between them are followed; another
file of the project that is linked becomes a page too. Any warning is an error, and the finished site is
checked once more (``tools.site_check``).
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import stolik
from tools.site_check import faults, without_inline

ROOT = Path(__file__).parents[1]
DOCS = Path("docs")
CONFIGURATION = ROOT / "docs" / "sphinx"
SITE = ROOT / "src" / "stolik" / "server" / "site"
NOTEBOOKS = Path("examples", "notebooks")
BENCHMARKS = Path("benchmarks")
FENCED = re.compile(r"(^```.*?^```$)", re.DOTALL | re.MULTILINE)
CELL = re.compile("^# %%", re.MULTILINE)
DRAWN = re.compile(r'savefig\("(.+?)"')
LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s]+)\)")
LEXERS = {".awk": "awk", ".c": "c", ".mjs": "js", ".py": "python", ".sh": "sh"}

API = {
    "stolik": "The engine",
    "stolik.core": "The core",
    "stolik.bots": "Bots",
    "stolik.arena": "Arena",
    "stolik.analysis": "Game review",
    "stolik.games.pickomino.odds": "Odds of the dice game",
    "stolik.encoding": "Encodings",
    "stolik.envs.gymnasium": "Gymnasium",
    "stolik.envs.pettingzoo": "PettingZoo",
    "stolik.envs.open_spiel": "OpenSpiel",
    "stolik.lab": "Lab",
    "stolik.lab.sim": "Simulations",
    "stolik.testing": "Conformance tests",
}
"""The public modules."""
PACKAGES = (
    "stolik",
    "stolik.core",
    "stolik.bots",
    "stolik.arena",
    "stolik.analysis",
    "stolik.games.pickomino.odds",
    "stolik.lab",
)
"""Those that gather the names of other modules in ``__all__``."""

PLAYERS = ("index", "pickomino", "linko")
CONTENTS = {
    "Po polsku": [f"pl/{page}" for page in PLAYERS],
    "In English": [f"en/{page}" for page in PLAYERS],
    "Auf Deutsch": [f"de/{page}" for page in PLAYERS],
    "To begin": ["install", "terminal", "analysis"],
    "For developers": [
        "python",
        "notation",
        "views",
        "bot-protocol",
        "adding-a-game",
        "third-game",
        "glossary",
    ],
    "For researchers": [
        "arena",
        "notebooks/odds",
        "notebooks/arena",
        "notebooks/chances",
        "notebooks/review",
        "notebooks/train",
        "envs",
        "lab",
        "lab-linko",
        "training",
        "strength",
    ],
    "API reference": [f"api/{module}" for module in API],
    "Servers": ["operation", "scaling", "protocol", "offline", "threats", "security"],
    "Performance": [
        "performance",
        "benchmarks/results",
        *(
            f"benchmarks/results-{of}"
            for of in (
                "odds",
                "start",
                "lab",
                "lab-h200",
                "train",
                "server",
                "page",
                "here",
                "attack",
                "look",
                "small",
            )
        ),
    ],
    "The project": ["decisions", "tried", "contributing", "changelog"],
}
"""The pages, in the order of the menu."""


def pages() -> dict[Path, Path]:
    """Return every file of the project that becomes a page, and where the page is."""
    found = {
        Path("CHANGELOG.md"): Path("changelog.md"),
        Path("CONTRIBUTING.md"): Path("contributing.md"),
        Path("SECURITY.md"): Path("security.md"),
        Path("examples", "third-game", "README.md"): Path("third-game.md"),
    }
    for path in sorted((ROOT / DOCS).rglob("*.md")):
        found[path.relative_to(ROOT)] = path.relative_to(ROOT / DOCS)
    for path in sorted((ROOT / BENCHMARKS).glob("*.md")):
        found[path.relative_to(ROOT)] = path.relative_to(ROOT)
    for path in sorted((ROOT / NOTEBOOKS).glob("*.py")):
        found[path.relative_to(ROOT)] = Path("notebooks", f"{path.stem}.md")
    return found


def gather(folder: Path) -> None:
    """Write all pages into a folder, and what they show."""
    shutil.copytree(ROOT / DOCS, folder, ignore=shutil.ignore_patterns("sphinx", "*.md"))
    known = pages()
    for source, page in known.items():
        text = (ROOT / source).read_text(encoding="utf-8")
        if source.suffix == ".py":
            text = as_page(text, printed(text, folder / page.parent))
        _write(folder / page, followed(text, source, known, folder))
    for module, title in API.items():
        _write(folder / "api" / f"{module}.rst", "".join(_api(module, title)))
    with (folder / "index.md").open("a", encoding="utf-8") as index:
        for caption, names in CONTENTS.items():
            index.write(
                "\n".join(("", "```{toctree}", f":caption: {caption}", ":hidden:", "", *names, "```", ""))
            )


def followed(text: str, source: Path, known: dict[Path, Path], folder: Path) -> str:
    """Return the text of a page with links that hold where the page is now."""
    start = known[source].parent

    def moved(found: re.Match[str]) -> str:
        picture, words, target = found.groups()
        path, sign, anchor = target.partition("#")
        if not path or re.match("[a-z]+:", path):
            return found[0]
        linked = Path(os.path.normpath(source.parent / path))
        linked = linked if (ROOT / linked).is_file() else linked / "README.md"
        if linked in known:
            place = known[linked]
        elif linked.is_relative_to(DOCS):
            place = linked.relative_to(DOCS)
        elif (ROOT / linked).is_file():
            place = Path("files", f"{linked}.md")
            _write(folder / place, as_listing(linked))
        else:  # a picture is still to be drawn; a folder is no page
            return found[0] if picture else words
        return f"{picture}[{words}]({os.path.relpath(place, start)}{sign}{anchor})"

    parts = FENCED.split(text)
    return "".join(part if part.startswith("```") else LINK.sub(moved, part) for part in parts)


def printed(script: str, folder: Path) -> list[str]:
    """Run a script in cells, which draws its pictures in a folder; return what each cell prints."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as elsewhere:
        marked = Path(elsewhere, "script.py")
        _write(marked, CELL.sub("print(chr(0), flush=True)\n# %%", script))
        command, variables = (sys.executable, str(marked)), {**os.environ, "STOLIK_LANG": "en"}
        done = subprocess.run(
            command, cwd=folder, env=variables, check=True, stdout=subprocess.PIPE, encoding="utf-8"
        )
    return done.stdout.split("\0\n")[1:]


def as_page(script: str, outputs: Sequence[str]) -> str:
    """Return a script in cells as Markdown: its docstring, text, code, what that prints, and its pictures."""
    head, *cells = CELL.split(script)
    title, _, text = head.strip().strip('"').partition("\n")
    parts = [f"# {title.rstrip('.')}", text.strip()]
    for cell, output in zip(cells, outputs, strict=True):
        kind, _, content = cell.partition("\n")
        if "[markdown]" in kind:
            parts.append(re.sub("^# ?", "", content.strip(), flags=re.MULTILINE))
        else:
            parts.append(f"```python\n{content.strip()}\n```")
            parts += [f"```text\n{output.rstrip()}\n```"] if output.strip() else []
            parts += [f"![{title}]({picture})" for picture in DRAWN.findall(content)]
    return "\n\n".join(parts) + "\n"


def as_listing(path: Path) -> str:
    """Return a page that shows a file of the project; it stands in no menu."""
    code = (ROOT / path).read_text(encoding="utf-8")
    language = LEXERS.get(path.suffix, "text")
    return f"---\norphan: true\n---\n\n# `{path.as_posix()}`\n\n````{language}\n{code}````\n"


def _api(module: str, title: str) -> Iterator[str]:
    """Yield the page of a module; what the engine's own page has is not repeated in the core's."""
    yield f"{title}\n{'=' * len(title)}\n\n.. automodule:: {module}\n"
    if module in PACKAGES:
        yield "   :imported-members:\n"
    if module == "stolik.core":
        yield f"   :exclude-members: {', '.join(stolik.__all__)}\n"


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def main() -> int:
    """Build the site; return the exit status."""
    with tempfile.TemporaryDirectory() as folder:
        source, built = Path(folder, "source"), Path(folder, "site")
        gather(source)
        options = ("-q", "--fail-on-warning", "--keep-going", "-b", "html", "-c", str(CONFIGURATION))
        command = (sys.executable, "-m", "sphinx", *options, "-d", str(Path(folder, "trees")))
        if status := subprocess.run([*command, str(source), str(built)], check=False).returncode:
            return status
        without_inline(built)
        if found := faults(built):
            print(*found, sep="\n", file=sys.stderr)
            return 1
        shutil.rmtree(SITE, ignore_errors=True)
        shutil.copytree(built, SITE, ignore=shutil.ignore_patterns(".buildinfo", "_sources", "objects.inv"))
    print(f"{SITE.relative_to(ROOT)}: {len(list(SITE.rglob('*.html')))} pages")
    return 0


if __name__ == "__main__":
    sys.exit(main())
