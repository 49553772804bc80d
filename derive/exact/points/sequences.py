"""Points of sequences that hypotheses tell step by step: the rows that are told are computed, the others are free.

``x_{k+1} = A x_k`` for all k with ``x_0 = b`` is met by construction, and every point that meets it is made so; of
``a_{k+1} \\le \\gamma a_k`` the points below are made, by a square that is taken away. Sequences may tell one another.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

import numpy as np

from derive.build import formula_names, substitute
from derive.core import Expr, Formula, walk
from derive.exact.evaluation.evaluate import Env, Evaluator
from derive.exact.rings.rings import Array, Budget, Irrational, Ring, Undefined
from derive.recurrent import Recurrence, is_member, read_recurrence, with_starts

OPERATIONS = 4_000_000
MAX_ROWS = 400


@dataclass(frozen=True, slots=True)
class Sequences:
    """Sequences that are computed together; `joint` if what tells them are equations, so that all points are made."""

    rules: tuple[Recurrence, ...]
    joint: bool

    def substituted(self, members: Mapping[str, Expr]) -> Sequences:
        """The same with expressions for the other variables."""
        return replace(self, rules=tuple(_substituted(rule, members) for rule in self.rules))


def _substituted(rule: Recurrence, members: Mapping[str, Expr]) -> Recurrence:
    starts = tuple((place, substitute(value, members)) for place, value in rule.starts)
    return replace(rule, value=substitute(rule.value, members), starts=starts)


def sequences(hypotheses: Iterable[Formula]) -> tuple[Sequences, list[Formula]] | None:
    """Return the sequences of hypotheses and what else is said, None if there are none.

    What else is said of a sequence is left to chance, and left out.
    """
    left, rules = list(hypotheses), dict[str, Recurrence]()
    for formula in list(left):
        rule = read_recurrence(formula)
        if rule is not None and rule.name not in rules:
            rules[rule.name] = rule
            left.remove(formula)
    for name, rule in rules.items():
        rules[name], used = with_starts(rule, left)
        left = [f for f in left if not any(f is u for u in used)]
    if not rules:
        return None
    rest = [f for f in left if not formula_names(f) & rules.keys()]
    joint = len(rest) == len(left) and all(rule.op == "=" for rule in rules.values())
    return Sequences(tuple(rules.values()), joint), rest


def solve_sequences(
    system: Sequences, ring: Ring, sizes: Mapping[str, int], inputs: Mapping[str, Array]
) -> dict[str, Array] | None:
    """Return the inputs with the rows that are told in the place of what was drawn; None where they have no value."""
    found = dict(inputs)
    waiting = [(rule.name, *step) for rule in system.rules for step in rule.steps(sizes)]
    waiting = [step for step in waiting if 0 <= step[1] < found[step[0]].shape[1]]
    if len(waiting) > MAX_ROWS:
        return None
    told = [(name, at) for name, at, _, _ in waiting]
    if len(set(told)) < len(told):
        return None
    for name in {name for name, _ in told}:
        whole = (ring.batch, *found[name].shape[1:])
        found[name] = np.broadcast_to(found[name], whole).copy()
    budget = Budget(OPERATIONS)
    while waiting:
        open_ = {(name, at) for name, at, _, _ in waiting}
        ready = [step for step in waiting if not _members(step[3]) & open_]
        if not ready:
            return None
        for name, at, op, value in ready:
            if not _tell(found, ring, sizes, budget, name, at, op, value):
                return None
        waiting = [step for step in waiting if step not in ready]
    return found


def _tell(
    found: dict[str, Array],
    ring: Ring,
    sizes: Mapping[str, int],
    budget: Budget,
    name: str,
    at: int,
    op: str,
    value: Expr,
) -> bool:
    row = found[name][:, at : at + 1]
    try:
        evaluator = Evaluator(ring, Env(sizes, dict(found)), budget)
        told = evaluator.value(value)
        told = np.broadcast_to(told, (ring.batch, *told.shape[1:])).reshape(row.shape)
        if op != "=":
            square = ring.mul(row, row)
            told = ring.add(told, ring.neg(square) if op == "<=" else square)
    except (Undefined, Irrational):
        return False
    found[name][:, at : at + 1] = told
    return True


def _members(value: Expr) -> set[tuple[str, int]]:
    """The rows, counted from zero, of which a value speaks."""
    return set(_named(value))


def _named(value: Expr) -> Iterator[tuple[str, int]]:
    for node in walk(value):
        place = node.data[0].constant if is_member(node) else None
        if place is not None:
            yield node.args[0].data[0], int(place) - 1


__all__ = ["Sequences", "sequences", "solve_sequences"]
