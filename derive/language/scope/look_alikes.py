r"""Different names with one text: ``x_{\mathcal S}`` and ``x_S`` cannot be told apart if both are declared.

One of them alone is the same name in either style: ``W_{\mathrm{out}}`` may be written ``W_{out}``.
"""

from __future__ import annotations

import re
from dataclasses import replace

from derive.errors import NameProblem
from derive.language.scope.scope import Scope, declared_text
from derive.language.terms.terms import latex_of
from derive.language.tree.names import Key, bare, is_empty, plain_latex
from derive.language.tree.syntax import Syn


def check_look(scope: Scope, key: Key, name: Syn) -> None:
    r"""Refuse to declare a name whose scripts differ from those of a declared one in their style alone.

    Raises:
        NameProblem: ``x_S`` beside ``x_{\mathcal S}``.
    """
    name = bare(name)
    if "_" not in key.plain and "^" not in key.plain:
        return
    written = {_written(latex_of(name)), _written(latex_of(_turned(name)))}
    for other, symbol in scope.visible().items():
        of_shape = symbol.kind == "size" and symbol.latex == plain_latex(key.plain)
        if of_shape or other.style != key.style or declared_text(other) != key.plain:
            continue  # Of a size that stands in a shape only the text is known.
        if _written(symbol.latex) not in written:
            raise NameProblem(
                f"{latex_of(name)} and {symbol.latex} cannot be told apart here",
                name.span[0] if name.span[0] >= 0 else None,
                "give one of them another letter, or write it in one style everywhere if they are the same",
            )


def _written(latex: str) -> str:
    """Return LaTeX without braces, spaces and primes: what they group and mark is in the text of a key."""
    return re.sub(r"[{}\s']", "", latex)


def _turned(name: Syn) -> Syn:
    """Return a name with its two scripts in the other order."""
    if name.kind == "prime":
        return replace(name, children=(_turned(name.children[0]),))
    if name.kind != "script" or any(is_empty(part) for part in name.children[1:]):
        return name
    return replace(name, value="" if name.value == "^_" else "^_")


__all__ = ["check_look"]
