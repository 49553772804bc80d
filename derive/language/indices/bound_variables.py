r"""Which declared variables a condition under a supremum binds: x in ``\sup_{\|x\| \le r}``, both in ``\sup_{\|x\| = \|y\| = 1}``.

A variable that the statement uses outside of the operator stays free, one that hypotheses restrict, too, if it is not the
first. What may be bound or free, the y of ``\sup_{x \ne y} f(x, y)``, is refused.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from derive.build import formula_names
from derive.errors import NotSupported
from derive.language.scope.scope import Symbol
from derive.language.terms.terms import latex_of
from derive.language.tree.names import Key, base_key, whole_key
from derive.language.tree.syntax import Syn

if TYPE_CHECKING:
    from derive.language.formulas.expressions import Reader


def bound_by(r: Reader, condition: Syn, body: Syn, named: Sequence[Syn], listed: Sequence[Syn]) -> list[Syn]:
    """Return the variables that a condition binds beside those that are bound already.

    Args:
        r: The reader.
        condition: A comparison.
        body: What the supremum is taken of.
        named: Variables that stand under the operator as names, with a set or without.
        listed: Those and the ones that other conditions bind.

    Raises:
        NotSupported: It is not certain whether it binds another one.
    """
    found: dict[Key, tuple[Syn, Symbol]] = {}
    for name in _named(condition):
        key = whole_key(name)
        symbol = r.scope.find(key) if key is not None else None
        if key is not None and symbol is not None and symbol.kind == "var":
            found.setdefault(key, (name, symbol))
    if any(whole_key(name) in found for name in named):
        return []
    known = {whole_key(name) for name in listed}
    inner = [key for key in found if key.plain not in r.outside or key in known] or list(found)[:1]
    inner = [key for key in inner if key in known] + [key for key in inner if key not in known]
    used = {whole_key(name) for name in _named(body)}
    restricted = {name for h in r.scope.all_hypotheses() for name in formula_names(h.formula)}
    others = [key for key in inner[1:] if key not in known and key in used and found[key][1].core not in restricted]
    for key in others:
        if not _meets_number(r, condition, key):
            name = latex_of(found[key][0])
            raise NotSupported(
                f"a condition that may bind {name} or take it as given",
                r.at(condition),
                "name what it is taken over with its set, as in \\sup_{x, y \\in \\mathbb{R}^n, x \\ne y}, and nothing else",
            )
    return [found[key][0] for key in (*inner[:1], *others) if key not in known]


def _meets_number(r: Reader, condition: Syn, key: Key) -> bool:
    r"""Return whether a variable alone is compared with what has no variables, over equations too: y in ``\|y\| = \|x\| = 1``."""
    words = condition.value.split()
    sides = [_keys(r, side) for side in condition.children]
    for k, side in enumerate(condition.children):
        items = side.children if side.kind == "list" else (side,)
        if all(_keys(r, item) != {key} for item in items):
            continue
        for step in (1, -1):
            at = k + step
            while 0 <= at < len(sides):
                if not sides[at]:
                    return True
                if words[min(at, at - step)] != "=":
                    break
                at += step
    return False


def _keys(r: Reader, syn: Syn) -> set[Key | None]:
    return {whole_key(name) for name in _named(syn) if _is_variable(r, name)}


def _named(syn: Syn) -> Iterator[Syn]:
    r"""Yield the names in a condition from the left, each ``\Delta X`` as one name and never its ``X``."""
    if syn.kind in ("name", "script"):
        yield syn
    at = 0
    while at < len(syn.children):
        pair = Syn("juxt", "", syn.children[at : at + 2], syn.span)
        first = base_key(syn.children[at])
        if syn.kind == "juxt" and len(pair.children) == 2 and first is not None and first.plain in ("Delta", "delta"):
            yield pair
            at += 2
        else:
            yield from _named(syn.children[at])
            at += 1


def _is_variable(r: Reader, syn: Syn) -> bool:
    key = whole_key(syn)
    symbol = r.scope.find(key) if key is not None else None
    return symbol is not None and symbol.kind == "var"


__all__ = ["bound_by"]
