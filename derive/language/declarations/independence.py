r"""Independence said in words beside a distribution: ``W_{ij} \sim \mathcal{N}(0, 1) \text{ i.i.d.}`` is ``\overset{\text{iid}}{\sim}``.

The words govern the distribution that they stand beside; where several stand next to one another, ``x \sim P, y \sim Q \text{ independent}``
says that these are independent of one another.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile

from derive.language.declarations.assume import strip_text
from derive.language.tree.names import bare
from derive.language.tree.syntax import Syn
from derive.language.tree.triggers import about, listed
from derive.language.tree.words import opening_text, spoken

_WORDS = frozenset({"iid", "independent", "independently", "mutually independent", "are iid", "are independent"})
"""What says that all that is drawn is independent, without its full stops."""
MUTUALLY = "independent"
"""The relation between variables that are drawn independently of one another; it is written in words alone."""
_OF_SEVERAL = frozenset({"independent", "mutually independent", "are independent"})
"""What says so of all distributions that stand next to one another in front of it."""


@about("relation sim", "relation sim-iid", untouched=listed)
def with_independence(placed: Sequence[tuple[Syn, int]]) -> list[tuple[Syn, int]]:
    r"""Put ``sim-iid`` for the ``\sim`` of distributions that words behind or in front of them say are independent."""
    found: list[tuple[Syn, int]] = []
    for tree, line in placed:
        before = found[-1] if found else None
        if tree.kind == "text" and _says_it(tree) and before is not None and before[1] == line and _draws(before[0]):
            reach = _run(found, line) if spoken(tree) in _OF_SEVERAL else 1
            found[-reach:] = [(replace(drawn, value="sim-iid"), line) for drawn, _ in found[-reach:]]
            if reach > 1:
                names = tuple(drawn.children[0] for drawn, _ in found[-reach:])
                found.append((Syn("relation", MUTUALLY, names, tree.span), line))
            continue
        found.append((_alone(tree), line))
    return found


def _run(found: Sequence[tuple[Syn, int]], line: int) -> int:
    """How many distributions stand next to one another at the end of a line."""
    own = takewhile(lambda placed: placed[1] == line and _draws(placed[0]), reversed(found))
    return len(list(own))


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


__all__ = ["MUTUALLY", "with_independence"]
