"""The fundamental theorem of calculus along lines, and integrals that stay in a statement."""

import pytest

from derive.build import add, const, hpow, map_, matmul, scale, softmax, transpose, var
from derive.index.rewriting.integrals import is_absolutely_continuous
from derive.sizes import Shape, dim
from tests.index.outcomes import outcome

GIVEN = (
    r"\mathbf{X}, \mathbf{D} \in \mathbb{R}^{n \times d}, \quad \mathbf{W} \in \mathbb{R}^{d \times m}, \quad \mathbf{V} \in \mathbb{R}^{m \times d}, "
    r"\quad x, h \in \mathbb{R}^d, \quad a, b \in \mathbb{R}, \quad g(x) \in \mathbb{R}, \quad \mathbf{G}(\mathbf{X}) \in \mathbb{R}^{n \times m} \\ "
    r"\mathbf{A}(\mathbf{X}) := \operatorname{softmax}(\mathbf{X}\mathbf{W}\mathbf{V}\mathbf{X}^\top)\mathbf{X}\mathbf{W}, \quad "
    r"\mathbf{R}(\mathbf{X}) := \operatorname{ReLU}(\mathbf{X}\mathbf{W})\mathbf{V} + \mathbf{X}, \quad "
    r"\mathbf{L}(\mathbf{X}) := \operatorname{LayerNorm}(\mathbf{X}), \quad q(x) := e^{x^\top x} \\ "
    r"s(a) := \operatorname{LayerNorm}(\mathbf{X} + a\mathbf{D}), \quad p(a) := \operatorname{softmax}(\mathbf{X} + a\mathbf{D})"
)
LINE = r"\mathbf{F}(\mathbf{X} + \mathbf{D}) - \mathbf{F}(\mathbf{X}) = \int_0^1 D_{\mathbf{X}} \mathbf{F}(\mathbf{X} + t\mathbf{D})[\mathbf{D}]\, dt"


@pytest.mark.parametrize("function", ["A", "R", "G"])
def test_increment_along_a_line(function: str) -> None:
    claim = LINE.replace(r"\mathbf{F}", rf"\mathbf{{{function}}}")
    assert outcome(GIVEN, claim) == "agree"
    assert outcome(GIVEN, claim.replace(r"[\mathbf{D}]", r"[2\mathbf{D}]")) == "none"
    assert outcome(GIVEN, claim.replace(r"\int_0^1", r"\int_0^2")) == "none"
    assert outcome(GIVEN, claim.replace(r"- \mathbf", r"+ \mathbf")) == "none"


def test_a_function_that_jumps_on_the_path_is_left_alone() -> None:
    """The LayerNorm of rows of two jumps from one sign to the other: at X = (1, -1), D = -2 X the claim is false."""
    assert outcome(GIVEN, LINE.replace(r"\mathbf{F}", r"\mathbf{L}")) == "none"
    assert outcome(GIVEN, r"s(1) - s(0) = \int_0^1 \frac{\partial s(a)}{\partial a} da") == "none"


@pytest.mark.parametrize(
    "claim",
    [
        r"q(x+h) = q(x) + \int_0^1 D_x q(x+th)[h]\, dt",
        r"g(x+h) = g(x) + D_x g(x)[h] + \int_0^1 (1-t) D_x(D_x g(x+th)[h])[h]\, dt",
        r"q(x+h) = q(x) + D_x q(x)[h] + \int_0^1 (1-t) D_x(D_x q(x+th)[h])[h]\, dt",
        r"\operatorname{ReLU}(x+h) - \operatorname{ReLU}(x) = \int_0^1 \mathbf{1}_{\{x+th>0\}} \odot h\, dt",
        r"|a+b| - |a| = \int_0^1 b \operatorname{sign}(a+tb)\, dt",
        r"\int_a^b h \odot e^{th}dt = e^{bh} - e^{ah}",
        r"\sum_{i=1}^d \int_0^1 x_i e^{t x_i} dt = \mathbf{1}^\top e^x - d",
        r"\int_0^1 e^{tx}\,dt = \int_0^1 e^{sx}\, ds",
        r"\operatorname{vec}(\int_0^1 e^{t\mathbf{X}}\,dt)^\top \operatorname{vec}(\mathbf{D}) = \int_0^1 \operatorname{tr}(\mathbf{D}^\top e^{t\mathbf{X}})\, dt",
        r"p(1)_{i,:} - p(0)_{i,:} = \int_0^1 \mathbf{D}_{i,:} (\operatorname{diag}(p(t)_{i,:}) - p(t)_{i,:}^\top p(t)_{i,:})\, dt",
    ],
)
def test_true_claims_are_proved(claim: str) -> None:
    assert outcome(GIVEN, claim) == "agree"


@pytest.mark.parametrize(
    "claim",
    [
        r"q(x+h) = q(x) + D_x q(x)[h] + \int_0^1 t D_x(D_x q(x+th)[h])[h]\, dt",
        r"\operatorname{sign}(a+b) - \operatorname{sign}(a) = \int_0^1 0 \cdot e^{ta}\, dt",
        r"\frac{1}{1+a} - 1 = -\int_0^1 \frac{a}{(1+ta)^2} dt",
        r"\int_a^b h \odot e^{th}dt = e^{ah} - e^{bh}",
        r"\sum_{i=1}^d \int_0^1 x_i e^{t x_i} dt = \mathbf{1}^\top e^x - 1",
        r"\sum_{i=1}^d \int_0^{x_i} e^{t^2} dt = d \int_0^{x_1} e^{t^2} dt",
        r"\int_0^1 e^{tx}\,dt = \int_0^2 e^{tx}\, dt",
        r"\left(\int_0^1 e^{ta}dt\right)\left(\int_0^1 e^{3ta}dt\right) = \left(\int_0^1 e^{2ta}dt\right)^2",
        r"e^{\int_0^1 e^{ta}dt} e^{\int_0^1 e^{2ta} dt} = e^{\int_0^1 e^{3ta}dt}",
        r"\frac{\int_0^1 e^{2ta}dt}{\int_0^1 e^{ta}dt} = \int_0^1 e^{ta}dt",
        r"\int_0^1 \int_0^1 t e^{tsa}\, dt\, ds = \int_0^1 \int_0^1 t^2 e^{tsa}\, dt\, ds",
        r"p(1)_{i,:} - p(0)_{i,:} = \int_0^1 \mathbf{D}_{i,:} (\operatorname{diag}(p(t)_{i,:}) - p(0)_{i,:}^\top p(t)_{i,:})\, dt",
    ],
)
def test_what_is_false_or_not_linear_is_not_proved(claim: str) -> None:
    assert outcome(GIVEN, claim) == "none"


N, D = dim("n"), dim("d")
T, X, Y = var("t", Shape()), var("X", Shape(N, D)), var("Y", Shape(N, D))
PATH = add(X, scale(T, Y))


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        (softmax(matmul(PATH, transpose(PATH))), True),
        (map_("relu", PATH), True),
        (hpow(PATH, const(3)), True),
        (hpow(X, const(-1)), True),
        (hpow(PATH, const(-1)), False),
        (map_("sqrt", PATH), False),
        (map_("log", PATH), False),
        (map_("step", PATH), False),
        (scale(map_("sign", T), X), False),
    ],
)
def test_absolute_continuity_by_the_operations(expression, expected: bool) -> None:
    assert is_absolutely_continuous(expression, "t") is expected


@pytest.mark.parametrize(
    ("claim", "found"),
    [
        (r"\tanh(b) - \tanh(a) = \int_0^1 (1 - \tanh^2(a + t(b-a)))(b-a)\, dt", "agree"),
        (r"\tanh(b) - \tanh(a) = \int_0^1 (1 - \tanh^2(b + t(b-a)))(b-a)\, dt", "none"),
        (r"\tanh(b) - \tanh(a) = \int_0^1 (1 - \tanh^2(a + t(b-a)))\, dt", "none"),
        (r"\tanh(h) - \tanh(x) = \int_0^1 \operatorname{diag}(1 - \tanh^2(x + t(h-x)))(h-x)\, dt", "agree"),
        (r"g(h) - g(x) = \int_0^1 \langle \nabla g(x + t(h-x)), h-x \rangle\, dt", "agree"),
        (r"g(h) - g(x) = \int_0^1 \langle \nabla g(h + t(h-x)), h-x \rangle\, dt", "none"),
    ],
)
def test_the_end_of_a_path_between_two_points_is_the_second_one(claim: str, found: str) -> None:
    assert outcome(GIVEN, claim) == found


SPACE = r"n \in \mathbb{N}, n \ge 1, f : \mathbb{R}^n \to \mathbb{R}, g : \mathbb{R}^n \to \mathbb{R}, A \in \mathbb{R}^{n \times n}, y \in \mathbb{R}^n"


@pytest.mark.parametrize(
    ("claim", "found"),
    [
        (r"\int_{\mathbb{R}^n} A x f(x) dx = A \int u f(u) du", "agree"),
        (r"\int_{\mathbb{R}^n} A x f(x) dx = A^\top \int u f(u) du", "none"),
        (r"\int (x - y)^\top A (x - y) f(x) dx = \operatorname{tr}(A \int (x - y) (x - y)^\top f(x) dx)", "agree"),
        (r"\int (x - y)^\top A (x - y) f(x) dx = \operatorname{tr}(A \int (x + y) (x - y)^\top f(x) dx)", "none"),
        (r"\int_{-\infty}^\infty t^2 e^{-t^2} y dt = y \int_{-\infty}^\infty s^2 e^{-s^2} ds", "agree"),
        (r"\int_{-\infty}^\infty t dt = \int_{-\infty}^\infty t^2 dt", "none"),
        (r"\int_0^\infty t e^{-t} dt = \int_{-\infty}^\infty t e^{-t} dt", "none"),
        (r"\int f(x) dx \int g(x) dx = \int_{\mathbb{R}^n} 1 dx \int f(x) g(x) dx", "none"),
        (r"\int_{\mathbb{R}^n} x_1 f(x) dx = \int_{\mathbb{R}^n} x_n f(x) dx", "none"),
        (r"\int\int f(x) g(y) dx dy = \int\int f(y) g(x) dx dy", "none"),
    ],
)
def test_integrals_over_all_vectors(claim: str, found: str) -> None:
    assert outcome(SPACE, claim) == found
