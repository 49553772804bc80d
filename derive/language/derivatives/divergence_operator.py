r"""Divergences and Laplacians as traces of derivatives: ``\nabla \cdot F(x)``, ``\nabla_x \cdot (p v)``, ``\Delta f(x)``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from derive.errors import NameProblem, NotSupported
from derive.language.derivatives.shared_variable import functions_in
from derive.language.derivatives.targets import target_of
from derive.language.scope.moving import depend
from derive.language.scope.scope import Symbol
from derive.language.terms.terms import latex_of
from derive.language.tree.names import EMPTY, Key, bare, base_key, is_empty
from derive.language.tree.syntax import Syn

if TYPE_CHECKING:
    from derive.language.formulas.expressions import Reader


def divergence(r: Reader, dotted: Syn) -> Syn | None:
    r"""Return the product with a trace for the divergence in it, if a dot stands behind a nabla that has no operand.

    Raises:
        NameProblem: By what is differentiated is not said. NotSupported: How far the divergence reaches is not certain.
    """
    left, right = (tuple(c.children) if c.kind == "juxt" else (c,) for c in dotted.children)
    mark = left[-1] if left else dotted
    nabla = bare(mark.children[0]) if mark.kind == "script" else mark
    if (nabla.kind, nabla.value) != ("partial", "nabla") or (mark.kind == "script" and not is_empty(mark.children[2])):
        return None
    with r.trial():
        _, end = r.factor(right, 0)
    operand, rest = right[:end], right[end:]
    variable = mark.children[1] if mark.kind == "script" else _variable(r, operand)
    if variable is None:
        hint = r"write \nabla_x \cdot F"
        raise NameProblem(
            f"by what is differentiated in the divergence of {latex_of(_row(operand))}?", r.at(mark), hint
        )
    if depend(r, rest, (target_of(r, [variable]).core,)):
        raise NotSupported("a divergence in front of several factors that vary", r.at(mark), "put brackets around it")
    r.note(r"\nabla \cdot F is the divergence, the trace of the Jacobian")
    return _row((*left[:-1], _trace(operand, variable, mark), *rest))


def laplacian(r: Reader, children: Sequence[Syn], at: int) -> tuple[Syn, int] | None:
    r"""Return the trace of the Hessian for ``\Delta f(x)`` and ``\Delta_x f(x)``, where Delta is not declared, and what follows."""
    mark = children[at]
    name = mark.children[0] if mark.kind == "script" and is_empty(mark.children[2]) else mark
    if base_key(name) != Key("", "Delta") or r.find(mark) is not None or at + 1 >= len(children):
        return None
    following = children[at + 1]
    found = r.find(following)
    symbol = found[0] if found is not None and isinstance(found[0], Symbol) else None
    if following.kind != "function" and (symbol is None or not symbol.params):
        return None  # the increment of a variable
    with r.trial():
        term, end = r.factor(children, at + 1)
    operand = tuple(children[at + 1 : end])
    variable = mark.children[1] if mark.kind == "script" else _variable(r, operand)
    if variable is None or term is None or not r.a.is_scalar(term):
        return None
    r.note(r"\Delta f is the Laplacian, the trace of the Hessian, since \Delta is not declared")
    nabla = Syn("script", "", (Syn("partial", "nabla", (), mark.span), variable, EMPTY), mark.span)
    return _trace((nabla, *operand), variable, mark), end


def _variable(r: Reader, operand: Sequence[Syn]) -> Syn | None:
    """Return the one variable that all functions in an operand are applied to."""
    shared: Syn | None = None
    for symbol, arguments in functions_in(r, operand):
        if len(symbol.params) != 1 or len(arguments) != 1:
            return None
        found = r.find(arguments[0])
        if found is None or not isinstance(found[0], Symbol) or found[0].kind != "var" or not is_empty(found[1]):
            return None
        if shared is not None and latex_of(shared) != latex_of(arguments[0]):
            return None
        shared = arguments[0]
    return shared


def _trace(operand: Sequence[Syn], variable: Syn, mark: Syn) -> Syn:
    d = Syn("partial", "partial", (), mark.span)
    group = Syn("group", "(", (_row(operand),), (operand[0].span[0], operand[-1].span[1]))
    quotient = Syn("frac", "frac", (_row((d, group)), _row((d, variable))), mark.span)
    return _row((Syn("function", "tr", (), mark.span), Syn("group", "(", (quotient,), mark.span)))


def _row(parts: Sequence[Syn]) -> Syn:
    return parts[0] if len(parts) == 1 else Syn("juxt", "", tuple(parts), (parts[0].span[0], parts[-1].span[1]))


__all__ = ["divergence", "laplacian"]
