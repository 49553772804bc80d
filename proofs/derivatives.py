"""Derivatives on demand: an expression, its declarations and the symbols, to a Jacobian or Hessian with its steps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from proofs.api import ad_hoc_claim
from proofs.paper import BadPaper, Flaw, Settings
from proofs.roads import conclusions, door
from proofs.understand import understand

if TYPE_CHECKING:
    from derive.core import Expr


def derivative(latex: str, given: str, wrt: Sequence[str], settings: Settings) -> Expr:
    r"""Return the derivative of an expression as a core expression.

    The elaborator is asked for the left side of ``\frac{\partial}{\partial X}(...) = 0``, so that every convention of
    paper files holds here too.

    Raises:
        BadPaper: The expression cannot be read, or cannot be differentiated by a symbol.

    """
    below = r" \, ".join(rf"\partial {name}" for name in wrt)
    order = "" if len(wrt) == 1 else f"^{len(wrt)}"
    head = rf"\frac{{\partial{order}}}{{{below}}}\left("
    try:
        readings = understand(ad_hoc_claim(rf"{head} {latex} \right) = \mathbf{{0}}", given, settings))
    except BadPaper as bad:
        raise BadPaper(tuple(_shifted(flaw, len(head) + 1) for flaw in bad.flaws)) from None
    link = readings[0].links[0]
    if link.typed is None:
        raise BadPaper((Flaw("expression", 1, 0, link.message),))
    return next(conclusions(link.typed.problem.goal)).lhs


def _shifted(flaw: Flaw, by: int) -> Flaw:
    """A place in the expression itself, not in what was put around it."""
    column = max(0, flaw.column - by) if flaw.column else 0
    return Flaw("expression" if flaw.column > by else "given", flaw.line, column, flaw.message)


def steps(expr: Expr) -> list[Any]:
    """Return the derivation, each step with its rule, proved by the index form."""
    return list(door("derive.steps", "derivation")(expr))


def latex(expr: Expr) -> str:
    """Return the LaTeX of a core expression."""
    return door("derive.language.core_latex", "core_to_latex")(expr)
