"""What the hypotheses of a claim say of its conditions: implied, excluded, or neither shown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from derive import build
from derive.alike import formula_key
from derive.bounds.comparison.prover import read_facts
from derive.bounds.facts.apart import keeps_away
from derive.bounds.facts.facts import NONNEGATIVE, POSITIVE, Facts, elementwise
from derive.bounds.forms.normal import canonical, factors, guard, is_too_long, normal
from derive.bounds.forms.restrictions import impossible_sizes
from derive.bounds.quantities.full_rank import has_independent_columns
from derive.bounds.road import prove_bound
from derive.core import FLIP, Expr, Formula, Logic, Problem, Quantified, Rel, SizeRules, conjuncts, formula_exprs, walk
from derive.definedness.conditions import needs_of
from derive.definedness.points import simple_points, truth
from derive.definedness.singular import is_singular, is_told_regular
from derive.errors import DeriveError
from derive.evidence import Point
from derive.exact.certification.truth import Purse
from derive.index.road import prove
from derive.size_names import map_formula_sizes
from derive.sizes import Size
from derive.vacuity.contradictions import contradiction

WORK, STEPS = 200, 8_000
MOST_TOLD, MOST_VALUES = 6, 30
MOST_ASKED = 5_000
"""Parts of a condition, written out, that rules are asked about: many conditions are, and few that are longer are shown."""
OPERATIONS = 100_000
"""Of a look at a condition at a simple point."""
NEGATED = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
ONE = Size.of(1)


@dataclass(slots=True)
class Known:
    """The hypotheses of a problem, asked many times.

    Attributes:
        problem: Its hypotheses hold, and its goal is not looked at.
        facts: What the norm rules read in them.
        simple: Simple points that meet them, None before they are asked for.

    """

    problem: Problem
    facts: Facts = field(init=False)
    answers: dict[Formula, bool] = field(default_factory=dict)
    simple: list[Point] | None = None

    def __post_init__(self) -> None:
        self.facts = read_facts(self.problem)

    def under(self, *formulas: Formula, names: Sequence[tuple[object, ...]] = ()) -> Known:
        """Return what is known under more formulas, for all values of more names."""
        if not formulas and not names:
            return self
        p = self.problem
        ranges = tuple(n for n in names if len(n) == 3)
        shapes = tuple(n for n in names if len(n) == 2)
        more = replace(
            p,
            hypotheses=(*p.hypotheses, *formulas),
            indices=(*p.indices, *ranges),  # type: ignore[arg-type]
            variables=(*p.variables, *shapes),  # type: ignore[arg-type]
        )
        return Known(more)

    def shows(self, formula: Formula) -> bool:
        """Return whether the hypotheses are shown to imply a formula."""
        if formula not in self.answers:
            self.answers[formula] = _quietly(lambda: self._shows(formula))
        return self.answers[formula]

    def excludes(self, formula: Formula) -> bool:
        """Return whether the hypotheses are shown to imply that a formula is false."""
        if isinstance(formula, Quantified):
            inner = self.under(names=formula.names)
            return are_never_empty(self, formula.names) and inner.excludes(formula.body)
        if isinstance(formula, Logic):
            if formula.op == "and":
                return any(self.excludes(part) for part in formula.args)
            if formula.op == "or":
                return all(self.excludes(part) for part in formula.args)
            return False
        opposite = Rel(NEGATED[formula.op], formula.lhs, formula.rhs)
        matrix, tall = _regular_matrix(formula)
        if matrix is not None and _quietly(lambda: is_singular(self, matrix, tall)):
            return True
        if not formula.lhs.shape.is_scalar and formula.op in ("<", "<=", ">", ">="):  # entrywise: the opposite is not
            return bool(self.problem.hypotheses) and _quietly(lambda: contradiction(*self._with(formula)) is not None)
        return self.shows(opposite)

    def _with(self, formula: Formula) -> tuple[SizeRules, tuple[Formula, ...]]:
        return self.problem.rules, (*self.problem.hypotheses, formula)

    def _shows(self, formula: Formula) -> bool:
        if isinstance(formula, Quantified):
            return self.under(names=formula.names).shows(formula.body) or self._at_all_values(formula)
        if isinstance(formula, Logic):
            if formula.op == "and":
                return all(self.shows(part) for part in formula.args)
            if formula.op == "or":
                return any(self.shows(part) for part in formula.args)
            if formula.op == "implies":
                *premises, body = formula.args
                return self.under(*premises).shows(body)
            return False
        return formula in self.problem.hypotheses or self._is_told_apart(formula) or self._relation(formula)

    def _at_all_values(self, formula: Quantified) -> bool:
        """Whether a formula is shown for each value of indices that run between numbers, as in ``i = j, ..., 3``."""
        if formula.kind != "forall" or not all(len(name) == 3 for name in formula.names):
            return False
        (name, low, high), *others = formula.names
        if low.constant is None or high.constant is None or high.constant - low.constant > MOST_VALUES:
            return False
        rest = Quantified("forall", tuple(others), formula.body) if others else formula.body
        values = range(int(low.constant), int(high.constant) + 1)
        return all(self.shows(map_formula_sizes(rest, {name: Size.of(value)})) for value in values)

    def _is_told_apart(self, rel: Rel) -> bool:
        """Whether a hypothesis says ``x != y``, in whatever form: ``x - y != 0``."""
        if rel.op != "!=" or any(is_too_long(e) for e in formula_exprs(rel)):
            return False
        gaps = {_gap(rel.lhs, rel.rhs), _gap(rel.rhs, rel.lhs)}
        told = [
            h for h in self.problem.hypotheses if isinstance(h, Rel) and h.op == "!=" and h.lhs.shape == rel.lhs.shape
        ]
        return any(_gap(h.lhs, h.rhs) in gaps for h in told)

    def _relation(self, rel: Rel) -> bool:
        sizes = _of_sizes(rel)
        if sizes is not None:
            return self._between_sizes(rel.op, sizes)
        if any(is_too_long(e) for e in formula_exprs(rel)):
            return False
        for op, e, other in ((rel.op, rel.lhs, rel.rhs), (FLIP.get(rel.op, rel.op), rel.rhs, rel.lhs)):
            if build.is_zero(other) and self._against_zero(op, e):
                return True
        return self._by_roads(rel)

    def _against_zero(self, op: str, e: Expr) -> bool:
        guard(e)
        if op in (">", ">="):
            least = POSITIVE if op == ">" else NONNEGATIVE
            return elementwise(self.facts, e) >= least or self._is_above(e, op == ">")
        if op in ("<", "<="):
            least = POSITIVE if op == "<" else NONNEGATIVE
            return elementwise(self.facts, build.neg(e)) >= least or (op == "<=" and self._is_negative_form(e))
        if op == "!=" and e.op == "var" and self._excludes_zero(e):
            return True
        if op == "!=":
            if not e.shape.is_scalar:
                return self.facts.is_nonzero(e) or elementwise(self.facts, build.norm(e, "F")) == POSITIVE
            if elementwise(self.facts, build.neg(e)) == POSITIVE or keeps_away(self.facts, e):
                return True
            return e.op == "det" and (self._is_regular(e.args[0]) or is_told_regular(self, e.args[0]))
        return False

    def _is_above(self, e: Expr, strictly: bool, seen: tuple[Expr, ...] = ()) -> bool:
        """Whether a hypothesis says that a number is larger than one that is not negative: ``0 < s``, ``s < t``."""
        for h in conjuncts(self.problem.hypotheses):
            if not isinstance(h, Rel) or h.op not in ("<", "<=", ">", ">="):
                continue
            low, high = (h.lhs, h.rhs) if h.op in ("<", "<=") else (h.rhs, h.lhs)
            if high != e or low in seen or not low.shape.is_scalar or len(seen) > MOST_TOLD:
                continue
            still = strictly and h.op not in ("<", ">")
            if elementwise(self.facts, low) >= (POSITIVE if still else NONNEGATIVE):
                return True
            if self._is_above(low, still, (*seen, e)):
                return True
        return False

    def _is_negative_form(self, e: Expr) -> bool:
        """Whether it is a quadratic form of a matrix whose negative is semidefinite."""
        scalars, parts = factors(e)
        middle = len(parts) // 2
        turned = [canonical(normal(build.transpose(p))) for p in reversed(parts)]
        if scalars or len(parts) % 2 == 0 or [canonical(p) for p in parts[:middle]] != turned[:middle]:
            return False
        return self.facts.is_semidefinite(build.neg(parts[middle]))

    def _is_regular(self, matrix: Expr) -> bool:
        """Whether a square matrix has full rank: definite, a hypothesis says so, near a multiple of I, an inverse is known."""
        plain = canonical(normal(matrix))
        if self.facts.is_definite(plain) or has_independent_columns(self.facts, plain):
            return True
        return self.facts.is_definite(build.neg(matrix)) or self._is_near_eye(matrix) or self._has_inverse(matrix)

    def _excludes_zero(self, variable: Expr) -> bool:
        """Whether what the hypotheses say of a variable cannot be true of zero."""
        name, zero = variable.data[0], _zero(variable)
        told = [h for h in self.problem.hypotheses if name in build.formula_names(h)]
        if not told or len(told) > MOST_TOLD:
            return False
        put = tuple(build.substitute_formula(h, {name: zero}) for h in told)
        return contradiction(self.problem.rules, put) is not None

    def _is_near_eye(self, matrix: Expr) -> bool:
        """Whether it is c I + B with ``|B| < c``."""
        terms = matrix.args if matrix.op == "add" else ()
        for k, term in enumerate(terms):
            scalars, parts = factors(term)
            if len(parts) == 1 and parts[0].op == "eye":
                rest = build.add(*terms[:k], *terms[k + 1 :])
                size = build.const(1)
                for scalar in scalars:
                    size = build.scale(build.map_("abs", scalar), size)
                bare = rest.args[1] if rest.op == "scale" and rest.args[0] == build.const(-1) else rest
                return any(self.shows(Rel("<", build.norm(bare, kind), size)) for kind in ("2", "F", "1", "inf"))
        return False

    def _has_inverse(self, matrix: Expr) -> bool:
        """Whether the claim speaks of a matrix that is shown to be an inverse, and that has a value everywhere."""
        same = dict.fromkeys(n for e in formula_exprs(self.problem.goal) for n in walk(e) if n.shape == matrix.shape)
        for other in list(same)[:MOST_TOLD]:
            if other != matrix and not needs_of(other) and other.op not in ("eye", "zeros", "inv"):
                product = Rel("=", build.matmul(matrix, other), build.eye(matrix.shape.rows))
                if prove(replace(self.problem, goal=product), steps=STEPS).outcome == "agree":
                    return True
        return False

    def _by_roads(self, rel: Rel) -> bool:
        if any(is_too_long(e, MOST_ASKED) for e in formula_exprs(rel)):
            return False
        return not self._fails(rel) and _are_roads_agreed(_asked(replace(self.problem, goal=rel)))

    def _fails(self, rel: Rel) -> bool:
        """Whether a relation is false at a simple point that meets the hypotheses: no road need be asked then."""
        if self.simple is None:
            is_long = any(is_too_long(e, MOST_ASKED) for h in self.problem.hypotheses for e in formula_exprs(h))
            self.simple = [] if is_long else list(simple_points(self.problem))
        return any(truth(point, rel, Purse(OPERATIONS)) is False for point in self.simple)

    def _between_sizes(self, op: str, sizes: tuple[Size, Size]) -> bool:
        """A relation between sizes and indices that their restrictions imply."""
        first = {name: Size.of(name) + low - 1 for name, low, _ in self.problem.indices}
        relations = list(self.problem.rules.relations)
        for name, _, high in self.problem.indices:
            relations.append(("<=", Size.of(name) - high))
        relations += size_relations(self.problem.hypotheses)
        gap = sizes[0] - sizes[1]
        against = {">=": [("<", gap)], ">": [("<=", gap)], "<=": [("<", gap * -1)], "<": [("<=", gap * -1)]}
        wanted = against.get(op) or ([("=", gap)] if op == "!=" else [("<", gap), ("<", gap * -1)])
        if op == "=":
            return all(self._impossible(relations, one, first) for one in wanted)
        return self._impossible(relations, wanted[0], first)

    def _impossible(self, relations: Sequence[tuple[str, Size]], one: tuple[str, Size], first: dict[str, Size]) -> bool:
        told = [(op, size.substitute(first)) for op, size in (*relations, one)]
        return impossible_sizes(SizeRules(self.problem.rules.least, tuple(told))) is not None


@dataclass(frozen=True, slots=True)
class _Asked:
    """A relation under hypotheses; what differs in fresh names alone is the same."""

    key: object
    problem: Problem = field(compare=False)


def _asked(problem: Problem) -> _Asked:
    names = (*problem.indices, *problem.variables)
    whole = Quantified("forall", names, Logic("implies", (*problem.hypotheses, problem.goal)))
    return _Asked((formula_key(whole), problem.functions, problem.rules), problem)


@lru_cache(maxsize=1 << 12)
def _are_roads_agreed(asked: _Asked) -> bool:
    """Whether a road proves a relation; the links of a claim ask the same of the same hypotheses."""
    told = asked.problem
    try:
        if isinstance(told.goal, Rel) and told.goal.op == "=" and prove(told, steps=STEPS).outcome == "agree":
            return True
        return prove_bound(told, work=WORK).outcome == "agree"
    except DeriveError:
        return False


def _gap(left: Expr, right: Expr) -> frozenset[tuple[Expr, int]]:
    """The terms of the difference of two sides, and how often each occurs."""
    terms = (*_terms(left), *map(_negated, _terms(right)))
    return frozenset(Counter(canonical(normal(term)) for term in terms).items())


def _negated(e: Expr) -> Expr:
    return e.args[1] if e.op == "scale" and e.args[0] == build.const(-1) else build.neg(e)


def _terms(e: Expr) -> tuple[Expr, ...]:
    return () if build.is_zero(e) else e.args if e.op == "add" else (e,)


def _zero(e: Expr) -> Expr:
    return build.const(0) if e.shape.is_scalar else build.zeros(e.shape.rows, e.shape.cols)


def size_relations(formulas: Iterable[Formula]) -> list[tuple[str, Size]]:
    """Return what formulas say of sizes, as `SizeRules` do: ``size op 0`` with op in = <= < !=."""
    found = []
    for one in formulas:
        pair = _of_sizes(one) if isinstance(one, Rel) else None
        if isinstance(one, Rel) and pair is not None:
            turned = one.op in (">", ">=")
            found.append((FLIP[one.op] if turned else one.op, pair[1] - pair[0] if turned else pair[0] - pair[1]))
    return found


def holds_of_numbers(formula: Formula) -> bool:
    """Return whether a condition compares two numbers and is true of them: ``1 <= 200``."""
    pair = _of_sizes(formula) if isinstance(formula, Rel) else None
    if not isinstance(formula, Rel) or pair is None or any(size.names for size in pair):
        return False
    gap = (pair[0] - pair[1]).constant
    if gap is None:
        return False
    return {"=": gap == 0, "!=": gap != 0, "<": gap < 0, "<=": gap <= 0, ">": gap > 0, ">=": gap >= 0}.get(formula.op, False)


def _of_sizes(rel: Rel) -> tuple[Size, Size] | None:
    """The sizes that a relation compares, None if it compares something else."""
    found = [
        e.data[0] if e.op == "size" else Size.of(e.data[0]) if e.op == "const" else None for e in (rel.lhs, rel.rhs)
    ]
    if any(e.op == "const" and e.data[0].denominator != 1 for e in (rel.lhs, rel.rhs)):
        return None
    return None if found[0] is None or found[1] is None else (found[0], found[1])


def _regular_matrix(rel: Rel) -> tuple[Expr | None, bool]:
    """The matrix that a relation says to be regular, or (True) to have independent columns."""
    if rel.lhs.op == "det" and rel.op in ("!=", ">", "<") and build.is_zero(rel.rhs):
        return rel.lhs.args[0], False
    if rel.lhs.op == "rank" and rel.op == "=" and rel.rhs == build.size(rel.lhs.args[0].shape.totals[1]):
        return rel.lhs.args[0], True
    return None, False


def are_never_empty(known: Known, names: Sequence[tuple[object, ...]]) -> bool:
    """Return whether all indices among names have a value at all sizes."""
    ranges = [n for n in names if len(n) == 3]
    sides = [Rel("<=", build.size(low), build.size(high)) for _, low, high in ranges]  # type: ignore[arg-type]
    return all(known.shows(rel) for rel in sides)


def _quietly(question: Callable[[], bool]) -> bool:
    try:
        return bool(question())
    except (DeriveError, RecursionError):
        return False


__all__ = ["NEGATED", "Known", "are_never_empty", "holds_of_numbers", "size_relations"]
