"""Names of sizes and indices inside core expressions: which occur, which are bound, others put for them."""

from __future__ import annotations

from collections.abc import Mapping
from weakref import WeakKeyDictionary

from derive.build import BINDS_INDEX
from derive.core import Expr, Formula, Logic, Quantified, Rel, formula_exprs, walk
from derive.fraction import Fraction
from derive.sizes import Dim, Shape, Size

_size_names: WeakKeyDictionary[Expr, frozenset[str]] = WeakKeyDictionary()


def map_sizes(e: Expr, mapping: Mapping[str, Size]) -> Expr:
    """Replace size and index names everywhere in an expression, shapes included (binders keep their names)."""
    if mapping.keys().isdisjoint(size_names(e)):
        return e
    done: dict[Expr, Expr] = {}
    for node in walk(e):
        args = tuple(done[a] for a in node.args)
        if node.op == "size":
            value = node.data[0].substitute(mapping)
            if value.constant is not None:
                done[node] = Expr("const", (), (Fraction(value.constant),), Shape())
                continue
        data = tuple(_map_data(d, mapping) for d in node.data)
        shape = Shape(_map_dim(node.shape.rows, mapping), _map_dim(node.shape.cols, mapping))
        done[node] = Expr(node.op, args, data, shape)
    return done[e]


def _map_dim(d: Dim, mapping: Mapping[str, Size]) -> Dim:
    return tuple(s for s in (part.substitute(mapping) for part in d) if s != Size.of(1))


def _map_data(value: object, mapping: Mapping[str, Size]) -> object:
    if isinstance(value, Size):
        return value.substitute(mapping)
    if isinstance(value, Shape):
        return Shape(_map_dim(value.rows, mapping), _map_dim(value.cols, mapping))
    if isinstance(value, (Rel, Logic, Quantified)):
        return map_formula_sizes(value, mapping)
    if isinstance(value, tuple):
        if value and all(isinstance(v, Size) for v in value):
            return _map_dim(value, mapping)
        return tuple(_map_data(v, mapping) for v in value)
    return value


def map_formula_sizes(f: Formula, mapping: Mapping[str, Size]) -> Formula:
    """`map_sizes` in every expression of a formula, and in the ranges and shapes of what it is quantified over."""
    if isinstance(f, Rel):
        return Rel(f.op, map_sizes(f.lhs, mapping), map_sizes(f.rhs, mapping), f.data)
    if isinstance(f, Logic):
        return Logic(f.op, tuple(map_formula_sizes(a, mapping) for a in f.args))
    inner = {name: size for name, size in mapping.items() if name not in {bound[0] for bound in f.names}}
    names = tuple((bound[0], *(_map_data(part, mapping) for part in bound[1:])) for bound in f.names)
    return Quantified(f.kind, names, map_formula_sizes(f.body, inner))


def size_names(e: Expr) -> frozenset[str]:
    """Return the size and index names that occur in an expression, bound index names included."""
    known = _size_names.get(e)
    if known is not None:
        return known
    stack = [e]
    while stack:
        node = stack[-1]
        missing = [a for a in node.args if a not in _size_names]
        if missing:
            stack.extend(missing)
            continue
        stack.pop()
        names: set[str] = set()
        _collect_sizes(node.shape, names)
        _collect_sizes(node.data, names)
        inner = [_size_names[a] for a in node.args]
        whole = frozenset(names).union(*inner)
        _size_names[node] = next((n for n in inner if len(n) == len(whole)), whole)
    return _size_names[e]


def _collect_sizes(value: object, names: set[str]) -> None:
    if isinstance(value, Size):
        names.update(value.names)
    elif isinstance(value, Shape):
        for part in (*value.rows, *value.cols):
            names.update(part.names)
    elif isinstance(value, (Rel, Logic, Quantified)):
        for inner in formula_exprs(value):
            names.update(size_names(inner))
    elif isinstance(value, tuple):
        for inner in value:
            _collect_sizes(inner, names)


def formula_size_names(formula: Formula) -> frozenset[str]:
    """Return the size and index names that occur in a formula, bound index names included."""
    return frozenset().union(*(size_names(e) for e in formula_exprs(formula)))


def bound_indices(e: Expr) -> frozenset[str]:
    """Return the index names that binders of an expression introduce."""
    names: set[str] = set()
    for node in walk(e):
        if node.op in BINDS_INDEX:
            names.add(node.data[0])
        elif node.op == "blocks":
            names.update((node.data[0], node.data[2]))
    return frozenset(names)


__all__ = ["bound_indices", "formula_size_names", "map_formula_sizes", "map_sizes", "size_names"]
