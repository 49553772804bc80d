"""What the hypotheses say, in the form the norm rules ask for: signs, distributions, orthogonality, known bounds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from derive import build
from derive.bounds.facts.apart import is_nonzero, read_apart
from derive.bounds.facts.listed_values import between_values
from derive.bounds.forms.normal import (
    INDEX_BINDERS,
    canonical,
    cols,
    factors,
    is_scalar,
    mentions,
    normal,
    opened,
    rows,
    starts_at_one_or_above,
    strip,
)
from derive.bounds.forms.numbers import number_of
from derive.core import FLIP, Expr, Formula, Logic, Problem, Quantified, Rel, SizeRules, formula_exprs, walk
from derive.errors import NotSupported
from derive.fraction import Fraction
from derive.functions import FUNCTIONS
from derive.norms import norm
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


@dataclass(slots=True)
class Facts:
    """Everything known before a bound is derived.

    Attributes:
        rules: Restrictions of the sizes.
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


def read_facts(problem: Problem, extra: tuple[Formula, ...] = ()) -> Facts:
    """Sort the hypotheses of a problem."""
    nodes = {
        n for f in (problem.goal, *problem.hypotheses) for top in formula_exprs(f) for n in walk(top) if n.op == "norm"
    }
    rare = frozenset(n.data[0] for n in nodes if not norm(n.data[0]).common)
    return extended(Facts(problem.rules, indices=problem.indices, norms=rare), (*problem.hypotheses, *extra))


def extended(known: Facts, formulas: tuple[Formula, ...]) -> Facts:
    """Return the facts with more formulas in force."""
    facts = Facts(
        known.rules, dict(known.signs), set(known.stochastic), set(known.simplex), set(known.orthonormal), set(known.symmetric),
        list(known.orders), {k: list(v) for k, v in known.radii.items()},
        {k: list(v) for k, v in known.equals.items()}, indices=known.indices,
        idempotent=set(known.idempotent), nonzero=set(known.nonzero), distinct=set(known.distinct), theorems=list(known.theorems),
        most=known.most, unit_sums=set(known.unit_sums), inner_inverses=set(known.inner_inverses), without=known.without, places=set(known.places), norms=known.norms,
    )  # fmt: skip
    for formula in formulas:
        read_apart(facts, formula)
    relations = [(each, names) for h in formulas for r, names in _relations(h) for each in (r, *between_values(r))]
    for rel, names in relations:
        _read_sign(facts, rel, names)
    for rel, names in relations:
        _read_equality(facts, rel, names)
        _read_order(facts, rel, names)
    _close_symmetric(facts)
    for rel, names in relations:
        if not names and rel.op == "=":
            _read_eigenvector(facts, rel, formulas)
    for rel, names in relations:
        if not names:
            _read_factors(facts, rel)
            _read_full_rank(facts, rel)
    return facts


def _read_eigenvector(facts: Facts, rel: Rel, formulas: tuple[Formula, ...]) -> None:
    """A v = a v with v not zero: |a| is at most every induced norm of A."""
    for left, right in ((rel.lhs, rel.rhs), (rel.rhs, rel.lhs)):
        left, right = strip(left), strip(right)
        if left.op != "matmul" or right.op != "scale":
            continue
        matrix, vector = strip(left.args[0]), strip(left.args[1])
        factor, other = right.args
        if (
            vector.op == "var"
            and strip(other) == vector
            and cols(vector) == Size.of(1)
            and _is_not_zero(vector, formulas)
        ):
            size = build.map_("abs", factor)
            facts.orders += [(size, build.norm(matrix, kind), False, ()) for kind in ("inf", "1", "2")]


def _is_not_zero(vector: Expr, formulas: tuple[Formula, ...]) -> bool:
    """Whether a formula says that a vector is not zero, or has a positive length."""
    for rel in formulas:
        if not isinstance(rel, Rel):
            continue
        for side, other, op in ((rel.lhs, rel.rhs, rel.op), (rel.rhs, rel.lhs, FLIP.get(rel.op, rel.op))):
            side = strip(side)
            if op == "!=" and build.is_zero(strip(other)) and (side == vector or _is_length(side, vector)):
                return True
            low = Fraction(0) if build.is_zero(strip(other)) else _constant(other)
            if (
                _is_length(side, vector)
                and low is not None
                and (low > 0 and op in ("=", ">=", ">") or (low == 0 and op == ">"))
            ):
                return True
    return False


def _is_length(expr: Expr, vector: Expr) -> bool:
    return expr.op == "norm" and strip(expr.args[0]) == vector


def _read_full_rank(facts: Facts, rel: Rel) -> None:
    """Rank A = min(m, n), m or n says that no singular value vanishes."""
    for left, right in ((rel.lhs, rel.rhs), (rel.rhs, rel.lhs)):
        left, right = strip(left), strip(right)
        if rel.op != "=" or left.op != "rank":
            continue
        matrix = strip(left.args[0])
        both = (rows(matrix), cols(matrix))
        listed = [strip(a) for a in right.args] if right.op == "min" else [right]
        sizes = [a.data[0] if a.op == "size" else Size.of(a.data[0]) if a.op == "const" else None for a in listed]
        if all(s in both for s in sizes):
            facts.signs[canonical(build.sigma(canonical(normal(matrix)), "min"))] = POSITIVE
            facts.cache.clear()


def _read_factors(facts: Facts, rel: Rel) -> None:
    """A positive product of nonnegative factors: every factor is positive. One that something nonnegative bounds: no single one is negative."""
    from derive.bounds.quantities import values

    small, large = (rel.rhs, rel.lhs) if rel.op in (">", ">=") else (rel.lhs, rel.rhs)
    small = strip(small)
    of_zero = rel.op in ("<", ">") and build.is_zero(small)
    told = small.op == "norm" or (small.op == "var" and is_scalar(small) and facts.signs.get(canonical(small), UNKNOWN))
    if not (of_zero or (rel.op in ("<", "<=", ">", ">=") and told)) or not is_scalar(large):
        return
    try:
        single = values.value(facts, large).value.single()
    except NotSupported:
        return
    parts = list(single[0]) if single is not None and single[1] > 0 else []
    open_ones = [(factor, power) for factor, power in parts if elementwise(facts, factor) != POSITIVE]
    for factor, power in open_ones if of_zero else open_ones[:1] if len(open_ones) == 1 else ():
        if of_zero and elementwise(facts, factor) == NONNEGATIVE and factor.op != "const":
            facts.signs[canonical(factor)] = POSITIVE
        elif not of_zero and power == values.UNITY and factor.op == "var":
            facts.signs[canonical(factor)] = NONNEGATIVE
    facts.cache.clear()


def _relations(formula: Formula) -> Iterator[tuple[Rel, tuple[Range, ...]]]:
    if isinstance(formula, Rel):
        if formula.op in FLIP:
            yield formula, ()
    elif isinstance(formula, Logic):
        if formula.op == "and":
            for part in formula.args:
                yield from _relations(part)
    elif isinstance(formula, Quantified) and formula.kind == "forall" and all(len(n) == 3 for n in formula.names):
        for rel, inner in _relations(formula.body):
            yield rel, (*formula.names, *inner)  # type: ignore[misc]


def _constant(expr: Expr) -> Fraction | None:
    expr = strip(expr)
    return expr.data[0] if expr.op == "const" else None


def _read_sign(facts: Facts, rel: Rel, names: tuple[Range, ...]) -> None:
    for op, left, right in ((rel.op, rel.lhs, rel.rhs), (FLIP[rel.op], rel.rhs, rel.lhs)):
        low = Fraction(0) if build.is_zero(strip(right)) else _constant(right)
        if op not in (">=", ">", "=") or low is None or low < 0:
            continue
        sign = POSITIVE if op == ">" or low > 0 else NONNEGATIVE
        target = canonical(normal(left))
        row = _member_row(target)
        if names and target.op == "entry" and runs_freely(target, names):
            target = target.args[0]
        elif len(names) == 1 and row is not None and names[0] == (str(row.data[0]), Size.of(1), rows(row.args[0])):
            target = canonical(normal(row.args[0]))
        elif names:
            continue
        if target.op == "minentry":
            target = strip(target.args[0])
        facts.signs[target] = max(sign, facts.signs.get(target, UNKNOWN))


def _member_row(expr: Expr) -> Expr | None:
    """The row that a member of a declared family is."""
    while expr.op in ("unvecr", "reshape", "transpose"):
        expr = expr.args[0]
    return expr if expr.op == "row" else None


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


def _read_equality(facts: Facts, rel: Rel, names: tuple[Range, ...]) -> None:
    if rel.op != "=" or names:
        return
    _read_distribution(facts, rel)
    whole = canonical(normal(rel.lhs))
    if whole.op not in ("var", "const", "size") and not is_scalar(whole) and rel.rhs not in set(walk(rel.lhs)):
        facts.equals.setdefault(whole, []).append(rel.rhs)
    for left, right in ((rel.lhs, rel.rhs), (rel.rhs, rel.lhs)):
        _read_shape_of_spectrum(facts, strip(left), strip(normal(right)))
        left, right = normal(left), strip(right)
        if right.op == "eye" and left.op == "matmul":
            first, second = strip(left.args[0]), strip(left.args[1])
            if strip(normal(build.transpose(first))) == second:
                facts.orthonormal.add(canonical(second))
                if rows(second) == cols(second):
                    facts.orthonormal.add(canonical(first))


def _read_shape_of_spectrum(facts: Facts, left: Expr, right: Expr) -> None:
    """A sum that equals its transpose; a matrix that equals its square, or A B A."""
    if left.op == "transpose" and strip(normal(left.args[0])) == right:
        facts.symmetric.add(canonical(right))
    square = left.op == "mpow" and left.data[0] == 2
    if square or (left.op == "matmul" and strip(left.args[0]) == strip(left.args[1])):
        if strip(normal(left.args[0])) == right:
            facts.idempotent.add(canonical(right))
    scalars, parts = factors(normal(left))
    if len(parts) == 3 and not scalars and strip(parts[0]) == strip(parts[2]) == right:
        facts.inner_inverses.add((canonical(right), canonical(strip(parts[1]))))


def _close_symmetric(facts: Facts) -> None:
    """What is symmetric because something made of it is.

    A sum is symmetric and so are all its terms but one: that one is symmetric too (``A <= B`` of a symmetric A). So is A if -A
    is, and so are the corners of a symmetric block matrix.
    """
    from derive.bounds.quantities.schur_complements import corners
    from derive.bounds.quantities.semidefinite import is_symmetric

    multiples = [_plain_matrix(e) for e in facts.symmetric if e.op == "scale"]
    facts.symmetric.update(m for m in multiples if m is not None)
    blocks = [corners(e) for e in facts.symmetric if e.op == "vcat"]
    facts.symmetric.update(canonical(strip(normal(b[k]))) for b in blocks if b is not None for k in (0, 3))
    sums = [e for e in facts.symmetric if e.op == "add"]
    for _ in sums:
        for whole in sums:
            left = [term for term in whole.args if not is_symmetric(facts, term)]
            matrix = _plain_matrix(left[0]) if len(left) == 1 else None
            if matrix is not None:
                facts.symmetric.add(matrix)


def _plain_matrix(term: Expr) -> Expr | None:
    """The matrix of a term that is a variable or its multiple by a number other than zero."""
    term = strip(term)
    if term.op == "scale" and (_constant(term.args[0]) or 0) != 0:
        term = strip(term.args[1])
    return canonical(term) if term.op in ("var", "eye") else None


def _read_radius(facts: Facts, rel: Rel, index: Range) -> None:
    """For all rows: ||X_i|| <= R."""
    name, low, high = index
    small, large = (rel.lhs, rel.rhs) if rel.op in ("<=", "<", "=") else (rel.rhs, rel.lhs)
    small = strip(small)
    if small.op != "norm" or small.data[0] not in ("2", "F") or mentions(large, name):
        return
    row = strip(small.args[0])
    row = strip(row.args[0]) if row.op == "transpose" else row
    if row.op != "row" or row.data[0] != Size.of(name) or low != Size.of(1) or high != rows(row.args[0]):
        return
    facts.radii.setdefault(canonical(normal(row.args[0])), []).append(large)


def _read_order(facts: Facts, rel: Rel, names: tuple[Range, ...]) -> None:
    if not (is_scalar(rel.lhs) and is_scalar(rel.rhs)):
        _read_entrywise(facts, rel, names)
        return
    if len(names) == 1:
        _read_radius(facts, rel, names[0])
    if rel.op in ("<=", "<", "="):
        facts.orders.append((rel.lhs, rel.rhs, rel.op == "<", names))
    if rel.op in (">=", ">", "="):
        facts.orders.append((rel.rhs, rel.lhs, rel.op == ">", names))
    for small, large, strict, over in facts.orders[-2:]:
        if (
            strip(large).op in ("var", "hpow")
            and strip(small).op == "norm"
            and all(size_sign(facts, high - low + 1) == POSITIVE for _, low, high in over)
        ):
            sign = POSITIVE if strict else NONNEGATIVE  # it is at least a norm
            facts.signs[canonical(large)] = max(facts.signs.get(canonical(large), UNKNOWN), sign)


def _read_entrywise(facts: Facts, rel: Rel, names: tuple[Range, ...]) -> None:
    """An inequality between matrices says the same of every entry; of nonnegative ones the signs are known."""
    from derive.bounds.facts.instances import of_every_entry

    if names or rel.op == "=" or build.is_zero(strip(rel.lhs if rel.op in ("<=", "<") else rel.rhs)):
        return
    try:
        found = of_every_entry(rel)
    except NotSupported:
        return
    if found is not None:
        _read_order(facts, *found)


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
    return known if known == POSITIVE else max(known, _sign_of_semidefinite(facts, expr))


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
        return POSITIVE if is_nonzero(facts, args[0]) else NONNEGATIVE
    if op in ("sigma", "indicator", "eye", "zeros", "commutation", "basis", "delta"):
        return NONNEGATIVE
    if op == "map":
        record = FUNCTIONS[expr.data[0]]
        known = elementwise(facts, args[0]) if record.keeps_sign else UNKNOWN
        if expr.data[0] == "abs" and args[0].shape.is_scalar and is_nonzero(facts, args[0]):
            return POSITIVE
        if expr.data[0] == "log" and strip(args[0]).op == "size":
            known = size_sign(facts, strip(args[0]).data[0] - 1)
        always = UNKNOWN if record.low < 0 else NONNEGATIVE if record.attained else POSITIVE
        if always == POSITIVE and _may_be_infinite(facts, args[0]):
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
        limit = _constant(rel.rhs)
        if limit is None:
            return None
        found[rel.op] = limit
    if set(found) != {"<=", ">="} or found[">="] > found["<="]:
        return None
    return names[0][0], found[">="], found["<="]


def _power_sign(facts: Facts, expr: Expr) -> int:
    exponent = number_of(expr.args[1])
    base = elementwise(facts, expr.args[0])
    if (exponent is None or exponent < 0) and any(_may_be_infinite(facts, a) for a in expr.args):
        return NONNEGATIVE if base else UNKNOWN  # one over infinity is 0
    if base == POSITIVE:
        return POSITIVE
    if exponent is None:
        return base
    if exponent < 0 and (base == NONNEGATIVE or exponent.denominator % 2 == 0):
        return POSITIVE  # where it is defined the base is not zero
    even = exponent.denominator == 1 and exponent.numerator % 2 == 0
    return NONNEGATIVE if even or exponent.denominator % 2 == 0 or base == NONNEGATIVE else UNKNOWN


def _may_be_infinite(facts: Facts, expr: Expr) -> bool:
    from derive.bounds.facts.defined import may_be_infinite

    return may_be_infinite(facts, expr)


def _read_distribution(facts: Facts, rel: Rel) -> None:
    from derive.bounds.facts.distributions import read

    read(facts, rel)


def _sign_of_semidefinite(facts: Facts, expr: Expr) -> int:
    from derive.bounds.quantities.semidefinite import sign

    return sign(facts, expr)
