"""Hypotheses of a theorem, shown by what is known: signs, symmetry, the order of semidefinite matrices, distributions, sizes."""

from __future__ import annotations

from derive import build
from derive.bounds.facts.apart import keeps_away
from derive.bounds.facts.distributions import is_stochastic
from derive.bounds.facts.facts import NONNEGATIVE, POSITIVE, Facts, at_ends, elementwise, size_sign
from derive.bounds.facts.instances import add_instances
from derive.bounds.facts.same import are_equal
from derive.bounds.forms.normal import ONE, canonical, cols, entry_of, is_scalar, key, normal, reindex, rows, strip
from derive.bounds.forms.polynomial import Poly, as_size
from derive.bounds.matching.environment import Environment
from derive.bounds.matching.patterns import Pattern
from derive.bounds.quantities.values import poly_sign
from derive.core import FLIP, Expr, Formula, Logic, Quantified, Rel
from derive.errors import DeriveError, NotSupported
from derive.sizes import Size

MAX_WORK = 200  # steps of comparison for one hypothesis


def are_met(facts: Facts, pattern: Pattern, env: Environment) -> bool:
    """Return whether what a theorem supposes is shown for an instance; cheap questions come first."""
    if not _sizes_fit(facts, pattern, env):
        return False
    if any(facts.may_be_infinite(v) for v in env.values.values() if is_scalar(v)):
        return False
    before = facts.work
    try:
        for hypothesis in sorted(pattern.hypotheses, key=_effort):
            facts.work = max(before, facts.most - MAX_WORK)
            if not is_shown(facts, env.put_in_formula(hypothesis)):
                return False
        return True
    except DeriveError:
        return False
    finally:
        facts.work = before


def is_shown(facts: Facts, formula: Formula) -> bool:
    """Return whether a formula is shown, and remember it."""
    return facts.once(("shown", formula), False, lambda: holds(facts, formula))


def _effort(hypothesis: Formula) -> int:
    """Signs and symmetry are asked first."""
    if not isinstance(hypothesis, Rel):
        return 3
    if hypothesis.op == "=":
        return 0 if "transpose" in (hypothesis.lhs.op, hypothesis.rhs.op) else 2
    return 1


def _sizes_fit(facts: Facts, pattern: Pattern, env: Environment) -> bool:
    """Whether the sizes and places of an instance are ones that the theorem speaks of."""
    least = dict(pattern.rules.least)
    for name in pattern.sizes:
        if name in env.sizes and not size_sign(facts, env.sizes[name] - least.get(name, 1)):
            return False
    for name, low, high in pattern.indices:
        place = env.sizes.get(name)
        ends = [end.substitute(env.sizes) for end in (low, high)]
        if place is None or not (is_before(facts, ends[0], place) and is_before(facts, place, ends[1])):
            return False
    return all(_size_relation(facts, op, size.substitute(env.sizes)) for op, size in pattern.rules.relations)


def _size_relation(facts: Facts, op: str, size: Size) -> bool:
    """Whether ``size op 0``."""
    if op == "=":
        return not size.terms
    less = size * -1 - (1 if op == "<" else 0)
    if op == "!=":
        return any(size_sign(facts, s - 1) for s in (size, size * -1))
    return is_before(facts, Size.of(0), less)


def is_before(facts: Facts, first: Size, second: Size) -> bool:
    """Return whether a place is at most another one, for all values of the indices, also by what is known of places and sizes."""
    if any(second - first == large - small for small, large in facts.places):
        return True
    gap = at_ends(facts, second - first)
    if gap is None:
        return False
    if size_sign(facts, gap) >= NONNEGATIVE or not gap.terms:
        return True
    try:
        return bool(facts.rules.relations) and facts.nonnegative(Poly.of_size(gap), depth=1) is not None
    except NotSupported:
        return False


def holds(facts: Facts, formula: Formula) -> bool:
    """Return whether a formula is shown."""
    if isinstance(formula, Logic):
        if formula.op == "and":
            return all(holds(facts, part) for part in formula.args)
        return formula.op == "or" and any(holds(facts, part) for part in formula.args)
    if isinstance(formula, Quantified):
        if formula.kind != "forall" or any(len(names) != 3 for names in formula.names):
            return False
        places = {names[0]: Size.of(build.fresh("any")) for names in formula.names}
        body = formula.body
        if not isinstance(body, Rel):
            return False
        return holds(facts, Rel(body.op, reindex(body.lhs, places), reindex(body.rhs, places)))
    if formula.op in (">=", ">"):
        return holds(facts, Rel(FLIP[formula.op], formula.rhs, formula.lhs))
    lhs, rhs = strip(formula.lhs), strip(formula.rhs)
    if formula.op == "=":
        return _is_equal(facts, lhs, rhs)
    if formula.op == "!=":
        return _is_different(facts, lhs, rhs)
    if formula.op not in ("<=", "<"):
        return False
    strict = formula.op == "<"
    if is_scalar(lhs) and is_scalar(rhs):
        return is_at_most(facts, lhs, rhs, strict)
    return _is_entrywise(facts, lhs, rhs, strict)


def _is_equal(facts: Facts, lhs: Expr, rhs: Expr) -> bool:
    if key(lhs) == key(rhs):
        return True
    if is_scalar(lhs) and is_scalar(rhs):
        try:
            if facts.value(lhs).value.same(facts.value(rhs).value):
                return True
        except NotSupported:
            return False
        return is_at_most(facts, lhs, rhs, False) and is_at_most(facts, rhs, lhs, False)
    for one, other in ((lhs, rhs), (rhs, lhs)):
        if key(build.transpose(one)) == key(other):
            return facts.is_symmetric(one)
        if other.op == "ones" and one.op == "matmul" and strip(one.args[1]).op == "ones" and cols(one) == ONE:
            return is_stochastic(facts, strip(normal(one.args[0])))
        if other.op == "eye" and one.op == "matmul" and _is_gram_of_orthonormal(facts, one):
            return True
        if key(one) in facts.equals and any(key(told) == key(other) for told in facts.equals[key(one)]):
            return True
        if one.op == "matmul" and key(other) in facts.idempotent:
            return key(one) == key(build.matmul(other, other))
    return are_equal(facts, lhs, rhs)


def _is_gram_of_orthonormal(facts: Facts, product: Expr) -> bool:
    second = canonical(strip(normal(product.args[1])))
    return second in facts.orthonormal and key(build.transpose(product.args[0])) == second


def _is_different(facts: Facts, lhs: Expr, rhs: Expr) -> bool:
    for side, other in ((lhs, rhs), (rhs, lhs)):
        if build.is_zero(other) and (facts.is_nonzero(side) or (is_scalar(side) and keeps_away(facts, side))):
            return True
    scalars = is_scalar(lhs) and is_scalar(rhs)
    return scalars and (is_at_most(facts, lhs, rhs, True) or is_at_most(facts, rhs, lhs, True))


def is_at_most(facts: Facts, small: Expr, large: Expr, strict: bool) -> bool:
    """Return whether ``small <= large`` (``<``) is shown between finite numbers."""
    small, large = strip(small), strip(large)
    if build.is_zero(small):
        if large.op == "eig" and large.data[0] == "min":
            return (facts.is_definite if strict else facts.is_semidefinite)(strip(normal(large.args[0])))
        if elementwise(facts, large) >= (POSITIVE if strict else NONNEGATIVE):
            return True
    if any(facts.may_be_infinite(side) for side in (small, large)):
        return False
    try:
        gap = facts.value(large).value - facts.value(small).value
        if not gap.terms:
            return not strict
        if poly_sign(facts, gap) >= (POSITIVE if strict else NONNEGATIVE):
            return True
        size = as_size(gap)
        if size is not None and is_before(facts, Size.of(1 if strict else 0), size):
            return True
        add_instances(facts, (small, large))
        return facts.nonnegative(gap, strict, depth=2) is not None
    except NotSupported:
        return False


def _is_entrywise(facts: Facts, lhs: Expr, rhs: Expr, strict: bool) -> bool:
    """Whether every entry of a matrix is at most that of another; a number is compared with each."""
    if build.is_zero(lhs) and elementwise(facts, rhs) >= (POSITIVE if strict else NONNEGATIVE):
        return True
    shape = rhs if is_scalar(lhs) else lhs
    places = [ONE if length == ONE else Size.of(build.fresh("any")) for length in (rows(shape), cols(shape))]
    small, large = (
        build.reshape(side, build.SCALAR) if is_scalar(side) else entry_of(normal(side), *places) for side in (lhs, rhs)
    )
    return is_at_most(facts, small, large, strict)


__all__ = ["are_met", "holds", "is_at_most", "is_before"]
