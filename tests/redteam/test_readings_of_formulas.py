r"""What a formula leaves open: a verdict stands only if all plausible readings give it.

Rows are matrices or vectors, functions of square matrices act on entries or not, ``\div`` reaches as far as ``/`` does, and a
layout of derivatives that the file does not declare is a repair, never a reading.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from proofs.api import audit, check
from proofs.results.verdicts import combine_readings

MATRIX = r"A, B \in \mathbb{R}^{m \times n}, \quad x \in \mathbb{R}^n"
SQUARE = r"A, B \in \mathbb{R}^{n \times n}, \quad x \in \mathbb{R}^n"
FUNCTION = r"f : \mathbb{R}^n \to \mathbb{R}, \quad x \in \mathbb{R}^n"
PAIR = r"A \in \mathbb{R}^{n \times m}, \quad X \in \mathbb{R}^{m \times n}"
NUMBERS = r"x, y, a \in \mathbb{R}, \quad x, y, a > 0"
ATTENTION = (
    r"Q, K, V \in \mathbb{R}^{n \times d}, \quad S := Q K^\top, \quad "
    r"D := \operatorname{diag}(\exp(S) \mathbf{1})"
)
UNSHOWN = "undecided|ambiguous"
"""What may be said as long as one reading is not supported."""

ROWS = [
    (MATRIX, r"\|x^\top\|_1 \le \|x\|_\infty", "ambiguous"),
    (MATRIX, r"\|x^\top\|_1 \le \|x\|_1", "holds"),
    (MATRIX, r"\|x^\top\|_1 \le \frac12 \|x\|_\infty", "refuted"),
    (MATRIX, r"\|x^\top\|_2 = \|x\|_2", "holds"),
    (MATRIX, r"\|x^\top\|_\infty = \|x\|_\infty", "ambiguous"),
    (MATRIX, r"\|e_1^\top A\|_1 = \sum_j |A_{1j}|", "ambiguous"),
    (MATRIX, r"\|e_1^\top A\|_1 \le \sum_j |A_{1j}|", "holds|not-refuted"),
    (MATRIX, r"\|e_1^\top A\|_1 < 0", "refuted"),
    (MATRIX, r"\|A_{1,:}\|_1 = \sum_j |A_{1j}|", "holds"),
    (MATRIX, r"\|A_{1,:} - B_{1,:}\|_\infty \le \sum_j |A_{1j} - B_{1j}|", "holds|not-refuted|undecided"),
    (MATRIX, r"\|A_{1,:}\|_1 = 2 \|A_{1,:}\|_1 + 1", "refuted"),
    (FUNCTION, r"\|\nabla f(x)^\top\|_\infty = \|\nabla f(x)\|_\infty", "ambiguous"),
    (FUNCTION, r"\|\nabla f(x)^\top\|_\infty \ge 0", "holds"),
    (MATRIX, r"\left\|\frac{\partial \|x\|_2^2}{\partial x}\right\|_1 = 2 \|x\|_1", "ambiguous"),
    (MATRIX, r"\left\|\frac{\partial \|x\|_2^2}{\partial x}\right\|_2 = 2 \|x\|_2", "holds"),
    (MATRIX, r"\left\|\frac{\partial \|x\|_2^2}{\partial x}\right\|_1 = 3 \|x\|_2", "refuted"),
    (MATRIX, r"\|x\|_1 = \sum_i |x_i|", "holds"),
    (MATRIX, r"\|\mathbf{1}^\top A\|_\infty = \max_j |\sum_i A_{ij}|", "ambiguous|undecided"),
]
FUNCTIONS = [
    (SQUARE, r"\exp(A)_{12} > 0", UNSHOWN),
    (SQUARE, r"\operatorname{tr}(\exp(A)) = \sum_i e^{A_{ii}}", UNSHOWN),
    (SQUARE, r"\operatorname{tr}(\exp(A)) = \sum_i e^{A_{ii}} + 1", "refuted"),
    (SQUARE, r"\det \exp(A) = \exp(\operatorname{tr} A)", UNSHOWN),
    (SQUARE, r"\exp(A) \exp(-A) = I", UNSHOWN),
    (SQUARE, r"\exp(A)^{-1} = \exp(-A)", UNSHOWN),
    (SQUARE, r"x^\top \sin(A) x = x^\top \sin(A)^\top x", UNSHOWN),
    (SQUARE, r"\operatorname{tr}(\cos(A)) \le n", UNSHOWN),
    (SQUARE, r"\operatorname{tr}(\sqrt{A}) = \sum_i \sqrt{A_{ii}}", UNSHOWN),
    (SQUARE, r"\exp(A) \odot \exp(B) = \exp(A + B)", "holds"),
    (SQUARE, r"\exp(A) \odot \exp(B) = \exp(A - B)", "refuted"),
    (SQUARE, r"\exp(A) \odot I = \exp(A \odot I)", "refuted"),
    (MATRIX, r"\exp(A)_{12} > 0", "holds"),
    (MATRIX, r"\exp(A)_{12} > 1", "needs-hypothesis"),  # A > 0
    (MATRIX, r"\exp(A) \odot \exp(B) = \exp(A + B)", "holds"),
    (MATRIX, r"\|\exp(A)\|_F^2 = \sum_{ij} e^{2 A_{ij}}", "holds"),
    (MATRIX, r"\operatorname{tr}(\exp(A A^\top)) = \sum_i e^{\sum_j A_{ij}^2}", UNSHOWN),
    (MATRIX, r"\operatorname{tr}(\exp(A A^\top) \exp(A) \exp(A)^\top) > 0", "holds|not-refuted|undecided"),
    (SQUARE, r"\exp(x)_1 > 0", "holds"),
    (SQUARE, r"\exp(x^\top A x) > 0", "holds"),
    (SQUARE, r"\exp(x^\top A x) > 1", "refuted"),
    (ATTENTION, r"D^{-1} \exp(S) \mathbf{1} = \mathbf{1}", "holds"),
    (ATTENTION, r"D^{-1} \exp(S) V = \operatorname{softmax}(S) V", "holds"),
    (ATTENTION, r"D^{-1} \exp(S) V = \operatorname{softmax}(S^\top) V", "refuted"),
    (rf"{ATTENTION}, \quad P := D^{{-1}} \exp(S)", r"\exp(S)_{12} > 0", "holds"),
    (rf"{ATTENTION}, \quad P := D^{{-1}} \exp(S)", r"\exp(S)_{12} > 1", "refuted"),
    (ATTENTION, r"\exp(S)_{12} > 0", UNSHOWN),  # D alone may be the degrees of a graph
    (SQUARE, r"\frac{\exp(A)_{ij}}{\sum_k \exp(A)_{ik}} = \operatorname{softmax}(A)_{ij}", "holds"),
    (SQUARE, r"\frac{\exp(A)_{ij}}{\sum_k \exp(A)_{ik}} = \operatorname{softmax}(A)_{ji}", "refuted"),
    (SQUARE, r"\operatorname{tr}\left(\frac{\exp(A)}{\operatorname{tr}(\exp(A))}\right) = 1", "holds"),
]
BOLD = [
    (r"\mathbf{A}, \boldsymbol{A} \in \mathbb{R}^{n \times n}", r"\mathbf{A} = \boldsymbol{A}", "refuted"),
    (r"\mathbf{A}, \bm{A} \in \mathbb{R}^{n \times n}", r"\mathbf{A} \bm{A} = \bm{A} \mathbf{A}", "refuted"),
    (r"\mathbf{A}, \bm{A} \in \mathbb{R}^{n \times n}", r"\mathbf{A} + \bm{A} = \bm{A} + \mathbf{A}", "holds"),
    (r"\mathbf{A} \in \mathbb{R}^{n \times n}", r"\mathbf{A} = \boldsymbol{A}", "holds"),
    (r"A, \mathbf{A} \in \mathbb{R}^{n \times n}", r"\mathbf{A} = \boldsymbol{A}", "holds"),
    (r"A, \mathbf{A} \in \mathbb{R}^{n \times n}", r"A = \boldsymbol{A}", "refuted"),
    (r"\boldsymbol{\theta} \in \mathbb{R}^n", r"\bm{1}^\top \bm{\theta} = \sum_i \theta_i", "holds"),
    (r"\boldsymbol{\theta} \in \mathbb{R}^n", r"\bm{1}^\top \bm{\theta} = \|\theta\|_1", "refuted|needs-hypothesis"),
]
SLASHES = [
    (NUMBERS, r"x \div y a = x/(ya)", "ambiguous"),
    (NUMBERS, r"x \div y a = (x/y) a", "ambiguous"),
    (NUMBERS, r"x / y a = x/(ya)", "ambiguous"),
    (NUMBERS, r"x \div y \cdot a = x a/y", "holds"),
    (NUMBERS, r"x \div (y a) = x a/y", "refuted"),
    (NUMBERS, r"x \div y = x y^{-1}", "holds"),
]
LAYOUTS = [
    (PAIR, r"\frac{\partial \operatorname{tr}(A X)}{\partial X} = A", "refuted"),
    (PAIR, r"\frac{\partial \operatorname{tr}(A X)}{\partial X} = 2 A", "refuted"),
    (PAIR, r"\frac{\partial \operatorname{tr}(A X)}{\partial X} = \operatorname{vec}_r(A^\top)^\top", "holds"),
    (FUNCTION, r"\frac{\partial x^\top x}{\partial x} = 2 x", "refuted"),
    (FUNCTION, r"\frac{\partial x^\top x}{\partial x} = 2 x^\top", "holds"),
    (MATRIX, r"\frac{\partial A x}{\partial x} = A^\top", "refuted"),
]
BARS = [
    (r"\frac{\partial |X^k|}{\partial X} = \frac{\partial |X|^k}{\partial X}", "holds"),
    (r"\frac{\partial |X^2|}{\partial X} = \frac{\partial |X|^2}{\partial X}", "holds"),
    (r"\frac{\partial |X^2|}{\partial X} = \frac{\partial |X|}{\partial X}", "refuted"),
    (r"|X^k| = |X|^k", "ambiguous"),
    (r"|X^k| = \det(X)^k", "holds"),
    (r"\log |X X^\top| = 2 \log |X|", "holds|needs-hypothesis|undecided"),
    (r"\frac{|X|}{|2 X|} = |X|", "refuted|needs-hypothesis"),
]
DEPENDENT = r"x \in \mathbb{R}, \quad U(x), V(x) \in \mathbb{R}^{m \times n}"
TYPED = r"x, y \in \mathbb{R}, \quad U : \mathbb{R} \times \mathbb{R} \to \mathbb{R}^{n \times n}, \quad T : \mathbb{R} \to \mathbb{R}^{n \times n}"
INVERSE = r"x \in \mathbb{R}, \quad A(x) \in \mathbb{R}^{n \times n}"
PRODUCTS = [
    (
        DEPENDENT,
        r"\frac{\partial U \circ V}{\partial x} = \frac{\partial U}{\partial x} \circ V + U \circ \frac{\partial V}{\partial x}",
        "holds",
    ),
    (DEPENDENT, r"\frac{\partial U \circ V}{\partial x} = \frac{\partial U}{\partial x} \circ V", "refuted"),
    (DEPENDENT, r"U \circ V = V \circ U", "holds"),
    (TYPED, r"U(x, y)^{-1} = U^{-1}(I_n)", "holds"),
    (TYPED, r"U(x, y)^{-1} = U^{-1}(2 I_n)", "refuted"),
    (TYPED, r"T(x)^2 = T^2(I_n)", "holds"),
    (TYPED, r"T(x)^2 = T^2(x I_n)", "refuted|needs-hypothesis"),
    (TYPED, r"T^{-1}(x) = T(x)^{-1}", "holds"),
    (
        INVERSE,
        r"\mathbf{0} = \frac{\partial \mathbf{I}}{\partial x} = \frac{\partial A A^{-1}}{\partial x} "
        r"\Longrightarrow \frac{\partial A^{-1}}{\partial x} = -A^{-1} \frac{\partial A}{\partial x} A^{-1}",
        "holds",
    ),
    (
        INVERSE,
        r"\mathbf{0} = \frac{\partial \mathbf{I}}{\partial x} "
        r"\Longrightarrow \frac{\partial A^{-1}}{\partial x} = A^{-1} \frac{\partial A}{\partial x} A^{-1}",
        "refuted",
    ),
    (r"f, g : \mathbb{R} \to \mathbb{R}, \quad x \in \mathbb{R}", r"(f \circ g)(x) = f(g(x))", "holds"),
    (r"f, g : \mathbb{R} \to \mathbb{R}, \quad x \in \mathbb{R}", r"(f \circ g)(x) = f(x) g(x)", "refuted"),
]
ATTACKS = [
    # Rows, in other places and other words.
    (MATRIX, r"\|x^\top A^\top\|_1 \le \|A\|_\infty \|x\|_\infty", "ambiguous"),
    (MATRIX, r"\|x^\top A^\top\|_\infty = \|A x\|_\infty", "ambiguous"),
    (MATRIX, r"\|(A x)^\top\|_1 = \|A x\|_1", "ambiguous"),
    (MATRIX, r"\|(A x)^\top\|_2 = \|A x\|_2", "holds"),
    (MATRIX, r"\|A x\|_1 = \|A x\|_\infty", "refuted|needs-hypothesis"),
    (MATRIX, r"\|x^\top\|_F = \|x\|_2", "holds"),
    (MATRIX, r"\|x^\top\|_{\max} = \|x\|_\infty", "holds"),
    (MATRIX, r"\|x^\top\|_{\max} = \|x\|_1", "refuted|needs-hypothesis"),
    (MATRIX, r"\|-x^\top\|_1 = \|x^\top\|_1", "holds"),
    (MATRIX, r"\|2 x^\top\|_\infty = 2 \|x^\top\|_\infty", "holds"),
    (MATRIX, r"\|2 x^\top\|_\infty = 3 \|x^\top\|_\infty + 1", "refuted"),
    (MATRIX, r"\|x^\top\|_1 \|x\|_1 \ge x^\top x", "holds|not-refuted|undecided"),
    (MATRIX, r"\max_i \|A_{i,:}\|_2 \le \|A\|_2", "holds|not-refuted"),
    (MATRIX, r"\left\|\frac{\partial \mathbf{1}^\top x}{\partial x}\right\|_\infty = n", "ambiguous"),
    (MATRIX, r"\left\|\frac{\partial \mathbf{1}^\top x}{\partial x}\right\|_1 = n", "ambiguous"),
    (MATRIX, r"\left\|\frac{\partial \mathbf{1}^\top x}{\partial x}\right\|_2 = \sqrt{n}", "holds"),
    # Functions of square matrices, in other places.
    (SQUARE, r"\operatorname{tr}(A \exp(B)) = \operatorname{tr}(\exp(B) A)", "holds"),
    (SQUARE, r"\operatorname{tr}(\log(A)) = \sum_i \log A_{ii}", UNSHOWN),
    (SQUARE, r"\exp(A + B) = \exp(A) \exp(B)", "refuted"),
    (SQUARE, r"x^\top \exp(A) x \ge 0", "refuted"),
    (SQUARE, r"\exp(A)_{11} \ge 0", UNSHOWN),
    (SQUARE, r"(\exp(A) x)_1 = \sum_j e^{A_{1j}} x_j", UNSHOWN),
    (SQUARE, r"\sum_{ij} \exp(A)_{ij} > 0", UNSHOWN),
    (SQUARE, r"\exp(\mathbf{0}_{n \times n}) = \mathbf{1} \mathbf{1}^\top", UNSHOWN),
    (SQUARE, r"\cos(A)^2 + \sin(A)^2 = I", UNSHOWN),
    (
        SQUARE,
        r"\frac{\partial \operatorname{tr} \exp(A)}{\partial A} = \operatorname{vec}_r(\exp(A)^\top)^\top",
        UNSHOWN,
    ),
    (SQUARE, r"\cosh(A)_{12} \ge 1", UNSHOWN),
    (rf"{SQUARE}, \quad E := \exp(A)", r"E_{12} > 0", UNSHOWN),
    (rf"{SQUARE}, \quad E_{{ij}} := \exp(A_{{ij}})", r"E_{12} > 0", "holds"),
    (rf"{SQUARE}, \quad E_{{ij}} := \exp(A_{{ij}})", r"E_{12} > 1", "refuted|needs-hypothesis"),
    (SQUARE, r"\operatorname{tr}(A^2) = \sum_{ij} A_{ij} A_{ji}", "holds"),
    (SQUARE, r"\tanh(A)_{12} \le 1", "holds|not-refuted"),
    # Layouts and slashes.
    (PAIR, r"\frac{\partial \operatorname{tr}(X A)}{\partial X} = A", "refuted"),
    (PAIR, r"\frac{\partial \operatorname{tr}(X A)}{\partial X} = A^\top", "refuted"),
    (PAIR, r"\frac{\partial \operatorname{tr}(X A)}{\partial X} = X", "refuted"),
    (PAIR, r"\nabla_X \operatorname{tr}(X A) = A^\top", "holds"),
    (FUNCTION, r"\frac{\partial \|x\|_2^2}{\partial x} = x", "refuted"),
    (NUMBERS, r"a \div x y = a \div (x y)", "ambiguous"),
    (NUMBERS, r"1 \div 2 \cdot x = \frac{x}{2}", "holds"),
    (NUMBERS, r"a \div x + y = \frac{a}{x} + y", "holds"),
    (NUMBERS, r"a \div x + y = \frac{a}{x + y}", "refuted|needs-hypothesis"),
]


def verdict(given: str, claim: str, folder: Path, **settings: Any) -> str:
    return check(claim, given=given, effort="quick", certificates=folder, **settings).verdict


@pytest.mark.parametrize(
    ("given", "claim", "right"), [*ROWS, *FUNCTIONS, *BOLD, *SLASHES, *LAYOUTS, *PRODUCTS, *ATTACKS]
)
def test_verdicts(given: str, claim: str, right: str, tmp_path: Path) -> None:
    assert verdict(given, claim, tmp_path) in right.split("|")


@pytest.mark.parametrize(("claim", "right"), BARS)
def test_bars_do_not_depend_on_the_order_of_the_sides(claim: str, right: str, tmp_path: Path) -> None:
    given = r"X \in \mathbb{R}^{n \times n}, \quad k \in \mathbb{N}"
    left, _, after = claim.partition(" = ")
    found = [verdict(given, text, tmp_path) for text in (claim, f"{after} = {left}")]
    assert found[0] == found[1]
    assert found[0] in right.split("|")


@pytest.mark.parametrize(
    ("claim", "exp", "right"),
    [
        (r"\exp(A)_{12} > 0", "entrywise", "holds"),
        (r"\exp(A)_{12} > 1", "entrywise", "needs-hypothesis"),
        (r"\det \exp(A) = \exp(\operatorname{tr} A)", "entrywise", "refuted"),
        (r"\exp(A)_{12} > 0", "matrix", "refuted"),
        (r"\exp(A)_{12} = e^{A_{12}}", "matrix", "refuted"),
        (r"\exp(x)_1 > 0", "matrix", "holds"),
    ],
)
def test_the_header_says_what_a_function_of_a_matrix_is(claim: str, exp: str, right: str, tmp_path: Path) -> None:
    assert verdict(SQUARE, claim, tmp_path, exp=exp) == right


def test_the_reading_that_is_not_supported_is_named(tmp_path: Path) -> None:
    found = check(r"\cos(A)_{12} \le 1", given=SQUARE, effort="quick", certificates=tmp_path)
    assert [reading["verdict"] for reading in found.readings] == ["holds", "undecided"]
    assert "matrix function, which is not supported" in found.message


def test_what_is_false_in_every_reading_says_so(tmp_path: Path) -> None:
    found = check(r"\|x^\top\|_1 \le \frac12 \|x\|_\infty", given=MATRIX, effort="quick", certificates=tmp_path)
    assert found.verdict == "refuted"
    assert found.message.startswith("false in every reading")
    assert found.counterexample is not None


@pytest.mark.parametrize(
    ("verdicts", "right"),
    [
        (["holds", "refuted"], "ambiguous"),
        (["refuted", "refuted"], "refuted"),
        (["ill-typed", "refuted"], "refuted"),
        (["refuted", "needs-hypothesis"], "refuted"),
        (["ill-typed", "ill-typed"], "ill-typed"),
        (["ill-typed", "holds"], "ambiguous"),
        (["refuted", "undecided"], "ambiguous"),
        (["holds", "undecided"], "undecided"),
        (["holds", "vacuous"], "ambiguous"),
    ],
)
def test_the_rule(verdicts: list[str], right: str) -> None:
    assert combine_readings(verdicts) == combine_readings(verdicts[::-1]) == right


def test_the_layout_is_told_for_the_file_where_several_claims_hold_in_it(tmp_path: Path) -> None:
    claims = [
        r"\frac{\partial a^\top x}{\partial x} = a",
        r"\frac{\partial x^\top x}{\partial x} = 2 x",
        r"\frac{\partial x^\top x}{\partial x} = 3 x",
    ]
    paper = tmp_path / "toy.paper.md"
    blocks = "".join(f"## c{k}: claim\n```math\n{claim}\n```\n" for k, claim in enumerate(claims))
    head = "---\ntitle: Toy\n---\n```math given\na, x \\in \\mathbb{R}^n\n```\n"
    paper.write_text(head + blocks, encoding="utf-8")
    found = audit(paper, effort="quick", certificates=tmp_path / "certificates", jobs=1, ledger=None)
    assert [claim.verdict for claim in found.papers[0].claims] == ["refuted"] * 3
    (remark,) = [text for text in found.remarks if "layout" in text]
    assert "2 claims hold with `layout: gradient`" in remark


def test_a_claim_that_has_a_type_in_the_layout_in_force_is_repaired_by_another(tmp_path: Path) -> None:
    given = r"A, B \in \mathbb{R}^{n \times n}, \quad x \in \mathbb{R}^n"
    claim = r"\frac{\partial A B x}{\partial x} = B^\top A^\top"
    found = check(claim, given=given, effort="quick", certificates=tmp_path)
    assert found.verdict == "refuted"
    assert found.repair is not None
