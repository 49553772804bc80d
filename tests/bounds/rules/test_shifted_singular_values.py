r"""Weyl for singular values of c I + E and of differences that are products; Neumann series where hypotheses bound the norm."""

import pytest

from tests.judged import judged, proved

J = r"J \in \mathbb{R}^{d \times d}, a \in \mathbb{R}, A \in \mathbb{R}^{m \times d}, B \in \mathbb{R}^{m \times r}, C \in \mathbb{R}^{r \times d}"
SMALL = r"J \in \mathbb{R}^{d \times d}, \rho \in \mathbb{R}, \|J\|_2 \le \rho, \rho < 1"


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (J, r"\sigma_{\min}(I + J) \ge 1 - \|J\|_2"),
        (J, r"\sigma_{\max}(2 I + J) \le 2 + \|J\|_2"),
        (J, r"|\sigma_k(A + B C) - \sigma_k(A)| \le \|B\|_2 \|C\|_2"),
        (J, r"|\sigma_k(A + a B C) - \sigma_k(A)| \le |a| \|B\|_2 \|C\|_2"),
        (SMALL, r"\|(I - J)^{-1}\|_2 \le \frac{1}{1 - \rho}"),
    ],
)
def test_true(given: str, claim: str):
    assert proved(given, claim)


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (J, r"\sigma_{\min}(I + J) \ge 1 - \sigma_{\min}(J)"),
        (J, r"\sigma_{\min}(2 I + J) \ge 3 - \|J\|_2"),
        (J, r"\sigma_{\max}(a I + J) \le a + \|J\|_2"),
        (J, r"|\sigma_k(A + a B C) - \sigma_k(A)| \le a \|B\|_2 \|C\|_2"),
        (SMALL, r"\|(I - J)^{-1}\|_2 \le 1 - \rho"),
        (
            r"J \in \mathbb{R}^{d \times d}, \rho \in \mathbb{R}, \|J\|_2 \le \rho",
            r"\|(I - J)^{-1}\|_2 \le \frac{1}{1 - \rho}",
        ),
    ],
)
def test_false_neighbors(given: str, claim: str, tmp_path):
    assert judged(claim, given, tmp_path).verdict == "refuted"
