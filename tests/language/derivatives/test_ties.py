r"""Derivatives by a name that hypotheses tie to others: refused where others move with it, taken where it is free."""

import pytest

from tests.judged import judged

LAYER = r"W \in \mathbb{R}^{m \times n}, \quad x \in \mathbb{R}^n, \quad y, a \in \mathbb{R}^m"
SQUARE = r"A, B, P, Q, R, S, X, Y \in \mathbb{R}^{n \times n}, \quad x, y, z, v, \theta \in \mathbb{R}^n, \quad \lambda \in \mathbb{R}"
NUMBERS = r"x, w \in \mathbb{R}^n, \quad y, s, t, a \in \mathbb{R}"
TIED = [
    (LAYER, r"a = W x, \quad L := \|a - y\|^2", r"\nabla_W L = 0"),
    (LAYER, r"a = W x, \quad L := \|a - y\|^2", r"\nabla_W L = 2 (a - y) x^\top"),
    (LAYER, r"a_i = \sum_j W_{ij} x_j", r"\nabla_W \|a - y\|^2 = 0"),
    (LAYER, r"\|a - W x\| = 0", r"\nabla_W \|a - y\|^2 = 0"),
    (LAYER, r"a - W x = 0", r"\nabla_W (\|a - y\|^2 + \|W\|_F^2) = 2 W"),
    (SQUARE, r"A x - y = 0", r"\frac{\partial x}{\partial y} = 0"),
    (SQUARE, r"A x = y", r"\frac{\partial x}{\partial y} = 0"),
    (SQUARE, r"z = \tanh(A z + x)", r"\frac{\partial z}{\partial x} = 0"),
    (SQUARE, r"x = A x + \theta", r"\frac{\partial x}{\partial \theta} = 0"),
    (SQUARE, r"A v = \lambda v, \quad v^\top v = 1, \quad A = A^\top", r"\nabla_A \lambda = 0"),
    (SQUARE, r"X Y = \mathbf{I}", r"\frac{\partial Y}{\partial X} = 0"),
    (SQUARE, r"R R = S", r"\frac{\partial R}{\partial S} = 0"),
    (SQUARE, r"A = Q R, \quad Q^\top Q = \mathbf{I}", r"\frac{\partial Q}{\partial A} = 0"),
    (SQUARE, r"P = A P A^\top + \mathbf{I}", r"\frac{\partial P}{\partial A} = 0"),
    (SQUARE, r"A X + X B = Y", r"\frac{\partial X}{\partial Y} = 0"),
    (SQUARE, r"Y^\top = X", r"\frac{\partial Y}{\partial X} = 0"),
    (SQUARE, r"Y_{ij} = X_{ij}^2", r"\frac{\partial Y}{\partial X} = 0"),
    (SQUARE, r"X^\top (X x - y) = 0", r"\frac{\partial (y - X x)}{\partial y} = \mathbf{I}"),
    (SQUARE, r"X Y^\top = 0", r"\nabla_X \operatorname{tr}(Y Y^\top) = 0"),
    (NUMBERS, r"s^2 + t^2 = 1", r"\frac{ds}{dt} = 0"),
    (NUMBERS, r"2 y = w^\top x", r"\nabla_w y = 0"),
    (NUMBERS, r"y - w^\top x = 0", r"D_w y[x] = 0"),
    (NUMBERS, r"a = t^2, \quad f(t) := a t", r"f'(1) = a"),
]
TIED_BY_PREMISES = [
    r"a = W x \implies \nabla_W \|a - y\|^2 = 0",
    r"\nabla_W \|a - y\|^2 = 0 \text{ where } a = W x",
]
FREE = [
    (LAYER, r"a = W x, \quad L := \|a - y\|^2", r"\nabla_a L = 2 (a - y)"),
    (LAYER, r"a = W x", r"\frac{\partial x}{\partial W} = 0"),
    (LAYER, r"a := W x, \quad L := \|a - y\|^2", r"\nabla_W L = 2 (a - y) x^\top"),
    (LAYER, r"W \mathbf{1} = 0", r"\nabla_W y^\top W x = y x^\top"),
    (SQUARE, r"\|x\|_2 = \|y\|_2 = 1", r"\nabla_x x^\top y = y"),
    (SQUARE, r"X = X^\top", r"\nabla_X \operatorname{tr}(X^\top B X) = (B + B^\top) X"),
    (SQUARE, r"X Y^\top = 0", r"\nabla_X \operatorname{tr}(X Y^\top B) = B^\top Y"),
    (SQUARE, r"f(x) := \tfrac12 x^\top A^\top A x - y^\top x, \quad \nabla f(x) = 0", r"\nabla f(x) = 0"),
    (SQUARE, r"f(x) := \|A x - y\|_2^2, \quad A^\top (A z - y) = 0", r"\nabla f(z) = 0"),
    (SQUARE, r"f(x) := \|A x - y\|_2^2", r"A^\top A x = A^\top y \implies \nabla f(x) = 0"),
]


@pytest.mark.parametrize(("given", "more", "claim"), TIED)
def test_a_name_that_moves_with_the_variable(given: str, more: str, claim: str, tmp_path):
    result = judged(claim, rf"{given} \\ {more}", tmp_path)
    assert result.verdict == "undecided"
    assert "an equation between declared names ties" in result.message


@pytest.mark.parametrize("claim", TIED_BY_PREMISES)
def test_a_premise_ties_as_a_hypothesis_does(claim: str, tmp_path):
    assert "an equation between declared names ties" in judged(claim, LAYER, tmp_path).message


@pytest.mark.parametrize(("given", "more", "claim"), FREE)
def test_a_hypothesis_that_restricts_the_point(given: str, more: str, claim: str, tmp_path):
    assert judged(claim, rf"{given} \\ {more}", tmp_path).verdict == "holds"
