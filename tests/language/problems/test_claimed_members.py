r"""``v_i \in \mathbb{R}^d`` is a family where the claim sums over it, and nothing else speaks of one of that name."""

import pytest

from tests.judged import judged

MIXTURE = r"g \in \mathbb{R}^E, \quad v_e \in \mathbb{R}^m"
POINTS = r"x_i \in \mathbb{R}^d, \quad n \in \mathbb{N}, \quad w \in \mathbb{R}^d"


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        (MIXTURE, r"\left\| \sum_{e=1}^E v_e \right\|_2 \le E \max_e \|v_e\|_2", "holds"),
        (MIXTURE, r"\left\| \sum_{e=1}^E v_e \right\|_2 \le \max_e \|v_e\|_2", "refuted"),
        (MIXTURE, r"\sum_{e=1}^E g_e v_e = (\mathbf{1}^\top g) v_1", "refuted"),  # one v would be a constant of the sum
        (POINTS, r"w^\top \left( \sum_{i=1}^n x_i x_i^\top \right) w = \sum_{i=1}^n (w^\top x_i)^2", "holds"),
        (POINTS, r"w^\top \left( \sum_{i=1}^n x_i x_i^\top \right) w = n (w^\top x_1)^2", "refuted"),
        # nobody knows whether one vector or each of them is meant
        (POINTS, r"\sum_{i=1}^n x_i = n x_i", "undecided"),
        (POINTS + r", \quad \|x_i\| \le 1", r"\left\| \sum_{i=1}^n x_i \right\| \le n", "undecided"),
        (POINTS, r"\sum_{i=2}^n x_i = (n - 1) x_1", "undecided"),
    ],
)
def test_verdicts(given: str, claim: str, verdict: str, tmp_path):
    assert judged(claim, given, tmp_path).verdict == verdict


def test_the_letter_of_the_sum_as_a_unit_vector(tmp_path):
    given = r"g \in \mathbb{R}^E, \quad M \in \mathbb{R}^{m \times E}"
    assert judged(r"\sum_{e=1}^E g_e M e_e = M g", given, tmp_path).verdict == "holds"
    assert judged(r"\sum_{e=1}^E g_e M e_e = M \mathbf{1}", given, tmp_path).verdict == "refuted"
    assert judged(r"\sum_{e=1}^E g_e^2 \, e_e e_e^\top = \operatorname{diag}(g)^2", given, tmp_path).verdict == "holds"
