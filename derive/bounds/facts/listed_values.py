r"""Entries that have one of a few values, ``y \in \{-1, 1\}^n``: they lie between the least and the largest of them."""

from __future__ import annotations

from collections.abc import Iterator

from derive import build
from derive.bounds.forms.normal import factors, strip
from derive.core import Expr, Rel
from derive.fraction import Fraction


def between_values(rel: Rel) -> Iterator[Rel]:
    """Yield ``x >= a`` and ``x <= b`` for an equation ``(x - a) (x - b) = 0``, entry by entry, with any number of values."""
    if rel.op != "=" or rel.lhs.op != "hadamard" or not build.is_zero(rel.rhs):
        return
    found = [_gap(part) for part in _parts(rel.lhs)]
    named = {x for x, _ in found}
    if len(named) == 1 and None not in named:
        (x,) = named
        values = [value for _, value in found]
        assert x is not None
        yield Rel(">=", x, build.const(min(values)))
        yield Rel("<=", x, build.const(max(values)))


def _parts(product: Expr) -> Iterator[Expr]:
    if product.op != "hadamard":
        yield product
        return
    for part in product.args:
        yield from _parts(part)


def _gap(part: Expr) -> tuple[Expr | None, Fraction]:
    """The variable and the value of ``x - a``."""
    if part.op == "var":
        return part, Fraction(0)
    if part.op != "add" or len(part.args) != 2 or part.args[0].op != "var":
        return None, Fraction(0)
    scalars, matrices = factors(part.args[1])
    rest = [strip(e) for e in (*scalars, *matrices)]
    if any(e.op not in ("const", "ones") for e in rest):
        return None, Fraction(0)
    value = Fraction(-1)
    for e in rest:
        value *= e.data[0] if e.op == "const" else 1
    return part.args[0], value


__all__ = ["between_values"]
