"""Hypotheses that no input meets: restrictions of sizes without a solution, relations that exclude each other.

Only what is certain for all sizes is said: an entry, a trace or an index value is looked at if it exists at every size.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Sequence

from derive import build
from derive.bounds.comparison.prover import PROVER
from derive.bounds.facts.facts import NONNEGATIVE, Facts, elementwise, size_sign
from derive.bounds.facts.reading import extended
from derive.bounds.forms.normal import ONE, canonical, cols, entry_of, factors, is_scalar, normal, reindex, rows, strip
from derive.bounds.forms.polynomial import Poly
from derive.bounds.forms.restrictions import certainly_less, impossible_sizes, is_tall
from derive.build import free_names, substitute
from derive.core import FLIP, Expr, Formula, Logic, Quantified, Rel, SizeRules
from derive.errors import DeriveError, NotSupported
from derive.fraction import Fraction
from derive.language.printing.core_latex import core_to_latex
from derive.sizes import Size

MAX_RELATIONS = 24


@functools.lru_cache(maxsize=256)
def contradiction(rules: SizeRules, hypotheses: tuple[Formula, ...]) -> str | None:
    """Return why no sizes or no input meet the hypotheses, or None if nothing is shown."""
    reason = impossible_sizes(rules)
    if reason is not None:
        return reason
    rules = _with_sizes(rules, hypotheses)
    facts = Facts(rules, PROVER)
    relations = list(dict.fromkeys(_relations(facts, hypotheses)))[:MAX_RELATIONS]
    for rel in relations:
        reason = _rank_too_high(facts, rel)
        if reason is not None:
            return reason
    for version in (relations, _without_definitions(relations)):
        reason = _excluded(facts, version)
        if reason is not None:
            return reason
    return None




def _with_sizes(rules: SizeRules, hypotheses: tuple[Formula, ...]) -> SizeRules:
    """The restrictions of the sizes with those that an implication states."""
    found, waiting = [], list(hypotheses)
    while waiting:
        rel = waiting.pop()
        if isinstance(rel, Logic) and rel.op == "and":
            waiting += rel.args
        elif isinstance(rel, Rel) and rel.op in FLIP and strip(rel.lhs).op == strip(rel.rhs).op == "size":
            first, second = strip(rel.lhs).data[0], strip(rel.rhs).data[0]
            turned = rel.op in (">", ">=")
            found.append((FLIP[rel.op] if turned else rel.op, second - first if turned else first - second))
    return SizeRules(rules.least, (*rules.relations, *found)) if found else rules


# Relations.


def _rank_too_high(facts: Facts, rel: Rel) -> str | None:
    """A product with c I_n, or a rank n, through an inner size below n (rank A B <= rank A: Horn and Johnson, Matrix Analysis, 0.4.5)."""
    for left, right, op in ((rel.lhs, rel.rhs, rel.op), (rel.rhs, rel.lhs, FLIP.get(rel.op, rel.op))):
        left, value = strip(left), number(right)
        if left.op == "rank" and op in ("=", ">=", ">"):
            wanted = strip(right).data[0] if strip(right).op == "size" else None if value is None else Size.of(value)
            matrix = strip(left.args[0])
            sizes = [rows(matrix), cols(matrix)]
        elif op == "=":
            wanted = _identity_size(facts, right)
            sizes = [cols(part) for part in factors(left)[1][:-1]]
        else:
            continue
        for inner in sizes if wanted is not None else ():
            if certainly_less(facts.rules, inner, wanted):
                return (
                    f"no input meets the hypothesis {core_to_latex(left)} {op} {core_to_latex(right)}: "
                    f"the rank is at most {inner} < {wanted}"
                )
    return None


def _identity_size(facts: Facts, expr: Expr) -> Size | None:
    """Return n if an expression is c I_n with a number c that is not zero."""
    scalars, parts = factors(expr)
    nonzero = all((number(s) or 0) != 0 or elementwise(facts, s) > NONNEGATIVE for s in scalars)
    return rows(parts[0]) if nonzero and len(parts) == 1 and parts[0].op == "eye" else None


def _relations(facts: Facts, formulas: Iterable[Formula]) -> Iterator[Rel]:
    """Relations that hold at every admitted input: those stated, at the first index, of the first entry, of the trace."""
    for formula in formulas:
        if isinstance(formula, Logic) and formula.op == "and":
            yield from _relations(facts, formula.args)
        elif isinstance(formula, Quantified) and formula.kind == "forall" and all(len(n) == 3 for n in formula.names):
            yield from _relations(facts, _at_first(facts, formula))
        elif isinstance(formula, Rel) and (formula.op in FLIP or formula.op == "!="):
            yield formula
            if formula.op != "!=":
                yield from _parts(formula)


def _at_first(facts: Facts, formula: Quantified) -> list[Formula]:
    """The body at the first value of every index, if all ranges have one."""
    first: dict[str, Size] = {}
    for name, low, high in formula.names:
        if not size_sign(facts, high.substitute(first) - low.substitute(first)):
            return []
        first[name] = low.substitute(first)
    try:
        return [_reindexed(formula.body, first)]
    except NotSupported:
        return []


def _reindexed(formula: Formula, names: dict[str, Size]) -> Formula:
    if isinstance(formula, Rel):
        return Rel(formula.op, reindex(formula.lhs, names), reindex(formula.rhs, names), formula.data)
    if isinstance(formula, Logic):
        return Logic(formula.op, tuple(_reindexed(part, names) for part in formula.args))
    raise NotSupported("a quantifier inside a quantifier")


def _parts(rel: Rel) -> Iterator[Rel]:
    """Of a relation between matrices: the first entries, and for an equation the traces."""
    if is_scalar(rel.lhs) and is_scalar(rel.rhs):
        return
    try:
        left, right = (e if is_scalar(e) else entry_of(normal(e), ONE, ONE) for e in (rel.lhs, rel.rhs))
        yield Rel(rel.op, build.reshape(left, build.SCALAR), build.reshape(right, build.SCALAR))
        if rel.op == "=" and rel.lhs.shape.totals == rel.rhs.shape.totals and rows(rel.lhs) == cols(rel.lhs):
            yield Rel("=", build.trace(rel.lhs), build.trace(rel.rhs))
    except DeriveError:
        return


def _without_definitions(relations: Sequence[Rel]) -> list[Rel]:
    """Variables that a relation sets equal to something are replaced in all others."""
    found = list(relations)
    for k in range(len(found)):
        defined = _definition(found[k])
        if defined is None:
            continue
        name, value = defined
        try:
            replaced = [r if q == k else _substituted(r, name, value) for q, r in enumerate(found)]
        except DeriveError:
            continue
        found = [part for r in replaced for part in (r, *(() if r in found else _parts(r)))][: 2 * MAX_RELATIONS]
        found.remove(replaced[k])
        found.insert(0, Rel("=", build.const(0), build.const(0)))
    return found


def _definition(rel: Rel) -> tuple[str, Expr] | None:
    for side, other in ((rel.lhs, rel.rhs), (rel.rhs, rel.lhs)):
        name = side.data[0] if side.op == "var" else None
        if (
            rel.op == "="
            and name is not None
            and side.shape.totals == other.shape.totals
            and name not in free_names(other)
        ):
            return name, other
    return None


def _substituted(rel: Rel, name: str, value: Expr) -> Rel:
    return Rel(rel.op, substitute(rel.lhs, {name: value}), substitute(rel.rhs, {name: value}), rel.data)


def _excluded(facts: Facts, relations: Sequence[Rel]) -> str | None:
    for k, rel in enumerate(relations):
        known = extended(facts, tuple(r for q, r in enumerate(relations) if q != k and r.op in FLIP))
        try:
            reason = _refuted_by(known, rel)
        except NotSupported:
            continue
        if reason is not None:
            return reason
    return None


def _refuted_by(facts: Facts, rel: Rel) -> str | None:
    """Whether the other hypotheses (and the signs of norms, sums of nonnegatives, ...) force the opposite, strictly."""
    if rel.op == "!=":
        if canonical(normal(rel.lhs)) is not canonical(normal(rel.rhs)):
            return None
        return f"no input meets the hypothesis {core_to_latex(rel.lhs)} != {core_to_latex(rel.rhs)}: both sides are the same"
    if rel.lhs.shape.totals != (ONE, ONE) or rel.rhs.shape.totals != (ONE, ONE):
        return _entries_refuted(facts, rel)
    small, large, strict = {
        "<=": (rel.lhs, rel.rhs, False), "<": (rel.lhs, rel.rhs, True), ">=": (rel.rhs, rel.lhs, False), ">": (rel.rhs, rel.lhs, True),
        "=": (rel.lhs, rel.rhs, False),
    }[rel.op]  # fmt: skip
    orders = [(small, large)] if rel.op != "=" else [(small, large), (large, small)]
    for first, second in orders:
        gap = facts.value(first).value - facts.value(second).value
        if _negative_entries(facts, first, second) or _certain(facts, gap, strict=not strict):
            return (
                f"no input meets the hypothesis {core_to_latex(rel.lhs)} {rel.op} {core_to_latex(rel.rhs)}: "
                f"{core_to_latex(first)} {'>' if not strict else '>='} {core_to_latex(second)} by the others"
            )
    return None


def _certain(facts: Facts, gap: Poly, strict: bool) -> bool:
    return facts.nonnegative(gap, strict) is not None


def _negative_entries(facts: Facts, first: Expr, second: Expr) -> bool:
    """A sum of nonnegative quantities is not at most a negative number."""
    constant = facts.value(second).value.is_number()
    return constant is not None and constant < 0 and elementwise(facts, first) >= NONNEGATIVE


def _entries_refuted(facts: Facts, rel: Rel) -> str | None:
    """Entrywise bounds by numbers that exclude each other (x >= 1 together with x <= 0)."""
    for op, left, right in ((rel.op, rel.lhs, rel.rhs), (FLIP[rel.op], rel.rhs, rel.lhs)):
        bound = number(right)
        if bound is None or op not in ("<=", "<"):
            continue
        sign = elementwise(facts, left)
        if (bound < 0 and sign >= NONNEGATIVE) or (
            bound <= 0 and (sign > NONNEGATIVE or (op == "<" and sign >= NONNEGATIVE))
        ):
            return f"no input meets the hypothesis {core_to_latex(left)} {op} {bound}: the other hypotheses make every entry larger"
    return None


def number(expr: Expr) -> Fraction | None:
    """Return the number that an expression is, a zero matrix being zero; None if it is none."""
    expr = strip(expr)
    return Fraction(0) if expr.op == "zeros" else expr.data[0] if expr.op == "const" else None


__all__ = ["contradiction", "impossible_sizes", "is_tall", "number"]
