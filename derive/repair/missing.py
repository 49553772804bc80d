"""Missing terms: what has to be added so that both sides agree, looked for among variants of what is there."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import TYPE_CHECKING

from derive.fraction import Fraction
from derive.language.printing.latex import to_latex
from derive.language.tree.syntax import Syn
from derive.repair import tree as t
from derive.repair.bench import Row, difference, ratio
from derive.repair.edits import Edit, single_edits
from derive.repair.fitting import rows_of
from derive.repair.scalars import Monomial, fit, scaled

if TYPE_CHECKING:
    from derive.repair.search import Search

MAX_TERMS = 60
KINDS = ("transpose", "kronecker", "commutation", "symbol", "order", "size", "product", "index", "drop")


def missing_terms(search: Search) -> Iterator[tuple[Syn, str]]:
    """Yield the statement with one more term on the right side."""
    statement = search.statement
    if len(statement.children) != 2:
        return
    rows = rows_of(search, statement)
    if rows is None:
        return
    left, right = statement.children
    for term in itertools.islice(_distinct(_candidates(search)), MAX_TERMS):
        factor = _factor(search, left, term, rows)
        if factor is None or factor.sign == 0:
            continue
        sign, body = scaled(term, factor, search.scope)
        if right.kind == "add":
            new = Syn("add", right.value + sign, (*right.children, body))
        else:
            new = Syn("add", "+" + sign, (right, body))
        yield statement.replace((1,), lambda _, new=new: new), f"the term ${sign} {to_latex(body)}$ added"


def _factor(search: Search, left: Syn, term: Syn, rows: list[Row]) -> Monomial | None:
    alone = Syn("relation", "=", (left, term))
    for count in (1, 2):  # most terms are ruled out at the first sizes
        found = rows_of(search, alone, count)
        values = _ratios(rows, found) if found is not None else None
        if values is None:
            return None
    return fit(values) if values is not None and len(values) == len(rows) else None


def _ratios(rows: list[Row], found: list[Row]) -> list[tuple[dict[str, int], int, Fraction]] | None:
    """What the term has to be multiplied by at each size tuple to fill the gap between the sides."""
    values: list[tuple[dict[str, int], int, Fraction]] = []
    for row, other in zip(rows, found, strict=False):
        if row.left.ring is not other.right.ring or row.left.array.shape[1:] != other.right.array.shape[1:]:
            return None
        try:
            if ratio(row.right, other.right, None) is not None:
                return None  # the right side itself: a wrong factor, not a missing term
            one = ratio(difference(row.left, row.right), other.right, None)
        except ValueError:
            return None
        if one is None:
            return None
        values.append((dict(row.sizes), *one))
    return values


def _distinct(terms: Iterator[Syn]) -> Iterator[Syn]:
    seen: set[str] = set()
    for term in terms:
        text = to_latex(term)
        if text not in seen:
            seen.add(text)
            yield term


def _candidates(search: Search) -> Iterator[Syn]:
    """Terms of the statement and their single edits, then words of one and two symbols."""
    left, right = search.statement.children
    terms = [*_terms(right), *(_terms(left) if left.kind == "add" else [])]
    for term in terms:  # a multiple of a term that is there is a wrong factor, not a missing term
        yield t.transposed(Syn("group", "(", (term,)))
    edited: list[list[Edit]] = []
    for term in terms:
        found = single_edits(Syn("relation", "=", (t.num(0), term)), search.words)
        edited.append([e for e in found if e.kind in KINDS and e.path[0] == 1])
    for layer in itertools.zip_longest(*edited):
        for edit, term in zip(layer, terms, strict=True):
            if edit is not None:
                yield edit.applied(Syn("relation", "=", (t.num(0), term))).children[1]
    yield from _words(search)


def _terms(side: Syn) -> list[Syn]:
    side = t.naked(side)
    return list(side.children) if side.kind == "add" else [side]


def _words(search: Search) -> Iterator[Syn]:
    occurring: dict[str, Syn] = {}
    for _, node in t.operands(search.statement, search.scope):
        symbol, sub, _ = t.parts_of(node, search.scope)
        if symbol is not None and symbol.kind in ("var", "def") and not symbol.params and sub.kind == "empty":
            written = next((w for s, w in search.words.symbols if s.core == symbol.core), None)
            if written is not None:
                occurring.setdefault(symbol.core, written)
    letters = list(occurring.values())[:4]
    both = [x for a in letters for x in (a, t.transposed(a))]
    yield from both
    eyes = [Syn("script", "", (Syn("name", "bf:I"), t.name(s), t.EMPTY)) for s in search.words.sizes[:4]]
    yield from eyes
    for a, b in itertools.product(both, repeat=2):
        yield t.juxt(a, b)
    for a, b in itertools.product(both, eyes):
        yield Syn("infix", "otimes", (a, b))
        yield Syn("infix", "otimes", (b, a))
    for a, b in itertools.product(both, repeat=2):
        yield Syn("infix", "otimes", (a, b))
