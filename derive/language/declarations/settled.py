r"""Hypotheses about what is defined: those that follow from the definitions say nothing, others may contradict them.

``p_i = e^{z_i} / \sum_j e^{z_j}`` beside ``p := softmax(z)`` is a remark. ``f'(x) = 2 x`` beside ``f(x) := x^2`` is one, too,
but ``f'(x) = 3 x`` would leave one x over, and nobody means that.
"""

from __future__ import annotations

from collections.abc import Iterator

from derive.build import DERIVATIVES, formula_names, free_names
from derive.core import Expr, Formula, Quantified, Rel, walk
from derive.errors import DeriveError, NotSupported
from derive.language.formulas.expressions import Reader
from derive.language.scope.expand import Definitions
from derive.language.scope.scope import Scope

STEPS = 20_000


def follows(scope: Scope, formula: Formula) -> bool:
    """Return whether an equation that speaks of a defined name follows from the definitions alone.

    Raises:
        NotSupported: It is a formula for the derivative of a defined function, and does not follow.
    """
    rel = formula.body if isinstance(formula, Quantified) and formula.kind == "forall" else formula
    if not isinstance(rel, Rel) or rel.op != "=":
        return False
    definitions = scope.definitions
    slopes = list(_slopes(definitions, rel))
    defined = any(_is_defined(definitions, name) for name in formula_names(formula))
    if not slopes and not defined:
        return False
    shown = _is_shown(scope, formula)
    if slopes and not shown:
        raise NotSupported(
            "a formula for a derivative that follows from a definition, and is not shown to agree with it",
            None,
            "leave it out, or claim it; a condition on a point is written with 0 on one side",
        )
    return shown


def _is_defined(definitions: Definitions, name: str) -> bool:
    symbol = definitions.symbols.get(name)
    return symbol is not None and symbol.body is not None and symbol.body.op != "fun"


def _slopes(definitions: Definitions, rel: Rel) -> Iterator[Expr]:
    """The derivatives by a number, at this number, of what is defined by it, where the other side is a formula in it."""
    for side, other in ((rel.lhs, rel.rhs), (rel.rhs, rel.lhs)):
        node = definitions.expand(side)
        while node.op in ("reshape", "vecr", "entry"):
            node = node.args[0]
        if node.op not in DERIVATIVES or node.args[1].op != "var" or not node.args[1].shape.is_scalar:
            continue
        formula = definitions.expand(other)
        arbitrary = any(n.op == "fun" for n in walk(node.args[0]))
        derived = any(n.op in DERIVATIVES for n in walk(formula))
        if not arbitrary and not derived and node.args[1].data[0] in free_names(formula):
            yield node


def _is_shown(scope: Scope, formula: Formula) -> bool:
    from derive.index import prove
    from derive.language.problems.assembly import assemble

    try:
        return prove(assemble(Reader(scope, scope.options), formula), steps=STEPS).outcome == "agree"
    except DeriveError:
        return False


__all__ = ["follows"]
