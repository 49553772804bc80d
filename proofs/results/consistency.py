"""Whether a kept result agrees with itself: its verdict with its strength, its evidence and its certificates."""

from __future__ import annotations

from collections.abc import Iterator

from proofs.reading.paper import VERDICTS
from proofs.results.schema import ClaimResult, Json
from proofs.results.verdicts import SHOWN, STRENGTHS

_WITHOUT_EXAMPLE = ("holds", "not-refuted", "undecided", "vacuous", "not-checkable")
"""Verdicts beside which no part of a claim has a certified counterexample."""


def inconsistency(result: ClaimResult) -> str:
    """Return what in a result contradicts its verdict, an empty text if nothing does.

    Examples:
        >>> inconsistency(ClaimResult("c", "", "", "identity", "A = B", "A = B", "holds", "proved"))
        'it holds, but nothing proves it'

    """
    return next(_contradictions(result), "")


def certificates_of(result: ClaimResult) -> tuple[str, ...]:
    """Return the paths of all certificates that a result rests on."""
    files = [e["detail"].get("file") for e in result.evidence if e["road"] == "certificate"]
    return tuple(str(f) for f in files if f)


def _contradictions(result: ClaimResult) -> Iterator[str]:
    accepted = [e for e in result.evidence if e["road"] == "certificate" and e["outcome"] == "disagree"]
    if result.verdict not in VERDICTS:
        yield f"{result.verdict!r} is no verdict"
    if result.verdict in _WITHOUT_EXAMPLE and (accepted or result.counterexample):
        yield f"the verdict is {result.verdict}, but a counterexample is certified"
    without_type = any(e["road"] == "shapes" and e["outcome"] == "disagree" for e in result.evidence)
    if result.verdict == "refuted" and not (accepted and result.counterexample) and not without_type:
        yield "it is refuted, but there is no certificate"
    if result.counterexample and result.counterexample.get("certificate") not in certificates_of(result):
        yield "the certificate of the counterexample is not among the evidence"
    if result.verdict == "needs-hypothesis" and not result.hypothesis:
        yield "it needs a hypothesis, but none is named"
    if result.verdict == "ambiguous" and len({r["verdict"] for r in result.readings}) < 2:
        yield "it is ambiguous, but there are no readings that differ"
    if result.verdict == "not-checkable" and result.evidence:
        yield "it is not checkable, but there is evidence"
    if result.verdict == "holds":
        yield from _not_shown(result)


def _not_shown(result: ClaimResult) -> Iterator[str]:
    """What a claim that holds lacks: a proof of its strength, nothing against it, all links and readings alike."""
    proofs = [e for e in result.evidence if _is_proof(e)]
    if result.strength not in STRENGTHS:
        yield f"it holds, but its strength is {result.strength!r}"
    if not proofs:
        yield "it holds, but nothing proves it"
    if result.strength != "exact" and all(e["scope"] != "all sizes" for e in proofs):
        yield "it is shown, but not for all sizes"
    if result.strength in SHOWN and all(e["road"] != "verifier" for e in proofs):
        yield f"it is {result.strength}, but no proof object was accepted"
    if any(e["outcome"] == "disagree" for e in result.evidence):
        yield "it holds, but a road disagrees"
    if any(part["verdict"] != "holds" for part in (*result.links, *result.readings)):
        yield "it holds, but one of its links or readings does not"


def _is_proof(evidence: Json) -> bool:
    return evidence["outcome"] == "agree" and bool(evidence["detail"].get("proof"))
