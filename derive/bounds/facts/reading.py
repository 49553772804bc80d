"""What hypotheses say, sorted: signs, distributions, orthogonality, known bounds."""

from __future__ import annotations

from collections.abc import Iterator

from derive import build
from derive.bounds.facts.apart import read_apart
from derive.bounds.facts.distributions import read as read_distribution
from derive.bounds.facts.facts import (
    NONNEGATIVE,
    POSITIVE,
    UNKNOWN,
    Facts,
    Prover,
    Range,
    constant,
    elementwise,
    runs_freely,
    size_sign,
)
from derive.bounds.facts.instances import of_every_entry
from derive.bounds.forms.normal import canonical, cols, corners, factors, is_scalar, mentions, normal, rows, strip
from derive.core import FLIP, Expr, Formula, Logic, Problem, Quantified, Rel, formula_exprs, walk
from derive.errors import NotSupported
from derive.fraction import Fraction
from derive.norms import norm
from derive.sizes import Size


def read_facts(problem: Problem, prover: Prover, extra: tuple[Formula, ...] = ()) -> Facts:
    """Sort the hypotheses of a problem, for a prover that answers questions about them."""
    nodes = {
        n for f in (problem.goal, *problem.hypotheses) for top in formula_exprs(f) for n in walk(top) if n.op == "norm"
    }
    rare = frozenset(n.data[0] for n in nodes if not norm(n.data[0]).common)
    return extended(Facts(problem.rules, prover, indices=problem.indices, norms=rare), (*problem.hypotheses, *extra))


def extended(known: Facts, formulas: tuple[Formula, ...]) -> Facts:
    """Return the facts with more formulas in force."""
    facts = Facts(
        known.rules, known.prover, dict(known.signs), set(known.stochastic), set(known.simplex), set(known.orthonormal), set(known.symmetric),
        list(known.orders), {k: list(v) for k, v in known.radii.items()},
        {k: list(v) for k, v in known.equals.items()}, indices=known.indices,
        idempotent=set(known.idempotent), nonzero=set(known.nonzero), distinct=set(known.distinct), theorems=list(known.theorems),
        most=known.most, unit_sums=set(known.unit_sums), inner_inverses=set(known.inner_inverses), without=known.without, places=set(known.places), norms=known.norms,
    )  # fmt: skip
    for formula in formulas:
        read_apart(facts, formula)
    relations = [found for h in formulas for found in _relations(h)]
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
            low = Fraction(0) if build.is_zero(strip(other)) else constant(other)
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
    small, large = (rel.rhs, rel.lhs) if rel.op in (">", ">=") else (rel.lhs, rel.rhs)
    small = strip(small)
    of_zero = rel.op in ("<", ">") and build.is_zero(small)
    told = small.op == "norm" or (small.op == "var" and is_scalar(small) and facts.signs.get(canonical(small), UNKNOWN))
    if not (of_zero or (rel.op in ("<", "<=", ">", ">=") and told)) or not is_scalar(large):
        return
    try:
        single = facts.value(large).value.single()
    except NotSupported:
        return
    parts = list(single[0]) if single is not None and single[1] > 0 else []
    open_ones = [(factor, power) for factor, power in parts if elementwise(facts, factor) != POSITIVE]
    for factor, power in open_ones if of_zero else open_ones[:1] if len(open_ones) == 1 else ():
        if of_zero and elementwise(facts, factor) == NONNEGATIVE and factor.op != "const":
            facts.signs[canonical(factor)] = POSITIVE
        elif not of_zero and power == 1 and factor.op == "var":
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


def _read_sign(facts: Facts, rel: Rel, names: tuple[Range, ...]) -> None:
    for op, left, right in ((rel.op, rel.lhs, rel.rhs), (FLIP[rel.op], rel.rhs, rel.lhs)):
        low = Fraction(0) if build.is_zero(strip(right)) else constant(right)
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


def _read_equality(facts: Facts, rel: Rel, names: tuple[Range, ...]) -> None:
    if rel.op != "=" or names:
        return
    read_distribution(facts, rel)
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
    multiples = [_plain_matrix(e) for e in facts.symmetric if e.op == "scale"]
    facts.symmetric.update(m for m in multiples if m is not None)
    blocks = [corners(e) for e in facts.symmetric if e.op == "vcat"]
    facts.symmetric.update(canonical(strip(normal(b[k]))) for b in blocks if b is not None for k in (0, 3))
    sums = [e for e in facts.symmetric if e.op == "add"]
    for _ in sums:
        for whole in sums:
            left = [term for term in whole.args if not facts.is_symmetric(term)]
            matrix = _plain_matrix(left[0]) if len(left) == 1 else None
            if matrix is not None:
                facts.symmetric.add(matrix)


def _plain_matrix(term: Expr) -> Expr | None:
    """The matrix of a term that is a variable or its multiple by a number other than zero."""
    term = strip(term)
    if term.op == "scale" and (constant(term.args[0]) or 0) != 0:
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
    if names or rel.op == "=" or build.is_zero(strip(rel.lhs if rel.op in ("<=", "<") else rel.rhs)):
        return
    try:
        found = of_every_entry(rel)
    except NotSupported:
        return
    if found is not None:
        _read_order(facts, *found)


__all__ = ["extended", "read_facts"]
