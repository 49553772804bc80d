"""Statements that say nothing: an edit can make a claim true by leaving nothing of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from derive import build
from derive.alike import formula_key
from derive.build import DERIVATIVES, free_names
from derive.core import Expr, Formula, Logic, Problem, Rel, conclusion, formula_exprs, walk
from derive.fraction import Fraction

ORDERS = ("<", "<=", ">", ">=")
MOST_WRITTEN = 6
"""Powers of matrices up to this one are written out."""
PRODUCTS = ("scale", "matmul", "hadamard", "kron", "transpose", "trace")


MAX_FACTORS = 500
"""Of a number: definitions that double are short to write and long to multiply out."""


def says_nothing(problem: Problem) -> bool:
    """Return whether both sides are one expression, or one formula: ``A = A`` and ``A = 0 <=> A = 0`` repair nothing.

    Nor does ``f = f + (x - x)^T A (x - x)``: terms that cancel are left out. Nor does an inequality whose sides differ by a factor
    that depends on the sizes alone: ``||A||_2 <= sqrt(n) ||A||_2`` speaks of n and not of A; or by such a term.
    """
    goal = problem.goal
    while isinstance(goal, Logic) and goal.op == "implies":
        *premises, goal = goal.args
        if any(formula_key(goal) == formula_key(premise) for premise in premises):
            return True
    if isinstance(goal, Logic) and goal.op == "iff":
        return len({formula_key(part) for part in goal.args}) == 1
    if not isinstance(goal, Rel):
        return False
    left, right = (formula_key(Rel("=", side, side)) for side in map(_reduced, (goal.lhs, goal.rhs)))
    if goal.op == "=" and goal.lhs.shape.is_scalar and _factors(goal.lhs, every=True) == _factors(goal.rhs, every=True):
        return True
    if goal.op in ORDERS and (_differ_by_a_constant(goal.lhs, goal.rhs) or _cancel(goal.lhs, goal.rhs)):
        return True
    return left == right


def _cancel(left: Expr, right: Expr) -> bool:
    """Whether no variable is left in the difference of two sides with some: ``rank A >= rank A - 1``."""
    if left.shape != right.shape or not (free_names(left) and free_names(right)):
        return False
    return not free_names(_reduced(build.sub(left, right)))


def _differ_by_a_constant(left: Expr, right: Expr) -> bool:
    """Whether two sides have the same factors, those aside that no variable enters; a side without others may be a bound."""
    one, other = _factors(left), _factors(right)
    return bool(one) and one == other


def _factors(side: Expr, *, every: bool = False) -> Counter[Expr]:
    """The factors of a number, those without a variable too if ``every`` one is wanted; of very many the number itself is one."""
    found: Counter[Expr] = Counter()
    stack, steps = [side], 0
    while stack:
        node, steps = stack.pop(), steps + 1
        if steps > MAX_FACTORS:
            return Counter([side])
        if node.op == "scale" or (
            node.op in PRODUCTS and len(node.args) > 1 and all(a.shape.is_scalar for a in node.args)
        ):
            stack += node.args
        elif node.op == "hpow" and node.args[0].shape.is_scalar and _is_natural(node.args[1]):
            for factor, count in _factors(node.args[0], every=every).items():
                found[factor] += count * int(node.args[1].data[0])
        elif every or free_names(node):
            found[build.bottom_up(node, _one_name)] += 1
    return found


def _is_natural(exponent: Expr) -> bool:
    return exponent.op == "const" and exponent.data[0] > 0 and exponent.data[0].denominator == 1


def _one_name(node: Expr) -> Expr:
    """The spectral and the Frobenius norm of a vector are one."""
    if node.op == "norm" and node.data[0] == "2" and 1 in (total.constant for total in node.args[0].shape.totals):
        return build.norm(node.args[0], "F")
    return node


def idle_names(problems: Sequence[Problem]) -> frozenset[str]:
    """Return the names on which the value of a goal does not depend although they are written: ``x`` in ``x - x = 0``."""
    return frozenset(name for problem in problems for name in _idle(conclusion(problem.goal)))


def speaks(problems: Sequence[Problem]) -> bool:
    """Return whether goals speak of a variable at all: nothing of a claim about ``A`` is left in ``sqrt(n n) = n``."""
    return any(free_names(side) for problem in problems for side in formula_exprs(conclusion(problem.goal)))


def collapsed(problems: Sequence[Problem]) -> frozenset[Expr]:
    r"""Return the parts of goals that are written as more than they are: ``x / x``, ``\min(m, m)``."""
    return frozenset(
        node
        for problem in problems
        for side in formula_exprs(conclusion(problem.goal))
        for node in walk(side)
        if (node.op in ("max", "min") and len(set(node.args)) == 1 < len(node.args)) or _is_quotient_of_itself(node)
    )


def _is_quotient_of_itself(node: Expr) -> bool:
    return node.op == "scale" and any(
        a.op == "hpow" and a.args[0] == c and a.args[1] == build.const(-1) and c.op != "const"
        for a, c in (node.args, node.args[::-1])
    )


def _idle(goal: Formula) -> frozenset[str]:
    sides = tuple(formula_exprs(goal))
    written = frozenset(name for side in sides for name in _names(side))
    return written - frozenset(name for side in sides for name in _names(_reduced(side)))


def _names(e: Expr) -> frozenset[str]:
    return free_names(e) | {name for node in walk(e) if node.op == "size" for name in node.data[0].names}


def _reduced(e: Expr) -> Expr:
    """Terms of opposite signs and inverses cancelled; derivatives of constants, powers and entries of transposes written out."""
    return build.bottom_up(e, _step)


def _step(node: Expr) -> Expr:
    if node.op == "add":
        return _sum(node)
    if node.op == "entry" and node.args[0].op == "transpose":
        return build.entry(node.args[0].args[0], node.data[1], node.data[0])
    if node.op in DERIVATIVES and node.data[0] not in free_names(node.args[0]):
        return _zero(node)
    if node.op in PRODUCTS and any(map(build.is_zero, node.args)):
        return _zero(node)
    if node.op == "hpow" and node.args[0].op == "const" and node.args[0].data[0] == 1:
        return node.args[0]
    return _product(node) if node.op in ("matmul", "mpow") else node


def _product(node: Expr) -> Expr:
    """Products and powers of matrices factor by factor, without those next to their inverses."""
    kept: list[Expr] = []
    for factor in _chain(node):
        if kept and (_inverse(kept[-1], factor)):
            kept.pop()
        else:
            kept.append(factor)
    if not kept:
        return build.eye(node.shape.rows) if node.shape.rows == node.shape.cols else node
    return build.reshape(build.matmuls(*kept), node.shape)


def _inverse(a: Expr, b: Expr) -> bool:
    return (a.op == "inv" and a.args[0] == b) or (b.op == "inv" and b.args[0] == a)


def _chain(node: Expr) -> list[Expr]:
    if node.op == "matmul":
        return [factor for side in node.args for factor in _chain(side)]
    if node.op == "mpow" and 0 < node.data[0] <= MOST_WRITTEN:
        return _chain(node.args[0]) * node.data[0]
    return [] if node.op == "eye" else [node]


def _sum(node: Expr) -> Expr:
    # Parents come before their parts, so that a shared part is looked at once with all that stands in front of it.
    counts: dict[Expr, Fraction] = {}
    weights = {node: Fraction(1)}
    for term in reversed(list(walk(node))):
        weight = weights.get(term)
        if weight is None:
            continue
        if term.op == "scale" and term.args[0].op == "const":
            parts, weight = term.args[1:], weight * term.args[0].data[0]
        elif term.op == "add":
            parts = term.args
        else:
            counts[term] = weight
            continue
        for part in parts:
            weights[part] = weights.get(part, Fraction(0)) + weight
    counts = dict(reversed(counts.items()))
    kept = [term for term, count in counts.items() if count != 0 and not build.is_zero(term)]
    if not kept:
        return _zero(node)
    return node if len(kept) == len(counts) else build.add(*(build.reshape(term, node.shape) for term in kept))


def _zero(node: Expr) -> Expr:
    return build.const(0) if node.shape.is_scalar else build.zeros(node.shape.rows, node.shape.cols)


__all__ = ["collapsed", "idle_names", "says_nothing", "speaks"]
