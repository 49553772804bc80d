r"""The lines of a block: what alignment marks, line breaks and equation numbers mean.

* A line that begins with a relation or a binary operator, or follows one, continues the statement before it; so does
  a line that begins with a minus sign and has no relation, or that stands in the right column (``& -c = d``).
* A column mark (``&``) in front of a relation or an operator is layout.  Between two relations it separates two statements
  (``x &= 0 & y &= 1``); any other stands for a wide space.
* A text at the end of a line that only names a reason is left out: ``\text{by (2)}``, ``\text{(Jensen)}``.
* A number in brackets behind a wide space at the end of a line, or before one at its beginning, numbers the equation.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from derive.errors import SyntaxProblem
from derive.language.lexing.spacing import WIDE, WORD
from derive.language.parsing.equation_numbers import is_number
from derive.language.parsing.folding import Item
from derive.language.parsing.relation_labels import is_note

LAID_OUT = ("row", "cell", "text")
"""Rows without these marks, and without brackets behind a gap or a comma, are laid out as they are: no line breaks, column marks and reasons."""


def laid_out(items: Sequence[Item]) -> list[Item]:
    """Remove the line breaks inside statements, equation numbers and column marks.

    Raises:
        SyntaxProblem: It is not certain whether a mark separates two statements.
    """
    lines: list[list[Item]] = [[]]
    breaks: list[Item] = []
    for item in items:
        if item.kind == "row":
            breaks.append(item)
            lines.append([])
        else:
            lines[-1].append(item)
    result: list[Item] = []
    for k, line in enumerate(lines):
        own = columns(_without_note(_without_number(line)))
        if k and _continues(result, own, in_right_column=_in_right_column(lines[k - 1], line)):
            while own[:1] and own[0].kind == "rel" and result and result[-1].kind in ("comma", "semicolon"):
                result.pop()
        elif k:
            result.append(breaks[k - 1])
        result += own
    return result


def _continues(before: Sequence[Item], line: Sequence[Item], *, in_right_column: bool) -> bool:
    """Return whether a line goes on with the statement before it."""
    last = next((item for item in reversed(before) if item.kind != "row"), None)
    if last is not None and last.kind in ("rel", "op", "sign", "bigop"):
        return True
    if not line or last is None:
        return False
    if line[0].kind == "sign":
        return line[0].value == "+" or in_right_column or not any(item.kind == "rel" for item in line)
    return line[0].kind in ("rel", "op") and line[0].value != "neg"


def _in_right_column(before: Sequence[Item], line: Sequence[Item]) -> bool:
    """Return whether the left column of a line is empty and that of the line before is not."""
    marks = [sum(item.kind == "cell" for item in found) for found in (before, line)]
    return marks == [1, 1] and line[0].kind == "cell" and before[0].kind != "cell"


# Columns.


def columns(line: Sequence[Item]) -> list[Item]:
    """Replace the column marks of a line by commas and wide spaces.

    Raises:
        SyntaxProblem: It is not certain whether a sign begins a statement.
    """
    result: list[Item] = []
    marks, apart = 0, False
    for k, item in enumerate(line):
        if item.kind == "cell":
            marks, apart = marks + 1, True
            continue
        if apart and result and result[-1].kind == "operand" and item.kind in ("operand", "bigop", "sign"):
            if _separates(result, line[k:], marks):
                result.append(Item("comma", "", item.start, item.start))
            if item.kind != "sign":
                item = replace(item, spaced=WIDE)
        result.append(item)
        apart = False
    return result


def _separates(before: Sequence[Item], behind: Sequence[Item], marks: int) -> bool:
    first = behind[0]
    if first.node.kind in ("text", "quantifier") or (first.kind == "sign" and first.value == "+"):
        return False
    own = len(before) - next((k for k, item in enumerate(reversed(before)) if item.kind == "comma"), len(before))
    end = next((k for k, item in enumerate(behind) if item.kind == "comma"), len(behind))
    both = all(any(item.kind == "rel" for item in side) for side in (before[own:], behind[:end]))
    if both and first.kind == "sign" and marks % 2:
        raise SyntaxProblem(
            "It is not certain whether a new statement begins here.", first.start, "write a comma or \\\\"
        )
    return both


# Numbers.


def _without_number(line: list[Item]) -> list[Item]:
    """Return a line without the numbers of its equation."""
    items = [item for item in line if item.kind != "cell"]
    dropped: list[Item] = []
    for number, behind in ((items[-1:], items[-1:]), (items[:1], items[1:2])):
        if len(items) > 2 and is_number(number[0], letters=number is not behind) and behind[0].spaced == WORD:
            raise SyntaxProblem(
                "It is not certain whether this is a factor or a number.", number[0].start, "write \\tag or \\cdot"
            )
    if len(items) > 1 and is_number(items[-1]):
        before, last = items[-2:]
        if before.kind == "comma" or (before.kind == "operand" and _is_apart(line, last)):
            dropped.append(last)
    if len(items) > 1 and is_number(items[0], letters=True):
        if items[1].kind in ("operand", "bigop") and _is_apart(line, items[1]):
            dropped.append(items[0])
    return [item for item in line if all(item is not other for other in dropped)]


def _without_note(line: list[Item]) -> list[Item]:
    r"""Return a line without the reason at its end: ``&& \text{(Cauchy-Schwarz)}``, ``\text{by (2)}``."""
    texts = [item for item in line if item.kind != "cell"]
    if len(texts) < 2 or texts[-1].node.kind != "text" or not is_note(texts[-1].node.value):
        return line
    return [item for item in line if item is not texts[-1]]


def _is_apart(line: Sequence[Item], item: Item) -> bool:
    at = next(k for k, other in enumerate(line) if other is item)
    return item.spaced == WIDE or (at > 0 and line[at - 1].kind == "cell")


__all__ = ["LAID_OUT", "columns", "laid_out"]
