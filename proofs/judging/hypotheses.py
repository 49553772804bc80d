"""The closed list of natural hypotheses that may rescue a claim which is false as written.

A size at least two, a recursion after its start, full rank, non-zero or positive quantities, differentiability, no ties, an undeclared size identified
with a declared one, uniform attention, gamma = 1 and beta = 0. Equal sizes and symmetric matrices are never in it: square
sizes hide transposes.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator
from dataclasses import dataclass, replace

from derive import build
from derive.core import Expr, Formula, Logic, Problem, Quantified, Rel
from derive.language.printing.core_latex import core_to_latex, formula_to_latex, size_latex
from derive.parts import replace_part
from derive.size_names import map_formula_sizes, size_names
from derive.sizes import Size
from proofs.judging import quantities

ONE = Size.of(1)
ZERO = build.const(0)
KINDS = ("symbol", "size", "start", "nonzero", "differentiable", "ties", "sign", "rank", "affine", "uniform")
MOST = 8
"""Quantities of one kind that are tried."""


@dataclass(frozen=True, slots=True)
class Natural:
    """One hypothesis of the list.

    Attributes:
        kind: One of `KINDS`.
        latex: How it is written in a given block.
        problem: The claim under it.
        formulas: What it says, in one way or several; empty if it restricts or identifies sizes.

    """

    kind: str
    latex: str
    problem: Problem
    formulas: tuple[Formula, ...] = ()


def natural_hypotheses(problem: Problem, declared: Container[str] = ()) -> list[Natural]:
    """Return the hypotheses that a claim's own structure suggests, weaker kinds first.

    Args:
        problem: The claim.
        declared: Sizes that are lengths of what is declared where the claim stands, whether it speaks of that or not.

    """
    found = [*_identifications(problem, declared), *_sizes(problem), *_starts(problem)]
    for name, shape in problem.variables:
        found += _quantity(problem, build.var(name, shape))
    for expr in quantities.measured(problem)[:MOST]:
        found += _quantity(problem, expr)
    for expr in quantities.spectral(problem)[:MOST]:
        found += _full_rank(problem, expr)
    found += [*_differentiable(problem), *_no_ties(problem), *_uniform(problem), *_affine(problem)]
    return sorted(found, key=lambda natural: KINDS.index(natural.kind))


def _identifications(problem: Problem, declared: Container[str]) -> Iterator[Natural]:
    """Yield the claim with a size that is the length of nothing identified with one that is.

    Such a size is a letter that the claim uses and that nothing declares; it is not a second length that happens to be
    equal to the first.
    """
    loose = [name for name in quantities.loose_sizes(problem) if name not in declared]
    for name in loose:
        for other in quantities.sizes_said(problem):
            if other not in loose:
                narrowed = _identified(problem, name, other)
                yield Natural("symbol", f"{size_latex(Size.of(name))} = {size_latex(Size.of(other))}", narrowed)


def _identified(problem: Problem, name: str, other: str) -> Problem:
    mapping = {name: Size.of(other)}

    def renamed(formula: Formula) -> Formula:
        mapped = map_formula_sizes(formula, mapping)
        return _with_ranges(mapped, mapping)

    sizes = tuple(n for n in problem.sizes if n != name)
    return replace(problem, sizes=sizes, goal=renamed(problem.goal), hypotheses=tuple(map(renamed, problem.hypotheses)))


def _with_ranges(formula: Formula, mapping: dict[str, Size]) -> Formula:
    if isinstance(formula, Logic):
        return Logic(formula.op, tuple(_with_ranges(part, mapping) for part in formula.args))
    if isinstance(formula, Quantified):
        names = tuple(
            (n[0], *(x.substitute(mapping) if isinstance(x, Size) else x for x in n[1:])) for n in formula.names
        )
        return Quantified(formula.kind, names, _with_ranges(formula.body, mapping))
    return formula


# One kind of hypothesis each.


def _sizes(problem: Problem) -> Iterator[Natural]:
    """A size is at least two."""
    least = dict(problem.rules.least)
    for name in quantities.sizes_said(problem):
        if least.get(name, 1) < 2:
            rules = replace(problem.rules, least=tuple(sorted({**least, name: 2}.items())))
            yield Natural("size", rf"{size_latex(Size.of(name))} \ge 2", replace(problem, rules=rules))


def _starts(problem: Problem) -> Iterator[Natural]:
    """An index that counts from zero, as that of a recursion does, counts from one."""
    for k, (name, low, high) in enumerate(problem.indices):
        if low == Size.of(0):
            indices = (*problem.indices[:k], (name, ONE, high), *problem.indices[k + 1 :])
            yield Natural("start", rf"{size_latex(Size.of(name))} \ge 1", replace(problem, indices=indices))


def _quantity(problem: Problem, a: Expr) -> Iterator[Natural]:
    """Non-zero, nonnegative, positive, of full rank."""
    shape = a.shape
    if shape.is_scalar:
        for kind, op in (("nonzero", "!="), ("sign", ">="), ("sign", ">")):
            yield _under(problem, kind, Rel(op, a, ZERO))
        return
    zero = build.zeros(shape.rows, shape.cols)
    nonzero = Rel(">", build.norm(a, "F"), ZERO)
    said = replace(_under(problem, "nonzero", nonzero), latex=rf"{_factor(a)} \ne \mathbf{{0}}")
    yield replace(said, formulas=(nonzero, Rel("!=", a, zero)))
    for op, sign in ((">=", r"\ge"), (">", ">")):
        yield replace(_under(problem, "sign", Rel(op, a, zero)), latex=f"{_factor(a)} {sign} 0")
    yield from _full_rank(problem, a)


def _full_rank(problem: Problem, a: Expr) -> Iterator[Natural]:
    rows, cols = a.shape.totals
    if ONE in (rows, cols):
        return
    sides = [build.size(rows)] if rows == cols else [build.extreme("min", build.size(rows), build.size(cols))]
    if rows != cols:
        sides += [build.size(cols), build.size(rows)]
    for side in sides:
        yield _under(problem, "rank", Rel("=", build.rank(a), side))


def _differentiable(problem: Problem) -> Iterator[Natural]:
    """No entry stands at a kink or a jump: each argument alone, then all of them."""
    found = [(e, _no_zero_entry(e)) for e in quantities.kinks(problem)[:MOST]]
    yield from (_under(problem, "differentiable", formula) for _, formula in found)
    if len(found) > 1:
        yield _under(problem, "differentiable", *(formula for _, formula in found))


def _no_zero_entry(a: Expr) -> Formula:
    if a.shape.is_scalar:
        return Rel("!=", build.reshape(a, build.SCALAR), ZERO)
    entry, names = _entry(a, "ij")
    return Quantified("forall", names, Rel("!=", entry, ZERO))


def _entry(a: Expr, letters: str) -> tuple[Expr, tuple[tuple[str, Size, Size], ...]]:
    """An arbitrary entry of a matrix and the ranges of its indices (letters that are no sizes of it)."""
    taken = size_names(a)
    fresh = iter([c for c in (*letters, *"ijklpqrst") if c not in taken])
    names, places = [], []
    for total in a.shape.totals:
        if total == ONE:
            places.append(ONE)
        else:
            letter = next(fresh)
            names.append((letter, ONE, total))
            places.append(Size.of(letter))
    return build.entry(a, *places), tuple(names)


def _no_ties(problem: Problem) -> Iterator[Natural]:
    """The entries that are put in order are different."""
    for vector in quantities.ordered(problem)[:MOST]:
        first, (one,) = _entry(vector, "i")
        second, (two,) = _entry(vector, "j")
        if one[0] == two[0]:
            continue
        different = Rel("!=", build.size(Size.of(one[0])), build.size(Size.of(two[0])))
        body = Logic("implies", (different, Rel("!=", first, second)))
        latex = rf"\forall {one[0]} \ne {two[0]} : {_latex(Rel('!=', first, second))}"
        yield replace(_under(problem, "ties", Quantified("forall", (one, two), body)), latex=latex)


def _uniform(problem: Problem) -> Iterator[Natural]:
    """Every distribution of a softmax is uniform: each alone, then all of them."""
    found = [Rel("=", a, _uniform_like(problem, a)) for a in quantities.distributions(problem)[:MOST]]
    yield from (_under(problem, "uniform", rel) for rel in found)
    if len(found) > 1:
        yield _under(problem, "uniform", *found)


def _uniform_like(problem: Problem, a: Expr) -> Expr:
    rows, cols = a.shape.totals
    length = rows if cols == ONE and a.op != "softmax" else cols
    return build.scale(build.hpow(build.size(length), build.const(-1)), build.ones(a.shape.rows, a.shape.cols))


def _affine(problem: Problem) -> Iterator[Natural]:
    """The scale of a normalization is one, its shift zero."""
    gains, shifts = quantities.gains_and_shifts(problem)
    ones = [Rel("=", v, build.ones(v.shape.rows, v.shape.cols)) for v in gains]
    zeros = [Rel("=", v, build.zeros(v.shape.rows, v.shape.cols)) for v in shifts]
    for chosen in (zeros, ones, [*ones, *zeros]):
        if chosen and not (chosen is not zeros and chosen is not ones and (not ones or not zeros)):
            yield _under(problem, "affine", *chosen)


# Saying it.


def _under(problem: Problem, kind: str, *formulas: Formula) -> Natural:
    latex = ", ".join(_latex(f) for f in formulas)
    return Natural(kind, latex, replace(problem, hypotheses=(*problem.hypotheses, *formulas)), tuple(formulas))


def _latex(formula: Formula) -> str:
    if isinstance(formula, Quantified):  # an index in a given block runs over its whole range
        formula = formula.body
    return re.sub(r"(?<![_}])_\{(\w), ?1\}", r"_\1", formula_to_latex(formula))  # an entry of a column


def _factor(a: Expr) -> str:
    text = core_to_latex(a)
    return text if a.op in ("var", "matmul", "scale", "transpose") else rf"({text})"


def with_symmetric(natural: Natural, problem: Problem) -> Problem | None:
    """Return the claim about arbitrary symmetric matrices in the place of square ones that are said to be uniform.

    None if none are. What holds for symmetric matrices is rescued by hiding a transpose.
    """
    rels = [f for f in natural.formulas if isinstance(f, Rel)] if natural.kind == "uniform" else []
    goal, variables, symmetric = problem.goal, list(problem.variables), []
    if not isinstance(goal, Rel):
        return None
    sides = [goal.lhs, goal.rhs]
    for part in (r.lhs for r in rels):
        if part.shape.totals[0] == part.shape.totals[1] != ONE:
            matrix = build.var(build.fresh("symmetric"), part.shape)
            variables.append((matrix.data[0], part.shape))
            sides = [replace_part(side, part, matrix) for side in sides]
            symmetric.append(Rel("=", build.transpose(matrix), matrix))
    if not symmetric:
        return None
    claim = Rel(goal.op, sides[0], sides[1], goal.data)
    return replace(problem, variables=tuple(variables), goal=claim, hypotheses=(*problem.hypotheses, *symmetric))


__all__ = ["ZERO", "Natural", "natural_hypotheses", "with_symmetric"]
