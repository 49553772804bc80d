"""A LaTeX source becomes a paper file that can be read: its displays, its definitions, its macros, and what is left out."""

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
\newcommand{\again}{\again x} \newcommand{\opt}[2][x]{#1#2} \renewcommand{\le}{\ge}
\[ \norm{\vx}_2^2 = \two{\abs*{\vx^\top \vx}}{0} \]"""
    made, claims = read(source, tmp_path, GIVEN)
    assert set(dict(claims[0].settings.macros)) == {r"\norm", r"\vx", r"\abs", r"\tr", r"\two", r"\leB"}
    assert understand(claims[0])[0].links[0].typed is not None
    told = {what: why for _, what, why in made.left_out}
    assert set(told) == {rf"the macro \{n}" for n in ("argmin", "again", "opt")}
    assert "uses itself" in told[r"the macro \again"] and "optional argument" in told[r"the macro \opt"]


def test_what_is_left_out_is_told_with_its_line() -> None:
    source = "\n\\[ A = B \\]\n\\[ A + B \\]\n\\begin{lemma} nothing \\end{lemma}\n\\begin{verbatim}\n\\[ C = D \\]\n\\end{verbatim}"
    made = import_tex(source)
    assert made.claims == 1 and {(line, what) for line, what, _ in made.left_out} == {(4, "lemma"), (3, "A + B")}
    assert "line 3: A + B: no relation" in made.summary()


def test_a_source_without_formulas_is_refused() -> None:
    with pytest.raises(ValueError, match="no displayed formula"):
        import_tex(r"\section{One} text")
