"""The operations about which norm rules may have something to say."""

from __future__ import annotations

from derive.core import Problem, formula_exprs, walk

WORDS = frozenset(
    "norm sigma eig kappa rank sup inf maxover minover max min order maxentry minentry integral trace det".split()
)


def has_bounds_words(problem: Problem) -> bool:
    """Return whether norms, eigenvalues, suprema and the like occur in the goal."""
    return any(node.op in WORDS for top in formula_exprs(problem.goal) for node in walk(top))
