"""Scripted symbols: which of the packages a name, a letter or a bracket with scripts belongs to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from derive.language.derivatives import evaluation_bars
from derive.language.functions import leaves
from derive.language.indices.by_entries import by_entries
from derive.language.matrices import brackets, labels, scripts, tuples
from derive.language.matrices.small_letters import entry_of_capital, has_one_index, part_of_capital
from derive.language.scope.families import find_upper
from derive.language.scope.scope import Symbol
from derive.language.terms.terms import Term
from derive.language.tree.names import EMPTY, Key, bare, base_key, is_empty
from derive.language.tree.syntax import Syn

if TYPE_CHECKING:
    from derive.language.formulas.expressions import Reader


def read_script(r: Reader, syn: Syn) -> Term:
    """Read a scripted symbol that is no function waiting for its argument."""
    base, sub, sup = syn.children
    upper = find_upper(r.scope, syn)
    if upper is not None:
        family, indices, lower, mark = upper
        return scripts.apply(r, r.member(family, indices, syn), lower, mark, syn)
    found = r.find(syn)
    if found is not None and not isinstance(found[0], tuple) and has_one_index(found[0]):
        entry = entry_of_capital(r, syn)  # x_{ij} of X, where x is a number or a vector
        if entry is not None:
            return scripts.apply(r, r.read(entry), EMPTY, sup, syn)
    ones = labels.numeral(r, syn) if bare(base).kind == "num" else None
    if ones is not None:
        return r.read(ones)
    if found is not None:
        symbol, sub, sup = found
        unit = _unit_vector(r, syn, symbol, sub) or _exponential(r, syn, symbol)
        if unit is not None:
            return unit
        if not isinstance(symbol, tuple) and symbol.kind in ("family", "array") and not is_empty(sub):
            return scripts.apply(r, r.member(symbol, sub, syn), EMPTY, sup, syn)
        return scripts.apply(r, r.symbol(symbol, syn), sub, sup, syn)
    entry = entry_of_capital(r, syn) if base_key(base) is not None else None
    if entry is not None:
        return scripts.apply(r, r.read(entry), EMPTY, sup, syn)  # a power is one of the number
    special = leaves.leaf(r, syn)
    if special is not None:
        return special
    slope = r.slope(syn)
    if slope is not None:
        return slope
    if base.kind == "group" and base.value == "eval":
        return evaluation_bars.evaluated(r, syn)
    if base.kind == "group" and base.value == "angle" and not is_empty(sub):
        return scripts.apply(r, brackets.inner_product(r, base, sub, syn), EMPTY, sup, syn)
    if is_empty(sub) and base_key(base) is not None:
        term = leaves.leaf(r, base)
        if term is not None:
            return scripts.apply(r, term, sub, sup, syn)
    part = part_of_capital(r, syn)
    if part is not None:
        r.guessed = syn
        return scripts.apply(r, r.read(part), EMPTY, sup, syn)
    if base_key(base) is not None:
        r.undeclared(syn)
    inner = bare(base)
    if base.kind == "group" and is_empty(sub) and inner.kind == "script" and is_empty(inner.children[2]):
        # Braces do not show: {A_{ij}}^\top is A_{ij}^\top.
        return read_script(r, Syn("script", "", (*inner.children[:2], sup), syn.span))
    entries = by_entries(r, syn)
    if entries is not None:
        return scripts.apply(r, entries[0], EMPTY, entries[1], syn)
    listed = tuples.transposed_tuple(r, syn)
    return scripts.apply(r, r.read(base), sub, sup, syn) if listed is None else listed


def _exponential(r: Reader, syn: Syn, symbol: Symbol | Key) -> Term | None:
    r"""Return ``e^{-x}`` beside a vector ``\mathbf{e}``, which has no powers but those of its entries with numbers."""
    base, sub, sup = syn.children
    key, power = base_key(base), bare(sup)
    if key != Key("", "e") or not isinstance(symbol, Symbol) or not symbol.key.style or not is_empty(sub):
        return None
    vector = symbol.kind in ("var", "def") and bool(symbol.shape.rows) and not symbol.shape.cols
    marks = ("top", "star", "empty")
    if (
        not vector
        or power.kind not in ("add", "juxt", "frac")
        or any(bare(part).kind in marks for part in power.children)
    ):
        return None
    found = [r.scope.find(k) for _, node in power.walk() if node.kind == "name" and (k := base_key(node)) is not None]
    if not any(f is not None and f.kind in ("var", "def") for f in found):
        return None  # a label
    return leaves.exponential(r, power, syn)


def _unit_vector(r: Reader, syn: Syn, symbol: Symbol | Key, sub: Syn) -> Term | None:
    r"""Return the unit vector ``e_e`` below a sum over e: a letter that runs is a number and has no entries."""
    letter = symbol.plain if isinstance(symbol, tuple) else None
    if letter is None or is_empty(sub) or r.indices.find_number(letter) is None or symbol in r.local:
        return None
    return leaves.leaf(r, syn)


__all__ = ["read_script"]
