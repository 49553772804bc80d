r"""Numbers by which a term may be wrong: declared ones and those that the statement speaks of, with their powers.

``\tau (q - y)`` for ``\frac{1}{\tau} (q - y)``: at every point of the bench what the term lacks is another number, and it is
compared with those numbers.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from derive.exact.rings.primefield import residues
from derive.exact.rings.rings import Array
from derive.fraction import Fraction
from derive.language.printing.latex import to_latex
from derive.language.tree.syntax import Syn
from derive.repair import tree as t
from derive.repair.bench import Row, Value, difference, proportional, ratio
from derive.repair.fitting import changed, places, rows_of, sides_at
from derive.repair.parts import Material
from derive.repair.scalars import Monomial, fit, scaled
from derive.repair.tree import Path

if TYPE_CHECKING:
    from derive.language.scope.scope import Scope
    from derive.repair.search import Search

MOST, LOOKED_AT, FEW = 16, 6, 3
POWERS = (1, -1, 2, -2)
Power = tuple[Syn, int]
"""A number and its exponent."""


@dataclass(frozen=True, slots=True)
class Number:
    """A number with its values at the points of each row."""

    tree: Syn
    values: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Numbers:
    """Numbers, and what their powers, products and quotients are at the points of the first row.

    Attributes:
        chosen: The powers, one or two.
        table: Their residues, (choice, point).
        valid: The points at which all have a value.

    """

    chosen: tuple[tuple[tuple[Number, int], ...], ...] = ()
    table: Array | None = None
    valid: Array | None = None

    @staticmethod
    def of(numbers: Sequence[Number]) -> Numbers:
        """Put the powers of numbers into a table."""
        singles = [((n, k),) for n in numbers for k in POWERS]
        pairs = [((a, i), (b, j)) for a, b in itertools.combinations(numbers[:8], 2) for i in (1, -1) for j in (1, -1)]
        products = [(one, _product([(n.values[0], e) for n, e in one])) for one in (*singles, *pairs)]
        known = [(one, product) for one, product in products if product is not None]
        if not known:
            return Numbers()
        valid = np.logical_and.reduce([product.valid for _, product in known])
        flat = [np.broadcast_to(product.array, (len(valid), 1, 1))[:, 0, 0] for _, product in known]
        return Numbers(tuple(one for one, _ in known), np.array(flat), valid)

    def near(self, value: Value) -> Iterator[tuple[tuple[Number, int], ...]]:
        """Yield the choices to which a value has one ratio at a few points."""
        if self.table is None or self.valid is None or len(self.valid) != len(value.valid):
            return
        where = np.flatnonzero(self.valid & value.valid)[:LOOKED_AT]
        if len(where) < 2:
            return
        p = value.ring.p
        wanted, table = (
            np.broadcast_to(value.array, (len(value.valid), 1, 1))[where, 0, 0] % p,
            self.table[:, where] % p,
        )
        apart = (table[:, 1:] * wanted[0] - table[:, :1] * wanted[1:] % p) % p
        yield from (self.chosen[k] for k in np.flatnonzero(~apart.any(axis=1)))


def numbers_of(search: Search, rows: Sequence[Row], material: Material) -> Numbers:
    """Return the declared numbers and those in the statement that have a value where its right side has one."""
    declared = [written for symbol, written in search.words.symbols if symbol.shape.is_scalar]
    products = [t.juxt(t.transposed(a), b) for a, b in _vectors(search)]
    whole = {to_latex(term) for side in search.statement.children for term in _terms_of(side)}
    inside = [tree for tree in material.numbers() if _is_simple(tree) and to_latex(tree) not in whole]
    trees = {to_latex(tree): tree for tree in [*inside, *declared, *_entries(search), *products]}
    found: list[Number] = []
    known: set[bytes] = set()
    for tree in list(trees.values())[:MOST]:
        values = _values(search, tree, rows)
        if values is None or (values[0].array == values[0].array[0]).all():
            continue
        key = np.where(values[0].valid[:, None, None], values[0].array, 0).tobytes()
        if key not in known:
            known.add(key)
            found.append(Number(tree, values))
    return Numbers.of(found)


def _entries(search: Search) -> list[Syn]:
    """Entries of vectors at the letters that are indices in the statement."""
    letters: dict[str, Syn] = {}
    for _, node in search.statement.walk():
        if (
            node.kind == "script"
            and node.children[1].kind == "name"
            and t.parts_of(node, search.scope)[1].kind != "empty"
        ):
            letters.setdefault(node.children[1].value, node.children[1])
    vectors = [
        written for s, written in search.words.symbols if s.shape.totals[1].constant == 1 and not s.shape.is_scalar
    ]
    plain = [vector for vector in vectors if vector.kind == "name"]
    return [Syn("script", "", (v, letter, t.EMPTY)) for v in plain[:4] for letter in list(letters.values())[:2]]


def _terms_of(side: Syn) -> tuple[Syn, ...]:
    """The terms of a sum."""
    side = t.naked(side)
    return tuple(map(t.naked, side.children)) if side.kind == "add" else (side,)


def _is_simple(tree: Syn) -> bool:
    """Whether a number is no quotient, no product of numbers and no derivative; an inner product is simple."""
    if tree.kind == "frac" or any(t.is_derivative(node) for _, node in tree.walk()):
        return False
    return tree.kind != "juxt" or tree.children[0].kind == "function" or any(n.kind == "top" for _, n in tree.walk())


def _vectors(search: Search) -> list[tuple[Syn, Syn]]:
    """Pairs of vectors of one length that occur, and each with ones."""
    vectors: list[tuple[Syn, str]] = []
    occurring = {to_latex(node) for _, node in search.statement.walk() if node.kind in ("name", "script")}
    for symbol, written in search.words.symbols:
        rows, columns = symbol.shape.totals
        if columns.constant == 1 and rows.constant is None and to_latex(written) in occurring:
            vectors.append((written, str(rows)))
    ones = [(Syn("script", "", (Syn("name", "bf:1"), t.name(size), t.EMPTY)), size) for _, size in vectors]
    pairs = [*itertools.product(ones[:3], vectors[:3]), *itertools.combinations(vectors[:4], 2)]
    return [(a, b) for (a, m), (b, n) in pairs if m == n]


def _values(search: Search, tree: Syn, rows: Sequence[Row]) -> tuple[Value, ...] | None:
    """A number at the points of the rows: the right side times it over the right side."""
    left, right = search.statement.children
    times = t.juxt(t.bracket(tree), Syn("group", "(", (right,)))
    found = rows_of(search, Syn("relation", "=", (left, times)), len(rows))
    if found is None or len(found) != len(rows):
        return None
    values = [quotient_of(row.right, one.right) for row, one in zip(rows, found, strict=True)]
    return None if any(v is None for v in values) else tuple(v for v in values if v is not None)


def quotient_of(whole: Value, target: Value) -> Value | None:
    """The number by which a value is a multiple of another one at each point, invalid where the latter is 0."""
    if whole.ring is not target.ring or whole.array.shape[1:] != target.array.shape[1:]:
        return None
    p = whole.ring.p
    down, up = np.broadcast_arrays(whole.array, target.array)
    down, up = down.reshape(len(down), -1), up.reshape(len(up), -1)
    valid = whole.valid & target.valid
    if len(down) != len(valid):
        down, up = (np.broadcast_to(a, (len(valid), a.shape[1])) for a in (down, up))
    place = (down % p != 0).argmax(axis=1)[:, None]
    below, above = np.take_along_axis(down, place, 1) % p, np.take_along_axis(up, place, 1) % p
    inverse = whole.ring.power_int(below, p - 2)
    return Value(whole.ring, residues(above * inverse, p)[:, :, None], valid & (below[:, 0] != 0))


def multiplied(search: Search) -> Iterator[tuple[Syn, str]]:
    """Yield statements in which one term is multiplied by a power of a number, or by two numbers or their quotient."""
    rows = _rows(search)
    if rows is None:
        return
    first = search.statement.children[0]
    yield from sorted(
        _multiplied(search, rows), key=lambda one: (not one[0].children[0].same(first), len(to_latex(one[0])))
    )


def _rows(search: Search) -> list[Row] | None:
    """The sides of the statement at so many points that numbers can be told apart."""
    rows = rows_of(search, search.statement)
    if rows and search.bench is not None and any((r.left.valid & r.right.valid).sum() < FEW for r in rows):
        search.bench.grade = max(search.bench.grade, 1)
        rows = rows_of(search, search.statement)
    return rows


def _multiplied(search: Search, rows: Sequence[Row]) -> Iterator[tuple[Syn, str]]:
    numbers: Numbers | None = None
    material = Material.of(search)
    for path in places(search):
        lacks = _lacks(search, path, rows)
        if lacks is None:
            continue
        if numbers is None:
            numbers = numbers_of(search, rows, material)
        for powers, factor in matches(rows, lacks, numbers):
            node = search.statement.at(path)
            for number, exponent in powers:
                node = times(node, number, exponent, search.scope)
            sign, node = scaled(node, factor, search.scope) if not factor.is_one else ("+", node)
            text = f"${to_latex(node)}$ for ${to_latex(search.statement.at(path))}$"
            yield changed(search.statement, path, node, sign), text


def times_sizes(search: Search) -> Iterator[tuple[Syn, str]]:
    """Yield statements with a term times a size, or over one, where no factor can be fitted."""
    for path in places(search)[:4]:
        node = search.statement.at(path)
        for size, exponent in itertools.product(search.words.sizes[:4], (1, -1)):
            new = times(node, t.name(size), exponent, search.scope)
            yield search.statement.replace(path, lambda _, new=new: new), f"${to_latex(new)}$ for ${to_latex(node)}$"


def _lacks(search: Search, path: Path, rows: Sequence[Row]) -> list[Value] | None:
    """The number at each point by which the term at a path has to be multiplied, if it is not the same at all points."""
    found: list[Value] = []
    sides = sides_at(search, path, rows)
    if sides is None:
        return None
    for whole, target, base in sides:
        if base is not None:
            if any(v.ring is not base.ring or v.array.shape[1:] != base.array.shape[1:] for v in (whole, target)):
                return None
            whole, target = (difference(value, base) for value in (whole, target))
        if not proportional(target, whole) or ratio(target, whole, None) is not None:
            return None
        quotient = quotient_of(whole, target)
        if quotient is None:
            return None
        found.append(quotient)
    return found


def matches(
    rows: Sequence[Row], lacks: Sequence[Value], numbers: Numbers
) -> Iterator[tuple[tuple[Power, ...], Monomial]]:
    """Yield the powers of numbers, and the constant in front, that are what is lacking at all points."""
    for chosen in numbers.near(lacks[0]):
        values: list[tuple[dict[str, int], int, Fraction]] = []
        for k, (row, value) in enumerate(zip(rows, lacks, strict=True)):
            product = _product([(n.values[k], e) for n, e in chosen])
            found = ratio(value, product, None) if product is not None else None
            if found is None:
                break
            values.append((dict(row.sizes), *found))
        else:
            factor = fit(values)
            if factor is not None and factor.sign:
                yield tuple((n.tree, e) for n, e in chosen), factor


def _product(factors: Sequence[tuple[Value, int]]) -> Value | None:
    ring = factors[0][0].ring
    if any(value.ring is not ring for value, _ in factors):
        return None
    array = np.ones((1, 1, 1), dtype=np.int64)
    valid = np.ones_like(factors[0][0].valid)
    for value, exponent in factors:
        array = residues(array * ring.power_int(value.array, exponent % (ring.p - 1)), ring.p)
        valid = valid & value.valid
    return Value(ring, array, valid)


def times(node: Syn, number: Syn, exponent: int, scope: Scope) -> Syn:
    """A term multiplied by a power of a number, written into the power or the quotient that is there."""
    if exponent == 0:
        return node
    if node.kind == "infix" and node.value in ("otimes", "odot", "circ"):
        return Syn("infix", node.value, (times(node.children[0], number, exponent, scope), node.children[1]))
    if node.kind == "add" and len(node.children) == 1:
        return Syn("add", node.value, (times(node.children[0], number, exponent, scope),))
    kids = node.children if node.kind == "juxt" else (node,)
    if exponent == 1 and kids[0].kind == "function" and t.naked(node).same(t.naked(number)):
        return Syn("juxt", "", (Syn("script", "", (kids[0], t.EMPTY, t.num(2))), *kids[1:]))
    for k in _alone(node, scope):
        new = _merged(kids[k], number, exponent, scope)
        if new is not None:
            return _without_one((*kids[:k], new, *kids[k + 1 :]))
    if exponent > 0:
        front = 1 if kids[0].kind == "num" and len(kids) > 1 else 0
        rest = [Syn("group", "(", (kid,)) if kid.kind in ("add", "infix", "bigop") else kid for kid in kids]
        return t.juxt(*rest[:front], _power(number, exponent), *rest[front:])
    for k, kid in enumerate(kids):
        if kid.kind == "frac" and not t.is_derivative(kid):
            upper, lower = kid.children
            below = _power(number, -exponent)
            lower = below if (lower.kind, lower.value) == ("num", "1") else t.juxt(lower, below)
            return _without_one((*kids[:k], Syn("frac", kid.value, (upper, lower)), *kids[k + 1 :]))
    return t.juxt(
        _over(number, -exponent), Syn("group", "(", (node,)) if node.kind in ("add", "infix", "bigop") else node
    )


def _alone(node: Syn, scope: Scope) -> list[int]:
    """The positions of factors that are no functions and no arguments."""
    return [u.start for u in t.units(node, scope) if u.end == u.start + 1] if node.kind == "juxt" else [0]


def _merged(node: Syn, number: Syn, exponent: int, scope: Scope) -> Syn | None:
    """The factor with another exponent, if it is a power of the number or a quotient with one."""
    power = _exponent(node, number)
    if power is not None:
        total = power + exponent
        return t.num(1) if total == 0 else _power(number, total) if total > 0 else _over(number, -total)
    if node.kind != "frac" or t.is_derivative(node):
        return None
    for place, sign in ((0, 1), (1, -1)):
        part = node.children[place]
        kids = _factors(part)
        for k in _alone(part, scope):
            power = _exponent(kids[k], number)
            if power is None:
                continue
            total = power + sign * exponent
            new = _power(number, total) if total > 0 else t.num(1)
            sides = [*node.children]
            sides[place] = _without_one((*kids[:k], new, *kids[k + 1 :]))
            if total < 0:
                sides[1 - place] = _without_one((_power(number, -total), *_factors(sides[1 - place])))
            return (
                sides[0] if (sides[1].kind, sides[1].value) == ("num", "1") else Syn("frac", node.value, tuple(sides))
            )
    return None


def _factors(node: Syn) -> tuple[Syn, ...]:
    return node.children if node.kind == "juxt" else (node,)


def _over(number: Syn, exponent: int) -> Syn:
    return Syn("frac", "frac", (t.num(1), _power(number, exponent)))


def _exponent(node: Syn, number: Syn) -> int | None:
    """The exponent of a factor that is a power of a number."""
    node, number = t.naked(node), t.naked(number)
    if node.same(number):
        return 1
    if node.kind != "script" or node.children[2].kind != "num" or not node.children[2].value.isdigit():
        return None
    base, sub, sup = node.children
    bare = base if sub.kind == "empty" else Syn("script", "", (base, sub, t.EMPTY))
    return int(sup.value) if t.naked(bare).same(number) else None


def _power(number: Syn, exponent: int) -> Syn:
    base = t.bracket(number)
    if exponent == 1:
        called = number.kind == "juxt" and number.children[0].kind == "function"
        return base if t.naked(number).kind in ("add", "infix", "bigop", "juxt") and not called else number
    if base.kind == "script" and base.children[2].kind != "empty":
        base = Syn("group", "(", (base,))
    return t.scripted(base, t.EMPTY, t.num(exponent))


def _without_one(kids: Sequence[Syn]) -> Syn:
    kept = [kid for kid in kids if (kid.kind, kid.value) != ("num", "1")] or [t.num(1)]
    return kept[0] if len(kept) == 1 else Syn("juxt", "", tuple(kept))


__all__ = [
    "Number",
    "Numbers",
    "matches",
    "multiplied",
    "numbers_of",
    "quotient_of",
    "times",
    "times_sizes",
]
