r"""Whether the set under a supremum has a member: over the empty set it is minus infinity, and facts of members prove anything.

A member is shown: by the form of the conditions (a ball of a radius that is at least zero, a number between bounds) or as a
point at which all of them are proved. Nothing shown does not mean that the set is empty.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence

from derive import build
from derive.bounds.forms.normal import strip
from derive.build import free_names, substitute
from derive.core import FLIP, Expr, Formula, Logic, Rel, walk
from derive.errors import DeriveError
from derive.fraction import Fraction
from derive.sizes import Shape, Size

MAX_POINTS = 48
Shown = Callable[[Rel], bool]
Bound = tuple[str, Shape]


def has_member(names: Sequence[Bound], conditions: Sequence[Formula], shown: Shown) -> bool:
    """Return whether values of the names are known that meet the conditions.

    Args:
        names: The bound names with their shapes.
        conditions: What is said of them.
        shown: Proves a relation between free quantities.
    """
    relations = _relations(conditions)
    if relations is None:
        return False
    for name, shape in names:
        # Whatever the others are, infinitely many values are left for a name that is only said to differ from some.
        own = [rel for rel in relations if name in _names(rel)]
        if all(rel.op == "!=" and _is_left_out(rel, name) for rel in own):
            names = [other for other in names if other != (name, shape)]
            relations = [rel for rel in relations if rel not in own]
    bound = {name for name, _ in names}
    open_ = []
    for name, shape in names:
        own = [rel for rel in relations if name in _names(rel)]
        alone = all(_names(rel) & bound == {name} for rel in own)
        if not (alone and _by_form(name, shape, own, shown)):
            open_.append((name, shape))
    if not open_:
        return True
    left = [rel for rel in relations if _names(rel) & {name for name, _ in open_}]
    if any(_names(rel) & bound - {name for name, _ in open_} for rel in left):
        open_, left = list(names), relations
    choices = [list(_points(name, shape, left, bound)) for name, shape in open_]
    for values in itertools.islice(itertools.product(*choices), MAX_POINTS):
        point = {name: value for (name, _), value in zip(open_, values, strict=True)}
        if all(_holds(Rel(r.op, substitute(r.lhs, point), substitute(r.rhs, point)), shown) for r in left):
            return True
    return False


def _relations(conditions: Sequence[Formula]) -> list[Rel] | None:
    found: list[Rel] = []
    for formula in conditions:
        if isinstance(formula, Rel):
            found.append(formula)
        elif isinstance(formula, Logic) and formula.op == "and":
            inner = _relations(formula.args)
            if inner is None:
                return None
            found += inner
        else:
            return None
    return found


def _names(rel: Rel) -> set[str]:
    return set(free_names(rel.lhs)) | set(free_names(rel.rhs))


def _holds(rel: Rel, shown: Shown) -> bool:
    try:
        return shown(rel)
    except DeriveError:
        return False


# By the form of the conditions.


def _by_form(name: str, shape: Shape, own: Sequence[Rel], shown: Shown) -> bool:
    """Points that are left out leave others, since there are infinitely many; else a ball, a sphere, a number between bounds."""
    out = [rel for rel in own if rel.op == "!="]
    others = [rel for rel in own if rel.op != "!="]
    if any(not _is_left_out(rel, name) for rel in out):
        return False
    if not others:
        return True
    radius = _radius(others[0], name) if len(others) == 1 else None
    if radius is None:
        return shape.is_scalar and _between(name, others, shown, strict=bool(out))
    op, value = radius
    if op in (">", ">="):
        return True
    if op == "=" and any(not build.is_zero(side) for rel in out for side in _sides_without(rel, name)):
        return False
    return _holds(Rel("<" if out or op == "<" else "<=", build.const(0), value), shown)


def _is_left_out(rel: Rel, name: str) -> bool:
    """``v != e``, also as ``v - e != 0``."""
    return any(_is_shifted(side, name) for side in (rel.lhs, rel.rhs)) and len(_sides_without(rel, name)) == 1


def _sides_without(rel: Rel, name: str) -> list[Expr]:
    return [side for side in (rel.lhs, rel.rhs) if name not in free_names(side)]


def _is_shifted(expr: Expr, name: str) -> bool:
    """The name itself, or a sum of it (or its negative) and what does not speak of it."""
    expr = strip(expr)
    if expr.op == "var":
        return expr.data[0] == name
    if expr.op == "scale" and strip(expr.args[0]).op == "const":
        return strip(expr.args[0]).data[0] != 0 and _is_shifted(expr.args[1], name)
    if expr.op != "add":
        return False
    speaking = [part for part in expr.args if name in free_names(part)]
    return len(speaking) == 1 and _is_shifted(speaking[0], name)


def _radius(rel: Rel, name: str) -> tuple[str, Expr] | None:
    """The relation and the radius of ``||v - e|| <= r``."""
    for side, other, op in ((rel.lhs, rel.rhs, rel.op), (rel.rhs, rel.lhs, FLIP.get(rel.op, rel.op))):
        side = strip(side)
        if side.op == "norm" and _is_shifted(side.args[0], name) and name not in free_names(other):
            return op, other
    return None


def _between(name: str, relations: Sequence[Rel], shown: Shown, *, strict: bool) -> bool:
    """Every lower bound of a number is at most every upper one, below it where one of them is not attained."""
    low: list[tuple[Expr, bool]] = []
    high: list[tuple[Expr, bool]] = []
    for rel in relations:
        bound = _bound(rel, name)
        if bound is None:
            return False
        op, value = bound
        if op in (">", ">=", "="):
            low.append((value, op == ">"))
        if op in ("<", "<=", "="):
            high.append((value, op == "<"))
    return all(
        _holds(Rel("<" if strict or open_low or open_high else "<=", least, most), shown)
        for least, open_low in low
        for most, open_high in high
    )


def _bound(rel: Rel, name: str) -> tuple[str, Expr] | None:
    for side, other, op in ((rel.lhs, rel.rhs, rel.op), (rel.rhs, rel.lhs, FLIP.get(rel.op, rel.op))):
        side = strip(side)
        if side.op == "var" and side.data[0] == name and name not in free_names(other):
            return op, other
    return None


# Points.


def _points(name: str, shape: Shape, relations: Sequence[Rel], bound: set[str]) -> Iterator[Expr]:
    """Yield points that sets in use often have: zero, ones and their mean, a unit vector, the identity, bounds."""
    if shape.is_scalar:
        yield from (build.const(0), build.const(1), build.const(-1), build.const(Fraction(1, 2)))
        stated = [found[1] for rel in relations if (found := _bound(rel, name)) is not None]
        yield from (value for value in stated if not bound & set(free_names(value)))
        return
    yield build.zeros(shape.rows, shape.cols)
    if shape.rows == shape.cols:
        yield build.eye(shape.rows)
    ones = build.ones(shape.rows, shape.cols)
    yield ones
    if not shape.cols:
        one = Size.of(1)
        yield build.basis(one, shape.rows)
        yield build.scale(build.hpow(build.size(shape.totals[0]), build.const(-1)), ones)


def values_at(extremum: Expr, other: Expr) -> Iterator[Expr]:
    """Yield values that an extremum over all values of one variable is taken of: at zero, and where the other side speaks of."""
    if extremum.op not in ("sup", "inf") or len(extremum.data[0]) != 1 or extremum.data[1]:
        return
    ((name, shape),), _ = extremum.data
    points = [n for n in walk(other) if n.op == "var" and n.shape == shape and n.data[0] in build.free_names(other)]
    for point in (build.zeros(shape.rows, shape.cols), *dict.fromkeys(points)):
        yield build.substitute(extremum.args[0], {name: point})


__all__ = ["has_member", "values_at"]
