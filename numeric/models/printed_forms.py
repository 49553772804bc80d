"""Statements as the papers print them that are false, each with an input at which it fails, computed when it is asked for."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import torch
from torch import Tensor

from numeric.models.attention_bounds import HeadBounds, head_bounds
from numeric.models.attention_curvature import attention_curvature
from numeric.models.conditioning import check_theorem38, condition_number, svd_correction
from numeric.models.heads import Head
from numeric.models.kernels import g, softmax_jacobian_norm
from numeric.models.layer_norms import layer_norm_norms
from numeric.models.spectra import head_scaling, scaling_exponents

Sides = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Printed:
    """A printed statement ``left <= right``, ``left < right`` or ``left = right`` that is false.

    Attributes:
        id: Of the claim in the audited paper.
        paper: The paper.
        says: What is printed.
        at: The input at which it fails.
        relation: ``<=``, ``<`` or ``=``.
        there: Both sides at that input.
        here: Both sides at a head, where it is worst, from the head's bounds; None where the head does not tell.
        corrected: What holds instead.
    """

    id: str
    paper: str
    says: str
    at: str
    relation: str
    there: Callable[[], Sides]
    here: Callable[[HeadBounds], Sides | None]
    corrected: str

    def fails(self, sides: Sides | None) -> bool:
        """Whether both sides contradict the statement beyond rounding."""
        if sides is None:
            return False
        left, right = sides
        slack = 1e-9 * max(abs(left), abs(right))
        if self.relation == "<":
            return left >= right - slack
        return left > right + slack if self.relation == "<=" else abs(left - right) > slack


def jacobian_block(head: Head, i: int, j: int, *, paper_form: bool = False) -> Tensor:
    """The block ``d F_i / d X_j`` of the Jacobian of a head, d_v x D, by eq. 12 of attention_distribution.

    Args:
        head: The head, without biases of queries and keys.
        i: Row of the output, from 0.
        j: Row of the input, from 0.
        paper_form: As printed, with A and its transpose exchanged (and W_V, which is printed without a transpose, transposed).
    """
    p, X, V = head.map[i], head.X, head.WV
    A = float(head.scale or 0.0) * head.WQ @ head.WK.T
    A = A if paper_form else A.T
    M = torch.diag(p) - torch.outer(p, p)
    inner = torch.outer(M[:, j], A @ X[i])
    if i == j:
        inner = inner + M @ X @ A
    return V.T @ (X.T @ inner) + p[j] * V.T


def _worst_block(head: Head) -> Sides:
    """The entries of the block of tokens 0, 1 and of 0, 0 that differ most: printed, true."""
    pairs = [(0, min(1, head.n - 1)), (0, 0)]
    both = [(jacobian_block(head, i, j, paper_form=True), jacobian_block(head, i, j)) for i, j in pairs]
    printed, true = max(both, key=lambda b: float((b[0] - b[1]).abs().max()))
    at = int((printed - true).abs().argmax())
    return float(printed.reshape(-1)[at]), float(true.reshape(-1)[at])


def _small() -> Head:
    """One token of length 1, at 1/3, with W_Q = 0."""
    one = torch.ones(1, 1, dtype=torch.float64)
    return Head(X=one / 3, WQ=0 * one, WK=one, WV=one, scale=1.0)


def _small_sides() -> Sides:
    """The Jacobian is W_V = 1; the ball has radius R = |X| = 1/3."""
    head, R = _small(), 1 / 3
    n, t = head.n, head_bounds(head, starts=0).terms
    return head_bounds(head, starts=0).sigma.lower, n * (n + 1) * (t.X_F + R) ** 2 * (t.WV * t.WQ * t.WK + t.WV)


def _large() -> Head:
    """Two rows (1, 1/20) and 14 rows (1, 0), W_Q = (400, 0), W_K = (0, 1)."""
    X = torch.zeros(16, 2, dtype=torch.float64)
    X[:, 0] = 1.0
    X[:2, 1] = 1 / 20
    column = torch.zeros(2, 1, dtype=torch.float64)
    q, k = column.clone(), column.clone()
    q[0], k[1] = 400.0, 1.0
    return Head(X=X, WQ=q, WK=k, WV=q / 400, scale=1.0)


def _two_bounds(found: HeadBounds, other: str) -> Sides:
    return found.bounds["thm-3"].value, found.bounds[other].value


def _row() -> Tensor:
    return torch.tensor([0.6, 0.3, 0.1], dtype=torch.float64)


def _closed(P: Tensor) -> Sides:
    """The norm of the softmax Jacobian and g_1 of the row where they differ most."""
    exact, above = softmax_jacobian_norm(P).reshape(-1), g(P, 1).reshape(-1)
    at = int((above - exact).argmax())
    return float(exact[at]), float(above[at])


def _skewed() -> Head:
    """Two tokens of length 2 and W_Q, W_K of which no product is symmetric."""
    X = torch.tensor([[1.0, 2.0], [0.0, 1.0]], dtype=torch.float64)
    return Head(
        X=X, WQ=X[1:].T.clone(), WK=torch.tensor([[1.0], [0.0]]), WV=torch.ones(2, 1), scale=1.0
    )  # fmt: skip


def _last_line(found: HeadBounds) -> Sides:
    t = found.terms
    rest = 2 * t.n**0.5 * t.R**2 * t.A
    return t.WV * (t.P + rest), t.WV * (t.n**0.5 + rest)


def _ratio(P: Tensor) -> Sides | None:
    """1 and the smallest quotient of g_1 and the exact norm over rows that are not one-hot."""
    exact, above = softmax_jacobian_norm(P).reshape(-1), g(P, 1).reshape(-1)
    kept = exact > 0
    return (1.0, float((above / exact)[kept].min())) if bool(kept.any()) else None


def _svd_corrected(*weights: Tensor) -> Sides:
    return max(condition_number(W + svd_correction(W)) if bool(W.any()) else 1.0 for W in weights), 2.0


def _shifted(*weights: Tensor) -> Sides | None:
    """Kappa after and before, where the printed hypothesis of Theorem 3.8 is met and kappa grows most."""
    checks = [check for W in weights if bool(W.any()) and (check := check_theorem38(W)).printed_holds]
    worst = max(checks, key=lambda check: check.after / check.before, default=None)
    return None if worst is None or math.isinf(worst.before) else (worst.after, worst.before)


def _weights(found: HeadBounds) -> tuple[Tensor, ...]:
    return found.head.WQ, found.head.WK, found.head.WV


def _uniform_exponent() -> Sides:
    maps = (torch.full((n, n), 1 / n, dtype=torch.float64) for n in (16, 32, 64, 128))
    return scaling_exponents(maps)["frobenius"], 0.5


def _exponent(found: HeadBounds) -> Sides | None:
    exponents = head_scaling(found.head)
    return None if exponents is None else (exponents["frobenius"], 0.5)


def _hessian() -> Sides:
    """The norm of the 3 x 3 Hessian by autograd, and M."""
    one = torch.ones(1, 1, dtype=torch.float64)
    X = torch.tensor([[4.0], [-4.0]], dtype=torch.float64)

    def loss(w: Tensor) -> Tensor:
        return (torch.softmax(X * w[0] @ (X * w[1]).T, -1) @ X * w[2]).square().mean()

    H = torch.autograd.functional.hessian(loss, torch.tensor([1.0, 0.0, 1.0], dtype=torch.float64))
    head = Head(X=X, WQ=one, WK=0 * one, WV=one, scale=1.0)
    return float(torch.linalg.matrix_norm(H, 2)), attention_curvature(head, torch.zeros(2, 1)).printed


def _layer_norm(order: str) -> Sides:
    i, j = torch.arange(2, dtype=torch.float64)[:, None], torch.arange(7, dtype=torch.float64)
    found = layer_norm_norms(torch.sin(1 + i + 2 * j + i * j) / 2)
    return getattr(found, order), getattr(found, f"printed_{order}_rows")


PRINTED: tuple[Printed, ...] = (
    Printed(
        "abstract-closed-form", "attention_distribution", "||diag(p) - p p^T||_2 = g_1(p)", "p = (0.6, 0.3, 0.1)", "=",
        lambda: _closed(_row()), lambda found: _closed(found.head.map), "<=, with equality at n = 2; the exact norm is computed",
    ),
    Printed(
        "thm-1", "attention_distribution", "||J|| <= N (N + 1) (||X||_F + R)^2 (||W_V|| ||W_Q|| ||W_K|| + ||W_V||)",
        "N = D = d = 1, X = R = 1/3, W_Q = 0, W_V = 1", "<=", _small_sides,
        lambda found: (found.sigma.lower, found.bounds["thm-1"].value), "Theorem 3, or the centered bound",
    ),
    Printed(
        "sec3-strictly-sharper-thm1", "attention_distribution", "the bound of Theorem 3 is below that of Theorem 1",
        "N = D = d = 1, X = 1/3, W_Q = 0, W_V = 1", "<=",
        lambda: _two_bounds(head_bounds(_small(), starts=0), "thm-1"), lambda found: _two_bounds(found, "thm-1"),
        "neither is below the other",
    ),
    Printed(
        "intro-outperforms-prior", "attention_distribution", "the bound of Theorem 3 is below that of Theorem 2",
        "two rows (1, 1/20) and 14 rows (1, 0) of X, W_Q = (400, 0), W_K = (0, 1)", "<=",
        lambda: _two_bounds(head_bounds(_large(), starts=0), "thm-2"), lambda found: _two_bounds(found, "thm-2"),
        "neither is below the other",
    ),
    Printed(
        "appC-final-equality", "attention_distribution", "||W_V|| (||P|| + 2 sqrt(N) R^2 ||A||) = ||W_V|| (sqrt(N) + 2 sqrt(N) R^2 ||A||)",
        "the same 16 rows, P near uniform", "=",
        lambda: _last_line(head_bounds(_large(), starts=0)), _last_line, "<=, since ||P|| <= sqrt(N)",
    ),
    Printed(
        "eq-12-transposes", "attention_distribution", "blocks of the Jacobian, with A and A^T as in eq. 12",
        "X = (1, 2; 0, 1), W_Q = (0, 1), W_K = (1, 0), W_V = (1, 1)", "=",
        lambda: _worst_block(_skewed()), lambda found: _worst_block(found.head), "A and A^T exchanged, W_V transposed",
    ),
    Printed(
        "fig-3-ratio", "attention_distribution", "1 < g_1(p) / ||diag(p) - p p^T||", "p = (1/2, 1/2)", "<",
        lambda: _ratio(torch.full((1, 2), 0.5, dtype=torch.float64)) or (1.0, 1.0), lambda found: _ratio(found.head.map), "<=",
    ),
    Printed(
        "frobenius-theta", "attention_spectra", "||P||_F grows as n^(1/2)", "uniform attention, n = 16 to 128", "=",
        _uniform_exponent, _exponent, "1 <= ||P||_F <= sqrt(n): the exponent can be anything from 0 to 1/2",
    ),
    Printed(
        "thm-3.5-strictly-less-than-2", "spectral_conditioning", "kappa(W + sigma_max U V^T) < 2", "W = (1, 0; 0, 0)", "<",
        lambda: _svd_corrected(torch.tensor([[1.0, 0.0], [0.0, 0.0]])), lambda found: _svd_corrected(*_weights(found)),
        "<= 2, attained where W has not full rank",
    ),
    Printed(
        "thm-3.8", "spectral_conditioning", "kappa(A + lambda I) < kappa(A) if (s_max + lambda) / (lambda - s_min) <= kappa(A)",
        "A = diag(0.9, -0.9, 0.76), lambda = 10", "<",
        lambda: _shifted(torch.diag(torch.tensor([0.9, -0.9, 0.76], dtype=torch.float64))) or (0.0, 1.0), lambda found: _shifted(*_weights(found)),
        "if lambda > s_max and (s_max + lambda) / (lambda - s_max) < kappa(A)",
    ),
    Printed(
        "theorem-1", "curvature_gap", "||H|| <= M, mean-squared error of one head", "X = (4; -4), W_Q = 1, W_K = 0, W_V = 1, target 0", "<=",
        _hessian, lambda _: None, "the corrected M, which is attained there",
    ),
    Printed(
        "eq-28", "curvature_gap", "the Jacobian of LayerNorm is at most equation 28, sigma_min the smallest norm of a row",
        "X_ij = sin(1 + i + 2j + ij) / 2, 2 x 7", "<=", lambda: _layer_norm("jacobian"), lambda _: None, "1 / sigma_min, the smallest deviation",
    ),
    Printed(
        "eq-29", "curvature_gap", "its second derivative is at most equation 29, sigma_min the smallest norm of a row",
        "the same X", "<=", lambda: _layer_norm("hessian"), lambda _: None, "sqrt(max(n - 2, 2) / n) / sigma_min^2",
    ),
)  # fmt: skip
