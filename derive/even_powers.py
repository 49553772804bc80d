r"""Even powers of Euclidean norms and moduli, as what they are: polynomials.

``\|v\|_2`` and ``|t|`` have no derivative where they vanish, ``\|v\|_2^2 = v^\top v`` and ``|t|^2 = t^2`` have one everywhere.
Inside derivatives, integrals and limits every road is therefore given the latter.
"""

from __future__ import annotations

from dataclasses import replace

from derive import build as b
from derive.core import Expr, Problem, Rel, mapped, walk
from derive.fraction import Fraction

LIMITING = frozenset({*b.DERIVATIVES, *b.LIMITS, "integral"})
"""The operations in which even powers are polynomials."""
ORDERS = ("O", "o", "Theta", "~", "to")  # whose sides are expanded near zero


def with_even_powers(problem: Problem) -> Problem:
    r"""Return a problem in whose derivatives, integrals and limits even powers of norms and moduli are polynomials; itself if there are none."""
    goal = problem.goal
    if isinstance(goal, Rel) and goal.op in ORDERS and len(goal.data) == 2 and str(goal.data[1]).startswith("zero"):
        problem = replace(problem, goal=replace(goal, lhs=polynomial(goal.lhs), rhs=polynomial(goal.rhs)))
    return mapped(problem, in_derivatives)


def in_derivatives(e: Expr) -> Expr:
    """Return an expression with the even powers in what is differentiated, integrated or tends as polynomials."""
    done: dict[Expr, Expr] = {}
    for node in walk(e):
        args = [done[a] for a in node.args]
        if node.op in LIMITING:
            args[0] = polynomial(args[0])
        done[node] = b.rebuild(node, args)
    return done[e]


def polynomial(e: Expr) -> Expr:
    """Return an expression with its even powers of norms and moduli as polynomials."""
    return b.bottom_up(e, lambda node: _even(node) or node)


def _even(e: Expr) -> Expr | None:
    """An even power, or a product of two equal factors, of a norm or of moduli."""
    if e.op == "hpow" and e.args[1].op == "const":
        half = e.args[1].data[0] / 2
        square = _square(e.args[0]) if half.denominator == 1 and half else None
        return square if square is None or half == 1 else b.hpow(square, b.const(half))
    if e.op == "mpow" and e.data[0] and e.data[0] % 2 == 0 and e.shape.is_scalar:
        square = _square(e.args[0])
        return square if square is None or e.data[0] == 2 else b.hpow(square, b.const(Fraction(e.data[0], 2)))
    if e.op in ("scale", "hadamard") and e.args[0] is e.args[1]:
        return _square(e.args[0])
    return None


def _square(e: Expr) -> Expr | None:
    """The square of a Euclidean or Frobenius norm, or of moduli, entrywise."""
    if e.op == "map" and e.data[0] == "abs":
        return b.hadamard(e.args[0], e.args[0])
    if e.op != "norm" or e.data[0] not in ("2", "F"):
        return None
    (a,) = e.args
    if not a.shape.cols:
        return b.matmul(b.transpose(a), a)
    if not a.shape.rows:
        return b.matmul(a, b.transpose(a))
    return b.trace(b.matmul(b.transpose(a), a)) if e.data[0] == "F" else None


__all__ = ["in_derivatives", "polynomial", "with_even_powers"]
