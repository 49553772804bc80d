"""What is not zero and what differs: hypotheses ``X != 0``, ``det S != 0`` and "the entries of x are different"."""

from __future__ import annotations

from derive import build
from derive.bounds.facts.facts import POSITIVE, Facts, elementwise
from derive.bounds.forms.normal import canonical, cols, is_scalar, key, normal, rows, strip
from derive.core import Expr, Formula, Logic, Quantified, Rel
from derive.sizes import Size

ONE = Size.of(1)


def read_apart(facts: Facts, formula: Formula) -> None:
    """Note what a hypothesis keeps away from zero, and vectors without ties."""
    if isinstance(formula, Logic) and formula.op == "and":
        for part in formula.args:
            read_apart(facts, part)
    elif isinstance(formula, Rel):
        _read_nonzero(facts, formula)
    elif isinstance(formula, Quantified) and formula.kind == "forall":
        _read_distinct(facts, formula)


def _read_nonzero(facts: Facts, rel: Rel) -> None:
    turned = {"<": ">", "!=": "!="}.get(rel.op)
    for op, left, right in ((rel.op, rel.lhs, rel.rhs), (turned, rel.rhs, rel.lhs)):
        if op not in ("!=", ">") or not build.is_zero(strip(right)):
            continue
        left = strip(left)
        if op == "!=":
            facts.nonzero.add(key(left))
        if left.op in ("norm", "rank"):
            facts.nonzero.add(key(left.args[0]))


def _read_distinct(facts: Facts, formula: Quantified) -> None:
    """For all i != j: x_i != x_j, both indices over the whole vector."""
    body = formula.body
    if not isinstance(body, Logic) or body.op != "implies" or len(body.args) != 2 or len(formula.names) != 2:
        return
    different, apart = body.args
    if not (isinstance(different, Rel) and isinstance(apart, Rel) and different.op == apart.op == "!="):
        return
    letters = {str(n[0]) for n in formula.names}
    if {str(e.data[0]) for e in (different.lhs, different.rhs) if e.op == "size"} != letters:
        return
    first, second = strip(apart.lhs), strip(apart.rhs)
    if first.op != "entry" or second.op != "entry" or first.args != second.args:
        return
    vector = first.args[0]
    length = rows(vector) if cols(vector) == ONE else cols(vector)
    if ONE not in (rows(vector), cols(vector)) or any(len(n) != 3 or n[1:] != (ONE, length) for n in formula.names):
        return
    if {str(d) for e in (first, second) for d in e.data if d != ONE} == letters:
        facts.distinct.add(key(vector))


def keeps_away(facts: Facts, expr: Expr) -> bool:
    """Return whether a scalar is known not to be zero: by hypothesis, or as the determinant of a matrix of full rank."""
    expr = strip(expr)
    if is_scalar(expr) and (facts.is_nonzero(expr) or elementwise(facts, expr) == POSITIVE):
        return True
    if expr.op == "det":
        return elementwise(facts, build.sigma(canonical(normal(expr.args[0])), "min")) == POSITIVE
    return False


__all__ = ["keeps_away", "read_apart"]
