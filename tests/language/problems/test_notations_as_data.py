r"""Every shipped notation: a line of ``derive/language/notations`` and a row of ``notations.tsv``, a true and a false claim that write it."""

from __future__ import annotations

from pathlib import Path

import pytest

from derive.errors import NameProblem
from derive.language.parsing.notations import lines_of, marks_of, shipped
from derive.language.parsing.parser import notations, parse
from derive.language.printing.latex import to_latex
from derive.language.problems.elaborate import default_problems
from derive.language.problems.notated import check_notation, root_for
from derive.language.scope.options import Options
from proofs.reading.header import BadValue, apply_setting
from proofs.reading.paper import Settings
from proofs.reading.reader import read_text
from tests.judged import judged

TABLE = [line.split("\t") for line in lines_of((Path(__file__).parent / "notations.tsv").read_text(encoding="utf-8"))]


@pytest.mark.parametrize(("given", "claim", "verdict"), TABLE, ids=range(len(TABLE)))
def test_a_notation_means_what_its_line_says(given: str, claim: str, verdict: str, tmp_path: Path) -> None:
    result = judged(claim, given, tmp_path)
    assert f"{result.verdict} where {result.domain}" == verdict or result.verdict == verdict


@pytest.mark.parametrize("line", shipped())
def test_a_shipped_notation_gives_a_meaning_to_what_has_none_and_is_tried(line: str, monkeypatch) -> None:
    others = tuple(other for other in shipped() if other != line)
    monkeypatch.setattr("derive.language.parsing.parser.shipped", lambda: others)
    check_notation(line)
    written = [row for row in TABLE if all(mark in row[0] + row[1] for mark in marks_of(line))]
    assert {"refuted"} < {row[2].split()[0] for row in written}


@pytest.mark.parametrize(
    ("text", "read"),
    [
        (r"n! = n (n - 1)!", r"\prod_{k = 1}^n k = n \left( \prod_{j = 1}^{n - 1} j + 0 \log(n - 1 + 1) \right)"),
        (r"\prod_{k=1}^n k!", r"\prod_{k = 1}^n \prod_{i = 1}^k i"),  # the letter of the notation gives way
        (r"2 n! + 1", r"2 \prod_{k = 1}^n k + 1"),
        (r"n \ne m", r"n \ne m"),
        (r"(A + B)^{-2\top}", r"((A + B)^{-2})^\top"),
    ],
)
def test_forms_are_written_out_as_soon_as_a_text_is_parsed(text: str, read: str) -> None:
    assert to_latex(parse(text)) == read


def test_what_a_text_declares_is_no_notation() -> None:
    text = r"\operatorname{sym}(x) = 2 x"
    scope = root_for([text], Options()).given(r"\operatorname{sym}(x) := x + x, \quad x \in \mathbb{R}^n")
    (problem,) = default_problems(parse(text), scope, Options())
    assert "transpose" not in str(problem.goal)


def test_a_letter_that_is_not_declared_is_no_notation_at_an_index() -> None:
    scope = root_for([], Options()).given(r"x \in \mathbb{R}^n, \quad i \in \{1, \dots, n\}")
    with pytest.raises(NameProblem, match="D_i is not declared"):
        default_problems(parse("D_i = x_i"), scope, Options())


def test_the_letters_of_a_notation_are_not_visible() -> None:
    text = r"\operatorname{sym}(B) = A"
    scope = root_for([text], Options()).given(r"B \in \mathbb{R}^{3 \times 3}")
    with pytest.raises(NameProblem, match="A is not declared"):
        default_problems(parse(text), scope, Options())


@pytest.mark.parametrize(
    "left",
    [r"\operatorname{tr}(A)", r"A^\top", r"\lambda_1(A)", r"A^{-1}", r"\operatorname{sym}(A)", r"\exp(A)", "I_n", "D_n"],
)
def test_a_notation_cannot_change_what_a_text_means(left: str) -> None:
    line = rf"A \in \mathbb{{R}}^{{n \times n}}, \quad {left} := A"
    with pytest.raises(BadValue, match="a meaning already"):
        apply_setting(Settings(), "notation", [line])
    with pytest.raises(BadValue, match="a meaning already"):  # as a certificate may say it
        apply_setting(Settings(), "macros", {"notation 1": line})


@pytest.mark.parametrize("line", ["A = B", r"f(A) := B C", "no_such_package", 3, r"x \in \mathbb{R}, \quad x^\flat := \int_0^1 x t \, dt"])
def test_a_flawed_notation_is_told(line: object) -> None:
    with pytest.raises(BadValue, match="notation"):
        apply_setting(Settings(), "notation", [line])


HEADER = r"""---
notation:
  - A \in \mathbb{R}^{n \times n}, \quad \operatorname{even}(A) := A + A^\top
  - n \in \mathbb{N}, \quad T_n := I_n - \frac{1}{n} \mathbf{1} \mathbf{1}^\top
  - A \in \mathbb{R}^{m \times n}, \quad A^{\diamond} := A A^\top
macros: {\half: "\\frac{1}{2}"}
---
```math given
B \in \mathbb{R}^{m \times m}, \quad X \in \mathbb{R}^{m \times d}
```
"""
OWN = [
    (r"\half \operatorname{even}(B) = \operatorname{sym}(B)", "holds"),
    (r"\operatorname{even}(B) = B", "refuted"),
    (r"T_m T_m = T_m", "holds"),
    (r"T_m = I_m", "refuted"),
    (r"X^{\diamond} = X X^\top", "holds"),
    (r"X^{\diamond} = X^\top X", "ill-typed"),
]


@pytest.mark.parametrize(("claim", "verdict"), OWN)
def test_a_paper_has_notations_of_its_own(claim: str, verdict: str, tmp_path: Path) -> None:
    from proofs.judging.judge import judge
    from proofs.reading.options import How

    (read,) = read_text(f"{HEADER}## a: b\n```math\n{claim}\n```\n", "own.md").claims
    assert judge(read, How(effort="quick", lean=True, certificates=tmp_path)).verdict == verdict


def test_an_installed_package_brings_notations(tmp_path: Path, monkeypatch) -> None:
    (tmp_path / "brought").mkdir()
    (tmp_path / "brought" / "__init__.py").write_text("raise RuntimeError('nothing of it is run')")
    (tmp_path / "brought" / "notations.tex").write_text("% twice\nx \\in \\mathbb{R}^n, \\quad \\operatorname{twice}(x) := 2 x\n")
    monkeypatch.syspath_prepend(tmp_path)
    settings = apply_setting(Settings(), "notation", ["brought"])
    assert settings.notations == (("notation 1", r"x \in \mathbb{R}^n, \quad \operatorname{twice}(x) := 2 x"),)
    assert notations(r"\operatorname{twice}(y)", settings.macros)[0].is_function
