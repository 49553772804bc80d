"""How long the parts of a test run took: every folder of tests, and the files beside them together."""

from __future__ import annotations

from collections import Counter


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
