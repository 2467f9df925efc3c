"""How much of a window is bare: nothing but the room and the felt, measured from the pixels."""

from __future__ import annotations

import base64

from playwright.sync_api import Page

GOAL = 0.35
"""The most of a large window that may be bare."""

BLUR = 0.01
"""How much less seems bare than is, at most: JPEG blurs the edges. PNG takes twice as long."""

EMPTY = ".desk > *, .desk > * * { visibility: hidden !important; }"
"""A table without its bar, its rail and everything that lies on it: the edge, the felt and the room stay."""

HIDE = """
(rules) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules);
  document.adoptedStyleSheets.push(sheet);
}
"""

COMPARE = """
async ([full, empty]) => {
  const SHADE = 8; // of 255: a soft shadow is no thing
  const pixels = async (text) => {
    const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: "image/jpeg" }));
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext("2d", { willReadFrequently: true });
    context.drawImage(image, 0, 0);
    return context.getImageData(0, 0, image.width, image.height).data;
  };
  const [a, b] = [await pixels(full), await pixels(empty)];
  let same = 0;
  for (let at = 0; at < a.length; at += 4) {
    const apart = Math.max(
      Math.abs(a[at] - b[at]), Math.abs(a[at + 1] - b[at + 1]), Math.abs(a[at + 2] - b[at + 2]),
    );
    same += apart < SHADE;
  }
  return (4 * same) / a.length;
}
"""


def bare_share(page: Page) -> float:
    """Return the share of the window that looks the same when everything on the table is hidden."""
    full = _picture(page)
    page.evaluate(HIDE, EMPTY)
    empty = _picture(page)
    page.evaluate("document.adoptedStyleSheets.pop()")
    return float(page.evaluate(COMPARE, [full, empty])) + BLUR


def _picture(page: Page) -> str:
    picture = page.screenshot(animations="disabled", type="jpeg", quality=95)
    return base64.b64encode(picture).decode()
