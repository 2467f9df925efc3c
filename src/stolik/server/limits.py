"""Limits, so that nobody's haste or malice spoils it for others."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

REMEMBERED = 20_000
"""Those whose buckets are remembered."""


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

    def take(self, number: float = 1) -> bool:
        """Return whether one more thing, or so many, is within the limit, and count it if so."""
        now = self._clock()
        self._tokens = min(self._burst, self._tokens + (now - self._then) * self._rate)
        self._then = now
        if self._tokens < number:
            return False
        self._tokens -= number
        return True


class Buckets:
    """A bucket for each of many, of whom those that come most seldom are forgotten.

    >>> buckets = Buckets(rate=1, burst=1, clock=lambda: 0)
    >>> buckets["ola"].take(), buckets["ola"].take(), buckets["lis"].take()
    (True, False, True)
    """

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = monotonic) -> None:
        self._rate = rate
        self._burst = burst
        self._clock = clock
        self._buckets: dict[str, Bucket] = {}

    def __getitem__(self, who: str) -> Bucket:
        bucket = self._buckets.pop(who, None) or Bucket(self._rate, self._burst, self._clock)
        if len(self._buckets) >= REMEMBERED:
            del self._buckets[next(iter(self._buckets))]
        self._buckets[who] = bucket
        return bucket
