r"""Determinants of diagonal matrices and products over all places: what normalizing flows write."""

import pytest

from tests.judged import judged

CLAIMS = [
    (
        r"x, s, t \in \mathbb{R}^n \\ y := x \odot \exp(s) + t",
        r"\log |\det \frac{\partial y}{\partial x}| = \sum_i s_i",
        "holds",
    ),
    (
        r"x, s, t \in \mathbb{R}^n \\ y := x \odot \exp(s) + t",
        r"\log |\det \frac{\partial y}{\partial x}| = \sum_i x_i",
        "refuted",
    ),
    (
        r"x, s, t \in \mathbb{R}^n \\ y := x \odot \exp(s) + t",
        r"\det \frac{\partial y}{\partial x} = \exp(\sum_i s_i)",
        "holds",
    ),
    (
        r"x, s, t \in \mathbb{R}^n \\ y := x \odot s + t",
        r"\det \frac{\partial y}{\partial x} = \prod_i s_i",
        "holds",
    ),
    (
        r"x, s, t \in \mathbb{R}^n \\ y := x \odot s + t",
        r"\log |\det \frac{\partial y}{\partial x}| = \sum_i \log |s_i|",
        "holds",
    ),
    (
        r"x, s, t \in \mathbb{R}^n \\ y := x \odot s + t",
        r"\log |\det \frac{\partial y}{\partial x}| = \sum_i s_i",
        "refuted",
    ),
    (
        r"s \in \mathbb{R}^n",
        r"\log |\prod_i s_i| = \sum_i \log |s_i|",
        "holds",
    ),
    (
        r"s \in \mathbb{R}^n",
        r"\prod_i e^{s_i} = e^{\sum_i s_i}",
        "holds",
    ),
    (
        r"s \in \mathbb{R}^n",
        r"\log \prod_i e^{s_i} = \sum_i s_i",
        "holds",
    ),
    (
        r"s \in \mathbb{R}^n",
        r"\det \operatorname{diag}(\exp(s)) = e^{\sum_i s_i}",
        "holds",
    ),
    (
        r"s \in \mathbb{R}^n",
        r"\det \operatorname{diag}(\exp(s)) = e^{\sum_i s_i} + 1",
        "refuted",
    ),
    (
        r"x \in \mathbb{R}^n \\ y := \tanh(x)",
        r"\det \frac{\partial y}{\partial x} = \prod_i (1 - y_i^2)",
        "holds",
    ),
    (
        r"x \in \mathbb{R}^n \\ y := \tanh(x)",
        r"\det \frac{\partial y}{\partial x} = \prod_i (1 - y_i)",
        "refuted",
    ),
    (
        r"x, u, w \in \mathbb{R}^n, b \in \mathbb{R} \\ y := x + u \tanh(w^\top x + b)",
        r"\det \frac{\partial y}{\partial x} = 1 + u^\top w (1 - \tanh(w^\top x + b)^2)",
        "holds",
    ),
    (
        r"x, u, w \in \mathbb{R}^n, b \in \mathbb{R} \\ y := x + u \tanh(w^\top x + b)",
        r"\det \frac{\partial y}{\partial x} = 1 + u^\top w",
        "refuted",
    ),
    (
        r"c \in \mathbb{R}, s \in \mathbb{R}^n",
        r"\det(c \operatorname{diag}(s)) = c^n \prod_i s_i",
        "holds",
    ),
    (
        r"c \in \mathbb{R}, s \in \mathbb{R}^n",
        r"\det(c \operatorname{diag}(s)) = c \prod_i s_i",
        "refuted",
    ),
    (
        r"s \in \mathbb{R}^n",
        r"\log |\prod_i s_i| = \frac12 \sum_i \log s_i^2",
        "holds",
    ),
    (
        r"s \in \mathbb{R}^n",
        r"\log |\prod_i s_i| = \sum_i \log s_i^2",
        "refuted",
    ),
    (
        r"s \in \mathbb{R}^n",
        r"\log \prod_i (1 + e^{s_i}) = \sum_i \log(1 + e^{s_i})",
        "holds",
    ),
    (
        r"s \in \mathbb{R}^n",
        r"\nabla_s \prod_i e^{s_i} = e^{\mathbf{1}^\top s} \mathbf{1}",
        "holds",
    ),
    (
        r"s \in \mathbb{R}^n",
        r"\nabla_s \prod_i e^{s_i} = e^{\mathbf{1}^\top s} s",
        "refuted",
    ),
    (
        r"A \in \mathbb{R}^{n \times n}, s \in \mathbb{R}^n",
        r"\det(A \operatorname{diag}(e^s)) = \det A \cdot e^{\mathbf{1}^\top s}",
        "holds",
    ),
]


@pytest.mark.parametrize(("given", "claim", "verdict"), CLAIMS)
def test_products_over_all_places(given, claim, verdict, tmp_path):
    assert judged(claim, given, tmp_path).verdict == verdict
