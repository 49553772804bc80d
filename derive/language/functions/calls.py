r"""Functions at arguments: ``f(X, W)`` of a defined or an arbitrary function, entry by entry where it takes numbers."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from derive import build as b
from derive.core import walk
from derive.errors import NotSupported, ShapeProblem
from derive.language.functions.lifted import lifted
from derive.language.scope import dependence
from derive.language.scope.scope import Symbol
from derive.language.terms.terms import Term, latex_of
from derive.language.tree.names import bare
from derive.language.tree.syntax import Syn
from derive.sizes import Shape, Size

if TYPE_CHECKING:
    from derive.language.formulas.expressions import Reader

ONE = Size.of(1)


def check_bar(r: Reader, symbol: Symbol, arguments: Sequence[Syn], behind: Syn) -> None:
    r"""Refuse a bar in the bracket behind a function, ``f(x \mid y)``, that separates no arguments of it.

    Raises:
        NotSupported: The function has another number of arguments.
    """
    while behind.kind in ("group", "script"):
        behind = behind.children[0]
    if (behind.kind, behind.value) == ("infix", "mid") and len(symbol.params) - len(arguments) not in (0, symbol.parameters):
        raise NotSupported("the operator mid", r.at(behind), f"{symbol.latex} takes {len(symbol.params)} argument(s)")


def call(r: Reader, symbol: Symbol, arguments: Sequence[Syn], syn: Syn) -> Term:
    """Apply a declared function to arguments."""
    if not symbol.indices and symbol.kind != "slope":
        r.mention(symbol)
    symbol = r.adapt(symbol)
    left_out = len(symbol.params) - len(arguments)
    if left_out and left_out != symbol.parameters:
        raise ShapeProblem(f"{symbol.latex} takes {len(symbol.params)} argument(s), not {len(arguments)}", r.at(syn))
    dependence.check_definition(r, symbol, r.at(syn))
    given = dataclasses.replace(symbol, arguments=symbol.arguments[: len(arguments)])
    values = _placed(r, given, [r.read(argument) for argument in arguments], arguments)
    values += [_own(r, *own, syn) for own in zip(symbol.params, symbol.arguments, strict=True)][len(arguments) :]
    names = symbol.params
    if len(values) == 1 + (symbol.parameters if symbol.kind == "fun" else 0) and is_entrywise(r, symbol, values[0]):
        return _entrywise(r, symbol, values, syn)
    if symbol.kind == "fun":
        return abstract(r, symbol, values, syn)
    own = symbol.arguments
    prefer(r, own, values)
    shape = shape_of_call(r, symbol, values, syn)

    def make(*points: b.Expr) -> b.Expr:
        here = r.scope.by_core()
        own_point = all(
            p.op == "var" and p.data[0] == n and here.get(n) is symbol.mentions.get(n)
            for p, n in zip(points, names, strict=True)
        )
        if own_point and not symbol.indices:
            return b.var(symbol.core, symbol.shape)
        return r.definitions().apply(symbol, dict(zip(names, points, strict=True)))

    return Term(shape.rows, shape.cols, tuple(values), make, syn)


def _own(r: Reader, name: str, shape: Shape, syn: Syn) -> Term:
    """A parameter that is left out: itself."""
    symbol = r.scope.by_core().get(name)
    if symbol is not None:
        r.mention(symbol)
    return r.a.known(b.var(name, shape), syn)


def _placed(r: Reader, symbol: Symbol, values: Sequence[Term], written: Sequence[Syn]) -> list[Term]:
    """Return the values, a literal zero in the shape of its argument (its sizes those that the other values have).

    Raises:
        ShapeProblem: Another numeral stands for a vector or a matrix.
    """
    sizes: dict[str, Size] = {}
    for shape, value in zip(symbol.arguments, values, strict=True):
        for own, total in zip(shape.totals, (r.u.total(value.rows), r.u.total(value.cols)), strict=True):
            if not value.zero and total is not None and len(own.names) == 1 and own == Size.of(next(iter(own.names))):
                sizes.setdefault(next(iter(own.names)), total)
    placed: list[Term] = []
    for shape, value, syn in zip(symbol.arguments, values, written, strict=True):
        if not shape.is_scalar and not value.zero and bare(syn).kind == "num":
            raise ShapeProblem(
                f"{symbol.latex} takes an argument of shape {shape}, but {latex_of(syn)} is a number",
                r.at(syn),
                "write \\mathbf{1}_n for the vector of ones, \\mathbf{I}_n for the identity",
            )
        rows, cols = (tuple(s.substitute(sizes) for s in d) for d in (shape.rows, shape.cols))
        placed.append(r.a.placed(value, Shape(rows, cols)))
    return placed


def is_entrywise(r: Reader, symbol: Symbol, value: Term) -> bool:
    """Whether a function from numbers to numbers meets a matrix: like ``exp`` it acts entry by entry."""
    if not (symbol.arguments[0].is_scalar and symbol.shape.is_scalar):
        return False
    totals = (r.u.total(value.rows), r.u.total(value.cols))
    return None not in totals and totals != (Size.of(1), Size.of(1))


def _entrywise(r: Reader, symbol: Symbol, values: Sequence[Term], syn: Syn) -> Term:
    r.note(f"{symbol.latex} of a matrix acts entry by entry")

    def make(point: b.Expr, *others: b.Expr) -> b.Expr:
        if symbol.kind != "fun":
            number = b.var(b.fresh("number"), b.SCALAR)
            body = r.definitions().apply(symbol, {symbol.params[0]: number})
            whole = lifted(b.reshape(body, b.SCALAR), number.data[0], point)
            if whole is not None:
                return whole
        i, j = b.fresh("i"), b.fresh("j")
        (m, n), one = point.shape.totals, Size.of(1)
        entry = b.entry(point, one if m == one else Size.of(i), one if n == one else Size.of(j))
        if symbol.kind == "fun":
            body = b.fun(symbol.core, [b.reshape(entry, symbol.arguments[0]), *others], symbol.shape)
        else:
            body = r.definitions().apply(symbol, {symbol.params[0]: entry})
        return b.reshape(b.blocks(i, m, j, n, b.reshape(body, b.SCALAR)), point.shape)

    return Term(values[0].rows, values[0].cols, tuple(values), make, syn)


def prefer(r: Reader, own: Sequence[Shape], values: Sequence[Term]) -> None:
    """Give values whose sizes are not known those of the declared arguments."""
    for shape, value in zip(own, values, strict=True):
        if r.u.total(value.rows) is None:
            r.u.unify(value.rows, shape.rows)
        if r.u.total(value.cols) is None:
            r.u.unify(value.cols, shape.cols)


def sizes_of_call(r: Reader, own: Sequence[Shape], values: Sequence[Term]) -> dict[str, Size] | None:
    """Return what the sizes of declared arguments become where values of other sizes stand; None if they do not fit.

    A number is none of the vectors, and no vector one of the numbers, that a function is declared for.
    """
    mapping: dict[str, Size] = {}
    kept: set[str] = set()
    for shape, value in zip(own, values, strict=True):
        totals = (r.u.total(value.rows), r.u.total(value.cols))
        if totals == (ONE, ONE) and not shape.is_scalar:
            return None
        for left, right in zip(shape.totals, totals, strict=True):
            if right is None:
                continue
            if r.u.normal(left) == right:
                kept |= left.names
                continue
            name = next(iter(left.names)) if len(left.names) == 1 else ""
            if left != Size.of(name) or mapping.setdefault(name, right) != right:
                return None
    return None if kept & mapping.keys() else mapping


def shape_of_call(r: Reader, symbol: Symbol, values: Sequence[Term], syn: Syn) -> Shape:
    """Return the shape of a value: the sizes of the declared arguments become those of the values.

    Raises:
        ShapeProblem: They do not fit.
    """
    own = symbol.arguments
    mapping = sizes_of_call(r, own, values)
    if mapping is None:
        raise _misfit(r, symbol, own, values, syn)
    _note_sizes(r, symbol, own, mapping)
    _note_numbers(r, symbol, mapping)
    rows, cols = (tuple(s.substitute(mapping) for s in d) for d in (symbol.shape.rows, symbol.shape.cols))
    return Shape(tuple(s for s in rows if s != ONE), tuple(s for s in cols if s != ONE))


def _misfit(r: Reader, symbol: Symbol, own: Sequence[Shape], values: Sequence[Term], syn: Syn) -> ShapeProblem:
    """Return the refusal of values that have not the declared shapes, at the first that has not."""
    shape, value = next(
        ((s, v) for s, v in zip(own, values, strict=True) if sizes_of_call(r, [s], [v]) != {}), (own[0], values[0])
    )
    hint = f"write {symbol.latex} \\cdot (\\ldots) if a product is meant" if len(values) == 1 else ""
    return ShapeProblem(
        f"{symbol.latex} takes an argument of shape {shape}, but this one is {r.a.shape(value)}", r.at(syn), hint
    )


def _note_sizes(r: Reader, symbol: Symbol, own: Sequence[Shape], mapping: Mapping[str, Size]) -> None:
    """Say where sizes that are declared apart coincide in an argument: an X in R^{n x d} that is square, or a column."""
    names = {name for shape in own for total in shape.totals for name in total.names}
    for name, size in sorted(mapping.items()):
        if size == ONE or names & size.names:
            r.note(f"{symbol.latex} is applied with {name} = {size}")


def _note_numbers(r: Reader, symbol: Symbol, mapping: Mapping[str, Size]) -> None:
    """Say where a size that a definition writes as a number is another one: ``1 / n`` in the mean of an x in R^m."""
    body = None if symbol.body is None else r.definitions().expand(symbol.body, through=symbol.params)
    written = set() if body is None else {n for e in walk(body) if e.op == "size" for n in e.data[0].names}
    for name in sorted(written & mapping.keys()):
        r.note(
            f"the number {name} in the definition of {symbol.latex} is {mapping[name]} where it is applied to that size"
        )


def abstract(r: Reader, symbol: Symbol, values: Sequence[Term], syn: Syn) -> Term:
    """Apply an arbitrary function; raises `ShapeProblem` where an argument has another shape than declared."""
    for shape, value in zip(symbol.arguments, values, strict=True):
        if not (r.u.unify(value.rows, shape.rows) and r.u.unify(value.cols, shape.cols)):
            raise ShapeProblem(
                f"{symbol.latex} takes an argument of shape {shape}, but this one is {r.a.shape(value)}",
                r.at(syn),
            )

    def make(*points: b.Expr) -> b.Expr:
        fitted = [b.reshape(p, s) for p, s in zip(points, symbol.arguments, strict=True)]
        return b.fun(symbol.core, fitted, symbol.shape)

    return Term(symbol.shape.rows, symbol.shape.cols, tuple(values), make, syn)


__all__ = ["abstract", "call", "is_entrywise", "prefer", "shape_of_call", "sizes_of_call"]
