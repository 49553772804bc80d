r"""Induction over a size that sums or products run up to: ``\sum_{i=1}^k i^{-1/2} \le 2 \sqrt{k}``.

The claim is shown for the least k, and for k + 1 where it holds for k: the last term is taken off the sum. Nothing else that the
problem speaks of may depend on k, for the hypothesis of the step is the claim about the same inputs. Where a side is the sum and
other terms, the step may also say that the new term is at most what these grow by; k may be any real number there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce

from derive import build
from derive.bounds.facts.facts import POSITIVE, Facts, elementwise
from derive.bounds.forms.bound import Prove, Step, merge
from derive.bounds.forms.normal import mentions, scalar_factors, summands
from derive.core import Expr, Formula, Problem, Rel, formula_exprs, walk
from derive.fraction import Fraction
from derive.size_names import map_sizes
from derive.sizes import Size

RULE = ("induction", "the claim holds for the least size, and for k + 1 where it does for k")
RUNNING = {"sum": build.add, "prod": build.scale}
MAX_TERMS = 6
"""That are written out for the least size."""


@dataclass(frozen=True, slots=True)
class Induction:
    """What is to be shown: the base, all of it, and one of the steps, which say the same or more."""

    base: tuple[tuple[Problem, Rel], ...]
    steps: tuple[tuple[Problem, Rel], ...]


def by_induction(
    facts: Facts, problem: Problem, goal: Rel, extra: tuple[Formula, ...], prove: Prove
) -> tuple[Step, ...] | None:
    """Return the steps that show the base and one of the steps of an induction, or None.

    Args:
        facts: What is known.
        problem: What is given.
        goal: A comparison.
        extra: More hypotheses.
        prove: Shows a formula under the hypotheses of a problem and others, or returns None.

    """
    for induction in _inductions(problem, _without_factors(facts, goal), extra):
        base = [prove(*part, extra) for part in induction.base]
        for step in induction.steps if None not in base else ():
            found = prove(*step, extra)
            if found is not None:
                return reduce(merge, (b for b in (*base, found) if b is not None), (RULE,))
    return None


def _without_factors(facts: Facts, goal: Rel) -> Rel:
    """The comparison divided by positive numbers that a sum on one side is multiplied by."""
    for k, (side, other) in enumerate(((goal.lhs, goal.rhs), (goal.rhs, goal.lhs))):
        parts = scalar_factors(side)
        sums = [part for part in parts if part.op == "sum"]
        rest = [part for part in parts if part.op != "sum"]
        if len(sums) == 1 and rest and all(elementwise(facts, part) == POSITIVE for part in rest):
            divided = reduce(build.scale, (other, *(build.hpow(part, build.const(-1)) for part in rest)))
            return replace(goal, lhs=divided if k else sums[0], rhs=sums[0] if k else divided)
    return goal


def _inductions(problem: Problem, goal: Rel, extra: Sequence[Formula]) -> Iterator[Induction]:
    """Yield the inductions that a comparison of numbers may be shown by."""
    if goal.op not in ("<=", "<", ">=", ">", "=") or not (goal.lhs.shape.is_scalar and goal.rhs.shape.is_scalar):
        return
    nodes = [n for side in (goal.lhs, goal.rhs) for n in walk(side) if n.op in RUNNING]
    names = dict.fromkeys(name for n in nodes for name in n.data[2].names)
    for name in names:
        least = dict(problem.rules.least).get(name, 1)
        if (
            name in problem.sizes
            and not _depends(problem, extra, name)
            and all(_ends_at(n, name, least) for n in nodes)
        ):
            plain = _induction(problem, goal, name, least)
            yield plain
            for told in _strengthened(goal, name, least):
                more = _induction(problem, told, name, least)
                yield replace(more, base=(*plain.base, *more.base))


def _depends(problem: Problem, extra: Sequence[Formula], name: str) -> bool:
    """Whether anything beside the claim speaks of a size."""
    exprs = [e for f in (*problem.hypotheses, *extra) for e in formula_exprs(f)]
    shapes = [d for _, shape in problem.variables for d in shape.totals]
    ranges = [end for _, low, high in problem.indices for end in (low, high)]
    relations = [size for _, size in problem.rules.relations]
    return any(mentions(e, name) for e in exprs) or any(name in s.names for s in (*shapes, *ranges, *relations))


def _ends_at(node: Expr, name: str, least: int) -> bool:
    """Whether a sum or product runs from a number up to a size (and some more or less), which its terms do not speak of.

    At the least size, too, the next term is one behind the others: the range has no gap in front of it.
    """
    _, low, high = node.data
    if name not in high.names:
        return not mentions(node, name)
    shift = high - Size.of(name)
    body = node.args[0]
    if shift.constant is None or low.constant is None or not body.shape.is_scalar or mentions(body, name):
        return False
    return low.constant <= least + shift.constant + 1


def _induction(problem: Problem, goal: Rel, name: str, least: int) -> Induction:
    first = Rel(goal.op, *(_written_out(map_sizes(side, {name: Size.of(least)})) for side in (goal.lhs, goal.rhs)))
    ends = {n for side in (goal.lhs, goal.rhs) for n in walk(side) if n.op in RUNNING and name in n.data[2].names}
    next_ = Rel(goal.op, *(_one_more(side, name, ends) for side in (goal.lhs, goal.rhs)))
    with_claim = replace(problem, hypotheses=(*problem.hypotheses, goal))
    growth = [_of_real(problem, rel, name, least) for rel in _growth(goal, name, ends)]
    return Induction(((problem, first),), (*(g for g in growth if g is not None), (with_claim, next_)))


def _strengthened(goal: Rel, name: str, least: int) -> Iterator[Rel]:
    r"""``S_k <= c`` is shown by ``S_k <= c - d / k`` with equality at the least k: d is not negative where the claim holds there."""
    small, large = (goal.lhs, goal.rhs) if goal.op in ("<", "<=") else (goal.rhs, goal.lhs)
    if goal.op == "=" or small.op != "sum" or large.op != "const":
        return
    first = _written_out(map_sizes(small, {name: Size.of(least)}))
    reserve = build.scale(build.const(least), build.sub(large, first))
    at_most = build.sub(large, build.scale(reserve, build.hpow(build.size(name), build.const(-1))))
    yield Rel("<=", small, at_most)


def _growth(goal: Rel, name: str, ends: set[Expr]) -> Iterator[Rel]:
    """The comparison of the last term of a sum with what the other terms grow by, if a side is that sum and other terms."""
    if len(ends) != 1 or goal.op == "=":
        return
    (node,) = ends
    terms = [(w, t) for w, t in summands(build.sub(goal.rhs, goal.lhs))]
    alone = [w for w, t in terms if t == node]
    rest = [(w, t) for w, t in terms if t != node]
    if node.op != "sum" or len(alone) != 1 or any(node in set(walk(t)) for _, t in rest):
        return
    index, _, high = node.data
    last = build.scale(build.const(-alone[0]), map_sizes(node.args[0], {index: high + 1}))
    later = [(w, map_sizes(t, {name: Size.of(name) + 1})) for w, t in rest]
    grows = [build.scale(build.const(w), t) for w, t in (*later, *((-w, t) for w, t in rest))]
    yield Rel(goal.op, last, build.add(*grows) if grows else build.const(0))


def _of_real(problem: Problem, rel: Rel, name: str, least: int) -> tuple[Problem, Rel] | None:
    """A comparison for all real numbers from the least size on."""
    number = build.var(build.fresh("real"), build.SCALAR)
    sides = [_with_number(side, name, number) for side in (rel.lhs, rel.rhs)]
    if any(mentions(side, name) for side in sides):
        return None
    told = Rel(">=", number, build.const(least))
    variables = tuple(sorted((*problem.variables, (str(number.data[0]), number.shape))))
    return replace(problem, hypotheses=(*problem.hypotheses, told), variables=variables), Rel(rel.op, *sides)


def _with_number(side: Expr, name: str, number: Expr) -> Expr:
    found = {
        node: build.add(*(_term(names, weight, number) for names, weight in node.data[0].terms))
        for node in walk(side)
        if node.op == "size" and node.data[0].names == {name}
    }
    return build.replaced(side, found)


def _term(names: Sequence[str], weight: Fraction, number: Expr) -> Expr:
    power = number if len(names) == 1 else build.hpow(number, build.const(len(names)))
    return build.scale(build.const(weight), power) if names else build.const(weight)


def _one_more(side: Expr, name: str, ends: set[Expr]) -> Expr:
    """A side at the next size, the last terms of its sums and products apart."""
    found: dict[Expr, Expr] = {}
    for node in ends:
        index, _, high = node.data
        last = map_sizes(node.args[0], {index: high + 1})
        found[node] = RUNNING[node.op](node, last)
    kept = {node: build.var(build.fresh("sum"), node.shape) for node in ends}
    bare = map_sizes(build.replaced(side, kept), {name: Size.of(name) + 1})
    return build.replaced(bare, {kept[node]: whole for node, whole in found.items()})


def _written_out(side: Expr) -> Expr:
    """Sums and products over few places, term by term."""
    found: dict[Expr, Expr] = {}
    for node in walk(side):
        if node.op not in RUNNING or any(end.constant is None for end in node.data[1:]):
            continue
        index, low, high = node.data
        places = range(int(low.constant), int(high.constant) + 1)
        if len(places) <= MAX_TERMS:
            terms = [map_sizes(node.args[0], {index: Size.of(place)}) for place in places]
            found[node] = _combined(node.op, terms)
    return build.replaced(side, found)


def _combined(op: str, terms: Sequence[Expr]) -> Expr:
    total = build.const(0 if op == "sum" else 1)
    for k, term in enumerate(terms):
        total = term if not k else RUNNING[op](total, term)
    return total


__all__ = ["by_induction"]
