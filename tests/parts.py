"""The parts of a test run: which cases of the tables of claims it takes, and how long every folder of tests took."""

from __future__ import annotations

import os
from collections import Counter
from hashlib import sha256

WHOLE = "DERIVE_WHOLE" in os.environ
"""Whether all cases are taken (`make properties`). The gate takes a fixed tenth of those that judge claims."""


def is_drawn(text: str, of: int = 10) -> bool:
    """Return whether a case, told by its text, is among those of the gate: one of so many."""
    return WHOLE or int(sha256(text.encode()).hexdigest()[:8], 16) % of == 0


class Parts:
    """Seconds and numbers of tests by part."""

    def __init__(self) -> None:
        self.seconds: Counter[str] = Counter()
        self.tests: dict[str, set[str]] = {}

    def add(self, test: str, seconds: float) -> None:
        """Count a phase (setup, call or teardown) of a test, named by its node id."""
        part = part_of(test)
        self.seconds[part] += seconds
        self.tests.setdefault(part, set()).add(test)

    def table(self) -> str:
        """Return a line a part, the longest first, and their sum."""
        rows = [(part, len(self.tests[part]), seconds) for part, seconds in self.seconds.most_common()]
        rows.append(("all", sum(map(len, self.tests.values())), sum(self.seconds.values())))
        return "\n".join(f"{part:24} {tests:6} tests {seconds:8.1f} s" for part, tests, seconds in rows)


def part_of(test: str) -> str:
    """Return the part that a node id belongs to.

    Examples:
        >>> part_of("tests/bounds/rules/test_sums.py::test_sum[a/b]"), part_of("tests/test_flows.py::test_flow")
        ('tests/bounds', 'tests')

    """
    folders = test.split("::", maxsplit=1)[0].split("/")[:-1]
    return "/".join(folders[:2]) or "."
