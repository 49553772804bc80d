r"""Two ranges under one name, as the norm rules ask: ``sum_{i=1}^n f(i)`` is not ``sum_{i=1}^{n-1} f(i)``."""

from __future__ import annotations

import pytest

from derive import build
from derive.core import Expr, Problem, Rel, SizeRules
from derive.index import prove
from derive.sizes import Shape, Size
from tests.judged import proved

N, M, ONE = Size.of("n"), Size.of("m"), Size.of(1)
X, Y = build.var("x", Shape((N,), ())), build.var("y", Shape((M,), ()))


def total(vector: Expr, name: str, high: Size, function: str, op: str = "sum_") -> Expr:
    """A sum, product or maximum of a function of the entries of a vector."""
    body = build.map_(function, build.entry(vector, Size.of(name), ONE))
    return build.over(op, name, ONE, high, body) if op == "maxover" else getattr(build, op)(name, ONE, high, body)


def outcome(left: Expr, right: Expr) -> str:
    variables = (("x", X.shape), ("y", Y.shape))
    return prove(Problem(variables, (), (), ("m", "n"), SizeRules(), (), Rel("=", left, right))).outcome


@pytest.mark.parametrize("function", ["log", "sqrt", "exp"])
@pytest.mark.parametrize("op", ["sum_", "prod", "maxover"])
@pytest.mark.parametrize("name", ["#0", "#1"])
def test_one_name_for_two_ranges(op: str, function: str, name: str):
    whole = total(X, "#0", N, function, op)
    assert outcome(whole, total(X, name, N, function, op)) == "agree"
    assert outcome(whole, total(X, name, N - 1, function, op)) == "none"
    assert outcome(whole, total(Y, name, M, function, op)) == "none"


def test_one_name_for_two_ranges_on_one_side():
    both = build.add(total(X, "#0", N, "log"), total(Y, "#0", M, "log"))
    apart = build.add(total(Y, "#3", M, "log"), total(X, "#2", N, "log"))
    twice = build.add(total(X, "#0", N, "log"), total(X, "#1", N, "log"))
    assert outcome(both, apart) == "agree"
    assert outcome(both, twice) == "none"


def test_names_behind_the_first_one_with_two_ranges():
    parts = [total(X, "#0", N, "log"), total(Y, "#0", M, "log"), total(X, "#1", N, "exp"), total(Y, "#2", M, "exp")]
    own = [total(X, "a", N, "log"), total(Y, "b", M, "log"), total(X, "c", N, "exp"), total(Y, "d", M, "exp")]
    assert outcome(build.add(*parts), build.add(*reversed(own))) == "agree"
    assert outcome(build.add(*parts), build.add(*own[1:], own[1])) == "none"


@pytest.mark.parametrize(
    ("given", "claim", "holds"),
    [
        (r"x \in \mathbb{R}^n, p \in \mathbb{R}_{>0}^n", r"\prod_{i=1}^n p_i^{x_i} = \exp(\sum_{i=1}^n x_i \log p_i)", True),
        (r"x \in \mathbb{R}^n, p \in \mathbb{R}_{>0}^n", r"\prod_{i=1}^n p_i^{x_i} = \exp(\sum_{i=1}^{n-1} x_i \log p_i)", False),
        (r"x, p \in \mathbb{R}^n", r"\exp(\sum_{i=1}^n x_i \log p_i) = \exp(\sum_{i=1}^{n-1} x_i \log p_i)", False),
        (r"x \in \mathbb{R}^n, f : \mathbb{R} \to \mathbb{R}", r"\exp(\sum_{i=1}^n f(x_i)) = \exp(\sum_{j=1}^n f(x_j))", True),
        (r"x \in \mathbb{R}^n, f : \mathbb{R} \to \mathbb{R}", r"\exp(\sum_{i=1}^n f(x_i)) = \exp(\sum_{i=1}^{n-1} f(x_i))", False),
        (
            r"x \in \mathbb{R}^n, y \in \mathbb{R}^m, f : \mathbb{R} \to \mathbb{R}",
            r"\exp(\sum_{i=1}^n f(x_i)) = \exp(\sum_{i=1}^m f(y_i))",
            False,
        ),
    ],
)  # fmt: skip
def test_norm_rules_ask_about_two_ranges(given: str, claim: str, holds: bool):
    assert proved(given, claim) is holds
