r"""Which names a quantifier binds: plain ones, such as ``x`` in ``\forall x \ge 0`` or ``t`` in ``\forall 0 < t < 1``.

A power, an entry or a longer expression (``\forall t^2 \le 4``, ``\forall x_1 \ge 1``, ``\exists x, \|x\|_2 = 1``) binds nothing:
it restricts what it speaks of.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from derive.errors import NotSupported
from derive.language.tree.names import Key, bare, is_empty, splits, whole_key
from derive.language.tree.syntax import Syn
from derive.sizes import Shape

if TYPE_CHECKING:
    from derive.language.formulas.expressions import Reader


def quantified_names(r: Reader, names: Sequence[Syn], relation: Syn) -> list[tuple[Syn, Key]]:
    r"""Return the names that a quantified comparison binds, with their keys.

    They stand on the left; if only numbers stand there, the first name behind them: ``\forall 0 < t < 1``.
    """
    found = [(name, key) for name in names if (key := _plain_key(r, name, Shape())) is not None]
    if found or not all(_is_number(name) for name in names):
        return found
    for side in relation.children[1:]:
        listed = [(name, _plain_key(r, name, Shape())) for name in (side.children if side.kind == "list" else (side,))]
        found = [(name, key) for name, key in listed if key is not None]
        if found:
            return found
    return []


def check_is_name(r: Reader, name: Syn, shape: Shape) -> None:
    r"""Refuse ``\forall x_1 \in [0, 1]`` of a declared x and ``\exists t^2 \in [0, 4]``.

    Raises:
        NotSupported: An entry or a power is quantified.
    """
    if _plain_key(r, name, shape) is None:
        raise NotSupported(
            "a quantifier over an entry or a power",
            name.span[0] if name.span[0] >= 0 else None,
            "quantify over the name, and say of it what restricts it: \\forall x \\in \\mathbb{R}^{n}, x_1 \\ge 0 :",
        )


def each_of_list(relation: Syn) -> list[Syn]:
    r"""Return ``t > 0`` and ``s > 0`` for ``t, s > 0``.

    Raises:
        NotSupported: Something else than names is listed, as in ``\forall x, \|y\|_2 \le 1``.
    """
    for part in (part for side in relation.children if side.kind == "list" for part in side.children):
        if whole_key(part) is None and part.kind != "num":
            raise NotSupported(
                "a comma behind a quantifier: it is not certain where a new statement begins",
                part.span[0] if part.span[0] >= 0 else None,
                "write a colon behind the quantifier, or put it behind the statement",
            )
    found = [relation]
    for k, side in enumerate(relation.children):
        if side.kind == "list":
            found = [
                Syn("relation", one.value, (*one.children[:k], part, *one.children[k + 1 :]), one.span)
                for one in found
                for part in side.children
            ]
    return found


def _plain_key(r: Reader, name: Syn, shape: Shape) -> Key | None:
    """Return the key of a name that can be bound to a matrix of a shape, None if it is a power, an entry or no name."""
    key = whole_key(name)
    if key is None or key in r.local or r.scope.find(key) is not None:
        return key
    for split in splits(name):
        known = _shape_of(r, split.key)
        if _is_power(split.sup, known is not None):
            return None
        if not is_empty(split.sub) and known is not None and not known.is_scalar and shape.is_scalar:
            return None
    return key


def _shape_of(r: Reader, key: Key) -> Shape | None:
    """Return the shape of a known name, None if there is none."""
    if key in r.local:
        return r.local[key][1]
    symbol = r.scope.find(key)
    if symbol is None:
        return None
    return symbol.shape if symbol.kind in ("var", "def") else Shape()


def _is_power(sup: Syn, known: bool) -> bool:
    """Return whether a superscript is an exponent, not a label such as ``*`` or ``(1)``; that of a new name is one as a number."""
    sup = bare(sup)
    if is_empty(sup):
        return False
    return sup.kind in ("num", "add") or (known and sup.kind not in ("star", "text", "prime", "group"))


def _is_number(side: Syn) -> bool:
    """Return whether an expression mentions no name."""
    return all(node.kind not in ("name", "script", "function") for _, node in side.walk())


__all__ = ["check_is_name", "each_of_list", "quantified_names"]
