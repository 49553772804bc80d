"""Merges the results of several audits into one."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from proofs.reading.paper import paper_name
from proofs.results.schema import Audit, ClaimResult, PaperResult, claim_to_json, finish


def merge(audits: Sequence[Audit]) -> Audit:
    """Return one audit with the claims of all, papers and claims in the order given.

    It counts as interrupted where a claim that was selected is in none of them: a shard is missing or not complete.

    Raises:
        ValueError: The audits are of different checkers, seeds, options or texts of a paper, or judge one claim
            differently.

    """
    if len({(a.checker, a.seed) for a in audits}) > 1:
        raise ValueError("the results come from different versions of the checker or different seeds")
    _check_options(audits)
    papers: dict[str, PaperResult] = {}
    for one in (paper for audit in audits for paper in audit.papers):
        papers[one.paper] = _joined(papers[one.paper], one) if one.paper in papers else one
    errors = tuple(dict.fromkeys(error for audit in audits for error in audit.errors))
    asked = audits[0].options or {}
    total, strict = asked.get("domain") == "total", bool(asked.get("strict"))
    finished = finish(list(papers.values()), {name: paper_name(Path(name)) for name in papers}, total, strict)
    left_out = any(paper.missing for paper in finished)
    read = sum(max(p.read, len(p.claims)) for p in finished)
    first, left_out = audits[0], left_out and not errors
    return Audit(first.checker, first.seed, errors, finished, read, left_out, options=first.options)


def _check_options(audits: Sequence[Audit]) -> None:
    """Refuse results of audits that were told different things: together they would be the result of no audit."""
    told = [audit.options or {} for audit in audits]
    for key in sorted({key for one in told for key in one}):
        values = dict.fromkeys(json.dumps(one.get(key), sort_keys=True) for one in told)
        if len(values) > 1:
            raise ValueError(
                f"the results come from audits with different options: `{key}` is {' here, '.join(values)} there; "
                "audit all parts with the same ones"
            )


def missing_shards(audits: Sequence[Audit]) -> list[str]:
    """Return the parts of which there is no result, as they are written on the command line."""
    there = {audit.shard for audit in audits if audit.shard is not None}
    totals = sorted({n for _, n in there})
    return [f"{i}/{n}" for n in totals for i in range(1, n + 1) if (i, n) not in there]


def _joined(one: PaperResult, other: PaperResult) -> PaperResult:
    """The claims of one paper in two results."""
    if one.sha256 != other.sha256:
        raise ValueError(f"{one.paper}: the results judge different texts of this paper; audit the others again")
    claims = {claim.id: claim for claim in one.claims}
    for claim in other.claims:
        if claim.id in claims and _essence(claims[claim.id]) != _essence(claim):
            raise ValueError(f"{one.paper}: the claim {claim.id} has two different results")
        claims.setdefault(claim.id, claim)
    selected = tuple(dict.fromkeys((*one.selected, *other.selected)))
    return PaperResult(one.paper, tuple(claims.values()), max(one.read, other.read), selected, one.sha256)


def _essence(claim: ClaimResult) -> tuple[object, ...]:
    data = claim_to_json(claim)
    return data["verdict"], data["strength"], data["statement"], data["message"]
