"""Which expressions are meromorphic: an identity of these that holds on an open set of inputs holds wherever it is defined.

The identity theorem: a holomorphic function on a connected domain that vanishes on an open set vanishes. Single-valued
functions stay holomorphic on the complex inputs where no denominator vanishes, and the zeros of a denominator leave the
domain connected (Gunning and Rossi, Analytic Functions of Several Complex Variables, I.C). Roots, logarithms and
absolute values have branches, which may differ on either side of a zero: ``(x^2)^{1/2} = x`` holds for positive x alone.
"""

from __future__ import annotations

from derive.build import DERIVATIVES, free_names
from derive.core import Expr, walk
from derive.functions import MEROMORPHIC, regular

ENTIRE_OR_QUOTIENTS = regular(MEROMORPHIC)
ALGEBRAIC = {
    "var", "const", "size", "eye", "ones", "zeros", "commutation", "basis", "delta",
    "add", "scale", "matmul", "kron", "hadamard", "transpose", "vec", "vecr", "reshape", "unvecr", "diag", "diagpart",
    "trace", "entry", "row", "col", "sum", "prod", "mprod", "blocks", "hcat", "vcat", "softmax", "inv", "det", "mpow",
    *DERIVATIVES,
}  # fmt: skip


def is_meromorphic(expr: Expr) -> bool:
    """Return whether an expression is a single-valued meromorphic function of its variables, at all sizes."""
    return all(map(_keeps, walk(expr)))


def _keeps(node: Expr) -> bool:
    if node.op in ALGEBRAIC:
        return True
    if node.op == "real":
        return node.data[0] != "infinity"
    if node.op == "map":
        return node.data[0] in ENTIRE_OR_QUOTIENTS
    if node.op == "hpow":
        base, exponent = node.args
        integer = exponent.op == "const" and exponent.data[0].denominator == 1
        return integer or not (free_names(base) or free_names(exponent))
    return False


__all__ = ["ALGEBRAIC", "is_meromorphic"]
