"""Derivations line by line: Jacobians taken apart into Kronecker form by named rules, each step proved.

Every step replaces one derivative ``d vec_r(F) / d vec_r(X)^T`` by its rule; the equality of the two is shown for all
sizes by the index form, independently of the rule.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from derive.build import (
    add,
    basis,
    blocks,
    commutation,
    const,
    deriv,
    diag,
    eye,
    fresh,
    hadamard,
    hpow,
    inv,
    kron,
    map_,
    matmul,
    neg,
    ones,
    rebuild,
    row,
    scale,
    softmax,
    sub,
    substitute,
    transpose,
    var,
    vecr,
    zeros,
)
from derive.core import Expr, Problem, Rel, SizeRules, walk
from derive.errors import NotSupported
from derive.index import prove
from derive.sizes import Size, product

MAX_STEPS = 80


@dataclass(frozen=True, slots=True)
class Step:
    """One line of a derivation.

    Attributes:
        rule: The name of the rule.
        before: The whole expression before.
        after: The whole expression after.
        checked: Whether the index form proves the equality of what the rule replaced.

    """

    rule: str
    before: Expr
    after: Expr
    checked: bool


Rule = Callable[[Expr, Callable[[Expr], Expr]], Expr]


def derivation(expr: Expr, *, limit: int = MAX_STEPS) -> list[Step]:
    """Take the derivatives of an expression apart, innermost first.

    Args:
        expr: An expression with ``deriv`` nodes.
        limit: The largest number of steps.

    Returns:
        The steps in order; empty if no rule applies. Derivatives without a rule stay as they are.

    """
    steps: list[Step] = []
    current, stuck = expr, set()
    while len(steps) < limit:
        node = _next(current, stuck)
        if node is None:
            break
        try:
            name, value = expand(node)
        except NotSupported:
            stuck.add(node)
            continue
        after = _replaced(current, node, value)
        steps.append(Step(name, current, after, equal(node, value)))
        current = after
    return steps


def equal(left: Expr, right: Expr) -> bool:
    """Whether the index form proves an equality for all sizes."""
    problem = Problem((), (), (), (), SizeRules(), (), Rel("=", left, right))
    return prove(problem).outcome == "agree"


def _next(expr: Expr, stuck: set[Expr]) -> Expr | None:
    for node in walk(expr):
        if node.op == "deriv" and node not in stuck and not any(n.op == "deriv" for n in walk(node.args[0])):
            return node
    return None


def _replaced(expr: Expr, old: Expr, new: Expr) -> Expr:
    done: dict[Expr, Expr] = {}
    for node in walk(expr):
        done[node] = new if node == old else _tidy(rebuild(node, [done[a] for a in node.args]))
    return done[expr]


def _tidy(e: Expr) -> Expr:
    """Drop zero summands, zero and identity factors."""
    if e.op == "add":
        kept = [a for a in e.args if a.op != "zeros"]
        return add(*kept) if kept else e.args[0]
    if e.op == "matmul":
        a, b = e.args
        if a.op == "zeros" or b.op == "zeros":
            return zeros(e.shape.rows, e.shape.cols)
        if b.op == "eye" and a.shape == e.shape:
            return a
        if a.op == "eye" and b.shape == e.shape:
            return b
    if e.op == "scale" and e.args[1].op == "zeros":
        return e.args[1]
    return e


def expand(node: Expr) -> tuple[str, Expr]:
    """One rule applied to ``deriv(body, name, point)``: its name and the result.

    Raises:
        NotSupported: There is no rule for the body.

    """
    (body, point), (name, mode) = node.args, node.data
    if mode == "vec":
        rows = deriv(body, name, point)
        left = commutation(body.shape.cols, body.shape.rows)
        return "column-wise from row-wise", matmul(matmul(left, rows), commutation(point.shape.rows, point.shape.cols))
    here = var(name, point.shape)

    def inner(e: Expr) -> Expr:
        if not any(n.op == "var" and n.data[0] == name for n in walk(e)):
            return zeros(e.shape.rows + e.shape.cols, point.shape.rows + point.shape.cols)
        if e.op == "var":
            return eye(point.shape.rows + point.shape.cols)
        return deriv(e, name, here)

    if inner(body).op in ("zeros", "eye"):
        return "constant" if inner(body).op == "zeros" else "the variable itself", inner(body)
    entry = RULES.get(body.op)
    if entry is None:
        raise NotSupported(f"no named rule for {body.op}")
    title, rule = entry
    result = rule(body, inner)
    result = _tidied(result)
    return title, result if point == here else substitute(result, {name: point})


def _tidied(e: Expr) -> Expr:
    done: dict[Expr, Expr] = {}
    for node in walk(e):
        done[node] = _tidy(rebuild(node, [done[a] for a in node.args]))
    return done[e]


def _matmul(e: Expr, d: Callable[[Expr], Expr]) -> Expr:
    """``vec_r(dA B + A dB) = (I (x) B^T) vec_r(dA) + (A (x) I) vec_r(dB)``."""
    a, b = e.args
    left = matmul(kron(eye(a.shape.rows), transpose(b)), d(a))
    return add(matmul(kron(a, eye(b.shape.cols)), d(b)), left)


def _scale(e: Expr, d: Callable[[Expr], Expr]) -> Expr:
    s, a = e.args
    return add(scale(s, d(a)), matmul(vecr(a), d(s)))


def _kron(e: Expr, d: Callable[[Expr], Expr]) -> Expr:
    """The product rule behind the permutation ``I (x) K (x) I``."""
    a, b = e.args
    shuffle = kron(eye(a.shape.rows), kron(commutation(b.shape.rows, a.shape.cols), eye(b.shape.cols)))
    first = matmul(kron(eye(a.shape.rows + a.shape.cols), vecr(b)), d(a))
    second = matmul(kron(vecr(a), eye(b.shape.rows + b.shape.cols)), d(b))
    return matmul(shuffle, add(first, second))


def _hadamard(e: Expr, d: Callable[[Expr], Expr]) -> Expr:
    a, b = e.args
    return add(matmul(diag(vecr(b)), d(a)), matmul(diag(vecr(a)), d(b)))


def _hpow(e: Expr, d: Callable[[Expr], Expr]) -> Expr:
    a, exponent = e.args
    if exponent.op != "const":
        raise NotSupported("a power with a symbolic exponent")
    lowered = hpow(a, const(exponent.data[0] - 1)) if exponent.data[0] != 2 else a
    return matmul(diag(vecr(scale(exponent, lowered))), d(a))


def _outer(function: str, a: Expr, value: Expr) -> Expr:
    """The derivative of an elementary function, entrywise."""
    one = ones(a.shape.rows, a.shape.cols)
    simple: dict[str, Callable[[], Expr]] = {
        "exp": lambda: value,
        "log": lambda: hpow(a, const(-1)),
        "sqrt": lambda: scale(const("1/2"), hpow(a, const(Fraction(-1, 2)))),
        "relu": lambda: map_("step", a),
        "abs": lambda: map_("sign", a),
        "sin": lambda: map_("cos", a),
        "cos": lambda: neg(map_("sin", a)),
        "tanh": lambda: sub(one, hadamard(value, value)),
        "sigmoid": lambda: hadamard(value, sub(one, value)),
        "softplus": lambda: map_("sigmoid", a),
        "Phi": lambda: map_("phi", a),
        "phi": lambda: neg(hadamard(a, value)),
        "gelu": lambda: add(map_("Phi", a), hadamard(a, map_("phi", a))),
    }
    if function in ("step", "sign"):
        return zeros(a.shape.rows, a.shape.cols)
    if function not in simple:
        raise NotSupported(f"no named rule for {function}")
    return simple[function]()


def _map(e: Expr, d: Callable[[Expr], Expr]) -> Expr:
    (a,) = e.args
    slope = _outer(e.data[0], a, e)
    if slope.op == "zeros":
        return scale(const(0), d(a))
    return matmul(diag(vecr(slope)), d(a))


def _softmax(e: Expr, d: Callable[[Expr], Expr]) -> Expr:
    """Block diagonal with the blocks ``diag(p_i) - p_i p_i^T``, p_i the i-th row."""
    (a,) = e.args
    if len(a.shape.rows) > 1:
        raise NotSupported("the rows of a softmax with a composite dimension")
    value = softmax(a)
    if not a.shape.rows:
        return matmul(sub(diag(value), matmul(transpose(value), value)), d(a))
    i, j = fresh("i"), fresh("j")
    p = transpose(row(value, Size.of(i)))
    n = product(a.shape.rows)
    same = matmul(transpose(basis(Size.of(i), a.shape.rows)), basis(Size.of(j), a.shape.rows))
    block = scale(same, sub(diag(p), matmul(p, transpose(p))))
    return matmul(blocks(i, n, j, n, block), d(a))


def _inv(e: Expr, d: Callable[[Expr], Expr]) -> Expr:
    (a,) = e.args
    return neg(matmul(kron(inv(a), transpose(inv(a))), d(a)))


def _diag(e: Expr, d: Callable[[Expr], Expr]) -> Expr:
    """``d diag(v) / d v`` has the columns ``e_i (x) e_i``."""
    (v,) = e.args
    own = v.shape.rows + v.shape.cols
    if len(own) != 1:
        raise NotSupported("a diagonal of a composite dimension")
    i, j = fresh("i"), fresh("j")
    unit = basis(Size.of(j), own)
    return matmul(blocks(i, Size.of(1), j, own[0], kron(unit, unit)), d(v))


RULES: dict[str, tuple[str, Rule]] = {
    "add": ("sum rule", lambda e, d: add(*map(d, e.args))),
    "scale": ("scalar factor", _scale),
    "matmul": ("product rule, vec_r(AXB) = (A (x) B^T) vec_r(X)", _matmul),
    "kron": ("product rule of the Kronecker product", _kron),
    "hadamard": ("product rule of the Hadamard product", _hadamard),
    "transpose": (
        "transpose as a commutation matrix",
        lambda e, d: matmul(commutation(e.shape.rows, e.shape.cols), d(e.args[0])),
    ),
    "vecr": ("vectorization", lambda e, d: d(e.args[0])),
    "hpow": ("entrywise power", _hpow),
    "map": ("entrywise function", _map),
    "softmax": ("softmax rule", _softmax),
    "inv": ("inverse", _inv),
    "diag": ("diagonal matrix", _diag),
    "trace": ("trace", lambda e, d: matmul(transpose(vecr(eye(e.args[0].shape.rows))), d(e.args[0]))),
    "det": ("determinant", lambda e, d: scale(e, matmul(transpose(vecr(transpose(inv(e.args[0])))), d(e.args[0])))),
}
