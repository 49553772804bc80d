r"""Shapes that the running text of a LaTeX source declares: ``Let $X \in \R^{n \times d}$``.

An inline formula is taken only if the reader of given blocks takes it for a declaration and nothing else: it adds names,
no hypothesis and no definition. Where two places give one name two shapes, neither is taken, for only a person knows
which of them is in force.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from derive.errors import DeriveError
from derive.sizes import product
from proofs.importing.formulas import clean
from proofs.importing.segments import Formula

if TYPE_CHECKING:
    from derive.language.scope.scope import Scope, Symbol

_LONGEST = 200
_MEMBER = re.compile(r"\\in(?![A-Za-z])")
_CLAIMS = re.compile(r"[=<>|]|\\(?:leq?|geq?|neq?|to|sim|forall|exists|mapsto|sum|prod|max|min|sup|inf)(?![A-Za-z])")


@dataclass(frozen=True, slots=True)
class Shapes:
    """The declarations of a source, and the places where one contradicts another.

    Attributes:
        declared: LaTeX of the declarations, in the order of the source.
        disputed: LaTeX of those that give a name another shape than an earlier one does.
        sizes: The sizes of each declared name, none for a number.

    """

    declared: tuple[str, ...] = ()
    disputed: tuple[str, ...] = ()
    sizes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


def candidates(formulas: Iterable[Formula]) -> list[str]:
    """Return the inline formulas that may declare shapes; displays are read elsewhere."""
    found: list[str] = []
    for one in formulas:
        if one.kind == "inline" and len(one.text) <= _LONGEST and _MEMBER.search(one.text):
            formula = re.sub(r"\s+", " ", clean(one.text).text).strip(" .,;")
            if not _CLAIMS.search(formula):
                found.append(formula)
    return found


def shapes(formulas: Sequence[str]) -> Shapes:
    """Return what inline formulas declare, read one after the other."""
    from derive.language.scope.options import Options
    from derive.language.scope.scope import Scope

    root = Scope.root(Options())
    alone = {text: names for text in dict.fromkeys(formulas) if (names := _declared(root, text))}
    disputed = set(_disputed(alone))
    kept: list[str] = []
    known: set[str] = set()
    for text, names in alone.items():
        if names.keys() & disputed or names.keys() <= known:
            continue
        kept.append(text)
        known |= names.keys()
    taken = tuple(_together(root, kept))
    sizes = {name: one for text in taken for name, one in _sizes(root, text).items()}
    return Shapes(taken, tuple(t for t, names in alone.items() if names.keys() & disputed), sizes)


_MEMBER_OF = re.compile(r"(?P<base>\\?[A-Za-z]+|\\[A-Za-z]+\{\\?[A-Za-z]+\})_\{?(?P<index>[i-nst])\}?")


def members(found: Shapes, formulas: Sequence[str]) -> tuple[Shapes, dict[str, tuple[str, ...]]]:
    r"""Return shapes without those of members of a sequence, ``x_t \in \mathbb{R}^m`` where ``x_{t+1}`` or ``x_1`` occurs or t runs, and the latter."""
    from derive.language.scope.options import Options
    from derive.language.scope.scope import Scope

    root = Scope.root(Options())
    kept: list[str] = []
    moved: dict[str, tuple[str, ...]] = {}
    for line in found.declared:
        names = _sizes(root, line)
        if names and all(_is_member(name, formulas) for name in names):
            moved |= names
        else:
            kept.append(line)
    sizes = {name: shape for name, shape in found.sizes.items() if name not in moved}
    return Shapes(tuple(kept), found.disputed, sizes), moved


def _is_member(name: str, formulas: Sequence[str]) -> bool:
    one = _MEMBER_OF.fullmatch(name)
    if one is None:
        return False
    base, index = re.escape(one["base"]), one["index"]
    other = re.compile(rf"(?<![A-Za-z\\]){base}\s*_\s*(?:(?!{index})[A-Za-z0-9]|\{{\s*{index}\s*[-+]\s*\d+\s*\}}|\{{\s*(?!{index})[a-z0-9]\s*\}})")
    runs = re.compile(rf"\\(?:sum|prod|max|min)\s*_\s*\{{\s*{index}\s*(?:=|\\in).{{0,400}}?(?<![A-Za-z\\]){base}\s*_\s*\{{?\s*{index}(?![A-Za-z])")
    return any(other.search(text) or runs.search(text) for text in formulas)


def _declared(root: Scope, text: str) -> dict[str, str]:
    """The names that a formula declares with their shapes, none where it says anything else or cannot be read."""
    return {s.latex: str(s.shape) for s in _symbols(root, text)}


def _symbols(root: Scope, text: str) -> list[Symbol]:
    try:
        scope = root.given(text)
    except (DeriveError, RecursionError):
        return []
    symbols = [s for s in scope.visible().values() if s.kind not in ("size", "index")]
    declares = not scope.hypotheses and all(s.kind == "var" and not s.indices for s in symbols)
    return symbols if declares else []


def _sizes(root: Scope, text: str) -> dict[str, tuple[str, ...]]:
    """The sizes of the names that a formula declares: of a column vector its length alone."""
    found: dict[str, tuple[str, ...]] = {}
    for symbol in _symbols(root, text):
        rows, columns = str(product(symbol.shape.rows)), str(product(symbol.shape.cols))
        found[symbol.latex] = () if (rows, columns) == ("1", "1") else (rows,) if columns == "1" else (rows, columns)
    return found


def _disputed(alone: Mapping[str, Mapping[str, str]]) -> Iterable[str]:
    """The names with two shapes."""
    seen: dict[str, str] = {}
    for names in alone.values():
        for name, shape in names.items():
            if seen.setdefault(name, shape) != shape:
                yield name


def _together(root: Scope, texts: Sequence[str]) -> Iterable[str]:
    """The formulas that can be read below those before them: a name of a size may be one of a matrix elsewhere."""
    scope = root
    for text in texts:
        try:
            scope = scope.given(text)
        except (DeriveError, RecursionError):
            continue
        yield text


__all__ = ["Shapes", "candidates", "members", "shapes"]
