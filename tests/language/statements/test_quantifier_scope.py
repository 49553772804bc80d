r"""Which side of a statement a quantifier governs, and quantified statements inside others."""

import pytest

from tests.judged import judged

GIVEN = r"S, T \in \mathbb{R}^{n \times n}, \quad x, y \in \mathbb{R}^n, \quad f(x) := S x"


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        (r"S = 0 \iff S x = 0 \quad \forall x \in \mathbb{R}^n", "holds"),
        (r"S = 0 \iff f = 0 \quad \forall x \in \mathbb{R}^n", "holds"),
        (r"S = T \iff S x = T x \text{ for all } x \in \mathbb{R}^n", "holds"),
        (r"S = 0 \iff \forall x \in \mathbb{R}^n : S x = 0", "holds"),
        (r"S = 0 \iff S_{ij} = 0 \text{ for all } i, j", "holds"),
        (r"S = 0 \iff S_{ii} = 0 \text{ for all } i", "refuted"),
        (r"S = 0 \iff S_{ij} = 0 \quad \forall i \ne j", "refuted"),
        (r"x = 0 \iff x_i = 0 \text{ for all } i", "holds"),
        (r"\forall x \in \mathbb{R}^n : S x = 0 \implies S = 0", "ambiguous"),
        (r"\forall v \in \mathbb{R}^n : S v = 0 \implies S = 0", "ambiguous"),
        (r"(\forall x \in \mathbb{R}^n : S x = 0) \implies S = 0", "holds"),
        (r"(\forall i: x_i = 0) \implies x = 0", "holds"),
        (r"(\forall i: x_i \ge 0) \implies x = 0", "refuted"),
        (r"\forall i: x_i = 0 \implies x = 0", "ambiguous"),
        (r"\forall i: \left( x_i = 0 \implies x = 0 \right)", "refuted"),
        (r"(S_{ij} = 0 \text{ for all } i, j \implies S = 0)", "holds"),
        (r"(\forall i \ne j : S_{ij} = 0) \implies S = \operatorname{diag}(\operatorname{diag}(S))", "holds"),
        (r"x = 0 \implies S x = 0 \quad \forall x \in \mathbb{R}^n", "holds"),
        (r"S x = 0 \implies S = 0", "refuted"),
        (r"x \ne 0 \implies \exists w \in \mathbb{R}^n : w^\top x = 1", "undecided"),
    ],
)
def test_verdicts(claim: str, verdict: str, tmp_path):
    assert judged(claim, GIVEN, tmp_path).verdict == verdict


@pytest.mark.parametrize("quantifier", [r"\text{ for all } i", r"\quad \forall i"])
def test_hypotheses_for_all_indices(quantifier: str, tmp_path):
    given = rf"{GIVEN}, \quad x_i = 0 {quantifier}"
    assert judged("x = 0", given, tmp_path).verdict == "holds"


@pytest.mark.parametrize(
    ("claim", "verdict", "understood"),
    [
        (r"\forall i \ \exists c \in \mathbb{R}: x_i = c", "holds", r"\exists c \in \mathbb{R} : x_{i,1} = c"),
        (r"\forall i \ne j \ \exists c \in \mathbb{R}: x_i - x_j = c", "holds", r"\exists c \in \mathbb{R} : x_{i,1} - x_{j,1} = c"),
        (r"\exists c \in \mathbb{R} \ \forall i: x_i = c", "undecided", r"\exists c \in \mathbb{R} : \forall i \in \{1, \dots, n\} : x_{i,1} = c"),
        (r"\exists c \in \mathbb{R}: x_i = c \text{ for all } i", "undecided", r"\exists c \in \mathbb{R} : \forall i \in \{1, \dots, n\} : x_{i,1} = c"),
        (r"(\exists c \in \mathbb{R} \ \forall i: x_i = c) \implies x = 0", "undecided", None),
        (r"\exists c \in \mathbb{R}: x_i = c", "undecided", ""),
    ],
)
def test_indices_behind_what_exists(claim: str, verdict: str, understood: str | None, tmp_path):
    """One number for all entries is no number for each."""
    result = judged(claim, GIVEN, tmp_path)
    assert result.verdict == verdict
    assert understood is None or result.understood == understood
