"""Proof objects of the claims of a file: what each of their relations says, put to `proofs.proving`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from derive.even_powers import with_even_powers
from proofs.judging.understand import understand
from proofs.proving.objects import Found, proof_of
from proofs.reading.paper import Claim, Paper, paper_name
from proofs.results.schema import Audit, write_json
from proofs.version import checker_version

LONGEST_NAME = 100
"""Characters of a file's name before its number."""


def objects_of(claim: Claim, folder: Path | None = None) -> list[Found]:
    """Return what was found for every relation of a claim, in the order of its text.

    A relation that can be read in several ways has no object: it would be one of a reading, not of the text. What the folder
    keeps is verified again; what is new is written there.

    Raises:
        BadPaper: A formula cannot be read or a name is not declared.

    """
    found = []
    for reading in understand(claim):
        for link in reading.links:
            if link.typed is None or len(link.typed.readings) > 1:
                found.append(Found(None, "it has no type, or can be read in several ways"))
                continue
            path = None if folder is None else folder / f"{_file_name(claim.id)}.{len(found) + 1}.json"
            one = proof_of(
                with_even_powers(link.typed.problem),
                claim_id=claim.id,
                claim=link.wording,
                given=(claim.given_in(reading.name),),
                settings=claim.settings.texts,
                checker=checker_version(),
                kept=path,
            )
            if path is not None and one.data is not None:
                write_json(one.data, path)
            found.append(one)
    return found


def _file_name(identifier: str) -> str:
    return re.sub(r"[^\w.-]", "_", identifier)[:LONGEST_NAME]


@dataclass(slots=True)
class Tally:
    """How many claims that hold have accepted proof objects for all their relations.

    Attributes:
        proved: Claims with accepted objects.
        partly: Those of them that hold on a part of their hypotheses' points.
        exact: Claims that hold at listed sizes that suffice.
        by_rules: Claims that a road proves and no object shows, with the reason why there is none.

    """

    proved: int = 0
    partly: int = 0
    exact: int = 0
    by_rules: dict[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        n = self.proved + self.exact + len(self.by_rules)
        parts = [f"{self.proved} proved", *([f"{self.exact} exact"] if self.exact else []), f"{len(self.by_rules)} by rules"]
        return f"holds {n}: {', '.join(parts)}; {self.partly} of the proofs on part of their domain"


def prove_all(audit: Audit, papers: Iterable[Paper], folder: Path) -> Tally:
    """Make, or verify again, the proof objects of all claims of an audit that hold."""
    tally = Tally()
    claims = {(str(paper.path), claim.id): claim for paper in papers for claim in paper.claims}
    for paper in audit.papers:
        for result in (c for c in paper.claims if c.verdict == "holds"):
            claim = claims.get((paper.paper, result.id))
            if result.strength == "exact" or claim is None:
                tally.exact += 1
                continue
            found = objects_of(claim, folder / paper_name(Path(paper.paper)))
            missing = next((one for one in found if one.data is None), None)
            if missing is not None or not found:
                tally.by_rules[result.id] = missing.reason if missing else "no relation"
            else:
                tally.proved += 1
                tally.partly += any(one.data is not None and one.data["domain"] for one in found)
    return tally


__all__ = ["Tally", "objects_of", "prove_all"]
