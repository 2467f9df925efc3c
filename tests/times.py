"""How long the tests take: seconds and processor seconds by folder, told at the end with ``--times``.

The processor seconds of a program that a test starts count when it has ended.
"""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from collections.abc import Generator

import pytest

PROCESSOR = "processor seconds"


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
    report.user_properties = [(PROCESSOR, now - _last)]  # of this phase alone: set up, call or tear down
    _last = now
    return report


def _folder(nodeid: str) -> str:
    path = nodeid.partition("::")[0].split("/")
    return "/".join(path[:-1]) if len(path) > 2 else "tests"


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    if not config.getoption("--times"):
        return
    tests, seconds, processor = Counter[str](), defaultdict[str, float](float), defaultdict[str, float](float)
    for reports in terminalreporter.stats.values():
        for report in reports:
            if not isinstance(report, pytest.TestReport):
                continue
            for folder in (_folder(report.nodeid), "all"):
                tests[folder] += report.when == "call"
                seconds[folder] += report.duration
                processor[folder] += float(str(dict(report.user_properties).get(PROCESSOR, 0)))
    terminalreporter.write_line(f"{'':24}{'tests':>7}{'seconds':>9}{'processor':>11}")
    for folder in sorted(seconds, key=lambda name: (name == "all", -seconds[name])):
        terminalreporter.write_line(
            f"{folder:24}{tests[folder]:7}{seconds[folder]:9.0f}{processor[folder]:11.0f}"
        )
