r"""Eigenvalues that hypotheses give by their equations: ``A u = a u - b v`` and ``A v = b u + a v`` for ``a + i b``, or ``A u = a u``.

The absolute value is at most every induced norm (Horn and Johnson, Matrix Analysis, 5.6.9). A positive matrix whose rows sum to one has
the eigenvalue 1 with the multiples of ``\mathbf{1}`` alone as eigenvectors, and all others are smaller in absolute value (Perron; 8.2.11).
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from derive import build
from derive.bounds.comparison.domination import dominated
from derive.bounds.facts.apart import keeps_away
from derive.bounds.facts.defined import evaluated
from derive.bounds.facts.distributions import is_stochastic
from derive.bounds.facts.facts import POSITIVE, Facts, Theorem, elementwise
from derive.bounds.forms.bound import number
from derive.bounds.forms.normal import ONE, canonical, cols, factors, is_scalar, normal, rows, strip
from derive.bounds.forms.polynomial import Poly, to_expr
from derive.bounds.quantities import arithmetic
from derive.core import Expr
from derive.errors import NotSupported

MAX_EQUATIONS = 6
MAX_ENTRIES = 4
ZERO, TWO = build.const(0), build.const(2)


@dataclass(frozen=True, slots=True)
class Eigenpair:
    """The eigenvalue ``a + i b`` of a matrix with the eigenvector ``u + i v``, not zero; a real one has v = None and b = 0."""

    matrix: Expr
    a: Expr
    b: Expr
    u: Expr
    v: Expr | None

    @property
    def square(self) -> Expr:
        """``a^2 + b^2``."""
        return build.add(build.hpow(self.a, TWO), build.hpow(self.b, TWO))


def eigenpairs(facts: Facts, sides: Sequence[Expr]) -> Iterator[Theorem]:
    """Yield what is known of the eigenvalues and eigenvectors that the hypotheses of a claim describe."""
    for pair in _pairs(facts):
        for kind in ("inf", "1", "2"):
            text = f"an eigenvalue is at most ||A||_{kind} in absolute value"
            yield Theorem(pair.square, build.hpow(build.norm(pair.matrix, kind), TWO), False, "eigenvalues", text)
        if is_stochastic(facts, pair.matrix) and elementwise(facts, pair.matrix) == POSITIVE:
            yield from _perron(facts, pair, sides)


def _perron(facts: Facts, pair: Eigenpair, sides: Sequence[Expr]) -> Iterator[Theorem]:
    """An eigenvalue of absolute value 1 is 1, and the entries of its eigenvectors are equal; any other one is smaller."""
    one = build.const(1)
    if keeps_away(facts, build.sub(pair.a, one)) or keeps_away(facts, pair.b):
        text = "every eigenvalue but 1 of a positive stochastic matrix is less than 1 in absolute value"
        yield Theorem(pair.square, one, True, "perron", text)
        return
    try:
        largest = dominated(facts, number(1), facts.value(pair.square), False)
    except NotSupported:
        return
    if largest is None:
        return
    text = "an eigenvalue of absolute value 1 of a positive stochastic matrix is 1"
    for number_, value in ((pair.a, one), (pair.b, ZERO)):
        yield Theorem(number_, value, False, "perron", text)
        yield Theorem(value, number_, False, "perron", text)
    entries = dict.fromkeys(n for side in sides for n in evaluated(facts, side) if n.op == "entry")
    for vector in (pair.u, pair.v):
        own = [e for e in entries if vector is not None and canonical(strip(normal(e.args[0]))) == vector]
        for first, second in itertools.permutations(own[:MAX_ENTRIES], 2):
            text = "the eigenvectors of the eigenvalue 1 of a positive stochastic matrix are multiples of 1"
            yield Theorem(first, second, False, "perron", text)


def _pairs(facts: Facts) -> Iterator[Eigenpair]:
    """The eigenpairs that equations with a matrix times a column describe."""
    equations = list(itertools.islice(_equations(facts), MAX_EQUATIONS))
    for matrix, u, told in equations:
        coefficients = _coefficients(facts, told, (u,))
        if coefficients is not None and _is_not_zero(facts, (u,)):
            yield Eigenpair(matrix, to_expr(coefficients[0]), ZERO, u, None)
    for (matrix, u, first), (other, v, second) in itertools.permutations(equations, 2):
        if matrix is not other or u is v or not _is_not_zero(facts, (u, v)):
            continue
        above, below = _coefficients(facts, first, (u, v)), _coefficients(facts, second, (u, v))
        if above is None or below is None:
            continue
        (p, q), (r, s) = above, below
        if p.same(s) and q.same(-r):
            yield Eigenpair(matrix, to_expr(p), to_expr(r), u, v)


def _equations(facts: Facts) -> Iterator[tuple[Expr, Expr, Expr]]:
    """(A, u, w) for ``A u = w`` with a square A and a column u."""
    for whole, equals in facts.equals.items():
        if whole.op != "matmul" or cols(whole) != ONE:
            continue
        matrix, vector = (canonical(strip(normal(part))) for part in whole.args)
        if rows(matrix) == cols(matrix) and vector.op == "var":
            yield from ((matrix, vector, told) for told in equals)


def _coefficients(facts: Facts, told: Expr, vectors: tuple[Expr, ...]) -> tuple[Poly, ...] | None:
    """The numbers in front of some vectors in a sum of multiples of them, None if there is anything else."""
    found = dict.fromkeys(vectors, Poly(()))
    told = strip(normal(told))
    try:
        for term in told.args if told.op == "add" else (told,):
            scalars, parts = factors(term)
            vector = canonical(strip(parts[0])) if len(parts) == 1 else None
            if vector not in found or not all(is_scalar(s) for s in scalars):
                return None
            found[vector] = found[vector] + arithmetic.weight(facts, scalars).value
    except NotSupported:
        return None
    return tuple(found[v] for v in vectors)


def _is_not_zero(facts: Facts, vectors: tuple[Expr, ...]) -> bool:
    """Whether one of the vectors is said not to be zero, or a sum of positive powers of their norms to be positive."""
    if any(facts.is_nonzero(v) for v in vectors):
        return True
    for small, large, strict, ranges in facts.orders:
        if ranges or not strict or not build.is_zero(strip(small)):
            continue
        try:
            told = facts.value(large).value
        except NotSupported:
            continue
        lengths = all(
            a.op == "norm" and canonical(strip(normal(a.args[0]))) in vectors and e > 0
            for monomial, _ in told.terms
            for a, e in monomial
        )
        if lengths and told.terms and all(monomial and c > 0 for monomial, c in told.terms):
            return True
    return False


__all__ = ["eigenpairs"]
