"""Variables that an extremum introduces itself."""

import pytest

from proofs.api import check
from proofs.reading.paper import BadPaper

GIVEN = r"A \in \mathbb{R}^{m \times n}, \quad B \in \mathbb{R}^{m \times n}, \quad x \in \mathbb{R}^n"
CLAIMS = [
    (r"\sup_{t \in [0, 1]} \|A + t B\|_2 \le \|A\|_2 + \|B\|_2", "holds"),
    (r"\sup_{0 \le t \le 1} t \|A\|_2 \le \|A\|_2", "holds"),
    (r"\sup_{t \in [0, 2]} t \|A\|_2 \le \|A\|_2", "refuted"),
    (r"\inf_{t \in [0, 1]} t \ge 0", "holds"),
    (r"\sup_{y \in \mathbb{R}^n, \|y\|_2 = 1} \|A y\|_2 = \|A\|_2", "holds"),
    (r"\|A x\|_2 \le \sup_{t \in [0, 1]} t \|A x\|_2", "holds"),
    (r"\max_{0 \le t \le 1} (t - t^2) = 0", "refuted"),
    (r"\max_{-1 \le t \le 1} (t - t^2) = 0", "refuted"),  # over integers it would hold
    (r"\max_{-\frac{1}{2} \le t \le 1} (t - t^2) = 0", "refuted"),
    (r"\max_{|t| \le 1} (t - t^2) = 0", "refuted"),
    (r"\max_{|t| \le 1} t \|A\|_2 = \|A\|_2", "holds"),
    (r"\max_{-1 \le t \le 1} t \|A\|_2 = 2 \|A\|_2", "refuted"),
    (r"\max_{1 \le t \le n} x_t = \max_i x_i", "holds"),
    (r"\inf_{t > 0} \frac{t}{2} \|A\|_F^2 + \frac{1}{2 t} \|B\|_F^2 \ge \operatorname{tr}(A^\top B)", "holds"),
    (r"\inf_{t > 0} \frac{t}{2} \|A\|_F^2 + \frac{1}{2 t} \|B\|_F^2 \ge 2 \operatorname{tr}(A^\top B)", "refuted"),
]
INTEGERS_OR_NUMBERS = [
    r"\max_{0 \le t \le n} t (n - t) = \frac{n^2}{4}",
    r"\max_{1 \le t \le n} (t - n) = 0",
    r"\min_{-2 \le k \le 2} (k^2 - k) = 0",
]


@pytest.mark.parametrize("claim", INTEGERS_OR_NUMBERS)
def test_what_may_be_an_integer_or_a_number_is_neither(claim, tmp_path):
    result = check(claim, given=GIVEN, effort="quick", certificates=tmp_path)
    assert result.verdict == "undecided" and "an integer or a real number" in result.message


@pytest.mark.parametrize(("claim", "verdict"), CLAIMS)
def test_verdicts(claim, verdict, tmp_path):
    assert check(claim, given=GIVEN, effort="quick", certificates=tmp_path).verdict == verdict


def test_a_name_is_bound_under_its_extremum_alone(tmp_path):
    with pytest.raises(BadPaper, match="t is not declared"):
        check(r"\sup_{t \in [0, 1]} t \|A\|_2 \le t \|A\|_2", given=GIVEN, certificates=tmp_path)


def test_declared_names_keep_their_restrictions(tmp_path):
    given = GIVEN + r", \quad x \ge 0"
    claim = r"\sup_{x \in \mathbb{R}^n, \|x\|_2 = 1} \|A x\|_2 = \|A\|_2"
    assert "hypotheses restrict" in check(claim, given=given, certificates=tmp_path).message
