"""The rules that look at both sides of a claim and give theorems about what these write; each is asked in turn."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from derive.bounds.facts.facts import Facts, Theorem
from derive.bounds.inequalities.factored_norms import factored_norms
from derive.bounds.inequalities.few_entries import few_entries
from derive.bounds.inequalities.integrals import integrals
from derive.bounds.inequalities.ordered_entries import ordered_entries
from derive.bounds.inequalities.power_sums import power_sums
from derive.bounds.inequalities.quotients import quotients
from derive.bounds.inequalities.sums import of_sums
from derive.bounds.inequalities.weighted_members import weighted_members
from derive.core import Expr

Generator = Callable[[Facts, Sequence[Expr]], Iterator[Theorem]]

GENERATORS: tuple[Generator, ...] = (
    of_sums, ordered_entries, quotients, factored_norms,
    integrals, few_entries, power_sums, weighted_members,
)  # fmt: skip
"""In the order in which they are asked: a later one sees the theorems of those before."""


__all__ = ["GENERATORS"]
