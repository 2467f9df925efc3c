"""Whether the built documentation can be read on a phone: no page is wider than its window."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, ViewportSize

from stolik.server.app import SITE
from tools.browsing import chromium

PHONE: ViewportSize = {"width": 390, "height": 844}
WIDTH = "document.documentElement.scrollWidth"


def too_wide(browser: Browser, site: Path) -> list[str]:
    """Return the pages of a site that a phone would have to scroll sideways, with their widths."""
    page, found = browser.new_page(viewport=PHONE), []
    for path in sorted(site.rglob("*.html")):
        page.goto(path.as_uri())
        if (width := page.evaluate(WIDTH)) > PHONE["width"]:
            found.append(f"{path.relative_to(site)}: {width} px")
    page.close()
    return found


def check() -> None:
    """Say which pages are too wide, if any are; that is an error."""
    with chromium() as browser:
        if wide := too_wide(browser, SITE):
            raise SystemExit("too wide for a phone:\n" + "\n".join(wide))


if __name__ == "__main__":
    check()
