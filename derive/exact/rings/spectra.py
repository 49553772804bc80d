"""Singular values and eigenvalues: exact where they are square roots of rationals, else certified enclosures.

Of a rational matrix the characteristic polynomial is factored; of a matrix of balls Arb encloses the spectrum (Rump;
van der Hoeven and Mourrain).
"""

from __future__ import annotations

from functools import cmp_to_key
from typing import Any

import numpy as np
from flint import acb_mat, arb, arb_mat, ctx, fmpq, fmpq_mat, fmpz, fmpz_poly
from mpmath import mp

from derive.errors import NotSupported
from derive.exact.rings import surds
from derive.exact.rings.rings import Array, Irrational, Uncertain

MAX_ORDER = 40
EXACT_ORDER = 16
MAX_WORK = 5_000  # order times bits
FINE_WORK = 3_000  # order times bits
ROUGH_BITS = 128  # up to here floating-point eigenbases are taken


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


def _ball_spectrum(a: Array) -> list[arb]:
    """Enclosures of all eigenvalues; those found last are remembered: a claim looks at one matrix once for every k."""
    if not all(x.is_finite() for x in a.flat):
        raise NotSupported("an infinite enclosure")
    key = (ctx.prec, a.shape[0], *(end for x in a.flat for end in (*x.mid().man_exp(), *x.rad().man_exp())))
    if key not in _FOUND:
        if len(_FOUND) >= REMEMBERED:
            _FOUND.clear()
        _FOUND[key] = _spectrum(a)
    return _FOUND[key]


_FOUND: dict[tuple[object, ...], list[arb]] = {}
REMEMBERED = 64  # spectra


def _spectrum(a: Array) -> list[arb]:
    """Enclosures of the k-th largest eigenvalue of a symmetric matrix of balls, k = 1, 2, ...

    At the lowest precision an approximate diagonalization is enough for most comparisons; beyond it Arb separates the
    eigenvalues where it can, and equal ones are enclosed by a diagonalization in that precision.
    """
    n = a.shape[0]
    if n > MAX_ORDER:
        raise NotSupported(f"a spectrum of order {n} is beyond the exact road")
    matrix = arb_mat(n, n, list(a.flat))
    if ROUGH_BITS < ctx.prec and n * ctx.prec <= MAX_WORK:
        try:
            found = [x.real for x in acb_mat(matrix).eig(multiple=True)]
        except (ValueError, ArithmeticError):  # not separated at this precision
            found = []
        if found and max(x.rad() for x in found) <= max(abs(x).upper() for x in found) * arb(2) ** (-ctx.prec // 2):
            return _ordered(found)
    return _diagonalized(matrix)


def _diagonalized(matrix: arb_mat) -> list[arb]:
    """Enclosures from an approximate eigenbasis Q, whatever its quality; eigenvalues may be equal.

    With Q^T Q = I + E, Ostrowski's theorem gives lambda_k(Q^T A Q) = t lambda_k(A) with |t - 1| <= |E|_F, and Weyl's
    inequality puts lambda_k(Q^T A Q) within the Frobenius norm of the off-diagonal part of the k-th diagonal entry.
    """
    n = matrix.nrows()
    largest = max((abs(x).upper() for x in matrix.entries()), default=arb(0))
    if largest == 0:
        return [arb(0)] * n
    scale = arb(2) ** (-int(largest.mid().man_exp()[1]) - largest.mid().man_exp()[0].bit_length())
    scaled = matrix * scale
    q = _rough_basis(scaled) if ctx.prec <= ROUGH_BITS or n * ctx.prec > FINE_WORK else _fine_basis(scaled)
    turned = q.transpose() * scaled * q
    error = q.transpose() * q
    off, skew = arb(0), arb(0)
    for i in range(n):
        for j in range(n):
            off += abs(turned[i, j]).upper() ** 2 if i != j else 0
            skew += abs(error[i, j] - (1 if i == j else 0)).upper() ** 2
    radius, ratio = off.upper().sqrt().upper(), skew.upper().sqrt().upper()
    if not ratio < arb(0.5):
        raise Uncertain("no eigenbasis in floating point")
    spread = arb(1).union(1 + ratio).union(1 - ratio)
    values = [turned[i, i] + arb(0).union(radius).union(-radius) for i in range(n)]
    return [x / spread / scale for x in _ordered(values)]


def _rough_basis(matrix: arb_mat) -> arb_mat:
    """An approximate eigenbasis in double precision."""
    n = matrix.nrows()
    middle = np.array([[float(matrix[i, j].mid()) for j in range(n)] for i in range(n)])
    return arb_mat([[arb(float(x)) for x in row] for row in np.linalg.eigh((middle + middle.T) / 2)[1]])


def _fine_basis(matrix: arb_mat) -> arb_mat:
    """An approximate eigenbasis in the precision of the balls."""
    n = matrix.nrows()
    with mp.workprec(ctx.prec):
        ends = [[matrix[i, j].mid().man_exp() for j in range(n)] for i in range(n)]
        middle = mp.matrix([[mp.ldexp(int(man), int(exp)) for man, exp in row] for row in ends])
        basis = mp.eigsy((middle + middle.T) / 2)[1]
        return arb_mat([[arb(basis[i, j]) for j in range(n)] for i in range(n)])


def _ordered(found: list[arb]) -> list[arb]:
    """Of n enclosures with one number in each, enclosures of the k-th largest number: from the k-th largest ends."""
    lower = sorted((x.lower() for x in found), key=cmp_to_key(_descending))
    upper = sorted((x.upper() for x in found), key=cmp_to_key(_descending))
    return [low.union(high) for low, high in zip(lower, upper, strict=True)]


def _descending(left: arb, right: arb) -> int:
    """Compare exact numbers as they are: as floats, large roots would all be infinite and keep any order."""
    return -1 if left > right else int(left < right)


def ball_singular_values(a: Array) -> list[arb]:
    """Enclosures, descending: the square roots of the eigenvalues of the smaller Gram matrix.

    Raises:
        NotSupported: The matrix is too large.
        Uncertain: The enclosures are not found at this precision.

    """
    matrix = arb_mat(a.shape[0], a.shape[1], list(a.flat))
    gram = matrix.transpose() * matrix if a.shape[1] <= a.shape[0] else matrix * matrix.transpose()
    n = gram.nrows()
    entries = np.empty((n, n), dtype=object)
    entries.reshape(-1)[:] = gram.entries()
    return [x.nonnegative_part().sqrt() if x.contains(0) else x.sqrt() for x in _ball_spectrum(entries)]


def ball_eigenvalues(a: Array) -> list[arb]:
    """Enclosures of the eigenvalues of a symmetric matrix, descending.

    Raises:
        NotSupported: The matrix is not symmetric, or too large.
        Uncertain: The enclosures are not found at this precision.

    """
    n = a.shape[0]
    for i in range(n):
        for j in range(i):
            if not a[i, j].overlaps(a[j, i]):
                raise NotSupported("eigenvalues are those of a symmetric matrix here")
    lower = a.copy()
    for i in range(n):
        for j in range(i):
            lower[j, i] = lower[i, j]
    return _ball_spectrum(lower)


__all__ = ["ball_eigenvalues", "ball_singular_values", "exact_eigenvalues", "exact_singular_values"]
