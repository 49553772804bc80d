"""Where signs and steps jump: whether the points where their arguments are zero are left out of a statement.

They are left out if a derivative in the statement is taken there through a kink with the same argument, or if a
hypothesis says that the argument has no zero entry. A claim that a rule proves off the jumps only (``sign(x)^2 = 1``) is
shown where all its jumps are left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from derive.build import BINDS_IN_FIRST, LIMITS, free_names, neg, reshape, sub, substitute
from derive.core import Expr, Formula, Logic, Quantified, Rel
from derive.errors import DeriveError, NotSupported
from derive.index.form import Elaborator, difference
from derive.index.normal import Normalizer
from derive.index.terms import Slot
from derive.language.expand import size_names
from derive.sizes import Size

ONE = Size.of(1)
KINKED = ("relu", "abs", "sign", "step")
JUMPING = ("sign", "step")
DERIVATIVES = ("deriv", "grad", "frechet")
ENTRIES = ("entry", "row", "col")
Ranges = Mapping[str, tuple[Size, Size]]


@dataclass(slots=True)
class Places:
    """Arguments of jumps (None where they are not followed) and arguments that have no zero entry."""

    jumps: list[tuple[Expr, ...] | None] = field(default_factory=list)
    left_out: list[Expr] = field(default_factory=list)


def jumps_stay(goal: Rel, hypotheses: Sequence[Formula], slots: dict[str, Slot]) -> bool:
    """Return whether some point where a sign or a step jumps belongs to the statement.

    Args:
        goal: An equality.
        hypotheses: What the claim assumes.
        slots: The universally quantified indices.

    """
    places = Places(left_out=list(_kept_from_zero(hypotheses)))
    for side in (goal.lhs, goal.rhs):
        _visit(places, side)
    left_out = list(dict.fromkeys(places.left_out))
    for argument in dict.fromkeys(places.jumps):
        if argument is None or not any(_same(a, b, slots) for a in argument for b in left_out):
            return True
    return False


def _visit(places: Places, top: Expr) -> None:
    """Note what happens in an expression; the body of a derivative is looked at where the derivative is taken."""
    seen: set[tuple[Expr, frozenset[object], bool]] = set()
    stack: list[tuple[Expr, dict[str, tuple[Size, Size]], bool]] = [(top, {}, True)]
    while stack:
        node, ranges, free = stack.pop()
        if (state := (node, frozenset(ranges.items()), free)) in seen:
            continue
        seen.add(state)
        if node.op in DERIVATIVES:
            try:
                body = substitute(node.args[0], {node.data[0]: node.args[1]})
            except DeriveError:
                places.jumps.append(None)
                continue
            if free:
                places.left_out += _kinks(node, ranges)
            stack += [(part, ranges, free) for part in (body, *node.args[1:])]
            continue
        _note_jump(places, node, ranges, free)
        inner = {**ranges, **_binds(node)}
        for k, part in enumerate(node.args):
            below = (k == 0 and node.op in BINDS_IN_FIRST) or node.op in ("sup", "inf", *LIMITS)
            stack.append((part, inner if k == 0 else ranges, free and not below))


def _binds(node: Expr) -> dict[str, tuple[Size, Size]]:
    if node.op in ("sum", "prod", "maxover", "minover"):
        return {node.data[0]: node.data[1:3]}
    if node.op == "blocks":
        return {node.data[0]: (ONE, node.data[1]), node.data[2]: (ONE, node.data[3])}
    return {}


def _note_jump(places: Places, node: Expr, ranges: Ranges, free: bool) -> None:
    if node.op == "map" and node.data[0] in JUMPING:
        argument = node.args[0]
    elif node.op == "indicator" and (free_names(node.args[0]) or free_names(node.args[1])):
        if node.data[0] not in (">", ">=", "<", "<=") or node.args[0].shape != node.args[1].shape:
            places.jumps.append(None)
            return
        argument = sub(*node.args)
    else:
        return
    enclosing = [argument]
    while argument.op in (*ENTRIES, "reshape", "transpose"):
        argument = argument.args[0]
        enclosing.append(argument)
    usable = tuple(a for a in enclosing if not size_names(a) & ranges.keys())
    places.jumps.append(usable if free and usable else None)


def _kinks(node: Expr, ranges: Ranges) -> Iterator[Expr]:
    """Arguments of kinks under a derivative that depend on its variable, at the point of the derivative."""
    stack: list[tuple[Expr, dict[str, tuple[Size, Size]]]] = [(node.args[0], dict(ranges))]
    while stack:
        inner, known = stack.pop()
        if inner.op in (*BINDS_IN_FIRST, "sup", "inf", *LIMITS) or node.data[0] not in free_names(inner):
            continue
        if inner.op == "map" and inner.data[0] in KINKED:
            argument = _all_entries(inner.args[0], known)
            if not size_names(argument) & known.keys():
                yield substitute(argument, {node.data[0]: node.args[1]})
        bound = {**known, **_binds(inner)}
        stack += [(part, bound) for part in inner.args]


def _all_entries(argument: Expr, ranges: Ranges) -> Expr:
    """The matrix all of whose entries an argument runs through, else the argument."""
    while argument.op in (*ENTRIES, "reshape", "transpose"):
        if argument.op in ENTRIES:
            rows, cols = argument.args[0].shape.totals
            totals = {"entry": (rows, cols), "row": (rows,), "col": (cols,)}[argument.op]
            if not _is_whole(argument.data, totals, ranges):
                return argument
        argument = argument.args[0]
    return argument


def _is_whole(indices: Sequence[Size], totals: Sequence[Size], ranges: Ranges) -> bool:
    """Whether different indices run over whole dimensions."""
    letters = [str(i) for i, total in zip(indices, totals, strict=True) if total != ONE]
    runs = all(
        ranges.get(str(i)) == (ONE, total) if total != ONE else i == ONE
        for i, total in zip(indices, totals, strict=True)
    )
    return runs and len(letters) == len(set(letters))


def _kept_from_zero(hypotheses: Sequence[Formula]) -> Iterator[Expr]:
    """Matrices without a zero entry: ``M_{i,j} != 0`` for all i, j, or ``M > 0``."""
    for formula in hypotheses:
        if isinstance(formula, Logic) and formula.op == "and":
            yield from _kept_from_zero(formula.args)
        elif isinstance(formula, Rel):
            yield from _not_zero(formula, {})
        elif isinstance(formula, Quantified) and formula.kind == "forall" and isinstance(formula.body, Rel):
            if all(len(n) == 3 for n in formula.names):
                yield from _not_zero(formula.body, {str(n[0]): (n[1], n[2]) for n in formula.names})


def _not_zero(rel: Rel, ranges: Ranges) -> Iterator[Expr]:
    for side, other in ((rel.lhs, rel.rhs), (rel.rhs, rel.lhs)):
        if not (other.op == "zeros" or (other.op == "const" and other.data[0] == 0)):
            continue
        if rel.op in ("<", ">") or (rel.op == "!=" and side.shape.is_scalar):
            argument = _all_entries(side, ranges)
            if not size_names(argument) & ranges.keys():
                yield argument


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
