r"""Marks that make another name, or a derivative, of a name: ``f'``, ``\dot u``, ``\ddot u``, ``f^{(2)}``.

Of a function they are its derivatives. An equation for one says something of the function and defines nothing, and a
definition would be of another thing than what the mark says; of a variable they are new names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from derive.errors import NameProblem
from derive.language.lexing.vocabulary import MAPS
from derive.language.scope.expand import Definitions
from derive.language.scope.scope import Scope, Symbol
from derive.language.terms.terms import latex_of
from derive.language.tree.names import Key, Split, bare, base_key, bracket, is_empty, splits, word_latex
from derive.language.tree.syntax import Syn

DOTS = {"dot": 1, "ddot": 2, "dddot": 3}
MARKED = re.compile(r"^(dot_|ddot_|dddot_)|'|\^\(\d+\)$")
"""What the text of a marked name contains."""


class Marked(NamedTuple):
    """A name with marks: the name without them, and which derivative they are of a function."""

    base: Syn
    order: int
    dotted: bool = False


def unmarked(syn: Syn) -> Marked | None:
    """Return a name without its primes or dots; None if it has none."""
    syn = bare(syn)
    if syn.kind == "prime":
        return Marked(syn.children[0], int(syn.value or 1))
    if syn.kind == "name":
        style, _, base = syn.value.rpartition(":")
        parts = [p for p in style.split(".") if p]
        found = [p for p in parts if p in DOTS]
        if len(found) != 1:
            return None
        parts.remove(found[0])
        return Marked(Syn("name", f"{'.'.join(parts)}:{base}", (), syn.span), DOTS[found[0]], dotted=True)
    if syn.kind == "script":
        inner = unmarked(syn.children[0])
        if inner is not None:
            return inner._replace(base=Syn("script", syn.value, (inner.base, *syn.children[1:]), syn.span))
    return None


def order_of(syn: Syn) -> Marked | None:
    """Return a name without the number in round brackets that its superscript is; None if there is none."""
    syn = bare(syn)
    if syn.kind != "script" or not is_empty(syn.children[1]) or unmarked(syn) is not None:
        return None
    sup = bare(syn.children[2])
    inner = bare(sup.children[0]) if sup.kind == "group" and sup.value == "(" else sup
    if inner is sup or inner.kind != "num" or not inner.value.isdigit() or len(inner.value) > 3:
        return None
    return Marked(bare(syn.children[0]), int(inner.value))


def time_of(definitions: Definitions, symbol: Symbol) -> str | None:
    """Return the only number t of which functions that a definition goes through are functions: ``x(t)``."""
    reached = (definitions.symbols.get(n) for n in definitions.reach(symbol.core)) if symbol.body is not None else ()
    times = {
        s.params[0]
        for s in reached
        if s is not None and s is not symbol and len(s.params) == 1 and s.arguments[0].is_scalar
    }
    return times.pop() if len(times) == 1 else None


def is_derivative(scope: Scope, left: Syn) -> bool:
    r"""Return whether the left side of an equation is a derivative: ``f'(x)`` of a function f, ``\tanh'(x)``, ``\dot u``.

    Raises:
        NameProblem: An order, as in ``f^{(2)}(x) = ...``, which labels another function just as often.
    """
    left = bare(left)
    inner = bracket(left.children[-1]) if left.kind == "juxt" and len(left.children) == 2 else None
    head = left.children[0] if inner is not None else left
    marked = unmarked(head)
    if marked is not None:
        return _differentiable(scope, marked, called=inner is not None)
    ordered = order_of(head)
    if ordered is None or inner is None or any(scope.find(split.key) is not None for split in _whole(head)):
        return False
    if _differentiable(scope, ordered, called=True):
        name = latex_of(ordered.base)
        raise NameProblem(
            f"{latex_of(head)} may be a derivative of {name}, or another function",
            left.span[0],
            f"write {name}'' for a derivative, or := to define another function",
        )
    return False


def _whole(head: Syn) -> Iterator[Split]:
    return (split for split in splits(head) if is_empty(split.sub) and is_empty(split.sup))


def _differentiable(scope: Scope, marked: Marked, *, called: bool) -> bool:
    """Whether what is marked is a function (or, under a dot, what goes through functions of the time)."""
    for split in splits(marked.base):
        symbol = scope.find(split.key)
        if symbol is not None:
            return _is_function(scope, symbol, dotted=marked.dotted)
    key = base_key(marked.base)
    return called and not marked.dotted and key is not None and key.plain in MAPS


def _is_function(scope: Scope, symbol: Symbol, *, dotted: bool) -> bool:
    return bool(symbol.params) or (dotted and time_of(scope.definitions, symbol) is not None)


def check_marks(before: Scope, after: Scope, place: int | None) -> None:
    r"""Refuse a statement that makes a name of its own of a marked function, or a function of what has marked namesakes.

    Raises:
        NameProblem: ``f'(x) := 3 x`` beside a function f, in either order.
    """
    if after.symbols is before.symbols:
        return
    for key, symbol in after.symbols.items():
        if before.symbols.get(key) is symbol:
            continue
        base = after.find(_base(key)) if MARKED.search(key.plain) else None
        if base is not None and _clash(after, symbol, base):
            raise _taken(symbol, base.latex, place)
        if base is None and symbol.params and "'" in key.plain and _base(key).plain in MAPS:
            raise _taken(symbol, word_latex(_base(key).plain), place)
        if symbol.params:
            for other in after.visible().values():
                if MARKED.search(other.key.plain) and after.find(_base(other.key)) is symbol:
                    if _clash(after, other, symbol):
                        raise _taken(other, symbol.latex, place)


def _base(key: Key) -> Key:
    return Key(key.style, MARKED.sub("", key.plain))


def _clash(scope: Scope, symbol: Symbol, base: Symbol) -> bool:
    """Whether a marked name may be taken for a derivative of the name without its mark."""
    of_number = len(base.params) == 1 and base.arguments[0].is_scalar
    if symbol.key.plain.endswith(")"):
        return of_number and base.shape.is_scalar and all(shape.is_scalar for shape in symbol.arguments)
    defined = symbol.body is not None and symbol.body.op != "fun"
    dotted = symbol.key.plain.partition("_")[0] in DOTS
    return of_number or (defined and _is_function(scope, base, dotted=dotted))


def _taken(symbol: Symbol, base: str, place: int | None) -> NameProblem:
    return NameProblem(
        f"{symbol.latex} is the derivative of the function {base}, and no name of its own",
        place,
        "leave a declaration out, write = for a hypothesis about the derivative, or another name for another function",
    )


__all__ = ["DOTS", "MARKED", "Marked", "check_marks", "is_derivative", "order_of", "time_of", "unmarked"]
