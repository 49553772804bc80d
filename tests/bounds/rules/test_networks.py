"""Networks of tensors equal the derivatives that they stand for, and their bounds are upper bounds, with and without wanted parts."""

from __future__ import annotations

import math

import numpy as np
import pytest
import torch

from derive import build
from derive.bounds.comparison.prover import read_facts
from derive.bounds.facts.targets import Targets
from derive.bounds.forms.normal import canonical, normal
from derive.bounds.forms.polynomial import to_expr
from derive.bounds.rules.network_norms import merged, network_norms
from derive.bounds.rules.networks import Builder, Term
from derive.bounds.rules.subnetworks import patterns, with_wanted_products
from derive.core import Expr, Problem, Rel, SizeRules
from derive.errors import NotSupported
from derive.sizes import Shape, dim
from numeric.evaluation.dense import evaluate

SIZES = ({"m": 2, "n": 3, "p": 4, "q": 2}, {"m": 1, "n": 1, "p": 1, "q": 1}, {"m": 3, "n": 2, "p": 1, "q": 2})
X, V = build.var("X", Shape.of("m", "n")), build.var("V", Shape.of("n", "p"))
W, U = build.var("W", Shape.of("p", "n")), build.var("U", Shape.of("n", "q"))
K, B = build.var("K", Shape.of("n", "q")), build.var("B", Shape.of("m", "p"))
u = build.var("u", Shape.of("n"))
VARIABLES = (X, V, W, U, K, B, u)
T = build.transpose
FACTS = Problem(
    tuple((x.data[0], x.shape) for x in VARIABLES), (), (), ("m", "n", "p", "q"), SizeRules(), (), Rel("=", u, u)
)


def d(body: Expr, x: Expr, point: Expr | None = None) -> Expr:
    """The derivative by a variable, at itself or at a point."""
    name = build.fresh("v")
    return build.deriv(
        build.substitute(body, {x.data[0]: build.var(name, x.shape)}), name, x if point is None else point
    )


SCORES = build.matmuls(X, U, T(K), T(X))
SOFT = build.softmax(SCORES)
MIXED = build.matmul(SOFT, X)
HIDDEN = build.matmul(build.map_("relu", build.matmul(X, V)), W)
TANH = build.map_("tanh", build.matmuls(X, V))
LENGTHS = build.matmul(build.hpow(X, build.const(2)), build.ones(dim("n"), ()))
SCALED = build.matmul(build.diag(build.hpow(LENGTHS, build.const("-1/2"))), X)
INVERTED = build.inv(build.diag(build.hpow(LENGTHS, build.const("1/2"))))
Z = build.var("Z", Shape.of("m", "n"))
OUTER = build.map_("tanh", build.matmul(Z, V))
PATTERN = build.matmuls(
    build.kron(build.eye(dim("m")), T(X)),
    d(build.softmax(build.var("S", Shape.of("m", "m"))), build.var("S", Shape.of("m", "m")), SCORES),
    build.kron(X, X),
)
FIRST = (build.add(d(HIDDEN, V), build.kron(X, T(W))), build.matmul(T(d(HIDDEN, V)), d(HIDDEN, W)))
EXPRESSIONS = [
    d(build.matmuls(X, V, W), V), d(HIDDEN, V), d(HIDDEN, X), d(MIXED, U), d(MIXED, X), d(TANH, X), d(SCALED, X), d(INVERTED, X),
    d(build.hadamard(X, MIXED), X), d(build.kron(X, V), X), d(build.kron(V, X), X), d(build.diag(build.matmul(X, u)), X),
    d(build.vecr(T(build.matmul(X, V))), V), d(build.scale(build.const(-3), TANH), V), d(build.map_("sin", T(X)), X),
    d(d(HIDDEN, V), W), d(d(HIDDEN, W), V), d(d(HIDDEN, V), X), d(d(HIDDEN, V), V), d(d(HIDDEN, X), X), d(d(MIXED, U), U), d(d(MIXED, U), K),
    d(d(build.matmul(MIXED, V), V), U), d(d(MIXED, U), X), d(d(TANH, V), V), d(d(TANH, V), X), d(d(build.hadamard(X, X), X), X),
    d(d(build.matmuls(X, V, W), V), X), d(d(build.kron(X, build.matmul(X, V)), X), X), d(d(SCALED, X), X), d(d(INVERTED, X), X),
    build.matmul(build.kron(T(build.vecr(HIDDEN)), build.eye(dim("n", "p"))), d(d(HIDDEN, V), X)),
    *FIRST,
    d(build.substitute(OUTER, {"Z": MIXED}), U), d(d(build.substitute(OUTER, {"Z": MIXED}), U), U), d(d(build.substitute(OUTER, {"Z": MIXED}), U), K),
    d(d(build.substitute(OUTER, {"Z": MIXED}), U), V), d(d(build.substitute(OUTER, {"Z": MIXED}), V), U),
]  # fmt: skip
WANTED = [
    (),
    (d(OUTER, Z, MIXED), d(d(OUTER, Z), Z, MIXED), d(MIXED, U), d(MIXED, K)),
    (d(d(OUTER, Z), Z, MIXED), PATTERN),
    (d(HIDDEN, V), d(HIDDEN, W), d(build.matmuls(X, V), X), d(d(HIDDEN, V), W), d(LENGTHS, X)),
]


def wanted(exprs: tuple[Expr, ...]) -> frozenset[Expr]:
    return frozenset(canonical(normal(e)) for expr in exprs for e in (expr, T(expr)))


def inputs(sizes: dict[str, int], seed: int) -> dict[str, torch.Tensor]:
    rng = np.random.default_rng(seed)
    scale = (0.3, 1.0, 4.0)[seed % 3]
    return {x.data[0]: torch.tensor(scale * rng.normal(size=x.shape.evaluate(sizes))) for x in VARIABLES}


def dense(builder: Builder, term: Term, env: dict[str, torch.Tensor], sizes: dict[str, int]) -> np.ndarray:
    """The matrix of a network, all of its wires summed over."""
    size = [s.evaluate(sizes) for s in builder.sizes]
    operands: list[object] = []

    def put(tensor: np.ndarray, wires: tuple[int, ...]) -> None:
        operands.extend((tensor, list(wires)))

    def copy(wires: tuple[int, ...]) -> None:
        tensor = np.zeros([size[w] for w in wires])
        for k in range(size[wires[0]]):
            tensor[(k,) * len(wires)] = 1
        put(tensor, wires)

    fresh = iter(range(len(size), 10_000))
    for node in term.nodes:
        if node.kind == "copy":
            copy(node.groups[0])
            continue
        assert node.expr is not None
        value = evaluate(node.expr, env, sizes, {}).numpy()
        if node.kind == "matrix":
            put(value.reshape([size[w] for w in node.wires]), node.wires)
        else:
            ends = []
            for group in node.groups:
                ends.append(next(fresh))
                size.append(size[group[0]])
                assert ends[-1] == len(size) - 1
                copy((*group, ends[-1]))
            put(value.reshape([size[w] for w in ends]), tuple(ends))
    both = [w for w in dict.fromkeys(term.rows + term.cols) if (term.rows + term.cols).count(w) == 2]
    out, seen = [], set()
    for wire in term.rows + term.cols:  # einsum repeats no index of its result: an identity is an operand of its own
        if wire in both and wire in seen:
            end = next(fresh)
            size.append(size[wire])
            put(np.eye(size[wire]), (wire, end))
            out.append(end)
        else:
            if wire in both:
                seen.add(wire)
            out.append(wire)
    letters = {w: k for k, w in enumerate(dict.fromkeys(w for ws in operands[1::2] for w in ws))}  # type: ignore[attr-defined]
    listed = [x if k % 2 == 0 else [letters[w] for w in x] for k, x in enumerate(operands)]  # type: ignore[attr-defined]
    total = (
        np.einsum(*listed, [letters[w] for w in out], optimize="greedy") if listed else np.ones([size[w] for w in out])
    )
    number = math.prod(float(evaluate(n, env, sizes, {})) for n in term.numbers)
    return number * total.reshape(math.prod(size[w] for w in out[: len(term.rows)]), -1)


def networks(expr: Expr, parts: tuple[Expr, ...]) -> tuple[Builder, list[Term]]:
    """The networks of an expression, without wanted parts where these depend on the variable in more than one way."""
    try:
        builder = Builder(wanted(parts))
        return builder, builder.net(expr)
    except NotSupported:
        builder = Builder(frozenset())
        return builder, builder.net(expr)


@pytest.mark.parametrize("parts", WANTED)
def test_networks_equal_what_they_stand_for(parts: tuple[Expr, ...]):
    for place, expr in enumerate(EXPRESSIONS):
        builder, terms = networks(expr, parts)
        found = patterns(builder)
        for sizes in SIZES[:2]:
            env = inputs(sizes, place)
            truth = evaluate(expr, env, sizes, {}).numpy()
            with_products = [([*with_wanted_products(t, found)] or [t])[-1] for t in terms]
            for told in (terms, [merged(t) for t in terms], with_products):
                total = sum((dense(builder, t, env, sizes) for t in told), np.zeros(truth.shape))
                assert np.allclose(total, truth, rtol=1e-9, atol=1e-9 * max(1, np.abs(truth).max())), (place, sizes)


@pytest.mark.parametrize("parts", WANTED)
def test_bounds_are_upper_bounds(parts: tuple[Expr, ...]):
    facts = read_facts(FACTS)
    for place, expr in enumerate(EXPRESSIONS):
        bounds = list(network_norms(facts, expr, Targets(wanted(parts), frozenset({build.size("m")}))))
        assert bounds or expr in FIRST, place
        for k, sizes in enumerate(SIZES):
            env = inputs(sizes, place + k)
            truth = float(torch.linalg.matrix_norm(evaluate(expr, env, sizes, {}), 2))
            for bound in bounds:
                value = float(evaluate(to_expr(bound.value), env, sizes, {}))
                assert value >= truth * (1 - 1e-9) - 1e-12, (place, sizes, str(bound.value))
