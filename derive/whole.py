"""Everything that is in force: a problem together with the hypotheses that share nothing with its goal.

No road needs those, but they decide whether a claim says anything at all: a counterexample is one only if the other
symbols can be chosen so that every hypothesis is met.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from derive import build
from derive.build import formula_names
from derive.core import Expr, Formula, Logic, Problem, Quantified, Rel, SizeRules, formula_exprs, walk
from derive.size_names import bound_indices, size_names
from derive.sizes import Shape

TRUE = Rel("=", build.const(0), build.const(0))


def whole(problem: Problem) -> Problem:
    """Return the problem with every hypothesis and every rule of sizes that is in force."""
    if not problem.is_part:
        return problem
    variables, functions, sizes = _mentioned(problem.aside)
    rules, aside = problem.rules, problem.aside_rules
    sizes |= {n for n, _ in aside.least} | {n for _, size in aside.relations for n in size.names}
    return replace(
        problem,
        variables=tuple(sorted({**variables, **dict(problem.variables)}.items())),
        functions=tuple(sorted({**functions, **{n: (n, a, v) for n, a, v in problem.functions}}.values())),
        sizes=tuple(sorted(sizes | set(problem.sizes))),
        rules=SizeRules((*rules.least, *aside.least), (*rules.relations, *aside.relations)),
        hypotheses=(*problem.hypotheses, *problem.aside),
        aside=(),
        aside_rules=SizeRules(),
    )


def besides(problem: Problem) -> Problem:
    """Return the problem of the hypotheses that share nothing with the goal; its goal is true."""
    variables, functions, _ = _mentioned(problem.aside)
    everything = whole(problem)
    return replace(
        everything,
        variables=tuple(sorted(variables.items())),
        functions=tuple(sorted(functions.values())),
        indices=(),
        hypotheses=problem.aside,
        goal=TRUE,
    )


_Functions = dict[str, tuple[str, tuple[Shape, ...], Shape]]


def _mentioned(formulas: Sequence[Formula]) -> tuple[dict[str, Shape], _Functions, set[str]]:
    """The free variables, the arbitrary functions and the sizes of formulas."""
    variables: dict[str, Shape] = {}
    functions: _Functions = {}
    sizes: set[str] = set()
    for formula in formulas:
        free = formula_names(formula)
        bound = {name[0] for part in _quantified(formula) for name in part.names}
        for top in formula_exprs(formula):
            sizes |= {n for n in size_names(top) - bound_indices(top) - bound if "~" not in n}
            for node in walk(top):
                if node.op == "var" and node.data[0] in free:
                    variables.setdefault(node.data[0], node.shape)
                elif node.op == "fun":
                    functions.setdefault(node.data[0], _function(node))
        sizes |= {n for part in _quantified(formula) for name in part.names for n in _range_names(name)} - bound
    return variables, functions, sizes


def _function(node: Expr) -> tuple[str, tuple[Shape, ...], Shape]:
    return node.data[0], tuple(a.shape for a in node.args), node.shape


def _quantified(formula: Formula) -> Iterator[Quantified]:
    if isinstance(formula, Quantified):
        yield formula
        yield from _quantified(formula.body)
    elif isinstance(formula, Logic):
        for part in formula.args:
            yield from _quantified(part)


def _range_names(name: tuple[object, ...]) -> set[str]:
    return {n for end in name[1:] if hasattr(end, "names") for n in end.names} if len(name) == 3 else set()  # type: ignore[attr-defined]


__all__ = ["TRUE", "besides", "whole"]
