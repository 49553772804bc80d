r"""The order of symmetric matrices: ``A \succeq B`` says that A - B is symmetric and has no negative eigenvalue.

Horn and Johnson, Matrix Analysis, 2nd ed., section 7.7.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from derive import build as b
from derive.core import Expr, Formula, Logic, Rel
from derive.language.syntax import Syn
from derive.language.terms import Term, realize

if TYPE_CHECKING:
    from derive.language.expressions import Reader

LOEWNER = {"succeq": ">=", "succ": ">", "preceq": ">=", "prec": ">"}
TURNED = ("preceq", "prec")


def loewner(r: Reader, part: Syn) -> Callable[[], Formula]:
    """Read a chain of such relations.

    Raises:
        ShapeProblem: The matrices are not square, or of different sizes.

    """
    words = part.value.split()
    terms = [r.read(child) for child in part.children]
    pairs = list(zip(words, terms, terms[1:], strict=False))
    differences = [(LOEWNER[word], _difference(r, *((y, x) if word in TURNED else (x, y)))) for word, x, y in pairs]

    def build() -> Formula:
        formulas = [f for op, difference in differences for f in _definite(op, realize(difference))]
        return formulas[0] if len(formulas) == 1 else Logic("and", tuple(formulas))

    return build


def _difference(r: Reader, larger: Term, smaller: Term) -> Term:
    if smaller.zero:
        difference = larger
    elif larger.zero:
        difference = r.a.negate(smaller)
    else:
        difference = r.a.add([larger, r.a.negate(smaller)])
    return r.a.square("an order of symmetric matrices", difference)


def _definite(op: str, a: Expr) -> list[Formula]:
    return [Rel("=", a, b.transpose(a)), Rel(op, b.eig(a, "min"), b.const(0))]
