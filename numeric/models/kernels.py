"""What everything about a head is built from: the norm of the softmax Jacobian, and products with the Jacobians of a head.

Nothing here uses autograd and nothing forms a Jacobian. With ``Q = X WQ + bQ``, ``K = X WK + bK``, ``V = X WV`` and scale s,

    dS = s (dQ K^T + Q dK^T),   dP = P o (dS - rowsum(P o dS) 1^T),   dF = dP V + P dV.
"""

from __future__ import annotations

import torch
from torch import Tensor

from numeric.linear_map import LinearMapBase
from numeric.models.heads import Head

BISECTIONS = 56
"""Halvings of an interval whose ends differ by a factor of at most 2: the midpoint is exact to rounding."""
WEIGHTS = ("WQ", "WK", "WV")


def g(P: Tensor, k: int) -> Tensor:
    """``x_(k) (1 - x_(k) + x_(k+1))`` of every row, entries ranked from the largest; ``x_(n+1) = 0``.

    For k = 1 it is an upper bound of ``||diag(x) - x x^T||_2``. ``1 - x_(1)`` is summed from the other entries, so that
    nothing cancels at rows near one-hot.

    Args:
        P: Distributions along the last axis, ... x n.
        k: Rank, 1 to n.

    Raises:
        ValueError: k is not a rank.
    """
    n = P.shape[-1]
    if not 1 <= k <= n:
        raise ValueError(f"g_k needs 1 <= k <= n = {n}, got k = {k}")
    top = P.topk(min(k + 1, n), dim=-1)
    here = top.values[..., k - 1]
    after = top.values[..., k] if k < n else torch.zeros_like(here)
    rest = P.scatter(-1, top.indices[..., k - 1 : k], 0.0).sum(-1)
    return here * (rest + after)


def softmax_jacobian_norm(P: Tensor) -> Tensor:
    """``||diag(p) - p p^T||_2`` of every row p, exact to rounding in O(n) a row.

    The nonzero eigenvalues are the roots of ``sum_j p_j / (p_j - t)``; the largest lies between the diagonal entry
    ``p_(1) (1 - p_(1))`` (or ``p_(2)``, by interlacing) and ``g_1``, at most twice as large, where the function increases.

    Args:
        P: Distributions along the last axis, ... x n.

    Returns:
        A tensor of shape ...: 0 for n = 1 and for one-hot rows.
    """
    if P.shape[-1] == 1:
        return torch.zeros_like(P[..., 0])
    top = P.topk(2, dim=-1)
    first, second = top.values[..., 0], top.values[..., 1]
    rest = P.scatter(-1, top.indices[..., :1], 0.0).sum(-1)
    low = torch.maximum(second, first * rest)
    high = torch.minimum(torch.maximum(first * (rest + second), low), torch.maximum(first, low))
    for _ in range(BISECTIONS):
        middle = (low + high) / 2
        below = (P / (P - middle[..., None])).nan_to_num(0.0, torch.inf, -torch.inf).sum(-1) < 0
        low, high = torch.where(below, middle, low), torch.where(below, high, middle)
    # two equal largest entries leave the eigenvector e_1 - e_2
    return torch.where(first == second, first, (low + high) / 2)


class HeadProducts:
    """Products with the Jacobians of one head, with what they share computed once.

    Matrices go in and come out: directions of X are n x D, outputs n x d_v.
    """

    def __init__(self, head: Head) -> None:
        self.head, self.P, self.scale = head, head.map, float(head.scale or 0.0)
        values = head.X @ head.WV
        # rows of dP sum to 0: what all values share drops out, and is taken away before it can cost digits
        self.Q, self.K, self.V = head.queries, head.keys, values - values.mean(dim=0)
        self._top = self.P.argmax(dim=1, keepdim=True)
        self._weights = torch.cat([head.WQ, head.WK, head.WV], dim=1)

    def softmax(self, dS: Tensor) -> Tensor:
        """The derivative of the row-wise softmax in a direction of the scores; it is symmetric.

        A constant of a row drops out: taken at the largest entry, nothing cancels at rows near one-hot.
        """
        weighted = self.P * (dS - dS.gather(1, self._top))
        return weighted - self.P * weighted.sum(dim=1, keepdim=True)

    def _split(self, joined: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        d_k, d_v = self.head.d_k, self.head.d_v
        q, k, v = joined.split([d_k, d_k, d_v], dim=1)
        return q, k, v

    def _forward(self, dQ: Tensor, dK: Tensor, dV: Tensor) -> Tensor:
        dS = dQ @ self.K.T
        dS.addmm_(self.Q, dK.T)
        return (self.softmax(dS.mul_(self.scale)) @ self.V).addmm_(self.P, dV)

    def _backward(self, U: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Cotangents of Q, K and V."""
        dS = self.softmax(U @ self.V.T).mul_(self.scale)
        return dS @ self.K, dS.T @ self.Q, self.P.T @ U

    def jvp_x(self, D: Tensor) -> Tensor:
        """The derivative of the output in the direction D of X."""
        return self.image(D @ self._weights)

    def image(self, moved: Tensor) -> Tensor:
        """The derivative of the output, given ``D [WQ WK WV]``."""
        return self._forward(*self._split(moved))

    def vjp_x(self, U: Tensor) -> Tensor:
        """The adjoint of `jvp_x`, n x D."""
        return torch.cat(self._backward(U), dim=1) @ self._weights.T

    def vjp_x_factors(self, U: Tensor) -> Tensor:
        """The left factor of `vjp_x`: times ``[WQ WK WV]^T`` it is the adjoint; n x (2 d_k + d_v)."""
        return torch.cat(self._backward(U), dim=1)

    def jvp_w(self, q: Tensor, k: Tensor, v: Tensor) -> Tensor:
        """The derivative of the output in directions of WQ, WK and WV."""
        X = self.head.X
        return self._forward(X @ q, X @ k, X @ v)

    def vjp_w(self, U: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """The adjoint of `jvp_w`: cotangents of WQ, WK and WV."""
        dQ, dK, dV = self._backward(U)
        X = self.head.X
        return X.T @ dQ, X.T @ dK, X.T @ dV


class HeadJacobian(LinearMapBase):
    """d vec_r(F) / d vec_r(.)^T of a head ``F = P (X WV + bV)`` as an operator on vectors, matrix-free.

    Args:
        head: The head.
        wrt: ``X``, one of ``WQ``, ``WK``, ``WV``, or ``W`` for the three of them one after the other.

    Raises:
        ValueError: ``wrt`` is none of these.

    Examples:
        >>> head = Head(X=torch.rand(3, 5), WQ=torch.rand(5, 2), WK=torch.rand(5, 2), WV=torch.rand(5, 4))
        >>> J = HeadJacobian(head)
        >>> J.shape, (J @ torch.ones(15).double()).shape, (J.T @ torch.ones(12).double()).shape
        ((12, 15), torch.Size([12]), torch.Size([15]))
    """

    def __init__(self, head: Head, wrt: str = "X") -> None:
        if wrt not in ("X", "W", *WEIGHTS):
            raise ValueError(f"the Jacobian of a head is by X, W, WQ, WK or WV, not by {wrt!r}")
        self.head, self.wrt, self.products = head, wrt, HeadProducts(head)
        self.device, self.dtype = head.X.device, torch.float64
        names = WEIGHTS if wrt == "W" else (wrt,)
        self._shapes = [tuple(getattr(head, name).shape) for name in names]
        self.shape = (head.n * head.d_v, sum(a * b for a, b in self._shapes))

    def matvec(self, vector: Tensor) -> Tensor:
        """Return J v."""
        if self.wrt == "X":
            return self.products.jvp_x(vector.reshape(self._shapes[0])).reshape(-1)
        sizes = [a * b for a, b in self._shapes]
        parts = [p.reshape(s) for p, s in zip(vector.split(sizes), self._shapes, strict=True)]
        if self.wrt != "W":
            full = {w: torch.zeros_like(getattr(self.head, w)) for w in WEIGHTS} | {self.wrt: parts[0]}
            parts = [full[w] for w in WEIGHTS]
        return self.products.jvp_w(*parts).reshape(-1)

    def rmatvec(self, vector: Tensor) -> Tensor:
        """Return J^T u."""
        U = vector.reshape(self.head.n, self.head.d_v)
        if self.wrt == "X":
            return self.products.vjp_x(U).reshape(-1)
        found = dict(zip(WEIGHTS, self.products.vjp_w(U), strict=True))
        return torch.cat([found[w].reshape(-1) for w in (WEIGHTS if self.wrt == "W" else (self.wrt,))])


class MultiHeadJacobian(LinearMapBase):
    """The Jacobian by X of all heads of a module: ``sum_h F_h WO_h``, or the heads side by side where there is no WO.

    Args:
        heads: Heads of one module at one input; all share X.
    """

    def __init__(self, heads: list[Head]) -> None:
        self.parts = [HeadProducts(head) for head in heads]
        self.outs = [head.WO for head in heads]
        first = heads[0]
        self.device, self.dtype, self._input = first.X.device, torch.float64, tuple(first.X.shape)
        self.projected = all(out is not None for out in self.outs)
        width = self.outs[0].shape[1] if self.projected and self.outs[0] is not None else sum(h.d_v for h in heads)
        self._widths = [h.d_v for h in heads]
        self.shape = (first.n * width, first.X.numel())
        self._output = (first.n, width)

    def matvec(self, vector: Tensor) -> Tensor:
        """Return J v."""
        D = vector.reshape(self._input)
        found = [part.jvp_x(D) for part in self.parts]
        if not self.projected:
            return torch.cat(found, dim=1).reshape(-1)
        total = torch.zeros(self._output, dtype=torch.float64, device=self.device)
        for F, out in zip(found, self.outs, strict=True):
            total.addmm_(F, out)
        return total.reshape(-1)

    def rmatvec(self, vector: Tensor) -> Tensor:
        """Return J^T u."""
        U = vector.reshape(self._output)
        parts = [U @ out.T for out in self.outs if out is not None] if self.projected else U.split(self._widths, dim=1)
        return sum(p.vjp_x(u) for p, u in zip(self.parts, parts, strict=True)).reshape(-1)  # type: ignore[union-attr]
