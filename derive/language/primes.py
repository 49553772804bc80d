r"""Primes and orders as derivatives: ``f'(x)``, ``\sigma''(X)``, ``f^{(3)}(x)`` of a function from numbers to numbers.

A primed (or labelled) name that is declared means what it was declared as; only where there is none is it a derivative.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from derive import build as b
from derive.core import Expr
from derive.errors import NotSupported
from derive.language.names import EMPTY, Key, bare, base_key, is_empty
from derive.language.operators import MAPS
from derive.language.scope import Symbol
from derive.language.syntax import Syn
from derive.language.ties import check_ties

if TYPE_CHECKING:
    from derive.language.expressions import Reader

MAX_PRIMES = 4


def slope(r: Reader, syn: Syn) -> tuple[Symbol, Syn, Syn] | None:
    """Return the derivative that a primed name or one with an order is, with the scripts left; None if it is none.

    Raises:
        NotSupported: The function has several arguments or is not one of numbers, or the order is too high.

    """
    syn = bare(syn)
    node, sub, sup = (bare(syn.children[0]), *syn.children[1:]) if syn.kind == "script" else (syn, EMPTY, EMPTY)
    written = _order(sup)
    if not is_empty(sub) or (node.kind == "prime") == (written is not None):
        return None
    order, base = (int(node.value or 1), node.children[0]) if written is None else (written, node)
    sup = sup if written is None else EMPTY
    point = b.var(b.fresh("t"), b.SCALAR)
    value = _value(r, base, point)
    if value is None:
        return None
    if order > MAX_PRIMES:
        raise NotSupported(f"more than {MAX_PRIMES} primes, or a derivative of a higher order", r.at(syn))
    for _ in range(order):
        inner = b.fresh("t")
        body = b.substitute(value, {point.data[0]: b.var(inner, b.SCALAR)})
        value = b.reshape(b.deriv(body, inner, point), b.SCALAR)
    key = base_key(node) or Key("", "this")
    made = Symbol(key, "slope", key.plain, key.plain, body=value, params=(point.data[0],), arguments=(b.SCALAR,))
    return made, EMPTY, sup


def _order(sup: Syn) -> int | None:
    """The number in round brackets that a superscript is."""
    sup = bare(sup)
    if sup.kind != "group" or sup.value != "(":
        return None
    inner = bare(sup.children[0])
    return int(inner.value) if inner.kind == "num" and inner.value.isdigit() and len(inner.value) < 4 else None


def _value(r: Reader, base: Syn, point: Expr) -> Expr | None:
    """The value of an unprimed function at a number; None if the name is no function."""
    found = r.find(base)
    if found is None:
        key = base_key(base)
        return b.map_(MAPS[key.plain], point) if key is not None and key.plain in MAPS else None
    symbol, sub, sup = found
    if not isinstance(symbol, Symbol) or not symbol.params or not (is_empty(sub) and is_empty(sup)):
        return None
    if len(symbol.params) != 1 or not (symbol.arguments[0].is_scalar and symbol.shape.is_scalar):
        raise NotSupported(
            f"a prime or an order is a derivative of functions from numbers to numbers; write by what {symbol.latex} is differentiated",
            r.at(base),
        )
    r.mention(symbol)
    symbol = r.adapt(symbol)
    if symbol.kind == "fun":
        return b.reshape(b.fun(symbol.core, [b.reshape(point, symbol.arguments[0])], symbol.shape), b.SCALAR)
    assert symbol.body is not None
    check_ties(r, symbol.body, symbol.params, "its argument")
    return b.reshape(r.definitions().apply(symbol, {symbol.params[0]: point}), b.SCALAR)
