"""A bound on work, counted in steps: verdicts never depend on a clock."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from derive.errors import NotSupported


class BudgetSpent(NotSupported):
    """The work allowed for this attempt is used up."""


_work: ContextVar[list[int] | None] = ContextVar("index_form_work", default=None)


@contextmanager
def budget(steps: int) -> Iterator[None]:
    """Bound the work inside (counted in simplified terms, so that a verdict does not depend on a clock)."""
    token = _work.set([steps])
    try:
        yield
    finally:
        _work.reset(token)


def spend(steps: int) -> None:
    """Count work; beyond the budget the attempt ends."""
    left = _work.get()
    if left is not None:
        left[0] -= steps
        if left[0] < 0:
            raise BudgetSpent("the index form would need too many terms")
