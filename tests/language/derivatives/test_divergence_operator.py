r"""Divergences and Laplacians: ``\nabla \cdot F(x)``, ``\nabla_x \cdot (A x)``, ``\Delta f(x)``."""

from __future__ import annotations

from pathlib import Path

import pytest

from derive.errors import DeriveError
from proofs.reading.paper import BadPaper
from tests.judged import judged

FIELD = r"x, y, a \in \mathbb{R}^n, A \in \mathbb{R}^{n \times n} \\ F(x) := A x \\ G(x) := (a^\top x) x"
NUMBER = r"x \in \mathbb{R}^n \\ f(x) := \|x\|^2"
ANY = r"x \in \mathbb{R}^n \\ p : \mathbb{R}^n \to \mathbb{R}, v : \mathbb{R}^n \to \mathbb{R}^n"
POSITIVE = ANY + r" \\ p(x) > 0 \; \forall x"
DENSITY = (
    r"x, \mu \in \mathbb{R}^n, s \in \mathbb{R}_{>0} \\ p(x) := (2 \pi s)^{-n/2} \exp(-\frac{\|x - \mu\|^2}{2 s}) \\ "
)

TRUE = [
    (FIELD, r"\nabla \cdot F(x) = \operatorname{tr}(A)"),
    (FIELD, r"\nabla_x \cdot F(x) = \operatorname{tr}(A)"),
    (FIELD, r"\nabla_x \cdot (A x) = \operatorname{tr}(A)"),
    (FIELD, r"\nabla \cdot G(y) = (n + 1) a^\top y"),
    (FIELD, r"2 \nabla \cdot F(x) = 2 \operatorname{tr}(A)"),
    (NUMBER, r"\Delta f(x) = 2 n"),
    (NUMBER, r"\Delta_x f(x) = 2 n"),
    (NUMBER, r"\nabla \cdot \nabla f(x) = 2 n"),
    (NUMBER, r"\Delta f(x) = \operatorname{tr}(\nabla^2 f(x))"),
    (ANY, r"\nabla \cdot (p(x) v(x)) = \nabla p(x)^\top v(x) + p(x) \nabla \cdot v(x)"),
    (POSITIVE, r"\Delta \log p(x) = \frac{\Delta p(x)}{p(x)} - \|\nabla \log p(x)\|^2"),
    (DENSITY, r"\Delta \log p(x) = -\frac{n}{s}"),
]
FALSE = [
    (FIELD, r"\nabla \cdot F(x) = \operatorname{tr}(A^2)"),
    (FIELD, r"\nabla \cdot G(y) = n a^\top y"),
    (NUMBER, r"\Delta f(x) = 2"),
    (ANY, r"\nabla \cdot (p(x) v(x)) = \nabla p(x)^\top v(x) - p(x) \nabla \cdot v(x)"),
    (DENSITY, r"\Delta \log p(x) = -\frac{1}{s}"),
]


@pytest.mark.parametrize(("given", "claim"), TRUE)
def test_shown(given: str, claim: str, tmp_path: Path) -> None:
    found = judged(claim, given, tmp_path)
    assert found.verdict == "holds", found.message


@pytest.mark.parametrize(("given", "claim"), FALSE)
def test_refuted(given: str, claim: str, tmp_path: Path) -> None:
    assert judged(claim, given, tmp_path).verdict == "refuted"


@pytest.mark.parametrize(
    ("claim", "words"),
    [
        (r"\nabla \cdot (A x) = \operatorname{tr}(A)", "by what is differentiated"),
        (r"\Delta A = 0", "Delta is not declared"),
        (r"\nabla_x \cdot F(x) G(x) = 0", "brackets"),
    ],
)
def test_what_is_not_certain_is_refused(claim: str, words: str, tmp_path: Path) -> None:
    try:
        found = judged(claim, FIELD, tmp_path)
    except (BadPaper, DeriveError) as error:
        assert words in str(error)
    else:
        assert found.verdict == "undecided" and words in found.message
