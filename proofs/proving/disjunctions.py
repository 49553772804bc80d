"""Disjunctions of relations of numbers: where the first one fails the rest holds."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from proofs.proving.citing import cite
from proofs.proving.live import LiveProof
from proofs.proving.signs import says_of
from proofs.verify import Node, Rejected

Known = Callable[[Node], int]
TOLD = {"<": (0,), "<=": (0, 1), "=": (1,), ">=": (1, 2), ">": (2,), "!=": (0, 2)}
"""Where a relation holds: its first number is less than the second (0), equal to it (1), or greater (2)."""
MAX_PARTS = 3


def disjunction(live: LiveProof, formula: Node, known: Known) -> int | None:
    """Return the number of a step that says a disjunction; None if none was found."""
    if live.choosing or len(formula.args) > MAX_PARTS or any(_test_of(part) is None for part in formula.args):
        return None
    live.choosing = True
    try:
        return _of_parts(live, formula, formula.args, known)
    except (Rejected, KeyError):
        return None
    finally:
        live.choosing = False


def _test_of(part: Node) -> Node | None:
    """The relation of numbers by which is decided whether a part holds: that part, or the first of a conjunction."""
    first = part.args[0] if part.op == "and" else part
    return first if first.op in TOLD and all(a.scalar for a in first.args) else None


def _whole(live: LiveProof, part: Node) -> int | None:
    """A step that says a part, a conjunction by its own parts."""
    if part.op != "and":
        return live._relation(says_of(part))
    numbers = []
    for one in part.args:
        if (number := live._relation(says_of(one)) if one.op in TOLD else None) is None:
            return None
        numbers.append(number)
    return live.add(by="and", says=says_of(part), **{"from": numbers})


def _of_parts(live: LiveProof, formula: Node, parts: Sequence[Node], known: Known) -> int | None:
    """The disjunction, by one of some parts where the others fail."""

    def one(part: Node) -> int | None:
        number = _whole(live, part)
        return None if number is None else live.add(by="weaken", says=says_of(formula), **{"from": [number]})

    first, *rest = parts
    if not rest:
        return one(first)
    test = _test_of(first)
    assert test is not None
    split = cite(live, "order-trichotomy", known, a=test.args[0], b=test.args[1])
    cases = live.in_cases(split, lambda place, *_: (one(first) if place in TOLD[test.op] else None) or _of_parts(live, formula, rest, known))
    return None if cases is None else live.add(by="cases", says=says_of(formula), split=split, **{"from": cases})


__all__ = ["disjunction"]
