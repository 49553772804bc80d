"""Parts of vectors that sums speak of, as vectors of their own: a stronger statement, which may be in reach where the first is not.

sum_{i=1}^{n-1} (x_{i+1} - x_i)^2   becomes   sum_{i=1}^{n-1} (y_i - z_i)^2   for all y and z of length n - 1

Slices, x_{1:n-1}, are such parts, too.
"""

from __future__ import annotations

from derive import build
from derive.asked import about, nothing
from derive.core import Expr, Rel, walk
from derive.index.terms.ranges import at_least
from derive.size_names import bound_indices, map_sizes
from derive.sizes import Shape, Size

ONE = Size.of(1)
Key = tuple[Expr, tuple[Size | None, ...], Size]


@about("sum", "blocks", untouched=nothing)
def with_windows(goal: Rel) -> Rel | None:
    """Return the statement with entries ``x_{i + s}``, i up to m, of vectors longer than m as those of new ones; None if there are none."""
    nodes = [node for side in (goal.lhs, goal.rhs) for node in walk(side)]
    if any(node.op in build.BINDS_IN_FIRST for node in nodes) or not any(
        node.op in ("sum", "blocks") for node in nodes
    ):
        return None
    known: dict[Key, Expr] = {}

    def of_part(node: Expr) -> Expr:
        node = _of_sum(from_one(node), known) if node.op == "sum" else node
        return _of_slice(node, known) if node.op == "blocks" else node

    lhs, rhs = (build.bottom_up(side, of_part) for side in (goal.lhs, goal.rhs))
    return Rel(goal.op, lhs, rhs, goal.data) if known else None


def from_one(node: Expr) -> Expr:
    """Return a sum from a number on as one from 1 on."""
    name, low, high = node.data
    if low.constant is None or high.constant is not None or low == ONE:
        return node
    return build.sum_(name, ONE, high - low + 1, map_sizes(node.args[0], {name: Size.of(name) + low - 1}))


def _of_sum(node: Expr, known: dict[Key, Expr]) -> Expr:
    name, low, high = node.data
    (body,) = node.args
    if low != ONE or name in bound_indices(body):
        return node
    found = {e: new for e in walk(body) if e.op == "entry" and (new := _entry(e, name, high, known)) is not None}
    return build.sum_(name, low, high, build.replaced(body, found)) if found else node


def _of_slice(node: Expr, known: dict[Key, Expr]) -> Expr:
    """The part itself, where all entries of some rows, or of some columns, of a variable stand in their order."""
    i, m, j, n = node.data
    body = node.args[0]
    if body.op != "entry":
        return node
    (row, column), (rows, columns) = body.data, body.args[0].shape.totals
    if n == columns and column == (ONE if n == ONE else Size.of(j)):
        new = _entry(build.entry(body.args[0], row, ONE), i, m, known)
    elif m == rows and row == (ONE if m == ONE else Size.of(i)):
        new = _entry(build.entry(body.args[0], ONE, column), j, n, known)
    else:
        new = None
    return node if new is None else build.reshape(new.args[0], node.shape)


def _entry(entry: Expr, name: str, high: Size, known: dict[Key, Expr]) -> Expr | None:
    """The same entry of a part that is as long as the range of its index; of a diagonal, if both places move."""
    (matrix,) = entry.args
    lengths = matrix.shape.totals
    shifts = tuple(place - Size.of(name) if name in place.names else None for place in entry.data)
    moved = [(shift, length) for shift, length in zip(shifts, lengths, strict=True) if shift is not None]
    if matrix.op != "var" or all(shift == Size(()) and length == high for shift, length in moved):
        return None
    for shift, length in moved:
        if shift.constant is None or shift.constant < 0 or not at_least(length - high - shift, 0):
            return None
    diagonal = len(moved) == 2
    dims = [
        (high,) if shift is not None else d
        for shift, d in zip(shifts, (matrix.shape.rows, matrix.shape.cols), strict=True)
    ]
    shape = Shape((high,), ()) if diagonal else Shape(*dims)
    part = known.setdefault((matrix, shifts, high), build.var(build.fresh("part"), shape))
    if diagonal:
        return build.entry(part, Size.of(name), ONE)
    return build.entry(
        part, *(Size.of(name) if s is not None else place for s, place in zip(shifts, entry.data, strict=True))
    )


__all__ = ["from_one", "with_windows"]
