"""Inequalities between quadratic functions: smoothness, descent and co-coercivity of ``1/2 x^T H x - b^T x``.

Both sides are multiplied out; what is left is a sum, with factors that are not negative, of what is known of a symmetric H
and any vector d:

    -||H|| |d|^2 <= d^T H d <= ||H|| |d|^2      |H d|^2 <= ||H||^2 |d|^2      lambda_min |d|^2 <= d^T H d <= lambda_max |d|^2
    lambda_min d^T H d <= |H d|^2 <= ||H|| d^T H d for H semidefinite        d^T (B - A) d >= 0 for A <= B in the Loewner order

Sources: Horn and Johnson, Matrix Analysis, 4.2.2, 5.6; Nesterov, Lectures on Convex Optimization, 2.1.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from derive import build
from derive.bounds.facts.facts import NONNEGATIVE, Facts, elementwise
from derive.bounds.forms.bound import Step, merge
from derive.bounds.forms.normal import ONE, chain, cols, factors, is_scalar, normal, rows, strip
from derive.bounds.forms.polynomial import UNIT, Monomial, Poly, times
from derive.bounds.quantities import arithmetic
from derive.core import Expr, walk
from derive.errors import NotSupported
from derive.fraction import Fraction

MAX_WORDS = 40  # of a product that is multiplied out
MAX_VECTORS, MAX_MATRICES = 6, 3
DEPTH = 3

Known = tuple[Poly, Step]
"""What is not negative, and why."""


def quadratic(facts: Facts, lhs: Expr, rhs: Expr) -> tuple[Step, ...] | None:
    """Return steps that show ``lhs <= rhs`` between quadratic functions, or None."""
    nodes = list(dict.fromkeys((*walk(lhs), *walk(rhs))))
    vectors = [strip(normal(n)) for n in nodes if cols(n) == ONE and not is_scalar(n) and strip(n).op in ("add", "var")]
    vectors = sorted(dict.fromkeys(vectors), key=lambda v: v.op != "add")[:MAX_VECTORS]
    matrices = _matrices(facts, nodes)
    differences = _differences(facts)
    vectors += _moved(nodes, [*matrices, *differences], vectors)
    if facts.limited or not vectors or not (matrices or differences):
        return None
    left, right = facts.value(lhs), facts.value(rhs)
    gap = _positive_denominators(facts, expanded(facts, right.value - left.value))
    known = [k for v in vectors for k in _known(facts, v, matrices, differences)]
    found = _combined(facts, gap, [k for k in known if k[0].terms], DEPTH)
    return None if found is None else merge(merge(left.steps, right.steps), found)


def _moved(nodes: list[Expr], known: list[Expr], vectors: list[Expr]) -> list[Expr]:
    """``H^-1 v`` of vectors v, and ``u - H^-1 v``, for an inverse that is written."""
    inverted = [n for n in nodes if n.op == "inv" and strip(normal(n.args[0])) in known][:1]
    fitting = [v for n in inverted for v in vectors if rows(v) == rows(n)]
    moved = [build.matmul(n, v) for n in inverted for v in fitting]
    apart = [build.sub(u, m) for m, v in zip(moved, fitting, strict=True) for u in fitting if u is not v]
    return [*moved, *apart[:MAX_VECTORS]]


def _matrices(facts: Facts, nodes: list[Expr]) -> list[Expr]:
    """Symmetric matrices whose norm or extreme eigenvalue is written."""
    written = [strip(normal(n.args[0])) for n in nodes if n.op in ("norm", "eig") and n.data[0] in ("2", "max", "min")]
    square = [m for m in dict.fromkeys(written) if rows(m) == cols(m) != ONE and facts.is_symmetric(m)]
    return square[:MAX_MATRICES]


def _differences(facts: Facts) -> list[Expr]:
    """Semidefinite matrices and differences that the hypotheses speak of."""
    told = [e for e, sign in facts.signs.items() if e.op == "eig" and e.data[0] == "min" and sign >= NONNEGATIVE]
    return [m for m in (strip(e.args[0]) for e in told) if facts.is_semidefinite(m)][:MAX_MATRICES]


# Multiplying out.


def expanded(facts: Facts, poly: Poly) -> Poly:
    """Return the polynomial with squared lengths and quadratic forms of sums multiplied out."""
    total = Poly(())
    for monomial, factor in poly.terms:
        product = Poly(((UNIT, factor),))
        for atom, exponent in monomial:
            product = product * _expanded_atom(facts, atom, exponent)
        total = total + product
    return total


def _expanded_atom(facts: Facts, atom: Expr, exponent: Fraction) -> Poly:
    whole = exponent > 0 and exponent.denominator == 1
    if whole and exponent % 2 == 0 and atom.op == "norm" and atom.data[0] == "2" and cols(atom.args[0]) == ONE:
        return form(facts, atom.args[0]).power(exponent.numerator // 2)
    if whole and atom.op == "matmul" and is_scalar(atom):
        words = [(w, facts.value(chain(parts)).value) for w, parts in _words(facts, atom)]
        return sum((w * v for w, v in words), Poly(())).power(exponent.numerator)
    return Poly.atom(atom, exponent)


def form(facts: Facts, vector: Expr, middle: Expr | None = None) -> Poly:
    """Return ``d^T M d`` multiplied out (``|d|^2`` without a matrix)."""
    words = _words(facts, vector)
    total = Poly(())
    for (left, first), (right, second) in itertools.product(words, words):
        inner = chain(second) if middle is None else build.matmul(middle, chain(second))
        product = build.matmul(build.transpose(chain(first)), inner)
        total = total + left * right * _product(facts, product)
    return total


def _product(facts: Facts, product: Expr) -> Poly:
    words = _words(facts, product)
    return sum((w * facts.value(chain(parts)).value for w, parts in words), Poly(()))


def _words(facts: Facts, expr: Expr) -> list[tuple[Poly, list[Expr]]]:
    """The products that a product of sums is the sum of, with what stands in front of each."""
    expr = strip(normal(expr))
    if expr.op == "add":
        return [word for part in expr.args for word in _words(facts, part)]
    scalars, parts = factors(expr)
    words = [(expanded(facts, arithmetic.weight(facts, scalars).value), [])]
    for part in _cancelled([_turned(facts, strip(normal(part))) for part in parts]):
        own = _words(facts, part) if part.op == "add" else [(Poly.number(1), [part])]
        if len(words) * len(own) > MAX_WORDS:
            raise NotSupported("a product of many sums")
        words = [(w * v, _cancelled([*before, *after])) for w, before in words for v, after in own]
    return words


def _turned(facts: Facts, part: Expr) -> Expr:
    """A transposed inverse of a symmetric matrix as the inverse."""
    inner = strip(part.args[0]) if part.op == "transpose" else part
    if inner is not part and inner.op == "inv" and facts.is_symmetric(inner.args[0]):
        return inner
    return part


def _cancelled(parts: list[Expr]) -> list[Expr]:
    """The factors of a product without those that are next to their inverses."""
    for k, part in enumerate(parts):
        if part.op != "inv":
            continue
        scalars, inner = factors(strip(normal(part.args[0])))
        inner = [strip(normal(p)) for p in inner]
        for start in (k + 1, k - len(inner)):
            if not scalars and start >= 0 and parts[start : start + len(inner)] == inner:
                rest = [p for j, p in enumerate(parts) if j != k and not start <= j < start + len(inner)]
                return _cancelled(rest or [build.eye(part.shape.rows)])
    return parts


def _positive_denominators(facts: Facts, poly: Poly) -> Poly:
    """Multiply by what divides: where the claim is defined it is positive."""
    lowest: dict[Expr, Fraction] = {}
    for monomial, _ in poly.terms:
        for atom, exponent in monomial:
            if exponent < 0 and elementwise(facts, atom) and not facts.may_be_infinite(atom):
                lowest[atom] = min(exponent, lowest.get(atom, Fraction(0)))
    return poly * Poly(((frozenset((a, -e) for a, e in lowest.items()), Fraction(1)),))


# What is known.


def _known(facts: Facts, d: Expr, matrices: list[Expr], differences: list[Expr]) -> Iterator[Known]:
    length = form(facts, d)
    for matrix in (m for m in matrices if rows(m) == rows(d)):
        around, moved = form(facts, d, matrix), form(facts, build.matmul(matrix, d))
        top, bottom = (facts.value(build.eig(matrix, end)).value for end in ("max", "min"))
        norm = facts.value(build.norm(matrix, "2")).value
        rayleigh = ("rayleigh", "lambda_min |d|^2 <= d^T H d <= lambda_max |d|^2 <= ||H|| |d|^2 for symmetric H")
        yield norm * length - around, rayleigh
        yield norm * length + around, rayleigh
        yield top * length - around, rayleigh
        yield around - bottom * length, rayleigh
        yield norm * norm * length - moved, ("submultiplicative", "|H d| <= ||H|| |d|")
        if facts.is_semidefinite(matrix):
            yield norm * around - moved, ("semidefinite", "|H d|^2 <= ||H|| d^T H d for semidefinite H")
            yield moved - bottom * around, ("semidefinite", "|H d|^2 >= lambda_min d^T H d for semidefinite H")
    for difference in (m for m in differences if rows(m) == rows(d)):
        total = sum((_form_of_term(facts, d, t) for t in _summands(difference)), Poly(()))
        yield total, ("loewner order", "d^T (B - A) d >= 0 for A <= B")
    for small, large, _, names in facts.orders:
        if not names:
            room = facts.value(large).value - facts.value(small).value
            yield _positive_denominators(facts, room) * length, ("hypothesis", "a known inequality times |d|^2")


def _summands(expr: Expr) -> tuple[Expr, ...]:
    return expr.args if expr.op == "add" else (expr,)


def _form_of_term(facts: Facts, d: Expr, term: Expr) -> Poly:
    scalars, parts = factors(strip(normal(term)))
    return arithmetic.weight(facts, scalars).value * form(facts, d, chain(parts))


def _combined(facts: Facts, gap: Poly, known: list[Known], depth: int) -> tuple[Step, ...] | None:
    """Write a gap as a sum of known quantities with factors that are not negative, and of terms that are not."""
    if arithmetic.poly_sign(facts, gap) or not gap.terms:
        return (("equal terms", "the terms cancel or have one sign"),)
    if depth == 0:
        return None
    for poly, step in known:
        for front, ratio in dict.fromkeys(_multipliers(facts, gap, poly)):
            rest = gap - poly * Poly(((front, ratio),))
            if len(rest.terms) <= len(gap.terms):
                found = _combined(facts, rest, known, depth - 1)
                if found is not None:
                    return merge((step,), found)
    return None


def _multipliers(facts: Facts, gap: Poly, poly: Poly) -> Iterator[tuple[Monomial, Fraction]]:
    """Factors that are not negative, with which a term of the one is a term of the other."""
    for (base, slope), (monomial, factor) in itertools.product(poly.terms, gap.terms):
        front, ratio = times(monomial, frozenset((a, -e) for a, e in base)), factor / slope
        if ratio > 0 and _may_multiply(facts, front):
            yield front, ratio


def _may_multiply(facts: Facts, front: Monomial) -> bool:
    if any(e < 0 or facts.may_be_infinite(a) for a, e in front):
        return False
    return bool(arithmetic.monomial_sign(facts, front))


__all__ = ["expanded", "form", "quadratic"]
