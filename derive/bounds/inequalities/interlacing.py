r"""Eigenvalues of symmetric matrices that differ by a matrix of rank one: ``\lambda_{k+1}(B) \le \lambda_k(B + w x x^\top)``, whatever the sign of w.

Those of ``B + w x x^\top`` move in the direction of w: ``w (\lambda_k(B + w x x^\top) - \lambda_k(B)) \ge 0``.
Source: Horn and Johnson, Matrix Analysis, 4.3.1 and 4.3.4.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from functools import reduce

from derive import build
from derive.bounds.facts.defined import evaluated
from derive.bounds.facts.facts import Facts, Theorem
from derive.bounds.forms.normal import ONE, canonical, collected, cols, factors, normal, rows, strip, summands
from derive.bounds.inequalities.ordered_entries import is_before
from derive.bounds.quantities.semidefinite import is_symmetric
from derive.core import Expr
from derive.errors import DeriveError
from derive.sizes import Size

RULE = "interlacing"
MAX_NODES = 4


def interlacing(facts: Facts, sides: Sequence[Expr]) -> Iterator[Theorem]:
    """Yield the theorems about the eigenvalues that a claim writes of two matrices with a difference of rank one."""
    nodes = list(dict.fromkeys(n for side in sides for n in evaluated(facts, side) if n.op == "eig"))[:MAX_NODES]
    for upper, lower in itertools.permutations(nodes, 2):
        weight = _weight(facts, upper.args[0], lower.args[0])
        if weight is None:
            continue
        first, second = _place(upper), _place(lower)
        if is_before(facts, first + 1, second):
            yield Theorem(lower, upper, False, RULE, "lambda_(k+1)(B) <= lambda_k(B + w x x^T)")
        if first == second:
            gap = build.scale(weight, build.sub(upper, lower))
            text = "w (lambda_k(B + w x x^T) - lambda_k(B)) >= 0"
            yield Theorem(build.const(0), gap, False, RULE, text)


def _place(node: Expr) -> Size:
    which = node.data[0]
    if isinstance(which, Size):
        return which
    return ONE if which == "max" else rows(node.args[0])


def _weight(facts: Facts, first: Expr, second: Expr) -> Expr | None:
    """The number w if two symmetric matrices differ by ``w x x^T``."""
    if first.shape.totals != second.shape.totals or not all(is_symmetric(facts, m) for m in (first, second)):
        return None
    try:
        gap = collected(summands(build.sub(first, build.reshape(second, first.shape))))
        if len(gap) != 1:
            return None
        number, term = gap[0]
        scalars, parts = factors(term)
    except DeriveError:
        return None
    if len(parts) != 2 or cols(parts[0]) != ONE:
        return None
    if canonical(strip(normal(build.transpose(parts[0])))) != canonical(strip(parts[1])):
        return None
    return reduce(build.scale, scalars, build.const(number))


__all__ = ["interlacing"]
