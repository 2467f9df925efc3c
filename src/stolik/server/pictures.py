"""The addresses of tables as QR codes: drawn one at a time beside the event loop, and kept for a while."""

from __future__ import annotations

import asyncio
import io
from concurrent.futures import ThreadPoolExecutor
from time import perf_counter, sleep

import segno

KEPT = 500
"""Pictures that are kept in memory."""
REST = 3.0
"""How many times longer than a picture takes the next one waits: the tables are slower while one is drawn."""


class Pictures:
    """The pictures that were asked for lately."""

    def __init__(self) -> None:
        self._kept: dict[str, bytes] = {}
        self._drawer = ThreadPoolExecutor(1, "stolik-draw")
        self._rest_until = 0.0

    def kept(self, address: str) -> bytes | None:
        """Return a picture, if it was drawn lately."""
        return self._kept.get(address)

    async def draw(self, address: str) -> bytes:
        """Draw a picture when its turn has come, and keep it."""
        drawn = await asyncio.get_running_loop().run_in_executor(self._drawer, self._draw, address)
        self._kept[address] = drawn
        if len(self._kept) > KEPT:
            del self._kept[next(iter(self._kept))]
        return drawn

    def _draw(self, address: str) -> bytes:
        sleep(max(0.0, self._rest_until - perf_counter()))
        began, picture = perf_counter(), io.BytesIO()
        segno.make(address, error="m").save(picture, kind="svg", border=1, scale=4)
        self._rest_until = perf_counter() + REST * (perf_counter() - began)
        return picture.getvalue()

    def close(self) -> None:
        """Draw nothing more."""
        self._drawer.shutdown(wait=False, cancel_futures=True)
