"""Layer normalization of rows as a core expression: how it is built, and how it is recognized."""

from __future__ import annotations

from derive import build as b
from derive.core import Expr
from derive.fraction import Fraction
from derive.sizes import product


def normalize_rows(x: Expr) -> Expr:
    """Return diag(s)^-1 M with M = X - (1/n) X 1 1^T and s^2 the mean of the squares in a row of M."""
    d = x.shape.cols
    mean = b.hpow(b.size(product(d)), b.const(-1))
    ones = b.ones(d)
    centered = b.sub(x, b.scale(mean, b.matmuls(x, ones, b.transpose(ones))))
    variance = b.scale(mean, b.matmul(b.hadamard(centered, centered), ones))
    deviation = b.hpow(variance, b.const(Fraction(-1, 2)))
    return b.matmul(b.diag(deviation), centered)


def normalized(e: Expr) -> Expr | None:
    """Return the x of ``normalize_rows(x)``, or None if the expression is not of that form."""
    if e.op != "matmul" or e.args[0].op != "diag" or e.args[1].op != "add" or len(e.args[1].args) != 2:
        return None
    x = e.args[1].args[0]
    return x if normalize_rows(x) is e else None


__all__ = ["normalize_rows", "normalized"]
