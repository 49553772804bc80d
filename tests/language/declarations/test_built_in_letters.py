r"""Equations on ``\kappa(A)``, ``\Phi(x)`` and other functions: what is built in is not defined anew by them."""

import pytest

from derive.errors import DeriveError
from derive.language.scope.scope import Scope
from tests.judged import judged

MATRICES = r"A, B \in \mathbb{R}^{n \times n}"
NUMBERS = r"x, y, p \in \mathbb{R}"


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (rf"{MATRICES}, \kappa(A) = 10", r"\kappa(B) = 10"),
        (rf"{MATRICES}, \kappa(A) = \kappa(B)", r"\kappa(A+B) = \kappa(A)"),
        (rf"{MATRICES}, \text{{assume }} \kappa(A) = 3", r"\kappa(B) = 3"),
        (rf"{MATRICES}, \kappa_2(A) = 4", r"\kappa(B) = 4"),
        (rf"{NUMBERS}, \Phi(x) = p", r"\Phi(y) = p"),
        (r"A \in \mathbb{R}^{n \times n}, c \in \mathbb{R}, \kappa(A) = c", r"c \ge 2"),
    ],
)
def test_false_claims_of_other_arguments(given: str, claim: str, tmp_path):
    assert judged(claim, given, tmp_path).verdict in ("refuted", "undecided")


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (rf"{MATRICES}, \kappa(A) = 10", r"\kappa(A) = 10"),
        (rf"{MATRICES}, \kappa(A) = 1, \kappa(B) = 2", r"\kappa(A) = 1"),
        (r"A \in \mathbb{R}^{n \times n}, c \in \mathbb{R}, \kappa(A) = c", r"c \ge 1"),
        (r"A \in \mathbb{R}^{n \times n}, \kappa = \kappa(A)", r"\kappa \ge 1"),
        (r"A \in \mathbb{R}^{n \times n}", r"1/\kappa(A) \le 1"),
        (rf"{NUMBERS}, \Phi(x) = p", r"\Phi(x) = p"),
        (
            r"x, y \in \mathbb{R}^n, W \in \mathbb{R}^{m \times n}, \phi(x) = W x",
            r"\phi(x+y) = \phi(x) + \phi(y)",
        ),
        (
            r"x, y \in \mathbb{R}^n, W \in \mathbb{R}^{n \times n}, \phi(x) := W x",
            r"\phi(x+y) = \phi(x) + \phi(y)",
        ),
        (r"A \in \mathbb{R}^{n \times n}, \kappa(A) := \|A\|_F \|A^{-1}\|_F", r"\kappa(2A) = \kappa(A)"),
    ],
)
def test_true_neighbors(given: str, claim: str, tmp_path):
    assert judged(claim, given, tmp_path).verdict == "holds"


def test_an_infinite_condition_number_is_no_constant(tmp_path):
    given = r"A \in \mathbb{R}^{n \times n}, \kappa(A) = \infty"
    assert judged(r"\det(A) = 0", given, tmp_path).verdict in ("holds", "undecided")


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (rf"{MATRICES}, \kappa(A) = \|A\|_2 \|B\|_2", "built in"),
        (r"x \in \mathbb{R}^n, W \in \mathbb{R}^{n \times n}, \phi(x) = W x", "write := for a definition"),
        (rf"{NUMBERS}, \sigma(x) = 1/2", "does not depend on the argument"),
        (rf"{NUMBERS}, \phi(x) = p", "not certain that the normal density is meant"),
        (rf"{NUMBERS}, \rho(x) = p", "of a number it is no spectral radius"),
        (rf"{MATRICES}, \rho(A) = \|A\|_2 \|B\|_2", "built in"),
        (r"x \in \mathbb{R}^n, \operatorname{Var}(x) = 1", "the covariance 1 is"),
        (r"x \in \mathbb{R}^n, c := 3, D(x) = c", "does not depend on the argument"),
        (r"x \in \mathbb{R}^n, f(x)^2 := \|x\|_2^2", "a power"),
        (r"x \in \mathbb{R}^n, f(x)^2 = \|x\|_2^2", "not declared"),
    ],
)
def test_what_may_be_either_is_refused(given: str, said: str):
    with pytest.raises(DeriveError) as problem:
        Scope.root().given(given)
    assert said in str(problem.value)


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (r"x \in \mathbb{R}^n, f(x) = \|x\|_2^2", r"f(2x) = 4 f(x)"),
        (r"x \in \mathbb{R}^n, c \in \mathbb{R}, f(x) := c", r"f(2x) = f(x)"),
        (r"X \in \mathbb{R}^{n \times n}, Y := X^2, f(X) = Y", r"f(2X) = 4 f(X)"),
    ],
)
def test_definitions_stay(given: str, claim: str, tmp_path):
    assert judged(claim, given, tmp_path).verdict == "holds"
