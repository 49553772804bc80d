r"""Sequences that a hypothesis tells step by step: ``x_{t+1} = A x_t`` for all t, also ``a_{t+1} \le \gamma a_t`` for numbers.

The members are the rows of one variable. Those that are told are computed one after the other from the ones before.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

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
    """

    name: str
    index: str
    low: Size
    high: Size
    place: Size
    op: str
    value: Expr

    def steps(self, sizes: Mapping[str, int]) -> Iterator[tuple[int, Expr]]:
        """Yield the rows that are told, counted from zero, with their values, in the order of the index."""
        for at in range(self.low.evaluate(sizes), self.high.evaluate(sizes) + 1):
            place = {self.index: Size.of(at)}
            yield self.place.substitute(place).evaluate(sizes) - 1, map_sizes(self.value, place)


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


def _row(side: Expr) -> Expr | None:
    """The row of a variable that a side is, read in the shape of a member."""
    side = plain(side)
    while side.op in ("unvecr", "reshape", "transpose"):
        side = plain(side.args[0])
    return side if side.op == "row" and side.args[0].op == "var" else None


def _is_of_earlier(value: Expr, name: str, place: Size) -> bool:
    """Whether a value speaks of a sequence only by the members in front of a place."""
    inside = 0
    for node in walk(value):
        if node.op == "row" and node.args[0].op == "var" and node.args[0].data[0] == name:
            behind = (place - node.data[0]).constant
            if behind is None or behind <= 0:
                return False
        inside += sum(a.op == "var" and a.data[0] == name for a in node.args) if node.op != "row" else 0
    return not inside and not (value.op == "var" and value.data[0] == name)


__all__ = ["Recurrence", "read_recurrence"]
