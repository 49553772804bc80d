r"""``f(0)`` of an ``f := x^2 + 1`` without arguments is no product, and softmax of one entry is none of a vector."""

from pathlib import Path

import pytest

from tests.judged import judged

F = r"x, y \in \mathbb{R}, f := x^2 + 1"
P = r"z \in \mathbb{R}^n, p := \operatorname{softmax}(z)"


@pytest.mark.parametrize(
    ("given", "claim", "said"),
    [
        (F, r"f(0) = 0", "without arguments"),
        (F, r"f(x) = x^2 + 1", "without arguments"),
        (F, r"f(-x) = -f(x)", "without arguments"),
        (P, r"p_i(z) = p_i", "without arguments"),
        (P, r"\operatorname{softmax}(z_i) = 1", "single entry"),
        (P, r"\sum_{i=1}^n \operatorname{softmax}(z_i / 2) = n", "single entry"),
    ],
)
def test_what_may_be_an_argument_is_refused(given: str, claim: str, said: str, tmp_path: Path) -> None:
    result = judged(claim, given, tmp_path)
    assert result.verdict == "undecided"
    assert said in result.message


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        (F, r"f(1 - f) = f - f^2", "holds"),
        (F, r"f (x + y) = f x + f y", "holds"),
        (F, r"f(y) = f y", "holds"),
        (F.replace("f :=", "f(x) :="), r"f(0) = 1", "holds"),
        (F.replace("f :=", "f(x) :="), r"f(0) = 0", "refuted"),
        (P, r"\operatorname{softmax}(z)_i = p_i", "holds"),
        (P, r"\sum_{i=1}^n \operatorname{softmax}(z)_i = 1", "holds"),
    ],
)
def test_products_and_functions_are_read(given: str, claim: str, verdict: str, tmp_path: Path) -> None:
    assert judged(claim, given, tmp_path).verdict == verdict
