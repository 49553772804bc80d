"""SymPy scalars as NumPy or torch source: one statement per distinct sub-expression, entries stacked at the end.

SymPy's own ``lambdify`` of a matrix to torch detaches every entry (its Jacobian is zero without an error). Here the
source consists of generated names, integers and the calls of a fixed table only; no name of a user enters it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import sympy

from derive.core import Problem, Rel
from derive.errors import NotSupported
from derive.sympy_road.kinks import Absolute, Step

Array = Any  # a NumPy array or a torch tensor
_CALLS = {
    sympy.exp: "B.exp({})",
    sympy.log: "B.log({})",
    sympy.tanh: "B.tanh({})",
    sympy.sin: "B.sin({})",
    sympy.cos: "B.cos({})",
    sympy.atan: "B.arctan({})",
    Absolute: "abs({})",
    sympy.erf: "erf({})",
    Step: "(0.5 * (1 + B.sign({})))",
}

MAX_EXPONENT = 10_000


def print_source(entries: Sequence[Any], symbols: Mapping[str, Sequence[Sequence[Any]]]) -> str:
    """Return the source of ``entries(B, erf, x)``; ``x`` is the list of inputs in the order of ``symbols``.

    Raises:
        NotSupported: A function has no counterpart.
    """
    return _printed(entries, symbols, None)[1]


def _printed(
    entries: Sequence[Any], symbols: Mapping[str, Sequence[Sequence[Any]]], most: int | None
) -> tuple[int, str]:
    """The source of the first entries, as many as ``most`` operations hold (all unless given), and their number."""
    names: dict[Any, str] = {}
    for k, grid in enumerate(symbols.values()):
        for i, row in enumerate(grid):
            names.update({s: f"x[{k}][{i}, {j}]" for j, s in enumerate(row)})
    first = [f"x[{k}][0, 0]" for k, grid in enumerate(symbols.values()) if grid and grid[0]]
    lines = ["def entries(B, erf, x):", f"    zero = 0 * ({' + '.join(first) or '0'})"]
    count = 0
    for entry in entries:
        before = len(lines)
        most = _print(entry, names, lines, most)
        if most is not None and most < 0:
            del lines[before:]
            break
        count += 1
    lines.append("    return [" + ", ".join(f"zero + {names[e]}" for e in entries[:count]) + "]")
    return count, "\n".join(lines) + "\n"


def _print(root: Any, names: dict[Any, str], lines: list[str], room: int | None) -> int | None:
    """Add the statements of an entry; return for how many operations there is room then, negative if for too few."""
    stack = [root]
    while stack:
        node = stack[-1]
        missing = [a for a in _arguments(node) if a not in names]
        if node in names or not missing:
            stack.pop()
            if node not in names:
                if room is not None:
                    room -= max(1, len(node.args) - 1)
                    if room < 0:
                        return room
                text = _text(node, names)
                names[node] = text if node.is_number and not _arguments(node) else f"t{len(lines)}"
                if names[node] is not text:
                    lines.append(f"    {names[node]} = {text}")
        else:
            stack.extend(missing)
    return room


def _arguments(node: Any) -> tuple[Any, ...]:
    if node.is_Rational or node.is_Symbol or node.is_NumberSymbol:
        return ()
    if node.is_Pow and node.exp.is_Rational:
        return (node.base,)
    return node.args[:1] if node.func in _CALLS else node.args


def _text(node: Any, names: Mapping[Any, str]) -> str:
    if node.is_Rational:
        return f"({int(node.p)} / {int(node.q)})" if node.q != 1 else f"({int(node.p)}.0)"
    if node.is_NumberSymbol:
        return repr(float(node))
    if node.is_Add or node.is_Mul:
        return (" + " if node.is_Add else " * ").join(names[a] for a in node.args)
    if node.is_Pow:
        exponent = f"({int(node.exp.p)} / {int(node.exp.q)})" if node.exp.is_Rational else names[node.exp]
        if node.exp == -1:
            return f"1 / {names[node.base]}"
        return f"{names[node.base]} ** {int(node.exp) if node.exp.is_Integer else exponent}"
    if node.func not in _CALLS:
        raise NotSupported(f"{node.func} cannot be printed as code")
    call = _CALLS[node.func].format(names[node.args[0]])
    if not node.args[0].is_number:
        return call
    try:
        if node.func is sympy.exp and abs(float(node.args[0])) > MAX_EXPONENT:
            raise NotSupported("a power of e that no float holds")  # which SymPy would compute with that many digits
        return repr(float(node))
    except TypeError as undefined:  # a step at zero
        raise NotSupported(f"{node.func} has no value at {node.args[0]}") from undefined


def compile_entries(
    matrix: Any, symbols: Mapping[str, Sequence[Sequence[Any]]], backend: Any
) -> Callable[[Mapping[str, Array]], Array]:
    """Compile a SymPy matrix to a function of named arrays.

    Args:
        matrix: A SymPy matrix of scalars.
        symbols: For every input its name and the symbol of each entry.
        backend: The module ``numpy`` or ``torch`` (an argument, so that torch is not imported here).

    Returns:
        A function from ``{name: array}`` to the array of the matrix; with torch it is differentiable.
    """
    _, values = compile_scalars(list(matrix), symbols, backend)
    shape = matrix.shape

    def evaluate(inputs: Mapping[str, Array]) -> Array:
        return backend.stack(values(inputs)).reshape(shape)

    return evaluate


def compile_scalars(
    scalars: Sequence[Any], symbols: Mapping[str, Sequence[Sequence[Any]]], backend: Any, most: int | None = None
) -> tuple[int, Callable[[Mapping[str, Array]], list[Array]]]:
    """Compile SymPy scalars to a function of named arrays that returns the list of their values.

    Args:
        scalars: The scalars.
        symbols: For every input its name and the symbol of each entry.
        backend: The module ``numpy`` or ``torch``.
        most: Number of operations for which there is room; no limit unless given.

    Returns:
        How many of the scalars there was room for, and the function for those.
    """
    names = list(symbols)
    count, source = _printed(scalars, symbols, most)
    scope: dict[str, Any] = {}
    exec(compile(source, "<entries>", "exec"), {"__builtins__": {"abs": abs}}, scope)  # noqa: S102
    erf = backend.erf if hasattr(backend, "erf") else _numpy_erf
    return count, lambda inputs: scope["entries"](backend, erf, [inputs[name] for name in names])


def _numpy_erf(x: Any) -> Any:
    from math import erf

    return erf(float(x))


def lambdified(
    problem: Problem, sizes: Mapping[str, int], backend: Any, *, operations: int = 400_000
) -> tuple[Callable[[Mapping[str, Array]], Array], Callable[[Mapping[str, Array]], Array]]:
    """Compile both sides of an equation, derivatives taken by SymPy, to functions of the named inputs.

    Raises:
        NotSupported: The goal is no plain equation, has indices, or its expressions are too large.
    """
    from derive.sympy_road.explicit import Budget, Explicit
    from derive.sympy_road.road import shape_known

    if not isinstance(problem.goal, Rel) or problem.goal.op != "=" or problem.indices:
        raise NotSupported("only plain equations are compiled")
    if not all(shape_known(shape, sizes) for _, shape in problem.variables):
        raise NotSupported("the shape of a variable depends on an unknown size")
    variables = {name: shape.evaluate(dict(sizes)) for name, shape in problem.variables}
    budget = Budget(operations)
    x = Explicit(sizes, variables, budget)
    symbols = dict(x.symbols)
    sides = []
    for side in (problem.goal.lhs, problem.goal.rhs):
        matrix = x.matrix(side)
        budget.spend(matrix.rows * matrix.cols)
        sides.append(compile_entries(matrix.dense(), symbols, backend))
    return sides[0], sides[1]
