r"""What quantifiers, conditions and ranges of indices govern in a given block.

``\forall i \in [n], x_i > 0`` and ``x_i = 0, \; i = 2, \dots, n`` say something of the statement beside them; a range behind a
declaration or a hypothesis also declares the index, so that what follows may use it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from derive.errors import NotSupported, SyntaxProblem
from derive.language.declarations.assume import restricted_number, strip_text
from derive.language.indices.indices import letters_outside
from derive.language.parsing.parser import Statements
from derive.language.parsing.ranges import as_range, is_index_set, of_indices
from derive.language.relations.relations import COMPARISONS
from derive.language.scope.dependence import labels_of
from derive.language.scope.scope import Scope, Symbol
from derive.language.tree.names import bare, base_key, whole_key
from derive.language.tree.quantifiers import Prefix, prefix_of
from derive.language.tree.syntax import Syn
from derive.language.tree.words import (
    ASSUMING,
    DECLARING,
    IMPERATIVES,
    OPENERS,
    PROVIDED,
    REMARKS,
    SUCH_THAT,
    check_words,
    opening_text,
    opening_word,
)

GOVERNING = ("text", "quantifier", "group set", "group [", *(f"relation {word}" for word in COMPARISONS))
"""What governs another statement or may be governed is written with one of these marks: words, quantifiers, ranges and comparisons."""
HINT = "put each statement on a line of its own, with its quantifier behind a colon: \\forall i \\in \\{1, \\dots, n\\} : x_i > 0"


@dataclass(slots=True)
class Stated:
    """A statement without words, its line, and what governs it."""

    tree: Syn
    line: int
    conditions: list[Syn] = field(default_factory=list)


def governed_statements(written: Statements, scope: Scope) -> list[Stated]:
    r"""Return the statements, and for each what governs it: ``\forall i \ne j``, ``\text{for } i \ne j``, ``i = 2, \dots, n``.

    Raises:
        NotSupported: It is not certain what governs what, or what a word means.
    """
    found: list[Stated] = []
    waiting: list[Syn] = []
    lines, scope = written.lines, _with_names(scope, written)
    for k, tree in enumerate(written):
        line, prefix = lines[k], prefix_of(tree)
        text = opening_text(tree)
        if text is not None:
            behind_quantifier = k > 0 and prefix_of(written[k - 1]) is not None
            check_words(text, (*REMARKS, *DECLARING, *(SUCH_THAT if behind_quantifier else ())))
        if prefix is not None:
            waiting += _placed(prefix, tree, found, written, k, scope)
        elif _is_condition(tree, found, line):
            if _governs_behind(written, k, found, scope):
                waiting.append(tree)
            else:
                _attach(tree, found, line, scope)
        else:
            stripped = strip_text(tree)
            if stripped is None:
                continue
            governs = _governs_before(stripped, found, line, scope)
            if governs and stripped.value != "in":
                continue
            if not governs or _is_only_range(stripped, written, scope):
                found.append(Stated(stripped, line, waiting))
                waiting = []
    if any(c.kind == "relation" for c in waiting):
        raise SyntaxProblem("nothing is said behind this quantifier", waiting[-1].span[0])
    return found


def _with_names(scope: Scope, written: Sequence[Syn]) -> Scope:
    r"""Return the scope with the names that the statements declare or define: none of them is an index (``0 \le x \le M``)."""
    for tree in written:
        if tree.kind != "relation" or tree.value.split()[-1] not in ("in", "to", "mapsto", "assign", "="):
            continue
        if tree.value == "in" and is_index_set(tree.children[1]):
            continue
        left = strip_text(tree.children[0]) or tree.children[0]
        for name in left.children if left.kind == "list" else (left,):
            name = name.children[0] if name.kind == "juxt" and base_key(name.children[0]) is not None else name
            key = whole_key(name)
            if key is not None and scope.find(key) is None and (tree.value != "=" or bare(name).kind == "name"):
                scope = scope.with_symbol(Symbol(key, "var", key.plain, key.plain))
    return scope


# Conditions in words.


def _is_condition(tree: Syn, found: Sequence[Stated], line: int) -> bool:
    r"""Return whether a statement governs another one; ``\text{assume } a > 0`` says something of its own here.

    ``\text{given } y > 0`` does so, too, unless it stands behind a hypothesis: ``x = 0 \text{ given that } y > 0``.
    """
    if tree.kind != "relation" or tree.value.split()[0] in ("implies", "iff"):
        return False
    word = opening_word(tree)
    if word in PROVIDED:
        return True
    if word in ASSUMING and word not in IMPERATIVES:
        return bool(found) and found[-1].line == line and _is_comparison(found[-1].tree)
    return word in OPENERS and word not in ASSUMING


def _governs_behind(written: Statements, at: int, found: Sequence[Stated], scope: Scope) -> bool:
    r"""Return whether a condition in words governs the statement behind it, not that in front of it.

    A range behind it is of another index: ``\text{for } i = 1, \dots, m, \; j = 1, \dots, n``.

    Raises:
        NotSupported: Several statements stand beside it.
    """
    line = written.lines[at]
    begins = at == 0 or written.lines[at - 1] != line
    following = sum(
        1
        for other, place in zip(written[at + 1 :], written.lines[at + 1 :], strict=True)
        if place == line
        and prefix_of(other) is None
        and not _is_condition(other, found, line)
        and (not found or _range_condition(other, scope) is None)
    )
    if following > 1 or (following and not begins):
        raise NotSupported(
            "a condition beside several statements: it is not certain which of them it governs",
            written[at].span[0],
            "write \\implies, or put it on one line with the statement that it governs",
        )
    return not found or bool(following)


def _is_comparison(tree: Syn) -> bool:
    return tree.kind == "relation" and all(w in (*COMPARISONS, "implies", "iff", "or") for w in tree.value.split())


# Quantifiers.


def _placed(
    prefix: Prefix, tree: Syn, found: Sequence[Stated], written: Statements, at: int, scope: Scope
) -> list[Syn]:
    """Attach a quantifier to the statement in front of it, or return it for the one behind it."""
    line = written.lines[at]
    before = found[-1] if found and found[-1].line == line else None
    behind = [t for t, n in zip(written[at + 1 :], written.lines[at + 1 :], strict=True) if n == line]
    behind = [t for t in behind if prefix_of(t) is None]
    letters = {key.plain for name in prefix.names if (key := base_key(name)) is not None}
    if not behind or not _leads(prefix, letters, before, behind[0], tree):
        if before is None and not found:
            return [tree]
        _attach(tree, found, line, scope)
        return []
    others = [t for t in behind[1:] if letters & _free_letters(t)]
    if others and (prefix.kind == "exists" or prefix.relation is not None):
        raise NotSupported("a quantifier in front of several statements", tree.span[0], HINT)
    return [tree]


def _leads(prefix: Prefix, letters: set[str], before: Stated | None, behind: Syn, tree: Syn) -> bool:
    """Return whether a quantifier between two statements governs the one behind it.

    Raises:
        NotSupported: It may govern either.
    """
    if prefix.leading or before is None or opening_word(behind) in SUCH_THAT:
        return True
    earlier, later = bool(letters & _uses(before.tree)), bool(letters & _free_letters(behind))
    if earlier and later:
        raise NotSupported("a quantifier between two statements that both may be governed by it", tree.span[0], HINT)
    return later


def _attach(condition: Syn, found: Sequence[Stated], line: int, scope: Scope) -> None:
    r"""Let a condition govern the last statement, and the declarations in front of it that use its letters.

    Raises:
        NotSupported: Another hypothesis of the line may be governed, too: ``x_i = 0, y_i = 0 \text{ for } i = 2, \dots, n``.
    """
    found[-1].conditions.append(condition)
    letters = _indices_of(condition, scope)
    for other in found[:-1]:
        if other.line != line or not letters & _uses(other.tree) or other.conditions:
            continue
        if not _is_comparison(other.tree):
            other.conditions.append(condition)
        elif letters & _uses(found[-1].tree) and not _is_comparison(found[-1].tree):
            continue
        else:
            raise NotSupported("a condition behind several statements", condition.span[0], HINT)


# Ranges.


def _governs_before(tree: Syn, found: Sequence[Stated], line: int, scope: Scope) -> bool:
    r"""Let a range govern the statements in front of it that use its indices; return whether there are any.

    A hypothesis with another statement in between is one about the index itself: ``\gamma \le k, x \ge 0, k \in \{2, \dots, n\}``; so is one that
    compares indices: ``i < j, \; i, j \in [n]``.

    Raises:
        NotSupported: It stands on a later line than a hypothesis with its index.
    """
    condition = _range_condition(tree, scope)
    if condition is None:
        return False
    letters, governed, apart = _indices_of(condition, scope), False, False
    for other in reversed(found):
        mine = letters & _uses(other.tree)
        apart = apart or (tree.value == "in" and not mine)
        alone = tree.value == "in" and of_indices(other.tree, scope)
        if (apart or alone) and mine and _is_comparison(other.tree):
            continue
        if not mine or any(letters & _bound_letters(c) for c in other.conditions):
            continue
        if (
            other.tree.kind == "relation"
            and other.tree.value == "in"
            and _range_condition(other.tree, scope) is not None
        ):
            continue
        if other.line != line and tree.value != "in":
            continue
        if other.line != line and _is_comparison(other.tree):
            raise NotSupported(
                "a range of an index that a hypothesis on another line uses: it is not certain whether it governs it",
                tree.span[0],
                "write it on the line of the hypothesis, or in front of both",
            )
        other.conditions.append(condition)
        governed = True
    return governed


def _range_condition(tree: Syn, scope: Scope) -> Syn | None:
    r"""Return what a bare range says as a condition: ``\forall i \in \{1, \dots, n\}``, or ``2 \le i \le n`` itself."""
    if tree.kind != "relation" or opening_text(tree) is not None:
        return None
    if tree.value == "in" and is_index_set(tree.children[1]):
        return as_range(tree, scope)
    compared = of_indices(tree, scope) and tree.value.split() != ["="] and restricted_number(tree) is None
    return tree if compared and any(scope.find_plain(letter) is None for letter in _free_letters(tree)) else None


def _is_only_range(tree: Syn, written: Sequence[Syn], scope: Scope) -> bool:
    """Return whether the indices of a range have no other range in the block and are not declared otherwise."""
    letters = _bound_letters(tree)
    if any((s := scope.find_plain(letter)) is not None and s.kind != "index" for letter in letters):
        return False
    ranges = [t for t in written if t.kind == "relation" and t.value == "in" and is_index_set(t.children[1])]
    like = [t for t in ranges if letters & _bound_letters(t)]
    return all(t is tree or (t.same(tree) and like[0].span == tree.span) for t in like)


# Letters.


def _bound_letters(tree: Syn) -> set[str]:
    """Return the names that a quantifier, a range or a condition speaks of first."""
    prefix = prefix_of(tree)
    if prefix is not None:
        names: Sequence[Syn] = prefix.names
        if prefix.relation is not None and prefix.relation.value != "in":
            return set(_free_letters(prefix.relation))
    elif tree.kind == "relation" and tree.value == "in":
        left = tree.children[0]
        names = left.children if left.kind == "list" else (left,)
    elif tree.kind == "relation":
        return set(_free_letters(tree))
    else:
        names = ()
    found: set[str] = set()
    for name in names:
        parts = [c for c in name.children if c.kind != "text"] if name.kind == "juxt" else [name]
        found |= {key.plain for part in parts if (key := base_key(part)) is not None}
    return found


def _indices_of(tree: Syn, scope: Scope) -> set[str]:
    """Return those of these names that may be indices: no sizes and no matrices."""
    symbols = {letter: scope.find_plain(letter) for letter in _bound_letters(tree)}
    return {letter for letter, symbol in symbols.items() if symbol is None or symbol.kind == "index"}


def _uses(tree: Syn) -> set[str]:
    """Return the letters of a statement that a range behind it may govern: of a declaration those in the scripts of its names."""
    if tree.kind == "relation" and tree.value.split()[-1] in ("in", "to", "mapsto", "assign"):
        left = tree.children[0]
        names = left.children if left.kind == "list" else (left,)
        return set().union(*(labels_of(n.children[0] if n.kind == "juxt" and n.children else n) for n in names))
    return _free_letters(tree)


def _free_letters(tree: Syn) -> set[str]:
    return set(letters_outside((tree,)))


__all__ = ["GOVERNING", "Stated", "governed_statements"]
