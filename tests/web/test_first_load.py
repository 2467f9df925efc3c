"""The first load: light, in the language of the browser, there even without a line."""

from __future__ import annotations

import gzip

import pytest
from playwright.sync_api import Response, Route, expect

from tests.web.device import MakeDevice
from tests.web.positions import Positions

MOST = 90_000
"""Bytes of JavaScript, gzipped, that the first screen may cost."""

LAST = "performance.getEntriesByType('resource').some((one) => one.name.includes('/storing-'))"
LOADED = f"async () => (await navigator.serviceWorker.ready) && {LAST}"
"""Whether the page has loaded everything, and the worker is there that will keep it."""

KEPT = f"""async () => {{
  await document.fonts.load("850 16px 'Nunito Variable'", "aą");
  const files = performance.getEntriesByType("resource").filter((one) => one.name.includes("/assets/"));
  const kept = await Promise.all(files.map((one) => caches.match(one.name)));
  return navigator.serviceWorker.controller !== null && {LAST} && kept.every(Boolean);
}}"""
"""Whether the page has loaded everything, and all of it is kept for the time without a line."""


def test_the_first_screen_is_light(device: MakeDevice) -> None:
    phone = device()
    scripts: dict[str, Response] = {}

    def arrived(response: Response) -> None:
        if "javascript" in response.headers.get("content-type", ""):
            scripts[response.url] = response

    phone.page.on("response", arrived)
    phone.home()
    expect(phone.page.get_by_role("heading", level=2).first).to_be_visible()
    phone.page.wait_for_load_state("networkidle")
    weight = sum(len(gzip.compress(script.body())) for script in scripts.values())
    assert 20_000 < weight <= MOST


def test_a_table_is_fetched_in_few_pieces(device: MakeDevice) -> None:
    phone = device()
    pieces: list[str] = []
    phone.page.on("request", lambda request: pieces.append(request.url))
    Positions(phone, "pickomino", ["Ola", "Lis"])
    assert 5 < len(pieces) <= 20, pieces


@pytest.mark.parametrize(
    ("language", "heading", "other", "changed"),
    [
        ("pl", "Robale", "English", "Worms"),
        ("en", "Worms", "Deutsch", "Würmer"),
        ("de", "Würmer", "Polski", "Robale"),
    ],
)
def test_the_browser_chooses_the_language_and_the_person_another(
    device: MakeDevice, language: str, heading: str, other: str, changed: str
) -> None:
    phone = device(language=language)
    phone.home()
    expect(phone.page.get_by_role("heading", name=heading)).to_be_visible()
    assert phone.page.locator("html").get_attribute("lang") == language
    phone.press("settings.title")
    phone.page.get_by_label(phone.t("settings.language")).select_option(label=other)
    expect(phone.page.get_by_role("heading", name=changed, include_hidden=True)).to_have_count(1)
    phone.page.reload()
    expect(phone.page.get_by_role("heading", name=changed)).to_be_visible()


def test_without_a_line_the_page_is_there_and_says_what_it_waits_for(device: MakeDevice) -> None:
    phone = device(workers=True)
    phone.home()
    phone.wait_until(LOADED)
    phone.page.reload()
    phone.wait_until(KEPT)
    phone.may_be_offline = True
    phone.context.set_offline(True)
    phone.page.reload()
    expect(phone.page.get_by_role("heading", name="Robale")).to_be_visible()
    expect(phone.page.get_by_text(phone.t("app.offline"))).to_be_visible()
    phone.wait_until(KEPT)  # all of it is there again, and nothing is still being loaded


def test_a_page_whose_parts_the_server_no_longer_has_begins_again(device: MakeDevice) -> None:
    phone = device()
    phone.home()
    missing = iter([True])

    def answer(route: Route) -> None:
        if next(missing, False):
            route.fulfill(status=404)
        else:
            route.continue_()

    phone.page.route("**/assets/Rules-*.js", answer)
    with phone.page.expect_console_message(lambda message: "404" in message.text):
        phone.page.get_by_role("link", name=phone.t("home.rules")).first.click()
    expect(phone.page.get_by_role("heading", level=1)).to_be_visible()
    expect(phone.page.get_by_text(phone.t("app.unreachable"))).to_have_count(0)
    assert not list(missing)
    assert "404" in phone.errors.pop(0)
