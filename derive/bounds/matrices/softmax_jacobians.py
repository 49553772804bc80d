"""The matrix ``diag(p) - p p^T`` of a distribution p, the Jacobian of softmax: its trace and the sums of its rows.

The absolute values of row i sum to ``p_i (1 - p_i) + sum_{j != i} p_i p_j = 2 p_i (1 - p_i)``, which no eigenvalue exceeds for all i
(Horn and Johnson, Matrix Analysis, 5.6.5 and 6.1.1).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from derive import build
from derive.bounds.facts.facts import Facts, Theorem
from derive.bounds.forms.normal import ONE, rows
from derive.bounds.quantities.patterns import softmax_jacobian_of
from derive.core import Expr
from derive.sizes import Size

RULE = "softmax Jacobian"


def softmax_jacobians(facts: Facts, nodes: Sequence[Expr]) -> Iterator[Theorem]:
    """Yield what the traces and norms of such matrices in a claim are."""
    maxima = any(n.op in ("maxover", "maxentry", "max", "order") for n in nodes)
    for node in nodes:
        kind = node.data[0] if node.op == "norm" else node.op
        if kind not in ("trace", "1", "inf", "2") or (kind != "trace" and not maxima):
            continue
        p = softmax_jacobian_of(facts, node.args[0])
        if p is None:
            continue
        if kind == "trace":
            value = build.sub(build.const(1), build.hpow(build.norm(p, "2"), build.const(2)))
            text = "tr(diag(p) - p p^T) = 1 - |p|^2"
            most = build.sub(build.const(1), build.hpow(build.size(rows(p)), build.const(-1)))
            yield Theorem(node, most, False, RULE, "tr(diag(p) - p p^T) <= 1 - 1/n, as |p|^2 >= 1/n")
        else:
            value = build.scale(build.const(2), _largest_variance(p))
            text = "the absolute values of row i of diag(p) - p p^T sum to 2 p_i (1 - p_i)"
        yield Theorem(node, value, False, RULE, text)
        if kind != "2":
            yield Theorem(value, node, False, RULE, text)


def _largest_variance(p: Expr) -> Expr:
    """``max_i p_i (1 - p_i)``."""
    index = build.fresh("i")
    entry = build.entry(p, Size.of(index), ONE)
    return build.over("maxover", index, ONE, rows(p), build.scale(entry, build.sub(build.const(1), entry)))


__all__ = ["softmax_jacobians"]
