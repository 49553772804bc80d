"""What all tests share: no test fails because a machine is busy, and a run ends by telling where its time went."""

from __future__ import annotations

import pytest
from hypothesis import settings

from tests.parts import Parts

settings.register_profile("untimed", deadline=None, max_examples=40)
settings.load_profile("untimed")
PARTS = Parts()


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    PARTS.add(report.nodeid, report.duration)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    if len(PARTS.seconds) > 1:
        workers = getattr(config.option, "numprocesses", None) or 1
        terminalreporter.section(f"seconds by part, over {workers} process{'es' if workers > 1 else ''}")
        terminalreporter.write_line(PARTS.table())
