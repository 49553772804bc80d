r"""The parser: trees of tricky formulas, statements, words, macros, errors."""

from __future__ import annotations

import pytest

from derive.errors import SyntaxProblem
from derive.language.parsing.parser import parse, statements
from derive.language.tree.syntax import KINDS, Syn


def dump(node: Syn) -> str:
    """A tree on one line: leaves by value, others as kind[value](children)."""
    if node.kind in ("name", "num", "function", "text", "dots", "partial", "quantifier"):
        return node.value
    leaf = {"empty": "_", "colon": "COLON", "star": "STAR", "top": "TOP"}.get(node.kind)
    if leaf:
        return leaf
    value = f"[{node.value}]" if node.value else ""
    return f"{node.kind}{value}({', '.join(map(dump, node.children))})"


TREES = {
    r"A \cdot B C": "infix[cdot](:A, juxt(:B, :C))",
    r"A \otimes B \odot C + D": "add[++](infix[otimes](:A, infix[odot](:B, :C)), :D)",
    r"\mathbf{I}_n \mathbf{1}_{m\times n}": "juxt(script(bf:I, :n, _), script(bf:1, infix[times](:m, :n), _))",
    r"\boldsymbol\sigma \hat{\mathbf X}": "juxt(bi:sigma, hat.bf:X)",
    r"A^{-\top} = A^{-T}": "relation[=](script(:A, _, add[-](TOP)), script(:A, _, add[-](TOP)))",
    r"\sum_{t=1}^T x_t": "bigop[sum](relation[=](:t, 1), :T, script(:x, :t, _))",
    r"B^{\circ 1/2}": "script(:B, _, infix[circ](_, frac[/](1, 2)))",
    r"\mathrm{vec}_r^{\circ 2}(M)": "juxt(script(vec_r, _, infix[circ](_, 2)), group[(](:M))",
    r"vec_rX": "juxt(vec_r, :X)",
    r"\frac12 x": "juxt(frac[frac](1, 2), :x)",
    r"\frac{\partial^2 F}{\partial X \partial Y}": "frac[frac](juxt(script(partial, _, 2), :F), juxt(partial, :X, partial, :Y))",
    r"A\,\partial F/\partial X\,B": "juxt(:A, frac[/](juxt(partial, :F), juxt(partial, :X)), :B)",
    r"\sigma_{\max}(A)/\sigma_{\min}(A)": (
        "frac[/](juxt(script(:sigma, bigop[max](_, _, _), _), group[(](:A)), "
        "juxt(script(:sigma, bigop[min](_, _, _), _), group[(](:A)))"
    ),
    r"1/2 A": "juxt(frac[/](1, 2), :A)",
    r"|a||b|": "juxt(group[|](:a), group[|](:b))",
    r"\|A\| \|B\|_2": "juxt(group[||](:A), script(group[||](:B), 2, _))",
    r"\lVert A \lVert x\rVert \rVert": "group[||](juxt(:A, group[||](:x)))",
    r"\|\cdot - x\|": "group[||](add[+-](:cdot, :x))",
    r"\max_i a_i \otimes B + c": "add[++](bigop[max](:i, _, infix[otimes](script(:a, :i, _), :B)), :c)",
    r"\max(a, b)^2 c": "juxt(script(bigop[max](_, _, group[(](list[,](:a, :b))), _, 2), :c)",
    r"\int_0^1 x + t a\,dt + c": ("add[++](bigop[int](0, 1, juxt(group[{](add[++](:x, juxt(:t, :a))), :d, :t)), :c)"),
    r"A_{i,:} A_{i:}": "juxt(script(:A, list[,](:i, COLON), _), script(:A, juxt(:i, COLON), _))",
    r"1_{\{X>0\}}": "script(1, group[set](relation[>](:X, 0)), _)",
    r"\{x \mid x > 0\}": "group[set](infix[mid](:x, relation[>](:x, 0)))",
    r"x \in (0, 1]": "relation[in](:x, group[(]](list[,](0, 1)))",
    r"x \notin S": "not(relation[in](:x, :S))",
    r"A = B \implies C = D = E": "relation[implies](relation[=](:A, :B), relation[= =](:C, :D, :E))",
    r"\max_{i,j\in S} a_{ij}": "bigop[max](relation[in](list[,](:i, :j), :S), _, script(:a, juxt(:i, :j), _))",
    r"\sum_{i\ne j, k\le n} a": "bigop[sum](list[,](relation[!=](:i, :j), relation[<=](:k, :n)), _, :a)",
    r"x_{i=1,\dots,n}": "script(:x, relation[=](:i, list[,](1, ldots, :n)), _)",
    r"\left\{\begin{array}{cc} 1 & x > 0 \\ 0 & \text{otherwise} \end{array}\right.": (
        "matrix[cases](list[&](1, relation[>](:x, 0)), list[&](0, otherwise))"
    ),
    r"f'(x)": "juxt(prime[1](:f), group[(](:x))",
    r"\mathrm{d}X": "juxt(d, :X)",
    r"W_{\text{out}}": "script(:W, rm:out, _)",
    r"a \stackrel{\text{def}}{=} b": "relation[assign](:a, :b)",
    r"\|A\|_{\rm spec}": "script(group[||](:A), rm:spec, _)",
    r"1{,}000 + 0.5": "add[++](1000, 0.5)",
}


@pytest.mark.parametrize("text", TREES)
def test_tree(text: str) -> None:
    tree = parse(text)
    assert dump(tree) == TREES[text]
    assert all(node.kind in KINDS for _, node in tree.walk())


BLOCKS = {
    r"\mathbf{a}, \mathbf{x} \in \mathbb{R}^{n}, \quad \lambda \in \mathbb{R}": [
        "relation[in](list[,](bf:a, bf:x), script(bb:R, _, :n))",
        "relation[in](:lambda, bb:R)",
    ],
    r"\sum_{j=1}^{p} P_{i,j} = 1, \quad P_{i,j} \le 1.": [
        "relation[=](bigop[sum](relation[=](:j, 1), :p, script(:P, list[,](:i, :j), _)), 1)",
        "relation[<=](script(:P, list[,](:i, :j), _), 1)",
    ],
    r"\begin{aligned} A &= B \label{e:1} \\ &\quad + C, \\ &\le D \tag{2} \end{aligned}": [
        "relation[= <=](:A, add[++](:B, :C), :D)",
    ],
    r"A = B \\ -A = C; D = E": ["relation[=](:A, :B)", "relation[=](add[-](:A), :C)", "relation[=](:D, :E)"],
    r"A_{ij} = B_{ij} \quad \forall i, j": [
        "relation[=](script(:A, juxt(:i, :j), _), script(:B, juxt(:i, :j), _))",
        "list[,](juxt(forall, :i), :j)",
    ],
    r"y = 1, \forall x: f(x) = 0": [
        "relation[=](:y, 1)",
        "juxt(forall, :x)",
        "relation[=](juxt(:f, group[(](:x)), 0)",
    ],
    r"f(x, y) = 1, g = 2,": ["relation[=](juxt(:f, group[(](list[,](:x, :y))), 1)", "relation[=](:g, 2)"],
}


@pytest.mark.parametrize("text", BLOCKS)
def test_statements(text: str) -> None:
    assert [dump(tree) for tree in statements(text)] == BLOCKS[text]


def test_plain_letters_are_single_names_unless_a_word() -> None:
    assert dump(parse("AB")) == "juxt(:A, :B)"
    assert dump(parse("d i a g")) == "juxt(:d, :i, :a, :g)"
    assert dump(parse("diag(x)")) == "juxt(diag, group[(](:x))"
    assert dump(parse("Qdim")) == "juxt(:Q, :d, :i, :m)"
    assert dump(parse("Foo x", words=["Foo"])) == "juxt(rm:Foo, :x)"
    # sizes, not a layer norm
    assert dump(parse("I_{LN}")) == "script(:I, juxt(:L, :N), _)"


def test_spans_point_into_the_source() -> None:
    text = r"A + \frac{x}{\mathbf{B}_i}"
    spans = {dump(node): text[slice(*node.span)] for _, node in parse(text).walk() if node.kind != "empty"}
    assert spans["script(bf:B, :i, _)"] == r"\mathbf{B}_i"
    assert spans["frac[frac](:x, script(bf:B, :i, _))"] == r"\frac{x}{\mathbf{B}_i}"


def test_macros_expand_with_arguments() -> None:
    macros = {"\\R": r"\mathbb{R}", "norm": r"\lVert #1 \rVert_{#2}"}
    assert dump(parse(r"x \in \R^n", macros)) == "relation[in](:x, script(bb:R, _, :n))"
    assert dump(parse(r"\norm{A x}2", macros)) == "script(group[||](juxt(:A, :x)), 2, _)"


PROBLEMS = {
    r"(A + B": "'(' opened here is never closed",
    r"A) + B": "')' closes nothing",
    r"\left( A \right]": "opened here is closed by",
    r"{A": "'{' opened here is never closed",
    r"[A \}": "'[' opened here is not closed before",
    r"\|A": "never closed",
    r"A \otimes": "nothing to the right",
    r"= B": "nothing to the left of this relation",
    r"A + ": "nothing behind this sign",
    r"a - -b": "Two signs in a row",
    r"x^10": "Only the first digit",
    r"x^a^b": "A second '^'",
    r"\lambdaa": r"Unknown command \lambdaa. (did you mean \lambda? If not, define it",
    r"\input{x}": r"\input is not allowed",
    r"\def\a{b}": r"\def is not allowed",
    r"\begin{tabular} a \end{tabular}": "Unknown environment 'tabular'",
    r"\begin{pmatrix} a & b \\ c \end{pmatrix}": "different lengths: [1, 2]",
    r"(a \\ b)": "A line break inside brackets",
    r"\text{see \href{x}{y}}": "plain words only",
    r"a . b": "stray '.'",
    r"\hat{A B}": "single symbol",
    "\\": "A backslash at the end",
    "": "empty",
}


@pytest.mark.parametrize("text", PROBLEMS)
def test_problems_name_their_reason(text: str) -> None:
    with pytest.raises(SyntaxProblem) as caught:
        parse(text)
    assert PROBLEMS[text] in str(caught.value)
    assert caught.value.position is not None


HOSTILE = {
    "braces": "{" * 10_000 + "x" + "}" * 10_000,
    "length": "x+" * 5_000_000,
    "parentheses": "(" * 10_000,
    "fractions": r"\frac" * 10_000 + "x",
    "superscripts": "x" + "^{x" * 9_000,
    "bars": r"\|" * 10_000,
    "kronecker chain": r"A\otimes " * 5_000 + "A",
    "sums": r"\sum_i" * 5_000 + "x",
    "signs": "-" * 9_000 + "x",
    "negations": r"\not" * 5_000 + "=",
    "matrices": r"\begin{matrix}" * 3_000,
    "implications": r"(a\implies " * 5_000,
    "slashes": "a/" * 9_000 + "a",
    "colons": "a:" * 49_000 + "^",
    "relabelled": r"\stackrel{a}" * 5_000 + "=",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_input_is_refused_clearly(name: str) -> None:
    with pytest.raises(SyntaxProblem):
        parse(HOSTILE[name])


@pytest.mark.parametrize(
    "macros",
    [{"a": r"\a"}, {"a": r"\b\b", "b": r"\a\a"}, {"a": "#1"}, {"def": "x"}, {"a b": "x"}, {"a": r"\text{"}],
)
def test_macro_bombs_and_bad_macros_are_refused(macros: dict[str, str]) -> None:
    with pytest.raises(SyntaxProblem):
        parse(r"x + \a", macros)


@pytest.mark.parametrize(
    "formula",
    [
        r"a \le 1 \quad \text{or} \quad a \ge 2",
        r"a \le 1 \text{ or } a \ge 2",
        r"a \le 1, \quad \mbox{or} \quad a \ge 2",
        r"a \le 1 \\ \text{or } a \ge 2",
    ],
)
def test_the_word_or_between_relations_is_a_disjunction(formula):
    (tree,) = statements(formula)
    assert (tree.kind, tree.value) == ("relation", "or")
    assert [child.value for child in tree.children] == ["<=", ">="]


def test_or_with_other_words_or_in_a_subscript_is_none():
    assert len(statements(r"a = 1 \text{ or equivalently } b = 2")) == 2
    assert [tree.value for tree in statements(r"X_{\text{or}} = 1")] == ["="]
