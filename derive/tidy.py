"""Small simplifications of a derived matrix: factors that are zero or an identity, sizes that are one, scalars in front.

Each replaces a node by an equal one of the same shape (Magnus and Neudecker, Matrix Differential Calculus, chapters 2
and 3: the mixed product rule, ``K_{n,1} = I``, ``A (x) 1 = A``); nothing is expanded or ordered.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from weakref import WeakSet

from derive.build import (
    add,
    commutation,
    const,
    diag,
    eye,
    hadamard,
    hpow,
    kron,
    map_,
    matmul,
    ones,
    rebuild,
    scale,
    transpose,
    vecr,
    zeros,
)
from derive.core import Expr, walk
from derive.sizes import Size, product

ROUNDS = 4


def tidied(e: Expr) -> Expr:
    """Return an equal expression with what `tidy` simplifies simplified everywhere."""
    for _ in range(ROUNDS):
        done: dict[Expr, Expr] = {}
        for node in _untidy(e):
            done[node] = tidy(rebuild(node, [done.get(a, a) for a in node.args]))
            if done[node] is node and all(a in _settled for a in node.args):
                _settled.add(node)
        if done.get(e, e) is e:
            return e
        e = done[e]
    return e


_settled: WeakSet[Expr] = WeakSet()
"""Trees in which nothing is left to simplify: no state that a result could depend on."""


def _untidy(e: Expr) -> Iterator[Expr]:
    """Yield the sub-expressions that may be simplified, children first."""
    seen: set[Expr] = set()
    stack: list[tuple[Expr, bool]] = [(e, False)]
    while stack:
        node, done = stack.pop()
        if done:
            yield node
        elif node not in seen and node not in _settled:
            seen.add(node)
            stack.append((node, True))
            stack.extend((child, False) for child in node.args)


@lru_cache(maxsize=20_000)
def tidy(e: Expr) -> Expr:
    """Return the node, or an equal one that is simpler, of the same shape."""
    rule = _RULES.get(e.op)
    simpler = e if rule is None else rule(e)
    return simpler if simpler.shape == e.shape else e


def _add(e: Expr) -> Expr:
    kept = [a for a in e.args if a.op != "zeros"]
    parts = [_diagonal_first(a) for a in kept]
    if len(kept) > 1 and all(rest == parts[0][1] and vector is not None for vector, rest in parts):
        whole = diag(add(*(vector for vector, _ in parts if vector is not None)))
        return whole if parts[0][1] is None else matmul(whole, parts[0][1])
    return add(*kept) if kept else e.args[0]


def _matmul(e: Expr) -> Expr:
    a, b = e.args
    if a.op == "zeros" or b.op == "zeros":
        return zeros(e.shape.rows, e.shape.cols)
    if b.op == "eye" and a.shape == e.shape:
        return a
    if a.op == "eye" and b.shape == e.shape:
        return b
    if a.shape.is_scalar or b.shape.is_scalar:
        return matmul(a, b)
    for scaled, other in ((a, None), (b, a)):
        if scaled.op == "scale":
            s, inner = scaled.args
            return scale(s, matmul(inner, b) if other is None else matmul(other, inner))
    diagonal = _along_diagonal(a, b)
    if diagonal is not None:
        return diagonal
    if a.op == "kron" and b.op == "matmul" and b.args[0].op == "kron" and _conform(a, b.args[0]):
        return matmul(_mixed(a, b.args[0]), b.args[1])
    return _mixed(a, b) if a.op == b.op == "kron" and _conform(a, b) else e


def _along_diagonal(a: Expr, b: Expr) -> Expr | None:
    """``v^T diag(w) B = (v o w)^T B``, ``A diag(w) v = A (w o v)``, ``diag(v) diag(w) = diag(v o w)``."""
    first = b.args[0] if b.op == "matmul" else b
    last = a.args[-1] if a.op == "matmul" else a
    if not a.shape.rows and _is_diagonal(first):
        row = tidy(transpose(_entrywise(tidy(transpose(a)), first.args[0])))
        return row if first is b else tidy(matmul(row, b.args[1]))
    if not b.shape.cols and _is_diagonal(last):
        column = _entrywise(last.args[0], b)
        return column if last is a else tidy(matmul(a.args[0], column))
    if _is_diagonal(a) and _is_diagonal(first):
        both = diag(_entrywise(a.args[0], first.args[0]))
        return both if first is b else tidy(matmul(both, b.args[1]))
    return None


def _diagonal_first(e: Expr) -> tuple[Expr | None, Expr | None]:
    """(v, B) of ``s diag(v) B``, the number with v; B is None where nothing follows, v where no diagonal begins it."""
    if e.op == "scale":
        vector, rest = _diagonal_first(e.args[1])
        return (None if vector is None else scale(e.args[0], vector)), rest
    if e.op == "matmul" and _is_diagonal(e.args[0]):
        return e.args[0].args[0], e.args[1]
    return (e.args[0], None) if _is_diagonal(e) else (None, None)


def _is_diagonal(e: Expr) -> bool:
    return e.op == "diag" and not e.args[0].shape.cols


def _entrywise(v: Expr, w: Expr) -> Expr:
    if _is_ones(v) or _is_ones(w):
        return w if _is_ones(v) else v
    return tidy(hadamard(v, w))


def _is_ones(e: Expr) -> bool:
    return e.op == "ones" or (e.op == "transpose" and e.args[0].op == "ones")


def _conform(a: Expr, b: Expr) -> bool:
    return all(x.shape.cols == y.shape.rows for x, y in zip(a.args, b.args, strict=True))


def _mixed(a: Expr, b: Expr) -> Expr:
    """``(A (x) B)(C (x) D) = AC (x) BD``."""
    return tidy(kron(*(tidy(matmul(x, y)) for x, y in zip(a.args, b.args, strict=True))))


def _scale(e: Expr) -> Expr:
    s, a = e.args
    if a.op == "zeros" or (s.op == "const" and s.data[0] == 1):
        return a
    if s.op == "const" and s.data[0] == 0:
        return zeros(e.shape.rows, e.shape.cols)
    if s.op == "const" and a.op == "const":
        return const(s.data[0] * a.data[0])
    if s.op == "const" and a.op == "scale" and a.args[0].op == "const":
        return scale(const(s.data[0] * a.args[0].data[0]), a.args[1])
    if a.op == "scale" and a.args[0].op == "const" and s.op != "const":
        return scale(a.args[0], scale(s, a.args[1]))
    if s.op == "scale" and s.args[0].op == "const":
        return scale(s.args[0], scale(s.args[1], a))
    if a.op == "const" and s.shape == e.shape:
        return scale(a, s)
    if s.op == "hpow" and a.op == "scale" and a.args[0].op == "hpow":
        (base, p), (other, q) = s.args, a.args[0].args
        if base == other and p.op == q.op == "const":
            return scale(hpow(base, const(p.data[0] + q.data[0])), a.args[1])
    return e


def _transpose(e: Expr) -> Expr:
    (a,) = e.args
    if a.op == "transpose":
        return a.args[0]
    if a.op in ("eye", "diag") or a.shape.is_scalar:
        return a
    if a.op == "commutation":
        return commutation(a.data[1], a.data[0])
    if a.op == "kron":
        return kron(*map(tidy, map(transpose, a.args)))
    if a.op == "scale":
        return scale(a.args[0], transpose(a.args[1]))
    if a.op == "add":
        return add(*map(tidy, map(transpose, a.args)))
    if a.op == "matmul":
        return matmul(*(tidy(transpose(x)) for x in a.args[::-1]))
    return zeros(e.shape.rows, e.shape.cols) if a.op == "zeros" else e


def _unvecr(e: Expr) -> Expr:
    (v,) = e.args
    if v.shape == e.shape:
        return v
    return transpose(v) if not e.shape.rows else e


def _kron(e: Expr) -> Expr:
    a, b = e.args
    if a.op == "zeros" or b.op == "zeros":
        return zeros(e.shape.rows, e.shape.cols)
    if a.shape.is_scalar or b.shape.is_scalar:
        s, other = (a, b) if a.shape.is_scalar else (b, a)
        return other if s.op == "eye" else scale(s, other)
    if a.op == b.op == "eye":
        return eye(a.data[0] + b.data[0])
    for k, scaled in enumerate((a, b)):
        if scaled.op == "scale":
            s, inner = scaled.args
            return scale(s, kron(inner, b) if k == 0 else kron(a, inner))
    return e


def _commutation(e: Expr) -> Expr:
    m, n = e.data
    return eye(m + n) if Size.of(1) in (product(m), product(n)) else e


def _vecr(e: Expr) -> Expr:
    (a,) = e.args
    if a.shape == e.shape:
        return a
    if a.op == "scale":
        return scale(a.args[0], vecr(a.args[1]))
    return transpose(a) if not a.shape.rows else e


def _eye(e: Expr) -> Expr:
    return const(1) if e.shape.is_scalar else e


def _diag(e: Expr) -> Expr:
    (v,) = e.args
    if v.shape.is_scalar:
        return v
    if v.op == "transpose":
        return diag(v.args[0])
    if v.op == "ones":
        return eye(e.shape.rows)
    return scale(v.args[0], diag(v.args[1])) if v.op == "scale" else e


def _diagpart(e: Expr) -> Expr:
    (a,) = e.args
    return tidy(vecr(a.args[0])) if a.op == "diag" else e


def _hpow(e: Expr) -> Expr:
    """Powers of powers with an integer outside: ``(a^p)^k = a^{pk}`` wherever the left side is defined."""
    a, exponent = e.args
    if exponent.op != "const":
        return e
    (k,) = exponent.data
    if a.op == "hpow" and a.args[1].op == "const" and k.denominator == 1:
        return hpow(a.args[0], const(k * a.args[1].data[0]))
    if k == 0:
        return ones(e.shape.rows, e.shape.cols) if not e.shape.is_scalar else const(1)
    return a if k == 1 else e


def _sum(e: Expr) -> Expr:
    """``sum_i s_i e_i^T`` over all i is the row with the entries ``s_i``, where these are functions of entries i."""
    (body,) = e.args
    index, low, high = e.data
    if body.op == "zeros":
        return zeros(e.shape.rows, e.shape.cols)
    constant, inner = _front(body)
    if constant is not None and not _mentions(constant, index):
        return scale(constant, tidy(Expr("sum", (inner,), e.data, inner.shape)))
    s, unit = body.args if body.op == "scale" else (const(1), body)
    column = unit.args[0] if unit.op == "transpose" else unit
    if column.op != "basis" or column.data[0] != Size.of(index) or low != Size.of(1):
        return e
    (dims,) = column.data[1:]
    if product(dims) != high:
        return e
    entries = column_of(s, index, dims)
    if entries is None:
        return e
    return transpose(entries) if unit.op == "transpose" else entries


def _front(body: Expr) -> tuple[Expr | None, Expr]:
    return (body.args[0], body.args[1]) if body.op == "scale" else (None, body)


def _mentions(e: Expr, index: str) -> bool:
    """Whether an index occurs in the data of any node."""
    return any(index in item.names for node in walk(e) for item in node.data if isinstance(item, Size))


def column_of(s: Expr, index: str, dims: tuple[Size, ...]) -> Expr | None:
    """The column whose entries are a scalar expression in an index, if it is made of entries i and entrywise operations."""
    i = Size.of(index)
    if not _mentions(s, index):
        return scale(s, ones(dims))
    if s.op == "entry" and not _mentions(s.args[0], index):
        (a,) = s.args
        if s.data == (i, Size.of(1)) and a.shape.rows == dims and not a.shape.cols:
            return a
        return transpose(a) if s.data == (Size.of(1), i) and a.shape.cols == dims and not a.shape.rows else None
    if s.op in ("map", "hpow") and (s.op == "map" or not _mentions(s.args[1], index)):
        inner = column_of(s.args[0], index, dims)
        if inner is None:
            return None
        return map_(s.data[0], inner) if s.op == "map" else hpow(inner, s.args[1])
    if s.op in ("add", "scale", "hadamard"):
        if s.op == "scale" and not _mentions(s.args[0], index):
            inner = column_of(s.args[1], index, dims)
            return None if inner is None else scale(s.args[0], inner)
        parts = [column_of(a, index, dims) for a in s.args]
        known = [p for p in parts if p is not None]
        if len(known) < len(parts):
            return None
        return add(*known) if s.op == "add" else hadamard(*known)
    return None


_RULES = {
    "add": _add, "matmul": _matmul, "scale": _scale, "transpose": _transpose, "kron": _kron, "eye": _eye,
    "commutation": _commutation, "vecr": _vecr, "diag": _diag, "diagpart": _diagpart, "hpow": _hpow, "sum": _sum,
    "unvecr": _unvecr,
}  # fmt: skip


__all__ = ["column_of", "tidied", "tidy"]
