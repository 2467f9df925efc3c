"""One browser and one server for all tests of the page in a process; a device for everybody at a table.

Chance repeats itself from run to run; ``CHANCE=2 make test`` has other dice and cards.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.web.device import PHONE, Device, MakeDevice
from tools.browsing import NotBuilt, Server, chromium
from tools.services import Missing, left_out

WAIT = 30_000
"""Milliseconds after which something that should have happened is a failure."""

REVIEW = re.compile(r"/review\?")
WORKING = {"state": "working", "done": 0, "of": 1}

expect.set_options(timeout=WAIT)


def started_browser() -> Iterator[Browser]:
    """The browser. As long as it runs no other test in this process can have an event loop."""
    if "chromium" in left_out():
        pytest.skip("left out as asked: chromium")
    try:
        with chromium() as browser:
            yield browser
    except Missing as missing:
        pytest.fail(str(missing), pytrace=False)


@pytest.fixture(scope="package")  # the tests of this folder come one after the other: see tests.conftest
def browser() -> Iterator[Browser]:
    yield from started_browser()


@pytest.fixture(scope="package")
def server() -> Iterator[Server]:
    """A server on which nobody is missed, however slow the machine: guests come only when they play."""
    try:
        with Server(losing_after=900, absent_after=1800, stand_in_after=3600, abandoned_after=7200) as server:
            yield server
    except NotBuilt as unbuilt:
        pytest.fail(str(unbuilt), pytrace=False)


@pytest.fixture(scope="module")
def impatient() -> Iterator[Server]:
    """A server on which one is missed after a moment."""
    with Server(losing_after=0.2, absent_after=0.5, stand_in_after=3600, abandoned_after=3600) as server:
        yield server


@pytest.fixture
def device(request: pytest.FixtureRequest, browser: Browser, server: Server) -> Iterator[MakeDevice]:
    """Make devices; when the test is over, none of them may have failed."""
    made: list[Device] = []
    server.repeat(f"{request.node.nodeid} {os.environ.get('CHANCE', '')}")

    def make(
        size: tuple[int, int] = PHONE,
        language: str = "pl",
        address: str = server.address,
        workers: bool = False,
        still: bool = True,
        reviews: bool = False,
    ) -> Device:
        context = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            locale={"pl": "pl-PL", "en": "en-GB", "de": "de-DE"}[language],
            reduced_motion="reduce" if still else "no-preference",
            service_workers="allow" if workers else "block",
        )
        context.set_default_timeout(WAIT)
        if not reviews:  # a review takes a processor for seconds, and most tests are not about it
            context.route(REVIEW, lambda route: route.fulfill(status=202, json=WORKING))
        device = Device(context, address, language)
        made.append(device)
        return device

    yield make
    for one in made:
        one.context.close()
    for one in made:
        one.assert_well()
