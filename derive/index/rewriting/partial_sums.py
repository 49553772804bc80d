"""Sums over a part of a dimension, as sums over all of it, before a statement goes into index form.

    sum_{i=2}^n f(i) = sum_i f(i) - f(1),        sum_{i=1}^{n-1} f(i + 1) = sum_{i=2}^n f(i),
    sum_{i=2}^n f(i, i - 1) = sum_{i=1}^{n-1} f(i + 1, i),
    sum_{j=i+1}^n f(i, j) = sum_j [i < j] f(i, j),   and so for j up to i, or i - 1
    sum_{i=1}^n sum_{j=1}^i f(j) = sum_{j=1}^n (n - j + 1) f(j)

and, in the index form, sums over pairs in order, where [j <= i] + [i <= j] = 1 + [i = j]:

    sum_{ij} [j <= i] f(i, j) = 1/2 sum_{ij} f(i, j) + 1/2 sum_i f(i, i) + 1/2 sum_{ij} [j <= i] (f(i, j) - f(j, i))

What is left out or added is a polynomial in entries: it has a value wherever the sum has one.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from derive import build
from derive.asked import about, itself
from derive.core import Expr, Formula, Rel, walk
from derive.errors import DeriveError
from derive.fraction import Fraction
from derive.functions import BENT, JUMP, KINK, MEROMORPHIC, SMOOTH, regular
from derive.index.atoms.atoms import argument_of
from derive.index.atoms.functions import elementary
from derive.index.rewriting.powers import counts, powers_with_values
from derive.index.rewriting.windows import from_one
from derive.index.terms.algebra import scaled, simplify, times, with_factor, without
from derive.index.terms.ranges import at_least
from derive.index.terms.terms import POSITION, Index, Term, Terms, delta, number, replace_slot
from derive.size_names import map_sizes, size_names
from derive.sizes import Size

ONE = Size.of(1)
HALF = Fraction(1, 2)
MAX_ENDS = 4
MAX_LISTED = 12
PLACES = {"entry": (0, 1), "row": (0,), "col": (1,)}
"""Operations that take an entry, and the axes that their indices belong to."""
POLYNOMIAL = frozenset(
    "add scale hadamard matmul kron trace transpose reshape vec vecr unvecr diag diagpart hcat vcat blocks "
    "size indicator delta norm softmax".split()
)
"""Operations that have a value wherever their arguments have one."""
TOTAL = regular(MEROMORPHIC, SMOOTH, KINK, JUMP)
"""Functions of numbers that have a value everywhere."""
ENTIRE = frozenset({*POLYNOMIAL, "var", "const", "entry"})


@about("sum", untouched=itself)
def over_whole_ranges(goal: Rel, hypotheses: Sequence[Formula] = ()) -> Rel:
    """Return the statement with sums over a part of a dimension as sums over all of it, where that is possible."""
    if not any(node.op == "sum" for side in (goal.lhs, goal.rhs) for node in walk(side)):
        return goal
    try:
        left, right = (build.bottom_up(side, _counted) for side in (goal.lhs, goal.rhs))
        goal = Rel(goal.op, left, right, goal.data)
        bases = powers_with_values(goal, hypotheses)
        return Rel(goal.op, _rewritten(goal.lhs, bases), _rewritten(goal.rhs, bases), goal.data)
    except DeriveError:
        return goal


def _counted(node: Expr) -> Expr:
    """A sum over pairs in order of what one of them alone tells, with how often it is counted."""
    if node.op != "sum" or node.data[1] != ONE:
        return node
    name, _, last = node.data
    scalars, inner = [], node.args[0]
    while inner.op == "scale" and inner.args[0].op != "indicator" and name not in size_names(inner.args[0]):
        scalars, inner = [*scalars, inner.args[0]], inner.args[1]
    if inner.op != "sum":
        return node
    inner = _up_to(name, last, inner)
    other, low, high = inner.data
    outer, inside = Size.of(name), Size.of(other)
    above, below = (high - outer).constant, (low - outer).constant
    (body,) = inner.args
    if low == ONE and above in (0, -1):
        shift = int(above or 0)
        count, ends, times = last - inside + shift + 1, (ONE, last + shift), outer + shift
    elif high == last and below in (0, 1):
        shift = int(below or 0)
        count, ends, times = inside - shift, (ONE + shift, last), last - outer - shift + 1
    else:
        return node
    if name not in size_names(body):
        single = build.sum_(other, *ends, build.scale(build.size(count), body))
    elif other not in size_names(body) and (shift == 0 or has_values(body)):
        single = build.sum_(name, ONE, last, build.scale(build.size(times), body))
    else:
        return node
    return reduce(lambda e, s: build.scale(s, e), reversed(scalars), single)


def _up_to(outer: str, last: Size, inner: Expr) -> Expr:
    """A sum ``sum_{j=1}^n [j <= i] f`` as one up to i, ``[i <= j]`` as one from i on."""
    name, low, high = inner.data
    body = inner.args[0]
    if low != ONE or high != last or body.op != "scale" or body.args[0].op != "indicator":
        return inner
    condition, rest = body.args
    word, sides = condition.data[0], [side.data[0] if side.op == "size" else None for side in condition.args]
    here, there, strict = Size.of(name), Size.of(outer), int(word == "<")
    if word not in ("<", "<=") or not has_values(rest):
        return inner
    if sides == [here, there]:
        return build.sum_(name, low, there - strict, rest)
    return build.sum_(name, there + strict, high, rest) if sides == [there, here] else inner


def _rewritten(expr: Expr, bases: frozenset[Expr]) -> Expr:
    return build.bottom_up(expr, lambda node: _whole(node, bases) if node.op == "sum" else node)


def _whole(node: Expr, bases: frozenset[Expr]) -> Expr:
    name, low, high = node.data
    (body,) = node.args
    if name not in size_names(body) and high.constant is None and at_least(high - low, -1):
        if not is_smooth(body) or not all(map(_is_inside, walk(body))):
            return node
        return build.scale(build.size(high - low + 1), body)
    body = _distributed(name, body)
    if body.op == "add" and not all(_is_whole(name, low, high, part) for part in body.args):
        return build.add(*(_whole(build.sum_(name, low, high, part), bases) for part in body.args))
    found = _shift(name, body)
    if found is not None and not _is_whole(name, low, high, body):
        if low.constant is not None and high.constant is not None:
            return _written_out(node)
        whole = _over_its_dimension(node, found, bases)
        if whole is not None:
            return whole
    return from_one(node)


def _distributed(name: str, body: Expr) -> Expr:
    """A number times a sum of terms that are shifted against each other as a sum of products; others as they are."""
    if body.op != "scale" or not body.shape.is_scalar:
        return body
    for factor, other in (body.args, body.args[::-1]):
        whole = _distributed(name, other)
        if whole.op == "add" and len({_shift(name, part) for part in whole.args}) > 1:
            return build.add(*(build.scale(factor, part) for part in whole.args))
    return body


def _over_its_dimension(node: Expr, found: tuple[Size, Size], bases: frozenset[Expr]) -> Expr | None:
    """The sum over all places of the dimension in which its index takes entries, None where they may have no value."""
    name, low, high = node.data
    (body,) = node.args
    if not _is_polynomial(name, body, bases):
        return None
    shift, dimension = found
    body = map_sizes(body, {name: Size.of(name) - shift})
    return _completed(name, low + shift, high + shift, dimension, body)


def _written_out(node: Expr) -> Expr:
    """A sum over a few places that are known, term by term."""
    name, low, high = node.data
    places = range(int(low.constant), int(high.constant) + 1)
    if not 0 < len(places) <= MAX_LISTED:
        return node
    return reduce(build.add, [map_sizes(node.args[0], {name: Size.of(place)}) for place in places])


def _is_whole(name: str, low: Size, high: Size, body: Expr) -> bool:
    found = _shift(name, body)
    return low == ONE and (found is None or (found[0].constant == 0 and found[1] == high))


def _shift(name: str, body: Expr) -> tuple[Size, Size] | None:
    """What is added to an index wherever it takes an entry, and the dimension it runs in; None if that differs."""
    found = {
        (place - Size.of(name), node.args[0].shape.totals[axis])
        for node in walk(body)
        if node.op in PLACES
        for place, axis in zip(node.data, PLACES[node.op], strict=True)
        if name in place.names
    }
    if len(found) != 1:
        return None
    ((shift, dimension),) = found
    return None if shift.constant is None else (shift, dimension)


def dimension_of(name: str, body: Expr) -> Size | None:
    """Return the dimension in which an index takes entries, None where there are several or it is shifted."""
    found = _shift(name, body)
    return found[1] if found is not None and found[0].constant == 0 else None


def has_values(body: Expr) -> bool:
    """Return whether an expression has a value at all inputs: also where it stands in a sum that is empty."""
    return all(
        n.op in ENTIRE or (n.op == "map" and n.data[0] in TOTAL) or (n.op == "hpow" and _is_counted(n.args[1]))
        for n in walk(body)
    )


def is_smooth(body: Expr) -> bool:
    """Return whether an expression has derivatives of all orders at all inputs."""
    kinks = any(n.op in ("indicator", "norm") or (n.op == "map" and n.data[0] in BENT) for n in walk(body))
    return has_values(body) and not kinks


def _is_inside(node: Expr) -> bool:
    """Whether an entry exists at all sizes."""
    places = zip(node.data, node.shape.totals if node.op != "entry" else node.args[0].shape.totals, strict=False)
    return node.op != "entry" or all(at_least(at, 1) and at_least(total - at, 0) for at, total in places)


def _is_polynomial(name: str, body: Expr, bases: frozenset[Expr]) -> bool:
    """Whether what depends on an index has a value at all places of its dimension."""
    for node in walk(body):
        if name not in size_names(node) or node.op in PLACES or node.op in POLYNOMIAL:
            continue
        if node.op in ("sum", "prod") and not any(name in limit.names for limit in node.data[1:]):
            continue
        if node.op == "map" and node.data[0] in TOTAL:
            continue
        if node.op != "hpow" or not (_is_counted(node.args[1]) or node.args[0] in bases and counts(node.args[1])):
            return False
    return True


def _is_counted(exponent: Expr) -> bool:
    """Whether an exponent is a positive whole number."""
    return exponent.op == "const" and exponent.data[0] > 0 and exponent.data[0].denominator == 1


def _completed(name: str, low: Size, high: Size, dimension: Size, body: Expr) -> Expr | None:
    """The sum over a range as one over its dimension: less a few places at the ends, or with a comparison."""
    before, after = low - 1, dimension - high
    if before.constant is not None and after.constant is not None:
        first, last = int(before.constant), int(after.constant)
        if min(first, last) < 0 or first + last > MAX_ENDS or not at_least(dimension - first - last, 0):
            return None
        ends = [Size.of(k) for k in range(1, first + 1)] + [dimension - k for k in range(last)]
        whole = build.sum_(name, ONE, dimension, body)
        return reduce(build.sub, [map_sizes(body, {name: end}) for end in ends], whole)
    conditions = []
    if before.constant != 0:
        conditions.append(build.indicator("<=", build.size(low), build.size(Size.of(name))))
    if after.constant != 0:
        conditions.append(build.indicator("<=", build.size(Size.of(name)), build.size(high)))
    if any(not size_names(c) - {name} or not _is_an_index(c, name) for c in conditions):
        return None
    return build.sum_(name, ONE, dimension, reduce(lambda e, c: build.scale(c, e), conditions, body))


def _is_an_index(condition: Expr, name: str) -> bool:
    """Whether an index is compared with another one, or one near it."""
    limit = next(side.data[0] for side in condition.args if side.op == "size" and side.data[0] != Size.of(name))
    shift = (limit - Size.of(next(iter(limit.names)))).constant if len(limit.names) == 1 else None
    return shift is not None and abs(shift) <= MAX_ENDS


# Pairs in order, in the index form.


def symmetrized(terms: Sequence[Term]) -> Terms | None:
    """Return sums over pairs in order as sums over all pairs and an antisymmetric rest; None if there are none."""
    result: Terms = []
    changed = False
    for term in terms:
        found = _ordered_pair(term)
        changed |= found is not None
        result += [term] if found is None else _over_all_pairs(term, *found)
    return result if changed else None


def _over_all_pairs(term: Term, place: int, i: Index, j: Index, strict: bool) -> Terms:
    """The diagonal counts half where ``j <= i``, half against where ``j < i``; on the antisymmetric rest both are one."""
    rest, turned = without(term, place), {i: j, j: i}
    factors = tuple((h, tuple(replace_slot(s, turned) for s in slots), e) for h, slots, e in rest.factors)
    other = Term(-rest.coefficient, rest.powers, factors, rest.summed)
    order = elementary("step", [*_position(i, 1), *_position(j, -1), *number(HALF)])
    diagonal = scaled(with_factor([rest], delta(i, j)), -1 if strict else 1)
    return scaled([*simplify(rest), *diagonal, *times([rest, other], order)], HALF)


def _position(index: Index, sign: int) -> Terms:
    return [Term(sign, (), ((POSITION, (index,), 1),))]


def _ordered_pair(term: Term) -> tuple[int, Index, Index, bool] | None:
    """The place of a factor ``[j <= i]``, or ``[j < i]``, for two indices that are summed over one range, and these."""
    for place, (head, slots, exponent) in enumerate(term.factors):
        if head.kind != "map" or head.data[0] != "step" or exponent != 1 or len(slots) != 2:
            continue
        found = _compared(argument_of(head, slots))
        if found is None:
            continue
        i, j, _ = found
        if i in term.summed and j in term.summed and i.size == j.size and i is not j:
            return place, *found
    return None


def _compared(terms: Sequence[Term]) -> tuple[Index, Index, bool] | None:
    """The indices of ``i - j + 1/2``, and whether it is ``i - j - 1/2``."""
    signs: dict[int, Index] = {}
    constant: Fraction | None = None
    for term in terms:
        if not term.factors and not term.powers:
            constant = Fraction(term.coefficient)
        elif len(term.factors) == 1 and not term.powers and not term.summed and abs(term.coefficient) == 1:
            head, slots, exponent = term.factors[0]
            if head == POSITION and exponent == 1 and isinstance(slots[0], Index):
                signs[int(term.coefficient)] = slots[0]
    if len(terms) != 3 or constant not in (HALF, -HALF) or len(signs) != 2:
        return None
    return signs[1], signs[-1], constant < 0


__all__ = ["dimension_of", "has_values", "is_smooth", "over_whole_ranges", "symmetrized"]
