"""Standard output and standard error as a command needs them: a stream that fails does not stop the work."""

from __future__ import annotations

import contextlib
import json
import os
import sys
from collections.abc import Iterator
from typing import Any, TextIO

PLAIN = str.maketrans(
    {"✓": "+", "✗": "x", "⊥": "!", "∅": "0", "±": "+-", "…": "...", "–": "-", "—": "-", "→": "->", "·": "*", "×": "x",
     "≤": "<=", "≥": ">=", "≠": "!=", "‖": "||"}
)  # fmt: skip
"""Plain characters for the marks of tables and messages, where an encoding lacks them."""


def can_write(text: str, encoding: str, errors: str = "strict") -> bool:
    """Return whether an encoding has all characters of a text."""
    try:
        text.encode(encoding, errors)
    except UnicodeEncodeError:
        return False
    return True


def print_json(data: Any) -> None:
    """Print JSON that is JSON in any encoding."""
    text = json.dumps(data, ensure_ascii=False, indent=1)
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    print(text if can_write(text, encoding) else json.dumps(data, indent=1))


class Lasting:
    """A text stream that is written to for as long as that works; what comes later is dropped.

    Attributes:
        failure: Why it ended, if not because its reader has gone (as in ``derive audit x | head``).

    """

    def __init__(self, stream: TextIO) -> None:
        self.stream, self.ended = stream, False
        self.failure: OSError | None = None

    def write(self, text: str) -> int:
        """Write what the encoding has, else escapes; returns the length also of what is dropped."""
        with self._kept():
            self.stream.write(self._writable(text))
        return len(text)

    def _writable(self, text: str) -> str:
        """The text in what its encoding has: marks as plain characters, all else as escapes."""
        encoding, errors = getattr(self.stream, "encoding", None), getattr(self.stream, "errors", None)
        if not encoding or can_write(text, encoding, errors or "strict"):
            return text
        return text.translate(PLAIN).encode(encoding, "backslashreplace").decode(encoding)

    def flush(self) -> None:
        """Flush if the stream still leads somewhere; never raises an `OSError`."""
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
