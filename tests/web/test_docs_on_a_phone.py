"""The check that the documentation can be read on a phone."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser

from tools.site_phone import too_wide


def test_a_page_that_has_to_be_scrolled_sideways_is_named(browser: Browser, tmp_path: Path) -> None:
    head = '<!doctype html><meta name="viewport" content="width=device-width">'
    (tmp_path / "narrow.html").write_text(f"{head}<p>{'word ' * 99}", encoding="utf-8")
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "wide.html").write_text(f"{head}<pre>{'letter' * 99}", encoding="utf-8")
    (only,) = too_wide(browser, tmp_path)
    assert only.startswith("in/wide.html: ")
