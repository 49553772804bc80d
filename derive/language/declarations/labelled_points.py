r"""Names that differ from a declared one by a label: ``x^\star = A^{-1} b``, ``x^+ = x - \eta g``, ``x_{\text{new}} = ...``.

A star, a plus sign and words are no indices and no powers of a number or a vector, so an equation with such a left side defines a name.
``A^* = A`` of a matrix may speak of its adjoint, and is none.
"""

from __future__ import annotations

from derive.language.scope.scope import Scope, Symbol
from derive.language.tree.names import Split, bare, base_key, is_empty
from derive.language.tree.syntax import Syn

SIGNS = frozenset({"+", "-", "perp", "infty"})
"""Marks which, alone below or above a name, are labels."""


def is_labelled(scope: Scope, split: Split) -> bool:
    """Return whether what is left of a symbol behind a declared name is a label that nothing reads otherwise.

    Args:
        scope: What is declared.
        split: The declared name and the scripts that are left.

    """
    symbol = scope.find(split.key)
    scripts = [bare(script) for script in (split.sub, split.sup) if not is_empty(script)]
    return symbol is not None and _is_point(symbol) and bool(scripts) and all(map(_is_label, scripts))


def _is_point(symbol: Symbol) -> bool:
    """Whether a symbol is a number, a column or a function with such values: the star of none is an adjoint."""
    return symbol.kind in ("var", "def", "fun") and (symbol.shape.is_scalar or symbol.shape.cols == ())


def _is_label(script: Syn) -> bool:
    if script.kind == "star":
        return True
    if script.kind == "bigop":
        return script.value in ("min", "max") and all(map(is_empty, script.children))
    key = base_key(script)
    return key is not None and (key.plain in SIGNS or script.value.startswith("rm:"))


__all__ = ["is_labelled"]
