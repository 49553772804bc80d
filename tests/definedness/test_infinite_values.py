r"""Condition numbers of singular matrices are infinite: a value of a side, and no number to calculate with."""

import pytest

from tests.judged import judged


@pytest.mark.parametrize(
    ("given", "claim", "verdict", "domain"),
    [
        ("", r"\kappa(A) - \kappa(A) = 0", "holds", r"\sigma_{\min}(A) > 0"),
        ("", r"\frac{\kappa(A)}{\kappa(A)} = 1", "holds", r"\sigma_{\min}(A) > 0"),
        ("", r"\kappa(A) \sigma_{\min}(A) = \sigma_{\max}(A)", "holds", r"\sigma_{\min}(A) > 0"),
        (r", A \succ 0", r"\frac{\kappa(A)}{\kappa(A)} = 1", "holds", ""),
        ("", r"\kappa(A) \ge 1", "holds", ""),
        ("", r"\kappa(A) + \kappa(A) = 2 \kappa(A)", "holds", ""),
        ("", r"\kappa(A) - \kappa(A) = 1", "refuted", ""),
        ("", r"\log \kappa(A) - \log \kappa(A) = 0", "holds", r"\sigma_{\min}(A) > 0"),
        (", A \\succ 0", r"\log \kappa(A) - \log \kappa(A) = 0", "holds", ""),
        (r", x \in \mathbb{R}^n", r"\kappa(A) x - \kappa(A) x = 0", "holds", r"\sigma_{\min}(A) > 0"),
    ],
)  # fmt: skip
def test_condition_numbers(given: str, claim: str, verdict: str, domain: str, tmp_path):
    result = judged(claim, rf"A \in \mathbb{{R}}^{{n \times n}}{given}", tmp_path)
    assert (result.verdict, result.domain or "") == (verdict, domain)
