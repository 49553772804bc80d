r"""Sequences that a hypothesis tells step by step: ``x_{t+1} = A x_t`` for all t, also ``a_{t+1} \le \gamma a_t`` for numbers.

The members are the rows of one variable. Those that are told are computed one after the other from the ones before.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from derive.build import free_names
from derive.core import FLIP, Expr, Quantified, Rel, walk
from derive.isolate import plain
from derive.size_names import map_sizes
from derive.sizes import Size


@dataclass(frozen=True, slots=True)
class Recurrence:
    """What a member of a sequence is, or is below or above.

    Attributes:
        name: The variable whose rows are the members.
        index: The running index.
        low: Where it begins.
        high: Where it ends.
        place: The row that is told, an expression in the index.
        op: ``=``, ``<=`` or ``>=``; the member is the value, or the value less or more a square.
        value: The value, in which earlier members stand.
        starts: Rows that are told by themselves, as ``x_0 = b``, with their values.
    """

    name: str
    index: str
    low: Size
    high: Size
    place: Size
    op: str
    value: Expr
    starts: tuple[tuple[Size, Expr], ...] = ()

    def steps(self, sizes: Mapping[str, int]) -> Iterator[tuple[int, str, Expr]]:
        """Yield the rows that are told, counted from zero, how and with their values, in the order of the index."""
        yield from ((place.evaluate(sizes) - 1, "=", value) for place, value in self.starts)
        for at in range(self.low.evaluate(sizes), self.high.evaluate(sizes) + 1):
            place = {self.index: Size.of(at)}
            yield self.place.substitute(place).evaluate(sizes) - 1, self.op, map_sizes(self.value, place)


def read_recurrence(formula: object) -> Recurrence | None:
    """Read a hypothesis that tells a member of a sequence by earlier ones; None if it is none."""
    if not isinstance(formula, Quantified) or formula.kind != "forall" or len(formula.names) != 1:
        return None
    names, body = formula.names[0], formula.body
    if len(names) != 3 or not isinstance(body, Rel) or body.op not in FLIP:
        return None
    index, low, high = names
    for op, side, value in ((body.op, body.lhs, body.rhs), (FLIP[body.op], body.rhs, body.lhs)):
        row = _row(side)
        if row is None or (op != "=" and (op not in ("<=", ">=") or not side.shape.is_scalar)):
            continue
        name, place = row.args[0].data[0], row.data[0]
        if (place - Size.of(index)).constant is not None and _is_of_earlier(value, name, place):
            return Recurrence(name, index, low, high, place, op, value)
    return None


def read_start(formula: object) -> tuple[str, Size, Expr] | None:
    """Read a hypothesis that tells one member of a sequence, at a place that is a number, by other variables."""
    if not isinstance(formula, Rel) or formula.op != "=":
        return None
    for side, value in ((formula.lhs, formula.rhs), (formula.rhs, formula.lhs)):
        row = _row(side)
        if row is not None and row.data[0].constant is not None and row.args[0].data[0] not in free_names(value):
            return row.args[0].data[0], row.data[0], value
    return None


def with_starts(rule: Recurrence, formulas: Sequence[object]) -> tuple[Recurrence, list[object]]:
    """Return a recurrence with the first members that formulas tell and that it does not tell itself, and these formulas."""
    starts: dict[Size, Expr] = {}
    used = []
    for formula in formulas:
        start = read_start(formula)
        if start is not None and start[0] == rule.name and start[1] not in starts:
            first = (rule.place.substitute({rule.index: rule.low}) - start[1]).constant
            if first is not None and first > 0:
                starts[start[1]] = start[2]
                used.append(formula)
    return replace(rule, starts=tuple(starts.items())), used


def _row(side: Expr) -> Expr | None:
    """The row of a variable, or the entry of a vector, that a side is, read in the shape of a member."""
    side = plain(side)
    while side.op in ("unvecr", "reshape", "transpose"):
        side = plain(side.args[0])
    return side if is_member(side) else None


def is_member(node: Expr) -> bool:
    """Whether a node is a row of a variable, or an entry of one with a single column."""
    if node.op not in ("row", "entry") or node.args[0].op != "var":
        return False
    return node.op == "row" or node.args[0].shape.totals[1] == Size.of(1)


def _is_of_earlier(value: Expr, name: str, place: Size) -> bool:
    """Whether a value speaks of a sequence only by the members in front of a place."""
    inside = 0
    for node in walk(value):
        member = is_member(node) and node.args[0].data[0] == name
        if member:
            behind = (place - node.data[0]).constant
            if behind is None or behind <= 0:
                return False
        inside += 0 if member else sum(a.op == "var" and a.data[0] == name for a in node.args)
    return not inside and not (value.op == "var" and value.data[0] == name)


__all__ = ["Recurrence", "is_member", "read_recurrence", "read_start", "with_starts"]
