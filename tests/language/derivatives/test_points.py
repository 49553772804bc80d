r"""Derivatives of functions at a point: ``\nabla_x f(x_k)``, ``\frac{\partial f(z)}{\partial x}``, ``\frac{\partial f}{\partial x_j}(z)``."""

from pathlib import Path

import pytest

from proofs.reading.paper import BadPaper
from tests.judged import judged

POINTS = ("x_0", "x_k", r"x^\star", "x^*", "x'", "x_+", r"\bar{x}", r"\Delta x", "z")
QUADRATIC = (
    r"A \in \mathbb{R}^{n \times n}, \quad x, z, x_0, h, k \in \mathbb{R}^n \\ f(x) := x^\top A x, \quad F(x) := A x"
)
NUMBERS = r"t, c, a \in \mathbb{R}, \quad f(t) := t^2, \quad g(t) := a t"
BILINEAR = r"A \in \mathbb{R}^{n \times n}, \quad x, y, x_0, y_0 \in \mathbb{R}^n, \quad f(x, y) := x^\top A y"
ARBITRARY = r"\theta, \theta_t, h \in \mathbb{R}^n, \quad f : \mathbb{R}^n \to \mathbb{R}"
WEIGHTED = (
    r"X \in \mathbb{R}^{n \times d}, \quad y \in \mathbb{R}^n, \quad \beta \in \mathbb{R}^d, \quad W \in \mathbb{R}^{n \times n},"
    r" \quad W \succ 0, \quad \hat\beta := (X^\top W X)^{-1} X^\top W y, \quad "
)
LEAST_SQUARES = r"X \in \mathbb{R}^{n \times d}, \quad y \in \mathbb{R}^n, \quad w, w^\star \in \mathbb{R}^d, \quad L(w) := \|X w - y\|^2, \quad "
STEPS = (
    r"A \in \mathbb{R}^{n \times n}, \quad A = A^\top, \quad x, x_0 \in \mathbb{R}^n, \quad \eta \in \mathbb{R}"
    r" \\ f(x) := \tfrac12 x^\top A x, \quad x_1 := x_0 - \eta \nabla_x f(x_0), \quad x_2 := x_1 - \eta \nabla_x f(x_1)"
)
BETWEEN = (
    r"A \in \mathbb{R}^{n \times n}, \quad x, y \in \mathbb{R}^n \\ f(x) := x^\top A x, \quad m := \tfrac12 (x + y)"
)
EXTRA = r" \\ g := \nabla_x f(x_0), \quad q := \frac{\partial f(x_0)}{\partial x}"

HOLDING = [
    (QUADRATIC, r"\nabla_x^2 f(x_0) = A + A^\top"),
    (QUADRATIC, r"D_x f(x_0)[h] = h^\top (A + A^\top) x_0"),
    (QUADRATIC, r"\nabla_x f(0) = 0"),
    (QUADRATIC, r"\nabla_x \tfrac12 f(x_0) = \tfrac12 (A + A^\top) x_0"),
    (QUADRATIC, r"\nabla_x (f(z) h^\top x) = f(z) h"),
    (QUADRATIC + EXTRA, r"g = (A + A^\top) x_0"),
    (QUADRATIC, r"\frac{\partial F_i(z)}{\partial x_j} = A_{ij}"),
    (QUADRATIC, r"\frac{\partial F(z)}{\partial x} = A"),
    (QUADRATIC, r"\frac{\partial}{\partial x} f(z) = z^\top (A + A^\top)"),
    (QUADRATIC, r"\frac{\partial^2 f(z)}{\partial x \partial x^\top} = A + A^\top"),
    (QUADRATIC, r"\frac{\partial f}{\partial x_j}(z) = ((A + A^\top) z)_j"),
    (QUADRATIC, r"\frac{\partial F_i}{\partial x_j}(z) = A_{ij}"),
    (QUADRATIC, r"\frac{\partial^2 f}{\partial x_i \partial x_j}(z) = A_{ij} + A_{ji}"),
    (QUADRATIC, r"\nabla^2 f(z)[h, k] = h^\top (A + A^\top) k"),
    (QUADRATIC, r"\nabla_x f(x_0)[h] = h^\top (A + A^\top) x_0"),
    (QUADRATIC, r"\nabla^2 f(z)[h] = (A + A^\top) h"),
    (BILINEAR, r"\nabla_x f(x_0, y_0) = A y_0"),
    (BILINEAR, r"\nabla_x f(y, x) = A^\top y"),
    (ARBITRARY, r"\nabla_\theta f(\theta_t) = \nabla f(\theta_t)"),
    (WEIGHTED + r"J(\beta) := (y - X\beta)^\top W (y - X\beta)", r"\nabla_\beta J(\hat\beta) = 0"),
    (LEAST_SQUARES + r"\nabla_w L(w^\star) = 0", r"X^\top X w^\star = X^\top y"),
    (LEAST_SQUARES + r"\frac{\partial L(w^\star)}{\partial w} = 0", r"X^\top X w^\star = X^\top y"),
    (STEPS, r"x_2 = (I - \eta A)^2 x_0"),
    (NUMBERS, r"\frac{d f(c)}{dt} = 2 c"),
    (NUMBERS, r"\frac{d f}{d t}(c) = 2 c"),
    (NUMBERS, r"\frac{d f(t)}{d t}(c) = 2 c"),
    (NUMBERS, r"\frac{d}{dt} (f(c) + t) = 1"),
    (r"x, y, a, c \in \mathbb{R}, \quad f(x, y) := x^2 y", r"\frac{\partial f}{\partial x}(a, c) = 2 a c"),
]
FALSE = [
    (QUADRATIC, r"\nabla_x^2 f(x_0) = 0"),
    (QUADRATIC, r"D_x f(x_0)[h] = 0"),
    (QUADRATIC, r"\nabla_x f(x_0)_1 = 0"),
    (QUADRATIC, r"\|\nabla_x f(x_0)\| = 0"),
    (QUADRATIC, r"\nabla_x \tfrac12 f(z) = 0"),
    (QUADRATIC, r"\nabla_x (f(z) + f(z)) = 0"),
    (QUADRATIC, r"\nabla_x F_i(z) = 0"),
    (QUADRATIC + EXTRA, "g = 0"),
    (QUADRATIC + EXTRA, "q = 0"),
    (QUADRATIC, r"\frac{\partial F(z)}{\partial x} = A^\top"),
    (QUADRATIC, r"\frac{\partial f}{\partial x_j}(z) = 0"),
    (QUADRATIC, r"\frac{\partial F_i}{\partial x_j}(z) = A_{ji}"),
    (QUADRATIC, r"\frac{\partial^2 f}{\partial x_i \partial x_j}(z) = A_{ij}"),
    (QUADRATIC, r"\nabla^2 f(z)[h, h] = h^\top A h"),
    (QUADRATIC, r"\nabla f(z)[h] = 0"),
    (BILINEAR, r"\nabla_x f(x_0, y_0) = 0"),
    (ARBITRARY, r"\nabla_\theta f(\theta_t) = 0"),
    (ARBITRARY, r"D_\theta f(\theta_t)[h] = 0"),
    (WEIGHTED + r"J(\beta) := (y - X\beta)^\top W^{-1} (y - X\beta)", r"\nabla_\beta J(\hat\beta) = 0"),
    (STEPS, "x_2 = x_1"),
    (BETWEEN, r"\nabla_x f(m) = 0"),
    (NUMBERS, r"\frac{d f}{d t}(c) = 3 c"),
]
TWO_READINGS = [
    (QUADRATIC, r"\frac{\partial f(z)}{\partial x} = 0"),
    (QUADRATIC, r"\partial_x f(z) = 0"),
    (QUADRATIC, r"\frac{\partial}{\partial x} f(z) = 0"),
    (QUADRATIC, r"\frac{\partial F_i(z)}{\partial x_j} = 0"),
    (QUADRATIC, r"\frac{\partial^2 f(z)}{\partial x \partial x^\top} = 0"),
    (NUMBERS, r"\frac{d f(c)}{dt} = 0"),
    (BETWEEN, r"\nabla_x f(m) = (A + A^\top) m"),
    (BETWEEN, r"\nabla_x f(m) = \tfrac12 (A + A^\top) m"),
    (NUMBERS, r"\frac{d f}{d t}(c) = 2 t c"),
    (NUMBERS, r"\frac{d g}{d t}(c) = a c"),
]
REFUSED = [
    (QUADRATIC, r"\nabla_x (f(z) + f(h)) = 0", "several points"),
    (QUADRATIC, r"\frac{\partial (h^\top z f(z))}{\partial x} = h^\top z z^\top (A + A^\top)", "beside this point"),
    (r"x, y, z \in \mathbb{R}^n, \quad g(y) := y^\top y", r"\nabla_x g(z) = 0", "does not depend"),
    (r"x, y, a \in \mathbb{R}", r"\frac{\partial y}{\partial x} = 0 \iff a = a", "y does not depend on x"),
    (r"x, y, a \in \mathbb{R}", r"a = 1 \implies \frac{\partial y}{\partial x} = 0", "y does not depend on x"),
]


@pytest.mark.parametrize("point", POINTS)
def test_the_gradient_at_a_point_is_no_derivative_of_a_constant(point: str, tmp_path):
    given = QUADRATIC if point in ("z", "x_0") else QUADRATIC.replace("x_0", point)
    assert judged(rf"\nabla_x f({point}) = 0", given, tmp_path).verdict == "refuted"
    assert judged(rf"\nabla_x f({point}) = (A + A^\top) {point}", given, tmp_path).verdict == "holds"


@pytest.mark.parametrize(("given", "claim"), HOLDING)
def test_what_is_true_at_the_point_holds(given: str, claim: str, tmp_path):
    assert judged(claim, given, tmp_path).verdict == "holds"


@pytest.mark.parametrize(("given", "claim"), FALSE)
def test_what_is_false_at_the_point_is_refuted(given: str, claim: str, tmp_path):
    assert judged(claim, given, tmp_path).verdict == "refuted"


def test_a_true_equivalence_at_the_point_is_not_refuted(tmp_path):
    claim = r"\nabla_x f(x_0) = 0 \iff x_0 = 0"
    assert judged(claim, QUADRATIC + r", \quad A \succ 0", tmp_path).verdict in ("holds", "undecided")
    assert judged(claim, QUADRATIC, tmp_path).verdict == "refuted"


@pytest.mark.parametrize(("given", "claim"), TWO_READINGS)
def test_two_readings_differ(given: str, claim: str, tmp_path):
    assert judged(claim, given, tmp_path).verdict == "ambiguous"


@pytest.mark.parametrize(("given", "claim", "reason"), REFUSED)
def test_what_cannot_be_told_is_refused(given: str, claim: str, reason: str, tmp_path):
    result = judged(claim, given, tmp_path)
    assert result.verdict == "undecided"
    assert reason in result.message


def test_a_point_that_moves_with_the_variable_is_refused_in_a_given_block(tmp_path):
    with pytest.raises(BadPaper, match="two readings"):
        judged("g = g", BETWEEN + r" \\ g := \nabla_x f(m)", tmp_path)


def test_a_derivative_of_a_constant_says_so(tmp_path):
    result = judged(r"\frac{\partial y}{\partial x} = 0", r"x, y \in \mathbb{R}", tmp_path)
    assert result.verdict == "holds"
    assert any("y does not depend on x" in note for note in result.notes)


def test_the_exponential_of_a_matrix_is_said_to_be_entry_by_entry(tmp_path):
    result = judged(
        r"\frac{d}{dt} \exp(t A) = A \exp(t A)", r"A \in \mathbb{R}^{n \times n}, \quad t \in \mathbb{R}", tmp_path
    )
    assert any("entry by entry" in note for note in result.notes)


@pytest.mark.parametrize(
    "claim",
    [
        r"\left\|\frac{\partial^2 f}{\partial x^2}[h, h]\right\|_F^2 = 2 \|A h\|_2^2",
        r"\frac{\partial^2 f}{\partial x^2}(x)[h, h] = h^\top A h",
        r"\|f''(x)[h, h]\|_F^2 = 2 \|A h\|_2^2",
    ],
)
def test_directions_behind_other_derivatives_are_refused(claim: str, tmp_path: Path) -> None:
    given = r"A \in \mathbb{R}^{n \times n}, \quad x, h \in \mathbb{R}^n, \quad f(x) := x^\top A x"
    result = judged(claim, given, tmp_path)
    assert result.verdict == "undecided"
    assert "for directions, a matrix environment" in result.message
