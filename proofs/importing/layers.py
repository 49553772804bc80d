r"""Labels of layers without brackets, ``w^l_{jk}`` and ``a^{l-1}``, in sources that show that they are no powers."""

from __future__ import annotations

import re
from collections.abc import Iterable

from derive.language.tree.names import bare
from derive.language.tree.syntax import Syn
from proofs.importing.inference.shifts import linear
from proofs.importing.inference.symbols import is_entry, name_of

_LETTERS = ("l", "L", "ell")
_POWERS = re.compile(r"\\(?:gamma|lambda|rho|alpha|beta|eta|epsilon|varepsilon|sum|prod|int|max|min|bigcup|bigoplus)(?![A-Za-z])")
_LABEL = re.compile(
    r"(?P<base>\\[A-Za-z]+(?:\s*\{[^{}]*\})?|[A-Za-z])(?P<sub>\s*_\s*(?:\{[^{}]*\}|\w))?\s*"
    r"\^\s*(?:\{\s*(?P<whole>(?:l|L|\\ell)(?:\s*[-+]\s*\d)?)\s*\}|(?P<short>(?:l|L|\\ell)(?![A-Za-z])))"
)


def are_labels(trees: Iterable[Syn]) -> bool:
    r"""Whether l and L above names are labels: those of entries of several names, at neighboring layers or at the last, ``w^l_{jk} a^{l-1}_k``."""
    entries: dict[str, set[tuple[str, int]]] = {}
    for tree in trees:
        for node in tree.nodes():
            above = bare(node.children[2]) if node.kind == "script" else node
            found = linear(above) if node.kind == "script" and above.kind in ("name", "add") else None
            if found is None or found[0] not in _LETTERS:
                continue
            name = name_of(node.children[0])
            if name is None:  # a power of a bracket
                return False
            if is_entry(node):
                entries.setdefault(name.letter, set()).add(found)
    return len(entries) > 1 and any(len(places) > 1 for places in entries.values())


def with_labels(text: str) -> str:
    r"""Return a formula with brackets around the labels of layers.

    Examples:
        >>> with_labels(r"z^l_j = \sum_{k=1}^L w^l_{jk} a_k^{l-1} + \gamma^l")
        'z^{(l)}_j = \\sum_{k=1}^L w^{(l)}_{jk} a_k^{(l-1)} + \\gamma^l'

    """
    return _LABEL.sub(_bracketed, text)


def _bracketed(match: re.Match[str]) -> str:
    """A name with brackets around its label; what has powers and limits stays."""
    if _POWERS.match(match["base"]):
        return match[0]
    return f"{match['base']}{match['sub'] or ''}^{{({match['whole'] or match['short']})}}"


__all__ = ["are_labels", "with_labels"]
