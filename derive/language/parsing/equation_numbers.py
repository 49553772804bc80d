r"""Numbers of equations: ``(2)``, ``(2.1)``, ``(2a)``, ``(ii)``, ``(*)``."""

from __future__ import annotations

from derive.language.parsing.folding import Item
from derive.language.tree.names import flat
from derive.language.tree.syntax import Syn

ROMAN = frozenset("i ii iii iv v vi vii viii ix x xi xii".split())
MARKS = frozenset(["*", "star", "dagger", "ddagger", "ast", "**"])


def is_number(item: Item, *, letters: bool = False) -> bool:
    r"""Return whether an item is ``(2)``, ``(2.1)``, ``(2a)``, ``(ii)`` or ``(*)``; also ``(a)`` if letters may number."""
    if item.kind != "operand" or (item.node.kind, item.node.value) != ("group", "("):
        return False
    return numbers(item.node.children[0], letters=letters)


def numbers(content: Syn, *, letters: bool = False) -> bool:
    """Return whether what stands in brackets numbers an equation."""
    words = flat(content)
    if words is None or content.kind == "list":
        return False
    if words in MARKS or (content.kind == "num"):
        return True
    if content.kind == "juxt" and content.children[0].kind == "num":
        return (
            len(content.children) == 2 and content.children[1].kind == "name" and len(words.lstrip("0123456789.")) == 1
        )
    roman = words.replace(" ", "") in ROMAN and (letters or len(words) > 1)
    return roman or (letters and content.kind == "name" and len(words) == 1)


__all__ = ["is_number", "numbers"]
