r"""The values that an index may have where it selects from several lengths: those at which everything it selects exists.

In ``x_i := y_{i+1} - y_i`` with one entry more in y, and in ``\lambda_{k+1}(S) \le \lambda_k(A)`` with one row more in S, the
lengths differ and the ranges meet in what is meant.  Entries of different lengths without a shift, ``x_i = y_i``, are a slip.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from derive.errors import ShapeProblem
from derive.sizes import Size

Use = tuple[int, Size]
"""An index selects with this offset from so many entries (or eigenvalues)."""

ONE = Size.of(1)


def at_most(small: Size, large: Size, relations: Iterable[tuple[str, Size]]) -> bool:
    """Return whether a size is known not to exceed another: sizes are at least 1, and relations say more."""
    gap = small - large
    known = [size for op, size in relations if op in ("<=", "<", "=")] + [
        size * -1 for op, size in relations if op == "="
    ]
    stated = any((rest := (gap - size).constant) is not None and rest <= 0 for size in known)
    falling = all(c < 0 for monomial, c in gap.terms if monomial)
    return stated or (falling and sum(c for _, c in gap.terms) <= 0)


def lowest(uses: Iterable[Use], first: int = 1) -> Size:
    """Return the first value at which everything selected exists; ``first`` where families begin earlier than at 1."""
    return Size.of(max([first, *(1 - offset for offset, _ in uses)]))


def highest(uses: Sequence[Use], relations: Sequence[tuple[str, Size]]) -> Size | None:
    """Return the last value at which everything selected exists; None if it is not known which that is."""
    ends = list(dict.fromkeys(length - offset for offset, length in uses))
    return next((end for end in ends if all(at_most(end, other, relations) for other in ends)), None)


def check_entries(letter: str, uses: Sequence[Use], relations: Sequence[tuple[str, Size]]) -> None:
    r"""Refuse an index that selects entries of two lengths, unless its shifts show that this is meant.

    They do where every length is reached from its first to its last entry, or is one of those that a shift selects from.

    Raises:
        ShapeProblem: They do not.
    """
    lengths = list(dict.fromkeys(length for _, length in uses))
    if len(lengths) < 2:
        return
    low, high = lowest(uses), highest(uses, relations)
    for length in lengths:
        offsets = {offset for offset, other in uses if other == length}
        whole = high is not None and low + min(offsets) == ONE and high + max(offsets) == length
        if high is None or not (whole or any(offsets)):
            raise unequal(letter, lengths[0], lengths[1])


def unequal(letter: str, length: Size, other: Size) -> ShapeProblem:
    """The refusal of an index that would run over two lengths."""
    return ShapeProblem(
        f"the index {letter} runs over {length} and over {other}",
        hint=f"if that is meant, say where it ends: \\sum_{{{letter}=1}}^{{n}} or \\forall {letter} \\in \\{{1, \\dots, n\\}}",
    )


__all__ = ["Use", "at_most", "check_entries", "highest", "lowest", "unequal"]
