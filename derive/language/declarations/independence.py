r"""Independence said in words beside a distribution: ``W_{ij} \sim \mathcal{N}(0, 1) \text{ i.i.d.}`` is ``\overset{\text{iid}}{\sim}``.

The words govern the distribution that they stand beside, and no other one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from derive.language.declarations.assume import strip_text
from derive.language.tree.names import bare
from derive.language.tree.syntax import Syn
from derive.language.tree.words import opening_text, spoken

_WORDS = frozenset({"iid", "independent", "independently", "mutually independent", "are iid", "are independent"})
"""What says that all that is drawn is independent, without its full stops."""


def with_independence(placed: Sequence[tuple[Syn, int]]) -> list[tuple[Syn, int]]:
    r"""Put ``sim-iid`` for the ``\sim`` of distributions that words behind or in front of them say are independent."""
    found: list[tuple[Syn, int]] = []
    for tree, line in placed:
        before = found[-1] if found else None
        if tree.kind == "text" and _says_it(tree) and before is not None and before[1] == line and _draws(before[0]):
            found[-1] = (replace(before[0], value="sim-iid"), line)
            continue
        found.append((_alone(tree), line))
    return found


def _alone(tree: Syn) -> Syn:
    r"""A distribution with the words in it: ``\text{i.i.d. } x_i \sim P``, ``x_i \sim P \ (\text{i.i.d.})``."""
    if not _draws(tree):
        return tree
    text = opening_text(tree)
    front = strip_text(tree) if text is not None and _says_it(text) else None
    if front is not None:
        return replace(front, value="sim-iid")
    drawn, law = tree.children
    last = law.children[-1] if law.kind == "juxt" and len(law.children) > 2 else law
    if last.kind != "group" or last.value != "(" or not _says_it(bare(last.children[0])):
        return tree
    rest = replace(law, children=law.children[:-1])
    return replace(tree, value="sim-iid", children=(drawn, rest))


def _draws(tree: Syn) -> bool:
    return tree.kind == "relation" and tree.value in ("sim", "sim-iid")


def _says_it(text: Syn) -> bool:
    return text.kind == "text" and spoken(text).replace(".", "") in _WORDS


__all__ = ["with_independence"]
