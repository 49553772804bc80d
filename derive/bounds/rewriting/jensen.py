r"""Jensen's inequality over many points: ``f(\sum_i p_i x_i) \le \sum_i p_i f(x_i)`` for a convex f and a distribution p.

A hypothesis says that f lies above its tangents. At the mean m of the points, ``f(x_i) >= f(m) + g^T (x_i - m)``; the weighted sum of
these is the inequality. So a sum of values of f and its value at their mean stand for arbitrary numbers that it compares.

Source: Hardy, Littlewood and Polya, Inequalities, 3.5 and 3.8.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import reduce

from derive import build as b
from derive.bounds.comparison.prover import read_facts
from derive.bounds.facts.distributions import is_simplex
from derive.bounds.facts.facts import Facts, size_sign
from derive.bounds.facts.same import are_equal
from derive.bounds.forms.normal import canonical, normal, strip
from derive.core import Expr, Formula, Problem, Quantified, Rel, formula_exprs, mapped_formula, walk
from derive.errors import DeriveError
from derive.size_names import size_names
from derive.sizes import Size

ONE = Size.of(1)
MAX_SUMS = 3


def with_means(problem: Problem) -> Problem | None:
    """Return the problem with sums of values of convex functions, and the values at their means, as numbers; None if there are none."""
    curved = {name: op for h in problem.hypotheses for name, op in _tangents(h)}
    if not curved or not isinstance(problem.goal, Rel):
        return None
    told = _mapped(problem, lambda e: b.bottom_up(e, _split))
    facts = read_facts(replace(told, hypotheses=tuple(h for h in told.hypotheses if isinstance(h, Rel))))
    speaking = (told.goal, *(h for h in told.hypotheses if isinstance(h, Rel)))
    nodes = dict.fromkeys(n for formula in speaking for e in formula_exprs(formula) for n in walk(e))
    sums = [n for n in nodes if n.op == "sum" and n.shape.is_scalar][:MAX_SUMS]
    values = [n for n in nodes if n.op == "fun" and n.data[0] in curved and len(n.args) == 1]
    found: dict[Expr, Expr] = {}
    compared: list[Formula] = []
    for total in sums:
        weighted = _weighted(facts, total, curved)
        if weighted is None:
            continue
        value, mean, share = weighted
        at_mean = next((v for v in values if v.data == value.data and _same(facts, v.args[0], mean)), None)
        if at_mean is None:
            continue
        number = found.setdefault(total, b.var(b.fresh("sum"), total.shape))
        single = found.setdefault(at_mean, b.var(b.fresh("value"), b.SCALAR))
        compared.append(Rel(curved[str(value.data[0])], number, b.scale(share, single)))
    if not compared:
        return None
    variables = (*told.variables, *((str(v.data[0]), v.shape) for v in found.values()))
    told = _mapped(told, lambda e: b.replaced(e, found))
    return replace(told, hypotheses=(*told.hypotheses, *compared), variables=tuple(sorted(variables)))


def _tangents(formula: Formula) -> Iterator[tuple[str, str]]:
    """The function that a hypothesis says to lie above its tangents, with ``>=``, or below them, with ``<=``."""
    if not isinstance(formula, Quantified) or formula.kind != "forall" or len(formula.names) != 2:
        return
    rel = formula.body
    if not isinstance(rel, Rel) or rel.op not in (">=", "<=") or rel.lhs.op != "fun" or rel.rhs.op != "add":
        return
    first, *rest = rel.rhs.args
    if len(rest) != 1 or first.op != "fun" or first.data != rel.lhs.data or len(first.args) != 1:
        return
    there, here = rel.lhs.args[0], first.args[0]
    if there.op != "var" or here.op != "var" or {there.data[0], here.data[0]} != {n[0] for n in formula.names}:
        return
    gradients = [n for n in walk(rest[0]) if n.op == "grad" and n.args[1] == here and n.args[0].op == "fun"]
    if len(gradients) == 1 and gradients[0].args[0].data == first.data:
        slope, step = gradients[0], b.sub(there, here)
        product = b.scale(slope, step) if here.shape.is_scalar else b.matmul(b.transpose(slope), step)
        if rest[0] == product:
            yield str(first.data[0]), rel.op


def _split(node: Expr) -> Expr:
    """A sum of sums as a sum, and numbers in front of it."""
    if node.op != "sum" or not node.shape.is_scalar:
        return node
    index, low, high = node.data
    body = strip(node.args[0])
    if body.op == "add":
        return b.add(*(_split(b.sum_(index, low, high, part)) for part in body.args))
    if body.op == "scale" and index not in size_names(body.args[0]):
        return b.scale(body.args[0], _split(b.sum_(index, low, high, body.args[1])))
    if index not in size_names(body):
        return b.scale(b.size(high - low + 1), body)
    return node


def _weighted(facts: Facts, total: Expr, curved: dict[str, str]) -> tuple[Expr, Expr, Expr] | None:
    """The value of a function whose weighted values are summed up, the mean of the points, and the sum of the weights."""
    index, low, high = total.data
    factors = list(_factors(total.args[0]))
    values = [f for f in factors if f.op == "fun" and f.data[0] in curved and len(f.args) == 1]
    weights = [f for f in factors if f not in values]
    if len(values) != 1 or len(weights) != len(factors) - 1:
        return None
    (value,) = values
    point = value.args[0]
    if not weights:
        length = high - low + 1
        if not size_sign(facts, length - 1):
            return None
        count = b.size(length)
        return value, b.scale(b.hpow(count, b.const(-1)), b.sum_(index, low, high, point)), count
    weight = reduce(b.scale, weights)
    if len(weights) > 1 or low != ONE or weight.op != "entry" or weight.data != (Size.of(index), ONE):
        return None
    if weight.args[0].shape.totals != (high, ONE) or not is_simplex(facts, weight.args[0]):
        return None
    return value, b.sum_(index, low, high, b.scale(weight, point)), b.const(1)


def _factors(body: Expr) -> Iterator[Expr]:
    body = strip(body)
    if body.op in ("scale", "hadamard"):
        for part in body.args:
            yield from _factors(part)
    else:
        yield body


def _same(facts: Facts, point: Expr, mean: Expr) -> bool:
    """Whether a point is a mean, as the index form shows."""
    if point.shape.totals != mean.shape.totals:
        return False
    mean = b.reshape(mean, point.shape)
    try:
        return canonical(normal(point)) == canonical(normal(mean)) or are_equal(facts, point, mean)
    except DeriveError:
        return False


def _mapped(problem: Problem, of: Callable[[Expr], Expr]) -> Problem:
    goal, hypotheses = mapped_formula(problem.goal, of), (mapped_formula(h, of) for h in problem.hypotheses)
    return replace(problem, goal=goal, hypotheses=tuple(hypotheses))


__all__ = ["with_means"]
