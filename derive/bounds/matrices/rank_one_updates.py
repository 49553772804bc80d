"""Spectra of ``c I + w x x^T``: the eigenvalues are c, n - 1 times, and c + w |x|^2.

The vectors orthogonal to x are eigenvectors for c, and x is one for the other eigenvalue (Horn and Johnson, Matrix Analysis,
1.3.P and 2.4.2); singular values of a symmetric matrix are the absolute values of its eigenvalues.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from derive import build
from derive.bounds.facts.facts import NONNEGATIVE, POSITIVE, Facts, Theorem, elementwise, size_sign
from derive.bounds.forms.normal import ONE, canonical, cols, factors, normal, rows, strip
from derive.bounds.forms.polynomial import Poly, to_expr
from derive.bounds.quantities import values
from derive.core import Expr

RULE = "rank-one update"
TEXT = "the eigenvalues of c I + w x x^T are c, n - 1 times, and c + w |x|^2"


def rank_one_updates(facts: Facts, nodes: Sequence[Expr]) -> Iterator[Theorem]:
    """Yield what the spectrum of ``c I + w x x^T`` says of its norm, extreme eigenvalues, singular values and condition number."""
    plain = not any(n.op == "map" and n.data[0] == "abs" for n in nodes)
    for node in nodes:
        if node.op not in ("norm", "eig", "sigma", "kappa") or (node.op == "norm" and node.data[0] != "2"):
            continue
        found = _update(facts, canonical(normal(node.args[0])))
        if found is not None:
            yield from _theorems(facts, node, *found, plain=plain)


def _theorems(facts: Facts, node: Expr, shift: Expr, weight: Expr, vector: Expr, *, plain: bool) -> Iterator[Theorem]:
    """Yield the theorems about one quantity: below and above both eigenvalues, or equal to one of them.

    Without absolute values in the claim (``plain``) those that a norm is an upper bound of are taken apart, too.
    """
    along = build.add(shift, build.scale(weight, build.hpow(build.norm(vector, "2"), build.const(2))))
    several = bool(size_sign(facts, rows(vector) - 2))
    which = node.data[0] if node.data else ""
    if node.op == "kappa":
        if elementwise(facts, shift) == POSITIVE and elementwise(facts, weight) >= NONNEGATIVE:
            yield from _equal(node, build.scale(build.hpow(shift, build.const(-1)), along), several, lower=False)
        return
    sign = 0 if node.op != "eig" else 1 if elementwise(facts, weight) >= NONNEGATIVE else 0
    sign = -1 if node.op == "eig" and elementwise(facts, build.neg(weight)) >= NONNEGATIVE else sign
    first, second = (shift, along) if node.op == "eig" else (build.map_("abs", e) for e in (shift, along))
    if which in ("max", "2"):
        yield from _extreme(node, first, second, several, sign, upper=True)
        for end in (along, build.neg(along)) if node.op != "eig" and plain else ():
            yield Theorem(end, node, False, RULE, TEXT)
    elif which == "min":
        yield from _extreme(node, first, second, several, -sign, upper=False)


def _extreme(node: Expr, shift: Expr, along: Expr, several: bool, sign: int, *, upper: bool) -> Iterator[Theorem]:
    """Yield that a quantity is the larger (or smaller) of two; with one row and column there is the second alone.

    Args:
        node: The quantity.
        shift: What the directions across say; there are none in one dimension.
        along: What the direction of the vector says.
        several: Whether there are two dimensions at least.
        sign: 1 if the second is known to be the extreme one, -1 if the first is.
        upper: Whether the larger is meant.
    """
    extreme = {1: along, -1: shift}.get(sign) or build.extreme("max" if upper else "min", shift, along)
    pairs = [(node, extreme)] if upper else [(extreme, node)]
    inside = [extreme] if several else [along]
    pairs += [(e, node) if upper else (node, e) for e in inside]
    for small, large in pairs:
        yield Theorem(small, large, False, RULE, TEXT)


def _equal(node: Expr, value: Expr, exact: bool, *, lower: bool) -> Iterator[Theorem]:
    """Yield that a quantity is a value at least (or at most), and both if that is exact."""
    if exact or not lower:
        yield Theorem(node, value, False, RULE, TEXT)
    if exact or lower:
        yield Theorem(value, node, False, RULE, TEXT)


def _update(facts: Facts, whole: Expr) -> tuple[Expr, Expr, Expr] | None:
    """(c, w, x) of a matrix ``c I + w x x^T``."""
    shift, weight, vector = Poly(()), Poly(()), None
    for term in whole.args if whole.op == "add" else (whole,):
        scalars, parts = factors(term)
        front = values.weight(facts, scalars).value
        parts = [canonical(strip(part)) for part in parts]
        if len(parts) == 1 and parts[0].op == "eye":
            shift = shift + front
        elif len(parts) == 2 and cols(parts[0]) == ONE and canonical(strip(build.transpose(parts[0]))) == parts[1]:
            if vector is not None and vector != parts[0]:
                return None
            vector, weight = parts[0], weight + front
        else:
            return None
    if vector is None or not shift.terms:
        return None
    return to_expr(shift), to_expr(weight), vector


__all__ = ["rank_one_updates"]
