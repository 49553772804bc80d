"""Mending: a repair is verified, a claim that holds is left alone, hypotheses come from the closed list only."""

# ruff: noqa: E501 - formulas stay on one line

from __future__ import annotations

import re
from pathlib import Path
from unittest.mock import patch

import pytest

from proofs.judging.judge import judge
from proofs.reading.options import How
from proofs.reading.reader import read_paper

HEAD = """---
title: Mending
source: a test
---
```math given
\\mathbf{A} \\in \\mathbb{R}^{m \\times n}, \\mathbf{X} \\in \\mathbb{R}^{n \\times p}, \\mathbf{S} \\in \\mathbb{R}^{n \\times n}, \\mathbf{x} \\in \\mathbb{R}^{n}, \\alpha \\in \\mathbb{R}
```
"""


def result(tmp_path: Path, claim: str, given: str = ""):
    block = f"```math given\n{given}\n```\n" if given else ""
    path = tmp_path / "mending.md"
    path.write_text(f"{HEAD}## c: claim\n{block}```math\n{claim}\n```\n", encoding="utf-8")
    (one,) = read_paper(path).claims
    return judge(one, How(certificates=tmp_path / "certificates", lean=True, effort="quick"))


def test_a_false_identity_gets_a_verified_repair(tmp_path):
    found = result(tmp_path, r"(\mathbf{A}\mathbf{X})^\top = \mathbf{X}^\top \mathbf{A}")
    assert found.verdict == "ill-typed" and found.repair is not None
    assert found.repair["statement"] == r"(\mathbf{A} \mathbf{X})^\top = \mathbf{X}^\top \mathbf{A}^\top"
    assert found.repair["verdict"] == "holds" and found.repair["strength"] in ("proved", "by rules")
    again = result(tmp_path, found.repair["statement"])
    assert again.verdict == "holds" and again.repair is None and again.hypothesis is None


def test_a_claim_that_holds_is_never_repaired(tmp_path):
    found = result(tmp_path, r"\operatorname{tr}(\mathbf{S}^\top) = \operatorname{tr}(\mathbf{S})")
    assert found.verdict == "holds" and found.repair is None and found.hypothesis is None


@pytest.mark.parametrize(
    "claim",
    [
        r"\frac{\partial\, \mathbf{x}^\top\mathbf{S}\mathbf{x}}{\partial \mathbf{x}} = 2\,\mathbf{x}^\top\mathbf{S}",
        r"\mathbf{S}\mathbf{S}^\top\mathbf{x} = \mathbf{S}^\top\mathbf{S}\mathbf{x} + \mathbf{S}\mathbf{S}\mathbf{S}\mathbf{x}",
    ],
)
def test_equal_sizes_and_symmetry_rescue_nothing(tmp_path, claim):
    found = result(tmp_path, claim)
    assert found.verdict == "refuted" and found.hypothesis is None


def test_a_size_of_at_least_two_is_a_hypothesis(tmp_path):
    found = result(
        tmp_path,
        r"\sup_{\mathbf{p}} \left\|\operatorname{diag}(\mathbf{p}) - \mathbf{p}\mathbf{p}^\top\right\|_2 = \tfrac{1}{2}",
        r"\mathbf{p} \in \mathbb{R}^{n}, \quad \mathbf{p} \ge 0, \quad \mathbf{1}^\top\mathbf{p} = 1",
    )
    assert found.verdict == "needs-hypothesis" and found.hypothesis == r"n \ge 2"
    assert found.counterexample is not None and found.counterexample["sizes"] == {"n": 1}


def test_the_supremum_over_one_point_is_not_refuted_where_it_is_right(tmp_path):
    found = result(
        tmp_path,
        r"\sup_{\mathbf{p}} \left\|\operatorname{diag}(\mathbf{p}) - \mathbf{p}\mathbf{p}^\top\right\|_2 \le \tfrac{1}{2}",
        r"\mathbf{p} \in \mathbb{R}^{n}, \quad \mathbf{p} \ge 0, \quad \mathbf{1}^\top\mathbf{p} = 1",
    )
    assert found.verdict == "holds"


MATRIX = r"C \in \mathbb{R}^{m \times n}, \quad B, D \in \mathbb{R}^{n \times n}, \quad y \in \mathbb{R}^{n}, \quad \beta, \gamma \in \mathbb{R}"
ATTENTION = r"Q \in \mathbb{R}^{n \times n}, \quad P := \operatorname{softmax}(Q)"
AFFINE = (
    r"Z \in \mathbb{R}^{m \times n}, \quad g, b \in \mathbb{R}^n, \quad "
    r"Y := \operatorname{LayerNorm}(Z)\operatorname{diag}(g) + \mathbf{1}_m b^\top"
)
TIMES = r"Z \in \mathbb{R}^{m \times n}, \quad k \in \mathbb{N}"


@pytest.mark.parametrize(
    ("claim", "given", "hypothesis"),
    [
        (r"|\beta| + \gamma - \beta = \gamma", MATRIX, r"\beta \ge 0"),
        (r"\|\beta C\|_2 = \beta\|C\|_2", MATRIX, r"\beta \ge 0"),
        (r"\operatorname{rank}(y) = 1", MATRIX, r"y \ne \mathbf{0}"),
        (r"\det(B) \ne 0", MATRIX, r"\operatorname{rank}(B) = n"),
        (r"\kappa(C) < \infty", MATRIX, r"\operatorname{rank}(C) = \min(m, n)"),
        (r"\operatorname{sign}(y) \odot \operatorname{sign}(y) = \mathbf{1}_n", MATRIX, r"y_i \ne 0"),
        (
            r"y_{(1)} - y_{(2)} \ne 0",
            rf"{MATRIX}, \quad n \ge 2, \quad y_{{(1)}} \ge y_{{(2)}}",
            r"\forall i \ne j : y_i \ne y_j",
        ),
        (r"P P Q = P Q", ATTENTION, r"\operatorname{softmax}(Q) = \frac{1}{n} \mathbf{1}_{n \times n}"),
        (r"Y\mathbf{1}_n = 0", AFFINE, r"g = \mathbf{1}_{n}, b = \mathbf{0}_{n}"),
        (r"\operatorname{tr}(Z^\top Z)\frac{k}{n} = \|Z\|_F^2(n - k + 1)", TIMES, "k = n"),
    ],
)
def test_one_natural_hypothesis_rescues(tmp_path, claim, given, hypothesis):
    found = result(tmp_path, claim, given)
    assert (found.verdict, found.hypothesis, found.repair) == ("needs-hypothesis", hypothesis, None)
    assert found.counterexample is not None


@pytest.mark.parametrize(
    ("claim", "given"),
    [
        (r"|\beta||\gamma| + \beta = \beta\gamma + \beta", MATRIX),  # two hypotheses
        (r"B D + B - D = D B + B - D", MATRIX),
        (r"2\beta \ge 0", MATRIX),  # the hypothesis would be the claim
        (r"\operatorname{rank}(C) - \min(m, n) = 0", MATRIX),
        (r"\operatorname{softmax}(y) = \frac{1}{n}\mathbf{1}_n", MATRIX),
        (r"P P^\top = P^\top P", ATTENTION),  # uniform attention is symmetric: it would hide transposes
        (r"\det(B) > 1", MATRIX),
        (r"Y\mathbf{1}_n = \mathbf{1}_m", AFFINE),
        (r"y_{(1)} - y_{(2)} > 1", rf"{MATRIX}, \quad n \ge 2"),
        (r"\operatorname{tr}(Z^\top Z)\frac{k}{n} = 2\|Z\|_F^2(n - k + 1)", TIMES),
    ],
)
def test_no_natural_hypothesis_rescues(tmp_path, claim, given):
    found = result(tmp_path, claim, given)
    assert found.verdict == "refuted" and found.hypothesis is None


EIGEN = r"B, D \in \mathbb{R}^{n \times n}, \quad y, z \in \mathbb{R}^{n}, \quad \beta \in \mathbb{R}"


@pytest.mark.parametrize(
    ("claim", "given"),
    [
        (r"\kappa(B) = \kappa(D)", EIGEN),  # both sides alike
        (r"B y = \beta y \implies \beta y = B^\top y", EIGEN),  # the premise
        (r"B y = \beta y \implies B^\top y = \beta y", EIGEN),
        (r"\operatorname{tr}(B^2) = 0", EIGEN + r", \quad \operatorname{tr}(B) = 0"),  # the hypothesis
        (r"\det B = 0", EIGEN + r", \quad B^\top = -B"),  # another quantity
        (r"y_i z_j - y_j z_i = 0", EIGEN),  # the changed part cancels
        (r"(-1)^n = 1", EIGEN),
        (r"\operatorname{rank}(B^2) = \operatorname{rank}(B)", EIGEN),  # the rank of B^2 is a side
    ],
)
def test_what_would_say_nothing_repairs_nothing(tmp_path, claim, given):
    found = result(tmp_path, claim, given)
    assert (found.verdict, found.repair, found.hypothesis) == ("refuted", None, None)


def test_a_derivative_gets_its_closed_form_rather_than_an_edit_that_says_nothing(tmp_path):
    found = result(tmp_path, r"\frac{\partial}{\partial y}(\|y + z\|^2 - \|y\|^2) = 0", EIGEN)
    assert found.verdict == "refuted" and found.hypothesis is None and found.repair["edit"] == "the derived closed form"
    assert found.repair["statement"].endswith(r"= 2 z^\top")


def test_no_premise_makes_room_for_equal_sides(tmp_path):
    found = result(tmp_path, r"\|B\|_2 \le \|D\|_2 \implies \kappa(B) \le \kappa(D)", EIGEN)
    said = found.repair["statement"] if found.repair else ""
    assert found.verdict == "refuted" and not re.search(r"(\\kappa\(\w\)) \\le \1$", said)


@pytest.mark.parametrize(
    ("claim", "given", "repair"),
    [
        (
            r"\frac{\partial\, \operatorname{tr}(B D)}{\partial B} = \mathrm{vec}_r(D)^\top",
            EIGEN,
            r"\mathrm{vec}_r(D^\top)^\top",
        ),
        (r"\operatorname{tr}(B D) - \operatorname{tr}(D^\top B) = 0", EIGEN, "= 0"),
    ],
)
def test_repairs_that_say_something_stay(tmp_path, claim, given, repair):
    found = result(tmp_path, claim, given)
    assert found.verdict == "refuted" and found.repair is not None and repair in found.repair["statement"]


@pytest.mark.parametrize(
    ("claim", "told"),
    [
        (r"\mathbf{A} = 2 \mathbf{A} \\ \mathbf{X} = 3 \mathbf{X}", [True, False]),
        (r"\mathbf{A} = \mathbf{A} \\ \mathbf{X} = 3 \mathbf{X} \\ \mathbf{S} = 3 \mathbf{S}", [True, False]),  # what holds is not mended
    ],
)
def test_the_repair_is_that_of_the_link_that_leads(tmp_path, claim, told):
    with patch("proofs.judging.mend.mend", return_value=None) as asked:
        assert result(tmp_path, claim).verdict == "refuted"
    assert [call.kwargs["telling"] for call in asked.call_args_list] == told


def test_of_other_links_the_hypothesis_is_still_found(tmp_path):
    found = result(
        tmp_path,
        r"\mathbf{A} = 2 \mathbf{A} \\ \alpha^{-1} \alpha^2 = \alpha \\ \alpha / \alpha + \alpha^0 = 2 \\ |\alpha| = \alpha",
    )
    assert [link["verdict"] for link in found.links][0] == "refuted"
    assert found.links[-1]["verdict"] == "needs-hypothesis"
