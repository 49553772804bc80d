"""Norms with a direction: every result is an interval and says how far each end can be trusted.

Iterative methods only ever find lower bounds: the Rayleigh quotient of any vector is one.  Upper bounds come from a
Cholesky factorization with its error term, from probability (Lanczos with a random start), or not at all.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import torch
from torch import Tensor

from numeric.evaluation.sampling import stream


class LinearMap(Protocol):
    """What a norm needs of an operator."""

    shape: tuple[int, int]

    def matvec(self, vector: Tensor) -> Tensor: ...

    def rmatvec(self, vector: Tensor) -> Tensor: ...


@dataclass(frozen=True, slots=True)
class Enclosure:
    """``lower <= value <= upper``, with the reason for each end.

    Attributes:
        lower: A lower bound (0 if nothing is known).
        upper: An upper bound (infinity if nothing is known).
        how: How the ends were found and what they rest on: rounding, probability.
        products: Products with the operator or its transpose that were spent.
        estimate: The best guess, inside the interval.
    """

    lower: float
    upper: float
    how: str
    products: int
    estimate: float

    def __post_init__(self) -> None:
        if not self.lower <= self.upper:
            raise ValueError(f"an enclosure needs lower <= upper, got [{self.lower}, {self.upper}]")


@dataclass(frozen=True, slots=True)
class TopSingular:
    """The largest Ritz value of a bidiagonalization with its unit vectors.

    Attributes:
        value: The Ritz value.
        left: In the space of the rows.
        right: In the space of the columns.
        residual: Of the Ritz pair.
        products: Products with the operator or its transpose that were spent.
        quotient: ``|J v|`` of the unit vector in the smaller space (``|J^T u|`` for a wide map), as computed.
    """

    value: float
    left: Tensor
    right: Tensor
    residual: float
    products: int
    quotient: float


def golub_kahan_lanczos(
    operator: LinearMap,
    *,
    seed: int,
    tolerance: float = 1e-6,
    max_steps: int = 200,
    device: torch.device | None = None,
    start: Tensor | None = None,
) -> TopSingular:
    """Bidiagonalize ``J V = U B`` until the largest Ritz value stands still.

    The start is random in the smaller of the two spaces (a wide map has a large kernel).  Only the basis of that
    space is kept and reorthogonalized, which suffices for the large end (Simon and Zha 2000); of the larger space
    one vector is needed at a time.

    Args:
        operator: Anything with ``shape``, ``matvec`` and ``rmatvec`` on torch vectors in float64.
        seed: Fixes the start.
        tolerance: Relative accuracy asked for; what is returned is a lower bound in any case.
        max_steps: Largest number of steps (two products each).
        device: Where the vectors live.
        start: A vector of the smaller space to begin with, such as that of an operator nearby; random unless given.
    """
    rows, cols = operator.shape
    wide = rows < cols
    forward, backward = (operator.rmatvec, operator.matvec) if wide else (operator.matvec, operator.rmatvec)
    value, inner, residual, steps = _bidiagonalize(
        forward, backward, (max(rows, cols), min(rows, cols)), seed, tolerance, max_steps, device, start
    )
    outer = forward(inner)
    quotient = float(outer.norm())
    outer = outer / quotient if quotient > 0 else outer
    left, right = (inner, outer) if wide else (outer, inner)
    return TopSingular(value, left, right, residual, 2 * steps + 1, quotient)


_CHUNK = 16  # basis vectors that memory is taken for at once


def _bidiagonalize(
    forward: Callable[[Tensor], Tensor],
    backward: Callable[[Tensor], Tensor],
    shape: tuple[int, int],
    seed: int,
    tolerance: float,
    max_steps: int,
    device: torch.device | None,
    start: Tensor | None,
) -> tuple[float, Tensor, float, int]:
    """The largest Ritz value, its unit vector in the smaller space, the residual and the number of steps.

    The vectors of the larger space stay unscaled: ``u`` is ``alpha`` times a unit vector.
    """
    rows, cols = shape
    steps = min(max_steps, cols)
    basis = torch.empty(min(_CHUNK, steps + 1), cols, dtype=torch.float64, device=device)
    random = torch.randn(cols, dtype=torch.float64, generator=stream(seed, "lanczos")).to(device)
    # a little of a random direction: a start that lies in an invariant subspace would not leave it
    first = random if start is None else start / start.norm() + 1e-3 * random / random.norm()
    basis[0] = first / first.norm()
    u, w = torch.zeros(rows, dtype=torch.float64, device=device), torch.empty_like(basis[0])
    alphas: list[float] = []
    betas: list[float] = []
    value, previous, residual = 0.0, -1.0, math.inf
    q = np.ones(1)
    for k in range(steps):
        # u <- J v - (beta / alpha) u: the last term removes what v shares with the vector before
        back = betas[-1] / alphas[-1] if k and alphas[-1] > 0 else 0.0
        torch.add(forward(basis[k]).reshape(-1), u, alpha=-back, out=u)
        alpha = float(torch.linalg.vector_norm(u))
        alphas.append(alpha)
        # w <- J^T u / alpha - alpha v, then without what it shares with the basis (one-sided reorthogonalization)
        torch.mul(backward(u).reshape(-1), 1 / alpha if alpha > 0 else 0.0, out=w)
        found = basis[: k + 1]
        # without this first, an error in the basis grows by alpha / beta at every step, however often one projects once
        w.add_(basis[k], alpha=-alpha)
        w.addmv_(found.T, torch.mv(found, w), alpha=-1.0)
        beta = float(torch.linalg.vector_norm(w))
        value, second, q = _top(alphas, betas)
        residual = beta * alpha * abs(float(q[-1])) / value if value > 0 else 0.0
        if _settled(value, second, previous, residual, tolerance) or k + 1 == steps or beta <= 1e-300:
            break
        previous = value
        betas.append(beta)
        if k + 1 == len(basis):
            basis = torch.cat([basis, torch.empty_like(basis)])
        torch.div(w, beta, out=basis[k + 1])
    k = len(alphas)
    inner = basis[:k].T @ torch.from_numpy(q.copy()).to(basis)
    return value, inner / inner.norm(), residual, k


def _settled(top: float, second: float, previous: float, residual: float, tolerance: float) -> bool:
    """Whether the top Ritz value is expected to be within the tolerance.

    Its error is about ``residual^2 / gap`` (Kato-Temple), the gap taken to the second Ritz value; the value must
    also have stood still for a step, since early gaps are too large.
    """
    if residual <= 1e-14 * top:
        return True
    return residual * residual <= tolerance * top * (top - second) and abs(top - previous) <= 10 * tolerance * top


def _top(alphas: list[float], betas: list[float]) -> tuple[float, float, np.ndarray]:
    """The two largest singular values of the upper bidiagonal B and the right vector of the largest.

    They are the roots of the eigenvalues of the tridiagonal ``B^T B``, scaled so that squares do not underflow;
    at the large end that loses nothing.
    """
    from scipy.linalg.lapack import dstev

    scale = max(alphas)
    if scale == 0.0 or len(alphas) == 1:
        return scale, 0.0, np.eye(1, len(alphas))[0]
    a, b = np.array(alphas) / scale, np.array(betas) / scale
    diagonal = a * a
    diagonal[1:] += b * b
    values, vectors, failed = dstev(diagonal, a[:-1] * b)
    if failed:
        values, vectors = np.linalg.eigh(np.diag(diagonal) + np.diag(a[:-1] * b, 1) + np.diag(a[:-1] * b, -1))
    top, second = (scale * math.sqrt(max(values[k], 0.0)) for k in (-1, -2))
    return top, second, vectors[:, -1]


def spectral_norm(
    operator: LinearMap,
    *,
    seed: int = 0,
    tolerance: float = 1e-6,
    upper: float = math.inf,
    upper_how: str = "no upper bound was asked for",
    device: torch.device | None = None,
) -> Enclosure:
    """Enclose the spectral norm: a lower bound from Golub-Kahan-Lanczos, an upper bound only if one is handed in.

    The lower end is ``|J v| / |v|`` (or ``|J^T u| / |u|``) of the Ritz vector, lowered by a bound of the rounding of
    that quotient; for a rigorous one certify the vector in ball arithmetic.
    """
    top = golub_kahan_lanczos(operator, seed=seed, tolerance=tolerance, device=device)
    lower = top.quotient * (1 - 1e-13 * math.sqrt(max(operator.shape)))
    how = (
        f"lower: Rayleigh quotient after {top.products} products (floating point, rounding allowed for); "
        f"upper: {upper_how}"
    )
    return Enclosure(lower, max(upper, lower), how, top.products, max(top.quotient, lower))


def probable_upper(lower: float, n: int, steps: int, failure: float = 1e-10) -> float:
    """An upper bound of the norm that fails with at most the given probability, from Lanczos with a random start.

    Kuczynski and Wozniakowski (1992), theorem 4.2: after k steps on ``A = J^T J`` from a uniformly random direction
    ``P(lambda_k < (1 - eps) lambda_max) <= 1.648 sqrt(n) exp(-sqrt(eps) (2 k - 1))``.  Rounding is not covered.
    The start is random in the smaller space, so n is the smaller side.
    """
    if steps < 1 or not 0 < failure < 1:
        return math.inf
    root = math.log(1.648 * math.sqrt(n) / failure) / (2 * steps - 1)
    return lower / math.sqrt(1 - root * root) if root < 1 else math.inf


def probable_norm(operator: LinearMap, *, seed: int, steps: int = 60, failure: float = 1e-10) -> Enclosure:
    """Enclose the spectral norm with a probabilistic upper bound (no early stop: the steps are fixed beforehand)."""
    top = golub_kahan_lanczos(operator, seed=seed, tolerance=0.0, max_steps=steps)
    taken = top.products // 2
    # a Krylov space that is exhausted early has found everything a random start can reach
    upper = probable_upper(top.value, min(operator.shape), taken, failure)
    how = (
        f"lower: Rayleigh quotient; upper: Kuczynski-Wozniakowski after {taken} steps, "
        f"wrong with probability at most {failure:g}"
    )
    return Enclosure(min(top.quotient, upper), upper, how, top.products, min(top.quotient, upper))


def cholesky_upper(gram: Tensor, target: float) -> bool:
    """Certify ``sigma_max^2 <= target^2`` for a Gram matrix ``G = J J^T`` given in float64.

    If floating-point Cholesky of ``t^2 I - G - margin I`` succeeds, then ``lambda_min(t^2 I - G) >= 0``: the
    backward error of a factorization that runs to completion is at most ``g/(1-g) tr`` with ``g = gamma_{n+1}``
    (Demmel 1989; Rump, BIT 46, 2006).  A factor of ten covers blocked kernels.  The error of ``G`` itself is the
    caller's (`gram_error`).
    """
    n = gram.shape[0]
    unit = torch.finfo(torch.float64).eps / 2
    gamma = (n + 1) * unit / (1 - (n + 1) * unit)
    trace = n * target * target
    margin = 10 * gamma / (1 - gamma) * trace
    shifted = -gram
    shifted.diagonal().add_(target * target - margin)
    _, info = torch.linalg.cholesky_ex(shifted)
    return int(info) == 0


def certified_norm(matrix: Tensor, *, seed: int = 0) -> Enclosure:
    """Enclose the spectral norm of a dense float64 matrix; the upper end is certified by Cholesky.

    The smaller Gram matrix is formed; its rounding, at most ``gamma_k |J| |J|^T`` entrywise, is bounded in norm by
    ``gamma_k |J|_F^2`` and added to the target.
    """
    a = matrix if matrix.shape[0] <= matrix.shape[1] else matrix.T
    top = golub_kahan_lanczos(DenseMap(a), seed=seed, tolerance=1e-9, max_steps=300, device=a.device)
    n, k = a.shape
    unit = torch.finfo(torch.float64).eps / 2
    frobenius = float(a.norm()) * (1 + k * n * unit)
    error = k * unit / (1 - k * unit) * frobenius**2
    gram = a @ a.T
    slack = 4e-8
    for _ in range(12):
        bound = top.value * (1 + slack)
        if cholesky_upper(gram, bound):
            upper = math.sqrt(bound * bound + 2 * error) * (1 + 1e-15)
            how = "lower: Rayleigh quotient; upper: Cholesky of t^2 I - J J^T with its error terms"
            lower = min(top.value * (1 - 1e-13 * math.sqrt(max(a.shape))), upper)
            return Enclosure(lower, upper, how, top.products, top.value)
        slack *= 10
    return Enclosure(
        top.value * (1 - 1e-12), frobenius, "lower: Rayleigh quotient; upper: Frobenius norm", top.products, top.value
    )


@dataclass(frozen=True, slots=True)
class DenseMap:
    """A dense matrix as an operator."""

    matrix: Tensor

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns of the matrix."""
        return (self.matrix.shape[0], self.matrix.shape[1])

    def matvec(self, vector: Tensor) -> Tensor:
        """The matrix times a vector of its columns' length."""
        return self.matrix @ vector

    def rmatvec(self, vector: Tensor) -> Tensor:
        """The transpose times a vector of its rows' length."""
        return self.matrix.T @ vector


def smallest_singular_value(operator: LinearMap, *, dense_limit: int = 3000) -> Enclosure:
    """Enclose the min(m,n)-th singular value, or refuse.

    Iterations do not find the small end of a large spectrum (after 1400 products the smallest Ritz value was still
    33 times too large on a measured example), so beyond ``dense_limit`` rows only ``[0, |J v|]`` is returned.
    """
    rows, cols = operator.shape
    small = min(rows, cols)
    if small <= dense_limit and rows * cols <= 20_000_000:
        values = torch.linalg.svdvals(_dense(operator))
        error = 1e-15 * max(rows, cols) * float(values[0])
        lowest = float(values[-1])
        how = "dense singular values; both ends by the backward error of the decomposition (a posteriori, not rigorous)"
        return Enclosure(max(0.0, lowest - error), lowest + error, how, small, lowest)
    vector = torch.randn(cols, dtype=torch.float64, generator=stream(0, "small"))
    quotient = float(operator.matvec(vector / vector.norm()).norm())
    how = (
        f"refused: the smallest singular value of a {rows} x {cols} operator cannot be found by iteration; "
        "lower: nothing known; upper: the quotient of one random vector"
    )
    # with more columns than rows a quotient bounds sigma_n = 0 only, not the min(m,n)-th singular value
    upper = quotient if cols <= rows else math.inf
    return Enclosure(0.0, upper, how, 1, 0.0)


def _dense(operator: LinearMap) -> Tensor:
    rows, cols = operator.shape
    if isinstance(operator, DenseMap):
        return operator.matrix
    if rows <= cols:
        return torch.stack([operator.rmatvec(e).reshape(-1).clone() for e in torch.eye(rows, dtype=torch.float64)])
    return torch.stack([operator.matvec(e).reshape(-1).clone() for e in torch.eye(cols, dtype=torch.float64)], dim=1)


def condition_number(operator: LinearMap) -> Enclosure:
    """Enclose sigma_max / sigma_min; the upper end is infinity where the smallest value may be zero."""
    low = smallest_singular_value(operator)
    top = spectral_norm(operator)
    upper_top = top.estimate * (1 + 1e-6) if low.how.startswith("dense") else math.inf
    lower = top.lower / low.upper if low.upper > 0 else math.inf
    upper = upper_top / low.lower if low.lower > 0 else math.inf
    estimate = top.estimate / low.estimate if low.estimate > 0 else upper
    return Enclosure(
        lower, max(lower, upper), f"sigma_max: {top.how}; sigma_min: {low.how}", top.products + low.products, estimate
    )


def frobenius_norm(operator: LinearMap, *, seed: int, samples: int = 200, confidence: float = 0.99) -> Enclosure:
    """Estimate the Frobenius norm by Gaussian probes with a confidence interval.

    ``|J g|^2`` has mean ``|J|_F^2``.  With m probes both tails are bounded by the chi-squared bounds of the worst
    case (rank one), Laurent and Massart (2000): ``P(mean > (1 + 2 sqrt(x/m) + 2 x/m) |J|_F^2) <= e^-x`` and
    ``P(mean < (1 - 2 sqrt(x/m)) |J|_F^2) <= e^-x``.
    """
    return _square_root(
        _hutchinson(lambda g: operator.matvec(g).square().sum(), operator.shape[1], seed, samples, confidence)
    )


def _hutchinson(quadratic: Callable[[Tensor], Tensor], n: int, seed: int, samples: int, confidence: float) -> Enclosure:
    generator = stream(seed, "probes", n)
    total = math.fsum(
        float(quadratic(torch.randn(n, dtype=torch.float64, generator=generator))) for _ in range(samples)
    )
    mean = total / samples
    x = math.log(2 / (1 - confidence))
    spread = 2 * math.sqrt(x / samples)
    upper = mean / (1 - spread) if spread < 1 else math.inf
    lower = mean / (1 + spread + 2 * x / samples)
    how = f"{samples} Gaussian probes, both ends with confidence {confidence:g} (Laurent-Massart)"
    return Enclosure(lower, upper, how, samples, mean)


def _square_root(square: Enclosure) -> Enclosure:
    return Enclosure(
        math.sqrt(square.lower), math.sqrt(square.upper), square.how, square.products, math.sqrt(square.estimate)
    )


__all__ = [
    "DenseMap",
    "Enclosure",
    "certified_norm",
    "condition_number",
    "frobenius_norm",
    "golub_kahan_lanczos",
    "probable_norm",
    "smallest_singular_value",
    "spectral_norm",
]
