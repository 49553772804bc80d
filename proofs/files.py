"""Writes files so that a reader sees the old one or the new one, and nothing that the user has is lost."""

from __future__ import annotations

import contextlib
import os
import stat
import tempfile
from collections.abc import Callable
from pathlib import Path


def write_text(path: Path, text: str) -> None:
    """Write a text, whole or not at all; a link stays a link, a file keeps its mode and its owner.

    What is no regular file (a pipe, a device) is written to as it is.

    Raises:
        OSError: It cannot be written.

    """
    target = Path(os.path.realpath(path))
    try:
        before = path.stat()
    except FileNotFoundError:
        target.parent.mkdir(parents=True, exist_ok=True)
        before = None
    stream = str(path).startswith(("/dev/", "/proc/"))  # /dev/stdout may be a file that others write to
    if before is not None and (stream or not stat.S_ISREG(before.st_mode)):
        path.write_bytes(text.encode("utf-8"))
        return
    if before is not None and not os.access(target, os.W_OK):
        raise PermissionError(13, "the file may not be written", str(path))
    _replace(target, text.encode("utf-8"), lambda partial: _as_before(partial, before))


def _replace(target: Path, data: bytes, dress: Callable[[Path], None]) -> None:
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name[:100]}.")
    partial = Path(name)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
        dress(partial)
        partial.replace(target)
    except BaseException:
        partial.unlink(missing_ok=True)
        raise


def _as_before(partial: Path, before: os.stat_result | None) -> None:
    if before is None:
        partial.chmod(0o644)
        return
    with contextlib.suppress(OSError):
        os.chown(partial, before.st_uid, before.st_gid)
    partial.chmod(stat.S_IMODE(before.st_mode))
