r"""The functions that notations define, declared around a text that writes them: ``\operatorname{sym}(A)``.

Each stands at a level of its own, outside of all that a text declares: the text may declare the name anew, and the letters
of the notation are not visible to it.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace

from derive.errors import DeriveError
from derive.language.lexing.macros import NOTATION
from derive.language.parsing.parser import notations
from derive.language.problems.elaborate import default_problems
from derive.language.scope.options import Options
from derive.language.scope.scope import Scope, Symbol
from derive.language.tree.syntax import Syn


def root_for(texts: Iterable[str], options: Options) -> Scope:
    """Return the outermost scope for texts that are read together.

    Raises:
        SyntaxProblem, NameProblem, ShapeProblem: A notation that they write is flawed.
    """
    root = Scope.root(options)
    text = "\n".join(texts)
    lines = tuple(one.line for one in notations(text, options.macros.items()) if one.is_function)
    if not lines:
        return root
    symbols = tuple(_defined(line, root) for line in lines)
    level = replace(root, symbols={symbol.key: symbol for symbol in symbols}, trail=(*root.trail, lines))
    return level.child()


def _defined(line: str, root: Scope) -> Symbol:
    symbol = list(root.given(line).symbols.values())[-1]
    return replace(symbol, mentions={})  # its arguments and their sizes are its own


def check_notation(line: str) -> None:
    """Refuse a line that gives a meaning to what has one, or cannot be read.

    Raises:
        ValueError: It is no ``LEFT := RIGHT``, or its left side means something already.
        SyntaxProblem, NameProblem, ShapeProblem: As for a given block.
    """
    options = Options()
    (found,) = notations(line, [(NOTATION, line)])[-1:]
    given = line[: found.left.span[0]].rstrip(", ").removesuffix(r"\quad").rstrip(", ")
    scope = root_for([line], options).child()
    scope = scope.given(given) if given else scope
    with suppress(DeriveError):
        default_problems(Syn("relation", "=", (found.left, found.left)), scope, options)
        raise ValueError("the left side has a meaning already; use another name")
    if found.is_function:
        root_for([line], Options(macros={NOTATION: line}))
    elif any(node.kind == "partial" or (node.kind == "bigop" and node.value == "int") for _, node in found.right.walk()):
        raise ValueError("a form cannot rename the letter of an integral or a derivative; define a function")


__all__ = ["check_notation", "root_for"]
