r"""What the conventions make of a derivative that may be meant otherwise is said in a note."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.judged import judged

QUARTIC = r"X, H \in \mathbb{R}^{m \times n}, f(X) := \|X\|_F^4"
HESSIAN = r"\nabla^2 f(X)\VEC(H) = 4\|X\|_F^2\VEC(H) + 8\langle X,H\rangle\VEC(X)"
ORDER = r"t \in \mathbb{R}, u := t^2, f := u^2 + t"
DETERMINANT = r"X \in \mathbb{R}^{n \times n}, X \succ 0, f(X) := -\log\det X"
STACKED, THROUGH, FREELY = "derivatives by a matrix go by vec_r", "goes through u", "each on its own"


@pytest.mark.parametrize(
    ("given", "claim", "verdict", "note"),
    [
        (QUARTIC, HESSIAN.replace(r"\VEC", r"\operatorname{vec}"), "refuted", STACKED),
        (QUARTIC, HESSIAN.replace(r"\VEC", r"\operatorname{vec}_r"), "holds", None),
        (ORDER, r"\frac{\partial^2 f}{\partial u\,\partial t} = 0", "refuted", THROUGH),
        (ORDER, r"\frac{\partial^2 f}{\partial t^2} = 12t^2", "holds", None),
        (DETERMINANT, r"\nabla^2 f(X) = X^{-1}\otimes X^{-1}", "refuted", FREELY),
        (DETERMINANT, r"D^2 f(X)[X, X] = \operatorname{tr}(I_n)", "holds", None),
    ],
)
def test_the_convention_is_said(given: str, claim: str, verdict: str, note: str | None, tmp_path: Path) -> None:
    result = judged(claim, given, tmp_path)
    said = [n for n in result.notes if any(part in n for part in (STACKED, THROUGH, FREELY))]
    assert result.verdict == verdict
    assert len(said) == (note is not None)
    assert note is None or note in said[0]


def test_a_false_gradient_by_a_symmetric_matrix_says_what_was_taken(tmp_path: Path) -> None:
    given = r"X \in \mathbb{R}^{n \times n}, X \succ 0"
    free = r"\nabla_X \log\det X = 2 X^{-1} - \operatorname{diag}(\operatorname{diag}(X^{-1}))"
    result = judged(free, given, tmp_path)
    assert result.verdict == "refuted"
    assert "by its free entries they differ" in result.message
    assert judged(r"\nabla_X \log\det X = X^{-1}", given, tmp_path).verdict == "holds"
    other = judged(r"\operatorname{tr}(X) = \operatorname{tr}(X^2)", given, tmp_path)
    assert (other.verdict, other.message) == ("refuted", "")
