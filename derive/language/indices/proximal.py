r"""``\operatorname{prox}_{\lambda f}(v)``, where nothing declares a prox: the u at which ``\lambda f(u) + \frac12 \|u - v\|^2`` is least.

The point is written out where the sum is a quadratic function of u (`minimizers`), and where f is the sum of absolute values: then it
is v with every entry brought nearer to zero by the factor in front (Parikh and Boyd, Proximal Algorithms, 1.1 and 6.5.2).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from derive import build as b
from derive.core import Expr
from derive.errors import NotSupported, SyntaxProblem
from derive.fraction import Fraction
from derive.language.indices.minimizers import SAY
from derive.language.matrices import scripts
from derive.language.terms.terms import Term, latex_of
from derive.language.tree.names import Key, bare, base_key, bracket, is_empty
from derive.language.tree.syntax import Syn
from derive.language.tree.triggers import about, nothing
from derive.quadratics import quadratic
from derive.sizes import Shape

if TYPE_CHECKING:
    from derive.language.formulas.expressions import Reader

WORD = "prox"
POINT = Key("", "the point that prox looks for")
_HALF = b.const(Fraction(1, 2))


@about(f"letter {WORD}", untouched=nothing, place=(1, 2))
def proximal(r: Reader, children: Sequence[Syn], at: int) -> tuple[Term, int] | None:
    r"""Read ``\operatorname{prox}_{\lambda f}`` with the bracket behind it; None if no prox stands there, or a declared one.

    Raises:
        SyntaxProblem: The function or the bracket is missing.
        NotSupported: The point is not known.
    """
    syn = children[at]
    name = syn.children[0] if syn.kind == "script" else syn
    key = base_key(name)
    if name.kind != "name" or key is None or key.plain != WORD or r.find(syn) is not None:
        return None
    if syn.kind != "script" or is_empty(syn.children[1]):
        raise SyntaxProblem("prox needs the function below it", r.at(syn), r"write \operatorname{prox}_{\lambda f}(v)")
    inner = bracket(children[at + 1]) if at + 1 < len(children) else None
    if inner is None or len(inner[0]) != 1 or not is_empty(syn.children[2]):
        raise SyntaxProblem(
            "prox needs its argument in round brackets behind it",
            r.at(syn),
            r"write \operatorname{prox}_{\lambda f}(v)",
        )
    point = r.read(inner[0][0])
    core = b.fresh("u")
    r.local[POINT], r.supposed[POINT] = (core, Shape()), (point.rows, point.cols)
    try:
        penalty = r.a.need_scalar("the function below prox", r.read(_at_point(syn.children[1])))
    finally:
        del r.local[POINT], r.supposed[POINT]

    def make(penalty: Expr, point: Expr) -> Expr:
        variable = b.var(core, point.shape)
        return _least(r.definitions().expand(penalty), variable, point, r.at(syn), latex_of(syn))

    r.note("prox of f at v is the u at which f(u) + |u - v|^2 / 2 is least")
    term = r.a.node(point.rows, point.cols, make, penalty, point, syn=syn)
    return scripts.apply(r, term, inner[1], inner[2], children[at + 1]), at + 2


def _least(penalty: Expr, variable: Expr, point: Expr, place: int | None, written: str) -> Expr:
    """The variable at which the penalty and half of the squared distance from a point are least."""
    factor = _of_absolute_values(penalty, variable)
    if factor is not None:
        away = b.sub(b.map_("abs", point), b.scale(factor, b.ones(point.shape.rows, point.shape.cols)))
        return b.hadamard(b.map_("sign", point), b.map_("relu", away))
    gap = b.hpow(b.norm(b.sub(variable, point), "F"), b.const(2))
    found = quadratic(b.add(penalty, b.scale(_HALF, gap)), variable)
    if found is None:
        raise NotSupported(f"{written} of a function that is no quadratic one by its form", place, SAY)
    return b.minimizer(found.side, found.form, found.slope)


def _of_absolute_values(penalty: Expr, variable: Expr) -> Expr | None:
    """The number c of a penalty ``c |u|_1``, None if it is no such penalty."""
    factor = b.const(1)
    while penalty.op == "scale" and variable.data[0] not in b.free_names(penalty.args[0]):
        factor, penalty = b.scale(factor, penalty.args[0]), penalty.args[1]
    column = not variable.shape.cols
    is_norm = penalty.op == "norm" and penalty.data[0] == "1" and penalty.args[0] == variable
    return factor if column and is_norm else None


def _at_point(function: Syn) -> Syn:
    r"""What stands below prox as a number: ``\lambda f`` as ``\lambda f(u)``, ``\lambda \|\cdot\|_1`` as ``\lambda \|u\|_1``."""
    function = bare(function)
    point = Syn("name", f":{POINT.plain}", (), function.span)
    dots = [path for path, node in function.walk() if node.kind == "name" and node.value == ":cdot"]
    for path in dots:
        function = function.replace(path, lambda _: point)
    if dots:
        return function
    row = function.children if function.kind == "juxt" else (function,)
    argument = Syn("group", "(", (point,), function.span)
    return Syn("juxt", "", (*row, argument), function.span)


__all__ = ["proximal"]
