"""The code that `derive jacobian` and `derive hessian` print: executed, it agrees with torch.func."""

import ast
import math

import pytest
import torch

from proofs.cli import main

MATRICES = r"A \in \mathbb{R}^{m \times n}, X \in \mathbb{R}^{n \times p}, B \in \mathbb{R}^{p \times q}"
SQUARE = r"S \in \mathbb{R}^{n \times n}, x \in \mathbb{R}^{n}"
SOFTMAX = r"X \in \mathbb{R}^{n \times p}, W \in \mathbb{R}^{p \times p} \\ F := \operatorname{softmax}(X W X^\top) X"
SHAPES = {
    "A": ("m", "n"), "X": ("n", "p"), "B": ("p", "q"), "S": ("n", "n"), "x": ("n",), "W": ("p", "p"), "C": (3, 2), "w": (2,)
}  # fmt: skip
JACOBIANS = [
    (r"A X B", MATRICES, "X", "m=2,n=3,p=4,q=5", lambda A, X, B: A @ X @ B),
    (r"A X B", MATRICES, "A", "m=3,n=1,p=2,q=4", lambda A, X, B: A @ X @ B),
    (r"x^\top S x", SQUARE, "x", "n=7", lambda S, x: x @ S @ x),
    (r"S x", SQUARE, "x", "n=1", lambda S, x: S @ x),
    (r"S^{-1} x", SQUARE, "S", "n=3", lambda S, x: torch.linalg.solve(S, x)),
    (r"F", SOFTMAX, "X", "n=3,p=2", lambda X, W: torch.softmax(X @ W @ X.T, dim=-1) @ X),
    (r"\exp(C w)", r"C \in \mathbb{R}^{3 \times 2}, w \in \mathbb{R}^2", "w", "", lambda C, w: torch.exp(C @ w)),
]
HESSIANS = [
    (r"x^\top S x", SQUARE, ["x"], "n=4", lambda S, x: x @ S @ x),
    (r"\log\sum_{i=1}^n e^{x_i}", SQUARE, ["x"], "n=5", lambda x: torch.logsumexp(x, 0)),
    (r"\|A X\|_F^2", MATRICES, ["A", "X"], "m=2,n=3,p=4", lambda A, X: ((A @ X) ** 2).sum()),
    (r"F", SOFTMAX, ["W", "X"], "n=2,p=3", lambda X, W: torch.softmax(X @ W @ X.T, dim=-1) @ X),
]


def printed(command, formula, given, wrt, sizes, capsys):
    """The functions of the code that a command prints."""
    names = [word for name in wrt for word in ("--wrt", name)]
    code = main([command, formula, "--given", given, *names, "--python", *(["--sizes", sizes] if sizes else [])])
    out, err = capsys.readouterr()
    assert code == 0 and not err, err
    tree = ast.parse(out)
    imports = [n for n in ast.walk(tree) if isinstance(n, ast.Import | ast.ImportFrom)]
    assert [a.name for n in imports for a in n.names] == ["torch"]
    namespace = {}
    exec(compile(tree, "printed", "exec"), namespace)  # our own output, as a user pastes it
    return namespace[f"{command}_times"], namespace[f"{command}_transposed_times"]


def point(names, sizes):
    """Random inputs of the declared shapes; a square one is near the identity, so that it has an inverse."""
    known = {k: int(v) for k, v in (part.split("=") for part in sizes.split(","))} if sizes else {}
    generator = torch.Generator().manual_seed(3)
    inputs = {}
    for name in names:
        shape = tuple(known.get(s, s) for s in SHAPES[name])
        inputs[name] = torch.randn(shape, dtype=torch.float64, generator=generator)
    if "S" in inputs:
        S = inputs["S"]
        inputs["S"] = torch.eye(len(S), dtype=torch.float64) + 0.1 * S / math.sqrt(len(S))
    return inputs


def arguments(function):
    return function.__code__.co_varnames[1 : function.__code__.co_argcount]


def agree(functions, matrix, inputs):
    for function, whole in zip(functions, (matrix, matrix.T), strict=True):
        assert set(arguments(function)) <= set(inputs)
        vector = torch.randn(whole.shape[1], dtype=torch.float64, generator=torch.Generator().manual_seed(5))
        found = function(vector, **{name: inputs[name] for name in arguments(function)})
        torch.testing.assert_close(found, whole @ vector, rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize(("formula", "given", "wrt", "sizes", "forward"), JACOBIANS)
def test_jacobian_products(formula, given, wrt, sizes, forward, capsys):
    functions = printed("jacobian", formula, given, [wrt], sizes, capsys)
    inputs = point(forward.__code__.co_varnames[: forward.__code__.co_argcount], sizes)
    jacobian = torch.func.jacrev(lambda z: forward(**{**inputs, wrt: z}))(inputs[wrt])
    agree(functions, jacobian.reshape(-1, inputs[wrt].numel()), inputs)


@pytest.mark.parametrize(("formula", "given", "wrt", "sizes", "forward"), HESSIANS)
def test_hessian_products(formula, given, wrt, sizes, forward, capsys):
    functions = printed("hessian", formula, given, wrt, sizes, capsys)
    inputs = point(forward.__code__.co_varnames[: forward.__code__.co_argcount], sizes)
    first, last = wrt[0], wrt[-1]

    def inner(z):
        return torch.func.jacrev(lambda y: forward(**{**inputs, last: z, first: z if first == last else y}))(
            inputs[first]
        )

    if first == last:
        hessian = torch.func.jacrev(torch.func.jacrev(lambda z: forward(**{**inputs, first: z})))(inputs[first])
    else:
        hessian = torch.func.jacrev(inner)(inputs[last])
    agree(functions, hessian.reshape(-1, inputs[last].numel()), inputs)


def test_code_takes_the_sizes_it_is_written_for_only(capsys):
    function, _ = printed("jacobian", "A X", MATRICES, ["X"], "m=2,n=3,p=4", capsys)
    with pytest.raises(AssertionError):
        function(torch.zeros(12), *(torch.zeros(3, 2) for _ in arguments(function)))


@pytest.mark.parametrize(
    ("extra", "words"),
    [
        (["--python", "--sizes", "z=2"], "unknown size `z`"),
        (["--python", "--sizes", "n"], "--sizes n: sizes are written"),
        (["--python", "--sizes", "n=0"], "--sizes n=0: `sizes`"),
        (["--sizes", "n=2"], "--sizes is for the code of --python"),
    ],
)
def test_sizes_that_cannot_be_used(extra, words, capsys):
    assert main(["jacobian", "S x", "--given", SQUARE, "--wrt", "x", *extra]) == 2
    assert words in capsys.readouterr().err


@pytest.mark.parametrize(
    ("formula", "given", "wrt", "words"),
    [
        ("", SQUARE, "x", "expression: it is empty"),
        ("x^\\top x", SQUARE, "z", "--wrt z: z is not declared"),
        ("x^\\top x", SQUARE, "n", "--wrt n: a derivative by n"),
        ("x^\\top x", SQUARE, "", "--wrt: it is empty"),
        ("x^\\top x", SQUARE, "{", "--wrt {: "),
        ("x^\\top x", SQUARE + r" \\ y = \foo", "x", "--given:1:"),
        ("(x^\\top x", SQUARE, "x", "expression:1:1: "),
        ("x^\\top y", SQUARE, "x", "expression:1:8: y is not declared"),
        ("x^\\top\ny", SQUARE, "x", "expression:2:1: y is not declared"),
    ],
)
def test_the_part_that_is_wrong_is_named(formula, given, wrt, words, capsys):
    assert main(["jacobian", formula, "--given", given, "--wrt", wrt]) == 2
    assert f"derive: {words}" in capsys.readouterr().err


def test_a_comment_in_an_expression_ends_with_its_line(capsys):
    assert main(["jacobian", "S x % a comment", "--given", SQUARE, "--wrt", "x"]) == 0
    assert "= S\n" in capsys.readouterr().out


def test_an_operation_without_code_is_named(capsys):
    assert main(["jacobian", r"\log\det S", "--given", SQUARE, "--wrt", "S", "--python"]) == 2
    assert "--python: det has no matrix-free form" in capsys.readouterr().err
