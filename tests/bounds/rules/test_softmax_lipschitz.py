"""Lipschitz constants of softmax between all pairs of the norms 1, 2 and infinity, and nuclear norms of diagonal matrices."""

import pytest

from tests.judged import judged

GIVEN = (
    r"x, y, v \in \mathbb{R}^{n}, \quad X, Y \in \mathbb{R}^{L \times d}, \quad p := \operatorname{softmax}(x), "
    r"\quad q := \operatorname{softmax}(y), \quad P := \operatorname{softmax}(X), \quad Q := \operatorname{softmax}(Y)"
)


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        (r"\|p - q\|_\infty \le \tfrac14 \|x - y\|_1", "holds"),
        (r"\|p - q\|_\infty \le \tfrac{6}{25} \|x - y\|_1", "refuted"),
        (r"\|p - q\|_\infty \le \tfrac{\sqrt{2}}{4} \|x - y\|_2", "holds"),
        (r"\|p - q\|_\infty \le \tfrac{1}{3} \|x - y\|_2", "refuted"),
        (r"\|p - q\|_1 \le \tfrac{1}{\sqrt{2}} \|x - y\|_2", "holds"),
        (r"\|p - q\|_1 \le \tfrac{2}{3} \|x - y\|_2", "refuted"),
        (r"\|p - q\|_2 \le \tfrac{1}{\sqrt{2}} \|x - y\|_\infty", "holds"),
        (r"\|p - q\|_2 \le \tfrac{2}{3} \|x - y\|_\infty", "refuted"),
        (r"\|p - q\|_2 \le \tfrac{1}{2 \sqrt{2}} \|x - y\|_1", "holds"),
        (r"\|p - q\|_2 \le \tfrac{1}{3} \|x - y\|_1", "refuted"),
        (r"\|P - Q\|_{\max} \le \tfrac14 \|X - Y\|_\infty", "holds"),
        (r"\|P - Q\|_{\max} \le \tfrac14 \|X - Y\|_{\max}", "refuted"),
        (r"\|P - Q\|_\infty \le \tfrac{1}{\sqrt{2}} \|X - Y\|_F", "holds"),
        (r"\|P - Q\|_F \le \tfrac{1}{\sqrt{2}} \|X - Y\|_{\max}", "refuted"),
        (r"\|P - Q\|_F \le \tfrac{\sqrt{2}}{4} \|X - Y\|_{\infty}", "refuted"),
        (r"\|P - Q\|_1 \le \tfrac12 \|X - Y\|_{\infty}", "refuted"),
        (r"\|\operatorname{diag}(v)\|_* = \|v\|_1", "holds"),
        (r"\|\operatorname{diag}(v)\|_* = \|v\|_2", "refuted"),
    ],
)
def test_verdicts(claim: str, verdict: str, tmp_path):
    assert judged(claim, GIVEN, tmp_path).verdict == verdict
