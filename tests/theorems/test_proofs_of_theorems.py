"""Lines of the base with a proof are shown by the verifier from the lines that they name, at the instances that are listed here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from derive.prefix import problem_to_prefix
from derive.theorems.base import THEOREM, base
from proofs import verify
from proofs.proving.citing import instance, theorem_of
from proofs.proving.combinations import combined
from proofs.proving.identities import Builder
from proofs.proving.objects import canonical_text
from proofs.verify import Node, Rejected, add, const, make, matmul, scale, transpose

Values = dict[str, Node]


def eye(dim: tuple[Any, ...]) -> Node:
    return make("eye", (dim,))


def size_of(dim: tuple[Any, ...]) -> Node:
    return make("size", (verify.total(dim),))


def turned(name: str) -> tuple[str, Callable[[Values], Values]]:
    return "turned-1", lambda v: {"A": v[name]}


def of(name: str, **values: Callable[[Values], Node]) -> tuple[str, Callable[[Values], Values]]:
    return name, lambda v: {key: value(v) for key, value in values.items()}


def get(name: str) -> Callable[[Values], Node]:
    return lambda v: v[name]


def flip(name: str) -> Callable[[Values], Node]:
    return lambda v: transpose(v[name])


PROOFS = {
    "sum-1": [of("turned-1", A=lambda v: add(v["A"], v["C"])), turned("A"), turned("C"), of("sum-inf", A=flip("A"), C=flip("C"))],
    "multiple-1": [of("turned-1", A=lambda v: scale(v["c"], v["A"])), turned("A"), of("multiple-inf", A=flip("A"), c=get("c"))],
    "product-1": [of("turned-1", A=lambda v: matmul(v["A"], v["B"])), turned("A"), turned("B"), of("product-inf", A=flip("B"), B=flip("A"))],
    "product-F-2": [of("product-2-F", A=flip("B"), B=flip("A"))],
    "product-nuc-2": [of("product-2-nuc", A=flip("B"), B=flip("A"))],
    "spectral-column-sums": [turned("A"), of("spectral-row-sums", A=flip("A"))],
    "column-sums-spectral": [turned("A"), of("row-sums-spectral", A=flip("A"))],
    "column-sums-largest": [turned("A"), of("row-sums-largest", A=flip("A"))],
    "largest-column-sums": [of("turned-1", A=get("C")), of("largest-row-sums", C=flip("C"))],
    "frobenius-column-sums": [of("turned-1", A=get("C")), of("frobenius-row-sums", C=flip("C"))],
    "column-sums": [turned("A"), of("row-sums", A=flip("A"))],
    "frobenius-rows": [of("frobenius-columns", A=flip("A"))],
    "spectral-identity": [("spectral-isometry", lambda _: {"A": eye((verify.named("n"),))})],
    "rank-columns": [of("rank-rows", C=flip("C"))],
    "rank-product-second": [of("rank-product-first", C=flip("R"), R=flip("C"))],
    "rank-multiple": [of("rank-product-first", C=get("A"), R=lambda v: scale(v["c"], eye(v["A"].cols)))],
    "rank-sum": [
        of("rank-difference", A=lambda v: add(v["A"], v["B"]), B=lambda v: scale(const(-1), v["B"])),
        of("rank-multiple", A=get("B"), c=lambda _: const(-1)),
    ],
    "stochastic-spectral": [of("spectral-row-sums", A=get("P")), of("stochastic-infinity", P=get("P"))],
    "stochastic-frobenius-above": [of("frobenius-row-sums", C=get("P")), of("stochastic-infinity", P=get("P"))],
    "stochastic-largest": [of("largest-row-sums", C=get("P")), of("stochastic-infinity", P=get("P"))],
    "simplex-length": [of("length-of-positive", x=get("p"))],
    "frobenius-least": [
        of("frobenius-rank", C=get("C")),
        of("root-grows", a=lambda v: make("rank", (), (v["C"],)), b=lambda v: make("min", (), map(size_of, v["C"].shape))),
    ],
    "positive-part-absolute": [of("positive-part-split", X=get("t")), of("absolute-above", t=get("t"))],
    "minimum-second": [of("minimum-first", a=get("b"), b=get("a"))],
}


def shown(name: str, instances: list[tuple[str, Callable[[Values], Values]]]) -> bool:
    """Whether the verifier accepts a theorem by instances: equations as rules, or put for their left sides, inequalities added."""
    known = {k: one for k, one in verify.read_base().items() if k != name and name not in base()[k].uses}
    b = Builder(canonical_text(problem_to_prefix(base()[name].typed)), known)
    goal = b.proof.problem.goal
    variables = {n: verify.var(n, *shape) for n, shape in b.proof.problem.variables.items()}
    equations, orders = [], []
    for theorem, values in instances:
        put, sizes = values(variables), {}
        for n, shape in theorem_of(b, theorem).variables.items():
            for place, dim in zip(shape, put[n].shape, strict=True):
                sizes |= {verify.name_of(part): dim for part in place}
        number = instance(b, theorem, b._hypothesis, put, {n: d for n, d in sizes.items() if n is not None})
        (equations if b.proof.known[number - 1][0].op == "=" else orders).append(number)
    using = [*equations, *(b._hypothesis(h) for h in b.proof.problem.hypotheses if h.op == "=")]
    says = verify.text_of(goal, sharing=True)
    if goal.op == "=":
        b.last = b.add(by="identity", says=says, using=using)
        return b.proof.known[-1][0] is goal
    middle = goal
    for k in equations:
        middle = verify.swapped(middle, *b.proof.known[k - 1][0].args)
    try:
        number = b.add(by="combine", says=verify.text_of(middle, sharing=True), products=[["1", [k]] for k in orders])
        b.add(by="rewrite", says=says, **{"from": [number, *equations]})
    except Rejected:
        times = verify.text_of(scale(const(-1), goal.args[1]))
        for k in using:
            try:
                b.add(by="combine", says=says, products=[["1", [j]] for j in orders], cofactors=[[times, k, None]])
            except Rejected:
                continue
            return True
        return combined(b, goal, [b.proof.known[k - 1][0] for k in (*using, *orders)], b._hypothesis) is not None
    return b.proof.known[-1][0] is goal


@pytest.mark.parametrize("name", PROOFS)
def test_a_theorem_follows_from_what_its_proof_names(name: str) -> None:
    assert base()[name].status == THEOREM
    assert {theorem for theorem, _ in PROOFS[name]} & set(base()[name].uses)
    assert shown(name, PROOFS[name])


def test_no_other_line_is_called_a_theorem() -> None:
    assert {one.id for one in base().values() if one.status == THEOREM} == set(PROOFS)


def test_what_does_not_follow_is_not_shown() -> None:
    assert not shown("sum-1", [of("sum-inf", A=get("A"), C=get("C"))])
    assert not shown("column-sums-spectral", [turned("A"), of("row-sums-spectral", A=get("A"))])
