r"""Relations that fix a built-in: what a given block says a commutation matrix is."""

from __future__ import annotations

from derive.language.scope.scope import Scope, Symbol
from derive.language.tree.names import bare, base_key, bracket, splits
from derive.language.tree.syntax import Syn


def commutation_convention(scope: Scope, tree: Syn) -> str | None:
    r"""Return ``default`` or ``swapped`` if a relation defines the commutation matrix, else None.

    The default is ``K_{m,n} vec(A) = vec(A^T)`` for A of shape m x n.  With row-wise vec the same words define the
    other matrix, since ``vec_r(A) = vec(A^T)``: then A^T, of shape n x m, is what is transposed.
    """
    if tree.value != "=" or len(tree.children) != 2:
        return None
    for left, right in (tree.children, tree.children[::-1]):
        found = _product(scope, left)
        plain = _vectorized(right)
        if found is None or plain is None:
            continue
        (first, second), kind, inner = found
        if plain[0] != kind:
            return None
        matrix, flipped = _transposed(inner), _transposed(plain[1])
        if flipped is not None and matrix is None and flipped.same(inner):
            shape = _shape(scope, inner)
        elif matrix is not None and flipped is None and matrix.same(plain[1]):
            shape = _shape(scope, matrix)
            shape = None if shape is None else shape[::-1]
        else:
            return None
        if shape is None:
            return None
        if kind == "vec_r":
            shape = shape[::-1]
        if shape == (first, second):
            return "default" if first != second else None
        return "swapped" if shape == (second, first) else None
    return None


def _product(scope: Scope, syn: Syn) -> tuple[tuple[str, str], str, Syn] | None:
    """Read ``K_{a,b} vec(A)``."""
    if syn.kind != "juxt" or len(syn.children) != 3 or syn.children[0].kind != "script":
        return None
    head = syn.children[0]
    key = base_key(head.children[0])
    if key is None or key.plain not in ("K", "T") or scope.find(key) is not None:
        return None
    sub = bare(head.children[1])
    if sub.kind not in ("list", "juxt") or len(sub.children) != 2:
        return None
    sizes = [_size(scope, c) for c in sub.children]
    vectorized = _vectorized(Syn("juxt", "", syn.children[1:], syn.span))
    if vectorized is None or sizes[0] is None or sizes[1] is None:
        return None
    return (sizes[0], sizes[1]), *vectorized


def _vectorized(syn: Syn) -> tuple[str, Syn] | None:
    if syn.kind != "juxt" or len(syn.children) != 2:
        return None
    head, inner = syn.children[0], bracket(syn.children[1])
    if head.kind != "function" or head.value not in ("vec", "vec_r") or inner is None or len(inner[0]) != 1:
        return None
    return head.value, inner[0][0]


def _transposed(syn: Syn) -> Syn | None:
    if syn.kind == "script" and bare(syn.children[2]).kind == "top":
        base, sub, _ = syn.children
        return base if sub.kind == "empty" else Syn("script", "", (base, sub, Syn("empty")), syn.span)
    return None


def _find(scope: Scope, syn: Syn) -> Symbol | None:
    for split in splits(syn):
        symbol = scope.find(split.key)
        if symbol is not None:
            return symbol if split.sub.kind == "empty" and split.sup.kind == "empty" else None
    return None


def _size(scope: Scope, syn: Syn) -> str | None:
    symbol = _find(scope, syn)
    return symbol.core if symbol is not None and symbol.kind == "size" else None


def _shape(scope: Scope, syn: Syn) -> tuple[str, str] | None:
    symbol = _find(scope, syn)
    if symbol is None or symbol.kind != "var":
        return None
    rows, cols = symbol.shape.totals
    return str(rows), str(cols)
