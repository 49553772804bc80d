r"""Sums over one range, compared term by term: ``\sum_i p_i (1 - p_i) \le -\sum_i p_i \log p_i``.

A number c beside them is ``\sum_i c p_i`` for a distribution p over the range whose entries the sums speak of.
"""

from __future__ import annotations

from dataclasses import replace
from functools import reduce

from derive import build
from derive.bounds.facts.distributions import is_simplex, is_stochastic
from derive.bounds.facts.facts import POSITIVE, Facts, size_sign
from derive.bounds.forms.bound import Prove, Step, merge
from derive.bounds.forms.normal import ONE, cols, is_scalar, reindex, rows, strip, summands
from derive.core import Expr, Formula, Problem, Rel, walk
from derive.fraction import Fraction
from derive.size_names import size_names
from derive.sizes import Size

RULE = ("term by term", "sum f <= sum g where f_i <= g_i for every i")
MAX_TERMS = 6


def by_terms(
    facts: Facts, problem: Problem, goal: Rel, extra: tuple[Formula, ...], prove: Prove
) -> tuple[Step, ...] | None:
    """Return the steps that show a comparison of sums over one range for an arbitrary term, or None.

    Args:
        facts: What is known.
        problem: What is given.
        goal: A comparison of scalars.
        extra: More hypotheses.
        prove: Shows a formula under the hypotheses of a problem and others, or returns None.

    """
    if goal.op not in ("<=", "<", ">=", ">") or not (is_scalar(goal.lhs) and is_scalar(goal.rhs)):
        return None
    small, large = (goal.lhs, goal.rhs) if goal.op in ("<=", "<") else (goal.rhs, goal.lhs)
    letter = build.fresh("i")
    found = _single_term(facts, build.sub(large, small), letter)
    if found is None:
        return None
    body, low, high = found
    strict = goal.op in ("<", ">")
    if strict and size_sign(facts, high - low + 1) != POSITIVE:
        return None
    one = Rel("<" if strict else "<=", build.const(0), body)
    steps = prove(replace(problem, indices=(*problem.indices, (letter, low, high))), one, extra)
    return None if steps is None else merge((RULE,), steps)


def _single_term(facts: Facts, gap: Expr, letter: str) -> tuple[Expr, Size, Size] | None:
    """The term of the one sum that a combination of sums over one range is, for an index, and the range."""
    terms, rest = [], Fraction(0)
    ranges: set[tuple[Size, Size]] = set()
    for weight, term in summands(gap):
        node = strip(term)
        if node.op == "const":
            rest += weight * node.data[0]
        elif node.op == "sum" and is_scalar(node):
            ranges.add(node.data[1:])
            body = reindex(node.args[0], {node.data[0]: Size.of(letter)})
            terms.append(body if weight == 1 else build.scale(build.const(weight), body))
        else:
            return None
    if not 0 < len(terms) <= MAX_TERMS or len(ranges) != 1:
        return None
    ((low, high),) = ranges
    if rest:
        entries = [e for body in terms for e in walk(body) if low == ONE and _is_distribution(facts, e, letter, high)]
        if not entries:
            return None
        terms.append(build.scale(build.const(rest), entries[0]))
    whole = reduce(build.add, (build.reshape(term, build.SCALAR) for term in terms))
    return (whole, low, high) if len(terms) > 1 or whole.op == "add" else None


def _is_distribution(facts: Facts, entry: Expr, name: str, length: Size) -> bool:
    """Return whether a scalar runs through a distribution as its index does: a column, or the row of a stochastic matrix."""
    if entry.op != "entry" or name in size_names(entry.args[0]):
        return False
    matrix, (row, col) = entry.args[0], entry.data
    index = Size.of(name)
    if row == index and col == ONE and rows(matrix) == length:
        return is_simplex(facts, matrix)
    return col == index and name not in row.names and cols(matrix) == length and is_stochastic(facts, matrix)


__all__ = ["by_terms"]
