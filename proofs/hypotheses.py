"""The closed list of natural hypotheses that may rescue a claim which is false as written.

Equal sizes and symmetric matrices are never in it: square sizes hide transposes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from derive import build
from derive.core import Formula, Problem, Rel
from derive.sizes import Shape, Size


def natural_hypotheses(problem: Problem) -> Iterator[tuple[str, Problem]]:
    """Yield (LaTeX of the hypothesis, the problem under it), weakest assumptions first."""
    yield from _sizes(problem)
    for name, shape in problem.variables:
        yield from _variable(problem, name, shape)


def _sizes(problem: Problem) -> Iterator[tuple[str, Problem]]:
    """A size is at least two."""
    least = dict(problem.rules.least)
    for name in problem.sizes:
        if least.get(name, 1) < 2:
            rules = replace(problem.rules, least=tuple(sorted({**least, name: 2}.items())))
            yield rf"{size_latex(name)} \ge 2", replace(problem, rules=rules)


def _variable(problem: Problem, name: str, shape: Shape) -> Iterator[tuple[str, Problem]]:
    """Non-zero, positive, of full rank."""
    a = build.var(name, shape)
    zero = build.zeros(shape.rows, shape.cols)
    text = symbol_latex(name)
    if shape.is_scalar:
        yield rf"{text} \ne 0", _under(problem, Rel("!=", a, zero))
        yield rf"{text} \ge 0", _under(problem, Rel(">=", a, zero))
        yield rf"{text} > 0", _under(problem, Rel(">", a, zero))
        return
    norm = build.norm(a, "F")
    yield rf"{text} \ne \mathbf{{0}}", _under(problem, Rel(">", norm, build.const(0)))
    yield rf"{text} \ge 0", _under(problem, Rel(">=", a, zero))
    yield rf"{text} > 0", _under(problem, Rel(">", a, zero))
    if shape.rows and shape.cols:
        rows, cols = (build.size(total) for total in shape.totals)
        full = Rel("=", build.rank(a), build.extreme("min", rows, cols))
        yield (
            rf"\operatorname{{rank}}({text}) = \min({_size_text(shape.totals[0])}, {_size_text(shape.totals[1])})",
            _under(problem, full),
        )


def _under(problem: Problem, hypothesis: Formula) -> Problem:
    return replace(problem, hypotheses=(*problem.hypotheses, hypothesis))


def _size_text(size: Size) -> str:
    return str(size).replace("*", " ")


def size_latex(name: str) -> str:
    """Return the LaTeX of a size name: ``d_V`` stays, ``d_ff`` becomes ``d_{ff}``."""
    base, _, sub = name.partition("_")
    if not sub or sub.startswith("{"):
        return name
    return f"{base}_{sub}" if len(sub) == 1 else f"{base}_{{{sub}}}"


def symbol_latex(name: str) -> str:
    r"""Return the LaTeX of a declared name (``bf:X`` is ``\mathbf{X}``)."""
    style, _, base = name.rpartition(":")
    base, mark, sub = base.partition("_")
    letter = base if len(base) == 1 else ("\\" + base if base.isalpha() else base)
    body = rf"\math{style.split('.')[-1]}{{{letter}}}" if style in ("bf", "rm", "cal", "bb") else letter
    return f"{body}_{{{sub.strip('{}')}}}" if mark else body
