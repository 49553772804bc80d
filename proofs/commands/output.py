"""Files that a command is told to write: what would be lost is refused before any time is spent."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path

from proofs.reading.paper import BadPaper, paper_name
from proofs.reading.shipped import find_papers
from proofs.usage import BadInput

_BEGINS = {"--json": b"{", "--junit": b"<", "--sarif": b"{"}


def check_outputs(outputs: dict[str, str | None], inputs: Iterable[str] = ()) -> None:
    """Refuse outputs that are one file, that are read by the same command, or that exist and are something else.

    Args:
        outputs: Option -> file; ``-`` and none are no files.
        inputs: What the command reads: papers as they are named on the command line, or files.

    Raises:
        BadInput: A file would be lost.

    """
    read = set(_identities(inputs))
    seen: dict[str, str] = {}
    for option, name in outputs.items():
        if not name or name == "-":
            continue
        place = os.path.realpath(name)
        if place in read or _number(place) in read:
            raise BadInput(f"{option} {name}: this file is read by the same command and would be lost; name another")
        if place in seen and (Path(place).is_file() or not Path(place).exists()):
            raise BadInput(f"{option} {name}: this is the file of {seen[place]} too; name two files")
        if Path(place).is_file() and not _is_result(Path(place), _BEGINS.get(option, b"")):
            what = option.strip("-").upper()
            raise BadInput(f"{option} {name}: this file exists, is no {what} and would be lost; name another")
        seen[place] = option


def check_report(folder: Path, formats: Iterable[str], papers: Sequence[str]) -> None:
    """Refuse a report in the folder of a paper whose file it would replace: `p.md` is the report of `p.md`, too.

    Raises:
        BadInput: A paper would be lost.

    """
    for form in formats:
        for path in {path for name in papers for path in _paths(name)}:
            check_outputs({"-o": str(folder / f"{paper_name(path)}.{form}")}, papers)


def _is_result(path: Path, begins: bytes) -> bool:
    """Whether a file is empty or of the kind that is to be written."""
    try:
        with path.open("rb") as stream:
            start = stream.read(4096).removeprefix(b"\xef\xbb\xbf").lstrip()
    except OSError:
        return True  # said where it is written
    return not start or start.startswith(begins)


def _identities(inputs: Iterable[str]) -> Iterable[object]:
    for name in inputs:
        for path in _paths(name):
            yield os.path.realpath(path)
            if (number := _number(str(path))) is not None:
                yield number


def _paths(name: str) -> list[Path]:
    try:
        return find_papers(name)
    except BadPaper:  # said by the command itself
        return [Path(name)]


def _number(name: str) -> tuple[int, int] | None:
    """What is one for all names of a file, hard links too."""
    try:
        found = Path(name).stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
