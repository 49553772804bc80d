r"""Words around formulas as hypotheses, where inferences come from, and what a theorem rests on."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from proofs.importing.importer import import_tex
from tests.proofs.importing.test_inference import claims_of, verdict

SYMMETRIC = r"\[ \frac{\partial x^\top A x}{\partial x} = 2 x^\top A \]"
HYPOTHESES = [  # source, what is given to its last claim
    (rf"Let $A$ be symmetric. {SYMMETRIC}", r"A \text{ is symmetric}"),
    (rf"Let $A$ be a real symmetric matrix.\n\n Text. {SYMMETRIC}", r"A \text{ is symmetric}"),
    (rf"For a symmetric matrix $A$ we have {SYMMETRIC}", r"A \text{ is symmetric}"),
    (rf"{SYMMETRIC} where $A$ is symmetric.", r"A \text{ is symmetric}"),
    (r"Suppose $Q$ is orthogonal. Then \[ \|Q x\| = \|x\|. \]", r"Q \text{ is orthogonal}"),
    (r"Let $A$ be a symmetric positive definite matrix. Then \[ x^\top A x \ge 0. \]", r"A \text{ is symmetric and positive definite}"),
    (r"Assume that $A$ and $B$ are invertible, and $A$ is invertible. Then \[ (A B)^{-1} = B^{-1} A^{-1}. \]", r"A \text{ is invertible}"),
]  # fmt: skip


@pytest.mark.parametrize(("source", "line"), HYPOTHESES)
def test_words_are_hypotheses(source: str, line: str, tmp_path: Path) -> None:
    claim = claims_of(source.replace(r"\n", "\n"))[-1]
    assert line in "\n".join(block.text for block in claim.inferred)
    assert verdict(claim, tmp_path) == "holds"


NONE = [  # said of something else, elsewhere, or denied
    rf"If $A$ is symmetric, this is easy.\n\n In general, {SYMMETRIC}",
    rf"\section{{One}} Let $A$ be symmetric. \[ A = A \] \section{{Two}} Text. {SYMMETRIC}",
    rf"Let $A$ be any matrix, not symmetric. {SYMMETRIC}",
    rf"Here $A$ need not be symmetric. {SYMMETRIC}",
    rf"Let $B$ be symmetric. {SYMMETRIC}",
    rf"{SYMMETRIC} Text. Later, $A$ is symmetric.",
]


@pytest.mark.parametrize("source", NONE)
def test_words_elsewhere_are_none(source: str, tmp_path: Path) -> None:
    claim = next(one for one in claims_of(source.replace(r"\n", "\n")) if "partial" in one.statement)
    assert r"\text{" not in "\n".join(block.text for block in claim.inferred)
    assert verdict(claim, tmp_path) in ("refuted", "ambiguous")


FORM = r"Define \[ Q(x; \mu, \Sigma) := (x - \mu)^\top \Sigma^{-1} (x - \mu), \] where $\Sigma$ is a symmetric matrix. Then \[ Q(y; a, A) = Q(a; y, A). \] "
ARGUMENTS = [  # what stands for a parameter that is symmetric, and what does not
    (r"\[ a^\top A y = y^\top A a \]", "holds"),
    (r"\[ a^\top B y = y^\top B a \]", "refuted"),
    (r"\section{Two} \[ a^\top A y = y^\top A a \]", "refuted"),
]


@pytest.mark.parametrize(("source", "said"), ARGUMENTS)
def test_what_is_said_of_a_parameter_is_said_of_what_stands_for_it(source: str, said: str, tmp_path: Path) -> None:
    claims = claims_of(FORM + source)
    assert r"A \text{ is symmetric}" in "\n".join(block.text for block in claims[0].inferred)
    assert verdict(claims[-1], tmp_path) in ({said} if said == "holds" else {said, "ambiguous"})


TOLD = [  # matrices of which the text tells what they are may be refuted; a shape in the text that a claim does not speak of says nothing of it
    (r"Let $A$ be a symmetric matrix.\n\n Text. \[ \frac{\partial x^\top A x}{\partial x} = 3 x^\top A \]", "refuted"),
    (r"Here $B$ is symmetric.\n\n Text. \[ \frac{\partial x^\top A x}{\partial x} = 2 x^\top A \]", "ambiguous"),
    (r"Let $z \in \mathbb{R}^n$ be a state.\n\n Text. \[ \operatorname{tr}(A B) = \operatorname{tr}(A) \operatorname{tr}(B) \]", "refuted"),
    (r"Let $A \in \mathbb{R}^{n \times n}$ be a matrix.\n\n Text. \[ \operatorname{tr}(A B) = \operatorname{tr}(A) \operatorname{tr}(B) \]", "ambiguous"),
]


@pytest.mark.parametrize(("source", "said"), TOLD)
def test_what_is_told_of_all_matrices_leaves_no_doubt(source: str, said: str, tmp_path: Path) -> None:
    assert verdict(claims_of(source.replace(r"\n", "\n"))[-1], tmp_path) == said


SEQUENCES = [  # members of a sequence, and a name that is none
    (r"The input $x_t \in \mathbb{R}^m$ is known. \[ y^\top x_t + y^\top x_{t+1} = y^\top (x_t + x_{t+1}) \]", "x_{t + 1} \\in \\mathbb{R}^{m}", "holds"),
    (r"The input $x_t \in \mathbb{R}^m$ is known. \[ y^\top x_t = y^\top x_{t+1} \]", "x_{t + 1} \\in \\mathbb{R}^{m}", "refuted"),
    (r"The input $x_t \in \mathbb{R}^m$ is known. \[ \sum_{t=1}^T x_t^\top x_t = \sum_{t=1}^T \|x_t\|^2 \]", "", "holds"),
]


@pytest.mark.parametrize(("source", "line", "said"), SEQUENCES)
def test_members_of_a_sequence_have_its_shape(source: str, line: str, said: str, tmp_path: Path) -> None:
    claim = claims_of(source)[-1]
    assert line in "\n".join(block.text for block in claim.inferred)
    assert verdict(claim, tmp_path) in ({said} if said == "holds" else {said, "ambiguous"})


def test_inferences_say_where_they_come_from() -> None:
    made = import_tex("Text.\n\\[ y^\\top A x = x^\\top A^\\top y \\]\n\\[ \\det(A) \\ge 0 \\]\n", infer=True).text
    assert "Inferred: `y` from line 2; `A` from lines 2, 3; `x` from line 2." in made


THEOREM = r"""\begin{theorem} \label{t} For all \[ x^\top A^\top A x \ge 0. \label{e} \] \end{theorem}
\begin{proof} We have \[ x^\top A^\top A x = \|A x\|^2, \label{p} \] and by \eqref{p} \[ x^\top A^\top A x \ge 0 \cdot \|x\|. \] \end{proof}
It follows from \eqref{e} that \[ 2 x^\top A^\top A x \ge 0. \] Alone, \[ A x = A x. \]"""


def test_a_theorem_rests_on_its_proof_and_a_claim_on_what_it_cites() -> None:
    claims = claims_of(THEOREM)
    theorem, first, second, cites, alone = claims
    assert theorem.uses == (first.id, second.id)
    assert second.uses == (first.id,)
    assert cites.uses == (theorem.id,)
    assert first.uses == alone.uses == ()


def test_citations_of_later_claims_are_left_out() -> None:
    made = import_tex(r"As \eqref{b} will show, \[ x = x \label{a} \] and then \[ y = y \label{b} \]", infer=True).text
    assert not re.search("^uses:", made, re.MULTILINE)


def test_the_only_inline_formula_of_a_theorem_is_what_it_states() -> None:
    made = import_tex(r"\begin{theorem} For all square matrices $\operatorname{tr}(A B) = \operatorname{tr}(B A)$. \end{theorem}")
    assert made.claims == 1
    assert "\\operatorname{tr}(A B) = \\operatorname{tr}(B A)" in made.text
    for source in (r"\begin{theorem} If $A = A^\top$, then $x^\top A y = y^\top A x$. \end{theorem}", r"\begin{assumption} $x > 0$. \end{assumption}"):
        assert import_tex(source + r" \[ a = b \]").claims == 1


def test_words_around_an_inline_claim_leave_it_in_doubt(tmp_path: Path) -> None:
    source = r"\begin{theorem} If the matrices commute, then $A B = B A$. \end{theorem}"
    assert verdict(claims_of(source)[0], tmp_path) == "ambiguous"
