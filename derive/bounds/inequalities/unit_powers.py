"""Powers with any exponent of numbers between 0 and 1: ``x^a <= 1`` for a >= 0, as in the focal loss ``-(1 - p)^a log p``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from derive import build
from derive.bounds.comparison.compare import nonnegative
from derive.bounds.facts.defined import evaluated
from derive.bounds.facts.facts import NONNEGATIVE, Facts, Theorem, elementwise
from derive.bounds.forms.normal import is_scalar
from derive.bounds.quantities.values import value
from derive.core import Expr, walk
from derive.errors import NotSupported

MAX_NODES = 4


def unit_powers(facts: Facts, sides: Sequence[Expr]) -> Iterator[Theorem]:
    """Yield what is known of the powers in a claim whose exponent is no numeral."""
    nodes = dict.fromkeys(n for side in sides for n in evaluated(facts, side) if n.op == "hpow" and is_scalar(n))
    for node in [n for n in nodes if not _is_whole(n.args[1])][:MAX_NODES]:
        base, exponent = (build.reshape(a, build.SCALAR) for a in node.args)
        if not _is_nonnegative(facts, base) or not _is_nonnegative(facts, exponent):
            continue
        if _is_nonnegative(facts, build.sub(build.const(1), base)):
            yield Theorem(node, build.const(1), False, "power", "x^a <= 1 for x in [0, 1] and a >= 0")


def _is_whole(exponent: Expr) -> bool:
    """Whether an exponent is a numeral or a size: of powers with these other rules know more (`natural_powers`)."""
    return all(n.op in ("const", "size", "add", "scale") for n in walk(exponent))


def _is_nonnegative(facts: Facts, number: Expr) -> bool:
    if elementwise(facts, number) >= NONNEGATIVE:
        return True
    try:
        return nonnegative(facts, value(facts, number).value) is not None
    except NotSupported:
        return False


__all__ = ["unit_powers"]
