r"""Pinsker's inequality for distributions, in its forms; not for weights of which nothing says that they sum to one."""

import pytest

from tests.judged import judged, proved

PAIR = r"a, b \in \mathbb{R}^n, a > 0, b > 0, \mathbf{1}^\top a = 1, \mathbf{1}^\top b = 1"
LOOSE = r"a, b \in \mathbb{R}^n, a > 0, b > 0, \mathbf{1}^\top a = 1"
SOFTMAX = r"x, y \in \mathbb{R}^n, p := \operatorname{softmax}(x), q := \operatorname{softmax}(y)"


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (PAIR, r"\frac{1}{2} \|a - b\|_1^2 \le \sum_{i=1}^n a_i \log \frac{a_i}{b_i}"),
        (PAIR, r"\|a - b\|_1 \le \sqrt{2 \mathrm{KL}(a \| b)}"),
        (PAIR, r"\frac{1}{2} \|a - b\|_1 \le \sqrt{\frac{1}{2} D_{\mathrm{KL}}(b \,\|\, a)}"),
        (SOFTMAX, r"\frac{1}{2} \|p - q\|_1^2 \le \mathrm{KL}(p \| q)"),
    ],
)
def test_forms(given: str, claim: str):
    assert proved(given, claim)


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (PAIR, r"\|a - b\|_1^2 \le \mathrm{KL}(a \| b)"),
        (LOOSE, r"\frac{1}{2} \|a - b\|_1^2 \le \mathrm{KL}(a \| b)"),
        (SOFTMAX, r"\frac{3}{4} \|p - q\|_1^2 \le \mathrm{KL}(p \| q)"),
        (SOFTMAX, r"\frac{1}{2} \|p + q\|_1^2 \le \mathrm{KL}(p \| q)"),
    ],
)
def test_false_neighbors(given: str, claim: str, tmp_path):
    assert judged(claim, given, tmp_path).verdict == "refuted"
