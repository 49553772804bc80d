"""Scripts that read alike and are different: of another style, nested, with a prime, or Greek letters spelled out."""

import pytest

from derive.errors import NameProblem
from derive.language.scope.scope import Scope
from derive.language.tree.names import plain_latex
from tests.judged import judged

ALIKE = [
    (r"x_{\mathcal S}", "x_S"),
    (r"f_{\mathbf w}", "f_w"),
    (r"\mathcal{L}_{\mathrm{s}}", r"\mathcal{L}_{s}"),
    (r"x^{\mathbf a}", "x^a"),
    (r"W_{\mathbf{x}}", "W_x"),
    (r"x_{\mathcal S}^a", "x_S^a"),
    (r"x_{\mathcal S}'", "x_S'"),
]
APART = [
    ("x_{1'}", "x_1'"),
    ("x_{a'}", "x_{a}'"),
    ("x_{a^b}", "x_a^b"),
    ("x_{a_b}", "{x_a}_b"),
    (r"W_{\mu}", "W_{mu}"),
    (r"\theta_{\pi}", r"\theta_{pi}"),
    (r"W_{\alpha}", r"W_{\text{alpha}}"),
    (r"W_{\alpha}", r"W_{\mathrm{alpha}}"),
    (r"W_{i\mu}", "W_{imu}"),
]


@pytest.mark.parametrize(("first", "second"), ALIKE)
def test_not_both(first: str, second: str):
    scope = Scope.root().given(rf"{first} \in \mathbb{{R}}^n")
    for level in (scope, scope.child()):
        with pytest.raises(NameProblem, match="cannot be told apart here"):
            level.given(rf"{second} \in \mathbb{{R}}^n")
        with pytest.raises(NameProblem, match="cannot be told apart here"):
            level.given(f"{second} := 2")


@pytest.mark.parametrize(("first", "second"), APART)
def test_apart(first: str, second: str, tmp_path):
    given = rf"{first}, {second} \in \mathbb{{R}}^n"
    assert judged(f"{first} = {second}", given, tmp_path).verdict == "refuted"
    assert judged(f"{first} + {second} = {second} + {first}", given, tmp_path).verdict == "holds"


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        (r"W_{\mathrm{out}} \in \mathbb{R}^n", r"W_{out} = W_{\text{out}}", "holds"),
        (r"d_\mu, d_{k_1} \in \mathbb{N}, X \in \mathbb{R}^{d_\mu \times d_{k_1}}", r"\operatorname{tr}(I_{d_\mu}) = d_\mu", "holds"),
        (r"p, \mathbf{p} \in \mathbb{R}^n, p = \mathbf{p}", r"2 p = p + \mathbf{p}", "holds"),
        (r"W_Q \in \mathbb{R}^{n \times m}, W_{Q} \in \mathbb{R}^{n \times m}", "W_Q = W_{Q}", "holds"),
        (r"x_{\mathcal S} \in \mathbb{R}^n", r"\|x_S\| = \|x_{\mathcal S}\|", "holds"),
        (r"x_a^2, b \in \mathbb{R}, \quad {x_a^2} \in \mathbb{R}", "x_a^2 = {x_a^2}", "holds"),
        (r"y, x_1' \in \mathbb{R}^n \\ x_1' := y", "x_1' = y", "holds"),
        (r"y, x_1' \in \mathbb{R}^n \\ x_1' := y", "x'_1 = y", "holds"),
        (r"y, x_1' \in \mathbb{R}^n \\ x_1' := y", "x_1' = 2y", "refuted"),
        (r"x_{a^b}, x_a, b \in \mathbb{R}_{>0}", "x_{a^b} = x_a^b", "refuted"),
        (r"W \in \mathbb{R}^{n \times n}, \quad W_{\pi} \in \mathbb{R}", r"\sum_{p,i} W_{pi} = n^2 W_{\pi}", "refuted"),
        (r"W \in \mathbb{R}^{n \times n}, \quad W_{\pi} \in \mathbb{R}", r"\sum_{p,i} W_{pi} = \mathbf{1}^\top W \mathbf{1}", "holds"),
    ],
)  # fmt: skip
def test_verdicts(given: str, claim: str, verdict: str, tmp_path):
    assert judged(claim, given, tmp_path).verdict == verdict


@pytest.mark.parametrize(
    ("plain", "latex"),
    [
        ("x_{1'}", "x_{1'}"),
        ("x'_1", "x'_{1}"),
        ("x_{a^b}", "x_{a^{b}}"),
        ("W_i mu", r"W_{i \mu}"),
        ("W_m u", "W_{m u}"),
        ("Delta W_Q", r"\Delta W_{Q}"),
        ("Delta_Q", r"\Delta_{Q}"),
        ("d W_1", "dW_{1}"),
    ],
)
def test_printed(plain: str, latex: str):
    assert plain_latex(plain) == latex
