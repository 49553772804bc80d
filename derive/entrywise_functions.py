r"""Functions of square matrices that were taken entry by entry, where the text may mean the matrix function.

``\exp(S)`` of a square matrix has two readings, and no road knows the matrix function. The weights ``\exp(Q K^\top)`` of
attention are meant entry by entry, and their formulas show it: they divide by sums of rows, or multiply entries. Where
nothing of the kind is written, ``\det \exp(A) = \exp(\operatorname{tr} A)``, a counterexample to the entrywise reading
says nothing of the other one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from derive.core import Expr, Problem, formula_exprs, walk

ENTRYWISE_ROOT = r"\sqrt of a square matrix is taken entry by entry; write A^{1/2} for a root of the matrix"
"""The note of a root sign over a square matrix."""

_FUNCTIONS = ("exp", "log", "sin", "cos")
_OF_ENTRIES = (
    "hadamard",
    "hpow",
    "map",
    "softmax",
    "entry",
    "row",
    "col",
    "indicator",
    "where",
    "maxentry",
    "minentry",
)
_CARRIED = ("scale", "add", "transpose", "reshape")  # what is said of their values is said of their operands
_SUMMED = ("hadamard", "hpow", "map", "diag", "entry", "row", "indicator", "where")


def maybe_matrix_function(problem: Problem) -> str | None:
    """Return the name of a function of square matrices whose entries nothing in the problem speaks of, None if there is none.

    What a name means once it means throughout.
    """
    tops = [e for f in (*problem.hypotheses, problem.goal) for e in formula_exprs(f)]
    users = _users(tops)
    functions = {node: name for node in users if (name := _function(node, problem.notes)) is not None}
    of_entries = {name for node, name in functions.items() if _has_entries(node, users)}
    return next((name for name in functions.values() if name not in of_entries), None)


def _users(tops: Iterable[Expr]) -> Mapping[Expr, list[Expr]]:
    """Return for every node those that it is an operand of."""
    users: dict[Expr, list[Expr]] = {}
    for node in dict.fromkeys(n for top in tops for n in walk(top)):
        users.setdefault(node, [])
        for operand in node.args:
            users.setdefault(operand, []).append(node)
    return users


def _function(node: Expr, notes: Iterable[str]) -> str | None:
    """The function of a square matrix that a node is, if there is a matrix function of that name."""
    rows, cols = node.shape.totals
    if rows != cols or node.shape.is_scalar:
        return None
    if node.op == "map" and node.data[0] in _FUNCTIONS:
        return node.data[0]
    exponent = node.args[1] if node.op == "hpow" else None
    is_root = exponent is not None and exponent.op == "const" and exponent.data[0].denominator > 1
    return "sqrt" if is_root and ENTRYWISE_ROOT in notes else None


def _has_entries(node: Expr, users: Mapping[Expr, list[Expr]], summed: bool = False) -> bool:
    """Whether entries of a matrix are multiplied, compared or divided by sums of its rows, which no matrix function needs."""
    return any(_speaks_of_entries(node, user, users, summed) for user in users[node])


def _speaks_of_entries(node: Expr, user: Expr, users: Mapping[Expr, list[Expr]], summed: bool) -> bool:
    if user.op in (_SUMMED if summed else _OF_ENTRIES):
        return True
    if user.op == "matmul" and any(_is_ones(other) for other in user.args):
        return _has_entries(user, users, True)
    if user.op in ("vec", "vecr"):
        return _has_entries(user, users, True)
    return user.op in _CARRIED and _has_entries(user, users, summed)


def _is_ones(e: Expr) -> bool:
    return e.op == "ones" or (e.op == "transpose" and e.args[0].op == "ones")


__all__ = ["ENTRYWISE_ROOT", "maybe_matrix_function"]
