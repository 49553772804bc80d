"""The rules that look at both sides of a claim and give theorems about what these write; each is asked in turn."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from derive.bounds.facts.facts import Facts, Theorem
from derive.bounds.inequalities.block_norms import block_norms
from derive.bounds.inequalities.bounded_sums import bounded_sums
from derive.bounds.inequalities.centered_columns import centered_columns
from derive.bounds.inequalities.eigenpairs import eigenpairs
from derive.bounds.inequalities.factored_norms import factored_norms
from derive.bounds.inequalities.few_entries import few_entries
from derive.bounds.inequalities.integrals import integrals
from derive.bounds.inequalities.ordered_entries import ordered_entries
from derive.bounds.inequalities.orthogonal_sums import orthogonal_sums
from derive.bounds.inequalities.partial_sums import partial_sums
from derive.bounds.inequalities.power_sums import power_sums
from derive.bounds.inequalities.products_of_bounds import products_of_bounds
from derive.bounds.inequalities.quotients import quotients
from derive.bounds.inequalities.sums import of_sums
from derive.bounds.inequalities.weighted_members import weighted_members
from derive.core import Expr

Generator = Callable[[Facts, Sequence[Expr]], Iterator[Theorem]]

GENERATORS: tuple[Generator, ...] = (
    of_sums, bounded_sums, products_of_bounds, orthogonal_sums, centered_columns, block_norms, ordered_entries, quotients, factored_norms,
    integrals, eigenpairs, few_entries, partial_sums, power_sums, weighted_members,
)  # fmt: skip
"""In the order in which they are asked: a later one sees the theorems of those before."""


__all__ = ["GENERATORS"]
