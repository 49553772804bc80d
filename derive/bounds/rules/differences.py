"""Norms of one matrix by those of another, where their difference is known or wanted."""

from __future__ import annotations

from collections.abc import Iterator

from derive import build
from derive.bounds.facts.facts import Facts
from derive.bounds.facts.targets import Targets
from derive.bounds.forms.bound import Bound
from derive.bounds.forms.normal import canonical, cols, normal, rows, strip
from derive.bounds.forms.polynomial import order_key
from derive.bounds.rules.chain_rule import along_the_segment
from derive.core import Expr


def segment(facts: Facts, expr: Expr, kind: str, targets: Targets) -> Iterator[Bound]:
    """softmax(A) - softmax(B), by the largest Jacobian on the way, where the other side speaks of it."""
    if len(expr.args) != 2 or kind not in ("2", "F") or targets.atoms is None:
        return
    first, second = (strip(term) for term in expr.args)
    if up_to_sign(second).op == "softmax" and second.op == "scale" and second.args[0] == build.const(-1):
        a, b = first, strip(second.args[1])
        if a.op == b.op == "softmax":
            yield from along_the_segment(facts, a.args[0], b.args[0], sorted(targets.atoms, key=order_key))


def reverse_triangle(facts: Facts, expr: Expr, kind: str, targets: Targets) -> Iterator[Bound]:
    """||A|| <= ||A + C|| + ||C|| if the norm of A + C is wanted."""
    for target in sorted(targets.matrices, key=order_key) if expr.op == "add" else ():
        rest = _without(target, expr) if target.op == "add" and rows(target) == rows(expr) else None
        if rest is not None and cols(target) == cols(expr):
            whole = facts.norm(target, kind) + facts.norm(rest, kind)
            yield whole.by("reverse triangle", "||A|| <= ||A + C|| + ||C||")
    for target in sorted(targets.matrices - targets.ranked, key=order_key):
        if target.op != "add" or expr.op == "add" or rows(target) != rows(expr) or cols(target) != cols(expr):
            continue
        for k, term in enumerate(target.args):
            if up_to_sign(term) == strip(normal(expr)):
                rest = [t for q, t in enumerate(target.args) if q != k]
                whole = facts.norm(target, kind) + facts.norm(build.add(*rest), kind)
                yield whole.by("reverse triangle", "||A|| <= ||A + C|| + ||C||")


def _without(target: Expr, part: Expr) -> Expr | None:
    """What a sum has beside all terms of another one; None if it does not have them, or nothing else."""
    left = [canonical(strip(normal(term))) for term in opened_terms(target)]
    for term in opened_terms(part):
        wanted = canonical(strip(normal(term)))
        if wanted not in left:
            return None
        left.remove(wanted)
    return None if not left else left[0] if len(left) == 1 else build.add(*left)


def known_difference(facts: Facts, expr: Expr, kind: str) -> Iterator[Bound]:
    """||A|| <= ||B|| + r where ||A - B|| <= r is known."""
    here = strip(normal(expr))
    for small, large, _, names in facts.orders:
        gap = strip(small.args[0]) if small.op == "norm" and small.data[0] in (kind, "F") and not names else None
        if gap is None or gap.op != "add" or len(gap.args) != 2 or kind not in ("2", "F"):
            continue
        for first, second in (gap.args, gap.args[::-1]):
            if up_to_sign(first) == here and up_to_sign(second) != here:
                other = facts.norm(up_to_sign(second), kind) + facts.value(large)
                yield other.by("reverse triangle", "||A|| <= ||B|| + ||A - B||")


def opened_terms(total: Expr) -> list[Expr]:
    """The terms of a sum, those of a bracket with a number in front of it one by one: ``x + u - (y + v)``."""
    found: list[Expr] = []
    for term in map(strip, total.args):
        inner = strip(term.args[1]) if term.op == "scale" else term
        if inner.op == "add":
            found += [build.scale(term.args[0], e) if inner is not term else e for e in inner.args]
        else:
            found.append(term)
    return found


def up_to_sign(term: Expr) -> Expr:
    """Return what a term is a sign times of."""
    term = strip(term)
    if term.op == "scale" and term.args[0].op == "const" and abs(term.args[0].data[0]) == 1:
        term = term.args[1]
    return strip(normal(term))
