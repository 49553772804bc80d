r"""How far a derivative in front of a product reaches: where texts disagree, every reading is judged."""

import pytest

from derive.errors import NotSupported
from derive.language.scope.scope import Scope
from tests.judged import judged

GIVEN = r"""A \in \mathbb{R}^{m \times n}, \quad X, Y \in \mathbb{R}^{n \times n}, \quad W \in \mathbb{R}^{m \times k}, \quad
x, y, a \in \mathbb{R}^n, \quad z \in \mathbb{R}^m, \quad t, u, c \in \mathbb{R}, \quad
f(x) := x^\top x, \quad g(x) := \|x\|^4, \quad p(t) := t^2, \quad q(t) := t^3"""

FALSE = [
    # In front of brackets.
    r"\frac{d}{dt} (t-u) t = t",
    r"\frac{d}{dt} (t-u)(t+u) = t+u",
    r"\frac{d}{dt} \left(t - u\right)^2 t = 2(t-u) t",
    r"\frac{\partial^2}{\partial t^2} (t-u)(t+u) = 0",
    r"\frac{\partial^2}{\partial x \partial x^T} (a^T x)(a^T x) = 0",
    r"\frac{\partial}{\partial t} (t x)^\top (t y) = t x^\top y",
    r"\frac{d}{dt} (tX) (tY) = t X Y",
    r"\partial/\partial t\, (t - u) t = t",
    r"\frac{d}{dt} [t - u] t = t",
    # In front of other products.
    r"\frac{d}{dt} t \cdot e^t = e^t",
    r"u \cdot \frac{d}{dt} t \cdot e^t = u e^t",
    r"u \cdot -\frac{d}{dt} t \cdot e^t = -u e^t",
    r"\frac{\partial}{\partial t} e^t / t = e^t / t",
    r"\frac{d}{dt} e^t / t\, u = u (e^t / t)",
    r"\frac{\partial}{\partial t} t \times e^t = e^t",
    r"\frac{d}{dt} t \div e^t = e^{-t}",
    r"\frac{d}{dt} (t x) \odot (t y) = x \odot (t y)",
    r"\frac{d}{dt} tX \odot t Y = t X \odot Y",
    r"\frac{d}{dt} t x \otimes t y = x \otimes t y",
    r"\left.\frac{d}{dt}\right|_{t=0} t \cdot e^t = e^t",
    r"\sum_{i=1}^n \frac{\partial}{\partial x_i} x_i \cdot \|x\|^2 = n\|x\|^2",
    r"\partial_{x_i} x_i \cdot \|x\| = \|x\|",
    r"\frac{\partial}{\partial W}\|W^\top z\| / \|W\|_F = \frac{\mathrm{vec}_r(z z^\top W)^\top}{\|W^\top z\| \|W\|_F}",
    # Gradients.
    r"\nabla_x (a^T x) x^T x = (x^T x) a",
    r"\nabla_W \|W^\top z\|^2 \|W\|_F^2 = 2 z z^\top W \|W\|_F^2",
    r"\nabla_X \operatorname{tr}(X)\operatorname{tr}(X) = \operatorname{tr}(X) I",
    r"\nabla_x (a^T x) (x^\top x) a^\top = a (x^\top x) a^\top",
    r"\nabla^2_{xy} (x^\top y) (x^\top y) = I (x^\top y)",
    r"\nabla_x \|x\|^2 \cdot \|x\|^2 = 2x\|x\|^2",
    r"\nabla_x \|x\|^2 / \|x\|^2 = 2x / \|x\|^2",
    r"\nabla f(x) g(x) = 2 x g(x)",
    r"\nabla f(x) \cdot g(x) = 2 x g(x)",
    # No reading makes these true.
    r"\frac{d}{dt} (t-u)(t+u) = 3t",
    r"\frac{\partial}{\partial x} (x-a)^T(x-a) = 3(x-a)",
    r"\nabla_x (a^T x)(a^T x) = 3 (a^T x) a",
]
READ_SO = [
    r"\frac{d}{dt} (t-u)(t+u) = 2t",
    r"\frac{\partial^2}{\partial x \partial x^T} (a^T x)(a^T x) = 2 a a^T",
    r"\nabla_x (a^T x)(a^T x) = 2 (a^T x) a",
    r"\nabla_x^2 (a^Tx)(a^Tx) = 2aa^T",
    r"\nabla_X \operatorname{tr}(X)\operatorname{tr}(X) = 2\operatorname{tr}(X) I",
    r"\partial_t (t-u)(t+u) = 2t",
    r"\partial_t p\, q + p \partial_t q = 5 t^4",
    r"\frac{d}{dt}(t-u)/t = u/t^2",
    r"\frac{d}{dt} t \cdot e^t = (1+t) e^t",
    r"\frac{d}{dt} t x \otimes t y = 2 t (x \otimes y)",
    r"\frac{d}{dt} (tX) (tY) = 2 t X Y",
    r"\frac{d}{dt} tX \odot t Y = 2 t X \odot Y",
]
TRUE = [
    # Only one reading has a type.
    r"\frac{\partial}{\partial x} (x-a)^T(x-a) = 2(x-a)^T",
    r"\frac{\partial}{\partial x} (Ax)^T(Ax) = 2x^TA^TA",
    r"\frac{\partial}{\partial t} (t x)^\top (t y) = 2 t x^\top y",
    r"\frac{\partial}{\partial X} X \odot X = 2 \operatorname{diag}(\mathrm{vec}_r(X))",
    r"\frac{d}{dt} (tX) Y = X Y",
    r"\nabla_x \|x\|^2 x^\top = 2x x^\top",
    r"\nabla_x c\,(a^T x) x^\top = c a x^\top",
    r"\nabla^2_x \|x\|^2 x = 2x",
    r"\nabla_x \|x\|^2 \cdot x = 2\|x\|^2",
    r"\nabla f(x) \cdot x = 2 f(x)",
    r"\nabla f(x) \cdot \nabla g(x) = 8 g(x)",
    # All texts agree.
    r"\nabla_x (t)(x^\top x) = 2tx",
    r"\nabla f(x) / \|\nabla f(x)\|_2 = x / \|x\|",
    r"\nabla f(x)^\top x = 2 f(x)",
    r"\frac{d}{dt} p(t) q(t) = 5t^4",
    # The readings agree.
    r"\frac{d}{dt} (t^2) u = 2 t u",
    r"\frac{d}{dt} t \cdot u = u",
    r"\frac{d}{dt} t^2 / u = 2t/u",
]


@pytest.mark.parametrize("claim", FALSE)
def test_false_claims_do_not_hold(claim: str, tmp_path):
    assert judged(claim, GIVEN, tmp_path).verdict in ("ambiguous", "refuted")


@pytest.mark.parametrize("claim", READ_SO)
def test_claims_that_are_true_in_one_reading_are_ambiguous(claim: str, tmp_path):
    assert judged(claim, GIVEN, tmp_path).verdict == "ambiguous"


def test_a_claim_that_has_a_type_in_another_layout_alone_is_refuted(tmp_path):
    result = judged(r"\frac{\partial}{\partial x} (x-a)^T(x-a) = 2(x-a)", GIVEN, tmp_path)
    assert (result.verdict, (result.repair or {}).get("edit")) == ("refuted", "layout: gradient")


@pytest.mark.parametrize("claim", TRUE)
def test_true_claims_hold(claim: str, tmp_path):
    assert judged(claim, GIVEN, tmp_path).verdict == "holds"


@pytest.mark.parametrize("layout", ["gradient", "numerator"])
def test_least_squares_in_both_layouts(layout: str, tmp_path):
    from proofs.api import check

    given = r"""\mathbf{x} \in \mathbb{R}^n, \quad \mathbf{s} \in \mathbb{R}^m, \quad \mathbf{A} \in \mathbb{R}^{n \times m}, \quad
    \mathbf{W} \in \mathbb{R}^{n \times n}, \quad \mathbf{W} = \mathbf{W}^\top"""
    squares = r"(\mathbf{x}-\mathbf{A}\mathbf{s})^T\mathbf{W}(\mathbf{x}-\mathbf{A}\mathbf{s})"
    for factor, verdicts in (
        ("-2", ("holds",) if layout == "gradient" else ("refuted",)),
        ("-3", ("refuted",)),
    ):
        claim = rf"\frac{{\partial}}{{\partial\mathbf{{s}}}}{squares} = {factor}\mathbf{{A}}^T\mathbf{{W}}(\mathbf{{x}}-\mathbf{{A}}\mathbf{{s}})"
        found = check(claim, given=given, layout=layout, effort="quick", certificates=tmp_path)
        assert found.verdict in verdicts


@pytest.mark.parametrize("given", [r"r := \frac{d}{dt} (t - u)(t + u)", r"r := \frac{d}{dt} t \cdot e^t"])
def test_given_blocks_with_two_reaches_are_refused(given: str):
    with pytest.raises(NotSupported, match="two readings"):
        Scope.root().given(GIVEN).given(given)
