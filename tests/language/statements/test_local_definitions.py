r"""Definitions behind a claim, ``\text{where } r = A x - y``: local to it, never a condition and never a claim."""

from pathlib import Path

import pytest

from proofs.reading.paper import BadPaper
from tests.judged import judged

LEAST = r"x \in \mathbb{R}^n, \quad y \in \mathbb{R}^m, \quad A \in \mathbb{R}^{m \times n}"
VECTOR = r"x, v \in \mathbb{R}^n \\ f(x) := x^\top x"
NUMBERS = r"a, b \in \mathbb{R}"
HALF = r"\nabla_x \tfrac12 \|A x - y\|^2"

CLAIMS = (
    (LEAST, HALF + r" = A^\top r, \text{ where } r = A x - y", "holds"),
    (LEAST, HALF + r" = A^\top r, \text{ where } r = y - A x", "refuted"),
    (LEAST, HALF + r" = A^\top A x - A^\top y = A^\top r, \quad \text{where } r := A x - y", "holds"),
    (LEAST, HALF + r" = A^\top A x - y = A^\top r, \quad \text{where } r := A x - y", "ill-typed"),
    (LEAST, r"\nabla_x \tfrac12 \|r\|^2 = s, \text{ where } s = A^\top r \text{ and } r = A x - y", "holds"),
    (LEAST, r"\nabla_x \tfrac12 \|r\|^2 = s, \text{ where } s = A^\top r, r = y - A x", "refuted"),
    (LEAST, r"\text{With } r = A x - y, \quad \nabla_x \tfrac12 \|r\|^2 = A^\top r", "holds"),
    (LEAST, r"\text{With } r = A x - y, \quad \nabla_x \tfrac12 \|r\|^2 = 2 A^\top r", "refuted"),
    (VECTOR, r"\nabla f(x) = 2 y \text{ where } y = x", "holds"),
    (VECTOR, r"\nabla f(x) = 2 y \text{ where } y = 2 x", "refuted"),
    (VECTOR, r"\nabla f(x) = 2 v \text{ where } v = x", "holds"),
    (VECTOR, r"\nabla f(x) = g(x) \text{ where } g(x) = 2 x", "holds"),
    (VECTOR, r"\frac{d}{dt} \|x + t v\|^2 = 2 x^\top v \text{ where } t = 0", "holds"),
    (VECTOR, r"\frac{d}{dt} \|x + t v\|^2 = 2 x^\top v \text{ where } t = 1", "refuted"),
    (
        VECTOR,
        r"\frac{\partial \operatorname{softmax}(x)}{\partial x} = \operatorname{diag}(p) - p p^\top \text{ with } p \equiv \operatorname{softmax}(x)",
        "holds",
    ),
    (VECTOR, r"\|x\|_2 = \|y\|_2, \text{ where } y_i = |x_i|", "holds"),
    (NUMBERS, r"|a| + b = c \text{ where } c = a + b, a \ge 0", "holds"),
    (NUMBERS, r"|a| + b = c \text{ where } c = a + b \text{ and } a \ge 0", "holds"),
    (NUMBERS, r"|a| + b = c \text{ where } c = a + b", "refuted"),
    (NUMBERS, r"a = c, \text{ where } c = a \\ a^2 = -1", "refuted"),
    (NUMBERS, r"a = c, \text{ where } c = a, \text{ hence } a^2 = -1", "refuted"),
)
REFUSED = (
    (NUMBERS, r"\text{where } c = a", "nothing is claimed"),
    (NUMBERS, r"c = 0, \text{ where } c = c + 1", "c is not declared"),
    (NUMBERS, r"a = c, \text{ where } c = d, d = c", "d is not declared"),
    (NUMBERS, r"a = c, \text{ where } c = a, c = b", "defined twice"),
    (NUMBERS, r"a = c, \text{ where } c = a \\ b = c, \text{ where } c = b", "defined twice"),
    (NUMBERS, r"a = c, \text{ where } c = a, \quad a = b", "a condition or a claim"),
    (NUMBERS, r"a = c, \text{ where } c = a \text{ and } a^2 = -1", "a condition or a claim"),
    (NUMBERS, r"c \ge 0, \text{ where } c \ge 0", "c is not declared"),
    (VECTOR, r"\|x\|_2 = \|y\|_2, \text{ where } y_i = |x_i|, i = 1, \dots, n", "a definition of entries"),
)


@pytest.mark.parametrize(("given", "claim", "verdict"), CLAIMS)
def test_a_definition_behind_a_claim_is_local_to_it(given: str, claim: str, verdict: str, tmp_path: Path) -> None:
    found = judged(claim, given, tmp_path).verdict
    assert found == verdict or (verdict, found) == ("refuted", "needs-hypothesis")


@pytest.mark.parametrize(("given", "claim", "said"), REFUSED)
def test_what_defines_nothing_is_refused(given: str, claim: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(BadPaper, match=said):
        judged(claim, given, tmp_path)


def test_an_index_is_not_defined(tmp_path: Path) -> None:
    given = r"A \in \mathbb{R}^{n \times n}"
    with pytest.raises(BadPaper, match="range of the index k"):
        judged(r"\sum_{k=1}^n A_{kk} = \operatorname{tr}(A) \text{ where } k = n", given, tmp_path)


def test_the_definition_is_told(tmp_path: Path) -> None:
    result = judged(r"\nabla f(x) = 2 y \text{ where } y = x", VECTOR, tmp_path)
    assert "y := x" in result.understood
