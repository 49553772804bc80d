"""Distances between the spectra of two matrices: Hoffman and Wielandt, Mirsky, von Neumann.

    max_k |s_k(A) - s_k(B)| <= ||A - B||_2    sum_k |s_k(A) - s_k(B)| <= ||A - B||_*    sum_k (s_k(A) - s_k(B))^2 <= ||A - B||_F^2

for the singular values of any A, B, and for the eigenvalues of symmetric ones; over the first places as well, since the
summands are not negative. And ``|tr(A^T B)| <= sum_k s_k(A) s_k(B)``, over all places (von Neumann).
Source: Horn and Johnson, Matrix Analysis, 6.3.5, 7.4.1 and 7.4.9 (Mirsky's theorem, for every unitarily invariant norm).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from derive import build
from derive.bounds.facts.facts import Facts, Theorem
from derive.bounds.forms.normal import ONE, chain, cols, factors, mentions, normal, opened, rows, strip
from derive.bounds.forms.polynomial import Poly
from derive.bounds.quantities import values
from derive.bounds.quantities.semidefinite import is_symmetric
from derive.core import Expr
from derive.errors import NotSupported
from derive.fraction import Fraction
from derive.sizes import Size

MAX_NODES = 8  # sums, maxima and traces that are looked at


def spectral_distances(facts: Facts, nodes: Sequence[Expr]) -> Iterator[Theorem]:
    """Yield the theorems about the sums and maxima over places that are evaluated at every point of a claim."""
    for node in [n for n in nodes if n.op in ("sum", "maxover")][:MAX_NODES]:
        found = _distance(facts, node)
        if found is not None:
            text = f"sum or maximum over the places of |s_k(A) - s_k(B)|^p <= ||A - B||_{found.data[0]}^p"
            large = build.hpow(found, build.const(2)) if found.data[0] == "F" else found
            yield Theorem(node, large, False, "mirsky", text)
    for node in [n for n in nodes if n.op == "sum"][:MAX_NODES]:
        yield from _von_neumann(facts, node, nodes)


def _distance(facts: Facts, node: Expr) -> Expr | None:
    """The norm of A - B that bounds a maximum, sum, or sum of squares of the differences of their spectra."""
    name, low, _, body = opened(node)
    body = strip(body)
    squared = body.op == "hpow" and strip(body.args[1]) == build.const(2)
    inner = strip(body.args[0]) if squared else body
    absolute = inner.op == "map" and inner.data[0] == "abs"
    inner = strip(inner.args[0]) if absolute else inner
    if low != ONE or not (squared or absolute) or (squared and node.op == "maxover"):
        return None
    pair = _difference(facts, inner, name)
    if pair is None:
        return None
    first, second = (strip(normal(e.args[0])) for e in pair)
    if first.shape.totals != second.shape.totals or mentions(first, name) or mentions(second, name):
        return None
    if pair[0].op == "eig" and not (is_symmetric(facts, first) and is_symmetric(facts, second)):
        return None
    kind = "2" if node.op == "maxover" else "F" if squared else "nuc"
    return build.norm(build.sub(first, build.reshape(second, first.shape)), kind)


def _difference(facts: Facts, inner: Expr, name: str) -> tuple[Expr, Expr] | None:
    """(s_k(A), s_k(B)) of ``s_k(A) - s_k(B)``, both at the place that a sum runs over."""
    if inner.op != "add" or len(inner.args) != 2:
        return None
    ends: dict[Fraction | None, Expr] = {}
    for term in inner.args:
        scalars, parts = factors(term)
        last = strip(scalars[-1]) if scalars and not parts else strip(parts[0]) if len(parts) == 1 else strip(term)
        weight = values.weight(facts, scalars[:-1] if scalars and not parts else scalars).value.is_number()
        ends[weight] = last
    if set(ends) != {Fraction(1), Fraction(-1)}:
        return None
    pair = ends[Fraction(1)], ends[Fraction(-1)]
    same = pair[0].op == pair[1].op and pair[0].op in ("sigma", "eig")
    return pair if same and all(e.data[0] == Size.of(name) for e in pair) else None


def _von_neumann(facts: Facts, node: Expr, nodes: Sequence[Expr]) -> Iterator[Theorem]:
    """|tr(A B)| <= sum_k s_k(A) s_k(B) over all places."""
    name, low, high, body = opened(node)
    place = Size.of(name)
    for trace in [n for n in nodes if n.op == "trace"][:MAX_NODES]:
        scalars, parts = factors(strip(normal(trace.args[0])))
        for cut in range(1, len(parts)) if low == ONE and not scalars else ():
            left, right = chain(parts[:cut]), chain(parts[cut:])
            if high not in (rows(left), cols(left)) or not _is_product(facts, body, left, right, place):
                continue
            whole = build.map_("abs", build.trace(chain(parts)))
            yield Theorem(whole, node, False, "von neumann", "|tr(A B)| <= sum_k s_k(A) s_k(B)")


def _is_product(facts: Facts, body: Expr, left: Expr, right: Expr, place: Size) -> bool:
    try:
        found = values.value(facts, body).value
        wanted: Poly = values.value(facts, build.sigma(left, place)).value
        return found.same(wanted * values.value(facts, build.sigma(right, place)).value)
    except NotSupported:
        return False


__all__ = ["spectral_distances"]
