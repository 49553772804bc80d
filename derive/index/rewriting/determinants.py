"""Determinants of sums, as determinants of smaller matrices, before a statement goes into index form.

    det(I + F1 F2 ... Fk) = det(I + F2 ... Fk F1)           (Sylvester), any rotation, also of the transposed product
    det(A + P)            = det A det(I + A^-1 P)           where A is invertible
    det(A^-1 + P)         = det(I + A P) / det A
    det [[A, B], [C, D]]  = det A det(D - C A^-1 B)         (Schur), where A is invertible; det A det D where B or C is 0
                          = det D det(A - B D^-1 C)         where D is invertible
    det [[A, B], [I, D]]  = det(A D - B),   det [[A, I], [C, D]] = det(D A - C)   with four square blocks of one size
    det(c I + F1 ... Fk)  = c^n det(I + c^-1 F1 ... Fk)     where a hypothesis says that c is not 0

"Where A is invertible" is read from the statement: it inverts A itself at every point, so it speaks of invertible A only.  Among the
rotations a canonical one of the least size is taken, so that both sides of a statement meet.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from derive.asked import about, itself, none
from derive.build import (
    BINDS_IN_FIRST,
    LIMITS,
    add,
    const,
    det,
    eye,
    free_names,
    hpow,
    inv,
    matmul,
    matmuls,
    neg,
    rebuild,
    scale,
    size,
    transpose,
)
from derive.core import Expr, Formula, Rel, formula_exprs, formula_operators, walk
from derive.errors import DeriveError
from derive.index.normalization.triangular import determinant as triangular_determinant
from derive.index.rewriting.places import against_zero, binds, places
from derive.size_names import size_names
from derive.sizes import product

MAX_FACTORS = 12


@about("det", untouched=itself)
def rewritten(goal: Rel, hypotheses: Sequence[Formula] = ()) -> Rel:
    """Return the statement with its determinants of sums rewritten; the same statement if there are none."""
    nodes = [e for side in formula_exprs(goal) for e in walk(side)]
    if not any(e.op == "det" for e in nodes):
        return goal
    told = frozenset(e for op, e in against_zero(hypotheses) if op in (">", "<", "!=") and e.shape.is_scalar)
    invertible = inverted(goal, nodes) | told
    return Rel(goal.op, _rewritten(goal.lhs, invertible), _rewritten(goal.rhs, invertible), goal.data)


def inverted(goal: Rel, nodes: Sequence[Expr]) -> frozenset[Expr]:
    """The matrices whose inverses the statement takes at every point, none in the variables that it binds."""
    try:
        always = {p.node for side in formula_exprs(goal) for p in places(side) if p.tells}
    except DeriveError:
        return frozenset()
    moved = moving(nodes)
    bound = moved | {name for e in nodes for name in binds(e)}
    found = (e.args[0] for e in nodes if e.op == "inv" and e in always)
    return frozenset(a for a in found if not bound & {*free_names(a), *size_names(a)})


def moving(nodes: Iterable[Expr]) -> set[str]:
    """The variables that take other values than their own in some body: of integrals, extrema, limits, derivatives elsewhere."""
    found = {e.data[0] for e in nodes if e.op in (*BINDS_IN_FIRST, *LIMITS) and not _stays(e)}
    return found | {name for e in nodes if e.op in ("sup", "inf") for name, _ in e.data[0]}


def _stays(node: Expr) -> bool:
    """Whether a derivative is taken at the variable itself."""
    return node.op in ("deriv", "grad", "frechet") and node.args[1].op == "var" and node.args[1].data[0] == node.data[0]


def _rewritten(expr: Expr, invertible: frozenset[Expr]) -> Expr:
    table: dict[Expr, Expr] = {}
    for node in walk(expr):
        args = [table[a] for a in node.args]
        table[node] = _determinant(args[0], invertible) if node.op == "det" else rebuild(node, args)
    return table[expr]


def _determinant(a: Expr, invertible: frozenset[Expr]) -> Expr:
    blocks = blocks_of(a)
    if blocks is not None and "zeros" in (blocks[1].op, blocks[2].op):
        return scale(_determinant(blocks[0], invertible), _determinant(blocks[3], invertible))
    if blocks is not None and blocks[0].op == "eye":
        return _determinant(add(blocks[3], neg(matmuls(blocks[2], blocks[1]))), invertible)
    if blocks is not None and blocks[0] in invertible:
        first, right, below, last = blocks
        return scale(det(first), _determinant(add(last, neg(matmuls(below, inv(first), right))), invertible))
    if blocks is not None and blocks[3].op == "eye":
        return _determinant(add(blocks[0], neg(matmuls(blocks[1], blocks[2]))), invertible)
    if blocks is not None and blocks[3] in invertible:
        first, right, below, last = blocks
        return scale(det(last), _determinant(add(first, neg(matmuls(right, inv(last), below))), invertible))
    crossed = None if blocks is None else _crossed(*blocks)
    if crossed is not None:
        return _determinant(crossed, invertible)
    if a.op != "add" or len(a.args) != 2:
        return det(a)
    for one, other in (a.args, a.args[::-1]):
        if one.op == "eye":
            return _sylvester(other)
        if (
            one.op == "scale"
            and one.args[1].op == "eye"
            and _is_not_zero(one.args[0], invertible)
            and len(factored(other)[1]) > 1
        ):
            power = hpow(one.args[0], size(product(a.shape.rows)))
            return scale(power, _sylvester(scale(hpow(one.args[0], const(-1)), other)))
        if one in invertible:
            return scale(det(one), _sylvester(matmul(inv(one), other)))
        if one.op == "inv" and one.args[0] in invertible:
            return scale(hpow(det(one.args[0]), const(-1)), _sylvester(matmul(one.args[0], other)))
    return det(a)


def _is_not_zero(number: Expr, told: frozenset[Expr]) -> bool:
    """Whether a number is not zero because some are not: a power or a product of them."""
    if number.op == "const":
        return number.data[0] != 0
    if number.op == "hpow" and number.args[1].op in ("const", "size"):
        return _is_not_zero(number.args[0], told)
    if number.op in ("scale", "hadamard"):
        return all(_is_not_zero(part, told) for part in number.args)
    return number in told


def _crossed(first: Expr, right: Expr, below: Expr, last: Expr) -> Expr | None:
    """The matrix with the determinant of two by two square blocks of one size, an identity off the diagonal; None for others."""
    if len({block.shape for block in (first, right, below, last)}) != 1:
        return None
    if below.op == "eye":  # n exchanged columns and the sign of an n x n matrix cancel
        return add(matmul(first, last), neg(right))
    return add(matmul(last, first), neg(below)) if right.op == "eye" else None


def blocks_of(a: Expr) -> tuple[Expr, Expr, Expr, Expr] | None:
    """The four blocks of a matrix with square blocks on its diagonal."""
    if a.op != "vcat" or len(a.args) != 2 or any(row.op != "hcat" or len(row.args) != 2 for row in a.args):
        return None
    (first, right), (below, last) = (row.args for row in a.args)
    square = all(x.shape.rows == x.shape.cols for x in (first, last))
    return (first, right, below, last) if square else None


def _sylvester(matrix: Expr) -> Expr:
    """``det(I + M)`` in its canonical rotation."""
    factor, factors = factored(matrix)
    if len(factors) > MAX_FACTORS:
        return det(add(eye(matrix.shape.rows), matrix))
    turned = [transpose(f) for f in reversed(factors)]
    rotations = [fs[k:] + fs[:k] for fs in (factors, turned) for k in range(len(fs))]
    best = min((r for r in rotations if r[0].shape.rows == r[-1].shape.cols), key=_key)
    smaller = matmuls(*best) if factor is None else scale(factor, matmuls(*best))
    if not best[0].shape.rows:
        return add(const(1), smaller)
    return det(add(eye(best[0].shape.rows), smaller))


def _key(factors: Sequence[Expr]) -> tuple[int, str, str]:
    rows = factors[0].shape.rows
    return (len(rows), str(rows), " ".join(map(str, factors)))


def factored(matrix: Expr) -> tuple[Expr | None, list[Expr]]:
    """Return a scalar in front (None if there is none) and the factors of a product."""
    scalar: Expr | None = None
    result: list[Expr] = []
    stack = [matrix]
    while stack:
        node = stack.pop()
        if node.op == "matmul":
            stack.extend(reversed(node.args))
        elif node.op == "scale":
            scalar = node.args[0] if scalar is None else scale(scalar, node.args[0])
            stack.append(node.args[1])
        else:
            result.append(node)
    return scalar, result


@about("det", untouched=none)
def of_equals(goal: Rel, hypotheses: Sequence[Rel]) -> list[Rel]:
    """Equal matrices have equal determinants: ``Q^T Q = I`` gives ``det(Q^T Q) = 1``; where the goal has determinants.

    Those of triangular matrices are the products of their diagonals.
    """
    if "det" not in formula_operators(goal):
        return []
    triangular = [found for h in hypotheses if (found := triangular_determinant(h)) is not None]
    square = [h for h in hypotheses if h.lhs.shape == h.rhs.shape and h.lhs.shape.rows == h.lhs.shape.cols]
    equal = [Rel("=", det(h.lhs), det(h.rhs)) for h in square if not h.lhs.shape.is_scalar and not _defines(h)]
    return [*triangular, *equal]


def _defines(h: Rel) -> bool:
    pairs = ((h.lhs, h.rhs), (h.rhs, h.lhs))
    return any(side.op == "var" and side.data[0] not in free_names(other) for side, other in pairs)


__all__ = ["blocks_of", "factored", "inverted", "moving", "of_equals", "rewritten"]
