r"""Notations as data: ``n \in \mathbb{N}, \quad n! := \prod_{k=1}^n k`` is a line of ``derive/language/notations/*.tex``.

A line is a given text: its letters are declared, its last statement says what the left side stands for. A notation gives a
meaning to what has none; what is declared, or built in, keeps its own. By what stands on the left it is

* a *function*, ``\operatorname{sym}(A)``: a definition that a text finds declared where it writes the word;
* a *letter with a size*, ``D_n``: read where the letter is not declared;
* a *form*, ``n!`` or ``A^{-k\top}``: no name but the letters, put for what it stands for as soon as a text is parsed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from derive.language.tree.names import bare
from derive.language.tree.syntax import Syn

FOLDER = Path(__file__).parent.parent / "notations"
Parse = Callable[[str], Sequence[Syn]]


@dataclass(frozen=True, slots=True)
class Notation:
    """One line.

    Attributes:
        line: The given text.
        left: What is written.
        right: What it stands for.
        holes: The names on the left that stand for whatever is written there, as the values of their nodes.
    """

    line: str
    left: Syn
    right: Syn
    holes: frozenset[str]

    @property
    def word(self) -> str:
        """The name that the left side begins with; empty for a form."""
        first = bare(self.left.children[0]) if self.left.kind in ("juxt", "script") else bare(self.left)
        named = first.kind in ("name", "function") and first.value not in self.holes
        return first.value.rpartition(":")[2] if named else ""

    @property
    def is_function(self) -> bool:
        """Whether the left side is a name in front of its arguments."""
        return bool(self.word) and self.left.kind == "juxt"

    def put_for(self, tree: Syn) -> Syn | None:
        """Return what stands for a tree, None if it is not written so."""
        found: dict[str, Syn] = {}
        if not _match(self.left, tree, self.holes, found):
            return None
        names = {node.value for one in found.values() for _, node in one.walk() if node.kind == "name"}
        renamed = {old: _fresh(old, names) for old in _bound(self.right) if old in names}
        return _at(_put({**found, **{k: Syn("name", v) for k, v in renamed.items()}}, self.right), tree.span)


def lines_of(text: str) -> list[str]:
    """Return the lines of a file of notations, without comments."""
    return [line.strip() for line in text.splitlines() if line.strip() and not line.lstrip().startswith("%")]


@lru_cache(maxsize=1)
def shipped() -> tuple[str, ...]:
    """Return the lines of the shipped files."""
    return tuple(line for file in sorted(FOLDER.glob("*.tex")) for line in lines_of(file.read_text(encoding="utf-8")))


def notation_of(line: str, parse: Parse) -> Notation:
    """Read a line.

    Raises:
        SyntaxProblem: It is no text of the grammar.
        ValueError: Its last statement is no ``LEFT := RIGHT``.
    """
    *declared, last = parse(line)
    if last.kind != "relation" or last.value != "assign" or len(last.children) != 2:
        raise ValueError("a notation ends with LEFT := RIGHT")
    left, right = last.children
    names = {bare(side).value for one in declared if one.kind == "relation" for side in _listed(one.children[0])}
    return Notation(line, left, right, frozenset(names & {node.value for _, node in left.walk() if node.kind == "name"}))


def _listed(side: Syn) -> Sequence[Syn]:
    return side.children if side.kind == "list" else (side,)


def written_out(tree: Syn, forms: Sequence[Notation]) -> Syn:
    """Return a tree in which every form stands for what it means."""
    children = tuple(written_out(child, forms) for child in tree.children)
    if any(new is not old for new, old in zip(children, tree.children, strict=True)):
        tree = replace(tree, children=children)
    for form in forms:
        if form.left.kind == tree.kind and form.left.value in ("", tree.value):
            found = form.put_for(tree)
            if found is not None:
                return found
    return tree


@lru_cache(maxsize=512)
def marks_of(line: str) -> frozenset[str]:
    """Return what a text contains that writes a notation, found without reading the line."""
    *declared, last = line.split(r"\quad")
    holes = {letter for part in declared for letter in re.findall(r"[A-Za-z]+", part.split(r"\in")[0])}
    return frozenset(re.findall(r"\\?[A-Za-z]+|[^\sA-Za-z{}^_,]", last.split(":=")[0])) - holes - {r"\operatorname"}


def _match(pattern: Syn, tree: Syn, holes: frozenset[str], found: dict[str, Syn]) -> bool:
    pattern, tree = bare(pattern), bare(tree)
    if pattern.kind == "name" and pattern.value in holes:
        known = found.setdefault(pattern.value, tree)
        return known is tree or known.same(tree)
    if pattern.kind != tree.kind or (pattern.value != tree.value and pattern.kind not in ("top", "script")):
        return False
    if pattern.kind == "script" and pattern.children[1].kind == "empty" and tree.children[1].kind != "empty":
        base, sub, sup = tree.children
        tree = replace(tree, children=(replace(tree, children=(base, sub, Syn("empty"))), pattern.children[1], sup))
    return len(pattern.children) == len(tree.children) and all(
        _match(one, other, holes, found) for one, other in zip(pattern.children, tree.children, strict=True)
    )


def _bound(right: Syn) -> set[str]:
    """The names that sums and products of the right side run over."""
    limits = [bare(node.children[0]) for _, node in right.walk() if node.kind == "bigop"]
    sides = [bare(limit.children[0]) for limit in limits if limit.kind == "relation"]
    return {side.value for side in sides if side.kind == "name"}


def _fresh(old: str, taken: Collection[str]) -> str:
    style, _, _ = old.rpartition(":")
    return next(name for letter in "kijlmrstuvwqpabcdfgh" if (name := f"{style}:{letter}") not in taken)


def _put(found: Mapping[str, Syn], tree: Syn) -> Syn:
    if tree.kind == "name" and tree.value in found:
        return found[tree.value]
    children = []
    for place, child in enumerate(tree.children):
        made = _put(found, child)
        if bare(child).kind == "name" and made.kind not in ("name", "num", "group", "script"):
            limit = tree.kind == "bigop" or (tree.kind == "script" and place) or tree.kind in ("frac", "group", "list")
            made = made if limit else Syn("group", "(", (made,))
        if tree.kind == "bigop" and place < 2 and (made.kind, made.value) == ("group", "("):
            (made,) = made.children
        children.append(made)
    if tree.kind == "script" and children[0].kind == "script" and children[1].kind == "empty":
        base, sub, sup = children[0].children
        if sup.kind == "empty":
            children[:2] = [base, sub]
    return replace(tree, children=tuple(children))


def _at(tree: Syn, span: tuple[int, int]) -> Syn:
    """The tree with all of it where the notation stands: messages point there."""
    return replace(tree, children=tuple(_at(child, span) for child in tree.children), span=span)


__all__ = ["Notation", "lines_of", "marks_of", "notation_of", "shipped", "written_out"]
