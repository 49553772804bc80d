r"""Functions and operators without brackets: how far they reach, and letters and numbers next to each other."""

import pytest

from proofs.api import ad_hoc_claim
from proofs.judging.understand import understand
from proofs.reading.paper import BadPaper, Settings
from tests.judged import judged

GIVEN = (
    r"x, y, \eta \in \mathbb{R}, \quad p, q, u, v \in \mathbb{R}^n, \quad p > 0, \quad q > 0, \quad "
    r"A, B \in \mathbb{R}^{n \times n}, \quad a, b \in \mathbb{R}^3, \quad f(u) := u^\top A u, \quad g(u, v) := u^\top A v"
)


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        (r"\sum_i p_i \log p_i/q_i = \sum_i p_i \log p_i - \sum_i p_i \log q_i", "ambiguous"),
        (r"\exp x/y = \exp(x/y)", "ambiguous"),
        (r"\exp x/y = \exp(x)/y", "ambiguous"),
        (r"\exp(x)/y = \exp(x)/y", "holds"),
        (r"\exp(x)/y = \exp(x/y)", "refuted"),
        (r"\operatorname{tr} A/2 = \operatorname{tr}(A)/2", "holds"),
        (r"\exp \eta u^\top v = \exp(\eta u^\top v)", "ambiguous"),
        (r"\cos\eta\, v = v \cos(\eta)", "holds"),
        (r"\operatorname{tr}(A + B)(A - B) = \operatorname{tr}(A^2) - \operatorname{tr}(B^2)", "holds"),
        (r"\operatorname{tr}(A + B)(A - B) = \operatorname{tr}(A^2) + \operatorname{tr}(B^2)", "refuted"),
        (r"\operatorname{tr}(A B) = \operatorname{tr}(A) B", "ill-typed"),
        (r"\operatorname{tr}(A)(B) = B \operatorname{tr}(A)", "holds"),
        (r"\det(A)(B) = \det(B A)", "holds"),
        (r"\operatorname{tr} (A B)^2 = (\operatorname{tr}(A B))^2", "ambiguous"),
        (r"\operatorname{tr}(A B)^2 = (\operatorname{tr}(A B))^2", "holds"),
        (r"\exp (x)^2 = \exp(x^2)", "ambiguous"),
        (r"\nabla^2_{uv} g = A", "holds"),
        (r"\nabla_{uv}^2 g = A^\top", "refuted"),
        (r"\nabla^2_{uu} f = A + A^\top", "holds"),
        (r"\nabla_u \nabla_v g = A", "undecided"),
        (r"a^\top (a \times b) = 0", "undecided"),
        (r"[A, B] = A B - B A", "holds"),
        (r"[A, B] = A B + B A", "refuted"),
        (r"u \cdot v\, u = u (u^\top v)", "holds"),
        (r"u \cdot v\, u = v (u^\top v)", "refuted"),
        (r"\left(I - \frac{1}{n} 11^\top\right) u = u - \frac{1}{n} \left(\sum_i u_i\right) \mathbf{1}", "holds"),
        (r"\left(I - \frac{1}{n} 11^\top\right) u = u - \frac{11}{n} u", "refuted"),
        (r"1_n^\top u = \sum_i u_i", "holds"),
        (r"1^\top u = u_1", "refuted"),
        (r"0_n^\top u = 0", "holds"),
        (r"12^\top x = 12 x", "undecided"),
        (r"\phi(-x) = \phi(x)", "undecided"),
        (r"\Phi(-x) = 1 - \Phi(x)", "holds"),
    ],
)
def test_verdicts(claim: str, verdict: str, tmp_path):
    assert judged(claim, GIVEN, tmp_path).verdict == verdict


@pytest.mark.parametrize(
    ("given", "claim", "message"),
    [
        (r"A \in \mathbb{R}^{n \times n}, \quad t, r \in \mathbb{R}", r"tr A = r t A", "the function or a product"),
        (r"x \in \mathbb{R}", r"2\tfrac12 |x| = |x|", "mixed number"),
    ],
)
def test_refused(given: str, claim: str, message: str):
    with pytest.raises(BadPaper, match=message):
        understand(ad_hoc_claim(claim, given, Settings()))


def test_spaced_letters_are_a_product(tmp_path):
    given = r"A \in \mathbb{R}^{n \times n}, \quad t, r \in \mathbb{R}"
    assert judged(r"t r A = r t A", given, tmp_path).verdict == "holds"
