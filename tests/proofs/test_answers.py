"""Answers in human form: what a book writes, confirmed by the roads; the simplifier never changes a value."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

import derive
from derive import build as b
from derive.core import Rel
from derive.matrix_terms import length
from derive.pullback import gradient
from derive.simplify import simplified
from derive.sizes import Shape
from numeric.evaluation.dense import evaluate
from proofs.cli import main
from proofs.derivatives import Answer

TABLE = Path(__file__).with_name("answers.tsv")
ROWS = [line.split("\t") for line in TABLE.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
SIZES = {"m": 2, "n": 3, "k": 4}
A, B, S = b.var("A", Shape.of("m", "n")), b.var("B", Shape.of("n", "k")), b.var("S", Shape.of("n", "n"))
X, Y, Z = b.var("x", Shape.of("n")), b.var("y", Shape.of("n")), b.var("z", Shape.of("m"))
SYMMETRIC = Rel("=", S, b.transpose(S))
SUMS_TO_ONE = Rel("=", b.matmul(b.transpose(b.ones(X.shape.rows)), Y), b.const(1))


def answer_of(kind: str, expression: str, declared: str, by: str) -> Answer:
    return getattr(derive, kind)(expression, by, given=declared)


@pytest.mark.parametrize(("kind", "expression", "declared", "by", "said"), ROWS)
def test_the_answer_is_that_of_the_books(kind: str, expression: str, declared: str, by: str, said: str) -> None:
    found = answer_of(kind, expression, declared, by)
    parts = " ;  ".join(f"{name} := {value}" for name, value in found.parts)
    assert found.verdict == "holds"
    assert f"{found.shown} {parts}".strip() == said


@pytest.mark.parametrize(("kind", "expression", "declared", "by", "said"), ROWS[:10] + ROWS[12::6])
def test_what_is_printed_is_read_back_and_holds(kind: str, expression: str, declared: str, by: str, said: str) -> None:
    found = answer_of(kind, expression, declared, by)
    parts = "".join(rf", \quad {name} := {value}" for name, value in found.parts)
    layout = "gradient" if kind == "gradient" else "numerator"
    assert derive.check(f"{found.question} = {found.shown}", declared + parts, layout=layout).verdict == "holds"


# No rule of the simplifier changes a value: random expressions, all dimensions distinct, entries positive.


def scalars(depth: int) -> st.SearchStrategy:
    plain = st.sampled_from([b.const(2), b.const("-1/3"), b.size("n"), b.var("t", Shape())])
    if not depth:
        return plain
    columns_ = columns(depth - 1)
    return st.one_of(
        plain,
        st.builds(lambda u, v: b.matmul(b.transpose(u), v), columns_, columns_),
        st.builds(lambda s, p: b.hpow(b.add(b.hpow(s, b.const(2)), b.const(1)), b.const(p)), scalars(depth - 1), st.sampled_from([-1, -2, "1/2", "-3/2"])),
        st.builds(lambda u: b.map_("log", b.matmul(b.transpose(b.ones(u.shape.rows)), b.map_("exp", u))), columns_),
        st.builds(lambda s: b.hpow(b.add(b.const(1), b.map_("exp", s)), b.const(-1)), scalars(depth - 1)),
    )


def columns(depth: int) -> st.SearchStrategy:
    plain = st.sampled_from([X, Y, b.ones(X.shape.rows)])
    if not depth:
        return plain
    inner = columns(depth - 1)
    return st.one_of(
        plain,
        st.builds(b.add, inner, inner),
        st.builds(b.hadamard, inner, inner),
        st.builds(b.scale, scalars(depth - 1), inner),
        st.builds(b.matmul, matrices(depth - 1), inner),
        st.builds(lambda u: b.hpow(u, b.const(-1)), st.sampled_from([X, Y])),
        st.builds(lambda u: b.transpose(b.softmax(b.transpose(u))), inner),
        st.builds(lambda u: b.scale(b.hpow(b.matmul(b.transpose(b.ones(u.shape.rows)), b.map_("exp", u)), b.const(-1)), b.map_("exp", u)), inner),
    )


def matrices(depth: int) -> st.SearchStrategy:
    plain = st.sampled_from([S, b.eye(X.shape.rows), b.transpose(S), b.matmul(b.transpose(A), A), b.matmul(B, b.transpose(B))])
    if not depth:
        return plain
    inner, columns_ = matrices(depth - 1), columns(depth - 1)
    return st.one_of(
        plain,
        st.builds(b.add, inner, inner),
        st.builds(b.matmul, inner, inner),
        st.builds(b.hadamard, inner, inner),
        st.builds(b.transpose, inner),
        st.builds(b.scale, scalars(depth - 1), inner),
        st.builds(b.diag, columns_),
        st.builds(lambda u, v: b.matmul(u, b.transpose(v)), columns_, columns_),
        st.just(b.matmul(b.inv(S), S)),
        st.builds(lambda u: b.mpow(u, 2), inner),
    )


def environment(seed: int) -> dict[str, torch.Tensor]:
    chance = torch.Generator().manual_seed(seed)
    shapes = {"A": (2, 3), "B": (3, 4), "S": (3, 3), "x": (3, 1), "y": (3, 1), "z": (2, 1), "t": (1, 1)}
    env = {name: torch.rand(shape, dtype=torch.float64, generator=chance) + 0.1 for name, shape in shapes.items()}
    env["S"] = env["S"] + env["S"].T + 4 * torch.eye(3, dtype=torch.float64)
    env["y"] = env["y"] / env["y"].sum()
    return env


@settings(max_examples=150, deadline=None)
@given(st.one_of(scalars(3), columns(3), matrices(3)), st.integers(0, 1000))
def test_what_is_simplified_has_the_same_value(e, seed: int) -> None:
    simple = simplified(e, [SYMMETRIC, SUMS_TO_ONE])
    env = environment(seed)
    left, right = (evaluate(side, env, SIZES) for side in (e, simple))
    assert simple.shape.totals == e.shape.totals
    torch.testing.assert_close(left, right, rtol=1e-8, atol=1e-9)


@settings(max_examples=60, deadline=None)
@given(scalars(3), st.integers(0, 1000))
def test_a_gradient_that_is_pulled_back_is_that_of_autograd(e, seed: int) -> None:
    env, point = environment(seed), X
    pulled = evaluate(gradient(e, "x", point), env, SIZES)
    torch.testing.assert_close(pulled, evaluate(b.grad(e, "x", point), env, SIZES), rtol=1e-7, atol=1e-9)


@pytest.mark.parametrize(
    ("e", "hypotheses"),
    [
        (b.sub(b.matmul(S, X), b.matmul(b.transpose(S), X)), []),  # S is not symmetric here
        (b.matmul(b.transpose(b.ones(X.shape.rows)), Y), []),  # nor has y the sum 1
        (b.sub(b.matmul(A, b.transpose(A)), b.eye(A.shape.rows)), []),
        (b.sub(b.hadamard(X, Y), b.matmul(S, Y)), []),
    ],
)
def test_what_no_hypothesis_says_is_not_used(e, hypotheses) -> None:
    env = environment(1)
    env["S"] = env["S"] + torch.triu(torch.ones(3, 3, dtype=torch.float64))
    env["y"] = env["y"] * 3
    torch.testing.assert_close(evaluate(e, env, SIZES), evaluate(simplified(e, hypotheses), env, SIZES))


def test_the_shorter_form_is_taken() -> None:
    kept = b.matmul(b.transpose(A), b.sub(b.matmul(A, X), Z))
    assert simplified(kept) == kept
    p = b.transpose(b.softmax(b.transpose(X)))
    slope = b.sub(b.diag(p), b.matmul(p, b.transpose(p)))
    short = simplified(b.matmul(slope, b.hadamard(Y, b.hpow(p, b.const(-1)))), [SUMS_TO_ONE])
    assert length(short) < length(slope) and short == b.sub(Y, p)


def test_a_command_says_its_layout_and_names(capsys) -> None:
    declared = r"W \in \mathbb{R}^{k \times n}, x \in \mathbb{R}^n, y \in \mathbb{R}^k"
    assert main(["gradient", r"y^\top \operatorname{softmax}(W x)", "--wrt", "W", "--given", declared]) == 0
    out = capsys.readouterr().out
    assert out.startswith(r"\nabla_{W}") and r"with p := \operatorname{softmax}(W x)" in out and "layout: gradient" in out
    assert main(["gradient", "x^\\top x", "--wrt", "x", "--given", declared, "--simplify", "none", "--latex"]) == 0
    assert capsys.readouterr().out == "x + x\n"
    assert main(["gradient", "x^\\top x", "--wrt", "x", "--given", declared, "--latex"]) == 0
    assert capsys.readouterr().out == "2 x\n"
