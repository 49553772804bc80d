"""Certificate files: a counterexample with everything that an independent checker needs (``docs/certificates.md``)."""

from __future__ import annotations

import hashlib
import json
import os
import re
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from derive.core import Formula, Logic, Problem, Rel
from derive.evidence import Point
from derive.fraction import Fraction
from derive.lower import lowered_problem
from derive.prefix import problem_to_prefix

SCHEMA = 1
KINDS = {
    "=": "equality-fails",
    "!=": "inequation-fails",
    "shape": "shape-differs",
    **dict.fromkeys(("<=", ">="), "inequality-violated"),
    **dict.fromkeys(("<", ">"), "strict-inequality-violated"),
}
LONGEST, LONGEST_TEXT = 5, 4000  # of the exponent of a recorded number, its sign included, and of the whole
_TERM = re.compile(r"([+-]?)\s*(\d+(?:/\d+)?)?\s*\*?\s*(?:sqrt\((\d+)\))?\s*")


class Violation(Protocol):
    """What `derive.exact.certification.certify` returns: both sides as text, the entry (from one) and the values of indices."""

    @property
    def lhs(self) -> str:
        """The value of the left side as text, as `side_value` reads it."""
        ...

    @property
    def rhs(self) -> str:
        """The value of the right side as text, as `side_value` reads it."""
        ...

    @property
    def entry(self) -> tuple[int, int] | None:
        """Row and column of the entry that fails, from one; None for scalars."""
        ...

    @property
    def index(self) -> Mapping[str, int]:
        """The values of the quantified indices, by name."""
        ...

    @property
    def gap(self) -> str:
        """Left minus right side as text, exact or enclosed."""
        ...


def kind_of(goal: Formula) -> str:
    """Return the kind of a certificate against a lowered goal: that of the relation that stands last in it."""
    while not isinstance(goal, Rel):
        if isinstance(goal, Logic) and goal.op != "or":
            return "claim-fails"
        goal = goal.args[-1] if isinstance(goal, Logic) else goal.body
    return KINDS.get(goal.op, "claim-fails")


def side_value(text: str) -> Any:
    """Turn the text of a side into a recorded value.

    An exact rational stays text, ``1/2*sqrt(3) + 1`` becomes a number tree, ``[low, high]`` an enclosure, a shape
    (``2 x 3``) and ``infinity`` stay; words without a value become None.

    Examples:
        >>> side_value("3/2"), side_value("[0.5, 1e-3]")
        ('3/2', {'low': '1/2', 'high': '1/1000'})
        >>> side_value("1 - 1/2*sqrt(3)")
        ['+', '1', ['*', '-1/2', ['sqrt', '3']]]
    """
    text = text.strip()
    if len(text) > LONGEST_TEXT:
        return None
    if text == "infinity" or re.fullmatch(r"\d+ x \d+", text):
        return text
    if text.startswith("["):
        low, high = text.strip("[]").split(",")
        if any(len(end.partition("e")[2]) > LONGEST for end in (low, high)):
            return None  # too many digits to be written out
        return {"low": str(Fraction(low.strip())), "high": str(Fraction(high.strip()))}
    try:
        return str(Fraction(text))
    except ValueError:
        return _surd_value(text)


def _surd_value(text: str) -> Any:
    terms, position = [], 0
    while position < len(text):
        match = _TERM.match(text, position)
        if match is None or match.end() == position or not (match[2] or match[3]):
            return None
        sign, coefficient, root = match.groups()
        value = str(Fraction(f"{'-' if sign == '-' else ''}{coefficient or 1}"))
        terms.append(["*", value, ["sqrt", root]] if root else value)
        position = match.end()
    return ["+", *terms]


def input_value(number: Any) -> Any:
    """Return an exact number of an input in JSON: ``"p/q"``, or a tree such as ``["log", "2"]``."""
    return [number[0], *map(input_value, number[1:])] if isinstance(number, tuple | list) else str(Fraction(number))


def certificate(
    problem: Problem,
    point: Point,
    violation: Violation,
    *,
    claim_id: str,
    latex: str,
    given: Sequence[str] = (),
    checker: str = "",
    settings: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Return the certificate as JSON-able data, with its hash."""
    kernel = lowered_problem(problem)
    data: dict[str, Any] = {
        "schema": SCHEMA,
        "kind": kind_of(kernel.goal),
        "checker": checker,
        "claim_id": claim_id,
        "claim": latex,
        "given": list(given),
        "settings": dict(settings or {}),
        "problem": problem_to_prefix(kernel),
        "sizes": dict(point.sizes),
        "indices": {**point.indices, **violation.index},
        "inputs": {name: [[input_value(x) for x in row] for row in matrix] for name, matrix in point.inputs.items()},
        "entry": list(violation.entry) if violation.entry else None,
        "lhs": side_value(violation.lhs),
        "rhs": side_value(violation.rhs),
        "gap": violation.gap,
    }
    data |= _counted_anew({key: data[key] for key in ("problem", "sizes", "indices", "inputs")})
    return {**data, "hash": digest(data)}


def _counted_anew(data: dict[str, Any]) -> dict[str, Any]:
    """Count the marks of bound names (``i~381``) from one: a certificate does not depend on what was judged before."""
    seen: dict[str, str] = {}
    text = json.dumps(data, ensure_ascii=False)
    return json.loads(re.sub(r"~\d+", lambda match: seen.setdefault(match[0], f"~{len(seen) + 1}"), text))


def digest(data: Mapping[str, Any]) -> str:
    """Return the SHA-256 of the canonical JSON (sorted keys, no spaces, ASCII) of everything but the hash."""
    rest = {key: value for key, value in data.items() if key != "hash"}
    return hashlib.sha256(json.dumps(rest, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def write_certificate(
    problem: Problem,
    point: Point,
    violation: Violation,
    *,
    claim_id: str,
    latex: str,
    path: str | Path,
    given: Sequence[str] = (),
    checker: str = "",
    settings: Mapping[str, Any] | None = None,
) -> Path:
    """Write a certificate, atomically: a reader sees the whole file or none.

    Args:
        problem: The claim; its goal fails at the point. No abstract function may be left in it.
        point: Sizes, exact inputs (rationals, or trees such as ``("log", Fraction(2))``) and index values.
        violation: What `derive.exact.certification.certify` found there.
        claim_id: Identifier of the claim.
        latex: The claim as it was written.
        path: The file to write; its folder is made if need be.
        given: The LaTeX of the declarations in force.
        checker: Version of the program that found it.
        settings: The conventions and macros under which the LaTeX is read.

    Returns:
        The path of the file.

    Raises:
        OSError: The file cannot be written.
    """
    target = Path(path)
    target.parent.mkdir(parents=True, exist_ok=True)
    words = {"claim_id": claim_id, "latex": latex, "given": given, "checker": checker}
    data = certificate(problem, point, violation, **words, settings=settings)
    handle, temporary = tempfile.mkstemp(dir=target.parent, prefix=".certificate-")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump(data, file, indent=1, sort_keys=True)
            file.write("\n")
        Path(temporary).replace(target)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
    return target
