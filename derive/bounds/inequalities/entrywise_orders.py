"""Norms of matrices whose entries are ordered: ``|A_ij| <= |B_ij|`` for all i and j.

The Frobenius, 1-, infinity and largest-entry norms are those of the absolute values; the spectral norm is at most that of the
absolute values, so that it is monotone where B itself has no negative entries (Horn and Johnson, Matrix Analysis, 5.5 and 8.1.18).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations

from derive import build
from derive.bounds.facts.facts import NONNEGATIVE, Facts, Theorem, elementwise
from derive.bounds.facts.instances import add_instances
from derive.bounds.forms.normal import ONE, cols, entry_of, normal, rows
from derive.core import Expr
from derive.errors import NotSupported
from derive.norms import of_all
from derive.sizes import Size

ABSOLUTE = of_all(lambda n: n.absolute)
"""Norms that see absolute values alone."""
MAX_PAIRS = 6
TEXT = "norms of absolute values grow with the entries"


def entrywise_orders(facts: Facts, nodes: Sequence[Expr]) -> Iterator[Theorem]:
    """Yield that one of two norms of a kind in a claim is at most the other, by what is known of every entry."""
    if not any(names for *_, names in facts.orders):
        return
    norms = [n for n in nodes if n.op == "norm" and n.data[0] in (*ABSOLUTE, "2")]
    pairs = [
        (a, b)
        for a, b in permutations(norms, 2)
        if a.data == b.data and a.args[0].shape.totals == b.args[0].shape.totals
    ]
    for small, large in pairs[:MAX_PAIRS]:
        if _grows(facts, small.args[0], large.args[0], small.data[0]):
            yield Theorem(small, large, False, "order of entries", TEXT)


def _grows(facts: Facts, small: Expr, large: Expr, kind: str) -> bool:
    """Whether a norm is monotone here: of absolute values, or the spectral norm of a vector or of nonnegative entries."""
    at = [ONE if length == ONE else Size.of(build.fresh("any")) for length in (rows(small), cols(small))]
    below, above = (entry_of(normal(side), *at) for side in (small, large))
    add_instances(facts, (below, above))
    size = build.map_("abs", below)
    if _is_nonnegative(facts, build.sub(above, size)):  # then it is not negative itself
        return True
    absolute = kind in ABSOLUTE or ONE in (rows(small), cols(small))
    if not absolute and elementwise(facts, large) < NONNEGATIVE:
        return False
    return _is_nonnegative(facts, build.sub(build.map_("abs", above), size))


def _is_nonnegative(facts: Facts, scalar: Expr) -> bool:
    try:
        return facts.nonnegative(facts.value(scalar).value) is not None
    except NotSupported:
        return False


__all__ = ["entrywise_orders"]
