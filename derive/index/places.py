"""Where the parts of an expression are evaluated: at which point, and for which values of the indices."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from derive.build import BINDS_IN_FIRST, LIMITS, substitute
from derive.core import Expr, Formula, Logic, Quantified, Rel
from derive.language.expand import size_names
from derive.sizes import Size

ONE = Size.of(1)
DERIVATIVES = ("deriv", "grad", "frechet")
ENTRIES = ("entry", "row", "col")
Ranges = Mapping[str, tuple[Size, Size]]


@dataclass(frozen=True, slots=True)
class Place:
    """A node where a claim evaluates it.

    Attributes:
        node: The node; the body of a derivative is taken at the point of the derivative.
        ranges: The indices bound around it.
        free: False below a supremum, an integral or a limit, whose variables take other values.

    """

    node: Expr
    ranges: Ranges
    free: bool


def places(top: Expr, leave: Sequence[str] = ()) -> Iterator[Place]:
    """Yield the places of an expression's nodes, those below the operations ``leave`` left out.

    Raises:
        DeriveError: A body does not fit its point.

    """
    seen: set[tuple[Expr, frozenset[object], bool]] = set()
    stack: list[tuple[Expr, dict[str, tuple[Size, Size]], bool]] = [(top, {}, True)]
    while stack:
        node, ranges, free = stack.pop()
        if (state := (node, frozenset(ranges.items()), free)) in seen:
            continue
        seen.add(state)
        yield Place(node, ranges, free)
        if node.op in leave:
            continue
        if node.op in DERIVATIVES:
            body = substitute(node.args[0], {node.data[0]: node.args[1]})
            stack += [(part, ranges, free) for part in (body, *node.args[1:])]
            continue
        inner = {**ranges, **binds(node)}
        for k, part in enumerate(node.args):
            below = (k == 0 and node.op in BINDS_IN_FIRST) or node.op in ("sup", "inf", *LIMITS)
            stack.append((part, inner if k == 0 else ranges, free and not below))


def binds(node: Expr) -> dict[str, tuple[Size, Size]]:
    """Return the indices that a node binds in its body, with their ranges."""
    if node.op in ("sum", "prod", "maxover", "minover"):
        return {node.data[0]: node.data[1:3]}
    if node.op == "blocks":
        return {node.data[0]: (ONE, node.data[1]), node.data[2]: (ONE, node.data[3])}
    return {}


def all_entries(argument: Expr, ranges: Ranges) -> Expr:
    """Return the matrix all of whose entries an argument runs through, else the argument."""
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


def against_zero(hypotheses: Sequence[Formula]) -> Iterator[tuple[str, Expr]]:
    """Yield ("!=", M) or (">", M) where hypotheses say it of every entry of M, or of all entries with all indices."""
    for formula in hypotheses:
        if isinstance(formula, Logic) and formula.op == "and":
            yield from against_zero(formula.args)
        elif isinstance(formula, Rel):
            yield from _compared(formula, {})
        elif isinstance(formula, Quantified) and formula.kind == "forall" and isinstance(formula.body, Rel):
            if all(len(n) == 3 for n in formula.names):
                yield from _compared(formula.body, {str(n[0]): (n[1], n[2]) for n in formula.names})


def _compared(rel: Rel, ranges: Ranges) -> Iterator[tuple[str, Expr]]:
    turned = {"<": ">", ">": "<", "!=": "!="}
    for op, side, other in ((rel.op, rel.lhs, rel.rhs), (turned.get(rel.op), rel.rhs, rel.lhs)):
        if not (other.op == "zeros" or (other.op == "const" and other.data[0] == 0)):
            continue
        if op in ("<", ">") or (op == "!=" and side.shape.is_scalar):
            argument = all_entries(side, ranges)
            if not size_names(argument) & ranges.keys():
                yield (">" if op == ">" else "!="), argument


__all__ = ["DERIVATIVES", "ENTRIES", "Place", "Ranges", "against_zero", "all_entries", "binds", "places"]
