r"""Powers of one quantity with indices in the exponent: where they may be taken at exponents that the statement leaves out.

``[j <= i] a^(i - j)`` has a value at ``j > i`` only if a is not zero. Where both sides of a statement are polynomials in a
at all its points (with ``a^0 = 1``), that it holds off a = 0 is enough: both sides are continuous there.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from derive.build import free_names
from derive.core import Expr, Formula, Rel, walk
from derive.index.elaboration.nonlinear import compares_integers
from derive.index.rewriting.places import against_zero

POLYNOMIAL = frozenset(
    "var add scale hadamard matmul kron trace transpose reshape vec vecr unvecr diag diagpart hcat vcat blocks "
    "entry row col sum prod".split()
)


def powers_with_values(goal: Rel, hypotheses: Sequence[Formula]) -> frozenset[Expr]:
    """Return the numbers whose powers may be taken for any exponents: positive, not zero, or polynomial throughout."""
    nodes = dict.fromkeys(node for side in (goal.lhs, goal.rhs) for node in walk(side))
    bases = [node.args[0] for node in nodes if node.op == "hpow" and counts(node.args[1])]
    told = [expr for _, expr in against_zero(hypotheses)]
    found = (b for b in bases if b.shape.is_scalar)
    return frozenset(b for b in found if b in told or _is_positive(b) or _is_polynomial_in(b, nodes))


def counts(exponent: Expr) -> bool:
    """Return whether an exponent is a whole number made of indices and sizes."""
    return all(
        node.op in ("add", "scale")
        or (node.op == "const" and node.data[0].denominator == 1)
        or (node.op == "size" and all(c.denominator == 1 for _, c in node.data[0].terms))
        for node in walk(exponent)
    )


def _is_positive(base: Expr) -> bool:
    return base.op == "const" and base.data[0] > 0


def _is_polynomial_in(base: Expr, nodes: Iterable[Expr]) -> bool:
    """Whether all that depends on a variable is a polynomial in it at every point, for fixed values of the indices."""
    return base.op == "var" and all(
        node.op in POLYNOMIAL
        or (node.op == "hpow" and counts(node.args[1]) and not _is_negative(node.args[1]))
        or (node.op == "indicator" and compares_integers(node))
        for node in nodes
        if base.data[0] in free_names(node)
    )


def _is_negative(exponent: Expr) -> bool:
    return exponent.op == "const" and exponent.data[0] < 0


__all__ = ["counts", "powers_with_values"]
