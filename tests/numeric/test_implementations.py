"""Code against formulas: right implementations pass, wrong ones are found, and their slip is named."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import sympy
import torch

import derive
from derive.errors import NotSupported
from proofs.cli import main

S, V, W = torch.softmax, r"x, y \in \mathbb{R}^n", r"W \in \mathbb{R}^{m \times n}, x \in \mathbb{R}^n"
SQUARE = r"A \in \mathbb{R}^{n \times n}, x \in \mathbb{R}^n"
HEAD = r"Q, K \in \mathbb{R}^{L \times d}, V \in \mathbb{R}^{L \times v}"
MATRIX = r"X \in \mathbb{R}^{m \times n}, A \in \mathbb{R}^{p \times m}, B \in \mathbb{R}^{n \times q}"


def manual(forward: Callable[..., Any], backward: Callable[..., Any], count: int) -> Callable[..., Any]:
    """A torch function whose derivative is written by hand: ``backward(grad, *inputs)``, one result an input."""

    class Manual(torch.autograd.Function):
        @staticmethod
        def forward(ctx: Any, *inputs: Any) -> Any:
            ctx.save_for_backward(*inputs)
            return forward(*inputs)

        @staticmethod
        def backward(ctx: Any, *grads: Any) -> Any:
            found = backward(grads[0], *ctx.saved_tensors)
            return found if count > 1 else found[0] if isinstance(found, tuple) else found

    return Manual.apply


def center(x: Any) -> Any:
    return x - x.mean()


def layer_norm(x: Any) -> Any:
    return center(x) / (center(x) ** 2).mean() ** 0.5


# formula, declarations, parameters, right code, wrong code, words of the slip (none where it need not be named)
CASES: list[tuple[str, str, str, Any, Any, tuple[str, ...]]] = [
    (r"\operatorname{softmax}(x)", V, "x", lambda x: S(x, 0), lambda x: torch.exp(x), ()),
    (r"x^\top y", V, "x y", lambda x, y: x @ y, lambda x, y: -(x @ y), ("sign",)),
    (r"W x", W, "W x", lambda W, x: W @ x, lambda W, x: 2 * (W @ x), ("factor 2 too much",)),
    (r"A x", SQUARE, "A x", lambda A, x: A @ x, lambda A, x: A.T @ x, ("A",)),
    (r"x^\top A x", SQUARE, "A x", lambda A, x: x @ A @ x, lambda A, x: x @ A @ x / 2, ("factor 2 is missing",)),
    (r"A^\top", SQUARE, "A", lambda A: A.T, lambda A: A, ("transposed",)),
    (r"\frac{1}{n} \sum_i x_i", V, "x", lambda x: x.mean(), lambda x: x.sum(), ("n",)),
    (r"\|x\|_2", V, "x", lambda x: x.norm(), lambda x: x.norm() ** 2, ("square",)),
    (r"\|x\|_1", V, "x", lambda x: x.abs().sum(), lambda x: x.norm(), ("norm",)),
    (r"\operatorname{softmax}(\frac{Q K^\top}{\sqrt{d}}) V", HEAD, "Q K V", lambda Q, K, V: S(Q @ K.T / Q.shape[1] ** 0.5, 1) @ V, lambda Q, K, V: S(Q @ K.T, 1) @ V, ("d",)),
    (r"\operatorname{softmax}(\frac{Q K^\top}{\sqrt{d}}) V", HEAD, "Q K V", lambda Q, K, V: S(Q @ K.T / Q.shape[1] ** 0.5, 1) @ V, lambda Q, K, V: S(Q @ K.T / Q.shape[1] ** 0.5, 0) @ V, ("softmax over columns",)),
    (r"\operatorname{softmax}(\frac{Q K^\top}{\sqrt{d}}) V", HEAD, "Q K V", lambda Q, K, V: S(Q @ K.T / Q.shape[1] ** 0.5, 1) @ V, lambda Q, K, V: S(Q @ K.T / Q.shape[1], 1) @ V, ("twice",)),
    (r"\operatorname{tr}(A X B)", r"A \in \mathbb{R}^{p \times m}, X \in \mathbb{R}^{m \times n}, B \in \mathbb{R}^{n \times p}", "A X B", lambda A, X, B: (A @ X @ B).trace(), lambda A, X, B: (A @ X @ B).sum(), ()),
    (r"A X B", MATRIX, "A X B", lambda A, X, B: A @ X @ B, lambda A, X, B: A @ X @ B + 1e-6, ()),
    (r"\tanh(W x)", W, "W x", lambda W, x: torch.tanh(W @ x), lambda W, x: torch.sigmoid(W @ x), ("sigmoid for tanh",)),
    (r"x \odot y + x", V, "x y", lambda x, y: x * y + x, lambda x, y: x * y, ("the term x is missing",)),
    (r"x \odot y - x", V, "x y", lambda x, y: x * y - x, lambda x, y: x * y + x, ("sign of the term",)),
    (r"\operatorname{LayerNorm}(x)", r"x \in \mathbb{R}^n, n \ge 3", "x", layer_norm, lambda x: center(x) / x.std(), (r"\sqrt{n / (n - 1)}",)),
    (r"\log \sum_i e^{x_i}", V, "x", lambda x: torch.logsumexp(x, 0), lambda x: torch.exp(x).sum(), ("log is missing",)),
    (r"x x^\top", V, "x", lambda x: torch.outer(x, x), lambda x: torch.diag(x * x), ()),
    # written by hand: the value is right, the derivative is not
    (r"W x", W, "W x", manual(lambda W, x: W @ x, lambda g, W, x: (torch.outer(g, x), W.T @ g), 2), manual(lambda W, x: W @ x, lambda g, W, x: (torch.outer(g, x), -W.T @ g), 2), ("sign",)),
    (r"A x", SQUARE, "A x", manual(lambda A, x: A @ x, lambda g, A, x: (torch.outer(g, x), A.T @ g), 2), manual(lambda A, x: A @ x, lambda g, A, x: (torch.outer(g, x), A @ g), 2), ("A",)),
    (r"A x", SQUARE, "A x", manual(lambda A, x: A @ x, lambda g, A, x: (torch.outer(g, x), A.T @ g), 2), manual(lambda A, x: A @ x, lambda g, A, x: (torch.outer(x, g), A.T @ g), 2), ("transposed",)),
    (r"A x", SQUARE, "A x", manual(lambda A, x: A @ x, lambda g, A, x: (torch.outer(g, x), A.T @ g), 2), manual(lambda A, x: A @ x, lambda g, A, x: (torch.zeros_like(A), A.T @ g), 2), ("nothing arrives",)),
    (r"\tanh(x)", V, "x", manual(torch.tanh, lambda g, x: g * (1 - torch.tanh(x) ** 2), 1), manual(torch.tanh, lambda g, x: g * (1 - torch.tanh(x)), 1), ("power",)),
    (r"\tanh(x)", V, "x", manual(torch.tanh, lambda g, x: g * (1 - torch.tanh(x) ** 2), 1), manual(torch.tanh, lambda g, x: g * (1 + torch.tanh(x) ** 2), 1), ("sign of the term",)),
    (r"\operatorname{softmax}(x)", V, "x", manual(lambda x: S(x, 0), lambda g, x: S(x, 0) * (g - g @ S(x, 0)), 1), manual(lambda x: S(x, 0), lambda g, x: S(x, 0) * g, 1), ("missing",)),
    (r"\operatorname{softmax}(x)", V, "x", manual(lambda x: S(x, 0), lambda g, x: S(x, 0) * (g - g @ S(x, 0)), 1), manual(lambda x: S(x, 0), lambda g, x: S(x, 0) * (g + g @ S(x, 0)), 1), ("sign of the term",)),
    (r"\|x\|_2^2", V, "x", manual(lambda x: x @ x, lambda g, x: 2 * g * x, 1), manual(lambda x: x @ x, lambda g, x: g * x, 1), ("factor 2 is missing",)),
    (r"\|x\|_2", V, "x", manual(lambda x: x.norm(), lambda g, x: g * x / x.norm(), 1), manual(lambda x: x.norm(), lambda g, x: g * x, 1), ("missing",)),
    (r"A^{-1}", r"A \in \mathbb{R}^{n \times n}, A \succ 0", "A", manual(torch.linalg.inv, lambda g, A: -torch.linalg.inv(A).T @ g @ torch.linalg.inv(A).T, 1), manual(torch.linalg.inv, lambda g, A: torch.linalg.inv(A).T @ g @ torch.linalg.inv(A).T, 1), ("sign",)),
    (r"x^\top A x", SQUARE, "A x", manual(lambda A, x: x @ A @ x, lambda g, A, x: (g * torch.outer(x, x), g * (A + A.T) @ x), 2), manual(lambda A, x: x @ A @ x, lambda g, A, x: (g * torch.outer(x, x), 2 * g * A @ x), 2), ()),
    (r"x^\top A x", SQUARE, "A x", manual(lambda A, x: x @ A @ x, lambda g, A, x: (g * torch.outer(x, x), g * (A + A.T) @ x), 2), manual(lambda A, x: x @ A @ x, lambda g, A, x: (g * torch.outer(x, x), g * A @ x), 2), ("missing",)),
    (r"\operatorname{ReLU}(W x)", W, "W x", manual(lambda W, x: torch.relu(W @ x), lambda g, W, x: (torch.outer(g * (W @ x > 0), x), W.T @ (g * (W @ x > 0))), 2), manual(lambda W, x: torch.relu(W @ x), lambda g, W, x: (torch.outer(g, x), W.T @ (g * (W @ x > 0))), 2), ("missing",)),
    (r"\operatorname{sigmoid}(x)", V, "x", manual(torch.sigmoid, lambda g, x: g * torch.sigmoid(x) * (1 - torch.sigmoid(x)), 1), manual(torch.sigmoid, lambda g, x: g * torch.sigmoid(x), 1), ("missing",)),
    (r"e^{x_1} x", V, "x", lambda x: torch.exp(x[0]) * x, lambda x: torch.exp(x[0]).detach() * x, ("missing",)),
    (r"\log \det A", r"A \in \mathbb{R}^{n \times n}, A \succ 0", "A", torch.logdet, torch.det, ()),
    (r"x \odot y", V, "x y", manual(lambda x, y: x * y, lambda g, x, y: (g * y, g * x), 2), manual(lambda x, y: x * y, lambda g, x, y: (g * x, g * y), 2), ()),
    (r"\tanh(W x)", W, "W x", lambda W, x: np.tanh(W @ x), lambda W, x: np.tanh(W @ x) ** 2, ()),
    (r"W x", W, "W x", lambda W, x: np.dot(W, x), lambda W, x: np.dot(W, x) / np.sqrt(x.size), ("n",)),
    (r"\tanh(s)^2", r"s \in \mathbb{R}", "s", sympy.tanh(sympy.Symbol("s")) ** 2, 1 - sympy.tanh(sympy.Symbol("s")) ** 2, ()),
]  # fmt: skip


@pytest.mark.parametrize(("formula", "declared", "names", "right", "wrong", "said"), CASES)
def test_right_code_passes_and_wrong_code_is_found(
    formula: str, declared: str, names: str, right: Any, wrong: Any, said: tuple[str, ...]
) -> None:
    derive.assert_matches(right, formula, declared, arguments=names.split())
    with pytest.raises(AssertionError) as failed:
        derive.assert_matches(wrong, formula, declared, arguments=names.split())
    message = str(failed.value)
    assert "differs" in message and all(word in message.partition("likeliest slip:")[2] for word in said), message


def test_most_slips_are_named() -> None:
    assert len(CASES) >= 40 and sum(bool(said) for *_, said in CASES) >= 32


def test_parameters_are_matched_by_name_and_modules_are_called() -> None:
    class Head(torch.nn.Module):
        def forward(self, q: Any, k: Any, v: Any) -> Any:
            return S(q @ k.T, 1) @ v

    derive.assert_matches(Head(), r"\operatorname{softmax}(Q K^\top) V", HEAD)
    with pytest.raises(NotSupported, match="say which they are"):
        derive.assert_matches(lambda a, c: a + c, r"x + y", V)
    with pytest.raises(NotSupported, match="the function fails: ValueError"):
        derive.assert_matches(lambda x: int("x"), r"x", V, arguments=["x"])


def test_a_shape_that_differs_is_told() -> None:
    with pytest.raises(AssertionError, match="the shape differs"):
        derive.assert_matches(lambda x, y: torch.outer(x, y), r"x \odot y", V)


def test_the_command_names_the_slip(tmp_path: Any, monkeypatch: Any, capsys: Any) -> None:
    (tmp_path / "own_layers.py").write_text("import torch\ndef right(x):\n    return torch.softmax(x, 0)\ndef wrong(x):\n    return -torch.softmax(x, 0)\n")
    monkeypatch.chdir(tmp_path)
    asked = [r"\operatorname{softmax}(x)", "--given", V]
    assert main(["match", "own_layers:right", *asked]) == 0 and "agree" in capsys.readouterr().out
    assert main(["match", "own_layers:wrong", *asked]) == 1 and "likeliest slip: the sign" in capsys.readouterr().out
    for bad, said in (("own_layers:none", "no attribute"), ("nowhere:f", "No module"), ("own_layers", "MODULE:FUNCTION was expected")):
        assert main(["match", bad, *asked]) == 2 and said in capsys.readouterr().err
