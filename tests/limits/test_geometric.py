r"""Infinite sums are what their parts tend to; geometric and Neumann series have values where the ratio is small."""

import pytest

from tests.judged import judged

RATE = r"\gamma \in \mathbb{R}, 0 \le \gamma < 1"
SMALL = r"W \in \mathbb{R}^{n \times n}, \|W\|_2 < 1"
CHAIN = r"P \in \mathbb{R}^{s \times s}, P \ge 0, P \mathbf{1} = \mathbf{1}, r \in \mathbb{R}^s, 0 < \gamma < 1"
VALUE = CHAIN + r", V := \sum_{t=0}^{\infty} \gamma^t P^t r"


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        (RATE, r"\sum_{t=0}^{\infty} \gamma^t = \frac{1}{1 - \gamma}", "holds"),
        (RATE, r"\sum_{t=1}^{\infty} \gamma^t = \frac{1}{1 - \gamma}", "refuted"),
        (RATE, r"\sum_{t=1}^{\infty} \gamma^t = \frac{\gamma}{1 - \gamma}", "holds"),
        (RATE, r"(1 - \gamma) \sum_{t=0}^{\infty} \gamma^t = 1", "holds"),
        (RATE, r"\sum_{t=0}^{\infty} \gamma^{2t} = \frac{1}{1 - \gamma^2}", "holds"),
        (RATE, r"\sum_{t=0}^{\infty} \gamma^{2t} = \frac{1}{1 - \gamma}", "refuted"),
        (r"\gamma \in \mathbb{R}", r"\sum_{t=0}^{\infty} \gamma^t = \frac{1}{1 - \gamma}", "undecided"),
        (r"\gamma \in \mathbb{R}, |\gamma| \le 1", r"(1 - \gamma) \sum_{t=0}^{\infty} \gamma^t = 1", "undecided"),
        (r"\alpha \in (0, 1]", r"\alpha \sum_{k=0}^{\infty} (1 - \alpha)^k = 1", "holds"),
        (SMALL, r"(I - W)^{-1} = \sum_{k=0}^{\infty} W^k", "holds"),
        (SMALL, r"(I + W)^{-1} = \sum_{k=0}^{\infty} W^k", "refuted"),
        (SMALL, r"(I + W)^{-1} = \sum_{k=0}^{\infty} (-1)^k W^k", "holds"),
        (SMALL, r"\sum_{k=1}^{\infty} W^k = W (I - W)^{-1}", "holds"),
        (SMALL, r"\lim_{k \to \infty} W^k = 0", "holds"),
        (SMALL, r"\lim_{k \to \infty} W^k = I", "refuted"),
        (r"W \in \mathbb{R}^{n \times n}", r"(I - W)^{-1} = \sum_{k=0}^{\infty} W^k", "undecided"),
        (r"W \in \mathbb{R}^{n \times n}, \|W\|_2 \le 1", r"\lim_{k \to \infty} W^k = 0", "undecided"),
        (CHAIN, r"\sum_{t=0}^{\infty} \gamma^t P^t r = (I - \gamma P)^{-1} r", "holds"),
        (CHAIN, r"\sum_{t=0}^{\infty} \gamma^t P^t r = (I - \gamma P^\top)^{-1} r", "refuted"),
        (CHAIN, r"\|(I - \gamma P)^{-1} r\|_\infty \le \frac{\|r\|_\infty}{1 - \gamma}", "holds"),
        (CHAIN, r"\|(I - \gamma P)^{-1} r\|_\infty \le \|r\|_\infty", "refuted"),
        (VALUE, r"V = r + \gamma P V", "holds"),
        (VALUE, r"V = r + P V", "refuted"),
        (VALUE, r"\|V\|_\infty \le \frac{\|r\|_\infty}{1 - \gamma}", "holds"),
        (r"x \in \mathbb{R}^n", r"\sum_{k=1}^{\infty} x_k = 0", "undecided"),
    ],
)
def test_verdicts(given: str, claim: str, verdict: str, tmp_path):
    assert judged(claim, given, tmp_path).verdict == verdict


def test_members_without_an_end_are_refused(tmp_path):
    found = judged(r"\sum_{k=1}^{\infty} x_k = 0", r"x \in \mathbb{R}^n", tmp_path)
    assert "infinitely many members" in found.message
