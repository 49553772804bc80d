"""Bounds of the derivatives of activations, functions of one number: their derivatives are written out first."""

import pytest

from tests.judged import judged

X = r"x \in \mathbb{R}"


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        (r"|\operatorname{silu}'(x)| \le 1.1", "holds"),
        (r"|\operatorname{silu}'(x)| < 1.1", "holds"),
        (r"|\operatorname{silu}'(x)| \le 1.09", "refuted"),
        (r"\operatorname{silu}'(x) \ge -0.1", "holds"),
        (r"\operatorname{silu}'(x) \ge -0.0998", "refuted"),
        (r"|\tanh'(x)| \le 1", "holds"),
        (r"|\tanh'(x)| < 1", "refuted"),
        (r"|\tanh''(x)| \le 0.77", "holds"),
        (r"|\tanh''(x)| \le 0.76", "refuted"),
        (r"0 < \operatorname{softplus}'(x) < 1", "holds"),
        (r"\operatorname{softplus}'(x) \le 0.99", "refuted"),
        (r"|\operatorname{gelu}'(x)| \le 1.13", "holds"),
        (r"|\operatorname{gelu}'(x)| \le 1.128", "refuted"),
        (r"\operatorname{gelu}'(x) \ge -0.13", "holds"),
        (r"\operatorname{gelu}'(x) \ge -0.12", "refuted"),
        (r"|\operatorname{gelu}''(x)| \le 0.8", "holds"),
        (r"|\operatorname{gelu}''(x)| \le 0.79", "refuted"),
        (r"\operatorname{gelu}(x) \ge -0.17", "holds"),
        (r"\operatorname{gelu}(x) \ge -0.169", "refuted"),
        (r"\operatorname{gelu}(x) \le 2", "refuted"),
    ],
)
def test_bounds_of_slopes(claim, verdict, tmp_path):
    assert judged(claim, X, tmp_path).verdict == verdict
