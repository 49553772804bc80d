r"""A hypothesis at a declared index: for all its values where the claim is silent about it, else for one or for all."""

import pytest

from derive.language.terms.readings import ALL_VALUES
from proofs.api import ad_hoc_claim
from proofs.judging.understand import understand
from proofs.reading.paper import Settings
from tests.judged import judged

POINTS = r"i \in \{1,\dots,m\}, \quad x_i \in \mathbb{R}^n \\ \|x_i\|_2 \le 1"
PAIRS = r"i, j \in \{1,\dots,n\}, \quad A \in \mathbb{R}^{n \times n} \\ "
ONE = r"k \in \{1,\dots,n\}, \quad y \in \mathbb{R}^n \\ "


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        (POINTS, r"\|\sum_{i=1}^m x_i\|_2 \le m", "holds"),
        (POINTS, r"\|x_1\|_2 \le \frac12", "refuted"),
        (PAIRS + r"A_{ij} = A_{ji}", r"A = A^\top", "holds"),
        (PAIRS + r"A_{ij} = A_{ji}", r"A = 0", "refuted"),
        (PAIRS + r"A_{ij} \ge 0", r"\sum_{k,l} A_{kl} \ge 0", "holds"),
        (PAIRS + r"i \ne j \\ A_{ij} = 0", r"\|A\|_F^2 = \sum_k A_{kk}^2", "holds"),
        (PAIRS + r"i \ne j \\ A_{ij} = 0", r"\|A\|_F = 0", "refuted"),
        (PAIRS + r"A_{ij} = A_{ji}", r"A_{ij}^2 = A_{ij} A_{ji}", "holds"),
        (PAIRS + r"A_{ij} = A_{ji}", r"(A^2)_{ij} = (A A^\top)_{ij}", "ambiguous"),
        (ONE + r"y_k > 0", r"y_k + 1 > 1", "holds"),
        (ONE + r"y_k > 0", r"y_k > 1", "refuted"),
        # what singles one value out is not said of all
        (ONE + r"y_k = 1, \quad \mathbf{1}^\top y = 1", r"\|y\|_2 = \sqrt{n}", "ambiguous"),
        (ONE + r"y_k = 1, \quad \mathbf{1}^\top y = 1", r"y_k = 2", "refuted"),
    ],
)
def test_verdicts(given: str, claim: str, verdict: str, tmp_path):
    assert judged(claim, given, tmp_path).verdict == verdict


@pytest.mark.parametrize("hypothesis", [r"y_k = \max_i y_i", r"|y_k| = \|y\|_\infty", r"y_k \ge y_j \quad \forall j"])
def test_the_place_of_a_maximum_is_one_place(hypothesis: str, tmp_path):
    assert judged(r"\sum_i y_i = n \max_i y_i", ONE + hypothesis, tmp_path).verdict != "holds"


@pytest.mark.parametrize(
    ("claim", "both"), [(r"\|x_1\|_2 \le 1", False), (r"\|x_i\|_2 \le 1", True), (r"\sum_i \|x_i\|_2 \le m", False)]
)
def test_both_readings_are_kept_where_the_claim_speaks_of_the_index(claim: str, both: bool):
    (reading,) = understand(ad_hoc_claim(claim, POINTS, Settings()))
    typed = reading.links[0].typed
    assert typed is not None
    assert ([name for name, _ in typed.readings][1:] == [ALL_VALUES]) == typed.nested == both
    assert any("for all values of i" in note for note in typed.notes) != both
