"""Orders of growth and limits: small increments by derivatives at zero, large sizes by orders of their bounds.

As V tends to zero a smooth G is O(|V|^k) if its derivatives of order below k vanish at zero, and o(|V|^k) if those up to k do
(Taylor); along every ray the index form shows that. As a size tends to infinity the orders n^a log(n)^b of bounds are compared.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from derive import build
from derive.bounds.facts.facts import NONNEGATIVE, POSITIVE, Facts, elementwise, size_sign
from derive.bounds.forms.bound import Step
from derive.bounds.forms.normal import ONE, mentions, strip
from derive.bounds.forms.polynomial import Poly
from derive.bounds.quantities import arithmetic
from derive.bounds.rules import rules
from derive.core import Expr, Formula, Problem, Quantified, Rel, formula_exprs, walk
from derive.errors import NotSupported
from derive.fraction import Fraction
from derive.limits.approach import may_grow, may_vanish, of_any_function
from derive.limits.smooth import depends, equal, smooth, vanishing
from derive.sizes import Size

Steps = tuple[Step, ...]
MAX_ORDER = 4
HOMOGENEOUS = frozenset(
    "add transpose reshape vec vecr unvecr row col entry norm sum trace diag diagpart maxover".split()
)
"""Operations that make zero of zeros."""


def order_steps(problem: Problem, facts: Facts, rel: Rel) -> Steps | None:
    """Return the steps that show ``lhs = O(rhs)``, ``o``, ``Theta``, ``~`` or ``lhs -> rhs``, or None.

    Args:
        problem: For the sizes, variables and hypotheses.
        facts: What they say.
        rel: The relation; its ``data`` names what tends where.

    """
    name, where = rel.data
    moving = moving_with(facts, problem, name)
    if not (may_vanish if where.startswith("zero") else may_grow)(problem, name):
        return None
    if where.startswith("zero"):
        free = tuple(h for h in problem.hypotheses if not any(mentions(e, name) for e in formula_exprs(h)))
        moved = moving - {name}
        if of_any_function(problem) or (moved and any(mentions_any(side, moved) for side in (rel.lhs, rel.rhs))):
            return None
        return _at_zero(replace(problem, hypotheses=free), facts, rel, name)
    return _at_infinity(facts, rel, Growth(name, moving))


def moving_with(facts: Facts, problem: Problem, name: str) -> frozenset[str]:
    """Return what moves, and what hypotheses, relations of sizes and ranges of indices tie to it: none of that is held fixed."""
    sizes = [set(size.names) for _, size in problem.rules.relations]
    sizes += [{index, *low.names, *high.names} for index, low, high in problem.indices]
    moving = _closure({name}, sizes)
    growing = {v for v, shape in problem.variables if any(total.names & moving for total in shape.totals)}
    about = [h for h in problem.hypotheses if any(mentions(e, v) for e in formula_exprs(h) for v in growing)]
    met = all(_holds_at_zero(facts, hypothesis, growing) for hypothesis in about)
    rest = [h for h in problem.hypotheses if h not in about] if met else problem.hypotheses
    return frozenset(_closure(moving, [*sizes, *(_linked(hypothesis, moving) for hypothesis in rest)]))


def _closure(moving: set[str], links: Sequence[set[str]]) -> set[str]:
    moving, more = set(moving), True
    while more:
        more = False
        for link in links:
            if link & moving and not link <= moving:
                moving |= link
                more = True
    return moving


def _linked(hypothesis: Formula, moving: Collection[str]) -> set[str]:
    """Variables and sizes of which a hypothesis speaks; where a shape or a range grows, that moves them, too."""
    found: set[str] = set()
    for top in formula_exprs(hypothesis):
        for node in walk(top):
            if node.op == "var":
                found.add(node.data[0])
            elif node.op == "size":
                found |= node.data[0].names
            elif node.op in ("sup", "inf"):
                found |= {n for condition in node.data[1] for n in _linked(condition, moving)}
        found |= {n for n in moving if mentions_any(top, {n})}
    if isinstance(hypothesis, Quantified):
        found |= {n for names in hypothesis.names if len(names) == 3 for n in (names[1].names | names[2].names)}
    return found


def _holds_at_zero(facts: Facts, hypothesis: Formula, growing: Collection[str]) -> bool:
    """Whether a hypothesis is met where all variables that grow are zero, however large they are: it ties nothing to them."""
    if isinstance(hypothesis, Quantified) and hypothesis.kind == "forall":
        return _holds_at_zero(facts, hypothesis.body, growing)
    if not isinstance(hypothesis, Rel) or hypothesis.op not in ("=", "<", "<=", ">", ">="):
        return False
    small, large = (
        (hypothesis.rhs, hypothesis.lhs) if hypothesis.op in (">", ">=") else (hypothesis.lhs, hypothesis.rhs)
    )
    if not _vanishes_with(small, growing):
        return False
    if hypothesis.op not in ("<", ">") and _vanishes_with(large, growing):
        return True
    least = NONNEGATIVE if hypothesis.op in ("<=", ">=") else POSITIVE
    known = not any(mentions(large, v) for v in growing) and elementwise(facts, large) >= least
    return known and hypothesis.op != "="


def _vanishes_with(expr: Expr, names: Collection[str]) -> bool:
    """Whether an expression is zero where some variables are."""
    if expr.op in ("var", "zeros"):
        return expr.op == "zeros" or expr.data[0] in names
    if expr.op == "hpow":
        return expr.args[1].op == "const" and expr.args[1].data[0] > 0 and _vanishes_with(expr.args[0], names)
    found = (_vanishes_with(a, names) for a in expr.args)
    if expr.op in ("matmul", "hadamard", "scale", "kron"):
        return any(found)
    entrywise = expr.op == "map" and expr.data[0] in ("abs", "relu")
    return bool(expr.args) and (entrywise or expr.op in HOMOGENEOUS) and all(found)


def mentions_any(expr: Expr, names: Collection[str]) -> bool:
    """Return whether the value or a shape inside may depend on one of the names."""
    return any(mentions(expr, n) for n in names) or any(
        not total.names.isdisjoint(names) for node in walk(expr) for total in node.shape.totals
    )


# Towards zero.


def _at_zero(problem: Problem, facts: Facts, rel: Rel, name: str) -> Steps | None:
    variable = next((e for side in (rel.lhs, rel.rhs) for e in walk(side) if e.op == "var" and e.data[0] == name), None)
    if variable is None:
        return None
    rel = Rel(rel.op, strip(rel.lhs), strip(rel.rhs), rel.data)
    if rel.op == "to":
        found = _limit_at_zero(problem, facts, rel, variable)
        if found is not None:
            return found
        if not build.is_zero(rel.rhs):
            return None
    needed, left = Fraction(0), rel.lhs
    if rel.op in ("O", "o", "~"):
        order = _power_of(facts, rel.rhs, variable)
        if order is None:
            return None
        needed = order
        left = strip(build.add(left, build.neg(rel.rhs))) if rel.op == "~" else left
    elif rel.op != "to":
        return None
    core, divided = _separated(left, variable)
    needed += divided
    # O(|V|^k): derivatives below k vanish; o(|V|^k), or a quotient that tends to zero: those up to k.
    last = needed if rel.op == "O" else needed + 1
    if last.denominator != 1 or not 0 <= last <= MAX_ORDER or core is None or not smooth(facts, core, {name}, variable):
        return None
    if not all(vanishing(problem, core, variable, k) for k in range(int(last))):
        return None
    text = f"a smooth function whose derivatives of order 0 to {int(last) - 1} vanish at 0 is {'O' if rel.op == 'O' else 'o'}"
    return (("taylor", f"{text}(|{name}|^{needed}); the derivatives along every ray vanish by the index form"),)


def _limit_at_zero(problem: Problem, facts: Facts, rel: Rel, variable: Expr) -> Steps | None:
    """A continuous function tends to its value."""
    body = rel.lhs.args[0] if rel.lhs.op == "norm" else rel.lhs
    if not smooth(facts, body, {variable.data[0]}, variable) or depends(rel.rhs, {variable.data[0]}):
        return None
    zero = build.zeros(variable.shape.rows, variable.shape.cols) if not variable.shape.is_scalar else build.const(0)
    at_zero = build.substitute(rel.lhs, {variable.data[0]: zero})
    if equal(problem, at_zero, rel.rhs):
        return (("continuity", "a continuous function tends to its value"),)
    return None


def _power_of(facts: Facts, expr: Expr, variable: Expr) -> Fraction | None:
    """Return k if the expression is c ||V||^k or c |V|^k (V^k) with a positive number or size c."""
    poly = facts.value(expr).value
    single = poly.single()
    if single is None or single[1] <= 0:
        return None
    power = Fraction(0)
    for atom, exponent in single[0]:
        if _is_size_of(atom, variable):
            power += exponent
        elif depends(atom, {variable.data[0]}) or elementwise(facts, atom) != POSITIVE:
            return None
    return power


def _is_size_of(atom: Expr, variable: Expr) -> bool:
    """A norm of V, or V or |V| for a scalar."""
    inner = strip(atom)
    if inner.op == "norm" or (inner.op == "map" and inner.data[0] == "abs"):
        inner = strip(inner.args[0])
        inner = strip(inner.args[0]) if inner.op == "transpose" else inner
    elif not variable.shape.is_scalar:
        return False
    return inner == variable


def _separated(expr: Expr, variable: Expr) -> tuple[Expr | None, Fraction]:
    """Take norms, and factors that are powers of |V|, apart: ``||G|| / |V|^k`` gives (G, k)."""
    expr, divided = strip(expr), Fraction(0)
    for _ in range(64):
        if expr.op == "norm" or (expr.op == "map" and expr.data[0] == "abs"):
            expr = strip(expr.args[0])
            continue
        if expr.op == "scale":
            factor = strip(expr.args[0])
            inverse = _inverse_power(factor, variable)
            if inverse is not None:
                divided, expr = divided + inverse, strip(expr.args[1])
                continue
            if not depends(factor, {variable.data[0]}):
                expr = strip(expr.args[1])
                continue
            second = strip(expr.args[1])
            inverse = _inverse_power(second, variable)
            if inverse is not None:
                divided, expr = divided + inverse, factor
                continue
        return expr, divided
    return None, divided


def _inverse_power(factor: Expr, variable: Expr) -> Fraction | None:
    power = Fraction(1)
    while factor.op == "hpow":
        exponent = strip(factor.args[1])
        if exponent.op != "const":
            return None
        power, factor = power * exponent.data[0], strip(factor.args[0])
    return -power if power < 0 and _is_size_of(factor, variable) else None


# Towards infinity.

Order = tuple[Fraction, Fraction]  # n^a log(n)^b
FLAT: Order = (Fraction(0), Fraction(0))
CONTINUOUS = frozenset("add scale hadamard matmul kron transpose reshape norm max min sum".split())


@dataclass(frozen=True, slots=True)
class Growth:
    """What tends to infinity, and the names that are not held fixed meanwhile (itself and what is tied to it)."""

    name: str
    moving: frozenset[str]
    used: frozenset[Expr] = frozenset()  # whose stated bounds are being looked at

    def moves(self, expr: Expr) -> bool:
        """Return whether the value of an expression is not held fixed."""
        return mentions_any(expr, self.moving)


def _at_infinity(facts: Facts, rel: Rel, growth: Growth) -> Steps | None:
    if rel.op == "to":
        return _limit_at_infinity(facts, rel, growth)
    if elementwise(facts, rel.lhs) < NONNEGATIVE:
        return None
    above, below = at_most(facts, rel.lhs, growth), at_least(facts, rel.rhs, growth)
    if rel.op in ("O", "o"):
        done = above is not None and below is not None and (above <= below if rel.op == "O" else above < below)
        return _orders(rel.op, growth.name, above, below) if done else None
    if rel.op == "Theta":
        other, over = at_least(facts, rel.lhs, growth), at_most(facts, rel.rhs, growth)
        done = above is not None and other is not None and above <= (below or FLAT) and other >= (over or FLAT)
        return _orders(rel.op, growth.name, above, below) if done and below is not None and over is not None else None
    return None


def _orders(op: str, name: str, above: Order | None, below: Order | None) -> Steps:
    assert above is not None and below is not None
    left, right = order_text(name, above), order_text(name, below)
    text = f"the left side is at most c {left}, the right side at least c {right}, c > 0 fixed ({op})"
    return (("orders of growth", text),)


def order_text(name: str, order: Order) -> str:
    """An order of growth in words."""
    return f"{name}^({order[0]})" + (f" log({name})^({order[1]})" if order[1] else "")


def at_most(facts: Facts, expr: Expr, growth: Growth) -> Order | None:
    """The least order that a bound of a nonnegative scalar from above is shown to have, other quantities fixed."""
    bound = facts.value(expr)
    orders = []
    for option in rules.relax(facts, bound, rules.Targets(frozenset())):
        order = _poly_order(facts, option.value, growth, upper=True)
        if order is not None:
            orders.append(order)
    return min(orders, default=None)


def at_least(facts: Facts, expr: Expr, growth: Growth) -> Order | None:
    """An order that the scalar has at least: that of its largest term, if no term is negative."""
    return _poly_order(facts, facts.value(expr).value, growth, upper=False)


def _poly_order(facts: Facts, poly: Poly, growth: Growth, upper: bool) -> Order | None:
    orders = []
    for monomial, coefficient in poly.terms:
        if coefficient < 0 or not arithmetic.monomial_sign(facts, monomial):
            if upper and coefficient < 0 and arithmetic.monomial_sign(facts, monomial):
                continue  # what is subtracted may be left out
            return None
        power = log = Fraction(0)
        known = True
        for atom, exponent in monomial:
            order = _atom_order(facts, atom, growth, upper == (exponent > 0))
            if order is None or (not upper and not _is_positive_at_last(facts, atom, growth)):
                known = False
                break
            power, log = power + exponent * order[0], log + exponent * order[1]
        if known:
            orders.append((power, log))
        elif upper:
            return None
    return max(orders, default=FLAT if upper else None)


def _is_positive_at_last(facts: Facts, atom: Expr, growth: Growth) -> bool:
    """Whether an atom is positive, or the logarithm of what grows: that is positive for all large sizes."""
    if elementwise(facts, atom) == POSITIVE:
        return True
    inner = strip(atom.args[0]) if atom.op == "map" and atom.data[0] == "log" else None
    order = None if inner is None or not growth.moves(inner) else _atom_order(facts, inner, growth, upper=False)
    return order is not None and order[0] > 0


def _atom_order(facts: Facts, atom: Expr, growth: Growth, upper: bool) -> Order | None:
    """The order of one nonnegative atom from above or from below."""
    if not growth.moves(atom):
        return None if facts.may_be_infinite(atom) else FLAT
    if atom.op == "size":
        return _size_order(facts, atom, growth)
    if atom.op == "var" and atom.data[0] == growth.name:
        return Fraction(1), Fraction(0)
    if atom.op == "map" and atom.data[0] == "log":
        inner = _atom_order(facts, strip(atom.args[0]), growth, upper)
        return (Fraction(0), Fraction(1)) if inner is not None and inner[0] > 0 else None
    if atom.op == "add":
        return _poly_order(facts, facts.value(atom).value, growth, upper)
    found = _power_sum(atom, growth) if atom.op == "sum" else None
    return _stated(facts, atom, growth) if found is None and upper else found


def _stated(facts: Facts, atom: Expr, growth: Growth) -> Order | None:
    """The least order of what hypotheses bound a quantity by."""
    if atom in growth.used:
        return None
    growth = replace(growth, used=growth.used | {atom})
    bounds = [large for small, large, _, ranges in facts.orders if not ranges and strip(small) == atom]
    orders = [_poly_order(facts, facts.value(large).value, growth, upper=True) for large in bounds]
    return min((order for order in orders if order is not None), default=None)


def _size_order(facts: Facts, atom: Expr, growth: Growth) -> Order | None:
    size = atom.data[0]
    if size.names & growth.moving != {growth.name}:
        return None
    degrees = [dict(m).get(growth.name, 0) for m, _ in size.terms]
    top = max(degrees)
    leading = [(m, c) for (m, c), k in zip(size.terms, degrees, strict=True) if k == top]
    if size_sign(facts, size) and all(c > 0 for _, c in leading):
        return Fraction(top), Fraction(0)
    return None


def _power_sum(atom: Expr, growth: Growth) -> Order | None:
    """``sum_{i=1}^n i^-a``: of the order n^(1-a) for a < 1, log n for a = 1, 1 for a > 1 (comparison with the integral)."""
    index, low, high = atom.data
    body, power = strip(atom.args[0]), Fraction(1)
    while body.op == "hpow":
        exponent = strip(body.args[1])
        if exponent.op != "const":
            return None
        power, body = power * exponent.data[0], strip(body.args[0])
    if body.op != "size" or str(body.data[0]) != index or low != ONE or str(high) != growth.name:
        return None
    if power == -1:
        return Fraction(0), Fraction(1)
    return (power + 1, Fraction(0)) if power > -1 else FLAT


def decayed_value(facts: Facts, expr: Expr, growth: Growth) -> Expr | None:
    """Return the limit of a scalar in which nothing but decaying exponentials moves: these vanish; None for anything else."""
    decayed: dict[Expr, Expr] = {}
    for node in walk(expr):
        args = [decayed[a] for a in node.args]
        if args != list(node.args) and not _continuous(facts, node, args, growth):
            return None
        decayed[node] = build.const(0) if _decays(facts, node, growth) else build.rebuild(node, args)
    return None if growth.moves(decayed[expr]) or not expr.shape.is_scalar else decayed[expr]


def _limit_at_infinity(facts: Facts, rel: Rel, growth: Growth) -> Steps | None:
    """What is left where decaying exponentials vanish is the limit."""
    left = decayed_value(facts, rel.lhs, growth)
    if left is None or growth.moves(rel.rhs):
        return None
    if not (facts.value(left).value - facts.value(rel.rhs).value).terms:
        return (("decay", "exp(-c t) tends to 0 for c > 0; the rest is continuous in it"),)
    return None


def _continuous(facts: Facts, node: Expr, args: Sequence[Expr], growth: Growth) -> bool:
    """Whether the limits of the arguments give that of the operation: nothing else moves, and no base of a root or quotient vanishes."""
    if any(growth.moves(a) for a in args) or any(isinstance(d, Size) and d.names & growth.moving for d in node.data):
        return False
    if node.op != "hpow":
        return node.op in CONTINUOUS
    root = args[1].op == "const" and args[1].data[0] > 0
    return args[1] == node.args[1] and elementwise(facts, args[0]) >= (NONNEGATIVE if root else POSITIVE)


def _decays(facts: Facts, node: Expr, growth: Growth) -> bool:
    """Exp(-c t^k) with c, k > 0, a scalar."""
    if node.op != "map" or node.data[0] != "exp" or not node.shape.is_scalar:
        return False
    try:
        single = facts.value(node.args[0]).value.single()
    except NotSupported:
        return False
    if single is None or single[1] >= 0:
        return False
    moving = [(a, e) for a, e in single[0] if growth.moves(a)]
    still = [(a, e) for a, e in single[0] if not growth.moves(a)]
    is_name = (
        len(moving) == 1 and moving[0][1] > 0 and moving[0][1].denominator == 1 and _is_name(moving[0][0], growth.name)
    )
    return is_name and all(elementwise(facts, a) == POSITIVE for a, _ in still)


def _is_name(atom: Expr, name: str) -> bool:
    return (atom.op == "var" and atom.data[0] == name) or (atom.op == "size" and str(atom.data[0]) == name)


__all__ = [
    "FLAT",
    "Growth",
    "Order",
    "at_least",
    "at_most",
    "decayed_value",
    "mentions_any",
    "moving_with",
    "order_steps",
    "order_text",
]
