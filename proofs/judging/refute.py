"""From a suspected counterexample to an accepted certificate: certify, shrink, write, and have it checked."""

from __future__ import annotations

import hashlib
import json
import random
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path
from typing import Any

from derive.core import Problem
from derive.errors import DeriveError, NotSupported
from derive.evidence import Evidence, Point
from derive.fraction import Fraction
from proofs.doors import door
from proofs.results.schema import Json
from proofs.version import checker_version

NEIGHBOURS = 2
"""Points that the independent checker could not decide whose neighbours are tried."""
OPEN = ("no violation: not decided", "not defined here", "too much work", "unreadable", "the file is too large")
UNKNOWN = ("not supported", "cannot be rechecked", "not differentiable here", "too large", "nested too deep")
"""What the independent checker says where it contradicts nothing: its arithmetic ends there."""

LONGEST_NAME = 60
"""Characters of a certificate's name before its mark; file systems allow 255 bytes, and a character may take four."""
MARK = 10
"""Hexadecimal digits that tell the certificates of different texts apart."""


@dataclass(frozen=True, slots=True)
class Refutation:
    """A certificate and what the independent checker said of it.

    Attributes:
        accepted: Whether it was accepted.
        reason: Why not.
        open: Whether it was only not decided: the checker does not know a quantity, or its digits do not suffice.
        counterexample: The JSON object, if accepted.
        evidence: The certificate as evidence.
        of: What is certified: the whole problem, the point, how the goal is violated there, and the claim's own problem.

    """

    accepted: bool
    reason: str
    counterexample: Json | None
    evidence: Evidence
    open: bool = False
    of: tuple[Problem, Point, Any, Problem] | None = None

    @property
    def said(self) -> str:
        """What the independent checker said: ``accepted``, ``open`` or ``rejected``."""
        return "accepted" if self.accepted else "open" if self.open else "rejected"


@dataclass(frozen=True, slots=True)
class Exhibit:
    """What a certificate says of the claim besides the mathematics, and where it is written."""

    claim_id: str
    latex: str
    given: str
    path: Path
    settings: Json = field(default_factory=dict)
    """The conventions and macros under which the LaTeX is read."""


def refute(problem: Problem, points: Iterable[Point], exhibit: Exhibit) -> Refutation | None:
    """Return a checked certificate of the first point at which the goal is violated for certain, else None.

    Where the independent checker cannot decide a certificate, inputs near it are tried too; if none is accepted, the
    refutation says why not.

    Raises:
        DeriveError: The goal is violated, but no input was found that also meets the hypotheses on other symbols.

    """
    certify, shrink = (
        door("derive.exact.certification.certify", "certify"),
        door("derive.exact.decision.shrink", "shrink"),
    )
    instance_at = door("derive.exact.points.witness", "instance_at")
    alone, rejected = False, None
    given = list(points)
    nearby = (near for point in given[:NEIGHBOURS] for near in neighbours(point, 0))
    for number, point in enumerate(chain(given, nearby)):
        if number == len(given) and (rejected is None or not rejected.open):
            break
        try:
            instance = instance_at(problem, point)  # one refutes arbitrary functions
            violation = certify(instance, point)
        except DeriveError:
            continue
        if violation is None:
            continue
        small, _ = _shrunk(instance, point, violation, certify, shrink)
        for candidate in (small, point):
            found = _with_others(problem, candidate, certify)
            if found is None:
                continue
            refutation = _certificate(*found, problem, exhibit)
            if refutation.accepted:
                return refutation
            if rejected is None or (rejected.open and not refutation.open):
                rejected = refutation  # another input may do; if none does, this is what is said
        alone = True
    if rejected is not None:
        return rejected
    if alone:
        raise NotSupported("violated, but no input was found that also meets the hypotheses on the other symbols")
    return None


def certified_again(refutation: Refutation, exhibit: Exhibit) -> Refutation:
    """Write and recheck the certificate of an accepted refutation for another claim that states the same problem."""
    assert refutation.of is not None
    return _certificate(*refutation.of, exhibit)


def neighbours(point: Point, seed: int) -> Iterator[Point]:
    """Points that differ a little from a point, or have its absolute values."""
    if any(not isinstance(x, Fraction | int) for m in point.inputs.values() for row in m for x in row):
        return
    chance = random.Random(f"{seed} near")
    for scale in (Fraction(1, 1000), Fraction(1, 20)):
        for absolute in (False, True):
            inputs = {
                name: tuple(
                    tuple((abs(x) if absolute else x) + scale * Fraction(chance.randint(1, 100), 100) for x in row)
                    for row in matrix
                )
                for name, matrix in point.inputs.items()
            }
            yield replace(point, inputs=inputs)
    yield replace(point, inputs={n: tuple(tuple(map(abs, row)) for row in m) for n, m in point.inputs.items()})


def _with_others(problem: Problem, point: Point, certify: Any) -> tuple[Problem, Point, Any] | None:
    """The whole problem, a point of it that extends the given one, and how the goal is violated there."""
    from derive.exact.points.witness import with_others

    try:
        found = with_others(problem, point)
        violation = certify(*found) if found is not None else None
    except DeriveError:
        return None
    return (*found, violation) if found is not None and violation is not None else None


def _shrunk(problem: Problem, point: Point, violation: Any, certify: Any, shrink: Any) -> tuple[Point, Any]:
    """The smallest point that is still certified; the one found if shrinking is not supported."""
    try:
        smaller = shrink(problem, point)
        again = certify(problem, smaller)
    except DeriveError:
        return point, violation
    return (smaller, again) if again is not None else (point, violation)


def _certificate(problem: Problem, point: Point, violation: Any, claim: Problem, exhibit: Exhibit) -> Refutation:
    """Write and recheck a certificate of the whole problem; what is shown of it are the symbols of the claim."""
    write, recheck = door("derive.certificate", "write_certificate"), door("proofs.recheck", "recheck")
    write(
        problem,
        point,
        violation,
        claim_id=exhibit.claim_id,
        latex=exhibit.latex,
        given=(exhibit.given,) if exhibit.given else (),
        path=exhibit.path,
        checker=checker_version(),
        settings=exhibit.settings,
    )
    report = recheck(exhibit.path)
    mentioned = {name for name, _ in claim.variables}
    sizes = {name: value for name, value in sorted(point.sizes.items()) if name in claim.sizes}
    scope = ", ".join(f"{name}={value}" for name, value in sizes.items()) or "no sizes"
    lhs, rhs = shown(violation.lhs), shown(violation.rhs)
    detail = {"entry": str(getattr(violation, "entry", "") or ""), "lhs": lhs, "rhs": rhs, "file": str(exhibit.path)}
    if not report.accepted:
        evidence = Evidence("certificate", "none", scope, {**detail, "rejected": report.reason})
        undecided = report.reason.startswith(OPEN) or any(words in report.reason for words in UNKNOWN)
        return Refutation(False, report.reason, None, evidence, undecided)
    counterexample: Json = {
        "sizes": sizes,
        "inputs": {n: [[str(x) for x in row] for row in m] for n, m in sorted(point.inputs.items()) if n in mentioned},
        "lhs": lhs,
        "rhs": rhs,
        "certificate": str(exhibit.path),
    }
    counterexample["inputs"] |= dict(sorted({**point.indices, **violation.index}.items()))
    evidence = Evidence("certificate", "disagree", scope, detail, proof=True)
    return Refutation(True, "", counterexample, evidence, of=(problem, point, violation, claim))


def shown(side: Any) -> str:
    """Return one side of a violation as text: an exact value, or an enclosure ``[lo, hi]``."""
    if isinstance(side, (list, tuple)):
        return "[" + ", ".join(str(x) for x in side) + "]"
    return str(side)


def certificate_path(folder: Path, claim_id: str, parts: Sequence[str], content: object) -> Path:
    """Return where a certificate lies: no two texts share a file, so that none overwrites what another rests on.

    Args:
        folder: The folder of the paper's certificates.
        claim_id: The claim; a very long id is cut.
        parts: The link and the reading that are meant, where there are several.
        content: JSON data of everything that the certificate is of.

    """
    mark = hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()[:MARK]
    name = ".".join(re.sub(r"[^\w.\-]", "_", part) for part in (claim_id, *parts))
    return folder / f"{name[:LONGEST_NAME]}.{mark}.json"
