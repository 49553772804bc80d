"""Rules that lead from a quantity back to itself end; what they cannot show is left to the other roads."""

import pytest

from tests.judged import judged

X = r"x \in \mathbb{R}^n, \quad n \ge 2, \quad x \ge 0, \quad k \in \{1,\dots,n\}"
A = r"A \in \mathbb{R}^{m \times n}, \quad k \in \{1,\dots,n\}, \quad n \le m"


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        (rf"{X}, \quad x_{{(1)}} \ge x_{{(2)}}, \quad x_{{(1)}} = x_{{(k)}}", r"x_{(1)} \le 1", "refuted"),
        (X, r"x_{(1)} = x_{(k)} \implies x_{(1)} \le 1", "refuted"),
        (X, r"x_{(1)} = x_{(k)} \implies x_{(1)} \le x_{(k)}", "holds"),
        (A, r"\sigma_1(A) = \sigma_k(A) \implies \sigma_1(A) \le 1", "refuted"),
        (A, r"\sigma_1(A) = \sigma_k(A) \implies \sigma_1(A) \le \sigma_k(A)", "holds"),
    ],
)
def test_a_largest_one_that_equals_all(given: str, claim: str, verdict: str, tmp_path):
    result = judged(claim, given, tmp_path)
    assert result.verdict == verdict
    assert not any("crash" in e["detail"] for e in result.evidence)


def test_equal_entries_may_be_negative(tmp_path):
    given = r"x \in \mathbb{R}^n, \quad x_i = x_1 \quad \forall i \in \{1, \dots, n\}"
    assert judged(r"|x_1| = x_1", given, tmp_path).verdict in ("refuted", "needs-hypothesis")
    assert judged(r"x = x_1 \mathbf{1}_n", given, tmp_path).verdict == "holds"
