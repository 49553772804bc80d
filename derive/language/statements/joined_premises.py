r"""Premises with commas between them: ``a \ge 0, b \ge 0 \implies a + b \ge 0``.

What stands in front of an implication on its line may be a premise or a claim of its own.  A plain comparison of free quantities
is a premise: nobody claims it of all of them.
"""

from __future__ import annotations

from collections.abc import Sequence

from derive.language.indices.bound_names import each_of_list
from derive.language.parsing.parser import Statements
from derive.language.relations.loewner import LOEWNER
from derive.language.relations.relations import COMPARISONS
from derive.language.scope.scope import Scope
from derive.language.statements.restrictions import spoken_of
from derive.language.tree.names import bare, is_empty, whole_key
from derive.language.tree.quantifiers import prefix_of
from derive.language.tree.syntax import Syn
from derive.language.tree.triggers import about, first
from derive.language.tree.words import opening_text


@about("relation implies", untouched=first)
def with_joined_premises(trees: Statements, scope: Scope) -> Statements:
    r"""Join the comparisons that open a line by ``and`` with the premises of the implication behind them."""
    found: list[Syn] = []
    lines: list[int] = []
    for k, tree in enumerate(trees):
        line, start = trees.lines[k], len(found)
        while start and lines[start - 1] == line and _is_premise(found[start - 1], scope):
            start -= 1
        opens = start == 0 or lines[start - 1] != line or _governs(found[start - 1])
        if start < len(found) and opens and _may_take(tree):
            tree = _joined(found[start:], tree)
            del found[start:], lines[start:]
        found.append(tree)
        lines.append(line)
    return Statements(found, lines, trees.apart)


def _governs(tree: Syn) -> bool:
    r"""Return whether a statement is a quantifier in front of others: ``\forall a, b \in \mathbb{R}:``."""
    prefix = prefix_of(tree)
    return prefix is not None and prefix.leading


def _may_take(tree: Syn) -> bool:
    r"""Return whether a statement is an implication; in front of ``a > 0 \lor b > 0 \implies ...`` a comma may mean two things."""
    if tree.kind != "relation" or tree.value.split()[0] != "implies":
        return False
    own = bare(tree.children[0])
    return own.kind != "relation" or "or" not in own.value.split()


def _joined(premises: Sequence[Syn], implication: Syn) -> Syn:
    """Put premises in front of those of an implication."""
    own, *conclusions = implication.children
    conjoined = own.kind == "relation" and set(own.value.split()) == {"and"}
    parts = (
        *(part for premise in premises for part in each_of_list(premise)),
        *(own.children if conjoined else (own,)),
    )
    together = Syn("relation", " ".join("and" for _ in parts[1:]), parts, (premises[0].span[0], own.span[1]))
    return Syn("relation", implication.value, (together, *conclusions), (together.span[0], implication.span[1]))


def _is_premise(tree: Syn, scope: Scope) -> bool:
    """Return whether a statement compares free quantities, of which nothing is known, with each other or with numbers."""
    compares = tree.kind == "relation" and all(w in COMPARISONS or w in LOEWNER for w in tree.value.split())
    if not compares or opening_text(tree) is not None or spoken_of(tree, scope):
        return False
    first, *others = tree.children
    if first.kind == "list" and any(whole_key(name) is None for name in first.children):
        return False
    sides = (*(first.children if first.kind == "list" else (first,)), *others)
    kinds = [_kind(side, scope) for side in sides]
    return None not in kinds and "free" in kinds


def _kind(side: Syn, scope: Scope) -> str | None:
    """Return ``number`` for a number, ``free`` for a declared name, an entry, a transpose or a norm of it, else None."""
    side = bare(side)
    if side.kind == "num":
        return "number"
    if side.kind in ("add", "frac") and all(_kind(child, scope) == "number" for child in side.children):
        return "number"
    key = whole_key(side)
    symbol = scope.find(key) if key is not None else None
    if symbol is not None:
        return "free" if symbol.kind == "var" else None
    if side.kind == "group" and side.value in ("|", "||") and len(side.children) == 1:
        return "free" if _kind(side.children[0], scope) == "free" else None
    if side.kind != "script":
        return None
    base, _, sup = side.children
    is_norm = bare(base).kind == "group" and bare(base).value in ("|", "||")
    squared = is_norm and bare(sup).kind == "num"
    return _kind(base, scope) if is_empty(sup) or bare(sup).kind == "top" or squared else None


__all__ = ["with_joined_premises"]
