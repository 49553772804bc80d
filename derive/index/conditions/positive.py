"""What a statement says to be positive: by a hypothesis, by a logarithm, by a division by what is not negative.

Positive variables are written as exponentials, so that logarithms, roots and signs see that they are positive; the sign of
another expression is one, as a relation. ``a > 0`` is ``a = exp(b)`` for a real b: the claim about all b is the claim itself. A variable is positive by a hypothesis,
or because the claim takes its logarithm: elsewhere it is not defined.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from derive.build import fresh, map_, norm, substitute, substitute_formula, var
from derive.core import Expr, Formula, Rel, conjuncts, walk
from derive.errors import DeriveError, NotSupported
from derive.functions import BENT, PARTIAL, regular
from derive.index.atoms.functions import elementary
from derive.index.elaboration.form import Elaborator
from derive.index.normalization.relations import Relation, oriented
from derive.index.rewriting.logarithms import under_logarithms
from derive.index.rewriting.places import against_zero, all_entries, places
from derive.index.terms.algebra import refreshed
from derive.index.terms.signs import is_nonnegative_sum
from derive.index.terms.terms import Slot, Terms, number
from derive.size_names import size_names

SEES_SIGNS = BENT | regular(PARTIAL)


def parametrized(goal: Rel, hypotheses: Sequence[Formula]) -> tuple[Rel, tuple[Formula, ...]] | None:
    """Return the goal and the hypotheses with exponentials for positive variables, None if that changes nothing."""
    if not any(_sees_signs(node) for side in (goal.lhs, goal.rhs) for node in walk(side)):
        return None
    try:
        positive = [m for op, m in against_zero(hypotheses) if op == ">"] + list(under_logarithms(goal))
        values = {m.data[0]: map_("exp", var(fresh(m.data[0]), m.shape)) for m in positive if m.op == "var"}
        if not values:
            return None
        sides = (substitute(goal.lhs, values), substitute(goal.rhs, values))
        return Rel("=", *sides), tuple(substitute_formula(h, values) for h in hypotheses)
    except DeriveError:
        return None


def _sees_signs(node: Expr) -> bool:
    if node.op == "hpow":
        return node.args[1].op != "const" or node.args[1].data[0].denominator != 1
    return node.op == "map" and node.data[0] in SEES_SIGNS


def relations_of_signs(
    goal: Rel, hypotheses: Sequence[Formula], slots: dict[str, Slot], known: Callable[[Terms], Terms]
) -> Iterator[Relation]:
    """Yield ``sign(E) = 1`` and ``step(E) = 1`` for what is positive where the statement is made.

    Args:
        goal: An equality.
        hypotheses: What the claim assumes.
        slots: The universally quantified indices.
        known: Puts in what the hypotheses define.

    """
    for op, expr in dict.fromkeys((*_compared_norms(hypotheses), *_divided_by(goal))):
        try:
            form = Elaborator(slots).form(expr)
            terms = known(form.terms)
            if op == ">" or is_nonnegative_sum(terms):
                for name in ("sign", "step"):
                    gate = elementary(name, refreshed(terms))
                    found = oriented("the sign of what is positive", [*gate, *number(-1)], (*form.rows, *form.cols))
                    if found is not None:
                        yield found
        except NotSupported:
            continue


def _compared_norms(hypotheses: Sequence[Formula]) -> Iterator[tuple[str, Expr]]:
    """What hypotheses compare with zero; that a matrix is not zero is said of its norm."""
    yield from against_zero(hypotheses)
    for formula in conjuncts(hypotheses):
        if isinstance(formula, Rel) and formula.op == "!=" and not formula.lhs.shape.is_scalar:
            for side, other in ((formula.lhs, formula.rhs), (formula.rhs, formula.lhs)):
                if other.op == "zeros" and side.shape == other.shape:
                    yield "!=", norm(side, "F")


def _divided_by(goal: Rel) -> Iterator[tuple[str, Expr]]:
    """What every point of the claim divides by, or takes the logarithm of."""
    try:
        for place in (p for side in (goal.lhs, goal.rhs) for p in places(side) if p.tells):
            node = place.node
            inverse = node.op == "inv" and node.shape.is_scalar
            inverse |= node.op == "hpow" and node.args[1].op == "const" and node.args[1].data[0] < 0
            if inverse or (node.op == "map" and node.data[0] == "log"):
                argument = all_entries(node.args[0], place.ranges)
                if not size_names(argument) & place.ranges.keys():
                    yield "!=" if inverse else ">", argument
    except DeriveError:
        return


__all__ = ["parametrized", "relations_of_signs"]
