"""An end to what a command does in its own process: a judged claim has a process of its own, which can be ended."""

from __future__ import annotations

import contextlib
import threading
from _thread import interrupt_main
from collections.abc import Iterator


class OutOfTime(Exception):
    """The limit is reached."""


@contextlib.contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Interrupt the block after so many seconds, as Ctrl-C would; that one still means what it does.

    Only in the main thread; elsewhere there is no limit.

    Raises:
        OutOfTime: The block took longer.

    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    reached = threading.Event()

    def end() -> None:
        reached.set()
        interrupt_main()

    timer = threading.Timer(seconds, end)
    timer.daemon = True
    try:
        timer.start()
        yield
    except KeyboardInterrupt:
        if reached.is_set():
            raise OutOfTime from None
        raise
    finally:
        timer.cancel()


__all__ = ["OutOfTime", "time_limit"]
