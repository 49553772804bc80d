"""The bench: both sides of a typed statement at random points of a prime field, the same points for all candidates.

Only a screen: what survives is a conjecture. What it buys is that a wrong candidate costs milliseconds.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from derive.alike import formula_key
from derive.core import Expr, Problem, Rel
from derive.errors import NotSupported
from derive.exact.decision.goals import flatten
from derive.exact.decision.screen import Traits, traits
from derive.exact.evaluation.evaluate import Env, Evaluator
from derive.exact.points.instantiate import instantiate
from derive.exact.points.setup import Setup, arrange, solved, with_goal
from derive.exact.points.sizes_choice import choose_sizes, complete, modest_sizes
from derive.exact.rings.primefield import PrimeRing, residues, tower
from derive.exact.rings.rings import Array, Budget, Undefined
from derive.exact.rings.signs import SignBook, TooManySigns
from derive.fraction import Fraction
from derive.sizes import Shape

BATCHES = (6, 48, 384)
PIECEWISE_BATCHES, SAMPLED_BATCHES = (2048, 8192), (384, 1536)
ATOMS = 60  # arguments whose signs are sampled, of all candidates together
OPERATIONS, FIRST = 120_000_000, 40_000_000  # of all candidates; before smaller sizes are taken
NODE = 200  # operations that cost as much time as visiting a node
SEED = 20_011
LOOKED_AT = 6  # points at which multiples are compared
MANY, STEPS = 5, 3  # sizes whose products are kept apart, each by less than so much


@dataclass(frozen=True, slots=True)
class Value:
    """Values (batch, rows, columns) modulo a prime, and which points are valid."""

    ring: PrimeRing
    array: Array
    valid: Array


@dataclass(frozen=True, slots=True)
class Row:
    """One relation at one size tuple: its sides (and which relation it is)."""

    op: str
    left: Value
    right: Value
    sizes: tuple[tuple[str, int], ...]

    @property
    def somewhere(self) -> bool:
        """Whether there is a point where both sides are valid."""
        return self.left.ring is not self.right.ring or bool((self.left.valid & self.right.valid).any())

    @property
    def agrees(self) -> bool:
        """Whether both sides have one shape and are equal wherever both are valid; False if they are nowhere."""
        a, b = self.left, self.right
        if a.ring is not b.ring:
            return False
        valid = a.valid & b.valid
        if not valid.any() or a.array.shape[1:] != b.array.shape[1:]:
            return False
        return not residues(a.array - b.array, a.ring.p)[_picked(a, b, valid)].any()


def _picked(a: Value, b: Value, valid: Array) -> Array:
    return valid if max(len(a.array), len(b.array)) > 1 else np.array([True])


@dataclass(slots=True)
class Bench:
    """Evaluates candidates; values of sides met before are kept.

    Attributes:
        sizes: Two tuples of small sizes.
        seed: Fixes all points.
        grade: Which size of batch to begin with: larger ones if few points are valid.
        budget: Scalar operations left for all candidates together.
        sampled: Patterns of signs are drawn, for there were too many to see them all.
        modest: The sizes are twos and threes, for others took too many operations.

    """

    sizes: list[dict[str, int]]
    seed: int = SEED
    grade: int = 0
    budget: Budget = field(default_factory=lambda: Budget(FIRST))
    sampled: bool = False
    modest: bool = False
    _shared: dict[object, Evaluator] = field(default_factory=dict)
    _chosen: dict[object, list[dict[str, int]]] = field(default_factory=dict)
    _values: dict[object, Value] = field(default_factory=dict)
    _setups: dict[object, Setup] = field(default_factory=dict)
    _known: dict[str, Shape] = field(default_factory=dict)

    @staticmethod
    def of(problem: Problem) -> Bench:
        """Return a bench at the small sizes of a problem."""
        first, *others = choose_sizes(problem, ())[:2] or [{}]
        return Bench([first, *(_unlike(problem, first, other) for other in others)])

    def rows(self, problem: Problem, count: int = 1) -> list[Row]:
        """Return the relations of a problem at its first ``count`` size tuples.

        Raises:
            NotSupported: A side has no meaning in a prime field, or the hypotheses are met by no family.

        """
        problem = instantiate(problem)
        while True:
            try:
                return list(self._rows(problem, count))
            except TooManySigns as reason:
                if self.sampled:
                    raise NotSupported("there are too many signs to sample") from reason
                self.sampled = True
            except NotSupported:
                if self.modest or self.budget.left >= 0:
                    raise
                self.modest = True
                self.sizes, self.budget = modest_sizes(problem)[1:], Budget(OPERATIONS - FIRST)
                self._chosen.clear()
            self._shared.clear()
            self._values.clear()

    def _rows(self, problem: Problem, count: int) -> Iterator[Row]:
        tuples = self.tuples(problem)
        for sizes in tuples[:count]:
            for part in flatten(problem):
                if not isinstance(part.goal, Rel) or part.goal.op == "shape":
                    continue
                for values in indices_tried(part, sizes):
                    yield self._row(part, dict(sizes), values)

    def tuples(self, problem: Problem) -> list[dict[str, int]]:
        """The sizes at which a problem is looked at."""
        key = (problem.sizes, problem.rules)
        if key not in self._chosen:
            self._chosen[key] = choose_sizes(
                problem, tuple({n: s[n] for n in problem.sizes if n in s} for s in self.sizes)
            )
        return self._chosen[key]

    def _row(self, problem: Problem, sizes: dict[str, int], indices: dict[str, int]) -> Row:
        setup = self._setup(problem, sizes)
        assert isinstance(setup.problem.goal, Rel)
        lhs, rhs = setup.lhs, setup.rhs
        need = traits((lhs, rhs))
        sides = []
        piecewise = SAMPLED_BATCHES if self.sampled else PIECEWISE_BATCHES
        for batch in (piecewise if need.piecewise else BATCHES)[self.grade :]:
            sides = [self._value(e, setup, sizes, indices, need, batch) for e in (lhs, rhs)]
            if (sides[0].valid & sides[1].valid).any():
                break
            self.grade = min(self.grade + 1, 1)
        else:
            if self.sampled:  # with so many roots and signs no point is valid
                self.budget.left = -1
                raise NotSupported("no point is valid")
        return Row(setup.problem.goal.op, sides[0], sides[1], tuple(sorted(sizes.items())))

    def _setup(self, problem: Problem, sizes: dict[str, int]) -> Setup:
        if not problem.hypotheses:
            return Setup(problem)
        key = (problem.variables, tuple(map(formula_key, problem.hypotheses)), tuple(sorted(sizes.items())))
        if key not in self._setups:
            self._setups[key] = arrange(problem, sizes, self.seed)[0]
        if not self._setups[key].met:
            raise NotSupported("the hypotheses are met by no known family")
        return with_goal(self._setups[key], problem)

    def _value(
        self, side: Expr, setup: Setup, sizes: dict[str, int], indices: dict[str, int], need: Traits, batch: int
    ) -> Value:
        members = tuple(sorted(setup.families.items()))
        key = (formula_key(Rel("=", side, side)), self._shelf(setup, sizes, indices, need, batch), members)
        if key not in self._values:
            self._values[key] = self._evaluate(side, setup, sizes, indices, need, batch)
        return self._values[key]

    def _evaluate(
        self, side: Expr, setup: Setup, sizes: dict[str, int], indices: dict[str, int], need: Traits, batch: int
    ) -> Value:
        """All candidates share an evaluator: their common parts are evaluated once, and signs are booked together."""
        place = self._shelf(setup, sizes, indices, need, batch)
        evaluator = self._shared.get(place)
        if evaluator is None:
            rings = self._tower(need, batch)
            evaluator = self._shared[place] = self._evaluator(rings, setup, sizes, indices, need)
        self._extend(evaluator, setup, sizes)
        before = _work(evaluator, batch)
        array = _array(evaluator, side)
        self.budget.spend(_work(evaluator, batch) - before)
        valid = _sound(evaluator)
        if not valid.any():  # what follows needs points of its own, and compares only values at the same ones
            del self._shared[place]
            self._values = {k: v for k, v in self._values.items() if v.ring is not evaluator.ring}
        assert isinstance(evaluator.ring, PrimeRing)
        return Value(evaluator.ring, array, valid)

    def _evaluator(
        self, rings: list[PrimeRing], setup: Setup, sizes: dict[str, int], indices: dict[str, int], need: Traits
    ) -> Evaluator:
        upper = None
        for level, ring in reversed(list(enumerate(rings))):
            points = {n: self._draw(n, s, sizes, ring, level) for n, s in _shapes(setup)}
            systems = setup.modular
            if systems is None:
                raise NotSupported("the hypotheses are not affine")
            for system in systems:
                points = solved(system, ring, sizes, points, self.seed)
            signs = SignBook(ring, need.fractional, level, need.levels, self.sampled, ATOMS) if need.piecewise else None
            upper = Evaluator(ring, Env(sizes, points, indices), self.budget, upper, signs)
        assert upper is not None
        return upper

    def _extend(self, evaluator: Evaluator, setup: Setup, sizes: dict[str, int]) -> None:
        """Draw what earlier candidates did not mention; every name has the same values for all."""
        level, one = 0, evaluator
        while one is not None:
            assert isinstance(one.ring, PrimeRing)
            assert isinstance(one.env.variables, dict)
            for name, shape in _shapes(setup):
                if name not in one.env.variables:
                    one.env.variables[name] = self._draw(name, shape, sizes, one.ring, level)
            level, one = level + 1, one.exponents

    def _shelf(
        self, setup: Setup, sizes: Mapping[str, int], indices: Mapping[str, int], need: Traits, batch: int
    ) -> tuple[object, ...]:
        """What values must have in common to be compared: they come from one evaluator."""
        kind = (need.levels, need.roots, need.piecewise, need.piecewise and need.fractional)
        place = (tuple(sorted(sizes.items())), tuple(sorted(indices.items())), kind, batch)
        # The points of a system of equations are solved together; a name of two shapes is two names.
        alone = setup.systems or any(self._known.setdefault(n, s) != s for n, s in _shapes(setup))
        return (*place, setup.systems, setup.problem.variables) if alone else place

    def _tower(self, need: Traits, batch: int) -> list[PrimeRing]:
        # Two, three, five and seven are squares in every field: roots of sizes have a value.
        return tower(need.levels, batch, self.seed, (2, 3, 5, 7), need.roots)

    def _draw(self, name: str, shape: Shape, sizes: Mapping[str, int], ring: PrimeRing, level: int) -> Array:
        rows, cols = shape.evaluate(sizes)
        chance = np.random.default_rng(random.Random(f"{self.seed} {name} {level}").getrandbits(63))
        return chance.integers(0, ring.p, (ring.batch, rows, cols))


def _unlike(problem: Problem, first: Mapping[str, int], other: dict[str, int]) -> dict[str, int]:
    """Sizes none of which is as in other ones, nor any product of two of them, if the rules admit it: else numbers and sizes are not told apart."""
    names = list(first)
    pairs = list(itertools.combinations(names, 2)) if len(names) <= MANY else []
    for more in sorted(itertools.product(range(STEPS), repeat=len(names)), key=sum) if pairs else ():
        wanted = {name: other[name] + k for name, k in zip(names, more, strict=True)}
        told = all(wanted[n] != first[n] for n in names) and all(wanted[a] * wanted[b] != first[a] * first[b] for a, b in pairs)
        if told and problem.rules.admits(wanted):
            return wanted
    wanted = {name: value + (value == first[name]) for name, value in other.items()}
    return other if wanted == other else complete(problem.rules, list(problem.sizes), wanted) or other


def _work(evaluator: Evaluator, batch: int) -> int:
    """What visiting nodes and comparing signs has cost so far."""
    return NODE * evaluator.nodes + (batch * evaluator.signs.compared if evaluator.signs is not None else 0)


def _array(evaluator: Evaluator, side: Expr) -> Array:
    try:
        return evaluator.value(side)
    except Undefined as reason:
        raise NotSupported(f"no value at random points: {reason}") from reason


def _sound(evaluator: Evaluator) -> Array:
    """Points that are valid at every level, with a possible pattern of signs."""
    ring = evaluator.ring
    assert isinstance(ring, PrimeRing)
    valid = ring.valid.copy()
    if evaluator.signs is not None:
        valid &= ~evaluator.signs.impossible
    return valid & _sound(evaluator.exponents) if evaluator.exponents is not None else valid


def _shapes(setup: Setup) -> Sequence[tuple[str, Shape]]:
    return setup.problem.variables


def indices_tried(problem: Problem, sizes: Mapping[str, int]) -> Iterator[dict[str, int]]:
    """A few values of the quantified indices: unequal ones that tell an index from another, and equal ones."""
    names = [(n, low.evaluate(sizes) if low.names <= sizes.keys() else 1, high) for n, low, high in problem.indices]
    if not names:
        yield {}
        return
    for turn in range(2):
        values: dict[str, int] = {}
        for k, (name, low, high) in enumerate(names):
            top = high.evaluate({**sizes, **values}) if high.names <= sizes.keys() | values.keys() else low
            values[name] = low + (k + turn) % (top - low + 1) if top >= low else low
        yield values


def ratio(target: Value, whole: Value, base: Value | None) -> tuple[int, Fraction] | None:
    """Return the sign and square of rho with ``target - base = rho (whole - base)`` at all points, if there is one.

    ``base`` None is zero. The square is a small rational, recovered from its residue.
    """
    p = whole.ring.p
    if target.ring is not whole.ring or (base is not None and base.ring is not whole.ring):
        return None
    valid = target.valid & whole.valid & (base.valid if base is not None else True)
    zero = np.zeros((1, 1, 1), dtype=np.int64) if base is None else base.array
    try:
        up, down = np.broadcast_arrays(residues(target.array - zero, p), residues(whole.array - zero, p))
    except ValueError:
        return None
    if not valid.any():
        return None
    if len(up) == len(valid):
        up, down = up[valid], down[valid]
    places = np.argwhere(down)
    if not len(places):
        return None
    where = tuple(places[0])
    rho = int(up[where]) * pow(int(down[where]), -1, p) % p
    if residues(up - residues(down * rho, p), p).any():
        return None
    square = reconstructed(rho * rho % p, p)
    if square is None:
        return None
    if rho == 0:
        return 0, Fraction(0)
    # The positive root is the one that is itself a square.
    return (1 if pow(rho, (p - 1) // 2, p) == 1 else -1), square


def proportional(target: Value, whole: Value) -> bool:
    """Whether one is a multiple of the other at every point, not by the same number everywhere."""
    p = whole.ring.p
    if target.ring is not whole.ring or target.array.shape[1:] != whole.array.shape[1:]:
        return False
    valid = np.flatnonzero(target.valid & whole.valid)[:LOOKED_AT]
    batch = max(len(target.array), len(whole.array))
    up, down = (residues(np.broadcast_to(v.array, (batch, *v.array.shape[1:])), p) for v in (target, whole))
    if batch > 1:
        up, down = up[valid], down[valid]
    if not len(valid) or not down.any(axis=(1, 2)).all():
        return False
    flat = [(a.reshape(-1), b.reshape(-1)) for a, b in zip(up, down, strict=True)]
    return all(not residues(a * int(b[k]) - b * int(a[k]), p).any() for a, b in flat for k in [int(np.argmax(b != 0))])


def reconstructed(residue: int, p: int) -> Fraction | None:
    """Return the fraction with small numerator and denominator that has a residue modulo p."""
    limit = 4096
    r0, r1, s0, s1 = p, residue, 0, 1
    while r1 > limit:
        q = r0 // r1
        r0, r1, s0, s1 = r1, r0 - q * r1, s1, s0 - q * s1
    if s1 == 0 or abs(s1) > limit:
        return None
    return Fraction(r1, s1) if s1 > 0 else Fraction(-r1, -s1)


def difference(a: Value, b: Value) -> Value:
    """``a - b`` modulo the prime of ``a``, valid where both are."""
    return Value(a.ring, residues(a.array - b.array, a.ring.p), a.valid & b.valid)


__all__ = ["Bench", "Row", "Value", "difference", "indices_tried", "proportional", "ratio", "reconstructed"]
