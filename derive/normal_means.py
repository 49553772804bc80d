r"""Expectations over a normal variable of exponentials, cosines and rectifiers of what is affine in it.

With u affine in x, m and v its mean and variance, entry by entry:

* ``E exp(u) = exp(m + v/2)``, ``E cos(u) = exp(-v/2) cos(m)``, ``E sin(u) = exp(-v/2) sin(m)``: the characteristic function
  ``E exp(itu) = exp(itm - t^2 v/2)``;
* where m = 0, by symmetry and ``int_0^infinity u phi(u) du = 1/sqrt(2 pi)``: ``E relu(u)^2 = v/2``, ``E relu(u) = sqrt(v/(2 pi))``,
  ``E |u| = sqrt(2v/pi)``; for v = 0 both sides vanish.

Whatever is linear in such terms follows, with factors free of x outside.  Moments of polynomials are those of `derive.moments`.
"""

from __future__ import annotations

from derive import build as b
from derive.core import Expr
from derive.degree import LINEAR, PRODUCT, degree_in
from derive.even_powers import polynomial
from derive.fraction import Fraction
from derive.moments import Moments, expectation
from derive.tidy import tidied

HALF = b.const(Fraction(1, 2))


def normal_expectation(body: Expr, moments: Moments) -> Expr | None:
    """Return the expectation of a body over a normal variable; None if no rule gives it."""
    if not moments.normal:
        return None
    found = _mean(b.bottom_up(polynomial(body), lambda node: _rectifier(node) or node), moments)
    return None if found is None else b.reshape(tidied(found), body.shape)


def _rectifier(e: Expr) -> Expr | None:
    r"""``\max(u, 0)`` as a rectifier."""
    if e.op != "max" or len(e.args) != 2 or not any(map(b.is_zero, e.args)):
        return None
    return b.map_("relu", e.args[b.is_zero(e.args[0])])


def _mean(e: Expr, x: Moments) -> Expr | None:
    """The expectation of an expression, by the first rule that gives it."""
    if x.name not in b.free_names(e):
        return e
    if degree_in(e, x.name) is not None:
        return expectation(e, x)
    if e.op == "add":
        return _rebuilt(e, [_mean(a, x) for a in e.args])
    squares = _sum_of_squares(e)
    if squares is not None:
        return _mean(squares, x)
    if e.op in LINEAR:
        return _rebuilt(e, [_mean(e.args[0], x)])
    if e.op == "map":
        return _of_map(e.data[0], e.args[0], x)
    if e.op == "hpow" and e.args[1] == b.const(2):
        return _of_square(e.args[0], x)
    if e.op in PRODUCT:
        return _of_product(e, x)
    return None


def _rebuilt(e: Expr, args: list[Expr | None]) -> Expr | None:
    known = [a for a in args if a is not None]
    return b.rebuild(e, known) if len(known) == len(args) else None


def _of_product(e: Expr, x: Moments) -> Expr | None:
    """A product with one random factor, of two equal ones, or of exponentials."""
    first, second = e.args
    random = [x.name in b.free_names(a) for a in e.args]
    if not all(random):
        inner = _mean(e.args[random.index(True)], x)
        return None if inner is None else b.rebuild(e, [inner, second] if random[0] else [first, inner])
    if e.op in ("scale", "hadamard") and first == second:
        return _of_square(first, x)
    merged = _merged(e, x) if e.op == "scale" and e.shape.is_scalar else None
    return None if merged is None else _mean(merged, x)


def _sum_of_squares(e: Expr) -> Expr | None:
    r"""``v^\top v`` of a column and ``\operatorname{tr}(A^\top A)`` as sums of squares of entries."""
    inner = e.args[0] if e.op == "trace" else e
    if inner.op != "matmul" or inner.args[0].op != "transpose" or inner.args[0].args[0] != inner.args[1]:
        return None
    a = inner.args[1]
    if e.op != "trace" and a.shape.cols:
        return None
    squares = b.matmul(b.ones((), a.shape.rows), b.hadamard(a, a))
    return b.matmul(squares, b.ones(a.shape.cols)) if a.shape.cols else squares


def _merged(e: Expr, x: Moments) -> Expr | None:
    """A product of numbers with its random exponentials as one, or two waves as a sum; None if another factor is random."""
    fixed, exponents, waves, stack = list[Expr](), list[Expr](), list[Expr](), [e]
    while stack:
        node = stack.pop()
        if node.op in ("scale", "hadamard"):
            stack += node.args
        elif x.name not in b.free_names(node):
            fixed.append(node)
        elif node.op == "map" and node.data[0] == "exp":
            exponents.append(node.args[0])
        elif node.op == "map" and node.data[0] in ("cos", "sin"):
            waves.append(node)
        else:
            return None
    if waves and (exponents or len(waves) != 2):
        return None
    result = _two_waves(*waves) if waves else b.map_("exp", b.add(*exponents))
    for factor in fixed:
        result = b.scale(factor, result)
    return result


def _two_waves(first: Expr, second: Expr) -> Expr:
    """The product of two cosines or sines as a sum: ``2 cos(s) cos(t) = cos(s - t) + cos(s + t)`` and its kind."""
    (s,), (t,) = first.args, second.args
    names = first.data[0], second.data[0]
    if names == ("cos", "sin"):
        (s, t), names = (t, s), ("sin", "cos")
    apart, both = b.sub(s, t), b.add(s, t)
    if names == ("sin", "cos"):
        found = b.add(b.map_("sin", apart), b.map_("sin", both))
    else:
        other = b.map_("cos", both)
        found = b.add(b.map_("cos", apart), other if names == ("cos", "cos") else b.neg(other))
    return b.scale(HALF, found)


def _vanishes(e: Expr) -> bool:
    """Whether an expression is zero by the zeros that it is written with."""
    if e.op in LINEAR:
        return _vanishes(e.args[0])
    if e.op in PRODUCT:
        return any(map(_vanishes, e.args))
    return all(map(_vanishes, e.args)) if e.op == "add" else b.is_zero(e)


def _spread(u: Expr, x: Moments) -> tuple[Expr, Expr] | None:
    """The mean and the variance of each entry of what is affine in the variable."""
    if degree_in(u, x.name) not in (0, 1):
        return None
    times = b.scale if u.shape.is_scalar else b.hadamard
    mean, square = expectation(u, x), expectation(times(u, u), x)
    if mean is None or square is None:
        return None
    mean = tidied(mean)
    mean = b.zeros(u.shape.rows, u.shape.cols) if _vanishes(mean) else mean
    return mean, tidied(square if b.is_zero(mean) else b.sub(square, times(mean, mean)))


def _of_map(name: str, u: Expr, x: Moments) -> Expr | None:
    known = _spread(u, x)
    if known is None:
        return None
    mean, variance = known
    if name == "exp":
        half = b.scale(HALF, variance)
        return b.map_("exp", half if b.is_zero(mean) else b.add(mean, half))
    if name == "sin" and b.is_zero(mean):
        return b.zeros(u.shape.rows, u.shape.cols)
    if name == "cos" and b.is_zero(mean):
        return b.map_("exp", b.neg(b.scale(HALF, variance)))
    if name in ("cos", "sin"):
        return b.hadamard(b.map_("exp", b.neg(b.scale(HALF, variance))), b.map_(name, mean))
    if not b.is_zero(mean):
        return None
    pi = b.real("pi")
    if name == "relu":
        return b.sqrt(b.div(variance, b.scale(b.const(2), pi)))
    if name == "abs":
        return b.sqrt(b.div(b.scale(b.const(2), variance), pi))
    return None


def _of_square(e: Expr, x: Moments) -> Expr | None:
    """The square of a rectifier entry by entry, also of one entry of it."""
    if e.op in ("entry", "row", "col", "transpose", "reshape"):
        inner = _of_square(e.args[0], x)
        return None if inner is None else b.rebuild(e, [inner])
    if e.op == "scale" and x.name not in b.free_names(e.args[0]):
        inner = _of_square(e.args[1], x)
        return None if inner is None else b.scale(b.hpow(e.args[0], b.const(2)), inner)
    if e.op != "map" or e.data[0] not in ("relu", "exp"):
        return None
    if e.data[0] == "exp":
        return _of_map("exp", b.scale(b.const(2), e.args[0]), x)
    known = _spread(e.args[0], x)
    return None if known is None or not b.is_zero(known[0]) else b.scale(HALF, known[1])


__all__ = ["normal_expectation"]
