"""From the core language to the index form: the door to the rules, and the difference of two sides."""

from __future__ import annotations

from derive.core import Expr, Rel
from derive.index.elaboration import calculus, linear, nonlinear  # noqa: F401 (they register their rules)
from derive.index.elaboration.elaborator import Elaborator, IndexForm
from derive.index.elaboration.linear import reshaped
from derive.index.terms.algebra import instantiate, scaled
from derive.index.terms.terms import Index, Slot, Terms
from derive.sizes import Shape, Size


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


__all__ = ["Elaborator", "IndexForm", "difference", "index_form"]
