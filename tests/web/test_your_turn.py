"""Your turn reaches you, also while you look elsewhere: title, icon, sound, buzz and notification."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.effort import LONG
from tests.web.device import Device, MakeDevice
from tests.web.positions import Positions, mine

HIDE = """() => {
  let hidden = false;
  Object.defineProperty(document, "hidden", { get: () => hidden });
  window.lookAway = (away) => {
    hidden = away;
    document.dispatchEvent(new Event("visibilitychange"));
  };
}"""
"""Let the page be looked away from."""

RECORD = """(answer) => {
  window.calls = { sounds: 0, buzzes: 0, asked: 0, shown: [] };
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (when) {
    window.calls.sounds += 1;
    start.call(this, when);
  };
  navigator.vibrate = () => (window.calls.buzzes += 1);
  window.Notification = class {
    static permission = "default";
    static requestPermission() {
      window.calls.asked += 1;
      return Promise.resolve((window.Notification.permission = answer));
    }
    constructor(title, options) {
      window.calls.shown.push([title, options.body]);
    }
  };
}"""
"""Count what the page asks of the browser; ``answer`` is what the person says to notifications."""


SHOWN = """() => {
  ServiceWorkerRegistration.prototype.showNotification = async (title, { body, data }) => {
    window.calls.shown.push([title, body, data]);
  };
}"""
"""Keep what the worker is to show: a browser without a window shows nothing."""

CLICK = """async (path) => {
  const led = [];
  let done, closed = false;
  WindowClient.prototype.focus = function () { led.push(["focus", new URL(this.url).pathname]); };
  clients.openWindow = (path) => led.push(["open", path]);
  const notification = { data: path, close: () => (closed = true) };
  const waitUntil = (promise) => (done = promise); // the browser waits for its own events alone
  dispatchEvent(Object.assign(new Event("notificationclick"), { notification, waitUntil }));
  await done;
  return [led, closed];
}"""
"""Click a notification of a table, as the browser would: where that leads, and whether it is gone."""


def watched(device: Device, answer: str = "granted") -> Device:
    device.page.add_init_script(f"({HIDE})(); ({RECORD})({answer!r})")
    return device


def calls(device: Device) -> dict[str, Any]:
    found: dict[str, Any] = device.page.evaluate("window.calls")
    return found


def look_away(device: Device, away: bool = True) -> None:
    device.page.evaluate("away => window.lookAway(away)", away)


def allow_notifications(device: Device) -> None:
    device.press("menu.title")
    device.press("settings.title")
    device.choose("settings.notify", "settings.notify.on")
    expect(
        device.page.get_by_role("combobox", name=device.t("settings.notify")).locator("option:checked")
    ).to_have_text(device.t("settings.notify.on"))
    device.press("sheet.close")


@pytest.mark.parametrize(
    ("language", "title"), [("pl", "● Twoja kolej – Stolik"), ("en", "● Your turn – Stolik")]
)
def test_whoever_looks_elsewhere_is_called(device: MakeDevice, language: str, title: str) -> None:
    phone = watched(device(language=language))
    table = Positions(phone, "pickomino", ["Ola", "Lis"])
    allow_notifications(phone)
    icon = phone.page.locator("link[rel=icon]")
    table.bring(lambda view: bool(view["actor"] == 1), seen=True)
    expect(phone.page).to_have_title(f"Stolik {phone.code}")
    expect(icon).to_have_attribute("href", "/icon.svg")
    before = calls(phone)
    look_away(phone)
    table.bring(mine("start"), seen=True)
    expect(phone.page).to_have_title(f"{title} {phone.code}")
    expect(icon).to_have_attribute("href", "/icon-turn.svg")
    phone.page.wait_for_function("window.calls.shown.length")
    after = calls(phone)
    assert after["sounds"] == before["sounds"] + 2, "two notes call; what was skipped is silent"
    assert after["buzzes"] == before["buzzes"] + 1
    assert after["shown"] == [[phone.t("table.your_turn"), phone.t("pickomino.name")]]
    look_away(phone, False)
    table.bring(lambda view: bool(view["actor"] == 1), seen=True)
    expect(phone.page).to_have_title(f"Stolik {phone.code}")


@pytest.mark.skipif(not LONG, reason="web/tests/worker.test.ts has the short form")
def test_a_notification_leads_to_the_table(device: MakeDevice) -> None:
    phone = watched(device(workers=True))
    phone.page.add_init_script(f"({SHOWN})()")
    table = Positions(phone, "pickomino", ["Ola", "Lis"])
    phone.page.evaluate("navigator.serviceWorker.ready.then(() => {})")
    [worker] = phone.context.service_workers
    allow_notifications(phone)
    table.bring(lambda view: bool(view["actor"] == 1), seen=True)
    expect(phone.page).to_have_title(f"Stolik {phone.code}")
    look_away(phone)
    table.bring(mine("start"), seen=True)
    phone.page.wait_for_function("window.calls.shown.length")
    path = f"/t/{phone.code}"
    assert calls(phone)["shown"] == [[phone.t("table.your_turn"), phone.t("pickomino.name"), path]]
    assert worker.evaluate(CLICK, path) == [[["focus", path]], True]
    phone.home()
    assert worker.evaluate(CLICK, path) == [[["open", path]], True]


def test_whoever_sees_the_page_needs_no_notification(device: MakeDevice) -> None:
    phone = watched(device())
    table = Positions(phone, "pickomino", ["Ola", "Lis"])
    allow_notifications(phone)
    table.bring(lambda view: bool(view["actor"] == 1), seen=True)
    expect(phone.page).to_have_title(f"Stolik {phone.code}")
    table.bring(mine("start"), seen=True)
    expect(phone.page).to_have_title(re.compile("^●"))
    assert calls(phone)["shown"] == []


def test_notifications_are_asked_for_by_a_tap_alone(device: MakeDevice) -> None:
    phone = watched(device(), "denied")
    phone.home()
    phone.press("settings.title")
    assert calls(phone)["asked"] == 0
    phone.choose("settings.notify", "settings.notify.on")
    expect(phone.page.get_by_test_id("notices")).to_have_text(phone.t("settings.notify_denied"))
    assert calls(phone)["asked"] == 1
    chosen = phone.page.get_by_role("combobox", name=phone.t("settings.notify")).locator("option:checked")
    expect(chosen).to_have_text(phone.t("settings.notify.off"))


def test_the_volume_goes_down_to_silence(device: MakeDevice) -> None:
    phone = watched(device())
    phone.home()
    phone.press("settings.title")
    volume = phone.page.get_by_role("slider", name=phone.t("settings.volume"))
    volume.press("ArrowLeft")
    expect(volume).to_have_attribute("aria-valuetext", re.compile("60"))
    assert calls(phone)["sounds"] == 2, "one hears how loud it is now"
    volume.press("Home")
    expect(volume).to_have_attribute("aria-valuetext", phone.t("settings.silent"))
    assert calls(phone)["sounds"] == 2
    phone.page.reload()
    phone.press("settings.title")
    expect(volume).to_have_attribute("aria-valuetext", phone.t("settings.silent"))
