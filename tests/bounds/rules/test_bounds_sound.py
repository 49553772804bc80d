"""Every alternative that the rules give is an upper bound: checked with numpy-like evaluation on random and extremal inputs."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from derive import build
from derive.bounds.comparison.compare import replacements
from derive.bounds.comparison.prover import read_facts
from derive.bounds.forms.polynomial import to_expr
from derive.bounds.quantities import values
from derive.bounds.rules.rules import Targets, alternatives, relax
from derive.core import Expr, Problem, Rel, SizeRules
from derive.errors import NotSupported
from derive.fraction import Fraction
from derive.sizes import Shape, Size, dim
from numeric.evaluation.dense import evaluate

ANYTHING = Targets(frozenset())
KINDS = ("2", "F", "1", "inf", "max")
SIZES = ({"m": 2, "n": 3, "p": 5}, {"m": 1, "n": 1, "p": 1}, {"m": 3, "n": 1, "p": 2}, {"m": 1, "n": 4, "p": 2})
A, B = build.var("A", Shape.of("m", "n")), build.var("B", Shape.of("m", "n"))
X, S = build.var("X", Shape.of("n", "p")), build.var("S", Shape.of("n", "n"))
W, u = build.var("W", Shape.of("n", "n")), build.var("u", Shape.of("n"))
c, v, q = build.var("c", Shape()), build.var("v", Shape.of("n")), build.var("q", Shape.of("n"))
VARIABLES = (A, B, X, S, W, u, c, v, q)
SIMPLEX = (Rel(">=", q, build.const(0)), Rel("=", build.matmul(build.ones((), dim("n")), q), build.const(1)))
P = build.softmax(S)
T = build.transpose


def problem(goal: Rel, hypotheses: tuple[Rel, ...] = SIMPLEX) -> Problem:
    return Problem(
        tuple((x.data[0], x.shape) for x in VARIABLES), (), (), ("m", "n", "p"), SizeRules(), hypotheses, goal
    )


FACTS = problem(Rel("=", c, c))


def points(sizes: dict[str, int], count: int = 12):
    """Random, integer, rank-one, zero, identity-like, saturated and equal-row inputs."""
    rng = np.random.default_rng(7)
    kinds = ("gauss", "integers", "rank_one", "zero", "eye", "large", "rows", "signs", "corner")
    for k in range(count):
        env = {}
        for x in VARIABLES:
            rows, cols = x.shape.evaluate(sizes)
            kind = kinds[k % len(kinds)] if rng.random() < 0.6 else kinds[int(rng.integers(len(kinds)))]
            value = {
                "gauss": lambda r, s: rng.normal(size=(r, s)),
                "integers": lambda r, s: rng.integers(-2, 3, size=(r, s)).astype(float),
                "rank_one": lambda r, s: np.outer(rng.normal(size=r), rng.normal(size=s)),
                "zero": lambda r, s: np.zeros((r, s)),
                "eye": lambda r, s: np.eye(r, s),
                "large": lambda r, s: 30 * np.eye(r, s),
                "rows": lambda r, s: np.ones((r, 1)) * rng.normal(size=(1, s)),
                "signs": lambda r, s: np.sign(rng.normal(size=(r, s))),
                "corner": lambda r, s: np.eye(r, s) * (np.arange(r)[:, None] == 0),
            }[kind](rows, cols)
            if x is q:
                value = np.abs(value) + (0 if value.any() else 1)
                value = value / value.sum()
            env[x.data[0]] = torch.tensor(value, dtype=torch.float64)
        yield env


def expressions() -> list[Expr]:
    """One or more expressions per rule."""
    i, j = Size.of("i"), Size.of("j")
    row = build.row(P, i)
    jac = build.sub(build.diag(q), build.matmul(q, T(q)))
    jac_row = build.sub(build.diag(row), build.matmul(T(row), row))
    center = build.sub(
        build.eye(dim("n")), build.scale(build.hpow(build.size("n"), build.const(-1)), build.ones(dim("n"), dim("n")))
    )
    mask = build.indicator(">", W, build.const(0))
    e_ji = build.matmul(build.basis(j, dim("n")), T(build.basis(i, dim("n"))))
    return [
        build.matmul(A, X), build.matmuls(A, S, X), build.matmuls(P, S, P), build.add(A, B), build.sub(A, B), build.scale(c, A), T(A),
        build.kron(A, X), build.kron(P, T(X)), build.hadamard(A, B), build.diag(u), build.diag(q), build.vec(A), build.vecr(build.matmul(A, X)),
        P, build.matmul(P, W), build.matmul(P, P), row, build.col(S, j), q, u, build.matmul(u, T(v)), build.matmul(T(A), A), build.matmul(A, T(A)),
        jac, jac_row, center, build.matmul(center, W), build.map_("relu", A), build.map_("tanh", A), build.map_("gelu", A), build.map_("sigmoid", A),
        build.map_("abs", S), mask, build.hadamard(mask, S), build.diag(build.col(mask, j)), build.hcat(A, B), build.vcat(A, B),
        build.commutation(dim("m"), dim("n")), build.matmul(build.commutation(dim("m"), dim("n")), build.vec(A)), build.eye(dim("n")),
        build.ones(dim("m"), dim("n")), build.basis(i, dim("n")), build.sum_("k", Size.of(1), Size.of("n"), build.matmul(build.col(A, Size.of("k")), build.row(X, Size.of("k")))),
        build.blockdiag("a", Size.of("n"), build.diag(build.row(P, Size.of("a")))),
        build.blockdiag("a", Size.of("n"), build.scale(build.entry(u, Size.of("a"), Size.of(1)), A)),
        build.blocks("i", Size.of("n"), "j", Size.of("n"), build.matmuls(T(X), e_ji, X)),
        build.blocks("i", Size.of("n"), "j", Size.of("m"), build.scale(build.entry(A, j, i), build.row(S, i))),
        build.blocks("i", Size.of("m"), "j", Size.of("m"), A), build.mpow(S, 2), build.mpow(S, 3), build.matmuls(u, T(v), S, u, T(v)),
        build.vcat(build.hcat(A, B), build.hcat(B, A)), build.hcat(build.vcat(A, B), build.vcat(B, A), build.vcat(A, A)),
        build.deriv(build.softmax(S), "S", S), build.deriv(build.deriv(build.softmax(S), "S", S), "S", S),
        build.deriv(build.deriv(build.softmax(T(S)), "S", S), "S", W), build.deriv(build.softmax(A), "A", B),
        *derivatives(), build.where(mask, S, W), build.matmul(build.kron(P, build.eye(dim("p"))), build.vecr(X)),
    ]  # fmt: skip


def derivatives() -> list[Expr]:
    """Jacobians for the chain rule, second derivatives among them, and derivatives in a direction."""
    softly, inner = build.softmax(build.matmuls(S, W, T(S))), build.matmul(S, W)
    bodies = [
        build.matmuls(softly, S, W), build.matmuls(A, S, X), build.map_("relu", inner), build.map_("sigmoid", inner), build.hadamard(S, inner),
        build.kron(S, A), build.hcat(S, inner), build.vcat(W, S), build.scale(build.trace(S), S), build.diag(build.matmul(S, u)), build.mpow(S, 2),
        build.row(softly, Size.of("i")), build.trace(inner), build.norm(inner, "F"), build.map_("tanh", build.matmul(S, T(S))), build.softmax(T(S)),
        build.sum_("k", Size.of(1), Size.of("n"), build.matmul(build.col(S, Size.of("k")), build.row(inner, Size.of("k")))),
        build.matmul(build.softmax(build.matmul(T(u), S)), W),
    ]  # fmt: skip
    second = build.deriv(build.deriv(build.matmuls(A, S, W, X), "S", S), "W", W)
    return [build.deriv(body, "S", S) for body in bodies] + [second, build.frechet(build.softmax(S), "S", S, W)]


EXPRESSIONS = expressions()


def number(expr: Expr, env, sizes) -> float:
    return float(evaluate(expr, env, sizes, {"i": 1, "j": 1}))


@pytest.mark.parametrize("kind", KINDS)
def test_exact_norms_are_equalities_and_alternatives_are_upper_bounds(kind):
    facts = read_facts(FACTS)
    for expr in EXPRESSIONS:
        exact = facts.norm(expr, kind)
        options = relax(facts, exact, ANYTHING)
        for sizes in SIZES:
            for env in points(sizes, 2):
                truth = number(build.norm(expr, kind), env, sizes)
                scale = 1e-9 * (1 + abs(truth))
                assert abs(number(to_expr(exact.value), env, sizes) - truth) <= scale, (expr.op, kind, exact.steps)
                for option in options[:5]:
                    assert number(to_expr(option.value), env, sizes) >= truth - scale, (
                        expr.op,
                        kind,
                        option.steps,
                        sizes,
                    )


@pytest.mark.parametrize("kind", KINDS)
def test_norm_equivalences(kind):
    facts = read_facts(FACTS)
    for expr in (A, X, S, u, T(u), P, q, build.row(P, Size.of("i"))):
        atoms = [a for a in facts.norm(expr, kind).value.atoms() if a.op == "norm"]
        for atom in atoms:
            for (monomial, factor), step in replacements(facts, atom):
                larger = to_expr(values.Poly(((monomial, factor),)))
                for sizes in SIZES:
                    for env in points(sizes, 5):
                        assert number(larger, env, sizes) >= number(atom, env, sizes) * (1 - 1e-9) - 1e-12, (
                            step,
                            sizes,
                        )


ENTRY = build.entry(A, Size.of("a"), Size.of("b"))


def _double(outer: str, inner: str, body: Expr) -> Expr:
    """Over the columns the inner, over the rows the outer operation."""
    one, (rows, cols) = Size.of(1), (Size.of("m"), Size.of("n"))
    first = build.sum_("b", one, cols, body) if inner == "sum" else build.over(inner, "b", one, cols, body)
    return build.sum_("a", one, rows, first) if outer == "sum" else build.over(outer, "a", one, rows, first)


def scalars() -> list[Expr]:
    one = Size.of(1)
    return [
        build.map_("abs", build.matmul(T(u), v)), build.map_("abs", build.matmuls(T(u), S, v)), build.map_("abs", build.trace(S)),
        build.map_("abs", build.trace(build.matmul(A, T(B)))), build.map_("abs", build.entry(S, Size.of("i"), one)),
        build.entry(q, Size.of("i"), one), build.sigma(A, "min"), build.sigma(A, "max"), build.rank(build.matmul(A, X)), build.rank(build.add(A, B)),
        build.rank(build.kron(A, X)), build.rank(build.hadamard(A, B)), build.map_("abs", build.add(c, build.matmul(T(u), v))),
        _double("sum", "sum", build.hpow(build.map_("abs", ENTRY), build.const(2))), _double("sum", "sum", build.hpow(ENTRY, build.const(2))),
        _double("maxover", "maxover", build.map_("abs", ENTRY)), _double("maxover", "sum", build.map_("abs", ENTRY)),
        build.over("maxover", "k", one, Size.of("n"), build.norm(build.col(A, Size.of("k")))), build.extreme("max", build.norm(A), build.norm(B)),
        build.sum_("k", one, Size.of("n"), build.norm(build.col(A, Size.of("k")))), build.order(q, one), build.trace(build.matmul(A, T(A))),
        build.kappa(build.matmul(S, W)), build.kappa(build.kron(S, A)), build.matmul(T(u), u), build.extreme("maxentry", q),
        build.integral(build.norm(build.add(A, build.scale(build.var("t", Shape()), B))), "t", build.const(0), build.const(1)),
    ]  # fmt: skip


def test_scalar_rules():
    facts = read_facts(FACTS)
    for expr in scalars():
        exact = facts.value(expr)
        options = relax(facts, exact, ANYTHING)
        for atom in exact.value.atoms():
            options += [
                b
                for b in alternatives(facts, atom, ANYTHING)
                if len(exact.value.terms) == 1 and exact.value.same(values.Poly.atom(atom))
            ]
        for sizes in SIZES:
            for env in points(sizes, 5):
                truth = number(expr, env, sizes)
                if not np.isfinite(truth) or truth > 1e12:
                    continue
                assert abs(number(to_expr(exact.value), env, sizes) - truth) <= 1e-8 * (1 + abs(truth)), (
                    expr.op,
                    exact.steps,
                )
                for option in options:
                    assert number(to_expr(option.value), env, sizes) >= truth - 1e-8 * (1 + abs(truth)), (
                        expr.op,
                        option.steps,
                        sizes,
                    )


def test_no_domination_of_random_polynomials_that_numbers_contradict():
    """Random differences of monomials in norms: what is shown nonnegative is nonnegative at every tried input."""
    facts = read_facts(FACTS)
    rng = np.random.default_rng(3)
    quantities = [build.norm(e, k) for e in (A, X, P, q, u) for k in KINDS] + [build.size(s) for s in "mnp"] + [
        c, build.entry(q, Size.of(1), Size.of(1)), build.map_("abs", c), build.sqrt(build.size("n")), build.const(2), build.order(q, Size.of(1)),
    ]  # fmt: skip
    everywhere = [(s, env) for s in SIZES for env in points(s, 4)]
    shown = 0
    for _ in range(70):
        terms = []
        for sign in (1, 1, -1, -1)[: int(rng.integers(2, 5))]:
            term: Expr = build.const(Fraction(sign * int(rng.integers(1, 4)), int(rng.integers(1, 4))))
            for _ in range(int(rng.integers(0, 3))):
                term = build.scale(term, quantities[int(rng.integers(len(quantities)))])
            terms.append(term)
        expr = build.add(*terms)
        try:
            steps = facts.nonnegative(facts.value(expr).value)
        except NotSupported:
            continue
        if steps is None:
            continue
        shown += 1
        for sizes, env in everywhere:
            assert number(expr, env, sizes) >= -1e-9, (str(facts.value(expr).value), steps, sizes)
    assert shown > 4  # the test says something
