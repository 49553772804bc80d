"""Standard output and standard error as a command needs them: a stream that fails does not stop the work."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator
from typing import Any, TextIO


class Lasting:
    """A text stream that is written to for as long as that works; what comes later is dropped.

    Attributes:
        failure: Why it ended, if not because its reader has gone (as in ``derive audit x | head``).

    """

    def __init__(self, stream: TextIO) -> None:
        self.stream, self.ended = stream, False
        self.failure: OSError | None = None

    def write(self, text: str) -> int:
        with self._kept():
            self.stream.write(text)
        return len(text)

    def flush(self) -> None:
        with self._kept():
            self.stream.flush()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)

    @contextlib.contextmanager
    def _kept(self) -> Iterator[None]:
        if self.ended:
            with contextlib.suppress(OSError):  # it leads nowhere now: only what was waiting is let go
                yield
            return
        try:
            yield
        except OSError as problem:
            self.ended = True
            self.failure = None if isinstance(problem, BrokenPipeError) else problem
            with contextlib.suppress(OSError, ValueError):
                nowhere = os.open(os.devnull, os.O_WRONLY)
                os.dup2(nowhere, self.stream.fileno())
                os.close(nowhere)


@contextlib.contextmanager
def lasting_streams() -> Iterator[Lasting]:
    """Make standard output and standard error last; yield standard output."""
    out, err = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = Lasting(out), Lasting(err)  # type: ignore[assignment]
    try:
        yield sys.stdout  # type: ignore[misc]
    finally:
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        sys.stdout, sys.stderr = out, err
