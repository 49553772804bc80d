r"""Primes, dots and orders as derivatives of functions of one number: ``f'(x)``, ``\dot u(t)``, ``\sigma''(X)``, ``f^{(3)}(x)``.

A marked name that is declared means what it was declared as; only where there is none is it a derivative. A dot without
an argument is taken at the declared one; one on a name whose definition goes through functions of one time is
the derivative by that time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from derive import build as b
from derive.core import Expr
from derive.errors import NameProblem, NotSupported
from derive.language.derivatives.ties import check_ties
from derive.language.lexing.vocabulary import MAPS
from derive.language.scope.marks import DOTS, order_of, time_of, unmarked
from derive.language.scope.scope import Symbol
from derive.language.terms.terms import Term, latex_of
from derive.language.tree.names import EMPTY, Key, base_key, is_empty
from derive.language.tree.syntax import Syn
from derive.language.tree.triggers import about, nothing

if TYPE_CHECKING:
    from derive.language.formulas.expressions import Reader

MAX_PRIMES = 4


@about("prime", "group (", *(f"style {dots}" for dots in DOTS), untouched=nothing)
def slope(r: Reader, syn: Syn) -> tuple[Symbol, Syn, Syn] | None:
    """Return the derivative that a marked name or one with an order is, with the scripts left; None if it is none.

    Raises:
        NotSupported: The function has several arguments or is not one of a number, or the order is too high.

    """
    found = _slope(r, syn)
    return None if found is None else found[1:]


def _slope(r: Reader, syn: Syn) -> tuple[Symbol | None, Symbol, Syn, Syn] | None:
    """Return what is differentiated (None if it is built in), its derivative, and the scripts left."""
    marked = unmarked(syn) or order_of(syn)
    if marked is None:
        return None
    point = b.var(b.fresh("t"), b.SCALAR)
    read = _value(r, marked.base, point, dotted=marked.dotted)
    if read is None:
        return None
    own, value, sub, sup = read
    if marked.order > MAX_PRIMES:
        raise NotSupported(f"more than {MAX_PRIMES} primes, or a derivative of a higher order", r.at(syn))
    for _ in range(marked.order):
        inner = b.fresh("t")
        body = b.substitute(value, {point.data[0]: b.var(inner, b.SCALAR)})
        value = b.frechet(body, inner, point, b.const(1))
    key = base_key(marked.base) or Key("", "this")
    parts = (value.shape, value, (point.data[0],), (b.SCALAR,))
    return own, Symbol(key, "slope", key.plain, key.plain, *parts), sub, sup


def at_own_argument(r: Reader, syn: Syn) -> tuple[Term, Syn, Syn] | None:
    r"""Read ``\dot u`` at the argument that the function was declared with, with the scripts left.

    A prime needs its argument: ``s'`` is another s just as often.

    Raises:
        NameProblem: It was declared with none: ``f : \mathbb{R} \to \mathbb{R}``.
    """
    marked = unmarked(syn)
    found = _slope(r, syn) if marked is not None and marked.dotted else None
    if found is None or found[0] is None:
        return None
    own, made, sub, sup = found
    if own.kind == "fun":
        raise NameProblem(f"{latex_of(syn)} needs its argument", r.at(syn))
    t = own.params[0] if own.params else time_of(r.definitions(), own)
    assert t is not None and made.body is not None
    value = b.substitute(made.body, {made.params[0]: b.var(t, b.SCALAR)})
    return r.a.known(value, syn), sub, sup


def _value(r: Reader, base: Syn, point: Expr, *, dotted: bool) -> tuple[Symbol | None, Expr, Syn, Syn] | None:
    """An unmarked function, its value at a number, and the scripts left; None if the name is no function."""
    found = r.find(base)
    if found is None:
        key = base_key(base)
        built_in = key is not None and key.plain in MAPS and not dotted
        return (None, b.map_(MAPS[key.plain], point), EMPTY, EMPTY) if key is not None and built_in else None
    symbol, sub, sup = found
    if not isinstance(symbol, Symbol) or symbol.indices:
        return None
    t = time_of(r.definitions(), symbol) if dotted and not symbol.params else None
    if not symbol.params and t is None:
        return None
    one = len(symbol.params) == 1 and symbol.arguments[0].is_scalar
    if symbol.params and not (one and (dotted or symbol.shape.is_scalar or is_empty(sub))):
        raise NotSupported(
            f"a prime, a dot or an order is a derivative of functions of one number; write by what {symbol.latex} is differentiated",
            r.at(base),
        )
    r.mention(symbol)
    symbol = r.adapt(symbol)
    if symbol.kind == "fun":
        value = b.fun(symbol.core, [b.reshape(point, symbol.arguments[0])], symbol.shape)
        return symbol, value, sub, sup
    assert symbol.body is not None
    params = symbol.params or (str(t),)
    check_ties(r, symbol.body, params, "its argument")
    return symbol, r.definitions().apply(symbol, {params[0]: point}), sub, sup


__all__ = ["at_own_argument", "slope"]
