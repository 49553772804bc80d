r"""A matrix is at most ``sqrt(m n)`` times the largest of its m x n blocks, in the spectral and the Frobenius norm.

``\|C\|_2^2 \le \sum_{i,j} \|B_{ij}\|_2^2``: the squared length of C x is the sum over i of that of ``\sum_j B_{ij} x_j``, and Cauchy and
Schwarz bound that. The blocks are told by what selects them: ``(e_i^\top \otimes I_p) C (e_j \otimes I_q)``, rows, columns.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from derive import build
from derive.bounds.facts.defined import evaluated
from derive.bounds.facts.facts import Facts, Theorem
from derive.bounds.forms.normal import ONE, chain, factors, is_scalar, mentions, normal, opened, strip
from derive.core import Expr
from derive.sizes import Size

TEXT = "||C|| <= sqrt(number of blocks) max ||B_ij||: squared norms of blocks add up to no less than that of the whole"
NORMS = ("2", "F")


def block_norms(facts: Facts, sides: Sequence[Expr]) -> Iterator[Theorem]:
    """Yield the theorem for every largest norm of blocks that a claim writes."""
    for node in dict.fromkeys(n for side in sides for n in evaluated(facts, side) if n.op == "maxover"):
        found = _whole(node)
        if found is not None:
            matrix, kind, count = found
            large = build.scale(build.hpow(build.size(count), build.const("1/2")), node)
            yield Theorem(build.norm(matrix, kind), large, False, "blocks", TEXT)


def _whole(largest: Expr) -> tuple[Expr, str, Size] | None:
    """The matrix of whose blocks this is the largest norm, the norm, and how many blocks there are."""
    ranges: dict[str, Size] = {}
    body = largest
    while body.op == "maxover":
        name, low, high, body = opened(body)
        body = strip(body)
        if low != ONE:
            return None
        ranges[name] = high
    if body.op != "norm" or body.data[0] not in NORMS:
        return None
    inner, count, left = strip(body.args[0]), Size.of(1), dict(ranges)
    while inner.op in ("row", "col"):  # one after the other: rows of columns are entries
        taken = _taken(left, inner.data[0], inner.args[0].shape.totals[0 if inner.op == "row" else 1])
        if taken is None:
            break
        count, inner = count * taken, strip(inner.args[0])
    scalars, parts = factors(inner)
    if scalars:
        return None
    for last in (False, True):
        outer = strip(normal(build.transpose(parts[-1]))) if last else strip(parts[0])
        taken = _selected(left, outer) if len(parts) > 1 else None
        if taken is not None:
            count, parts = count * taken, parts[:-1] if last else parts[1:]
    matrix = chain(parts)
    if left or is_scalar(matrix) or any(mentions(matrix, name) for name in ranges):
        return None
    return matrix, body.data[0], count


def _taken(left: dict[str, Size], index: object, size: Size) -> Size | None:
    """The size of a range that an index runs over as a whole; the range is taken out of those that are left."""
    name = str(index)
    if not isinstance(index, Size) or index != Size.of(name) or left.get(name) != size:
        return None
    return left.pop(name)


def _selected(left: dict[str, Size], outer: Expr) -> Size | None:
    """The number of selections ``e_i^T``, ``e_i^T (x) I``, ``I (x) e_i^T``: every row is taken by exactly one of them."""
    picked: list[Expr] = []
    stack = [outer]
    while stack:
        node = strip(stack.pop())
        if node.op == "kron":
            stack.extend(node.args)
        elif node.op != "eye":
            picked.append(strip(normal(build.transpose(node))))
    if len(picked) != 1 or picked[0].op != "basis":
        return None
    return _taken(left, picked[0].data[0], picked[0].shape.totals[0])


__all__ = ["block_norms"]
