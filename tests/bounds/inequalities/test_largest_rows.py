r"""The two-to-infinity norm of products, sums and mixtures, and against other norms."""

import pytest

from tests.judged import judged, proved

PAIR = r"A, C \in \mathbb{R}^{m \times n}, B \in \mathbb{R}^{n \times k}, x \in \mathbb{R}^n"
MIXED = (
    r"P, S \in \mathbb{R}^{n \times n}, P \ge 0, P \mathbf{1} = \mathbf{1}, p \in \mathbb{R}^n, p \ge 0, \mathbf{1}^\top p = 1, "
    r"V \in \mathbb{R}^{n \times m}"
)


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (PAIR, r"\|A B\|_{2 \to \infty} \le \|A\|_{2 \to \infty} \|B\|_2"),
        (PAIR, r"\|A B\|_{2 \to \infty} \le \|A\|_\infty \|B\|_{2 \to \infty}"),
        (PAIR, r"\|A\|_F \le \sqrt{m} \|A\|_{2 \to \infty}"),
        (PAIR, r"\|A + C\|_{2 \to \infty} \le \|A\|_{2 \to \infty} + \|C\|_{2 \to \infty}"),
        (PAIR, r"\|A x\|_\infty \le \|A\|_{2 \to \infty} \|x\|_2"),
        (MIXED, r"\|(P V)_{i,:}\|_2 \le \max_j \|V_{j,:}\|_2"),
        (MIXED, r"\|V^\top p\|_2 \le \max_j \|V_{j,:}\|_2"),
        (MIXED, r"\|\operatorname{softmax}(S) V\|_{2 \to \infty} \le \|V\|_{2 \to \infty}"),
    ],
)
def test_true(given: str, claim: str):
    assert proved(given, claim)


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (PAIR, r"\|A B\|_{2 \to \infty} \le \|A\|_{2 \to \infty} \|B\|_{2 \to \infty}"),
        (PAIR, r"\|A B\|_{2 \to \infty} \le \|A\|_2 \|B\|_{2 \to \infty}"),
        (PAIR, r"\|A\|_F \le \sqrt{n} \|A\|_{2 \to \infty}"),
        (PAIR, r"\|A x\|_2 \le \|A\|_{2 \to \infty} \|x\|_2"),
        (MIXED, r"\|(S V)_{i,:}\|_2 \le \max_j \|V_{j,:}\|_2"),
        (MIXED, r"\|V^\top p\|_2 \le \min_j \|V_{j,:}\|_2"),
    ],
)
def test_false_neighbors(given: str, claim: str, tmp_path):
    assert judged(claim, given, tmp_path).verdict == "refuted"


EXPERTS = r"s \in \mathbb{R}^n, g := \operatorname{softmax}(s), v_e \in \mathbb{R}^m, M_e \in \mathbb{R}^{m \times k}, w \in \mathbb{R}^n"


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        (r"\Big\| \sum_{e=1}^n g_e v_e \Big\|_2 \le \max_e \|v_e\|_2", "holds"),
        (r"\Big\| \sum_{e=1}^n g_e M_e \Big\|_2 \le \max_e \|M_e\|_2", "holds"),
        (r"\Big\| \sum_{e=1}^n w_e v_e \Big\|_2 \le \|w\|_1 \max_e \|v_e\|_2", "holds"),
        (r"\Big\| \sum_{e=1}^n w_e v_e \Big\|_2 \le \|w\|_2 \max_e \|v_e\|_2", "refuted"),
        (r"\Big\| \sum_{e=1}^n w_e v_e \Big\|_2 \le \max_e \|v_e\|_2", "refuted"),
        (r"\Big\| \sum_{e=1}^n g_e v_e \Big\|_2 \le \min_e \|v_e\|_2", "refuted"),
    ],
)
def test_mixtures_of_members(claim: str, verdict: str, tmp_path):
    assert judged(claim, EXPERTS, tmp_path).verdict == verdict
