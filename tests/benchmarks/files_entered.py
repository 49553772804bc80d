r"""How many files of the project a claim enters: ``python -m tests.benchmarks.files_entered [CLAIM] [--given GIVEN]``.

Every call of a function is seen by ``sys.setprofile``: the files that are entered while a claim is read and judged at the quickest effort,
and how often a call moves from one file to another. What is entered on import alone does not count.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType
from typing import Any

from proofs.api import ad_hoc_claim
from proofs.judging.judge import judge
from proofs.reading.options import How
from proofs.reading.paper import Settings

ROOT = Path(__file__).resolve().parents[2]
CLAIM = r"\|A B\|_F \le \|A\|_2 \|B\|_F"
GIVEN = r"A \in \mathbb{R}^{m \times n}, B \in \mathbb{R}^{n \times p}"
FIRST = (r"\|u + v\|_\infty \le \|u\|_\infty + \|v\|_\infty", r"u, v \in \mathbb{R}^k")
"""Another claim, judged before, so that nothing is imported any more."""
PACKAGES = ("derive", "numeric", "proofs")


class Entered:
    """What a profile has seen.

    Attributes:
        calls: Calls by the file that they enter.
        moves: Calls whose caller stands in another file of the project.
    """

    def __init__(self) -> None:
        self.calls: Counter[str] = Counter()
        self.moves = 0
        self._own: dict[str, str | None] = {}

    def see(self, frame: FrameType, event: str, _: Any) -> None:
        """Count a call; for ``sys.setprofile``."""
        if event != "call" or frame.f_code.co_name == "<module>":
            return
        name = self._file(frame.f_code.co_filename)
        if name is None:
            return
        self.calls[name] += 1
        caller = frame.f_back and self._file(frame.f_back.f_code.co_filename)
        self.moves += caller not in (None, name)

    def _file(self, path: str) -> str | None:
        if path not in self._own:
            inside = Path(path).is_relative_to(ROOT)
            name = str(Path(path).relative_to(ROOT)) if inside else ""
            self._own[path] = name if name.split("/")[0] in PACKAGES else None
        return self._own[path]


def entered(claim: str, given: str) -> Entered:
    """Return what judging a claim enters, behind another one."""
    found = Entered()
    with TemporaryDirectory() as folder:
        how = How(effort="quick", certificates=Path(folder))
        judge(ad_hoc_claim(*FIRST, Settings()), how)
        sys.setprofile(found.see)
        try:
            judge(ad_hoc_claim(claim, given, Settings()), how)
        finally:
            sys.setprofile(None)
    return found


def main(arguments: list[str] | None = None) -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.files_entered", description=__doc__)
    parser.add_argument("claim", nargs="?", default=CLAIM)
    parser.add_argument("--given", default=GIVEN)
    parser.add_argument("--files", action="store_true", help="list the files with their calls")
    asked = parser.parse_args(arguments)
    found = entered(asked.claim, asked.given)
    packages = Counter("/".join(name.split("/")[:2]) for name in found.calls)
    for package, count in sorted(packages.items()):
        print(f"{count:5}  {package}")
    for name, count in sorted(found.calls.items()) if asked.files else ():
        print(f"{count:9}  {name}")
    print(f"{len(found.calls)} files, {sum(found.calls.values())} calls, {found.moves} moves from file to file")


if __name__ == "__main__":
    main()
