r"""Square brackets behind a derivative: directions, as in ``D^2 f(x)[h, k]``, or a matrix with these columns."""

from __future__ import annotations

from collections.abc import Sequence

from derive.errors import NotSupported
from derive.language.scope.derivative_marks import is_differentiation
from derive.language.tree.names import bracket
from derive.language.tree.syntax import Syn
from derive.language.tree.triggers import about, nothing


@about("group [", untouched=nothing)
def check_directions(children: Sequence[Syn]) -> None:
    r"""Refuse ``f''(x)[h, k]`` and ``\frac{\partial^2 f}{\partial x^2}[h, k]``, which nobody means as a product with a matrix.

    Raises:
        NotSupported: A list in square brackets stands behind a derivative written with primes or as a fraction.
    """
    for k, child in enumerate(children[1:], 1):
        if not _is_list(child):
            continue
        before = children[k - 1]
        if bracket(before) is not None and k > 1:
            before = children[k - 2]
        if before.kind == "prime" or (before.kind == "frac" and is_differentiation(before)):
            raise NotSupported(
                "a list in square brackets behind this derivative",
                child.span[0],
                r"write D^2 f(x)[h, k] for directions, a matrix environment for a matrix",
            )


def _is_list(syn: Syn) -> bool:
    """Whether it is ``[a, b]``, scripts aside."""
    if syn.kind == "script":
        return _is_list(syn.children[0])
    return syn.kind == "group" and syn.value == "[" and syn.children[0].kind == "list"


__all__ = ["check_directions"]
