"""Proof objects of problems: steps are found by trying them on the verifier, whose word alone counts."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from derive.core import Problem
from derive.definedness.domain import covers
from derive.errors import DeriveError
from derive.prefix import formula_from_prefix, problem_to_prefix
from proofs import verify
from proofs.proving.identities import Builder
from proofs.proving.points import witness
from proofs.proving.steps import MAX_EQUAL, Overspent, goal_of

_FRESH = re.compile(r"~(\d+)\"")
MAX_TEXT = 200_000
ORDERS = ("<", "<=", ">", ">=")

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Found:
    """A proof object that the verifier accepted, or why there is none.

    Attributes:
        data: The object, as it is written to its file; None if there is none.
        reason: What the verifier said, or why no object was made.
        axioms: The theorems of the base that it rests on, with their sources.
        facts: What the verifier's calculus used beyond arithmetic.
        cited: It is an instance of one axiom of the base.
        total: The claim is shown wherever its hypotheses hold: its domain leaves out at most what has no value in a premise, of which
            an implication says nothing.

    """

    data: Json | None
    reason: str
    axioms: Mapping[str, str] = field(default_factory=dict)
    facts: tuple[str, ...] = ()
    cited: bool = False
    total: bool = False


def proof_of(
    problem: Problem,
    *,
    claim_id: str = "",
    claim: str = "",
    given: tuple[str, ...] = (),
    settings: Mapping[str, Any] | None = None,
    checker: str = "derive",
    kept: Path | None = None,
    base: Mapping[str, Any] | None = None,
    work: int = MAX_EQUAL,
) -> Found:
    """Return an accepted proof object of a problem, or the reason why there is none.

    Args:
        problem: What is to be proved.
        claim_id: The label of the claim.
        claim: Its LaTeX.
        given: Its declarations and hypotheses as LaTeX.
        settings: The conventions under which that LaTeX is read.
        checker: The version of the program, for the file.
        kept: A file that may hold a proof of the problem already: it is verified again, nothing is searched then.
        base: The theorems that may be cited; all of the base unless told otherwise.
        work: What all attempts together may take, where that is less than usual.

    """
    base = _whole_base() if base is None else base
    try:
        text = canonical_text(problem_to_prefix(problem))
        if len(text) > MAX_TEXT:
            return Found(None, "the problem is too long")
        if kept is not None and (found := _kept(kept, text, claim, base)) is not None:
            return _of_claim(problem, found)
        builder = _built(text, base, work)
        if not builder.last:
            return Found(None, builder.reason or "no steps were found")
        point = witness(problem, builder.proof.problem, builder.proof.domain)
    except (
        verify.Rejected,
        Overspent,
        DeriveError,
        RecursionError,
        ArithmeticError,
        AttributeError,
        LookupError,
        TypeError,
        ValueError,
    ) as reason:
        return Found(None, str(reason)[:200] or type(reason).__name__)
    if point is None:
        return Found(None, "no point was found at which both sides have a value")
    data: Json = {
        "schema": 1,
        "kind": "holds",
        "checker": checker,
        "claim_id": claim_id,
        "claim": claim,
        "given": list(given),
        "settings": dict(settings or {}),
        "problem": text,
        "witness": point,
        **builder.fields(),
    }
    data["hash"] = digest(data)
    report = verify.verify_data(data, base)
    found = _found(data, report)
    return Found(None, report.reason) if found is None else _of_claim(problem, found)


def _built(text: str, base: Mapping[str, Any], work: int) -> Builder:
    """The steps that were found, if any. An order that is not shown with all its conditions is not looked for with fewer.

    What shows that a matrix is regular, because it is definite, may show the order as well.
    """
    is_order = goal_of(verify.tree_of(text))[0] in ORDERS
    builder = Builder(text, base, work, discharging=not is_order)
    found, domain = builder.prove(), builder.proof.domain
    if is_order and domain and (found is not None or any(n.op == "det" for n in verify.nodes(*domain))):
        builder = Builder(text, base, work)
        builder.prove()
    return builder


def _of_claim(problem: Problem, found: Found) -> Found:
    """What was found, if its domain leaves out no point where the claim has a value: of such points it says nothing."""
    if found.data is None or found.total:
        return found
    try:
        if covers(problem, [formula_from_prefix(text) for text in found.data["domain"]]):
            return found
    except DeriveError:
        pass
    return Found(None, f"shown only where {', '.join(found.data['domain'])}"[:200])


@lru_cache(maxsize=1)
def _whole_base() -> Mapping[str, Any]:
    return verify.read_base()


def _kept(path: Path, text: str, claim: str, base: Mapping[str, Any]) -> Found | None:
    """The proof in a file, if it is one of this problem and claim and the verifier accepts it."""
    try:
        data = verify.load(path)
    except (verify.Rejected, OSError, ValueError):
        return None
    if data.get("problem") != text or data.get("claim") != claim:
        return None
    report = verify.verify_data(data, base)
    return _found(data, report)


def _found(data: Json, report: verify.Report) -> Found | None:
    """What the verifier accepted, None if it did not."""
    if not report.accepted:
        return None
    total = {*data["domain"]} <= _of_premises(data["problem"])
    return Found(data, report.reason, report.axioms, tuple(report.facts), report.cited, total)


def _of_premises(text: str) -> set[str]:
    """The conditions without which the premises of an implication have no value."""
    problem = verify.read_problem(text)
    calculus = verify.Calculus(problem.sizes, steady=True)
    premises = problem.goal.args[:-1] if problem.goal.op == "implies" else ()
    return {verify.text_of(c, sharing=True) for p in premises for c in verify.conditions(p, calculus, {})}


def digest(data: Json) -> str:
    """Return the hash of a proof file: SHA-256 of the canonical JSON of everything else."""
    rest = json.dumps({k: v for k, v in data.items() if k != "hash"}, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(rest.encode()).hexdigest()


def canonical_text(text: str) -> str:
    """Return a text of the prefix language with its fresh names numbered in the order in which they occur."""
    numbers: dict[str, str] = {}
    return _FRESH.sub(lambda mark: f'~{numbers.setdefault(mark[1], str(len(numbers)))}"', text)


__all__ = ["Found", "canonical_text", "digest", "proof_of"]
