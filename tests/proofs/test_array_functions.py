"""`derive code`: the files that it writes run, agree with autograd or differences, and see a planted slip."""

from __future__ import annotations

import importlib.util

import pytest

from derive import build as b
from derive.errors import NotSupported
from derive.language.printing.array_code import DIALECTS, Writer
from derive.norms import NORMS
from derive.sizes import Shape, dim
from proofs.cli import main
from proofs.derivatives import code_of
from proofs.reading.paper import Settings

LEAST_SQUARES = (r"\|A x - b\|^2", r"A \in \mathbb{R}^{m \times n}, x \in \mathbb{R}^n, b \in \mathbb{R}^m", "x")
CASES = [
    LEAST_SQUARES,
    (
        r"\operatorname{softmax}(\frac{X W_Q (X W_K)^\top}{\sqrt{k}}) X W_V",
        r"X \in \mathbb{R}^{L \times d}, W_Q, W_K \in \mathbb{R}^{d \times k}, W_V \in \mathbb{R}^{d \times v}",
        "W_Q",
    ),
    (r"\operatorname{LayerNorm}(x)", r"x \in \mathbb{R}^n", "x"),
    (r"\log \det X", r"X \in \mathbb{R}^{n \times n}", "X"),
    (r"-\sum_i y_i \log \operatorname{softmax}(W x)_i", r"W \in \mathbb{R}^{k \times n}, x \in \mathbb{R}^n, y \in \mathbb{R}^k, \mathbf{1}^\top y = 1", "W"),
    (r"X^{-1}", r"X \in \mathbb{R}^{n \times n}", "X"),
    (r"\operatorname{GELU}(A x) \odot y", r"A \in \mathbb{R}^{m \times n}, x \in \mathbb{R}^n, y \in \mathbb{R}^m", "x"),
    (r"X^\top A X", r"X \in \mathbb{R}^{m \times n}, A \in \mathbb{R}^{m \times m}", "X"),
    (r"\frac{x^\top S x}{x^\top x}", r"x \in \mathbb{R}^n, S \in \mathbb{R}^{n \times n}, S = S^\top", "x"),
    (r"A \otimes X", r"A \in \mathbb{R}^{m \times n}, X \in \mathbb{R}^{p \times q}", "X"),
    (r"\sum_i x_i \log x_i", r"x \in \mathbb{R}^n, x > 0", "x"),
    (r"\operatorname{softmax}(X W) X", r"X \in \mathbb{R}^{n \times d}, W \in \mathbb{R}^{d \times n}", "X"),
]


def loaded(text: str) -> dict:
    names = {"__name__": "generated"}
    exec(compile(text, "generated.py", "exec"), names)
    return names


@pytest.mark.parametrize("language", ["numpy", "torch"])
@pytest.mark.parametrize(("expression", "given", "by"), CASES)
def test_the_file_runs_and_agrees(expression, given, by, language):
    text = code_of(expression, by, given, language, Settings())
    names = loaded(text)
    names["self_test"]()
    assert {"value", "jvp", "vjp"} <= names.keys() and ("gradient" in names) == ("hvp" in names) != ("jacobian" in names)
    assert "By the rules alone" not in text


@pytest.mark.parametrize("language", ["numpy", "torch"])
@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        ("return 2 * (A.T @ (A @ x - b))", "return 3 * (A.T @ (A @ x - b))", "gradient"),
        ("return 2 * (v @ A.T @ (A @ x - b))", "return 2 * (v @ A.T @ (A @ x + b))", "jvp"),
        ("return 2 * (u * (A.T @ (A @ x - b)))", "return -2 * (u * (A.T @ (A @ x - b)))", "vjp"),
        ("return 2 * (A.T @ A @ v)", "return A.T @ A @ v", "hvp"),
    ],
)
def test_a_planted_slip_fails_the_self_test(language, right, wrong, said):
    text = code_of(*[LEAST_SQUARES[k] for k in (0, 2, 1)], language, Settings())
    assert text.count(right) == 1
    with pytest.raises(AssertionError, match=f"{said} differs from"):
        loaded(text.replace(right, wrong))["self_test"]()


def test_sizes_are_free():
    import numpy as np

    names = loaded(code_of(CASES[1][0], "X", CASES[1][1], "numpy", Settings()))
    rng = np.random.default_rng(1)
    for L, d, k, v in ((1, 2, 3, 4), (6, 3, 1, 2)):
        shapes = {"X": (L, d), "W_Q": (d, k), "W_K": (d, k), "W_V": (d, v)}
        given = {name: rng.standard_normal(shape) for name, shape in shapes.items()}
        assert names["value"](**given).shape == (L, v) and names["jacobian"](**given).shape == (L * v, L * d)


def test_a_size_that_no_argument_has_is_a_parameter():
    text = code_of(r"\frac{x}{k}", "x", r"k \in \mathbb{N}, x \in \mathbb{R}^n", "numpy", Settings())
    assert "def value(x, *, k):" in text
    loaded(text)["self_test"]()


@pytest.mark.parametrize(("expression", "given", "by"), CASES)
def test_jax(expression, given, by):
    text = code_of(expression, by, given, "jax", Settings())
    compile(text, "generated.py", "exec")
    if importlib.util.find_spec("jax") is None:
        pytest.skip("JAX is not installed: the generated file is compiled and not run")
    loaded(text)["self_test"]()


def test_the_command(tmp_path, capsys):
    given = ["--given", LEAST_SQUARES[1], "--wrt", "x"]
    target = tmp_path / "least_squares.py"
    assert main(["code", LEAST_SQUARES[0], *given, "-o", str(target)]) == 0
    loaded(target.read_text(encoding="utf-8"))["self_test"]()
    assert main(["code", r"\|A x", *given]) == 2
    assert main(["code", r"\int_0^1 e^{t x^\top x} dt", "--given", r"x \in \mathbb{R}^n", "--wrt", "x"]) in (1, 2)
    assert "derive: " in capsys.readouterr().err


@pytest.mark.parametrize("kind", list(NORMS))
@pytest.mark.parametrize("shape", [(3, 4), (5, 1), (1, 5)])
def test_norms(kind, shape):
    """The code of every norm has the value of the evaluation that the roads use, of matrices, columns and rows."""
    import numpy as np
    import torch

    from numeric.evaluation.dense import evaluate

    matrix = np.random.default_rng(0).standard_normal(shape)
    dims = [n > 1 for n in shape]
    e = b.norm(b.var("A", Shape(*(dim("mn"[k]) if d else () for k, d in enumerate(dims)))), kind)
    lines = Writer(DIALECTS["numpy"], {}).lines(e)
    names = {"np": np, "A": matrix if all(dims) else matrix.reshape(-1)}
    exec("def f(A):\n" + "\n".join(f"    {line}" for line in lines), names)
    exact = evaluate(e, {"A": torch.tensor(matrix)}, {"m": shape[0], "n": shape[1]})
    assert abs(names["f"](names["A"]) - float(exact)) < 1e-12


def test_what_has_no_code_is_named():
    with pytest.raises(NotSupported, match="has no code"):
        Writer(DIALECTS["numpy"], {}).lines(b.rank(b.var("A", Shape.of("m", "n"))))
