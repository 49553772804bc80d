r"""Weighted sums of bounded numbers: ``|\sum_t w_t r_t| \le \|r\|_\infty \sum_t w_t`` for weights that are not negative.

Hoelder's inequality for the norms 1 and infinity (Hardy, Littlewood and Polya, Inequalities, 2.8).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from derive import build
from derive.bounds.facts.defined import evaluated
from derive.bounds.facts.facts import NONNEGATIVE, Facts, Theorem, elementwise
from derive.bounds.forms.normal import ONE, factors, is_scalar, normal, strip
from derive.bounds.inequalities.single_terms import geometric
from derive.core import Expr
from derive.size_names import size_names

MAX_SUMS = 6
TEXT = "|sum w r| <= max |r| sum w for w >= 0"


def bounded_sums(facts: Facts, sides: Sequence[Expr]) -> Iterator[Theorem]:
    """Yield the inequality for the sums in both sides of a claim whose terms have entries of a column as a factor."""
    nodes = dict.fromkeys(
        node for side in sides for node in evaluated(facts, side) if node.op == "sum" and is_scalar(node)
    )
    for node in list(nodes)[:MAX_SUMS]:
        name, low, high = node.data
        scalars, matrices = factors(normal(node.args[0]))
        parts = [strip(part) for part in (*scalars, *matrices)]
        if not all(is_scalar(part) for part in parts):
            continue
        for k, part in enumerate(parts):
            column = part.args[0] if part.op == "entry" else None
            if column is None or column.shape.cols or part.data[1] != ONE or name in size_names(column):
                continue
            rest = [*parts[:k], *parts[k + 1 :]]
            if any(elementwise(facts, other) < NONNEGATIVE for other in rest):
                continue
            weight = build.const(1)
            for other in rest:
                weight = other if weight == build.const(1) else build.scale(other, weight)
            largest, total = build.norm(column, "inf"), build.sum_(name, low, high, weight)
            for bound in (total, *(theorem.large for theorem in geometric(facts, total))):
                yield Theorem(build.map_("abs", node), build.scale(largest, bound), False, "Hoelder", TEXT)
                yield Theorem(node, build.scale(largest, bound), False, "Hoelder", TEXT)


__all__ = ["bounded_sums"]
