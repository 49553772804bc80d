"""The repair of last resort of a false derivative: its closed form, derived by rules, in the place of what is claimed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from derive.answers import answers
from derive.build import DERIVATIVES
from derive.core import Expr, Rel, walk
from derive.errors import DeriveError
from derive.language.parsing.parser import statements
from derive.language.printing.human import human_latex
from derive.language.printing.latex import to_latex
from derive.language.problems.elaborate import default_problems
from derive.language.scope.options import Options
from derive.language.scope.scope import Scope
from derive.language.tree.syntax import Syn
from derive.repair.search import Repair

LONGEST = 500
"""Characters up to which a closed form is proposed: a longer one tells nobody what is wrong."""
LINEAR = frozenset({"add", "scale", "matmul", "transpose", "vecr", "vec", "unvecr", "reshape", "kron", "entry", "row", "col"})
"""Operations on derivatives whose result is one, put together."""
SAID = "the derived closed form"


def closed_forms(statement: Syn, scope: Scope, options: Options, conditions: Sequence[Syn] = ()) -> Iterator[Repair]:
    r"""Yield an equation that claims a derivative with the derived closed form on its other side.

    Args:
        statement: The equation; one side is made of derivatives, the other has none. Other statements get no proposal.
        scope: What is declared.
        options: How formulas are read.
        conditions: Further statements that govern it.

    Yields:
        Proposals: nothing has judged them. Names of parts are written out.
    """
    if statement.kind != "relation" or statement.value != "=" or len(statement.children) != 2:
        return
    speaks = [_speaks(child) for child in statement.children]
    if speaks[0] == speaks[1]:
        return
    side = statement.children[speaks.index(True)]
    left = to_latex(side)
    try:
        (zero,) = _parsed(rf"{left} = \mathbf{{0}}", scope, options)
        (problem,) = default_problems(zero, scope, options, conditions=conditions)
    except (DeriveError, ValueError):
        return
    if not isinstance(problem.goal, Rel):
        return
    asked = problem.goal.lhs
    if not any(node.op in DERIVATIVES for node in walk(asked)) or not _is_linear(asked):
        return
    for found in answers(problem, asked):
        text = human_latex(found.whole)
        if len(text) > LONGEST:
            continue
        try:
            parsed = _parsed(f"{left} = {text}", scope, options)
        except DeriveError:
            continue
        if len(parsed) == 1:
            yield Repair(parsed[0], SAID)


def _is_linear(e: Expr) -> bool:
    """Whether the derivatives stand in products and sums alone: of their norm, a value was claimed and no form."""
    within: set[Expr] = set()
    for node in walk(e):
        if node.op in DERIVATIVES:
            within.add(node)
        elif not within.isdisjoint(node.args):
            if node.op not in LINEAR:
                return False
            within.add(node)
    return True


def _speaks(tree: Syn) -> bool:
    return any(node.kind == "partial" for _, node in tree.walk())


def _parsed(text: str, scope: Scope, options: Options) -> list[Syn]:
    return list(statements(text, options.macros, {key.plain for key in scope.visible()}))


__all__ = ["SAID", "closed_forms"]
