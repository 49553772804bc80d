"""The screen: do two expressions agree at random points of a large random prime field.

If they are equal they agree at every point. If they differ, the difference is a nonzero polynomial in the points (its
exponentials, roots and signs being further coordinates), and a point in a field of p elements misses it with
probability at most degree/p; the primes are drawn at random as well, so that no coefficient vanishes by bad luck.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

import numpy as np

from derive.build import free_names
from derive.core import Expr, walk
from derive.errors import NotSupported
from derive.exact.evaluation.evaluate import Env, Evaluator
from derive.exact.evaluation.rewrites import derived
from derive.exact.points.affine import AffineSystem
from derive.exact.points.sequences import Sequences
from derive.exact.points.setup import solved
from derive.exact.rings.primefield import NOWHERE, PrimeRing, tower
from derive.exact.rings.rings import Array, Budget, Undefined
from derive.exact.rings.signs import SignBook, TooManySigns, every_pattern_seen
from derive.fraction import Fraction
from derive.functions import BENT, inside, made_of
from derive.norms import norm
from derive.sizes import Shape

EXPONENTIAL = made_of(("exp", "erf"))
PIECEWISE_MAPS = made_of(BENT)
PIECEWISE = {"indicator", "where", "max", "min", "maxover", "minover", "maxentry", "minentry", "order"}
SPECTRAL = {"sigma", "eig", "rank"}
SQUARES = (2, 3, 5, 7)
FIELDS = 3  # in which a denominator that vanishes at all points is taken for zero
WANTED = 4  # valid points per screen, half of it per sample
BATCHES = (8, 64, 512, 4096)
FEW_SIGNS, MANY_SIGNS = (64, 512, 4096), (2048, 8192, 32768)  # batches that see every pattern


@dataclass(frozen=True, slots=True)
class Screening:
    """Outcome of a screen.

    Attributes:
        equal: True, False, or None if no point was valid.
        trials: Valid points.
        discarded: Points where something was undefined or a radicand no square.
        prime: The smallest prime of the last tower.
        entry: An entry (row, column from one) that differs.
        patterns: Sign patterns that the points are spread over.
        nowhere: A denominator was zero at every point of every field.
        sampled: There are too many sign patterns to see them all; each point had a random one.

    """

    equal: bool | None
    trials: int
    discarded: int
    prime: int
    entry: tuple[int, int] | None = None
    patterns: int = 1
    sampled: bool = False
    nowhere: bool = False

    @property
    def error(self) -> str:
        """The probability of a false agreement, in words."""
        trials = max(1, self.trials // self.patterns)
        return f"at most (degree * 2^-{int(math.log2(self.prime))})^{trials}"


@dataclass(frozen=True, slots=True)
class Traits:
    """What an expression needs of a prime field."""

    levels: int
    roots: tuple[int, ...]
    squares: tuple[int, ...]
    piecewise: bool
    fractional: bool


def traits(exprs: Sequence[Expr]) -> Traits:
    """Nesting of exponentials, odd root degrees, whether roots of constants occur, whether anything is piecewise.

    Raises:
        NotSupported: Something has no value in a prime field; said before anything is evaluated.

    """
    depth: dict[Expr, int] = {}
    open_: dict[Expr, bool] = {}
    roots: set[int] = set()
    fractional = constant_root = piecewise = False
    for expr in exprs:
        for node in walk(expr):
            depth[node] = max((depth[a] for a in node.args), default=0) + _is_exponential(node)
            open_[node] = node.op == "var" or any(open_[a] for a in node.args)
            if node.op in SPECTRAL or (node.op == "norm" and derived(node) is None):
                raise NotSupported("a prime field has no spectra")
            if node.op == "map":
                piecewise |= node.data[0] in PIECEWISE_MAPS
                constant_root |= node.data[0] == "erf" or any(map(_is_constant_root, inside(node.data[0])))
            piecewise |= node.op in PIECEWISE or (node.op == "norm" and not norm(node.data[0]).unitary)
            fractional |= node.op == "norm"
            if node.op == "hpow":
                exponent = node.args[1].data[0] if node.args[1].op == "const" else Fraction(1, 2)
                odd = exponent.denominator
                while odd % 2 == 0:
                    odd //= 2
                roots |= {odd} - {1}
                fractional |= exponent.denominator > 1
                constant_root |= exponent.denominator > 1 and not open_[node.args[0]]
    levels = 1 + max(depth[e] for e in exprs)
    return Traits(levels, tuple(sorted(roots)), SQUARES if constant_root else (), piecewise, fractional)


def _is_constant_root(node: Expr) -> bool:
    return node.op == "hpow" and node.args[1].data[0].denominator > 1 and not free_names(node.args[0])


def _is_exponential(node: Expr) -> int:
    if node.op == "real" and node.data[0] == "e":
        return 1
    if node.op == "softmax" or (node.op == "map" and node.data[0] in EXPONENTIAL):
        return 1
    return int(node.op == "hpow" and node.args[1].op not in ("const", "size"))


def screen(
    lhs: Expr,
    rhs: Expr,
    variables: Sequence[tuple[str, Shape]],
    sizes: Mapping[str, int],
    indices: Mapping[str, int],
    seed: int,
    *,
    systems: Sequence[AffineSystem | Sequences] = (),
    operations: int = 120_000_000,
    sample: bool = False,
) -> Screening:
    """Compare two expressions at random points modulo random primes (solutions of the given affine systems).

    Where there are too many signs to see every pattern, or only a ``sample`` is wanted, every point has a random
    pattern: agreement is then a sample. A sample is of one field, others are of two at least.

    Raises:
        NotSupported: A node has no meaning in a prime field, or the budget is used up.

    """
    budget, rest = Budget(operations), (variables, sizes, indices, seed, systems)
    plans = [Plan(signs) for signs in (FEW_SIGNS, MANY_SIGNS)] if traits((lhs, rhs)).piecewise and not sample else []
    sampled = Plan(BATCHES, WANTED // 2, fields=1, sampled=True) if sample else Plan(BATCHES, sampled=True)
    for plan in (*plans, sampled):
        with suppress(TooManySigns):
            return _screen(lhs, rhs, *rest, budget, plan)
    raise NotSupported("there are too many signs to sample", hint="use smaller sizes")


@dataclass(frozen=True, slots=True)
class Plan:
    """How much a screen looks at.

    It says how many points are drawn at once (more where two attempts were not enough), how many valid points and fields
    are wanted, and whether each point has a random pattern of signs instead of all patterns together.
    """

    batches: tuple[int, ...]
    points: int = WANTED
    fields: int = 2
    sampled: bool = False


def _screen(
    lhs: Expr,
    rhs: Expr,
    variables: Sequence[tuple[str, Shape]],
    sizes: Mapping[str, int],
    indices: Mapping[str, int],
    seed: int,
    systems: Sequence[AffineSystem | Sequences],
    budget: Budget,
    plan: Plan,
) -> Screening:
    need = traits((lhs, rhs))
    sampled = plan.sampled and need.piecewise
    all_patterns = need.piecewise and not sampled
    trials = discarded = undefined = 0
    prime = patterns = 1
    for attempt in range(12):
        batch = plan.batches[min(attempt // 2, len(plan.batches) - 1)]
        start = seed + 7919 * attempt
        evaluator = _evaluator(need, variables, sizes, indices, start, batch, budget, systems, sampled)
        ring = evaluator.ring
        assert isinstance(ring, PrimeRing)
        try:
            differing = _differences(evaluator, lhs, rhs)
        except Undefined as reason:
            discarded += batch
            undefined += str(reason) == NOWHERE
            if undefined == attempt + 1 == FIELDS:
                return Screening(None, 0, discarded, prime, nowhere=True)
            continue
        valid = _valid(evaluator)
        trials, discarded, prime = (
            trials + int(valid.sum()),
            discarded + int((~valid).sum()),
            _smallest_prime(evaluator),
        )
        bad = differing[valid]
        if bad.size and bad.any():
            row, column = (int(k) + 1 for k in np.argwhere(bad.any(axis=0))[0])
            return Screening(False, trials, discarded, prime, (row, column))
        if all_patterns and not every_pattern_seen(_books(evaluator), valid):
            trials = 0
            continue
        patterns = 1 if sampled else 2 ** sum(len(book.atoms) for book in _books(evaluator))
        # Two primes, where it matters: one might divide every coefficient of the difference.
        if trials >= plan.points and attempt + 1 >= plan.fields:
            break
    return Screening(True if trials >= 2 else None, trials, discarded, prime, None, patterns, sampled)


def _differences(evaluator: Evaluator, lhs: Expr, rhs: Expr) -> Array:
    a, b = evaluator.value(lhs), evaluator.value(rhs)
    differing = ~evaluator.ring.is_zero(evaluator.ring.add(a, evaluator.ring.neg(b)))
    return np.broadcast_to(differing, (evaluator.ring.batch, *differing.shape[1:]))


def _valid(evaluator: Evaluator) -> Array:
    """Points at which every level of the tower was defined."""
    ring = evaluator.ring
    assert isinstance(ring, PrimeRing)
    valid = ring.valid
    return valid & _valid(evaluator.exponents) if evaluator.exponents is not None else valid


def _smallest_prime(evaluator: Evaluator) -> int:
    ring = evaluator.ring
    assert isinstance(ring, PrimeRing)
    return ring.p if evaluator.exponents is None else _smallest_prime(evaluator.exponents)


def _books(evaluator: Evaluator | None) -> list[SignBook]:
    if evaluator is None:
        return []
    return [b for b in (evaluator.signs,) if b is not None] + _books(evaluator.exponents)


def _evaluator(
    need: Traits,
    variables: Sequence[tuple[str, Shape]],
    sizes: Mapping[str, int],
    indices: Mapping[str, int],
    seed: int,
    batch: int,
    budget: Budget,
    systems: Sequence[AffineSystem | Sequences],
    sampled: bool,
) -> Evaluator:
    """Random points in a tower of prime fields."""
    chance = np.random.default_rng(seed)
    upper: Evaluator | None = None
    rings = tower(need.levels, batch, seed, need.squares, need.roots)
    for level, ring in reversed(list(enumerate(rings))):
        for _, shape in variables:
            rows, columns = shape.evaluate(sizes)
            budget.spend(batch * rows * columns)
        points = {n: chance.integers(0, ring.p, (batch, *s.evaluate(sizes))) for n, s in variables}
        for system in systems:
            points = solved(system, ring, sizes, points, seed)
        signs = SignBook(ring, need.fractional, level, need.levels, sampled) if need.piecewise else None
        upper = Evaluator(ring, Env(sizes, points, indices), budget, upper, signs)
    if upper is None:
        raise NotSupported("no prime field")
    return upper
