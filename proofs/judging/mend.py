"""What would make a false claim true: one edit of the formula, or else one natural hypothesis, each verified."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any

from derive.bounds.words import has_bounds_words
from derive.build import DERIVATIVES, LIMITS, transpose, var
from derive.core import Problem, Rel, formula_exprs, walk
from derive.errors import DeriveError
from derive.even_powers import with_even_powers
from derive.evidence import Point
from derive.fraction import Fraction
from derive.language.tree.names import plain_latex
from proofs.doors import door
from proofs.judging.hypotheses import KINDS, ZERO, natural_hypotheses, with_symmetric
from proofs.judging.idle import is_idle
from proofs.judging.memory import Memory, key_of
from proofs.judging.refute import neighbours
from proofs.judging.restated import is_assumed, is_trivial, says_the_same
from proofs.judging.roads import form_of
from proofs.judging.strength import Object, graded
from proofs.judging.trivial import leaves_nothing, trivializes
from proofs.judging.understand import Link, Reading
from proofs.reading.options import How
from proofs.reading.paper import Settings
from proofs.results.schema import Json
from proofs.results.verdicts import weakest

if TYPE_CHECKING:
    from derive.language.scope.options import Options
    from derive.language.tree.syntax import Syn
    from proofs.judging.judge import Finding

VERIFIED = {"quick": 3, "normal": 8, "deep": 40}
"""How many proposals are judged at most; each has passed the screen already."""
HYPOTHESES = {"identity": {"quick": 12, "normal": 24, "deep": 200}, "bound": {"quick": 4, "normal": 8, "deep": 100}}
"""How many hypotheses about single quantities are judged at most; no known point refutes the claim under them."""
OF_QUANTITIES = ("nonzero", "sign", "rank")
"""Kinds of which a claim has many; of the others it has few, and all are judged."""
START = ("start",)
OF_THE_FORM = ("uniform", "affine")
"""Kinds that change what the claim is about: all rules are tried, not a few steps."""
NEVER = Rel("!=", ZERO, ZERO)
UNEVALUATED = ("sup", "inf", *LIMITS)
OBJECTS, SHORT = 3, 40
"""How many proposals are put to the engines of proofs, and of how many parts each bound may be."""
OF_REPAIRS = 4_000
"""Work of the search for a proof object of a repair."""
EXAMINED = 200_000_000
"""Operations of all examinations of hypotheses together."""
SCREENED = (128, 256)
"""Bits of balls that tell whether a claim fails under a hypothesis: what is not told is judged by the roads that prove."""
POINTS = 6
"""Points where the claim fails that may show that it fails under a hypothesis too."""


@dataclass(frozen=True, slots=True)
class Mended:
    """A verified repair, or the hypothesis under which the claim holds as it is written, which comes before a bold repair."""

    repair: Json | None = None
    hypothesis: str | None = None
    message: str = ""
    bold: bool = False


MENDED = ("refuted", "ill-typed")
"""The verdicts of links that are mended."""


def mend(
    link: Link,
    reading: Reading,
    settings: Settings,
    finding: Finding,
    how: How,
    *,
    telling: bool = True,
    memory: Memory | None = None,
) -> Mended | None:
    """Look for the smallest edit that makes a link hold, then for a hypothesis that does.

    Only a link that is refuted or ill-typed is mended: a claim that holds, or that may, is never changed. Unless the repair
    is to be told, an edit is of interest only beside a hypothesis: the link needs that if there is no edit.
    """
    if finding.decision.verdict not in MENDED:
        return None
    points: tuple[Point, ...] = ()
    if link.typed is not None and finding.counterexample is not None:
        known = _point(link.typed.problem, finding.counterexample)
        points = (*((known,) if known is not None else ()), *finding.points)
    by_edit = partial(_repair, link, reading, settings, how, points[:1])
    by_hypothesis = partial(_by_hypothesis, link, reading, settings, finding, how, points, memory or Memory())
    if telling:
        edited = by_edit()
        if edited is None or edited.bold:
            return by_hypothesis() or edited or _by_layout(link, reading, settings, how) or _by_derivation(link, reading, settings, how)
        later = by_hypothesis(START)  # as it is written a recursion may fail at its start alone: both are told
        return replace(edited, message=_if_symmetric(link, settings, how)) if later is None else replace(later, repair=edited.repair)
    hypothesis = by_hypothesis()
    edited = by_edit() if hypothesis is not None else None
    return by_hypothesis(START) if edited is not None and not edited.bold else hypothesis


def _by_hypothesis(
    link: Link,
    reading: Reading,
    settings: Settings,
    finding: Finding,
    how: How,
    points: Sequence[Point],
    memory: Memory,
    kinds: tuple[str, ...] = KINDS,
) -> Mended | None:
    """A hypothesis of some kinds under which a link holds as it is written."""
    if link.typed is None or finding.counterexample is None:
        return None
    problem, declared = link.typed.problem, _declared_sizes(reading)
    key = key_of(problem, settings, how, None, "hypothesis", declared, repr(points), kinds)
    hypothesis = memory.once(key, lambda: _hypothesis(problem, declared, points, settings, how, kinds))
    if hypothesis is None:
        return None
    return Mended(hypothesis=hypothesis, message=f"false as written; it holds if ${hypothesis}$")


def _by_layout(link: Link, reading: Reading, settings: Settings, how: How) -> Mended | None:
    """The layout of derivatives in which a claim holds that has a type in the one in force, and is false there."""
    from derive.language.problems.elaborate import alpha_key, elaborate

    if link.typed is None or link.typed.layouts:
        return None
    for layout in reading.options.other_layouts:
        options = replace(reading.options, layout=layout)
        try:
            links = elaborate(link.typed.statement, reading.scope, options, conditions=link.conditions)
        except DeriveError:
            continue
        if any(len(one.readings) > 1 for one in links):
            continue
        if [alpha_key(one.problem) for one in links] == [alpha_key(link.typed.problem)]:
            continue
        if strength := _strength([one.problem for one in links], settings, how.for_proofs(sparing=False)):
            return Mended(repair=layout_repair(link, layout, strength))
    return None


def _by_derivation(link: Link, reading: Reading, settings: Settings, how: How) -> Mended | None:
    """The closed form of a derivative in the place of what is claimed, in the first layout in which the claim has a type."""
    from derive.language.printing.latex import to_latex
    from derive.language.problems.elaborate import elaborate

    statement = link.typed.statement if link.typed is not None else link.syntax
    layouts = [replace(reading.options, layout=layout) for layout in (reading.options.layout, *reading.options.other_layouts)]
    for options in sorted(layouts, key=lambda one: not _has_type(statement, reading, one, link)):
        for proposal in door("derive.repair", "closed_forms")(statement, reading.scope, options, link.conditions):
            try:
                links = elaborate(proposal.statement, reading.scope, options, conditions=link.conditions)
            except DeriveError:
                continue
            if any(len(one.readings) > 1 or is_assumed(one.problem) for one in links):
                continue
            strength = _strength([one.problem for one in links], settings, how.for_proofs(sparing=False))
            if strength:
                edit = proposal.edit if options == reading.options else f"{proposal.edit}, layout: {options.layout}"
                repair = {"statement": to_latex(proposal.statement), "edit": edit, "verdict": "holds", "strength": strength}
                return Mended(repair=repair, message=_if_symmetric(link, settings, how))
    return None


def _has_type(statement: Syn, reading: Reading, options: Options, link: Link) -> bool:
    from derive.language.problems.elaborate import default_problems

    try:
        return bool(default_problems(statement, reading.scope, options, conditions=link.conditions))
    except DeriveError:
        return False


def _if_symmetric(link: Link, settings: Settings, how: How) -> str:
    """That a claim holds as it is written for symmetric matrices, in words; it is no hypothesis that rescues it."""
    if link.typed is None or not any(node.op in DERIVATIVES for e in formula_exprs(link.typed.problem.goal) for node in walk(e)):
        return ""
    problem = link.typed.problem
    for name, shape in problem.variables:
        if not shape.rows or shape.rows != shape.cols:
            continue
        symbol = var(name, shape)
        symmetric = replace(problem, hypotheses=(*problem.hypotheses, Rel("=", symbol, transpose(symbol))))
        if not says_the_same(problem, symmetric.hypotheses[-1:]) and _holds(symmetric, settings, how.for_proofs(sparing=True)):
            return f"false as written; for symmetric ${plain_latex(name)}$ it holds"
    return ""


def layout_repair(link: Link, layout: str, strength: str) -> Json:
    """Return the repair that leaves a statement as it is and reads it in another layout."""
    return {"statement": link.statement, "edit": f"layout: {layout}", "verdict": "holds", "strength": strength}


def _repair(link: Link, reading: Reading, settings: Settings, how: How, points: Sequence[Point]) -> Mended | None:
    from derive.language.printing.latex import to_latex
    from derive.language.problems.elaborate import elaborate

    left = VERIFIED[how.effort]
    for proposal in _proposals(link, reading, points):
        try:
            links = elaborate(proposal.statement, reading.scope, reading.options, conditions=link.conditions)
        except DeriveError:
            links = []
        if any(is_assumed(one.problem) for one in links):
            continue
        if not left:
            return None
        left -= 1
        single = links and all(len(one.readings) <= 1 for one in links)
        if single and (strength := _strength([one.problem for one in links], settings, how.for_proofs(sparing=False))):
            text = to_latex(proposal.statement)
            told = {"statement": text, "edit": str(proposal.edit), "verdict": "holds", "strength": strength}
            return Mended(repair=told, bold=proposal.bold)
    return None


def _proposals(link: Link, reading: Reading, points: Sequence[Point]) -> Iterator[Any]:
    try:
        proposals = door("derive.repair", "proposals")
        syntax = link.typed.statement if link.typed is not None else link.syntax
        yield from proposals(syntax, reading.scope, reading.options, conditions=link.conditions, points=points, shows=_prover())
    except (DeriveError, RecursionError):
        return


def _prover() -> Callable[[Problem], bool]:
    """Whether a short bound has a proof object, asked of the first few: those of other constants are looked for by the rules."""
    left = iter(range(OBJECTS))

    def shows(problem: Problem) -> bool:
        return _is_short(problem) and next(left, None) is not None and _object(problem).accepted

    return shows


@lru_cache(maxsize=16)
def _object(problem: Problem) -> Object:
    """The proof object of a repair, which is asked for where it is looked for and where it is told."""
    return Object(with_even_powers(problem), OF_REPAIRS)


def _is_short(problem: Problem) -> bool:
    return sum(1 for e in formula_exprs(problem.goal) for _ in walk(e)) <= SHORT


def _declared_sizes(reading: Reading) -> frozenset[str]:
    """The sizes that are lengths of a declared name."""
    totals = [total for symbol in reading.scope.visible().values() for total in symbol.shape.totals]
    return frozenset().union(*(total.names for total in totals))


def _hypothesis(
    problem: Problem,
    declared: frozenset[str],
    points: Sequence[Point],
    settings: Settings,
    how: How,
    kinds: tuple[str, ...] = KINDS,
) -> str | None:
    """Return the LaTeX of the first natural hypothesis under which the problem is shown to hold by the roads that prove.

    A hypothesis is not judged if it is the claim itself, or if a point that satisfies it refutes the claim all the same: a
    point where the claim fails, one near it or with its absolute values, or a generic point with different positive entries.
    It rescues nothing if no input that meets it is found, or if the claim says nothing under it.
    """
    natural_ones = [n for n in natural_hypotheses(problem, declared) if n.kind in kinds]
    if not natural_ones:
        return None
    fails = partial(_still_fails, purse=door("derive.exact.certification.truth", "Purse")(EXAMINED, remembers=True))
    nearby = (p for point in points[:POINTS] for p in (point, *neighbours(point, how.seed)))
    candidates = itertools.islice(itertools.chain(_generic_points(problem, how.seed), nearby), 2 * POINTS)
    tried = list(itertools.islice((p for p in candidates if fails(problem, p)), POINTS))
    form = "bound" if has_bounds_words(problem) else form_of(problem)
    left = HYPOTHESES.get(form, HYPOTHESES["bound"])[how.effort]
    for natural in natural_ones:
        if is_trivial(natural.problem.goal) or is_idle(natural, problem) or leaves_nothing(natural.formulas, problem):
            continue
        if natural.kind != "symbol" and any(fails(_conditions(natural.problem, problem), p) for p in tried):
            continue
        # Such kinds are soon met at generic points: most are thereby seen to rescue nothing.
        generic = natural.kind == "symbol" or (form == "identity" and natural.kind in OF_THE_FORM)
        if generic and any(fails(natural.problem, p) for p in _generic_points(natural.problem, how.seed)):
            continue
        if natural.kind in OF_QUANTITIES:
            left -= 1
            if left < 0:
                continue
        tried_with = how.for_proofs(sparing=natural.kind not in OF_THE_FORM)
        if not _holds(natural.problem, settings, tried_with) or not _can_be_met(natural.problem, how.seed):
            continue
        if says_the_same(problem, natural.formulas) or trivializes(natural.problem, problem, how.seed):
            continue
        symmetric = with_symmetric(natural, problem)
        if symmetric is None or not _holds(symmetric, settings, tried_with):
            return natural.latex
    return None


def _conditions(narrowed: Problem, problem: Problem) -> Problem:
    """What is left to be examined at a point where the claim is known to fail: if it says the same, its hypotheses."""
    return replace(narrowed, goal=NEVER) if narrowed.goal == problem.goal else narrowed


def _can_be_met(problem: Problem, seed: int) -> bool:
    """Whether an input meets all hypotheses and gives the goal a value; a supremum or a limit need not be evaluated."""
    if any(node.op in UNEVALUATED for top in formula_exprs(problem.goal) for node in walk(top)):
        problem = replace(problem, goal=Rel("=", ZERO, ZERO))
    wanted = door("derive.definedness.points", "sides_defined")(problem.goal)
    everything = door("derive.whole", "whole")(problem)
    return door("derive.definedness.points", "find")(everything, [wanted], seed) is not None


def _generic_points(problem: Problem, seed: int) -> Iterator[Point]:
    """Yield admissible points with different sizes and, where the hypotheses leave the choice, positive entries."""
    from derive.exact import choose_sizes
    from derive.exact.points.setup import arrange, make_point

    for turn, sizes in enumerate(choose_sizes(problem, ())[:2]):
        try:
            setup = arrange(problem, sizes, seed)[0]
            point = make_point(setup, sizes, _positive(setup, sizes, seed + turn), seed + turn) if setup.met else None
        except (DeriveError, ArithmeticError, ValueError):
            continue
        if point is not None:
            yield point


def _positive(setup: Any, sizes: Mapping[str, int], seed: int) -> dict[str, Any]:
    """Parameters that are different positive integers in random order."""
    from derive.exact.certification.truth import to_array

    shapes = [(name, shape.evaluate(sizes)) for name, shape in setup.problem.variables]
    numbers = list(range(1, 1 + sum(rows * cols for _, (rows, cols) in shapes)))
    random.Random(seed).shuffle(numbers)
    pool = iter(numbers)
    return {
        name: to_array(tuple(tuple(Fraction(next(pool)) for _ in range(cols)) for _ in range(rows)))
        for name, (rows, cols) in shapes
    }


def _still_fails(problem: Problem, point: Point, purse: Any) -> bool:
    try:
        problem = door("derive.exact.points.instantiate", "instantiate")(problem)
        return door("derive.exact.certification.certify", "examine")(problem, point, purse, SCREENED)[1] is not None
    except DeriveError:
        return False


def _point(problem: Problem, counterexample: Mapping[str, Any]) -> Point | None:
    indices = {name for name, _, _ in problem.indices}
    inputs = counterexample["inputs"]
    try:
        matrices = {
            name: tuple(tuple(Fraction(x) for x in row) for row in matrix)
            for name, matrix in inputs.items()
            if not isinstance(matrix, int)
        }
    except (TypeError, ValueError):
        return None
    values = {name: value for name, value in inputs.items() if isinstance(value, int) and name in indices}
    return Point(dict(counterexample["sizes"]), matrices, values)


def _holds(problem: Problem, settings: Settings, how: How) -> bool:
    """Return whether the problem is shown by the roads that prove."""
    return _strength([problem], settings, how, grading=False) is not None


def _strength(problems: Sequence[Problem], settings: Settings, how: How, grading: bool = True) -> str | None:
    """How strongly problems hold together, None if one of them is not shown by the roads that prove."""
    from proofs.judging.judge import judge_problem

    found = [judge_problem(one, settings, None, how).decision for one in problems]
    if not found or any(one.verdict != "holds" for one in found):
        return None
    if grading:
        found = [
            graded(_object(problem), one)[0] if form_of(problem) == "identity" or _is_short(problem) else one
            for problem, one in zip(problems, found, strict=True)
        ]
    return weakest([(one.verdict, one.strength) for one in found], "holds")
