"""Sylvester's inequality: ``rank(A B) >= rank A + rank B - n`` for A with n columns (Horn and Johnson, Matrix Analysis, 0.4.5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from derive import build
from derive.bounds.facts.facts import Facts, Theorem
from derive.bounds.forms.normal import chain, cols, factors, normal, strip
from derive.core import Expr

MAX_NODES = 6  # ranks that are looked at


def ranks(facts: Facts, nodes: Sequence[Expr]) -> Iterator[Theorem]:
    """Yield the theorems about the ranks of products that are evaluated at every point of a claim."""
    del facts
    for node in [n for n in nodes if n.op == "rank"][:MAX_NODES]:
        scalars, parts = factors(strip(normal(node.args[0])))
        for cut in range(1, len(parts)) if not scalars else ():
            left, right = chain(parts[:cut]), chain(parts[cut:])
            total = build.sub(build.add(build.rank(left), build.rank(right)), build.size(cols(left)))
            yield Theorem(total, node, False, "sylvester", "rank(A B) >= rank A + rank B - n for A with n columns")


__all__ = ["ranks"]
