"""An end to what a command does in its own process: a judged claim has a process of its own, which can be ended."""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Iterator


class OutOfTime(BaseException):
    """The limit is reached; like an interruption, it is no exception that code on the way handles."""


@contextlib.contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """End the block after so many seconds, by the alarm of the system: in the main thread, and where there is one.

    Raises:
        OutOfTime: The block took longer.

    """
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "SIGALRM"):
        yield
        return

    def end(*_: object) -> None:
        raise OutOfTime

    before = signal.signal(signal.SIGALRM, end)
    try:
        signal.setitimer(signal.ITIMER_REAL, seconds)
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


__all__ = ["OutOfTime", "time_limit"]
