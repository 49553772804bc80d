"""What of a LaTeX source is read: its inputs, its environments, its rows; and what is told because it is not."""

import gzip
import io
import tarfile
import zipfile
from pathlib import Path

import pytest

from proofs.importing.importer import Imported, import_source, import_tex
from proofs.importing.source_tree import open_source


def left_out(made: Imported) -> list[str]:
    return [f"{line}: {what}: {why}" for line, what, why in made.left_out]


def test_inputs_beside_the_source_are_read_and_others_are_told(tmp_path: Path) -> None:
    (tmp_path / "parts").mkdir()
    (tmp_path / "sec2.tex").write_text("\n\\[ D = D^\\top \\]\n\\[ D + D \\]\n\\input{parts/deep}", encoding="utf-8")
    (tmp_path / "parts" / "deep.tex").write_text(
        "\\renewcommand{\\M}{C}\n\\[ \\M = \\M \\]\n\\input{sec2}", encoding="utf-8"
    )
    source = "\\newcommand{\\M}{B}\n\\[ \\M = A \\]\n\\input{sec2}\n\\include{gone}\\input{../secret}\n\\input{/etc/passwd}\n\\[ A = \\M \\]"
    made = import_tex(source, folder=tmp_path)
    assert made.claims == 4 and "A = C" in made.text
    assert (
        "where: sec2.tex line 2" in made.text
        and "where: parts/deep.tex line 2" in made.text
        and "where: line 6" in made.text
    )
    told = left_out(made)
    assert len(told) == 5 and any(one.startswith("3: sec2.tex: D + D") for one in told)
    assert sum("outside of the folder" in one for one in told) == 2
    assert sum("reads itself" in one for one in told) == 1 and sum("no such file" in one for one in told) == 1


def test_without_a_folder_inputs_are_told() -> None:
    made = import_tex("\\[ A = B \\]\n\\input{sec2}")
    assert left_out(made) == [r"2: \input{sec2}: the file is not read: the folder of the source is not known"]


@pytest.mark.parametrize(
    ("source", "claims", "words"),
    [
        (r"\[ a = b \] \iffalse \[ c = d \] \fi \[ e = f \]", 2, r"\iffalse"),
        (r"\[ a = b \] \iffalse \[ c = d \] \ifx x y \fi \else \[ e = f \] \fi", 2, r"\iffalse"),
        (r"\[ a = b \] \iftrue \[ c = d \] \else \[ e = f \] \fi", 2, ""),
        (r"\newif\ifdraft \[ a = b \] \ifdraft \[ c = d \] \else \[ e = f \] \fi", 3, r"the conditional \ifdraft"),
        (r"\[ a = b \iff c = d \] \[ e = f \]", 2, ""),
        (r"\begin{document} \[ a = b \] \end{document} \[ c = d \]", 1, r"behind \end{document}"),
        (r"\begin{IEEEeqnarray*}{rCl} A &=& B \end{IEEEeqnarray*} \begin{dmath} A = B \end{dmath}", 2, ""),
        (r"\[ a = b \] \begin{numcases}{x =} 1 \\ 2 \end{numcases}", 1, "the environment numcases"),
        (r"\newcommand{\be}{\begin{equation}} \newcommand{\ee}{\end{equation}} \be a = b \ee \be c = d \ee", 2, ""),
        (r"\def\be{\begin{align*}} \def\ee{\end{align*}} \be a = b \ee", 1, ""),
        (r"\[ a = b \] \newcommand{\eq}[1]{\begin{equation} c = #1 \end{equation}} \eq{d}", 2, ""),
        (r"\[ a = b \] \newenvironment{eq}[1]{\begin{align} c &= #1}{\end{align}} \begin{eq}{d} + e \end{eq}", 2, ""),
        (r"\[ a = b \] \begin{align} c = d \[ e = f \]", 2, "its end is not found"),
        (r"\[ a = b \] and $ x \[ e = f \]", 2, "its end is not found"),
        (r"\begin{theorem} Let $x \ge 0$. Then \[ a = b \] \end{theorem}", 1, r"x \ge 0: inline formulas"),
        (r"\begin{theorem} Let $x$ be a vector. Then \[ a = b \] \end{theorem}", 1, ""),
        (r"\begin{align*} A &= B \\ \intertext{and only if {$A=B$}} C &= D \end{align*}", 2, "and only if {A=B}: text"),
        (r"\[ \newcommand{\a}{b} a = \a \] \[ c = d \]", 2, ""),
    ],
)  # fmt: skip
def test_what_is_not_read_is_told_and_counted(source: str, claims: int, words: str) -> None:
    made = import_tex(source)
    assert made.claims == claims
    assert len(left_out(made)) == bool(words) and words in "".join(left_out(made))


def test_inline_hypotheses_stand_below_the_claim() -> None:
    made = import_tex(r"\begin{theorem} Let $x\ge0$ and \(y > 0\). Then \[ a = b \] \end{theorem}")
    assert r"asides: `x\ge0`, `y > 0`." in made.text


@pytest.mark.parametrize(
    ("display", "definitions", "claims"),
    [
        (r"g(x) := \sum_{\substack{i=1 \\ i \ne 2}}^n x_i", [r"g(x) := \sum_{\substack{i=1 \\ i \ne 2}}^n x_i"], []),
        (r"g(x) := \sum_{\substack{i=1 \\ i \ne 2}}^n x_i \\ g(x) \le 3", [r"g(x) := \sum_{\substack{i=1 \\ i \ne 2}}^n x_i"], [r"g(x) \le 3"]),
        (r"f(x) &:= x^2 \\ &\le 3", ["f(x) := x^2"], [r"f(x) \le 3"]),
        (r"f(x) := x^2 \le 3 = 4, \quad x \in \mathbb{R}", [r"f(x) := x^2, \quad x \in \mathbb{R}"], [r"f(x) \le 3 = 4"]),
        (r"f(x) := x^2, \quad g(x) := 3", [r"f(x) := x^2, \quad g(x) := 3"], []),
        (r"f_i(x) := x_i, \quad i = 1, \dots, n", [r"f_i(x) := x_i, \quad i = 1, \dots, n"], []),
        (r"M &:= \begin{pmatrix} 1 & 2 \\ 3 & 4 \end{pmatrix} \\ M &= M^\top", [r"M := \begin{pmatrix} 1 & 2 \\ 3 & 4 \end{pmatrix}"], ["M &= M^\\top"]),
        (r"s := 1[x \ge 0] + \{x : x = 1\}", [r"s := 1[x \ge 0] + \{x : x = 1\}"], []),
    ],
)  # fmt: skip
def test_what_a_definition_claims_is_no_hypothesis(
    display: str, definitions: list[str], claims: list[str]
) -> None:
    made = import_tex(rf"\begin{{align}} {display} \end{{align}}")
    given = made.text.split("```math given\n")[1].split("\n```")[0]
    assert given == " \\\\\n".join(definitions)
    assert [block.split("\n```")[0] for block in made.text.split("```math\n")[1:]] == claims


def test_what_stands_beside_a_definition_is_told() -> None:
    made = import_tex(r"\[ f(x) := x^2, \quad x \ge 3 \]")
    assert r"x \ge 3" not in made.text and any("x \\ge 3: it stands beside" in one for one in left_out(made))


def test_a_title_may_hold_brackets() -> None:
    assert "thm: Main [1]\n" in import_tex(r"\begin{theorem}[Main [1]]\label{thm} \[ a = b \] \end{theorem}").text
    assert "thm: A [ b\n" in import_tex(r"\begin{theorem}[{A [ b}]\label{thm} \[ a = b \] \end{theorem}").text


FILES = {
    "paper/main.tex": r"\documentclass{article}\usepackage{own}\begin{document}\input{sections/one}\end{document}",
    "paper/sections/one.tex": r"\[ \R = A \]",
    "paper/own.sty": r"\newcommand{\R}{B}",
    "paper/notes.tex": "no document",
}


def archive(kind: str, folder: Path) -> Path:
    path = folder / f"source.{kind}"
    if kind == "zip":
        with zipfile.ZipFile(path, "w") as made:
            for name, text in FILES.items():
                made.writestr(name, text)
    elif kind == "tar.gz":
        with tarfile.open(path, "w:gz") as made:
            for name, text in FILES.items():
                info = tarfile.TarInfo(name)
                info.size = len(text)
                made.addfile(info, io.BytesIO(text.encode()))
            link = tarfile.TarInfo("paper/sections/link.tex")
            link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
            made.addfile(link)
    else:
        path.write_bytes(gzip.compress(rb"\[ B = A \]"))
    return path


@pytest.mark.parametrize("kind", ["zip", "tar.gz", "gz"])
def test_an_archive_is_read_without_being_unpacked(kind: str, tmp_path: Path) -> None:
    path = archive(kind, tmp_path)
    made = import_source(open_source(path))
    assert "\nB = A\n" in made.text
    assert list(tmp_path.iterdir()) == [path]


def test_a_folder_is_read_from_its_main_file(tmp_path: Path) -> None:
    (tmp_path / "a.tex").write_text(r"\[ a = b \]", encoding="utf-8")
    (tmp_path / "z.tex").write_text(r"\begin{document} \input{a} \[ c = d \] \end{document}", encoding="utf-8")
    assert import_source(open_source(tmp_path)).claims == 2


BROKEN = {
    "empty": b"",
    "gzip": b"\x1f\x8b broken",
    "zip": b"PK\x03\x04 broken",
    "zeros": gzip.compress(b"\0" * 300),  # the header holds the time: an id made of it differs between two workers
}


@pytest.mark.parametrize("content", BROKEN.values(), ids=BROKEN)
def test_a_broken_archive_is_refused(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "source.tar.gz"
    path.write_bytes(content)
    with pytest.raises(ValueError, match="archive|displayed"):
        import_source(open_source(path))


HOSTILE = {
    "braces": "{" * 100_000,
    "open displays": r"\begin{align} a = b " * 4_000,
    "empty displays": r"\[ \] " * 4_000,
    "dollars": "$ a \n\n" * 20_000,
    "definitions": "".join(rf"\newcommand{{\{'x' * 3}{chr(97 + k % 26)}}}{{{k}}}" for k in range(5_000)),
    "arguments": r"\newcommand{\a}[1]{#1#1}" + r"\a{" * 2_000 + "x" + "}" * 2_000,
    "unclosed arguments": r"\newcommand{\a}[1]{#1}" + r"\a{" * 5_000,
    "conditionals": r"\ifx " * 30_000 + r"\begin",
    "environments": r"\begin{theorem}" * 5_000,
    "nested fractions": r"\[" + r"\frac{" * 3_000 + "x" + r"}{y}" * 3_000 + r" = 1 \]",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_source_ends(name: str) -> None:
    try:
        import_tex(HOSTILE[name] + r" \[ a = b \]")
    except ValueError as problem:
        assert str(problem)
