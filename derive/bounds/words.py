"""The operations about which norm rules may have something to say."""

from __future__ import annotations

from derive import build
from derive.core import Expr, Formula, Logic, Problem, Rel, formula_exprs, walk
from derive.functions import BENT

WORDS = frozenset(
    "norm sigma eig kappa rank sup inf maxover minover max min order maxentry minentry integral trace det".split()
)


SIGNED = BENT | {"sqrt"}


def has_bounds_words(problem: Problem) -> bool:
    """Return whether the goal speaks of norms, eigenvalues, suprema and the like, of numbers under conditions, or of functions that a known sign simplifies."""
    tops = list(formula_exprs(problem.goal))
    nodes = {node for top in tops for node in walk(top)}
    if any(node.op in WORDS for node in nodes):
        return True
    speaks = isinstance(problem.goal, Logic) or any(n.op == "map" and n.data[0] == "abs" for n in nodes)
    if speaks and all(top.shape.totals == build.SCALAR.totals for top in tops):
        return True
    return any(map(_is_signed, nodes)) and any(map(_says_a_sign, problem.hypotheses))


def _is_signed(node: Expr) -> bool:
    if node.op == "hpow":
        return node.args[1].op == "const" and node.args[1].data[0].denominator != 1
    return node.op == "map" and node.data[0] in SIGNED


def _says_a_sign(formula: Formula) -> bool:
    if isinstance(formula, Rel):
        return formula.op in ("<", "<=", ">", ">=", "!=")
    return any(map(_says_a_sign, formula.args if isinstance(formula, Logic) else (formula.body,)))
