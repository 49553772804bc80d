r"""Beside ``T \in \mathbb{N}`` the superscript T of a number is a power; hypotheses that compare an entry with the others need its index."""

from __future__ import annotations

from pathlib import Path

import pytest

from proofs.reading.paper import BadPaper
from proofs.reading.reader import read_text
from tests.judged import judged

DEFINITE = r"A \in \mathbb{R}^{n \times n}, A \succ 0, T \in \mathbb{N}"
TEMPERATURE = r"T > 0, A, B \in \mathbb{R}^{n \times n}"
VECTORS = r"x, y \in \mathbb{R}^n, T \in \mathbb{N}"


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        (DEFINITE, r"(1 + \lambda_{\min}(A))^T = 1 + \lambda_{\min}(A)", "refuted"),
        (DEFINITE, r"\operatorname{tr}(A)^T = \operatorname{tr}(A)", "refuted"),
        (DEFINITE, r"\left(\frac{\kappa(A) - 1}{\kappa(A) + 1}\right)^T \le 1", "holds not-refuted"),
        (TEMPERATURE, r"(A B)^T = B^T A^T", "holds"),
        (TEMPERATURE, r"(A B)^T = A^T B^T", "refuted"),
        (VECTORS, r"(\max_i |x_i|)^T = \max_i |x_i|", "refuted"),
        (VECTORS, r"(x^\top y)^T = x^\top y", "ambiguous"),
        (VECTORS + r", \alpha > 0", r"(1 + \alpha)^T \|x\|^2 \ge x^T x", "holds not-refuted"),
    ],
)
def test_powers(given: str, claim: str, verdict: str, tmp_path: Path) -> None:
    assert judged(claim, given, tmp_path).verdict in verdict.split()


@pytest.mark.parametrize("hypothesis", [r"x_i = \max_j x_j", r"x_i \le \min_j x_j"])
def test_an_entry_compared_with_the_others_needs_its_index(hypothesis: str, tmp_path: Path) -> None:
    with pytest.raises(BadPaper, match="may stand for every index or for a certain one"):
        judged(r"x = x", rf"x \in \mathbb{{R}}^n, {hypothesis}", tmp_path)
    told = judged(r"x = x_1 \mathbf{1}", rf"x \in \mathbb{{R}}^n \\ {hypothesis} \quad \forall i", tmp_path)
    assert told.verdict in ("holds", "undecided")


def test_a_block_in_front_of_the_first_claim_says_where_it_reaches() -> None:
    text = "\n".join([
        "# Symmetric", "```math given", r"A \in \mathbb{R}^{n \times n}, A = A^\top", "```",
        "## a: x", "```math", r"A = A^\top", "```", "# General", "## b: y", "```math", r"A = A^\top", "```",
    ])  # fmt: skip
    first, second = read_text(text, "paper.md").claims
    assert first.remarks == ()
    assert "`Symmetric`" in second.remarks[0]
    settings = read_text(text.replace("# Symmetric", "# Setting").replace("## a: x", "# Special\n## a: x"), "paper.md")
    assert all(claim.remarks == () for claim in settings.claims)
