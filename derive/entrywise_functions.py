r"""Functions of square matrices that were taken entry by entry, where the text may mean the matrix function.

``\exp(S)`` of a square matrix has two readings. What a file writes of a function
elsewhere may settle it: one of a matrix that is not square is taken of its entries, and so is one that is divided by its row
sums, as the weights ``D^{-1} \exp(Q K^\top)`` of attention are, or multiplied entry by entry with another, as in
``\exp(A) \odot \exp(B)``. Nothing else does: the matrix function has entries, a trace and products too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from derive.core import Expr, Problem, formula_exprs, walk
from derive.functions import FUNCTIONS
from derive.sizes import Size

ENTRYWISE_ROOT = r"\sqrt of a square matrix is taken entry by entry; write A^{1/2} for a root of the matrix"
"""The note of a root sign over a square matrix."""

_CARRIED = (
    "scale",
    "transpose",
    "reshape",
    "hadamard",
)  # the row sums of these are row sums of their operands, weighted
_Users = Mapping[Expr, list[Expr]]


def maybe_matrix_function(
    problem: Problem, elsewhere: Callable[[], Iterable[Expr]] = tuple, *, settled: bool = True
) -> str | None:
    """Return the name of a function of square matrices that nothing says to be taken of entries, None if there is none.

    What a name means once it means throughout.

    Args:
        problem: A problem without definitions.
        elsewhere: What else is written under the same conventions.
        settled: Whether the use of a function settles what it means.
    """
    tops = [e for f in (*problem.hypotheses, problem.goal) for e in formula_exprs(f)]
    roots = ENTRYWISE_ROOT in problem.notes
    found = dict.fromkeys(name for node in _nodes(tops) if (name := _function(node, roots)) and _is_square(node))
    if found and settled:
        of_entries = set(_of_entries([*tops, *elsewhere()], roots))
        return next((name for name in found if name not in of_entries), None)
    return next(iter(found), None)


def _nodes(tops: Iterable[Expr]) -> dict[Expr, None]:
    return dict.fromkeys(n for top in tops for n in walk(top))


def _function(node: Expr, roots: bool) -> str | None:
    """The function that a node applies to a matrix, if there is a matrix function of that name."""
    if Size.of(1) in node.shape.totals:
        return None
    if node.op == "map" and FUNCTIONS[node.data[0]].of_matrices == "square":
        return node.data[0]
    exponent = node.args[1] if roots and node.op == "hpow" else None
    return "sqrt" if exponent is not None and exponent.op == "const" and exponent.data[0].denominator > 1 else None


def _is_square(node: Expr) -> bool:
    rows, cols = node.shape.totals
    return rows == cols


def _of_entries(tops: Iterable[Expr], roots: bool) -> Iterable[str]:
    """Yield the functions that are somewhere applied to a matrix that is not square, or divided by their row sums."""
    users: dict[Expr, list[Expr]] = {}
    for node in _nodes(tops):
        users.setdefault(node, [])
        for operand in node.args:
            users.setdefault(operand, []).append(node)
    for node in users:
        name = _function(node, roots)
        if name is None:
            continue
        divided = any(_is_denominator(s, users) for s in _row_sums(node, users))
        if divided or not _is_square(node) or _is_multiplied(node, users, roots):
            yield name


def _is_multiplied(node: Expr, users: _Users, roots: bool) -> bool:
    """Whether the entries of a function are multiplied with each other, or with those of another function."""
    return any(
        (user.op == "hpow" and user.args[0] is node)
        or (user.op == "hadamard" and all(_function(other, roots) for other in user.args))
        for user in users[node]
    )


def _row_sums(node: Expr, users: _Users) -> Iterable[Expr]:
    r"""Yield the row sums of a matrix: its products with ones, and ``\sum_k A_{ik}``."""
    for user in users[node]:
        if user.op in _CARRIED:
            yield from _row_sums(user, users)
        elif user.op == "matmul" and any(_is_ones(other) for other in user.args):
            yield user
        elif user.op in ("entry", "row", "col"):
            yield from (s for s in _scaled(user, users) if s.op == "sum" and _runs(s.data[0], user))


def _scaled(node: Expr, users: _Users) -> Iterable[Expr]:
    for user in users[node]:
        yield user
        if user.op in _CARRIED:
            yield from _scaled(user, users)


def _runs(index: str, entry: Expr) -> bool:
    """Whether an index runs along the rows or the columns; along both it runs along the diagonal."""
    return sum(index in where.names for where in entry.data) == 1


def _is_denominator(node: Expr, users: _Users, below: bool = False) -> bool:
    """Whether something is divided by a vector of row sums, or by the diagonal matrix with it."""
    for user in users[node]:
        if user.op == "inv" and below:
            return True
        if user.op == "hpow" and user.args[0] is node and _is_negative(user.args[1]):
            return True
        spread = user.op == "matmul" and any(map(_is_ones, user.args)) and not user.shape.is_scalar
        if (spread or user.op in ("diag", "entry", "add", *_CARRIED)) and _is_denominator(
            user, users, below or user.op == "diag"
        ):
            return True
    return False


def _is_negative(exponent: Expr) -> bool:
    return exponent.op == "const" and exponent.data[0] < 0


def _is_ones(e: Expr) -> bool:
    return e.op == "ones" or (e.op == "transpose" and e.args[0].op == "ones")


__all__ = ["ENTRYWISE_ROOT", "maybe_matrix_function"]
