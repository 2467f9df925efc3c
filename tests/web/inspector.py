"""Finds what would keep somebody out: axe, run on what a page shows."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from playwright.sync_api import Page

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
ALL = {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa"]}
COLOURS = {"type": "rule", "values": ["color-contrast"]}
"""What may differ from one theme to the other."""

CHECK = """async (rules) => {
  const found = await axe.run({ runOnly: rules, resultTypes: ["violations"] });
  return found.violations.flatMap((one) =>
    one.nodes.map((node) => `${one.id}: ${node.target.join(" ")}: ${node.failureSummary}`));
}"""


class Inspector:
    """Looks at whatever a page shows, in both themes, and keeps what is wrong."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.problems: list[str] = []

    def look(self, screen: str) -> None:
        page = self.page
        if page.evaluate("typeof axe === 'undefined'"):
            page.evaluate(AXE.read_text(encoding="utf-8"))
        themes: dict[Literal["light", "dark"], object] = {"light": ALL, "dark": COLOURS}
        for theme, rules in themes.items():
            page.emulate_media(color_scheme=theme)
            self.problems += [f"{screen}, {theme}: {problem}" for problem in page.evaluate(CHECK, rules)]

    def conclude(self) -> None:
        assert not self.problems, "\n".join(self.problems)
