r"""Claims whose functions are taken outside of their domains at every input: log a with a < 0, the inverse of a singular matrix.

A domain that excludes every input is a contradiction: ``a > 0`` beside the hypothesis ``a < 0``. Only what every point of the
claim needs counts; a branch of cases or a sum that may be empty does not.
"""

from __future__ import annotations

from collections.abc import Iterator

from derive import build
from derive.bounds.forms.normal import canonical, cols, factors, normal, rows, strip
from derive.bounds.forms.restrictions import impossible_sizes
from derive.build import free_names
from derive.core import Expr, Formula, Rel, SizeRules, formula_exprs
from derive.index.normalization.hypotheses import equalities
from derive.index.rewriting.places import places
from derive.size_names import size_names
from derive.sizes import Size
from derive.vacuity.contradictions import contradiction, number


def outside(rules: SizeRules, hypotheses: tuple[Formula, ...], conclusion: Formula) -> str | None:
    """Return why a claim has a value at no input that meets the hypotheses, or None if nothing is shown.

    Raises:
        DeriveError: A derivative does not fit its point.

    """
    for top in formula_exprs(conclusion):
        for place in places(top):
            if not place.tells:
                continue
            for name, condition in _domain(place.node):
                if not size_names(place.node) & place.ranges.keys() and contradiction(rules, (*hypotheses, condition)):
                    return f"{name} of what the hypotheses exclude"
            if place.node.op == "inv":
                kernel = _kernel(rules, hypotheses, place.node.args[0])
                if kernel is not None:
                    return f"the inverse of a matrix that is always singular ({kernel})"
    return None


def _domain(node: Expr) -> Iterator[tuple[str, Rel]]:
    """What a partial function asks of its argument."""
    if node.op not in ("map", "hpow") or not free_names(node):
        return
    u = node.args[0]
    zero = build.zeros(u.shape.rows, u.shape.cols) if not u.shape.is_scalar else build.const(0)
    if node.op == "map" and node.data[0] == "log":
        yield "the logarithm", Rel(">", u, zero)
    elif node.op == "map" and node.data[0] == "sqrt":
        yield "the root", Rel(">=", u, zero)
    elif node.op == "hpow" and node.args[1].op == "const" and node.args[1].data[0].denominator > 1:
        yield "the root", Rel(">" if node.args[1].data[0] < 0 else ">=", u, zero)


def _kernel(rules: SizeRules, hypotheses: tuple[Formula, ...], matrix: Expr) -> str | None:
    """Why the hypotheses make a matrix singular: its shape, a kernel they name, or an odd skew-symmetric one."""
    matrix = canonical(strip(normal(matrix)))
    if matrix.op == "matmul" and exceeds(rules, rows(matrix), cols(matrix.args[0])):
        return f"a product through an inner size {cols(matrix.args[0])}, smaller than both outer sizes"
    for rel in equalities(hypotheses):
        for side, other in ((rel.lhs, rel.rhs), (rel.rhs, rel.lhs)):
            side = strip(normal(side))
            if build.is_zero(other) and side.op == "matmul" and _kills(side, matrix):
                return "a hypothesis says that it maps a vector of ones or a unit vector to zero"
            if _is_skew(side, other, matrix) and rows(matrix).constant is not None and rows(matrix).constant % 2:
                return "skew-symmetric of odd size"
    return None


def exceeds(rules: SizeRules, large: Size, small: Size) -> bool:
    """Whether one size is larger than another at all sizes that are allowed."""
    return impossible_sizes(SizeRules(rules.least, (*rules.relations, ("<=", large - small)))) is not None


def _kills(product: Expr, matrix: Expr) -> bool:
    """Whether a product that is zero is that of a matrix and a vector other than zero, on either side."""
    left, right = (canonical(strip(normal(a))) for a in product.args)
    return (left == matrix and _is_plain(right)) or (right == matrix and _is_plain(left))


def _is_plain(vector: Expr) -> bool:
    if vector.op == "transpose":
        vector = strip(vector.args[0])
    return vector.op in ("ones", "basis")


def _is_skew(side: Expr, other: Expr, matrix: Expr) -> bool:
    """Whether an equation says ``A^T = -A`` or ``A = -A^T`` of a matrix A."""
    scalars, parts = factors(other)
    if len(scalars) != 1 or number(scalars[0]) != -1 or len(parts) != 1:
        return False
    turned = canonical(strip(normal(build.transpose(side))))
    return canonical(strip(normal(parts[0]))) == turned and matrix in (turned, canonical(strip(normal(side))))


__all__ = ["exceeds", "outside"]
