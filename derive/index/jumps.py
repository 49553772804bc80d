"""Where signs and steps jump: whether the points where their arguments are zero are left out of a statement.

They are left out if a hypothesis says that the argument has no zero entry, or if a derivative in the statement is taken
there through a kink with the same argument, and does not exist: ``|g|`` has a derivative where ``g = 0`` exactly if that
of ``g`` is zero, so the argument has to move wherever it is zero. A claim that a rule proves off the jumps only
(``sign(x)^2 = 1``) is shown where all its jumps are left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from derive import build
from derive.build import BINDS_IN_FIRST, LIMITS, free_names, neg, reshape, sub, substitute
from derive.core import Expr, Formula, Rel
from derive.errors import DeriveError, NotSupported
from derive.index.algebra import refreshed, summed_over, times
from derive.index.budget import budget
from derive.index.form import Elaborator, difference
from derive.index.hypotheses import equalities
from derive.index.nonlinear import compares_integers
from derive.index.normal import Normalizer
from derive.index.places import DERIVATIVES, ENTRIES, Place, against_zero, all_entries, binds, is_needed, places
from derive.index.signs import is_positive_sum
from derive.index.terms import Slot
from derive.language.expand import replace_part, size_names
from derive.sizes import Size

KINKED = ("relu", "abs", "sign", "step")
JUMPING = ("sign", "step")
STEPS = 2000
Kink = tuple[Expr, Expr]  # a derivative and the argument of a kink below it


def jumps_stay(goal: Rel, hypotheses: Sequence[Formula], slots: dict[str, Slot]) -> bool:
    """Return whether some point where a sign or a step jumps, in it or in an equality it assumes, belongs to a statement.

    Args:
        goal: An equality.
        hypotheses: What the claim assumes.
        slots: The universally quantified indices.

    """
    nonzero = list(dict.fromkeys(argument for _, argument in against_zero(hypotheses)))
    kinks: dict[Kink, None] = {}
    jumps: dict[tuple[Expr, ...], None] = {}
    try:
        for place in (p for side in (goal.lhs, goal.rhs) for p in places(side)):
            if place.tells and place.node.op in DERIVATIVES:
                kinks |= dict.fromkeys((place.node, argument) for argument in _kinks(place))
            argument = _jumping(place.node)
            if argument is not None:
                jumps.setdefault(_followed(argument, place))
        for place in (p for rel in equalities(hypotheses) for side in (rel.lhs, rel.rhs) for p in places(side)):
            argument = _jumping(place.node)
            if argument is not None:
                jumps.setdefault(_followed(argument, place))
        return not all(_is_left_out(jump, nonzero, kinks, slots) for jump in jumps)
    except DeriveError:
        return True


def _is_left_out(jump: Sequence[Expr], nonzero: Sequence[Expr], kinks: Iterable[Kink], slots: dict[str, Slot]) -> bool:
    """Whether no zero of an argument, which comes with the matrices whose entry it is, belongs to the statement."""
    if any(_same(whole, other, slots) for whole in jump for other in nonzero):
        return True
    for whole in jump:
        for node, argument in kinks:
            at_point = substitute(argument, {node.data[0]: node.args[1]})
            if _same(whole, at_point, slots):
                own = replace_part(jump[0], whole, reshape(argument, whole.shape))
                if _moves(own, node, nonzero, slots):
                    return True
    return False


def _moves(argument: Expr, node: Expr, nonzero: Sequence[Expr], slots: dict[str, Slot]) -> bool:
    """Whether every entry of an argument has another derivative than zero wherever it is defined."""
    name, point = node.data[0], node.args[1]
    if node.op == "frechet":
        slope = build.frechet(argument, name, *node.args[1:])
    else:
        slope = build.deriv(argument, name, point)
    try:
        with budget(STEPS, everywhere=True):
            if any(_same(slope, other, slots) for other in nonzero):
                return True
            form = Elaborator(slots).form(slope)
            free, along = ((*form.rows, *form.cols), ()) if node.op == "frechet" else (form.rows, form.cols)
            squares = summed_over(times(form.terms, refreshed(form.terms)), along)
            return is_positive_sum(Normalizer(()).normal(squares, free))
    except NotSupported:
        return False


def _jumping(node: Expr) -> Expr | None:
    """The argument of a sign, a step or an indicator, but for comparisons of integers and of numbers."""
    if node.op == "map" and node.data[0] in JUMPING:
        return node.args[0]
    if node.op != "indicator" or compares_integers(node) or all(a.op == "const" for a in node.args):
        return None
    follows = node.data[0] in (">", ">=", "<", "<=") and node.args[0].shape == node.args[1].shape
    return _difference(*node.args) if follows else node


def _difference(first: Expr, second: Expr) -> Expr:
    for one, other in ((first, second), (second, first)):
        if other.op == "zeros" or (other.op == "const" and other.data[0] == 0):
            return one
    return sub(first, second)


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
    """Arguments of kinks under a derivative that depend on its variable."""
    node = place.node
    stack: list[tuple[Expr, dict[str, tuple[Size, Size]]]] = [(node.args[0], dict(place.ranges))]
    while stack:
        inner, known = stack.pop()
        if inner.op in (*BINDS_IN_FIRST, "sup", "inf", *LIMITS) or node.data[0] not in free_names(inner):
            continue
        kinked = _kinked(inner)
        if kinked is not None:
            argument = all_entries(kinked, known)
            if not size_names(argument) & known.keys():
                yield argument
        bound = {**known, **binds(inner)}
        stack += [(part, bound) for k, part in enumerate(inner.args) if is_needed(inner, k)]


def _kinked(node: Expr) -> Expr | None:
    """What is zero at the kinks of a function; of two numbers' maximum, their difference."""
    if node.op in ("max", "min") and len(node.args) == 2:
        return _difference(*node.args)
    return node.args[0] if node.op == "map" and node.data[0] in KINKED else None


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
