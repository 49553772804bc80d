r"""A macro may abbreviate; it may not change what a standard command says."""

import pytest

from derive.errors import SyntaxProblem
from derive.language.lexing.macros import expand
from derive.language.lexing.tokens import tokenize
from proofs.api import check
from proofs.reading.paper import BadPaper
from proofs.reading.reader import read_paper


@pytest.mark.parametrize(
    ("name", "body"),
    [(r"\le", r"\ge"), (r"\top", "1"), (r"\sum", "0"), (r"\exp", r"\log"), (r"\frac", "1")]
    + [(r"\lambda", r"\sigma"), (r"\pi", "3"), (r"\rho", r"\sigma_1"), (r"\alpha", r"\beta"), (r"\mathbf", "#1")]
    + [(r"\hat", r"\tilde{#1}"), (r"\mathcal", r"\mathbf{#1}"), (r"\infty", "1"), (r"\otimes", r"\odot")],
)
def test_standard_commands_stay(name: str, body: str):
    with pytest.raises(SyntaxProblem, match="would change what a standard command means"):
        expand(tokenize("1"), {name: body})


@pytest.mark.parametrize(
    ("name", "body"),
    [(r"\le", r"\leqslant"), (r"\vec", r"\mathbf{#1}"), (r"\tr", r"\operatorname{tr}"), (r"\epsilon", r"\varepsilon")]
    + [
        (r"\phi", r"\varphi"),
        (r"\hat", r"\widehat{#1}"),
        (r"\bm", r"\mathbf{#1}"),
        (r"\T", r"^\top"),
        (r"\R", r"\mathbb{R}"),
    ],
)
def test_usual_macros_are_welcome(name: str, body: str):
    assert expand(tokenize("1"), {name: body})[0].text == "1"


@pytest.mark.parametrize(
    ("macros", "claim", "said"),
    [
        ({r"\tr": r"^\top"}, r"(x\tr y)^2 = (y\tr x)^2", [r"\tr is the macro ^\top"]),
        ({r"\tr": r"\operatorname{tr}"}, r"\tr(x y^\top) = y^\top x", []),
        ({r"\tr": r"\det", r"\rank": "2"}, r"\tr(x x^\top) = x^\top x", [r"\tr is the macro \det"]),
        ({r"\half": r"\rank x", r"\rank": "2"}, r"\half = 2 x", [r"\rank is the macro 2"]),
    ],
)
def test_macros_with_the_name_of_a_function_are_named_beside_the_verdict(macros, claim, said, tmp_path):
    given = r"x, y \in \mathbb{R}^{n}"
    found = check(claim, given=given, macros=macros, effort="quick", certificates=tmp_path)
    assert [note for note in found.notes if "macro" in note] == said


@pytest.mark.parametrize("line", [r"\lambda: \sigma", r'\pi: "3"', r"\rho: \sigma_1"])
def test_the_header_says_which_line_is_refused(line: str, tmp_path):
    paper = tmp_path / "a.paper.md"
    paper.write_text(f"---\ntitle: t\nmacros:\n  {line}\n---\n## a: b\n```math\n1 = 1\n```\n", encoding="utf-8")
    with pytest.raises(BadPaper) as refused:
        read_paper(paper)
    (flaw,) = refused.value.flaws
    assert (flaw.line, "would change what a standard command means" in flaw.message) == (3, True)
