"""From the core language to the index form, one small rule per node."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from derive.core import Expr, Rel, walk
from derive.errors import NotSupported
from derive.index import atoms, matrices
from derive.index.algebra import instantiate, refreshed, scaled, simplify, size_terms, summed_over, times, with_factor
from derive.index.canonical import collect
from derive.index.differentiate import differentiate, replace_variables
from derive.index.terms import (
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
    slot_size,
)
from derive.sizes import Dim, Shape, Size, product

MATCH = Head("match", symmetries=((0, 1), (1, 0)))
MAX_NODES = 20000
COLLECT_FROM = 2


@dataclass(frozen=True, slots=True)
class IndexForm:
    """A matrix as terms over its row and column indices (one index per factor of a dimension)."""

    rows: tuple[Index, ...]
    cols: tuple[Index, ...]
    terms: tuple[Term, ...]

    def at(self, rows: Sequence[Slot], cols: Sequence[Slot]) -> Terms:
        """The entry at given slots, with fresh summed indices.

        Raises:
            NotSupported: A slot has another range than the index.

        """
        values: dict[Index, Slot] = {}
        if len(rows) != len(self.rows) or len(cols) != len(self.cols):
            raise NotSupported("a matrix with its dimensions factored in two ways")
        for own, slot in zip((*self.rows, *self.cols), (*rows, *cols), strict=True):
            size = slot_size(slot)
            if size is not None and size != own.size:
                raise NotSupported(f"an index of range {own.size} meets one of range {size}")
            values[own] = slot
        return instantiate(self.terms, values)


def indices_of(d: Dim) -> tuple[Index, ...]:
    """Fresh indices for a composite dimension."""
    return tuple(Index(size) for size in d)


def form_of(rows: Iterable[Index], cols: Iterable[Index], terms: Sequence[Term]) -> IndexForm:
    """Build a form, merging equal terms."""
    rows, cols = tuple(rows), tuple(cols)
    merged = collect(terms, (*rows, *cols)) if len(terms) >= COLLECT_FROM else terms
    return IndexForm(rows, cols, tuple(merged))


class Elaborator:
    """Translates one tree (or several that share variables and quantified indices).

    Args:
        quantified: Universally quantified indices: name -> slot.

    """

    def __init__(self, quantified: dict[str, Slot] | None = None) -> None:
        self.names: dict[str, Slot] = dict(quantified or {})
        self.forms: dict[Expr, IndexForm] = {}

    def form(self, expr: Expr) -> IndexForm:
        """The index form of an expression.

        Raises:
            NotSupported: A node without a rule, or a budget exceeded.

        """
        nodes = list(walk(expr))
        if len(nodes) > MAX_NODES:
            raise NotSupported(f"more than {MAX_NODES} sub-expressions")
        for node in nodes:
            self._declare(node)
        for node in nodes:
            if node not in self.forms:
                rule = RULES.get(node.op)
                if rule is None:
                    raise NotSupported(f"{node.op} has no index form")
                self.forms[node] = rule(self, node)
        return self.forms[expr]

    def _declare(self, node: Expr) -> None:
        """Create the indices of binders before their bodies are read."""
        pairs: list[tuple[str, Size]] = []
        if node.op in ("sum", "prod"):
            pairs = [(node.data[0], node.data[2])]
        elif node.op == "blocks":
            i, m, j, n = node.data
            pairs = [(i, m), (j, n)]
        for name, size in pairs:
            if name not in self.names:
                one = node.op == "blocks" and size == Size.of(1)
                self.names[name] = Fixed(Size.of(1)) if one else Index(size, name)

    def slot(self, value: Size) -> Slot:
        """The slot of an index expression."""
        if len(value.terms) == 1:
            monomial, coefficient = value.terms[0]
            if coefficient == 1 and len(monomial) == 1 and monomial[0][1] == 1 and monomial[0][0] in self.names:
                return self.names[monomial[0][0]]
        known = {n: s for n, s in self.names.items() if n in value.names}
        if any(isinstance(s, Index) for s in known.values()):
            raise NotSupported(f"the index expression {value}")
        return Fixed(value.substitute({n: s.value for n, s in known.items() if isinstance(s, Fixed)}))


Rule = Callable[[Elaborator, Expr], IndexForm]


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


def _var(_: Elaborator, e: Expr) -> IndexForm:
    rows, cols = indices_of(e.shape.rows), indices_of(e.shape.cols)
    head = variable(e.data[0], e.shape)
    return IndexForm(rows, cols, (Term(1, (), ((head, (*rows, *cols), 1),)),))


def variable(name: str, shape: Shape) -> Head:
    """The head of a variable's entries."""
    return Head("var", (name, tuple(map(str, shape.rows)), tuple(map(str, shape.cols))))


def _scalar(terms: Sequence[Term]) -> IndexForm:
    return IndexForm((), (), tuple(terms))


def _real(_: Elaborator, e: Expr) -> IndexForm:
    if e.data[0] == "infinity":
        raise NotSupported("infinity has no index form")
    return _scalar([Term(1, ((("real", e.data[0]), 1),))])


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
    return _scalar(collect(total, ()))


def _eye(_: Elaborator, e: Expr) -> IndexForm:
    rows, cols = indices_of(e.data[0]), indices_of(e.data[0])
    return IndexForm(rows, cols, (Term(1, (), tuple(delta(r, c) for r, c in zip(rows, cols, strict=True))),))


def _ones(_: Elaborator, e: Expr) -> IndexForm:
    return IndexForm(indices_of(e.shape.rows), indices_of(e.shape.cols), (Term(1),))


def _zeros(_: Elaborator, e: Expr) -> IndexForm:
    return IndexForm(indices_of(e.shape.rows), indices_of(e.shape.cols), ())


def _commutation(_: Elaborator, e: Expr) -> IndexForm:
    m, n = e.data
    rows, cols = indices_of((*m, *n)), indices_of((*n, *m))
    partner = (*cols[len(n) :], *cols[: len(n)])
    return IndexForm(rows, cols, (Term(1, (), tuple(delta(r, c) for r, c in zip(rows, partner, strict=True))),))


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


def _delta(self: Elaborator, e: Expr) -> IndexForm:
    a, b = (self.slot(x) for x in e.data)
    if isinstance(a, Index) and isinstance(b, Index) and a.size != b.size:
        return _scalar([Term(1, (), ((MATCH, (a, b), 1),))])  # a diagonal of a rectangle: only compared
    return _scalar(simplify(Term(1, (), (delta(a, b),))))


# Linear structure.


def _args(self: Elaborator, e: Expr) -> list[IndexForm]:
    return [self.forms[a] for a in e.args]


def _add(self: Elaborator, e: Expr) -> IndexForm:
    first, *rest = _args(self, e)
    terms = list(first.terms)
    for other in rest:
        terms.extend(other.at(first.rows, first.cols))
    return form_of(first.rows, first.cols, terms)


def _scale(self: Elaborator, e: Expr) -> IndexForm:
    s, a = _args(self, e)
    return form_of(a.rows, a.cols, times(refreshed(s.terms), a.terms))


def _matmul(self: Elaborator, e: Expr) -> IndexForm:
    a, b = _args(self, e)
    middle = a.cols
    right_cols = tuple(Index(i.size) for i in b.cols)
    terms = summed_over(times(a.terms, b.at(middle, right_cols)), middle)
    rows = tuple(Index(i.size) for i in a.rows)
    return form_of(rows, right_cols, instantiate(terms, dict(zip(a.rows, rows, strict=True))))


def _copy(f: IndexForm) -> IndexForm:
    rows, cols = tuple(Index(i.size) for i in f.rows), tuple(Index(i.size) for i in f.cols)
    return IndexForm(rows, cols, tuple(f.at(rows, cols)))


def _kron(self: Elaborator, e: Expr) -> IndexForm:
    a, b = (_copy(f) for f in _args(self, e))
    return form_of((*a.rows, *b.rows), (*a.cols, *b.cols), times(a.terms, b.terms))


def _hadamard(self: Elaborator, e: Expr) -> IndexForm:
    a, b = _args(self, e)
    a = _copy(a)
    return form_of(a.rows, a.cols, times(a.terms, b.at(a.rows, a.cols)))


def _transpose(self: Elaborator, e: Expr) -> IndexForm:
    (a,) = _args(self, e)
    return IndexForm(a.cols, a.rows, a.terms)


def _vec(self: Elaborator, e: Expr) -> IndexForm:
    (a,) = _args(self, e)
    return IndexForm((*a.cols, *a.rows), (), a.terms)


def _vecr(self: Elaborator, e: Expr) -> IndexForm:
    (a,) = _args(self, e)
    return IndexForm((*a.rows, *a.cols), (), a.terms)


def _reshape(self: Elaborator, e: Expr) -> IndexForm:
    (a,) = _args(self, e)
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


def _unvecr(self: Elaborator, e: Expr) -> IndexForm:
    (a,) = _args(self, e)
    count = len(e.shape.rows)
    return IndexForm(a.rows[:count], a.rows[count:], a.terms)


def _diag(self: Elaborator, e: Expr) -> IndexForm:
    a = _copy(_args(self, e)[0])
    own = (*a.rows, *a.cols)
    others = tuple(Index(i.size) for i in own)
    return form_of(own, others, with_factor(a.terms, *(delta(x, y) for x, y in zip(own, others, strict=True))))


def _diagpart(self: Elaborator, e: Expr) -> IndexForm:
    (a,) = _args(self, e)
    rows = tuple(Index(i.size) for i in a.rows)
    return form_of(rows, (), a.at(rows, rows))


def _trace(self: Elaborator, e: Expr) -> IndexForm:
    (a,) = _args(self, e)
    rows = tuple(Index(i.size) for i in a.rows)
    return form_of((), (), summed_over(a.at(rows, rows), rows))


def _entry(self: Elaborator, e: Expr) -> IndexForm:
    (a,) = _args(self, e)
    i, j = (self.slot(x) for x in e.data)
    return form_of((), (), a.at(_fits(i, e.args[0].shape.rows), _fits(j, e.args[0].shape.cols)))


def _row(self: Elaborator, e: Expr) -> IndexForm:
    (a,) = _args(self, e)
    cols = tuple(Index(i.size) for i in a.cols)
    return form_of((), cols, a.at(_fits(self.slot(e.data[0]), e.args[0].shape.rows), cols))


def _col(self: Elaborator, e: Expr) -> IndexForm:
    (a,) = _args(self, e)
    rows = tuple(Index(i.size) for i in a.rows)
    return form_of(rows, (), a.at(rows, _fits(self.slot(e.data[0]), e.args[0].shape.cols)))


MAX_LISTED = 12


def _listed(e: Expr) -> list[int] | None:
    """The values of an index with literal bounds, if they are few."""
    low, high = e.data[1].constant, e.data[2].constant
    if low is None or high is None or high - low >= MAX_LISTED:
        return None
    return list(range(int(low), int(high) + 1))


def _sum(self: Elaborator, e: Expr) -> IndexForm:
    a = _copy(_args(self, e)[0])
    index = self.names[e.data[0]]
    assert isinstance(index, Index)
    if e.data[1] == Size.of(1):
        fresh = Index(index.size)
        return form_of(a.rows, a.cols, summed_over(instantiate(a.terms, {index: fresh}), (fresh,)))
    values = _listed(e)
    if values is None:
        raise NotSupported(f"a sum from {e.data[1]} to {e.data[2]}")
    terms = [t for v in values for t in instantiate(a.terms, {index: Fixed(Size.of(v))})]
    return form_of(a.rows, a.cols, terms)


def _prod(self: Elaborator, e: Expr) -> IndexForm:
    (a,) = _args(self, e)
    index, values = self.names[e.data[0]], _listed(e)
    if values is None and isinstance(index, Index) and e.data[1] == Size.of(1):
        fresh = Index(index.size)
        entries = instantiate(a.terms, {index: fresh})
        return form_of((), (), matrices.function("(product)", [(entries, (fresh,))], ()))
    if values is None or not isinstance(index, Index):
        raise NotSupported(f"a product from {e.data[1]} to {e.data[2]}")
    total = number(1)
    for v in values:
        total = times(total, instantiate(a.terms, {index: Fixed(Size.of(v))}))
    return form_of((), (), total)


def _blocks(self: Elaborator, e: Expr) -> IndexForm:
    a = _copy(_args(self, e)[0])
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


def _hcat(self: Elaborator, e: Expr) -> IndexForm:
    return _stacked(self, e, wide=True)


def _vcat(self: Elaborator, e: Expr) -> IndexForm:
    return _stacked(self, e, wide=False)


def _stacked(self: Elaborator, e: Expr, *, wide: bool) -> IndexForm:
    parts = _args(self, e)
    sizes = tuple(product(a.shape.cols if wide else a.shape.rows) for a in e.args)
    flat = Index((e.shape.cols if wide else e.shape.rows)[0])
    kept = indices_of(e.shape.rows if wide else e.shape.cols)
    terms: Terms = []
    for place, part in enumerate(parts):
        own = tuple(Index(i.size) for i in (part.cols if wide else part.rows))
        entry = part.at(kept, own) if wide else part.at(own, kept)
        slots: tuple[Slot, ...] = (flat, group(own)) if own else (flat,)
        terms.extend(with_factor(entry, (_part(sizes, place), slots, 1), summed=own))
    return form_of(kept, (flat,), terms) if wide else form_of((flat,), kept, terms)


# Nonlinear.


def _entrywise(self: Elaborator, e: Expr, rule: Callable[[Terms], Terms]) -> IndexForm:
    (a, *_) = _args(self, e)
    a = _copy(a)
    return form_of(a.rows, a.cols, rule(list(a.terms)))


def _map(self: Elaborator, e: Expr) -> IndexForm:
    return _entrywise(self, e, lambda terms: atoms.elementary(e.data[0], terms))


def _hpow(self: Elaborator, e: Expr) -> IndexForm:
    exponent = self.forms[e.args[1]].terms
    if not exponent or (len(exponent) == 1 and exponent[0] == Term(exponent[0].coefficient)):
        value = exponent[0].coefficient if exponent else 0
        return _entrywise(self, e, lambda terms: atoms.power(terms, value))
    if any(term.factors for term in exponent):
        return _entrywise(self, e, lambda terms: atoms.symbolic_power(terms, exponent))
    return _entrywise(self, e, lambda terms: matrices.whole_power(terms, exponent))


def _softmax(self: Elaborator, e: Expr) -> IndexForm:
    (a,) = _args(self, e)
    rows, cols = tuple(Index(i.size) for i in a.rows), tuple(Index(i.size) for i in a.cols)
    return form_of(rows, cols, atoms.softmax(a.at(rows, a.cols), a.cols, cols))


def _inv(self: Elaborator, e: Expr) -> IndexForm:
    (argument,) = e.args
    (a,) = _args(self, e)
    if not a.rows:
        return form_of((), (), atoms.power(a.terms, -1))
    rows, cols = tuple(Index(i.size) for i in a.cols), tuple(Index(i.size) for i in a.rows)
    return form_of(rows, cols, _inverse_terms(self, argument, rows, cols))


def _inverse_terms(self: Elaborator, e: Expr, rows: tuple[Index, ...], cols: tuple[Index, ...]) -> Terms:
    """The inverse's entry; products, transposes, Kronecker products and scalings of square matrices come apart."""
    if e.op == "inv":
        return self.forms[e.args[0]].at(rows, cols)
    if e.op == "matmul" and e.args[0].shape.rows == e.args[0].shape.cols == e.args[1].shape.cols:
        middle = tuple(Index(i.size) for i in rows)
        left = _inverse_terms(self, e.args[1], rows, middle)
        return summed_over(times(left, _inverse_terms(self, e.args[0], middle, cols)), middle)
    if e.op == "transpose" and e.shape.rows == e.shape.cols:
        return _inverse_terms(self, e.args[0], cols, rows)
    if e.op == "scale":
        return times(
            atoms.power(refreshed(self.forms[e.args[0]].terms), -1), _inverse_terms(self, e.args[1], rows, cols)
        )
    if e.op == "kron" and all(x.shape.rows == x.shape.cols for x in e.args):
        n = len(e.args[0].shape.rows)
        left = _inverse_terms(self, e.args[0], rows[:n], cols[:n])
        return times(left, _inverse_terms(self, e.args[1], rows[n:], cols[n:]))
    a = self.forms[e]
    return matrices.inverse(list(a.terms), a.rows, a.cols, (rows, cols))


def _det(self: Elaborator, e: Expr) -> IndexForm:
    (a,) = _args(self, e)
    if not a.rows:
        return a
    return form_of((), (), _det_terms(self, e.args[0]))


def _det_terms(self: Elaborator, e: Expr) -> Terms:
    if not e.shape.rows:
        return refreshed(self.forms[e].terms)
    if e.op == "matmul" and all(x.shape.rows == x.shape.cols for x in e.args):
        return times(_det_terms(self, e.args[0]), _det_terms(self, e.args[1]))
    if e.op == "inv":
        return atoms.power(_det_terms(self, e.args[0]), -1)
    if e.op == "transpose":
        return _det_terms(self, e.args[0])
    if e.op == "eye":
        return number(1)
    if e.op == "mpow":
        return atoms.power(_det_terms(self, e.args[0]), e.data[0])
    if e.op == "scale":  # det(s A) = s^n det A
        return times(_scalar_power(self, e.args[0], e.shape.totals[0]), _det_terms(self, e.args[1]))
    if e.op == "kron" and all(x.shape.rows == x.shape.cols for x in e.args):  # det(A (x) B) = (det A)^b (det B)^a
        a, b = e.args
        return times(
            matrices.whole_power(_det_terms(self, a), size_terms(b.shape.totals[0])),
            matrices.whole_power(_det_terms(self, b), size_terms(a.shape.totals[0])),
        )
    if e.op == "diag":
        return _all_entries(self, e.args[0])
    a = _copy(self.forms[e])
    return matrices.determinant(a.terms, a.rows, a.cols)


def _scalar_power(self: Elaborator, s: Expr, exponent: Size) -> Terms:
    return matrices.whole_power(refreshed(self.forms[s].terms), size_terms(exponent))


def _all_entries(self: Elaborator, v: Expr) -> Terms:
    """The product of the entries of a vector, an atom of the vector: the determinant of the diagonal matrix."""
    form = _copy(self.forms[v])
    return matrices.function("(product)", [(form.terms, (*form.rows, *form.cols))], ())


def _mpow(self: Elaborator, e: Expr) -> IndexForm:
    (a,) = _args(self, e)
    power = e.data[0]
    if power == 0:
        rows, cols = indices_of(e.shape.rows), indices_of(e.shape.cols)
        return IndexForm(rows, cols, (Term(1, (), tuple(delta(r, c) for r, c in zip(rows, cols, strict=True))),))
    if power > 16:
        raise NotSupported(f"the matrix power {power}")
    result = a
    for _ in range(power - 1):
        cols = tuple(Index(i.size) for i in a.cols)
        terms = summed_over(times(result.terms, a.at(result.cols, cols)), result.cols)
        rows = tuple(Index(i.size) for i in a.rows)
        result = form_of(rows, cols, instantiate(terms, dict(zip(result.rows, rows, strict=True))))
    return result


def _indicator(self: Elaborator, e: Expr) -> IndexForm:
    """``a > b`` is a step of the difference, ``a >= b`` the complement of ``b > a``."""
    a, b = _args(self, e)
    a = _copy(a)
    gap = collect([*a.terms, *scaled(b.at(a.rows, a.cols), -1)], (*a.rows, *a.cols))
    relation = e.data[0]
    if relation in ("<", "<="):
        gap, relation = scaled(gap, -1), {"<": ">", "<=": ">="}[relation]
    if not gap:
        terms = number(int(relation in (">=", "=")))
    elif relation == ">":
        terms = atoms.elementary("step", gap)
    elif relation == ">=":
        terms = [*number(1), *scaled(atoms.elementary("step", scaled(gap, -1)), -1)]
    else:
        equal = matrices.function("indicator(=)", [(gap, ())], ())
        terms = equal if relation == "=" else [*number(1), *scaled(equal, -1)]
    return form_of(a.rows, a.cols, terms)


def _where(self: Elaborator, e: Expr) -> IndexForm:
    """``C A + (1 - C) B`` for a condition that is an indicator (its values are 0 and 1)."""
    if e.args[0].op != "indicator":
        raise NotSupported("a case distinction on something else than a comparison")
    c, a, b = _args(self, e)
    a = _copy(a)
    if c.rows or c.cols or not (a.rows or a.cols):
        condition = c.at(a.rows, a.cols)
    else:
        condition = list(c.terms)
    other = b.at(a.rows, a.cols)
    terms = [
        *times(a.terms, refreshed(condition)),
        *other,
        *scaled(times(refreshed(other), refreshed(condition)), -1),
    ]
    return form_of(a.rows, a.cols, terms)


def _fun(self: Elaborator, e: Expr) -> IndexForm:
    rows, cols = indices_of(e.shape.rows), indices_of(e.shape.cols)
    arguments = [(list(f.terms), (*f.rows, *f.cols)) for f in map(_copy, _args(self, e))]
    return form_of(rows, cols, matrices.function(e.data[0], arguments, (*rows, *cols)))


TRANSPOSABLE = {("norm", "2"), ("norm", "max"), ("norm", "nuc"), ("sigma", "max"), ("sigma", "min")}
TRANSPOSABLE |= {("kappa",), ("rank",), ("maxentry",), ("minentry",)}


def _opaque(self: Elaborator, e: Expr) -> IndexForm:
    """A norm and the like: Frobenius norms are sums of squares, the others only compare their arguments."""
    (a,) = (_copy(f) for f in _args(self, e))
    own = (*a.rows, *a.cols)
    if e.op == "norm" and (e.data[0] == "F" or (e.data[0] == "2" and not (a.rows and a.cols))):
        square = summed_over(times(a.terms, a.at(a.rows, a.cols)), own)
        return form_of((), (), atoms.power(collect(square, ()), Fraction(1, 2)))
    if any(isinstance(x, Size) for x in e.data):
        raise NotSupported(f"{e.op} with an index")
    shape = (len(a.rows), len(a.cols))
    choices = [matrices.function(f"({(e.op, *map(str, e.data), *shape)})", [(list(a.terms), own)], ())]
    if (e.op, *e.data[:1]) in TRANSPOSABLE:
        turned = (*a.cols, *a.rows)
        name = f"({(e.op, *map(str, e.data), *shape[::-1])})"
        choices.append(matrices.function(name, [(list(a.terms), turned)], ()))
    return form_of((), (), min(choices, key=lambda terms: terms[0].factors[0][0].digest))


# Derivatives.


def _seeded(body: IndexForm, name: str, into: Sequence[Index]) -> Terms:
    def seed(slots: tuple[Slot, ...]) -> Terms:
        if len(slots) != len(into):
            raise NotSupported(f"{name} with its dimensions factored in two ways")
        return [Term(1, (), tuple(delta(s, i) for s, i in zip(slots, into, strict=True)))]

    return collect(differentiate(body.terms, name, seed), (*body.rows, *body.cols, *into))


def _at_point(self: Elaborator, e: Expr, terms: Terms) -> Terms:
    """Give the bound name its value again."""
    name, point = e.data[0], e.args[1]
    if point.op == "var" and point.data[0] == name:
        return terms
    value = self.forms[point]
    count = len(value.rows)
    return replace_variables(terms, {name: lambda slots: value.at(slots[:count], slots[count:])})


def _deriv(self: Elaborator, e: Expr) -> IndexForm:
    body, point = _copy(self.forms[e.args[0]]), e.args[1]
    rows, cols = indices_of(point.shape.rows), indices_of(point.shape.cols)
    terms = _at_point(self, e, _seeded(body, e.data[0], (*rows, *cols)))
    if e.data[1] == "vec":
        return form_of((*body.cols, *body.rows), (*cols, *rows), terms)
    return form_of((*body.rows, *body.cols), (*rows, *cols), terms)


def _grad(self: Elaborator, e: Expr) -> IndexForm:
    body, point = _copy(self.forms[e.args[0]]), e.args[1]
    rows, cols = indices_of(point.shape.rows), indices_of(point.shape.cols)
    return form_of(rows, cols, _at_point(self, e, _seeded(body, e.data[0], (*rows, *cols))))


def _frechet(self: Elaborator, e: Expr) -> IndexForm:
    """The direction is a constant: it enters under a name of its own, and gets its value with the point."""
    body, direction = _copy(self.forms[e.args[0]]), self.forms[e.args[2]]
    count = len(direction.rows)
    mark = f"{e.data[0]}~direction"
    head = variable(mark, e.args[2].shape)
    terms = differentiate(body.terms, e.data[0], lambda slots: [Term(1, (), ((head, slots, 1),))])
    values = {mark: lambda slots: direction.at(slots[:count], slots[count:])}
    name, point = e.data[0], e.args[1]
    if not (point.op == "var" and point.data[0] == name):
        value = self.forms[point]
        width = len(value.rows)
        values[name] = lambda slots: value.at(slots[:width], slots[width:])
    return form_of(body.rows, body.cols, replace_variables(collect(terms, ()), values))


def _integral(self: Elaborator, e: Expr) -> IndexForm:
    """Integral of a polynomial in the variable: ``t^k`` becomes ``(b^(k+1) - a^(k+1)) / (k + 1)``."""
    body, name = _copy(self.forms[e.args[0]]), e.data[0]
    low, high = (self.forms[a].terms for a in e.args[1:])
    result: Terms = []
    for term in body.terms:
        degree, factors = 0, []
        for factor in term.factors:
            if name not in factor[0].names:
                factors.append(factor)
            elif factor[0].kind == "var" and isinstance(factor[2], int) and factor[2] > 0:
                degree += factor[2]
            else:
                raise NotSupported(f"an integral over {name} of something that is no polynomial in it")
        gap = [*atoms.power(refreshed(high), degree + 1), *scaled(atoms.power(refreshed(low), degree + 1), -1)]
        rest = Term(Fraction(term.coefficient) / (degree + 1), term.powers, tuple(factors))
        result.extend(summed_over(times([rest], gap), term.summed))
    return form_of(body.rows, body.cols, result)


RULES: dict[str, Rule] = {
    "var": _var,
    "const": lambda _, e: _scalar(number(e.data[0])),
    "real": _real,
    "size": _size,
    "eye": _eye,
    "ones": _ones,
    "zeros": _zeros,
    "commutation": _commutation,
    "basis": _basis,
    "delta": _delta,
    "add": _add,
    "scale": _scale,
    "matmul": _matmul,
    "kron": _kron,
    "hadamard": _hadamard,
    "transpose": _transpose,
    "vec": _vec,
    "vecr": _vecr,
    "reshape": _reshape,
    "unvecr": _unvecr,
    "diag": _diag,
    "diagpart": _diagpart,
    "trace": _trace,
    "entry": _entry,
    "row": _row,
    "col": _col,
    "sum": _sum,
    "prod": _prod,
    "blocks": _blocks,
    "hcat": _hcat,
    "vcat": _vcat,
    "map": _map,
    "hpow": _hpow,
    "softmax": _softmax,
    "inv": _inv,
    "det": _det,
    "mpow": _mpow,
    "indicator": _indicator,
    "where": _where,
    "fun": _fun,
    "norm": _opaque,
    "sigma": _opaque,
    "eig": _opaque,
    "kappa": _opaque,
    "rank": _opaque,
    "maxentry": _opaque,
    "minentry": _opaque,
    "deriv": _deriv,
    "grad": _grad,
    "frechet": _frechet,
    "integral": _integral,
}


def difference(elaborator: Elaborator, goal: Rel) -> tuple[list[Index], Terms]:
    """The free indices and the terms of ``lhs - rhs``; a scalar side is compared with every entry."""
    left, right = elaborator.form(goal.lhs), elaborator.form(goal.rhs)
    if goal.lhs.shape.is_scalar and not goal.rhs.shape.is_scalar:
        left, right = right, left
    if (right.rows or right.cols) and _sizes(left) != _sizes(right):
        right = _regrouped(left, right)
    free = [*left.rows, *left.cols]
    other = right.at(left.rows, left.cols) if (right.rows or right.cols) else list(right.terms)
    return free, [*left.terms, *scaled(instantiate(other, {}), -1)]


def _sizes(form: IndexForm) -> tuple[list[Size], list[Size]]:
    return [i.size for i in form.rows], [i.size for i in form.cols]


def _regrouped(left: IndexForm, right: IndexForm) -> IndexForm:
    rows, cols = _sizes(left)
    return reshaped(right, Shape(tuple(rows), tuple(cols)))


def index_form(expr: Expr, quantified: dict[str, Slot] | None = None) -> IndexForm:
    """The index form of an expression; free indices are the factors of its rows and columns.

    Raises:
        NotSupported: A node without a rule, a reshape that reorders factors, a budget exceeded.

    """
    return Elaborator(quantified).form(expr)
