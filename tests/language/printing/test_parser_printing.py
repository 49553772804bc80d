r"""What is printed is read back to the same tree; edited trees keep their structure by brackets; MathML is well formed."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from derive.errors import SyntaxProblem
from derive.language.parsing.parser import parse, statements
from derive.language.printing.latex import to_latex
from derive.language.printing.mathml import to_mathml
from derive.language.tree.syntax import Syn

FORMULAS = (Path(__file__).parent / "formulas.txt").read_text().splitlines()


@pytest.mark.parametrize("text", FORMULAS)
def test_formulas_of_papers_survive_printing(text: str) -> None:
    for tree in statements(text):
        assert parse(to_latex(tree)).same(tree), to_latex(tree)


def _texts() -> st.SearchStrategy[str]:
    atoms = st.sampled_from(
        [r"\mathbf{A}", "x", r"\alpha", "2", "0.5", r"\|A\|_2", r"A_{i,j}", r"B^\top", r"\hat{\mathbf X}", r"f(x, y)",
         r"\operatorname{diag}(v)", r"\frac{\partial F}{\partial X}", r"\mathrm{vec}_r(X)", "f'", r"\mathbf 1_n"]
    )  # fmt: skip

    def extend(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
        operators = st.sampled_from(
            [" + ", " - ", r" \otimes ", r" \odot ", r" \cdot ", " ", "/", r" \pm ", r" \circ "]
        )
        wrappers = st.sampled_from(
            ["({})", "-{}", r"\sqrt{{{}}}", r"\frac{{{}}}{{n}}", r"\left\|{}\right\|_F", r"\sum_{{i=1}}^n {}", r"\max_i {}",
             "x_{{{}}}", "e^{{{}}}", r"\int_0^1 {} \, d t", "{{{}}}", r"\max(a, {})", r"\lim_{{h \to 0}} {}", r"\{{ {} \}}"]
        )  # fmt: skip
        return st.one_of(
            st.tuples(inner, operators, inner).map("".join),
            st.tuples(wrappers, inner).map(lambda pair: pair[0].format(pair[1])),
        )

    side = st.recursive(atoms, extend, max_leaves=8)
    relation = st.sampled_from([" = ", r" \le ", r" \implies ", r" \in ", r" \ne "])
    return st.one_of(side, st.tuples(side, relation, side).map("".join))


@given(_texts())
@settings(max_examples=100, deadline=None)
def test_whatever_is_read_is_printed_and_read_again(text: str) -> None:
    assume("--" not in text.replace(" ", ""))
    assume("+-" not in text.replace(" ", ""))
    try:
        tree = parse(text)
    except SyntaxProblem as problem:
        assume("Two numbers next to each other" not in problem.message)
        raise
    assume(tree.kind != "list")  # \\pm in two statements, which print with a comma between them
    printed = to_latex(tree)
    assert parse(printed).same(tree), printed
    ElementTree.fromstring(to_mathml(tree))


def test_quotients_of_numerals_among_factors_are_printed_as_they_are_read() -> None:
    for text in ("A 2/2", "A 1/2 B", "2/3 A", "A (B 1/2)"):
        tree = parse(text)
        assert parse(to_latex(tree)).same(tree)


A, B, C = (Syn("name", f":{letter}") for letter in "ABC")
SUM = Syn("add", "++", (A, B))


@pytest.mark.parametrize(
    ("tree", "printed"),
    [
        (Syn("juxt", "", (SUM, C)), "(A + B) C"),
        (Syn("juxt", "", (Syn("num", "2"), Syn("num", "3"))), r"2 \cdot 3"),
        (Syn("infix", "otimes", (A, Syn("infix", "otimes", (B, C)))), r"A \otimes (B \otimes C)"),
        (Syn("infix", "otimes", (SUM, C)), r"(A + B) \otimes C"),
        (Syn("script", "", (Syn("juxt", "", (A, B)), Syn("empty"), Syn("top"))), r"(A B)^\top"),
        (Syn("add", "+-", (A, SUM)), "A - (A + B)"),
        (Syn("infix", "otimes", (Syn("bigop", "sum", (A, Syn("empty"), B)), C)), r"\left( \sum_A B \right) \otimes C"),
        (Syn("juxt", "", (A, Syn("frac", "/", (B, C)))), "A(B/C)"),
        (Syn("frac", "/", (A, Syn("juxt", "", (B, C)))), "A/(B C)"),
        (Syn("infix", "otimes", (A, Syn("infix", "odot", (B, C)))), r"A \otimes B \odot C"),
    ],
)
def test_edited_trees_get_the_brackets_they_need(tree: Syn, printed: str) -> None:
    assert to_latex(tree) == printed


def test_mathml_escapes_and_annotates() -> None:
    hostile = Syn("juxt", "", (Syn("name", 'rm:<script>"'), Syn("text", "</math><b>")))
    shown = to_mathml(hostile)
    assert "<script" not in shown and "<b>" not in shown
    ElementTree.fromstring(shown)
    annotated = to_mathml(parse(r"\mathbf{A} x"), lambda node: "m×n" if node.value == "bf:A" else None)
    assert "<munder><mi>\U0001d400</mi><mrow class=\"shape\"><mtext>m×n</mtext></mrow></munder><mi>x</mi>" in annotated


def test_a_function_has_a_thin_space_behind_it_unless_a_bracket_follows() -> None:
    spaced = [text for text in (r"\log \det X", r"\log(X)", r"\log(X)^2", r"\log \|x\|") if "rspace" in to_mathml(parse(text))]
    assert spaced == [r"\log \det X", r"\log \|x\|"]
