r"""Primes that are transposes, ``X'X`` and ``x'Ax``, in sources that write no other mark for a transpose."""

from __future__ import annotations

import re
from collections.abc import Iterable

from derive.language.tree.names import bare
from derive.language.tree.syntax import Syn
from proofs.importing.inference.symbols import name_of

_LEAST = 2  # products of a name with itself and a prime, by which a source shows what its primes are
_WORDS = re.compile(r"\\(?:text|mbox|textrm|textit|operatorname)\s*\{[^{}]*\}")
_ABOVE = re.compile(r"\^(?:\{([^{}]*)\}|(\w))'(?!')")
_INVERSE = re.compile(r"'\^(?:\{\s*-\s*1\s*\}|-1)")


def are_transposes(trees: Iterable[Syn]) -> bool:
    r"""Whether the primes of a source are transposes: it has products such as ``X'X``, no ``X^\top``, and no ``f'(x)``."""
    found = 0
    for tree in trees:
        for node in tree.nodes():
            if node.kind == "top":
                return False
            if node.kind != "juxt":
                continue
            primed = [child for child in node.children if child.kind == "prime"]
            for child, behind in zip(node.children, node.children[1:], strict=False):
                name = name_of(child.children[0]) if child.kind == "prime" else None
                if name is not None and not name.capital and (behind.kind, behind.value) == ("group", "("):
                    return False
            found += any(bare(one.children[0]).same(bare(other)) for one in primed if one.value == "1" for other in node.children)
    return found >= _LEAST


def with_transposes(text: str) -> str:
    r"""Return a formula with ``^\top`` for primes; as it is where a prime has a power of its own.

    Examples:
        >>> with_transposes(r"(X'X)^{-1}X'y + B^{-1}'")
        '(X^\\top X)^{-1}X^\\top y + B^{-1 \\top}'

    """
    if "'" not in text or "''" in text:
        return text
    words = _WORDS.findall(text)
    plain = _INVERSE.sub(r"^{-\\top}", _ABOVE.sub(r"^{\1\2 \\top}", _WORDS.sub("\0", text)))
    if re.search(r"'\s*\^", plain):
        return text
    plain = re.sub(r"'(?=[A-Za-z])", r"^\\top ", plain).replace("'", r"^\top")
    return re.sub("\0", lambda _: words.pop(0), plain)


__all__ = ["are_transposes", "with_transposes"]
