r"""Derivatives written in front of their operand: \partial/\partial X, \nabla, D_X F(X)[H], differentials."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from derive import build as b
from derive.core import Expr
from derive.errors import NameProblem, NotSupported, ShapeProblem, SyntaxProblem
from derive.language import scripts
from derive.language.derivatives import bind, derivative_fraction, directional, marker, repeated
from derive.language.names import EMPTY, Key, bare, base_key, bracket, is_empty
from derive.language.scope import Symbol
from derive.language.syntax import Syn
from derive.language.targets import Target, target_of
from derive.language.terms import Term
from derive.sizes import Shape

if TYPE_CHECKING:
    from derive.language.expressions import Reader


def operator(r: Reader, children: Sequence[Syn], at: int) -> tuple[Term, int] | None:
    """Read a differentiation operator and its operand; None if there is none here."""
    node = children[at]
    if node.kind == "frac":
        return _fraction_operator(r, children, at)
    base = bare(node.children[0]) if node.kind == "script" else node
    if base.kind == "partial" and base.value == "nabla":
        return _nabla(r, children, at)
    if base.kind == "name" and base_key(base) in (Key("", "D"), Key("rm", "D")):
        result = _frechet(r, children, at)
        if result is not None:
            return result
    mark = marker(r, node)
    if mark is not None and at + 1 < len(children):
        return _differential(r, children, at, mark)
    return None


def _fraction_operator(r: Reader, children: Sequence[Syn], at: int) -> tuple[Term, int] | None:
    node = children[at]
    found = derivative_fraction(r, node)
    if found is None or found[0]:
        return None
    rest = children[at + 1 :]
    if not rest:
        raise SyntaxProblem("what is differentiated is missing", r.at(node))
    if len(rest) > 1 and bracket(rest[0]) is not None:
        # \frac{\partial}{\partial X}(A X) B: only the bracket is meant.
        term, end = r.factor(children, at + 1)
        assert term is not None
        return repeated(r, term, found[1], node), end
    return repeated(r, r.a.chain(r.factors(rest)), found[1], node), len(children)


def _operand(r: Reader, children: Sequence[Syn], at: int) -> tuple[Syn | None, Symbol | None, Sequence[Syn], int]:
    """Return (function, its symbol, arguments, next position) of a declared function that may be applied."""
    if at >= len(children):
        raise SyntaxProblem("what is differentiated is missing")
    found = r.find(children[at])
    symbol = found[0] if found is not None and isinstance(found[0], Symbol) and is_empty(found[1]) else None
    if symbol is None or symbol.kind not in ("def", "fun") or not symbol.params:
        return None, None, (), at
    inner = bracket(children[at + 1]) if at + 1 < len(children) else None
    if inner is not None and is_empty(inner[1]) and is_empty(inner[2]):
        return children[at], symbol, inner[0], at + 2
    return children[at], symbol, (), at + 1


def _at_point(r: Reader, symbol: Symbol, arguments: Sequence[Syn], syn: Syn) -> tuple[Target, Term, Term | None]:
    """Return (variable, function at its own arguments, point) of a function of one argument."""
    if len(symbol.params) != 1:
        raise NotSupported(f"write by which argument of {symbol.latex} is differentiated")
    r.mention(symbol)
    symbol = r.adapt(symbol)
    core, shape = symbol.params[0], symbol.arguments[0]
    own = r.scope.by_core().get(core)
    target = Target(core, shape, own.latex if own is not None else core)
    if symbol.kind == "fun":
        function = r.a.known(b.fun(symbol.core, [b.var(core, shape)], symbol.shape), syn)
    else:
        function = r.a.known(b.var(symbol.core, symbol.shape), syn)
    point = r.read(arguments[0]) if arguments else None
    if point is not None and not (r.u.unify(point.rows, shape.rows) and r.u.unify(point.cols, shape.cols)):
        raise ShapeProblem(f"{symbol.latex} takes an argument of shape {shape}, not {r.a.shape(point)}", r.at(syn))
    return target, function, point


def _nabla(r: Reader, children: Sequence[Syn], at: int) -> tuple[Term, int]:
    node = children[at]
    sub, sup = (node.children[1], node.children[2]) if node.kind == "script" else (EMPTY, EMPTY)
    order = 1 if is_empty(sup) else scripts.literal(sup)
    if order not in (1, 2):
        raise NotSupported("this power of \\nabla", r.at(node))
    name, symbol, arguments, end = _operand(r, children, at + 1)
    if not is_empty(sub):
        target = target_of(r, [sub])
        function, end = r.factor(children, at + 1)
        point: Term | None = None
        if function is None:
            raise SyntaxProblem("what is differentiated is missing", r.at(node))
    elif symbol is None or name is None:
        raise NameProblem("write by what \\nabla differentiates: \\nabla_X f", r.at(node))
    else:
        target, function, point = _at_point(r, symbol, arguments, name)
    if target.entry is not None or target.part is not None:
        raise NotSupported("a gradient by this", r.at(node))
    function = r.a.need_scalar("what \\nabla is applied to", function)
    own = point if point is not None else r.a.known(b.var(target.core, target.shape))

    def make(e: Expr, place: Expr) -> Expr:
        body, bound, _ = bind(r, e, target, of=function.syn)
        place = b.reshape(place, target.shape)
        if order == 1:
            return b.grad(body, bound, place)
        inner = b.fresh(target.core)
        gradient = b.grad(body, bound, b.var(inner, target.shape))
        return b.deriv(gradient, inner, place, r.options.derivative_mode)

    rows, cols = target.shape.rows, target.shape.cols
    if order == 2:
        d = rows + cols if r.options.derivative_mode == "vecr" else cols + rows
        rows, cols = d, d
    return Term(rows, cols, (function, own), make, node), end


def _frechet(r: Reader, children: Sequence[Syn], at: int) -> tuple[Term, int] | None:
    """Read ``D_X F(X)[H]`` (also ``D F(X)[H]`` and second order ``D^2 F(X)[H, K]``)."""
    node = children[at]
    if r.find(node) is not None and not _by_variable(r, node):
        return None
    end = next((k for k in range(at + 1, len(children)) if _square(children[k]) is not None), None)
    if end is None or end == at + 1:
        return None
    content, after_sub, after_sup = _square(children[end]) or ((), EMPTY, EMPTY)
    sub = node.children[1] if node.kind == "script" else EMPTY
    order = scripts.literal(node.children[2]) if node.kind == "script" and not is_empty(node.children[2]) else 1
    if order != len(content):
        raise SyntaxProblem(f"this derivative needs {order} direction(s), not {len(content)}", r.at(node))
    inner = children[at + 1 : end]
    directions = [r.read(d) for d in content]
    name, symbol, arguments, stop = _operand(r, inner, 0)
    if is_empty(sub):
        if symbol is None or name is None or stop != len(inner):
            raise NameProblem("write by what D differentiates: D_X F(X)[H]", r.at(node))
        target, function, point = _at_point(r, symbol, arguments, name)
    else:
        target, point = target_of(r, [sub]), None
        function = r.a.chain(r.factors(inner))
    if target.entry is not None or target.part is not None:
        raise NotSupported("a directional derivative by this", r.at(node))
    for direction in directions:
        r.a.agree("the direction does not fit", r.a.known(b.var(target.core, target.shape), sub or node), direction)
    args = (function, *directions, *(() if point is None else (point,)))
    count = len(directions)

    def make(e: Expr, *rest: Expr) -> Expr:
        place = b.var(target.core, target.shape) if point is None else b.reshape(rest[count], target.shape)
        body, bound, _ = bind(r, e, target, of=function.syn)
        for k, direction in enumerate(rest[:count]):
            if k == count - 1:
                return b.frechet(body, bound, place, direction)
            moved = b.fresh(target.core)
            body, bound = b.frechet(body, bound, b.var(moved, target.shape), direction), moved
        return body

    term = Term(function.rows, function.cols, args, make, node)
    return scripts.apply(r, term, after_sub, after_sup, children[end]), end + 1


def _by_variable(r: Reader, node: Syn) -> bool:
    """Return whether the subscript of a (declared) D is a variable: then it is no entry of D but a derivative."""
    found = r.find(node.children[1]) if node.kind == "script" and not is_empty(node.children[1]) else None
    whole = r.find(node)
    if found is None or whole is None or is_empty(whole[1]):
        return False
    symbol = found[0]
    return (
        isinstance(symbol, Symbol)
        and symbol.kind in ("var", "def")
        and is_empty(found[1])
        and not r.indices.find_bound(symbol.core)
    )


def _square(syn: Syn) -> tuple[tuple[Syn, ...], Syn, Syn] | None:
    if syn.kind == "group" and syn.value == "[":
        inner = syn.children[0]
        return (inner.children if inner.kind == "list" else (inner,)), EMPTY, EMPTY
    if syn.kind == "script":
        found = _square(syn.children[0])
        return None if found is None else (found[0], syn.children[1], syn.children[2])
    return None


def _differential(r: Reader, children: Sequence[Syn], at: int, mark: tuple[str, int]) -> tuple[Term, int]:
    node = children[at]
    if mark[1] != 1:
        raise NotSupported("a differential of higher order", r.at(node))
    key_symbol = r.find(children[at + 1])
    term, end = r.factor(children, at + 1)
    if term is None:
        raise SyntaxProblem("what is differentiated is missing", r.at(node))
    if not r.differentials:
        raise NameProblem("by what is differentiated? No dX with a declared X occurs", r.at(node))
    r.note("a differential dX is an arbitrary direction of the shape of X")
    parts: list[Term] = []
    for core, (direction, shape) in r.differentials.items():
        symbol = key_symbol[0] if key_symbol is not None else None
        if isinstance(symbol, Symbol) and symbol.core == core and key_symbol is not None and end == at + 2:
            own = r.a.known(b.var(direction, shape), node)
            return scripts.apply(r, own, key_symbol[1], key_symbol[2], node), end
        target = Target(core, shape, core)
        parts.append(directional(r, term, target, b.var(direction, shape), node))
    return r.a.add(parts, node), end


def differentials_of(r: Reader, statement: Syn) -> dict[str, tuple[str, Shape]]:
    """Find the variables whose differentials occur: ``dX`` or ``d vec_r(X)`` of a declared, undefined X."""
    found: dict[str, tuple[str, Shape]] = {}
    for _, node in statement.walk():
        if node.kind != "juxt":
            continue
        for k, child in enumerate(node.children[:-1]):
            if marker(r, child) is None:
                continue
            operand = node.children[k + 1]
            if operand.kind == "function" and operand.value in ("vec", "vec_r") and k + 2 < len(node.children):
                inner = bracket(node.children[k + 2])
                operand = inner[0][0] if inner is not None and len(inner[0]) == 1 else operand
            symbol = r.find(operand)
            if symbol is not None and isinstance(symbol[0], Symbol) and symbol[0].kind == "var":
                core = symbol[0].core
                found[core] = (f"d{core}", symbol[0].shape)
    return found


__all__ = ["differentials_of", "operator"]
