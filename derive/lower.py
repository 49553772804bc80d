"""Lowering: the core language expressed by its kernel, the operators that the checker of certificates evaluates.

Every rule is an identity of values, wherever both sides are defined, that a reader can check on its one line. What has
no rule and is not in `KERNEL` (arbitrary functions, integrals that are no polynomials, limits) stays as it is; such a certificate is
refused by the checker. Names that the rules bind are fresh.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from derive import build as b
from derive.core import Expr, Formula, Logic, Problem, Quantified, Rel, walk
from derive.fraction import Fraction
from derive.functions import FUNCTIONS
from derive.norms import norm
from derive.quadrature import newton_cotes
from derive.sizes import Dim, Size, product

KERNEL = frozenset({
    "var", "const", "real", "size", "eye", "ones", "add", "scale", "matmul", "hadamard", "transpose", "vecr", "unvecr",
    "reshape", "row", "sum", "prod", "mprod", "blocks", "vcat", "map", "hpow", "inv", "det", "expm", "indicator", "where", "deriv", "norm", "sigma",
    "eig", "kappa", "rank", "order", "maxover", "sup",
})  # fmt: skip
KERNEL_FUNCTIONS = frozenset({"exp", "log", "erf", "abs"})  # the functions of `map` in the kernel
ONE, HALF, MINUS = b.const(1), b.const(Fraction(1, 2)), b.const(-1)


def _fill(a: Expr, value: Expr = ONE) -> Expr:
    """A matrix of the shape of ``a`` with one value everywhere."""
    return b.scale(value, b.ones(a.shape.rows, a.shape.cols))


def _sum(a: Expr) -> Expr:
    """The sum of all entries."""
    return b.matmuls(b.ones((), a.shape.rows), a, b.ones(a.shape.cols))


def _largest(a: Expr) -> Expr:
    return b.order(b.vecr(a), Size.of(1))


def _entry(a: Expr, i: Size, j: Size) -> Expr:
    return b.row(b.transpose(b.row(a, i)), j)


def _basis(i: Size, d: Dim) -> Expr:
    return b.transpose(b.row(b.eye(d), i))


def _map(e: Expr, a: Expr) -> Expr:
    """A function by its meaning, down to those of the kernel; what it is applied to is in the kernel already."""
    record = FUNCTIONS.get(e.data[0])
    if e.data[0] in KERNEL_FUNCTIONS or record is None or record.meaning is None:
        return b.map_(e.data[0], a)
    u = b.var(b.fresh("u"), a.shape)
    return b.substitute(lowered(record.meaning(u)), {u.data[0]: a})


def _softmax(e: Expr, a: Expr) -> Expr:
    """Each row of exp A over its sum."""
    powers = b.map_("exp", a)
    inverses = b.hpow(b.matmul(powers, b.ones(a.shape.cols)), MINUS)
    return b.hadamard(powers, b.matmul(inverses, b.ones((), a.shape.cols)))


def _integral(e: Expr, body: Expr, low: Expr, high: Expr) -> Expr:
    """Of a polynomial: its values at equidistant nodes, weighted."""
    weights = newton_cotes(body, e.data[0]) if low.shape.is_scalar else None
    if weights is None:
        return b.integral(body, e.data[0], low, high)
    length = b.sub(high, low)
    nodes = (b.add(low, b.scale(b.const(at), length)) for at, _ in weights)
    values = (b.scale(b.const(w), b.substitute(body, {e.data[0]: x})) for x, (_, w) in zip(nodes, weights, strict=True))
    return b.scale(length, b.add(*values))


# Matrices whose entries are those of others.


def _kron(e: Expr, x: Expr, y: Expr) -> Expr:
    """Block (i, j) is x[i, j] y."""
    i, j = b.fresh("i"), b.fresh("j")
    entry = _entry(x, Size.of(i), Size.of(j))
    return b.blocks(i, product(x.shape.rows), j, product(x.shape.cols), b.scale(entry, y))


def _commutation(e: Expr) -> Expr:
    """Block (i, j) is e_j e_i^T."""
    (m, n), i, j = e.data, b.fresh("i"), b.fresh("j")
    block = b.matmul(_basis(Size.of(j), n), b.transpose(_basis(Size.of(i), m)))
    return b.blocks(i, product(m), j, product(n), block)


def _diag(e: Expr, v: Expr) -> Expr:
    column = b.vecr(v)
    return b.hadamard(b.eye(column.shape.rows), b.matmul(column, b.ones((), column.shape.rows)))


def _diagpart(e: Expr, a: Expr) -> Expr:
    return b.matmul(b.hadamard(b.eye(a.shape.rows), a), b.ones(a.shape.rows))


def _mpow(e: Expr, a: Expr) -> Expr:
    """Square and multiply."""
    result, square, k = b.eye(a.shape.rows), a, e.data[0]
    while k:
        result, square, k = b.matmul(result, square) if k % 2 else result, b.matmul(square, square), k // 2
    return result


# Derivatives and norms.


def _deriv(e: Expr, body: Expr, point: Expr) -> Expr:
    """With columns first it is the derivative of the transpose by the transpose with rows first."""
    name, mode = e.data
    if mode == "vecr":
        return b.deriv(body, name, point)
    turned = b.var(b.fresh(name), point.shape.transposed)
    value = b.substitute(body, {name: b.transpose(turned)})
    return b.deriv(b.transpose(value), turned.data[0], b.transpose(point))


def _grad(e: Expr, body: Expr, point: Expr) -> Expr:
    return b.unvecr(b.transpose(b.deriv(body, e.data[0], point)), point.shape.rows, point.shape.cols)


def _frechet(e: Expr, body: Expr, point: Expr, direction: Expr) -> Expr:
    along = b.matmul(b.deriv(body, e.data[0], point), b.vecr(direction))
    return b.unvecr(along, body.shape.rows, body.shape.cols)


def _norm(e: Expr, a: Expr) -> Expr:
    """A norm by its meaning; the sum of all singular values is a node of the kernel."""
    record, x = norm(e.data[0]), b.var(b.fresh("x"), a.shape)
    return b.norm(a, e.data[0]) if record.meaning is None else b.substitute(lowered(record.meaning(x)), {x.data[0]: a})


def _scale(e: Expr, s: Expr, a: Expr) -> Expr:
    """A term that a comparison of indices leaves out of a sum need not be defined."""
    return (
        b.where(s, a, b.scale(b.const(0), b.ones(a.shape.rows, a.shape.cols)))
        if b.is_switch(e.args[0])
        else b.scale(s, a)
    )


# From a node and its lowered children to what it is lowered to.
_RULES: dict[str, Callable[..., Expr]] = {
    "zeros": lambda e: b.scale(b.const(0), b.ones(*e.data)),
    "commutation": _commutation,
    "basis": lambda e: _basis(*e.data),
    "delta": lambda e: b.indicator("=", b.size(e.data[0]), b.size(e.data[1])),
    "real": lambda e: b.map_("exp", ONE) if e.data[0] == "e" else e,
    "kron": _kron,
    "vec": lambda e, a: b.vecr(b.transpose(a)),
    "diag": _diag,
    "diagpart": _diagpart,
    "trace": lambda e, a: b.matmul(b.ones((), a.shape.rows), _diagpart(e, a)),
    "entry": lambda e, a: _entry(a, *e.data),
    "col": lambda e, a: b.transpose(b.row(b.transpose(a), *e.data)),
    "hcat": lambda e, *parts: b.transpose(b.vcat(*map(b.transpose, parts))),
    "map": _map,
    "scale": _scale,
    "softmax": _softmax,
    "mpow": _mpow,
    "integral": _integral,
    "deriv": _deriv,
    "grad": _grad,
    "frechet": _frechet,
    "sigma": lambda e, a: b.sigma(a, Size.of(1) if e.data[0] == "max" else e.data[0]),
    "eig": lambda e, a: b.eig(a, _place(e.data[0], a)),
    "norm": _norm,
    "minover": lambda e, a: b.neg(b.over("maxover", e.data[0], e.data[1], e.data[2], b.neg(a))),
    "max": lambda e, *parts: _largest(b.vcat(*parts)),
    "min": lambda e, *parts: b.neg(_largest(b.vcat(*map(b.neg, parts)))),
    "maxentry": lambda e, a: _largest(a),
    "minentry": lambda e, a: b.neg(_largest(b.neg(a))),
    "sup": lambda e, a: b.bound("sup", *_bound(e), a),
    "inf": lambda e, a: b.neg(b.bound("sup", *_bound(e), b.neg(a))),
}


def _place(k: str | Size, a: Expr) -> Size:
    """Which eigenvalue of a symmetric matrix is meant."""
    return k if isinstance(k, Size) else Size.of(1) if k == "max" else product(a.shape.rows)


def _bound(e: Expr) -> tuple[Any, tuple[Formula, ...]]:
    return e.data[0], tuple(map(lowered_formula, e.data[1]))


def lowered(root: Expr, cache: dict[Expr, Expr] | None = None) -> Expr:
    """Return an expression of the kernel with the value and the shape of a given one (iterative: depth is no limit)."""
    cache = {} if cache is None else cache
    for e in walk(root):
        if e not in cache:
            args = [cache[a] for a in e.args]
            rule = _RULES.get(e.op)
            cache[e] = b.reshape(rule(e, *args), e.shape) if rule else b.rebuild(e, args)
    return cache[root]


def lowered_formula(f: Formula, cache: dict[Expr, Expr] | None = None) -> Formula:
    """Lower both sides of every relation, and the logic to ``not``, ``or`` of two and ``forall`` over one name."""
    if isinstance(f, Rel):
        return replace(f, lhs=lowered(f.lhs, cache), rhs=lowered(f.rhs, cache))
    if isinstance(f, Quantified):
        body = lowered_formula(f.body, cache)
        if f.kind == "exists":
            return _not(_forall(f.names, _not(body)))
        return _forall(f.names, body)
    parts = [lowered_formula(a, cache) for a in f.args]
    if f.op == "not":
        return _not(parts[0])
    if f.op == "iff":
        return _not(_or([_not(_or([_not(parts[0]), parts[1]])), _not(_or([_not(parts[1]), parts[0]]))]))
    if f.op == "and":
        return _not(_or([_not(part) for part in parts]))
    return _or(parts if f.op == "or" else [*map(_not, parts[:-1]), parts[-1]])


def _not(f: Formula) -> Formula:
    return f.args[0] if isinstance(f, Logic) and f.op == "not" else Logic("not", (f,))


def _or(parts: list[Formula]) -> Formula:
    """Two at a time, so that a part is looked at only if those before it are false."""
    return parts[0] if len(parts) == 1 else Logic("or", (parts[0], _or(parts[1:])))


def _forall(names: tuple[Any, ...], f: Formula) -> Formula:
    return Quantified("forall", names[:1], _forall(names[1:], f)) if names else f


def lowered_problem(problem: Problem) -> Problem:
    """Lower the hypotheses and the goal; what they share stays shared."""
    cache: dict[Expr, Expr] = {}
    hypotheses = tuple(lowered_formula(h, cache) for h in problem.hypotheses)
    return replace(problem, hypotheses=hypotheses, goal=lowered_formula(problem.goal, cache))
