r"""Properties in words said of an expression: ``A^\top A \text{ is symmetric}``, a claim; in a given block, a hypothesis.

They say what they say of a name. Words that are read of square matrices or of vectors alone are said of names only: an
expression has no shape yet where words are read.
"""

from __future__ import annotations

from collections.abc import Sequence

from derive.language.declarations.assume import strip_text
from derive.language.declarations.properties import Named, formulas_of, named_of, phrases_of
from derive.language.tree.names import whole_key
from derive.language.tree.syntax import Syn
from derive.language.tree.triggers import about, unnamed
from derive.language.tree.words import opening_text, opening_word, spoken

ARROWS = ("implies", "iff")
_NO_EXPRESSION = ("relation", "text", "list", "quantified", "not", "empty", "num")
_ARTICLES = ("the matrix", "the vector", "the matrices", "the product", "the sum", "the hessian", "the jacobian")
_IS = ("is", "are")


@about("text", untouched=unnamed)
def with_worded_claims(placed: Sequence[tuple[Syn, int]]) -> tuple[list[tuple[Syn, int]], list[Named]]:
    """Put formulas for the words that name a property of the expression, or of the name, in front of them.

    Args:
        placed: The statements of a block with their lines.

    Returns:
        The statements with the formulas, and the names whose shapes decide whether a phrase can be read (`check_named`).
    """
    found: list[tuple[Syn, int]] = []
    named: list[Named] = []
    for tree, line in placed:
        text = tree.children[0] if _is_arrow(tree) else tree
        phrases = phrases_of(text) if text.kind == "text" and _says_is(text) else []
        before = found[-1][0] if phrases and found and found[-1][1] == line else Syn("empty")
        alone = len(found) < 2 or found[-2][1] != line or found[-2][0].kind in ("relation", "text")
        concluded = text is tree and _is_arrow(before)
        thing = _thing(before.children[-1] if concluded else before)
        checked = [] if thing is None else named_of([thing], phrases)
        if thing is None or not alone or (checked and whole_key(thing) is None):
            found.append((tree, line))
            continue
        found.pop()
        named += checked
        whole = thing if whole_key(thing) is not None else Syn("group", "(", (thing,), thing.span)
        said = formulas_of(phrases, whole, text.span)
        if concluded:
            said = [_with_children(before, (*before.children[:-1], conjoined(said)))]
        elif text is not tree:
            said = [_with_children(tree, (conjoined(said), *tree.children[1:]))]
        found += [(formula, line) for formula in said]
    return found, named


def _is_arrow(tree: Syn) -> bool:
    return tree.kind == "relation" and set(tree.value.split()) <= {*ARROWS}


def conjoined(formulas: Sequence[Syn]) -> Syn:
    """One statement that says all of these; a single one is returned as it is."""
    words = " ".join(["and"] * (len(formulas) - 1))
    return formulas[0] if len(formulas) == 1 else Syn("relation", words, tuple(formulas), formulas[0].span)


def _with_children(tree: Syn, children: tuple[Syn, ...]) -> Syn:
    return Syn(tree.kind, tree.value, children, tree.span)


def _says_is(text: Syn) -> bool:
    """Whether the words begin as a statement does: 'is symmetric', not 'symmetric' or 'and symmetric'."""
    return spoken(text).split()[:1] in [[word] for word in _IS]


def _thing(tree: Syn) -> Syn | None:
    """The expression that a statement is, without an article in front of it."""
    if opening_text(tree) is not None:
        bare = strip_text(tree) if opening_word(tree) in _ARTICLES else None
        return None if bare is None else _thing(bare)
    return None if tree.kind in _NO_EXPRESSION else tree


__all__ = ["ARROWS", "conjoined", "with_worded_claims"]
