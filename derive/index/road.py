"""The index-form road: equality for all sizes.

Outcome ``agree`` (a proof for all sizes) or ``none`` with the residual terms; a residue is never a disproof.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from derive import build
from derive.alike import formula_key
from derive.core import Expr, Formula, Logic, Problem, Quantified, Rel, SizeRules, formula_exprs, walk
from derive.errors import DeriveError, NotSupported
from derive.evidence import Evidence
from derive.functions import BENT
from derive.index.atoms.functions import without_signs, without_softmax
from derive.index.conditions.jumps import jumps_stay
from derive.index.conditions.positive import parametrized, relations_of_signs
from derive.index.conditions.quadratic_forms import vanishing_forms
from derive.index.elaboration.elaborator import check_signs
from derive.index.elaboration.form import Elaborator, difference
from derive.index.normalization.hypotheses import Assumptions, equalities
from derive.index.normalization.normal import Normalizer, cleared, multiplied_out
from derive.index.normalization.orders import in_one_order
from derive.index.rewriting.abstract import generalizations
from derive.index.rewriting.aligned import with_aligned_products
from derive.index.rewriting.block_inverses import by_complements
from derive.index.rewriting.common_factors import without_common_factor
from derive.index.rewriting.determinants import of_equals, rewritten
from derive.index.rewriting.factored_powers import with_factored_powers
from derive.index.rewriting.half_angles import whole_angles
from derive.index.rewriting.integrals import by_the_theorem, check_linear
from derive.index.rewriting.logarithms import taken_apart
from derive.index.rewriting.matrix_powers import abstracted
from derive.index.rewriting.nested_inverses import of_inverses
from derive.index.rewriting.own_names import with_own_names
from derive.index.rewriting.partial_sums import over_whole_ranges, symmetrized
from derive.index.rewriting.places import divides_everywhere, places
from derive.index.rewriting.products import without_common_products
from derive.index.rewriting.singular import determinant_of, is_narrow, kernels
from derive.index.rewriting.windows import with_windows
from derive.index.sequences.induction import inductions
from derive.index.sequences.open_tables import with_open_tables
from derive.index.sequences.recurrences import at_members, recurrences
from derive.index.terms.budget import BudgetSpent, budget
from derive.index.terms.printing import show_terms
from derive.index.terms.ranges import SizeFacts, facts_of, known_sizes
from derive.index.terms.terms import Fixed, Head, Index, Slot, Term, Terms
from derive.language.printing.core_latex import core_to_latex
from derive.norms import with_meanings
from derive.size_names import bound_indices, size_names
from derive.sizes import Size
from derive.witnesses import witnesses

ROAD = "index form"
THEOREM = "the fundamental theorem of calculus"
MAX_CLEARINGS = 3
MAX_SCALARS = 2
TURNS = (2, 1)  # other leading terms of the equations among the hypotheses that are tried
QUICK, LONG = 20000, 100000
SMALL = 60
KINKS = {
    **{name: f"points where the argument of a {name} is 0" for name in sorted(BENT)},
    "relu": "points where the argument of a ReLU is 0",
    "abs": "points where the argument of an absolute value is 0",
    "max": "points where two arguments of a maximum are equal",
    "min": "points where two arguments of a minimum are equal",
}


def prove(problem: Problem, *, steps: int = LONG) -> Evidence:
    """Show an equality for all sizes, or show nothing.

    Args:
        problem: The statement.
        steps: How much work to allow.

    Returns:
        Evidence of the road ``index form``: ``agree`` with ``proof=True``, or ``none`` with the residual and a reason.

    """
    start = time.perf_counter()
    try:
        problem = whole_angles(with_meanings(replace(problem, goal=with_own_names(problem.goal))))
        with known_sizes(size_facts(problem)):
            detail = _prove(problem, problem.goal, problem.hypotheses, steps)
    except NotSupported as error:
        detail = {"reason": str(error)}
    except RecursionError:
        detail = {"reason": "nested too deeply"}
    shown = detail.pop("shown", False)
    return Evidence(ROAD, "agree" if shown else "none", "all sizes", detail, time.perf_counter() - start, proof=bool(shown))


def size_facts(problem: Problem) -> SizeFacts:
    """Return what the rules, the declared shapes and the dimensions that the goal always evaluates say of its sizes."""
    shapes = [shape for _, shape in problem.variables]
    ranges = _index_ranges(problem)
    facts = facts_of(problem.sizes, problem.rules, shapes, ranges)
    try:
        with known_sizes(facts):
            shapes += [p.node.shape for side in formula_exprs(problem.goal) for p in places(side) if p.always]
    except DeriveError:
        return facts
    return facts_of(problem.sizes, problem.rules, shapes, ranges)


def _index_ranges(problem: Problem) -> list[tuple[str, Size, Size]]:
    """The indices for all of whose values a problem is stated, with their ranges, if nothing binds their names again."""
    found = list(problem.indices)
    stack = [problem.goal]
    while stack:
        formula = stack.pop()
        if isinstance(formula, Logic):
            stack += formula.args
        elif isinstance(formula, Quantified):
            found += [(n[0], n[1], n[2]) for n in formula.names if formula.kind == "forall" and len(n) == 3]
            stack.append(formula.body)
    names = Counter(name for name, _, _ in found)
    bound = {name for e in formula_exprs(problem.goal) for name in bound_indices(e)} | {*problem.sizes}
    return [entry for entry in found if names[entry[0]] == 1 and entry[0] not in bound]


def _prove(problem: Problem, goal: Formula, hypotheses: Sequence[Formula], steps: int) -> dict[str, Any]:
    if isinstance(goal, Logic):
        if goal.op == "implies":
            return _prove(problem, goal.args[-1], (*hypotheses, *goal.args[:-1]), steps)
        if goal.op == "and":
            return _all(problem, goal.args, hypotheses, steps)
        if goal.op == "iff" and len(goal.args) == 2:
            return _equivalent(problem, goal.args[0], goal.args[1], hypotheses, steps)
        raise NotSupported(f"a statement with '{goal.op}'")
    if isinstance(goal, Quantified):
        return _quantified(problem, goal, hypotheses, steps)
    if goal.op == "shape":
        known = solved_sizes(problem.rules)
        left, right = goal.lhs.shape.totals, goal.rhs.shape.totals
        same = all(a.substitute(known) == b.substitute(known) for a, b in zip(left, right, strict=True))
        return {"shown": same, "relations": [], "reason": "the shapes agree" if same else "the shapes differ"}
    if goal.op != "=":
        raise NotSupported(f"the relation {goal.op}")
    found = _equal(problem, goal, hypotheses, steps)
    positive = None if found.get("shown") else parametrized(goal, hypotheses)
    if positive is not None:
        again = _equal(problem, *positive, steps)
        if again.get("shown"):
            return {**again, "relations": [*again["relations"], "positive variables are exponentials"]}
    for scalar in () if found.get("shown") or steps < LONG else _not_zero(hypotheses):
        times = Rel("=", build.scale(scalar, goal.lhs), build.scale(scalar, goal.rhs))
        again = _equal(problem, times, hypotheses, steps)
        if again.get("shown"):
            return {
                **again,
                "relations": [*again["relations"], f"both sides times {core_to_latex(scalar)}, which is not 0"],
            }
    if not found.get("shown") and (singular := _singular(problem, goal, hypotheses)) is not None:
        return singular
    if found.get("shown") or steps < LONG:
        return found
    for road in (_by_factors, _by_forms, _by_squares, _by_induction, _by_common_factor, _by_inverses):
        otherwise = road(problem, goal, hypotheses)
        if otherwise is not None:
            return otherwise
    return found


def _singular(problem: Problem, goal: Rel, hypotheses: Sequence[Formula]) -> dict[str, Any] | None:
    """Show that a determinant is 0 because the matrix takes a vector to 0, or has too small a rank; None if that fails."""
    matrix = determinant_of(goal)
    if matrix is None:
        return None
    if is_narrow(matrix):
        return {"shown": True, "relations": ["the rank is less than the number of rows"], "excluded": excluded(goal)}
    for equation in kernels(matrix, hypotheses):
        try:
            shown = _equal(problem, equation, hypotheses, QUICK).get("shown")
        except (DeriveError, NotSupported):
            continue
        if shown:
            vector = core_to_latex(equation.lhs.args[1])
            return {"shown": True, "relations": [f"the matrix takes {vector} to 0"], "excluded": excluded(goal)}
    return None


def _by_factors(problem: Problem, goal: Rel, hypotheses: Sequence[Formula]) -> dict[str, Any] | None:
    """Show an equation with products of matrices whose factors are equal one by one; None if that fails."""

    def equal(factors: Rel, place: tuple[str, Size, Size]) -> bool:
        stated = replace(problem, goal=factors, hypotheses=tuple(hypotheses), indices=(*problem.indices, place))
        try:
            return any(_follows(one, QUICK) for one in (stated, at_members(stated)) if one is not None)
        except (DeriveError, NotSupported):
            return False

    aligned = with_aligned_products(goal, equal)
    try:
        found = {} if aligned is None else _equal(problem, aligned, hypotheses, QUICK)
    except (DeriveError, NotSupported):
        return None
    if not found.get("shown"):
        return None
    return {**found, "relations": [*found["relations"], "products whose factors are equal one by one"]}


def _by_forms(problem: Problem, goal: Rel, hypotheses: Sequence[Formula]) -> dict[str, Any] | None:
    """Show what follows from quadratic forms of semidefinite matrices that are 0."""
    more = vanishing_forms(hypotheses)
    try:
        found = _equal(problem, goal, (*hypotheses, *more), LONG) if more else {}
    except (DeriveError, NotSupported):
        return None
    if not found.get("shown"):
        return None
    return {**found, "relations": [*found["relations"], "x^T S x = 0 says S x = 0 where S is positive semidefinite"]}


def _by_squares(problem: Problem, goal: Rel, hypotheses: Sequence[Formula]) -> dict[str, Any] | None:
    """Show that two real matrices are equal because the squares of the differences of their entries sum to 0."""
    if not equalities(hypotheses):
        return None
    gap = build.sub(goal.lhs, build.reshape(goal.rhs, goal.lhs.shape))
    total = build.trace(build.matmul(build.transpose(gap), gap))
    try:
        found = _equal(problem, Rel("=", total, build.const(0)), hypotheses, QUICK)
    except (DeriveError, NotSupported):
        return None
    if not found.get("shown"):
        return None
    return {**found, "relations": [*found["relations"], "a sum of squares is 0 only where all of them are"]}


def _by_induction(problem: Problem, goal: Rel, hypotheses: Sequence[Formula]) -> dict[str, Any] | None:
    """Show an equation at the first value of a number, and at the next value where it holds; None if that fails."""
    for induction in inductions(problem, goal, hypotheses):
        try:
            first = _equal(induction.problem, induction.first, hypotheses, QUICK)
            if not first.get("shown"):
                continue
            step = _equal(induction.problem, induction.step, (*hypotheses, induction.assumed), LONG)
        except NotSupported:
            continue
        if step.get("shown"):
            return {"shown": True, "relations": [f"induction over {induction.name}"], "excluded": excluded(goal)}
    problem = replace(problem, goal=goal, hypotheses=tuple(hypotheses))
    told = at_members(problem)
    if told is not None and _follows(told, LONG):
        return {"shown": True, "relations": ["hypotheses about the sequence"], "excluded": excluded(goal)}
    for found in recurrences(problem):
        try:
            shown = all(_follows(first, QUICK) for first in found.first) and _follows(found.step, LONG)
        except NotSupported:
            continue
        if shown:
            return {"shown": True, "relations": ["induction along the sequence"], "excluded": excluded(goal)}
    return None


def _by_common_factor(problem: Problem, goal: Rel, hypotheses: Sequence[Formula]) -> dict[str, Any] | None:
    """Show an equation between products with the same matrix in front or at the end by the equation without it."""
    rest = without_common_factor(goal)
    found = {} if rest is None else _prove(problem, rest, hypotheses, LONG)
    return {**found, "excluded": excluded(goal)} if found.get("shown") else None


def _by_inverses(problem: Problem, goal: Rel, hypotheses: Sequence[Formula]) -> dict[str, Any] | None:
    """Show an equation with inverses by what it says in other words; None if that fails."""
    tried = (_equal(problem, written, (*hypotheses, *more), LONG) for written, more in of_inverses(goal))
    found = next((one for one in tried if one.get("shown")), None)
    return None if found is None else {**found, "excluded": excluded(goal)}


def _follows(problem: Problem, steps: int) -> bool:
    """Whether the equation that a problem claims holds for all sizes."""
    assert isinstance(problem.goal, Rel)
    with known_sizes(size_facts(problem)):
        return bool(_equal(problem, problem.goal, problem.hypotheses, steps).get("shown"))


def _not_zero(hypotheses: Sequence[Formula]) -> list[Expr]:
    """The scalars, and differences of scalars, of which a hypothesis says that they are not zero; a few."""
    told = [h for h in hypotheses if isinstance(h, Rel) and h.op == "!="]
    told = [h for h in told if h.lhs.shape.is_scalar and h.rhs.shape.is_scalar][:MAX_SCALARS]
    return [h.lhs if h.rhs == build.const(0) else build.sub(h.lhs, h.rhs) for h in told]


def solved_sizes(rules: SizeRules) -> dict[str, Size]:
    """Sizes that a rule gives in terms of others: ``n_1 - d_V d_K = 0`` solves for ``n_1``."""
    known: dict[str, Size] = {}
    for op, polynomial in rules.relations:
        if op != "=":
            continue
        value = polynomial.substitute(known)
        for monomial, coefficient in value.terms:
            if abs(coefficient) == 1 and len(monomial) == 1 and monomial[0][1] == 1:
                name = monomial[0][0]
                rest = (value - Size.of(name) * coefficient) * -coefficient
                if name not in rest.names:
                    known = {n: s.substitute({name: rest}) for n, s in known.items()} | {name: rest}
                    break
    return known


def _all(problem: Problem, goals: Sequence[Formula], hypotheses: Sequence[Formula], steps: int) -> dict[str, Any]:
    details = [_prove(problem, goal, hypotheses, steps) for goal in goals]
    failed = next((d for d in details if not d.get("shown")), None)
    if failed is not None:
        return failed
    relations = dict.fromkeys(r for d in details for r in d["relations"])
    excluded = dict.fromkeys(r for d in details for r in d.get("excluded", ()))
    return {"shown": True, "relations": list(relations), "excluded": list(excluded)}


def _equivalent(
    problem: Problem, first: Formula, second: Formula, hypotheses: Sequence[Formula], steps: int
) -> dict[str, Any]:
    """Two equations are one if the differences of their sides agree up to sign; else each has to imply the other."""
    if isinstance(first, Rel) and isinstance(second, Rel) and first.op == second.op == "=":
        gap = build.sub(first.lhs, first.rhs)
        for left, right in ((second.lhs, second.rhs), (second.rhs, second.lhs)):
            if left.shape.totals != gap.shape.totals:
                break
            found = _equal(problem, Rel("=", gap, build.sub(left, right)), hypotheses, steps)
            if found.get("shown"):
                return found
    there = _prove(problem, second, (*hypotheses, first), steps)
    return _all(problem, (first,), (*hypotheses, second), steps) if there.get("shown") else there


def _quantified(problem: Problem, goal: Quantified, hypotheses: Sequence[Formula], steps: int) -> dict[str, Any]:
    if goal.kind != "forall":
        return _existing(problem, goal, hypotheses, steps)
    indices = tuple((name, low, high) for name, *rest in goal.names if len(rest) == 2 for low, high in [rest])
    extended = Problem(
        problem.variables,
        problem.functions,
        (*problem.indices, *indices),
        problem.sizes,
        problem.rules,
        problem.hypotheses,
        goal.body,
    )
    return _prove(extended, goal.body, hypotheses, steps)


def _existing(problem: Problem, goal: Quantified, hypotheses: Sequence[Formula], steps: int) -> dict[str, Any]:
    for text, statement in witnesses(problem, goal):
        try:
            found = _prove(problem, statement, hypotheses, min(steps, QUICK))
        except NotSupported:
            continue
        if found.get("shown"):
            return {**found, "witness": text}
    raise NotSupported("no witness of existence was found")


def quantified_slots(problem: Problem) -> dict[str, Slot]:
    """A free index for each quantified one; a constant symbol if its range is no dimension."""
    slots: dict[str, Slot] = {}
    for name, low, high in problem.indices:
        slots[name] = Index(high, name) if low == Size.of(1) else Fixed(Size.of(name))
    return slots


def _same_expression(goal: Rel) -> bool:
    """Whether both sides are one expression, up to the names that it binds: an extremum, a sum that has no index form."""
    left, right = goal.lhs, goal.rhs
    free = {name for e in (left, right) for name in (*build.free_names(e), *(size_names(e) - bound_indices(e)))}
    if left.op != right.op or any("~" in name for name in free):  # the key would not tell such names apart
        return False
    return formula_key(Rel("=", left, left)) == formula_key(Rel("=", right, right))


def _equal(problem: Problem, goal: Rel, hypotheses: Sequence[Formula], most: int) -> dict[str, Any]:
    """Try generalizations of the statement and the statement itself, the smaller one first."""
    goal, hypotheses = abstracted(with_open_tables(goal), hypotheses)
    if goal in hypotheses or Rel("=", goal.rhs, goal.lhs) in hypotheses:
        return {"shown": True, "relations": ["it is a hypothesis"], "excluded": []}
    if _same_expression(goal):
        return {"shown": True, "relations": ["both sides are the same expression"], "excluded": excluded(goal)}
    for name, low, _ in problem.indices:
        check_signs(name, low, (e for f in (goal, *hypotheses) for e in formula_exprs(f)))
    before = without_common_products(taken_apart(rewritten(by_complements(goal), hypotheses), hypotheses))
    goal = over_whole_ranges(before, hypotheses)
    quick = min(QUICK, most)
    stronger = [(g, quick, parts) for g, parts in sorted(generalizations(goal), key=lambda found: _count(found[0]))]
    plain: list[tuple[Rel, int, tuple[str, ...]]] = [(goal, most, ())]
    if stronger and _count(goal) <= SMALL:
        attempts = [(goal, quick, ()), *stronger, *plain]
    else:
        attempts = [*stronger, *plain]
    windows = dict.fromkeys(w for w in map(with_windows, (before, goal)) if w is not None)
    attempts = [*((w, quick, ("parts of vectors, as vectors of their own",)) for w in windows), *attempts]
    factored = with_factored_powers(goal)
    attempts = [*([] if factored is None else [(factored, quick, ("denominators as products",))]), *attempts]
    turned = [(goal, quick, (), turn) for turn in TURNS] if most >= LONG and equalities(hypotheses) else []
    detail: dict[str, Any] = {}
    written = True  # no attempt of the statement itself has ended
    for statement, steps, parts, turn in [*((*a, 0) for a in attempts), *turned]:
        if not (written or turn):
            continue
        try:
            with budget(steps) as work:
                found = _attempt(problem, statement, hypotheses, integrals=not parts, turn=turn)
            if found.get("shown") and work.off_jumps and jumps_stay(goal, hypotheses, quantified_slots(problem)):
                with budget(steps, everywhere=True):
                    found = _attempt(problem, statement, hypotheses, integrals=not parts, turn=turn)
                if not found.get("shown"):
                    return {"reason": "equal except where the argument of a sign or a step is 0"}
        except BudgetSpent as spent:
            detail = detail or {"reason": str(spent)}
            continue
        except NotSupported as error:
            if not parts:
                return detail or {"reason": str(error)}
            continue
        if found.get("shown"):
            if parts:
                found["generalized"] = list(parts)
            found["excluded"] = excluded(goal)
            return found
        if not parts:
            detail, written = detail if turn else found, False
    return detail


def _count(goal: Rel) -> int:
    return len({*walk(goal.lhs), *walk(goal.rhs)})


def _attempt(
    problem: Problem, goal: Rel, hypotheses: Sequence[Formula], *, integrals: bool, turn: int = 0
) -> dict[str, Any]:
    """Cancel both sides, quantified indices as indices, else as symbols.

    A generalized statement keeps no integrals: a function that was replaced may jump on the path. Where a sum stops at an
    index, this is a length as well: only a symbol is both.
    """
    symbols: dict[str, Slot] = {name: Fixed(Size.of(name)) for name, _, _ in problem.indices}
    slots = quantified_slots(problem)
    try:
        found = _cancel(slots, goal, hypotheses, integrals, turn)
    except BudgetSpent:
        raise
    except NotSupported:
        if not symbols:
            raise
        return _cancel(symbols, goal, hypotheses, integrals, turn)
    if found.get("shown") or slots == symbols or not _stops_at(goal, {*symbols}):
        return found
    try:
        again = _cancel(symbols, goal, hypotheses, integrals, turn)
    except NotSupported:  # the budget included
        return found
    return again if again.get("shown") else found


def _stops_at(goal: Rel, names: set[str]) -> bool:
    """Whether a sum or a product runs to one of some indices."""
    nodes = (node for side in (goal.lhs, goal.rhs) for node in walk(side) if node.op in ("sum", "prod"))
    return any(limit.names & names for node in nodes for limit in node.data[1:])


def _cancel(
    slots: dict[str, Slot], goal: Rel, hypotheses: Sequence[Formula], integrals: bool, turn: int = 0
) -> dict[str, Any]:
    elaborator = Elaborator(slots, integrals=integrals)
    found = _cancelled(elaborator, slots, goal, hypotheses, turn)
    if found.get("shown") or not elaborator.unsolved:
        return found
    for equivalent in by_the_theorem(goal, elaborator.unsolved):
        try:
            again = _cancelled(Elaborator(slots, integrals=True), slots, equivalent, hypotheses)
        except NotSupported:  # the budget included
            continue
        if again.get("shown"):
            return {**again, "relations": [*again["relations"], THEOREM]}
    return found


def _cancelled(
    elaborator: Elaborator, slots: dict[str, Slot], goal: Rel, hypotheses: Sequence[Formula], turn: int = 0
) -> dict[str, Any]:
    free, terms = difference(elaborator, goal)
    if elaborator.unsolved:
        check_linear(goal, elaborator.unsolved)
    free = [*(s for s in slots.values() if isinstance(s, Index)), *free]
    assumptions = Assumptions.read((*hypotheses, *of_equals(goal, equalities(hypotheses))), slots, turn)
    known = partial(assumptions.substituted, note=False)
    terms = assumptions.substituted(terms)
    signs = relations_of_signs(goal, hypotheses, slots, known) if has_gates(terms) else ()
    normalizer = Normalizer((*assumptions.relations, *signs))
    residue = normalizer.normal(terms, free)
    if residue and not vanishes(residue, free, normalizer, clear=_may_clear(goal, residue, normalizer)):
        return {
            "residual": show_terms(residue, free),
            "residual_terms": len(residue),
            "reason": f"{len(residue)} terms do not cancel",
            "relations": [*assumptions.used, *normalizer.used],
        }
    return {"shown": True, "relations": [*assumptions.used, *normalizer.used]}


def _may_clear(goal: Rel, residue: Terms, normalizer: Normalizer) -> bool:
    """Whether a sum vanishes if a denominator times the sum does.

    It does where the denominator is not zero: at every point that divides by it. Elsewhere a hypothesis such as ``a b = 0``
    or an indicator could make the product vanish; formal sums without such relations have no divisors of zero.
    """
    return not (normalizer.hypotheses or has_gates(residue)) or divides_everywhere((goal.lhs, goal.rhs))


def vanishes(residue: Terms, free: Sequence[Index], normalizer: Normalizer, *, clear: bool = True) -> bool:
    """Try what is too costly to do always: clear denominators, write softmax as a quotient of exponentials."""
    residue = _ordered(residue, free, normalizer)
    pairs = symmetrized(residue)
    if pairs is not None:
        residue = _ordered(normalizer.normal(pairs, free), free, normalizer)
    if not residue:
        return True
    if clear and (_cleared_vanishes(residue, free, normalizer) or _multiplied_vanishes(residue, free, normalizer)):
        return True
    if _mixes_gates(residue):
        residue = normalizer.normal(without_signs(residue), free)
        if not residue:
            return True
    if not _mixes_softmax(residue):
        return False
    opened = normalizer.normal(without_softmax(residue), free)
    return not opened or (clear and _cleared_vanishes(opened, free, normalizer))


def _ordered(residue: Terms, free: Sequence[Index], normalizer: Normalizer) -> Terms:
    ordered = in_one_order(residue, free)
    return residue if ordered is None else normalizer.normal(ordered, free)


def _cleared_vanishes(residue: Terms, free: Sequence[Index], normalizer: Normalizer) -> bool:
    for _ in range(MAX_CLEARINGS):
        multiplied = cleared(residue, free)
        if multiplied is None:
            return False
        residue = normalizer.normal(multiplied, free)
        if not residue:
            return True
    return False


def _multiplied_vanishes(residue: Terms, free: Sequence[Index], normalizer: Normalizer) -> bool:
    for _ in range(MAX_CLEARINGS):
        step = multiplied_out(residue, free)
        if step is None:
            return False
        product, free = step
        residue = normalizer.normal(product, free)
        if not residue:
            return True
    return False


def _mixes_softmax(terms: Terms) -> bool:
    kinds = {_kind(head) for head in heads(terms)}
    return "softmax" in kinds and bool(kinds & {"exp", "log", "base"})


def _mixes_gates(terms: Terms) -> bool:
    """Whether absolute values meet rectifiers: both are gates times the same argument."""
    return {"sign", "step"} <= {_kind(head) for head in heads(terms)}


def has_gates(terms: Terms) -> bool:
    """Return whether a sign or a step stands in a sum, in arguments too."""
    return any(_kind(head) in ("sign", "step") for head in heads(terms))


def _kind(head: Head) -> str:
    return head.data[0] if head.kind == "map" else head.kind


def heads(terms: Sequence[Term]) -> list[Head]:
    """Every head that occurs, arguments included."""
    found: dict[Head, None] = {}
    stack = [head for t in terms for head, _, _ in t.factors]
    while stack:
        head = stack.pop()
        if head not in found:
            found[head] = None
            stack.extend(h for body in head.data_bodies() for t in body.terms for h, _, _ in t.factors)
    return list(found)


def excluded(goal: Rel) -> list[str]:
    """The kinks at which nothing is said."""
    nodes = {e for side in formula_exprs(goal) for e in walk(side)}
    found = {e.data[0] if e.op == "map" else e.op for e in nodes}
    return [text for name, text in KINKS.items() if name in found]
