r"""Displays that the running text introduces as definitions stand in the given block, also with a plain ``=``."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from proofs.importing.importer import import_tex
from proofs.judging.understand import understand
from proofs.reading.reader import read_paper


def imported(source: str) -> tuple[int, int, str]:
    made = import_tex(source)
    return made.definitions, made.claims, made.text


@pytest.mark.parametrize(
    ("source", "definition"),
    [
        (r"We define the residual by \[ r = X w - y. \]", "r := X w - y"),
        (r"Let \[ H = X^\top X, \]", r"H := X^\top X"),
        (
            r"Denote by $A$ the attention, \begin{equation} \mathbf{A} = X X^\top \end{equation}",
            r"\mathbf{A} := X X^\top",
        ),
        (r"The loss is defined as $$ \mathcal{L}(w) = \frac12 \|w\|^2 $$", r"\mathcal{L}(w) := \frac{1}{2} \|w\|^2"),
        (r"We set \begin{align} Q &= X W_Q, \\ K_{1} &= X W_K \end{align}", "Q := X W_Q \\\\\nK_{1} := X W_K"),
        (r"\begin{definition} The map is defined via \[ f(x) = A x \] \end{definition}", "f(x) := A x"),
        (
            r"It holds that $a = 1$. Let \[ Q = X W \in \mathbb{R}^{n \times k} \]",
            r"Q := X W \in \mathbb{R}^{n \times k}",
        ),
    ],
)
def test_what_the_words_define(source: str, definition: str) -> None:
    definitions, claims, text = imported(source)
    assert (definitions, claims) == (definition.count(":="), 0)
    assert f"```math given\n{definition}\n```" in text


@pytest.mark.parametrize(
    "source",
    [
        r"It follows that \[ r = X w - y. \]",
        r"We define r. The gradient is \[ g = X^\top r. \]",
        r"Let $X$ be orthogonal. Then \[ H = I. \]",
        r"Let $w$ be such that \[ r = 0. \]",
        r"Let $w$ satisfy \[ X w = y. \]",
        r"We define $f$, which gives \[ g = 2 x. \]",
        r"We define the operator by \[ \nabla f = 2 x. \]",
        r"We define it by \[ \|x\| = 1. \]",
        r"We define x by \[ A x = b. \]",
        r"Let \[ x \le y. \]",
        r"Let \[ x = A x + b. \]",
        r"\newcommand{\a}{A} \let\b\a \[ \b = B. \]",
        r"\begin{lemma} Let $x$ be a vector with \[ z = x. \] \end{lemma}",
    ],
)
def test_what_they_do_not_define_is_a_claim(source: str) -> None:
    assert imported(source)[:2] == (0, 1)


def test_a_second_definition_is_a_claim() -> None:
    assert imported(r"Define \[ r = x \] and later define \[ r = y \]")[:2] == (1, 1)
    assert imported(r"Define \[ r := x \] and later define \[ r = y \]")[:2] == (1, 1)


def test_the_file_can_be_audited(tmp_path: Path) -> None:
    source = r"""Let $X \in \mathbb{R}^{n \times d}$, $w \in \mathbb{R}^d$, $y \in \mathbb{R}^n$. Define
    \[ r = X w - y \in \mathbb{R}^n. \] The loss is defined as \[ \mathcal{L}(w) = \tfrac12 \|r\|^2. \]
    \begin{lemma} The gradient is \[ \nabla_w \mathcal{L}(w) = X^\top r. \] \end{lemma}"""
    path = tmp_path / "made.md"
    path.write_text(import_tex(source).text, encoding="utf-8")
    (claim,) = read_paper(path).claims
    assert understand(claim)[0].links[0].typed is not None


COMPLETED = r"\[ a^\top a + 2 a^\top b = (a + b)^\top (a + b) - C, \] "


@pytest.mark.parametrize(
    ("source", "definition"),
    [
        (COMPLETED + r"where \[ C = b^\top b. \]", r"C := b^\top b"),
        (COMPLETED + r"Text. \[ C = b^\top b. \]", ""),
        (COMPLETED + r"where \[ a = 2 b. \]", r"a := 2 b"),
        (r"Let $a$ be a vector. " + COMPLETED + r"where \[ a = 2 b. \]", ""),  # the text spoke of it
        (COMPLETED + r"where \[ C \ge b^\top b. \]", ""),
        (COMPLETED + r"where \[ C = C + b^\top b. \]", ""),
        (r"\[ C := a^\top b \] " + COMPLETED + r"where \[ C = b^\top b. \]", r"C := a^\top b"),
    ],
)
def test_what_stands_behind_where(source: str, definition: str) -> None:
    text = import_tex(source, infer=True).text
    assert re.findall(r"^Defined in .*: `(.*)`", text, re.MULTILINE) == ([definition] if definition else [])
