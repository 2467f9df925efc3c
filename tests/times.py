"""How long the tests take: seconds and processor seconds by folder, told at the end with ``--times``.

The processor seconds of a program that a test starts count when it has ended.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Generator
from dataclasses import dataclass

import pytest

PROCESSOR = "processor seconds"


@dataclass
class Spent:
    """What the tests of a folder have taken."""

    tests: int = 0
    seconds: float = 0
    processor: float = 0

    def add(self, report: pytest.TestReport) -> None:
        """Count one phase of a test: set up, call or tear down."""
        self.tests += report.when == "call"
        self.seconds += report.duration
        self.processor += float(str(dict(report.user_properties).get(PROCESSOR, 0)))

    def line(self, name: str) -> str:
        return f"{name:24}{self.tests:7}{self.seconds:9.0f}{self.processor:11.0f}"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--times", action="store_true", help="tell the seconds of the tests by folder")


def _processor() -> float:
    return sum(os.times()[:4])  # ours and those of the programs that have ended, without the wall clock


_last = _processor()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    global _last
    report = yield
    now = _processor()
    report.user_properties = [(PROCESSOR, now - _last)]
    _last = now
    return report


def _folder(nodeid: str) -> str:
    return nodeid.partition("::")[0].rpartition("/")[0]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    if not config.getoption("--times"):
        return
    folders, total = defaultdict[str, Spent](Spent), Spent()
    for reports in terminalreporter.stats.values():
        for report in reports:
            if isinstance(report, pytest.TestReport):
                folders[_folder(report.nodeid)].add(report)
                total.add(report)
    terminalreporter.write_line(f"{'':24}{'tests':>7}{'seconds':>9}{'processor':>11}")
    for name, spent in sorted(folders.items(), key=lambda found: -found[1].seconds):
        terminalreporter.write_line(spent.line(name))
    terminalreporter.write_line(total.line("all"))
