r"""Sections that declare nothing get the declarations that a reader infers, and what is not known refutes nothing."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from proofs.importing.importer import import_tex
from proofs.judging.faults import without_flawed_lines
from proofs.judging.judge import judge
from proofs.reading.options import How
from proofs.reading.paper import BadPaper, Claim
from proofs.reading.reader import read_text

SECTIONS = yaml.safe_load((Path(__file__).parent / "undeclared_sections.yaml").read_text(encoding="utf-8"))
_DECLARED = re.compile(r"^(?P<name>.+?)(?:\((?P<of>[^()]*)\))? \\in \\mathbb\{R\}(?:\^\{(?P<sizes>[^}]*)\})?$")
_FUNCTION = re.compile(r"^(?P<name>.+?) : \\mathbb\{R\}(?:\^\{([^}]*)\})? \\to \\mathbb\{R\}(?:\^\{([^}]*)\})?$")


def claims_of(source: str) -> tuple[Claim, ...]:
    return read_text(import_tex(source, infer=True).text, "made.md").claims


def shapes_of(claim: Claim) -> list[dict[str, str]]:
    """For each reading the shape of every inferred name, in the words of the file of sections."""
    readings: dict[str | None, dict[str, str]] = {}
    for block in claim.inferred:
        found = readings.setdefault(block.reading, {})
        for line in block.text.split(" \\\\\n"):
            if match := _DECLARED.match(line.strip()):
                shape = (match["sizes"] or "1").replace(r" \times ", " x ")
                found[match["name"]] = f"of {match['of']}: {shape}" if match["of"] else shape
            elif match := _FUNCTION.match(line.strip()):
                found[match["name"]] = f"from {match[2] or '1'} to {match[3] or '1'}"
    return list(readings.values())


def same_up_to_sizes(found: dict[str, str], expected: dict[str, str]) -> bool:
    if found.keys() != expected.keys():
        return False
    names: dict[str, str] = {}
    for name, shape in expected.items():
        ours, theirs = re.split(r" x |: | to |from ", found[name]), re.split(r" x |: | to |from ", shape)
        if len(ours) != len(theirs):
            return False
        for a, b in zip(ours, theirs, strict=True):
            fixed = a.startswith("of ") or a.isdigit() or b.isdigit() or not a
            if (a != b) if fixed else names.setdefault(b, a) != a:
                return False
    return len(set(names.values())) == len(names)


def verdict(claim: Claim, folder: Path) -> str:
    try:
        return judge(without_flawed_lines(claim).claim, How(effort="quick", certificates=folder)).verdict
    except BadPaper:
        return "unread"


@pytest.mark.parametrize("section", SECTIONS, ids=lambda section: section["title"])
def test_a_section_without_declarations(section: dict[str, Any], tmp_path: Path) -> None:
    claims = claims_of(section["source"])
    shapes = [shapes_of(claim) for claim in claims]
    if "unsure" in section:
        assert all(len(readings) > 1 and set(section["unsure"]) <= readings[0].keys() for readings in shapes)
    else:
        for readings in shapes:
            assert len(readings) <= 1 and same_up_to_sizes(readings[0] if readings else {}, section["shapes"]), readings
    assert [verdict(claim, tmp_path) for claim in claims] == section["verdicts"]


CONTEXT = [  # true in their context, which is not read: none of them may be refuted
    r"Let $\mathbf{P}$ be a projection, so that \[ \mathbf{P}^2 = \mathbf{P}. \]",
    r"\[ \mathbf{A}^\top = \mathbf{A} \]",
    r"As the matrices commute, \[ \mathbf{A}\mathbf{B} = \mathbf{B}\mathbf{A} \]",
    r"The normal equations are \[ \mathbf{X}^\top \mathbf{X} \mathbf{w} = \mathbf{X}^\top \mathbf{y}. \]",
    r"Let $\mathbf{Q}$ be orthogonal. Then \[ \|\mathbf{Q} \mathbf{x}\| = \|\mathbf{x}\|. \]",
    r"where $\mathbf{A}$ is symmetric. \[ \frac{\partial \mathbf{x}^\top \mathbf{A} \mathbf{x}}{\partial \mathbf{x}} = 2 \mathbf{x}^\top \mathbf{A} \]",
    r"\[ \frac{\partial L}{\partial \mathbf{W}} = \boldsymbol{\delta} \mathbf{x}^\top \]",
    r"\[ \mathbf{1}^\top \mathbf{p} = 1 \]",
    r"\[ \frac{\partial f}{\partial x} = \frac{\partial f}{\partial u}\frac{\partial u}{\partial x} \]",
    r"\[ \frac{dL}{dw} = \frac{dL}{dy}\frac{dy}{dw} \]",
    r"Matrices are square here: \[ \det(A B) = \det(B A) \]",
    r"All matrices are symmetric. Text. \[ \nabla_x (x^\top A x) = 2 A x \]",
    r"\[ P A = L U \]",
    r"\[ (A \otimes B)(C \otimes D) = (AC) \otimes (BD) \]",
    r"\[ \frac{d}{dt} (x^\top P x) = x^\top (A^\top P + P A) x \]",
    r"\[ \lambda_1 \|\mathbf{x}\|^2 \le \mathbf{x}^\top \mathbf{A} \mathbf{x} \]",
    r"The sizes are bounded: \[ \|\mathbf{x}\| \le R \]",
    r"\[ \frac{\partial \mathbf{a}}{\partial t} = \mathbf{0}, \quad \frac{\partial \mathbf{a} u}{\partial t} = \mathbf{a} \frac{\partial u}{\partial t} \]",
    r"\[ \frac{\partial (u v)}{\partial \mathbf{x}} = u \frac{\partial v}{\partial \mathbf{x}} \] as $u$ is constant. \[ \frac{\partial u}{\partial \mathbf{x}} = \mathbf{g}^\top \]",
    r"\[ \frac{\partial \operatorname{tr}(\mathbf{A}\mathbf{X})}{\partial \mathbf{X}} = \mathbf{A} \] \[ \frac{\partial \operatorname{tr}(\mathbf{A}\mathbf{X})}{\partial \mathbf{X}} = \mathbf{A}^\top \]",
]  # fmt: skip


@pytest.mark.parametrize("source", CONTEXT)
def test_what_its_context_makes_true_is_not_refuted(source: str, tmp_path: Path) -> None:
    for claim in claims_of(source):
        assert verdict(claim, tmp_path) in ("ambiguous", "unread", "holds", "undecided")


FALSE = [  # false for all that is said: none of them may hold
    r"\[ \frac{\partial \mathbf{U}\mathbf{V}}{\partial t} = \frac{\partial \mathbf{U}}{\partial t} \frac{\partial \mathbf{V}}{\partial t} \]",
    r"\[ \frac{\partial \mathbf{U}^{-1}}{\partial t} = \mathbf{U}^{-1} \frac{\partial \mathbf{U}}{\partial t} \mathbf{U}^{-1} \]",
    r"\[ (A B)^{-1} = A^{-1} B^{-1} \]",
    r"\[ \operatorname{tr}(A B C) = \operatorname{tr}(B A C) \]",
    r"\[ \frac{\partial x^\top A x}{\partial x} = 2 x^\top A \]",
    r"\[ \det(A + B) = \det(A) + \det(B) \]",
    r"We define \[ y = W x. \] Then \[ \frac{\partial y}{\partial x} = W^\top. \]",
    r"We define \[ y = W x. \] Then \[ \frac{\partial y_i}{\partial x_j} = W_{ji}. \]",
    r"\[ x^\top y = y^\top A x \]",
    r"\[ \frac{\partial g(u)}{\partial t} = \frac{\partial g(u)}{\partial u} \]",
    r"\[ \frac{\partial (u + v)}{\partial \mathbf{x}} = \frac{\partial u}{\partial \mathbf{x}} \]",
    r"\[ P Q = Q P \]",
    r"\[ L U = U L \]",
    r"\[ (A \otimes B)(C \otimes D) = (AD) \otimes (BC) \]",
    r"\[ \frac{dL}{dw} = \frac{dL}{dy} \frac{dw}{dy} \]",
    r"\[ \|u + v\|^2 = \|u\|^2 + \|v\|^2 \]",
]  # fmt: skip


@pytest.mark.parametrize("source", FALSE)
def test_what_is_false_does_not_hold(source: str, tmp_path: Path) -> None:
    assert verdict(claims_of(source)[-1], tmp_path) in ("refuted", "ambiguous", "unread", "needs-hypothesis")
