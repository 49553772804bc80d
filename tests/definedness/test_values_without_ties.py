r"""The largest of several values has a derivative where it is the only one of its size; tangents and integrals have values where nothing of them is missing."""

import pytest

from tests.judged import judged

GIVEN = r"x, y \in \mathbb{R}, \quad z \in \mathbb{R}^n, \quad A \in \mathbb{R}^{n \times n}, \quad S \in \mathbb{R}^{m \times m}, S = S^\top"
LAST = r"\forall k \in \{2, \dots, n\} : \lambda_{k}(A^{\top} A) < \lambda_{\max}(A^{\top} A)"
LENGTH = r"\mathbf{1}_{n}^{\top} \mathbf{1}_{\{\left|z\right| = \left\|z\right\|_{\infty} \mathbf{1}_{n}\}} \le 1"


@pytest.mark.parametrize(
    ("claim", "domain"),
    [
        (r"\nabla_z \max_i z_i = \nabla_z \max_i z_i", r"\sum_{i=1}^{n} \mathbf{1}_{\{z_{i} = \max_{1 \le j \le n} z_{j}\}} \le 1"),
        (r"\nabla_z \|z\|_\infty = \nabla_z \|z\|_\infty", rf"z \ne 0, {LENGTH}"),
        (r"\nabla_A \|A\|_2 = \nabla_A \|A\|_2", rf"A \ne 0, {LAST}"),
        (r"\nabla_A \|A\|_* = \nabla_A \|A\|_*", r"\sigma_{\min}(A) \ne 0"),
        (r"\frac{d}{dx} \max(x, y) = \frac{d}{dx} \max(x, y)", r"x \ne y"),
        (r"\frac{d}{dx} \max(x, 0)^2 = 2 \max(x, 0)", ""),
        (r"\frac{d}{dx} (\max(x, 1) - 1)^2 = 2 \max(x, 1) - 2", r"x \ne 1"),  # it is one everywhere; this is not seen
        (r"\tan x \cos x = \sin x", r"\operatorname{cos}(x) \ne 0"),
        (r"\int_0^y \sqrt t \, dt = \int_0^y \sqrt t \, dt", r"\forall t \in \mathbb{R} : \neg\left(y < t \land t < 0\right)"),
        (r"\int_1^2 \log t \, dt = \int_1^2 \log t \, dt", ""),
    ],
)
def test_where_a_claim_has_a_value(claim: str, domain: str, tmp_path):
    result = judged(claim, GIVEN, tmp_path)
    assert (result.verdict, result.domain or "") == ("holds", domain)


def test_of_three_values_one_is_the_largest(tmp_path):
    result = judged(r"\frac{d}{dx} \max(x, y, 0) = \frac{d}{dx} \max(x, y, 0)", GIVEN, tmp_path)
    assert result.verdict == "holds" and (result.domain or "").endswith(r"\le 1")


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        (r"0 < x < 1", r"\tan x \cos x = \sin x", "holds"),
        (r"\cos x = 0", r"\tan x = \tan x", "vacuous"),
        (r"0 < x < 1", r"\tan x \cos x = \cos x", "refuted"),
        (r"x > 0", r"\int_0^x \sqrt t \, dt = \int_0^x \sqrt t \, dt", "holds"),
        (r"0 < x < y", r"\int_x^y \log t \, dt = \int_x^y \log t \, dt", "holds"),
        (r"", r"\nabla_z (2 \max_i z_i) = \nabla_z \max_i z_i", "refuted"),
    ],
)
def test_under_hypotheses(given: str, claim: str, verdict: str, tmp_path):
    result = judged(claim, f"{GIVEN}, {given}" if given else GIVEN, tmp_path)
    assert (result.verdict, result.domain or "") == (verdict, "")
