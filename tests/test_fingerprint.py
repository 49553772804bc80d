"""The same text for the same problem, whatever its bound names are; another one for everything else."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace

import pytest

from derive import build
from derive.core import Problem, Rel
from derive.fingerprint import fingerprint
from derive.sizes import Shape, Size
from proofs.api import ad_hoc_claim
from proofs.judging.understand import understand
from proofs.reading.paper import Settings

GIVEN = r"A \in \mathbb{R}^{m \times n}, B \in \mathbb{R}^{n \times p}, x \in \mathbb{R}^n"
CLAIM = r"\sum_{i=1}^{m} \sum_{j=1}^{n} A_{ij} x_j = \mathbf{1}^\top A x"


def problem(claim: str = CLAIM, given: str = GIVEN, **settings: str) -> Problem:
    understand.cache_clear()  # a second reading makes bound names of its own
    (reading,) = understand(ad_hoc_claim(claim, given, Settings(**settings)))
    (link,) = reading.links
    assert link.typed is not None
    return link.typed.problem


@pytest.mark.parametrize(
    "claim",
    [
        CLAIM,
        r"\frac{\partial A B}{\partial A} = I_m \otimes B^\top",
        r"\frac{\partial \operatorname{softmax}(x)}{\partial x} = \operatorname{Diag}(\operatorname{softmax}(x)) - "
        r"\operatorname{softmax}(x) \operatorname{softmax}(x)^\top",
        r"\max_{i} x_i \le \|x\|_2",
    ],
)
def test_bound_names_make_no_difference(claim: str) -> None:
    one, other = problem(claim), problem(claim)
    assert fingerprint(one) == fingerprint(other)


def test_the_two_readings_differ_in_their_bound_names() -> None:
    assert str(problem().goal.lhs) != str(problem().goal.lhs)


@pytest.mark.parametrize(
    ("claim", "given"),
    [
        (CLAIM.replace("{j=1}", "{j=2}"), GIVEN),
        (CLAIM.replace("A_{ij}", "A_{ij}^2"), GIVEN),
        (CLAIM.replace(r" = \mathbf", r" \le \mathbf"), GIVEN),
        (CLAIM, GIVEN + r", \|x\|_2 \le 1"),
        (CLAIM, GIVEN + r", n \ge 2"),
        (CLAIM.replace("{m}", "{q}"), GIVEN.replace("{m ", "{q ")),
        (CLAIM.replace(" x", " y").replace("x_j", "y_j"), GIVEN.replace(" x", " y")),
    ],
)
def test_everything_else_does(claim: str, given: str) -> None:
    assert fingerprint(problem(claim, given)) != fingerprint(problem())


def test_conventions_and_notes_do() -> None:
    claim = r"\frac{\partial A}{\partial A} = I_{mn}"
    assert fingerprint(problem(claim)) != fingerprint(problem(claim, vectorization="vec"))
    assert fingerprint(replace(problem(), notes=("read otherwise",))) != fingerprint(problem())


def test_two_bound_names_are_not_one() -> None:
    """The sum over i of f(i, j) is not the sum over j, though both names are made for a binder."""
    i, j = build.fresh("i"), build.fresh("i")
    a, n = build.var("A", Shape.of("n", "n")), Size.of("n")

    def double(first: str, second: str) -> Problem:
        body = build.entry(a, Size.of(first), Size.of(second))
        inner = build.sum_(j, Size.of(1), Size.of(i), body)
        total = build.sum_(i, Size.of(1), n, inner)
        return replace(problem(), goal=Rel("=", total, total))

    assert fingerprint(double(i, j)) != fingerprint(double(j, i))


def test_a_free_variable_keeps_its_name() -> None:
    """A counterexample names it: a fresh name of a free variable is no bound one."""
    names = [build.fresh("z"), build.fresh("z")]
    shape = Shape.of("n")
    both = [
        replace(problem(), variables=((name, shape),), goal=Rel("=", build.var(name, shape), build.var(name, shape)))
        for name in names
    ]
    assert fingerprint(both[0]) != fingerprint(both[1])


def test_another_process_finds_the_same() -> None:
    program = "from tests.test_fingerprint import fingerprint, problem; print(fingerprint(problem()))"
    found = {
        subprocess.run(
            [sys.executable, "-c", program], env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in ("1", "2")
    }
    assert len(found) == 1
