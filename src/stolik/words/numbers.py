"""Numbers as people write them in their language."""

from __future__ import annotations

from stolik.words import Words

NO_INTERVAL = "?"


class Numbers:
    """Writes numbers with the signs of a language: ``1,234.5`` and ``33%`` or ``1.234,5`` and ``33 %``."""

    def __init__(self, words: Words) -> None:
        self._point = words("number.point")
        self._thousands = words("number.thousands")
        self._percent = words("number.percent")

    def count(self, number: int) -> str:
        """Return a whole number."""
        return f"{number:,}".replace(",", self._thousands)

    def decimal(self, value: float, digits: int) -> str:
        """Return a number with so many digits after the point, and a true minus sign."""
        return f"{value:.{digits}f}".replace(".", self._point).replace("-", "−")

    def short(self, value: float) -> str:
        """Return a number with as many digits after the point as it has, and none if it is whole."""
        return f"{value:g}".replace(".", self._point)

    def percent(self, value: float, digits: int = 1) -> str:
        """Return a share of one as a percentage."""
        return self.decimal(100 * value, digits) + self._percent

    def interval(self, mean: float, half: float | None, digits: int = 2) -> str:
        """Return a mean and the half width of its interval: ``8.21 ± 0.05``."""
        reach = NO_INTERVAL if half is None else self.decimal(half, digits)
        return f"{self.decimal(mean, digits)} ± {reach}"

    def rate(self, mean: float, half: float | None) -> str:
        """Return a rate in per cent: ``71.3% ± 0.6``; an interval as narrow as that gets more digits."""
        digits = 2 if half is not None and half < 0.001 else 1
        reach = NO_INTERVAL if half is None else self.decimal(100 * half, digits)
        return f"{self.percent(mean, digits)} ± {reach}"
