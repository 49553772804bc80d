"""Where a statement has no type: no edit elsewhere gives it one, so those are not tried."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence

from derive.errors import DeriveError, ShapeProblem
from derive.language.formulas.expressions import Reader
from derive.language.functions.square_brackets import rounded
from derive.language.scope.options import Options
from derive.language.scope.scope import Scope
from derive.language.tree.syntax import Syn
from derive.repair.tree import Path, units

LEAVES = ("name", "num", "empty")


def misfit(statement: Syn, scope: Scope, options: Options, bracketings: Sequence[frozenset[str]]) -> tuple[Path, ...]:
    """Return the paths of the smallest parts whose shapes do not match by themselves; none if there are no such parts.

    Shapes that contradict one another do so whatever stands around them. A part that cannot be read alone, for its indices or
    sizes are bound elsewhere, counts as one that fits.
    """
    try:
        if not rounded(scope, statement).same(statement):
            return ()
    except DeriveError:
        return ()

    def misfits(tree: Syn) -> bool:
        return tree.kind not in LEAVES and all(_contradicts(tree, scope, options, tight) for tight in bracketings)

    path: Path = ()
    node = statement
    while True:
        place = next((k for k, part in enumerate(node.children) if misfits(part)), None)
        if place is None:
            break
        path, node = (*path, place), node.children[place]
    if not path:
        return ()
    pair = _unlike_factors(node, scope, misfits) if node.kind == "juxt" else range(0)
    return tuple((*path, k) for k in pair) or (path,)


def _unlike_factors(product: Syn, scope: Scope, misfits: Callable[[Syn], bool]) -> range:
    """The factor at which a product from the left has no type, with the one before it if the two have none by themselves."""

    def of(start: int, end: int) -> Syn:
        return product.children[start] if end == start + 1 else Syn("juxt", product.value, product.children[start:end])

    operands = units(product, scope)
    for left, right in itertools.pairwise(operands):
        if misfits(of(0, right.end)):
            alone = misfits(of(left.start, right.end))
            return range(left.start if alone else 0, right.end)
    return range(0)


def touches(path: Path, parts: Sequence[Path]) -> bool:
    """Return whether an edit at a path is inside or around one of some parts; without parts all edits are wanted."""
    return not parts or any(path[: len(part)] == part or part[: len(path)] == path for part in parts)


def _contradicts(tree: Syn, scope: Scope, options: Options, tight: frozenset[str]) -> bool:
    try:
        Reader(scope, options, tight=tight).read(tree)
    except ShapeProblem:
        return True
    except DeriveError:
        return False
    return False


__all__ = ["misfit", "touches"]
