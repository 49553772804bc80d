r"""``\arg\min_w f(w)`` of a quadratic function with a positive definite quadratic part: its one stationary point.

While a text is read the coefficients stand in a node of their own; whether the quadratic part is definite is known when the
hypotheses are, and in a `Problem` the point is written out.  What is not seen to be such a function is refused.
Source: Boyd and Vandenberghe, Convex Optimization, 4.2.3 and A.5.5.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from derive import build as b
from derive.core import Expr, Formula, Logic, Problem, formula_exprs, mapped_formula, walk
from derive.errors import NotSupported
from derive.language.printing.core_latex import core_to_latex
from derive.language.printing.spelling import Spelling
from derive.language.terms.dimensions import OpenDim
from derive.language.terms.terms import Term
from derive.language.tree.syntax import Syn
from derive.quadratics import Quadratic, quadratic, stationary_point
from derive.tidy import tidied

if TYPE_CHECKING:
    from derive.language.formulas.expressions import Reader

SAY = "name the minimizer w, and state what is known of it: \\nabla f(w) = 0"


def minimizer_of(r: Reader, syn: Syn, extremum: Term, shapes: Sequence[tuple[OpenDim, OpenDim]]) -> Term:
    """Return the term of an arg min or arg max.

    Args:
        r: The reader.
        syn: The operator with its body.
        extremum: The infimum (supremum) of the same function.
        shapes: The shapes of the variables that it binds.

    Raises:
        NotSupported: It is not taken over all values of one variable, or not of a quadratic function of it.
    """
    place = r.at(syn)
    word = rf"\arg\{syn.value.removeprefix('arg')}"
    if len(shapes) != 1:
        raise NotSupported(f"{word} over anything but one declared variable", place, SAY)

    def make(e: Expr) -> Expr:
        names, conditions = e.data
        if conditions:
            raise NotSupported(f"{word} over a restricted set", place, SAY)
        body = e.args[0] if e.op == "inf" else b.neg(e.args[0])
        found = quadratic(body, b.var(*names[0]))
        if found is None:
            raise NotSupported(f"{word} of what is not a quadratic function by its form", place, SAY)
        return b.minimizer(found.side, found.form, found.slope)

    return r.a.node(*shapes[0], make, extremum, syn=syn)


def without_minimizers(problem: Problem, names: Spelling) -> Problem:
    """Return a problem in which every minimizer is written out.

    Raises:
        NotSupported: A quadratic part is not seen to be positive definite.
    """
    formulas = (problem.goal, *problem.hypotheses, *problem.aside)
    if not any(True for _ in _minimizers(formulas)):
        return problem
    from derive.limits import definite_form

    plain = [f for f in problem.hypotheses if not any(True for _ in _minimizers([f]))]
    goal = problem.goal
    if isinstance(goal, Logic) and goal.op == "implies":
        plain += [f for f in goal.args[:-1] if not any(True for _ in _minimizers([f]))]
    known = replace(problem, hypotheses=tuple(plain))
    notes: list[str] = []

    def written(formula: Formula) -> Formula:
        points = {n.data[0]: n.args[1] for e in formula_exprs(formula) for n in walk(e) if n.op in b.BINDS_IN_FIRST}

        def step(node: Expr) -> Expr:
            if node.op in ("sup", "inf") and any(True for _ in _minimizers(node.data[1])):
                raise NotSupported("an arg min in a condition under a supremum")
            if node.op != "minimizer":
                return node
            form, slope = node.args
            definite = definite_form(known, form, _values(points))
            if definite is None:
                what = core_to_latex(tidied(form), names)
                text = (
                    f"an arg min (or max) where the quadratic part, with the matrix {what}, is not known to be definite"
                )
                raise NotSupported(text, None, "state what makes it so, as A \\succ 0, \\lambda > 0 or rank(X) = d")
            notes.append(
                f"the arg min is the one stationary point: its quadratic part {core_to_latex(definite, names)} is definite"
            )
            return stationary_point(Quadratic(node.data[0], form, slope, b.const(0)), definite)

        return mapped_formula(formula, lambda e: b.bottom_up(e, step))

    goal, *others = (written(f) for f in formulas)
    count = len(problem.hypotheses)
    more = tuple(n for n in dict.fromkeys(notes) if n not in problem.notes)
    return replace(
        problem, goal=goal, hypotheses=tuple(others[:count]), aside=tuple(others[count:]), notes=problem.notes + more
    )


def _values(points: dict[str, Expr]) -> dict[str, Expr]:
    """The points at which derivatives are taken, in terms of free names: definiteness there is definiteness around."""
    for _ in points:
        points = {name: b.substitute(point, points) for name, point in points.items()}
    return points


def _minimizers(formulas: Iterable[Formula]) -> Iterator[Expr]:
    for formula in formulas:
        for top in formula_exprs(formula):
            for node in walk(top):
                if node.op == "minimizer":
                    yield node
                elif node.op in ("sup", "inf"):
                    yield from _minimizers(node.data[1])


__all__ = ["SAY", "minimizer_of", "without_minimizers"]
