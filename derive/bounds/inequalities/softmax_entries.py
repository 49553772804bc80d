"""Entries of a softmax whose scores are bounded: ``e^(l - u) / n <= p_i <= e^(u - l) / n`` for scores between l and u.

The sum of n exponentials lies between ``n e^l`` and ``n e^u``, a single one between ``e^l`` and ``e^u``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from derive import build
from derive.bounds.facts.defined import evaluated
from derive.bounds.facts.facts import Facts, Theorem, runs_freely
from derive.bounds.forms.normal import canonical, cols, mentions, normal, strip
from derive.core import Expr

MAX_NODES, MAX_BOUNDS = 4, 2
RULE = "softmax of bounded scores"


def softmax_entries(facts: Facts, sides: Sequence[Expr]) -> Iterator[Theorem]:
    """Yield the bounds of the entries of softmaxes that a claim writes, where hypotheses bound all scores by one number."""
    nodes = list(dict.fromkeys(n for side in sides for n in evaluated(facts, side)))
    for node in [n for n in nodes if n.op == "entry"][:MAX_NODES]:
        inner = strip(normal(node.args[0]))
        inner = strip(inner.args[0]) if inner.op == "transpose" else inner
        if inner.op != "softmax":
            continue
        count = build.size(cols(inner))
        for size in list(_sizes(facts, strip(inner.args[0])))[:MAX_BOUNDS]:
            twice = build.scale(build.const(2), size)
            share = build.hpow(count, build.const(-1))
            for sign, above in ((1, True), (-1, False)):
                bound = build.scale(share, build.map_("exp", twice if sign > 0 else build.neg(twice)))
                text = "e^(-2 c) / n <= softmax(s)_i <= e^(2 c) / n for |s_j| <= c"
                yield Theorem(*((node, bound) if above else (bound, node)), False, RULE, text)
            below = build.hpow(build.scale(count, build.map_("exp", twice)), build.const(-1))
            yield Theorem(below, node, False, RULE, text)


def _sizes(facts: Facts, scores: Expr) -> Iterator[Expr]:
    """Numbers that no score exceeds in absolute value, by the hypotheses."""
    wanted = {canonical(strip(normal(e))) for e in (scores, build.transpose(scores))}
    for small, large, _, names in facts.orders:
        small = strip(small)
        entry = strip(small.args[0]) if small.op == "map" and small.data[0] == "abs" else None
        whole = (
            strip(small.args[0]) if small.op == "norm" and small.data[0] in ("max", "inf", "F") and not names else None
        )
        if entry is not None and entry.op == "entry" and names and runs_freely(entry, names):
            whole = strip(entry.args[0])
        if whole is not None and canonical(strip(normal(whole))) in wanted:
            if not any(mentions(large, name) for name, _, _ in names):
                yield build.reshape(large, build.SCALAR)


__all__ = ["softmax_entries"]
