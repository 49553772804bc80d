"""Definitions inside core expressions: which names they go through, expanding them, applying functions.

While a statement is read, defined names stand as variables.  They are expanded only as far as a derivative or an
application needs it, and completely at the end.  All results share sub-expressions.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from weakref import WeakSet

from derive.build import (
    blocks,
    free_names,
    hcat,
    reshape,
    substitute,
    vcat,
)
from derive.core import Expr, Formula, Logic, Quantified, Rel, walk
from derive.errors import NotSupported, ShapeProblem
from derive.language.scope.scope import Symbol
from derive.language.terms.dimensions import split_dim
from derive.size_names import map_sizes
from derive.sizes import Dim, Shape, Size, product

DEPTH_LIMIT = 400
NODE_LIMIT = 200_000


_checked: WeakSet[Expr] = WeakSet()
"""Expressions that were found small enough before."""


def check_size(e: Expr) -> None:
    """Refuse expressions that are too deep or too large to be handled.

    Raises:
        NotSupported: Naming the limit.
    """
    if e in _checked:
        return
    depth: dict[Expr, int] = {}
    for node in walk(e):
        depth[node] = 1 + max((depth[a] for a in node.args), default=0)
        if len(depth) > NODE_LIMIT:
            raise NotSupported(
                f"the formula has more than {NODE_LIMIT} distinct parts once its definitions are expanded"
            )
    if depth[e] > DEPTH_LIMIT:
        raise NotSupported(
            f"the formula is nested {depth[e]} deep once its definitions are expanded ({DEPTH_LIMIT} at most)"
        )
    _checked.add(e)


class Definitions:
    """The definitions in force: symbols by core name."""

    def __init__(self, symbols: Mapping[str, Symbol]) -> None:
        self.symbols = symbols
        self._reach: dict[str, frozenset[str]] = {}
        self._expanded: dict[tuple[frozenset[str] | None, frozenset[str]], dict[str, Expr]] = {}

    def _defined(self, names: Iterable[str]) -> list[str]:
        return [n for n in names if n in self.symbols and self.symbols[n].body is not None]

    def reach(self, name: str) -> frozenset[str]:
        """Return all names that a definition goes through (itself included)."""
        stack = [name]
        while stack:
            top = stack[-1]
            if top in self._reach:
                stack.pop()
                continue
            symbol = self.symbols.get(top)
            inner = free_names(symbol.body) if symbol is not None and symbol.body is not None else frozenset()
            missing = [n for n in inner if n not in self._reach and n != top]
            if missing:
                stack.extend(missing)
                continue
            self._reach[top] = frozenset((top,)).union(*(self._reach[n] for n in inner if n != top))
            stack.pop()
        return self._reach[name]

    def expand(self, e: Expr, through: Iterable[str] | None = None, keep: Iterable[str] = ()) -> Expr:
        """Expand definitions in an expression.

        Args:
            e: The expression.
            through: Expand only the definitions that depend on one of these names; None expands all.
            keep: Names that are never expanded.
        """
        kept = set(keep)
        wanted = None if through is None else set(through)
        done = self._expanded.setdefault((None if wanted is None else frozenset(wanted), frozenset(kept)), {})

        def chosen(names: Iterable[str]) -> list[str]:
            return [
                n for n in self._defined(names) if n not in kept and (wanted is None or wanted & (self.reach(n) - {n}))
            ]

        needed = chosen(free_names(e))
        stack = list(needed)
        while stack:
            top = stack[-1]
            if top in done:
                stack.pop()
                continue
            body = self.symbols[top].body
            assert body is not None
            inner = chosen(free_names(body))
            missing = [n for n in inner if n not in done]
            if missing:
                stack.extend(missing)
                continue
            done[top] = substitute(body, {n: done[n] for n in inner}) if inner else body
            check_size(done[top])
            stack.pop()
        result = substitute(e, {n: done[n] for n in needed}) if needed else e
        check_size(result)
        return result

    def expand_formula(self, f: Formula) -> Formula:
        """Expand all definitions in a formula."""
        if isinstance(f, Rel):
            return Rel(f.op, self.expand(f.lhs), self.expand(f.rhs), f.data)
        if isinstance(f, Logic):
            return Logic(f.op, tuple(self.expand_formula(a) for a in f.args))
        return Quantified(f.kind, f.names, self.expand_formula(f.body))

    def apply(self, symbol: Symbol, values: Mapping[str, Expr]) -> Expr:
        """Return a defined function at other arguments (a value of another shape adapts the sizes)."""
        assert symbol.body is not None
        body = self.expand(symbol.body, through=values)
        mapping: dict[str, Size] = {}
        told = dict(zip(symbol.params, symbol.arguments, strict=False))
        for name, value in values.items():
            own = told.get(name) or (self.symbols[name].shape if name in self.symbols else value.shape)
            _match_sizes(symbol, own, value.shape, mapping)
        mapping = {n: s for n, s in mapping.items() if s != Size.of(n)}
        if mapping and any(node.op == "fun" for node in walk(body)):
            own = self.symbols[next(iter(values))].shape if next(iter(values)) in self.symbols else symbol.arguments[0]
            raise ShapeProblem(f"{symbol.latex} is an arbitrary function of arguments of shape {own}")
        if mapping:
            others = sorted(free_names(body) - values.keys())
            stiff = [n for n in others if n in self.symbols and _shape_sizes(self.symbols[n].shape) & mapping.keys()]
            if stiff:
                raise ShapeProblem(
                    f"{symbol.latex} is defined with {self.symbols[stiff[0]].latex}, whose sizes do not fit this argument"
                )
            body = map_sizes(body, mapping)
        return substitute(body, values)


def _shape_sizes(shape: Shape) -> frozenset[str]:
    rows, cols = shape.totals
    return rows.names | cols.names


def _match_sizes(symbol: Symbol, own: Shape, new: Shape, mapping: dict[str, Size]) -> None:
    """Read off what the sizes of a declared argument become at an argument of another shape."""
    if own.totals == new.totals:
        for name in _shape_sizes(own):
            _match_one(symbol, name, Size.of(name), own, new, mapping)
        return
    for left, right in zip(own.totals, new.totals, strict=True):
        if left.constant is not None or len(left.names) != 1 or left != Size.of(next(iter(left.names))):
            if left != right:
                raise ShapeProblem(f"{symbol.latex} takes an argument of shape {own}, not {new}")
            continue
        _match_one(symbol, next(iter(left.names)), right, own, new, mapping)


def _match_one(symbol: Symbol, name: str, value: Size, own: Shape, new: Shape, mapping: dict[str, Size]) -> None:
    if mapping.setdefault(name, value) != value:
        raise ShapeProblem(f"{symbol.latex} takes an argument of shape {own}, not {new}")


# Sizes inside expressions.


def split_shape(shape: Shape, composite: Mapping[str, Dim]) -> Shape:
    """Write a shape in sizes that are not equal to products of others."""
    return Shape(split_dim(shape.rows, composite), split_dim(shape.cols, composite))


def split_sizes(e: Expr, composite: Mapping[str, Dim]) -> Expr:
    """Write an expression in sizes that are not equal to products of others: (d,) becomes (h, d_k) everywhere."""
    equal = {name: product(parts) for name, parts in composite.items()}

    def data_of(value: object) -> object:
        if isinstance(value, Size):
            return value.substitute(equal)
        if isinstance(value, Shape):
            return split_shape(value, composite)
        if isinstance(value, (Rel, Logic, Quantified)):
            return split_formula(value, composite)
        if isinstance(value, tuple):
            if all(isinstance(v, Size) for v in value):
                return split_dim(value, composite)
            return tuple(data_of(v) for v in value)
        return value

    done: dict[Expr, Expr] = {}
    for node in walk(e):
        args = tuple(done[a] for a in node.args)
        data = tuple(data_of(d) for d in node.data)
        shape = split_shape(node.shape, composite)
        if node.op == "blocks":
            done[node] = reshape(blocks(*data, *args), shape)
        elif node.op in ("hcat", "vcat"):
            done[node] = reshape((hcat if node.op == "hcat" else vcat)(*args), shape)
        else:
            done[node] = Expr(node.op, args, data, shape)
    return done[e]


def split_formula(f: Formula, composite: Mapping[str, Dim]) -> Formula:
    """`split_sizes` in every expression of a formula."""
    if isinstance(f, Rel):
        return Rel(f.op, split_sizes(f.lhs, composite), split_sizes(f.rhs, composite), f.data)
    if isinstance(f, Logic):
        return Logic(f.op, tuple(split_formula(a, composite) for a in f.args))
    names = tuple((n[0], split_shape(n[1], composite)) if len(n) == 2 else n for n in f.names)
    return Quantified(f.kind, names, split_formula(f.body, composite))


__all__ = ["Definitions", "check_size", "split_formula", "split_shape", "split_sizes"]
