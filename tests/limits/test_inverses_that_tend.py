r"""Limits of a number that a limit introduces by a Greek letter, and of inverses that are continuous there."""

import pytest

from tests.judged import judged


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        (r"A \in \mathbb{R}^{n \times n}, A \succ 0", r"\lim_{\lambda \to 0} (A + \lambda I)^{-1} = A^{-1}", "holds"),
        (r"A \in \mathbb{R}^{n \times n}, A \succ 0", r"\lim_{\lambda \to 0} (A + \lambda I)^{-1} = A", "refuted"),
        (
            r"A \in \mathbb{R}^{n \times n}, A \succeq 0",
            r"\lim_{\lambda \to 0} (A + \lambda I)^{-1} = A^{-1}",
            "undecided",
        ),
        (
            r"X \in \mathbb{R}^{n \times d}, \det(X^\top X) \ne 0",
            r"\lim_{\lambda \to 0^+} (X^\top X + \lambda I)^{-1} X^\top = (X^\top X)^{-1} X^\top",
            "holds",
        ),
        (r"c \in \mathbb{R}", r"\lim_{\epsilon \to 0} \frac{(c + \epsilon)^2 - c^2}{\epsilon} = 2 c", "holds"),
        (r"c \in \mathbb{R}", r"\lim_{\epsilon \to 0} \frac{(c + \epsilon)^2 - c^2}{\epsilon} = c", "refuted"),
        (
            r"x \in \mathbb{R}^d",
            r"\lim_{\tau \to \infty} \frac{e^{x_i / \tau}}{\sum_j e^{x_j / \tau}} = \frac{1}{d}",
            "holds",
        ),
    ],
)
def test_limits(given: str, claim: str, verdict: str, tmp_path):
    assert judged(claim, given, tmp_path).verdict == verdict
