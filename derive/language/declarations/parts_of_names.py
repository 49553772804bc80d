r"""Names with scripts that are parts of declared or defined ones: ``p_i`` beside ``p := \operatorname{softmax}(z)`` is an entry.

An equation about a part is a hypothesis; it defines no size and no name of its own.
"""

from __future__ import annotations

from collections.abc import Collection

from derive.errors import NameProblem
from derive.language.scope.scope import Scope, Symbol, index_count
from derive.language.terms.terms import latex_of
from derive.language.tree.names import Key, Split, bare, base_key, is_empty, splits
from derive.language.tree.syntax import Syn

CONTENT = ("var", "def", "fun", "family", "array")
"""Kinds of symbols that have parts; sizes and indices have labels only."""


def part_of(scope: Scope, name: Syn) -> Symbol | None:
    """Return the matrix, function or family of which a scripted name is a part; None of a name that is declared itself."""
    if bare(name).kind != "script":
        return None
    for split in splits(name):
        symbol = scope.find(split.key) if is_empty(split.sub) and is_empty(split.sup) else _whole(scope, split)
        if symbol is not None:
            alone = is_empty(split.sub) and is_empty(split.sup)
            return None if alone or symbol.kind not in CONTENT else symbol
    return None


def _whole(scope: Scope, split: Split) -> Symbol | None:
    return scope.find_family(split.key, split.sub) or scope.find(split.key)


def is_part(name: Syn, names: Collection[Key], scope: Scope) -> bool:
    """Return whether a scripted name is a part of one of these, which a block makes no sizes; in the same style first."""
    plain = {key.plain for key in names}
    for key, sub, sup in splits(name) if bare(name).kind == "script" else ():
        if is_empty(sub) and (is_empty(sup) or bare(sup).kind == "star"):  # x^* is a point, no part
            continue
        symbol = scope.find(key)
        if key in names or (key.plain in plain and (symbol is None or symbol.kind not in ("size", "index"))):
            return True
    return False


def check_no_entry(scope: Scope, name: Syn, value: Symbol) -> None:
    r"""Refuse to define a number under the name of an entry, ``p_1 := \frac1n`` beside a vector p.

    Raises:
        NameProblem: It may be the entry.
    """
    whole = part_of(scope, name)
    if whole is None or whole.kind == "family" or not value.shape.is_scalar or value.params:
        return
    for key, sub, sup in splits(name):
        if scope.find(key) is whole and is_empty(sup) and _selects(scope, whole, sub):
            written = latex_of(name)
            raise NameProblem(
                f"{written} may be an entry of {whole.latex}, which is declared, or a number of its own",
                name.span[0] if name.span[0] >= 0 else None,
                f"of the entry write {written} = ..., call another number by another letter",
            )


def _selects(scope: Scope, whole: Symbol, sub: Syn) -> bool:
    """Whether a subscript has as many places as a matrix or vector has indices, and nothing but numbers and indices."""
    items = bare(sub).children if bare(sub).kind in ("list", "juxt") else (sub,)
    count = len([d for d in (whole.shape.rows, whole.shape.cols) if d])
    if count == 0 or index_count(sub) != count:
        return False
    for item in map(bare, items):
        key = base_key(item) if item.kind == "name" else None
        symbol = scope.find(key) if key is not None else None
        letter = key is not None and not key.style and len(key.plain) == 1 and key.plain.islower()
        if item.kind != "num" and not (letter and (symbol is None or symbol.kind in ("size", "index"))):
            return False
    return True


__all__ = ["check_no_entry", "is_part", "part_of"]
