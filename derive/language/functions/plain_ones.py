r"""A plain 1 behind a factor: ``A 1``, ``\bar x 1``, ``1^\top A 1`` and ``I - \frac1n 1 1^\top`` speak of the vector of ones.

Nobody writes the number one as the last factor of a product, or in front of a row: ``1 x^\top``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from derive.language.functions import operators
from derive.language.terms.readings import NUMBER_ONE
from derive.language.tree.names import bare
from derive.language.tree.numerals import is_transposed_one
from derive.language.tree.syntax import Syn

if TYPE_CHECKING:
    from derive.language.formulas.expressions import Reader

_FACTORS = ("name", "script", "style", "prime", "group", "frac", "matrix")


def with_ones(r: Reader, row: Sequence[Syn]) -> Sequence[Syn]:
    """Return a row of factors in which the last one, and one in front of ``1^T`` or of a row that ends it, is the vector of ones."""
    places = [k for k, node in enumerate(row) if (node.kind, node.value) == ("num", "1") and _is_vector(r, row, k)]
    if not places or r.chooses(NUMBER_ONE, plausible=False):
        return row
    r.note("1 beside a factor is the vector of ones")
    return [Syn("name", "bf:1", (), node.span) if k in places else node for k, node in enumerate(row)]


def _is_vector(r: Reader, row: Sequence[Syn], at: int) -> bool:
    if at + 1 < len(row):
        return is_transposed_one(row[at + 1]) or (at + 2 == len(row) and _is_transposed(row[at + 1]))
    if at == 0 or row[at - 1].kind not in _FACTORS:
        return False
    return r.find(row[at - 1]) is not None or not operators.is_function(row[at - 1], row[at])


def _is_transposed(factor: Syn) -> bool:
    return factor.kind == "script" and bare(factor.children[2]).kind == "top"


__all__ = ["with_ones"]
