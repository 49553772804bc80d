"""Relations between terms: which comparisons type, and what they become in the core language."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from derive import build as b
from derive.core import Formula, Rel, conjunction
from derive.errors import NotSupported, ShapeProblem
from derive.language.lexing.vocabulary import COMPARISONS
from derive.language.relations.indicators import condition_side
from derive.language.terms.readings import DETERMINANT, NUMBER_ONE
from derive.language.terms.terms import Term, realize
from derive.language.tree.syntax import Syn

if TYPE_CHECKING:
    from derive.language.formulas.expressions import Reader

Link = tuple[str, Term, Term]


def link(r: Reader, op: str, left: Term, right: Term) -> Link:
    """Type one comparison: a literal 0 fits every shape, a scalar is compared with every entry by inequalities only."""
    if left.zero and not right.zero:
        left = r.a.like(left, right)
    if right.zero and not left.zero:
        right = r.a.like(right, left)
    if op == "=":
        left, right = _as_ones(r, left, right), _as_ones(r, right, left)
    if op in ("=", "!=") or r.a.is_scalar(left) == r.a.is_scalar(right):
        r.a.agree(f"the sides of {op} do not match", left, right)
    else:
        _check_bars(r, left if r.a.is_scalar(left) else right)
    return op, left, right


def _as_ones(r: Reader, number: Term, other: Term) -> Term:
    r"""Return a side of an equation that is a 1: the vector of ones where others are written so, as in ``A 1 = 1``."""
    syn = number.syn
    if syn is None or (syn.kind, syn.value) != ("num", "1") or NUMBER_ONE not in r.choices or NUMBER_ONE in r.tight:
        return number
    return number if r.a.is_scalar(other) else r.a.ones(other.rows, other.cols, syn)


def _check_bars(r: Reader, number: Term) -> None:
    r"""Refuse the determinant as a reading of ``|A| \le B``: beside the entries of a matrix stand those of another one.

    Raises:
        ShapeProblem: The number that is compared with entries comes from bars that may be read entry by entry.
    """
    if DETERMINANT not in r.tight or number.syn is None:
        return
    if any((node.kind, node.value) == ("group", "|") for _, node in number.syn.walk()):
        raise ShapeProblem("a determinant is compared with the entries of a matrix", r.at(number.syn))


def relation_formulas(r: Reader, syn: Syn) -> list[Link]:
    """Read a chain of comparisons as typed links."""
    words = syn.value.split()
    sides = [condition_side(r, c) if r.indices.free else r.read(c) for c in syn.children]
    for word in words:
        if word not in COMPARISONS:
            raise NotSupported(f"the relation {word} here")
    return [link(r, word, sides[k], sides[k + 1]) for k, word in enumerate(words)]


def of_links(links: Sequence[Link]) -> Callable[[], Formula]:
    """Return what builds a chain of typed comparisons once the sizes are known."""

    def build() -> Formula:
        formulas = tuple(finished(op, left, right) for op, left, right in links)
        return conjunction(formulas)

    return build


def finished(op: str, left: Term, right: Term) -> Rel:
    """Build one comparison; equal totals in another order are reshaped."""
    x, y = realize(left), realize(right)
    if x.shape != y.shape and not (x.shape.is_scalar or y.shape.is_scalar):
        y = b.reshape(y, x.shape)
    return Rel(op, x, y)
