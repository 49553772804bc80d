"""True inequalities with equality cases: none is refuted, and neither their strict nor their reversed forms are proved."""

from __future__ import annotations

import itertools

import pytest

from derive import build
from derive.bounds import prove_bound
from derive.core import Expr, Problem, Rel, SizeRules
from derive.errors import DeriveError
from derive.evidence import Point
from derive.exact.certification.certify import certify
from derive.sizes import Shape, Size, dim
from numeric.search.search import candidates, search
from tests.parts import is_drawn

A, B = build.var("A", Shape.of("m", "n")), build.var("B", Shape.of("n", "p"))
C, x, p = build.var("C", Shape.of("m", "n")), build.var("x", Shape.of("n")), build.var("q", Shape.of("n"))
S, c = build.var("S", Shape.of("n", "n")), build.var("c", Shape())
SIMPLEX = (Rel(">=", p, build.const(0)), Rel("=", build.matmul(build.ones((), dim("n")), p), build.const(1)))
N, M = build.size("n"), build.size("m")
J = build.sub(build.diag(p), build.matmul(p, build.transpose(p)))
P = build.softmax(S)
T, norm, scale, root = build.transpose, build.norm, build.scale, build.sqrt
KINDS = ("2", "F", "1", "inf", "max")


def times(*factors: Expr) -> Expr:
    result = factors[0]
    for factor in factors[1:]:
        result = scale(result, factor)
    return result


def claims() -> dict[str, tuple[Expr, Expr]]:
    """Pairs (small, large) with small <= large always and equality somewhere."""
    found: dict[str, tuple[Expr, Expr]] = {}
    for k in KINDS:
        found |= {
            f"triangle {k}": (norm(build.add(A, C), k), build.add(norm(A, k), norm(C, k))),
            f"difference {k}": (norm(build.sub(A, C), k), build.add(norm(A, k), norm(C, k))),
            f"reverse triangle {k}": (build.sub(norm(A, k), norm(C, k)), norm(build.add(A, C), k)),
            f"homogeneity {k}": (norm(scale(c, A), k), scale(build.map_("abs", c), norm(A, k))),
            f"kron {k}": (norm(build.kron(A, B), k), scale(norm(A, k), norm(B, k))),
            f"row {k}": (norm(build.row(A, Size.of(1)), k), norm(A, k)),
            f"max below {k}": (norm(A, "max"), norm(A, k)),
            f"twice {k}": (norm(build.add(A, A), k), scale(build.const(2), norm(A, k))),
            f"three {k}": (norm(build.add(A, C, A), k), build.add(scale(build.const(2), norm(A, k)), norm(C, k))),
            f"side by side {k}": (norm(A, k), norm(build.hcat(A, C), k)),
            f"transpose {k}": (norm(T(A), {"1": "inf", "inf": "1"}.get(k, k)), norm(A, k)),
            f"below sizes {k}": (norm(A, k), times(M, N, norm(A, "max"))),
        }
    for k in ("2", "F", "1", "inf"):
        found[f"product {k}"] = (norm(build.matmul(A, B), k), scale(norm(A, k), norm(B, k)))
        found[f"gram {k}"] = (norm(build.matmul(A, T(A)), "2"), scale(norm(A, k), norm(T(A), k)))
        found[f"action {k}"] = (norm(build.matmul(A, x), k), scale(norm(A, k), norm(x, k)))
    pairs = {
        ("2", "F"): build.const(1), ("F", "2"): root(N), ("1", "2"): root(M), ("inf", "2"): root(N), ("2", "1"): root(N),
        ("2", "inf"): root(M), ("1", "max"): M, ("inf", "max"): N, ("F", "max"): root(scale(M, N)), ("1", "F"): root(M),
        ("inf", "F"): root(N), ("2", "max"): root(scale(M, N)), ("inf", "1"): N, ("1", "inf"): M,
    }  # fmt: skip
    for (a, b), factor in pairs.items():
        found[f"equivalence {a} {b}"] = (norm(A, a), scale(factor, norm(A, b)))
    k = Size.of("k")
    found |= {
        "mixed product": (norm(build.matmul(A, B), "F"), scale(norm(A, "2"), norm(B, "F"))),
        "cauchy-schwarz": (build.map_("abs", build.matmul(T(x), p)), scale(norm(x), norm(p))),
        "interpolation": (build.hpow(norm(A, "2"), build.const(2)), scale(norm(A, "1"), norm(A, "inf"))),
        "trace": (build.map_("abs", build.trace(S)), scale(N, norm(S, "2"))),
        "trace F": (build.map_("abs", build.trace(S)), scale(root(N), norm(S, "F"))),
        "softmax max": (norm(P, "max"), build.const(1)),
        "softmax F": (norm(P, "F"), root(N)),
        "softmax 2": (norm(P, "2"), root(N)),
        "jacobian half": (norm(J, "2"), build.const("1/2")),
        "jacobian half 1": (norm(J, "1"), build.const("1/2")),
        "jacobian entries": (norm(J, "max"), build.const("1/4")),
        "jacobian largest": (norm(J, "2"), build.order(p, Size.of(1))),
        "distribution": (norm(p, "2"), build.const(1)),
        "distribution max": (norm(p, "max"), norm(p, "2")),
        "order": (build.order(p, Size.of(1)), build.const(1)),
        "order below": (build.order(p, k + 1), build.order(p, k)),
        "interlacing above": (build.sigma(J, k), build.order(p, k)),
        "interlacing below": (build.order(p, k + 1), build.sigma(J, k)),
        "ordered square": (scale(build.order(p, k), build.order(p, k + 1)), build.hpow(build.order(p, k), build.const(2))),
        "variance": (build.hpow(build.matmul(T(p), x), build.const(2)), build.matmul(T(x), build.matmul(build.diag(p), x))),
        "rank product": (build.rank(build.matmul(A, B)), build.rank(A)),
        "rank sum": (build.rank(build.add(A, C)), build.add(build.rank(A), build.rank(C))),
        "rank rows": (build.rank(A), M),
        "relu": (norm(build.map_("relu", A), "F"), norm(A, "F")),
        "hadamard": (norm(build.hadamard(A, C), "F"), scale(norm(A, "max"), norm(C, "F"))),
        "hadamard 2": (norm(build.hadamard(A, C), "2"), scale(norm(A, "2"), norm(C, "2"))),
        "projection": (norm(build.matmul(build.sub(build.eye(dim("n")), scale(build.hpow(N, build.const(-1)), build.ones(dim("n"), dim("n")))), B), "2"), norm(B, "2")),
        "means": (scale(norm(A, "2"), norm(B, "F")), scale(build.const("1/2"), build.add(build.hpow(norm(A, "2"), build.const(2)), build.hpow(norm(B, "F"), build.const(2))))),
    }  # fmt: skip
    return found


CLAIMS = claims()
RANGE = (("k", Size.of(1), Size.of("n") - 1),)
SEARCHED = sorted(CLAIMS)[::9]


def posed(op: str, name: str) -> Problem:
    left, right = CLAIMS[name]
    goal = Rel(op, left, right)
    text = f"{left} {right}"
    variables = [(v.data[0], v.shape) for v in (A, B, C, x, p, S, c) if f"(var {v.data[0]})" in text]
    hypotheses = SIMPLEX if any(n == "q" for n, _ in variables) else ()
    indices = RANGE if " k " in text else ()
    return Problem(tuple(variables), (), indices, ("m", "n", "p"), SizeRules((("n", 2),)), hypotheses, goal)


def test_there_are_many():
    assert len(CLAIMS) >= 100


@pytest.mark.parametrize("name", [name for name in CLAIMS if is_drawn(name, 3)])
def test_strict_and_reversed_forms_are_not_proved(name: str):
    assert prove_bound(posed("<", name)).outcome == "none"
    assert prove_bound(posed(">", name)).outcome == "none"


@pytest.mark.parametrize("name", CLAIMS)
def test_no_extremal_point_refutes(name: str):
    sizes = {"m": 2, "n": 2, "p": 2}
    made = posed("<=", name)
    patterns = (
        ((1, 0), (0, 1)),
        ((1, 1), (1, 1)),
        ((1, 0), (0, 0)),
        ((0, 1), (0, 1)),
        ((0, 0), (0, 0)),
        ((1, 1), (1, -1)),
    )
    for k, (first, second) in enumerate(zip(patterns, itertools.cycle(((1, 0), ("1/2", "1/2"))), strict=False)):
        inputs = {}
        for n, shape in made.variables:
            rows, cols = shape.evaluate(sizes)
            if n == "q":
                inputs[n] = tuple((build.const(v).data[0],) for v in second)
            else:
                turn = patterns[(k + len(n) + ord(n[0])) % len(patterns)] if k % 2 else first
                inputs[n] = tuple(tuple(build.const(v).data[0] for v in row[:cols]) for row in turn[:rows])
        try:
            assert certify(made, Point(sizes, inputs, {"k": 1} if made.indices else {})) is None, inputs
        except DeriveError:
            continue


@pytest.mark.parametrize("name", SEARCHED)
def test_a_search_finds_nothing_to_certify(name: str):
    made = posed("<=", name)
    try:
        result = search(made, effort="token")
    except DeriveError:
        return
    for point in candidates(result, limit=3):
        assert certify(made, point) is None
