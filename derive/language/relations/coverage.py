r"""Whether the conditions of cases cover every point: ``x < -1``, ``-1 \le x \le 1`` and ``x > 1`` do.

They do if they cannot all be broken at once.  A condition is broken where one of its comparisons is; every choice of one broken
comparison per condition must contradict itself, between the same two sides or between numbers.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from math import prod

from derive.core import FLIP
from derive.fraction import Fraction
from derive.language.tree.names import bare
from derive.language.tree.numerals import written_number
from derive.language.tree.syntax import Syn

Atom = tuple[Syn, str, Syn]
"""A comparison."""

TURNED = {**FLIP, "!=": "!="}
OPPOSITE = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "=": "!=", "!=": "="}
SIGNS = {"<": {-1}, "<=": {-1, 0}, "=": {0}, ">=": {0, 1}, ">": {1}, "!=": {-1, 1}}
"""The signs that the difference of the sides may have."""
MOST = 512


def cover_everything(conditions: Sequence[Syn]) -> bool:
    """Return whether conditions on numbers are sure to cover every point: at least one holds everywhere."""
    found = [_atoms(condition) for condition in conditions]
    if None in found:
        return False
    atoms = [part for part in found if part is not None]
    if prod(map(len, atoms)) > MOST:
        return False
    return all(_is_contradiction([_broken(a) for a in choice]) for choice in itertools.product(*atoms))


def comparisons(condition: Syn) -> list[Syn]:
    r"""Return the links of a chain ``-1 \le x \le 1`` and the parts of ``x > 0 \land y > 0``; any other condition alone."""
    inner = bare(condition)
    words, sides = inner.value.split(), inner.children
    if inner.kind != "relation":
        return [condition]
    if set(words) == {"and"}:
        return [part for side in sides for part in comparisons(side)]
    if not set(words) <= OPPOSITE.keys() or len(sides) != len(words) + 1:
        return [condition]
    pairs = zip(words, sides, sides[1:], strict=False)
    return [Syn("relation", word, (left, right), inner.span) for word, left, right in pairs]


def _atoms(condition: Syn) -> list[Atom] | None:
    """Return the comparisons that a condition makes, which must all hold; None if it is something else."""
    parts = comparisons(condition)
    if any(part.kind != "relation" or part.value not in OPPOSITE for part in parts):
        return None
    return [(part.children[0], part.value, part.children[1]) for part in parts]


def _broken(atom: Atom) -> Atom:
    left, word, right = atom
    return left, OPPOSITE[word], right


def _is_contradiction(atoms: Sequence[Atom]) -> bool:
    """Return whether comparisons cannot all hold: two sides cannot compare so, or a side cannot lie between such numbers."""
    for left, _, right in atoms:
        signs = [SIGNS[word] for _, word, y in _seen_from(atoms, left) if y.same(right)]
        bounds = [
            [(w, v) for _, w, y in _seen_from(atoms, x) if (v := written_number(y)) is not None] for x in (left, right)
        ]
        if not set.intersection(*signs) or any(map(_lies_nowhere, bounds)):
            return True
    return False


def _seen_from(atoms: Sequence[Atom], side: Syn) -> list[Atom]:
    """Return the comparisons of one side with others, that side first."""
    found = [atom for atom in atoms if atom[0].same(side)]
    return found + [(y, TURNED[word], x) for x, word, y in atoms if y.same(side) and not x.same(side)]


def _lies_nowhere(bounds: Sequence[tuple[str, Fraction]]) -> bool:
    """Return whether no number compares so with all of the given ones."""
    lows = [(value, word == ">") for word, value in bounds if word in (">", ">=", "=")]
    highs = [(value, word == "<") for word, value in bounds if word in ("<", "<=", "=")]
    crossed = any(a > c or (a == c and (s or t)) for a, s in lows for c, t in highs)
    points = {value for value, strict in lows if not strict} & {value for value, strict in highs if not strict}
    return crossed or any(word == "!=" and value in points for word, value in bounds)


__all__ = ["OPPOSITE", "TURNED", "comparisons", "cover_everything"]
