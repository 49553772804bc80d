"""Derivatives as answers: pulled back or taken apart, simplified, with names for long parts. Nothing here is judged."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from derive.build import DERIVATIVES, bottom_up, const, substitute, var
from derive.core import Expr, Problem, walk
from derive.errors import NotSupported
from derive.matrix_terms import length
from derive.named_parts import LONG, Named, letter, named
from derive.pullback import gradient
from derive.simplify import Simplifier
from derive.steps import derivation, undone

GAIN = 4
"""How much shorter an answer must be to speak of the value of the function itself."""


def answers(problem: Problem, asked: Expr) -> Iterator[Named]:
    """Yield forms of a derivative, or of what is made of derivatives, the shortest first; none where a part has no rule."""
    if not any(node.op in DERIVATIVES for node in walk(asked)):
        return
    try:
        raw = _raw(asked)
    except NotSupported:
        return
    if raw is None:
        return
    taken = names_of(problem)
    plain = Simplifier(problem.hypotheses)(raw)
    value = value_of(asked) if asked.op in DERIVATIVES else None
    if value is not None and not value.shape.is_scalar and length(value) > LONG and not _is_softmax(value):
        name = var(letter("value", taken), value.shape)
        short = Simplifier(problem.hypotheses, [(name, value)])(raw)
        if length(short) + GAIN < length(plain):
            yield named(short, taken, ((name, value),))
    yield named(plain, taken)


def _is_softmax(e: Expr) -> bool:
    return e.op == "softmax" or (e.op == "transpose" and e.args[0].op == "softmax")


def _number_powers(node: Expr) -> Expr:
    """A power of numbers as a number: the exponent ``1/2`` is written as ``2^{-1}``."""
    if node.op != "hpow" or node.args[0].op != "const" or node.args[1].op != "const":
        return node
    (base,), (power,) = node.args[0].data, node.args[1].data
    return const(base ** int(power)) if power.denominator == 1 and (base or power > 0) else node


def _raw(asked: Expr) -> Expr | None:
    asked = bottom_up(asked, _number_powers)
    if asked.op == "grad":
        try:
            return gradient(asked.args[0], asked.data[0], asked.args[1])
        except NotSupported:
            pass
    steps = derivation(asked, check=False)
    return steps[-1].after if steps and not undone(steps[-1].after) else None


def value_of(asked: Expr) -> Expr | None:
    """Return what is differentiated, at the point; None of a second derivative."""
    body, point, *_ = asked.args
    if any(node.op in DERIVATIVES for node in walk(body)):
        return None
    return substitute(body, {asked.data[0]: point})


def names_of(problem: Problem) -> Collection[str]:
    """Return the names that a problem uses."""
    names = {name for name, _ in problem.variables} | {name for name, *_ in problem.functions} | {name for name, *_ in problem.indices}
    return names | set(problem.sizes)


__all__ = ["answers", "names_of", "value_of"]
