"""A paper of a result together with its file: titles, lines, declarations and who uses whom."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from proofs.reading.paper import BadPaper, Claim, Paper, paper_name
from proofs.reading.reader import read_paper
from proofs.report.verdicts import FAILING
from proofs.results.schema import ClaimResult, PaperResult

MOST_MISSING = 12


def shown_file(path: object) -> str:
    """Return how a file is called in a report: its folders on the machine that wrote it are nobody's business.

    Examples:
        >>> shown_file("~/certificates/p/c.json"), shown_file("certificates/p/c.json")
        ('c.json', 'certificates/p/c.json')

    """
    text = str(path)
    return re.split(r"[/\\\\]", text)[-1] if re.match(r"(/|~|\\\\|[A-Za-z]:[/\\\\])", text) else text


@dataclass(frozen=True)
class PaperContext:
    """What the report of one paper is made of.

    Attributes:
        result: The judged claims.
        file: The paper file, or None if it is gone or cannot be read.
        seed: The seed of the audit.
        checker: Version of the checker.
        beside: Names of the papers of the same result -> the file names of their reports.
        proofs: Ids of claims -> the pages of their proofs.
        interrupted: The audit was stopped before all claims had a verdict.

    """

    result: PaperResult
    file: Paper | None
    seed: int = 0
    checker: str = ""
    beside: Mapping[str, str] = field(default_factory=dict)
    proofs: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    interrupted: bool = False

    @property
    def path(self) -> Path:
        """The paper file as the result names it, whether it is still there or not."""
        return Path(self.result.paper)

    @property
    def name(self) -> str:
        """The file name without its endings."""
        return paper_name(self.path) or "paper"

    @property
    def title(self) -> str:
        """The title in the file, or its name if there is none."""
        return (self.file.title if self.file else "") or self.name

    @property
    def said(self) -> str:
        """How a command names this paper: as it was named, but for folders of the machine it was judged on."""
        from proofs.reading.shipped import shipped_papers

        if not self.path.is_absolute():
            return self.result.paper
        shipped = next((name for name, path in shipped_papers().items() if path == self.path), None)
        return shipped or self.path.name

    @property
    def incomplete(self) -> str:
        """What is missing of the audit in one sentence; empty if nothing is."""
        missing = self.result.missing
        if not missing and not self.interrupted:
            return ""
        number = len(missing)
        asked = len(self.result.selected) or len(self.claims) + number
        said = f"{number} of {asked} claims have no verdict" if number else "every claim of this paper has a verdict"
        named = f": {', '.join(missing[:MOST_MISSING])}{', …' if number > MOST_MISSING else ''}" if number else ""
        return f"{'The audit was interrupted' if self.interrupted else 'The audit is not complete'}: {said}{named}."

    @property
    def claims(self) -> tuple[ClaimResult, ...]:
        """The judged claims, in the order of the paper."""
        return self.result.claims

    @cached_property
    def by_id(self) -> dict[str, ClaimResult]:
        """The judged claims by id."""
        return {claim.id: claim for claim in self.claims}

    @cached_property
    def sources(self) -> dict[str, Claim]:
        """The claims of the file that are the ones that were judged: same id and same formula."""
        found = self.file.claims if self.file else ()
        return {c.id: c for c in found if c.id in self.by_id and c.statement == self.by_id[c.id].statement}

    @cached_property
    def uses(self) -> dict[str, tuple[str, ...]]:
        """Ids of this paper that each claim builds on."""
        return {c.id: tuple(u for u in map(self.local, c.uses) if u in self.by_id and u != c.id) for c in self.claims}

    @cached_property
    def used_by(self) -> dict[str, tuple[str, ...]]:
        """Ids of this paper that build on each claim, the inverse of `uses`."""
        found: dict[str, list[str]] = {claim.id: [] for claim in self.claims}
        for claim, below in self.uses.items():
            for one in below:
                found[one].append(claim)
        return {claim: tuple(dict.fromkeys(users)) for claim, users in found.items()}

    @cached_property
    def shaken(self) -> frozenset[str]:
        """Ids of claims that rest, directly or not, on a claim that does not hold."""
        found: set[str] = {c.id for c in self.claims if c.tainted_by}
        for claim in self.claims:
            if claim.verdict in FAILING:
                found |= self.reached(claim.id, self.used_by)
        return frozenset(found)

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the paper file, or an empty text."""
        try:
            return hashlib.sha256(self.path.read_bytes()).hexdigest()
        except OSError:
            return ""

    def local(self, used: str) -> str:
        """Return the id within this paper where ``uses`` names the paper itself."""
        return used.removeprefix(f"{self.name}:")

    def reached(self, start: str, edges: Mapping[str, tuple[str, ...]]) -> set[str]:
        """Return all ids that can be reached from one along edges, itself left out."""
        seen: set[str] = set()
        stack = list(edges.get(start, ()))
        while stack:
            one = stack.pop()
            if one not in seen:
                seen.add(one)
                stack.extend(edges.get(one, ()))
        return seen - {start}

    def resting_on(self, claim: str) -> set[str]:
        """Return the later claims that rest on a claim."""
        return self.reached(claim, self.used_by)

    def place(self, claim: ClaimResult) -> str:
        """Return ``file:line`` of a claim."""
        source = self.sources.get(claim.id)
        return f"{self.path.name}:{source.line}" if source else self.path.name


def load(
    paper: PaperResult,
    *,
    seed: int = 0,
    checker: str = "",
    beside: Mapping[str, str] | None = None,
    interrupted: bool = False,
) -> PaperContext:
    """Return the context of a judged paper; a file that cannot be read is done without."""
    try:
        file = read_paper(Path(paper.paper))
    except (BadPaper, OSError, ValueError):
        file = None
    return PaperContext(paper, file, seed, checker, beside or {}, interrupted=interrupted)
