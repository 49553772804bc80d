"""Where signs and steps jump: whether the points where their arguments are zero are left out of a statement.

They are left out if a derivative in the statement is taken there through a kink with the same argument, or if a
hypothesis says that the argument has no zero entry. A claim that a rule proves off the jumps only (``sign(x)^2 = 1``) is
shown where all its jumps are left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from derive.build import BINDS_IN_FIRST, LIMITS, free_names, neg, reshape, sub, substitute
from derive.core import Expr, Formula, Rel
from derive.errors import DeriveError, NotSupported
from derive.index.form import Elaborator, difference
from derive.index.hypotheses import equalities
from derive.index.nonlinear import compares_integers
from derive.index.normal import Normalizer
from derive.index.places import DERIVATIVES, ENTRIES, Place, against_zero, all_entries, binds, is_needed, places
from derive.index.terms import Slot
from derive.language.expand import size_names
from derive.sizes import Size

KINKED = ("relu", "abs", "sign", "step")
JUMPING = ("sign", "step")


def jumps_stay(goal: Rel, hypotheses: Sequence[Formula], slots: dict[str, Slot]) -> bool:
    """Return whether some point where a sign or a step jumps, in it or in an equality it assumes, belongs to a statement.

    Args:
        goal: An equality.
        hypotheses: What the claim assumes.
        slots: The universally quantified indices.

    """
    left_out = dict.fromkeys(argument for _, argument in against_zero(hypotheses))
    jumps: dict[tuple[Expr, ...], None] = {}
    try:
        for place in (p for side in (goal.lhs, goal.rhs) for p in places(side)):
            if place.tells and place.node.op in DERIVATIVES:
                left_out |= dict.fromkeys(_kinks(place))
            argument = _jumping(place.node)
            if argument is not None:
                jumps.setdefault(_followed(argument, place))
        for place in (p for rel in equalities(hypotheses) for side in (rel.lhs, rel.rhs) for p in places(side)):
            argument = _jumping(place.node)
            if argument is not None:
                jumps.setdefault(_followed(argument, place))
    except DeriveError:
        return True
    return not all(any(_same(a, b, slots) for a in argument for b in left_out) for argument in jumps)


def _jumping(node: Expr) -> Expr | None:
    """The argument of a sign, a step or an indicator, but for comparisons of integers and of numbers."""
    if node.op == "map" and node.data[0] in JUMPING:
        return node.args[0]
    if node.op != "indicator" or compares_integers(node) or all(a.op == "const" for a in node.args):
        return None
    follows = node.data[0] in (">", ">=", "<", "<=") and node.args[0].shape == node.args[1].shape
    return sub(*node.args) if follows else node


def _followed(argument: Expr, place: Place) -> tuple[Expr, ...]:
    """The argument and the matrices whose entry it is; none where nothing can be said about its values."""
    if not place.free or argument.op == "indicator":
        return ()
    enclosing = [argument]
    while argument.op in (*ENTRIES, "reshape", "transpose"):
        argument = argument.args[0]
        enclosing.append(argument)
    return tuple(a for a in enclosing if not size_names(a) & place.ranges.keys())


def _kinks(place: Place) -> Iterator[Expr]:
    """Arguments of kinks under a derivative that depend on its variable, at the point of the derivative."""
    node = place.node
    stack: list[tuple[Expr, dict[str, tuple[Size, Size]]]] = [(node.args[0], dict(place.ranges))]
    while stack:
        inner, known = stack.pop()
        if inner.op in (*BINDS_IN_FIRST, "sup", "inf", *LIMITS) or node.data[0] not in free_names(inner):
            continue
        if inner.op == "map" and inner.data[0] in KINKED:
            argument = all_entries(inner.args[0], known)
            if not size_names(argument) & known.keys():
                yield substitute(argument, {node.data[0]: node.args[1]})
        bound = {**known, **binds(inner)}
        stack += [(part, bound) for k, part in enumerate(inner.args) if is_needed(inner, k)]


def _same(first: Expr, second: Expr, slots: dict[str, Slot]) -> bool:
    """Whether two arguments vanish together: they are equal or opposite, entry by entry."""
    if first is second:
        return True
    if first.shape.totals != second.shape.totals:
        return False
    for other in (second, neg(second)):
        try:
            free, terms = difference(Elaborator(slots), Rel("=", first, reshape(other, first.shape)))
            if not Normalizer(()).normal(terms, free):
                return True
        except (DeriveError, NotSupported):
            continue
    return False


__all__ = ["jumps_stay"]
