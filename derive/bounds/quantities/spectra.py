"""Eigenvalues and singular values, place by place, of the forms whose spectrum is that of a simpler matrix.

    sigma_k(c A) = |c| sigma_k(A),         sigma_k(P A Q) = sigma_k(A) for orthogonal P, Q,   sigma_k(A^T) = sigma_k(A)
    lambda_k(c A) = c lambda_k(A), c >= 0;  c lambda_{n+1-k}(A), c <= 0,                       lambda_k(Q A Q^T) = lambda_k(A)
    lambda_k(A A^T) = sigma_k(A)^2 for A no taller than wide,  sigma_k(A^-1) = 1 / sigma_{n+1-k}(A),  lambda_k(diag v) = v_(k)

Sums and products over all places are traces and determinants. Source: Horn and Johnson, Matrix Analysis, 1.2, 4.2, 7.3.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce

from derive import build
from derive.bounds.facts.facts import POSITIVE, Facts
from derive.bounds.forms.bound import Bound, atom, number
from derive.bounds.forms.normal import ONE, canonical, chain, cols, factors, mentions, normal, opened, rows, strip
from derive.bounds.forms.polynomial import Monomial, order_key
from derive.bounds.quantities import arithmetic, norms, singular_values
from derive.bounds.quantities.rectangular_diagonals import singular_value, within_shared_factors
from derive.core import Expr
from derive.fraction import Fraction
from derive.sizes import Size

Which = Size | str
"""A place in descending order, or ``max``, ``min``."""
POWERS = (1, 2, 3, 4)


def determinant(facts: Facts, expr: Expr) -> Bound:
    """Return a determinant as a quantity: that of the transpose is the same one."""
    del facts
    matrix = expr.args[0]
    return atom(build.det(min(canonical(matrix), canonical(normal(build.transpose(matrix))), key=order_key)))


def of_simpler_matrix(facts: Facts, expr: Expr) -> Bound | None:
    """Return an eigenvalue or singular value in terms of those of a simpler matrix, None if there is none.

    What a hypothesis gives the sign of is left as it is.
    """
    matrix = strip(normal(expr.args[0]))
    which = _place(expr.data[0], matrix)
    if which != "max" and _is_semidefinite(facts, matrix):
        eigenvalue, singular_value = build.eig(matrix, which), build.sigma(matrix, which)
        preferred = eigenvalue if which == "min" else singular_value
        signs = {node: _sign(facts, node, which) for node in (eigenvalue, singular_value)}
        twin = max(signs, key=lambda node: (signs[node], node is preferred))
        if twin.op != expr.op:
            text = "the singular values of a semidefinite matrix are its eigenvalues"
            return facts.value(twin).by("semidefinite", text)
    if _sign(facts, expr, which):
        return None
    scalars, parts = factors(matrix)
    if scalars:
        return _scaled(facts, expr.op, which, arithmetic.weight(facts, scalars), chain(parts))
    rest = _without_orthogonal(facts, expr.op, parts)
    if rest is not parts:
        return _value(facts, expr.op, chain(rest), which).by(
            "orthogonal", "an orthogonal Q keeps the spectrum of Q A Q^T"
        )
    if len(parts) == 1:
        known = _of_one(facts, expr.op, matrix, which) or _of_diagonals(facts, expr.op, matrix, which)
        return known or _turned(facts, expr, matrix, which)
    found = _of_power(facts, expr.op, parts, which) or _of_gram(facts, parts, which)
    return found or _turned(facts, expr, matrix, which)


def _sign(facts: Facts, expr: Expr, which: Which) -> int:
    """What the hypotheses say of the sign of an eigenvalue or singular value."""
    same = _spectral(expr.op)(canonical(strip(normal(expr.args[0]))), which)
    return max(facts.signs.get(node, 0) for node in (expr, canonical(expr), same, canonical(same)))


def _is_semidefinite(facts: Facts, matrix: Expr) -> bool:

    return facts.is_semidefinite(matrix)


def _place(which: Which, matrix: Expr) -> Which:
    """The first place is the largest; the last of a square matrix the smallest."""
    if which == ONE:
        return "max"
    return "min" if which == rows(matrix) and rows(matrix) == cols(matrix) else which


def _flipped(which: Which, order: Size) -> Which:
    """The place from the other end."""
    if isinstance(which, Size):
        return order + 1 - which
    return "min" if which == "max" else "max"


def _spectral(op: str) -> Callable[[Expr, Which], Expr]:
    return build.eig if op == "eig" else build.sigma


def _value(facts: Facts, op: str, matrix: Expr, which: Which) -> Bound:
    return facts.value(_spectral(op)(matrix, which))


def _scaled(facts: Facts, op: str, which: Which, factor: Bound, matrix: Expr) -> Bound | None:

    if op == "sigma":
        found = arithmetic.absolute(facts, factor) * _value(facts, op, matrix, which)
        return found.by("homogeneity", "sigma_k(c A) = |c| sigma_k(A)")
    for sign, place in ((factor.value, which), (-factor.value, _flipped(which, rows(matrix)))):
        known = arithmetic.poly_sign(facts, sign)
        if known == POSITIVE or (known and facts.is_symmetric(matrix)):
            text = "lambda_k(c A) = c lambda_k(A) for c >= 0, c lambda_{n+1-k}(A) for c <= 0"
            return (factor * _value(facts, op, matrix, place)).by("homogeneity", text)
    return None


def _without_orthogonal(facts: Facts, op: str, parts: list[Expr]) -> list[Expr]:
    """The factors without square orthogonal ones at the ends: of Q A Q^T for eigenvalues, of P A Q for singular values."""
    start, stop = 0, len(parts)
    if op == "sigma":
        while stop - start > 1 and _is_orthogonal(facts, parts[start]):
            start += 1
        while stop - start > 1 and _is_orthogonal(facts, parts[stop - 1]):
            stop -= 1
    else:
        while (
            stop - start > 2 and _is_orthogonal(facts, parts[start]) and _are_transposed(parts[start], parts[stop - 1])
        ):
            start, stop = start + 1, stop - 1
    return parts if (start, stop) == (0, len(parts)) else parts[start:stop]


def _is_orthogonal(facts: Facts, matrix: Expr) -> bool:
    if rows(matrix) != cols(matrix):
        return False
    return any(norms.is_orthonormal(facts, strip(normal(m))) for m in (matrix, build.transpose(matrix)))


def _are_transposed(left: Expr, right: Expr) -> bool:
    return canonical(strip(normal(build.transpose(left)))) == canonical(strip(normal(right)))


def _of_one(facts: Facts, op: str, matrix: Expr, which: Which) -> Bound | None:
    """The spectrum of an identity, a diagonal matrix, an inverse."""
    if matrix.op in ("eye", "zeros"):
        return number(1 if matrix.op == "eye" else 0).by("spectrum", "all eigenvalues of I are 1, of 0 are 0")
    semidefinite = _is_semidefinite(facts, matrix)
    if matrix.op == "inv" and (op == "sigma" or semidefinite):
        inner = strip(normal(matrix.args[0]))
        found = arithmetic.power(facts, _value(facts, op, inner, _flipped(which, rows(inner))), -arithmetic.UNITY)
        return found.by("inverse", "the spectrum of A^-1 is that of A, inverted")
    if matrix.op == "diag" and (op == "eig" or semidefinite):
        return _of_diagonal(facts, matrix.args[0], which)
    return None


def _of_diagonal(facts: Facts, vector: Expr, which: Which) -> Bound:
    place = {"max": ONE, "min": rows(vector) * cols(vector)}.get(which, which) if isinstance(which, str) else which
    assert isinstance(place, Size)
    return facts.value(build.order(vector, place)).by(
        "diagonal", "the eigenvalues of diag(v) are the entries of v"
    )


def _of_diagonals(facts: Facts, op: str, matrix: Expr, which: Which) -> Bound | None:
    """A singular value of a sum whose terms share orthogonal factors, of a rectangular identity, of one added to a diagonal matrix."""
    if op != "sigma":
        return None
    shared = within_shared_factors(matrix, lambda q: _is_orthogonal(facts, q))
    if shared is not None:
        text = "sigma_k(P A Q + P B Q) = sigma_k(A + B) for orthogonal P, Q"
        return _value(facts, op, shared, which).by("orthogonal", text)
    return singular_value(facts, matrix, which)


def _of_power(facts: Facts, op: str, parts: list[Expr], which: Which) -> Bound | None:
    """sigma_k(A^p) = sigma_k(A)^p for symmetric A, lambda_k(A^p) = lambda_k(A)^p for semidefinite A."""
    root = norms.root_of_power(facts, parts)
    if root is None or (op == "eig" and not _is_semidefinite(facts, root)):
        return None
    found = arithmetic.power(facts, _value(facts, op, root, which), Fraction(len(parts)))
    return found.by("symmetric power", "the spectrum of A^p is that of A, to the power p")


def _of_gram(facts: Facts, parts: list[Expr], which: Which) -> Bound | None:
    """lambda_k(A A^T) = sigma_k(A)^2 for the places that A has; lambda_k(A A) for symmetric A."""
    factor = norms.root_of_gram(facts, parts)
    if factor is None:
        return None
    if (
        which != "max"
        and rows(factor) != cols(factor)
        and not singular_values.is_at_most(facts, rows(factor), cols(factor))
    ):
        return None
    found = _value(facts, "sigma", factor, which)
    return (found * found).by("gram", "lambda_k(A A^T) = sigma_k(A)^2")


def _turned(facts: Facts, expr: Expr, matrix: Expr, which: Which) -> Bound | None:
    """The same place of the matrix or its transpose, whichever comes first."""
    if which == "max" and expr.op == "sigma":
        return None  # the spectral norm
    best = min((canonical(matrix), canonical(strip(normal(build.transpose(matrix))))), key=order_key)
    same = canonical(_spectral(expr.op)(best, which))
    return None if same == canonical(expr) else atom(same)


# All places together.


def over_all_places(facts: Facts, body: Monomial, name: str, low: Size, high: Size) -> Bound | None:
    """Return the sum of equal powers, or of the logarithms, of all eigenvalues of a matrix; None if it is none."""
    if len(body) != 1 or low != ONE:
        return None
    ((factor, exponent),) = body
    logarithm = factor.op == "map" and factor.data[0] == "log" and exponent == 1
    matrix = _all_of(facts, factor.args[0] if logarithm else factor, name, high)
    if matrix is None or (logarithm and matrix[0] != "eig"):
        return None
    if logarithm:
        found = facts.value(build.map_("log", build.det(matrix[1])))
        return found.by("eigenvalues", "the logarithms of the eigenvalues add to log det A")
    if matrix[0] != "eig" or exponent not in (*POWERS, -1):
        return None
    power = build.inv(matrix[1]) if exponent == -1 else reduce(build.matmul, [matrix[1]] * int(exponent))
    return facts.value(build.trace(power)).by("eigenvalues", "the eigenvalues of A^p add to tr A^p")


def product_of_places(facts: Facts, expr: Expr) -> Bound | None:
    """Return the product of all eigenvalues as the determinant, of all singular values of a square matrix as its size."""
    name, low, high, body = opened(expr)
    matrix = _all_of(facts, strip(body), name, high) if low == ONE else None
    if matrix is None or rows(matrix[1]) != cols(matrix[1]):
        return None
    found = facts.value(build.det(matrix[1]))
    found = found if matrix[0] == "eig" else arithmetic.absolute(facts, found)
    return found.by("determinant", "the eigenvalues multiply to det A, the singular values to its absolute value")


def _all_of(facts: Facts, factor: Expr, name: str, high: Size) -> tuple[str, Expr] | None:
    """The matrix whose k-th eigenvalue or singular value a factor is, for k up to its order."""
    factor = strip(factor)
    if factor.op not in ("eig", "sigma") or factor.data[0] != Size.of(name) or mentions(factor.args[0], name):
        return None
    matrix = factor.args[0]
    op = "eig" if factor.op == "eig" or _is_semidefinite(facts, matrix) else "sigma"
    return (op, matrix) if high == rows(matrix) else None


__all__ = ["of_simpler_matrix", "over_all_places", "product_of_places"]
