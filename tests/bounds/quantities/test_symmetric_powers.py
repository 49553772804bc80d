r"""Spectra of powers of symmetric matrices, and congruences of what a hypothesis says of a difference."""

import pytest

from tests.judged import proved

SYMMETRIC = r"R \in \mathbb{R}^{n \times n}, R = R^\top"
DEFINITE = r"R \in \mathbb{R}^{n \times n}, R \succ 0"
ANY = r"R \in \mathbb{R}^{n \times n}"
ORDERED = r"A, B \in \mathbb{R}^{n \times n}, A \succeq B, M \in \mathbb{R}^{m \times n}, S \in \mathbb{R}^{n \times n}"


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (SYMMETRIC, r"\|R^2\|_2 = \|R\|_2^2"),
        (SYMMETRIC, r"\|R^3\|_2 = \|R\|_2^3"),
        (SYMMETRIC, r"\|R R\|_* = \|R\|_F^2"),
        (SYMMETRIC, r"\sigma_{\min}(R^2) = \sigma_{\min}(R)^2"),
        (DEFINITE, r"\lambda_{\max}(R^3) = \lambda_{\max}(R)^3"),
        (DEFINITE, r"\kappa(R^3) = \kappa(R)^3"),
        (DEFINITE, r"\|R\|_2 = \sqrt{\lambda_{\max}(R^2)}"),
        (DEFINITE + r", B \in \mathbb{R}^{n \times n}, B \succeq 0", r"R B R \succeq 0"),
        (ORDERED, r"M A M^\top \succeq M B M^\top"),
        (ORDERED + r", S = S^\top", r"S A S \succeq S B S"),
        (r"A \in \mathbb{R}^{n \times n}, A \succeq I, M \in \mathbb{R}^{m \times n}", r"M A M^\top \succeq M M^\top"),
    ],
)
def test_true_claims_are_proved(given, claim):
    assert proved(given, claim)


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (ANY, r"\|R^2\|_2 = \|R\|_2^2"),
        (ANY, r"\sigma_{\min}(R^2) = \sigma_{\min}(R)^2"),
        (ANY, r"\|R R\|_* = \|R\|_F^2"),
        (SYMMETRIC, r"\|R^2\|_F = \|R\|_F^2"),
        (SYMMETRIC, r"\|R^3\|_2 = \|R\|_2^2"),
        (SYMMETRIC, r"\lambda_{\max}(R^2) = \lambda_{\max}(R)^2"),
        (SYMMETRIC, r"\lambda_{\min}(R^3) \ge 0"),
        (DEFINITE, r"\kappa(R^3) = \kappa(R)^2"),
        (ORDERED, r"M A M^\top \preceq M B M^\top"),
        (ORDERED, r"S A S \succeq S B S"),
        (ORDERED, r"S A S^\top \succeq S^\top B S"),
        (ORDERED, r"M A M^\top \succeq 2 M B M^\top"),
        (ORDERED, r"M A M^\top \succ M B M^\top"),
    ],
)
def test_false_claims_are_not(given, claim):
    assert not proved(given, claim)
