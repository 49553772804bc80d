r"""What of a statement may be edited: the relation that it claims, not what it claims it under.

Of ``y \ne 0 \implies (x^\top y)^2 > 0`` that is the conclusion; its premise says for which inputs it is claimed, and stays.
"""

from __future__ import annotations

from collections.abc import Iterator

from derive.language.tree.syntax import Syn
from derive.repair.tree import Path

LOGIC = {"implies", "iff", "and", "or"}


def claimed_paths(statement: Syn) -> Iterator[Path]:
    """Yield the paths of the relations that a statement claims, behind premises, quantifiers and brackets."""
    waiting: list[tuple[Path, Syn]] = [((), statement)]
    while waiting:
        path, node = waiting.pop(0)
        words = set(node.value.split()) if node.kind == "relation" else set()
        if words and not words & LOGIC:
            if not path or _is_plain(node):
                yield path
        elif words == {"implies"}:
            last = len(node.children) - 1
            waiting.append(((*path, last), node.children[last]))
        elif words == {"and"}:
            waiting += [((*path, k), child) for k, child in enumerate(node.children)]
        elif node.kind == "quantified" or (node.kind == "group" and len(node.children) == 1):
            waiting.append(((*path, 0), node.children[0]))


def _is_plain(relation: Syn) -> bool:
    """Whether it is one relation between two sides without words: of a chain each link is edited where it is judged alone."""
    return len(relation.children) == 2 and not any(node.kind in ("text", "quantifier") for _, node in relation.walk())


__all__ = ["claimed_paths"]
