"""Shapes that the running text of a LaTeX source declares are put into the skeleton, and nothing else is."""

from __future__ import annotations

from pathlib import Path

import pytest

from proofs.importing.declared_shapes import candidates, shapes
from proofs.importing.importer import import_tex
from proofs.importing.segments import segments
from proofs.judging.understand import understand
from proofs.reading.reader import read_paper


@pytest.mark.parametrize(
    "formula",
    [
        r"X \in \mathbb{R}^{n \times d}",
        r"\mathbf{W}_Q, \mathbf{W}_K \in \mathbb{R}^{d \times k}",
        r"x \in \mathbb{R}^n",
    ],
)
def test_a_shape_in_the_text_is_a_declaration(formula: str) -> None:
    assert shapes([formula]).declared == (formula,)


@pytest.mark.parametrize(
    "formula",
    [
        r"x \in [0, 1]^n",  # a hypothesis about x
        r"i \in \{1, \dots, n\}",
        r"A B \in \mathbb{R}^{n \times d}",  # a claim
        r"x \in \mathcal{X}",  # of an unknown set
        r"\frac{",
    ],
)
def test_what_says_more_than_a_shape_is_left_to_a_person(formula: str) -> None:
    assert shapes([formula]).declared == ()


def test_of_two_shapes_neither_is_taken() -> None:
    first, second, other = r"X \in \mathbb{R}^{n \times d}", r"X \in \mathbb{R}^{d \times n}", r"y \in \mathbb{R}^{m}"
    found = shapes([first, other, second])
    assert found.declared == (other,)
    assert found.disputed == (first, second)


def test_a_shape_said_twice_is_declared_once() -> None:
    text = r"X \in \mathbb{R}^{n \times d}"
    assert shapes([text, text, text + " "]).declared == (text,)


def test_relations_and_displays_are_no_candidates() -> None:
    source = r"Let $X \in \R^{n \times d}$, $n \ge 2$, $\sum_{i \in S} x_i$. $$ Y \in \R^{p} $$ and \(z \in \R^{q}\)."
    assert candidates(segments(source).formulas) == [r"X \in \R^{n \times d}", r"z \in \R^{q}"]


SOURCE = r"""\newcommand{\R}{\mathbb{R}}
\begin{document}
Let $X \in \R^{n \times d}$ and let $W \in \R^{d \times k}$ be the weights.
\begin{equation} \frac{\partial (X W)}{\partial W} = X \otimes I_k . \end{equation}
\end{document}
"""


def test_a_source_that_declares_its_shapes_can_be_audited_as_it_is_imported(tmp_path: Path) -> None:
    made = import_tex(SOURCE)
    assert made.shapes == 2
    path = tmp_path / "made.md"
    path.write_text(made.text, encoding="utf-8")
    (claim,) = read_paper(path).claims
    (reading,) = understand(claim)
    assert [link.typed is not None for link in reading.links] == [True]
