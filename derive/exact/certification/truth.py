"""Is a formula true, false or open at one exact point: exact numbers first, then balls of growing precision."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from flint import arb, ctx

from derive.core import Expr, Formula, Quantified, Rel
from derive.errors import NotSupported
from derive.evidence import Matrix
from derive.exact.evaluation.evaluate import Env, Evaluator
from derive.exact.rings import surds
from derive.exact.rings.ballring import BallRing
from derive.exact.rings.exactring import ExactRing, to_fmpq
from derive.exact.rings.rings import Array, Budget, Irrational, Ring, Uncertain, Undecided
from derive.fraction import Fraction
from derive.infinite import infinite_sign
from derive.sizes import Size

PRECISIONS = (128, 256, 512, 1024, 2048, 4096)
NODE = 200  # operations that cost as much time as visiting a node
OPEN = 2  # the sign of a difference that is not known
MAX_INDEX_TURNS = 4096


DIGITS, MOST_DIGITS = 25, 800  # of enclosures
WRITTEN = arb(10) ** 1000  # up to which a whole number in a ball is written out


@dataclass(frozen=True, slots=True)
class Gap:
    """Where a relation fails: the entry (from one) and both sides, printed exactly or as enclosures.

    ``index`` holds the values of quantified indices; ``kind`` is ``exact`` or ``balls``.
    """

    lhs: str
    rhs: str
    entry: tuple[int, int] | None
    index: Mapping[str, int]
    gap: str
    kind: str


@dataclass(frozen=True, slots=True)
class Sides:
    """Both sides at a point (object arrays of one shape) and the signs of lhs - rhs: -1, 0, 1 or OPEN."""

    lhs: Array
    rhs: Array
    signs: Array
    kind: str


@dataclass(slots=True)
class Purse:
    """Work that several evaluations share, in scalar operations of moderate precision.

    Attributes:
        left: What may still be spent.
        remembers: Values at a point are kept for other formulas that are evaluated there.

    """

    left: int
    remembers: bool = False
    kept: dict[Any, Evaluator] = field(default_factory=dict)

    def evaluator(self, ring: Ring, place: Place, precision: int) -> Evaluator:
        """Return the evaluator of a ring at a place, with what it remembers."""
        key = (type(ring), precision, place.key) if self.remembers else None
        evaluator = self.kept.get(key)
        if evaluator is None:
            evaluator = Evaluator(ring, place.env(ring), Budget(place.operations))
        if self.remembers:
            evaluator.budget.left = place.operations
            self.kept[key] = evaluator
        return evaluator

    def pay(self, operations: int, nodes: int, precision: int) -> None:
        """Take what an evaluation has used, its overhead per node included."""
        self.left -= operations * max(1, precision // 256) + NODE * nodes

    def check(self) -> None:
        """Refuse work beyond the bound.

        Raises:
            NotSupported: Nothing is left.

        """
        if self.left < 0:
            raise NotSupported("the exact road's budget of operations is used up", hint="use smaller sizes")


@dataclass(slots=True)
class Place:
    """An exact point: sizes, inputs as arrays of rationals, index values.

    Attributes:
        operations: Allowed for one evaluation.
        precisions: Of the balls that are tried in turn.
        purse: Work shared with other evaluations, if that is bounded.

    """

    sizes: Mapping[str, int]
    inputs: Mapping[str, Array]
    indices: Mapping[str, int] = field(default_factory=dict)
    operations: int = 3_000_000
    precisions: tuple[int, ...] = PRECISIONS
    purse: Purse | None = None

    @property
    def key(self) -> Any:
        """What the values here depend on."""
        matrices = ((name, tuple(map(str, a.flat))) for name, a in self.inputs.items())
        parts = (self.sizes.items(), self.indices.items(), matrices)
        return tuple(tuple(sorted(part)) for part in parts)

    def env(self, ring: Ring) -> Env:
        """The environment of an evaluation in this ring; for balls the exact inputs are enclosed."""
        if isinstance(ring, BallRing):
            from derive.exact.rings.ballring import from_exact

            return Env(self.sizes, {n: from_exact(a) for n, a in self.inputs.items()}, self.indices)
        return Env(self.sizes, self.inputs, self.indices)

    def values(self, ring: Ring, *exprs: Expr) -> list[Array]:
        """Values of expressions, each (rows, columns)."""
        if self.purse is None:
            evaluator = Evaluator(ring, self.env(ring), Budget(self.operations))
            return [evaluator.value(e)[0] for e in exprs]
        self.purse.check()
        precision = ctx.prec if isinstance(ring, BallRing) else 0
        evaluator = self.purse.evaluator(ring, self, precision)
        before = evaluator.nodes
        try:
            return [evaluator.value(e)[0] for e in exprs]
        finally:
            self.purse.pay(self.operations - evaluator.budget.left, evaluator.nodes - before, precision)
            evaluator.forget_bound()


def to_array(matrix: Matrix) -> Array:
    """A point's matrix as an object array (1, rows, columns) of fmpq."""
    out = np.empty((1, len(matrix), len(matrix[0]) if matrix else 0), dtype=object)
    for i, line in enumerate(matrix):
        for j, x in enumerate(line):
            out[0, i, j] = to_fmpq(x if isinstance(x, Fraction) else Fraction(x))
    return out


# Comparing.


def compare(place: Place, lhs: Expr, rhs: Expr, settled: Callable[[Array], bool]) -> Sides:
    """Evaluate both sides, exactly if possible, else in balls until ``settled`` says that the signs suffice.

    Raises:
        Undefined: A side has no value at the point, or `Undecided` whether it has one.
        NotSupported: A side cannot be evaluated.

    """
    try:
        a, b = _broadcast(*place.values(ExactRing(), lhs, rhs))
        signs = np.array([surds.sign(x - y) for x, y in zip(a.flat, b.flat, strict=True)], dtype=np.int64)
        return Sides(a, b, signs.reshape(a.shape), "exact")
    except Irrational:
        pass
    last: Sides | None = None
    for precision in place.precisions:
        with ctx.workprec(precision):
            try:
                a, b = _broadcast(*place.values(BallRing(), lhs, rhs))
            except Uncertain:
                continue
            signs = np.array([_ball_sign(x, y) for x, y in zip(a.flat, b.flat, strict=True)], dtype=np.int64)
            last = Sides(a, b, signs.reshape(a.shape), "balls")
        if settled(last.signs):
            break
    if last is None:
        raise Undecided("an expression is not decided within 4096 bits (a kink, or a hidden zero)")
    return last


def _broadcast(a: Array, b: Array) -> tuple[Array, Array]:
    return tuple(np.broadcast_arrays(a, b))  # type: ignore[return-value]


def _ball_sign(x: arb, y: arb) -> int:
    if x < y:
        return -1
    if x > y:
        return 1
    return 0 if x.is_exact() and y.is_exact() and x == y else OPEN


# Per relation: entries that contradict it, and entries that satisfy it.
WRONG: dict[str, Callable[[Array], Array]] = {
    "=": lambda s: (s == 1) | (s == -1),
    "<=": lambda s: s == 1,
    "<": lambda s: (s == 1) | (s == 0),
    ">=": lambda s: s == -1,
    ">": lambda s: (s == -1) | (s == 0),
}
RIGHT: dict[str, Callable[[Array], Array]] = {
    "=": lambda s: s == 0,
    "<=": lambda s: (s == 0) | (s == -1),
    "<": lambda s: s == -1,
    ">=": lambda s: (s == 0) | (s == 1),
    ">": lambda s: s == 1,
}


def relation_truth(place: Place, rel: Rel) -> tuple[bool | None, Gap | None]:
    """Truth of one relation at a point and, if it is false, where.

    Raises:
        Undefined, NotSupported: As in `compare`.

    """
    if rel.op == "shape":
        return _shape_truth(place, rel)
    if rel.op == "!=":
        truth, _ = relation_truth(place, Rel("=", rel.lhs, rel.rhs))
        return (None if truth is None else not truth), (_equal_gap(place, rel) if truth else None)
    if rel.op not in WRONG:
        raise NotSupported(f"the relation {rel.op} is not about a single point")
    special = _infinite(place, rel)
    if special is not None:
        return special
    plain = _with_witnesses(place, rel)
    if plain is not rel:
        # A witness can contradict a claim about an extremum, never confirm it.
        truth, gap = relation_truth(place, plain)
        return (False, gap) if truth is False else (None, None)
    wrong, right = WRONG[rel.op], RIGHT[rel.op]
    if rel.lhs == rel.rhs and rel.op in ("=", "<=", ">="):
        compare(place, rel.lhs, rel.rhs, lambda s: True)  # it must be defined
        return True, None
    sides = compare(place, rel.lhs, rel.rhs, lambda s: bool(wrong(s).any() or right(s).all()))
    failing = wrong(sides.signs)
    if failing.any():
        return False, _gap(place, sides, failing)
    return (True if right(sides.signs).all() else None), None


def _gap(place: Place, sides: Sides, failing: Array) -> Gap:
    position = _widest(sides, failing)
    x, y = sides.lhs[position], sides.rhs[position]
    entry = None if sides.lhs.size == 1 else (int(position[0]) + 1, int(position[1]) + 1)
    with ctx.workprec(4096 if sides.kind == "balls" else 128):
        difference = x - y
    first, second = _show_apart(x, y)
    return Gap(first, second, entry, dict(place.indices), show(difference), sides.kind)


def _widest(sides: Sides, failing: Array) -> tuple[Any, ...]:
    """The failing entry of the largest difference."""
    best, where = -1.0, None
    for position in zip(*np.nonzero(failing), strict=True):
        difference: Any = sides.lhs[position] - sides.rhs[position]
        ball: Any = surds.ball(difference) if sides.kind == "exact" else difference
        size = abs(float(ball.mid()))
        if where is None or size > best:
            best, where = size, position
    assert where is not None
    return where


def _equal_gap(place: Place, rel: Rel) -> Gap:
    sides = compare(place, rel.lhs, rel.rhs, lambda s: True)
    text = show(sides.lhs.flat[0]) if sides.lhs.size == 1 else "all entries are equal"
    return Gap(text, text, None, dict(place.indices), "0", sides.kind)


def _shape_truth(place: Place, rel: Rel) -> tuple[bool, Gap | None]:
    try:
        left, right = (side.shape.evaluate({**place.sizes, **place.indices}) for side in (rel.lhs, rel.rhs))
    except (KeyError, ValueError) as error:
        raise NotSupported(f"a shape has no value here: {error}") from error
    if left == right:
        return True, None
    texts = [f"{rows} x {columns}" for rows, columns in (left, right)]
    return False, Gap(texts[0], texts[1], None, dict(place.indices), "different shapes", "exact")


def _infinite(place: Place, rel: Rel) -> tuple[bool | None, Gap | None] | None:
    """Relations one of whose sides is infinite: the constant, or the condition number of a singular matrix."""
    left, right = (infinite_sign_at(place, side) for side in (rel.lhs, rel.rhs))
    if not left and not right:
        return None
    signs = np.array([[left - right]])
    if not (left and right):
        place.values(BallRing() if _irrational(place, rel) else ExactRing(), rel.rhs if left else rel.lhs)
    if WRONG[rel.op](signs).any():
        words = [{1: "infinity", -1: "-infinity"}.get(sign, "a finite number") for sign in (left, right)]
        return False, Gap(words[0], words[1], None, dict(place.indices), "infinity", "exact")
    return True, None


def _irrational(place: Place, rel: Rel) -> bool:
    try:
        for side in (rel.lhs, rel.rhs):
            if not infinite_sign_at(place, side):
                place.values(ExactRing(), side)
    except Irrational:
        return True
    return False


def infinite_sign_at(place: Place, side: Expr) -> int:
    """Return 1 for infinity, -1 for minus infinity, 0 for a side that is finite."""
    if side.op != "kappa":
        return infinite_sign(side)
    try:
        (matrix,) = place.values(ExactRing(), side.args[0])
        return int(ExactRing().rank(matrix) < min(matrix.shape))
    except Irrational:
        return 0


def _with_witnesses(place: Place, rel: Rel) -> Rel:
    """Replace a supremum (an infimum) by the body at the point's own values of the bound names, where that is sound.

    ``sup f <= c``, ``sup f < c`` and ``sup f = c`` fail where f > c at one admissible point: the left side may be
    replaced by f in ``<=`` only, so the relation becomes ``f <= c``. Symmetrically for the other side and infima.
    Where the conditions admit a single value, the extremum is the body there.
    """
    for side in (rel.lhs, rel.rhs):
        if side.op in ("sup", "inf") and _single(place, side):
            body = _admissible(place, side)
            return Rel(rel.op, body, rel.rhs) if side is rel.lhs else Rel(rel.op, rel.lhs, body)
    for side, growing in ((rel.lhs, "sup"), (rel.rhs, "inf")):
        if side.op in ("sup", "inf"):
            if side.op != growing or rel.op not in ("<=", "<", "="):
                break
            body = _admissible(place, side)
            return Rel("<=", body, rel.rhs) if side is rel.lhs else Rel("<=", rel.lhs, body)
    for side, growing in ((rel.lhs, "inf"), (rel.rhs, "sup")):
        if side.op in ("sup", "inf"):
            if side.op != growing or rel.op not in (">=", ">", "="):
                raise NotSupported("this extremum is not contradicted by one point")
            body = _admissible(place, side)
            return Rel(">=", body, rel.rhs) if side is rel.lhs else Rel(">=", rel.lhs, body)
    return rel


def _admissible(place: Place, side: Expr) -> Expr:
    names, conditions = side.data
    if any(name not in place.inputs for name, _ in names):
        raise NotSupported("the point has no witness for the bound names of a supremum")
    for condition in conditions:
        if formula_truth(place, condition)[0] is not True:
            raise NotSupported("the witness of a supremum is not admissible")
    return side.args[0]


def _single(place: Place, side: Expr) -> bool:
    """Whether one bound number is determined by an affine equation among the conditions (a simplex of size one)."""
    from derive.degree import degree_in

    names, conditions = side.data
    ((name, shape), *others) = names
    if others or shape.evaluate({**place.sizes, **place.indices}) != (1, 1) or name not in place.inputs:
        return False
    moved = replace(place, inputs={**place.inputs, name: place.inputs[name] + to_fmpq(Fraction(1))})
    for condition in conditions:
        if isinstance(condition, Rel) and condition.op == "=" and condition.lhs.shape.is_scalar:
            degrees = [degree_in(e, name) for e in (condition.lhs, condition.rhs)]
            if all(d is not None and d <= 1 for d in degrees) and relation_truth(moved, condition)[0] is False:
                return True
    return False


# Formulas.


def formula_truth(place: Place, formula: Formula) -> tuple[bool | None, Gap | None]:
    """Three-valued truth at a point; matrix quantifiers are false if the point's own values contradict them."""
    if isinstance(formula, Rel):
        return relation_truth(place, formula)
    if isinstance(formula, Quantified):
        return _quantified(place, formula)
    if formula.op == "not":
        truth, _ = formula_truth(place, formula.args[0])
        return (None if truth is None else not truth), None
    if formula.op == "implies":
        *hypotheses, conclusion = formula.args
        known = [formula_truth(place, h)[0] for h in hypotheses]
        if any(k is False for k in known):
            return True, None
        truth, gap = formula_truth(place, conclusion)
        if truth is True or all(k is True for k in known):
            return truth, gap
        return None, None
    if formula.op == "and":
        return _and(place, formula.args)
    results = [formula_truth(place, part) for part in formula.args]
    truths = [truth for truth, _ in results]
    if formula.op == "or":
        if any(t is True for t in truths):
            return True, None
        return (None, None) if any(t is None for t in truths) else (False, results[0][1])
    if formula.op == "iff" and len(truths) == 2 and None not in truths:
        return truths[0] == truths[1], next((gap for _, gap in results if gap), None)
    return None, None


def _and(place: Place, parts: Sequence[Formula]) -> tuple[bool | None, Gap | None]:
    """A false part decides: those behind it must be defined, but need not be decidable (an eigenvalue, behind a symmetry)."""
    results: list[tuple[bool | None, Gap | None]] = []
    for part in parts:
        try:
            results.append(formula_truth(place, part))
        except NotSupported:
            if all(truth is not False for truth, _ in results):
                raise
    return _all(results)


def _all(results: Sequence[tuple[bool | None, Gap | None]]) -> tuple[bool | None, Gap | None]:
    for truth, gap in results:
        if truth is False:
            return False, gap
    return (True if all(truth is True for truth, _ in results) else None), None


def _quantified(place: Place, formula: Quantified) -> tuple[bool | None, Gap | None]:
    indices = [n for n in formula.names if n[1] is None or len(n) > 2]
    matrices = [n for n in formula.names if n not in indices]
    if formula.kind == "forall" and matrices and any(n[0] not in place.inputs for n in matrices):
        return None, None
    if formula.kind == "exists" and matrices:
        return None, None
    results = [formula_truth(inner, formula.body) for inner in index_places(place, indices)]
    if formula.kind == "exists":
        if any(truth is True for truth, _ in results):
            return True, None
        return (False, results[0][1] if results else None) if all(t is False for t, _ in results) else (None, None)
    truth, gap = _all(results)
    return (None if truth is True and matrices else truth), gap


def index_places(place: Place, names: list[tuple[Any, ...]]) -> Iterator[Place]:
    """All values of quantified indices (name, ..., low, high), in order."""
    if not names:
        yield place
        return
    (name, *_, low, high), *rest = names
    known = {**place.sizes, **place.indices}
    first, last = Size.of(low).evaluate(known), Size.of(high).evaluate(known)
    if last - first > MAX_INDEX_TURNS:
        raise NotSupported("too many index values")
    for k in range(first, last + 1):
        yield from index_places(replace(place, indices={**place.indices, name: k}), rest)


# Printing.


def _show_apart(x: Any, y: Any) -> tuple[str, str]:
    """Two numbers that differ, with as many digits as it takes to see it."""
    digits = DIGITS
    if isinstance(x, arb) or isinstance(y, arb):
        while digits < MOST_DIGITS and not _apart(x, y, digits):
            digits *= 2
    return show(x, digits), show(y, digits)


def _apart(x: Any, y: Any, digits: int) -> bool:
    balls = (number if isinstance(number, arb) else surds.ball(number) for number in (x, y))
    (m, r, e), (n, t, f) = ([int(k) for k in ball.mid_rad_10exp(digits)] for ball in balls)
    if abs(e - f) > MOST_DIGITS:  # as far apart as one of them is from zero: the other one is nothing beside it
        return abs(m) > r if n == t == 0 or (e > f and (m, r) != (0, 0)) else abs(n) > t
    left, right = 10 ** max(0, e - f), 10 ** max(0, f - e)  # both in units of the smaller power of ten
    return abs(m * left - n * right) > r * left + t * right


def show(x: Any, digits: int = DIGITS) -> str:
    """An exact number, or an enclosure [low, high] of decimals."""
    if not isinstance(x, arb):
        return str(x)
    if x.is_exact() and abs(x) < WRITTEN and x.is_integer():
        return str(x.unique_fmpz())
    middle, radius, exponent = (int(n) for n in x.mid_rad_10exp(digits))
    if digits == DIGITS and len(str(abs(middle))) > 60:
        middle, radius, exponent = (int(n) for n in x.mid_rad_10exp(12))
    return f"[{_decimal(middle - radius, exponent)}, {_decimal(middle + radius, exponent)}]"


def _decimal(digits: int, exponent: int) -> str:
    if exponent >= 0:
        return str(digits * 10**exponent) if exponent < 30 else f"{digits}e{exponent}"
    text = str(abs(digits))
    sign = "-" if digits < 0 else ""
    if len(text) - len(text) // 2 + exponent < -60:
        return f"{sign}{text}e{exponent}"
    text = text.rjust(-exponent + 1, "0")
    return f"{sign}{text[:exponent]}.{text[exponent:]}"


__all__ = [
    "Gap",
    "Place",
    "compare",
    "formula_truth",
    "index_places",
    "infinite_sign_at",
    "relation_truth",
    "show",
    "to_array",
]
