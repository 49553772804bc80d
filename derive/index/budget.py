"""A bound on work, counted in steps: verdicts never depend on a clock. And what an attempt relied on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

from derive.errors import NotSupported


class BudgetSpent(NotSupported):
    """The work allowed for this attempt is used up."""


@dataclass(slots=True)
class Work:
    """Steps left, and whether a rule was used that holds only off the jumps of ``sign`` and ``step``."""

    left: int
    off_jumps: bool = False


_work: ContextVar[Work | None] = ContextVar("index_form_work", default=None)


@contextmanager
def budget(steps: int) -> Iterator[Work]:
    """Bound the work inside (counted in simplified terms, so that a verdict does not depend on a clock)."""
    work = Work(steps)
    token = _work.set(work)
    try:
        yield work
    finally:
        _work.reset(token)


def spend(steps: int) -> None:
    """Count work; beyond the budget the attempt ends."""
    work = _work.get()
    if work is not None:
        work.left -= steps
        if work.left < 0:
            raise BudgetSpent("the index form would need too many terms")


def stay_off_jumps() -> None:
    """Remember that a rule was used that fails where the argument of a ``sign`` or a ``step`` is zero."""
    work = _work.get()
    if work is not None:
        work.off_jumps = True
