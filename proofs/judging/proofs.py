"""Proof objects of the claims of a file: what each of their relations says, put to `proofs.proving`."""

from __future__ import annotations

import re
from collections.abc import Iterable
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


def files_of(identifier: str, folder: Path) -> list[Path]:
    """Return the kept files of a claim, in the order of its relations."""
    found = folder.glob(f"{_file_name(identifier)}.*.json")
    numbered = [(int(p.suffixes[-2][1:]), p) for p in found if p.suffixes[-2][1:].isdecimal()]
    return [
        path for _, path in sorted(numbered) if path.name == f"{_file_name(identifier)}.{path.suffixes[-2][1:]}.json"
    ]


def _file_name(identifier: str) -> str:
    return re.sub(r"[^\w.-]", "_", identifier)[:LONGEST_NAME]


def prove_all(audit: Audit, papers: Iterable[Paper], folder: Path) -> tuple[int, dict[str, str]]:
    """Write, or verify again, the proof objects of all claims of an audit that hold.

    Returns:
        How many objects there are, and of claims without one for all their relations the reason.

    """
    objects, without = 0, {}
    claims = {(str(paper.path), claim.id): claim for paper in papers for claim in paper.claims}
    for paper in audit.papers:
        for result in (c for c in paper.claims if c.verdict == "holds"):
            claim = claims.get((paper.paper, result.id))
            found = [] if claim is None else objects_of(claim, folder / paper_name(Path(paper.paper)))
            objects += sum(one.data is not None for one in found)
            reasons = [one.reason for one in found if one.data is None] if found else ["no relation"]
            if reasons:
                without[result.id] = reasons[0]
    return objects, without


__all__ = ["files_of", "objects_of", "prove_all"]
