r"""Operators that the fields read differently: ``*`` and ``\oplus`` between matrices, ``\doteq`` in a claim."""

import pytest

from tests.judged import judged

GIVEN = r"A, B \in \mathbb{R}^{n \times n}, \quad x, y, z \in \mathbb{R}^n, \quad a, b \in \mathbb{R}, \quad f(a) := a^2, \quad g(a) := a + 1"
CASES = [
    (r"a * b = a b", "holds"),
    (r"2 * a * b + 1 = 2 b a", "refuted"),
    (r"2 * x = x + x", "holds"),
    (r"2 * x = 3 x", "refuted"),
    (r"x_1 * y_1 = x_1 y_1", "holds"),
    (r"x^\top x * y^\top y = \|x\|^2 \|y\|^2", "holds"),
    (r"f(a) * g(a) = a^3 + a^2", "holds"),
    (r"A \otimes I_n + I_n \otimes B = B \otimes I_n + I_n \otimes A", "refuted"),
]
REFUSED = [
    (r"\|A \oplus A\|_2 = 2 \|A\|_2", r"\operatorname{blockdiag}(A, B)"),
    (r"A \oplus B = \operatorname{blockdiag}(A, B)", r"A \otimes I_n + I_m \otimes B"),
    (r"x \oplus y = x + y", "+ for the sum"),
    (r"x \star y = x \odot y", r"write \odot"),
    (r"\|x * y\|_2 \le \|x\|_2 \|y\|_2", "a convolution as a sum"),
    (r"A \ast B = A B", r"write \odot"),
    (r"x^\top y * z = x^\top y z", r"write \odot"),
    (r"(f * g)(a) = a^3 + a^2", "a convolution as a sum"),
    (r"a \doteq a", "write ="),
    (r"a \doteq b", "write ="),
]


@pytest.mark.parametrize(("claim", "verdict"), CASES)
def test_stars_between_numbers_are_products(claim: str, verdict: str, tmp_path):
    assert judged(claim, GIVEN, tmp_path).verdict == verdict


@pytest.mark.parametrize(("claim", "hint"), REFUSED)
def test_what_fields_read_differently_is_refused(claim: str, hint: str, tmp_path):
    result = judged(claim, GIVEN, tmp_path)
    assert (result.verdict, hint in result.message) == ("undecided", True)


def test_a_dotted_equals_sign_defines_in_a_given_block(tmp_path):
    given = GIVEN + r", \quad c \doteq a + b"
    assert judged("c = b + a", given, tmp_path).verdict == "holds"
    assert judged("c = b - a", given, tmp_path).verdict == "refuted"
