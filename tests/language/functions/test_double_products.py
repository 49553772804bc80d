r"""``A : B``, ``A \bullet B``, ``x \perp y`` and ``\cos \angle(x, y)``."""

import pytest

from tests.judged import judged

GIVEN = r"""M, N \in \mathbb{R}^{m \times n}, \quad A, B \in \mathbb{R}^{n \times n}, \quad x, y \in \mathbb{R}^n, \quad a, b \in \mathbb{R}"""


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        ("", r"M : N = \operatorname{tr}(M^\top N)", "holds"),
        ("", r"M : N = 2 \operatorname{tr}(M^\top N)", "refuted"),
        ("", r"A : (x y^\top) = x^\top A y", "holds"),
        ("", r"A : (x y^\top) = y^\top A x", "refuted"),
        ("", r"\|M + N\|_F^2 = \|M\|_F^2 + 2 M : N + \|N\|_F^2", "holds"),
        ("", r"\nabla_M (M : N) = N", "holds"),
        ("", r"M : A = 0", "ill-typed"),
        ("", r"M \bullet N = \langle M, N \rangle_F", "holds"),
        ("", r"M \bullet N = 2 \langle M, N \rangle_F", "refuted"),
        (r"A \succeq 0, B \succeq 0", r"A : B \ge 0", "holds"),
        (r"A \succeq 0, B \succeq 0", r"A \bullet B \ge 0", "ambiguous"),
        (r"x \perp y", r"\|x + y\|^2 = \|x\|^2 + \|y\|^2", "holds"),
        (r"x \perp y", r"\|x + y\|^2 = \|x\|^2", "refuted"),
        (r"x \perp \mathbf{1}", r"\sum_i x_i = 0", "holds"),
        (r"A = -A^\top", r"A x \perp x", "holds"),
        ("", r"A x \perp x", "refuted"),
        ("", r"\|x - y\|^2 = \|x\|^2 + \|y\|^2 - 2 \|x\| \|y\| \cos\angle(x, y)", "holds"),
        ("", r"\|x - y\|^2 = \|x\|^2 + \|y\|^2 - \|x\| \|y\| \cos\angle(x, y)", "refuted"),
        ("", r"|\cos(\angle(x, y))| \le 1", "holds"),
        ("", r"\cos(2 x, y) = \cos(x, y)", "holds"),
        ("", r"\cos(2 x, y) = 2 \cos(x, y)", "refuted"),
        ("", r"\cos^2(x, y) \le 1", "holds"),
        ("", r"\cos(a - b) = \cos(a) \cos(b) + \sin(a) \sin(b)", "holds"),
    ],
)
def test_signs_between_matrices_and_vectors(given: str, claim: str, verdict: str, tmp_path):
    assert judged(claim, rf"{GIVEN}, \quad {given}" if given else GIVEN, tmp_path).verdict == verdict


@pytest.mark.parametrize(
    ("claim", "what"),
    [
        (r"a : b = a b", "between anything but two matrices"),
        (r"x \bullet y = x^\top y", "between anything but two matrices"),
        (r"a \perp b", "between anything but two columns"),
        (r"\cos\angle(a, b) = 1", "between anything but two columns"),
        (r"\angle(x, y) = 1", "the function angle is not supported"),
    ],
)
def test_what_has_no_such_product_is_not_guessed(claim: str, what: str, tmp_path):
    result = judged(claim, GIVEN, tmp_path)
    assert result.verdict == "undecided"
    assert what in str(result)
