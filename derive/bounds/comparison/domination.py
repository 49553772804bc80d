"""Whether one polynomial is at most another one: rules enlarge what has to be paid for until what pays for it dominates."""

from __future__ import annotations

from derive import build
from derive.bounds.comparison.ordering import ordered
from derive.bounds.facts.facts import Facts
from derive.bounds.forms.bound import Bound, Step, merge
from derive.bounds.forms.polynomial import Poly
from derive.bounds.quantities import arithmetic
from derive.bounds.rules import rules
from derive.core import walk
from derive.errors import NotSupported

Steps = tuple[Step, ...]
MAX_AFTER = 2


def dominated(facts: Facts, left: Bound, right: Bound, strict: bool) -> Steps | None:
    """Enlarge what has to be paid for by every combination of rules until the other side dominates."""
    gap = right.value - left.value
    base = merge(left.steps, right.steps)
    try:
        found = _term_by_term(facts, gap, strict)
    except NotSupported:
        found = facts.algebraic(gap, strict)
        if found is None:
            raise
    if found is None:
        found = facts.algebraic(gap, strict) or _after_rules(facts, gap, strict)
    return None if found is None else merge(base, found)


def _options(facts: Facts, gap: Poly, *, directed: bool) -> tuple[Poly, list[Bound]]:
    """What pays, and upper bounds of what has to be paid for; in the quantities of the other side alone if directed."""
    debt, fund = _debts(facts, gap)
    below = [Poly.atom(a) for monomial, _ in debt.value.terms for a, e in monomial if e < 0]  # these cancel
    targets = rules.targets_of(facts, fund, *below)
    return fund, rules.relax(facts, debt, rules.directed(targets, fund, *below) if directed else targets)


def _after_rules(facts: Facts, gap: Poly, strict: bool) -> Steps | None:
    """What rules lead to, in the quantities of the other side, is compared as a polynomial."""
    tried = [gap]
    for directed in (True, False) if not facts.limited else ():
        fund, options = _options(facts, gap, directed=directed)
        for bound in options[:MAX_AFTER]:
            left = fund - bound.value
            if any(left.same(other) for other in tried):
                continue
            tried.append(left)
            found = facts.algebraic(left, strict)
            if found is not None:
                return merge(bound.steps, found)
    return None


def _is_differentiated(gap: Poly) -> bool:
    """Whether derivatives or softmaxes occur: their rules are followed towards the other side alone."""
    return any(node.op in (*build.DERIVATIVES, "softmax") for a in gap.atoms() for node in walk(a))


def _term_by_term(facts: Facts, gap: Poly, strict: bool) -> Steps | None:
    """Every negative term is at most some of the positive ones."""
    found = ordered(facts, gap, strict) or facts.nonnegative(gap, strict)
    if found is not None:
        return found
    for directed in (True, False) if not facts.limited and _is_differentiated(gap) else (False,):
        fund, options = _options(facts, gap, directed=directed)
        for bound in options:
            found = facts.nonnegative(fund - bound.value, strict, depth=1 if directed else 3)
            if found is not None:
                return merge(bound.steps, found)
    return None


def _debts(facts: Facts, gap: Poly) -> tuple[Bound, Poly]:
    """Split a gap into what is subtracted (terms of unknown sign by their absolute values) and what pays for it."""
    debt, fund = Poly(()), Poly(())
    for monomial, coefficient in gap.terms:
        term = Poly(((monomial, coefficient),))
        if not arithmetic.monomial_sign(facts, monomial):
            debt = debt + arithmetic.absolute(facts, Bound(term)).value
        elif coefficient < 0:
            debt = debt - term
        else:
            fund = fund + term
    return Bound(debt), fund


__all__ = ["dominated"]
