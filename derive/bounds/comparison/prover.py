"""The prover: whoever holds facts asks it, so that the parts that answer need not import one another."""

from __future__ import annotations

from derive.bounds.comparison.algebraic import algebraic
from derive.bounds.comparison.compare import nonnegative
from derive.bounds.comparison.orders import told_sign
from derive.bounds.facts import reading
from derive.bounds.facts.defined import may_be_infinite
from derive.bounds.facts.facts import Facts
from derive.bounds.forms.bound import Bound, Step
from derive.bounds.forms.polynomial import Poly
from derive.bounds.quantities import norms, semidefinite, values
from derive.core import Expr, Formula, Problem


class Rules:
    """The prover that the norm rules are (see `derive.bounds.facts.facts.Prover`)."""

    def value(self, facts: Facts, expr: Expr) -> Bound:
        """The polynomial equal to a scalar."""
        return values.value(facts, expr)

    def norm(self, facts: Facts, expr: Expr, kind: str) -> Bound:
        """A norm as a polynomial, by equalities alone."""
        return norms.exact(facts, expr, kind)

    def nonnegative(self, facts: Facts, poly: Poly, strict: bool, depth: int) -> tuple[Step, ...] | None:
        """Domination of every negative term by positive ones."""
        return nonnegative(facts, poly, strict, depth)

    def algebraic(self, facts: Facts, poly: Poly, strict: bool) -> tuple[Step, ...] | None:
        """A combination of products of what is known."""
        return algebraic(facts, poly, strict)

    def told_sign(self, facts: Facts, poly: Poly) -> int:
        """The sign that a hypothesis tells."""
        return told_sign(facts, poly)

    def sign_of_spectrum(self, facts: Facts, expr: Expr) -> int:
        """The sign of eigenvalues, traces, forms and the like of semidefinite matrices."""
        return semidefinite.sign(facts, expr)

    def may_be_infinite(self, facts: Facts, expr: Expr) -> bool:
        """Whether a condition number, a supremum or a limit may stand inside."""
        return may_be_infinite(facts, expr)

    def is_symmetric(self, facts: Facts, expr: Expr) -> bool:
        """By form or by hypothesis."""
        return semidefinite.is_symmetric(facts, expr)

    def is_semidefinite(self, facts: Facts, expr: Expr) -> bool:
        """By form or by hypothesis."""
        return semidefinite.is_semidefinite(facts, expr)

    def is_definite(self, facts: Facts, expr: Expr) -> bool:
        """By form or by hypothesis."""
        return semidefinite.is_definite(facts, expr)


PROVER = Rules()


def read_facts(problem: Problem, extra: tuple[Formula, ...] = ()) -> Facts:
    """Sort the hypotheses of a problem, and more formulas in force."""
    return reading.read_facts(problem, PROVER, extra)


__all__ = ["PROVER", "Rules", "read_facts"]
