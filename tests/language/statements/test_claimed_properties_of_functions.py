r"""``f \text{ is } L\text{-smooth}``, convex, strongly convex or Lipschitz as a claim: the inequality that defines the words, for all points."""

from pathlib import Path

import pytest

from tests.judged import judged

FORM = (
    r"x \in \mathbb{R}^d, A \in \mathbb{R}^{d \times d}, A \succ 0, L := \lambda_{\max}(A), f(x) := \tfrac12 x^\top A x"
)
LAYER = r"x \in \mathbb{R}^d, W \in \mathbb{R}^{m \times d}, f(x) := \operatorname{ReLU}(W x)"
TOLD = (
    r"f : \mathbb{R}^d \to \mathbb{R}, L > 0, "
    r"\|\nabla f(u) - \nabla f(v)\| \le L \|u - v\| \quad \forall u, v \in \mathbb{R}^d"
)


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        (FORM, r"f \text{ is convex}", "holds"),
        (FORM.replace(r", A \succ 0", ""), r"f \text{ is convex}", "refuted"),
        (FORM, r"f \text{ is } L\text{-smooth}", "holds"),
        (FORM, r"f \text{ is } \lambda_{\max}(A)\text{-smooth}", "holds"),
        (FORM.replace(r"\tfrac12", ""), r"f \text{ is } L\text{-smooth}", "refuted"),
        (FORM, r"f \text{ is } \lambda_{\min}(A)\text{-strongly convex}", "holds"),
        (FORM, r"f \text{ is } \lambda_{\max}(A)\text{-strongly convex}", "refuted"),
        (LAYER, r"f \text{ is } \|W\|_2\text{-Lipschitz}", "holds"),
        (LAYER.replace("ReLU}(W x)", "ReLU}(2 W x)"), r"f \text{ is } \|W\|_2\text{-Lipschitz}", "refuted"),
        (TOLD, r"f \text{ is } L\text{-smooth}", "holds"),
    ],
)
def test_properties(given: str, claim: str, verdict: str, tmp_path: Path):
    assert judged(claim, given, tmp_path).verdict == verdict
