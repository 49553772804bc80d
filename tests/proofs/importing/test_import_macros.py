"""Macros of a LaTeX source hold from their definition to the end of their group, and formulas are read with those in force."""

from pathlib import Path

import pytest

from proofs.importing.importer import import_tex
from proofs.judging.judge import judge
from proofs.reading.options import How
from proofs.reading.reader import read_paper

GIVEN = r"A \in \mathbb{R}^{n \times n}, B \in \mathbb{R}^{n \times n}, x \in \mathbb{R}^n, y \in \mathbb{R}^n"


def verdicts(source: str, folder: Path, given: str = GIVEN) -> list[str]:
    """The verdicts for the claims of a source."""
    made = import_tex(source)
    path = folder / "made.md"
    block = f"# Setting\n```math given\n{given}\n```\n"
    path.write_text(made.text.replace("# Setting\n", block, 1), encoding="utf-8")
    return [judge(claim, How(effort="quick", certificates=folder)).verdict for claim in read_paper(path).claims]


TWO = r"""\newcommand{\M}{B} \begin{document} \[ A \M = \M A \] %s \[ A \M = A \] \end{document}"""


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (TWO % r"\renewcommand{\M}{I_n}", ["refuted", "holds"]),
        (TWO % r"\def\M{I_n}", ["refuted", "holds"]),
        (TWO % r"{\renewcommand{\M}{I_n} \[ A \M = A \]}", ["refuted", "holds", "refuted"]),
        (TWO % r"\begingroup\def\M{I_n}\endgroup", ["refuted", "refuted"]),
        (TWO % r"{\gdef\M{I_n}}", ["refuted", "holds"]),
        (TWO % r"{\global\def\M{I_n}}", ["refuted", "holds"]),
        (TWO % r"\begin{proof}\renewcommand{\M}{I_n}\end{proof}", ["refuted", "refuted"]),
        (TWO % r"\providecommand{\M}{I_n}", ["refuted", "refuted"]),
        (r"\newcommand{\op}{+}\providecommand{\op}{-} \[ A \op A = 0 \]", ["refuted"]),
        (r"\newcommand{\op}{+}\providecommand{\op}{-} \[ A \op A = 2 A \]", ["holds"]),
        (r"\renewcommand{\det}{\operatorname{tr}} \[ \det(A + B) = \det(A) + \det(B) \]", ["holds"]),
        (r"\[ \det(A + B) = \det(A) + \det(B) \] \renewcommand{\det}{\operatorname{tr}}", ["refuted"]),
        (r"\renewcommand{\le}{\ge} \[ \|x\|_2 \le 0 \]", ["holds"]),
        (r"\renewcommand{\le}{\ge} \[ \|x\|_2 + 1 \leq 0 \]", ["refuted"]),
        # A macro in the body of another is looked up where the other is used.
        (r"\newcommand{\a}{A} \newcommand{\b}{\a B} \[ \b = A B \] \renewcommand{\a}{B} \[ \b = A B \]", ["holds", "refuted"]),
        # \let keeps what holds now.
        (r"\newcommand{\a}{A} \let\b\a \renewcommand{\a}{B} \[ \b = A \] \[ \b = \a \]", ["holds", "refuted"]),
        (r"\newcommand{\n}[1]{\|#1\|} \let\old\n \renewcommand{\n}[1]{\old{#1}^2} \[ \n{x} = \|x\|^2 \]", ["holds"]),
        (r"\newcommand{\a}{A}\newcommand{\b}{B} \[ \a\b = \b\a \] \renewcommand{\a}{I_n} \[ \a\b=\b\a \]", ["refuted", "holds"]),
    ],
)  # fmt: skip
def test_formulas_are_read_with_the_macros_in_force(source: str, expected: list[str], tmp_path: Path) -> None:
    assert verdicts(source, tmp_path) == expected


@pytest.mark.parametrize(
    "definition",
    [
        r"\renewcommand{\det}[2][x]{#1}", r"\newcommand{\det}{\ifx}", r"\providecommand{\det}{\operatorname{tr}}", r"\edef\det{tr}",
        r"\newcommand{\det}{\operatorname{tr}}\newcommand{\det}{\operatorname{rank}}", r"\newcommand{\det}[2]{\operatorname{tr}{#1}}",
        r"\makeatletter{\renewcommand{\det}{\operatorname{tr}}}\begin{document}", r"\DeclareMathSymbol{\det}{1}{2}{3}",
        r"\let\det=\det@old", r"\newcommand{\det}{}", r"\newcommand{\det}{\det x}",
    ],
)  # fmt: skip
def test_a_macro_that_is_left_out_is_not_read_as_the_standard_command(definition: str) -> None:
    made = import_tex(rf"{definition} \[ \det(A B) = \det(A) \det(B) \]")
    assert made.text.count(r"\detLeftOut") == 3 and r"the macro \det" in {what for _, what, _ in made.left_out}


def test_a_macro_that_uses_one_that_is_left_out_is_not_read_either() -> None:
    made = import_tex(r"\renewcommand{\det}{\two}\newcommand{\two}{\ifmmode x\fi} \[ \det(A) = 1 \]")
    assert r"\twoLeftOut(A) = 1" in made.text and r"the macro \two" in {what for _, what, _ in made.left_out}


def test_a_name_that_is_defined_later_is_not_known_before() -> None:
    made = import_tex(r"\let\M=\N \newcommand{\N}{I_n} \[ A \M = A \]")
    assert r"A \N = A" in made.text


def test_the_name_of_the_text_stays_with_what_holds_in_it() -> None:
    source = r"\newcommand{\W}{A}\begin{document}{\renewcommand{\W}{B}\[ \W = B \]} \[ \W = A \]\end{document}"
    made = import_tex(source)
    assert "\nB = B\n" in made.text and "\nA = A\n" in made.text and not made.left_out


def test_many_nested_macros_end() -> None:
    lines = [rf"\newcommand{{\a{chr(97 + k)}}}{{\a{chr(98 + k)} \a{chr(98 + k)}}}" for k in range(25)]
    assert r"\aaLeftOut = x" in import_tex("".join(lines) + r"\[ \aa = x \]").text


@pytest.mark.parametrize(
    ("source", "formula"),
    [
        (r"\newcommand{\R}{\ensuremath{\mathbb R}} \[ x = \R^n \]", r"x = \mathbb{R}^n"),
        (r"\newcommand{\blue}[1]{\textcolor{blue}{#1}} \[ \blue{a} = \blue{b + \blue{c}} \]", "a = b + c"),
        (r"\newcommand{\p}[2][x]{\frac{\partial #2}{\partial #1}} \[ \p f = \p[y]{g} \]", r"\frac{\partial f}{\partial x} = \frac{\partial g}{\partial y}"),
        (r"\def\pair#1|#2.{(#1, #2)} \[ \pair a|b. = c \]", "( a, b) = c"),
        (r"\def\s{n+1} \[ x_\s = \frac\s\s \]", r"x_{n+1} = \frac{n+1}{n+1}"),
        (r"\def\v{\mathbf} \def\w{\v} \[ \w{x} = \w y \]", r"\mathbf{x} = \mathbf{y}"),
        (r"\def\a{\alpha} \[ \a b = b \]", r"\alpha b = b"),
        (r"\NewDocumentCommand{\d}{m O{x}}{#1_{#2}} \[ \d{a} = \d{b}[y] \]", "a_{x} = b_{y}"),
        (r"\[ {\cal N} = {\bf x}_i \cdot \underbrace{A}_{n \times n} \tag{1} \]", r"\mathcal{N} = \mathbf{x}_i \cdot A"),
        (r"\[ \mu :&= \Sigma_1 \label{a}\]", r"\mu := \Sigma_1"),
    ],
)  # fmt: skip
def test_what_is_written_out_is_what_tex_prints(source: str, formula: str) -> None:
    assert f"\n{formula}\n```" in import_tex(source).text


def test_a_macro_without_an_end_costs_nothing_but_itself() -> None:
    made = import_tex(r"\newcommand{\again}{\again x} \[ a = \again \] \[ b = c \]")
    assert r"a = \againLeftOut" in made.text and "b = c" in made.text and "uses itself" in made.summary()
