"""The prover: whoever holds facts asks it, so that the parts that answer need not import one another."""

from __future__ import annotations

from derive.bounds.comparison.algebraic import algebraic
from derive.bounds.comparison.compare import nonnegative
from derive.bounds.comparison.orders import told_sign
from derive.bounds.facts import reading
from derive.bounds.facts.defined import may_be_infinite
from derive.bounds.facts.facts import Facts, Prover
from derive.bounds.quantities import norms, semidefinite, values
from derive.core import Formula, Problem

PROVER = Prover(
    value=values.value,
    norm=norms.exact,
    nonnegative=nonnegative,
    algebraic=algebraic,
    told_sign=told_sign,
    sign_of_spectrum=semidefinite.sign,
    may_be_infinite=may_be_infinite,
    is_symmetric=semidefinite.is_symmetric,
    is_semidefinite=semidefinite.is_semidefinite,
    is_definite=semidefinite.is_definite,
)


def read_facts(problem: Problem, extra: tuple[Formula, ...] = ()) -> Facts:
    """Sort the hypotheses of a problem, and more formulas in force."""
    return reading.read_facts(problem, PROVER, extra)


__all__ = ["PROVER", "read_facts"]
