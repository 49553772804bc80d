"""True inequalities at inputs where they are equalities: never certified false, and the strict versions are."""

from __future__ import annotations

import pytest

from derive import build
from derive.core import Problem, Rel, SizeRules
from derive.evidence import Point
from derive.exact.certification.certify import certify
from derive.fraction import Fraction
from derive.sizes import Shape

M, N = 2, 3
A = build.var("A", Shape.of("m", "n"))
X = build.var("X", Shape.of("n", "m"))


def norm(kind, e=A):
    return build.norm(e, kind)


def root(*names):
    total = build.const(1)
    for name in names:
        total = build.scale(total, build.sqrt(build.size(name)))
    return total


def product(a, b):
    return build.scale(a, b)


RELATIONS = {
    "2<=F": (norm("2"), norm("F")),
    "F<=sqrt m 2": (norm("F"), product(root("m"), norm("2"))),
    "F<=sqrt n 2": (norm("F"), product(root("n"), norm("2"))),
    "2<=sqrt n 1": (norm("2"), product(root("n"), norm("1"))),
    "2<=sqrt m inf": (norm("2"), product(root("m"), norm("inf"))),
    "1<=sqrt m 2": (norm("1"), product(root("m"), norm("2"))),
    "inf<=sqrt n 2": (norm("inf"), product(root("n"), norm("2"))),
    "2<=sqrt mn max": (norm("2"), product(root("m", "n"), norm("max"))),
    "F<=sqrt mn max": (norm("F"), product(root("m", "n"), norm("max"))),
    "1<=m max": (norm("1"), product(build.size("m"), norm("max"))),
    "inf<=n max": (norm("inf"), product(build.size("n"), norm("max"))),
    "max<=2": (norm("max"), norm("2")),
    "max<=1": (norm("max"), norm("1")),
    "max<=inf": (norm("max"), norm("inf")),
    "triangle": (norm("F", build.add(A, build.transpose(X))), build.add(norm("F"), norm("F", X))),
    "submultiplicative F": (norm("F", build.matmul(A, X)), product(norm("F"), norm("F", X))),
    "submultiplicative 1": (norm("1", build.matmul(A, X)), product(norm("1"), norm("1", X))),
    "submultiplicative inf": (norm("inf", build.matmul(A, X)), product(norm("inf"), norm("inf", X))),
}
MATRICES = {
    "ones": [[1, 1, 1], [1, 1, 1]],
    "identity": [[1, 0, 0], [0, 1, 0]],
    "corner": [[1, 0, 0], [0, 0, 0]],
    "zero": [[0, 0, 0], [0, 0, 0]],
    "column": [[1, 0, 0], [1, 0, 0]],
    "row": [[1, 1, 1], [0, 0, 0]],
    "signs": [[1, -1, 1], [-1, 1, -1]],
}


def point(rows):
    a = tuple(tuple(Fraction(v) for v in row) for row in rows)
    return Point({"m": M, "n": N}, {"A": a, "X": tuple(zip(*a, strict=True))})


def problem(op, lhs, rhs):
    variables = (("A", A.shape), ("X", X.shape))
    return Problem(variables, (), (), ("m", "n"), SizeRules(), (), Rel(op, lhs, rhs))


@pytest.mark.parametrize("name", RELATIONS)
def test_true_inequalities_are_never_violated(name):
    for rows in MATRICES.values():
        assert certify(problem("<=", *RELATIONS[name]), point(rows)) is None


@pytest.mark.parametrize("name", RELATIONS)
def test_strict_versions_fall_at_the_zero_matrix(name):
    assert certify(problem("<", *RELATIONS[name]), point(MATRICES["zero"])) is not None


def test_there_are_at_least_a_hundred_cases():
    assert len(RELATIONS) * len(MATRICES) >= 100
