"""Rules of the nonlinear nodes: functions, powers, inverses and determinants, cases, norms."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from itertools import permutations

from derive import build
from derive.core import Expr
from derive.errors import NotSupported
from derive.fraction import Fraction
from derive.index.atoms import functions, matrices
from derive.index.atoms.atoms import power
from derive.index.atoms.softmax import softmax
from derive.index.elaboration.elaborator import Elaborator, IndexForm, args_of, copied, form_of, indices_of, rule
from derive.index.terms.algebra import instantiate, refreshed, scaled, size_terms, summed_over, times
from derive.index.terms.canonical import collect
from derive.index.terms.ranges import at_least
from derive.index.terms.terms import POSITION, Index, Slot, Term, Terms, delta, number
from derive.norms import of_all
from derive.sizes import Size

MAX_POWER = 16
"""The highest power of a matrix that is written out."""


def _entrywise(self: Elaborator, e: Expr, rule: Callable[[Terms], Terms]) -> IndexForm:
    (a, *_) = args_of(self, e)
    a = copied(a)
    return form_of(a.rows, a.cols, rule(list(a.terms)))


@rule("map")
def _map(self: Elaborator, e: Expr) -> IndexForm:
    return _entrywise(self, e, lambda terms: functions.elementary(e.data[0], terms))


@rule("hpow")
def _hpow(self: Elaborator, e: Expr) -> IndexForm:
    exponent = self.forms[e.args[1]].terms
    if not exponent or (len(exponent) == 1 and exponent[0] == Term(exponent[0].coefficient)):
        value = exponent[0].coefficient if exponent else 0
        return _entrywise(self, e, lambda terms: power(terms, value))
    if any(head is not POSITION for term in exponent for head, _, _ in term.factors):
        return _entrywise(self, e, lambda terms: functions.symbolic_power(terms, exponent))
    return _entrywise(self, e, lambda terms: matrices.whole_power(terms, exponent))


@rule("softmax")
def _softmax(self: Elaborator, e: Expr) -> IndexForm:
    (a,) = args_of(self, e)
    rows, cols = tuple(Index(i.size) for i in a.rows), tuple(Index(i.size) for i in a.cols)
    return form_of(rows, cols, softmax(a.at(rows, a.cols), a.cols, cols))


@rule("inv")
def _inv(self: Elaborator, e: Expr) -> IndexForm:
    (argument,) = e.args
    (a,) = args_of(self, e)
    if not a.rows:
        return form_of((), (), power(a.terms, -1))
    rows, cols = tuple(Index(i.size) for i in a.cols), tuple(Index(i.size) for i in a.rows)
    return form_of(rows, cols, _inverse_terms(self, argument, rows, cols))


def _inverse_terms(self: Elaborator, e: Expr, rows: tuple[Index, ...], cols: tuple[Index, ...]) -> Terms:
    """The inverse's entry; products, transposes, Kronecker products and scalings of square matrices come apart."""
    if e.op == "inv":
        return self.forms[e.args[0]].at(rows, cols)
    if e.op == "matmul" and e.args[0].shape.cols == e.args[1].shape.rows and all(_is_square(x) for x in e.args):
        middle = indices_of(e.args[0].shape.cols)
        left = _inverse_terms(self, e.args[1], rows, middle)
        return summed_over(times(left, _inverse_terms(self, e.args[0], middle, cols)), middle)
    if e.op == "mpow" and 1 < e.data[0] <= MAX_POWER:
        return _inverse_terms(self, reduce(build.matmul, [e.args[0]] * e.data[0]), rows, cols)
    if e.op == "transpose":
        return _inverse_terms(self, e.args[0], cols, rows)
    if e.op == "commutation":  # a permutation matrix: its inverse is its transpose
        return self.forms[e].at(cols, rows)
    if e.op == "scale":
        return times(power(refreshed(self.forms[e.args[0]].terms), -1), _inverse_terms(self, e.args[1], rows, cols))
    if e.op == "kron" and all(_is_square(x) for x in e.args):
        (m, n) = (len(e.args[0].shape.rows), len(e.args[0].shape.cols))
        left = _inverse_terms(self, e.args[0], rows[:n], cols[:m])
        return times(left, _inverse_terms(self, e.args[1], rows[n:], cols[m:]))
    a = self.forms[e]
    return matrices.inverse(list(a.terms), a.rows, a.cols, (rows, cols))


def _is_square(e: Expr) -> bool:
    """As many rows as columns, whatever the order of their factors: a commutation matrix is square."""
    rows, cols = e.shape.totals
    return rows == cols


@rule("det")
def _det(self: Elaborator, e: Expr) -> IndexForm:
    (a,) = args_of(self, e)
    if not a.rows:
        return a
    return form_of((), (), _det_terms(self, e.args[0]))


def _det_terms(self: Elaborator, e: Expr) -> Terms:
    if not e.shape.rows:
        return refreshed(self.forms[e].terms)
    if e.op == "matmul" and all(x.shape.rows == x.shape.cols for x in e.args):
        return times(_det_terms(self, e.args[0]), _det_terms(self, e.args[1]))
    if e.op == "inv":
        return power(_det_terms(self, e.args[0]), -1)
    if e.op == "transpose":
        return _det_terms(self, e.args[0])
    if e.op == "eye":
        return number(1)
    if e.op == "mpow":
        return power(_det_terms(self, e.args[0]), e.data[0])
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
    a = copied(self.forms[e])
    return matrices.determinant(a.terms, a.rows, a.cols)


def _scalar_power(self: Elaborator, s: Expr, exponent: Size) -> Terms:
    return matrices.whole_power(refreshed(self.forms[s].terms), size_terms(exponent))


def _all_entries(self: Elaborator, v: Expr) -> Terms:
    """The product of the entries of a vector, an atom of the vector: the determinant of the diagonal matrix."""
    form = copied(self.forms[v])
    return matrices.product_of_entries(form.terms, (*form.rows, *form.cols))


@rule("mpow")
def _mpow(self: Elaborator, e: Expr) -> IndexForm:
    (a,) = args_of(self, e)
    power = e.data[0]
    if power == 0:
        rows, cols = indices_of(e.shape.rows), indices_of(e.shape.cols)
        return IndexForm(rows, cols, (Term(1, (), tuple(delta(r, c) for r, c in zip(rows, cols, strict=True))),))
    if power > MAX_POWER:
        raise NotSupported(f"the matrix power {power}")
    result = a
    for _ in range(power - 1):
        cols = tuple(Index(i.size) for i in a.cols)
        terms = summed_over(times(result.terms, a.at(result.cols, cols)), result.cols)
        rows = tuple(Index(i.size) for i in a.rows)
        result = form_of(rows, cols, instantiate(terms, dict(zip(result.rows, rows, strict=True))))
    return result


@rule("indicator")
def _indicator(self: Elaborator, e: Expr) -> IndexForm:
    """``a > b`` is a step of the difference, ``a >= b`` the complement of ``b > a``.

    Integers jump halfway: ``i > j`` is a step of ``2 (i - j) - 1``, which is never zero.
    """
    a, b = args_of(self, e)
    a = copied(a)
    gap = collect([*a.terms, *scaled(b.at(a.rows, a.cols), -1)], (*a.rows, *a.cols))
    relation = e.data[0]
    if relation in ("<", "<="):
        gap, relation = scaled(gap, -1), {"<": ">", "<=": ">="}[relation]
    if not gap:
        terms = number(int(relation in (">=", "=")))
    elif relation in (">", ">="):
        gap = gap if relation == ">" else scaled(gap, -1)
        if compares_integers(e):
            gap = collect([*scaled(gap, 2), *number(-1)], (*a.rows, *a.cols))
        step = functions.elementary("step", gap)
        terms = step if relation == ">" else [*number(1), *scaled(step, -1)]
    else:
        pair = _indices_apart(gap) or _index_at_a_place(self, e)
        same = [Term(1, (), (delta(*pair),))] if pair is not None else None
        equal = same or matrices.function("indicator(=)", [(gap, ())], ())
        terms = equal if relation == "=" else [*number(1), *scaled(equal, -1)]
    return form_of(a.rows, a.cols, terms)


def _indices_apart(gap: Terms) -> tuple[Slot, Slot] | None:
    """The two indices of one size whose difference a sum is: they are equal where ``delta`` is one."""
    found: dict[int, Index] = {}
    for term in gap:
        if len(term.factors) != 1 or term.powers or term.summed or term.coefficient not in (1, -1):
            return None
        head, slots, exponent = term.factors[0]
        if head is not POSITION or exponent != 1 or not isinstance(slots[0], Index):
            return None
        found[int(term.coefficient)] = slots[0]
    if len(gap) != 2 or len(found) != 2 or found[1].size != found[-1].size:
        return None
    return found[1], found[-1]


def _index_at_a_place(self: Elaborator, e: Expr) -> tuple[Slot, Slot] | None:
    """An index and the place of its range that it is compared with: ``s = 1``."""
    if not all(side.op in ("size", "const") for side in e.args):
        return None
    for one, other in permutations([Size.of(side.data[0]) for side in e.args]):
        if one.names and not any(isinstance(self.names.get(name), Index) for name in other.names):
            slot = self.slot(one) if len(one.names) == 1 else None
            if isinstance(slot, Index) and at_least(other, 1) and at_least(slot.size - other, 0):
                return slot, self.slot(other)
    return None


def compares_integers(node: Expr) -> bool:
    """Return whether both sides of an indicator are integers: sizes and indices."""
    return all(
        (a.op == "size" and all(c.denominator == 1 for _, c in a.data[0].terms))
        or (a.op == "const" and a.data[0].denominator == 1)
        for a in node.args
    )


@rule("where")
def _where(self: Elaborator, e: Expr) -> IndexForm:
    """``C A + (1 - C) B`` for a condition that is an indicator (its values are 0 and 1)."""
    if e.args[0].op != "indicator":
        raise NotSupported("a case distinction on something else than a comparison")
    c, a, b = args_of(self, e)
    a = copied(a)
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


@rule("max", "min")
def _extreme(self: Elaborator, e: Expr) -> IndexForm:
    """``max(a, b) = (a + b + |a - b|) / 2`` of numbers, and the minimum with ``-``; ``max(a, 0) = ReLU(a)``."""
    half, sign = Fraction(1, 2), 1 if e.op == "max" else -1
    first, *others = (list(f.terms) for f in args_of(self, e))
    for other in others:
        if not (first and other):
            first = scaled(functions.elementary("relu", collect(scaled([*first, *other], sign), ())), sign)
            continue
        apart = functions.elementary("abs", collect([*refreshed(first), *scaled(refreshed(other), -1)], ()))
        first = [*scaled([*first, *other], half), *scaled(apart, sign * half)]
    return form_of((), (), first)


@rule("fun")
def _fun(self: Elaborator, e: Expr) -> IndexForm:
    rows, cols = indices_of(e.shape.rows), indices_of(e.shape.cols)
    arguments = [(list(f.terms), (*f.rows, *f.cols)) for f in map(copied, args_of(self, e))]
    return form_of(rows, cols, matrices.function(e.data[0], arguments, (*rows, *cols)))


TRANSPOSABLE = {("norm", kind) for kind in of_all(lambda n: n.transposed == n.kind)} | {
    ("sigma", "max"),
    ("sigma", "min"),
}
TRANSPOSABLE |= {("kappa",), ("rank",), ("maxentry",), ("minentry",)}


def _of_column(e: Expr, column: IndexForm) -> IndexForm | None:
    """The largest or smallest entry or absolute value of a column as the extremum over its index."""
    sign = -1 if e.op == "minentry" else 1
    entries = scaled(list(column.terms), sign)
    if e.op == "norm" and e.data[0] in ("inf", "max"):
        entries = functions.elementary("abs", entries)
    elif e.op not in ("maxentry", "minentry"):
        return None
    largest = matrices.function(f"(maxover {column.rows[0].size})", [(entries, column.rows)], ())
    return form_of((), (), scaled(largest, sign))


@rule("norm", "sigma", "eig", "kappa", "rank", "maxentry", "minentry")
def _opaque(self: Elaborator, e: Expr) -> IndexForm:
    """A norm and the like: Frobenius norms and 1-norms of columns are sums, the others only compare their arguments."""
    (a,) = (copied(f) for f in args_of(self, e))
    own = (*a.rows, *a.cols)
    if e.op == "norm" and (e.data[0] == "F" or (e.data[0] == "2" and not (a.rows and a.cols))):
        square = summed_over(times(a.terms, a.at(a.rows, a.cols)), own)
        return form_of((), (), power(collect(square, ()), Fraction(1, 2)))
    if e.op == "norm" and e.data[0] == "1" and not a.cols:
        return form_of((), (), summed_over(functions.elementary("abs", list(a.terms)), own))
    if any(isinstance(x, Size) for x in e.data):
        raise NotSupported(f"{e.op} with an index")
    if len(a.rows) == 1 and not a.cols and (largest := _of_column(e, a)) is not None:
        return largest
    shape = (len(a.rows), len(a.cols))
    choices = [matrices.function(f"({(e.op, *map(str, e.data), *shape)})", [(list(a.terms), own)], ())]
    if (e.op, *e.data[:1]) in TRANSPOSABLE:
        turned = (*a.cols, *a.rows)
        name = f"({(e.op, *map(str, e.data), *shape[::-1])})"
        choices.append(matrices.function(name, [(list(a.terms), turned)], ()))
    return form_of((), (), min(choices, key=lambda terms: terms[0].factors[0][0].digest))
