r"""Sums of members of a family with weights: ``\|\sum_i w_i V_i\| \le \sum_i |w_i| \max_i \|V_i\|``, the triangle inequality.

Source: Cape, Tang and Priebe, The two-to-infinity norm, Annals of Statistics 47 (2019), section 6.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce

from derive import build
from derive.bounds.facts.defined import evaluated
from derive.bounds.facts.facts import Facts, Theorem
from derive.bounds.forms.normal import ONE, chain, factors, normal, strip
from derive.core import Expr
from derive.sizes import Size

MAX_NODES = 4


def weighted_members(facts: Facts, sides: Sequence[Expr]) -> Iterator[Theorem]:
    """Yield the bounds of the norms of such sums, where a claim writes the largest of some norms."""
    nodes = list(dict.fromkeys(n for side in sides for n in evaluated(facts, side)))
    if any(n.op == "maxover" and strip(n.args[0]).op == "norm" for n in nodes):
        for node in [n for n in nodes if n.op == "norm"][:MAX_NODES]:
            yield from _of_members(node)


def _of_members(node: Expr) -> Iterator[Theorem]:
    """A sum of members with weights, ``sum_i w_i V_i``, is at most the sum of the absolute weights times the largest of their norms."""
    total = strip(normal(node.args[0]))
    if total.op != "sum" or total.data[1] != ONE:
        return
    index, low, high = total.data
    scalars, parts = factors(total.args[0])
    if not scalars or not parts:
        return
    weight = reduce(build.scale, scalars)
    sizes = build.sum_(index, low, high, build.map_("abs", weight))
    entry = strip(weight)
    if entry.op == "entry" and entry.data == (Size.of(index), ONE) and entry.args[0].shape.totals == (high, ONE):
        sizes = build.norm(entry.args[0], "1")
    largest = build.over("maxover", index, low, high, build.norm(chain(parts), node.data[0]))
    yield Theorem(node, build.scale(sizes, largest), False, "weighted members", "||sum w_i V_i|| <= sum |w_i| max ||V_i||")


__all__ = ["weighted_members"]
