"""Bounds of functions of one number, distances of values and identities of sines have proof objects; their false neighbors have none."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from tests.proofs.proving.test_proofs_of_equations import object_of

GIVEN = r"x, y \in \mathbb{R}"
BOUNDS = [  # what is given of x, the bound, its false neighbor
    (r"x > 0", r"\log x \le \frac{x}{e}", r"\log x < \frac{x}{e}"),
    (r"x \ge 0", r"e^{-x} \le \frac{1}{1 + x}", r"e^{-x} \le \frac{1}{1 + \frac{11}{10} x}"),
    ("", r"e^x + e^{-x} \ge 2 + x^2", r"e^x + e^{-x} \ge 2 + \frac{101}{100} x^2"),
    ("", r"|\sin(2 x) - \sin(2 y)| \le 2 |x - y|", r"|\sin(2 x) - \sin(2 y)| \le |x - y|"),
    ("", r"\sin(3 x) = 3 \sin x - 4 \sin^3 x", r"\sin(3 x) = 3 \sin x - 3 \sin^3 x"),
    ("", r"\cos x - \cos y = -2 \sin\left(\frac{x + y}{2}\right) \sin\left(\frac{x - y}{2}\right)", r"\cos x - \cos y = 2 \sin\left(\frac{x + y}{2}\right) \sin\left(\frac{x - y}{2}\right)"),
]  # fmt: skip


@pytest.mark.parametrize(("told", "claim", "neighbor"), BOUNDS)
def test_bounds_have_objects_and_their_neighbors_have_none(told: str, claim: str, neighbor: str) -> None:
    given = ", ".join(filter(None, (GIVEN, told)))
    assert object_of(claim, given).data is not None
    assert object_of(neighbor, given).data is None

POINTS = r"x, y \in \mathbb{R}^n, i \in \{1,\dots,n\}"
SOFT = r"\log\operatorname{softmax}(%s)_i"
DISTANCES = [  # given, the bound of a difference by that of the gradient, its false neighbor
    (POINTS, rf"|{SOFT % 'x'} - {SOFT % 'y'}| \le \sqrt2 \|x - y\|_2", rf"|{SOFT % 'x'} - {SOFT % 'y'}| \le \frac12 \|x - y\|_2"),
    (POINTS, rf"{SOFT % 'x'} - {SOFT % 'y'} \le \sqrt2 \|y - x\|_2", rf"{SOFT % 'x'} - {SOFT % 'y'} \le \frac12 \|y - x\|_2"),
    (POINTS, rf"\sqrt2 \|x - y\|_2 \ge |{SOFT % 'y'} - {SOFT % 'x'}|", rf"\sqrt2 \|x - y\|_2 \ge |{SOFT % 'y'} + {SOFT % 'x'}|"),
    (GIVEN, r"\sin x - \sin y \le |x - y|", r"x^2 - y^2 \le 2 |x - y|"),
]  # fmt: skip


@pytest.mark.parametrize(("given", "claim", "neighbor"), DISTANCES)
def test_the_bound_of_a_derivative_is_one_of_differences(given: str, claim: str, neighbor: str) -> None:
    assert object_of(claim, given).data is not None
    assert object_of(neighbor, given).data is None


def test_random_coefficients_are_shown_only_where_they_are_small_enough() -> None:
    chance = random.Random(5)
    for _ in range(3):
        c = Fraction(chance.randint(30, 70), 100)
        found = object_of(rf"e^x \ge 1 + x + \frac{{{c.numerator}}}{{{c.denominator}}} x^2", r"x \in \mathbb{R}, x \ge 0")
        assert (found.data is not None) == (c <= Fraction(1, 2))


def test_a_factor_of_the_identity_commutes_with_its_inverse() -> None:
    given = r"A, B \in \mathbb{R}^{n \times n}"
    assert object_of(r"A B = 2 A - 3 B + I \implies A B = B A", given).data is not None
    assert object_of(r"A B = 2 A - 3 B + 6 I \implies A B = B A", given).data is None
