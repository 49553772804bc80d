"""Entries of the nonlinear operations. Kinks (ReLU, absolute values, indicators) are read almost everywhere."""

from __future__ import annotations

from collections.abc import Callable

import sympy

from derive.core import Expr
from derive.errors import NotSupported
from derive.functions import RECORDS, meaning
from derive.sympy_road.expansion import determinant_terms, polynomial
from derive.sympy_road.explicit import ONE, ZERO, Explicit, Lazy, Scalar, constant, rule, times, total
from derive.sympy_road.kinks import Absolute, Step, power

MAX_NESTED = 6_000  # inverses inside inverses grow beyond all bounds
MAX_DENSE = 6  # inverse and determinant are written out
MAX_PRODUCTS = 5_000  # of a determinant


def _positive(u: Scalar) -> Scalar:
    """1 where u > 0, 0 where u < 0; the value at 0 is left out (a point of measure zero)."""
    if u == 0:
        raise NotSupported("a step is taken at its jump")
    return Step(u)


FUNCTIONS: dict[str, Callable[[Scalar], Scalar]] = {
    **{f.name: getattr(sympy, f.library) for f in RECORDS if f.library},
    "abs": Absolute,
    "sign": lambda u: ZERO if u == 0 else 2 * Step(u) - 1,
    "relu": lambda u: ZERO if u == 0 else u * Step(u),
    "step": _positive,
}
DOMAINS = {"log": ">", "sqrt": ">="}


@rule("map")
def _map(x: Explicit, e: Expr) -> Lazy:
    function, simpler = FUNCTIONS.get(e.data[0]), meaning(e)
    if function is None and simpler is not None:
        return x.matrix(simpler)
    if function is None:
        raise NotSupported(f"the function {e.data[0]} is not known to the SymPy road")
    a = x.matrix(e.args[0])
    domain = DOMAINS.get(e.data[0])

    def entry(i: int, j: int) -> Scalar:
        if domain is not None:
            x.requires(domain, a(i, j))
        return function(a(i, j))

    return Lazy(a.rows, a.cols, entry)


@rule("hpow")
def _hpow(x: Explicit, e: Expr) -> Lazy:
    a, s = x.matrix(e.args[0]), x.matrix(e.args[1])

    def entry(i: int, j: int) -> Scalar:
        base, exponent = a(i, j), s(0, 0)
        if base == 0 and not exponent.is_positive:
            if exponent == 0:
                return ONE
            raise NotSupported("a power of zero has no value")
        if not exponent.is_Integer:
            x.requires(">=" if exponent.is_positive else ">", base)
        elif exponent < 0:
            x.requires("!=", base)
        return power(base, exponent)

    return Lazy(a.rows, a.cols, entry)


@rule("softmax")
def _softmax(x: Explicit, e: Expr) -> Lazy:
    a = x.matrix(e.args[0])
    sums: dict[int, Scalar] = {}

    def entry(i: int, j: int) -> Scalar:
        if i not in sums:
            sums[i] = total([sympy.exp(a(i, k)) for k in range(a.cols)])
        return sympy.exp(a(i, j)) / sums[i]

    return Lazy(a.rows, a.cols, entry)


def _dense(x: Explicit, e: Expr) -> sympy.Matrix:
    a = x.matrix(e.args[0])
    if a.rows > MAX_DENSE:
        raise NotSupported(f"the inverse or determinant of a {a.rows} x {a.rows} matrix is not written out")
    x.budget.spend(50 * a.rows**3)
    dense = a.dense()
    nodes = sum(1 for entry in dense for _ in sympy.preorder_traversal(entry))
    if nodes * a.rows**2 > MAX_NESTED:
        raise NotSupported("the inverse or determinant of a matrix whose entries are long is not written out")
    return dense


def _determinant(x: Explicit, a: sympy.Matrix) -> Scalar:
    """The determinant, multiplied out as a polynomial in whatever its entries are made of."""
    plain, values = polynomial(a)
    products = determinant_terms(plain)
    if products > MAX_PRODUCTS:
        raise NotSupported("a determinant has too many terms to be written out")
    x.budget.spend(products)
    return plain.det(method="berkowitz").xreplace(values)


@rule("det")
def _det(x: Explicit, e: Expr) -> Lazy:
    return constant(_determinant(x, _dense(x, e)))


@rule("inv")
def _inv(x: Explicit, e: Expr) -> Lazy:
    a = _dense(x, e)
    n, determinant = a.rows, _determinant(x, a)
    if determinant == 0:
        raise NotSupported("the inverse of a singular matrix")
    x.requires("!=", determinant)

    def entry(i: int, j: int) -> Scalar:  # adjugate over determinant
        minor = _determinant(x, a.minor_submatrix(j, i)) if n > 1 else ONE
        return (-1) ** (i + j) * minor / determinant

    return Lazy(n, n, entry)


@rule("mpow")
def _mpow(x: Explicit, e: Expr) -> Lazy:
    a, k = x.matrix(e.args[0]), e.data[0]
    x.budget.spend(k * a.rows**3)
    power = Lazy(a.rows, a.rows, lambda i, j: ONE if i == j else ZERO)
    for _ in range(k):
        power = times(power, a)
    return power


@rule("indicator")
def _indicator(x: Explicit, e: Expr) -> Lazy:
    a, b = x.matrix(e.args[0]), x.matrix(e.args[1])
    relation = e.data[0]

    def entry(i: int, j: int) -> Scalar:
        difference = a(i, j) - b(i, j)
        if difference.is_number:
            if difference.is_zero is None:
                raise NotSupported("an indicator of an undecided constant")
            weak, strict = relation in ("<=", ">=", "="), relation in ("<", ">", "!=")
            if difference.is_zero:
                return ONE if weak else ZERO
            if not (weak or strict):
                raise NotSupported(f"the relation {relation}")
            if relation in ("=", "!="):
                return ZERO if relation == "=" else ONE
        if relation in ("=", "!="):
            raise NotSupported("an indicator of an equality")
        return Step(difference if relation in (">", ">=") else -difference)

    return Lazy(a.rows, a.cols, entry)


@rule("where")
def _where(x: Explicit, e: Expr) -> Lazy:
    if e.args[0].op != "indicator":
        raise NotSupported("cases whose condition is not a comparison")
    c, a, b = (x.matrix(arg) for arg in e.args)

    def entry(i: int, j: int) -> Scalar:  # the condition is 0 or 1
        condition = c(0, 0) if (c.rows, c.cols) == (1, 1) else c(i, j)
        return condition * a(i, j) + (1 - condition) * b(i, j)

    return Lazy(a.rows, a.cols, entry)


@rule("norm")
def _norm(x: Explicit, e: Expr) -> Lazy:
    a = x.matrix(e.args[0])
    if e.data[0] != "F" and not (e.data[0] == "2" and 1 in (a.rows, a.cols)):
        raise NotSupported(f"the norm {e.data[0]} of a matrix has no explicit entry")
    return Lazy(1, 1, lambda i, j: sympy.sqrt(total([u**2 for u in a.entries()])))
