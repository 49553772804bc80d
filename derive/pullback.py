r"""Gradients of scalars in matrix form, from the last operation to the first: what multiplies the differential of every part.

If ``df = <G, dE>`` for a part ``E`` of an expression ``f``, the arguments of ``E`` get their share of ``G``: for ``E = A B``
they are ``G B^\top`` and ``A^\top G``. No Jacobian is formed, so that ``\operatorname{tr}(A X B)`` has the gradient ``A^\top B^\top``
and no vec of a Kronecker product. Source: Giles, Collected matrix derivative results for forward and reverse mode algorithmic
differentiation (2008), section 2; Magnus and Neudecker, Matrix Differential Calculus, chapter 9.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from derive.build import (
    add,
    basis,
    const,
    diag,
    diagpart,
    eye,
    free_names,
    hadamard,
    hpow,
    inv,
    map_,
    matmul,
    matmuls,
    mpow,
    neg,
    ones,
    reshape,
    scale,
    substitute,
    sum_,
    trace,
    transpose,
    unvecr,
    var,
    vecr,
    zeros,
)
from derive.core import Expr, walk
from derive.entry_sums import by_columns
from derive.errors import NotSupported
from derive.sizes import Size, product
from derive.steps import outer_slope

Share = Iterator[tuple[Expr, Expr]]
Shares = tuple[tuple[Expr, Expr], ...]
Rule = Callable[[Expr, Expr], Share]
MAX_POWER = 6


def gradient(body: Expr, name: str, point: Expr) -> Expr:
    """Return the gradient of a scalar expression by a variable, in the shape of the variable.

    Args:
        body: The expression, 1 x 1.
        name: The variable.
        point: Where the gradient is taken; its shape is that of the result.

    Raises:
        NotSupported: There is no rule for an operation on the way, or the expression is no scalar.
    """
    if not body.shape.is_scalar:
        raise NotSupported("a gradient of what is no scalar")
    found = _pulled(by_columns(body), const(1), name)
    return zeros(point.shape.rows, point.shape.cols) if found is None else substitute(found, {name: point})


def shares_of(body: Expr, name: str) -> Iterator[tuple[str, Shares]]:
    """Yield the differential of a scalar from its last operation to its first, each time with the operation that was taken.

    Args:
        body: The scalar.
        name: The variable.

    Yields:
        Pairs ``(G, E)`` whose ``<G, dE>`` have the sum ``d body``; at the end every ``E`` is the variable.

    Raises:
        NotSupported: There is no rule for an operation on the way.
    """
    yield "", ((const(1), body),)
    for op, waiting, result in _taken(body, const(1), name):
        own = ((add(*result), var(name, result[0].shape)),) if result else ()
        yield op, (*((add(*shares), node) for node, shares in waiting.items()), *own)


def _pulled(body: Expr, weight: Expr, name: str) -> Expr | None:
    """The share of a variable in ``<weight, d body>``; None where it does not occur."""
    results = [result for _, _, result in _taken(body, weight, name)]
    return add(*results[-1]) if results and results[-1] else None


def _taken(body: Expr, weight: Expr, name: str) -> Iterator[tuple[str, dict[Expr, list[Expr]], list[Expr]]]:
    """Every operation in turn, with the shares that wait and those of the variable."""
    shares: dict[Expr, list[Expr]] = {body: [weight]}
    result: list[Expr] = []
    for node in reversed(list(walk(body))):
        if node not in shares or name not in free_names(node):
            continue
        whole = add(*shares.pop(node))
        if node.op == "var":
            result.append(whole)
        elif node.op == "sum":
            index, low, high = node.data
            part = _pulled(node.args[0], whole, name)
            if part is not None:
                result.append(sum_(index, low, high, part))
        else:
            rule = RULES.get(node.op)
            if rule is None:
                raise NotSupported(f"no rule for the gradient through {node.op}")
            for argument, share in rule(node, whole):
                if name in free_names(argument):
                    shares.setdefault(argument, []).append(share)
        yield node.op, shares, result


def inner(a: Expr, b: Expr) -> Expr:
    """Return the sum of the entries of an entrywise product, ``tr(A^T B)``."""
    if a.shape.is_scalar:
        return scale(a, b)
    if not a.shape.cols:
        return matmul(transpose(a), b)
    if not a.shape.rows:
        return matmul(a, transpose(b))
    return trace(matmul(transpose(a), b))


def _add(e: Expr, g: Expr) -> Share:
    for a in e.args:
        yield a, reshape(g, a.shape)


def _scale(e: Expr, g: Expr) -> Share:
    s, a = e.args
    yield a, scale(s, g)
    yield s, inner(g, a)


def _matmul(e: Expr, g: Expr) -> Share:
    a, b = e.args
    yield a, matmul(g, transpose(b))
    yield b, matmul(transpose(a), g)


def _hadamard(e: Expr, g: Expr) -> Share:
    a, b = e.args
    yield a, hadamard(g, b)
    yield b, hadamard(g, a)


def _hpow(e: Expr, g: Expr) -> Share:
    a, exponent = e.args
    if exponent.op != "const":
        raise NotSupported("a power with a symbolic exponent")
    (k,) = exponent.data
    if k == 2 and a.op == "norm" and _euclidean(a):
        yield a.args[0], scale(scale(const(2), g), a.args[0])  # also where the norm itself has a kink
        return
    lowered = a if k == 2 else hpow(a, const(k - 1))
    slope = scale(const(k), lowered)
    yield a, scale(slope, g) if a.shape.is_scalar else hadamard(g, slope)


def _map(e: Expr, g: Expr) -> Share:
    (a,) = e.args
    slope = outer_slope(e)
    yield a, scale(slope, g) if a.shape.is_scalar else hadamard(slope, g)


def _softmax(e: Expr, g: Expr) -> Share:
    """Row by row ``(diag(p) - p p^T) g``."""
    (a,) = e.args
    weighted = hadamard(e, g)
    if not a.shape.rows:
        yield a, matmul(g, _row_slope(e))
    else:
        sums = matmul(weighted, ones(a.shape.cols))
        yield a, hadamard(e, add(g, neg(matmul(sums, ones((), a.shape.cols)))))


def _row_slope(p: Expr) -> Expr:
    return add(diag(transpose(p)), neg(matmul(transpose(p), p)))


def _inv(e: Expr, g: Expr) -> Share:
    yield e.args[0], neg(matmuls(transpose(e), g, transpose(e)))


def _mpow(e: Expr, g: Expr) -> Share:
    (a,), (k,) = e.args, e.data
    if not 1 <= k <= MAX_POWER:
        raise NotSupported(f"the power {k} of a matrix")
    powers = [eye(a.shape.rows), a, *(mpow(a, r) for r in range(2, k))]
    for r in range(k):
        yield a, matmuls(transpose(powers[r]), g, transpose(powers[k - 1 - r]))


def _norm(e: Expr, g: Expr) -> Share:
    (a,) = e.args
    if _euclidean(e):
        yield a, scale(scale(g, hpow(e, const(-1))), a)
    elif e.data[0] == "1" and not (a.shape.rows and a.shape.cols):
        yield a, scale(g, map_("sign", a))
    else:
        raise NotSupported(f"no rule for the norm {e.data[0]} of a matrix")


def _euclidean(e: Expr) -> bool:
    (a,) = e.args
    return e.data[0] == "F" or (e.data[0] == "2" and not (a.shape.rows and a.shape.cols))


def _entry(e: Expr, g: Expr) -> Share:
    (a,), (i, j) = e.args, e.data
    units = [basis(k, dims) if dims else None for k, dims in ((i, a.shape.rows), (j, a.shape.cols))]
    if len(a.shape.rows) > 1 or len(a.shape.cols) > 1:
        raise NotSupported("an entry of a composite dimension")
    row, column = units
    if row is None:
        yield a, scale(g, transpose(column)) if column is not None else g
    else:
        yield a, scale(g, row if column is None else matmul(row, transpose(column)))


def _row(e: Expr, g: Expr) -> Share:
    (a,), (i,) = e.args, e.data
    if len(a.shape.rows) != 1:
        raise NotSupported("a row of a composite dimension")
    yield a, matmul(basis(i, a.shape.rows), g)


def _col(e: Expr, g: Expr) -> Share:
    (a,), (j,) = e.args, e.data
    if len(a.shape.cols) != 1:
        raise NotSupported("a column of a composite dimension")
    yield a, matmul(g, transpose(basis(j, a.shape.cols)))


def _diag(e: Expr, g: Expr) -> Share:
    (v,) = e.args
    column = diagpart(g)
    yield v, column if v.shape.rows else transpose(column)


def _trace(e: Expr, g: Expr) -> Share:
    """``<G, A B>`` with ``G = I``: the identity is left to the product."""
    (a,) = e.args
    if a.op == "matmul" and product(a.shape.rows) != Size.of(1):
        left, right = a.args
        yield left, scale(g, transpose(right))
        yield right, scale(g, transpose(left))
    else:
        yield a, scale(g, eye(a.shape.rows))


RULES: dict[str, Rule] = {
    "add": _add,
    "scale": _scale,
    "matmul": _matmul,
    "hadamard": _hadamard,
    "hpow": _hpow,
    "map": _map,
    "softmax": _softmax,
    "inv": _inv,
    "mpow": _mpow,
    "norm": _norm,
    "entry": _entry,
    "row": _row,
    "col": _col,
    "diag": _diag,
    "trace": _trace,
    "transpose": lambda e, g: iter([(e.args[0], transpose(g))]),
    "det": lambda e, g: iter([(e.args[0], scale(scale(g, e), transpose(inv(e.args[0]))))]),
    "diagpart": lambda e, g: iter([(e.args[0], diag(g))]),
    "vecr": lambda e, g: iter([(e.args[0], unvecr(g, e.args[0].shape.rows, e.args[0].shape.cols))]),
    "unvecr": lambda e, g: iter([(e.args[0], vecr(g))]),
    "reshape": lambda e, g: iter([(e.args[0], reshape(g, e.args[0].shape))]),
}


__all__ = ["Shares", "gradient", "inner", "shares_of"]
