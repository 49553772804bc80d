r"""Line breaks, column marks, wide spaces and equation numbers: none of them multiplies."""

from __future__ import annotations

from pathlib import Path

import pytest

from derive.errors import SyntaxProblem
from derive.language.parsing.parser import statements
from proofs.reading.paper import BadPaper
from tests.judged import judged

GIVEN = r"x, y, z \in \mathbb{R}, \quad f(x) := (x-1)^3"

JUDGED = [
    (r"\begin{align} f'(1) &= 0 & f''(1) &= 0 & f'''(1) &= 0 \end{align}", "refuted"),
    (r"\begin{align} f'(1) &= 0 & f''(1) &= 0 & f'''(1) &= 6 \end{align}", "holds"),
    (r"\begin{align} x + 0 &= x & y + 1 &= y \end{align}", "refuted"),
    (r"\begin{align} x + 0 &= x & y + 0 &= y \end{align}", "holds"),
    (r"\begin{align} x + 0 &= x & -(y + 1) &= -y \end{align}", "refuted"),
    (r"\begin{align} (x+y)^2 &= x^2 + 2 x y \\ &\quad + y^2 \\ & = y^2 + 2 y x + x^2 \end{align}", "holds"),
    (r"\begin{align} (x-y)^2 &= x^2 + y^2 \\ &- 2 x y = x^2 - 2 x y + y^2 \end{align}", "holds"),
    (r"\begin{align} (x-y)^2 &= x^2 + y^2 \\ &- 2 x y = x^2 - 2 x y \end{align}", "refuted"),
    (r"\begin{alignat}{3} 2 x & + & y & = & y + 2 x \end{alignat}", "holds"),
    ("(x + y)^2 = x^2\n+ 2 x y\n+ y^2", "holds"),
    ("(x + y)^2 = x^2 + 2 x\n y + y^2", "holds"),
    (r"2x = x \quad (2)", "refuted"),
    (r"2x = x \hspace{1cm} (2)", "refuted"),
    (r"2x = x && (2)", "refuted"),
    (r"2x = x, \quad (2)", "refuted"),
    (r"(2) \quad x = 2x", "refuted"),
    (r"(a) \quad x = 2x", "refuted"),
    (r"(ii) \quad x + 0 = x \qquad (4)", "holds"),
    (r"x^2 + 1 \ge 1 \qquad (2)", "holds"),
    (r"x^2 + 1 \ge 1 \qquad (2.1)", "holds"),
    (r"x^2 + 1 \ge 1 \qquad (2a)", "holds"),
    (r"x^2 + 1 \ge 1 \qquad (\star)", "holds"),
    (r"x + 1 = 1 + x \quad (1) \\ = x + 2 - 1 \quad (2)", "holds"),
    (r"x (2) = 2 x", "holds"),
    (r"\frac{x}{x} = 1 \quad (x \ne 0)", "holds"),
    (r"\frac{x}{x} = 1 && (x \ne 0)", "holds"),
]


@pytest.mark.parametrize(("claim", "verdict"), JUDGED)
def test_layout_and_numbers_multiply_nothing(claim: str, verdict: str, tmp_path: Path) -> None:
    assert judged(claim, GIVEN, tmp_path).verdict == verdict


REFUSED = [
    ("x - x = 0\ny = 0", "line break of the source"),
    ("x - x = 0\n\ny = 0", "Two relations"),
    ("x - x = 0\n-y = 0", "line break of the source"),
    (r"x - x = 0 \newline y = 0", "Two relations"),
    (r"x - x = 0 \hspace{1cm} y = 0", "Two relations"),
    (r"x - x = 0 \hskip 1cm plus 1fil y = 0", "Two relations"),
    (r"x - x = 0\ \ \ y = 0", "Two relations"),
    (r"x - x = 0~y = 0", "Two relations"),
    (r"x - x = 0 \; y = 0", "Two relations"),
    (r"x - x = 0 \label{a} y = 0", "Two relations"),
    (r"x - x = 0 \phantom{ab} y = 0", "Two relations"),
    (r"\begin{aligned} x - x &= 0 \end{aligned} \begin{aligned} y &= 0 \end{aligned}", "Two relations"),
    (r"\frac{x - x = 0 \quad y = 0}{1} = 0", "Two relations"),
    (r"x - x = 0 \text{ } y = 0", "Two relations"),
    (r"x - x = 0 {\quad} y = 0", "Two relations"),
    (r"x - x = 0 \quad{} y = 0", "Two relations"),
    (r"2x = x \; (2)", "a factor or a number"),
    (r"2x = x~(2)", "a factor or a number"),
    (r"(a)\; x = 2 x", "a factor or a number"),
    (r"\underbrace{x - x}_{= y} = 0", "label states something"),
    (r"x + 1 = 2 \text{ (if x is 1)}", "beside a statement"),
    (r"x - x = 0 \quad y", "wide space"),
    (r"x - x = 0 & y", "wide space"),
    (r"x - x = 0 \quad [2]", "wide space"),
    (r"y \quad x = 0", "wide space"),
    (r"\begin{align} x - x &= 0 & y &= 0 \end{align}", "comparison of free quantities"),
]


@pytest.mark.parametrize(("claim", "reason"), REFUSED)
def test_what_stands_apart_is_no_factor(claim: str, reason: str, tmp_path: Path) -> None:
    with pytest.raises(BadPaper, match=reason):
        judged(claim, GIVEN, tmp_path)


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        (r"\begin{align} x + 1 &= 1 + x && \text{(Jensen)} \\ &\le x + 2 && \text{by (2)} \end{align}", "holds"),
        (r"\begin{align} x + 1 &= 1 + x && \text{(Jensen)} \\ &\le x && \text{by (2)} \end{align}", "refuted"),
        (r"\underbrace{x + y}_{=: z} = y + x", "holds"),
    ],
)
def test_reasons_and_names_say_nothing(claim: str, verdict: str, tmp_path: Path) -> None:
    assert judged(claim, GIVEN, tmp_path).verdict == verdict


def test_a_macro_may_separate() -> None:
    with pytest.raises(SyntaxProblem, match="Two relations"):
        statements(r"x - x = 0 \sep y = 0", {"sep": r"\quad"})


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        (r"\begin{align} y &= 2 & z &= 3 \end{align}", "y = 2 z", "refuted"),
        (r"\begin{align} y &= 2 & z &= 3 \end{align}", "y + 1 = z", "holds"),
        (r"x = 1 \qquad (2)", "x = 2", "refuted"),
        (r"x = 1 \qquad (2)", "x = 1", "holds"),
        (r"g(x) := 2 x \qquad (3)", "g(x) = 6 x", "refuted"),
        (r"g(x) := 2 x \qquad (3)", "g(x) = 2 x", "holds"),
    ],
)
def test_given_blocks(given: str, claim: str, verdict: str, tmp_path: Path) -> None:
    assert judged(claim, rf"{GIVEN}, \quad {given}", tmp_path).verdict == verdict


@pytest.mark.parametrize("given", ["x = 1\ny = 2", "x > 0\n\ny > 0"])
def test_statements_of_given_blocks_are_separated(given: str, tmp_path: Path) -> None:
    with pytest.raises(BadPaper, match="Two relations"):
        judged("y = 2", rf"{GIVEN}, {given}", tmp_path)
