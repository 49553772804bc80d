"""Systems of linear inequalities over the rationals without a solution (Fourier and Motzkin's elimination)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from derive.fraction import Fraction

Constraint = dict[str, Fraction]
"""Coefficients of the unknowns, that of the empty name being the constant: their sum is at least 0."""
MAX_CONSTRAINTS = 400


def infeasible(constraints: Iterable[Constraint]) -> bool:
    """Return whether no rational numbers satisfy all constraints; False also where that would take too long.

    Examples:
        >>> one = Fraction(1)
        >>> infeasible([{"n": one, "": -3 * one}, {"n": -one, "": 2 * one}])  # n >= 3, n <= 2
        True
        >>> infeasible([{"n": one, "": -3 * one}, {"n": -one, "m": one}])
        False

    """
    system = {_scaled(c) for c in constraints}
    while True:
        if any(set(dict(c)) <= {""} and dict(c).get("", 0) < 0 for c in system):
            return True
        costs = _costs(system)
        if not costs or len(system) > MAX_CONSTRAINTS:
            return False
        system = _eliminated(system, min(costs, key=lambda name: (costs[name], name)))


_Row = frozenset[tuple[str, Fraction]]


def _scaled(constraint: Constraint) -> _Row:
    """The same constraint with a largest coefficient of size one, so that multiples are one."""
    largest = max((abs(v) for v in constraint.values()), default=Fraction(0)) or Fraction(1)
    return frozenset((name, Fraction(v) / largest) for name, v in constraint.items() if v)


def _costs(system: set[_Row]) -> dict[str, int]:
    """How many constraints it makes to eliminate each unknown."""
    below, above = Counter[str](), Counter[str]()
    for row in system:
        for name, value in row:
            if name:
                (above if value > 0 else below)[name] += 1
    return {name: below[name] * above[name] for name in {*below, *above}}


def _eliminated(system: set[_Row], name: str) -> set[_Row]:
    rows = [dict(c) for c in system]
    found = {_scaled(c) for c in rows if not c.get(name)}
    for low in (c for c in rows if c.get(name, 0) > 0):
        for high in (c for c in rows if c.get(name, 0) < 0):
            both = {
                n: low.get(n, Fraction(0)) * -high[name] + high.get(n, Fraction(0)) * low[name] for n in {*low, *high}
            }
            found.add(_scaled(both))
    return found


__all__ = ["Constraint", "infeasible"]
