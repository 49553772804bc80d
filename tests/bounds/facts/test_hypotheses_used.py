"""What the norm rules make of hypotheses: non-zero quantities, no ties, full rank, signs, constants put for equals."""

# ruff: noqa: E501 - formulas stay on one line

import pytest

from derive.bounds import prove_bound
from proofs.api import ad_hoc_claim
from proofs.judging.understand import understand
from proofs.reading.paper import Settings

GIVEN = (
    r"A \in \mathbb{R}^{m \times n}, \quad S \in \mathbb{R}^{n \times n}, \quad x, y \in \mathbb{R}^{n}, \quad "
    r"\alpha, \beta \in \mathbb{R}, \quad P := \operatorname{softmax}(S)"
)


def outcome(claim: str, given: str) -> str:
    (reading,) = understand(ad_hoc_claim(claim, rf"{GIVEN}, \quad {given}" if given else GIVEN, Settings()))
    (link,) = reading.links
    return prove_bound(link.typed.problem).outcome


APART = r"\forall i \ne j : x_i \ne x_j"
TURNED = r"x \ge 0, \quad (x - \alpha \mathbf{1}) \odot y = \langle x, y \rangle x"
PROVED = [
    (r"((x - \alpha \mathbf{1}) \odot y)_i \, ((x - \alpha \mathbf{1}) \odot y)_j \ge 0", TURNED),
    (r"(x - \alpha \mathbf{1}) \odot y \ge 0", rf"{TURNED}, \quad \langle x, y \rangle \ge 0"),
    (r"\|S^2\|_2 \le 2 \|A\|_2^2", r"S S = A^\top A + A^\top A"),
    (r"\|A\|_2 > 0", r"A \ne 0"),
    (r"\|A\|_F > 0", r"\|A\|_2 > 0"),
    (r"\|A\|_F > 0", r"0 < \|A\|_2"),
    (r"\|A\|_1 \ne 0", r"\|A\|_F \ne 0"),
    (r"\sigma_{\max}(A) > 0", r"A \ne 0"),
    (r"\operatorname{rank}(A) \ge 1", r"A \ne 0"),
    (r"|\alpha| > 0", r"\alpha \ne 0"),
    (r"\det(S) \ne 0", r"\operatorname{rank}(S) = n"),
    (r"\kappa(A) < \infty", r"\operatorname{rank}(A) = \min(m, n)"),
    (r"\|A\|_2 < \infty", ""),
    (r"x_{(1)} \ge x_{(2)}", r"n \ge 2"),
    (r"x_{(1)} > x_{(2)}", rf"n \ge 2, \quad {APART}"),
    (r"\max_i x_i > \min_i x_i", rf"n \ge 2, \quad {APART}"),
    (r"\max_i x_i \ge x_{(2)}", r"n \ge 2"),
    (r"|\alpha| = \alpha", r"\alpha \ge 0"),
    (r"\operatorname{ReLU}(x) = x", r"x \ge 0"),
    (r"\operatorname{sign}(\alpha) = 1", r"\alpha > 0"),
    (r"\operatorname{sign}(-\alpha) = -1", r"\alpha > 0"),
    (r"\|P\|_F \le 1", r"P = \frac{1}{n}\mathbf{1}_{n \times n}"),
    (r"\|P x\|_2 = \left\|\tfrac{1}{n}\mathbf{1}_{n \times n}x\right\|_2", r"P = \frac{1}{n}\mathbf{1}_{n \times n}"),
]
NOT_PROVED = [
    (r"(x - \alpha \mathbf{1}) \odot y \ge 0", TURNED),
    (r"\|S^2\|_2 \le \|A\|_2^2", r"S S = A^\top A + A^\top A"),
    (r"\|A\|_2 > 0", ""),
    (r"\|A\|_2 > 0", r"S \ne 0"),
    (r"\|A x\|_2 > 0", r"A \ne 0, \quad x \ne 0"),
    (r"\|A\|_2 \ge 1", r"A \ne 0"),
    (r"\sigma_{\min}(A) > 0", r"A \ne 0"),
    (r"\operatorname{rank}(A) \ge 2", r"A \ne 0"),
    (r"\operatorname{rank}(A) \ge 1", ""),
    (r"|\alpha| > 0", r"\beta \ne 0"),
    (r"\alpha > 0", r"\alpha \ne 0"),
    (r"\det(S) > 0", r"\operatorname{rank}(S) = n"),
    (r"\det(S) \ne 0", r"S \ne 0"),
    (r"\kappa(A) < \infty", r"A \ne 0"),
    (r"\kappa(A) < \infty", ""),
    (r"x_{(1)} > x_{(2)}", r"n \ge 2"),
    (r"x_{(2)} \ge x_{(1)}", r"n \ge 2"),
    (r"x_{(1)} > y_{(2)}", rf"n \ge 2, \quad {APART}"),
    (r"y_{(1)} > y_{(2)}", rf"n \ge 2, \quad {APART}"),
    (r"\max_i x_i > \min_i x_i", APART),
    (r"\max_i x_i > x_{(1)}", rf"n \ge 2, \quad {APART}"),
    (r"|\alpha| = \alpha", r"\beta \ge 0"),
    (r"\operatorname{ReLU}(x) = x", r"y \ge 0"),
    (r"\operatorname{sign}(\alpha) = 1", r"\alpha \ge 0"),
    (r"\left\|\frac{\partial P}{\partial S}\right\|_F \le 0", r"P = \frac{1}{n}\mathbf{1}_{n \times n}"),
    (r"\left\|\frac{\partial P}{\partial S}\right\|_F = 0", r"P = \frac{1}{n}\mathbf{1}_{n \times n}"),
    (r"\sup_{S} \|P\|_F \le 1", r"P = \frac{1}{n}\mathbf{1}_{n \times n}"),
    (r"\left|\frac{\partial \alpha\beta}{\partial \alpha}\right| \le 0", r"\alpha = 0"),
    (r"\operatorname{sign}(-\alpha) = -1", r"\alpha \ne 0"),
    (r"\sum_{i=1}^{n} x_i = 0", r"x_1 = 0"),
]


@pytest.mark.parametrize(("claim", "given"), PROVED)
def test_proved_under_the_hypothesis(claim: str, given: str):
    assert outcome(claim, given) == "agree"


@pytest.mark.parametrize(("claim", "given"), NOT_PROVED)
def test_false_claims_are_not_proved(claim: str, given: str):
    assert outcome(claim, given) == "none"
