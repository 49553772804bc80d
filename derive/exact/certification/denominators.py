"""Denominators that are numbers: a quotient by one that cannot be told from zero has no value, whatever cancels."""

from __future__ import annotations

from derive import build
from derive.build import free_names
from derive.core import Expr, Problem, Rel, SizeRules, formula_exprs, walk
from derive.errors import DeriveError
from derive.evidence import Point
from derive.exact.certification.certify import examine
from derive.language.printing.core_latex import core_to_latex
from derive.size_names import size_names


def doubtful_quotient(problem: Problem) -> str | None:
    """Return the LaTeX of a denominator without variables and sizes that is not shown to differ from zero, None if there is none."""
    seen: set[Expr] = set()
    for top in formula_exprs(problem.goal):
        for node in walk(top):
            if node.op != "hpow" or node in seen or not _negative(node.args[1]):
                continue
            seen.add(node)
            base = node.args[0]
            if base.op != "const" and base.shape.is_scalar and not free_names(base) and not size_names(base):
                if not _nonzero(base):
                    return core_to_latex(base)
    return None


def _negative(exponent: Expr) -> bool:
    return exponent.op == "const" and exponent.data[0] < 0


def _nonzero(base: Expr) -> bool:
    goal = Rel("!=", base, build.const(0))
    try:
        return examine(Problem((), (), (), (), SizeRules(), (), goal), Point({}, {}))[0] == "satisfied"
    except DeriveError:
        return False


__all__ = ["doubtful_quotient"]
