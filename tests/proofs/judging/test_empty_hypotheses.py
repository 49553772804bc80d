r"""A hypothesis under which both sides are numbers rescues nothing; an outer product the other way round is a repair."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.judged import mended

GIVEN = r"A, B \in \mathbb{R}^{n \times n}, \quad u, x \in \mathbb{R}^n, \quad p := \operatorname{softmax}(x), \quad J := \frac{\partial p}{\partial x}"


@pytest.mark.parametrize(
    ("claim", "repair"),
    [
        (r"\mathrm{softmax}(A) = \mathrm{softmax}(B)", None),
        (r"\mathrm{softmax}(A)^\top = \mathrm{softmax}(A^\top)", None),
        (r"\mathrm{softmax}(A + \mathbf{1} u^\top) = \mathrm{softmax}(A)", r"\operatorname{softmax}(A + u \mathbf{1}^\top) = \operatorname{softmax}(A)"),
        (r"J = \operatorname{diag}(p) (I - p \mathbf{1}^\top)", r"J = \operatorname{diag}(p) (I - \mathbf{1} p^\top)"),
        (r"J = (I - \mathbf{1} p^\top) \operatorname{diag}(p)", r"J = (I - p \mathbf{1}^\top) \operatorname{diag}(p)"),
    ],
)  # fmt: skip
def test_two_sides_of_numbers_are_no_rescue(claim: str, repair: str | None, tmp_path: Path):
    result = mended(claim, GIVEN, tmp_path)
    assert (result.verdict, result.hypothesis) == ("refuted", None)
    if repair is not None:
        assert result.repair is not None and result.repair["statement"] == repair
