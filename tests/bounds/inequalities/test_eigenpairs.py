r"""Eigenvalues told by their equations: Perron's theorem for positive stochastic matrices, and induced norms for all others."""

import pytest

from tests.judged import proved

PAIR = (
    r", \quad a, b \in \mathbb{R}, \quad u, v \in \mathbb{R}^{n}, \quad \|u\|_2^2 + \|v\|_2^2 > 0"
    r", \quad A u = a u - b v, \quad A v = b u + a v"
)
REAL = r", \quad a \in \mathbb{R}, \quad u \in \mathbb{R}^{n}, \quad u \ne 0, \quad A u = a u"
SOFTMAX = r"S \in \mathbb{R}^{n \times n}, \quad A := \operatorname{softmax}(S)"
STOCHASTIC = r"A \in \mathbb{R}^{n \times n}, \quad A \ge 0, \quad A \mathbf{1} = \mathbf{1}"
POSITIVE = r"A \in \mathbb{R}^{n \times n}, \quad A > 0, \quad A \mathbf{1} = \mathbf{1}"
ANY = r"A \in \mathbb{R}^{n \times n}"


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (SOFTMAX + PAIR, r"a^2 + b^2 \le 1"),
        (STOCHASTIC + PAIR, r"a^2 + b^2 \le 1"),
        (ANY + PAIR, r"a^2 + b^2 \le \|A\|_2^2"),
        (ANY + PAIR, r"a^2 + b^2 \le \|A\|_1^2"),
        (SOFTMAX + PAIR, r"a^2 + b^2 = 1 \implies a = 1"),
        (SOFTMAX + PAIR, r"a^2 + b^2 \ge 1 \implies b = 0"),
        (SOFTMAX + PAIR, r"a = 1 \implies u_i = u_j"),
        (POSITIVE + PAIR, r"a = 1 \implies v_i = v_j"),
        (POSITIVE + PAIR, r"b \ne 0 \implies a^2 + b^2 < 1"),
        (POSITIVE + REAL, r"a^2 = 1 \implies a = 1"),
        (POSITIVE + REAL, r"a = 1 \implies u_i = u_j"),
    ],
)
def test_eigenvalues(given: str, claim: str):
    assert proved(given, claim)


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (SOFTMAX + PAIR, r"a^2 + b^2 < 1"),
        (SOFTMAX + PAIR, r"a^2 + b^2 \le \frac{1}{2}"),
        (SOFTMAX + PAIR, "u_i = u_j"),
        (SOFTMAX + PAIR, r"a = \frac{1}{2} \implies u_i = u_j"),
        # a permutation has eigenvalues of absolute value 1, the identity all vectors
        (STOCHASTIC + PAIR, r"a^2 + b^2 = 1 \implies a = 1"),
        (STOCHASTIC + PAIR, r"a = 1 \implies u_i = u_j"),
        (STOCHASTIC + PAIR, r"b \ne 0 \implies a^2 + b^2 < 1"),
        (STOCHASTIC + REAL, r"a^2 = 1 \implies a = 1"),
        # the zero vector solves both equations for all a and b
        (SOFTMAX + PAIR.replace(r", \quad \|u\|_2^2 + \|v\|_2^2 > 0", ""), r"a^2 + b^2 \le 1"),
        (SOFTMAX + PAIR.replace("> 0", r"\ge 0"), r"a^2 + b^2 \le 1"),
        (SOFTMAX + REAL.replace(r", \quad u \ne 0", ""), r"a^2 \le 1"),
        # no eigenvalue: the signs of b are the same
        (SOFTMAX + PAIR.replace("a u - b v", "a u + b v"), r"a^2 + b^2 \le 1"),
        (ANY + PAIR, r"a^2 + b^2 \le \|A\|_{\max}^2"),
        (ANY + PAIR, r"a^2 + b^2 \le 1"),
    ],
)
def test_false_neighbors(given: str, claim: str):
    assert not proved(given, claim)
