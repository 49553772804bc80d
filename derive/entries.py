r"""What is said of all entries of a matrix, as a relation of matrices: ``A_{ij} = 0`` for all ``i \ne j`` is ``M \odot A = 0``."""

from __future__ import annotations

from collections.abc import Sequence

from derive import build as b
from derive.core import Expr, Formula, Logic, Quantified, Rel, conjuncts, formula_exprs, walk
from derive.infinite import is_finite
from derive.size_names import size_names
from derive.sizes import Shape, Size

ONE = Size.of(1)
Range = tuple[str, Size]


def of_matrices(formula: Formula) -> Formula:
    r"""Return a relation of matrices that says the same; the formula itself if it is no such statement.

    The sides may be entries of variables, or free of the indices; a conjunction of such statements is one of relations. Conditions on the indices (``i < j``) leave entries of an
    equation out; an inequality with conditions stays as it is.
    """
    if not isinstance(formula, Quantified) or formula.kind != "forall":
        return formula
    if len(formula.names) == 1 and len(formula.names[0]) == 2:
        return _of_operators(formula)
    body, guards = formula.body, ()
    if isinstance(body, Logic) and body.op == "and":
        parts = [of_matrices(Quantified("forall", formula.names, part)) for part in body.args]
        return Logic("and", tuple(parts)) if all(isinstance(part, Rel) for part in parts) else formula
    if isinstance(body, Logic) and body.op == "implies":
        *premises, body = body.args
        guards = tuple(conjuncts(premises))
    ranges = _ranges(formula)
    if ranges is None or not isinstance(body, Rel) or body.op not in ("=", "<=", "<", ">=", ">"):
        return formula
    if not body.lhs.shape.is_scalar:
        return formula if guards else _of_members(formula, body, *ranges)
    if guards and (body.op != "=" or not all(_of_indices(g) for g in guards)):
        return formula
    if guards and not all(is_finite(side) for side in (body.lhs, body.rhs)):
        return formula  # nothing is subtracted from an infinity
    sides = [whole_matrix(side, *ranges) for side in (body.lhs, body.rhs)]
    if sides.count(None) == 1 and not guards and body.op == "=":
        sides = [
            _table(side, *ranges) if whole is None else whole
            for side, whole in zip((body.lhs, body.rhs), sides, strict=True)
        ]
    if None in sides:
        return formula
    left, right = (side for side in sides if side is not None)
    if not guards:
        return Rel(body.op, left, right)
    if _off_diagonal(guards, *ranges) and b.is_zero(right):
        return Rel("=", left, b.diag(b.diagpart(left)))
    mask = b.const(1)
    for guard in guards:
        assert isinstance(guard, Rel)
        mask = b.scale(b.indicator(guard.op, guard.lhs, guard.rhs), mask)
    (i, m), (j, n) = ranges
    difference = left if b.is_zero(right) else b.sub(left, right)
    return Rel(
        "=", b.hadamard(b.blocks(i, m, j, n, mask), difference), b.zeros(difference.shape.rows, difference.shape.cols)
    )


def _of_operators(formula: Quantified) -> Formula:
    r"""Return ``S = T`` for ``S x = T x`` for all x in R^n: two matrices that agree on all vectors are equal."""
    ((name, shape),), body = formula.names, formula.body
    if not isinstance(body, Rel) or body.op != "=" or shape.cols or body.lhs.shape.cols:
        return formula
    left, right = (_operator(side, name, shape) for side in (body.lhs, body.rhs))
    if left is None or right is None or left.shape != right.shape:
        return formula
    return Rel("=", left, right)


def _operator(e: Expr, name: str, shape: Shape) -> Expr | None:
    """The matrix M of a product ``M x``, None if an expression is not written as one."""
    if name not in b.free_names(e):
        return b.zeros(e.shape.rows, shape.rows) if b.is_zero(e) else None
    if e.op == "var":
        return b.eye(shape.rows)
    if e.op == "add":
        parts = [_operator(a, name, shape) for a in e.args]
        return None if None in parts else b.add(*(p for p in parts if p is not None))
    if e.op in ("matmul", "scale") and name not in b.free_names(e.args[0]):
        inner = _operator(e.args[1], name, shape)
        return None if inner is None else (b.matmul if e.op == "matmul" else b.scale)(e.args[0], inner)
    return None


def _of_members(formula: Formula, body: Rel, first: Range, second: Range) -> Formula:
    r"""Return ``X = \mathbf{1} c^\top`` for ``x_i = c`` of all members x_i of a family, which are the rows of X."""
    (i, m), (_, n) = first, second
    for side, other in ((body.lhs, body.rhs), (body.rhs, body.lhs)):
        inner = side.args[0] if side.op == "unvecr" and not side.shape.cols else side
        row = inner.args[0] if inner.op == "transpose" else inner
        if body.op == "=" and n == ONE and side.op == "row" and side.args[0].op == "var" and side.data[0] == Size.of(i):
            if side.args[0].shape.totals[0] == m and i not in size_names(other):  # X_{i,:} = r
                return Rel("=", side.args[0], b.matmul(b.ones(side.args[0].shape.rows, ()), other))
        if body.op != "=" or n != ONE or row.op != "row" or row.args[0].op != "var" or i in size_names(other):
            continue
        whole = row.args[0]
        if row.data[0] == Size.of(i) and whole.shape.totals == (m, side.shape.totals[0]) and not other.shape.cols:
            value = b.reshape(other, Shape(whole.shape.cols))
            return Rel("=", whole, b.matmul(b.ones(whole.shape.rows, ()), b.transpose(value)))
    return formula


def _off_diagonal(guards: Sequence[Formula], first: Range, second: Range) -> bool:
    """Whether the only condition is ``i != j`` on the indices of a square matrix."""
    (guard, *others), indices = guards, {b.size(first[0]), b.size(second[0])}
    return (
        not others
        and isinstance(guard, Rel)
        and guard.op == "!="
        and {guard.lhs, guard.rhs} == indices
        and first[1] == second[1]
    )


def _ranges(formula: Quantified) -> tuple[Range, Range] | None:
    """One or two indices that run from 1 to a size of their own; a missing one runs to 1."""
    if not all(len(name) == 3 and name[1] == ONE for name in formula.names) or len(formula.names) > 2:
        return None
    ranges = [(name[0], name[2]) for name in formula.names]
    if any(r[0] in high.names for r in ranges for _, high in ranges):
        return None
    first, second = (*ranges, (b.fresh("j"), ONE))[:2]
    return first, second


def _of_indices(formula: Formula) -> bool:
    """Whether a condition compares numbers made of indices and sizes."""
    if not isinstance(formula, Rel) or formula.op not in ("=", "!=", "<=", "<", ">=", ">"):
        return False
    nodes = (node for side in formula_exprs(formula) for node in walk(side))
    return all(node.shape.is_scalar and (node.args or node.op in ("const", "size")) for node in nodes)


def whole_matrix(side: Expr, first: Range, second: Range) -> Expr | None:
    """The matrix whose entry (i, j) a number is; None for other numbers."""
    (i, m), (j, n) = first, second
    if not size_names(side) & {i, j}:
        rows, cols = b.dim(m), b.dim(n)
        return b.zeros(rows, cols) if b.is_zero(side) else b.scale(side, b.ones(rows, cols))
    if side.op == "sum" and (added := _row_sums(side, first, second)) is not None:
        return added
    found = _entry(side)
    if found is None:
        return None
    a, row, column = found
    rows, cols = a.shape.totals
    if (row, column, rows, cols) == (Size.of(i), Size.of(j) if n != ONE else ONE, m, n):
        return a
    if (row, column, rows, cols) == (Size.of(j) if n != ONE else ONE, Size.of(i), n, m):
        return b.transpose(a)
    return None


def _row_sums(side: Expr, first: Range, second: Range) -> Expr | None:
    """The sums of the rows (or columns) of a variable, where each is the entry of a column."""
    name, low, high = side.data
    entries = whole_matrix(side.args[0], first, (name, high)) if low == ONE and second[1] == ONE else None
    return b.matmul(entries, b.ones(b.dim(high), ())) if entries is not None else None


def _table(side: Expr, first: Range, second: Range) -> Expr | None:
    """Any number that depends on two indices, as the matrix of its values."""
    (i, m), (j, n) = first, second
    if side.op == "entry" and side.data == (Size.of(i), Size.of(j)) and not size_names(side.args[0]) & {i, j}:
        whole = side.args[0]
        if whole.shape.totals == (m, n):
            return whole
    return b.blocks(i, m, j, n, side) if side.shape.is_scalar and n != ONE else None


def _entry(side: Expr) -> tuple[Expr, Size, Size] | None:
    """Read ``row(transpose(row(A, i)), j)`` and its like as (A, i, j) for a variable A."""
    while side.op in ("reshape", "transpose") and side.shape.is_scalar:
        side = side.args[0]
    if side.op == "entry" and side.args[0].op == "var":
        return side.args[0], side.data[0], side.data[1]
    return None


__all__: Sequence[str] = ("of_matrices", "whole_matrix")
