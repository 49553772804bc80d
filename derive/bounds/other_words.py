"""A bound in other words: what the norm rules are asked next where they do not show a claim as it is written."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from derive.bounds.forms.bound import Step
from derive.bounds.optimization.gradients import with_gradients
from derive.bounds.rewriting import factors, solutions, stated_products
from derive.bounds.rewriting.derivations import with_derivations
from derive.bounds.rewriting.equals import with_equals
from derive.bounds.rewriting.function_points import POINTS, multiplied_out
from derive.bounds.rewriting.tables import with_open_entries
from derive.core import Problem
from derive.errors import DeriveError
from derive.index.sequences.recurrences import recurrences


def told_otherwise(
    problem: Problem, members: Problem | None, of_functions: bool, holds: Callable[[Iterable[Problem]], bool]
) -> Iterator[tuple[Step, Problem, Callable[[], bool]]]:
    """Yield the problem in other words, the rule that makes them the same, and whether what this rests on is shown.

    Args:
        problem: The problem, by points of its functions where it speaks of any.
        members: The problem for every member of a sequence, if it speaks of one.
        of_functions: It speaks of functions by their values at points.
        holds: Whether the rules prove some problems.

    """
    if of_functions:
        yield POINTS, multiplied_out(problem), _always
    entries = with_open_entries(problem)
    if entries is not None:
        yield ("definition", "an entry of a table is what defines it"), entries, _always
    gradients = with_gradients(problem)
    if gradients is not problem:
        rule = ("gradient", "the differential is <G, H> for every direction H: G is the gradient")
        yield rule, gradients, _always
    solved = solutions.with_solutions(gradients)
    if solved is not None:
        yield solutions.RULE, solved, _always
        yield solutions.RULE, multiplied_out(solved), _always
    for told, lemmas in factors.with_bounded_factors(problem):
        yield factors.RULE, told, partial(_one_holds, holds, lemmas)
    yield from ((stated_products.RULE, *stated) for stated in stated_products.with_stated_products(problem))
    derived = with_derivations(problem)
    if derived is not None:
        rule = ("derivation", "derivatives are taken apart by their rules, each step shown by the index form")
        yield rule, derived.problem, derived.are_shown
    if members is not None:
        rule = ("hypothesis", "it holds for every member of the sequence")
        yield rule, members, _always
        yield from ((rule, told, _always) for told in solutions.with_equations(members))
    for found in recurrences(problem):
        rule = ("induction", "the statement holds at the first place, and at the next one where it holds at one")
        yield rule, found.step, partial(holds, found.first)
        yield from ((rule, told, partial(holds, found.first)) for told in solutions.with_equations(found.step))
    yield from ((("hypothesis", "equals are put for equals"), told, _always) for told in with_equals(problem))


def _one_holds(holds: Callable[[Iterable[Problem]], bool], problems: Iterable[Problem]) -> bool:
    """Whether the rules prove one of some problems; what is too long for them is not proved."""
    for problem in problems:
        for told in (problem, *(d.problem for d in (with_derivations(problem),) if d is not None and d.are_shown())):
            try:
                if holds((told,)):
                    return True
            except DeriveError:
                continue
    return False


def _always() -> bool:
    return True


__all__ = ["told_otherwise"]
