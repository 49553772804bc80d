"""An order of the names of a problem that their spelling does not tell: what is drawn, and in which order, must not depend on it.

Names count by where they occur first. The sides of an equation, the parts of a conjunction and the hypotheses are gone through in an
order that what they say tells, names left out: a claim and its mirror image, and one whose premises stand in another order, get the same.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence

from derive.core import Expr, Formula, Logic, Quantified, Rel, walk
from derive.fingerprint import nameless
from derive.sizes import Size

Telling = Callable[[Expr | Formula], str]


def name_order(goal: Formula, hypotheses: Sequence[Formula], names: Collection[str]) -> dict[str, int]:
    """Return the place of each name; one that occurs nowhere comes last.

    Args:
        goal: What is claimed.
        hypotheses: What is supposed.
        names: Those of variables, functions, sizes and indices.

    """
    found: dict[str, int] = {}
    told = nameless(frozenset(names))
    for formula in (goal, *sorted(hypotheses, key=told)):
        for node in _nodes(formula, told):
            for name in _names(node):
                if name in names:
                    found.setdefault(name, len(found))
    for name in sorted(names):
        found.setdefault(name, len(found))
    return found


def _nodes(formula: Formula, told: Telling) -> Iterator[Expr]:
    """The nodes of a formula, in an order that no name and no order of sides tells."""
    if isinstance(formula, Quantified):
        yield from _nodes(formula.body, told)
    elif isinstance(formula, Logic):
        free = formula.args[:-1] if formula.op == "implies" else formula.args
        rest = formula.args[len(free) :]
        for part in (*sorted(free, key=told), *rest):
            yield from _nodes(part, told)
    else:
        for side in _sides(formula, told):
            yield from walk(side)


def _sides(relation: Rel, told: Telling) -> tuple[Expr, Expr]:
    left, right = relation.lhs, relation.rhs
    if relation.op in (">=", ">"):
        return right, left
    if relation.op in ("=", "!=") and told(right) < told(left):
        return right, left
    return left, right


def _names(part: object) -> Iterator[str]:
    """The names that a node speaks of by itself: in its data, then in its shape."""
    if isinstance(part, Expr):
        yield from _names(part.data)
        yield from _names((part.shape.rows, part.shape.cols))
    elif isinstance(part, Size):
        yield from (name for monomial, _ in part.terms for name, _ in monomial)
    elif isinstance(part, tuple):
        for one in part:
            yield from _names(one)
    elif isinstance(part, str):
        yield part


__all__ = ["name_order"]
