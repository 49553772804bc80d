r"""Bound names that are visible together print as different letters, so that an echo says what was understood."""

import random
import re

import pytest

from derive import build
from derive.alike import formula_key
from derive.core import Expr, Rel
from derive.language.printing.bound_letters import anonymous
from derive.language.printing.core_latex import core_to_latex, formula_to_latex
from derive.sizes import Shape, Size
from proofs.api import ad_hoc_claim
from proofs.judging.understand import understand
from proofs.reading.paper import Settings

GIVEN = r"A, B \in \mathbb{R}^{n \times n}, \quad v \in \mathbb{R}^n"
ONE, N = Size.of(1), Size.of("n")
MATRICES = tuple(build.var(name, Shape.of("n", "n")) for name in "AB")


def goal(claim: str, given: str = GIVEN):
    (reading,) = understand(ad_hoc_claim(claim, given, Settings()))
    assert reading.links[0].typed is not None, reading.links[0].message
    return reading.links[0].typed.problem.goal


def echo(claim: str, given: str = GIVEN) -> str:
    (reading,) = understand(ad_hoc_claim(claim, given, Settings()))
    return reading.links[0].typed.understood


def nested(chance: random.Random, depth: int, bound: tuple[str, ...]) -> Expr:
    """A sum of sums and entries, all of whose indices have the stem i or j."""
    if depth == 0:
        i, j = (Size.of(chance.choice(bound)) for _ in range(2))
        return build.entry(chance.choice(MATRICES), i, j)
    name = build.fresh(chance.choice("ij"))
    body = build.add(*(nested(chance, depth - 1, (*bound, name)) for _ in range(chance.choice((1, 2)))))
    return chance.choice((build.sum_, lambda *a: build.over("maxover", *a)))(name, ONE, N, body)


@pytest.mark.parametrize("seed", range(40))
def test_nested_sums_read_back(seed: int):
    chance = random.Random(seed)
    name = build.fresh("i")
    rel = Rel("=", build.sum_(name, ONE, N, nested(chance, chance.choice((1, 2, 3)), (name,))), build.const(0))
    again = goal(formula_to_latex(rel))
    assert anonymous(again.lhs) is anonymous(rel.lhs)
    assert re.sub("[a-z]~", "", str(formula_key(rel)[0])) == re.sub("[a-z]~", "", str(formula_key(again)[0]))


def test_an_index_beside_a_bound_one():
    i = build.fresh("i")
    inner = build.sum_(i, ONE, N, build.entry(MATRICES[0], Size.of("i"), Size.of(i)))
    assert core_to_latex(inner) == r"\sum_{j=1}^{n} A_{i,j}"


DOTS = r"\begin{{pmatrix}} {} & \dots & {} \\ \vdots & \ddots & \vdots \\ {} & \dots & {} \end{{pmatrix}} = A"
ROWS = DOTS.format("A_{1,1}", "A_{1,n}", "A_{n,1}", "A_{n,n}")
COLUMNS = DOTS.format("A_{1,1}", "A_{n,1}", "A_{1,n}", "A_{n,n}")


def test_a_block_matrix_and_its_transpose():
    assert echo(ROWS) == r"\left[A_{i,k}\right]_{i \le n,\ k \le n} = A"
    assert echo(COLUMNS) == r"\left[A_{k,i}\right]_{i \le n,\ k \le n} = A"


@pytest.mark.parametrize("letters", ["k", "i, k", "i, j, k, l"])
def test_dots_take_no_declared_letter(letters: str):
    given = rf"{GIVEN}, \quad {letters} \in \mathbb{{R}}"
    ends = re.findall(r"(\w) \\le n", echo(ROWS, given))
    assert len(set(ends)) == 2
    assert not set(ends) & set(letters)


def test_definitions_that_differ_in_their_bound_names_keep_their_names():
    given = GIVEN + r", \quad C := \begin{pmatrix} v_1 A & \dots & v_n A \end{pmatrix}"
    assert echo(r"C = \begin{pmatrix} v_1 A & \dots & v_n A \end{pmatrix}", given) == echo("C = C", given)
    swapped = GIVEN + ", \\quad C := " + COLUMNS.removesuffix("= A")
    assert "[A_{i,k}]" in echo(f"2 {ROWS}", swapped).replace(r"\left", "").replace(r"\right", "")


def test_derivatives_inside_each_other_differ_where_both_are_used():
    (outer, inner) = (build.fresh("z") for _ in range(2))
    x, y = (build.var(name, Shape()) for name in (outer, inner))
    body = build.grad(build.hadamard(x, build.hadamard(y, y)), inner, build.const(0))
    assert "z'" in core_to_latex(build.grad(body, outer, build.const(0)))
    alone = build.grad(build.hadamard(y, y), inner, build.var("z", Shape()))
    assert core_to_latex(alone) == r"\nabla_{z} \left(z \odot z\right)"
