"""Somebody who plays through the page alone: by the controls that can be seen, and nothing else."""

from __future__ import annotations

import re

from playwright.sync_api import Locator

from tests.web.device import Device

OPEN = "button:not([aria-disabled=true]):enabled"

OFFERED = """(first) => {
  const group = first.matches("button") && first.closest("[role=toolbar], dialog, footer, ul");
  if (!group) return [null, []];
  const buttons = [...group.querySelectorAll("button:not([aria-disabled=true]):enabled")];
  return [group.role ?? group.localName, buttons.map((one) => one.ariaLabel ?? one.textContent)];
}"""
"""What kind of group the first open control is in, and the names of all open ones there."""


class Player:
    """Plays at the table that a device shows."""

    def __init__(self, device: Device) -> None:
        page = device.page
        self._over = device.button("end.again")
        self._kinds = {
            "toolbar": page.locator(f"[role=toolbar]:not(:has([aria-pressed=true])) {OPEN}"),
            "ul": page.locator(f"main ul:not(.grill, :has([aria-pressed=true])) {OPEN}"),
            "footer": device.actions.and_(page.locator(OPEN)),
            "dialog": page.locator(f"dialog[open] {OPEN}"),
        }
        toolbar, table, actions, sheet = self._kinds.values()
        self._anything = toolbar.or_(table).or_(actions).or_(sheet)

    def play_on(self, until: Locator | None = None) -> bool:
        """Wait until something can be done, and do it; return whether we go on."""
        found = self._anything if until is None else until.or_(self._anything)
        kind, names = found.first.evaluate(OFFERED)
        if kind is None or (kind == "dialog" and self._over.is_visible()):
            return False
        self._kinds[kind].nth(_best(kind, names)).click()
        return True

    def play_out(self, until: Locator | None = None) -> None:
        """Play until the game is over, or something else is there that is no button."""
        while self.play_on(until):
            pass


def _best(kind: str, names: list[str]) -> int:
    """Return which to press: the group that counts for most, a tile rather than a roll, the last answer."""
    if kind == "toolbar":
        return max(range(len(names)), key=lambda n: int(([0, *re.findall(r"\d+", names[n])])[-1]))
    if kind == "footer":
        return next((n for n, name in enumerate(names) if re.search(r"\d", name) and "%" not in name), 0)
    return len(names) - 1
