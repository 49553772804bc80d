r"""Names that differ in what scripts do not keep: ``x_{\mathcal S}`` and ``x_S`` are one key, and must not both be declared."""

from __future__ import annotations

import re

from derive.errors import NameProblem
from derive.language.names import Key
from derive.language.scope import Scope
from derive.language.syntax import Syn
from derive.language.terms import latex_of

_UPRIGHT = re.compile(r"\\(?:text|textrm|mathrm|operatorname|mathit)\s*\{([^{}]*)\}")


def check_writing(scope: Scope, key: Key, name: Syn) -> None:
    """Refuse a name that is declared in another writing: whoever reads a claim could not tell which of the two it means.

    Upright and plain letters are one writing.

    Raises:
        NameProblem: A name of the same key is written otherwise.
    """
    other = scope.find(key)
    if other is None or other.key != key or other.params or other.kind not in ("var", "def", "size", "index"):
        return
    if _written(other.latex) != _written(latex_of(name)):
        raise NameProblem(
            f"{other.latex} and {latex_of(name)} cannot be told apart in names", name.span[0], "rename one of them"
        )


def _written(latex: str) -> str:
    return re.sub(r"[\s{}]", "", _braced(_UPRIGHT.sub(r"\1", latex)))


def _braced(latex: str) -> str:
    """Primes and scripts inside a script stay apart from those behind it."""
    return re.sub(r"([_^])\{([^{}]*['_^][^{}]*)\}", r"\1(\2)", latex)


__all__ = ["check_writing"]
