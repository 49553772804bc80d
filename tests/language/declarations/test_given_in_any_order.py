r"""Definitions behind their first use, definitions by a logarithm, and ratios of determinants."""

from __future__ import annotations

from pathlib import Path

import pytest

from derive.errors import DeriveError
from proofs.api import audit
from proofs.reading.paper import BadPaper
from tests.judged import judged

FACTORS = (
    r"G = U S V^\top \\ U \in \mathbb{R}^{m \times r}, V \in \mathbb{R}^{n \times r}, S \in \mathbb{R}^{r \times r}"
)
DENSITY = (
    r"S \in \mathbb{R}^{n \times n}, m, x \in \mathbb{R}^n, S \succ 0 \\ "
    r"\log p(x) = -\frac12 (x - m)^\top S^{-1} (x - m) - \frac12 \log \det(2 \pi S)"
)
DEFINITE = r"A, B \in \mathbb{R}^{n \times n}, A \succ 0, B \succ 0"
A_1 = r"A \in \mathbb{R}^{m \times n}, x \in \mathbb{R}^n \\ y := A_1 x, A_1 \in \mathbb{R}^{p \times n}"
# F is a function; the F_i that the block defines is what C_i means, and no row of F(X).
ROWS = (
    r"X \in \mathbb{R}^{L \times d}, A \in \mathbb{R}^{L \times L}, F(X) := X X^\top X \\ "
    r"C_i := \sum_{j=1}^L A_{ij} X_{j,:}^\top X_{j,:} - F_i^\top F_i, F_i := \sum_{j=1}^L A_{ij} X_{j,:}"
)

TYPED_FIRST = r"x \in \mathbb{R}^d, \quad s : \mathbb{R}^d \to \mathbb{R}^d, \quad A \in \mathbb{R}^{d \times d}, \quad s(x) := -A x"
"""The type of a function stands in front of what its definition speaks of."""
AT_K = r"c \in \mathbb{R}, \quad x \in \mathbb{R}^n, \quad %s"
SAID, RANGE, APART = r"c \le k, \quad x_k > c", r"k \in \{1, \dots, n\}", r"c > 1"
r"""A hypothesis is one about the index of the claim wherever its range stands, but directly behind it (`x_i = 0, i = 2, \dots, n`)."""
RANKED = r"x, y \in \mathbb{R}^n, \quad a \in \mathbb{R}, \quad x_{(1)} \le a, \quad y_{(1)} %s y_{(2)}"
"""How order statistics are counted is said of all of them, also of those in front."""
CLAIMS = [
    *(
        (AT_K % given, claim, verdict)
        for given in (", ".join((RANGE, APART, SAID)), ", ".join((SAID, APART, RANGE)), ", ".join((APART, RANGE, SAID)))
        for claim, verdict in ((r"x_k > 1", "holds"), (r"x_k > k", "refuted"))
    ),
    (AT_K % f"{APART}, {SAID}, {RANGE}", r"x_k > 1", "vacuous"),
    (RANKED % r"\ge", r"x_{(1)} \le a", "holds"),
    (RANKED % r"\le", r"x_i \le a", "refuted"),
    *((TYPED_FIRST, claim, verdict) for claim, verdict in ((r"s(x) = -A x", "holds"), (r"s(x) = A x", "refuted"))),
    (r"G \in \mathbb{R}^{m \times n} \\ " + FACTORS, r"G^\top = V S^\top U^\top", "holds"),
    (r"G \in \mathbb{R}^{m \times n} \\ " + FACTORS, r"G^\top = U S^\top V^\top", "ill-typed"),
    (r"x \in \mathbb{R}^d \\ f(x) := g(x)^2 \\ g(x) := \|x\|^2", r"\nabla f(x) = 4 \|x\|^2 x", "holds"),
    (r"x \in \mathbb{R}^d \\ f(x) := g(x)^2 \\ g(x) := \|x\|^2", r"\nabla f(x) = 2 \|x\|^2 x", "refuted"),
    (r"x \in \mathbb{R}^d \\ z = 2 y \\ y = 3 x", r"z = 6 x", "holds"),
    (DENSITY, r"\nabla_x \log p(x) = -S^{-1} (x - m)", "holds"),
    (DENSITY, r"\nabla_x \log p(x) = S^{-1} (x - m)", "refuted"),
    (r"x \in \mathbb{R}^n \\ \log(p) := -\|x\|^2", r"p = e^{-\|x\|^2}", "holds"),
    (r"x \in \mathbb{R}^n \\ \log(p) := -\|x\|^2", r"p = e^{\|x\|^2}", "refuted"),
    (r"x \in \mathbb{R}^n, a \in \mathbb{R}_{>0} \\ \log a = \sum_i x_i", r"a = e^{\sum_i x_i}", "holds"),
    (
        r"f := \operatorname{tr}(\mathbf{G}^\top \mathbf{G}) \\ \mathbf{G} \in \mathbb{R}^{m \times n}",
        r"\nabla_{\mathbf{G}} f = 2 \mathbf{G}",
        "holds",
    ),
    (
        r"f := \operatorname{tr}(\mathbf{G}^\top \mathbf{G}) \\ \mathbf{G} \in \mathbb{R}^{m \times n}",
        r"\nabla_{\mathbf{G}} f = \mathbf{G}",
        "refuted",
    ),
    (
        r"x \in \mathbb{R}^n, y := \phi(x), \phi(t) := e^t, t \in \mathbb{R}",
        r"\frac{\partial y}{\partial x} = \operatorname{diag}(y)",
        "holds",
    ),
    (A_1, r"\frac{\partial y}{\partial x} = A_1", "holds"),
    (A_1, r"\frac{\partial y}{\partial x} = A_{1,:}", "ill-typed"),
    (ROWS, r"C_i = \sum_j A_{ij} X_{j,:}^\top X_{j,:} - X^\top A_{i,:}^\top A_{i,:} X", "holds"),
    (ROWS, r"C_i = \sum_j A_{ij} X_{j,:}^\top X_{j,:}", "refuted"),
    (r"x \in \mathbb{R}^n, a := b^2, b := c + 1, c := \|x\|^2", r"a = (1 + x^\top x)^2", "holds"),
    (r"x \in \mathbb{R}^n, a := b^2, b := c + 1, c := \|x\|^2", r"a = 1 + (x^\top x)^2", "refuted"),
    (r"x \in \mathbb{R}^n, S_0 := 2 x, Y := 3 S_0, S := Y + x", r"S = 7 x", "holds"),  # S_0 is no entry of the later S
    (r"x \in \mathbb{R}^n, S_0 := 2 x, Y := 3 S_0, S := Y + x", r"S = 4 x", "refuted"),
    (DEFINITE, r"\frac{|A|}{|B|} = \det(A B^{-1})", "holds"),
    (DEFINITE, r"1 + \log \frac{|A|}{|B|} = 1 + \log |A| - \log |B|", "holds"),
    (DEFINITE, r"\frac{|A|}{|B|} = \det(B A^{-1})", "refuted"),
]


@pytest.mark.parametrize(("given", "claim", "verdict"), CLAIMS)
def test_verdict(given: str, claim: str, verdict: str, tmp_path: Path) -> None:
    assert judged(claim, given, tmp_path).verdict == verdict


@pytest.mark.parametrize(
    "given", [r"x \in \mathbb{R} \\ a := b + x \\ b := a - x", r"x \in \mathbb{R} \\ f(x) := g(x) \\ g(x) := f(x)"]
)
def test_a_circle_is_refused(given: str, tmp_path: Path) -> None:
    with pytest.raises((BadPaper, DeriveError), match="not declared"):
        judged("x = x", given, tmp_path)


def test_a_block_speaks_of_the_name_that_it_declares_whatever_is_declared_further_out(tmp_path: Path) -> None:
    """Outside, x is another vector: ``f := x^T x, x in R^m`` means the inner one in whatever order it is written."""
    paper = tmp_path / "order.md"
    paper.write_text(
        "---\ntitle: order\n---\n```math given\nx \\in \\mathbb{R}^p, A \\in \\mathbb{R}^{p \\times p}\n```\n"
        "## a: inner\n```math given\nf := x^\\top x \\\\\nx \\in \\mathbb{R}^m, B \\in \\mathbb{R}^{m \\times n}\n```\n"
        "```math\nf = \\operatorname{tr}(x x^\\top I_m)\n```\n"
    )
    (claim,) = audit(paper, effort="quick").papers[0].claims
    assert claim.verdict == "holds", claim.message


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        (r"i < j, i, j \in \{1, \dots, n\}", r"i \ne j", "holds"),
        (r"i < j, i, j \in \{1, \dots, n\}", r"i + 1 < j", "refuted"),
        (r"x \in \mathbb{R}^n, i \ne j, i, j \in \{1, \dots, n\}", r"\frac{\partial x_i}{\partial x_j} = 0", "holds"),
        (r"x \in \mathbb{R}^n, i \ne j, i, j \in \{1, \dots, n\}", r"\frac{\partial x_i}{\partial x_j} = 1", "refuted"),
        (r"x \in \mathbb{R}^n, x_i \ge 0, i \in \{1, \dots, n\}", r"\sum_i x_i \ge 0", "holds"),
        (r"k \in \{1, \dots, n\}, c := k", r"c \le n", "holds"),
        (r"k \in \{1, \dots, n\}, c := k", r"c < n", "refuted"),
        (r"k \in \{2, \dots, n\}, c \in \mathbb{R}, c \le k", r"c \le n", "not-refuted"),
        (r"k \in \{2, \dots, n\}, c \in \mathbb{R}, c \le k", r"c \le 1", "refuted"),
    ],
)
def test_ranges_of_indices_that_are_compared_or_named(given: str, claim: str, verdict: str, tmp_path: Path) -> None:
    r"""``i < j`` in front of the range of both says something of these two; a declared index has a value."""
    assert judged(claim, given, tmp_path).verdict == verdict


def test_a_declared_index_of_which_nothing_speaks_has_a_value(tmp_path: Path) -> None:
    given = r"A \in \mathbb{R}^{m \times m}, k \in \{3, \dots, m\}"
    assert judged(r"m \ge 3", given, tmp_path).verdict == "holds"
    assert judged(r"m \ge 4", given, tmp_path).verdict == "refuted"
    assert judged(r"m \ge 3", r"A \in \mathbb{R}^{m \times m}, k \in \{1, \dots, m\}", tmp_path).verdict == "refuted"
