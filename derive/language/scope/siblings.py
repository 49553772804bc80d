r"""Entries of a name beside names with numbers below: ``x_i`` where x, x_1 and x_2 are declared, ``A_{ij}`` where A_{11} is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from derive.errors import NotSupported
from derive.language.scope.scope import Scope, Symbol, family_key, may_have
from derive.language.terms.readings import ENTRY_BESIDE, OUTER_FAMILY
from derive.language.terms.terms import latex_of
from derive.language.tree.names import EMPTY, Key, bare, base_key, flat, is_empty, is_index_letter, labelled
from derive.language.tree.syntax import Syn
from derive.language.tree.triggers import about, nothing

if TYPE_CHECKING:
    from derive.language.formulas.expressions import Reader

KINDS = ("var", "def", "fun")


def check_entry(r: Reader, key: Key, sub: Syn, syn: Syn) -> None:
    """Refuse an entry of a name that may be one of the names with numbers beside it.

    A name with a zero alone, x_0, is a point and no first one of several.

    Raises:
        NotSupported: Names with as many numbers as the entry has indices are declared.
    """
    items = indices_of(sub)
    if not items:
        return
    beside = _numbered(r.scope, key, len(items))
    if not beside or all(symbol.key.plain.endswith("_0") for symbol in beside):
        return
    names = ", ".join(symbol.latex for symbol in beside[:3])
    symbol = r.scope.find(key)
    own, name = latex_of(syn), symbol.latex if symbol is not None else key.plain
    raise NotSupported(
        f"{own} beside the declared {names}: it may be an entry of {name} or one of these",
        r.at(syn),
        f"call {name} or the names with numbers by another letter; names for all numbers are declared with their "
        "index, i \\in \\{1, \\dots, m\\}, x_i \\in \\mathbb{R}^n",
    )


def family_or_entry(r: Reader, key: Key, family: Symbol | None, symbol: Symbol | None) -> Symbol | None:
    r"""Return what ``q_1`` begins with: the family of names ``q_i``, or a q whose entry it is.

    Beside each other they are a family and a matrix of its own, unless the letter is that of the matrix alone, ``\mathbf{q}_1``, or nothing
    else has a type; a q that is declared further in may be meant to hide the family.
    """
    if family is None or symbol is None:
        return family or symbol
    entries = symbol.kind in ("var", "def") and not symbol.params and not symbol.shape.is_scalar
    if not entries:
        return family
    if symbol.key.style == key.style != family.key.style:
        return symbol
    if r.scope.is_inner(symbol, family):
        return symbol if r.chooses(OUTER_FAMILY) else family
    return symbol if r.chooses(ENTRY_BESIDE, plausible=False) else family


def is_hidden(r: Reader, symbol: Symbol | None, syn: Syn) -> bool:
    r"""Return whether ``x_0`` of an outer block is hidden by a family ``x_0, \dots, x_T`` that is declared further in.

    Raises:
        NotSupported: Something is said of the outer one of the two: of the inner one or not, nothing tells.
    """
    base, _, label = symbol.key.plain.partition("_") if symbol is not None else ("", "", "")
    if symbol is None or not label.isdigit():
        return False
    family = r.scope.find(family_key(Key(symbol.key.style, base), 1))
    if family is None or not may_have(family, int(label)):
        return False
    hidden = r.scope.is_inner(family, symbol)
    outer = symbol if hidden else family
    if any(outer.core in h.mentions for level in r.scope.levels() for h in level.hypotheses):
        raise NotSupported(
            f"{symbol.latex} beside a family of which it is a member, in another block",
            r.at(syn),
            "declare them in one block, or call one of them by another letter",
        )
    return hidden


def is_other(r: Reader, symbol: Symbol, sub: Syn, syn: Syn) -> bool:
    r"""Return whether a subscript makes a name another one: a scalar has no entries, ``\max`` is no index, ``\text{ref}, j`` a label and one."""
    if is_empty(sub):
        return False
    if bare(sub).kind == "bigop":
        return True
    if symbol.kind in ("size", "index") or (symbol.kind in ("var", "def") and symbol.shape.is_scalar):
        return True
    split = labelled(syn)
    return split is not None and split.sub is not EMPTY and _is_word(sub) and r.scope.find(split.key) is not None


def _is_word(sub: Syn) -> bool:
    """Whether a list of indices begins with a word of several letters."""
    first = bare(sub).children[0] if bare(sub).kind == "list" else sub
    text = flat(first)
    return text is not None and len(text) > 1 and text.replace(" ", "").isalpha()


@about("list ,", untouched=nothing)
def with_label(r: Reader, syn: Syn) -> tuple[Symbol, Syn, Syn] | None:
    r"""Return the declared ``\pi_{\text{ref}}`` for ``\pi_{\text{ref}, j}``, with the index j and what stands above; None if none is.

    The family ``\Sigma_{c, t}`` is found as well. So is the vector ``x_0`` for ``x_{0, i}``; a matrix ``A_1`` may have its rows so or not.
    """
    split = labelled(syn)
    symbol = r.scope.find_family(split.key, split.sub) or r.scope.find(split.key) if split is not None else None
    if split is not None and symbol is not None and split.key.plain[-1].isdigit():
        is_entry = symbol.kind in ("var", "def") and bool(symbol.shape.rows) and not symbol.shape.cols
        symbol = symbol if is_entry and len(indices_of(split.sub)) == 1 else None
    return None if split is None or symbol is None else (symbol, split.sub, split.sup)


def indices_of(sub: Syn) -> list[Syn]:
    """Return the letters, numbers and sums that a subscript lists, nothing if it is none of indices."""
    sub = bare(sub)
    items = list(sub.children) if sub.kind in ("list", "juxt") else [sub]
    if len(items) == 1 and sub.kind == "num" and len(sub.value) == 2:
        items = [sub, sub]  # the entry (1, 2) of a matrix
    return items if all(map(_is_index, items)) else []


def _is_index(syn: Syn) -> bool:
    syn = bare(syn)
    if syn.kind == "num":
        return syn.value.isdigit()
    if syn.kind == "add":
        return all(map(_is_index, syn.children))
    key = base_key(syn) if syn.kind in ("name", "prime") else None
    return key is not None and key.style == "" and is_index_letter(key.plain.rstrip("'"))


def _numbered(scope: Scope, key: Key, count: int) -> list[Symbol]:
    """Return the symbols that are called like a name, with so many numbers below."""
    own = scope.find(key)
    styles = {key.style, own.key.style if own is not None else key.style}
    found: list[Symbol] = []
    base, mark, above = key.plain.partition("^")
    for other, symbol in scope.visible().items():
        label = other.plain.removeprefix(f"{base}_").removesuffix(mark + above)
        if other.plain != f"{base}_{label}{mark}{above}" or other.style not in styles or symbol.kind not in KINDS:
            continue
        numbers = label.split(",") if "," in label else list(label) if count == 2 else [label]
        if len(numbers) == count and all(n.isdigit() for n in numbers):
            found.append(symbol)
    return found


__all__ = ["check_entry", "family_or_entry", "indices_of", "is_hidden", "is_other", "with_label"]
