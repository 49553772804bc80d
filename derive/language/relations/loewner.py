r"""The order of symmetric matrices: ``A \succeq B`` says that A - B is symmetric and has no negative eigenvalue.

Of vectors it says that no entry of x - y is negative (Boyd and Vandenberghe, Convex Optimization, section 2.4; Horn and
Johnson, Matrix Analysis, 2nd ed., section 7.7).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from derive import build as b
from derive.core import Expr, Formula, Logic, conjunction
from derive.errors import NotSupported
from derive.language.relations.relations import link, of_links
from derive.language.terms.terms import Term, realize
from derive.language.tree.syntax import Syn

if TYPE_CHECKING:
    from derive.language.formulas.expressions import Reader

LOEWNER = {"succeq": ">=", "succ": ">", "preceq": ">=", "prec": ">"}
ENTRYWISE = {"succeq": ">=", "succ": ">", "preceq": "<=", "prec": "<"}
TURNED = ("preceq", "prec")


def loewner(r: Reader, part: Syn) -> Callable[[], Formula]:
    """Read a chain of such relations.

    Raises:
        ShapeProblem: The matrices are not square, or of different sizes.
        NotSupported: Several sides are lists.

    """
    listed = [k for k, child in enumerate(part.children) if child.kind == "list" and child.value == ","]
    if listed:
        return _of_each(r, part, listed)
    words = part.value.split()
    terms = [r.read(child) for child in part.children]
    pairs = list(zip(words, terms, terms[1:], strict=False))
    if any(_is_vector(r, term) for term in terms):
        return of_links([link(r, ENTRYWISE[word], x, y) for word, x, y in pairs])
    differences = [(LOEWNER[word], _difference(r, *((y, x) if word in TURNED else (x, y)))) for word, x, y in pairs]

    def build() -> Formula:
        formulas = [f for op, difference in differences for f in b.definite(op, realize(difference))]
        return conjunction(formulas)

    return build


def _of_each(r: Reader, part: Syn, listed: list[int]) -> Callable[[], Formula]:
    r"""Read ``A, B \succeq C``, which says it of each of the listed matrices."""
    if len(listed) > 1:
        raise NotSupported("lists on several sides of a relation", part.span[0], "write one relation for each pair")
    at = listed[0]
    sides = part.children
    parts = [
        loewner(r, Syn(part.kind, part.value, (*sides[:at], one, *sides[at + 1 :]), part.span))
        for one in sides[at].children
    ]
    return lambda: Logic("and", tuple(build() for build in parts))


def _is_vector(r: Reader, term: Term) -> bool:
    return not term.zero and r.u.is_one(term.rows) != r.u.is_one(term.cols)


def _without_zeros(total: Expr) -> Expr:
    r"""A difference without the matrix of zeros that was taken away: ``\mathbf{0} \preceq S`` speaks of S."""
    kept = [a for a in total.args if not b.is_zero(a.args[1] if a.op == "scale" else a)] if total.op == "add" else []
    return b.add(*kept) if len(kept) > 1 else kept[0] if kept else total


def _difference(r: Reader, larger: Term, smaller: Term) -> Term:
    if smaller.zero:
        difference = larger
    elif larger.zero:
        difference = r.a.negate(smaller)
    else:
        whole = r.a.add([larger, r.a.negate(smaller)])
        difference = r.a.node(whole.rows, whole.cols, _without_zeros, whole, syn=whole.syn)
    return r.a.square("an order of symmetric matrices", difference)
