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
    """Steps left, and the rules that hold only off the jumps of ``sign`` and ``step``.

    Attributes:
        left: Steps left.
        everywhere: Whether those rules are not to be used.
        off_jumps: Whether one of them was used.

    """

    left: int
    everywhere: bool = False
    off_jumps: bool = False


_work: ContextVar[Work | None] = ContextVar("index_form_work", default=None)


@contextmanager
def budget(steps: int, *, everywhere: bool = False) -> Iterator[Work]:
    """Bound the work inside (counted in simplified terms, so that a verdict does not depend on a clock)."""
    work = Work(steps, everywhere)
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


def may_stay_off_jumps() -> bool:
    """Return whether a rule may be used that fails where the argument of a ``sign`` or a ``step`` is zero, and remember it."""
    work = _work.get()
    if work is None:
        return True
    work.off_jumps |= not work.everywhere
    return not work.everywhere
