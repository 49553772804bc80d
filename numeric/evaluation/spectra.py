"""Matrices whose eigenvalues a claim speaks of although they are not symmetric: such eigenvalues may be complex."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from derive.core import Expr, Formula, Logic, Problem, conjuncts, formula_exprs, walk
from derive.exact import choose_sizes
from derive.index.normalization.hypotheses import free_names
from derive.language.printing.core_latex import core_to_latex
from derive.size_names import size_names

SEEDS = (1, 2)  # a matrix must fail at both: one that is all but singular may be symmetric up to its rounding only


def asymmetric(problem: Problem) -> str | None:
    """Return the LaTeX of a matrix that is not symmetric and whose eigenvalues are spoken of, None if there is none.

    Hypotheses that speak of eigenvalues themselves say nothing of the symmetry of their matrices; the others are met.

    Raises:
        NotSupported: No inputs were found that meet these hypotheses.

    """
    assumed, goal = list(problem.hypotheses), problem.goal
    while isinstance(goal, Logic) and goal.op == "implies":
        *premises, goal = goal.args
        assumed += premises
    matrices = _matrices((*assumed, goal))
    if not matrices:
        return None
    kept = tuple(h for h in conjuncts(assumed) if not _matrices([h]))
    bare = replace(problem, hypotheses=kept, goal=goal)
    sizes = choose_sizes(bare)[0] if bare.sizes else {}
    found = [_asymmetric_at(bare, matrices, sizes, seed) for seed in SEEDS]
    return next((core_to_latex(a) for a in matrices if all(a in some for some in found)), None)


def _matrices(formulas: Sequence[Formula]) -> list[Expr]:
    """The matrices whose eigenvalues are spoken of."""
    nodes = (n for f in formulas for top in formula_exprs(f) for n in walk(top))
    return list(dict.fromkeys(n.args[0] for n in nodes if n.op == "eig"))


def _asymmetric_at(problem: Problem, matrices: Sequence[Expr], sizes: Mapping[str, int], seed: int) -> set[Expr]:
    """Those that are not symmetric at a random input; bound indices are 1, functions' own variables are left out."""
    from numeric.evaluation.dense import (
        evaluate,  # torch is loaded where a claim speaks of eigenvalues, and not for every claim
    )
    from numeric.evaluation.kernels import is_symmetric
    from numeric.evaluation.sampling import sample

    at = sample(problem, sizes, seed)
    found = set()
    for a in matrices:
        if free_names(a) <= at.env.keys():
            first = dict.fromkeys(size_names(a) - sizes.keys(), 1)
            if not is_symmetric(evaluate(a, at.env, sizes, first, functions=at.functions)):
                found.add(a)
    return found
