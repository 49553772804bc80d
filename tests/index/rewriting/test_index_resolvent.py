"""Inverses of a Gram matrix plus a multiple of the identity (Petersen & Pedersen, The Matrix Cookbook, section 3.2)."""

from derive.build import add, const, eye, inv, matmul, scale, transpose, var
from derive.core import Problem, Rel, SizeRules
from derive.index import prove
from derive.sizes import Shape, dim

N, D = dim("n"), dim("d")
X = var("X", Shape(N, D))
RIDGE = var("l", Shape())
COLUMNS = add(matmul(transpose(X), X), scale(RIDGE, eye(D)))
ROWS = add(matmul(X, transpose(X)), scale(RIDGE, eye(N)))


def outcome(lhs, rhs):
    variables = (("X", X.shape), ("l", RIDGE.shape))
    return prove(Problem(variables, (), (), ("n", "d"), SizeRules(), (), Rel("=", lhs, rhs))).outcome


def test_push_through_with_a_ridge():
    assert outcome(matmul(inv(COLUMNS), transpose(X)), matmul(transpose(X), inv(ROWS))) == "agree"


def test_push_through_with_two_ridges_is_not_shown():
    other = add(matmul(X, transpose(X)), scale(const(2), scale(RIDGE, eye(N))))
    assert outcome(matmul(inv(COLUMNS), transpose(X)), matmul(transpose(X), inv(other))) == "none"


def test_inverse_cancels_its_matrix():
    assert outcome(matmul(inv(COLUMNS), COLUMNS), eye(D)) == "agree"
    assert outcome(matmul(inv(COLUMNS), matmul(transpose(X), X)), eye(D)) == "none"
