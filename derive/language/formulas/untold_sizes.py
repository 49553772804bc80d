r"""Sizes that nothing but a statement itself tells: ``\lambda_{\max}(\mathbf{1} \mathbf{1}^\top) = n`` speaks of n ones.

An identity or a vector of ones whose size neither a subscript nor what stands beside it tells has the only size that the statement writes or,
where it writes none, the only length of what it speaks of; so it is said with the claim. Where there are several, or none, it is refused.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

from derive.errors import NotSupported
from derive.language.printing.core_latex import size_latex
from derive.language.scope.scope import Symbol
from derive.language.tree.syntax import Syn
from derive.sizes import Size

if TYPE_CHECKING:
    from derive.core import Problem
    from derive.language.formulas.expressions import Reader

BESIDE = "the size of what stands beside"


def finish(r: Reader, tree: Syn) -> None:
    """Decide all sizes of a statement.

    Args:
        r: The reader that has read it.
        tree: The statement, or the right side of a definition.

    Raises:
        ShapeProblem: Two lengths differ. NameProblem: A size cannot be inferred.
    """
    written = {Size.of(symbol.core) for symbol in _sizes(r, tree)} or set(_lengths(r) if r.implied is not None else ())
    beside = r.scope.convention(BESIDE)
    written = written or ({Size.of(beside)} if beside is not None else set())
    only = next(iter(written)) if len(written) == 1 else None
    r.u.supposed = only
    r.indices.suppose()
    r.u.finish()
    if only is not None and r.u.took_supposed:
        said = f"taken to be of size {size_latex(only)}, the only one that is written here"
        r.note(f"I or \\mathbf{{1}} without a size is {said}")


def lengths_in(problem: Problem) -> set[Size]:
    """Return the lengths of what a problem speaks of, but for those of numbers."""
    shapes = [shape for _, shape in problem.variables] + [value for _, _, value in problem.functions]
    return {total for shape in shapes for total in shape.totals if total != Size.of(1)}


def _lengths(r: Reader) -> Iterator[Size]:
    """The lengths of what a claim speaks of, but for those of numbers; given blocks have no echo that would say what was taken."""
    for symbol in r.mentions.values():
        if symbol.kind not in ("size", "index"):
            yield from (total for total in symbol.shape.totals if total != Size.of(1))


def _sizes(r: Reader, tree: Syn) -> Iterator[Symbol]:
    """Return the sizes that are written in a tree, subscripts aside."""
    if tree.kind == "name":
        found = None
        with suppress(NotSupported):  # the letter of a power that is a name of its own
            found = r.find(tree)
        if found is not None and isinstance(found[0], Symbol) and found[0].kind == "size":
            yield found[0]
    for k, child in enumerate(tree.children):
        if not (tree.kind == "script" and k == 1):
            yield from _sizes(r, child)


__all__ = ["BESIDE", "finish", "lengths_in"]
