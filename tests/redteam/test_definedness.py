r"""Where both sides have a value is part of the verdict: `holds where D`, nowhere, and not wherever the premises hold."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from derive.core import Formula, Logic, Problem
from derive.definedness.domain import domain, latex_of, obligations
from derive.definedness.points import find, random_points, sides_defined, truth
from proofs.api import ad_hoc_claim
from proofs.judging.understand import understand
from proofs.reading.paper import Settings
from tests.judged import judged

R, X, A = r"x \in \mathbb{R}", r"x \in \mathbb{R}^n", r"A \in \mathbb{R}^{n \times n}"
XY, AB = r"x, y \in \mathbb{R}", r"A, B \in \mathbb{R}^{n \times n}"
SYM = rf"{A}, A^\top = A"

WHERE = [
    (R, r"\log|x| = \log x", "x > 0"),
    (R, r"\log|x| = \frac12\log x^2", r"x \ne 0"),
    (R, r"x = e^{\log x}", "x > 0"),
    (R, r"x = \log e^x", ""),
    (A, r"\log\det(A^\top A) = 2 \log\det A", r"\det(A) > 0"),
    (A, r"\log\det(A^\top A) = 2 \log|\det A|", r"\det(A) \ne 0"),
    (X, r"\max_i \log x_i = \log\max_i x_i", "x > 0"),
    (X, r"\max_i e^{x_i} = e^{\max_i x_i}", ""),
    (X, r"\|x / \|x\|_2\|_2 = 1", r"x \ne 0"),
    (rf"{X}, x \ne 0", r"\|x / \|x\|_2\|_2 = 1", ""),
    (A, r"A A^{-1} = I", r"\det(A) \ne 0"),
    (rf"{A}, A \succ 0", r"A A^{-1} = I", ""),
    (rf"{AB}, A B = I", r"A A^{-1} = I", ""),
    (rf"{SYM}, A^2 = A", r"A A^{-1} = I", r"\det(A) \ne 0"),
    (SYM, r"\lambda_1(A)/\lambda_1(A) = 1", r"\lambda_{1}(A) \ne 0"),
    (r"s, t \in \mathbb{R}", r"\frac{s^2 - t^2}{s - t} = s + t", r"s \ne t"),
    (r"X \in \mathbb{R}^{m \times n}", r"X (X^\top X)^{-1} X^\top X = X", r"\operatorname{rank}(X) = n"),
    (r"X \in \mathbb{R}^{m \times n}, \lambda > 0", r"(X^\top X + \lambda I)^{-1}(X^\top X + \lambda I) = I", ""),
    (r"z \in \mathbb{R}^n, p := \operatorname{softmax}(z)", r"\sum_i \log p_i = \sum_i \log p_i", ""),
    (X, r"\nabla_x \|x\|_2 = x / \|x\|_2", r"x \ne 0"),
    (r"x, y \in \mathbb{R}^n, x \ne y", r"\frac{\|x - y\|_2}{\|y - x\|_2} = 1", ""),
    (r"x, y \in \mathbb{R}^n, 2 x \ne y", r"\frac{\|x - y\|_2}{\|y - x\|_2} = 1", r"y \ne x"),
    (r"x, y \in \mathbb{R}^n, x \ne 0", r"\frac{\|x - y\|_2}{\|y - x\|_2} = 1", r"y \ne x"),
    (A, r"\sup_{x, y \in \mathbb{R}^n, x \ne y} \frac{\|A x - A y\|_2}{\|x - y\|_2} \le \|A\|_2", ""),
    (R, r"\sqrt{x}^2 = x", r"x \ge 0"),
    (R, r"\sqrt{x^2} = |x|", ""),
    (r"x \in \mathbb{R}, y \in \mathbb{R}^n", r"\log\frac{x}{n} = \log x - \log n", "x > 0"),
    (r"x \in \mathbb{R}, y \in \mathbb{R}^n", r"\log((n - 1) x) = \log x + \log(n - 1)", "x > 0, n > 1"),
    (A, r"\kappa(A) \ge 1", ""),
    (r"a, b \in \mathbb{R}", r"\frac{1}{a b} = \frac1a \cdot \frac1b", r"a \ne 0, b \ne 0"),
    (rf"{R}, x^2 = 4", r"\frac1x \cdot x = 1", ""),
    (rf"{A}, \|A\|_2 < 1", r"(I - A)^{-1}(I - A) = I", ""),
    (rf"{A}, A^2 = 0", r"(I - A)^{-1} = I + A", ""),
    (rf"{A}, A \prec 0", r"A A^{-1} = I", ""),
    (X, r"\frac{\partial \|x\|_1}{\partial x} = \operatorname{sign}(x)^\top", r"x_{i} \ne 0 \text{ for all } i"),
]

NOWHERE = [
    (rf"{X}, \|x\|_2 = 0", r"\|x / \|x\|_2\|_2 = 1"),
    (rf"{A}, A^2 = 0", r"A A^{-1} = I"),
    (rf"{A}, A^2 = 0", r"A^{-1} A A A^{-1} = 0"),
    (rf"{A}, A^3 = 0", r"A A^{-1} = I"),
    (rf"{A}, {X}, A x = 0, \|x\|_2 = 1", r"A A^{-1} = I"),
    (rf"{SYM}, \lambda_1(A) = 0", r"\lambda_1(A)/\lambda_1(A) = 1"),
    (rf"{A}, {X}, A \preceq 0", r"\log(x^\top A x) = \log(x^\top A x)"),
    (rf"{A}, \det A = 0", r"A A^{-1} = I"),
    (rf"{A}, \operatorname{{tr}}(A^\top A) = 0", r"A A^{-1} = I"),
    (r"A \in \mathbb{R}^{3 \times 3}, A^\top = -A", r"A A^{-1} = I"),
    (rf"{A}, A^2 = A, A \ne I", r"A A^{-1} = I"),
    (rf"{A}, \operatorname{{rank}}(A) = 1, n \ge 2", r"A A^{-1} = I"),
    (r"u \in \mathbb{R}^n, \|u\|_2 = 1, P := I - u u^\top", r"P P^{-1} = I"),
    (rf"{AB}, A B = 0, B \ne 0", r"A A^{-1} = I"),
    (rf"{AB}, A B = 0", r"A A^{-1} = B B^{-1}"),
    (rf"{X}, \mathbf{{1}}^\top x = 0", r"\mathbf{1}^\top x / \mathbf{1}^\top x = 1"),
    (rf"{R}, x \le 0", r"\sqrt{x}/\sqrt{x} = 1"),
    (rf"{XY}, x^2 + y^2 = 0", r"\frac{x}{x} = 1"),
    (rf"{A}, A^\top = -A, n = 2k+1, k \in \mathbb{{N}}", r"A A^{-1} = I"),
]

NEEDS = [
    (R, r"x^2 = x \implies \frac1x = 1", r"x \ne 0"),
    (R, r"\log(x^2) = 0 \implies \log x = 0", "x > 0"),
    (R, r"\sqrt{-x^2} = x", "x = 0"),
    (XY, r"x y = y^2 \implies \frac{x}{y} = 1", r"y \ne 0"),
]

OTHERS = [
    (rf"{R}, x \ne 0", r"x^2 = x \implies \frac1x = 1", "holds"),
    (R, r"x^2 = x \implies \frac1x = 2", "refuted"),
    (rf"{R}, x > 0", r"\log(x^2) = 0 \implies \log x = 0", "holds"),
    (rf"{R}, x > 0", r"\log(x^2) = 0 \implies \log x = 1", "refuted"),
    (R, r"\frac1x = 1 \implies x = 1", "holds"),  # a premise without a value does not hold
    (R, r"\log|x| = 2\log x", "refuted"),
    (R, r"\sqrt{-x^2} = x + 1", "refuted"),
    (rf"{A}, \operatorname{{tr}} A = 0", r"A A^{-1} = 2 I", "refuted"),
    (rf"{A}, {X}, A x = x, \|x\|_2 = 1", r"A A^{-1} = 2 I", "refuted"),
    (rf"{A}, {X}, A \preceq 0", r"\log(-x^\top A x) = 1", "refuted"),
    (A, r"\log\det(A^\top A) = \log\det A", "refuted"),
    (X, r"\max_i \log x_i = 2 \log\max_i x_i", "refuted"),
    (X, r"\|x / \|x\|_2\|_2 = 2", "refuted"),
]


@pytest.mark.parametrize(("given", "claim", "where"), WHERE)
def test_holds_where_both_sides_have_a_value(given: str, claim: str, where: str, tmp_path):
    result = judged(claim, given, tmp_path)
    assert (result.verdict, result.domain) == ("holds", where)
    line = str(result).splitlines()[0]
    assert line.startswith("✓ holds") and (f") where {where}:" in line if where else " where " not in line)


@pytest.mark.parametrize(("given", "claim"), NOWHERE)
def test_without_a_value_anywhere_a_claim_is_vacuous(given: str, claim: str, tmp_path):
    assert judged(claim, given, tmp_path).verdict == "vacuous"


@pytest.mark.parametrize(("given", "claim", "needed"), NEEDS)
def test_a_conclusion_needs_a_value_where_its_premises_hold(given: str, claim: str, needed: str, tmp_path):
    result = judged(claim, given, tmp_path)
    assert (result.verdict, result.hypothesis, result.domain) == ("needs-hypothesis", needed, "")
    assert "has no value at" in result.message


@pytest.mark.parametrize(("given", "claim", "verdict"), OTHERS)
def test_neighbors(given: str, claim: str, verdict: str, tmp_path):
    assert judged(claim, given, tmp_path).verdict == verdict


def _problem(given: str, claim: str) -> Problem:
    (reading,) = understand(ad_hoc_claim(claim, given, Settings()))
    (link,) = reading.links
    assert link.typed is not None
    return link.typed.problem


@pytest.mark.parametrize(("given", "claim", "where"), [case for case in WHERE if case[2]])
def test_sides_have_values_exactly_where_the_domain_is_true(given: str, claim: str, where: str):
    problem = _problem(given, claim)
    found = domain(problem)
    assert latex_of(found.conditions) == where and found.nowhere is None
    both = 0
    for point in random_points(problem, 200, seed=1):
        inside = all(truth(point, c) is True for c in found.conditions)
        assert (truth(point, sides_defined(problem.goal)) is True) is inside, point
        both |= 1 << inside
    assert both & 2  # some point is inside
    outside = find(problem, [_false(found.conditions)])
    assert outside is not None and truth(outside, sides_defined(problem.goal)) is None


def _false(conditions: Sequence[Formula]) -> Formula:
    return Logic("or", tuple(Logic("not", (one,)) for one in conditions))


def test_obligations_are_listed_without_any_prover():
    problem = _problem(rf"{A}, A \succ 0", r"A A^{-1} = I")
    assert latex_of(obligations(problem)) == r"\det(A) \ne 0" and not domain(problem).conditions
