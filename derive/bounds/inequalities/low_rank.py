r"""Approximation by matrices of low rank: ``\sigma_{k+1}(A) \le \|A - B\|_2`` for every B of rank at most k.

The rank of B is bounded by a hypothesis, or by the number of columns of a factor.
Source: Eckart and Young, The approximation of one matrix by another of lower rank (1936); Horn and Johnson, Matrix Analysis, 7.4.9.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from derive import build
from derive.bounds.facts.defined import evaluated
from derive.bounds.facts.facts import NONNEGATIVE, Facts, Theorem, size_sign
from derive.bounds.forms.normal import canonical, cols, factors, normal, strip
from derive.core import Expr
from derive.errors import NotSupported
from derive.sizes import Size

TEXT = "sigma_{k+1}(A) <= ||A - B|| for rank(B) <= k"
MAX_NODES = 4
NORMS = ("2", "F")


def low_rank(facts: Facts, sides: Sequence[Expr]) -> Iterator[Theorem]:
    """Yield the theorems about the singular values and the norms of differences that a claim writes."""
    nodes = list(dict.fromkeys(n for side in sides for n in evaluated(facts, side)))
    norms = [n for n in nodes if n.op == "norm" and n.data[0] in NORMS][:MAX_NODES]
    for value in [n for n in nodes if n.op == "sigma" and isinstance(n.data[0], Size)][:MAX_NODES] if norms else ():
        for norm in norms:
            if norm.args[0].shape.totals != value.args[0].shape.totals:
                continue
            other = strip(normal(build.sub(value.args[0], build.reshape(norm.args[0], value.args[0].shape))))
            most = (value.data[0] - 1 - rank for rank in _ranks(facts, other))
            if build.is_zero(other) or any(size_sign(facts, room) >= NONNEGATIVE for room in most):
                yield Theorem(value, norm, False, "low rank", TEXT)


def _ranks(facts: Facts, matrix: Expr) -> Iterator[Size]:
    """What the rank of a matrix is at most."""
    try:
        inner = [canonical(part) for part in factors(matrix)[1]]
    except NotSupported:
        return
    yield from (cols(part) for part in inner[:-1])
    for small, large, _, ranges in facts.orders:
        if small.op != "rank" or large.op != "size" or ranges:
            continue
        try:
            scalars, told = factors(small.args[0])
            same = [canonical(part) for part in told] == inner and not scalars  # c B has a small rank for c = 0, too
        except NotSupported:
            continue
        if same:
            yield large.data[0]


__all__ = ["low_rank"]
