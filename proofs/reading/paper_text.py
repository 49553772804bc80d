"""The text of a paper file: what can be read as one, and what its lines are."""

from __future__ import annotations

import re
import stat
from pathlib import Path

from proofs.reading.paper import BadPaper, Flaw

MAX_BYTES = 4_000_000
_LINE_END = re.compile(r"\r\n|\n|\r")
_STREAMS = ("/dev/fd/", "/dev/stdin", "/proc/self/fd/")  # where a shell puts what another command writes


def lines_of(text: str) -> list[str]:
    r"""Return the lines of a paper file without their ends; form feeds and U+2028 end none.

    Examples:
        >>> lines_of("a\r\nb\x0cc\n")
        ['a', 'b\x0cc', '']

    """
    return _LINE_END.split(text)


def line_ends(text: str) -> list[str]:
    r"""Return what ends each line of `lines_of`; the last line ends with nothing.

    Examples:
        >>> line_ends("a\r\nb\nc")
        ['\r\n', '\n', '']

    """
    return [*_LINE_END.findall(text), ""]


def load(path: Path) -> str:
    """Return the text of a paper file, without a byte order mark.

    Raises:
        BadPaper: There is no such file, or it is no text.

    """

    def refuse(message: str) -> BadPaper:
        return BadPaper((Flaw(str(path), 0, 0, message),))

    try:
        if path.is_dir():
            raise refuse("this is a folder, not a paper file")
        found = path.stat()
        if not stat.S_ISREG(found.st_mode) and not str(path).startswith(_STREAMS):
            raise refuse("this is a pipe or a device, not a paper file")  # reading it might never end
        with path.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
        if len(data) > MAX_BYTES:
            size = max(found.st_size, len(data))
            raise refuse(f"the file has {size:,} bytes; a paper file has at most {MAX_BYTES:,}")
    except FileNotFoundError:
        raise refuse("there is no such file") from None
    except (OSError, ValueError) as problem:
        reason = problem.strerror if isinstance(problem, OSError) else str(problem)
        raise refuse(f"the file cannot be read: {reason}") from None
    if not data.strip():
        raise refuse("the file is empty")
    if b"\0" in data:
        raise refuse("this is a binary file, not a paper file (Markdown)")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        raise refuse(f"the file is not UTF-8 text (byte {problem.start}); is it a binary file?") from None
