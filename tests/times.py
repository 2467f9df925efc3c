"""How long the tests take: seconds and processor seconds by folder or file, told at the end with ``--times``.

What browsers and servers take that a test has started counts as well, where the system tells (Linux).
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Generator
from dataclasses import dataclass
from pathlib import Path

import pytest

PROCESSOR = "processor seconds"
TICKS = os.sysconf("SC_CLK_TCK")


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
        return f"{name:48}{self.tests:7}{self.seconds:9.0f}{self.processor:11.0f}"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--times",
        nargs="?",
        const="folder",
        choices=("folder", "file"),
        help="tell the seconds of the tests, by folder or by file",
    )


def _processor() -> float:
    return _taken(os.getpid()) or sum(os.times()[:4])  # the fifth is the wall clock


def _taken(process: int) -> float:
    """Return what a process has taken, with all that it has started, running or ended."""
    folder = Path(f"/proc/{process}")
    try:
        after_name = (folder / "stat").read_text().rpartition(")")[2].split()
        children = [child for task in folder.glob("task/*/children") for child in task.read_text().split()]
    except OSError:  # it has just ended, or this is another system
        return 0.0
    return sum(map(int, after_name[11:15])) / TICKS + sum(_taken(int(child)) for child in children)


_last = _processor()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    global _last
    report = yield
    now = _processor()
    report.user_properties = [(PROCESSOR, max(0.0, now - _last))]  # less, where a browser ended uncounted
    _last = now
    return report


def _place(nodeid: str, by: str) -> str:
    file = nodeid.partition("::")[0]
    return file if by == "file" else file.rpartition("/")[0]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    by = config.getoption("--times")
    if not by:
        return
    places, total = defaultdict[str, Spent](Spent), Spent()
    for reports in terminalreporter.stats.values():
        for report in reports:
            if isinstance(report, pytest.TestReport):
                places[_place(report.nodeid, by)].add(report)
                total.add(report)
    terminalreporter.write_line(f"{'':48}{'tests':>7}{'seconds':>9}{'processor':>11}")
    for name, spent in sorted(places.items(), key=lambda found: -found[1].seconds):
        terminalreporter.write_line(spent.line(name))
    terminalreporter.write_line(total.line("all"))
