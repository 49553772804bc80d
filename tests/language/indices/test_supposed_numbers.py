r"""A name that nothing declares is a number where it is compared: ``\forall c > 0``. Where it may be a vector, it is refused."""

import pytest

from proofs.reading.paper import BadPaper
from tests.judged import judged

GIVEN = r"A, B \in \mathbb{R}^{n \times n}, b, z \in \mathbb{R}^n"


@pytest.mark.parametrize(
    "claim",
    [
        r"\forall \mathbf{v} \ne \mathbf{0}: \|\mathbf{v}\|_1 = \|\mathbf{v}\|_\infty",
        r"\forall \vec{v} \ne 0: 2 \vec{v} \ne 0",
        r"\|v\|_1 = \|v\|_2 \text{ for all } v \ne 0",
        r"v v^\top = v^\top v \text{ for all } v \ne 0",
        r"\forall u, v \ne 0: |\langle u, v \rangle| = \|u\| \|v\|",
        r"\|A\|_2 = \frac{\|A x\|_2}{\|x\|_2} \text{ for all } x \ne 0",
        r"\|v^\top A\|_2 = \|A v\|_2 \text{ for all } v \ne 0",
        r"\forall x \ne 0: \|x A\|_2 \le \|x\|_2",
        r"\forall P > 0: P A = A P",
        r"\forall P \ne 0: P^{-1} P = I",
        r"\forall P \ne 0: \operatorname{tr}(P)^2 = \operatorname{tr}(P^2)",
        r"\forall \beta \ne 0: \|A \beta\|_2 > 0",
        r"A u \cdot v = u \cdot A v, \quad \forall u, v \ne 0",
        r"\forall c, u, v \ne 0: \|c A u\|_2 = |c| \|A v\|_2",
        r"\forall x > 0: \operatorname{diag}(x) = x",
        r"\forall x > 0: \operatorname{softmax}(x) = 1",
        r"\exists x \ne 0: A x = 0",
        r"\neg (\exists x \ne 0: A x = 0)",
        r"\det(A) \ne 0 \iff (\forall x \ne 0: A x \ne 0)",
        r"\forall x \ne 0: \|x\|_2 = 1 \implies \|x\|_1 = 1",
        r"\forall x \ne 0: A x + b = 0",
        r"\forall x > 0: x_1 \ge 0",
        r"\sup_{x \ge 0} \|A x\|_2 \le \|A\|_F",
        r"\lim_{x \to 0} \|A x\|_2 = 0",
        r"\lim_{H \to 0} \frac{\|A H\|_2}{\|H\|_2} = \|A\|_2",
    ],
)
def test_what_may_be_a_vector_or_a_matrix_is_refused(claim: str, tmp_path):
    result = judged(claim, GIVEN, tmp_path)
    assert (result.verdict, "may be a number, a vector or a matrix" in result.message) == ("undecided", True)


def test_a_true_claim_is_not_refuted_for_a_number(tmp_path):
    given = GIVEN + r", A = A^\top, A \succ 0"
    assert judged(r"x^\top A x > 0 \text{ for all } x \ne 0", given, tmp_path).verdict == "undecided"
    assert judged(r"\forall x \in \mathbb{R}^n, x \ne 0: x^\top A x > 0", given, tmp_path).verdict != "refuted"


@pytest.mark.parametrize(
    "claim",
    [
        r"\forall \varepsilon > 0: \|A\|_2 \le \|A\|_F + \varepsilon",
        r"\forall t > 0: \|t A\|_2 = t \|A\|_2",
        r"\forall c \ne 0: \|c A\|_2 = |c| \|A\|_2",
        r"\forall c > 0: c b_k \le c \|b\|_1",
        r"\forall a, c > 0: \|a A + c B\|_2 \le a \|A\|_2 + c \|B\|_2",
        r"\forall 0 < t < 1: \|t b\|_2 \le \|b\|_2",
        r"\forall \varepsilon > 0: 2 b^\top z \le \varepsilon \|b\|_2^2 + \frac{1}{\varepsilon} \|z\|_2^2",
        r"\forall \lambda > 0: \|(A^\top A + \lambda I)^{-1}\|_2 \le 1 / \lambda",
        r"\forall x, y > 0: \sqrt{x y} \le \frac{x + y}{2}",
        r"\forall x, y > 0: |x - y| \le x + y",
        r"\forall x > 0: \log x \le x - 1",
        r"\forall t > 0, \forall x \in \mathbb{R}^n: \|A (t x)\|_2 = t \|A x\|_2",
        r"\forall \mathbf{v} \in \mathbb{R}^n, \mathbf{v} \ne 0: \|A \mathbf{v}\|_2 \le \|A\|_2 \|\mathbf{v}\|_2",
        r"\max_{0 \le x \le 1} x (1 - x) \le \frac14",
    ],
)
def test_numbers(claim: str, tmp_path):
    assert judged(claim, GIVEN, tmp_path).verdict in ("holds", "not-refuted")


@pytest.mark.parametrize("claim", [r"\forall t > 0: \|t A\|_2 \le \|A\|_2", r"\forall x > 0: \log x \le x - 2"])
def test_false_claims_about_numbers(claim: str, tmp_path):
    assert judged(claim, GIVEN, tmp_path).verdict == "refuted"


def test_hypotheses(tmp_path):
    with pytest.raises(BadPaper, match="may be a number, a vector or a matrix"):
        judged(r"A_{11} > 0", GIVEN + r" \\ x^\top A x > 0 \text{ for all } x \ne 0", tmp_path)


@pytest.mark.parametrize(
    "claim",
    [r"\forall x: \|x\|_1 \ge 1", r"\|x\|_1 \ge 1 \text{ for all } x", r"\forall x \in \mathbb{R}^n: \|x\|_1 \ge 1"],
)
def test_a_quantifier_over_what_hypotheses_restrict(claim: str, tmp_path):
    result = judged(claim, r"x \in \mathbb{R}^n, \|x\|_2 = 1", tmp_path)
    assert (result.verdict, "which hypotheses restrict" in result.message) == ("undecided", True)


@pytest.mark.parametrize("given", [r"x \in \mathbb{R}^n", r"x, y \in \mathbb{R}^n, \|y\|_2 = 1"])
def test_a_quantifier_over_what_is_free(given: str, tmp_path):
    assert judged(r"\forall x: \|x\|_1 \ge \|x\|_2", given, tmp_path).verdict == "holds"
