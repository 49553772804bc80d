r"""Spelling of a simplified derivative: ``X^{-\top}``, softmax of a column as a column.

The core has softmax of rows only and inverse and transpose as two nodes; what is printed here is read back as the same.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from derive.build import const, rebuild, scale, softmax, transpose
from derive.core import Expr, walk
from derive.functions import FUNCTIONS
from derive.language.lexing.vocabulary import FUNCTION_COMMANDS
from derive.language.printing.core_latex import core_to_latex, size_latex
from derive.language.printing.spelling import Spelling
from derive.size_names import size_names
from derive.tidy import tidied

COMMANDS = FUNCTION_COMMANDS & frozenset(FUNCTIONS)
"""Functions that LaTeX has a command for."""
SHORT = 24
"""Length of a numerator, in characters, up to which a matrix is printed over its denominator."""


@dataclass(frozen=True, slots=True)
class Human(Spelling):
    """Spelling of parts as books write them."""

    def of(self, node: Expr, own: Expr, printed: Callable[[Expr], str]) -> str | None:
        """Return how a node is written as one symbol; None if it is not."""
        if node.op == "transpose" and node.args[0].op == "inv":
            return _powered(node.args[0].args[0], printed, r"-\top")
        if node.op == "transpose" and _is_row_of_column(node.args[0]):
            return rf"\operatorname{{softmax}}({printed(node.args[0].args[0].args[0])})"
        if _is_row_of_column(node):
            return rf"{{\operatorname{{softmax}}({printed(node.args[0].args[0])})}}^{{\top}}"
        if node.op == "map" and node.data[0] in COMMANDS:
            return rf"\{node.data[0]}({printed(node.args[0])})"
        if node.op == "entry" and not node.args[0].shape.cols:
            text = printed(node.args[0])
            return f"{text if node.args[0].op == 'var' and '_' not in text else f'[{text}]'}_{{{size_latex(node.data[0])}}}"
        if node.op == "blocks" and _is_block_diagonal(node):
            return rf"\operatorname{{blockdiag}}({printed(node.args[0].args[1])})"
        if node.op == "scale" and not node.shape.is_scalar:
            return self._quotient(node, printed)
        return Spelling.of(self, node, own, printed)

    def _quotient(self, node: Expr, printed: Callable[[Expr], str]) -> str | None:
        """A short matrix over a number as one fraction."""
        factor, matrix = node.args
        if factor.op != "hpow" or factor.args[1] != const(-1) or matrix.op in ("eye", "ones"):
            return None
        text = printed(matrix)
        return rf"\frac{{{text}}}{{{printed(factor.args[0])}}}" if len(text) <= SHORT else None


@dataclass(frozen=True, slots=True)
class Columns(Human):
    r"""Derivatives of columns and numbers by one another without vec: ``\frac{\partial c}{\partial x^\top}``."""

    def of(self, node: Expr, own: Expr, printed: Callable[[Expr], str]) -> str | None:
        """Return how a node is written as one symbol; None if it is not."""
        if node.op != "deriv" or node.args[0].shape.cols or node.args[1].shape.cols or node.args[1].op != "var":
            return Human.of(self, node, own, printed)
        body, point = map(printed, node.args)
        below = point if node.args[1].shape.is_scalar else rf"{point}^\top"
        if node.args[0].op in ("var", "map", "softmax") or (node.args[0].op in ("transpose", "hpow") and node.args[0].args[0].op == "var"):
            return rf"\frac{{\partial {body}}}{{\partial {below}}}"
        return rf"\frac{{\partial}}{{\partial {below}}} \left({body}\right)"


def human_latex(e: Expr, human: Human | None = None) -> str:
    """Return the LaTeX of a simplified expression, in a spelling of its own if one is given."""
    e, human = readable(e), human or Human()
    own = human.of(e, e, lambda part: core_to_latex(part, human))
    return core_to_latex(e, human) if own is None else own


def readable(e: Expr) -> Expr:
    """Return an equal expression with signs in front of positive numbers, and softmax of rows as that of columns, transposed."""
    done: dict[Expr, Expr] = {}
    for node in walk(e):
        new = rebuild(node, [done[a] for a in node.args])
        if new.op == "scale" and new.args[0].op == "const" and new.args[0].data[0] < 0 and new.args[0].data[0] != -1:
            new = scale(const(-1), scale(const(-new.args[0].data[0]), new.args[1]))
        elif new.op == "scale" and _is_number(new.args[0]) and new.args[1].op == "scale" and _is_inverse(new.args[1].args[0]):
            number, (inverse, matrix) = new.args[0], new.args[1].args
            new = scale(scale(inverse, number), matrix)
        elif new.op == "softmax" and not new.shape.rows and new.args[0].op != "transpose":
            new = softmax(transpose(tidied(transpose(new.args[0]))))
        done[node] = new
    return done[e]


def _is_block_diagonal(e: Expr) -> bool:
    """Whether the blocks vanish but for those whose two indices are equal, and mention the first alone."""
    (body,), (i, _, j, _) = e.args, e.data
    if body.op != "scale" or body.args[0].op != "delta" or {i, j} != {name for size in body.args[0].data for name in size.names}:
        return False
    return j not in size_names(body.args[1])


def _is_number(e: Expr) -> bool:
    """Whether a factor is a number that stands in a numerator: neither one nor a sign."""
    return e.op == "const" and abs(e.data[0]) != 1


def _is_inverse(e: Expr) -> bool:
    return e.op == "hpow" and e.args[1] == const(-1)


def _is_row_of_column(e: Expr) -> bool:
    return e.op == "softmax" and not e.shape.rows and e.args[0].op == "transpose"


def _powered(base: Expr, printed: Callable[[Expr], str], power: str) -> str:
    text = printed(base)
    return f"{text}^{{{power}}}" if base.op == "var" and "^" not in text else rf"\left({text}\right)^{{{power}}}"


__all__ = ["Columns", "Human", "human_latex", "readable"]
