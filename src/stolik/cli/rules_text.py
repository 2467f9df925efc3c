"""The text of the rules on the terminal: headings, paragraphs and list items, with words in bold and italics.

``rich.markdown`` can do more than the rules need, and importing it takes longer than the rest.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from rich.console import Console, ConsoleOptions, Group, RenderableType
from rich.segment import Segment
from rich.text import Text

BULLET = " • "
HEADING = re.compile(r"(#+) (.+)")
MARKED = re.compile(r"\*\*(?P<strong>.+?)\*\*|\*(?P<em>.+?)\*")


def draw(text: str) -> RenderableType:
    """Return rules that are written in Markdown as they are shown."""
    parts: list[RenderableType] = []
    for block in re.split(r"\n{2,}", text.strip()):
        parts += [Text(), *_draw_block(block)]
    return Group(*parts[1:])


def _draw_block(block: str) -> list[RenderableType]:
    """Return the parts of what stands between two empty lines."""
    if heading := HEADING.fullmatch(block):
        level = len(heading[1])
        line = Text(justify="center" if level == 1 else "left")
        return [line.append(heading[2], f"markdown.h{level}")]
    if block.startswith("- "):
        return [_Item(_draw_line(item[2:])) for item in re.split(r"\n(?=- )", block)]
    return [_draw_line(block)]


def _draw_line(text: str) -> Text:
    """Return a text without the ends of its lines and the signs around words that stand out."""
    text, line, done = re.sub(r"\n *", " ", text), Text(), 0
    for found in MARKED.finditer(text):
        line.append(text[done : found.start()])
        line.append(found[found.lastgroup or 0], f"markdown.{found.lastgroup}")
        done = found.end()
    return line.append(text[done:])


class _Item(NamedTuple):
    """An item of a list, indented behind its bullet."""

    text: Text

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Segment]:
        bold = console.get_style("markdown.item.bullet")
        lines = console.render_lines(self.text, options.update_width(options.max_width - len(BULLET)))
        for number, line in enumerate(lines):
            yield Segment(BULLET if number == 0 else " " * len(BULLET), bold)
            yield from line
            yield Segment.line()
