"""The road of norm rules: bounds and equalities of norms proved for all sizes, with the list of rules used."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial, reduce

from derive import build
from derive.bounds.comparison.domination import dominated
from derive.bounds.comparison.orders import stated
from derive.bounds.comparison.prover import read_facts
from derive.bounds.facts.apart import keeps_away
from derive.bounds.facts.defined import with_defined
from derive.bounds.facts.facts import MAX_WORK, NONNEGATIVE, POSITIVE, Facts, Theorem, elementwise
from derive.bounds.facts.instances import add_instances
from derive.bounds.facts.reading import extended
from derive.bounds.facts.same import are_equal, vanishes
from derive.bounds.forms.bound import Bound, Step, merge
from derive.bounds.forms.normal import (
    MAX_WRITTEN,
    ONE,
    canonical,
    cols,
    entry_of,
    guard,
    is_scalar,
    is_too_long,
    normal,
    opened,
    reindex,
    rows,
    scalar_factors,
    strip,
)
from derive.bounds.forms.polynomial import Poly, to_expr
from derive.bounds.inequalities.elementary import elementary
from derive.bounds.inequalities.generators import GENERATORS
from derive.bounds.inequalities.increasing import STRICTLY, inverted
from derive.bounds.inequalities.single_terms import of_single_terms
from derive.bounds.inequalities.square_roots import with_roots, with_squares
from derive.bounds.matching.instances import at_once, with_theorems
from derive.bounds.optimization.contractions import contractions, told_numbers
from derive.bounds.optimization.quadratic import quadratic
from derive.bounds.other_words import told_otherwise
from derive.bounds.quantities import arithmetic, written
from derive.bounds.quantities.loewner import by_order
from derive.bounds.quantities.patterns import two_hot_value
from derive.bounds.rewriting.arbitrary_entries import largest_of, smallest_of
from derive.bounds.rewriting.cases import cases_of
from derive.bounds.rewriting.function_points import at_points, by_one_property
from derive.bounds.rewriting.induction import by_induction
from derive.bounds.rewriting.jensen import with_means
from derive.bounds.rewriting.members import has_member, values_at
from derive.bounds.rewriting.pointwise import pointwise
from derive.bounds.rewriting.solutions import with_solutions
from derive.bounds.rewriting.stated_products import with_stated_products
from derive.bounds.rewriting.tables import with_tables
from derive.bounds.rewriting.termwise import by_terms
from derive.bounds.rules.perturbation import perturbed, with_signs_of_inverses
from derive.bounds.rules.spectral import spectral
from derive.core import FLIP, Expr, Formula, Logic, Problem, Quantified, Rel, formula_exprs, operators, walk
from derive.directions import with_directions
from derive.errors import DeriveError, NotSupported
from derive.evidence import Evidence
from derive.index.sequences.recurrences import at_members
from derive.infinite import infinite_sign
from derive.sizes import Shape, Size
from derive.witnesses import witnesses

Steps = tuple[Step, ...]
GROWTH = ("O", "o", "Theta", "~", "to")
"""Relations of which another road speaks (`derive.limits.road`)."""
PASSES = (({"limsup", "liminf"}, pointwise), ({"frechet"}, with_directions), ({"blocks"}, with_tables))
"""What tells a problem in words of the rules, with the operations that it is about."""


def prove_bound(problem: Problem, *, work: int = MAX_WORK) -> Evidence:
    """Try to prove an inequality between scalars (or entries) or an equality of norms by named rules, for all sizes.

    Args:
        problem: The statement.
        work: How many steps of the search for replacements to allow.

    Returns:
        Evidence of the road ``norm rules``: outcome ``agree`` with ``proof=True`` and ``detail["rules"]``, the list of
        (rule, statement) pairs in the order of use, or outcome ``none`` with the reason. Never ``disagree``.

    """
    start = time.perf_counter()
    if any(is_too_long(expr) for expr in _all_exprs(problem)):
        return Evidence("norm rules", "none", "all sizes", {"reason": f"more than {MAX_WRITTEN} parts, written out"})
    words = operators(problem)
    if "fun" in words and (means := with_means(problem)) is not None:
        return _by_means(means, work, start)
    reason = "no chain of rules reaches the stated bound"
    steps = None
    if "fun" in words:
        steps = by_one_property(problem, lambda told: prove_formula(told, told.goal, (), work))
    at_values = at_points(problem) if "fun" in words else problem
    of_functions, problem = at_values is not problem, at_values
    for needed, told_by in PASSES:
        problem = told_by(problem) if words & needed else problem
    try:
        for expr in _all_exprs(problem):
            guard(expr)
        members = at_members(problem) if problem.hypotheses or isinstance(problem.goal, Logic) else None
        shorter = steps is None and (members is not None or _is_shorter(problem))
        steps = _attempt(problem, work, shorter) if steps is None else steps
        for rule, told, rests in told_otherwise(problem, members, of_functions, _hold) if steps is None else ():
            found = _attempt(told, work, shorter)
            if found is not None and rests():
                steps = merge((rule,), found)
                break
    except NotSupported as error:
        steps, reason = None, error.message
    except DeriveError as error:
        steps, reason = None, f"the rules do not apply: {error.message}"
    rooted = with_roots(problem) if steps is None else None
    if rooted is not None:
        steps = _with_squares(prove_bound(rooted, work=work))
    squared = with_squares(problem) if steps is None else None
    if squared is not None:
        steps = _of_squares(squared, work)
    seconds = time.perf_counter() - start
    if steps is None:
        return Evidence("norm rules", "none", "all sizes", {"reason": reason}, seconds)
    detail = {"rules": [{"rule": rule, "statement": text} for rule, text in steps]}
    return Evidence("norm rules", "agree", "all sizes", detail, seconds, proof=True)


def _by_means(problem: Problem, work: int, start: float) -> Evidence:
    """What the rules say where sums of values of convex functions are numbers that Jensen's inequality compares."""
    found = prove_bound(problem, work=work)
    rule = {"rule": "Jensen", "statement": "f(sum p x) <= sum p f(x) for a convex f and a distribution p"}
    rules = [rule, *found.detail["rules"]] if found.outcome == "agree" else None
    detail = found.detail if rules is None else {**found.detail, "rules": rules}
    return replace(found, detail=detail, seconds=time.perf_counter() - start)


def _attempt(problem: Problem, work: int, shorter: bool) -> Steps | None:
    """The steps that prove a problem, or None; what is too long as it is written may be short in other words."""
    try:
        return prove_formula(problem, problem.goal, (), work)
    except NotSupported:
        if shorter:
            return None
        raise


def _is_shorter(problem: Problem) -> bool:
    """Whether a claim can be told in other words that may be short where it is long as it stands."""
    words = operators(problem)
    if "inv" in words and with_solutions(problem) is not None:
        return True
    return bool(words & {*build.DERIVATIVES, "map"}) and next(with_stated_products(problem), None) is not None


def _of_squares(problem: Problem, work: int) -> Steps | None:
    """The steps that compare two squares, and that roots keep their order."""
    try:
        steps = _attempt(problem, work, shorter=False)
    except DeriveError:
        return None
    return None if steps is None else merge((("roots", "a <= b where a^2 <= b^2 and b >= 0"),), steps)


def _with_squares(found: Evidence) -> Steps | None:
    """The steps that compare two roots, and that squares keep their order."""
    if found.outcome != "agree":
        return None
    steps = tuple((rule["rule"], rule["statement"]) for rule in found.detail["rules"])
    return merge((("squares", "a^2 <= b^2 where 0 <= a <= b"),), steps)


def _hold(problems: Iterable[Problem]) -> bool:
    """Whether the rules prove what some problems claim."""
    return all(prove_formula(problem, problem.goal, ()) is not None for problem in problems)


def _all_exprs(problem: Problem) -> Iterator[Expr]:
    for formula in (problem.goal, *problem.hypotheses):
        yield from formula_exprs(formula)


def prove_formula(problem: Problem, goal: Formula, extra: tuple[Formula, ...], work: int = MAX_WORK) -> Steps | None:
    """Return the steps that prove a formula under the hypotheses and the extra formulas, or None."""
    if isinstance(goal, Logic):
        if goal.op == "implies":
            return _implied(problem, goal, extra, work)
        if goal.op == "and":
            found = [prove_formula(problem, part, extra, work) for part in goal.args]
            return None if None in found else joined(f for f in found if f is not None)
        if goal.op == "or":
            return _one_of(problem, goal.args, extra, work)
        if goal.op == "iff" and len(goal.args) == 2:
            first, second = goal.args
            return prove_formula(
                problem,
                Logic("and", (Logic("implies", (first, second)), Logic("implies", (second, first)))),
                extra,
                work,
            )
        return None
    if isinstance(goal, Quantified):
        if goal.kind == "forall":
            ranges = tuple(names for names in goal.names if len(names) == 3)
            problem = replace(problem, indices=(*problem.indices, *ranges))  # type: ignore[arg-type]
            return prove_formula(problem, goal.body, extra, work)
        return _existing(problem, goal, extra, work)
    if goal.op in GROWTH:
        return None
    facts = read_facts(problem, extra)
    facts.most = work
    parts, sides = list[Expr](), (goal.lhs, goal.rhs)
    for side in sides:
        with_defined(facts, side)
        parts += (side, *written.norms_inside(facts, side))
    with_signs_of_inverses(facts, sides)
    if is_scalar(goal.lhs) and is_scalar(goal.rhs):
        steps = at_once(facts, sides, partial(_relation, facts, goal)) if goal.op in ("<=", "<", ">=", ">") else None
        if steps is not None:
            return steps
        facts.theorems += _aside(facts, told_numbers(facts))
        facts.theorems += [
            *elementary(facts, sides),
            *of_single_terms(facts, sides),
            *by_order(facts, sides),
            *spectral(facts, sides),
            *perturbed(facts, parts),
        ]
        for of in GENERATORS:
            facts.theorems += _aside(facts, of(facts, sides))
        steps = _aside(facts, contractions(facts, sides))
        facts.theorems += steps
        parts += [e for step in steps for e in (step.small, step.large)]
    facts.cache.clear()
    steps = with_theorems(facts, parts, partial(_relation, facts, goal))
    steps = steps or _by_cases(problem, facts, goal, extra, work)
    for rule in (by_terms, by_induction) if steps is None else ():
        steps = steps or rule(facts, problem, goal, extra, partial(_if_short, work=work))
    return steps


def _if_short(problem: Problem, goal: Formula, extra: tuple[Formula, ...], work: int) -> Steps | None:
    """What `prove_formula` finds; what is too long for it is not proved."""
    try:
        return prove_formula(problem, goal, extra, work)
    except NotSupported:
        return None


def _implied(problem: Problem, goal: Logic, extra: tuple[Formula, ...], work: int) -> Steps | None:
    """The conclusion under the premises; where one of these is a disjunction, in each of its cases."""
    *premises, conclusion = goal.args
    either = next((p for p in premises if isinstance(p, Logic) and p.op == "or"), None)
    if either is None or len(either.args) > MAX_CASES:
        return prove_formula(problem, conclusion, (*extra, *premises), work)
    others = [p for p in premises if p is not either]
    found = [_implied(problem, Logic("implies", (*others, case, conclusion)), extra, work) for case in either.args]
    return _every(found)


def _by_cases(problem: Problem, facts: Facts, goal: Rel, extra: tuple[Formula, ...], work: int) -> Steps | None:
    """What is written by cases is compared under each of the conditions."""
    cases = cases_of(facts, goal.lhs, goal.rhs)
    if cases is None:
        return None
    found = [prove_formula(problem, Rel(goal.op, c.lhs, c.rhs), (*extra, c.condition), work) for c in cases]
    steps = _every(found)
    return None if steps is None else merge((("cases", "the relation is shown under each condition"),), steps)


def _aside(facts: Facts, found: Iterator[Theorem]) -> list[Theorem]:
    """What is found, without counting as work on the claim; what was found before the work was too much."""
    before, theorems = facts.work, list[Theorem]()
    try:
        theorems.extend(found)
    except NotSupported:
        pass
    facts.work = before
    return theorems


MAX_CASES = 4
VANISHING = ("order", "sigma", "norm", "entry", "var", "maxentry", "minentry")
"""What a hypothesis may say to be zero: sums are compared as a whole."""
NEGATED = {"<=": ">", "<": ">=", ">=": "<", ">": "<="}


def _one_of(problem: Problem, parts: tuple[Formula, ...], extra: tuple[Formula, ...], work: int) -> Steps | None:
    """One part is true, or it is where the others are not; (a and b) or c is (a or c) and (b or c)."""
    together = next((p for p in parts if isinstance(p, Logic) and p.op == "and"), None)
    if together is not None and len(parts) <= MAX_CASES and len(together.args) <= MAX_CASES:
        rest = tuple(p for p in parts if p is not together)
        found_all = [_one_of(problem, (one, *rest), extra, work) for one in together.args]
        return None if None in found_all else joined(f for f in found_all if f is not None)
    for k, part in enumerate(parts):
        others = [p for q, p in enumerate(parts) if q != k]
        denied = tuple(
            Rel(NEGATED[p.op], p.lhs, p.rhs)
            for p in others
            if isinstance(p, Rel) and p.op in NEGATED and is_scalar(p.lhs) and is_scalar(p.rhs)
        )
        for known in ((), denied) if denied else ((),):
            found = _if_short(problem, part, (*extra, *known), work)  # the next case may be shorter
            if found is not None:
                return merge((("cases", "where the others are false"),), found) if known else found
    sides = [(p.lhs, p.rhs) for p in parts if isinstance(p, Rel) and p.op == "="]
    if len(sides) == len(parts) and all(is_scalar(side) for pair in sides for side in pair):
        gaps = [build.sub(build.reshape(a, Shape()), build.reshape(b, Shape())) for a, b in sides]
        product = reduce(build.scale, gaps)
        found = prove_formula(problem, Rel("=", product, build.const(0)), extra, work)
        return (
            None
            if found is None
            else merge((("product", "a product of numbers vanishes where one of them does"),), found)
        )
    return None


def _existing(problem: Problem, goal: Quantified, extra: tuple[Formula, ...], work: int) -> Steps | None:
    """Put expressions in for what is said to exist."""
    for text, statement in witnesses(problem, goal):
        steps = prove_formula(problem, statement, extra, work)
        if steps is not None:
            return merge((("witness", text),), steps)
    return None


def joined(found: Iterable[Steps]) -> Steps:
    """Return the steps of several parts as one list, each once."""
    total: Steps = ()
    for steps in found:
        total = merge(total, steps)
    return total


def _relation(facts: Facts, rel: Rel) -> Steps | None:
    lhs, rhs = strip(rel.lhs), strip(rel.rhs)
    if rel.op in (">=", ">"):
        return _relation(facts, Rel(FLIP[rel.op], rhs, lhs))
    scalar = all(rows(e) == cols(e) == ONE for e in (lhs, rhs))
    if rel.op == "=" and not scalar and lhs.shape.totals == rhs.shape.totals:
        left, right = (canonical(strip(normal(e))) for e in (lhs, rhs))
        turned = canonical(strip(normal(build.transpose(lhs))))
        if left == right or (turned == right and facts.is_symmetric(lhs)):
            return (("transpose", "both sides are the same matrix, by the rules of transposition"),)
    if rel.op == "=":
        return _equal(facts, lhs, rhs) if scalar else _equal(facts, *_entries(lhs, rhs))
    if rel.op == "!=" and scalar:
        return _different(facts, lhs, rhs)
    if rel.op not in ("<=", "<"):
        return None
    if not scalar:
        return _entrywise(facts, rel.op, lhs, rhs)
    steps = at_most(facts, lhs, rhs, rel.op == "<")
    return steps if steps is not None else _inverted(facts, lhs, rhs, rel.op == "<")


def _inverted(facts: Facts, lhs: Expr, rhs: Expr, strict: bool) -> Steps | None:
    """An exponential or a logarithm on one side is compared by its inverse."""
    for small, large in inverted(facts, lhs, rhs):
        steps = at_most(facts, small, large, strict)
        if steps is not None:
            return merge((("increasing", "a <= log b where e^a <= b, for b > 0"),), steps)
    return None


def _equal(facts: Facts, lhs: Expr, rhs: Expr) -> Steps | None:
    left, right = facts.value(lhs), facts.value(rhs)
    if not (left.value - right.value).terms:
        return merge(left.steps, right.steps) or (
            ("equal terms", "both sides are the same polynomial of the same quantities"),
        )
    for side, other in ((lhs, rhs), (rhs, lhs)):
        if build.is_zero(other) and side.op == "norm":
            return _vanishes(facts, side.args[0])
        if build.is_zero(other) and len(parts := scalar_factors(side)) > 1:
            found = _one_vanishes(facts, parts)
            if found is not None:
                return found
    below = at_most(facts, lhs, rhs, strict=False)
    above = at_most(facts, rhs, lhs, strict=False) if below is not None else None
    if below is not None and above is not None:
        return merge(below, above)
    if arithmetic.poly_sign(facts, left.value) and arithmetic.poly_sign(facts, right.value):
        squares = [to_expr(bound.value * bound.value) for bound in (left, right)]
        if are_equal(facts, *squares):
            return (("squares", "the index form shows that the squares of two nonnegative numbers are equal"),)
    gap = left.value - right.value
    found = facts.algebraic(-(gap * gap), False)
    return None if found is None else merge(merge(left.steps, right.steps), found)


def _one_vanishes(facts: Facts, parts: list[Expr]) -> Steps | None:
    """A product of finite numbers is zero where one of them is."""
    if any(facts.may_be_infinite(part) for part in parts):
        return None
    found = (_equal(facts, part, build.const(0)) for part in parts if part.op in VANISHING)
    steps = next((s for s in found if s is not None), None)
    return None if steps is None else merge((("product", "a product vanishes where one of its factors does"),), steps)


def _different(facts: Facts, lhs: Expr, rhs: Expr) -> Steps | None:
    """One side is zero and the other is known not to be, or one is larger."""
    for side, other in ((lhs, rhs), (rhs, lhs)):
        if build.is_zero(other) and keeps_away(facts, side):
            return (("nonzero", "the hypotheses keep it away from zero"),)
    below = at_most(facts, lhs, rhs, strict=True)
    return below if below is not None else at_most(facts, rhs, lhs, strict=True)


def _vanishes(facts: Facts, matrix: Expr) -> Steps | None:
    """The norm is zero where the index form shows that the matrix is."""
    return (("zero", "the index form shows that every entry vanishes"),) if vanishes(facts, matrix) else None


def _entrywise(facts: Facts, op: str, lhs: Expr, rhs: Expr) -> Steps | None:
    """Between matrices the relation is entrywise: an arbitrary entry is compared."""
    if op == "<=" and elementwise(facts, rhs) and build.is_zero(lhs):
        return (("sign", "every entry is a sum of products of nonnegative quantities"),)
    return at_most(facts, *_entries(lhs, rhs), strict=op == "<")


def _entries(lhs: Expr, rhs: Expr) -> tuple[Expr, Expr]:
    """An arbitrary entry of both sides; a scalar is compared with every entry."""
    shape = lhs.shape if lhs.shape.totals != (ONE, ONE) else rhs.shape
    i, j = Size.of("%row"), Size.of("%col")
    places = tuple(ONE if total == ONE else index for total, index in zip(shape.totals, (i, j), strict=True))
    left, right = (
        build.reshape(e, build.SCALAR) if e.shape.totals == (ONE, ONE) else entry_of(e, *places) for e in (lhs, rhs)
    )
    return left, right


def at_most(facts: Facts, lhs: Expr, rhs: Expr, strict: bool) -> Steps | None:
    """Return steps that show ``lhs <= rhs`` (``<``) between scalars, or None."""
    lhs, rhs = strip(lhs), strip(rhs)
    if rhs.op == "real" and rhs.data[0] == "infinity":
        if strict and not _is_finite(facts, lhs):
            return None
        return (("infinity", "a finite number is less than infinity" if strict else "nothing exceeds infinity"),)
    if infinite_sign(lhs) < 0 and (not strict or _is_finite(facts, rhs)):
        return (("infinity", "nothing is below minus infinity"),)
    if strict and any(
        node.op == "kappa" and facts.may_be_infinite(node) for side in (lhs, rhs) for node in walk(side)
    ):
        return None  # both sides may be infinite
    if build.is_zero(lhs) and rhs.op == "eig" and rhs.data[0] == "min":
        if (facts.is_definite if strict else facts.is_semidefinite)(rhs.args[0]):
            kind = "definite" if strict else "semidefinite"
            return (("semidefinite", f"its form shows that the matrix is positive {kind}"),)
    if build.is_zero(lhs) and elementwise(facts, rhs) >= (POSITIVE if strict else NONNEGATIVE):
        return (("sign", "a sum of products of nonnegative quantities"),)
    add_instances(facts, (lhs, rhs))
    split = stated(facts, lhs, rhs, strict) or _split(facts, lhs, rhs, strict)
    if split is not None:
        return split
    try:
        left, right = facts.value(lhs), facts.value(rhs)
    except NotSupported:
        return None
    if strict and any(facts.may_be_infinite(a) for bound in (left, right) for a in bound.value.atoms()):
        return None  # both sides may be infinite
    steps = dominated(facts, left, right, strict)
    if steps is None and _has_roots(left.value, right.value) and _both_nonnegative(facts, left.value, right.value):
        left, right = (Bound(b.value * b.value, b.steps) for b in (left, right))
        steps = dominated(facts, left, right, strict)
        steps = (
            None
            if steps is None
            else merge((("squares", "both sides are nonnegative: their squares are compared"),), steps)
        )
    if steps is None and lhs.op == "map" and lhs.data[0] == "abs":
        inner = lhs.args[0]
        steps = _every(
            [at_most(facts, inner, rhs, strict), at_most(facts, build.scale(build.const(-1), inner), rhs, strict)]
        )
        steps = None if steps is None else merge((("absolute value", "|a| <= b if a <= b and -a <= b"),), steps)
    if steps is None and lhs.op == rhs.op == "map" and lhs.data == rhs.data and lhs.data[0] in STRICTLY:
        steps = at_most(facts, lhs.args[0], rhs.args[0], strict)
        steps = None if steps is None else merge((("increasing", f"{lhs.data[0]} grows"),), steps)
    if steps is None and not strict:
        steps = facts.at_first(("quadratic", lhs, rhs), lambda: _quadratic(facts, lhs, rhs))
    if steps is None and not strict and facts.at_first(("equal", lhs, rhs), lambda: are_equal(facts, lhs, rhs) or None):
        steps = (("equal", "the index form shows that both sides are equal"),)
    return steps


def _quadratic(facts: Facts, lhs: Expr, rhs: Expr) -> Steps | None:
    try:
        return quadratic(facts, lhs, rhs)
    except NotSupported:
        return None


def _is_finite(facts: Facts, expr: Expr) -> bool:
    """Whether a quantity is a number wherever it is defined."""
    return not facts.may_be_infinite(expr) and all(node.op != "integral" for node in walk(expr))


def _split(facts: Facts, lhs: Expr, rhs: Expr, strict: bool) -> Steps | None:
    """Maxima on the left and minima on the right are taken apart; one term is enough the other way round."""
    if lhs.op == "max":
        return _every([at_most(facts, a, rhs, strict) for a in lhs.args])
    if rhs.op == "min":
        return _every([at_most(facts, lhs, a, strict) for a in rhs.args])
    if rhs.op == "max":
        return next((s for s in (at_most(facts, lhs, a, strict) for a in rhs.args) if s is not None), None)
    if lhs.op == "min":
        return next((s for s in (at_most(facts, a, rhs, strict) for a in lhs.args) if s is not None), None)
    if lhs.op == "maxover":
        name, _, _, body = opened(lhs)
        steps = at_most(facts, _apart(body, name), rhs, strict)
        return None if steps is None else merge((("maximum", "the bound is shown for every index"),), steps)
    if (entry := largest_of(facts, lhs)) is not None:
        steps = at_most(facts, entry, rhs, strict)
        return None if steps is None else merge((("maximum", "the bound is shown for every entry"),), steps)
    if rhs.op == "minover":
        name, _, _, body = opened(rhs)
        steps = at_most(facts, lhs, _apart(body, name), strict)
        return None if steps is None else merge((("minimum", "the bound is shown for every index"),), steps)
    if (entry := smallest_of(facts, rhs)) is not None:
        steps = at_most(facts, lhs, entry, strict)
        return None if steps is None else merge((("minimum", "the bound is shown for every entry"),), steps)
    return _supremum(facts, lhs, rhs, strict)


def _supremum(facts: Facts, lhs: Expr, rhs: Expr, strict: bool) -> Steps | None:
    """A supremum is at most what bounds every value (never strictly), and at least any value that is attained."""
    if lhs.op == "sup" and not strict and _has_member(facts, lhs):
        inner = extended(facts, lhs.data[1])
        steps = at_most(inner, lhs.args[0], rhs, strict=False)
        return None if steps is None else merge((("supremum", "the bound is shown for every admitted input"),), steps)
    if rhs.op == "inf" and not strict and _has_member(facts, rhs):
        inner = extended(facts, rhs.data[1])
        steps = at_most(inner, lhs, rhs.args[0], strict=False)
        return None if steps is None else merge((("infimum", "the bound is shown for every admitted input"),), steps)
    for side, other in ((lhs, rhs), (rhs, lhs)):
        for reached in values_at(side, other) if side.op == ("inf" if side is lhs else "sup") else ():
            steps = at_most(facts, reached, rhs, strict) if side is lhs else at_most(facts, lhs, reached, strict)
            if steps is not None:
                return merge(
                    (("attained", "an extremum over all points is no worse than the value at one of them"),), steps
                )
    if rhs.op == "sup":
        attained = two_hot_value(facts, rhs)
        if attained is not None:
            step = ("two-hot point", "p = (1/2, 1/2, 0, ...): diag(p) - p p^T has the entries +-1/4 and the norm 1/2")
            steps = dominated(facts, facts.value(lhs), attained, strict)
            return None if steps is None else merge((step,), steps)
    return None


def _has_member(facts: Facts, extremum: Expr) -> bool:
    """Over the empty set facts of the members prove anything."""
    names, conditions = extremum.data
    return has_member(names, conditions, lambda rel: _relation(facts, rel) is not None)


def _apart(body: Expr, name: str) -> Expr:
    """An index of its own for the opened body, so that no later binder takes the same name."""
    return reindex(body, {name: Size.of(build.fresh("any"))})


def _every(found: list[Steps | None]) -> Steps | None:
    return None if None in found else joined(tuple(f for f in found if f is not None))


def _has_roots(*polys: Poly) -> bool:
    return any(e.denominator != 1 for p in polys for m, _ in p.terms for _, e in m)


def _both_nonnegative(facts: Facts, left: Poly, right: Poly) -> bool:
    return bool(arithmetic.poly_sign(facts, left)) and bool(arithmetic.poly_sign(facts, right))


__all__ = ["at_most", "joined", "prove_bound", "prove_formula"]
