"""The pytest plugin: every claim of a paper file is a test.

A claim must have the verdict that its ``expect:`` pins; one without must hold (not with ``papers_unpinned = ignore``).
Files named ``*.paper.md`` are collected where pytest looks for tests; with ``--papers`` every Markdown file that is a
paper file is.  A formula that cannot be read is a collection error.  Nothing heavy is imported until a paper is met.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from proofs.auditing.workers import Pool
    from proofs.reading.paper import Claim, Paper
    from proofs.results.schema import ClaimResult

_MARKERS = {
    "paper": "a claim of a paper file",
    "identity": "claims an equality",
    "jacobian": "claims a first derivative",
    "hessian": "claims a second derivative",
    "shape": "claims a shape",
    "bound": "claims an inequality",
    "equality-of-norms": "claims an equality of norms",
    "rank": "claims a rank",
    "spectrum": "claims eigenvalues, singular values, a condition number or ordered entries",
    "asymptotic": "claims a limit or an order of growth",
    "implication": "claims something under a hypothesis of its own",
    "prose": "not checkable, with a reason",
}


class ClaimFailed(AssertionError):
    """A verdict is not the one that is pinned; it carries the result."""

    def __init__(self, result: ClaimResult) -> None:
        from proofs.results.table import verdict_word

        super().__init__(f"expected {result.expect}, got {verdict_word(result)}")
        self.result = result


def pytest_addoption(parser: pytest.Parser) -> None:
    """Called by pytest: add the options and the ini value ``papers``."""
    group = parser.getgroup("papers", "claims of paper files (derive)")
    group.addoption("--papers", action="store_true", help="collect every paper file (*.md), not only *.paper.md")
    group.addoption("--papers-effort", default="normal", choices=("quick", "normal", "deep"), help="budget per claim")
    group.addoption("--papers-strict", action="store_true", help="a claim that holds by the word of a road alone fails")
    group.addoption("--papers-timeout", default=120.0, type=_seconds, metavar="SECONDS", help="time limit per claim")
    parser.addini("papers_unpinned", "claims without `expect:`: hold (they must) or ignore", default="hold")
    parser.addini("papers", "glob patterns of paper files to collect", type="args", default=["*.paper.md"])


def _seconds(text: str) -> float:
    from proofs.reading.option_values import seconds

    try:
        return seconds(text)
    except ValueError as problem:
        raise argparse.ArgumentTypeError(f"{text!r} cannot be used: {problem}") from None


def pytest_configure(config: pytest.Config) -> None:
    """Called by pytest: register the markers that claims get."""
    if (unpinned := config.getini("papers_unpinned")) not in ("hold", "ignore"):
        raise pytest.UsageError(f"papers_unpinned is {unpinned!r}; it can be hold or ignore")
    for name, text in _MARKERS.items():
        config.addinivalue_line("markers", f"{name}: {text}")


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> PaperFile | None:
    """Called by pytest: collect a file that a pattern of ``papers`` or --papers takes for a paper, None for others."""
    if file_path.suffix != ".md":
        return None
    named = any(file_path.match(pattern) for pattern in parent.config.getini("papers"))
    if not named and not parent.config.getoption("--papers"):
        return None
    if not named:
        from proofs.reading.shipped import looks_like_paper

        if not looks_like_paper(file_path):
            return None
    return PaperFile.from_parent(parent, path=file_path)


def pytest_unconfigure(config: pytest.Config) -> None:
    """Called by pytest: end the worker that judged the claims, if one was started."""
    pool: Pool | None = getattr(config, "_derive_pool", None)
    if pool is not None:
        pool.close()


class PaperFile(pytest.File):
    """A paper file; its items are its claims."""

    def collect(self) -> Iterator[pytest.Item]:
        """Yield an item per claim that pins a verdict or must hold; a paper that cannot be read is a `CollectError`."""
        from proofs.auditing.auditor import foreign_uses
        from proofs.judging.understand import understand
        from proofs.reading.paper import BadPaper
        from proofs.reading.reader import read_paper

        kinds: dict[str, str] = {}
        try:
            paper = read_paper(self.path)
            if flaws := tuple(foreign_uses(paper, [paper])):
                raise BadPaper(flaws)
            for claim in paper.claims:
                if claim.not_checkable is None:
                    kinds[claim.id] = _kind(understand(claim))
        except BadPaper as bad:
            raise self.CollectError(str(bad)) from None
        unpinned = self.config.getini("papers_unpinned") == "hold"
        for claim in paper.claims:
            if claim.expect is not None or (unpinned and claim.not_checkable is None):
                item = ClaimItem.from_parent(self, name=claim.id, claim=claim, paper=paper)
                for marker in dict.fromkeys(("paper", kinds.get(claim.id, "prose"))):
                    item.add_marker(marker)
                yield item


def _kind(readings: Any) -> str:
    from proofs.judging.roads import kind_of

    kinds = [kind_of(link.typed.problem) for r in readings for link in r.links if link.typed and link.typed.problem]
    return kinds[0] if kinds else "identity"


class ClaimItem(pytest.Item):
    """One claim with its expectation."""

    def __init__(self, *, claim: Claim, paper: Paper, **rest: Any) -> None:
        super().__init__(**rest)
        self.claim, self.paper = claim, paper
        self.expect = claim.expect or "holds"

    def runtest(self) -> None:
        """Judge the claim and record verdict and strength; raises `ClaimFailed` if it is not as expected."""
        from proofs.results.verdicts import BY_RULES, as_expected

        result = self._judge()
        for name in ("kind", "verdict", "strength", "domain", "expect"):
            self.user_properties.append((name, str(getattr(result, name) or "")))
        strict = self.config.getoption("--papers-strict") and (result.verdict, result.strength) == ("holds", BY_RULES)
        if strict or not as_expected(result.verdict, self.expect):
            raise ClaimFailed(replace(result, expect=self.expect, as_expected=False))

    def _judge(self) -> ClaimResult:
        from proofs.auditing.auditor import failed
        from proofs.auditing.workers import Job, Outcome, Pool, judge_claim
        from proofs.reading.options import How

        pool: Pool | None = getattr(self.config, "_derive_pool", None)
        if pool is None:
            pool = Pool(1, float(self.config.getoption("--papers-timeout")))
            self.config._derive_pool = pool  # type: ignore[attr-defined]
        folder = self.config.rootpath / ".derive" / "certificates" / self.paper.name
        how = How(effort=str(self.config.getoption("--papers-effort")), certificates=folder)
        outcomes: list[Outcome] = []
        pool.run([Job(judge_claim, (self.claim, how))], lambda _, outcome: outcomes.append(outcome))
        (outcome,) = outcomes
        return outcome.result or failed(self.claim, outcome.failure or "\n".join(map(str, outcome.flaws)))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """The place, both verdicts and the evidence; of any other exception what pytest prints."""
        if not isinstance(excinfo.value, ClaimFailed):
            return super().repr_failure(excinfo, style)
        from proofs.results.table import clean, describe

        result = excinfo.value.result
        place = f"{self.path}:{self.claim.line}: claim {result.id}"
        return f"{place}\nexpected {result.expect}, got {clean(result.verdict)}\n{describe(result)}"

    def reportinfo(self) -> tuple[Path, int, str]:
        """The file, the line of the claim from zero, and the title of the test."""
        return self.path, self.claim.line - 1, f"claim {self.claim.id}"
