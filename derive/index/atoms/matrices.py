"""Atoms of matrices: inverse, determinant, arbitrary functions, partitions."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence

from derive.errors import NotSupported
from derive.fraction import Fraction
from derive.index.atoms.atoms import argument_of, opened, power, primitive, shifted, whole
from derive.index.atoms.functions import PRODUCT, exponential, symbolic_power
from derive.index.terms.algebra import (
    REBUILD,
    REDUCE,
    instantiate,
    refreshed,
    scaled,
    simplify,
    size_terms,
    summed_over,
    times,
    with_factor,
    without,
)
from derive.index.terms.canonical import body, collect
from derive.index.terms.ranges import at_least
from derive.index.terms.terms import (
    DELTA,
    POSITION,
    Factor,
    Group,
    Head,
    Index,
    Number,
    Slot,
    Term,
    Terms,
    delta,
    number,
    slot_indices,
)
from derive.sizes import Size


def inverse(
    terms: Sequence[Term], rows: Sequence[Index], cols: Sequence[Index], at: tuple[Sequence[Slot], Sequence[Slot]]
) -> Terms:
    """The entry ``at = (r, c)`` of the inverse of the matrix ``terms[rows, cols]``; r is in columns' space, c in rows'.

    Deltas common to all terms are peeled off: ``(D (x) A)^-1`` with D a (permuted) diagonal is that of its blocks.
    """
    terms = collect(terms, (*rows, *cols))
    if not terms:
        raise NotSupported("the inverse of zero")
    pair = _common_delta(terms, rows, cols)
    if pair is not None:
        row, col = pair
        r, c = at[0][list(cols).index(col)], at[1][list(rows).index(row)]
        blocks = [t for term in terms for t in _peeled(term, row, col)]
        left_rows, left_cols = [i for i in rows if i is not row], [i for i in cols if i is not col]
        left_at = (
            [s for s, i in zip(at[0], cols, strict=True) if i is not col],
            [s for s, i in zip(at[1], rows, strict=True) if i is not row],
        )
        inner = inverse(blocks, left_rows, left_cols, left_at) if left_rows else power(blocks, -1)
        return with_factor(instantiate(inner, {row: c}), delta(c, r))
    if len(rows) != len(cols) or any(a.size != b.size for a, b in zip(rows, cols, strict=True)):
        raise NotSupported("the inverse of a matrix whose row and column factors differ")
    content, rest = primitive(terms, whole=True, bound=(*rows, *cols))
    scale = power([content], -1)
    twice = _inverted(rest, rows, cols, at)
    if twice is not None:
        return times(scale, twice)
    first, params = body(rest, (*rows, *cols))
    swapped = dict(zip((*rows, *cols), (*cols, *rows), strict=True))
    second, other = body(instantiate(rest, swapped), (*rows, *cols))
    symmetric: tuple[tuple[int, ...], ...] = ()
    if second.key == first.key and (params == other or len(params) < 1):
        n = len(rows)
        flip = (*range(n, 2 * n), *range(n), *range(2 * n, 2 * n + len(params)))
        symmetric = (tuple(range(2 * n + len(params))), flip)
    elif second.digest < first.digest:
        first, params = second, other
        at = (at[1], at[0])
    head = Head("inverse", (first,), bound=2 * len(rows), symmetries=symmetric)
    return times(scale, simplify(Term(1, (), ((head, (*at[0], *at[1], *params), 1),))))


def _inverted(
    terms: Terms, rows: Sequence[Index], cols: Sequence[Index], at: tuple[Sequence[Slot], Sequence[Slot]]
) -> Terms | None:
    """The entry of a matrix whose inverse, or the transpose of that, is inverted; None for anything else."""
    if len(terms) != 1 or terms[0].summed or terms[0].powers or terms[0].coefficient != 1 or len(terms[0].factors) != 1:
        return None
    head, slots, exponent = terms[0].factors[0]
    n = len(rows)
    if head.kind != "inverse" or exponent != 1 or head.bound != 2 * n:
        return None
    for first, second, (left, right) in ((rows, cols, at), (cols, rows, at[::-1])):
        if (*slots[: 2 * n],) == (*first, *second):
            fresh, inner = opened(head, slots)
            return refreshed(instantiate(inner, dict(zip(fresh, (*left, *right), strict=True))))
    return None


def _common_delta(terms: Sequence[Term], rows: Sequence[Index], cols: Sequence[Index]) -> tuple[Index, Index] | None:
    for row, col in itertools.product(rows, cols):
        if row.size == col.size and all(
            any(h is DELTA and set(s) == {row, col} for h, s, _ in term.factors) for term in terms
        ):
            return row, col
    return None


def _peeled(term: Term, row: Index, col: Index) -> Terms:
    factors = tuple(f for f in term.factors if not (f[0] is DELTA and set(f[1]) == {row, col}))
    return instantiate([Term(term.coefficient, term.powers, factors, term.summed)], {col: row})


def _rebuild_inverse(head: Head, slots: tuple[Slot, ...], exponent: Number, change: Callable[[Terms], Terms]) -> Terms:
    fresh, terms = opened(head, slots)
    n = head.bound // 2
    result = inverse(change(terms), fresh[:n], fresh[n:], (slots[:n], slots[n : 2 * n]))
    return power(result, exponent)


def determinant(terms: Sequence[Term], rows: Sequence[Index], cols: Sequence[Index]) -> Terms:
    """The determinant of a matrix: ``det(c A) = c^n det A``; a matrix and its transpose have the same, a diagonal one the product of its entries."""
    terms = collect(terms, (*rows, *cols))
    factor, terms = _common_factor(terms, rows, cols) if terms else (number(1), terms)
    if _is_identity(terms, rows, cols):
        return factor
    if terms and len(rows) == len(cols) == 1 and (pair := _common_delta(terms, rows, cols)) is not None:
        entries = [t for term in terms for t in _peeled(term, *pair)]
        return times(factor, product_of_entries(entries, pair[:1]))
    first, params = body(terms, (*rows, *cols))
    swapped = dict(zip((*rows, *cols), (*cols, *rows), strict=True))
    second, other = body(instantiate(terms, swapped), (*rows, *cols))
    if second.digest < first.digest:
        first, params = second, other
    return times(
        factor, [Term(1, (), ((Head("det", (first,), symmetries=shifted(first.automorphisms, 0)), params, 1),))]
    )


def _common_factor(terms: Terms, rows: Sequence[Index], cols: Sequence[Index]) -> tuple[Terms, Terms]:
    """The power of what is common to all entries that stands before the determinant, and the rest of the matrix."""
    content, rest = primitive(terms, whole=True, bound=(*rows, *cols))
    if content == Term(1):
        return number(1), terms
    try:
        return whole_power([content], size_terms(math.prod((r.size for r in rows), start=Size.of(1)))), rest
    except NotSupported:
        return number(1), terms


def _is_identity(terms: Sequence[Term], rows: Sequence[Index], cols: Sequence[Index]) -> bool:
    if len(terms) != 1 or len(rows) != len(cols):
        return False
    (term,) = terms
    if term.coefficient != 1 or term.powers or term.summed or len(term.factors) != len(rows):
        return False
    pairs = [set(slots) for head, slots, exponent in term.factors if head is DELTA and exponent == 1]
    return all({row, col} in pairs for row, col in zip(rows, cols, strict=True))


def _rebuild_det(head: Head, slots: tuple[Slot, ...], exponent: Number, change: Callable[[Terms], Terms]) -> Terms:
    fresh, terms = opened(head, slots)
    n = len(fresh) // 2
    return power(determinant(change(terms), fresh[:n], fresh[n:]), exponent)


# Powers with unknown whole exponents. ``exp(n log x)`` would be wrong for negative x, and look positive.

POWER = "(power)"


def whole_power(base: Sequence[Term], exponent: Sequence[Term]) -> Terms:
    """``base ** exponent`` for an exponent made of sizes and whole indices, which are at least one.

    Raises:
        NotSupported: The exponent may be a fraction and the base negative, or zero and the base zero (``0^0 = 1``).

    """
    base, exponent = collect(base, ()), collect(exponent, ())
    if not exponent or exponent == [Term(exponent[0].coefficient)]:
        return power(base, exponent[0].coefficient if exponent else 0)
    if not base:
        if any(t.factors for t in exponent) or not at_least(_size(exponent), 1):
            raise NotSupported("zero to a power that may be zero")
        return []
    if len(base) == 1 and base[0].coefficient > 0 and all(head.positive for head, _, _ in base[0].factors):
        return symbolic_power(base, exponent)
    result = [Term(1)]
    for term in exponent:
        counts = all(g[0] == "size" and whole(e) and e > 0 for g, e in term.powers)
        counts = counts and all(head is POSITION and whole(e) and e > 0 for head, _, e in term.factors)
        if not counts or term.summed or not whole(term.coefficient):
            raise NotSupported("a power whose exponent may be a fraction, of what may be negative")
        unit = [Term(1, term.powers, term.factors)]
        step = _unit_power(base, unit) if term.powers or term.factors else [*base]
        result = times(result, power(refreshed(step), term.coefficient))
    return result


def _size(terms: Sequence[Term]) -> Size:
    """The polynomial in sizes that terms without factors are."""
    total = Size.of(0)
    for term in terms:
        part = Size.of(Fraction(term.coefficient))
        for (kind, name), exponent in term.powers:
            if kind != "size" or not whole(exponent) or exponent < 0:
                raise NotSupported("a power whose exponent is no polynomial in sizes")
            part = part * Size.of(name) ** int(exponent)
        total = total + part
    return total


def _unit_power(base: Terms, unit: Terms) -> Terms:
    """``base ** N`` for a product N of sizes and indices; a product is raised factor by factor."""
    if len(base) > 1 or base[0].summed:
        return function(POWER, [(base, ()), (unit, ())], ())
    (term,) = base
    size = Term(abs(term.coefficient), term.powers)
    result = symbolic_power([size], unit) if size != Term(1) else [Term(1)]
    if term.coefficient < 0:
        result = times(result, function(POWER, [([Term(-1)], ()), (unit, ())], ()))
    for head, slots, exponent in term.factors:
        again = _power_of_power(head, slots, unit) if whole(exponent) else None
        if again is None:
            one = [Term(1, (), ((head, slots, 1 if whole(exponent) else exponent),))]
            again = function(POWER, [(one, ()), (unit, ())], ())
        result = times(result, power(again, exponent) if whole(exponent) else again)
    return result


def _power_of_power(head: Head, slots: tuple[Slot, ...], unit: Terms) -> Terms | None:
    """``(b^M)^N = b^(M N)``; None for what is no power."""
    if head.kind != "fun" or head.data[0] != POWER or head.data[2]:
        return None
    _, [(base, _), (inner, _)], _, _ = open_function(head, slots)
    return function(POWER, [(base, ()), (times(inner, refreshed(unit)), ())], ())


def product_of_entries(terms: Sequence[Term], bound: Sequence[Index]) -> Terms:
    """The product of the entries of a vector: ``prod_i exp(s_i) v_i = exp(sum_i s_i) prod_i v_i``."""
    terms = collect(terms, bound)
    taken: list[Factor] = []
    if len(terms) == 1 and not terms[0].summed:
        taken = [f for f in terms[0].factors if f[0].kind == "map" and f[0].data[0] == "exp" and set(f[1]) & set(bound)]
    if not taken:
        if terms == [Term(1)]:
            return number(1)
        return function(PRODUCT, [(terms, bound)], ())
    exponents = [t for head, slots, exponent in taken for t in scaled(argument_of(head, slots), exponent)]
    rest = Term(terms[0].coefficient, terms[0].powers, tuple(f for f in terms[0].factors if f not in taken))
    result = exponential(summed_over(exponents, bound))
    return result if rest == Term(1) else times(result, function(PRODUCT, [([rest], bound)], ()))


# Arbitrary functions, and scalars that are only compared.


def function(
    name: str,
    arguments: Sequence[tuple[Sequence[Term], Sequence[Index]]],
    value: Sequence[Slot],
    derivatives: Sequence[tuple[int, tuple[Slot, ...]]] = (),
) -> Terms:
    """``name`` of matrix arguments (terms with their open indices) at a value position, differentiated.

    ``derivatives`` lists (argument number, position in the argument); their order does not matter.
    """
    bodies, params = [], []
    for terms, bound in arguments:
        inner, filled = body(terms, bound)
        bodies.append(inner)
        params.append(filled)
    ordered = sorted(derivatives, key=lambda d: d[0])
    orders = tuple((n, len(s)) for n, s in ordered)
    slots = tuple(value) + tuple(x for _, s in ordered for x in s)
    symmetries = _derivative_symmetries(len(value), orders, sum(map(len, params)))
    head = Head("fun", (name, len(value), orders, tuple(bodies)), bound=len(slots), symmetries=symmetries)
    filled = tuple(p for group_ in params for p in group_)
    return simplify(Term(1, (), ((head, slots + filled, 1),)))


def _derivative_symmetries(start: int, orders: Sequence[tuple[int, int]], tail: int) -> tuple[tuple[int, ...], ...]:
    blocks, place = [], start
    for argument, width in orders:
        blocks.append((argument, tuple(range(place, place + width))))
        place += width
    by_argument = [[b for a, b in blocks if a == n] for n in sorted({a for a, _ in blocks})]
    if all(len(b) < 2 for b in by_argument):
        return ()
    if any(len(b) > 4 for b in by_argument):
        raise NotSupported("a derivative of order five or more of an arbitrary function")
    result = []
    for choice in itertools.product(*(itertools.permutations(b) for b in by_argument)):
        middle = tuple(p for block in choice for position in block for p in position)
        result.append((*range(start), *middle, *range(place, place + tail)))
    return tuple(result)


Opened = tuple[str, list[tuple[Terms, tuple[Index, ...]]], tuple[Slot, ...], list[tuple[int, tuple[Slot, ...]]]]


def open_function(head: Head, slots: tuple[Slot, ...]) -> Opened:
    """Name, arguments with fresh open indices, value position and derivatives of a function atom."""
    name, values, orders, bodies = head.data
    derivatives, place = [], values
    for argument, width in orders:
        derivatives.append((argument, slots[place : place + width]))
        place += width
    arguments = []
    for inner in bodies:
        fresh = tuple(Index(i.size) for i in inner.bound)
        mapping: dict[Index, Slot] = dict(zip(inner.bound, fresh, strict=True))
        mapping.update(zip(inner.params, slots[place : place + len(inner.params)], strict=True))
        place += len(inner.params)
        arguments.append((instantiate(inner.terms, mapping), fresh))
    return name, arguments, slots[:values], derivatives


def _rebuild_function(head: Head, slots: tuple[Slot, ...], exponent: Number, change: Callable[[Terms], Terms]) -> Terms:
    name, arguments, value, derivatives = open_function(head, slots)
    changed = [(change(terms), bound) for terms, bound in arguments]
    if name == POWER:
        (base, _), (unit, _) = changed
        return power(whole_power(base, unit), exponent)
    if name == PRODUCT and not derivatives:
        return power(product_of_entries(*changed[0]), exponent)
    return power(function(name, changed, value, derivatives), exponent)


def _reduce_function(term: Term, place: int) -> Terms | None:
    """Indicators are zero or one."""
    head, slots, exponent = term.factors[place]
    if not head.data[0].startswith("indicator") or exponent == 1 or exponent < 0:
        return None
    rest = without(term, place)
    return [Term(rest.coefficient, rest.powers, (*rest.factors, (head, slots, 1)), rest.summed)]


def _reduce_part(term: Term, place: int) -> Terms | None:
    """Zero or one; ``sum_K part_a[K, j] part_b[K, l] = delta_ab delta(j, l)`` within one partition; ``sum_K part_a[K, j] = 1``."""
    head, slots, exponent = term.factors[place]
    if exponent > 1:
        rest = without(term, place)
        return [Term(rest.coefficient, rest.powers, (*rest.factors, (head, slots, 1)), rest.summed)]
    flat = slots[0]
    beside = next(
        (n for n, f in enumerate(term.factors) if n != place and _same_partition(f, term.factors[place])), None
    )
    if beside is not None:
        return _met_parts(term, place, beside)
    if exponent != 1:
        return None
    if isinstance(flat, Group):
        return _summed_group(term, place, flat)
    if not isinstance(flat, Index) or flat not in term.summed:
        return None
    others = [n for n, f in enumerate(term.factors) if n != place and any(flat in slot_indices(s) for s in f[1])]
    if len(others) > 1:
        return None
    kept = [f for n, f in enumerate(term.factors) if n != place and n not in others]
    if others:
        other, theirs, power_ = term.factors[others[0]]
        if other.kind != "part" or other.data[0] != head.data[0] or theirs[0] is not flat or power_ != 1:
            return None
        if flat in [i for s in (*slots[1:], *theirs[1:]) for i in slot_indices(s)]:
            return None
        if other.data[1] != head.data[1]:
            return []
        kept.extend(delta(a, b) for a, b in zip(slots[1:], theirs[1:], strict=True))
    summed = tuple(i for i in term.summed if i is not flat)
    return [Term(term.coefficient, term.powers, tuple(kept), summed)]


def _summed_group(term: Term, place: int, flat: Group) -> Terms | None:
    """``sum_{l,m} part_a[(l, m), j] = 1``: the flat index takes all its values as its factors take theirs."""
    own = flat.parts
    elsewhere = [i for n, f in enumerate(term.factors) if n != place for s in f[1] for i in slot_indices(s)]
    elsewhere += [i for s in term.factors[place][1][1:] for i in slot_indices(s)]
    if len(set(own)) < len(own) or any(i not in term.summed or i in elsewhere for i in own):
        return None
    rest = without(term, place)
    return [Term(rest.coefficient, rest.powers, rest.factors, tuple(i for i in term.summed if i not in own))]


def _same_partition(one: Factor, other: Factor) -> bool:
    """Whether two factors place one flat index in the parts of one partition."""
    heads_agree = one[0].kind == other[0].kind == "part" and one[0].data[0] == other[0].data[0]
    return heads_agree and one[1][0] == other[1][0] and one[2] == other[2] == 1


def _met_parts(term: Term, place: int, beside: int) -> Terms:
    """``part_a[K, j] part_b[K, l] = delta_ab delta(j, l) part_a[K, j]``: a flat index lies in one part, at one place."""
    (head, slots, _), (other, theirs, _) = term.factors[place], term.factors[beside]
    if head.data[1] != other.data[1]:
        return []
    rest = without(term, beside)
    same = tuple(delta(a, b) for a, b in zip(slots[1:], theirs[1:], strict=True))
    return [Term(rest.coefficient, rest.powers, (*rest.factors, *same), rest.summed)]


REBUILD.update(inverse=_rebuild_inverse, det=_rebuild_det, fun=_rebuild_function)
REDUCE.update(fun=_reduce_function, part=_reduce_part)
