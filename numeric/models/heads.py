"""An attention head as all evaluators take it: tokens, weights per head, scale, mask and attention map, in float64."""

from __future__ import annotations

import math
from dataclasses import dataclass

import torch
from torch import Tensor

from derive.errors import NotSupported, ShapeProblem

MATRICES = ("X", "WQ", "WK", "WV")


@dataclass(frozen=True, kw_only=True, eq=False)
class Head:
    """One attention head at one input: ``P = softmax_rows(scale (X WQ + bQ)(X WK + bK)^T + mask)``, output ``P (X WV + bV)``.

    Attributes:
        layer: Number of the attention module in the model, from 0.
        head: Number of the head in its module, from 0.
        X: Tokens that enter the attention (after a pre-norm), n x D; padding is cut off.
        WQ: Query weights, D x d_k.
        WK: Key weights, D x d_k.
        WV: Value weights, D x d_v.
        bQ: Query bias of length d_k, or None.
        bK: Key bias of length d_k, or None.
        bV: Value bias of length d_v, or None; it drops out of every derivative by X, since rows of P sum to 1.
        WO: The rows of the output projection that belong to this head, d_v x D, or None.
        scale: The factor of the scores; 1/sqrt(d_k) unless given.
        mask: What is added to the scores, n x n with 0, -inf or a bias that does not depend on X; or None.
        P: The attention map, n x n; computed where it is not given.
        name: Name of the module in the model.
        sample: Which sample of the batch.
        deviation: Largest entry of the difference between P and the map that the model itself computed; None if there is none.

    Raises:
        ShapeProblem: Sizes do not match.
        NotSupported: A row of the attention map is not finite (a row that is masked as a whole, NaN in weights or tokens).

    Examples:
        >>> eye = torch.eye(2)
        >>> Head(X=eye, WQ=eye, WK=0 * eye, WV=eye).P
        tensor([[0.5000, 0.5000],
                [0.5000, 0.5000]], dtype=torch.float64)
    """

    X: Tensor
    WQ: Tensor
    WK: Tensor
    WV: Tensor
    layer: int = 0
    head: int = 0
    bQ: Tensor | None = None
    bK: Tensor | None = None
    bV: Tensor | None = None
    WO: Tensor | None = None
    scale: float | None = None
    mask: Tensor | None = None
    P: Tensor | None = None
    name: str = ""
    sample: int = 0
    deviation: float | None = None

    def __post_init__(self) -> None:
        device = self.X.device
        for field in ("X", "WQ", "WK", "WV", "bQ", "bK", "bV", "WO", "mask", "P"):
            value = getattr(self, field)
            if value is not None:
                object.__setattr__(self, field, value.detach().to(device, torch.float64))
        self._check_shapes()
        if self.scale is None:
            object.__setattr__(self, "scale", 1 / math.sqrt(self.WQ.shape[1]))
        for field in ("X", "WQ", "WK", "WV"):
            if not bool(getattr(self, field).isfinite().all()):
                raise NotSupported(f"{'the tokens X' if field == 'X' else field} have entries that are not finite")
        if self.P is None:
            object.__setattr__(self, "P", softmax_rows(self.scores()))

    def _check_shapes(self) -> None:
        n, D = self.X.shape if self.X.ndim == 2 else (-1, -1)
        dk = self.WQ.shape[-1]
        dv = self.WV.shape[-1]
        expected = {
            "X": (n, D), "WQ": (D, dk), "WK": (D, dk), "WV": (D, dv), "bQ": (dk,), "bK": (dk,), "bV": (dv,),
            "mask": (n, n), "P": (n, n),
        }  # fmt: skip
        for field, shape in expected.items():
            value = getattr(self, field)
            if value is not None and tuple(value.shape) != shape:
                raise ShapeProblem(f"a head needs {field} of shape {shape}, got {tuple(value.shape)}")
        if self.WO is not None and (self.WO.ndim != 2 or self.WO.shape[0] != dv):
            raise ShapeProblem(f"a head needs WO with {dv} rows, got shape {tuple(self.WO.shape)}")

    @property
    def n(self) -> int:
        """Number of tokens."""
        return self.X.shape[0]

    @property
    def D(self) -> int:  # noqa: N802 - sizes are named as in the formulas
        """Length of a token."""
        return self.X.shape[1]

    @property
    def d_k(self) -> int:
        """Length of a query."""
        return self.WQ.shape[1]

    @property
    def d_v(self) -> int:
        """Length of a value."""
        return self.WV.shape[1]

    @property
    def cost(self) -> int:
        """``n (n + D)``: the numbers that a product with a Jacobian goes through."""
        return self.n * (self.n + self.D)

    @property
    def biased(self) -> bool:
        """Whether a bias of the scores has an entry that is not zero."""
        return any(b is not None and bool(b.any()) for b in (self.bQ, self.bK))

    @property
    def queries(self) -> Tensor:
        """``X WQ + bQ``, n x d_k."""
        return affine(self.X, self.WQ, self.bQ)

    @property
    def keys(self) -> Tensor:
        """``X WK + bK``, n x d_k."""
        return affine(self.X, self.WK, self.bK)

    @property
    def values(self) -> Tensor:
        """``X WV + bV``, n x d_v."""
        return affine(self.X, self.WV, self.bV)

    def scores(self) -> Tensor:
        """The scores with the mask, before the softmax, n x n."""
        raw = float(self.scale or 0.0) * (self.queries @ self.keys.T)
        return raw if self.mask is None else raw + self.mask

    def output(self) -> Tensor:
        """``P (X WV + bV)``, n x d_v."""
        return self.map @ self.values

    @property
    def map(self) -> Tensor:
        """The attention map P, n x n."""
        if self.P is None:  # never after construction
            raise NotSupported("this head has no attention map")
        return self.P


def affine(x: Tensor, weight: Tensor, bias: Tensor | None) -> Tensor:
    """``x weight + bias``."""
    return x @ weight if bias is None else x @ weight + bias


def softmax_rows(scores: Tensor) -> Tensor:
    """The softmax of every row.

    Raises:
        NotSupported: A row has no finite score, or a score is NaN.
    """
    result = torch.softmax(scores, dim=-1)
    bad = (~result.isfinite()).any(dim=-1)
    if bool(bad.any()):
        row = int(bad.nonzero()[0][-1])
        raise NotSupported(f"row {row} of the attention map is not finite: it is masked as a whole, or scores are NaN")
    return result
