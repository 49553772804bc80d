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
from derive.core import Expr, Formula, Rel, walk
from derive.errors import DeriveError, NotSupported
from derive.functions import BENT, JUMPING
from derive.index.elaboration.form import Elaborator, difference
from derive.index.elaboration.nonlinear import compares_integers
from derive.index.normalization.hypotheses import Assumptions, equalities
from derive.index.normalization.normal import Normalizer
from derive.index.rewriting.places import (
    DERIVATIVES,
    ENTRIES,
    Place,
    against_zero,
    all_entries,
    binds,
    is_needed,
    places,
)
from derive.index.terms.algebra import refreshed, summed_over, times
from derive.index.terms.budget import budget
from derive.index.terms.signs import is_positive_sum
from derive.index.terms.terms import Slot, Terms, number
from derive.kinks import without_smooth_kinks
from derive.parts import replace_part
from derive.size_names import size_names
from derive.sizes import Size

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
        return not all(
            _is_left_out(jump, nonzero, kinks, slots, goal) or _holds_on_jump(jump, goal, hypotheses, slots)
            for jump in jumps
        )
    except DeriveError:
        return True


def _is_left_out(
    jump: Sequence[Expr], nonzero: Sequence[Expr], kinks: Iterable[Kink], slots: dict[str, Slot], goal: Rel
) -> bool:
    """Whether no zero of an argument, which comes with the matrices whose entry it is, belongs to the statement.

    Those at which the argument does not move belong to it, and it may be true there: where x = 0, for that of ``w^T x``.
    """
    if any(_same(whole, other, slots) for whole in jump for other in nonzero):
        return True
    for whole in jump:
        for node, argument in kinks:
            at_point = substitute(argument, {node.data[0]: node.args[1]})
            if _same(whole, at_point, slots):
                own = replace_part(jump[0], whole, reshape(argument, whole.shape))
                squares = _squared_slope(own, node, nonzero, slots)
                if is_positive_sum(squares):
                    return True
                still = _vanishing(squares)
                if still is not None and _holds_at_zero(goal, still, slots):
                    return True
    return False


def _squared_slope(argument: Expr, node: Expr, nonzero: Sequence[Expr], slots: dict[str, Slot]) -> Terms:
    """The squared length of the derivative of every entry of an argument; 1 if it is said not to be zero, 0 if nothing is known of it."""
    name, point = node.data[0], node.args[1]
    if node.op == "frechet":
        slope = build.frechet(argument, name, *node.args[1:])
    else:
        slope = build.deriv(argument, name, point)
    try:
        with budget(STEPS, everywhere=True):
            if any(_same(slope, other, slots) for other in nonzero):
                return number(1)
            form = Elaborator(slots).form(slope)
            free, along = ((*form.rows, *form.cols), ()) if node.op == "frechet" else (form.rows, form.cols)
            squares = summed_over(times(form.terms, refreshed(form.terms)), along)
            return Normalizer(()).normal(squares, free)
    except NotSupported:
        return []


def _vanishing(squares: Terms) -> str | None:
    """The variable that is zero exactly where a sum is: the v of ``c sum_k v_k^2``."""
    if len(squares) != 1 or squares[0].coefficient <= 0 or len(squares[0].factors) != 1:
        return None
    head, at, exponent = squares[0].factors[0]
    whole = head.kind == "var" and exponent == 2 and len(set(at)) == len(at) and set(at) == set(squares[0].summed)
    return head.data[0] if whole else None


def _holds_at_zero(goal: Rel, name: str, slots: dict[str, Slot]) -> bool:
    """Whether an equality is true wherever a variable is zero."""
    shapes = {n.shape for side in (goal.lhs, goal.rhs) for n in walk(side) if n.op == "var" and n.data[0] == name}
    if len(shapes) != 1:
        return False
    (shape,) = shapes
    sides = (substitute(side, {name: build.zeros(shape.rows, shape.cols)}) for side in (goal.lhs, goal.rhs))
    try:
        with budget(STEPS, everywhere=True):
            free, terms = difference(Elaborator(slots), Rel("=", *sides))
            return not Normalizer(()).normal(terms, free)
    except (DeriveError, NotSupported):
        return False


def _holds_on_jump(jump: Sequence[Expr], goal: Rel, hypotheses: Sequence[Formula], slots: dict[str, Slot]) -> bool:
    """Whether an equality is true where a number is zero at which signs and steps jump: with their values there, and the number 0."""
    sides = (goal.lhs, goal.rhs)
    if not jump or not jump[0].shape.is_scalar or size_names(jump[0]) & slots.keys():
        return False  # an equation with an index would be one for all of its values
    if any(_has_kink_below(n) for side in sides for n in walk(side)):
        return False
    here = [_at_jump(side, jump[0], slots) for side in sides]
    equation = Rel("=", reshape(jump[0], build.SCALAR), build.const(0))
    try:
        with budget(STEPS, everywhere=True):
            assumptions = Assumptions.read([*hypotheses, equation], slots)
            free, terms = difference(Elaborator(slots), Rel("=", *here))
            return not Normalizer(assumptions.relations).normal(assumptions.substituted(terms), free)
    except (DeriveError, NotSupported):
        return False


def _has_kink_below(node: Expr) -> bool:
    """Whether a derivative is taken of something that jumps or has a kink: its value at the jump is not told by that there."""
    return node.op in DERIVATIVES and any(_jumping(n) is not None or _kinked(n) is not None for n in walk(_bent(node)))


def _bent(node: Expr) -> Expr:
    """What a derivative is taken of, without the kinks at which it is smooth; they leave no points out."""
    return without_smooth_kinks(node.args[0], frozenset({node.data[0]}))[0][0]


def _at_jump(side: Expr, argument: Expr, slots: dict[str, Slot]) -> Expr:
    """An expression with the values of signs, steps and kinks where their argument is zero."""
    for node in list(walk(side)):
        inner = _jumping(node) if node.shape.is_scalar else None
        inner = _kinked(node) if inner is None and node.shape.is_scalar else inner
        if inner is not None and inner.shape.is_scalar and _same(argument, inner, slots):
            closed = node.op == "indicator" and node.data[0] in (">=", "<=")
            value = node.args[0] if node.op in ("max", "min") else build.const(1 if closed else 0)
            side = replace_part(side, node, value)
    return side


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
    stack: list[tuple[Expr, dict[str, tuple[Size, Size]]]] = [(_bent(node), dict(place.ranges))]
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
    return node.args[0] if node.op == "map" and node.data[0] in BENT else None


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
