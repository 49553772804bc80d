"""Whether exact arithmetic sees anything where a search saw a violation: quotients of rounding errors say nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from derive.core import Logic, Problem, Rel, conjuncts, formula_exprs, walk
from derive.errors import DeriveError
from derive.evidence import Point
from proofs.doors import door

PRECISION = 256  # bits
SPECTRAL = 1e-12  # of the entries of a matrix: equal eigenvalues are enclosed no better, in balls of any precision


Words = dict[Any, str]
NOTHING = {"satisfied", "noise", "undefined", "hypotheses"}
"""What exact arithmetic says of points that violate nothing."""


def said_of(problem: Problem, points: Iterable[Point], known: Words | None = None) -> set[str]:
    """What exact or ball arithmetic says of points where floats saw a violation; ``noise`` is 0 against 0, or equal sides.

    Undefined points (0/0, kinks) are no inputs of the claim; floats that come close to them see quotients of noise. Points at
    which a condition number inside a side is infinite are ``infinite``: inputs of the claim that exact arithmetic cannot judge.
    The first point of which more than `NOTHING` is said ends it. ``known`` remembers what was said of points of this problem.
    """
    known, said = {} if known is None else known, set[str]()
    try:
        for point in points:
            key = tuple(tuple(sorted(part.items())) for part in (point.sizes, point.inputs, point.indices))
            if key not in known:
                known[key] = _word(problem, point)
            said.add(known[key])
            if known[key] not in NOTHING:
                break
    except DeriveError:
        return set()
    return said


def _word(problem: Problem, point: Point) -> str:
    return _reworded(problem, point, door("derive.exact.certification.certify", "examine")(problem, point)[0])


def _reworded(problem: Problem, point: Point, said: str) -> str:
    if said == "open" and _is_noise(problem, point):
        return "noise"
    return "infinite" if said == "undefined" and _is_infinite(problem, point) else said


def _is_infinite(problem: Problem, point: Point) -> bool:
    """Whether a condition number in the claim is that of a singular matrix: at a point, or by its form everywhere."""
    from derive.bounds.comparison.prover import read_facts
    from derive.bounds.quantities.kernels import always_singular
    from derive.exact.certification.truth import Place, infinite_sign_at, to_array
    from derive.exact.rings.rings import Uncertain, Undefined

    inputs = {name: to_array(matrix) for name, matrix in point.inputs.items()}
    place = Place(point.sizes, inputs, point.indices)
    numbers = {node for top in formula_exprs(problem.goal) for node in walk(top) if node.op == "kappa"}
    facts = read_facts(problem)
    for node in numbers:
        try:
            if always_singular(facts, node.args[0]) is not None or infinite_sign_at(place, node):
                return True
        except (DeriveError, ArithmeticError, KeyError, Undefined, Uncertain):
            continue
    return False


def _is_noise(problem: Problem, point: Point) -> bool:
    """Whether each relation that is not satisfied at a point has sides that are equal, or nothing but rounding."""
    examine, vanishes = (
        door("derive.exact.certification.certify", "examine"),
        door("derive.exact.certification.certify", "vanishes"),
    )
    if vanishes(problem, point):
        return True
    premises: tuple[Any, ...] = ()
    goal = problem.goal
    if isinstance(goal, Logic) and goal.op == "implies":
        *first, goal = goal.args
        premises = tuple(first)
    for part in conjuncts([goal]):
        alone = replace(problem, goal=Logic("implies", (*premises, part)) if premises else part)
        if examine(alone, point)[0] == "satisfied" or vanishes(alone, point):
            continue
        if premises or not isinstance(part, Rel):
            return False
        if not all(_is_met_or_equal(alone, part, at) for at in _at_all_indices(alone, point)):
            return False
    return True


def _is_met_or_equal(problem: Problem, rel: Rel, point: Point) -> bool:
    examine = door("derive.exact.certification.certify", "examine")
    return examine(problem, point)[0] == "satisfied" or _equal_up_to_rounding(problem, rel, point)


def _at_all_indices(problem: Problem, point: Point) -> Iterator[Point]:
    """The point at all values of the indices that it leaves out."""
    from derive.exact.certification.truth import Place, index_places

    missing = [(name, None, low, high) for name, low, high in problem.indices if name not in point.indices]
    for place in index_places(Place(point.sizes, {}, point.indices), missing):
        yield replace(point, indices=dict(place.indices))


def _equal_up_to_rounding(problem: Problem, rel: Rel, point: Point) -> bool:
    """Whether both sides are all but equal in balls of high precision, entry by entry."""
    from derive.exact.certification import certify
    from derive.exact.certification.truth import Place, compare, to_array
    from derive.exact.rings.rings import Irrational, Uncertain, Undefined

    inputs = {name: to_array(matrix) for name, matrix in point.inputs.items()}
    place = Place(point.sizes, inputs, point.indices, precisions=(PRECISION,))
    try:
        sides = compare(place, rel.lhs, rel.rhs, lambda signs: True)
        nothing = max(certify.NOTHING, SPECTRAL * _scale(place, rel))
    except (Undefined, Uncertain, Irrational, DeriveError, KeyError):
        return False
    return sides.kind == "balls" and certify.all_but_equal(sides, nothing)


def _scale(place: Any, rel: Rel) -> float:
    """The largest entry of the matrices whose eigenvalues a side is, or whose least one it is 0 against."""
    from derive.exact.rings.ballring import BallRing

    matrices = [side.args[0] for side in (rel.lhs, rel.rhs) if side.op == "eig"]
    values = (x for a in matrices for x in place.values(BallRing(), a)[0].flat)
    return max((float(abs(x).upper()) for x in values), default=0.0)


__all__ = ["NOTHING", "Words", "said_of"]
