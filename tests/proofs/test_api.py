"""The Python API: typed options, truth of results, short forms, formulas in notebooks, SymPy in and out."""

from __future__ import annotations

import importlib.util
from dataclasses import replace
from pathlib import Path
from typing import get_args, get_type_hints

import pytest
import sympy as sp

import derive
from derive import typed_options
from derive.errors import NotSupported
from derive.language.scope.options import ALLOWED
from derive.sympy_forms import from_sympy
from proofs.reading.option_values import AUDIT, HOW
from proofs.reading.options import DEVICES, DOMAINS, EFFORTS, EXECUTORS

SQUARE = r"A, X \in \mathbb{R}^{n \times n}"
n, m, t = sp.symbols("n m t")
A, B, X = sp.MatrixSymbol("A", m, n), sp.MatrixSymbol("B", n, n), sp.MatrixSymbol("X", n, n)
x, b = sp.MatrixSymbol("x", n, 1), sp.MatrixSymbol("b", m, 1)


def test_types_of_options_are_those_that_are_read():
    conventions = get_type_hints(typed_options.Conventions)
    assert {key: set(get_args(conventions[key])) for key in ALLOWED} == {key: set(values) for key, values in ALLOWED.items()}
    judged = get_type_hints(typed_options.JudgeOptions)
    assert set(judged) == {*HOW, "timeout"} - {"full"}
    assert set(get_type_hints(typed_options.AuditSettings)) == {*HOW, *AUDIT}
    for key, values in (("effort", EFFORTS), ("device", DEVICES), ("domain", DOMAINS)):
        assert set(get_args(judged[key])) == set(values)
    assert set(get_args(get_type_hints(typed_options.AuditSettings)["executor"])) == set(EXECUTORS)


@pytest.mark.parametrize("package", ["derive", "numeric", "proofs"])
def test_packages_say_that_they_are_typed(package):
    spec = importlib.util.find_spec(package)
    assert spec is not None and spec.origin is not None
    assert (Path(spec.origin).parent / "py.typed").is_file()


def test_a_result_is_true_if_it_holds_on_all_of_its_hypotheses():
    holds = derive.check(r"(A X)^\top = X^\top A^\top", given=SQUARE, lean=True)
    where = derive.check(r"\operatorname{tr}(A X X^{-1}) = \operatorname{tr}(A)", given=SQUARE, lean=True)
    false = derive.check("A X = X A", given=SQUARE, lean=True)
    assert [one.verdict for one in (holds, where, false)] == ["holds", "holds", "refuted"] and where.domain
    assert holds and not where and not false
    assert not any(replace(holds, verdict=verdict) for verdict in ("not-refuted", "undecided", "ambiguous", "vacuous", "error", "needs-hypothesis"))
    answers = [derive.gradient(r"\operatorname{tr}(A X)", "X", SQUARE), derive.gradient(r"\log \det X", "X", SQUARE)]
    assert [bool(one) for one in answers] == [True, False] and answers[1].domain


def test_short_forms():
    found = derive.check("A X = X A", given=SQUARE, lean=True)
    assert repr(found) == "<refuted (certified): A X = X A>"
    assert len(repr(replace(found, statement="A " * 500))) < 130
    assert repr(derive.gradient(r"\operatorname{tr}(A X)", "X", SQUARE)) == r"<holds: A^{\top}>"


def test_notebooks_show_formulas():
    found = derive.check("A X = X A", given=SQUARE, lean=True)
    assert "<math" in found._repr_html_() and "<script" not in replace(found, statement="<script>alert(1)</script> = \\foo{")._repr_html_()
    answer = derive.gradient(r"\operatorname{tr}(A X)", "X", SQUARE)
    assert answer._repr_latex_() == r"$\displaystyle A^{\top}$" and answer._repr_html_().count("<math") == 1
    steps = answer.derivation()
    assert "df = ⟨Aᵀ, dX⟩" in str(steps) and "<math" in steps._repr_html_()


def test_theorems_and_code_and_audit(tmp_path):
    assert [one.id for one in derive.theorems("oppenheim")] == ["oppenheim"] and len(derive.theorems()) > 300
    assert not derive.theorems("no such word")
    assert derive.theorems.base.AXIOM == "axiom"  # the package is still one
    assert "def gradient(" in derive.code(r"\operatorname{tr}(A X)", "X", SQUARE, language="torch")
    paper = tmp_path / "one.md"
    paper.write_text("---\ntitle: One\nsource: a test\n---\n```math given\nA \\in \\mathbb{R}^{n \\times n}\n```\n## c: claim\n```math\nA = A\n```\n", encoding="utf-8")
    audited = derive.audit(paper, lean=True, jobs=1, ledger=None, certificates=tmp_path / "certificates")
    assert repr(audited).startswith("<Audit of 1 papers: 1 ")


CASES = [
    ((A * x - b).T * (A * x - b), x),
    (sp.log(sp.Determinant(X)), X),
    (sp.Trace(X.inv() * B), X),
    (t * sp.exp(sp.Trace(x.T * B * x)), x),
    (sp.Trace(A.T * b * x.T) ** 2 / 2, A),
    (sp.Trace(sp.HadamardProduct(X, B) * X), X),
    (sp.Trace(x.applyfunc(sp.sin) * x.T), x),
]


@pytest.mark.parametrize(("e", "by"), CASES)
def test_a_sympy_expression_has_the_gradient_that_sympy_finds_entry_by_entry(e, by):
    answer = derive.gradient(e, by)
    sizes = {n: 2, m: 3}
    values = {s: sp.Matrix(*(d.subs(sizes) for d in s.shape), lambda i, j, s=s: sp.Rational(3 * i + 2 * j + len(s.name) + 1 + (i == j) * ord(s.name) % 7, 5)) for s in (A, B, X, x, b)}
    free = sp.Matrix(*(d.subs(sizes) for d in by.shape), lambda i, j: sp.Symbol(f"z{i}{j}"))

    def explicit(expression, at):
        filled = expression
        for symbol, value in at.items():
            filled = filled.subs(symbol, sp.ImmutableMatrix(value))
        filled = filled.subs(sizes).doit()
        return filled.as_explicit() if getattr(filled, "is_Matrix", False) else filled

    scalar = explicit(e, {**values, by: free})
    scalar = scalar[0, 0] if getattr(scalar, "is_Matrix", False) else scalar
    point = dict(zip(free, values[by], strict=True))
    expected = free.applyfunc(lambda z: sp.diff(scalar, z)).subs(point).subs(t, 2)
    found = sp.Matrix(explicit(answer.sympy(), values)).subs(t, 2)
    assert answer.verdict == "holds" and max(abs(complex(d.evalf())) for d in found - expected) < 1e-9


def test_sympy_that_is_not_read():
    with pytest.raises(NotSupported, match="Integral is not read"):
        from_sympy(sp.Integral(t, t))
    with pytest.raises(TypeError, match="LaTeX or a SymPy expression"):
        derive.gradient(3.0, "x")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="a SymPy symbol"):
        derive.gradient("x^\\top x", 3, r"x \in \mathbb{R}^n")
    with pytest.raises(NotSupported, match="has no SymPy expression"):
        derive.jacobian(r"\operatorname{softmax}(X A)", "X", SQUARE).sympy()
