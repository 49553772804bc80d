r"""Parts written with the small letter of a declared matrix: the entry ``a_{ij}`` of A, ``\sigma_{ij}`` of ``\Sigma``, the row or column ``x_i`` of X."""

from __future__ import annotations

from typing import TYPE_CHECKING

from derive.language.lexing.vocabulary import BOLD
from derive.language.scope.scope import Scope, Symbol
from derive.language.terms.terms import latex_of
from derive.language.tree.names import EMPTY, Key, bare, base_key, is_index_letter
from derive.language.tree.syntax import Syn

if TYPE_CHECKING:
    from derive.language.formulas.expressions import Reader

MARK = "any "
"""How the letters of the indices begin that dots introduce (no user can write them)."""
BUILT_IN = ("delta", "epsilon", "varepsilon")
"""Small letters that mean something of their own with two indices."""
OF_PARTS = frozenset("abchquvxyz")
"""Small letters of vectors, but for those that often stand for numbers of their own, as the weights w_i and the diagonal d_i."""


def entry_of_capital(r: Reader, syn: Syn) -> Syn | None:
    """Return the entry of a declared matrix that an undeclared small letter with two indices is, without its power; None if it is none.

    Args:
        r: The reader; nothing that it knows begins like the name.
        syn: A script.
    """
    found = capital_of(r.scope, syn)
    if found is None:
        return None
    symbol, whole = found
    r.note(f"{latex_of(Syn('script', '', (*syn.children[:2], EMPTY), syn.span))} is the entry of {symbol.latex}")
    return Syn("script", "", (whole, syn.children[1], EMPTY), syn.span)


def part_of_capital(r: Reader, syn: Syn) -> Syn | None:
    r"""Return ``X_i`` for an undeclared ``x_i`` beside a declared matrix X: its row, that upright, or its column; None if it is none."""
    base, sub = syn.children[:2]
    key, index = base_key(base), base_key(bare(sub))
    if key is None or base.kind != "name" or key.style not in ("", *BOLD) or key.plain not in OF_PARTS or r.find(base) is not None:
        return None
    if index is None or bare(sub).kind != "name" or index.style or not is_index_letter(index.plain):
        return None
    if r.statement is not None and any(bare(side).same(syn) for side in r.statement.children):
        return None  # x_i = X_{i,:} says which it is
    like = _like(r.scope, key.plain.capitalize())
    if like is None or not (like[1].shape.rows and like[1].shape.cols):
        return None
    r.note(f"{latex_of(Syn('script', '', (base, sub, EMPTY), syn.span))} is a row or a column of {like[1].latex}")
    return Syn("script", "", (Syn("name", f"{like[0].style}:{like[0].plain}", (), base.span), sub, EMPTY), syn.span)


def _like(scope: Scope, capital: str) -> tuple[Key, Symbol] | None:
    """The only declared name with a capital letter, in whatever style."""
    like = [(k, s) for k, s in scope.visible().items() if k.plain == capital and s.kind in ("var", "def") and (not s.params or _varies(s))]
    return like[0] if len(like) == 1 else None


def capital_of(scope: Scope, syn: Syn) -> tuple[Symbol, Syn] | None:
    """Return the declared matrix of whose entries a small letter with two indices speaks, and its name; None if there is none."""
    base, sub = syn.children[:2] if syn.kind == "script" else (syn, EMPTY)
    key = base_key(base)
    if key is None or base.kind != "name" or key.style or not key.plain.isalpha() or not key.plain.islower():
        return None
    if key.plain in BUILT_IN or not (is_pair(bare(sub)) or _is_two_digits(bare(sub))):
        return None
    like = _like(scope, key.plain.capitalize())
    if like is None:
        return None
    whole, symbol = like
    if not symbol.shape.rows or not symbol.shape.cols:
        return None
    return symbol, Syn("name", f"{whole.style}:{whole.plain}", (), base.span)


def _varies(symbol: Symbol) -> bool:
    r"""Return whether a name is an unknown function of declared variables, and may stand without them: ``U(x) \in \mathbb{R}^{m \times n}``."""
    return symbol.body is not None and symbol.body.op == "fun"


def has_one_index(symbol: Symbol) -> bool:
    """Return whether a declared name is a number or a column in another type, of which no entry has two indices."""
    if symbol.kind not in ("var", "def", "fun") or symbol.shape.cols:
        return False
    return not symbol.shape.rows or symbol.key.style != ""


def is_pair(sub: Syn) -> bool:
    """Return whether a subscript is two letters or numbers, with or without a comma."""
    parts = [bare(part) for part in sub.children] if sub.kind in ("juxt", "list") else []
    return len(parts) == 2 and all(_is_index(part) for part in parts)


def _is_two_digits(sub: Syn) -> bool:
    return sub.kind == "num" and len(sub.value) == 2 and sub.value.isdigit()


def _is_index(part: Syn) -> bool:
    if part.kind == "num":
        return part.value.isdigit()
    key: Key | None = base_key(part) if part.kind == "name" else None
    return key is not None and not key.style and (is_index_letter(key.plain) or key.plain.startswith(MARK))


__all__ = ["capital_of", "entry_of_capital", "has_one_index", "is_pair", "part_of_capital"]
