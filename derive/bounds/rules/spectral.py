"""Inequalities between norms, traces and quadratic forms of the matrices that a claim writes down.

Sources: Horn and Johnson, Matrix Analysis, 5.6 (interpolation of the spectral norm, inverses) and 7.1, 7.7 (Loewner order).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from derive import build
from derive.bounds.facts.defined import evaluated
from derive.bounds.facts.facts import NONNEGATIVE, POSITIVE, Facts, Theorem, elementwise
from derive.bounds.forms.bound import Bound
from derive.bounds.forms.normal import canonical, chain, factors, is_scalar, normal, rows, strip
from derive.bounds.forms.polynomial import UNIT
from derive.bounds.matrices.submatrices import submatrices
from derive.bounds.matrices.traces_of_projections import traces_of_projections
from derive.bounds.quantities import arithmetic
from derive.bounds.quantities.loewner import trace_order
from derive.bounds.quantities.written import quantities_of
from derive.bounds.rules.differences import up_to_sign
from derive.core import Expr

MAX_NODES = 24  # of each kind that are looked at


def spectral(facts: Facts, sides: Sequence[Expr]) -> Iterator[Theorem]:
    """Yield the theorems about the scalars that are evaluated at every point of a claim."""
    nodes = list(dict.fromkeys(n for side in sides for n in (*evaluated(facts, side), *quantities_of(facts, side))))
    norms = [n for n in nodes if n.op == "norm"][:MAX_NODES]
    norms += [
        build.norm(part, "2") for n in norms if n.data[0] == "2" and _matrix(n).op == "kron" for part in _matrix(n).args
    ]
    yield from _interpolated(norms, nodes)
    yield from _larger_eigenvalue(facts, nodes)
    yield from _loewner(facts, nodes)
    yield from trace_order(facts, nodes)
    yield from _listed(nodes)
    yield from _reciprocals(facts, nodes)
    for theorems in (
        submatrices,
        traces_of_projections,
    ):
        yield from theorems(facts, nodes)


def _matrix(node: Expr) -> Expr:
    return strip(normal(node.args[0]))


def _interpolated(norms: Sequence[Expr], nodes: Sequence[Expr]) -> Iterator[Theorem]:
    """||A||_2^2 <= ||A||_1 ||A||_inf, where one of the latter is written; the root of a product is at most the larger factor."""
    for node in norms:
        if node.data[0] != "2":
            continue
        if any(n.data[0] in ("1", "inf") and _matrix(n) == _matrix(node) for n in norms):
            matrix = node.args[0]
            product = build.scale(build.norm(matrix, "1"), build.norm(matrix, "inf"))
            text = "||A||_2^2 <= ||A||_1 ||A||_inf: the spectral radius of A^T A is at most its 1-norm"
            yield Theorem(build.hpow(node, build.const(2)), product, False, "interpolation", text)
            for largest in (n for n in nodes if n.op == "max" and _both_norms(n, _matrix(node))):
                yield Theorem(node, largest, False, "interpolation", text)


def _both_norms(largest: Expr, matrix: Expr) -> bool:
    """Whether the 1- and the infinity-norm of a matrix are among the arguments of a maximum."""
    found = {strip(a).data[0] for a in largest.args if strip(a).op == "norm" and _matrix(strip(a)) == matrix}
    return {"1", "inf"} <= found


def _larger_eigenvalue(facts: Facts, nodes: Sequence[Expr]) -> Iterator[Theorem]:
    """||A||_2 = max(lambda_max, -lambda_min) = max(|lambda_max|, |lambda_min|) for symmetric A."""
    for largest in (n for n in nodes if n.op == "max" and len(n.args) == 2):
        ends = [up_to_sign(a.args[0] if a.op == "map" and a.data[0] == "abs" else a) for a in map(strip, largest.args)]
        if any(end.op != "eig" for end in ends) or {end.data[0] for end in ends} != {"max", "min"}:
            continue
        high, low = sorted(ends, key=lambda end: end.data[0])
        turned = [build.scale(build.const(-1), low), *(build.map_("abs", end) for end in ends)]
        told = {strip(a) for a in largest.args}
        if _matrix(high) != _matrix(low) or told not in ({high, turned[0]}, set(turned[1:])):
            continue
        if facts.is_symmetric(_matrix(high)):
            text = "||A||_2 = max(lambda_max, -lambda_min) for symmetric A"
            for pair in ((build.norm(high.args[0], "2"), largest), (largest, build.norm(high.args[0], "2"))):
                yield Theorem(*pair, False, "eigenvalues", text)


def _loewner(facts: Facts, nodes: Sequence[Expr]) -> Iterator[Theorem]:
    """B - C semidefinite: tr C <= tr B and x^T C x <= x^T B x."""
    differences = [
        strip(e.args[0])
        for e, sign in facts.signs.items()
        if e.op == "eig" and e.data[0] == "min" and sign >= NONNEGATIVE
    ]
    differences = [d for d in differences if d.op == "add" and facts.is_semidefinite(d)][:MAX_NODES]
    if not differences:
        return
    traced = {_matrix(n) for n in nodes if n.op == "trace"}
    vectors = dict.fromkeys(v for n in nodes for v in _outer_vectors(n))
    for difference in differences:
        parts = {_plain(p) for p in difference.args}
        zero = build.const(0)
        if parts & traced:
            yield Theorem(zero, build.trace(difference), False, "loewner order", "tr A >= 0 for semidefinite A")
        for v in vectors:
            if rows(v) == rows(difference):
                form = build.add(*(build.matmul(build.transpose(v), build.matmul(p, v)) for p in difference.args))
                yield Theorem(zero, form, False, "loewner order", "x^T A x >= 0 for semidefinite A")


def _plain(term: Expr) -> Expr:
    """A term of a sum without its scalar factors."""
    return strip(normal(chain(factors(term)[1])))


def _outer_vectors(node: Expr) -> Iterator[Expr]:
    """The x of ``x^T A x``."""
    if node.op == "matmul" and is_scalar(node):
        _, parts = factors(node)
        last = strip(parts[-1])
        if len(parts) > 2 and strip(normal(build.transpose(parts[0]))) == strip(normal(last)):
            yield last


def _listed(nodes: Sequence[Expr]) -> Iterator[Theorem]:
    """Max(a, b) is at least each of its arguments."""
    for node in [n for n in nodes if n.op in ("max", "min") and is_scalar(n)][:MAX_NODES]:
        for part in node.args:
            pair = (part, node) if node.op == "max" else (node, part)
            if is_scalar(part):
                yield Theorem(*pair, False, "extremes", "min(a, b) <= a <= max(a, b)")


def _reciprocals(facts: Facts, nodes: Sequence[Expr]) -> Iterator[Theorem]:
    """0 < a <= b gives 1 / b <= 1 / a."""
    inverted = {canonical(strip(n.args[0])) for n in nodes if n.op == "hpow" and _negative(n.args[1])}
    for small, large, strict, ranges in facts.orders[:MAX_NODES] if inverted else ():
        if ranges or elementwise(facts, small) != POSITIVE or not {canonical(small), canonical(large)} <= inverted:
            continue
        minus = build.const(-1)
        text = "0 < a <= b gives 1 / b <= 1 / a"
        yield Theorem(build.hpow(large, minus), build.hpow(small, minus), strict, "reciprocals", text)


def _negative(exponent: Expr) -> bool:
    exponent = strip(exponent)
    return exponent.op == "const" and exponent.data[0] < 0


# Inverses.


def difference_of_inverses(facts: Facts, expr: Expr, kind: str) -> Iterator[Bound]:
    """``A^-1 - B^-1 = A^-1 (B - A) B^-1``."""
    if len(expr.args) != 2 or kind != "2":
        return
    inner, signs = [], []
    for term in expr.args:
        scalars, parts = factors(term)
        weight = arithmetic.weight(facts, scalars)
        single = weight.value.single()
        if len(parts) != 1 or strip(parts[0]).op != "inv" or single is None or single[0] != UNIT:
            return
        inner.append(strip(parts[0]).args[0])
        signs.append(single[1])
    if sorted(signs) != [-1, 1]:
        return
    first, second = inner
    for middle in (build.sub(second, first), build.sub(first, second)):
        product = facts.norm(expr.args[0], kind) * facts.norm(middle, kind) * facts.norm(expr.args[1], kind)
        yield product.by("difference of inverses", "A^-1 - B^-1 = A^-1 (B - A) B^-1")


__all__ = ["difference_of_inverses", "spectral"]
