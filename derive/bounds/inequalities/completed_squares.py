r"""Inner products by completing the square: ``-u^\top v \le \frac{c}{2} \|v\|^2 + \frac{1}{2 c} \|u\|^2`` for c > 0.

Where a hypothesis speaks of ``u^\top v`` and of ``\|v\|^2``, and the claim of ``\|u\|^2`` alone, as in the step from strong convexity to the
inequality of Polyak and Lojasiewicz (Karimi, Nutini and Schmidt, 2016, appendix A), c is one of the numbers that the claim names.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from derive import build
from derive.bounds.facts.facts import POSITIVE, Facts, Theorem, elementwise
from derive.bounds.forms.normal import ONE, canonical, cols, is_scalar, normal, rows, strip
from derive.core import Expr, walk
from derive.fraction import Fraction

MOST = 8
HALF, TWO = build.const(Fraction(1, 2)), build.const(2)


def completed_squares(facts: Facts, sides: Sequence[Expr]) -> Iterator[Theorem]:
    """Yield this for the inner products in what is known, where the claim speaks of the square of one factor."""
    nodes = list(dict.fromkeys(n for side in sides for n in walk(side)))
    norms = {canonical(normal(n.args[0])) for n in nodes if n.op == "norm" and n.data[0] in ("2", "F")}
    numbers = [n for n in nodes if n.op == "var" and is_scalar(n) and elementwise(facts, n) == POSITIVE]
    if not norms or not numbers:
        return
    yield from islice(_found(facts, norms, numbers), MOST)


def _found(facts: Facts, norms: set[Expr], numbers: Sequence[Expr]) -> Iterator[Theorem]:
    seen: set[Expr] = set()
    for node in (n for small, large, _, _ in facts.orders for side in (small, large) for n in walk(side)):
        if node.op != "matmul" or not is_scalar(node) or rows(node.args[1]) == ONE or node in seen:
            continue
        seen.add(node)
        first, second = strip(build.transpose(node.args[0])), strip(node.args[1])
        if cols(second) != ONE or not norms & {canonical(normal(first)), canonical(normal(second))}:
            continue
        for c in numbers:
            u, v = (first, second) if canonical(normal(first)) in norms else (second, first)
            own = build.scale(build.scale(HALF, c), build.hpow(build.norm(v, "2"), TWO))
            rest = build.scale(build.scale(HALF, build.hpow(c, build.const(-1))), build.hpow(build.norm(u, "2"), TWO))
            bound, text = build.add(own, rest), "|u^T v| <= c/2 ||v||^2 + 1/(2 c) ||u||^2 for c > 0"
            yield Theorem(build.neg(node), bound, False, "completed square", text)
            yield Theorem(node, bound, False, "completed square", text)


__all__ = ["completed_squares"]
