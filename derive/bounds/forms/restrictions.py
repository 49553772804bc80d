"""Restrictions of sizes: whether positive integers meet them, and what follows for two sizes (``n <= m`` says that n is at most m)."""

from __future__ import annotations

from derive.bounds.forms.linear import Constraint, infeasible
from derive.core import SizeRules
from derive.sizes import Monomial, Size


def is_tall(rules: SizeRules, length: Size, width: Size) -> bool:
    """Return whether one size is at least another one at all sizes that are allowed."""
    if length == width:
        return True
    return impossible_sizes(SizeRules(rules.least, (*rules.relations, ("<", length - width)))) is not None


def impossible_sizes(rules: SizeRules) -> str | None:
    """Return why no positive integers meet the restrictions of the sizes, or None if nothing is shown."""
    least = {n: max(1, low) for n, low in rules.least}
    constraints: list[Constraint] = []
    monomials: set[Monomial] = set()
    for op, size in rules.relations:
        scale = 1
        for _, coefficient in size.terms:
            scale *= coefficient.denominator
        value = size * scale
        monomials |= {m for m, _ in value.terms if m}
        if op == "!=" and not value.terms:
            return f"no sizes meet {size} != 0"
        if op in ("<=", "<", "="):
            constraints.append(_constraint(value * -1 - (1 if op == "<" else 0)))
        if op == "=":
            constraints.append(_constraint(value))
    names = {n for m in monomials for n, _ in m} | least.keys()
    shifted = {n: Size.of(n) - least.get(n, 1) for n in names}
    for monomial in monomials | {((n, 1),) for n in names}:
        # A product of (n - least) >= 0 is not negative, whatever powers occur.
        product = Size.of(1)
        for name, power in monomial:
            product = product * shifted[name] ** power
        constraints.append(_constraint(product))
    if not constraints or not infeasible(constraints):
        return None
    listed = [f"{n} >= {low}" for n, low in rules.least] + [f"{size} {op} 0" for op, size in rules.relations]
    return f"no sizes meet {', '.join(listed)}"


def _constraint(size: Size) -> Constraint:
    """A size polynomial that is at least 0, its monomials as unknowns."""
    return {"*".join(f"{n}^{p}" for n, p in m): c for m, c in size.terms}


def certainly_less(rules: SizeRules, small: Size, large: Size) -> bool:
    """Whether one size is less than another wherever the restrictions are met (some sizes meet them)."""
    opposite = SizeRules(rules.least, (*rules.relations, ("<=", large - small)))
    return impossible_sizes(rules) is None and impossible_sizes(opposite) is not None


__all__ = ["certainly_less", "impossible_sizes", "is_tall"]
