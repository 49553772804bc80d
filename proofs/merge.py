"""Merges the results of several audits into one."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from proofs.paper import paper_name
from proofs.schema import Audit, ClaimResult, PaperResult, claim_to_json, finish


def merge(audits: Sequence[Audit]) -> Audit:
    """Return one audit with the claims of all, papers and claims in the order given.

    Raises:
        ValueError: The audits are of different checkers or seeds, or judge one claim differently.

    """
    if len({(a.checker, a.seed) for a in audits}) > 1:
        raise ValueError("the results come from different versions of the checker or different seeds")
    papers: dict[str, dict[str, ClaimResult]] = {}
    for audit in audits:
        for paper in audit.papers:
            claims = papers.setdefault(paper.paper, {})
            for claim in paper.claims:
                if claim.id in claims and _essence(claims[claim.id]) != _essence(claim):
                    raise ValueError(f"{paper.paper}: the claim {claim.id} has two different results")
                claims.setdefault(claim.id, claim)
    joined = [PaperResult(name, tuple(claims.values())) for name, claims in papers.items()]
    errors = tuple(dict.fromkeys(error for audit in audits for error in audit.errors))
    finished = finish(joined, {name: paper_name(Path(name)) for name in papers})
    read = sum(len(p.claims) for p in finished)
    return Audit(audits[0].checker, audits[0].seed, errors, finished, read)


def _essence(claim: ClaimResult) -> tuple[object, ...]:
    data = claim_to_json(claim)
    return data["verdict"], data["strength"], data["statement"], data["message"]
