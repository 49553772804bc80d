r"""Matrices and columns by their entries in brackets: ``[x_i x_j]_{i,j=1}^n``, ``(w^\top x_i)_{i \le n}``, ``[A_{ij}^2]_{ij}``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from derive import build as b
from derive.core import Expr
from derive.errors import DeriveError, NotSupported
from derive.language.indices import bigops
from derive.language.indices.indices import ONE, Index
from derive.language.terms.dimensions import OpenDim
from derive.language.terms.terms import Term
from derive.language.tree.names import EMPTY, bare, base_key, is_empty, is_index_letter
from derive.language.tree.syntax import Syn

if TYPE_CHECKING:
    from derive.language.formulas.expressions import Reader

MOST = 2
"""Indices of a matrix."""


def by_entries(r: Reader, syn: Syn) -> tuple[Term, Syn] | None:
    """Return the matrix or column that a bracket with indices is, and the superscript that is left.

    It is one only where the bracket holds a number that speaks of each of the indices; anything else has entries itself.

    Args:
        r: The reader.
        syn: A script.
    """
    base, sub, sup = syn.children
    if base.kind != "group" or base.value not in ("[", "(") or len(base.children) != 1 or is_empty(sub):
        return None
    body = base.children[0]
    parts = _parts(bare(sub), sup)
    if body.kind == "list" or parts is None:
        return None
    letters = [letter for head, _ in parts for letter in _letters(head)]
    if not 1 <= len(letters) <= MOST or not set(letters) <= _selecting(body):
        return None
    left = sup if bare(sub).kind != "relation" and not _is_list_of_relations(bare(sub)) else EMPTY
    mark, count = r.u.mark(), len(r.indices.bound)
    try:
        indices = [index for head, end in parts for index in _bound(r, head, end, body)]
        term = r.read(body)
        dims = [_dim(r, index) for index in indices] if r.a.is_scalar(term) else []
    except DeriveError:
        if not is_empty(left) or bare(sub).kind in ("name", "list", "juxt"):
            r.u.back(mark)
            return None
        raise
    finally:
        del r.indices.bound[count:]
    if not dims:
        r.u.back(mark)
        return None
    if len(dims) == 1:
        r.note("entries in brackets with one index are a column")
    return _whole(r, indices, dims, term, syn), left


def _whole(r: Reader, indices: list[Index], dims: list[OpenDim], body: Term, syn: Syn) -> Term:
    def make(e: Expr) -> Expr:
        ranges = [index.range(r.u) for index in indices]
        if any(low != ONE for low, _ in ranges):
            raise NotSupported("entries in brackets that do not begin with the first", r.at(syn))
        (_, m), (_, n) = (*ranges, (ONE, ONE))[:2]
        column = indices[1].core if len(indices) > 1 else b.fresh(r.indices.unused("jipq"))
        return b.blocks(indices[0].core, m, column, n, e)

    return r.a.node(dims[0], dims[1] if len(dims) > 1 else (), make, body, syn=syn)


def _dim(r: Reader, index: Index) -> OpenDim:
    """The number of entries along an index: as stated, or of the dimension that it selects from."""
    if index.high is not None:
        return () if index.high == ONE else (index.high,)
    told = [d for offset, d in index.uses if offset == 0]
    if not told:
        raise NotSupported(f"entries in brackets along {index.letter}, the range of which nothing tells")
    return told[0]


def _bound(r: Reader, head: Syn, end: Syn, body: Syn) -> list[Index]:
    indices, conditions = bigops.bind(r, head, end, body)
    if conditions:
        raise NotSupported("conditions on the entries in brackets", r.at(head))
    return indices


def _parts(sub: Syn, sup: Syn) -> list[tuple[Syn, Syn]] | None:
    """The heads of a subscript, each with its upper end; None if it is no subscript of this kind."""
    if sub.kind == "relation" and sub.value == "=":
        names = sub.children[0].children if sub.children[0].kind == "list" else (sub.children[0],)
        heads = [Syn("relation", "=", (name, *sub.children[1:]), sub.span) for name in names]
        return _with_ends(heads, bare(sup))
    if sub.kind == "relation":
        return [(sub, EMPTY)] if is_empty(sup) and set(sub.value.split()) <= {"<=", "in"} else None
    if _is_list_of_relations(sub):
        if all(part.value == "=" for part in sub.children):
            return _with_ends(list(sub.children), bare(sup))
        found = [_parts(bare(part), EMPTY) for part in sub.children]
        return None if None in found or not is_empty(sup) else [p for parts in found if parts for p in parts]
    names = sub.children if sub.kind in ("list", "juxt") else (sub,)
    return [(name, EMPTY) for name in names] if all(name.kind == "name" for name in names) else None


def _is_list_of_relations(sub: Syn) -> bool:
    return sub.kind == "list" and all(bare(part).kind == "relation" for part in sub.children)


def _with_ends(heads: list[Syn], sup: Syn) -> list[tuple[Syn, Syn]] | None:
    if is_empty(sup):
        return None
    ends = sup.children if sup.kind == "list" else (sup,) * len(heads)
    return list(zip(heads, ends, strict=True)) if len(ends) == len(heads) else None


def _letters(head: Syn) -> list[str]:
    """The letters that a head may bind."""
    sides = head.children if head.kind == "relation" else (head,)
    inner = sides[:1] if len(sides) == 2 else sides[1:2]
    names = [n for side in inner or sides for n in (side.children if side.kind == "list" else (side,))]
    keys = [base_key(name) for name in names if name.kind == "name"]
    return [key.plain for key in keys if key is not None and is_index_letter(key.plain)]


def _selecting(body: Syn) -> set[str]:
    """The letters that stand in subscripts."""
    found: set[str] = set()
    for _, node in body.walk():
        if node.kind == "script":
            found |= {k.plain for _, n in node.children[1].walk() if (k := base_key(n)) is not None}
    return found


__all__ = ["by_entries"]
