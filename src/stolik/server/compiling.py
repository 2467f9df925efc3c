"""Compiling Python's files once on a device, so that everything starts sooner the next time.

Compiled files take twice the room of their sources, so they are made where they are needed, and not sent.
"""

from __future__ import annotations

import asyncio
import importlib.util
import io
import marshal
import zipfile

UNCHECKED = (1).to_bytes(4, "little") + bytes(8)
"""That a file need not be compared with its source, which is not there."""
DOCUMENTED = ("_pyodide/", "pyodide/")
"""They read their own documentation when they start."""


async def compiled(packed: bytes | memoryview) -> bytes:
    """Return a zip archive with its Python files compiled and nothing packed; others have turns meanwhile."""
    found = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(bytes(packed))) as sources, zipfile.ZipFile(found, "w") as archive:
        for name in sources.namelist():
            content = sources.read(name)
            if name.endswith(".py"):
                optimized = 0 if name.startswith(DOCUMENTED) else 2
                code = compile(content, f"/{name}", "exec", dont_inherit=True, optimize=optimized)
                name, content = f"{name}c", importlib.util.MAGIC_NUMBER + UNCHECKED + marshal.dumps(code)
                await asyncio.sleep(0)
            archive.writestr(name, content)
    return found.getvalue()
