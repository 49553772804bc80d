r"""Several relations that a hypothesis states of every entry: ``f_i = P_i = 1/N``."""

import pytest

from tests.judged import judged

UNIFORM = r"f, P \in \mathbb{R}^N \\ f_i = P_i = 1/N"


@pytest.mark.parametrize("given", [UNIFORM, UNIFORM + r" \quad \forall i"])
@pytest.mark.parametrize(
    ("claim", "verdict"), [(r"\sum_i f_i P_i = 1/N", "holds"), (r"\sum_i f_i P_i = 1", "refuted"), ("f = P", "holds")]
)
def test_each_of_them_is_one_of_matrices(given, claim, verdict, tmp_path):
    assert judged(claim, given, tmp_path).verdict == verdict
