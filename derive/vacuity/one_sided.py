r"""Equivalences one side of which has no value where the other one has: at ``a = -1``, ``\sqrt{a} \le 1 \iff a \le 1`` says nothing."""

from __future__ import annotations

from collections.abc import Iterator

from derive.bounds.comparison.prover import read_facts
from derive.bounds.facts.facts import NONNEGATIVE, POSITIVE, Facts, elementwise
from derive.core import Expr, Formula, Logic, Problem, Quantified, formula_exprs, walk
from derive.language.printing.core_latex import core_to_latex


def one_sided(problem: Problem) -> str | None:
    """Return the LaTeX of what may have no value on one side of an equivalence alone, None if there is nothing of the kind."""
    facts = read_facts(problem)
    for sides in _equivalences(problem.goal):
        partial = [
            {node for top in formula_exprs(side) for node in walk(top) if _is_partial(facts, node)} for side in sides
        ]
        lone = set.union(*partial) - set.intersection(*partial)
        if lone:
            return min(map(core_to_latex, lone), key=lambda text: (len(text), text))
    return None


def _equivalences(goal: Formula) -> Iterator[tuple[Formula, ...]]:
    if isinstance(goal, Quantified):
        yield from _equivalences(goal.body)
    elif isinstance(goal, Logic):
        if goal.op == "iff":
            yield goal.args
        for part in goal.args[-1:] if goal.op == "implies" else goal.args:
            yield from _equivalences(part)


def _is_partial(facts: Facts, node: Expr) -> bool:
    """Whether a root, a logarithm or a reciprocal may have no value."""
    if node.op == "map" and node.data[0] in ("log", "sqrt"):
        return elementwise(facts, node.args[0]) < (POSITIVE if node.data[0] == "log" else NONNEGATIVE)
    if node.op != "hpow" or node.args[1].op != "const":
        return False
    base, exponent = node.args[0], node.args[1].data[0]
    if exponent < 0 and not (elementwise(facts, base) == POSITIVE or facts.is_nonzero(base)):
        return True
    return exponent.denominator % 2 == 0 and elementwise(facts, base) < NONNEGATIVE


__all__ = ["one_sided"]
