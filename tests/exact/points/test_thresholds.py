"""Points where the argument of an absolute value is zero are looked for with floats, which may overflow."""

import pytest

from tests.judged import judged

GIVEN = r"S \in \mathbb{R}^{q \times p}, \quad x \in \mathbb{R}^p"


@pytest.mark.parametrize(
    ("claim", "verdicts"),
    [
        (r"\log|\det\operatorname{diag}(\exp(Sx))| = \mathbf{1}^\top S x", ("holds", "undecided")),
        (r"|\det\operatorname{diag}(\exp(Sx))| = \exp(\mathbf{1}^\top S x)", ("holds", "undecided")),
        (r"\log|\det\operatorname{diag}(\exp(Sx))| = 2\mathbf{1}^\top S x", ("refuted",)),
    ],
)
def test_values_beyond_floats_are_no_line_to_a_threshold(claim, verdicts, tmp_path):
    assert judged(claim, GIVEN, tmp_path).verdict in verdicts
