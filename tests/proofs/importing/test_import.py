"""A LaTeX source becomes a paper file that can be read: its displays, its definitions, its macros, and what is left out."""

import re
from pathlib import Path

import pytest

from proofs.importing.importer import import_tex
from proofs.judging.understand import understand
from proofs.reading.reader import read_paper

GIVEN = r"```math given" "\n" r"\vx \in \mathbb{R}^n, A \in \mathbb{R}^{n \times n}" "\n```\n"


def read(source: str, tmp_path: Path, given: str = ""):
    made = import_tex(source)
    path = tmp_path / "made.md"
    path.write_text(made.text.replace("# Setting\n", f"# Setting\n{given}", 1), encoding="utf-8")
    return made, read_paper(path).claims


@pytest.mark.parametrize(
    "display",
    [
        r"\[ A = B \]", r"$$ A = B $$", r"\begin{equation} A = B \end{equation}", r"\begin{align*} A &= B \end{align*}",
        r"\[ A \succeq 0 \]", r"\[ A \preceq B \]", r"\[ a \equiv b \]", r"\begin{theorem} It is \[ A = B \] \end{theorem}",
    ],
)  # fmt: skip
def test_every_display_with_a_relation_is_a_claim(display: str, tmp_path: Path) -> None:
    made, claims = read(display, tmp_path)
    assert made.claims == len(claims) == 1 and not made.left_out


@pytest.mark.parametrize("sign", [r"\coloneqq", r"\triangleq", ":="])
def test_definitions_stand_in_the_given_block(sign: str, tmp_path: Path) -> None:
    source = rf"""\begin{{align}} f(x) &{sign} x^\top A x, \\ g(x) &{sign} 2 x \\ f(x) &= x^\top g(x) \end{{align}}"""
    made, claims = read(
        source, tmp_path, "```math given\nx \\in \\mathbb{R}^n, A \\in \\mathbb{R}^{n \\times n}\n```\n"
    )
    assert (made.definitions, made.claims) == (2, 1)
    assert [b.text for level in claims[0].given for b in level][1] == "f(x) := x^\\top A x \\\\\ng(x) := 2 x"
    assert understand(claims[0])[0].links[0].typed is not None


def test_macros_are_read_as_the_source_means_them(tmp_path: Path) -> None:
    source = r"""
\newcommand{\norm}[1]{\left\|#1\right\|}  \def\vx{\mathbf{x}}  \DeclarePairedDelimiter{\abs}{\lvert}{\rvert}
\DeclareMathOperator*{\argmin}{arg\,min} \DeclareMathOperator{\tr}{tr} \newcommand{\two}[2]{#1 + #2}
\newcommand{\opt}[2][2]{#1#2} \renewcommand{\le}{\ge}
\[ \norm{\vx}_2^2 = \two{\abs*{\vx^\top \vx}}{0} \]
\[ \opt{\tr(\vx\vx^\top)} \le \opt[1]{\norm\vx^2} \]"""
    made, claims = read(source, tmp_path, GIVEN.replace(r"\vx", r"\mathbf{x}"))
    assert (
        claims[0].statement
        == r"\left\|\mathbf{x}\right\|_2^2 = \left\lvert \mathbf{x}^\top \mathbf{x} \right\rvert + 0"
    )
    assert claims[1].statement == r"2\operatorname{tr}(\mathbf{x}\mathbf{x}^\top) \ge 1\left\|\mathbf{x}\right\|^2"
    assert all(understand(claim)[0].links[0].typed is not None for claim in claims) and not made.left_out


def test_what_is_left_out_is_told_with_its_line() -> None:
    source = "\n\\[ A = B \\]\n\\[ A + B \\]\n\\begin{lemma} nothing \\end{lemma}\n\\begin{verbatim}\n\\[ C = D \\]\n\\end{verbatim}"
    made = import_tex(source)
    assert made.claims == 1 and {(line, what) for line, what, _ in made.left_out} == {(4, "lemma"), (3, "A + B")}
    assert "line 3: A + B: no relation" in made.summary()


def test_a_source_without_formulas_is_refused() -> None:
    with pytest.raises(ValueError, match="no displayed formula"):
        import_tex(r"\section{One} text")


@pytest.mark.parametrize(("source", "formulas"), [
    (r"f &= a b \\ &\quad + c d", [r"f &= a b + c d"]),
    (r"f = {} & a b \\ & \times c d \\ & - e \\ g & = h", [r"f = {} & a b \times c d - e", "g & = h"]),
    (r"f &= \left[ a b \right. \\ & \left. + c \right]", [r"f &= \left[ a b + c \right]"]),
    (r"a &= b + \\ & c d \\ &= e", [r"a &= b + c d \\ = e"]),
    (r"a &\le b (c + d \\ & e) \\ f &= g", [r"a &\le b (c + d e)", "f &= g"]),
    (r"a &= b \\ -c &= d", ["a &= b", "-c &= d"]),
    (r"& a = b \\ & -c = d", ["a = b", "-c = d"]),
    (r"a &= b, \\ & -c = d", ["a &= b", "-c = d"]),
])  # fmt: skip
def test_rows_that_go_on_with_the_right_side_above(source: str, formulas: list[str]) -> None:
    found = import_tex(rf"\begin{{align}} {source} \end{{align}}").text
    assert re.findall(r"```math\n(.*?)\n```", found, re.DOTALL) == formulas


def test_reasons_beside_rows_are_left_out_and_told(tmp_path: Path) -> None:
    source = r"\begin{align*} a &= b && \text{from } b = a \\ &= c && \text{by (1)} \end{align*}"
    made, claims = read(source, tmp_path)
    assert "from" not in claims[0].statement and "a &= b" in claims[0].statement and "= c" in claims[0].statement
    assert [why for _, _, why in made.left_out] == ["a reason beside a row is not read"]
    made, claims = read(r"\begin{align*} a &= b && \text{if } b = a \end{align*}", tmp_path)
    assert r"\text{if }" in claims[0].statement and not made.left_out


def test_a_condition_that_stands_as_a_reason_refutes_nothing(tmp_path: Path) -> None:
    rows = r"x^\top A y &= y^\top A x && \text{from } A = A^\top"
    source = rf"Let $A \in \mathbb{{R}}^{{n \times n}}$. \begin{{align*}} {rows} \end{{align*}}"
    assert "inferred=unsure" in import_tex(source, infer=True).text
