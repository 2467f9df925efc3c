"""The page as a folder of plain files that any host can serve: visitors play in their own browsers.

Nothing in it names an address of its own, so that it may lie anywhere: at the root of a host or below.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from stolik.server import offline

POLICY = (
    "default-src 'none'; script-src 'self' blob: 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self' blob:; base-uri 'none'; "
    "form-action 'self'"
)
"""What the page may do: nothing but with the files beside it. The worker that runs Python starts from a blob
(``web/src/here/engine.ts``) and so inherits it: ``'wasm-unsafe-eval'`` and ``blob:`` scripts are for that."""

_FROM_ROOT = re.compile(r'(href|src)="/')


def write_site(page: Path, folder: Path) -> int:
    """Write the page into a folder, with all it needs to play without a server; return how many bytes."""
    shutil.copytree(page, folder, dirs_exist_ok=True)
    index = folder / "index.html"
    index.write_text(_without_server(index.read_text(encoding="utf-8")), encoding="utf-8")
    package = folder / offline.package_path()
    package.parent.mkdir(exist_ok=True)
    package.write_bytes(offline.package())
    (folder / offline.PARTS).write_bytes(offline.parts(folder))
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def _without_server(html: str) -> str:
    """Return the page's file for a host that only has files: it says so, and names them by where they are."""
    html = _FROM_ROOT.sub(r'\1="./', html).replace("<html ", '<html data-server="none" ', 1)
    policy = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}" />'
    return html.replace('<meta charset="utf-8" />', f'<meta charset="utf-8" />\n    {policy}', 1)
