"""What the hypotheses say, in the form the norm rules ask for: signs, distributions, orthogonality, known bounds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from derive import build
from derive.bounds.forms.bound import Bound, Step
from derive.bounds.forms.normal import (
    INDEX_BINDERS,
    canonical,
    cols,
    key,
    opened,
    rows,
    starts_at_one_or_above,
    strip,
)
from derive.bounds.forms.numbers import number_of
from derive.bounds.forms.polynomial import Poly
from derive.core import Expr, Rel, SizeRules
from derive.fraction import Fraction
from derive.functions import FUNCTIONS
from derive.size_signs import is_nonnegative_above, value_at
from derive.sizes import Size

Range = tuple[str, Size, Size]
Answer = TypeVar("Answer")
UNKNOWN, NONNEGATIVE, POSITIVE = 0, 1, 2
MAX_WORK = 2000  # steps of comparison of one claim
ALTERNATIVES, ALTERNATIVES_OF_MANY = 48, 12


@dataclass(frozen=True, slots=True)
class Theorem:
    """``small <= large`` (``<`` if strict) between scalars, with the name of the rule and what it says.

    Of an instance of a theorem of the base also what stands for its matrices and for its sizes and indices.
    """

    small: Expr
    large: Expr
    strict: bool
    rule: str
    text: str
    values: Mapping[str, Expr] = field(default_factory=dict, compare=False)
    sizes: Mapping[str, Size] = field(default_factory=dict, compare=False)


@dataclass(frozen=True, slots=True)
class Prover:
    """Questions about what is known whose answers lead to one another: the sign of a number may follow from a bound of a norm.

    `derive.bounds.comparison.prover` has those who answer. `Facts` carry the prover along, so that a module asks them
    (``facts.value(x)``) and imports none of those that answer.

    Attributes:
        value: The polynomial equal to a scalar.
        norm: A norm of a kind as a polynomial, by equalities alone.
        nonnegative: The steps that show ``poly >= 0`` (``> 0`` if strict) term by term, to a depth.
        algebraic: The same by products of what is known.
        told_sign: 1 or -1 if a hypothesis says just this: ``1 - t >= 0``.
        sign_of_spectrum: The sign of eigenvalues, traces, forms and the like of semidefinite matrices.
        may_be_infinite: Whether an infinite value may stand inside.
        is_symmetric: Whether a matrix equals its transpose.
        is_semidefinite: Whether a matrix is symmetric with no negative eigenvalue.
        is_definite: Whether a matrix is symmetric with positive eigenvalues alone.
    """

    value: Callable[[Facts, Expr], Bound]
    norm: Callable[[Facts, Expr, str], Bound]
    nonnegative: Callable[[Facts, Poly, bool, int], tuple[Step, ...] | None]
    algebraic: Callable[[Facts, Poly, bool], tuple[Step, ...] | None]
    told_sign: Callable[[Facts, Poly], int]
    sign_of_spectrum: Callable[[Facts, Expr], int]
    may_be_infinite: Callable[[Facts, Expr], bool]
    is_symmetric: Callable[[Facts, Expr], bool]
    is_semidefinite: Callable[[Facts, Expr], bool]
    is_definite: Callable[[Facts, Expr], bool]


@dataclass(slots=True)
class Facts:
    """Everything known before a bound is derived, and who answers questions about it.

    Attributes:
        rules: Restrictions of the sizes.
        prover: Who answers.
        signs: Elementwise signs of expressions (variables, mostly).
        stochastic: Matrices all of whose rows are nonnegative and sum to one.
        simplex: Columns that are nonnegative and sum to one.
        unit_sums: Columns that sum to one.
        orthonormal: Matrices Q with Q^T Q = I.
        symmetric: Matrices S with S^T = S.
        idempotent: Matrices P with P^2 = P.
        inner_inverses: Pairs of A and B with A B A = A.
        radii: Numbers that no row of a matrix exceeds in Euclidean norm.
        orders: Known scalar inequalities (smaller, larger, strict), with the indices that they hold for.
        cache: Results of rules, by key.
        equals: What a composite matrix (no variable) is said to equal.
        work: Steps of comparison spent so far.
        most: How many may be spent.
        indices: Universally quantified indices with their ranges.
        nonzero: Matrices (and scalars) that are not zero.
        distinct: Vectors without ties.
        theorems: Standard inequalities about quantities of the claim.
        places: Pairs of sizes of which the first is at most the second, since a claim has an eigenvalue or the like at such a place.
        without: Ids of theorems of the base that are not to be used.
        unanswered: Questions to which no theorem matters, and that have no answer.
        norms: Norms of the claim that are not common.

    """

    rules: SizeRules
    prover: Prover
    signs: dict[Expr, int] = field(default_factory=dict)
    stochastic: set[Expr] = field(default_factory=set)
    simplex: set[Expr] = field(default_factory=set)
    orthonormal: set[Expr] = field(default_factory=set)
    symmetric: set[Expr] = field(default_factory=set)
    orders: list[tuple[Expr, Expr, bool, tuple[Range, ...]]] = field(default_factory=list)
    radii: dict[Expr, list[Expr]] = field(default_factory=dict)
    equals: dict[Expr, list[Expr]] = field(default_factory=dict)
    cache: dict[object, object] = field(default_factory=dict)
    work: int = 0
    most: int = MAX_WORK
    indices: tuple[Range, ...] = ()
    nonzero: set[Expr] = field(default_factory=set)
    distinct: set[Expr] = field(default_factory=set)
    theorems: list[Theorem] = field(default_factory=list)
    idempotent: set[Expr] = field(default_factory=set)
    inner_inverses: set[tuple[Expr, Expr]] = field(default_factory=set)
    unit_sums: set[Expr] = field(default_factory=set)
    places: set[tuple[Size, Size]] = field(default_factory=set)
    without: frozenset[str] = frozenset()
    unanswered: set[object] = field(default_factory=set)
    norms: frozenset[str] = frozenset()

    @property
    def limited(self) -> bool:
        """Whether less work is allowed than for a claim: many such questions are asked."""
        return self.most < MAX_WORK

    @property
    def kept(self) -> int:
        """How many alternative bounds of one quantity are kept."""
        return ALTERNATIVES_OF_MANY if self.limited else ALTERNATIVES

    def value(self, expr: Expr) -> Bound:
        """Return the polynomial equal to a scalar.

        Raises:
            NotSupported: An infinity inside, or too many terms.

        """
        return self.prover.value(self, expr)

    def norm(self, expr: Expr, kind: str) -> Bound:
        """Return a norm as a polynomial in atoms, by equalities alone."""
        return self.prover.norm(self, expr, kind)

    def nonnegative(self, poly: Poly, strict: bool = False, depth: int = 3) -> tuple[Step, ...] | None:
        """Return the steps that show ``poly >= 0`` (``> 0``) term by term, or None."""
        return self.prover.nonnegative(self, poly, strict, depth)

    def algebraic(self, poly: Poly, strict: bool) -> tuple[Step, ...] | None:
        """Return the steps that show ``poly >= 0`` (``> 0``) by products of what is known, or None."""
        return self.prover.algebraic(self, poly, strict)

    def may_be_infinite(self, expr: Expr) -> bool:
        """Return whether an infinite value may stand inside: kappa of a matrix that may be singular, a supremum, a limit."""
        return self.prover.may_be_infinite(self, expr)

    def is_symmetric(self, expr: Expr) -> bool:
        """Return whether a matrix is shown to equal its transpose."""
        return self.prover.is_symmetric(self, expr)

    def is_semidefinite(self, expr: Expr) -> bool:
        """Return whether a matrix is shown to be symmetric with no negative eigenvalue."""
        return self.prover.is_semidefinite(self, expr)

    def is_definite(self, expr: Expr) -> bool:
        """Return whether a matrix is shown to be symmetric with positive eigenvalues alone."""
        return self.prover.is_definite(self, expr)

    def is_nonzero(self, expr: Expr) -> bool:
        """Return whether a matrix is said not to be zero."""
        return key(expr) in self.nonzero

    def at_first(self, key: object, answer: Callable[[], Answer | None]) -> Answer | None:
        """Return an answer that known theorems do not change; a question without one is not asked again when there are more of these."""
        if key in self.unanswered:
            return None
        found = answer()
        if found is None:
            self.unanswered.add(key)
        return found

    def once(self, key: object, meanwhile: Answer, answer: Callable[[], Answer]) -> Answer:
        """Return what is remembered under a key, or find it out.

        Whoever asks the same while it is being found out gets ``meanwhile``, which must claim nothing: rules may lead back to
        the quantity that they bound. Where finding out fails nothing is remembered.
        """
        if key not in self.cache:
            self.cache[key] = meanwhile
            try:
                self.cache[key] = answer()
            except BaseException:
                self.cache.pop(key, None)
                raise
        return self.cache[key]  # type: ignore[return-value]

    def least_of(self, value: Size) -> Mapping[str, int] | None:
        """The least values of the names of a size polynomial (sizes and indices count from one), if they are known."""
        least: dict[str, int] = {}
        for name in value.names:
            least[name] = max(1, dict(self.rules.least).get(name, 1))
            for index, low, _ in self.indices:
                if index == name and not low.names:
                    least[name] = int(dict(low.terms).get((), Fraction(0)))
                elif index == name and not starts_at_one_or_above(low):
                    return None
        return least


def constant(expr: Expr) -> Fraction | None:
    """Return the number that an expression is, or None."""
    expr = strip(expr)
    return expr.data[0] if expr.op == "const" else None


def runs_freely(entry: Expr, names: tuple[Range, ...]) -> bool:
    """Whether the indices of an entry are distinct quantified names over the whole matrix (1 for a single row or column)."""
    ranges = {name: (low, high) for name, low, high in names}
    used = []
    lengths = {"row": (rows(entry.args[0]),), "col": (cols(entry.args[0]),)}
    whole = (rows(entry.args[0]), cols(entry.args[0]))
    for index, length in zip(entry.data, lengths.get(entry.op, whole), strict=True):
        if index == length == Size.of(1):
            continue
        name = str(index)
        if ranges.get(name) != (Size.of(1), length) or name in used:
            return False
        used.append(name)
    return True


# Signs.


def size_sign(facts: Facts, value: Size) -> int:
    """Sign of a size polynomial: positive if it has nonnegative coefficients after shifting each name by its least value."""
    least = facts.least_of(value)
    if least is None or not is_nonnegative_above(value, least):
        return UNKNOWN
    return POSITIVE if value_at(value, least) else NONNEGATIVE


def at_ends(facts: Facts, value: Size) -> Size | None:
    """The least value of a size polynomial over all indices, None where it is not linear in one.

    What is linear in an index is least at one of its ends; an index may be an end of the range of a later one.
    """
    for name, low, high in reversed(facts.indices):
        own = [(monomial, c) for monomial, c in value.terms if any(n == name for n, _ in monomial)]
        if any(monomial != ((name, 1),) for monomial, _ in own):
            return None
        if own:
            value = value.substitute({name: low if own[0][1] > 0 else high})
    return value


def elementwise(facts: Facts, expr: Expr) -> int:
    """A lower bound of the sign of every entry (scalars included)."""
    expr = strip(expr)
    known = facts.cache.get(key := ("sign", expr))
    return facts.once(key, UNKNOWN, lambda: _known_sign(facts, expr)) if known is None else known  # type: ignore[return-value]


def _known_sign(facts: Facts, expr: Expr) -> int:
    known = max(_sign(facts, expr), facts.signs.get(canonical(expr), UNKNOWN))
    return known if known == POSITIVE else max(known, facts.prover.sign_of_spectrum(facts, expr))


def _sign(facts: Facts, expr: Expr) -> int:
    op, args = expr.op, expr.args
    if op in INDEX_BINDERS and not starts_at_one_or_above(expr.data[1]):
        args = (opened(expr)[3],)
    if op == "const":
        return POSITIVE if expr.data[0] > 0 else NONNEGATIVE if expr.data[0] == 0 else UNKNOWN
    if op == "size":
        return size_sign(facts, expr.data[0])
    if op in ("softmax", "real", "kappa", "ones"):
        return POSITIVE
    if op in ("norm", "rank") or (op == "sigma" and expr.data[0] in ("max", Size.of(1))):
        return POSITIVE if facts.is_nonzero(args[0]) else NONNEGATIVE
    if op in ("sigma", "indicator", "eye", "zeros", "commutation", "basis", "delta"):
        return NONNEGATIVE
    if op == "map":
        record = FUNCTIONS[expr.data[0]]
        known = elementwise(facts, args[0]) if record.keeps_sign else UNKNOWN
        if expr.data[0] == "abs" and args[0].shape.is_scalar and facts.is_nonzero(args[0]):
            return POSITIVE
        if expr.data[0] == "log" and strip(args[0]).op == "size":
            known = size_sign(facts, strip(args[0]).data[0] - 1)
        always = UNKNOWN if record.low < 0 else NONNEGATIVE if record.attained else POSITIVE
        if always == POSITIVE and facts.may_be_infinite(args[0]):
            always = NONNEGATIVE  # exp(-infinity) = 0
        return max(known, always)
    if op == "hpow":
        return _power_sign(facts, expr)
    if op in ("add", "max"):
        found = [elementwise(facts, a) for a in args]
        if op == "max":
            return max(found)
        return UNKNOWN if UNKNOWN in found else max(found)
    if op in ("scale", "hadamard", "min", "vcat", "hcat"):
        return min(elementwise(facts, a) for a in args)
    if op in ("matmul", "kron", "diag", "sum", "blocks"):
        found = min(elementwise(facts, a) for a in args)
        if op == "sum" and size_sign(facts, expr.data[2] - expr.data[1] + 1) == POSITIVE:
            return found
        return found if op in ("matmul", "kron", "blocks") else min(found, NONNEGATIVE)
    if op in (
        "transpose",
        "reshape",
        "vec",
        "vecr",
        "unvecr",
        "entry",
        "row",
        "col",
        "diagpart",
        "order",
        "prod",
    ) or op in (
        "maxover",
        "minover",
        "maxentry",
        "minentry",
    ):
        return elementwise(facts, args[0])
    if op == "sup" and in_interval(expr) is not None:
        return elementwise(facts, args[0])
    return UNKNOWN


def in_interval(extremum: Expr) -> tuple[str, Fraction, Fraction] | None:
    """Return (name, low, high) if a supremum or infimum is over the numbers of an interval that is not empty."""
    names, conditions = extremum.data
    if len(names) != 1 or len(conditions) != 2 or not names[0][1].is_scalar:
        return None
    found: dict[str, Fraction] = {}
    for rel in conditions:
        if not isinstance(rel, Rel) or rel.op not in ("<=", ">=") or strip(rel.lhs) != build.var(*names[0]):
            return None
        limit = constant(rel.rhs)
        if limit is None:
            return None
        found[rel.op] = limit
    if set(found) != {"<=", ">="} or found[">="] > found["<="]:
        return None
    return names[0][0], found[">="], found["<="]


def _power_sign(facts: Facts, expr: Expr) -> int:
    exponent = number_of(expr.args[1])
    base = elementwise(facts, expr.args[0])
    if (exponent is None or exponent < 0) and any(facts.may_be_infinite(a) for a in expr.args):
        return NONNEGATIVE if base else UNKNOWN  # one over infinity is 0
    if base == POSITIVE:
        return POSITIVE
    if exponent is None:
        return base
    if exponent < 0 and (base == NONNEGATIVE or exponent.denominator % 2 == 0):
        return POSITIVE  # where it is defined the base is not zero
    even = exponent.denominator == 1 and exponent.numerator % 2 == 0
    return NONNEGATIVE if even or exponent.denominator % 2 == 0 or base == NONNEGATIVE else UNKNOWN


