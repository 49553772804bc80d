"""Exact quadrature: a polynomial of degree n is integrated exactly by n + 1 equidistant nodes (Newton and Cotes)."""

from __future__ import annotations

from derive.core import Expr
from derive.degree import degree_in
from derive.fraction import Fraction

MAX_DEGREE = 24


def newton_cotes(body: Expr, name: str) -> list[tuple[Fraction, Fraction]] | None:
    """Return the nodes in [0, 1] and their weights for an integrand; None if it is no polynomial of low degree.

    Args:
        body: The integrand.
        name: The variable of the integration, a number.

    """
    degree = degree_in(body, name)
    if degree is None or degree > MAX_DEGREE:
        return None
    nodes = [Fraction(k, max(degree, 1)) for k in range(degree + 1)]
    weights = []
    for k, x in enumerate(nodes):
        coefficients = [Fraction(1)]  # the Lagrange polynomial of node k, ascending
        for m, y in enumerate(nodes):
            if m != k:
                shifted = [Fraction(0), *coefficients]
                lowered = [*(c * y for c in coefficients), Fraction(0)]
                coefficients = [(a - b) / (x - y) for a, b in zip(shifted, lowered, strict=True)]
        weights.append(sum((c / (n + 1) for n, c in enumerate(coefficients)), Fraction(0)))
    return list(zip(nodes, weights, strict=True))


__all__ = ["newton_cotes"]
