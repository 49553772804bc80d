"""Standard inequalities: log-sum-exp, entropy, divergence, norms of row-stochastic matrices; false neighbours are not proved."""

# ruff: noqa: E501 - formulas stay on one line

import pytest

from derive.bounds import prove_bound
from proofs.api import ad_hoc_claim
from proofs.judging.understand import understand
from proofs.reading.paper import Settings

GIVEN = (
    r"x, v \in \mathbb{R}^{n}, \quad p, q \in \mathbb{R}^{n}, \quad p > 0, \quad q > 0, \quad \mathbf{1}^\top p = 1, \quad \mathbf{1}^\top q = 1, \quad "
    r"S \in \mathbb{R}^{m \times n}, \quad A := \operatorname{softmax}(S), \quad B, C \in \mathbb{R}^{n \times n}, \quad "
    r"B \ge 0, \quad B\mathbf{1}_n = \mathbf{1}_n, \quad C\mathbf{1}_n = \mathbf{1}_n"
)
LSE = r"\log \sum_{i=1}^{n} \exp(x_i)"
ENTROPY = r"-\sum_{i=1}^{n} p_i \log p_i"


def outcome(claim: str, given: str = "") -> str:
    (reading,) = understand(ad_hoc_claim(claim, rf"{GIVEN}, \quad {given}" if given else GIVEN, Settings()))
    (link,) = reading.links
    assert link.typed is not None
    return prove_bound(link.typed.problem).outcome


PROVED = [
    (rf"\max_i x_i \le {LSE}", ""),
    (rf"x_{{(1)}} \le {LSE}", ""),
    (r"\max_i x_i \le \log(\mathbf{1}_n^\top \exp(x))", ""),
    (rf"{LSE} \le \max_i x_i + \log n", ""),
    (rf"{LSE} - \max_i x_i \le 2\log n", ""),
    (rf"{LSE} > \max_i x_i", r"n \ge 2"),
    (r"\log \sum_{j=1}^{n} \exp(S_{i,j}) \le \max_j S_{i,j} + \log n", ""),
    (rf"{ENTROPY} \ge 0", ""),
    (rf"{ENTROPY} \le \log n", ""),
    (rf"{ENTROPY} > 0", r"n \ge 2"),
    (r"-p^\top \log p \le \log n", ""),
    (r"-\sum_{j=1}^{n} A_{i,j} \log A_{i,j} \le \log n", ""),
    (r"\sum_{i=1}^{n} p_i \log \frac{p_i}{q_i} \ge 0", ""),
    (r"\|B\|_2 \ge 1", ""),
    (r"\|B\|_F \ge 1", ""),
    (r"\|B B\|_2 \ge 1", ""),
    (r"\|A\|_2 \ge \sqrt{\frac{m}{n}}", ""),
    (r"\log n \ge 0", ""),
    (r"\log n > 0", r"n \ge 2"),
]
NOT_PROVED = [
    (r"\|C\|_F^2 \le \|C\|_1 \|C\|_\infty", ""),
    (r"\|S\|_2 \le \|S\|_1", ""),
    (rf"\max_i x_i < {LSE}", ""),
    (rf"{LSE} \le \max_i x_i", ""),
    (rf"{LSE} \le \max_i x_i + \log m", ""),
    (rf"{LSE} < \max_i x_i + \log n", ""),
    (rf"{LSE} \le \max_i v_i + \log n", ""),
    (rf"{LSE} \ge 0", ""),
    (rf"{LSE} \le \max_i x_i + \tfrac12\log n", r"n \ge 2"),
    (r"\max_i x_i \le \log \sum_{i=2}^{n} \exp(x_i)", r"n \ge 2"),
    (rf"{ENTROPY} > 0", ""),
    (rf"{ENTROPY} < \log n", ""),
    (rf"{ENTROPY} \le \tfrac12\log n", ""),
    (rf"{ENTROPY} \le \log m", ""),
    (r"-\sum_{i=1}^{n} x_i \log x_i \le \log n", ""),
    (r"-\sum_{i=1}^{n} x_i \log x_i \ge 0", r"x > 0"),
    (r"-\sum_{i=1}^{m} A_{i,j} \log A_{i,j} \le \log m", ""),
    (r"-\sum_{i=1}^{n} p_i \log q_i \le \log n", ""),
    (r"\sum_{i=1}^{n} p_i \log \frac{p_i}{q_i} > 0", ""),
    (r"\sum_{i=1}^{n} p_i \log \frac{p_i}{x_i} \ge 0", r"x > 0"),
    (r"\sum_{i=1}^{n} q_i \log \frac{p_i}{q_i} \ge 0", ""),
    (r"\|B\|_2 > 1", ""),
    (r"\|B\|_2 \le 1", ""),
    (r"\|C B^\top\|_2 \ge 1", ""),
    (r"\|A\|_2 \ge 1", ""),
    (r"\|A\|_2 \ge \sqrt{\frac{n}{m}}", ""),
    (r"\|B\|_{\max} \ge 1", ""),
    (r"\log n > 0", ""),
    (r"\log n \ge 1", r"n \ge 2"),
]


@pytest.mark.parametrize(("claim", "given"), PROVED)
def test_standard_inequalities_are_proved(claim: str, given: str):
    assert outcome(claim, given) == "agree"


@pytest.mark.parametrize(("claim", "given"), NOT_PROVED)
def test_false_neighbours_are_not(claim: str, given: str):
    assert outcome(claim, given) == "none"
