r"""Letters that a quantifier compares with a size are integers, as subscripts and as numbers."""

import pytest

from tests.judged import judged

X = r"x \in \mathbb{R}^n"
DECLARED = r"x \in \mathbb{R}^n, k \in \{1, \dots, n\}"


@pytest.mark.parametrize("given", [X, DECLARED])
@pytest.mark.parametrize(
    "claim",
    [
        r"\exists k \le n: (k+1) x_k = 0",
        r"\exists k \le n: k x_k = \frac12 x_k",
        r"\exists k \le n: k \|x\|_1 = 0",
        r"\exists 1 \le k \le n: (2 k - 1) x_k = 0",
    ],
)
def test_no_real_number_is_an_index(given: str, claim: str, tmp_path):
    assert judged(claim, given, tmp_path).verdict in ("refuted", "undecided")


@pytest.mark.parametrize(
    "claim",
    [
        r"k^2 \ge 2 k \text{ for all } k \le n",
        r"k^2 \ge 2 k \text{ for } k = 1, \dots, n",
        r"k^2 \ge 2 k \text{ for all } k \in \mathbb{N}",
        r"k |x_k| \le \|x\|_1 \text{ for all } k \le n",
        r"x_{(k)} \le \frac1k \sum_i x_i \text{ for all } 1 \le k \le n",
        r"\frac{1}{k} \le \frac{1}{2} \text{ for all } 1 \le k \le \min(m, n)",
    ],
)
def test_false_claims(claim: str, tmp_path):
    given = r"x \in \mathbb{R}^n, A \in \mathbb{R}^{m \times n}"
    assert judged(claim, given, tmp_path).verdict == "refuted"


@pytest.mark.parametrize(
    "claim",
    [
        r"\frac1k \le 1 \text{ for all } k \le n",
        r"k^2 \ge k \text{ for all } k \le n",
        r"k^2 \ge k \text{ for } k = 1, \dots, n",
        r"k^2 \ge k \text{ for all } k \in [n]",
        r"k^2 \ge k \text{ for all } k \in \mathbb{N}",
        r"2^k \ge k + 1 \text{ for all } 1 \le k \le n",
        r"k x_k \le n \|x\|_1 \text{ for all } k \in [n]",
        r"\sigma_k(A) \le \frac{1}{\sqrt k} \|A\|_F \text{ for all } k \le n",
        r"x_k \le \|x\|_1 \text{ for all } 2 \le k \le n",
        r"\forall c > 0 : c x_k \le c \|x\|_1",
    ],
)
def test_true_claims(claim: str, tmp_path):
    given = r"x \in \mathbb{R}^n, A \in \mathbb{R}^{m \times n}, n \le m"
    assert judged(claim, given, tmp_path).verdict in ("holds", "not-refuted")


@pytest.mark.parametrize(("claim", "verdict"), [(r"x_1 \le 0", ("refuted",)), (r"x_1 \le 1", ("holds", "not-refuted"))])
def test_hypotheses(claim: str, verdict: tuple[str, ...], tmp_path):
    given = r"x \in \mathbb{R}^n, k x_k \le 1 \text{ for all } k \le n"
    assert judged(claim, given, tmp_path).verdict in verdict


@pytest.mark.parametrize(
    ("claim", "said"),
    [
        (r"\sin(\pi k) = 0 \text{ for all } k \ge 1", "k may be an integer or a real number"),
        (r"\exists k \ge 1: k^2 = 2", "k may be an integer or a real number"),
        (r"\forall c \le n : c \|x\|_2 \ge 0", "c may be an integer or a real number"),
        (r"\exists n \ge 2: \|x\|_2 = 1", "a quantifier over the size n"),
        (r"x_k \le \|x\|_1 \text{ for all } k \in \mathbb{N}", "a quantifier over integers"),
    ],
)
def test_what_may_be_either_is_refused(claim: str, said: str, tmp_path):
    result = judged(claim, X, tmp_path)
    assert (result.verdict, said in result.message) == ("undecided", True)


@pytest.mark.parametrize(
    "claim",
    [
        r"\|x_{1:k}\|_2 \le \|x\|_2",
        r"\|x_{1:k}\|_2 \ge \|x\|_2",
        r"\|A_{1:k,1:k}\|_2 \le \|A\|_2",
        r"\|A_{1:k,:}\|_2 \le \|A\|_2",
        r"\|A_{:,k:n}\|_2 \le \|A\|_2",
    ],
)
def test_slices_are_refused(claim: str, tmp_path):
    given = r"x \in \mathbb{R}^n, A \in \mathbb{R}^{n \times n}, k \in \{1, \dots, n\}"
    result = judged(claim, given, tmp_path)
    assert (result.verdict, "a slice" in result.message) == ("undecided", True)


@pytest.mark.parametrize(
    "claim", [r"\|A_{k,:}\|_2 \le \|A\|_2", r"\|A_{:,k}\|_2 \le \|A\|_2", r"\|A_{k:}\|_2 \le \|A\|_2"]
)
def test_rows_and_columns_stay(claim: str, tmp_path):
    given = r"A \in \mathbb{R}^{n \times n}, k \in \{1, \dots, n\}"
    assert judged(claim, given, tmp_path).verdict == "holds"
