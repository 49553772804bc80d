r"""Expectations of polynomials in a random vector, by its mean and covariance: ``E f(x) = exp(1/2 S : \nabla^2) f`` at the mean.

The series ends for a polynomial.  Its first two terms are exact up to degree two whatever the distribution, the others are
those of a normal one (Isserlis' theorem; Petersen and Pedersen, The Matrix Cookbook, chapter 8).  With S as columns the operator
is ``1/2 sum_j D^2 f[e_j, S e_j]``; derivatives are written out, so that every road sees the polynomial alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from derive import build as b
from derive.core import Expr, walk
from derive.degree import degree_in
from derive.directions import written_out
from derive.even_powers import polynomial
from derive.fraction import Fraction
from derive.quadratics import quadratic
from derive.sizes import Size
from derive.tidy import tidied

MOST = 4
"""The degree up to which polynomials are read."""
ONE = Size.of(1)
HIDING = ("sup", "inf", "limit", "limsup", "liminf")
"""What may depend on a variable otherwise than through its argument."""


@dataclass(frozen=True, slots=True)
class Moments:
    """What is known of the distribution of a variable.

    Attributes:
        name: The core name of the variable.
        mean: Its mean, in its shape.
        covariance: ``of`` a column or number: its covariance matrix or variance; of a matrix, that of each entry or row.
        of: ``whole`` (a column or a number), ``entries`` (independent ones with one variance) or ``rows`` (independent ones).
        normal: Whether the distribution is normal.
    """

    name: str
    mean: Expr
    covariance: Expr | None
    of: str = "whole"
    normal: bool = False


def expectation(body: Expr, moments: Moments) -> Expr | None:
    """Return the expectation of a body; None if it is not seen to be a polynomial whose expectation the moments give."""
    x = b.var(moments.name, moments.mean.shape)
    degree = _degree(polynomial(body), moments.name)
    if degree is None or degree > (MOST if moments.normal else 2) or (degree > 1 and moments.covariance is None):
        return None
    whole = polynomial(body)
    moments = _as_whole(moments)
    square = quadratic(whole, x) if moments.of == "whole" and body.shape.is_scalar and degree == 2 else None
    if square is not None and square.side == "left" and moments.covariance is not None:
        at_mean = b.substitute(whole, {moments.name: moments.mean})
        form = square.form if square.form.shape.is_scalar else b.trace(b.matmul(square.form, moments.covariance))
        more = b.scale(form, moments.covariance) if x.shape.is_scalar else form
        return b.reshape(tidied(b.add(b.reshape(at_mean, b.SCALAR), b.reshape(more, b.SCALAR))), body.shape)
    terms = [_powers_as_products(whole)]
    for order in range(1, degree // 2 + 1):
        step = _operator(terms[-1], x, moments)
        terms.append(b.scale(b.const(Fraction(1, 2 * order)), step))
    at_mean = [b.substitute(term, {moments.name: moments.mean}) for term in terms]
    return b.reshape(tidied(b.add(*at_mean)), body.shape)


def _as_whole(moments: Moments) -> Moments:
    """Return the moments of independent entries of one column as those of the column."""
    shape = moments.mean.shape
    if moments.of != "entries" or shape.totals[1] != ONE or moments.covariance is None:
        return moments
    eye = b.eye(shape.rows)
    whole = moments.covariance if shape.is_scalar else b.scale(b.reshape(moments.covariance, b.SCALAR), eye)
    return replace(moments, covariance=whole, of="whole")


def _degree(body: Expr, name: str) -> int | None:
    hidden = any(node.op in HIDING and name in b.free_names(node) for node in walk(body))
    return None if hidden else degree_in(body, name)


def _powers_as_products(body: Expr) -> Expr:
    """Write powers out, for which the rules of differentials have products alone."""
    return b.bottom_up(body, lambda node: _product(node) or node)


def _product(node: Expr) -> Expr | None:
    base = node.args[0] if node.args else node
    if node.op == "mpow":
        count, times = int(node.data[0]), b.matmul
    elif node.op == "hpow" and node.args[1].op == "const" and node.args[1].data[0].denominator == 1:
        count, times = int(node.args[1].data[0]), b.scale if node.shape.is_scalar else b.hadamard
    else:
        return None
    if not 1 < count <= MOST:
        return None
    result = base
    for _ in range(count - 1):
        result = times(base, result)
    return result


def _operator(body: Expr, x: Expr, moments: Moments) -> Expr:
    """Return ``S : \\nabla^2 f`` as a function of x."""
    assert moments.covariance is not None
    total = written_out(_second(body, x, moments, moments.covariance))
    return tidied(total)


def _second(body: Expr, x: Expr, moments: Moments, covariance: Expr) -> Expr:
    (m, n), rows, cols = x.shape.totals, x.shape.rows, x.shape.cols

    def along(first: Expr, second: Expr) -> Expr:
        return _along(_along(body, x, b.reshape(first, x.shape)), x, b.reshape(second, x.shape))

    if moments.of == "whole" and x.shape.is_scalar:
        return b.scale(b.reshape(covariance, b.SCALAR), along(b.const(1), b.const(1)))
    if moments.of == "whole":
        (j,) = _names("j")
        unit = b.basis(Size.of(j), rows)
        return b.sum_(j, ONE, m, along(unit, b.matmul(covariance, unit)))
    if moments.of == "entries":
        i, j = _names("i", "j")
        unit = b.matmul(b.basis(Size.of(i), rows), b.transpose(b.basis(Size.of(j), cols)))
        both = b.sum_(i, ONE, m, b.sum_(j, ONE, n, along(unit, unit)))
        return b.scale(b.reshape(covariance, b.SCALAR), both)
    i, j = _names("i", "j")
    member, unit = b.basis(Size.of(i), rows), b.basis(Size.of(j), cols)
    sides = (b.matmul(member, b.transpose(v)) for v in (unit, b.matmul(covariance, unit)))
    return b.sum_(i, ONE, m, b.sum_(j, ONE, n, along(*sides)))


def _along(body: Expr, x: Expr, direction: Expr) -> Expr:
    name = b.fresh(x.data[0])
    return b.frechet(b.substitute(body, {x.data[0]: b.var(name, x.shape)}), name, x, direction)


def _names(*stems: str) -> Iterator[str]:
    return (b.fresh(stem) for stem in stems)


__all__ = ["Moments", "expectation"]
