r"""Conventions that a header may ask for: transposed derivatives, primes as transpose marks."""

from pathlib import Path

import pytest

from proofs.judging.judge import judge
from proofs.reading.options import How
from proofs.reading.paper import BadPaper
from proofs.reading.reader import read_paper

PAPER = r"""---
HEADER
---
# S
```math given
x, a \in \mathbb{R}^n, \quad X \in \mathbb{R}^{n \times q}, \quad A \in \mathbb{R}^{n \times n}
```
## c: claim
```math
CLAIM
```
"""


@pytest.mark.parametrize(
    ("header", "claim", "verdict"),
    [
        ("layout: denominator", r"\frac{\partial A x}{\partial x} = A^\top", "holds"),
        ("layout: denominator", r"\frac{\partial A x}{\partial x} = A", "refuted"),
        ("layout: numerator", r"\frac{\partial A x}{\partial x} = A", "holds"),
        ("prime: transpose", "(X'AX)' = X'A'X", "holds"),
        ("prime: transpose", "(X'AX)' = X'AX", "refuted"),
        ("prime: transpose", r"(\operatorname{vec} A')' \operatorname{vec} A = \operatorname{tr} AA", "holds"),
        ("prime: transpose", r"\operatorname{tr} X'X = \|X\|_F^2", "holds"),
        ("prime: transpose", "x'' = x", "holds"),
    ],
)
def test_conventions_of_a_header(header: str, claim: str, verdict: str, tmp_path: Path) -> None:
    path = tmp_path / "own.paper.md"
    path.write_text(PAPER.replace("HEADER", header).replace("CLAIM", claim))
    assert judge(read_paper(path).claims[0], How(effort="quick")).verdict == verdict


def test_a_prime_is_a_mark_unless_the_header_says_otherwise(tmp_path: Path) -> None:
    path = tmp_path / "own.paper.md"
    path.write_text(PAPER.replace("HEADER", "title: t").replace("CLAIM", "(X'AX)' = X'A'X"))
    with pytest.raises(BadPaper, match="prime: transpose"):
        judge(read_paper(path).claims[0], How(effort="quick"))
