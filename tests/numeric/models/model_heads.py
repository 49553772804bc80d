"""Heads with known numbers, and heads of all kinds for property tests."""

import math

import torch
from hypothesis import strategies as st

from numeric.models.heads import Head


def waves(s: float, rows: int, cols: int) -> torch.Tensor:
    """``sin(s (1 + i) + 2 j + i j)``: entries without a pattern, of full rank."""
    i = torch.arange(rows, dtype=torch.float64)[:, None]
    j = torch.arange(cols, dtype=torch.float64)[None]
    return torch.sin(s * (1 + i) + 2 * j + i * j)


CASES = {  # name: n, D, d_k, d_v, factor of X, factor of the weights
    "tiny": (5, 6, 4, 3, 1.0, 0.5),
    "small": (7, 12, 4, 5, 1.0, 0.3),
    "sharp": (5, 6, 4, 3, 3.0, 1.0),
    "n>d": (11, 5, 3, 4, 1.0, 0.5),
}


def case(name: str, **more) -> Head:
    n, D, dk, dv, xs, ws = CASES[name]
    return Head(X=xs * waves(1, n, D), WQ=ws * waves(2, D, dk), WK=ws * waves(3, D, dk), WV=ws * waves(4, D, dv), **more)


def dense(head: Head, wrt: str = "X") -> torch.Tensor:
    """The Jacobian by autograd, row by row: the second implementation."""

    def output(value):
        own = {name: value if name == wrt else getattr(head, name) for name in ("X", "WQ", "WK", "WV")}
        q = own["X"] @ own["WQ"] + (0 if head.bQ is None else head.bQ)
        k = own["X"] @ own["WK"] + (0 if head.bK is None else head.bK)
        scores = head.scale * q @ k.T + (0 if head.mask is None else head.mask)
        return torch.softmax(scores, -1) @ (own["X"] @ own["WV"] + (0 if head.bV is None else head.bV))

    value = getattr(head, wrt)
    return torch.autograd.functional.jacobian(output, value).reshape(head.n * head.d_v, value.numel())


@st.composite
def heads(draw, most: int = 6) -> Head:
    """All sizes different where they can be, n from 1, masks, biases, scales from 1e-3 to 1e3, one-hot and uniform rows."""
    n = draw(st.integers(1, most))
    D, dk, dv = draw(st.permutations([2, 3, 4, 5, 7, 1]))[:3]
    generator = torch.Generator().manual_seed(draw(st.integers(0, 2**31)))

    def normal(*shape):
        return torch.randn(*shape, dtype=torch.float64, generator=generator)

    size = 10.0 ** draw(st.integers(-3, 3))
    kind = draw(st.sampled_from(["plain", "uniform", "sharp"]))
    queries = {"plain": 1.0, "uniform": 0.0, "sharp": 60.0}[kind]
    mask = None
    if draw(st.booleans()):
        mask = torch.triu(torch.full((n, n), -math.inf, dtype=torch.float64), 1) if draw(st.booleans()) else normal(n, n)
    biased = draw(st.booleans())
    return Head(
        X=normal(n, D) * (size if draw(st.booleans()) else 1.0), WQ=queries * normal(D, dk), WK=normal(D, dk), WV=normal(D, dv),
        bQ=normal(dk) if biased else None, bK=normal(dk) if biased else None, bV=normal(dv) if biased else None,
        mask=mask, scale=None if draw(st.booleans()) else size,
    )  # fmt: skip
