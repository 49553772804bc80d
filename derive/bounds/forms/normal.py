"""Normal forms of matrix expressions for the norm rules: flat products, transposes at the leaves, canonical binders.

Every rewriting here is an identity of matrices (or, for `strip`, of arrays: factoring a dimension changes no entry).
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any
from weakref import WeakKeyDictionary

from derive import build
from derive.core import Expr, Logic, Quantified, Rel, formula_exprs, walk
from derive.errors import NotSupported
from derive.fraction import Fraction
from derive.sizes import Shape, Size

MAX_DEPTH = 150
MAX_NODES = 3000
MAX_WRITTEN = 100_000  # definitions that double what they define are soon too long for rules that go through all parts
MAX_REMEMBERED = 100_000
MAX_SUMMANDS = 24
ONE = Size.of(1)
INDEX_BINDERS = ("sum", "prod", "mprod", "maxover", "minover")


def guard(expr: Expr) -> None:
    """Refuse trees that are too deep or too large for recursive rules.

    Raises:
        NotSupported: The tree is deeper than `MAX_DEPTH` or has more than `MAX_NODES` distinct nodes.

    """
    depth: dict[Expr, int] = {}
    for node in walk(expr):
        depth[node] = 1 + max((depth[a] for a in node.args), default=0)
        if depth[node] > MAX_DEPTH or len(depth) > MAX_NODES:
            raise NotSupported("the expression is too deep or too large for the norm rules")


def is_too_long(expr: Expr, most: int = MAX_WRITTEN) -> bool:
    """Whether a tree has more than so many nodes where all that is shared is written out."""
    written: dict[Expr, int] = {}
    for node in walk(expr):
        written[node] = 1 + sum(written[a] for a in node.args)
        if written[node] > most:
            return True
    return False


def strip(expr: Expr) -> Expr:
    """Remove outer re-factorings of dimensions: they change no entry."""
    while expr.op == "reshape":
        expr = expr.args[0]
    return expr


def rows(expr: Expr) -> Size:
    """The number of rows, composite factors multiplied."""
    return expr.shape.totals[0]


def cols(expr: Expr) -> Size:
    """The number of columns, composite factors multiplied."""
    return expr.shape.totals[1]


def is_vector(expr: Expr) -> bool:
    """A single row or a single column, for all sizes."""
    return rows(expr) == ONE or cols(expr) == ONE


def is_scalar(expr: Expr) -> bool:
    """Whether it is 1 x 1 for all sizes."""
    return expr.shape.is_single


# Renaming of indices.


def reindex(expr: Expr, names: Mapping[str, Size], cache: dict[Expr, Expr] | None = None) -> Expr:
    """Replace free index names by index expressions, everywhere in the tree.

    Raises:
        NotSupported: A supremum or a derivative carries formulas that would have to be rewritten too.

    """
    cache = {} if cache is None else cache
    if expr in cache:
        return cache[expr]
    if expr.op in build.LIMITS:
        raise NotSupported(f"an index inside {expr.op}")
    if expr.op in ("sup", "inf"):
        cache[expr] = _reindex_extremum(expr, names, cache)
        return cache[expr]
    data = tuple(_reindex_data(d, names) for d in expr.data)
    args = tuple(reindex(a, names, cache) for a in expr.args)
    shape = Shape(_reindex_data(expr.shape.rows, names), _reindex_data(expr.shape.cols, names))
    same = data == expr.data and shape == expr.shape and all(a is b for a, b in zip(args, expr.args, strict=True))
    result = expr if same else Expr(expr.op, args, data, shape)
    cache[expr] = result
    return result


def _reindex_extremum(expr: Expr, names: Mapping[str, Size], cache: dict[Expr, Expr]) -> Expr:
    bound = tuple((name, Shape(_reindex_data(s.rows, names), _reindex_data(s.cols, names))) for name, s in expr.data[0])
    conditions = []
    for rel in expr.data[1]:
        if not isinstance(rel, Rel):
            raise NotSupported(f"an index inside the conditions of {expr.op}")
        conditions.append(Rel(rel.op, reindex(rel.lhs, names, cache), reindex(rel.rhs, names, cache), rel.data))
    return Expr(expr.op, (reindex(expr.args[0], names, cache),), (bound, tuple(conditions)), expr.shape)


def _reindex_data(value: Any, names: Mapping[str, Size]) -> Any:
    if isinstance(value, Size):
        return value.substitute(names) if value.names & names.keys() else value
    if isinstance(value, tuple):
        return tuple(_reindex_data(v, names) for v in value)
    return value


_named: WeakKeyDictionary[Expr, frozenset[str]] = WeakKeyDictionary()


def mentions(expr: Expr, name: str) -> bool:
    """Whether an index, size or variable name occurs in the tree (bound or free)."""
    known = _named.get(expr)
    if known is None:
        for node in walk(expr):
            if node not in _named:
                _named[node] = frozenset(_names_in(node.data)).union(*(_named[a] for a in node.args))
        known = _named[expr]
    return name in known


def _names_in(value: Any) -> Iterator[str]:
    """The names in the data of a node, those in the conditions of an extremum included."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Size):
        yield from value.names
    elif isinstance(value, tuple):
        for part in value:
            yield from _names_in(part)
    elif isinstance(value, (Rel, Logic, Quantified)):
        for part in formula_exprs(value):
            for node in walk(part):
                yield from _names_in(node.data)


_canonical: dict[Expr, tuple[Expr, int]] = {}
"""The canonical form of nodes and the height of their binders: no state that a result could depend on."""


def canonical(expr: Expr) -> Expr:
    """Give bound names that depend on nesting alone, so that equal expressions are equal trees."""
    if len(_canonical) > MAX_REMEMBERED:
        _canonical.clear()
    stack = [expr]
    while stack:
        node = stack[-1]
        missing = [a for a in node.args if a not in _canonical]
        if missing:
            stack.extend(missing)
            continue
        stack.pop()
        if node not in _canonical:
            _canonical[node] = _canonical_node(node, _canonical)
    return _canonical[expr][0]


def _canonical_node(node: Expr, cache: Mapping[Expr, tuple[Expr, int]]) -> tuple[Expr, int]:
    args = [cache[a][0] for a in node.args]
    height = max((cache[a][1] for a in node.args), default=0)
    if node.op in ("sup", "inf", *build.LIMITS):
        return node, height
    if node.op in INDEX_BINDERS:
        return _rename(node, args, height, (0,))
    if node.op == "blocks":
        return _rename(node, args, height, (0, 2))
    if node.op in build.BINDS_IN_FIRST:
        name, new = node.data[0], f"#v{height}"
        body = build.substitute(args[0], {name: build.var(new, node.args[1].shape)})
        return Expr(node.op, (body, *args[1:]), (new, *node.data[1:]), node.shape), height + 1
    return build.rebuild(node, args), height


def _rename(node: Expr, args: list[Expr], height: int, places: tuple[int, ...]) -> tuple[Expr, int]:
    data = list(node.data)
    names = {data[p]: Size.of(f"#{height + k}") for k, p in enumerate(places)}
    for k, p in enumerate(places):
        data[p] = f"#{height + k}"
    body = reindex(args[0], names)
    return Expr(node.op, (body, *args[1:]), tuple(data), node.shape), height + len(places)


def opened(node: Expr) -> tuple[str, Size, Size, Expr]:
    """Return (name, low, high, body) of an index binder with a name that `canonical` never gives: no capture below it.

    Letters stand for numbers of at least 1, sizes and indices alike; a range that may begin below is counted from 1.
    """
    name, low, high = node.data
    new = f"%{_level(node.args[0])}"
    index = Size.of(new)
    if not starts_at_one_or_above(low):
        low, high, index = ONE, high - low + 1, index + low - 1
    return new, low, high, reindex(node.args[0], {name: index})


def starts_at_one_or_above(low: Size) -> bool:
    """Whether a lower limit is at least 1 for all sizes."""
    least = (low - 1).substitute({name: Size.of(name) + 1 for name in low.names})
    return all(c >= 0 for _, c in least.terms)


def opened_blocks(node: Expr) -> tuple[str, str, Expr]:
    """Return (row name, column name, body) of a block matrix, with names that `canonical` never gives."""
    level = _level(node.args[0])
    first, second = f"%{level}", f"%{level + 1}"
    return first, second, reindex(node.args[0], {node.data[0]: Size.of(first), node.data[2]: Size.of(second)})


def opened_variable(node: Expr) -> tuple[str, Expr]:
    """Return (name, body) of an integral, with a name that `canonical` never gives."""
    new = f"%v{_level(node.args[0])}"
    return new, build.substitute(node.args[0], {node.data[0]: build.var(new, node.args[1].shape)})


def _level(body: Expr) -> int:
    found = [-1]
    for node in walk(body):
        numbers = (n.lstrip("%v") for n in _data_names(node.data) if n.startswith("%"))
        found.extend(int(n) for n in numbers if n.isdigit())  # not the row and column of an entrywise relation
    return max(found) + 1


def _data_names(value: Any) -> Iterator[str]:
    if isinstance(value, Size):
        yield from value.names
    elif isinstance(value, tuple):
        for part in value:
            yield from _data_names(part)
    elif isinstance(value, str):
        yield value


# Products.


def transposed(expr: Expr) -> Expr:
    """Return the transpose with transposes pushed to the leaves."""
    expr = strip(expr)
    op, args = expr.op, expr.args
    if op == "transpose":
        return normal(args[0])
    if op == "matmul":
        return _left_to_right(transposed(args[1]), transposed(args[0]))
    if op == "kron":
        return build.kron(transposed(args[0]), transposed(args[1]))
    if op == "scale":
        return build.scale(args[0], transposed(args[1]))
    if op == "add":
        return build.add(*map(transposed, args))
    if op == "hadamard":
        return build.hadamard(transposed(args[0]), transposed(args[1]))
    if op == "sum":
        return Expr("sum", (transposed(args[0]),), expr.data, expr.shape.transposed)
    if op == "blocks":
        i, m, j, n = expr.data
        return build.blocks(j, n, i, m, transposed(args[0]))
    if op in ("eye", "diag") or (expr.shape.rows == expr.shape.cols == ()):
        return expr
    if op == "ones":
        return build.ones(expr.shape.cols, expr.shape.rows)
    if op == "zeros":
        return build.zeros(expr.shape.cols, expr.shape.rows)
    if op == "commutation":
        # K_{m,n}^T = K_{n,m}: a permutation matrix and its inverse.
        return build.commutation(expr.data[1], expr.data[0])
    if op == "map":
        return build.map_(expr.data[0], transposed(args[0]))
    return build.transpose(normal(expr))


@lru_cache(maxsize=MAX_REMEMBERED)
def normal(expr: Expr) -> Expr:
    """Push transposes to the leaves, put the brackets of products on the left, and distribute nothing else."""
    expr = strip(expr)
    if expr.op == "transpose":
        return transposed(expr.args[0])
    if expr.op == "matmul":
        return _left_to_right(*map(normal, expr.args))
    if expr.op == "kron":
        return build.kron(normal(expr.args[0]), normal(expr.args[1]))
    if expr.op == "scale":
        return build.scale(expr.args[0], normal(expr.args[1]))
    if expr.op == "add":
        return _shortest_sum(expr)
    if expr.op == "diag" and rows(expr.args[0]) == ONE and cols(expr.args[0]) != ONE:
        return build.diag(transposed(expr.args[0]))
    if expr.op in ("row", "col") and strip(expr.args[0]).op == "transpose":
        turned = build.col if expr.op == "row" else build.row
        return build.transpose(turned(strip(expr.args[0]).args[0], expr.data[0]))
    if expr.op == "softmax" and rows(expr) == ONE:
        whole = _whole_of_row(expr.args[0])
        if whole is not None:
            return build.row(build.softmax(whole[0]), whole[1])
    return expr


def _shortest_sum(expr: Expr) -> Expr:
    """A sum without the terms that cancel; as it is written if none do."""
    terms = list(summands(expr))
    kept = collected(terms)
    if len(kept) == len(terms):
        return build.add(*map(normal, expr.args))
    return _total(kept, expr.shape)


def _total(terms: list[tuple[Fraction, Expr]], shape: Shape) -> Expr:
    parts = [term if weight == 1 else build.scale(build.const(weight), term) for weight, term in terms]
    return build.add(*parts) if parts else build.zeros(shape.rows, shape.cols)


def summands(expr: Expr) -> Iterator[tuple[Fraction, Expr]]:
    """The terms of a sum of sums and of their multiples by numbers, each in its normal form."""
    stack = [(Fraction(1), expr)]
    while stack:
        weight, node = stack.pop()
        node = strip(node)
        number = strip(node.args[0]) if node.op == "scale" else node
        if node.op == "add":
            stack += [(weight, part) for part in reversed(node.args)]
        elif node.op == "scale" and number.op == "const":
            stack.append((weight * number.data[0], node.args[1]))
        else:
            yield weight, normal(node)


def collected(terms: Iterable[tuple[Fraction, Expr]]) -> list[tuple[Fraction, Expr]]:
    """Add up like terms; those that cancel are left out."""
    weights: dict[Expr, Fraction] = {}
    for weight, term in terms:
        term = canonical(term)
        weights[term] = weights.get(term, Fraction(0)) + weight
    return [(weight, term) for term, weight in weights.items() if weight]


def multiplied_out(expr: Expr) -> Expr | None:
    """A sum of products with the brackets multiplied out, if terms cancel then; None if none do, or if there are too many."""
    terms: list[tuple[Fraction, Expr]] = []
    for weight, term in summands(expr):
        scalars, parts = factors(term)
        choices = [list(summands(p)) if strip(p).op == "add" else [(Fraction(1), p)] for p in parts]
        if len(terms) + math.prod(map(len, choices)) > MAX_SUMMANDS:
            return None
        for chosen in itertools.product(*choices):
            product = chain([p for _, p in chosen])
            for scalar in scalars:
                product = build.scale(scalar, product)
            terms.append((math.prod((w for w, _ in chosen), start=weight), normal(product)))
    kept = collected(terms)
    return _total(kept, expr.shape) if len(kept) < len(terms) else None


def _whole_of_row(expr: Expr) -> tuple[Expr, Size] | None:
    """(A, i) of the row A_{i,:}, also of a linear combination of such rows."""
    expr = strip(expr)
    if expr.op == "row":
        return expr.args[0], expr.data[0]
    if expr.op == "scale":
        inner = _whole_of_row(expr.args[1])
        return None if inner is None else (build.scale(expr.args[0], inner[0]), inner[1])
    if expr.op == "add":
        found = [_whole_of_row(a) for a in expr.args]
        places = {f[1] for f in found if f is not None}
        if None not in found and len(places) == 1:
            return build.add(*(f[0] for f in found if f is not None)), places.pop()
    return None


def _left_to_right(left: Expr, right: Expr) -> Expr:
    """A product with the brackets on the left, ((A B) C) D: however it was written, it is the same tree."""
    waiting, result = [right], left
    while waiting:
        node = waiting.pop()
        if node.op == "matmul":
            waiting += [node.args[1], node.args[0]]
        else:
            result = build.matmul(result, node)
    return result


def factors(expr: Expr) -> tuple[list[Expr], list[Expr]]:
    """Split a product into its scalar factors and its matrix factors; identities vanish, powers are written out."""
    scalars: list[Expr] = []
    matrices: list[Expr] = []
    stack = [normal(expr)]
    while stack:
        node = strip(stack.pop())
        if node.op == "matmul":
            stack.extend((node.args[1], node.args[0]))
        elif node.op == "scale":
            scalars.append(node.args[0])
            stack.append(node.args[1])
        elif node.op == "mpow" and 1 <= node.data[0] <= 8:
            stack.extend([normal(node.args[0])] * node.data[0])
        elif node.op == "eye" and (matrices or stack):
            continue
        else:
            matrices.append(node)
    if len(matrices) > 1:
        matrices = [m for m in matrices if m.op != "eye"] or matrices[:1]
    return _split_scalars(scalars, matrices)


def scalar_factors(expr: Expr) -> list[Expr]:
    """Return the factors of a product of numbers."""
    expr = strip(expr)
    if expr.op in ("scale", "hadamard") and is_scalar(expr):
        return [f for part in expr.args for f in scalar_factors(part)]
    return [expr]


def _split_scalars(scalars: list[Expr], parts: list[Expr]) -> tuple[list[Expr], list[Expr]]:
    """Take inner products out of a chain: u (v^T w) z^T = (v^T w) u z^T."""
    segments: list[list[Expr]] = [[]]
    for part in parts:
        segments[-1].append(part)
        if cols(part) == ONE:
            segments.append([])
    segments = [s for s in segments if s]
    keep: list[Expr] = []
    for k, segment in enumerate(segments):
        if (
            len(segments) > 1
            and rows(segment[0]) == ONE
            and cols(segment[-1]) == ONE
            and (keep or k + 1 < len(segments))
        ):
            scalars.append(chain(segment))
        else:
            keep += segment
    return scalars, keep


def chain(parts: list[Expr]) -> Expr:
    """Multiply matrix factors again, left to right."""
    result = parts[0]
    for part in parts[1:]:
        if cols(result) != rows(part):
            raise NotSupported("a product of blocks")
        result = build.matmul(result, part)
    return result


# Entries.


def entry_of(expr: Expr, i: Size, j: Size) -> Expr:
    """Return the scalar expression of one entry, pushed through sums, transposes and the like."""
    expr = strip(expr)
    op, args = expr.op, expr.args
    if is_scalar(expr):
        return build.reshape(expr, Shape())
    if op == "transpose":
        return entry_of(args[0], j, i)
    if op == "scale":
        return build.scale(args[0], entry_of(args[1], i, j))
    if op == "add":
        return build.add(*(entry_of(a, i, j) for a in args))
    if op == "hadamard":
        return build.scale(entry_of(args[0], i, j), entry_of(args[1], i, j))
    if op == "ones":
        return build.const(1)
    if op == "zeros":
        return build.const(0)
    if op == "row":
        return entry_of(args[0], expr.data[0], j)
    if op == "col":
        return entry_of(args[0], i, expr.data[0])
    if op == "map":
        return build.map_(expr.data[0], entry_of(args[0], i, j))
    if op == "hpow":
        return build.hpow(entry_of(args[0], i, j), args[1])
    if op == "blocks" and is_scalar(args[0]):
        return reindex(build.reshape(args[0], Shape()), {expr.data[0]: i, expr.data[2]: j})
    if op == "diag" and i == j:
        return entry_of(args[0], *((i, ONE) if cols(args[0]) == ONE else (ONE, i)))
    return build.entry(expr, i, j)


def key(expr: Expr) -> Expr:
    """Return the form by which matrices are told apart and remembered."""
    return canonical(strip(normal(strip(expr))))


def corners(matrix: Expr) -> tuple[Expr, Expr, Expr, Expr] | None:
    """(A, B, C, D) of a square matrix [A B; C D] with square A and D; None if it is not written like this."""
    lines = [strip(line) for line in matrix.args] if matrix.op == "vcat" else []
    if len(lines) != 2 or any(line.op != "hcat" or len(line.args) != 2 for line in lines):
        return None
    a, b, c, d = (strip(part) for line in lines for part in line.args)
    return (a, b, c, d) if rows(a) == cols(a) and rows(d) == cols(d) else None
