"""Ranks from below (Horn and Johnson, Matrix Analysis, 0.4.5).

Sylvester's inequality: ``rank(A B) >= rank A + rank B - n`` for A with n columns. Subadditivity, read backwards: ``rank(A + B) >=
rank A - rank B``, where the rank of a product is at most each of the sizes within it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from derive import build
from derive.bounds.facts.facts import Facts, Theorem
from derive.bounds.forms.normal import chain, cols, factors, normal, strip
from derive.core import Expr

MAX_NODES = 6  # ranks that are looked at
MAX_TERMS = 4  # of a sum, and as many


def ranks(facts: Facts, nodes: Sequence[Expr]) -> Iterator[Theorem]:
    """Yield the theorems about the ranks of products that are evaluated at every point of a claim."""
    del facts
    for node in [n for n in nodes if n.op == "rank"][:MAX_NODES]:
        scalars, parts = factors(strip(normal(node.args[0])))
        for cut in range(1, len(parts)) if not scalars else ():
            left, right = chain(parts[:cut]), chain(parts[cut:])
            total = build.sub(build.add(build.rank(left), build.rank(right)), build.size(cols(left)))
            yield Theorem(total, node, False, "sylvester", "rank(A B) >= rank A + rank B - n for A with n columns")
        yield from _of_sum(node, scalars, parts)


def _of_sum(node: Expr, scalars: Sequence[Expr], parts: Sequence[Expr]) -> Iterator[Theorem]:
    terms = parts[0].args if not scalars and len(parts) == 1 and parts[0].op == "add" else ()
    for term in terms[:MAX_TERMS]:
        rest = build.add(*(t for t in terms if t is not term))
        _, inner = factors(strip(normal(rest)))
        sizes = [build.size(cols(part)) for part in inner[:-1]]
        for less in (build.rank(rest), *dict.fromkeys(sizes)):
            total = build.sub(build.rank(term), less)
            yield Theorem(total, node, False, "rank", "rank(A + B) >= rank A - rank B, rank(C D) <= columns of C")


__all__ = ["ranks"]
