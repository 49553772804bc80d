"""Evaluation rules of the nonlinear nodes: elementwise functions, powers, inverses, order, spectra."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from functools import cmp_to_key, reduce

import numpy as np

from derive import build
from derive.core import Expr
from derive.errors import NotSupported
from derive.exact.evaluation import rewrites
from derive.exact.evaluation.binders import turns
from derive.exact.evaluation.evaluator import Evaluator, Scope, eye, rule
from derive.exact.evaluation.structure import join, regroup
from derive.exact.rings.ballring import BallRing
from derive.exact.rings.exactring import ExactRing
from derive.exact.rings.floatring import FloatRing
from derive.exact.rings.jets import Jet
from derive.exact.rings.primefield import PrimeRing
from derive.exact.rings.rings import Array, ObjectRing, Undefined
from derive.exact.rings.signs import SignBook
from derive.fraction import Fraction
from derive.infinite import infinite_sign

MAX_POWER = 1024


@rule("softmax")
def _softmax(ev: Evaluator, node: Expr, scope: Scope) -> Jet:
    """Rows are shifted by a constant for derivatives: by their first entry, so that equal entries give rational values.

    Floats are shifted by the largest entry, so that none overflows.
    """
    if not isinstance(ev.ring, (ExactRing, BallRing, FloatRing)):
        return ev.jet(rewrites.softmax(node.args[0]), scope)
    u = ev.jet(node.args[0], scope)
    ev.budget.spend(u.value.size * 16)
    shift = u.value.max(axis=2, keepdims=True) if isinstance(ev.ring, FloatRing) else u.value[:, :, :1]
    shifted = ev.jets.add(u, Jet({(): ev.ring.neg(shift)}))
    e = ev.jets.compose(shifted, lambda order: [ev.ring.function("exp", shifted.value)] * (order + 1))
    ones = np.broadcast_to(ev.ring.number(Fraction(1)), (ev.ring.batch, e.value.shape[2], 1))
    sums = ev.jets.matmul(e, Jet({(): ones}))
    reciprocals = ev.jets.compose(sums, lambda order: _power_levels(ev, sums.value, Fraction(-1), order))
    return ev.jets.mul(e, reciprocals)


@rule("norm", "kappa")
def _derived(ev: Evaluator, node: Expr, scope: Scope) -> Jet:
    primitive = rewrites.derived(node)
    if primitive is None:
        return _spectral_norm(ev, node, scope)
    return ev.jet(primitive, scope)


@rule("map")
def _map(ev: Evaluator, node: Expr, scope: Scope) -> Jet:
    name = node.data[0]
    primitive = rewrites.derived(node)
    if primitive is not None:
        return ev.jet(primitive, scope)
    if name in ("abs", "sign", "relu", "step"):
        return _piecewise(ev, name, node.args[0], scope)
    if name in ("exp", "log"):
        shorter = rewrites.simplify_exponential(name, node.args[0])
        if shorter is not None:
            if name == "exp":
                _check_logarithm(ev, shorter, scope)
            return ev.jet(shorter, scope)
    smooth: dict[str, Callable[..., Sequence[Array]]] = {
        "exp": _exp,
        "log": _log,
        "erf": _erf,
        "sin": _circular,
        "cos": _circular,
        "arctan": _arctangent,
    }
    if name not in smooth:
        raise NotSupported(f"the exact road does not know the function {name}")
    argument = node.args[0]
    u = ev.jet(argument, scope)
    ev.budget.spend(u.value.size * 16)
    return ev.jets.compose(u, lambda order: smooth[name](ev, name, argument, scope, order))


def _check_logarithm(ev: Evaluator, u: Expr, scope: Scope) -> None:
    """``exp(log(u)) = u`` where ``u > 0``: elsewhere it is not defined. Rings without an order do not see it."""
    if isinstance(ev.ring, (ExactRing, BallRing)) and (ev.ring.sign(ev.value(u, scope)) <= 0).any():
        raise Undefined("a logarithm of a number that is not positive")
    if isinstance(ev.ring, FloatRing):
        ev.ring.suspect(ev.value(u, scope) <= 0)


def _exp(ev: Evaluator, name: str, u: Expr, scope: Scope, order: int) -> Sequence[Array]:
    if isinstance(ev.ring, PrimeRing):
        if ev.exponents is None:
            raise NotSupported("exponentials are nested deeper than the tower of prime fields")
        value = ev.ring.exp_of(ev.exponents.value(u, scope))
    else:
        value = ev.ring.function("exp", ev.value(u, scope))
    return [value] * (order + 1)


def _log(ev: Evaluator, name: str, u: Expr, scope: Scope, order: int) -> Sequence[Array]:
    x = ev.value(u, scope)
    levels = [ev.ring.function("log", x)]
    return levels + (_powers(ev, ev.ring.inverse(x), Fraction(-1), order) if order else [])


def _powers(ev: Evaluator, start: Array, exponent: Fraction, order: int) -> list[Array]:
    """start, its derivative, ...: the list x^e, e x^(e-1), ... of ``order`` terms for start = x^e = x^-1."""
    levels = [start]
    for k in range(order - 1):
        factor = ev.ring.number(exponent - k)
        levels.append(ev.ring.mul(factor, ev.ring.mul(levels[-1], start)))
    return levels


def _erf(ev: Evaluator, name: str, u: Expr, scope: Scope, order: int) -> Sequence[Array]:
    # erf' = 2/sqrt(pi) exp(-u^2) =: D and (q D)' = (q' - 2 u q) D for a polynomial q: coefficients, ascending.
    x = ev.value(u, scope)
    levels = [ev.ring.function("erf", x)]
    slope = ev.value(rewrites.erf_slope(u), scope) if order else None
    q = [Fraction(1)]
    for _ in range(order):
        assert slope is not None
        levels.append(ev.ring.mul(_horner(ev, q, x), slope))
        derivative = [k * c for k, c in enumerate(q)][1:]
        q = [a - 2 * b for a, b in zip([*derivative, 0, 0], [0, *q], strict=False)]
    return levels


def _horner(ev: Evaluator, coefficients: Sequence[Fraction | int], x: Array) -> Array:
    result = ev.ring.mul(ev.ring.number(Fraction(0)), x)
    for c in reversed(coefficients):
        result = ev.ring.add(ev.ring.mul(result, x), ev.ring.number(Fraction(c)))
    return result


def _circular(ev: Evaluator, name: str, u: Expr, scope: Scope, order: int) -> Sequence[Array]:
    x = ev.value(u, scope)
    sine, cosine = ev.ring.function("sin", x), ev.ring.function("cos", x)
    cycle = [sine, cosine, ev.ring.neg(sine), ev.ring.neg(cosine)]
    start = 0 if name == "sin" else 1
    return [cycle[(start + k) % 4] for k in range(order + 1)]


def _arctangent(ev: Evaluator, name: str, u: Expr, scope: Scope, order: int) -> Sequence[Array]:
    # With D = 1 / (1 + u^2), (q D^k)' = (q' (1 + u^2) - 2 k u q) D^(k+1) for a polynomial q.
    x = ev.value(u, scope)
    levels = [ev.ring.function(name, x)]
    if not order:
        return levels
    slope = ev.ring.inverse(ev.ring.add(ev.ring.mul(x, x), ev.ring.number(Fraction(1))))
    power, q = slope, [Fraction(1)]
    for k in range(1, order + 1):
        levels.append(ev.ring.mul(_horner(ev, q, x), power))
        power = ev.ring.mul(power, slope)
        derivative = [n * c for n, c in enumerate(q)][1:]
        parts = ([*derivative, 0, 0], [0, 0, *derivative], [0, *(2 * k * c for c in q)])
        q = [Fraction(a + b - c) for a, b, c in itertools.zip_longest(*parts, fillvalue=0)]
    return levels


def _piecewise(ev: Evaluator, name: str, u: Expr, scope: Scope) -> Jet:
    jet, sign = ev.jet(u, scope), ev.sign(u, scope, jumps=name == "sign")
    if (sign == 0).any() and (name == "step" or not jet.constant) and not isinstance(ev.ring, PrimeRing):
        raise Undefined(f"{name} at zero")
    if name in ("sign", "step"):
        return Jet({(): _numbers(ev, sign if name == "sign" else (sign > 0).astype(np.int64))})
    factor = _numbers(ev, sign if name == "abs" else (sign > 0).astype(np.int64))
    return ev.jets.mul(Jet({(): factor}), jet)


def _numbers(ev: Evaluator, small: Array) -> Array:
    """Integers -1, 0, 1 as ring elements."""
    zero, one = ev.ring.number(Fraction(0)), ev.ring.number(Fraction(1))
    return np.where(small > 0, one, np.where(small < 0, ev.ring.neg(one), zero))


@rule("hpow")
def _hpow(ev: Evaluator, node: Expr, scope: Scope) -> Jet:
    base, exponent_node = node.args
    exponent = _rational(ev, exponent_node, scope)
    if exponent is None:
        # x^e = exp(e log x)
        spread = build.scale(exponent_node, build.map_("log", base))
        return ev.jet(build.map_("exp", spread), scope)
    u = ev.jet(base, scope)
    ev.budget.spend(u.value.size * 16)
    return ev.jets.compose(u, lambda order: _power_levels(ev, u.value, exponent, order))


def _rational(ev: Evaluator, node: Expr, scope: Scope) -> Fraction | None:
    """The value of an exponent built of numbers and sizes, None for others."""
    if node.op == "const":
        return node.data[0]
    if node.op == "size":
        return Fraction(ev.size(node.data[0], scope))
    parts = [_rational(ev, a, scope) for a in node.args]
    if not parts or any(p is None for p in parts):
        return None
    values = [p for p in parts if p is not None]
    if node.op == "add":
        return sum(values, Fraction(0))
    if node.op in ("scale", "hadamard", "matmul"):
        return values[0] * values[1]
    if node.op == "hpow" and values[1].denominator == 1 and abs(values[1]) < 64 and values[0]:
        return values[0] ** int(values[1])
    return values[0] if node.op in ("reshape", "transpose") else None


def _power_levels(ev: Evaluator, x: Array, exponent: Fraction, order: int) -> list[Array]:
    """x^e, e x^(e-1), e (e-1) x^(e-2), ..."""
    if exponent.denominator == 1 and abs(exponent) > MAX_POWER:
        raise NotSupported(f"the power {exponent} is beyond the exact road")
    levels, factor = [], Fraction(1)
    reciprocal = None
    for k in range(order + 1):
        e = exponent - k
        if factor == 0:
            levels.append(ev.ring.mul(ev.ring.number(Fraction(0)), x))
        elif exponent.denominator == 1 and e >= 0:
            levels.append(ev.ring.mul(ev.ring.number(factor), _whole_power(ev, x, int(e))))
        elif exponent.denominator == 1:
            reciprocal = ev.ring.inverse(x) if reciprocal is None else reciprocal
            levels.append(ev.ring.mul(ev.ring.number(factor), _whole_power(ev, reciprocal, int(-e))))
        elif k == 0:
            levels.append(ev.ring.power(x, exponent))
            if order and exponent == Fraction(-1, 2):
                reciprocal = ev.ring.mul(levels[0], levels[0])
        else:
            # x^(e-k) = x^(e-k+1) / x; the last level already carries the earlier factors.
            reciprocal = ev.ring.inverse(x) if reciprocal is None else reciprocal
            step = ev.ring.mul(ev.ring.number(exponent - k + 1), reciprocal)
            levels.append(ev.ring.mul(levels[-1], step))
        factor *= e
    return levels


def _whole_power(ev: Evaluator, x: Array, k: int) -> Array:
    result, square = None, x
    while k:
        if k & 1:
            result = square if result is None else ev.ring.mul(result, square)
        k >>= 1
        square = ev.ring.mul(square, square) if k else square
    if result is None:
        return np.broadcast_to(ev.ring.number(Fraction(1)), (ev.ring.batch, *x.shape[1:])).copy()
    return result


@rule("inv")
def _inv(ev: Evaluator, node: Expr, scope: Scope) -> Jet:
    return ev.jets.inverse_matrix(ev.jet(node.args[0], scope))


@rule("expm")
def _expm(ev: Evaluator, node: Expr, scope: Scope) -> Jet:
    """Of first derivatives the slope along d is the corner of exp [[a, d], [0, a]]."""
    jet = ev.jet(node.args[0], scope)
    a, n = jet.value, jet.value.shape[1]
    if any(len(key) > 1 for key in jet.parts):
        raise NotSupported("a second derivative of the exponential of a matrix")
    parts = {(): ev.ring.exponential(a)}
    ev.jets.budget.spend(32 * a.shape[0] * n**3)
    for key, part in jet.parts.items():
        if not key:
            continue
        ev.jets.budget.spend(256 * a.shape[0] * n**3 * part.shape[3])
        zero = np.zeros_like(a) if a.dtype != object else np.broadcast_to(ev.ring.number(Fraction(0)), a.shape)
        corners = []
        for k in range(part.shape[3]):
            d = np.broadcast_to(part[..., k], a.shape)
            block = np.concatenate([np.concatenate([a, d], axis=2), np.concatenate([zero, a], axis=2)], axis=1)
            corners.append(ev.ring.exponential(block)[:, :n, n:])
        parts[key] = np.stack(corners, axis=3)
    return Jet(parts)


@rule("pinv")
def _pinv(ev: Evaluator, node: Expr, scope: Scope) -> Jet:
    """The value alone: where the rank changes it is not continuous."""
    jet = ev.jet(node.args[0], scope)
    if not jet.constant:
        raise NotSupported("the pseudoinverse is no smooth function")
    rows, cols = jet.value.shape[1:]
    ev.jets.budget.spend(ev.ring.batch * rows * cols * min(rows, cols))
    return ev.jets.constant(ev.ring.pseudoinverse(jet.value))


@rule("mpow")
def _mpow(ev: Evaluator, node: Expr, scope: Scope) -> Jet:
    k, square = node.data[0], ev.jet(node.args[0], scope)
    if k > MAX_POWER:
        raise NotSupported(f"the power {k} is beyond the exact road")
    result = Jet({(): eye(ev.ring, square.value.shape[1])})
    while k:
        if k & 1:
            result = ev.jets.matmul(result, square)
        k >>= 1
        square = ev.jets.matmul(square, square) if k else square
    return result


@rule("det")
def _det(ev: Evaluator, node: Expr, scope: Scope) -> Jet:
    """Faddeev and LeVerrier: M_1 = I, c_k = -tr(A M_k)/k, M_(k+1) = A M_k + c_k I, det A = (-1)^n c_n."""
    a = ev.jet(node.args[0], scope)
    n = a.value.shape[1]
    if a.constant and isinstance(ev.ring, FloatRing):  # where that recursion loses all digits
        return ev.jets.constant(ev.ring.determinant(a.value))
    identity = Jet({(): eye(ev.ring, n)})
    m, c = identity, Jet({(): ev.ring.number(Fraction(1))})
    for k in range(1, n + 1):
        product = ev.jets.matmul(a, m)
        trace = ev.jets.linear(product, lambda x: ev.ring.total(_diagonal(x), 1)[:, None, None])
        c = ev.jets.mul(Jet({(): ev.ring.number(Fraction(-1, k))}), trace)
        m = ev.jets.add(product, ev.jets.mul(c, identity))
    return ev.jets.neg(c) if n % 2 else c


def _diagonal(x: Array) -> Array:
    return np.moveaxis(np.diagonal(x, axis1=1, axis2=2), -1, 1)


# Order.


@rule("indicator")
def _indicator(ev: Evaluator, node: Expr, scope: Scope) -> Jet:
    difference = build.sub(*node.args)
    known = _rational(ev, difference, scope)  # of sizes and indices: no field needs an order
    sign = ev.sign(difference, scope, jumps=True) if known is None else np.full((1, 1, 1), (known > 0) - (known < 0))
    if (sign == 0).any() and not ev.jet(difference, scope).constant and ev.signs is None:
        raise Undefined("a comparison at equality is differentiated")
    op = node.data[0]
    holds = {">": sign > 0, ">=": sign >= 0, "<": sign < 0, "<=": sign <= 0, "=": sign == 0, "!=": sign != 0}[op]
    return Jet({(): _numbers(ev, holds.astype(np.int64))})


@rule("where")
def _where(ev: Evaluator, node: Expr, scope: Scope) -> Jet:
    condition, a, b = node.args
    chosen = _chosen(ev, condition, scope)
    if chosen.all() or not chosen.any():  # only what is chosen needs to be defined
        return ev.jet(a if chosen.all() else b, scope)
    first, second = ev.jet(a, scope), ev.jet(b, scope)
    mask = Jet({(): _numbers(ev, chosen.astype(np.int64))})
    rest = Jet({(): _numbers(ev, (~chosen).astype(np.int64))})
    return ev.jets.add(ev.jets.mul(mask, first), ev.jets.mul(rest, second))


def _chosen(ev: Evaluator, condition: Expr, scope: Scope) -> np.ndarray:
    """Return where a condition holds."""
    if isinstance(ev.ring, (PrimeRing, FloatRing)):
        return ~ev.ring.is_zero(ev.value(condition, scope))
    return ev.sign(condition, scope) != 0


@rule("max", "min")
def _max(ev: Evaluator, node: Expr, scope: Scope) -> Jet:
    entries = join(ev, [ev.jet(a, scope) for a in node.args], 1)
    return _largest(ev, entries, 1, node.op == "min")


@rule("maxover", "minover")
def _maxover(ev: Evaluator, node: Expr, scope: Scope) -> Jet:
    found = [jet for inner in turns(ev, node, scope) for jet in _candidates(ev, node.args[0], node.op, inner)]
    if not found:
        raise Undefined("a maximum over nothing")
    return _largest(ev, join(ev, found, 1), 1, node.op == "minover")


def _candidates(ev: Evaluator, body: Expr, op: str, scope: Scope) -> Iterator[Jet]:
    r"""Yield what an extremum is taken of: an index that a condition leaves out, as in ``\max_{j \ne i}``, adds nothing.

    Such a place has the value minus infinity (of a minimum: infinity).
    """
    if body.op == op:
        for inner in turns(ev, body, scope):
            yield from _candidates(ev, body.args[0], op, inner)
    elif body.op == "where" and infinite_sign(body.args[2]) == (-1 if op == "maxover" else 1):
        chosen = _chosen(ev, body.args[0], scope)
        if chosen.all():
            yield from _candidates(ev, body.args[1], op, scope)
        elif chosen.any():
            raise NotSupported("an extremum over indices that the inputs choose")
    else:
        yield ev.jet(body, scope)


@rule("maxentry", "minentry", "order")
def _order(ev: Evaluator, node: Expr, scope: Scope) -> Jet:
    entries = ev.jets.linear(ev.jet(node.args[0], scope), lambda x: regroup(x, -1, 1))
    k = ev.size(node.data[0], scope) if node.op == "order" else 1
    return _largest(ev, entries, k, node.op == "minentry")


def _largest(ev: Evaluator, entries: Jet, k: int, smallest: bool) -> Jet:
    """The k-th largest (or smallest) of the entries (batch, n, 1)."""
    n = entries.value.shape[1]
    if not 1 <= k <= n:
        raise Undefined(f"the entry number {k} of {n}")
    k = n + 1 - k if smallest else k
    if ev.signs is not None:
        ranked = _tournament(ev, entries.value, ev.signs)[:, k - 1]
        rows = np.arange(ev.ring.batch)
        whole = ev.jets.linear(entries, lambda x: np.broadcast_to(x, (ev.ring.batch, *x.shape[1:])))
        return ev.jets.linear(whole, lambda x: x[rows, ranked][:, None])
    if entries.constant and isinstance(ev.ring, ObjectRing):
        return _wrap(ev, ev.ring.kth_largest(list(entries.value[0, :, 0]), k))
    if entries.constant and isinstance(ev.ring, FloatRing):
        return Jet({(): ev.ring.ranked(entries.value, k)})
    if ev.ring.batch != 1:
        raise NotSupported(f"{ev.ring.name} have no order that is differentiated")
    position = _kth_position(ev, entries, k)
    return ev.jets.linear(entries, lambda x: x[:, position : position + 1])


def _tournament(ev: Evaluator, values: Array, book: SignBook) -> Array:
    """Positions in descending order under the drawn signs of all differences; cyclic patterns are ruled out."""
    n = values.shape[1]
    wins = np.zeros((ev.ring.batch, n), dtype=np.int64)
    for i in range(n):
        for j in range(i):
            difference = ev.ring.add(values[:, i : i + 1], ev.ring.neg(values[:, j : j + 1]))
            sign = book.signs(difference)[:, 0, 0]
            wins[:, i] += sign >= 0
            wins[:, j] += sign < 0
    book.rule_out((np.sort(wins, axis=1) != np.arange(n)).any(axis=1))
    return np.argsort(-wins, axis=1, kind="stable")


def _kth_position(ev: Evaluator, entries: Jet, k: int) -> int:
    values = entries.value

    def compare(i: int, j: int) -> int:
        difference = ev.ring.add(values[:, i : i + 1], ev.ring.neg(values[:, j : j + 1]))
        return int(ev.ring.sign(difference)[0, 0, 0])

    ranked = sorted(range(values.shape[1]), key=cmp_to_key(compare), reverse=True)
    for neighbor in (k - 2, k):
        if 0 <= neighbor < len(ranked) and not entries.constant and compare(ranked[k - 1], ranked[neighbor]) == 0:
            raise Undefined("a tie of a maximum is differentiated")
    return ranked[k - 1]


# Spectra: values only.


def _constant(ev: Evaluator, a: Expr, scope: Scope) -> Array:
    """The values of a matrix at all points."""
    jet = ev.jet(a, scope)
    if not jet.constant:
        raise NotSupported("the exact road does not differentiate spectra")
    return jet.value


def _one_matrix(ev: Evaluator, a: Expr, scope: Scope) -> Array:
    values = _constant(ev, a, scope)
    if ev.ring.batch != 1:
        raise NotSupported(f"{ev.ring.name} has no spectra")
    return values[0]


def _wrap(ev: Evaluator, value: object) -> Jet:
    out = ev.ring.zeros(1, 1, 1)
    out[0, 0, 0] = value
    return Jet({(): out})


def _spectral_values(ev: Evaluator, a: Expr, scope: Scope, *, symmetric: bool = False) -> list[Array]:
    """The eigenvalues of a symmetric matrix, or the singular values, descending."""
    if isinstance(ev.ring, FloatRing):
        return ev.ring.spectrum(_constant(ev, a, scope), symmetric)
    matrix = _one_matrix(ev, a, scope)
    values = ev.ring.eigenvalues(matrix) if symmetric else ev.ring.singular_values(matrix)
    return [_wrap(ev, value).value for value in values]


def _spectral_norm(ev: Evaluator, node: Expr, scope: Scope) -> Jet:
    values = _spectral_values(ev, node.args[0], scope)
    if node.data[0] == "2":
        return Jet({(): values[0]})
    if node.data[0] == "nuc":
        return Jet({(): reduce(ev.ring.add, values)})
    raise NotSupported(f"the norm {node.data[0]}")


@rule("sigma", "eig")
def _spectrum(ev: Evaluator, node: Expr, scope: Scope) -> Jet:
    values = _spectral_values(ev, node.args[0], scope, symmetric=node.op == "eig")
    which = node.data[0]
    k = {"max": 1, "min": len(values)}[which] if isinstance(which, str) else ev.size(which, scope)
    if not 1 <= k <= len(values):
        raise Undefined(f"the singular value or eigenvalue number {k} of {len(values)}")
    value = values[k - 1]
    return Jet({(): ev.ring.rounded(value, values) if isinstance(ev.ring, FloatRing) else value})


@rule("rank")
def _rank(ev: Evaluator, node: Expr, scope: Scope) -> Jet:
    if isinstance(ev.ring, FloatRing):
        return Jet({(): ev.ring.rank(_constant(ev, node.args[0], scope))})
    return Jet({(): ev.ring.number(Fraction(ev.ring.rank(_one_matrix(ev, node.args[0], scope))))})


@rule("sup", "inf", "limit", "limsup", "liminf", "fun")
def _none(ev: Evaluator, node: Expr, scope: Scope) -> Jet:
    raise NotSupported(f"the exact road does not evaluate '{node.op}'")
