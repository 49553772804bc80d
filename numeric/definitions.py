"""The symbolic definitions of the reference layers, as core expressions built by `derive.build`.

Tokens are rows. Every function takes and returns expressions; sizes are read off the shapes.
"""

from __future__ import annotations

from collections.abc import Sequence

from derive import build as b
from derive.core import Expr
from derive.fraction import Fraction
from derive.sizes import Dim, Size, product


def _length(d: Dim) -> Expr:
    return b.size(product(d))


def _rows_like(row_vector: Expr, x: Expr) -> Expr:
    """1 v^T: a column of parameters repeated for every token."""
    return b.matmul(b.ones(x.shape.rows), b.transpose(row_vector))


def layer_norm(
    x: Expr, gamma: Expr | None = None, beta: Expr | None = None, epsilon: Expr | Fraction | int = 0
) -> Expr:
    """diag(sigma)^-1 (x - x 1 1^T / n), times diag(gamma), plus 1 beta^T; sigma^2 is the mean square plus epsilon."""
    n, ones = _length(x.shape.cols), b.ones(x.shape.cols)
    centered = b.sub(x, b.div(b.matmuls(x, ones, b.transpose(ones)), n))
    epsilon = epsilon if isinstance(epsilon, Expr) else b.const(Fraction(epsilon))
    variance = b.div(b.matmul(b.hadamard(centered, centered), ones), n)
    variance = b.add(variance, b.scale(epsilon, b.ones(x.shape.rows)))
    result = b.matmul(b.diag(b.hpow(variance, b.const(Fraction(-1, 2)))), centered)
    result = result if gamma is None else b.matmul(result, b.diag(gamma))
    return result if beta is None else b.add(result, _rows_like(beta, x))


def attention_weights(x: Expr, w_q: Expr, w_k: Expr, mask: Expr | None = None) -> Expr:
    """softmax(x W_Q W_K^T x^T / sqrt(d_K) + mask)."""
    logits = b.matmuls(x, w_q, b.transpose(w_k), b.transpose(x))
    logits = b.div(logits, b.sqrt(_length(w_q.shape.cols)))
    return b.softmax(logits if mask is None else b.add(logits, mask))


def attention(x: Expr, w_q: Expr, w_k: Expr, w_v: Expr, mask: Expr | None = None) -> Expr:
    """One head without output projection: softmax(x W_Q W_K^T x^T / sqrt(d_K) + mask) x W_V, tokens by d_V."""
    return b.matmuls(attention_weights(x, w_q, w_k, mask), x, w_v)


def multi_head(
    x: Expr, heads: Sequence[tuple[Expr, Expr, Expr]], w_o: Sequence[Expr], mask: Expr | None = None
) -> Expr:
    """The sum over heads of each head times its rows of the output projection."""
    return b.add(*(b.matmul(attention(x, *h, mask), o) for h, o in zip(heads, w_o, strict=True)))


def feed_forward(
    x: Expr, w_1: Expr, w_2: Expr, b_1: Expr | None = None, b_2: Expr | None = None, activation: str = "relu"
) -> Expr:
    """activation(x W_1 + b_1) W_2 + b_2; the biases are added to every row, and one that is None is left out."""
    hidden = b.matmul(x, w_1)
    hidden = hidden if b_1 is None else b.add(hidden, _rows_like(b_1, x))
    result = b.matmul(b.map_(activation, hidden), w_2)
    return result if b_2 is None else b.add(result, _rows_like(b_2, x))


def mean_squared_error(prediction: Expr, target: Expr) -> Expr:
    """The sum of the squared differences over the number of entries, a scalar."""
    difference = b.vecr(b.sub(prediction, target))
    count = b.size(product(prediction.shape.rows) * product(prediction.shape.cols))
    return b.div(b.matmul(b.transpose(difference), difference), count)


def cross_entropy(logits: Expr, target: Expr) -> Expr:
    """-(1/L) <target, log softmax(logits)>."""
    inner = b.matmul(b.transpose(b.vecr(target)), b.vecr(b.map_("log", b.softmax(logits))))
    return b.neg(b.div(inner, _length(logits.shape.rows)))


def causal_mask(length: Dim, low: int = -(10**9)) -> Expr:
    """``low`` above the diagonal: the indicator of column index > row index."""
    n = product(length)
    i, j = b.fresh("i"), b.fresh("j")
    counted = b.blocks(i, n, j, Size.of(1), b.size(Size.of(i)))
    rows = b.matmul(counted, b.ones((), length))
    return b.scale(b.const(low), b.indicator(">", b.transpose(rows), rows))


__all__ = [
    "attention",
    "attention_weights",
    "causal_mask",
    "cross_entropy",
    "feed_forward",
    "layer_norm",
    "mean_squared_error",
    "multi_head",
]
