"""A bound with the rules that lead to it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from derive.bounds.forms.polynomial import Poly
from derive.core import Expr
from derive.fraction import Fraction

Step = tuple[str, str]
Prove = Callable[..., tuple[Step, ...] | None]
"""Shows a formula under the hypotheses of a problem and others: the steps, or None."""


@dataclass(frozen=True, slots=True)
class Bound:
    """A polynomial that a quantity equals (or is bounded by), and the rules that say so, in order."""

    value: Poly
    steps: tuple[Step, ...] = ()

    def __mul__(self, other: Bound) -> Bound:
        return Bound(self.value * other.value, merge(self.steps, other.steps))

    def __add__(self, other: Bound) -> Bound:
        return Bound(self.value + other.value, merge(self.steps, other.steps))

    def scaled(self, number: Fraction | int) -> Bound:
        """The bound times a number, by the same rules."""
        return Bound(self.value.scaled(number), self.steps)

    def by(self, rule: str, text: str) -> Bound:
        """The same bound, reached by one more rule."""
        return Bound(self.value, merge(self.steps, ((rule, text),)))


def merge(left: tuple[Step, ...], right: tuple[Step, ...]) -> tuple[Step, ...]:
    """Concatenate steps without repetitions."""
    if not left or not right:
        return left or right
    return left + tuple(step for step in right if step not in left)


def number(value: Fraction | int) -> Bound:
    """A constant as a bound that needs no rule."""
    return Bound(Poly.number(value))


def atom(expr: Expr, exponent: Fraction | int = 1) -> Bound:
    """A power of an atom as a bound that needs no rule."""
    return Bound(Poly.atom(expr, exponent))
