r"""A declared number ``\lambda_{\max}`` in front of a matrix in a bracket: its argument to most who write it, so that the text is refused."""

from pathlib import Path

import pytest

from tests.judged import judged

GIVEN = r"A, B \in \mathbb{R}^{n \times n}, x \in \mathbb{R}^n, \lambda_{\max}, \kappa, a \in \mathbb{R}"
SYMMETRIC = r"A, B \in \mathbb{R}^{n \times n}, A = A^\top, B = B^\top"


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        (SYMMETRIC + r", \lambda_{\max} := \lambda_{\max}(A)", r"\lambda_{\max}(B) \le \|B\|_F", "undecided"),
        (SYMMETRIC + r", \lambda_{\max} := \lambda_{\max}(A)", r"\lambda_{\max} \le \|A\|_F", "holds"),
        (SYMMETRIC, r"\lambda_{\max}(B) \le \|B\|_F", "holds"),
        (SYMMETRIC + r", \lambda \in \mathbb{R}^n", r"\lambda_1(B) \le \|B\|_F", "undecided"),
        (SYMMETRIC, r"\lambda_{\max}(B) \le \|A\|_F", "refuted"),
        (SYMMETRIC + r", \rho := \rho(A)", r"\rho(B) \le \|B\|_F", "undecided"),
        (GIVEN, r"\lambda_{\max} = \lambda_{\max}(A)", "undecided"),
        (GIVEN, r"\kappa(A) \ge 1", "undecided"),
        (GIVEN, r"\lambda_{\max} (A + B) = \lambda_{\max} A + \lambda_{\max} B", "holds"),
        (GIVEN, r"\lambda_{\max} (A + B) = \lambda_{\max} A - \lambda_{\max} B", "refuted"),
        (GIVEN, r"\lambda_{\max} (x) = x \lambda_{\max}", "holds"),
        (GIVEN, r"a (A) = A a", "holds"),
    ],
)
def test_a_matrix_alone_in_a_bracket_needs_none_as_a_factor(
    given: str, claim: str, verdict: str, tmp_path: Path
) -> None:
    assert judged(claim, given, tmp_path).verdict == verdict
