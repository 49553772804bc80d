"""Pythagoras: ``||A + B||_F^2 = ||A||_F^2 + ||B||_F^2`` where <A, B> = 0, so that either summand is at most as long as the sum.

A step along the gradient of what does not depend on the length of v makes v longer (Salimans and Kingma, Weight Normalization,
2016, section 2.1).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from derive import build
from derive.bounds.facts.defined import evaluated
from derive.bounds.facts.facts import Facts, Theorem
from derive.bounds.facts.same import vanishes
from derive.bounds.forms.normal import ONE, canonical, cols, normal, rows, strip
from derive.core import Expr
from derive.errors import NotSupported

MAX_NORMS, MAX_TERMS = 6, 3
TEXT = "||A + B||^2 = ||A||^2 + ||B||^2 where <A, B> = 0"


def orthogonal_sums(facts: Facts, sides: Sequence[Expr]) -> Iterator[Theorem]:
    """Yield what the Euclidean norms of sums are at least and at most, where the claim writes the norm of a summand."""
    nodes = dict.fromkeys(n for side in sides for n in evaluated(facts, side))
    norms = [n for n in nodes if n.op == "norm" and n.data[0] in ("2", "F") and _is_euclidean(n)][:MAX_NORMS]
    lengths = {_matrix(n): n for n in norms}
    for node in norms:
        whole = strip(normal(node.args[0]))
        terms = whole.args if whole.op == "add" and len(whole.args) <= MAX_TERMS else ()
        for k, term in enumerate(terms):
            short = lengths.get(canonical(strip(normal(term))))
            rest = [t for q, t in enumerate(terms) if q != k]
            if short is None or not _is_orthogonal(facts, term, build.add(*rest)):
                continue
            yield Theorem(short, node, False, "Pythagoras", TEXT)
            two = build.const(2)
            other = build.norm(build.add(*rest), node.data[0])
            squares = build.add(build.hpow(short, two), build.hpow(other, two))
            yield Theorem(build.hpow(node, two), squares, False, "Pythagoras", TEXT)
            yield Theorem(squares, build.hpow(node, two), False, "Pythagoras", TEXT)


def _is_euclidean(node: Expr) -> bool:
    """Whether a norm is that of the inner product: of a matrix the spectral norm is not."""
    return node.data[0] == "F" or ONE in (cols(node.args[0]), rows(node.args[0]))


def _matrix(node: Expr) -> Expr:
    return canonical(strip(normal(node.args[0])))


def _is_orthogonal(facts: Facts, first: Expr, second: Expr) -> bool:
    """Whether the inner product is zero, by a hypothesis or by the index form."""
    if cols(first) == ONE:
        inner = build.matmul(build.transpose(first), second)
    else:
        inner = build.trace(build.matmul(build.transpose(first), second))
    if facts.limited:
        return False
    return _is_told(facts, inner) or vanishes(facts, inner)


def _is_told(facts: Facts, inner: Expr) -> bool:
    """Whether the hypotheses say that a number is zero."""
    try:
        value = facts.value(inner).value
        return not value.terms or all(facts.nonnegative(side) is not None for side in (value, -value))
    except NotSupported:
        return False


__all__ = ["orthogonal_sums"]
