r"""Code against a formula: values and derivatives of a user's function beside those of a core expression, and what slipped.

Inputs meet the hypotheses and all sizes differ. A column is handed over as a vector (n,), a number as a tensor without
dimensions. Where values or derivatives differ, the formula is changed in one place at a time (a term left out, a sign, a factor, a
transpose, an axis, a power) until it gives what the code gives: that is the likeliest slip.
"""

from __future__ import annotations

import inspect
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import Tensor

from derive import build as b
from derive.core import Expr, Problem, walk
from derive.errors import DeriveError, NotSupported
from derive.exact import choose_sizes
from derive.exact.points.setup import arrange, draw, make_point
from derive.exact.points.sizes_choice import complete
from derive.functions import FUNCTIONS
from derive.language.printing.human import human_latex
from derive.norms import NORMS
from derive.pullback import gradient
from derive.simplify import Simplifier
from numeric.evaluation.dense import evaluate
from numeric.evaluation.sampling import sample, stream

CLOSE = 1e-11
"""Difference that rounding may make, relative to the largest entry; what a relative change of inputs of 1e-12 makes comes on top."""
NUDGE = 1e-12
MOST_CHANGES = 600
TRIES = 4
FRAMEWORKS = ("auto", "torch", "numpy", "sympy")
Changes = Iterator[tuple[str, Expr]]


@dataclass(frozen=True, slots=True)
class Difference:
    """Where code and formula differ.

    Attributes:
        what: ``the value``, or ``the gradient by W`` of a product with a random matrix.
        entry: Row and column of the first entry that differs, from one; None where shapes differ.
        code: What the code gives there (or its shape).
        formula: What the formula gives there (or its shape).
        slip: The likeliest slip in words; empty where none was found.
        sizes: The sizes at which it was seen.
    """

    what: str
    entry: tuple[int, int] | None
    code: str
    formula: str
    slip: str
    sizes: Mapping[str, int]

    def __str__(self) -> str:
        at = "" if self.entry is None else f" at entry {self.entry}"
        where = ", ".join(f"{name} = {value}" for name, value in self.sizes.items())
        slip = f"; likeliest slip: {self.slip}" if self.slip else ""
        return f"{self.what} differs{at}: the code gives {self.code}, the formula {self.formula}" + (f" ({where})" if where else "") + slip


def compare(
    function: Any,
    problem: Problem,
    formula: Expr,
    *,
    arguments: Sequence[str] | None = None,
    sizes: Mapping[str, int] | None = None,
    seed: int = 0,
    framework: str = "auto",
    derivatives: bool = True,
) -> Difference | None:
    """Return the first difference between a function and a formula, None where values and derivatives agree.

    Args:
        function: A torch function, module or ``autograd.Function.apply``, a NumPy function or a SymPy expression.
        problem: The declarations and hypotheses that inputs meet.
        formula: What the function claims to compute.
        arguments: The core names of the variables in the order of the function's parameters; by default those of its parameters.
        sizes: Sizes to take; others are chosen.
        seed: Fixes the inputs.
        framework: One of `FRAMEWORKS`.
        derivatives: Whether to compare derivatives, too (torch only).

    Raises:
        NotSupported: A parameter is no variable of the formula, the inputs cannot be drawn, or the function fails.
    """
    names = list(arguments) if arguments is not None else _parameters(function, problem)
    chosen = _sizes(problem, sizes)
    kind = framework if framework != "auto" else _framework(function)
    for turn, at in enumerate(chosen or [{}]):
        env = _inputs(problem, at, seed + turn)
        found = _compared(function, problem, formula, names, env, at, kind, derivatives, seed)
        if found is not None:
            return found
    return None


def _sizes(problem: Problem, wanted: Mapping[str, int] | None) -> list[dict[str, int]]:
    """Two tuples of sizes that differ from each other and from the small numbers that formulas have."""
    names, fixed = list(problem.sizes), dict(wanted or {})
    found = [complete(problem.rules, names, fixed, order) for order in ((5, 3, 7, 4, 6, 8), (3, 5, 4, 6, 7, 8))]
    return [one for one in found if one is not None] or choose_sizes(problem, [fixed] if fixed else ())[:2]


def _inputs(problem: Problem, sizes: Mapping[str, int], seed: int) -> dict[str, Tensor]:
    """Inputs that meet the hypotheses: moved onto them, or made by the families of the exact road."""
    try:
        return {name: value.clone() for name, value in sample(problem, sizes, seed).env.items()}
    except NotSupported:
        setup = arrange(problem, sizes, seed)[0]
        chance = random.Random(seed)
        for turn in range(TRIES):
            drawn = draw(list(setup.problem.variables), sizes, chance)
            point = make_point(setup, sizes, drawn, seed + turn) if setup.met else None
            if point is not None:
                return {name: torch.tensor([[float(x) for x in row] for row in m], dtype=torch.float64) for name, m in point.inputs.items()}
        raise


def _compared(
    function: Any, problem: Problem, formula: Expr, names: list[str], env: dict[str, Tensor], sizes: Mapping[str, int],
    kind: str, derivatives: bool, seed: int,
) -> Difference | None:  # fmt: skip
    simple = Simplifier(problem.hypotheses)(formula)
    inputs = [env[name].clone().requires_grad_(kind == "torch" and derivatives) for name in names]
    given = [_handed_over(x) for x in inputs]
    output = _called(function, names, given, kind)
    expected = evaluate(formula, env, sizes)
    value = _as_matrix(output, expected)
    if value is None:
        shapes = tuple(output.shape), tuple(expected.shape)
        return Difference("the shape", None, str(shapes[0]), str(shapes[1]), "", sizes)
    noise = _noise(formula, env, sizes, seed)
    found = _differing("the value", value.detach(), expected, noise, [formula, simple], env, sizes)
    if found is not None or kind != "torch" or not derivatives:
        return found
    weight = torch.randn(*expected.shape, dtype=torch.float64, generator=stream(seed, "weight"))
    grads = torch.autograd.grad((value * weight).sum(), inputs, allow_unused=True) if value.requires_grad else [None] * len(inputs)
    mark = b.var("G~", formula.shape)
    scalar = _inner(mark, formula)
    within = {**env, "G~": weight}
    for name, grad, x in zip(names, grads, inputs, strict=True):
        point = b.var(name, dict(problem.variables)[name])
        exact = b.grad(scalar, name, point)
        expected = evaluate(exact, within, sizes)
        got = torch.zeros_like(x) if grad is None else grad
        try:
            shown = [Simplifier(problem.hypotheses)(gradient(scalar, name, point))]
        except NotSupported:
            shown = []
        noise = _noise(exact, within, sizes, seed)
        found = _differing(f"the gradient by {name}", got, expected, noise, shown, within, sizes)
        if found is not None:
            return found
    return None


def _inner(weight: Expr, formula: Expr) -> Expr:
    if formula.shape.is_scalar:
        return b.scale(weight, formula)
    if not formula.shape.cols:
        return b.matmul(b.transpose(weight), formula)
    if not formula.shape.rows:
        return b.matmul(weight, b.transpose(formula))
    return b.trace(b.matmul(b.transpose(weight), formula))


# The function.


def _parameters(function: Any, problem: Problem) -> list[str]:
    known = {name: name for name, _ in problem.variables} | {name.replace("_", "").lower(): name for name, _ in problem.variables}
    if hasattr(function, "free_symbols"):
        words = sorted(str(symbol) for symbol in function.free_symbols)
    else:
        called = function.forward if isinstance(function, torch.nn.Module) else function
        try:
            words = [p.name for p in inspect.signature(called).parameters.values() if p.default is p.empty and p.kind in (0, 1)]
        except (TypeError, ValueError):
            words = []
    names = [known.get(word) or known.get(word.replace("_", "").lower()) for word in words]
    if not names or None in names:
        said = ", ".join(name for name, _ in problem.variables)
        raise NotSupported(f"the parameters {', '.join(words) or '?'} are not the variables {said}: say which they are, in order")
    return [name for name in names if name is not None]


def _framework(function: Any) -> str:
    if hasattr(function, "free_symbols"):
        return "sympy"
    code = getattr(function, "__code__", None)
    if code is None:
        return "torch"
    used = {getattr(function.__globals__.get(name), "__name__", "").partition(".")[0] for name in code.co_names}
    return "numpy" if "numpy" in used and "torch" not in used else "torch"


def _handed_over(x: Tensor) -> Tensor:
    if x.shape[1] == 1:
        return x.reshape(()) if x.shape[0] == 1 else x.reshape(-1)
    return x


def _called(function: Any, names: Sequence[str], given: Sequence[Tensor], kind: str) -> Tensor:
    try:
        if kind == "sympy":
            import sympy

            symbols = sorted(function.free_symbols, key=str)
            value = sympy.lambdify(symbols, function, "numpy")(*(x.detach().numpy() for x in given))
            return torch.as_tensor(np.asarray(value, dtype=float))
        if kind == "numpy":
            return torch.as_tensor(np.asarray(function(*(x.detach().numpy() for x in given)), dtype=float))
        if isinstance(function, torch.nn.Module):
            function = function.double()
        value = function(*given)
    except DeriveError:
        raise
    except Exception as problem:
        raise NotSupported(f"the function fails: {type(problem).__name__}: {problem}") from problem
    if not isinstance(value, Tensor):
        raise NotSupported(f"the function returns a {type(value).__name__}, and one tensor was expected")
    return value


def _as_matrix(value: Tensor, like: Tensor) -> Tensor | None:
    """A value in the shape of the formula's; None where it has another number of rows or columns."""
    plain, wanted = [n for n in value.shape if n != 1], [n for n in like.shape if n != 1]
    return value.reshape(like.shape) if plain == wanted else None


# Differences.


def _noise(e: Expr, env: Mapping[str, Tensor], sizes: Mapping[str, int], seed: int) -> float:
    """How much a relative change of all inputs by 1e-12 changes a value: its condition, measured."""
    chance = stream(seed, "nudge")
    moved = {n: x * (1 + NUDGE * torch.randn(x.shape, dtype=torch.float64, generator=chance)) for n, x in env.items()}
    value, other = evaluate(e, env, sizes), evaluate(e, moved, sizes)
    return float((value - other).abs().max()) + CLOSE * float(value.abs().max()) + 1e-14


def _differing(
    what: str, got: Tensor, expected: Tensor, noise: float, forms: Sequence[Expr], env: Mapping[str, Tensor], sizes: Mapping[str, int]
) -> Difference | None:
    far = ~((got - expected).abs() <= noise)
    if not far.any():
        return None
    row, column = (int(k) for k in far.nonzero()[0])
    slip = _slip(got, expected, noise, forms, env, sizes)
    return Difference(what, (row + 1, column + 1), f"{float(got[row, column]):.6g}", f"{float(expected[row, column]):.6g}", slip, dict(sizes))


def _slip(got: Tensor, expected: Tensor, noise: float, forms: Sequence[Expr], env: Mapping[str, Tensor], sizes: Mapping[str, int]) -> str:
    limit = 1e3 * noise
    if not got.isfinite().all():
        return "a value that is not finite"
    if float(got.abs().max()) <= limit:
        return "nothing arrives there (a part that is cut off from the derivative, or a zero)"
    if got.shape[0] == got.shape[1] > 1 and float((got.T - expected).abs().max()) <= limit:
        return "transposed"
    ratio = _ratio(got, expected, limit)
    factor = _factor(ratio, sizes) if ratio else ""
    if factor:
        return factor
    for tried, (said, changed) in enumerate(change for form in forms for change in changes(form, sizes)):
        if tried >= MOST_CHANGES:
            break
        try:
            value = evaluate(changed, env, sizes)
        except Exception:  # a change need not make sense
            continue
        if value.shape == got.shape and float((value - got).abs().max()) <= limit:
            return said
    return f"a factor {ratio:.6g}" if ratio and got.numel() > 1 else ""


def _ratio(got: Tensor, expected: Tensor, limit: float) -> float:
    """The number that one value is times the other; zero where there is none."""
    ratio = float((got * expected).sum() / (expected * expected).sum()) if float(expected.abs().max()) else 0.0
    return ratio if float((got - ratio * expected).abs().max()) <= limit * max(1.0, abs(ratio)) else 0.0


def _factor(ratio: float, sizes: Mapping[str, int]) -> str:
    """A number in words: a sign, a small number or a size; empty where it is none of these."""
    if abs(ratio + 1) < 1e-8:
        return "the sign"
    known = {"2": 2.0, "3": 3.0, "4": 4.0, **{name: float(value) for name, value in sizes.items()}}
    known |= {f"({name} - 1)": value - 1.0 for name, value in sizes.items() if value > 2}
    known |= {f"{name} / ({name} - 1)": value / (value - 1.0) for name, value in sizes.items() if value > 2}
    known |= {rf"\sqrt{{{name}}}": value**0.5 for name, value in list(known.items())}
    for name, value in known.items():
        for sign in ("", "-"):
            whole = -value if sign else value
            if abs(ratio / whole - 1) < 1e-8:
                return f"a factor {sign}{name} too much"
            if abs(ratio * whole - 1) < 1e-8:
                return f"a factor {sign}{name} is missing"
    return ""


# Changes of a formula in one place.


def changes(e: Expr, sizes: Mapping[str, int]) -> Changes:
    """Yield an expression changed in one place at a time, with the change in words."""
    for node in reversed(list(walk(e))):
        for said, new in _changes(node, sizes):
            if new != node and new.shape.totals == node.shape.totals:
                yield said, b.replaced(e, {node: b.reshape(new, node.shape)})


def _changes(e: Expr, sizes: Mapping[str, int]) -> Changes:
    if e.op == "add":
        for k, term in enumerate(e.args):
            rest = [*e.args[:k], *e.args[k + 1 :]]
            yield f"the term {human_latex(term)} is missing", b.add(*rest)
            yield f"the sign of the term {human_latex(term)}", b.add(*rest, b.neg(term))
            yield f"the term {human_latex(term)} twice", b.add(*e.args, term)
    elif e.op == "scale":
        s, a = e.args
        if not (s.op == "const" and s.data[0] == -1):
            yield f"the factor {human_latex(s)} is missing", a
            yield f"over {human_latex(s)} instead of times", b.scale(b.hpow(s, b.const(-1)), a)
            yield f"the factor {human_latex(s)} twice", b.scale(s, e)
        else:
            yield f"the sign of {human_latex(a)}", a
    elif e.op == "hadamard":
        for kept, lost in (e.args, e.args[::-1]):
            yield f"the factor {human_latex(lost)} is missing", kept
    elif e.op == "matmul":
        a, c = e.args
        if a.shape == e.shape:
            yield f"the factor {human_latex(c)} is missing", a
        if c.shape == e.shape:
            yield f"the factor {human_latex(a)} is missing", c
        for left, right in ((c, a), (b.transpose(a), c), (a, b.transpose(c)), (b.transpose(c), b.transpose(a))):
            if left.shape.cols == right.shape.rows and not left.shape.is_scalar and not right.shape.is_scalar:
                yield f"{human_latex(left)} times {human_latex(right)} for {human_latex(e)}", b.matmul(left, right)
    elif e.op == "transpose":
        yield f"{human_latex(e.args[0])} for {human_latex(e)}", e.args[0]
    elif e.op == "hpow" and e.args[1].op == "const":
        a, (power,) = e.args[0], e.args[1].data
        for other in (power + 1, power - 1, -power, 2 * power, power / 2):
            if other:
                yield f"the power {other} for {power} of {human_latex(a)}", b.hpow(a, b.const(other))
    elif e.op == "map":
        yield f"{e.data[0]} is missing", e.args[0]
        for other in FUNCTIONS:
            yield f"{other} for {e.data[0]}", b.map_(other, e.args[0])
    elif e.op == "softmax":
        (a,) = e.args
        yield "softmax over columns for softmax over rows", b.transpose(b.softmax(b.transpose(a)))
        yield "softmax is missing", a
    elif e.op == "inv":
        yield f"{human_latex(e.args[0])} without its inverse", e.args[0]
    elif e.op == "size":
        for name, value in sizes.items():
            yield f"{name} for {human_latex(e)}", b.const(value)
        yield f"{human_latex(e)} - 1 for {human_latex(e)}", b.sub(e, b.const(1))
    elif e.op == "norm":
        for kind in NORMS:
            yield f"the norm {kind} for the norm {e.data[0]}", b.norm(e.args[0], kind)
        yield f"the square of {human_latex(e)}", b.hpow(e, b.const(2))
    elif e.op == "const" and e.data[0] not in (0, -1):
        for factor in (2, "1/2", -1):
            yield f"{human_latex(b.const(e.data[0] * b.const(factor).data[0]))} for {human_latex(e)}", b.const(e.data[0] * b.const(factor).data[0])
    elif e.op == "var" and e.shape.rows == e.shape.cols and e.shape.rows:
        yield f"{human_latex(b.transpose(e))} for {human_latex(e)}", b.transpose(e)
    elif e.op == "eye":
        yield "ones for the identity", b.ones(e.shape.rows, e.shape.cols)


__all__ = ["FRAMEWORKS", "Difference", "changes", "compare"]
