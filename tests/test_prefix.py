"""The prefix core language: what is written is read back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from derive import build as b
from derive.certificate import side_value
from derive.core import Expr, Logic, Problem, Quantified, Rel, SizeRules
from derive.errors import SyntaxProblem
from derive.fraction import Fraction
from derive.prefix import from_prefix, problem_from_prefix, problem_to_prefix, read_tree, size_text, to_prefix
from derive.sizes import Shape, Size

N, D = Size.of("n"), Size.of("d")
X, Y = b.var("X", Shape.of("n", "d")), b.var('odd "name" (%1)\\', Shape.of("n", "d"))

UNARY = [
    lambda e: b.softmax(e), lambda e: b.map_("gelu", e), lambda e: b.transpose(b.transpose(e)), lambda e: b.scale(b.norm(e), e),
    lambda e: b.matmul(e, b.matmul(b.transpose(X), e)), lambda e: b.sum_("k", Size.of(1), N, b.scale(b.size("k"), e)),
    lambda e: b.unvecr(b.vecr(e), (N,), (D,)), lambda e: b.grad(b.trace(b.matmul(e, b.transpose(e))), "X", X),
    lambda e: b.where(b.indicator(">", e, b.const(0)), e, X), lambda e: b.hpow(e, b.const(Fraction(-1, 2))),
]  # fmt: skip
BINARY = [b.hadamard, b.add, b.sub, lambda e, f: b.frechet(e, "X", X, f)]


@st.composite
def expressions(draw: st.DrawFn) -> Expr:
    pool = [X, Y, b.zeros((N,), (D,))]
    for _ in range(draw(st.integers(1, 7))):
        if draw(st.booleans()):
            pool.append(draw(st.sampled_from(UNARY))(draw(st.sampled_from(pool))))
        else:
            pool.append(draw(st.sampled_from(BINARY))(draw(st.sampled_from(pool)), draw(st.sampled_from(pool))))
    return pool[-1]


@given(expressions())
def test_round_trip(e: Expr) -> None:
    text = to_prefix(e)
    again = from_prefix(text)
    assert to_prefix(again) == text
    assert again.shape == e.shape


def test_shared_expressions_stay_small() -> None:
    e = X
    for _ in range(40):
        e = b.add(b.hadamard(e, e), X)
    assert len(to_prefix(e)) < 3000
    assert to_prefix(from_prefix(to_prefix(e))) == to_prefix(e)


def test_problem() -> None:
    p = b.var("p", Shape.of("n"))
    sup = b.bound("sup", [("p", p.shape)], [Rel(">=", p, b.const(0))], b.norm(p))
    goal = Logic(
        "implies", (Rel("<", sup, b.real("pi")), Quantified("forall", (("k", Size.of(1), N),), Rel("=", X, Y)))
    )
    problem = Problem(
        (("X", X.shape), (Y.data[0], Y.shape)), (("f", (X.shape,), Shape()),), (("i", Size.of(1), N * 2 + 1),), ("n", "d"),
        SizeRules((("n", 2),), (("<=", N - D),)), (Rel("!=", X, Y),), goal,
    )  # fmt: skip
    assert problem_from_prefix(problem_to_prefix(problem)) == problem


def test_sizes() -> None:
    assert size_text(N * N * 2 - 1) in ('(+ -1 (* 2 (^ "n" 2)))', '(+ (* 2 (^ "n" 2)) -1)')


@pytest.mark.parametrize(
    "text", ["(", ")", "(var", "(nonsense)", "%1", "(add)", "(const x)", "(" * 900 + ")" * 900, '("x"']
)
def test_malformed(text: str) -> None:
    with pytest.raises(SyntaxProblem):
        from_prefix(text)


def test_names_are_data() -> None:
    assert read_tree(to_prefix(Y))[3].startswith('"odd')  # type: ignore[index]
    assert from_prefix(to_prefix(Y)) == Y


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("-3/4", "-3/4"),
        ("[0.5, 1.25e1]", {"low": "1/2", "high": "25/2"}),
        ("1 - 1/2*sqrt(3)", ["+", "1", ["*", "-1/2", ["sqrt", "3"]]]),
        ("infinity", "infinity"),
        ("2 x 3", "2 x 3"),
        ("a finite number", None),
    ],
)
def test_side_values(text: str, value: object) -> None:
    assert side_value(text) == value
