"""Inequalities between norms, traces and quadratic forms of the matrices that a claim writes down.

Sources: Horn and Johnson, Matrix Analysis, 5.6 (interpolation of the spectral norm, inverses) and 7.1, 7.7 (Loewner order).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from derive.bounds.facts.defined import evaluated
from derive.bounds.facts.facts import Facts, Theorem
from derive.bounds.forms.normal import is_scalar
from derive.bounds.matrices.submatrices import submatrices
from derive.bounds.quantities.written import quantities_of
from derive.core import Expr

MAX_NODES = 24  # of each kind that are looked at


def spectral(facts: Facts, sides: Sequence[Expr]) -> Iterator[Theorem]:
    """Yield the theorems about the scalars that are evaluated at every point of a claim."""
    nodes = list(dict.fromkeys(n for side in sides for n in (*evaluated(facts, side), *quantities_of(facts, side))))
    yield from _listed(nodes)
    yield from submatrices(facts, nodes)


def _listed(nodes: Sequence[Expr]) -> Iterator[Theorem]:
    """Max(a, b) is at least each of its arguments."""
    for node in [n for n in nodes if n.op in ("max", "min") and is_scalar(n)][:MAX_NODES]:
        for part in node.args:
            pair = (part, node) if node.op == "max" else (node, part)
            if is_scalar(part):
                yield Theorem(*pair, False, "extremes", "min(a, b) <= a <= max(a, b)")


__all__ = ["spectral"]
