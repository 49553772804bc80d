"""Rules of the leaves and of the linear structure: they only move indices."""

from __future__ import annotations

from collections.abc import Sequence

from derive.core import Expr
from derive.errors import NotSupported
from derive.extrema import pulled
from derive.fraction import Fraction
from derive.index.atoms import matrices
from derive.index.elaboration.elaborator import (
    Elaborator,
    IndexForm,
    args_of,
    copied,
    form_of,
    indices_of,
    rule,
    scalar_form,
    variable,
)
from derive.index.terms.algebra import (
    instantiate,
    refreshed,
    scaled,
    simplify,
    size_terms,
    summed_over,
    times,
    with_factor,
)
from derive.index.terms.canonical import collect
from derive.index.terms.terms import (
    POSITION,
    Fixed,
    Head,
    Index,
    Slot,
    Term,
    Terms,
    delta,
    group,
    number,
)
from derive.sizes import Dim, Shape, Size, product

MATCH = Head("match", symmetries=((0, 1), (1, 0)))


def _fits(slot: Slot, d: Dim) -> list[Slot]:
    """A flat index into a dimension of one factor (or none)."""
    if len(d) > 1:
        raise NotSupported("a single index into a composite dimension")
    if not d:
        if slot != Fixed(Size.of(1)):
            raise NotSupported("an index into a dimension of length one")
        return []
    if isinstance(slot, Index) and slot.size != d[0]:
        raise NotSupported(f"the index {slot} of range {slot.size} in a dimension {d[0]}")
    return [slot]


# Leaves.


@rule("var")
def _var(_: Elaborator, e: Expr) -> IndexForm:
    rows, cols = indices_of(e.shape.rows), indices_of(e.shape.cols)
    head = variable(e.data[0], e.shape)
    return IndexForm(rows, cols, (Term(1, (), ((head, (*rows, *cols), 1),)),))


@rule("const")
def _const(_: Elaborator, e: Expr) -> IndexForm:
    return scalar_form(number(e.data[0]))


@rule("real")
def _real(_: Elaborator, e: Expr) -> IndexForm:
    return scalar_form([Term(1, ((("real", e.data[0]), 1),))])


@rule("size")
def _size(self: Elaborator, e: Expr) -> IndexForm:
    total: Terms = []
    for monomial, coefficient in e.data[0].terms:
        part = number(coefficient)
        for name, exponent in monomial:
            slot = self.names.get(name)
            if slot is None:
                part = scaled(part, 1, ((("size", name), exponent),))
            elif isinstance(slot, Fixed):
                for _ in range(exponent):
                    part = times(part, size_terms(slot.value))
            else:
                part = with_factor(part, (POSITION, (slot,), exponent))
        total.extend(part)
    return scalar_form(collect(total, ()))


@rule("eye")
def _eye(_: Elaborator, e: Expr) -> IndexForm:
    rows, cols = indices_of(e.data[0]), indices_of(e.data[0])
    return IndexForm(rows, cols, (Term(1, (), tuple(delta(r, c) for r, c in zip(rows, cols, strict=True))),))


@rule("ones")
def _ones(_: Elaborator, e: Expr) -> IndexForm:
    return IndexForm(indices_of(e.shape.rows), indices_of(e.shape.cols), (Term(1),))


@rule("zeros")
def _zeros(_: Elaborator, e: Expr) -> IndexForm:
    return IndexForm(indices_of(e.shape.rows), indices_of(e.shape.cols), ())


@rule("commutation")
def _commutation(_: Elaborator, e: Expr) -> IndexForm:
    m, n = e.data
    rows, cols = indices_of((*m, *n)), indices_of((*n, *m))
    partner = (*cols[len(n) :], *cols[: len(n)])
    return IndexForm(rows, cols, (Term(1, (), tuple(delta(r, c) for r, c in zip(rows, partner, strict=True))),))


@rule("basis")
def _basis(self: Elaborator, e: Expr) -> IndexForm:
    index, d = e.data
    slot = self.slot(index)
    if isinstance(slot, Index) and len(d) == 1 and slot.size != d[0]:
        raise NotSupported(f"e_{slot} in a dimension {d[0]}")
    if len(d) != 1:
        raise NotSupported("a basis vector of a composite dimension")
    if isinstance(slot, Fixed):
        slot = Fixed(slot.value, d)
    (row,) = indices_of(d)
    return IndexForm((row,), (), (Term(1, (), (delta(row, slot),)),))


@rule("delta")
def _delta(self: Elaborator, e: Expr) -> IndexForm:
    a, b = (self.slot(x) for x in e.data)
    if isinstance(a, Index) and isinstance(b, Index) and a.size != b.size:
        return scalar_form([Term(1, (), ((MATCH, (a, b), 1),))])  # a diagonal of a rectangle: only compared
    return scalar_form(simplify(Term(1, (), (delta(a, b),))))


# Linear structure.


@rule("add")
def _add(self: Elaborator, e: Expr) -> IndexForm:
    first, *rest = args_of(self, e)
    terms = list(first.terms)
    for other in rest:
        terms.extend(other.at(first.rows, first.cols))
    return form_of(first.rows, first.cols, terms)


@rule("scale")
def _scale(self: Elaborator, e: Expr) -> IndexForm:
    s, a = args_of(self, e)
    return form_of(a.rows, a.cols, times(refreshed(s.terms), a.terms))


@rule("matmul")
def _matmul(self: Elaborator, e: Expr) -> IndexForm:
    a, b = args_of(self, e)
    middle = a.cols
    right_cols = tuple(Index(i.size) for i in b.cols)
    terms = summed_over(times(a.terms, b.at(middle, right_cols)), middle)
    rows = tuple(Index(i.size) for i in a.rows)
    return form_of(rows, right_cols, instantiate(terms, dict(zip(a.rows, rows, strict=True))))


@rule("kron")
def _kron(self: Elaborator, e: Expr) -> IndexForm:
    a, b = (copied(f) for f in args_of(self, e))
    return form_of((*a.rows, *b.rows), (*a.cols, *b.cols), times(a.terms, b.terms))


@rule("hadamard")
def _hadamard(self: Elaborator, e: Expr) -> IndexForm:
    a, b = args_of(self, e)
    a = copied(a)
    return form_of(a.rows, a.cols, times(a.terms, b.at(a.rows, a.cols)))


@rule("transpose")
def _transpose(self: Elaborator, e: Expr) -> IndexForm:
    (a,) = args_of(self, e)
    return IndexForm(a.cols, a.rows, a.terms)


@rule("vec")
def _vec(self: Elaborator, e: Expr) -> IndexForm:
    (a,) = args_of(self, e)
    return IndexForm((*a.cols, *a.rows), (), a.terms)


@rule("vecr")
def _vecr(self: Elaborator, e: Expr) -> IndexForm:
    (a,) = args_of(self, e)
    return IndexForm((*a.rows, *a.cols), (), a.terms)


@rule("reshape")
def _reshape(self: Elaborator, e: Expr) -> IndexForm:
    (a,) = args_of(self, e)
    return reshaped(a, e.shape)


def reshaped(a: IndexForm, shape: Shape) -> IndexForm:
    """Regroup composite dimensions: a flat index splits into its factors, factors join into a flat one.

    Raises:
        NotSupported: Neither grouping refines the other.

    """
    rows, cols = indices_of(shape.rows), indices_of(shape.cols)
    values: dict[Index, Slot] = {}
    joins: list[tuple[Index, Slot]] = []
    for old, new in ((a.rows, rows), (a.cols, cols)):
        for old_part, new_part in aligned(old, new):
            if len(old_part) == 1:
                values[old_part[0]] = group(new_part)
            elif len(new_part) == 1:
                own = tuple(Index(i.size) for i in old_part)
                values.update(zip(old_part, own, strict=True))
                joins.append((new_part[0], group(own)))
            else:
                raise NotSupported("a reordering of the factors of a dimension")
    terms = instantiate(a.terms, values)
    for flat, parts in joins:
        terms = with_factor(terms, delta(flat, parts), summed=parts.parts)  # type: ignore[union-attr]
    return form_of(rows, cols, terms)


def aligned(old: Sequence[Index], new: Sequence[Index]) -> list[tuple[list[Index], list[Index]]]:
    """Cut two factorings of one total into the shortest runs of equal products."""
    runs: list[tuple[list[Index], list[Index]]] = []
    left, right = list(old), list(new)
    while left or right:
        if not left or not right:
            raise NotSupported("a reshape to other factors")
        a, b = [left.pop(0)], [right.pop(0)]
        while product(i.size for i in a) != product(i.size for i in b):
            x, y = product(i.size for i in a), product(i.size for i in b)
            if _divides(x, y) and left:
                a.append(left.pop(0))
            elif right:
                b.append(right.pop(0))
            elif left:
                a.append(left.pop(0))
            else:
                raise NotSupported("a reshape to other factors")
        runs.append((a, b))
    return runs


def _divides(a: Size, b: Size) -> bool:
    """Whether a monomial divides another (other sizes: no)."""
    if len(a.terms) != 1 or len(b.terms) != 1:
        return False
    (left, c), (right, k) = a.terms[0], b.terms[0]
    powers = dict(right)
    return all(powers.get(n, 0) >= p for n, p in left) and (Fraction(k) / c).denominator == 1


@rule("unvecr")
def _unvecr(self: Elaborator, e: Expr) -> IndexForm:
    (a,) = args_of(self, e)
    count = len(e.shape.rows)
    return IndexForm(a.rows[:count], a.rows[count:], a.terms)


@rule("diag")
def _diag(self: Elaborator, e: Expr) -> IndexForm:
    a = copied(args_of(self, e)[0])
    own = (*a.rows, *a.cols)
    others = tuple(Index(i.size) for i in own)
    return form_of(own, others, with_factor(a.terms, *(delta(x, y) for x, y in zip(own, others, strict=True))))


@rule("diagpart")
def _diagpart(self: Elaborator, e: Expr) -> IndexForm:
    (a,) = args_of(self, e)
    rows = tuple(Index(i.size) for i in a.rows)
    return form_of(rows, (), a.at(rows, rows))


@rule("trace")
def _trace(self: Elaborator, e: Expr) -> IndexForm:
    (a,) = args_of(self, e)
    rows = tuple(Index(i.size) for i in a.rows)
    return form_of((), (), summed_over(a.at(rows, rows), rows))


@rule("entry")
def _entry(self: Elaborator, e: Expr) -> IndexForm:
    (a,) = args_of(self, e)
    i, j = (self.slot(x) for x in e.data)
    return form_of((), (), a.at(_fits(i, e.args[0].shape.rows), _fits(j, e.args[0].shape.cols)))


@rule("row")
def _row(self: Elaborator, e: Expr) -> IndexForm:
    (a,) = args_of(self, e)
    cols = tuple(Index(i.size) for i in a.cols)
    return form_of((), cols, a.at(_fits(self.slot(e.data[0]), e.args[0].shape.rows), cols))


@rule("col")
def _col(self: Elaborator, e: Expr) -> IndexForm:
    (a,) = args_of(self, e)
    rows = tuple(Index(i.size) for i in a.rows)
    return form_of(rows, (), a.at(rows, _fits(self.slot(e.data[0]), e.args[0].shape.cols)))


MAX_LISTED = 12


def listed(e: Expr) -> list[int] | None:
    """The values of an index with literal bounds, if they are few."""
    low, high = e.data[1].constant, e.data[2].constant
    if low is None or high is None or high - low >= MAX_LISTED:
        return None
    return list(range(int(low), int(high) + 1))


@rule("sum")
def _sum(self: Elaborator, e: Expr) -> IndexForm:
    a = copied(args_of(self, e)[0])
    index = self.names[e.data[0]]
    assert isinstance(index, Index)
    if e.data[1] == Size.of(1):
        fresh = Index(index.size)
        return form_of(a.rows, a.cols, summed_over(instantiate(a.terms, {index: fresh}), (fresh,)))
    values = listed(e)
    if values is None:
        raise NotSupported(f"a sum from {e.data[1]} to {e.data[2]}")
    terms = [t for v in values for t in instantiate(a.terms, {index: Fixed(Size.of(v))})]
    return form_of(a.rows, a.cols, terms)


@rule("prod")
def _prod(self: Elaborator, e: Expr) -> IndexForm:
    (a,) = args_of(self, e)
    index, values = self.names[e.data[0]], listed(e)
    if values is None and isinstance(index, Index) and e.data[1] == Size.of(1):
        fresh = Index(index.size)
        entries = instantiate(a.terms, {index: fresh})
        return form_of((), (), matrices.product_of_entries(entries, (fresh,)))
    if values is None or not isinstance(index, Index):
        raise NotSupported(f"a product from {e.data[1]} to {e.data[2]}")
    total = number(1)
    for v in values:
        total = times(total, instantiate(a.terms, {index: Fixed(Size.of(v))}))
    return form_of((), (), total)


@rule("maxover", "minover")
def _extremum(self: Elaborator, e: Expr) -> IndexForm:
    """The largest or smallest of a row of scalars: an unknown function of them, in the form of `derive.extrema`."""
    other = pulled(e)
    if other is not None:
        return self.form(other)
    (a,) = args_of(self, e)
    index = self.names[e.data[0]]
    if not isinstance(index, Index) or e.data[1] != Size.of(1):
        raise NotSupported(f"an extremum from {e.data[1]} to {e.data[2]}")
    fresh = Index(index.size)
    entries = instantiate(a.terms, {index: fresh})
    return form_of((), (), matrices.function(f"({e.op} {e.data[2]})", [(entries, (fresh,))], ()))


@rule("blocks")
def _blocks(self: Elaborator, e: Expr) -> IndexForm:
    a = copied(args_of(self, e)[0])
    outer: list[tuple[Index, ...]] = []
    values: dict[Index, Slot] = {}
    for name in (e.data[0], e.data[2]):
        slot = self.names[name]
        if isinstance(slot, Index):
            values[slot] = Index(slot.size)
        outer.append((values[slot],) if isinstance(slot, Index) else ())  # type: ignore[arg-type]
    return form_of((*outer[0], *a.rows), (*outer[1], *a.cols), instantiate(a.terms, values))


def _part(sizes: tuple[Size, ...], number_: int) -> Head:
    """``part[K, j]``: one where the flat index K is the j-th of the given part of a partition."""
    return Head("part", (tuple(map(str, sizes)), number_))


@rule("hcat")
def _hcat(self: Elaborator, e: Expr) -> IndexForm:
    return _stacked(self, e, wide=True)


@rule("vcat")
def _vcat(self: Elaborator, e: Expr) -> IndexForm:
    return _stacked(self, e, wide=False)


def _stacked(self: Elaborator, e: Expr, *, wide: bool) -> IndexForm:
    parts = args_of(self, e)
    sizes = tuple(product(a.shape.cols if wide else a.shape.rows) for a in e.args)
    along = e.shape.cols if wide else e.shape.rows
    if not along:
        raise NotSupported("blocks that together have one row or column")
    flat = Index(along[0])
    kept = indices_of(e.shape.rows if wide else e.shape.cols)
    terms: Terms = []
    for place, part in enumerate(parts):
        own = tuple(Index(i.size) for i in (part.cols if wide else part.rows))
        entry = part.at(kept, own) if wide else part.at(own, kept)
        slots: tuple[Slot, ...] = (flat, group(own)) if own else (flat,)
        terms.extend(with_factor(entry, (_part(sizes, place), slots, 1), summed=own))
    return form_of(kept, (flat,), terms) if wide else form_of((flat,), kept, terms)
