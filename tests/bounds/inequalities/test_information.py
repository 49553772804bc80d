"""Entropies, divergences and log-sum-exp of distributions that a claim writes down."""

import pytest

from tests.judged import judged, proved

PAIR = r"p, q, x \in \mathbb{R}^n, \quad p > 0, \quad q > 0, \quad \sum_i p_i = 1, \quad \sum_i q_i = 1"
POLICY = r"\theta \in \mathbb{R}^k, \quad \pi := \operatorname{softmax}(\theta), \quad H := -\sum_a \pi_a \log \pi_a"
SOFT = r"q, u \in \mathbb{R}^k, \quad \tau > 0"
KL = r"\sum_i p_i \log \frac{p_i}{q_i}"
LSE = r"\log \sum_{i=1}^n e^{x_i}"
GAP = r"\tau \log \sum_a e^{q_a / \tau} - \tau \log \sum_a e^{u_a / \tau}"


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (PAIR, r"-\sum_i p_i \log p_i \le -\sum_i p_i \log q_i"),
        (PAIR, r"-\sum_i p_i \log q_i \ge 0"),
        (PAIR, rf"{KL} \le \sum_i \frac{{(p_i - q_i)^2}}{{q_i}}"),
        (PAIR, rf"\sum_i (\sqrt{{p_i}} - \sqrt{{q_i}})^2 \le {KL}"),
        (PAIR, r"-\log \max_i p_i \le -\sum_i p_i \log p_i"),
        (POLICY, r"\max_a \pi_a \ge e^{-H}"),
        (PAIR, rf"{LSE} \ge \frac1n \sum_{{i=1}}^n x_i + \log n"),
        (PAIR, r"\log\left(\frac1n \sum_{i=1}^n e^{x_i}\right) \ge \frac1n \sum_{i=1}^n x_i"),
        (PAIR, rf"{LSE} \ge \sum_i p_i x_i - \sum_i p_i \log p_i"),
        (PAIR, rf"{LSE} \ge p^\top x - \sum_i p_i \log p_i"),
        (SOFT, rf"{GAP} \le \|q - u\|_\infty"),
        (SOFT, rf"\left|{GAP}\right| \le \|q - u\|_\infty"),
    ],
)
def test_true(given, claim):
    assert proved(given, claim)


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (PAIR, r"-\sum_i p_i \log q_i \le -\sum_i p_i \log p_i"),
        (PAIR, rf"{KL} \le \tfrac12 \sum_i \frac{{(p_i - q_i)^2}}{{q_i}}"),
        (PAIR, rf"{KL} \le \sum_i \frac{{(p_i - q_i)^2}}{{p_i}}"),
        (PAIR, rf"2 \sum_i (\sqrt{{p_i}} - \sqrt{{q_i}})^2 \le {KL}"),
        (POLICY, r"\max_a \pi_a \ge 2 e^{-H}"),
        (PAIR, rf"{LSE} > \frac1n \sum_{{i=1}}^n x_i + \log n"),
        (PAIR, r"\log\left(\frac1n \sum_{i=1}^n e^{x_i}\right) \le \frac1n \sum_{i=1}^n x_i"),
        (PAIR, rf"{LSE} \ge \sum_i p_i x_i - 2 \sum_i p_i \log p_i"),
        (SOFT, rf"\left|{GAP}\right| \le \tau \|q - u\|_\infty"),
        (r"p, q \in \mathbb{R}^n, \quad p > 0, \quad q > 0, \quad \sum_i p_i = 1", r"-\sum_i p_i \log p_i \le -\sum_i p_i \log q_i"),
    ],
)  # fmt: skip
def test_false_neighbours(given, claim, tmp_path):
    assert judged(claim, given, tmp_path).verdict == "refuted"
