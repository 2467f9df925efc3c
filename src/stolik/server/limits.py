"""Limits, so that nobody's haste or malice spoils it for others."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic


class Bucket:
    """So many things at once, and so many a second after that.

    >>> bucket = Bucket(rate=1, burst=2, clock=lambda: 0)
    >>> bucket.take(), bucket.take(), bucket.take()
    (True, True, False)
    """

    __slots__ = ("_burst", "_clock", "_rate", "_then", "_tokens")

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = monotonic) -> None:
        self._rate = rate
        self._burst = burst
        self._clock = clock
        self._then = clock()
        self._tokens = burst

    def take(self) -> bool:
        """Return whether one more thing is within the limit, and count it if so."""
        now = self._clock()
        self._tokens = min(self._burst, self._tokens + (now - self._then) * self._rate)
        self._then = now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True
