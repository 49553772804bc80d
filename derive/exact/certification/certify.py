"""The door of certification: is the goal violated at this exact input, all hypotheses holding exactly."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from flint import fmpq

from derive.build import substitute_formula
from derive.core import Expr, Formula, Logic, Problem, Rel, walk
from derive.errors import DeriveError, NotSupported
from derive.evidence import Point
from derive.exact.certification.truth import PRECISIONS, Gap, Place, Purse, Sides, compare, formula_truth, to_array
from derive.exact.evaluation.evaluate import Env, evaluate
from derive.exact.rings import surds
from derive.exact.rings.exactring import ExactRing, to_fraction
from derive.exact.rings.rings import Irrational, Uncertain, Undefined


@dataclass(frozen=True, slots=True)
class Violation:
    """The goal fails at a point, with a strict gap.

    Attributes:
        lhs: Left side: an exact number, or an enclosure ``[low, high]``.
        rhs: Right side.
        entry: Row and column (from one) of the entry that fails, None for scalars.
        index: Values of the quantified indices.
        gap: lhs - rhs, exact or enclosed.
        kind: ``exact`` or ``balls``.

    """

    lhs: str
    rhs: str
    entry: tuple[int, int] | None
    index: Mapping[str, int]
    gap: str
    kind: str


def certify(problem: Problem, point: Point, purse: Purse | None = None) -> Violation | None:
    """Return the violation of the goal at an exact point, None if it is not (shown to be) violated there.

    Every hypothesis must hold exactly; variables that the point leaves out must be defined by a hypothesis
    ``variable = expression``. Numbers are rationals and their square roots where possible, else balls with the
    precision doubled from 128 to 4096 bits.

    Raises:
        NotSupported: The goal or a hypothesis has no meaning at a single point, or the purse is empty.

    """
    found = examine(problem, point, purse)
    return found[1]


def examine(
    problem: Problem, point: Point, purse: Purse | None = None, precisions: tuple[int, ...] = PRECISIONS
) -> tuple[str, Violation | None]:
    """Return (``violated`` | ``satisfied`` | ``open`` | ``undefined`` | ``hypotheses``, violation).

    Where exact numbers do not suffice, balls of the given precisions are tried in turn.

    Raises:
        NotSupported: The goal has no meaning at a single point, or the purse is empty.

    """
    if not _fits(problem, point):
        return "hypotheses", None
    problem = eliminate(problem, set(point.inputs))
    inputs = {name: to_array(matrix) for name, matrix in point.inputs.items()}
    place = Place(point.sizes, inputs, point.indices, purse=purse, precisions=precisions)
    try:
        for hypothesis in problem.hypotheses:
            if formula_truth(place, hypothesis)[0] is not True:
                return "hypotheses", None
        truth, gap = _goal(place, problem)
    except Undefined:
        return "undefined", None
    except (Uncertain, Irrational):
        return "open", None
    except RecursionError as error:
        raise NotSupported("the formula is nested too deep") from error
    if truth is False and gap is not None:
        return "violated", Violation(gap.lhs, gap.rhs, gap.entry, gap.index, gap.gap, gap.kind)
    return ("satisfied" if truth else "open"), None


NOTHING = 1e-25  # both sides closer to zero than this: their quotient says nothing
SAME = 1e-12  # sides closer to each other than this, relative to their size: floats that differ by more are noise


def vanishes(problem: Problem, point: Point) -> bool:
    """Return whether nothing speaks against the goal at a point but noise of the quotient of its sides in floats.

    Wherever the goal is not satisfied, at all values of the indices that the point leaves out, both sides are (all
    but) zero or the same to twelve digits.
    """
    from derive.exact.certification.truth import index_places

    problem = eliminate(problem, set(point.inputs))
    goal = problem.goal
    while isinstance(goal, Logic) and goal.op == "implies":
        goal = goal.args[-1]
    if not isinstance(goal, Rel):
        return False
    place = Place(point.sizes, {name: to_array(m) for name, m in point.inputs.items()}, point.indices)
    missing = [(n, None, low, high) for n, low, high in problem.indices if n not in place.indices]
    try:
        return all(_noise(inner, problem.goal, goal) for inner in index_places(place, missing))
    except (Undefined, Uncertain, Irrational, NotSupported):
        return False


def _noise(place: Place, goal: Formula, conclusion: Rel) -> bool:
    if formula_truth(place, goal)[0]:
        return True
    sides = compare(place, conclusion.lhs, conclusion.rhs, lambda signs: True)
    if sides.kind == "exact":
        return all(surds.sign(x) == 0 for side in (sides.lhs, sides.rhs) for x in side.flat)
    return all_but_equal(sides)


def all_but_equal(sides: Sides, nothing: float = NOTHING) -> bool:
    """Return whether sides in balls are both closer to zero than ``nothing``, or the same to twelve digits, entry by entry."""
    return all(
        bool(max(abs(x), abs(y)) < nothing) or bool(abs(x - y) < SAME * abs(y))
        for x, y in zip(sides.lhs.flat, sides.rhs.flat, strict=True)
    )


def _goal(place: Place, problem: Problem) -> tuple[bool | None, Gap | None]:
    """The goal at the point's indices, or at all values of those that the point leaves out."""
    from derive.exact.certification.truth import index_places

    missing = [(n, None, low, high) for n, low, high in problem.indices if n not in place.indices]
    answer: bool | None = True
    for inner in index_places(place, missing):
        truth, gap = formula_truth(inner, problem.goal)
        if truth is False:
            return truth, gap
        answer = answer if truth else None
    return answer, None


def _fits(problem: Problem, point: Point) -> bool:
    """Whether sizes, indices and shapes are admissible."""
    if problem.functions:
        raise NotSupported("arbitrary functions must be instantiated first")
    sizes = dict(point.sizes)
    if any(name not in sizes for name in problem.sizes) or not problem.rules.admits(sizes):
        return False
    known = {**sizes, **point.indices}
    for name, low, high in problem.indices:
        if name in point.indices and not low.evaluate(known) <= point.indices[name] <= high.evaluate(known):
            return False
    for name, shape in problem.variables:
        if name in point.inputs:
            rows, columns = shape.evaluate(sizes)
            matrix = point.inputs[name]
            if len(matrix) != rows or any(len(line) != columns for line in matrix):
                return False
    return True


def eliminate(problem: Problem, known: set[str]) -> Problem:
    """Substitute variables that are not known and are defined by a hypothesis ``variable = expression``."""
    hypotheses, goal = list(problem.hypotheses), problem.goal
    for name, _ in problem.variables:
        if name in known:
            continue
        definition = next((e for h in hypotheses if (e := _defines(h, name)) is not None), None)
        if definition is None:
            continue
        try:
            goal = substitute_formula(goal, {name: definition})
            hypotheses = [substitute_formula(h, {name: definition}) for h in hypotheses]
        except DeriveError:
            continue
    variables = problem.variables
    return Problem(
        variables,
        problem.functions,
        problem.indices,
        problem.sizes,
        problem.rules,
        tuple(hypotheses),
        goal,
        problem.notes,
    )


def _defines(formula: Formula, name: str) -> Expr | None:
    if isinstance(formula, Logic) and formula.op == "and":
        return next((e for part in formula.args if (e := _defines(part, name)) is not None), None)
    if not isinstance(formula, Rel) or formula.op != "=":
        return None
    for side, other in ((formula.lhs, formula.rhs), (formula.rhs, formula.lhs)):
        if side.op == "var" and side.data[0] == name and not mentions(other, name):
            return other
    return None


def with_premises(problem: Problem, part: Problem, point: Point) -> Point:
    """Add the inputs that a premise inside the goal defines, as ``B = A A^T \\implies ...`` does, where they are rational.

    Args:
        problem: The claim; what its hypotheses define is no input.
        part: A claim with one relation as its goal, the premises among its hypotheses.
        point: An input of that part.

    """
    ring = ExactRing()
    for name, _ in part.variables:
        stated = [h for h in part.hypotheses if h not in problem.hypotheses]
        definition = next((e for h in stated if (e := _defines(h, name)) is not None), None)
        if name in point.inputs or definition is None:
            continue
        env = Env(point.sizes, {n: to_array(m) for n, m in point.inputs.items()}, point.indices)
        try:
            value = evaluate(definition, ring, env)[0]
        except (DeriveError, Undefined, Irrational, Uncertain):
            continue
        if all(isinstance(x, fmpq) for x in value.flat):
            point = replace(point, inputs={**point.inputs, name: tuple(tuple(map(to_fraction, row)) for row in value)})
    return point


def mentions(expr: Expr, name: str) -> bool:
    """Whether a variable occurs in an expression."""
    return any(node.op == "var" and node.data[0] == name for node in walk(expr))


__all__ = ["Violation", "certify", "eliminate", "examine", "mentions", "with_premises"]
