"""Singular values and eigenvalues: exact where they are square roots of rationals, else certified enclosures.

Of a rational matrix the characteristic polynomial is exact; its real roots are isolated by Arb. Of a matrix of balls
the midpoint is rational, and Weyl's inequality adds the Frobenius norm of the radii.
"""

from __future__ import annotations

from functools import cmp_to_key
from typing import Any

from flint import arb, fmpq, fmpq_mat, fmpz, fmpz_poly

from derive.errors import NotSupported
from derive.exact import surds
from derive.exact.rings import Array, Irrational

MAX_ORDER = 40
EXACT_ORDER = 16


def _gram(a: fmpq_mat) -> fmpq_mat:
    """The smaller of A^T A and A A^T: its eigenvalues are the squares of the min(m, n) singular values."""
    return a.transpose() * a if a.ncols() <= a.nrows() else a * a.transpose()


def _integer_charpoly(a: fmpq_mat) -> tuple[fmpz_poly, fmpz]:
    """The characteristic polynomial of the integer matrix d A, and d."""
    if a.nrows() > MAX_ORDER:
        raise NotSupported(f"a spectrum of order {a.nrows()} is beyond the exact road")
    denominator = a.numer_denom()[1]
    coefficients = (a * fmpq(denominator)).charpoly().coeffs()
    return fmpz_poly([fmpz(c.p) for c in coefficients]), denominator


def _isolated(poly: fmpz_poly) -> list[tuple[arb, int]]:
    """Real roots of a polynomial whose roots are all real, with multiplicities, descending."""
    found = []
    for factor, multiplicity in poly.factor_squarefree()[1]:
        for root, _ in factor.complex_roots():
            found.append((root.real, int(multiplicity)))
    return sorted(found, key=cmp_to_key(_descending))


def _descending(left: tuple[arb, int], right: tuple[arb, int]) -> int:
    """Compare exact midpoints as they are: as floats, large roots would all be infinite and keep any order."""
    a, b = left[0].mid(), right[0].mid()
    return -1 if a > b else int(a < b)


def _check_disjoint(roots: list[tuple[arb, int]]) -> None:
    for (a, _), (b, _) in zip(roots, roots[1:], strict=False):
        if not a > b:
            raise NotSupported("eigenvalues that are not separated at this precision")


def _enclosures(a: fmpq_mat) -> list[arb]:
    """Eigenvalues of a rational symmetric matrix, descending."""
    poly, denominator = _integer_charpoly(a)
    roots = _isolated(poly)
    _check_disjoint(roots)
    return [root / arb(denominator) for root, multiplicity in roots for _ in range(multiplicity)]


def exact_eigenvalues(a: fmpq_mat) -> list[Any]:
    """Eigenvalues of a rational symmetric matrix that are rational or quadratic, descending.

    Raises:
        Irrational: Some eigenvalue is of a higher degree.

    """
    if a.transpose() != a:
        raise NotSupported("eigenvalues are those of a symmetric matrix here")
    if a.nrows() > EXACT_ORDER:
        raise Irrational("the spectrum of a large matrix")
    poly, denominator = _integer_charpoly(a)
    values: list[Any] = []
    for factor, multiplicity in poly.factor()[1]:
        values += _quadratic_roots(factor) * int(multiplicity)
    order = sorted((surds.inverse(fmpq(denominator)) * v for v in values), key=_exact_key, reverse=True)
    return order


def _quadratic_roots(factor: fmpz_poly) -> list[Any]:
    coefficients = [fmpq(c) for c in factor.coeffs()]
    if factor.degree() == 1:
        return [-coefficients[0] / coefficients[1]]
    if factor.degree() == 2:
        c, b, a = coefficients
        root = surds.sqrt(b * b - 4 * a * c)
        half = fmpq(1) / (2 * a)
        return [(root - b) * half, (-root - b) * half]
    raise Irrational("an eigenvalue of a higher degree")


class _exact_key:
    __slots__ = ("x",)

    def __init__(self, x: Any) -> None:
        self.x = x

    def __lt__(self, other: _exact_key) -> bool:
        return surds.sign(self.x - other.x) < 0


def exact_singular_values(a: fmpq_mat) -> list[Any]:
    """Singular values that are square roots of rationals, descending.

    Raises:
        Irrational: Some singular value is none.

    """
    return [surds.sqrt(v) for v in exact_eigenvalues(_gram(a))]


def _midpoint(a: Array) -> tuple[fmpq_mat, arb]:
    """The rational midpoint and a bound of the spectral norm of what it leaves out."""
    entries, squares = [], arb(0)
    for x in a.reshape(-1):
        if not x.is_finite():
            raise NotSupported("an infinite enclosure")
        mantissa, exponent = x.mid().man_exp()
        two = fmpz(2) ** abs(int(exponent))
        entries.append(fmpq(mantissa * two) if exponent >= 0 else fmpq(mantissa, two))
        squares += arb(x.rad()) ** 2
    return fmpq_mat(a.shape[0], a.shape[1], entries), squares.sqrt().upper()


def _widen(x: arb, radius: arb) -> arb:
    return x + arb(0).union(radius).union(-radius)


def ball_singular_values(a: Array) -> list[arb]:
    """Enclosures, descending: |sigma_k(A) - sigma_k(mid A)| <= |A - mid A|_F (Weyl)."""
    middle, radius = _midpoint(a)
    values = _enclosures(_gram(middle))
    roots = [_nonnegative(v).sqrt() for v in values]
    return [_nonnegative(_widen(r, radius)) for r in roots]


def _nonnegative(x: arb) -> arb:
    return x.nonnegative_part() if x.contains(0) else x


def ball_eigenvalues(a: Array) -> list[arb]:
    """Enclosures of the eigenvalues of a symmetric matrix, descending (Weyl)."""
    n = a.shape[0]
    for i in range(n):
        for j in range(i):
            if not a[i, j].overlaps(a[j, i]):
                raise NotSupported("eigenvalues are those of a symmetric matrix here")
    lower = a.copy()
    for i in range(n):
        for j in range(i):
            lower[j, i] = lower[i, j]
    middle, radius = _midpoint(lower)
    return [_widen(v, radius) for v in _enclosures(middle)]


__all__ = ["ball_eigenvalues", "ball_singular_values", "exact_eigenvalues", "exact_singular_values"]
