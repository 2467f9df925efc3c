"""What a built site has to be: whole, of one host, and without scripts or styles inside its pages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)
SHEET = re.compile(r"<style>(.*?)</style>", re.DOTALL)
STYLED = re.compile(r"<(?P<tag>[a-zA-Z]+)(?P<before>[^<>]*?)\sstyle=\"(?P<style>[^\"]*)\"(?P<after>[^<>]*)>")
FOREIGN = re.compile(r"""(?:url\(|@import)\s*["']?((?:https?:)?//[^\s"')]+)""")
CLASSED = re.compile(r'(\sclass=")')


def without_inline(site: Path) -> None:
    """Move the scripts and styles inside pages to files, as the server's content security policy asks."""
    moved = _Moved(site / "_static")
    for page in sorted(site.rglob("*.html")):
        up = "../" * (len(page.relative_to(site).parts) - 1)
        text = page.read_text(encoding="utf-8")
        text = SCRIPT.sub(partial(moved.script, f"{up}_static/"), text)
        text = SHEET.sub(moved.sheet, text)
        text = STYLED.sub(moved.styled, text)
        link = f'<link rel="stylesheet" href="{up}_static/{_Moved.SHEET}">'
        page.write_text(text.replace("</head>", f"{link}</head>", 1), encoding="utf-8")
    moved.write()


class _Moved:
    """What was inside pages, each thing once."""

    SHEET = "moved.css"

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._scripts: list[str] = []
        self._sheets: list[str] = []
        self._styles: list[str] = []

    def script(self, folder: str, found: re.Match[str]) -> str:
        """Return a tag that loads a script."""
        return f'<script src="{folder}moved-{_number(self._scripts, found[1])}.js"></script>'

    def sheet(self, found: re.Match[str]) -> str:
        """Take a sheet of styles; nothing stays in its place."""
        _number(self._sheets, found[1])
        return ""

    def styled(self, found: re.Match[str]) -> str:
        """Return a tag with a class instead of its style."""
        name = f"moved-{_number(self._styles, unescape(found['style']))}"
        rest = found["before"] + found["after"]
        classed, number = CLASSED.subn(rf"\g<1>{name} ", rest, count=1)
        return f"<{found['tag']}{classed}>" if number else f'<{found["tag"]} class="{name}"{rest}>'

    def write(self) -> None:
        """Write the files."""
        for number, text in enumerate(self._scripts):
            (self._folder / f"moved-{number}.js").write_text(text, encoding="utf-8")
        rules = (f".moved-{number} {{ {style} }}" for number, style in enumerate(self._styles))
        (self._folder / self.SHEET).write_text("\n".join((*self._sheets, *rules, "")), encoding="utf-8")


def _number(kept: list[str], text: str) -> int:
    if text not in kept:
        kept.append(text)
    return kept.index(text)


# -- faults -----------------------------------------------------------------------------------------------


class _Page(HTMLParser):
    """What a page has: its anchors, where it leads, what it loads, and what stands inside it."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: list[str] = []
        self.loads: list[str] = []
        self.inline: list[str] = []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take note of a tag."""
        found = {name: value or "" for name, value in attrs}
        self.anchors |= {found[name] for name in ("id", "name") if name in found}
        if "href" in found:
            (self.links if tag == "a" else self.loads).append(found["href"])
        if "src" in found:
            self.loads.append(found["src"])
        if tag == "style" or (tag == "script" and "src" not in found):
            self.inline.append(f"<{tag}>")
        self.inline += [name for name in found if name == "style" or name.startswith("on")]


def faults(site: Path) -> list[str]:
    """Return what is wrong with a site: links that lead nowhere, other hosts, scripts inside pages."""
    pages = {path.resolve(): _Page(path) for path in sorted(site.rglob("*.html"))}
    found: list[str] = []
    for path, page in pages.items():
        where = path.relative_to(site.resolve())
        wrong = [*_inside(page), *_elsewhere(page), *_nowhere(path, page, pages)]
        found += [f"{where}: {what}" for what in dict.fromkeys(wrong)]
    for sheet in sorted(site.rglob("*.css")):
        urls = FOREIGN.findall(sheet.read_text(encoding="utf-8"))
        found += [f"{sheet.relative_to(site)}: loads {url}" for url in urls]
    return found


def _inside(page: _Page) -> Iterator[str]:
    yield from (f"{what} stands inside the page" for what in page.inline)


def _elsewhere(page: _Page) -> Iterator[str]:
    for url in page.loads:
        if urlsplit(url).netloc:
            yield f"loads {url}"


def _nowhere(path: Path, page: _Page, pages: dict[Path, _Page]) -> Iterator[str]:
    for url in (*page.links, *page.loads):
        parts = urlsplit(url)
        if parts.scheme or parts.netloc:
            continue
        target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
        if not target.is_file():
            yield f"{url} does not exist"
        elif parts.fragment and target in pages and unquote(parts.fragment) not in pages[target].anchors:
            yield f"{url} has no such anchor"
