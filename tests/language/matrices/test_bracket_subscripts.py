r"""Subscripts behind brackets that choose no entry."""

import pytest

from tests.judged import judged

GIVEN = r"x, y \in \mathbb{R}^n, \quad A \in \mathbb{R}^{n \times n}, \quad s, t \in \mathbb{R}, \quad f(s) := s^3, \quad g(s, t) := s^2 t"
CASES = [
    (r"(s)_- = \max(-s, 0)", "holds"),
    (r"s = (s)_+ - (s)_-", "holds"),
    (r"s = (s)_+ + (s)_-", "refuted"),
    (r"x = [x]_+ - [x]_-", "holds"),
    (r"\langle x, y \rangle_A = x^\top A y", "holds"),
    (r"\langle x, y \rangle_A = y^\top A x", "refuted"),
    (r"\langle A x, y \rangle_A^2 = (x^\top A^\top A y)^2", "holds"),
    (r"(s)_1 = s", "ill-typed"),
    (r"[x]_1^2 = x_1^2", "holds"),
]
REFUSED = [
    (r"\langle x, y \rangle_{\mathbb{R}^n} = x^\top y", r"\langle x, y \rangle for the usual one"),
    (r"\langle x, y \rangle_{L^2} = x^\top y", r"\langle x, y \rangle for the usual one"),
    (r"\left[f(s)\right]_{2}^{3} = 19", "write f(b) - f(a)"),
    (r"s \, [f(s)]_{s=2} = 8 s", r"\left. f(x) \right|_{x = 2}"),
    (r"\left(\frac{\partial g}{\partial s}\right)_t = 2 s t", "a number has no entries"),
]


@pytest.mark.parametrize(("claim", "verdict"), CASES)
def test_what_a_subscript_behind_a_bracket_says(claim: str, verdict: str, tmp_path):
    assert judged(claim, GIVEN, tmp_path).verdict == verdict


@pytest.mark.parametrize(("claim", "hint"), REFUSED)
def test_other_subscripts_are_refused(claim: str, hint: str, tmp_path):
    result = judged(claim, GIVEN, tmp_path)
    assert (result.verdict, hint in result.message) == ("undecided", True)
