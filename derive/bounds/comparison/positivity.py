"""Nonnegative polynomials as combinations of products of what is known to be nonnegative, and of squares.

``p = sum c_k g_k1 ... g_kr + sum d_k q_k^2 g_k + sum h_k e_k`` with numbers ``c, d >= 0``, known ``g >= 0`` and ``e = 0`` shows
``p >= 0`` (the theorems of Handelman and Putinar; Lasserre, Moments, Positive Polynomials and Their Applications, 2.4). The
combination is looked for in floats, as a linear program whose squares are made on demand from the eigenvectors of its
dual, and counts only when the identity holds in exact rational arithmetic.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import reduce
from typing import Any

from flint import fmpq, fmpq_mat

from derive.bounds.comparison.cone import Block, is_here, solved
from derive.fraction import Fraction

Exponents = tuple[int, ...]
Polynomial = dict[Exponents, Any]
"""Rational coefficients (Fraction outside, fmpq inside) by exponents."""

MAX_COEFFICIENT = 10**100  # linear programs are looked at in floating point
MAX_COLUMNS = 600
MAX_MONOMIALS = 120
MAX_ROUNDS = 14  # of new squares
FIRST_ROUNDS = 2  # before semidefinite programs are asked
MAX_TABLE = 120_000  # rows times columns of a linear program
MAX_WORK = 500_000  # the same, of all programs for one polynomial
MAX_PAIRS = 6
MAX_ENTRIES = 700  # of the matrices of a semidefinite program
MAX_NEW = 5  # vectors that new squares are made of, in one round
PATIENCE = 3  # rounds without progress
SAMPLES = 400
SMALL, TINY = 1e-9, 1e-12
MAX_ANSWERS = 4_096
Terms = list[tuple[Any, "Column"]]
ANSWERS: dict[tuple[Any, ...], Terms | None] = {}
"""Searches that were done: the same question comes from several rules."""
DENOMINATORS = (1, 2, 3, 4, 6, 12)


@dataclass(frozen=True, slots=True)
class Known:
    """A polynomial that is not negative (positive if strict) at every admitted point, and what says so."""

    polynomial: Polynomial
    strict: bool
    text: str


@dataclass(frozen=True, slots=True)
class Column:
    """A product that may be used: with a nonnegative factor, or with any number if it is zero.

    Attributes:
        text: What says what is known of its factors; of a zero the polynomial.
        root: What is squared beside them.
        zero: Which polynomial vanishes, and the exponents of what it is multiplied with.

    """

    polynomial: Polynomial
    strict: bool
    text: str
    free: bool = False
    root: Polynomial | None = None
    zero: tuple[int, Exponents] | None = None

    def told(self, names: Sequence[str]) -> str:
        """The product as text."""
        square = [] if self.root is None else [f"({text_of(self.root, names)})^2"]
        return " * ".join([*([self.text] if self.text else []), *square]) or "1"


@dataclass(slots=True)
class Program:
    """The linear program: the target as a combination of columns."""

    target: Polynomial
    columns: list[Column]
    rows: dict[Exponents, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for polynomial in (self.target, *(c.polynomial for c in self.columns)):
            for exponents in polynomial:
                self.rows.setdefault(exponents, len(self.rows))


def times(p: Polynomial, q: Polynomial) -> Polynomial:
    result: Polynomial = {}
    for e, a in p.items():
        for f, b in q.items():
            key = tuple(x + y for x, y in zip(e, f, strict=True))
            result[key] = result.get(key, 0) + a * b
    return {e: c for e, c in result.items() if c}


def _rational(p: Polynomial) -> Polynomial:
    return {e: fmpq(c.numerator, c.denominator) for e, c in p.items()}


def degree(p: Polynomial) -> int:
    return max((sum(e) for e in p), default=0)


def combination(
    target: Polynomial, known: Sequence[Known], zeros: Sequence[Polynomial], names: Sequence[str], strict: bool
) -> list[str] | None:
    """Show that a polynomial is not negative (positive) wherever the known ones are not and the zeros vanish.

    Args:
        target: The polynomial; all have exponents of the same number of variables.
        known: What is not negative.
        zeros: What vanishes.
        names: Of the variables, for the text.
        strict: Whether to show that it is positive.

    Returns:
        The terms of the combination, as text; None if none was found.

    """
    found = terms(target, known, zeros, strict)
    if found is None:
        return None
    told = [(v, c.told(names) if c.zero is None else f"({text_of(zeros[c.zero[0]], names)})") for v, c in found]
    return [text if v == 1 else f"{v} * {text}" for v, text in told] or ["0"]


def terms(target: Polynomial, known: Sequence[Known], zeros: Sequence[Polynomial], strict: bool) -> Terms | None:
    """Return the numbers and products of a `combination`; None if none was found, nothing where the target is zero."""
    target, zeros = _rational(target), [_rational(z) for z in zeros]
    known = [Known(_rational(k.polynomial), k.strict, k.text) for k in known]
    asked = (_key(target), *((_key(k.polynomial), k.strict, k.text) for k in known), *map(_key, zeros), strict)
    if asked not in ANSWERS:
        if len(ANSWERS) >= MAX_ANSWERS:
            ANSWERS.clear()
        ANSWERS[asked] = _combination(target, known, zeros, strict)
    return ANSWERS[asked]


def _key(p: Polynomial) -> frozenset[Any]:
    return frozenset(p.items())


def _combination(target: Polynomial, known: Sequence[Known], zeros: Sequence[Polynomial], strict: bool) -> Terms | None:
    if not target:
        return None if strict else []
    if any(abs(c) > MAX_COEFFICIENT for p in (target, *zeros, *(k.polynomial for k in known)) for c in p.values()):
        return None
    if _is_negative_somewhere(target, known, zeros):
        return None
    work = Work()
    top = max(degree(target), 1)
    here = _box([target])
    around = _box([target, *(k.polynomial for k in known), *zeros])
    wider = tuple(a + b for a, b in zip(here, around, strict=True))
    hull = Frame(top, here, tuple(_faces(target)))
    even = top + top % 2
    frames = dict.fromkeys((hull, Frame(top, here), Frame(even, around), Frame(top + 2, wider)))
    products: dict[Frame, list[Column] | None] = {}
    for rounds in (FIRST_ROUNDS, MAX_ROUNDS) if is_here() else (MAX_ROUNDS,):
        for frame in frames:
            if frame not in products:
                products[frame] = _columns(known, zeros, frame)
            columns = products[frame]
            if columns is None:
                return None
            found = _solved(target, columns, known, frame, strict, work, rounds)
            if found is not None:
                return found
        for frame in dict.fromkeys((hull, Frame(even, around), Frame(even, (even,) * len(here)))) if rounds == FIRST_ROUNDS else ():
            found = _by_squares(target, known, zeros, frame, strict)
            if found is not None:
                return found
    return None


def _by_squares(
    target: Polynomial, known: Sequence[Known], zeros: Sequence[Polynomial], frame: Frame, strict: bool
) -> Terms | None:
    """A combination with sums of squares, as exact points of a semidefinite program."""
    columns = _columns(known, zeros, frame)
    weights = [*[Known({(0,) * len(frame.box): fmpq(1)}, True, "")], *known, *_pairs(known)]
    bases = [frame.monomials(2, g.polynomial) for g in weights]
    if columns is None or sum(len(b) * (len(b) + 1) // 2 for b in bases) > MAX_ENTRIES:
        return None
    blocks = [Block(len(basis), _products(basis, g.polynomial)) for g, basis in zip(weights, bases, strict=True)]
    wanted = [k for k, c in enumerate(columns) if c.strict] if strict else []
    point = solved(target, [c.polynomial for c in columns], blocks, [c.free for c in columns], wanted)
    if point is None:
        return None
    found: Terms = [(v, c) for v, c in zip(point.values, columns, strict=True) if v]
    for weight, basis, squares in zip(weights, bases, point.squares, strict=True):
        for d, vector in squares:
            root, square = _square(vector, basis)
            found.append((d, Column(times(square, weight.polynomial), False, weight.text, root=root)))
    return found


def _products(basis: Sequence[Exponents], weight: Polynomial) -> dict[tuple[int, int], Polynomial]:
    """What the entries of a semidefinite matrix stand before in a sum of squares times a polynomial."""
    table = {}
    for i, e in enumerate(basis):
        for j in range(i, len(basis)):
            pair = {tuple(x + y for x, y in zip(e, basis[j], strict=True)): fmpq(1 if i == j else 2)}
            table[i, j] = times(pair, weight)
    return table


@dataclass(slots=True)
class Work:
    """What is left of the budget."""

    left: int = MAX_WORK

    def allows(self, table: int) -> bool:
        self.left -= table
        return table <= MAX_TABLE and self.left >= 0


def _is_negative_somewhere(target: Polynomial, known: Sequence[Known], zeros: Sequence[Polynomial]) -> bool:
    """Whether a point that all known inequalities and equations admit shows that there is nothing to look for."""
    import numpy as np

    count = len(next(iter(target), ()))
    rng = np.random.default_rng(0)
    points = np.concatenate(
        [
            rng.uniform(-1, 1, (SAMPLES, count)),
            rng.uniform(0, 1, (SAMPLES, count)),
            rng.normal(size=(SAMPLES, count)) * 4,
        ]
    )
    points = np.concatenate([points, np.round(points * 2) / 2, np.round(np.abs(points) * 4)]).T.copy()

    def summands(p: Polynomial) -> Iterator[Any]:
        for e, c in p.items():
            yield reduce(np.multiply, [points[k] ** power for k, power in enumerate(e) if power], float(c))

    def values(p: Polynomial) -> Any:
        return sum(summands(p), np.zeros(points.shape[1]))

    with np.errstate(all="ignore"):
        for _ in range(len(zeros)):  # an equation may need what another one gives
            for place, power, factor, rest in _solutions(zeros):
                points[place] = (-values(rest) / values(factor)) ** (1 / power)
        conditions = [values(k.polynomial) > (SMALL if k.strict else -TINY) for k in known] + [
            np.abs(values(z)) <= TINY * sum(map(np.abs, summands(z))) for z in zeros
        ]
        admitted = np.all(conditions, axis=0) if conditions else True
        return bool(np.any(admitted & (values(target) < -1e-6)))


def _solutions(zeros: Sequence[Polynomial]) -> Iterator[tuple[int, int, Polynomial, Polynomial]]:
    """A variable for each equation that gives a power of it: its place, the power, what stands before it and the rest.

    Absolute values stand behind what they are of, and are taken first.
    """
    taken: set[int] = set()
    for zero in zeros:
        powers = {k: {e[k] for e in zero if e[k]} for k in reversed(range(len(next(iter(zero), ()))))}
        open_ones = [k for k, found in powers.items() if len(found) == 1 and k not in taken]
        alone = [k for k in open_ones if all(sum(e) == e[k] for e in zero if e[k])]
        for k in (alone or open_ones)[:1]:
            taken.add(k)
            factor = {(*e[:k], 0, *e[k + 1 :]): c for e, c in zero.items() if e[k]}
            (power,) = powers[k]
            yield k, power, factor, {e: c for e, c in zero.items() if not e[k]}


@dataclass(frozen=True, slots=True)
class Frame:
    """The monomials that are looked at: up to a degree, up to a power of each variable, and between parallel planes."""

    limit: int
    box: Exponents
    faces: tuple[tuple[Exponents, int, int], ...] = ()

    def extent(self, p: Polynomial) -> list[int]:
        """How far a polynomial reaches in each direction; products reach as far as their factors together."""
        along = [[_along(face, e) for e in p] for face, _, _ in self.faces]
        return [degree(p), *_box([p]), *map(max, along), *(-min(values) for values in along)]

    @property
    def limits(self) -> list[int]:
        """The largest extent that stays inside."""
        return [self.limit, *self.box, *(high for _, _, high in self.faces), *(-low for _, low, _ in self.faces)]

    def _inside(self, e: Exponents) -> bool:
        return all(low <= _along(face, e) <= high for face, low, high in self.faces)

    def monomials(self, power: int, beside: Polynomial | None = None) -> list[Exponents]:
        """Those whose power, times a polynomial, stays inside; none if they are too many."""
        used = _box([beside or {}], len(self.box))
        limit = (self.limit - degree(beside or {})) // power
        tops = [(b - u) // power for b, u in zip(self.box, used, strict=True)]
        if limit < 0 or min(tops, default=0) < 0:
            return []
        found = [()]
        for top in tops:
            found = [(*e, k) for e in found for k in range(top + 1) if sum(e) + k <= limit]
            if len(found) > MAX_MONOMIALS:
                return []
        if self.faces:
            outer = list(beside) if beside else [(0,) * len(self.box)]
            found = [
                e
                for e in found
                if all(self._inside(tuple(power * x + y for x, y in zip(e, o, strict=True))) for o in outer)
            ]
        return sorted(found, key=lambda e: (sum(e), e))


def _along(face: Exponents, e: Exponents) -> int:
    return sum(f * x for f, x in zip(face, e, strict=True))


def _faces(target: Polynomial) -> Iterator[tuple[Exponents, int, int]]:
    """Planes around the exponents of a polynomial (its Newton polytope, in directions of two variables)."""
    count = len(next(iter(target)))
    for i, j in itertools.combinations(range(count), 2):
        for a, b in ((1, 1), (1, -1), (1, -2), (2, -1), (1, 2), (2, 1)):
            face = tuple(a if k == i else b if k == j else 0 for k in range(count))
            seen = [_along(face, e) for e in target]
            yield face, min(seen), max(seen)


def _box(polynomials: Sequence[Polynomial], count: int = 0) -> Exponents:
    exponents = [e for p in polynomials for e in p]
    return tuple(max(column) for column in zip(*exponents, strict=True)) if exponents else (0,) * count


def _columns(known: Sequence[Known], zeros: Sequence[Polynomial], frame: Frame) -> list[Column] | None:
    import numpy as np

    one: Polynomial = {(0,) * len(frame.box): fmpq(1)}
    found = [Column(one, True, "")]
    factors = [k for k in known if k.polynomial]
    reach, limits = np.array([frame.extent(k.polynomial) for k in factors]), np.array(frame.limits)
    level, reached = found[:], np.zeros((1, len(limits)), dtype=int)
    seen = {_key(one)}
    for _ in range(min(frame.limit, 4) if factors else 0):
        made, extents = [], []
        together = reached[:, None] + reach[None]
        for i, j in np.argwhere((together <= limits).all(axis=2)):
            column, factor = level[i], factors[j]
            product = times(column.polynomial, factor.polynomial)
            if _key(product) in seen:
                continue
            seen.add(_key(product))
            text = factor.text if not column.text else f"{column.text} * {factor.text}"
            made.append(Column(product, column.strict and factor.strict, text))
            extents.append(together[i, j])
            if len(found) + len(made) > MAX_COLUMNS:
                break
        if not made:
            break
        found += made
        level, reached = made, np.array(extents)
    for place, zero in enumerate(zeros):
        for exponents in frame.monomials(1, zero):
            monomial = {exponents: fmpq(1)}
            found.append(Column(times(zero, monomial), False, "", free=True, zero=(place, exponents)))
    return found if len(found) <= 2 * MAX_COLUMNS else None


def _pairs(known: Sequence[Known]) -> Iterator[Known]:
    """Products of two that are known, of the few with more than one term and of the variables."""
    for first, second in itertools.islice(itertools.combinations(known, 2), MAX_PAIRS):
        yield Known(
            times(first.polynomial, second.polynomial), first.strict and second.strict, f"{first.text} * {second.text}"
        )


def _square(vector: Sequence[Any], basis: Sequence[Exponents]) -> tuple[Polynomial, Polynomial]:
    root = {e: v for e, v in zip(basis, vector, strict=True) if v}
    return root, times(root, root)


def _first_squares(weights: Sequence[Known], half: dict[int, list[Exponents]]) -> Iterator[Column]:
    """(m +- n)^2 for monomials m and n, times what is known."""
    for weight in weights:
        basis = half[id(weight)]
        for k, e in enumerate(basis):
            for root in ({e: fmpq(1)}, *({e: fmpq(1), f: fmpq(sign)} for f in basis[:k] for sign in (1, -1))):
                product = times(times(root, root), weight.polynomial)
                yield Column(product, False, weight.text, root=root)


def _solved(
    target: Polynomial, columns: list[Column], known: Sequence[Known], frame: Frame, strict: bool, work: Work, rounds: int
) -> Terms | None:  # fmt: skip
    weights = [*[Known({(0,) * len(frame.box): fmpq(1)}, True, "")], *known, *_pairs(known)]
    half = {id(g): frame.monomials(2, g.polynomial) for g in weights}
    columns = [*columns, *itertools.islice(_first_squares(weights, half), MAX_COLUMNS)]
    slack: Polynomial = {}
    for weight in weights:
        for e in half[id(weight)]:
            for f, c in times({tuple(2 * x for x in e): fmpq(1)}, weight.polynomial).items():
                slack[f] = slack.get(f, 0) + c
    gaps: list[float] = []
    seen = {_key(c.polynomial) for c in columns}
    for _ in range(rounds):
        program = Program(target, columns)
        if not work.allows(len(program.rows) * len(columns)):
            return None
        optimum = _optimum(program, slack)
        if optimum is None:
            return None
        floats, duals, excess = optimum
        gaps.append(excess)
        if len(gaps) > PATIENCE and excess > 0.9 * gaps[-1 - PATIENCE] > SMALL:
            return None
        if excess < 1e-7:
            found = _exactly(program, floats)
            if found is not None and (not strict or any(columns[k].strict for k in found)):
                return _told(program, found)
            if strict and found is not None:
                return _strictly(program)
        new = _new_squares(program, duals, weights, half, seen)
        if not new:
            return None
        columns = [*columns, *new]
    return None


def _matrix(program: Program) -> Any:
    from scipy.sparse import csc_matrix

    entries = [
        (program.rows[e], k, float(c)) for k, column in enumerate(program.columns) for e, c in column.polynomial.items()
    ]
    shape = (len(program.rows), len(program.columns))
    return csc_matrix(
        ([v for _, _, v in entries], ([i for i, _, _ in entries], [j for _, j, _ in entries])), shape=shape
    )


def _optimum(program: Program, slack: Polynomial) -> tuple[Any, Any, float] | None:
    """The combination closest to the target: target + t (sum of squares times known) with the smallest t >= 0."""
    import numpy as np

    try:
        from scipy.optimize import linprog
        from scipy.sparse import csc_matrix, hstack
    except ModuleNotFoundError:  # of an extra: no combination is found, and nothing follows from that
        return None
    matrix = _matrix(program)
    last = np.zeros(len(program.rows))
    for e, c in slack.items():
        if e in program.rows:
            last[program.rows[e]] -= float(c)
    whole = hstack([matrix, csc_matrix(last).T]).tocsc()
    right = np.zeros(len(program.rows))
    for e, c in program.target.items():
        right[program.rows[e]] = float(c)
    cost = np.zeros(len(program.columns) + 1)
    cost[-1] = 1.0
    limits = [(None, None) if c.free else (0, None) for c in program.columns] + [(0, None)]
    found = linprog(cost, A_eq=whole, b_eq=right, bounds=limits, method="highs-ds")
    if found.status != 0:
        return None
    return found.x[:-1], found.eqlin.marginals, float(found.x[-1])


def _new_squares(
    program: Program, duals: Any, weights: Sequence[Known], half: dict[int, list[Exponents]], seen: set[frozenset[Any]]
) -> list[Column]:
    """Squares (times something known) that the dual solution takes for negative."""
    import numpy as np

    value = {e: -float(duals[row]) for e, row in program.rows.items()}
    worst: list[tuple[float, int, int, Any]] = []
    for k, weight in enumerate(weights):
        basis = half[id(weight)]
        moments = np.zeros((len(basis), len(basis)))
        missing = False
        for i, e in enumerate(basis):
            for j, f in enumerate(basis[: i + 1]):
                for g, c in weight.polynomial.items():
                    key = tuple(x + y + z for x, y, z in zip(e, f, g, strict=True))
                    missing |= key not in value
                    moments[i, j] += float(c) * value.get(key, 0.0)
        if missing or not basis:
            continue
        sizes, vectors = np.linalg.eigh(moments)  # of the lower triangle
        worst += [(size, k, n, vectors[:, n]) for n, size in enumerate(sizes) if size < -SMALL]
    found: list[Column] = []
    for _, k, _, vector in sorted(worst, key=lambda w: w[:3])[:MAX_NEW]:
        weight = weights[k]
        for rounded in _rounded(vector):
            root, square = _square(rounded, half[id(weight)])
            product = times(square, weight.polynomial)
            if product and frozenset(product.items()) not in seen:
                seen.add(frozenset(product.items()))
                found.append(Column(product, False, weight.text, root=root))
    return found


def _rounded(vector: Any) -> Iterator[list[Any]]:
    """Simple rational multiples of a vector: its largest entry is made 1, the others are rounded."""
    largest = max(vector, key=abs)
    scaled = [float(v / largest) for v in vector]
    for limit in DENOMINATORS:
        yield [fmpq(round(v * limit), limit) for v in scaled]
    fractions = [Fraction(v).limit_denominator(1000) for v in scaled]
    yield [fmpq(f.numerator, f.denominator) for f in fractions]


def _exactly(program: Program, floats: Any) -> dict[int, Any] | None:
    """The exact factors of the columns that the float solution uses; None if they are not a solution with the right signs."""
    used = [k for k, v in enumerate(floats) if abs(v) > SMALL]
    rows = sorted(
        {program.rows[e] for k in used for e in program.columns[k].polynomial}
        | {program.rows[e] for e in program.target}
    )
    place = {row: i for i, row in enumerate(rows)}
    table = [[fmpq(0)] * (len(used) + 1) for _ in rows]
    for j, k in enumerate(used):
        for e, c in program.columns[k].polynomial.items():
            table[place[program.rows[e]]][j] = c
    for e, c in program.target.items():
        table[place[program.rows[e]]][-1] = c
    if not rows:
        return {}
    reduced, rank = fmpq_mat(table).rref()
    result = dict.fromkeys(used, fmpq(0))
    for i in range(rank):
        pivot = next(j for j in range(len(used) + 1) if reduced[i, j] != 0)
        if pivot == len(used):
            return None
        result[used[pivot]] = reduced[i, len(used)]
    signs = all(v >= 0 or program.columns[k].free for k, v in result.items())
    return {k: v for k, v in result.items() if v} if signs and _is_identity(program, result) else None


def _is_identity(program: Program, factors: dict[int, Any]) -> bool:
    total = {e: -c for e, c in program.target.items()}
    for k, factor in factors.items():
        for e, c in program.columns[k].polynomial.items():
            total[e] = total.get(e, 0) + factor * c
    return not any(total.values())


def _strictly(program: Program) -> Terms | None:
    """A combination that uses something positive."""
    import numpy as np

    try:
        from scipy.optimize import linprog
    except ModuleNotFoundError:
        return None
    right = np.zeros(len(program.rows))
    for e, c in program.target.items():
        right[program.rows[e]] = float(c)
    cost = [-1.0 if c.strict else 0.0 for c in program.columns]
    limits = [(None, None) if c.free else (0, 1 if c.strict else None) for c in program.columns]
    found = linprog(cost, A_eq=_matrix(program), b_eq=right, bounds=limits, method="highs-ds")
    if found.status != 0:
        return None
    exact = _exactly(program, found.x)
    return _told(program, exact) if exact and any(program.columns[k].strict for k in exact) else None


def _told(program: Program, factors: dict[int, Any]) -> Terms:
    return [(v, program.columns[k]) for k, v in sorted(factors.items())]


def text_of(p: Polynomial, names: Sequence[str]) -> str:
    """A polynomial as text."""
    words = []
    for e, c in sorted(p.items(), reverse=True):
        factors = [name if k == 1 else f"{name}^{k}" for name, k in zip(names, e, strict=True) if k]
        number = [] if abs(c) == 1 and factors else [str(abs(c))]
        words.append(("- " if c < 0 else "+ ") + " ".join([*number, *factors]))
    return " ".join(words).removeprefix("+ ") or "0"


__all__ = ["Known", "Polynomial", "combination", "terms", "text_of"]
