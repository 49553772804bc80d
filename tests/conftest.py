"""What all tests share: no test fails because a machine is busy, and a run ends by telling where its time went."""

from __future__ import annotations

import gc

import pytest
from hypothesis import settings

from proofs.auditing.workers import RARELY
from tests.parts import Parts, is_drawn

settings.register_profile("untimed", deadline=None, max_examples=40)
settings.load_profile("untimed")
PARTS = Parts()
gc.set_threshold(*RARELY)  # as in the workers of an audit: a tenth of the time of tests went into looking for cycles


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Of tables of claims that are judged take a tenth, unless their files are named."""
    if config.args_source is not pytest.Config.ArgsSource.TESTPATHS:
        return
    drawn = [not is_judged_case(one) or is_drawn(one.nodeid) for one in items]
    config.hook.pytest_deselected(items=[one for one, taken in zip(items, drawn, strict=True) if not taken])
    items[:] = [one for one, taken in zip(items, drawn, strict=True) if taken]


def is_judged_case(one: pytest.Item) -> bool:
    """Whether a test is one case of a table in a file that judges claims (`tests.judged`)."""
    used = vars(getattr(one, "module", None) or object).values() if hasattr(one, "callspec") else ()
    return any(getattr(value, "__module__", None) == "tests.judged" for value in used)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    PARTS.add(report.nodeid, report.duration)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    if len(PARTS.seconds) > 1:
        workers = getattr(config.option, "numprocesses", None) or 1
        terminalreporter.section(f"seconds by part, over {workers} process{'es' if workers > 1 else ''}")
        terminalreporter.write_line(PARTS.table())
