r"""Claims that are defined at no input say nothing; their neighbours that are defined somewhere hold."""

import pytest

from tests.judged import judged

MATRICES = r"X \in \mathbb{R}^{n \times k}, \quad P \in \mathbb{R}^{n \times n}, \quad y, z, v, x \in \mathbb{R}^n, \quad a \in \mathbb{R}"
GRAM = r"w := (X^\top X)^{-1} X^\top y"
SOFTMAX = r"p := \operatorname{softmax}(z), \quad F := \operatorname{diag}(p) - p p^\top"
NOWHERE = [
    (rf"n < k, \quad {GRAM}", r"X^\top (X w - y) = 0"),
    (r"P \mathbf{1} = 0", r"P^{-1} P = \mathbf{I}"),
    (r"n = 3, \quad P^\top = -P", r"P^{-1} P = \mathbf{I}"),
    (r"n = 3, \quad P = -P^\top", r"P^{-1} P = \mathbf{I}"),
    (r"a < 0", r"e^{\log a} = a"),
    (r"a < 0", r"\sqrt{a}^2 = a"),
    (r"a < 0", r"\frac{d \log a}{da} = \frac{1}{a}"),
    (r"x < 0", r"\log(x) \odot x = x \odot \log(x)"),
    (r"\det P < 0", r"\nabla_P \log\det P = P^{-\top}"),
    (SOFTMAX, r"F F^{-1} v = v"),
]
SOMEWHERE = [
    (GRAM, r"X^\top (X w - y) = 0"),
    (r"P \mathbf{1} = \mathbf{1}", r"P^{-1} P = \mathbf{I}"),
    (r"n = 4, \quad P^\top = -P", r"P^{-1} P = \mathbf{I}"),
    (r"a > 0", r"e^{\log a} = a"),
    (r"a < 0", r"e^{\log(-a)} = -a"),
    (r"a > 0", r"\frac{d \log a}{da} = \frac{1}{a}"),
    (r"\det P < 0", r"\nabla_P \log(-\det P) = P^{-\top}"),
    (r"P = P^\top", r"\nabla_X \log\det(X^\top P X) = 2 P X (X^\top P X)^{-1}"),
]


@pytest.mark.parametrize(("more", "claim"), NOWHERE)
def test_defined_nowhere(more: str, claim: str, tmp_path):
    result = judged(claim, rf"{MATRICES} \\ {more}", tmp_path)
    assert result.verdict == "vacuous"
    assert "defined at no input" in result.message


@pytest.mark.parametrize(("more", "claim"), SOMEWHERE)
def test_defined_somewhere(more: str, claim: str, tmp_path):
    assert judged(claim, rf"{MATRICES} \\ {more}", tmp_path).verdict == "holds"
