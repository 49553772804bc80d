"""The SymPy road: both sides of an equation as explicit matrices, compared entry by entry at small sizes."""

from __future__ import annotations

import itertools
import random
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from math import prod
from typing import Any

from flint import arb

from derive.build import DERIVATIVES
from derive.core import Expr, Formula, Logic, Problem, Rel, formula_exprs, walk
from derive.errors import NotSupported
from derive.evidence import Evidence
from derive.sympy_road import differentiate, nonlinear  # noqa: F401  (they register their rules)
from derive.sympy_road.entries import Entries, Kept
from derive.sympy_road.explicit import Budget, Explicit, Lazy
from derive.sympy_road.parts import JUMP, NO_NUMBER, Parts
from derive.sympy_road.points import Hypotheses, at, in_domain
from derive.sympy_road.values import Undefined, precision, value
from derive.sympy_road.zero import PROOF_OPERATIONS, proves_zero

OPERATIONS = 400_000  # about a second
DEEP = 100
SAMPLED_ENTRIES = 10
ALL_ENTRIES = 150  # matrices with more are sampled
MAX_INDEX_VALUES = 12
POINTS = 3
CLEAR, SAME = arb("1e-20"), arb("1e-40")


@dataclass
class Tally:
    """How the entries were decided."""

    structural: int = 0
    proved: int = 0
    numerical: int = 0
    entries: int = 0
    total: int = 0
    undefined: int = 0
    jumps: bool = False
    different: dict[str, Any] | None = None
    unknown: list[str] = field(default_factory=list)

    @property
    def agreed(self) -> int:
        """The number of entries in which the sides agree, exactly or numerically."""
        return self.structural + self.proved + self.numerical


def decide(
    problem: Problem,
    sizes: Sequence[Mapping[str, int]],
    *,
    deep: bool = False,
    operations: int = OPERATIONS,
    all_entries: int = ALL_ENTRIES,
    kept: Kept | None = None,
) -> Evidence:
    """Compare both sides of an equation entry by entry, at the smallest of the given sizes.

    The formula is written out as explicit matrices, the derivatives of definitions are taken entry by entry. Entries
    are equal if they are the same expression, or if their normal form is (small entries), or if they agree to 40
    digits at random rational points (then the evidence is no proof). They differ if they do so by more than 1e-20,
    relative to their size, in 50-digit arithmetic at an exact point. Large matrices and second derivatives are
    sampled unless ``deep``.

    Args:
        problem: An equation, a conjunction of them, or an implication whose conclusion is one.
        sizes: Concrete sizes; the tuple with the smallest product is used.
        deep: All entries, and a hundred times the operations.
        operations: Budget of SymPy operations.
        all_entries: Matrices with more entries are sampled.
        kept: Takes the entries that were made, so that they can be run as code.

    Returns:
        Evidence of the road ``sympy``: ``agree``, ``disagree`` or ``none`` (with the reason in its detail).
    """
    start = time.perf_counter()
    smallest = dict(min(sizes, key=lambda s: prod(s.values()), default={}))
    scope = ", ".join(f"{name}={k}" for name, k in sorted(smallest.items())) or "no sizes"
    tally = Tally()
    try:
        if not problem.rules.admits(smallest):
            raise NotSupported("the sizes do not satisfy their rules")
        budget = Budget(operations * (DEEP if deep else 1))
        _run(problem, smallest, tally, budget, deep, all_entries, kept or Kept())
    except NotSupported as reason:
        if tally.different is None:
            tally.unknown.append(str(reason))
    except RecursionError:
        tally.unknown.append("SymPy nested too deep")
    if kept is not None:
        kept.reason = next(iter(tally.unknown), "")
    return _evidence(tally, scope, time.perf_counter() - start)


def _evidence(tally: Tally, scope: str, seconds: float) -> Evidence:
    detail: dict[str, Any] = {
        "entries": tally.entries,
        "of": tally.total,
        "same expression": tally.structural,
        "normal form": tally.proved,
        "50 digits": tally.numerical,
    }
    if tally.undefined:
        detail["undefined points"] = tally.undefined
    if tally.entries < tally.total:
        scope = f"{scope}; {tally.entries} of {tally.total} entries sampled"
    if tally.different is not None:
        return Evidence("sympy", "disagree", scope, {**detail, **tally.different}, seconds)
    if tally.unknown or not tally.agreed:
        detail["reason"] = (tally.unknown or ["no entry was compared"])[0]
        return Evidence("sympy", "none", scope, detail, seconds)
    if tally.jumps:
        detail["off jumps"] = True  # a step has no value at 0
    complete = tally.numerical == 0 and tally.entries == tally.total
    return Evidence("sympy", "agree", scope, detail, seconds, proof=complete)


def _run(
    problem: Problem,
    sizes: Mapping[str, int],
    tally: Tally,
    budget: Budget,
    deep: bool,
    all_entries: int,
    kept: Kept,
) -> None:
    hypotheses, equations = _split(problem)
    variables = _variables(problem, sizes)
    places = list(_index_values(problem, sizes))
    if len(places) > MAX_INDEX_VALUES and not deep:
        tally.total += len(places) - MAX_INDEX_VALUES
        places = random.Random(0).sample(places, MAX_INDEX_VALUES)
    for indices in places:
        x = Explicit({**sizes, **indices}, variables, budget)
        given = Hypotheses(x, hypotheses)
        for rel in equations:
            Comparison(x, given, tally, deep, all_entries).equation(rel, indices, kept)
            if tally.different is not None:
                return


def some_entries(problem: Problem, sizes: Mapping[str, int], operations: int) -> Kept:
    """Make a few entries of both sides of every equation of a goal, without comparing them.

    Args:
        problem: As for `decide`.
        sizes: The value of every size name.
        operations: Budget of SymPy operations.
    """
    kept = Kept()
    try:
        _, equations = _split(problem)
        indices = next(_index_values(problem, sizes), None)
        if indices is None:
            raise NotSupported("an index has no value")
        x = Explicit({**sizes, **indices}, _variables(problem, sizes), Budget(operations))
        for rel in equations:
            a, b = x.matrix(rel.lhs), x.matrix(rel.rhs)
            made = kept.begin(_blank(rel, a, b, sizes, indices, x))
            for i, j in _sampled(*made.shape):
                left, right = at(a, i, j), at(b, i, j)
                x.budget.spend(x.budget.written(left) + x.budget.written(right))
                made.add((i, j), left, right)
    except NotSupported as reason:
        kept.reason = str(reason)
    except RecursionError:
        kept.reason = "SymPy nested too deep"
    return kept


def _blank(rel: Rel, a: Lazy, b: Lazy, sizes: Mapping[str, int], indices: Mapping[str, int], x: Explicit) -> Entries:
    symbols = {name: grid for name, grid in x.symbols.items() if not name.startswith("%")}
    own = {name: k for name, k in sizes.items() if name not in indices}
    return Entries(rel, own, dict(indices), symbols, (max(a.rows, b.rows), max(a.cols, b.cols)))


def _sampled(rows: int, cols: int) -> list[tuple[int, int]]:
    places = list(itertools.product(range(rows), range(cols)))
    return places if len(places) <= SAMPLED_ENTRIES else random.Random(len(places)).sample(places, SAMPLED_ENTRIES)


def _variables(problem: Problem, sizes: Mapping[str, int]) -> dict[str, tuple[int, int]]:
    if not all(shape_known(shape, sizes) for _, shape in problem.variables):
        raise NotSupported("the shape of a variable depends on an unknown size")
    return {name: shape.evaluate(dict(sizes)) for name, shape in problem.variables}


def shape_known(shape: Any, sizes: Mapping[str, int]) -> bool:
    """Whether every size name of a shape has a value."""
    return all(s.names <= sizes.keys() for s in (*shape.rows, *shape.cols))


def _split(problem: Problem) -> tuple[list[Formula], list[Rel]]:
    hypotheses, goals = list(problem.hypotheses), [problem.goal]
    equations: list[Rel] = []
    while goals:
        goal = goals.pop(0)
        if isinstance(goal, Logic) and goal.op == "and":
            goals.extend(goal.args)
        elif isinstance(goal, Logic) and goal.op == "implies" and not goals and not equations:
            hypotheses.extend(goal.args[:-1])
            goals.append(goal.args[-1])
        elif isinstance(goal, Rel) and goal.op == "=":
            equations.append(goal)
        else:
            raise NotSupported("the SymPy road judges equations only")
    return hypotheses, equations


def _index_values(problem: Problem, sizes: Mapping[str, int]) -> Iterator[dict[str, int]]:
    def extend(indices: dict[str, int], rest: Sequence[Any]) -> Iterator[dict[str, int]]:
        if not rest:
            yield indices
            return
        name, low, high = rest[0]
        env = {**sizes, **indices}
        for k in range(low.evaluate(env), high.evaluate(env) + 1):
            yield from extend({**indices, name: k}, rest[1:])

    try:
        yield from itertools.islice(extend({}, problem.indices), 10_000)
    except (KeyError, ValueError) as error:
        raise NotSupported(f"the range of an index is not known: {error}") from error


def nested_derivatives(e: Expr) -> int:
    """How many derivatives are taken of derivatives at most."""
    depth: dict[Expr, int] = {}
    for node in walk(e):
        own = node.op in DERIVATIVES
        depth[node] = own + max((depth[a] for a in node.args), default=0)
    return depth[e]


def _size(u: Any, v: Any) -> arb:
    """How large two values are, at least; small ones count as 1e-20."""
    return reduce(arb.max, (arb(u).abs_lower(), arb(v).abs_lower()), CLEAR)


def _digits(x: Any) -> str:
    return arb(x).str(25, radius=False)


class Comparison:
    """Compares two matrices entry by entry at points that satisfy the hypotheses."""

    def __init__(self, x: Explicit, given: Hypotheses, tally: Tally, deep: bool, all_entries: int) -> None:
        self.x, self.given, self.tally, self.deep, self.all_entries = x, given, tally, deep, all_entries
        self.points: list[tuple[dict[Any, Any], dict[Any, Any]]] = []
        self.parts = Parts()
        symbols = [s for grid in x.symbols.values() for row in grid for s in row if str(s).startswith("v")]
        self.more = given.points(symbols, seed=1)

    def equation(self, rel: Rel, indices: Mapping[str, int], kept: Kept) -> None:
        """Compare the two sides of an equation; the result goes to the tally."""
        a, b = self.x.matrix(rel.lhs), self.x.matrix(rel.rhs)
        made = kept.begin(_blank(rel, a, b, self.x.env, indices, self.x))
        rows, cols = made.shape
        places = list(itertools.product(range(rows), range(cols)))
        self.tally.total += len(places)
        heavy = max(map(nested_derivatives, formula_exprs(rel))) > 1 or len(places) > self.all_entries
        if heavy and not self.deep:
            places = _sampled(rows, cols)
        for i, j in places:
            self.entry(a, b, i, j, made)
            if self.tally.different is not None:
                self.tally.different.update({"entry": [i + 1, j + 1], "indices": dict(indices)})
                return

    def entry(self, a: Lazy, b: Lazy, i: int, j: int, made: Entries) -> None:
        """Compare one entry."""
        left, right = at(a, i, j), at(b, i, j)
        made.add((i, j), left, right)
        self.tally.entries += 1
        parts = self.parts.of(left) | self.parts.of(right)
        if parts & NO_NUMBER:
            self.tally.unknown.append("an entry is no number at these sizes")
            return
        self.tally.jumps |= bool(parts & JUMP)
        if left == right:
            self.tally.structural += 1
            return
        agreed = self.numerically(left, right)
        if self.tally.different is not None:
            return
        if self._same(left, right):
            self.tally.proved += 1
        elif agreed:
            self.tally.numerical += 1
        else:
            self.tally.unknown.append("no admissible point where both sides are defined")

    def _same(self, left: Any, right: Any) -> bool:
        budget = self.x.budget
        written = budget.written(left) + budget.written(right)
        if written > PROOF_OPERATIONS:
            return False
        budget.spend(written)
        return proves_zero((left - right).xreplace(self.given.solved), written)

    def numerically(self, left: Any, right: Any) -> bool:
        """Whether both sides agree at several admissible points; a clear difference is put on record."""
        seen = 0
        with precision():
            for point, memo in itertools.islice(self._points(), POINTS):
                try:
                    u, v = value(left, point, memo), value(right, point, memo)
                except Undefined:
                    self.tally.undefined += 1
                    continue
                gap, scale = abs(arb(u - v)), _size(u, v)
                if gap > scale * CLEAR:
                    self._record(point, u, v)
                    return False
                if not gap <= scale * SAME:
                    self.tally.unknown.append("a difference between 1e-40 and 1e-20, or too few digits")
                    return False
                seen += 1
        return seen >= 2

    def _points(self) -> Iterator[tuple[dict[Any, Any], dict[Any, Any]]]:
        """Yield points that meet the hypotheses and where everything made so far is defined."""
        for known in itertools.count():
            if known == len(self.points):
                point = next(self.more, None)
                if point is None:
                    return
                self.points.append((point, {}))
            if in_domain(self.x, *self.points[known]):
                yield self.points[known]

    def _record(self, point: Mapping[Any, Any], u: Any, v: Any) -> None:
        inputs = {
            name: [[str(point[s]) for s in row] for row in grid]
            for name, grid in self.x.symbols.items()
            if not name.startswith("%")
        }
        sides = {"lhs": _digits(u), "rhs": _digits(v)}
        self.tally.different = {**sides, "inputs": inputs, "sizes": dict(self.x.env)}
