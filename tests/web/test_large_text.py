"""Letters twice as large, as a browser can be set: nothing is cut off, and the action bar is there."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.web.conftest import WAIT
from tests.web.device import DESKTOP, PHONE, Device
from tests.web.guest import Guest, plain, play_out
from tests.web.positions import mine
from tests.web.test_finding import look_again
from tools.browsing import FLAGS, Server
from tools.services import find

LARGE = "--blink-settings=defaultFontSize=32,defaultFixedFontSize=26"

CUT = """() => {
  const problems = [];
  const root = document.scrollingElement;
  if (root.scrollWidth > innerWidth + 1) problems.push(`the page is ${root.scrollWidth} wide`);
  const stage = document.querySelector("dialog[open]") ?? document.body;
  const named = (one) => `${one.localName} “${(one.ariaLabel || one.textContent).trim().slice(0, 30)}”`;
  const sideways = (one) => {
    for (let up = one.parentElement; up; up = up.parentElement)
      if (/auto|scroll/.test(getComputedStyle(up).overflowX) && up.scrollWidth > up.clientWidth + 1)
        return true;
    return false;
  };
  const things = "button, a[href], input, select, summary, h1, h2, p, li, th, td";
  for (const one of stage.querySelectorAll(things)) {
    if (!one.checkVisibility({ visibilityProperty: true }) || one.closest(".hidden, svg")) continue;
    const { left, right, width } = one.getBoundingClientRect();
    if (width && !sideways(one) && (left < -1 || right > innerWidth + 1))
      problems.push(`${named(one)} reaches from ${Math.round(left)} to ${Math.round(right)}`);
  }
  return problems;
}"""
"""What reaches beyond the window where one cannot scroll."""

BAR = """() => {
  const buttons = [...document.querySelectorAll("footer button")].filter((one) => one.checkVisibility());
  const last = buttons.at(-1);
  last?.scrollIntoView({ block: "nearest" });
  const box = last?.getBoundingClientRect();
  if (!box) return "there is no button";
  const seen = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
  return last.contains(seen) ? "" : "the button is covered";
}"""


@pytest.fixture(scope="module")
def large(browser: Browser) -> Iterator[Browser]:
    """A browser whose letters are 32 pixels high, beside the one of the other tests."""
    another = browser.browser_type.launch(executable_path=find("chromium"), args=[*FLAGS, LARGE])
    yield another
    another.close()


class Reader:
    """Somebody who needs large letters: keeps what is wrong with what the page shows."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        context.set_default_timeout(WAIT)
        self.device = Device(context, address, "pl")
        self.problems: list[str] = []

    @property
    def page(self) -> Page:
        return self.device.page

    def look(self, screen: str) -> None:
        self.problems += [f"{screen}: {problem}" for problem in self.page.evaluate(CUT)]

    def look_at_bar(self, screen: str) -> None:
        self.look(screen)
        if problem := self.page.evaluate(BAR):
            self.problems.append(f"{screen}: {problem}")


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
@pytest.mark.parametrize("game", ["pickomino", "linko"])
def test_every_screen_with_letters_twice_as_large(
    large: Browser, server: Server, size: tuple[int, int], game: str
) -> None:
    context = large.new_context(
        viewport={"width": size[0], "height": size[1]},
        locale="pl-PL",
        reduced_motion="reduce",
        service_workers="block",
    )
    reader = Reader(context, server.address)
    phone = reader.device
    opener = Guest(server.address)
    listed = opener.open(game, ["human"] * 3, "Ola o długim imieniu")
    with opener:
        opener.do("configure", manners={"listed": True})
    phone.home()
    look_again(phone)
    expect(phone.page.locator(f"a[href='/t/{listed}']")).to_be_visible()
    assert phone.page.evaluate("getComputedStyle(document.body).fontSize") == "32px"
    reader.look("home")
    phone.press("settings.title")
    reader.look("settings")
    phone.press("sheet.close")
    host = Guest(server.address)
    code = host.open(game, ["human", "human", "easy"], "Ola")
    host.give(context)
    phone.join(code)
    expect(phone.button("room.start")).to_be_visible()
    reader.look_at_bar("room")
    lis = Guest(server.address)
    lis.sit(code, "Lis")
    with host, lis:
        lis.ready()
        host.start()
        expect(phone.status).to_be_visible()
        if game == "pickomino":
            reader.look_at_bar("start")
            host.play_until(mine("kept"), plain)
        phone.page.get_by_role("button").first.wait_for()
        reader.look("table")
        phone.press("help.title")
        reader.look("help")
        phone.press("sheet.close")
        phone.press("menu.title")
        reader.look("menu")
        phone.press("sheet.close")
        with phone.elsewhere():
            play_out(host, lis)
    expect(phone.button("end.again")).to_be_visible()
    reader.look("end")
    phone.go(f"/t/{code}/games/1?at=9")
    expect(phone.page.get_by_role("slider")).to_be_visible()
    reader.look_at_bar("replay")
    phone.go(f"/rules/{game}")
    expect(phone.page.get_by_role("heading", level=1)).to_be_visible()
    reader.look("rules")
    context.close()
    phone.assert_well()
    assert not reader.problems, "\n".join(reader.problems)
