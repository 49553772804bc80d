r"""What conditions under an operator leave of the range of its indices: ``0 \le i < n``, ``t < T``, ``j \ne i``.

A condition that only says where an index stops, within what it selects from, shortens its range. Others are indicators in
front of the terms of a sum; products, minima and maxima are taken of their neutral element where they fail.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from derive import build as b
from derive.core import Expr
from derive.errors import NotSupported
from derive.language.indices.indices import Index
from derive.language.terms.index_ranges import at_most
from derive.language.tree.names import Key, base_key
from derive.language.tree.syntax import Syn
from derive.sizes import Size

if TYPE_CHECKING:
    from derive.language.formulas.expressions import Reader

ORDER = ("<", "<=", ">", ">=")


def between(r: Reader, chain: Syn, letters: Sequence[str]) -> tuple[Size, Size] | None:
    r"""Return the first and the last value in ``1 \le i \le n``, in ``0 \le i < n`` where no bound index is an end; else None."""
    words = chain.value.split()
    if len(words) != 2 or not {*words} <= {"<=", "<"} or len(letters) != 1:
        return None
    if base_key(chain.children[1]) != Key("", letters[0]):
        return None
    low, high = (r.indices.expression(chain.children[k]) for k in (0, 2))
    if "<" in words and any(r.indices.by_core(name) is not None for name in {*low.names, *high.names}):
        return None  # a condition: the range would depend on another index
    return low + int(words[0] == "<"), high - int(words[1] == "<")


class Restricted:
    """The indices of one operator under the conditions on them, read where the indices are bound."""

    def __init__(self, r: Reader, indices: Sequence[Index], conditions: Sequence[Syn]) -> None:
        """Read the conditions.

        Raises:
            NotSupported: One of them is no comparison.
        """
        self.indices = indices
        self.condition: Expr | None = None
        self.ends: list[tuple[bool, Size]] | None = []
        for word, small, large in _comparisons(r, conditions):
            factor = b.indicator(word, b.size(small), b.size(large))
            if word in ORDER:
                _note_stop(r, *((small, large) if "<" in word else (large, small)))
            self.condition = factor if self.condition is None else b.scale(self.condition, factor)
            end = self._end(r, word, small, large)
            self.ends = None if self.ends is None or end is None else [*self.ends, end]

    def _end(self, r: Reader, word: str, left: Size, right: Size) -> tuple[bool, Size] | None:
        r"""Return the last value that a comparison states, T - 1 in ``t < T``, or the first one (False); None if it is no size."""
        small, large = (left, right) if "<" in word else (right, left)
        bound = {name for name in {*small.names, *large.names} if r.indices.by_core(name) is not None}
        if word not in ORDER or len(self.indices) != 1 or bound != {self.indices[0].core}:
            return None
        own, strict = Size.of(self.indices[0].core), int("=" not in word)
        if own not in (small, large):
            return None
        return (True, large - strict) if small == own else (False, small + strict)

    def ranges(self, r: Reader) -> tuple[bool, list[tuple[Size, Size]]]:
        """Return the range of each index, once the sizes are known, and whether that says all that the conditions do."""
        ranges = [index.range(r.u) for index in self.indices]
        if self.condition is None or not self.ends:
            return self.condition is None, ranges
        (low, high), relations = ranges[0], r.scope.all_relations()
        for above, end in self.ends:
            if not (at_most(end, high, relations) if above else at_most(low, end, relations)):
                return False, ranges
            low, high = (low, end) if above else (end, high)
        return True, [(low, high)]

    def body(self, operator: str, e: Expr) -> Expr:
        """Return what the operator is taken of, where its ranges do not say all that the conditions do."""
        assert self.condition is not None
        if operator == "sum":
            return b.scale(self.condition, e)
        infinity = b.real("infinity")
        return b.where(self.condition, e, {"prod": b.const(1), "min": infinity, "max": b.neg(infinity)}[operator])


def _comparisons(r: Reader, conditions: Sequence[Syn]) -> Iterator[tuple[str, Size, Size]]:
    for relation in conditions:
        for word, left, right in zip(relation.value.split(), relation.children, relation.children[1:], strict=False):
            if word not in (*ORDER, "=", "!="):
                raise NotSupported(f"a condition with {word}")
            yield word, r.indices.expression(left), r.indices.expression(right)


def _note_stop(r: Reader, small: Size, large: Size) -> None:
    r"""Note that ``j \le i`` lets a bound index j stop at i."""
    for name in small.names:
        index = r.indices.by_core(name)
        if index is not None and index in r.indices.bound and small == Size.of(name):
            r.indices.stop(index, large)


__all__ = ["Restricted", "between"]
