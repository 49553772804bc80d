r"""A maximum ends before an ``I`` or a ``1`` of unknown size: ``\max_i x_i I`` is a matrix."""

from __future__ import annotations

import pytest

from tests.judged import judged

GIVEN = r"x, y \in \mathbb{R}^n, \quad A \in \mathbb{R}^{n \times n}, \quad X \in \mathbb{R}^{m \times n}"


@pytest.mark.parametrize(
    ("claim", "verdicts"),
    [
        (r"\operatorname{diag}(x) \preceq \max_i x_i I", ("holds", "not-refuted")),
        (r"\operatorname{diag}(x) \preceq \min_i x_i I", ("refuted",)),
        (r"X^\top X \preceq \min_i \|X_{i,:}\|^2 I", ("refuted",)),
        (r"\operatorname{softmax}(x) = \operatorname{softmax}(x - \max_i x_i \mathbf{1})", ("holds",)),
        (r"\operatorname{softmax}(x) = \operatorname{softmax}(x - \sup_i x_i \mathbf{1})", ("holds",)),
        (r"\operatorname{softmax}(x) = \operatorname{softmax}(2 x - \max_i x_i \mathbf{1})", ("refuted", "needs-hypothesis")),
        (r"A - \min_i A_{ii} I + \min_i A_{ii} I = A", ("holds",)),
        (r"A - \min_i A_{ii} I + \max_i A_{ii} I = A", ("refuted", "needs-hypothesis")),
        (r"\operatorname{tr}(\max_i x_i I_n) = n \max_i x_i", ("holds",)),
        # Numbers stay under the maximum.
        (r"\max_i x_i y_i = \max_i (x_i y_i)", ("holds",)),
        (r"\max_i x_i y_i = (\max_i x_i) (\max_i y_i)", ("refuted", "needs-hypothesis")),
        (r"\max_i \mathbf{1}^\top A_{:,i} = \max_i \sum_k A_{ki}", ("holds",)),
    ],
)  # fmt: skip
def test_extrema_before_matrices(claim: str, verdicts: tuple[str, ...], tmp_path):
    assert judged(claim, GIVEN, tmp_path).verdict in verdicts
