r"""Edits of products: turned around, a factor moved, a matrix for twice itself."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from derive.language.printing.latex import to_latex
from derive.language.tree.syntax import Syn
from derive.repair import tree as t
from derive.repair.vocabulary import Words

Found = Iterator[tuple[str, float, Syn, str]]
Part = tuple[Syn, ...]
MOST_MATRICES = 6


def factors_of(node: Syn, words: Words) -> tuple[Part, list[Part]]:
    """Split a product into the numbers in front and its other operands, each with what belongs to it."""
    parts = [tuple(node.children[u.start : u.end]) for u in t.units(node, words.scope)]
    front = 0
    while front < len(parts) and _is_number(parts[front], words):
        front += 1
    return tuple(itertools.chain(*parts[:front])), parts[front:]


def _is_number(part: Part, words: Words) -> bool:
    if len(part) > 1:
        return False
    (one,) = part
    symbol, _, _ = t.parts_of(one, words.scope)
    plain = one.kind == "frac" and not t.is_derivative(one)
    return one.kind in ("num", "sqrt") or plain or (symbol is not None and symbol.shape.is_scalar)


def joined(front: Part, parts: Sequence[Part]) -> Syn:
    """The product of numbers and operands."""
    kids = (*front, *itertools.chain(*parts))
    return kids[0] if len(kids) == 1 else Syn("juxt", "", kids)


def turned(node: Syn, words: Words) -> Found:
    r"""Yield the transpose of a product, as ``B^\top A^\top`` of ``A B``."""
    if node.kind != "juxt":
        return
    front, parts = factors_of(node, words)
    if len(parts) > 1:
        yield "order", 1.32, joined(front, [_transposed(part, words) for part in reversed(parts)]), ""


def _transposed(part: Part, words: Words) -> Part:
    if len(part) > 1:
        head = part[0]
        symmetric = head.kind == "function" and head.value in ("diag", "Diag", "tr", "det")
        return part if symmetric else (t.transposed(Syn("group", "(", (t.juxt(*part),))),)
    return (part[0],) if _is_number(part, words) else (t.transposed(part[0]),)


def moved(node: Syn, words: Words) -> Found:
    """Yield a product with one factor elsewhere, or with a matrix and its transpose for twice the matrix."""
    if node.kind != "juxt":
        return
    front, parts = factors_of(node, words)
    for k, part in enumerate(parts):
        rest = [*parts[:k], *parts[k + 1 :]]
        for place in range(len(parts)):
            if abs(place - k) > 1:  # neighbors are exchanged by another rule
                yield "order", 1.55, joined(front, [*rest[:place], part, *rest[place:]]), ""
    if front and (front[-1].kind, front[-1].value) == ("num", "2") and parts and len(parts[0]) == 1:
        (matrix,) = parts[0]
        symbol, sub, sup = t.parts_of(matrix, words.scope)
        if symbol is None or sub.kind != "empty" or sup.kind not in ("empty", "top") or symbol.shape.is_scalar:
            return
        both = Syn("group", "(", (Syn("add", "++", (matrix, t.transposed(matrix))),))
        yield "symmetric", 1.6, joined((*front[:-1], both), parts[1:]), ""


def diagonal(node: Syn, words: Words) -> Found:
    r"""Yield a diagonal matrix for the outer product of a vector with itself."""
    if node.kind != "juxt":
        return
    front, parts = factors_of(node, words)
    for k, (left, right) in enumerate(itertools.pairwise(parts)):
        if len(left) == len(right) == 1 and t.transposed(left[0]).same(right[0]):
            matrix = (Syn("function", "diag"), Syn("group", "(", left))
            yield "function", 1.5, joined(front, [*parts[:k], matrix, *parts[k + 2 :]]), ""


def inserted(statement: Syn, words: Words) -> Iterator[tuple[Syn, str]]:
    """Yield statements with one more matrix as a factor, its transpose or its inverse; those that occur first."""
    matrices = [written for symbol, written in words.symbols if not symbol.shape.is_scalar][:MOST_MATRICES]
    every = list(_gaps(statement, words))
    places = [[place for place in every if place[0][0] == side] for side in (1, 0)]
    for side, matrix in itertools.product(places, matrices):
        bare = t.scripted(matrix, t.EMPTY, t.EMPTY)
        inverse = t.scripted(bare, t.EMPTY, Syn("add", "-", (t.num(1),)))
        for factor, (path, node, front, parts, k) in itertools.product((bare, inverse, t.transposed(bare)), side):
            if any(_inverse_of(factor, part) for part in parts[max(0, k - 1) : k + 1]):
                continue
            new = joined(front, [*parts[:k], (factor,), *parts[k:]])
            yield statement.replace(path, lambda _, new=new: new), f"${to_latex(new)}$ for ${to_latex(node)}$"


def _inverse_of(factor: Syn, part: Part) -> bool:
    """Whether one of them is the inverse of the other, or a power of the same matrix that is not whole."""
    bases = [
        one.children[0] if one.kind == "script" and one.children[1].kind == "empty" else one
        for one in (factor, part[0])
    ]
    exponents = [one.children[2].kind if one.kind == "script" else "empty" for one in (factor, part[0])]
    return len(part) == 1 and bases[0].same(bases[1]) and "add" in exponents


def _gaps(statement: Syn, words: Words) -> Iterator[tuple[tuple[int, ...], Syn, Part, list[Part], int]]:
    """Where another factor may stand: a product (its path, its numbers, its other factors) and a position in it."""
    for path, node in t.operands(statement, words.scope):
        if not path:
            continue
        parent = statement.at(path[:-1])
        if node.kind == "juxt":
            front, parts = factors_of(node, words)
        elif parent.kind not in ("juxt", "script") and node.kind in ("name", "script"):
            front, parts = (), [(node,)]
        else:
            continue
        yield from ((path, node, front, parts, k) for k in range(len(parts), -1, -1) if parts)


__all__ = ["diagonal", "factors_of", "inserted", "joined", "moved", "turned"]
