r"""Hypotheses that a real quantity is infinite: no claim holds under them, and those that only exclude infinity change nothing."""

import pytest

from tests.judged import judged

Z = r"z \in \mathbb{R}^n, c \in \mathbb{R}"
SOFTMAX = r"\operatorname{softmax}(z)_1 > 0"


@pytest.mark.parametrize(
    "hypothesis",
    [
        r"z_1 = -\infty",
        r"-\infty = z_1",
        r"z_1 \le -\infty",
        r"z_1 \ge \infty",
        r"\|z\|_2 = \infty",
        r"\max_i z_i = \infty",
        r"z = -\infty \mathbf{1}_n",
        r"z_i = -\infty",
        r"c = \infty",
        r"b := -\infty, z_1 = b",
        r"z_1 = 1 - \infty",
    ],
)
def test_no_input_meets_them(hypothesis: str, tmp_path):
    result = judged(SOFTMAX, f"{Z}, {hypothesis}", tmp_path)
    assert (result.verdict, "infinite" in result.message) == ("vacuous", True)


@pytest.mark.parametrize("claim", [rf"z_1 = -\infty \implies {SOFTMAX}", rf"{SOFTMAX} \text{{ if }} z_1 = -\infty"])
def test_premises_too(claim: str, tmp_path):
    assert judged(claim, Z, tmp_path).verdict == "vacuous"


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (
            r"X \in \mathbb{R}^{n \times d}, M \in \mathbb{R}^{n \times n}, M_{i,j} = -\infty \text{ for } j > i \\"
            r" S := \operatorname{softmax}(X X^\top + M), n \ge 2",
            r"S_{1,1} < 1",
        ),
        (
            r"S, M \in \mathbb{R}^{n \times n}, M_{ij} = \begin{cases} 0 & j \le i \\ -\infty & j > i \end{cases} \\"
            r" A := \operatorname{softmax}(S + M)",
            r"A \mathbf{1} = \mathbf{1}",
        ),
        (
            r"z, y \in \mathbb{R}^n, z_i = y_i + \begin{cases} 0 & i = 1 \\ \infty & \text{otherwise} \end{cases}",
            SOFTMAX,
        ),
        (rf"{Z}, z_i = -\infty \text{{ for }} i \ge 2", SOFTMAX),
        (Z, r"(z_i = -\infty \text{ for all } i \ge 2) \implies c \le c"),
        (Z, r"z_1 > 0 \iff z_1 = \infty"),
        (rf"{Z}, z_1 = -c \infty", SOFTMAX),
    ],
)
def test_what_some_sizes_meet_is_refused(given: str, claim: str, tmp_path):
    result = judged(claim, given, tmp_path)
    assert result.verdict == "undecided" and "infinit" in result.message


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        (rf"{Z}, -\infty < z_1 < \infty", SOFTMAX, "holds"),
        (rf"{Z}, z_1 \ne \infty", SOFTMAX, "holds"),
        (Z, r"z_1 < \infty", "holds"),
        (Z, r"z_1 > -\infty", "holds"),
        (Z, r"\|z\|_2 = \infty", "refuted"),
        (Z, r"z_1 \le -\infty", "refuted"),
        (r"A \in \mathbb{R}^{n \times n}, \kappa(A) = \infty", r"\|A\|_2 \ge 0", "holds"),
        (r"A \in \mathbb{R}^{n \times n}, \kappa(A) = \infty", r"\|A\|_2 \ge 1", "refuted"),
    ],
)
def test_true_neighbors(given: str, claim: str, verdict: str, tmp_path):
    assert judged(claim, given, tmp_path).verdict == verdict
