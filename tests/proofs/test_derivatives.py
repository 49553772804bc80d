"""The commands `jacobian` and `hessian`: what is printed as a derivative is one, taken apart and confirmed."""

# ruff: noqa: E501 - formulas stay on one line

import pytest

from derive.core import walk
from derive.steps import DERIVATIVES
from proofs.cli import main
from proofs.derivatives import derivative, derived, latex
from proofs.reading.paper import Settings

X, Z = r"x \in \mathbb{R}^d", r"y, z \in \mathbb{R}^n"
MATRIX = r"X \in \mathbb{R}^{m \times n}, A, B \in \mathbb{R}^{n \times n}"
CASES = [
    (r"\sum_{i=1}^d x_i^2", X, ["x"], r"2 x^{\top}"),
    (r"\|x\|_2^2", X, ["x"], r"2 x^{\top}"),
    (r"\|x\|_2", X, ["x"], None),
    (r"\sum_{i=1}^d i x_i", X, ["x"], None),
    (r"\sum_{i=1}^d x_i \sin(x_i)", X, ["x"], None),
    (r"\frac{x}{\sqrt{\frac{1}{d} \|x\|_2^2 + 1}}", X, ["x"], None),
    (r"\|x\|_2^2", X, ["x", "x"], r"2 \mathbf{I}_{d}"),
    (r"\log\sum_{i=1}^n e^{z_i}", Z, ["z"], None),
    (r"\log\sum_{i=1}^n e^{z_i}", Z, ["z", "z"], None),
    (r"-y^\top \log\operatorname{softmax}(z)", Z, ["z"], None),
    (r"-y^\top \log\operatorname{softmax}(z)", Z, ["z", "z"], None),
    (r"\|X\|_F^2", MATRIX, ["X"], r"2 \mathrm{vec}_r(X)^{\top}"),
    (r"\operatorname{tr}(A^3)", MATRIX, ["A"], None),
    (r"\log\det A", MATRIX, ["A"], None),
    (r"\mathrm{vec}(X)", MATRIX, ["X"], r"\mathbf{K}_{n,m}"),
    (r"X_{1,2}", MATRIX, ["X"], None),
    (r"X_{2,:}", MATRIX, ["X"], None),
    (r"A \otimes B", MATRIX, ["B"], None),
    (r"(A^\top)^{-1} B", MATRIX, ["A"], None),
]


@pytest.mark.parametrize(("formula", "given", "wrt", "printed"), CASES)
def test_derived_and_confirmed(formula, given, wrt, printed):
    found = derived(derivative(formula, given, wrt, Settings()), Settings())
    assert not any(node.op in DERIVATIVES for node in walk(found.answer))
    assert found.verdict == "holds" and all(step.checked for step in found.steps)
    assert printed in (None, latex(found.answer))
    assert r"\mathbf{I}_{1}" not in latex(found.answer) and ",1}" not in latex(found.answer).replace("{i,1}", "")


def test_a_gradient_is_derived_in_its_layout():
    given = r"x \in \mathbb{R}^n, A \in \mathbb{R}^{n \times n}"
    problem = derivative(r"x^\top A x", given, ["x"], Settings(layout="gradient"))
    found = derived(problem, Settings(layout="gradient"))
    assert found.verdict == "holds" and found.steps and latex(found.answer) == r"A^{\top} x + A x"


@pytest.mark.parametrize("steps", [[], ["--steps"], ["--latex"]])
def test_what_has_no_rule_is_not_presented_as_derived(steps, capsys):
    code = main(
        [
            "jacobian",
            r"\lambda_{\max}(A)",
            "--given",
            r"A \in \mathbb{R}^{n \times n}, A = A^\top",
            "--wrt",
            "A",
            *steps,
        ]
    )
    out, err = capsys.readouterr()
    assert code == 1 and not out and "no rule is known for" in err


def test_a_derivative_that_takes_too_long_ends(capsys, monkeypatch):
    def endless(*_):
        while True:
            pass

    asked = ["jacobian", "A B", "--wrt", "B", "--given", MATRIX]
    assert main([*asked, "--timeout", "60"]) == 0
    capsys.readouterr()
    monkeypatch.setattr("proofs.commands.derivative._run", endless)
    assert main([*asked, "--timeout", "0.05"]) == 1
    assert capsys.readouterr() == ("", "derive: not derived within 0.05 seconds; --timeout gives more\n")


@pytest.mark.parametrize("timeout", ["0", "-1", "nan"])
def test_a_limit_that_is_none_is_refused(timeout, capsys):
    assert main(["jacobian", "A B", "--wrt", "B", "--given", MATRIX, f"--timeout={timeout}"]) == 2
    assert "--timeout is" in capsys.readouterr().err
