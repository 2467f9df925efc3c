"""Take the page's icons and its share image from its own art: ``python -m tools.pictures``.

It needs the page's packages (``make page``) and Chromium; where Chromium is may be named by ``CHROMIUM``.
"""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from playwright.sync_api import sync_playwright

WEB = Path(__file__).parents[1] / "web"
FOLDER = WEB / "public"
CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
SHOTS = {
    "icon-512.png": ("#icon", 1.0),
    "icon-192.png": ("#icon", 192 / 512),
    "icon-180.png": ("#maskable", 180 / 512),
    "icon-maskable-512.png": ("#maskable", 1.0),
    "share.png": ("#share", 1.0),
}
"""Which part of ``web/pictures`` each file shows, and how large. Apple cuts its icon to shape itself."""


class Quiet(SimpleHTTPRequestHandler):
    """Hands out files without telling the terminal."""

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


BADGE = '<circle cx="43" cy="5" r="12" fill="#ffcb2f" stroke="#123524" stroke-width="3"/>'
"""On the icon of a tab in which it is somebody's turn."""


def icon(badge: str = "") -> str:
    """Return the icon as SVG: the name mark's drawing on felt."""
    text = (WEB / "src" / "art" / "Logo.svelte").read_text(encoding="utf-8")
    drawing = re.search(r"<svg[^>]*>(.*?)</svg>", text, re.DOTALL)
    style = re.search(r"<style>(.*?)</style>", text, re.DOTALL)
    assert drawing
    assert style
    rules = re.findall(r"\.(\w+) \{(.*?)\}", style[1], re.DOTALL)
    used = {name: " ".join(body.split()) for name, body in rules if f'class="{name}"' in drawing[1]}
    css = "".join(f".{name}{{{body}}}" for name, body in used.items())
    shapes = re.sub(r"\s+", " ", drawing[1]).strip()
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-8 -8 64 64">'
        f'<style>{css}</style><rect x="-8" y="-8" width="64" height="64" rx="14" fill="#123524"/>'
        f"{shapes}{badge}</svg>\n"
    )


def shoot(built: Path) -> None:
    """Take the pictures from the built page."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(built)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        for name, (part, scale) in SHOTS.items():
            page = browser.new_page(viewport={"width": 1280, "height": 720}, device_scale_factor=scale)
            page.goto(f"http://127.0.0.1:{server.server_port}/")
            page.locator(part).wait_for()
            page.evaluate("document.fonts.ready")
            page.add_style_tag(content="body { background: transparent !important; }")
            page.locator(part).screenshot(path=FOLDER / name, omit_background=True)
            page.close()
            print(name)
        browser.close()
    server.shutdown()


if __name__ == "__main__":
    (FOLDER / "icon.svg").write_text(icon(), encoding="utf-8")
    (FOLDER / "icon-turn.svg").write_text(icon(BADGE), encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder:
        command = ["npx", "vite", "build", "-c", "pictures/vite.config.ts", "--outDir", folder]
        subprocess.run(command, cwd=WEB, check=True, stdout=subprocess.DEVNULL)
        shoot(Path(folder))
