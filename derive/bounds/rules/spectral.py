"""Inequalities between norms, traces and quadratic forms of the matrices that a claim writes down.

Sources: Horn and Johnson, Matrix Analysis, 5.6 (interpolation of the spectral norm, inverses) and 7.1, 7.7 (Loewner order).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from derive import build
from derive.bounds.facts.defined import evaluated
from derive.bounds.facts.facts import Facts, Theorem
from derive.bounds.forms.bound import Bound
from derive.bounds.forms.normal import factors, is_scalar, normal, strip
from derive.bounds.forms.polynomial import UNIT
from derive.bounds.matrices.submatrices import submatrices
from derive.bounds.matrices.traces_of_projections import traces_of_projections
from derive.bounds.quantities import arithmetic
from derive.bounds.quantities.written import quantities_of
from derive.core import Expr

MAX_NODES = 24  # of each kind that are looked at


def spectral(facts: Facts, sides: Sequence[Expr]) -> Iterator[Theorem]:
    """Yield the theorems about the scalars that are evaluated at every point of a claim."""
    nodes = list(dict.fromkeys(n for side in sides for n in (*evaluated(facts, side), *quantities_of(facts, side))))
    yield from _listed(nodes)
    yield from submatrices(facts, nodes)
    yield from traces_of_projections(facts, nodes)


def _matrix(node: Expr) -> Expr:
    return strip(normal(node.args[0]))


def _listed(nodes: Sequence[Expr]) -> Iterator[Theorem]:
    """Max(a, b) is at least each of its arguments."""
    for node in [n for n in nodes if n.op in ("max", "min") and is_scalar(n)][:MAX_NODES]:
        for part in node.args:
            pair = (part, node) if node.op == "max" else (node, part)
            if is_scalar(part):
                yield Theorem(*pair, False, "extremes", "min(a, b) <= a <= max(a, b)")


# Inverses.


def difference_of_inverses(facts: Facts, expr: Expr, kind: str) -> Iterator[Bound]:
    """``A^-1 - B^-1 = A^-1 (B - A) B^-1``."""
    if len(expr.args) != 2 or kind != "2":
        return
    inner, signs = [], []
    for term in expr.args:
        scalars, parts = factors(term)
        weight = arithmetic.weight(facts, scalars)
        single = weight.value.single()
        if len(parts) != 1 or strip(parts[0]).op != "inv" or single is None or single[0] != UNIT:
            return
        inner.append(strip(parts[0]).args[0])
        signs.append(single[1])
    if sorted(signs) != [-1, 1]:
        return
    first, second = inner
    for middle in (build.sub(second, first), build.sub(first, second)):
        product = facts.norm(expr.args[0], kind) * facts.norm(middle, kind) * facts.norm(expr.args[1], kind)
        yield product.by("difference of inverses", "A^-1 - B^-1 = A^-1 (B - A) B^-1")


__all__ = ["difference_of_inverses", "spectral"]
