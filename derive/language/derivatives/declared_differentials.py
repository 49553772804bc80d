r"""Declared names that begin with a d: ``dP := 2 G`` makes ``dP`` one name wherever it is written.

It is then neither d times P nor a differential, with its scripts, whatever the spelling of the d. Only ``\frac{dL}{dP}`` stays a derivative,
where it can be nothing else, and the end of an integral its variable.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from derive.errors import NotSupported
from derive.language.scope.derivative_marks import is_differentiation, written_mark
from derive.language.scope.scope import Scope, declared_text
from derive.language.terms.terms import latex_of
from derive.language.tree.names import Key, bare, bracket, splits
from derive.language.tree.syntax import Syn
from derive.language.tree.triggers import about, first

MARK = "d"
FRONT = "d "
"""What stands in front of the text of such a name, which no script can produce."""


@dataclass(frozen=True, slots=True)
class Names:
    """The declared names that begin with a d.

    Attributes:
        texts: The text of each.
        letter: Whether d is declared, too.
    """

    texts: frozenset[str]
    letter: bool


def declared_names(scope: Scope) -> Names:
    """Return the declared names that begin with a d."""
    texts = frozenset(text for key in scope.visible() if (text := declared_text(key)).startswith(FRONT))
    return Names(texts, scope.find(Key("", MARK)) is not None)


_MARKS = (f"partial {MARK}", f"name :{MARK}", f"name rm:{MARK}")
"""How a d is written (`derive.language.scope.derivative_marks.written_mark`)."""


@about(*_MARKS, untouched=first)
def with_new_names(trees: Sequence[Syn], scope: Scope) -> Sequence[Syn]:
    """Return the statements of a given block in which the names with a d that they or those further out declare are one name each.

    Raises:
        NotSupported: As for `with_names` and `names_of`.
    """
    names = names_of(trees, scope)
    return [with_names(tree, names) for tree in trees]


def names_of(trees: Sequence[Syn], scope: Scope) -> Names:
    """Return the names with a d that the statements of a given block declare or define, and those in force.

    Raises:
        NotSupported: ``dX = W`` beside a declared d, which may define dX or speak of a product.
    """
    outer = declared_names(scope)
    found = set(outer.texts)
    letter = outer.letter or any(_names_letter(tree) for tree in trees)
    for tree in trees:
        words = tree.value.split() if tree.kind == "relation" else [""]
        left = bare(tree.children[0]) if tree.children else tree
        if words[0] in ("in", "assign", "to", "mapsto"):
            for name in left.children if left.kind == "list" else (left,):
                found |= _texts(name, parts=words[0] == "assign")
        elif words == ["="] and len(left.children) == 2 and _defines(tree, found):
            new = _texts(left, parts=True)
            if new and letter:
                raise NotSupported(
                    f"{latex_of(left)} = ... beside a declared d: it may define a name or speak of a product",
                    tree.span[0],
                    rf"write := to define it, d \cdot {latex_of(left.children[1])} for the product",
                )
            found |= new
    return Names(frozenset(found), letter)


def _texts(name: Syn, *, parts: bool) -> set[str]:
    """Return the text of a name with a d, of a definition also what its scripts may be indices of; nothing for another name."""
    name = bare(name)
    row = name.children if name.kind == "juxt" else ()
    if len(row) < 2 or (len(row) > 2 and row[2].kind != "colon" and (len(row) > 3 or bracket(row[2]) is None)):
        return set()
    joined = _joined(row[0], row[1])
    found = [split.key.plain for split in splits(joined)] if joined is not None else []
    return set(found if parts else found[:1])


def _names_letter(tree: Syn) -> bool:
    r"""Return whether a statement declares the letter d: ``X \in \mathbb{R}^{n \times d}``."""
    if tree.kind != "relation" or "in" not in tree.value.split():
        return False
    left = tree.children[0]
    names = [*(left.children if left.kind == "list" else (left,)), *(node for _, node in tree.children[-1].walk())]
    return any(node.kind == "name" and node.value == f":{MARK}" for node in names)


def _defines(tree: Syn, known: Collection[str]) -> bool:
    r"""Return whether an equation for ``dX`` can define it: no equation of differentials, and no ``dA = 0`` for a constant."""
    right = bare(tree.children[1])
    zero = (right.kind, right.value) == ("num", "0") or (right.kind == "name" and right.value.endswith(":0"))
    rows = (node.children for _, node in right.walk() if node.kind == "juxt")
    joined = (_joined(*pair) for row in rows for pair in zip(row, row[1:], strict=False))
    return not zero and all(node is None or _is_known(node, known) for node in joined)


def _joined(mark: Syn, name: Syn) -> Syn | None:
    """Return the name that a d and the name behind it make; None if they are no such things."""
    if written_mark(mark) != (MARK, 1) or mark.kind == "script":
        return None
    name = bare(name)
    if name.kind in ("script", "prime"):
        base = _joined(mark, name.children[0])
        return base and replace(name, children=(base, *name.children[1:]), span=(mark.span[0], name.span[1]))
    if name.kind != "name":
        return None
    style, _, letter = name.value.rpartition(":")
    if MARK in style.split(".") or letter == MARK:
        return None
    return Syn("name", f"{MARK}.{style}:{letter}" if style else f"{MARK}:{letter}", (), (mark.span[0], name.span[1]))


def _is_known(joined: Syn, names: Collection[str]) -> bool:
    return any(split.key.plain in names for split in splits(joined))


def with_names(tree: Syn, names: Names) -> Syn:
    """Return a statement in which the declared names with a d are one name each.

    Raises:
        NotSupported: A quotient that may be a derivative, a product that may be a name, or a bound d.
    """
    return _folded(tree, names) if names.texts else tree


@about(*_MARKS, untouched=first)
def with_declared_names(tree: Syn, scope: Scope) -> Syn:
    """Return a statement in which the names with a d that are declared here are one name each; see `with_names`."""
    return with_names(tree, declared_names(scope))


def _folded(tree: Syn, names: Names) -> Syn:
    if not tree.children:
        return tree
    if tree.kind == "frac" and is_differentiation(tree) and not _is_quotient(tree, names):
        return tree
    children = tree.children
    if tree.kind == "juxt":
        children = _row(children, names)
    elif (tree.kind, tree.value) == ("bigop", "int") and tree.children[2].kind == "juxt":
        # The variable of an integral stands at its end.
        *front, mark, name = children[2].children
        body = replace(children[2], children=(*_row(front, names), mark, name))
        return replace(tree, children=(*(_folded(c, names) for c in children[:2]), body))
    else:
        children = tuple(_folded(child, names) for child in children)
    if all(new is old for new, old in zip(children, tree.children, strict=False)) and len(children) == len(
        tree.children
    ):
        return tree
    if tree.kind == "bigop" and _binds_letter(tree.children[0]):
        raise NotSupported(
            "the letter d runs here in front of a name, and the two together are declared as one name",
            tree.span[0],
            "run over another letter",
        )
    return children[0] if tree.kind == "juxt" and len(children) == 1 else replace(tree, children=children)


def _row(row: Sequence[Syn], names: Names) -> tuple[Syn, ...]:
    return tuple(_factors(row, names))


def _factors(row: Sequence[Syn], names: Names) -> Iterator[Syn]:
    at = 0
    while at < len(row):
        joined = _joined(row[at], row[at + 1]) if at + 1 < len(row) else None
        if joined is not None and _is_known(joined, names.texts):
            _check_together(row[at], row[at + 1], joined, names)
            yield _folded(joined, names)
            at += 2
        else:
            yield _folded(row[at], names)
            at += 1


def _check_together(mark: Syn, name: Syn, joined: Syn, names: Names) -> None:
    """Refuse ``d P`` with a space where d and ``dP`` are declared.

    Raises:
        NotSupported: There is a space, and nothing else tells a product from the name.
    """
    if names.letter and mark.kind == "name" and 0 <= mark.span[1] < name.span[0]:
        raise NotSupported(
            f"d {latex_of(name)} with a space: it may be the product, or the declared name {latex_of(joined)}",
            mark.span[0],
            rf"write d \cdot {latex_of(name)} for the product, {latex_of(joined)} for the name",
        )


def _is_quotient(tree: Syn, names: Names) -> bool:
    r"""Return whether ``\frac{dL}{dX}`` is a quotient; with the names as they are written it is a derivative.

    Raises:
        NotSupported: Both are declared, or one of them and the letter d.
    """
    rows = [part.children if part.kind == "juxt" else (part,) for part in map(bare, tree.children)]
    joined = [_joined(row[0], row[1]) if len(row) > 1 else None for row in rows]
    known = [node is not None and _is_known(node, names.texts) for node in joined]
    if all(known) or (any(known) and names.letter):
        raise NotSupported(
            "this fraction may be a derivative, or a quotient of declared names with a d",
            tree.span[0],
            r"write \frac{\partial L}{\partial X} for the derivative, brackets as in \frac{(dL)}{(dX)} for the quotient",
        )
    return False


def _binds_letter(sub: Syn) -> bool:
    first = bare(sub)
    first = bare(first.children[0]) if first.kind == "relation" else first
    return any(node.kind == "name" and node.value == f":{MARK}" for node in (first, *first.children))


__all__ = ["declared_names", "with_declared_names", "with_names", "with_new_names"]
