r"""Evaluation bars: ``\left. f(x) \right|_{x = a}``, and ``f(x) \big|_{x = a}``, which does not say where it begins.

A bar without its left part stands behind all of the term in front of it, or behind its last factor alone: in the Taylor term
``(x - a) f'(x) |_{x = a}`` the first factor is at x. Where an earlier factor moves with the variable, both are readings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from derive import build as b
from derive.core import Expr
from derive.errors import DeriveError, NameProblem, NotSupported
from derive.language.derivatives.targets import Target, target_of
from derive.language.lexing.vocabulary import HADAMARD_OPS, KRONECKER_OPS, PRODUCT_OPS
from derive.language.scope.dependence import check_expression
from derive.language.scope.derivative_marks import is_differentiation, written_mark
from derive.language.scope.moving import depend, is_written
from derive.language.scope.scope import Symbol
from derive.language.terms.readings import LAST_EVALUATED
from derive.language.terms.terms import Term
from derive.language.tree.names import EMPTY, Key, bare, base_key, is_empty, whole_key
from derive.language.tree.syntax import Syn
from derive.sizes import Shape

if TYPE_CHECKING:
    from derive.language.formulas.expressions import Reader

_PRODUCTS = HADAMARD_OPS | KRONECKER_OPS | PRODUCT_OPS
_Closing = Callable[[Syn], Syn]


def evaluated(r: Reader, syn: Syn) -> Term:
    r"""Read ``\left. expression \right|_{x = value}`` and ``expression \big|_{x = value}``, also ``\frac{\partial f}{\partial x} |_{value}``."""
    group, sub, sup = syn.children
    condition = bare(sub)
    if condition.kind != "relation":
        listed = condition.kind == "list" or any(c.kind == "list" for c in condition.children)
        variable = None if listed else _only_variable(r, group.children[0])
        if variable is not None:
            condition = Syn("relation", "=", (variable, condition), condition.span)
            syn = Syn(syn.kind, syn.value, (group, condition, sup), syn.span)
    if condition.kind != "relation" or condition.value != "=" or not is_empty(sup):
        raise NotSupported("this evaluation bar", r.at(syn), r"write what is put in: \left. f(x) \right|_{x = \hat x}")
    with _bound(r, group.children[0], condition.children[0]):
        return _evaluated(r, syn, condition)


def _evaluated(r: Reader, syn: Syn, condition: Syn) -> Term:
    target = target_of(r, [condition.children[0]])
    if target.entry is not None or target.part is not None or target.transposed:
        raise NotSupported("an evaluation at this")
    narrow = _narrowed(r, syn, target)
    is_local = all(core != target.core for core in r.scope.by_core())
    if is_local and (narrow is not None or is_written(r, condition.children[1], target.core)):
        raise NameProblem(f"{target.latex} is not declared outside of what this bar evaluates", r.at(syn))
    if narrow is not None and r.chooses(LAST_EVALUATED):
        return r.read(narrow)
    return _at_value(r, syn.children[0].children[0], target, condition)


def _only_variable(r: Reader, written: Syn) -> Syn | None:
    """The one variable by which a text differentiates, None if there are none or several."""
    found: dict[Key, Syn] = {}
    for _, node in written.walk():
        below = bare(node.children[1]) if node.kind == "frac" and is_differentiation(node) else None
        names = (
            [c for c in below.children if written_mark(c) is None] if below is not None and below.kind == "juxt" else []
        )
        mark = bare(node.children[0]) if node.kind == "script" else node
        if (mark.kind, mark.value) == ("partial", "nabla") and node.kind == "script" and not is_empty(node.children[1]):
            names = [bare(node.children[1])]
        elif (node.kind, node.value) == ("partial", "nabla"):
            names = _only_argument(r, written, node)
        names = [_without_power(name) for name in names]
        found |= {key: name for name in names if (key := whole_key(name)) is not None}
        if len(found) > 1 or any(whole_key(name) is None for name in names):
            return None
    return next(iter(found.values()), None)


def _without_power(name: Syn) -> Syn:
    if name.kind != "script" or bare(name.children[2]).kind != "num":
        return name
    base, sub, _ = name.children
    return base if is_empty(sub) else Syn("script", name.value, (base, sub, EMPTY), name.span)


def _only_argument(r: Reader, written: Syn, nabla: Syn) -> list[Syn]:
    r"""The argument of the function of one argument behind a bare ``\nabla``."""
    rows = [
        node.children for _, node in written.walk() if node.kind == "juxt" and any(c is nabla for c in node.children)
    ]
    behind = [y for row in rows for x, y in zip(row, row[1:], strict=False) if x is nabla]
    found = r.find(behind[0]) if len(behind) == 1 else None
    symbol = found[0] if found is not None and isinstance(found[0], Symbol) else None
    own = r.scope.by_core().get(symbol.params[0]) if symbol is not None and len(symbol.params) == 1 else None
    if own is None or not own.key.plain.isalpha():
        return []
    return [Syn("name", f"{own.key.style}:{own.key.plain}", (), nabla.span)]


@contextmanager
def _bound(r: Reader, written: Syn, variable: Syn) -> Iterator[None]:
    r"""Bind the number t of ``\frac{d}{dt} f(x + t y) \big|_{t = 0}`` if it is not declared: the bar puts in its value."""
    key = base_key(variable)
    if key is None or r.find(variable) is not None or not _is_differentiated_by(written, key):
        yield
        return
    r.local[key] = b.fresh(key.plain), Shape()
    try:
        yield
    finally:
        del r.local[key]


def _is_differentiated_by(written: Syn, key: Key) -> bool:
    r"""Whether a text has a derivative by a name that is written with d and not with \partial: by a number."""
    for _, node in written.walk():
        below = bare(node.children[1]) if node.kind == "frac" and is_differentiation(node) else None
        if below is not None and below.kind == "juxt" and len(below.children) == 2:
            mark, by = written_mark(below.children[0]), below.children[1]
            name = by.children[0] if by.kind == "script" and is_empty(by.children[1]) else by
            if mark is not None and mark[0] == "d" and base_key(bare(name)) == key:
                return True
    return False


def _at_value(r: Reader, written: Syn, target: Target, condition: Syn) -> Term:
    """Return what is written with a value in the place of a variable."""
    term, value = r.read(written), r.read(condition.children[1])
    if value.zero:
        value = r.a.like(value, r.a.known(b.var(target.core, target.shape)))
    r.a.agree("the value does not fit", r.a.known(b.var(target.core, target.shape), condition.children[0]), value)

    def make(e: Expr, v: Expr) -> Expr:
        symbol = r.scope.by_core().get(target.core)
        if symbol is not None:
            check_expression(r, e, symbol.key, symbol.shape)
        return b.substitute(r.definitions().expand(e, through=[target.core]), {target.core: v})

    return Term(term.rows, term.cols, (term, value), make, written)


# Where a bar begins.


def _narrowed(r: Reader, syn: Syn, target: Target) -> Syn | None:
    r"""Return the term with the bar behind its last factor that moves with the variable; None if no other one does.

    A bar with its left part, ``\left.``, begins there: what it closes begins behind that. Nobody writes ``x |_{x = y}`` for y:
    the bar behind ``x^\top A x`` stands behind all of it.
    """
    group, variable = syn.children[0], bare(bare(syn.children[1]).children[0])
    if group.span[0] != group.children[0].span[0]:
        return None
    closed: list[Syn] = []

    def close(last: Syn) -> Syn:
        closed.append(last)
        return Syn("script", syn.value, (Syn("group", "eval", (last,), last.span), *syn.children[1:]), last.span)

    try:
        outside, narrow = _split(r, group.children[0], (target.core,), close)
    except DeriveError:
        return None  # It is refused where the whole term is read.
    if not closed or bare(closed[0]).same(variable):
        return None
    return narrow if outside else None


def _split(r: Reader, term: Syn, variables: Sequence[str], close: _Closing) -> tuple[bool, Syn]:
    """Return whether a term moves outside of its last moving factor, and the term with that factor closed."""
    if term.kind == "juxt":
        return _split_row(r, term, variables, close)
    if term.kind == "infix" and term.value in _PRODUCTS:
        left, right = term.children
        if not depend(r, (right,), variables):
            outside, left = _split(r, left, variables, close)
        else:
            outside, right = _split(r, right, variables, close)
            outside = outside or depend(r, (left,), variables)
        return outside, Syn("infix", term.value, (left, right), term.span)
    if (term.kind, term.value) == ("frac", "/"):
        return _split_quotient(r, term, variables, close)
    if term.kind == "bigop" and term.value != "int":
        *limits, body = term.children
        outside, body = _split(r, body, variables, close)
        return outside or depend(r, limits, variables), Syn("bigop", term.value, (*limits, body), term.span)
    if term.kind == "add" and len(term.children) == 1:
        outside, inner = _split(r, term.children[0], variables, close)
        return outside, Syn("add", term.value, (inner,), term.span)
    return False, close(term)


def _split_row(r: Reader, term: Syn, variables: Sequence[str], close: _Closing) -> tuple[bool, Syn]:
    row, places = term.children, [0]
    with r.trial():
        while places[-1] < len(row):
            places.append(r.factor(row, places[-1])[1])
    factors = [row[start:end] for start, end in zip(places, places[1:], strict=False)]
    moving = [k for k, factor in enumerate(factors) if depend(r, factor, variables)]
    if not moving:
        return False, close(term)
    last = moving[-1]
    if len(factors[last]) == 1:
        outside, inner = _split(r, factors[last][0], variables, close)
    else:
        outside, inner = False, close(_joined(factors[last]))
    narrow = (*row[: places[last]], inner, *row[places[last + 1] :])
    return outside or len(moving) > 1, _joined(narrow)


def _split_quotient(r: Reader, term: Syn, variables: Sequence[str], close: _Closing) -> tuple[bool, Syn]:
    r"""A bar behind ``x f(x) / g(x)`` closes the quotient of the last factor at least: its denominator alone never."""
    top, bottom = term.children
    if not depend(r, (bottom,), variables):
        outside, top = _split(r, top, variables, close)
        return outside, Syn("frac", "/", (top, bottom), term.span)
    return _split(r, top, variables, lambda last: close(Syn("frac", "/", (last, bottom), term.span)))


def _joined(row: Sequence[Syn]) -> Syn:
    flat = [child for node in row for child in (node.children if node.kind == "juxt" else (node,))]
    return flat[0] if len(flat) == 1 else Syn("juxt", "", tuple(flat), (flat[0].span[0], flat[-1].span[1]))


__all__ = ["evaluated"]
