r"""``v_i \in \mathbb{R}^d`` and a claim with ``\sum_{i=1}^m p_i v_i``: the claim tells that there are members v_1, ..., v_m.

One vector of that name would be a constant of the sum, which nobody writes with the index of the sum below it. Given blocks
are read so by `derive.language.declarations.summed_members`; here nothing but the claim speaks of the name.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from derive.build import formula_names, free_names
from derive.core import Formula
from derive.language.declarations.summed_members import is_member, sum_end
from derive.language.scope.scope import Scope, Symbol, family_key
from derive.language.terms.terms import latex_of
from derive.language.tree.names import Key, bare, base_key, is_empty, whole_key
from derive.language.tree.syntax import Syn
from derive.language.tree.triggers import about, second
from derive.sizes import Size


@about("bigop", untouched=second)
def with_claimed_members(trees: Sequence[Syn], scope: Scope) -> Scope:
    """Return a scope in which the names below sums with their index are families, if nothing else speaks of them."""
    found: dict[Key, tuple[Symbol, Syn, Syn]] = {}
    refused: set[Key] = set()
    for tree in trees:
        for symbol, name, end in _below_sums(tree, scope):
            known = found.setdefault(symbol.key, (symbol, name, end))
            if end.kind != "name" or not known[2].same(end):
                refused.add(symbol.key)
    refused |= {key for key, (_, name, _) in found.items() if any(_stands_alone(tree, name) for tree in trees)}
    for key, (symbol, name, end) in found.items():
        if key not in refused and _is_free(symbol, scope):
            scope = _as_family(symbol, name, end, scope)
    return scope


def _below_sums(tree: Syn, scope: Scope) -> Iterator[tuple[Symbol, Syn, Syn]]:
    """The declared names that stand below sums over the letter of their subscript, with the upper ends of the sums."""
    operators = [node for _, node in tree.walk() if node.kind == "bigop"]
    for _, name in tree.walk():
        letter = _letter(name)
        if letter is None:
            continue
        key, base = whole_key(name), base_key(name.children[0])
        symbol = scope.find(key) if key is not None else None
        if (
            symbol is None
            or base is None
            or symbol.key != key
            or symbol.kind != "var"
            or letter.plain not in symbol.labels
        ):
            continue
        known = scope.find(base)
        if scope.find(letter) is not None or (known is not None and known.kind != "size"):
            continue
        if scope.find_family(base, name.children[1]) is not None:
            continue
        for node in operators:
            if bare(node.children[0]).kind == "name" and is_empty(node.children[1]):
                continue  # \max_i, over all members
            end = sum_end(node, letter)
            if end is not None and any(is_member(part, name) for _, part in node.children[2].walk()):
                yield symbol, name, end


def _stands_alone(tree: Syn, name: Syn) -> bool:
    r"""Whether a name stands where its letter does not run: the right side of ``\sum_{i=1}^m x_i = m x_i``."""
    letter = _letter(name)
    if is_member(tree, name):
        return True
    if tree.kind == "bigop" and letter is not None:
        ranges = [node for part in tree.children[:2] for _, node in part.walk()]
        if any(base_key(node) == letter for node in ranges):
            return False
    return any(_stands_alone(part, name) for part in tree.children)


def _letter(name: Syn) -> Key | None:
    """The small letter that is the subscript of a name, which may have a superscript."""
    if name.kind != "script" or bare(name.children[1]).kind != "name":
        return None
    letter = base_key(bare(name.children[1]))
    return letter if letter is not None and len(letter.plain) == 1 and letter.plain.islower() else None


def _is_free(symbol: Symbol, scope: Scope) -> bool:
    """Whether no hypothesis, law or definition speaks of a name."""
    formulas: list[Formula] = [h.formula for h in (*scope.all_hypotheses(), *scope.all_settled())]
    bodies = [s.body for s in scope.visible().values() if s.body is not None]
    return (
        symbol.core not in scope.all_laws()
        and not any(symbol.core in formula_names(f) for f in formulas)
        and not any(symbol.core in free_names(body) for body in bodies)
    )


def _as_family(symbol: Symbol, name: Syn, end: Syn, scope: Scope) -> Scope:
    """The scope with a family from 1 to the end of the sum in place of the name."""
    key, letter, plain = base_key(bare(end)), _letter(name), base_key(name.children[0])
    size = scope.find(key) if key is not None else None
    if size is None or size.kind != "size" or letter is None or plain is None:
        return scope
    family = Symbol(
        family_key(plain, 1),
        "array",
        scope.core_name(plain),
        latex_of(name.children[0]),
        symbol.shape,
        indices=((letter.plain, Size.of(1), Size.of(size.core)),),
    )
    return _without(symbol, scope).with_symbol(family)


def _without(symbol: Symbol, scope: Scope) -> Scope:
    parent = None if scope.parent is None else _without(symbol, scope.parent)
    symbols = {key: s for key, s in scope.symbols.items() if s is not symbol}
    return replace(scope, parent=parent, symbols=symbols, trail=(*scope.trail, f"{symbol.core}, a family"))


__all__ = ["with_claimed_members"]
