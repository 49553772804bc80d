"""Differences: common factors, Lipschitz functions and numbers in front; false neighbours are not proved."""

import pytest

from derive.bounds import prove_bound
from proofs.api import ad_hoc_claim
from proofs.judging.understand import understand
from proofs.reading.paper import Settings

GIVEN = (
    r"W \in \mathbb{R}^{m \times n}, \quad V \in \mathbb{R}^{p \times m}, \quad x, y \in \mathbb{R}^n, \quad "
    r"X, Y \in \mathbb{R}^{n \times k}, \quad a, b, c \in \mathbb{R}, \quad "
    r"f(x) := V \operatorname{ReLU}(W x), \quad g(x) := V \operatorname{softmax}(W x)"
)
PROVED = [
    r"\|f(x) - f(y)\|_2 \le \|V\|_2 \|W\|_2 \|x - y\|_2",
    r"\|g(x) - g(y)\|_2 \le \tfrac12 \|V\|_2 \|W\|_2 \|x - y\|_2",
    r"\|\operatorname{softmax}(X) - \operatorname{softmax}(Y)\|_F \le \tfrac12 \|X - Y\|_F",
    r"\|\tanh(X) - \tanh(Y)\|_F \le \|X - Y\|_F",
    r"\|\tanh(X) - \tanh(Y)\|_2 \le \|X - Y\|_F",
    r"\|\tanh(X) - \tanh(Y)\|_1 \le \|X - Y\|_1",
    r"\|\operatorname{sigmoid}(X) - \operatorname{sigmoid}(Y)\|_F \le \tfrac14 \|X - Y\|_F",
    r"\|W X - W Y\|_F \le \|W\|_2 \|X - Y\|_F",
    r"\|X^\top x - X^\top y\|_2 \le \|X\|_2 \|x - y\|_2",
    r"\|2 \tanh(x) - 2 \tanh(y)\|_2 \le 2 \|x - y\|_2",
    r"|\tanh(a) - \tanh(b)| \le |a - b|",
    r"|a c - b c| \le |a - b| |c|",
    r"|\sin(a b)| \le |a| |b|",
]
NOT_PROVED = [
    r"\|f(x) - f(y)\|_2 \le \|V W\|_2 \|x - y\|_2",
    r"\|f(x) - f(y)\|_2 \le \tfrac12 \|V\|_2 \|W\|_2 \|x - y\|_2",
    r"\|g(x) - g(y)\|_2 \le \tfrac14 \|V\|_2 \|W\|_2 \|x - y\|_2",
    r"\|\tanh(X) - \tanh(Y)\|_2 \le \|X - Y\|_2",
    r"\|\operatorname{softmax}(X) - \operatorname{softmax}(Y)\|_2 \le \tfrac12 \|X - Y\|_2",
    r"\|2 \tanh(x) - \tanh(y)\|_2 \le 2 \|x - y\|_2",
    r"\|\exp(x) - \exp(y)\|_2 \le \|x - y\|_2",
    r"\|W X - V^\top Y\|_F \le \|W\|_2 \|X - Y\|_F",
    r"|a c - b c| \le |a - b|",
    r"|\cos(a b)| \le |a| |b|",
]


def outcome(claim: str) -> str:
    given = GIVEN if "V^" not in claim else GIVEN.replace(r"\mathbb{R}^{p \times m}", r"\mathbb{R}^{n \times m}")
    (reading,) = understand(ad_hoc_claim(claim, given, Settings()))
    (link,) = reading.links
    assert link.typed is not None, link.message
    return prove_bound(link.typed.problem).outcome


@pytest.mark.parametrize("claim", PROVED)
def test_true_bounds_are_proved(claim: str):
    assert outcome(claim) == "agree"


@pytest.mark.parametrize("claim", NOT_PROVED)
def test_false_bounds_are_not(claim: str):
    assert outcome(claim) == "none"
