r"""The matcher: a theorem is found in whatever order and letters a claim writes it, and never without its hypotheses."""

from __future__ import annotations

import pytest

from derive.bounds.comparison.prover import read_facts
from derive.bounds.facts.defined import with_defined
from derive.bounds.facts.facts import Theorem
from derive.bounds.matching.instances import instances
from derive.bounds.matching.patterns import KNOWN, patterns
from derive.core import Rel
from derive.theorems.base import base
from proofs.api import ad_hoc_claim
from proofs.judging.understand import understand
from proofs.reading.paper import Settings
from tests.judged import judged, proved

DEFINITE = r"A, B \in \mathbb{R}^{n \times n}, A \succ 0, B \succ 0, x, y \in \mathbb{R}^n, c > 0"
PLAIN = r"A, B \in \mathbb{R}^{n \times n}, x, y \in \mathbb{R}^n, c \in \mathbb{R}"
POSITIVE = r"p, q \in \mathbb{R}^n, p > 0, q > 0, \mathbf{1}^\top p = 1, \mathbf{1}^\top q = 1, P \in \mathbb{R}^{m \times n}, P > 0, P \mathbf{1}_n = \mathbf{1}_m, i \in \{1, \dots, m\}"


def found(name: str, given: str, claim: str, without: frozenset[str] = frozenset()) -> list[Theorem]:
    (reading,) = understand(ad_hoc_claim(claim, given, Settings()))
    typed = reading.links[0].typed
    assert typed is not None and isinstance(typed.problem.goal, Rel)
    facts, sides = read_facts(typed.problem), (typed.problem.goal.lhs, typed.problem.goal.rhs)
    facts.without = without
    for side in sides:
        with_defined(facts, side)
    return [theorem for theorem in instances(facts, sides) if theorem.rule == name]


def test_most_theorems_that_compare_numbers_can_be_found() -> None:
    everywhere = frozenset(word for one in base().values() for word in one.words or ())
    assert len([*patterns(everywhere)]) >= 0.9 * sum(one.subject not in KNOWN for one in base().values())


@pytest.mark.parametrize(
    ("name", "given", "claim"),
    [
        ("minkowski-determinant", DEFINITE, r"\det(B + A) \ge 0"),
        ("minkowski-determinant", DEFINITE, r"\det(2 B + c A + x x^\top) \ge 0"),
        ("determinant-shifted", DEFINITE, r"\det(I_n + A) \ge 1"),
        ("determinant-shifted", DEFINITE, r"\det(A + B + c I_n) \ge 1"),
        ("hadamard-columns", PLAIN, r"|\det A| \le \prod_{i=1}^n \|A_{i,:}\|_2"),
        ("hadamard-columns", PLAIN, r"|\det A| \le \prod_{k=1}^n \|A e_k\|_2"),
        ("form-cauchy-schwarz", DEFINITE, r"(y^\top A x)^2 \le 1"),
        ("form-cauchy-schwarz", DEFINITE, r"(x^\top B A B y)^2 \le 1"),
        ("leverage", DEFINITE, r"c\, x^\top (A + c x x^\top)^{-1} x \le 1"),
        ("log-det-tangent", DEFINITE, r"\log\det A - \log\det B \le \operatorname{tr}(A B^{-1}) - n"),
        ("gibbs", POSITIVE, r"\sum_{k=1}^n p_k \log q_k \le \sum_k p_k \log p_k"),
        ("entropy-uniform", POSITIVE, r"\sum_{j=1}^n P_{ij} \log P_{ij} \ge -\log n"),
        ("entropy-uniform", POSITIVE, r"p^\top \log p \ge -\log n"),
        ("log-sum-exp-above", PLAIN, r"\log \sum_{i=1}^n e^{x_i - y_i} \le \max_k (x_k - y_k) + \log n"),
    ],
)
def test_found_in_any_order_and_letters(name: str, given: str, claim: str) -> None:
    assert found(name, given, claim)
    assert not found(name, given, claim, without=frozenset({name}))


@pytest.mark.parametrize(
    ("name", "given", "claim"),
    [
        ("minkowski-determinant", PLAIN, r"\det(B + A) \ge 0"),
        ("minkowski-determinant", DEFINITE, r"\det(B - A) \ge 0"),
        ("form-cauchy-schwarz", PLAIN, r"(y^\top A x)^2 \le 1"),
        ("form-cauchy-schwarz", DEFINITE, r"(y^\top (A - B) x)^2 \le 1"),
        ("leverage", DEFINITE, r"c\, x^\top (A + c y y^\top)^{-1} x \le 1"),
        ("leverage", DEFINITE, r"c\, x^\top (A - c x x^\top)^{-1} x \le 1"),
        ("gibbs", PLAIN, r"\sum_{k=1}^n x_k \log y_k \le 1"),
        ("gibbs", POSITIVE, r"\sum_{k=1}^n p_k \log p_i \le 1"),
        ("entropy-uniform", POSITIVE, r"\sum_{j=1}^m P_{j1} \log P_{j1} \ge -\log m"),
        ("entropy-positive", POSITIVE, r"\sum_{k=1}^n p_k \log p_k \le 0"),
        ("oppenheim", DEFINITE, r"\det(A B) \le \det A"),
        ("weyl-above", PLAIN, r"\lambda_1(A + B) \le \lambda_1(A) + \lambda_1(B)"),
    ],
)
def test_not_found_without_its_hypotheses(name: str, given: str, claim: str) -> None:
    assert not found(name, given, claim)


def test_an_instance_speaks_of_the_claim() -> None:
    theorem, *_ = found("oppenheim", DEFINITE, r"\det(A \odot B) \ge 0")
    (reading,) = understand(ad_hoc_claim(r"\det A \det B \le \det(A \odot B)", DEFINITE, Settings()))
    typed = reading.links[0].typed
    assert typed is not None and isinstance(typed.problem.goal, Rel)
    facts = read_facts(typed.problem)
    for own, other in ((theorem.small, typed.problem.goal.lhs), (theorem.large, typed.problem.goal.rhs)):
        assert facts.value(own).value.same(facts.value(other).value)
    assert not theorem.strict


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        # a letter of a sum does not leave it: the largest entry depends on the row
        (r"S \in \mathbb{R}^{m \times n}", r"\sum_{i=1}^m \log \sum_{j=1}^n e^{S_{ij}} \le \max_j S_{1j} + m \log n"),
        # the range is not the whole distribution
        (POSITIVE + r", n \ge 2", r"\sum_{k=2}^n p_k \log p_k \ge -\log (n - 1)"),
        # the power belongs to the matrix, not to its determinant
        (DEFINITE, r"\det(A)^2 + \det(B)^2 \le \det(A^2 + B)"),
        (DEFINITE, r"(x^\top A y)^2 \le (x^\top A x)(y^\top B y)"),
        (PLAIN + r", k \in \{1, \dots, n\}", r"\lambda_k(A) \le \max_i (A_{ii} + \sum_{j \ne i} |A_{ij}|) - |A_{11}|"),
    ],
)
def test_near_misses_do_not_hold(given: str, claim: str, tmp_path) -> None:
    assert not proved(given, claim)
    assert judged(claim, given, tmp_path).verdict != "holds"
