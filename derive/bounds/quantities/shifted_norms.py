r"""Semidefinite matrices plus multiples of the identity: ``||S + c I||_2 = ||S||_2 + c`` for c >= 0, and the condition number.

The eigenvalues of S are moved by c, and the largest of a semidefinite matrix is its norm (Horn and Johnson, Matrix Analysis, 1.1.P6).
"""

from __future__ import annotations

from collections.abc import Iterator

from derive import build
from derive.bounds.facts.facts import NONNEGATIVE, POSITIVE, Facts
from derive.bounds.forms.bound import Bound
from derive.bounds.forms.normal import factors, strip
from derive.bounds.forms.polynomial import Poly
from derive.bounds.quantities import arithmetic
from derive.core import Expr

MAX_TERMS = 4
NORM, CONDITION = (
    "||S + c I||_2 = ||S||_2 + c for semidefinite S and c >= 0",
    "the eigenvalues of S + c I are those of S, moved by c",
)


def shifted_norm(facts: Facts, total: Expr) -> Bound | None:
    """Return the spectral norm of a sum that is a semidefinite matrix and a multiple of the identity, None if it is none."""
    found = _apart(facts, total, NONNEGATIVE)
    return None if found is None else (facts.norm(found[1], "2") + found[0]).by("shift", NORM)


def shifted_condition(facts: Facts, total: Expr) -> Bound | None:
    """Return the condition number of such a sum, with a positive multiple of the identity."""
    found = _apart(facts, total, POSITIVE)
    if found is None:
        return None
    shift, rest = found
    least = facts.value(build.eig(rest, "min")) + shift
    largest = facts.norm(rest, "2") + shift
    return (largest * arithmetic.power(facts, least, -arithmetic.UNITY)).by("shift", CONDITION)


def _apart(facts: Facts, total: Expr, sign: int) -> tuple[Bound, Expr] | None:

    fitting = (
        (Bound(weight), rest)
        for weight, rest in shifts(facts, total)
        if arithmetic.poly_sign(facts, weight) >= sign and facts.is_semidefinite(rest)
    )
    return next(fitting, None)


def shifts(facts: Facts, total: Expr) -> Iterator[tuple[Poly, Expr]]:
    """Yield (c, E) for the ways in which a sum is ``c I + E``."""
    if total.op != "add" or len(total.args) > MAX_TERMS:
        return
    for k, term in enumerate(total.args):
        scalars, parts = factors(term)
        if len(parts) == 1 and is_identity(parts[0]):
            rest = [t for q, t in enumerate(total.args) if q != k]
            yield arithmetic.weight(facts, scalars).value, build.add(*rest)


def is_identity(expr: Expr) -> bool:
    """Return whether a matrix is written as an identity, or as a Kronecker product of such."""
    expr = strip(expr)
    return expr.op == "eye" or (expr.op == "kron" and all(map(is_identity, expr.args)))


__all__ = ["is_identity", "shifted_condition", "shifted_norm", "shifts"]
