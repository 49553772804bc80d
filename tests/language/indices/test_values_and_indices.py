r"""A letter is an index or a number, never both: the k of ``\max_{k \ge 2} x_k`` is an index, the t of ``\int_0^1 x_t \, dt`` neither."""

import pytest

from proofs.reading.paper import BadPaper
from tests.judged import judged

GIVEN = r"x \in \mathbb{R}^n, A \in \mathbb{R}^{n \times n}"
FAMILY = r"k \in \{1, \dots, n\}, W_k \in \mathbb{R}^{n \times n}, V^{(k)} \in \mathbb{R}^{n \times n}"


@pytest.mark.parametrize(
    "claim",
    [
        r"\max_{k \ge 2} \sigma_k(A) \le \min_{k \ge 2} \sigma_k(A)",
        r"\max_{i > 1} \sum_j |A_{ij}| \le \sum_j |A_{ij}|",
        r"\max_{i \ge 2} \|A_{i,:}\|_2 \le \min_{i \ge 2} \|A_{i,:}\|_2",
        r"\max_{1 \le i \le 2} x_i \le \min_{1 \le i \le 2} x_i",
        r"\max_{k < 3} x_k \le \min_{k < 3} x_k",
        r"\sup_{k \ge 2} x_k \le \inf_{k \ge 2} x_k",
        r"\max_{2 \le k} x_k \le \min_{2 \le k} x_k",
        r"\max_{k \ge 2} k x_k \le 0",
        r"\max_{k \ge 2} |e_k^\top x| \le \min_{k \ge 2} |e_k^\top x|",
        r"\sup_{t \in (0, 1)} \max_{k \ge 2} t x_k \le \min_{k \ge 2} x_k",
    ],
)
def test_what_is_compared_with_numbers_and_stands_as_an_index_is_one(claim: str, tmp_path):
    assert judged(claim, GIVEN, tmp_path).verdict == "refuted"


@pytest.mark.parametrize(
    "claim",
    [
        r"\max_{j \ge 2} \lambda_j(A) \le \min_{j \ge 2} \lambda_j(A)",
        r"\max_{j \ge 2} |\lambda_j(A)| \le |\lambda_j(A)|",
    ],
)
def test_eigenvalues(claim: str, tmp_path):
    assert judged(claim, GIVEN + r", A = A^\top", tmp_path).verdict == "refuted"


@pytest.mark.parametrize(
    "claim",
    [
        r"\max_{k \ge 2} \sigma_k(A) \le \|A\|_F / \sqrt{2}",
        r"\max_{1 \le i \le 2} x_i \le \max_i x_i",
        r"\max_{k \ge 2} x_k \le \max_k x_k",
        r"\max_{k \ge 2} x_{(k)} \le \max_i x_i",
        r"\sup_{0 < t < 1} t \|x\|_2 \le \|x\|_2",
        r"\sup_{t \in [0, 1]} t x_1 \le |x_1|",
        r"\int_0^1 t \sum_i x_i \, dt = \frac12 \sum_i x_i",
        r"\sum_t \int_0^1 2 t \, dt \, x_t = \sum_t x_t",
    ],
)
def test_true_neighbours(claim: str, tmp_path):
    assert judged(claim, GIVEN, tmp_path).verdict in ("holds", "not-refuted")


@pytest.mark.parametrize("claim", [r"\max_{k \ge 2} \|W_k\|_2 \le \min_{k \ge 2} \|W_k\|_2"])
def test_members_of_families(claim: str, tmp_path):
    assert judged(claim, FAMILY, tmp_path).verdict == "refuted"


@pytest.mark.parametrize(
    "claim",
    [
        r"\inf_{k \in \mathbb{R}} x_k \ge \sup_{k \in \mathbb{R}} x_k",
        r"\sup_{t \in [0, 1]} x_t \le \inf_{t \in [0, 1]} x_t",
        r"\int_0^1 x_t \, dt = x_t",
        r"\int_0^1 x_s^2 \, ds \le \|x\|_2^2",
        r"\int_0^1 \|A_{t,:}\|_2 \, dt \le \|A\|_2",
        r"\int_0^1 \sigma_t(A) \, dt \le \|A\|_2",
        r"\int_0^1 x_{(t)} \, dt = x_{(t)}",
        r"\int_0^1 e_t^\top x \, dt = e_t^\top x",
        r"\sup_{t \in [0, 1]} \|I_t\|_F \le 1",
        r"\forall t \in [0, 1]: A_{t1} = A_{11}",
        r"\exists t \in [0, 1]: x_t \ge 0",
        r"t x_t = x_t t \quad \forall t \in [0, 1]",
        r"\forall k \in \mathbb{R}: x_k = x_1",
        r"\lim_{t \to 0} x_t = x_t",
        r"\sup_{t \in [0, 1]} \sum_t t x_t \le \sup_{t \in [0, 1]} t \sum_t x_t",
        r"\sum_t \int_0^1 t x_t \, dt = \frac12 \sum_i x_i",
    ],
)
def test_a_real_number_is_no_index(claim: str, tmp_path):
    result = judged(claim, GIVEN, tmp_path)
    assert (result.verdict, "as an index where it is bound" in result.message) == ("undecided", True)


def test_an_upper_index_of_a_family(tmp_path):
    result = judged(r"\int_0^1 \|V^{(j)}\|_2 \, dj \le \|V^{(j)}\|_2", FAMILY, tmp_path)
    assert (result.verdict, "as an index where it is bound" in result.message) == ("undecided", True)


def test_what_may_be_an_integer_or_a_real_number(tmp_path):
    result = judged(r"\max_{k \ge 1} \|A^k\|_2 \le \|A\|_2", GIVEN, tmp_path)
    assert (result.verdict, "may be an integer or a real number" in result.message) == ("undecided", True)


@pytest.mark.parametrize("stated", [r"x_t \le 1 \text{ for all } t \in [0, 1]", r"\int_0^1 x_t \, dt \le 1"])
def test_hypotheses(stated: str, tmp_path):
    with pytest.raises(BadPaper, match="as an index where it is bound"):
        judged(r"x_1 \le 1", GIVEN + r" \\ " + stated, tmp_path)
