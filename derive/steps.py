"""Derivations line by line: Jacobians taken apart into Kronecker form by named rules, each step proved.

Every step replaces one derivative ``d vec_r(F) / d vec_r(X)^T`` by its rule; the equality of the two is shown for all
sizes by the index form, independently of the rule.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from derive.build import (
    DERIVATIVES,
    add,
    basis,
    blocks,
    commutation,
    const,
    deriv,
    diag,
    eye,
    fresh,
    hpow,
    inv,
    kron,
    map_,
    matmul,
    mpow,
    neg,
    ones,
    replaced,
    reshape,
    row,
    scale,
    softmax,
    sub,
    substitute,
    sum_,
    transpose,
    unvecr,
    var,
    vecr,
    zeros,
)
from derive.core import Expr, Problem, Rel, SizeRules, walk
from derive.errors import NotSupported
from derive.functions import slope
from derive.index import prove
from derive.sizes import Dim, Shape, Size, product
from derive.tidy import tidied

MAX_STEPS = 80
MAX_POWER = 6


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


def derivation(expr: Expr, *, limit: int = MAX_STEPS, check: bool = True) -> list[Step]:
    """Take the derivatives of an expression apart, innermost first.

    Args:
        expr: An expression with ``deriv`` nodes.
        limit: The largest number of steps.
        check: Whether to prove every step; without it none is said to be checked.

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
        steps.append(Step(name, current, after, check and equal(node, value)))
        current = after
    return steps


def undone(expr: Expr) -> list[Expr]:
    """The derivatives that stand in an expression, innermost first: what no rule could take apart."""
    found = [node for node in walk(expr) if node.op in DERIVATIVES]
    return [node for node in found if not any(n in found for n in walk(node.args[0]))]


def equal(left: Expr, right: Expr) -> bool:
    """Whether the index form proves an equality for all sizes."""
    problem = Problem((), (), (), (), SizeRules(), (), Rel("=", left, right))
    return prove(problem).outcome == "agree"


def _next(expr: Expr, stuck: set[Expr]) -> Expr | None:
    differentiated: set[Expr] = set()
    for node in walk(expr):
        if node.op in DERIVATIVES and node not in stuck and node.args[0] not in differentiated:
            return node
        if node.op in DERIVATIVES or not differentiated.isdisjoint(node.args):
            differentiated.add(node)
    return None


def _replaced(expr: Expr, old: Expr, new: Expr) -> Expr:
    return tidied(replaced(expr, {old: new}))


def expand(node: Expr, dependent: frozenset[str] = frozenset()) -> tuple[str, Expr]:
    """One rule applied to ``deriv(body, name, point)``: its name and the result.

    Args:
        node: The derivative.
        dependent: Variables that depend on the one that it is taken by; their derivatives stay.

    Raises:
        NotSupported: There is no rule for the body.

    """
    if node.op == "grad":
        (body, point), (name,) = node.args, node.data
        row_ = deriv(body, name, point)
        return "a gradient is its row, transposed", unvecr(transpose(row_), point.shape.rows, point.shape.cols)
    if node.op == "frechet":
        (body, point, direction), (name,) = node.args, node.data
        column = matmul(deriv(body, name, point), vecr(direction))
        return "the derivative in a direction", unvecr(column, body.shape.rows, body.shape.cols)
    (body, point), (name, mode) = node.args, node.data
    if mode == "vec":
        rows = deriv(body, name, point)
        left = commutation(body.shape.cols, body.shape.rows)
        return "column-wise from row-wise", matmul(matmul(left, rows), commutation(point.shape.rows, point.shape.cols))
    here = var(name, point.shape)

    def inner(e: Expr) -> Expr:
        if not any(n.op == "var" and (n.data[0] == name or n.data[0] in dependent) for n in walk(e)):
            return zeros(e.shape.rows + e.shape.cols, point.shape.rows + point.shape.cols)
        if e.op == "var" and e.data[0] == name:
            return eye(point.shape.rows + point.shape.cols)
        return deriv(e, name, here)

    if inner(body).op in ("zeros", "eye"):
        return "constant" if inner(body).op == "zeros" else "the variable itself", inner(body)
    entry = RULES.get(body.op)
    if entry is None:
        raise NotSupported(f"no named rule for {body.op}")
    title, rule = entry
    result = rule(body, inner)
    result = tidied(result)
    return title, result if point == here else substitute(result, {name: point})


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
    if exponent.data[0] == 2 and a.op == "norm" and _euclidean(a):
        (b,) = a.args
        return matmul(scale(const(2), transpose(vecr(b))), d(b))  # also where the norm itself has a kink
    lowered = hpow(a, const(exponent.data[0] - 1)) if exponent.data[0] != 2 else a
    return matmul(diag(vecr(scale(exponent, lowered))), d(a))


def outer_slope(expr: Expr) -> Expr:
    """The derivative of an elementary function of every entry, at the entries of its argument."""
    found = slope(expr)
    if found is None:
        raise NotSupported(f"no named rule for {expr.data[0]}")
    return found


def _euclidean(e: Expr) -> bool:
    (a,) = e.args
    return e.data[0] == "F" or (e.data[0] == "2" and not (a.shape.rows and a.shape.cols))


def _norm(e: Expr, d: Callable[[Expr], Expr]) -> Expr:
    """``d ||a|| = a^T da / ||a||``, and the signs for the sum of absolute values."""
    (a,) = e.args
    if _euclidean(e):
        return scale(hpow(e, const(-1)), matmul(transpose(vecr(a)), d(a)))
    if e.data[0] == "1" and not (a.shape.rows and a.shape.cols):
        return matmul(transpose(vecr(map_("sign", a))), d(a))
    raise NotSupported(f"no named rule for the norm {e.data[0]} of a matrix")


def _unit(index: Size, dims: Dim) -> Expr | None:
    return basis(index, dims) if dims else None


def _entry(e: Expr, d: Callable[[Expr], Expr]) -> Expr:
    """``A_{i,j} = (e_i (x) e_j)^T vec_r(A)``."""
    (a,), (i, j) = e.args, e.data
    if len(a.shape.rows) > 1 or len(a.shape.cols) > 1:
        raise NotSupported("an entry of a composite dimension")
    units = [u for u in (_unit(i, a.shape.rows), _unit(j, a.shape.cols)) if u is not None]
    if not units:
        return d(a)
    return matmul(transpose(units[0] if len(units) == 1 else kron(*units)), d(a))


def _line(e: Expr, d: Callable[[Expr], Expr]) -> Expr:
    """A row is ``(e_i^T (x) I) vec_r(A)``, a column ``(I (x) e_j^T) vec_r(A)``."""
    (a,), (k,) = e.args, e.data
    dims = a.shape.rows if e.op == "row" else a.shape.cols
    if len(dims) > 1:
        raise NotSupported("a row or column of a composite dimension")
    unit = _unit(k, dims)
    if unit is None:
        return d(a)
    pick = transpose(unit)
    return matmul(kron(pick, eye(a.shape.cols)) if e.op == "row" else kron(eye(a.shape.rows), pick), d(a))


def _sum(e: Expr, d: Callable[[Expr], Expr]) -> Expr:
    name, low, high = e.data
    return sum_(name, low, high, d(e.args[0]))


def _mpow(e: Expr, d: Callable[[Expr], Expr]) -> Expr:
    """``d A^k = sum_r A^r dA A^{k-1-r}``."""
    (a,), (k,) = e.args, e.data
    if not 1 <= k <= MAX_POWER:
        raise NotSupported(f"the power {k} of a matrix")
    powers = [eye(a.shape.rows), a, *(mpow(a, r) for r in range(2, k))]
    return add(*(matmul(kron(powers[r], transpose(powers[k - 1 - r])), d(a)) for r in range(k)))


def _diagpart(e: Expr, d: Callable[[Expr], Expr]) -> Expr:
    """The rows of ``d diag(A)`` are ``(e_i (x) e_i)^T``."""
    (a,) = e.args
    if len(a.shape.rows) != 1:
        raise NotSupported("a diagonal of a composite dimension")
    i, j = fresh("i"), fresh("j")
    unit = transpose(basis(Size.of(i), a.shape.rows))
    return matmul(blocks(i, a.shape.rows[0], j, Size.of(1), kron(unit, unit)), d(a))


def _shaped(e: Expr, d: Callable[[Expr], Expr]) -> Expr:
    """What keeps the order of the entries by rows keeps the derivative."""
    inside = d(e.args[0])
    return reshape(inside, Shape(e.shape.rows + e.shape.cols, inside.shape.cols))


def _log_softmax(a: Expr, d: Callable[[Expr], Expr]) -> Expr | None:
    """``log softmax(z)`` of one vector has the Jacobian ``I - 1 softmax(z)``: no quotient is left."""
    inner = a.args[0] if a.op == "transpose" else a
    if inner.op != "softmax" or inner.shape.rows or len(inner.shape.cols) != 1:
        return None
    return matmul(sub(eye(inner.shape.cols), matmul(ones(inner.shape.cols), inner)), d(inner.args[0]))


def _map(e: Expr, d: Callable[[Expr], Expr]) -> Expr:
    (a,) = e.args
    whole = _log_softmax(a, d) if e.data[0] == "log" else None
    if whole is not None:
        return whole
    outer = outer_slope(e)
    if outer.op == "zeros":
        return scale(const(0), d(a))
    return matmul(diag(vecr(outer)), d(a))


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
    "scale": (r"scalar factor, $\mathrm{d}(s A) = s \, \mathrm{d} A + A \, \mathrm{d} s$", _scale),
    "matmul": (r"product rule, $\mathrm{vec}_r(A X B) = (A \otimes B^\top) \mathrm{vec}_r(X)$", _matmul),
    "kron": ("product rule of the Kronecker product", _kron),
    "hadamard": (r"product rule of the Hadamard product, $\mathrm{d}(A \odot B) = B \odot \mathrm{d} A + A \odot \mathrm{d} B$", _hadamard),
    "transpose": (
        "transpose as a commutation matrix",
        lambda e, d: matmul(commutation(e.shape.rows, e.shape.cols), d(e.args[0])),
    ),
    "vecr": ("vectorization", lambda e, d: d(e.args[0])),
    "hpow": (r"power, $\mathrm{d} a^k = k a^{k-1} \mathrm{d} a$", _hpow),
    "map": (r"entrywise function, $\mathrm{d} f(a) = \operatorname{diag}(f'(a)) \, \mathrm{d} a$", _map),
    "softmax": (r"softmax rule, row by row $\mathrm{d} p = (\operatorname{diag}(p) - p p^\top) \, \mathrm{d} s$ for $p = \operatorname{softmax}(s)$", _softmax),
    "inv": (r"inverse, $\mathrm{d} A^{-1} = -A^{-1} \, \mathrm{d} A \, A^{-1}$", _inv),
    "diag": ("diagonal matrix", _diag),
    "diagpart": ("diagonal of a matrix", _diagpart),
    "entry": ("entry", _entry),
    "row": ("row", _line),
    "col": ("column", _line),
    "sum": ("sum over an index", _sum),
    "norm": (r"norm, $\mathrm{d} \|a\| = \frac{a^\top \mathrm{d} a}{\|a\|}$", _norm),
    "mpow": (r"matrix power, $\mathrm{d} A^k = \sum_{r=0}^{k-1} A^r \, \mathrm{d} A \, A^{k-1-r}$", _mpow),
    "vec": (
        "vectorization by columns",
        lambda e, d: matmul(commutation(e.args[0].shape.cols, e.args[0].shape.rows), d(e.args[0])),
    ),
    "unvecr": ("the same entries, by rows", _shaped),
    "reshape": ("the same entries, by rows", _shaped),
    "trace": ("trace", lambda e, d: matmul(transpose(vecr(eye(e.args[0].shape.rows))), d(e.args[0]))),
    "det": (r"determinant, $\mathrm{d} \det A = \det A \operatorname{tr}(A^{-1} \mathrm{d} A)$", lambda e, d: scale(e, matmul(transpose(vecr(transpose(inv(e.args[0])))), d(e.args[0])))),
}
