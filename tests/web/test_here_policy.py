"""What the page and its worker with Python may not do, at a server and on a host of mere files."""

from __future__ import annotations

from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from stolik.server.app import PAGE
from stolik.server.static_site import write_site
from tests.web.device import Device
from tests.web.test_here import START, hosted
from tools.browsing import Server

TRIED = """async (stranger) => {
  await new Promise((later) => setTimeout(later)); // what a debugger begins may evaluate strings
  const socket = () => new Promise((opened, failed) => {
    const line = new WebSocket(stranger.replace("http", "ws"));
    line.onopen = opened;
    line.onerror = () => failed(new Error("no line"));
  });
  const attempts = {
    "fetch": () => fetch(stranger),
    "import": () => import(stranger),
    "socket": socket,
    "eval": () => globalThis.eval("1"),
    "function": () => new Function("return 1")(),
  };
  const found = {};
  for (const [name, attempt] of Object.entries(attempts)) {
    const refused = new Promise((known) => {
      const tell = ({ effectiveDirective }) => known(effectiveDirective);
      addEventListener("securitypolicyviolation", tell, { once: true });
    });
    try {
      await attempt();
      found[name] = "allowed";
    } catch {
      found[name] = await Promise.race([refused, new Promise((no) => setTimeout(no, 5000, "failed"))]);
    }
  }
  return found;
}"""
"""Tries what the policy forbids, and returns by which of its parts each was refused."""


class Stranger(ThreadingHTTPServer):
    """Another host. It lets everybody read what it has, and knows whether somebody has asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        super().__init__(("127.0.0.1", 0), _Answer)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/"


class _Answer(BaseHTTPRequestHandler):
    server: Stranger

    def do_GET(self) -> None:
        self.server.asked.append(self.path)
        self.send_response(200)
        self.send_header("Access-Control-Allow-Origin", "*")
        self.send_header("Content-Type", "text/javascript")
        self.end_headers()
        self.wfile.write(b"export default 1;")

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def stranger() -> Iterator[Stranger]:
    with Stranger() as host:
        Thread(target=host.serve_forever, daemon=True).start()
        yield host
        host.shutdown()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """A browser in which pages may fail: it tells of everything that it refuses."""
    with browser.new_context(locale="en-GB") as context:
        yield context


def assert_kept_in(phone: Device, stranger: Stranger) -> None:
    """Begin a game on a device: Python runs there, and nobody else is reached nor a string run."""
    phone.page.get_by_role("button", name=phone.t("home.now")).first.click()
    expect(phone.status).to_be_visible(timeout=START)
    [python] = phone.page.workers
    for place in (python, phone.page):
        assert place.evaluate(TRIED, stranger.address) == {
            "fetch": "connect-src",
            "import": "script-src-elem",
            "socket": "connect-src",
            "eval": "script-src",
            "function": "script-src",
        }
    assert not stranger.asked


def test_at_a_server_the_worker_is_kept_in_by_what_the_server_sends(
    context: BrowserContext, server: Server, stranger: Stranger
) -> None:
    phone = Device(context, server.address, "en")
    phone.home()
    phone.press("here.play")
    expect(phone.page.get_by_role("heading", name=phone.t("here.on"))).to_be_visible(timeout=START)
    assert_kept_in(phone, stranger)


def test_on_a_host_of_mere_files_the_worker_is_kept_in_by_the_page(
    context: BrowserContext, stranger: Stranger, tmp_path: Path
) -> None:
    write_site(PAGE, tmp_path)
    with hosted(tmp_path) as address:
        phone = Device(context, address, "en")
        phone.go("/")
        assert_kept_in(phone, stranger)
