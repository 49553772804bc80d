"""LaTeX to the surface tree.

``parse`` reads one statement, ``statements`` a block.  The block is cut at ``\\\\``, at ``;`` and at ``,`` outside brackets;
text such as ``\\text{for all }`` and ``\\forall`` begin a statement of their own.

* Where a statement goes on behind a line break, a column mark or a wide space: `derive.language.parsing.layout`,
  `derive.language.parsing.gaps`.
* Bare items of a comma list share the relation of their neighbor: ``a, x \\in S`` is one relation with a `list` on its
  left, ``i = 1, \\dots, n`` one with a list on its right.  ``i \\ne j, P_{ij} \\le 1`` are two statements.
* Logical words bind looser than relations: ``A = B \\implies C = D`` is a relation ``implies`` of two relations.
* ``|`` and ``\\|`` open when an operand is due and close when one has been read; ``\\lVert`` and ``\\left\\|`` decide for
  themselves.
* Plain letters are names of one letter each, unless the whole run of letters is a built-in word or one of ``words``.
  A plain ``d`` stays a name (it may be a size); ``\\mathrm{d}`` is a differential.
* ``\\{ \\}`` are a group 'set'; ``(a, b]`` a group '(]'; ``\\left. f \\right|_{x=0}`` a group 'eval'.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache

from derive.errors import SyntaxProblem
from derive.language.lexing.macros import NOTATION, expand
from derive.language.lexing.spacing import WIDE
from derive.language.lexing.tokens import Token, tokenize
from derive.language.parsing.atoms import AtomReader
from derive.language.parsing.constraints import with_constraints
from derive.language.parsing.dotted import without_dots
from derive.language.parsing.folding import Item
from derive.language.parsing.item import marks_in, stand_apart
from derive.language.parsing.layout import LAID_OUT, laid_out
from derive.language.parsing.notations import Notation, marks_of, notation_of, shipped, written_out
from derive.language.parsing.plus_minus import UPPER, both_signs, merged
from derive.language.parsing.runs import fold_run, repeated, runs
from derive.language.parsing.trailing import with_governed_sides, with_words
from derive.language.tree.quantifiers import joined, with_comma_behind
from derive.language.tree.syntax import Syn

__all__ = ["MAX_DEPTH", "Statements", "notations", "parse", "statements"]

MAX_DEPTH = 150


class Statements(list[Syn]):
    r"""The statements of a block.

    Attributes:
        lines: Which of them no ``\\\\`` and no ``;`` separates: the number of the line of each.
        apart: Where wide space stands in front of something behind a comma, as positions in the source.
    """

    def __init__(
        self, trees: Iterable[Syn] = (), lines: Iterable[int] = (), apart: frozenset[int] = frozenset()
    ) -> None:
        super().__init__(trees)
        self.lines = tuple(lines)
        self.apart = apart


def parse(text: str, macros: Mapping[str, str] | tuple[()] = (), words: Collection[str] = ()) -> Syn:
    """Read one statement (or formula).

    Args:
        text: LaTeX.
        macros: Name to body, as in the header of a paper file.
        words: Declared names of several plain letters.

    Returns:
        The tree; a `list` with value ',' if the text holds several statements.

    Raises:
        SyntaxProblem: The text is no formula of the grammar; names the place.

    Example:
        >>> parse(r"A X").kind
        'juxt'

    """
    found = statements(text, macros, words)
    if not found:
        raise SyntaxProblem("The formula is empty.", 0)
    if len(found) == 1:
        return found[0]
    return Syn("list", ",", tuple(found), (found[0].span[0], found[-1].span[1]))


def statements(text: str, macros: Mapping[str, str] | tuple[()] = (), words: Collection[str] = ()) -> Statements:
    """Read the statements of a math block, in order (see the module's text for where they end).

    Raises:
        SyntaxProblem: As for `parse`.

    """
    found, apart = _statements(text, tuple(sorted(dict(macros).items())), frozenset(words))
    return Statements((tree for tree, _ in found), (line for _, line in found), apart)


Found = tuple[tuple[tuple[Syn, int], ...], frozenset[int]]


@lru_cache(maxsize=2048)
def _statements(text: str, macros: tuple[tuple[str, str], ...], words: frozenset[str]) -> Found:
    """Trees never change, and the same text is read again for every claim, reading and format."""
    found, apart = _as_written(text, macros, words)
    forms = [one for one in notations(text, macros) if not one.word]
    if not forms:
        return found, apart
    return tuple((written_out(tree, forms), line) for tree, line in found), apart


def notations(text: str, macros: Iterable[tuple[str, str]] = ()) -> list[Notation]:
    """Return the notations that a text may write: those shipped, and those among macros, under names that no command has."""
    lines = (*shipped(), *(line for name, line in macros if name.startswith(NOTATION)))
    return [_notation(line) for line in lines if all(mark in text for mark in marks_of(line))]


@lru_cache(maxsize=512)
def _notation(line: str) -> Notation:
    return notation_of(line, lambda text: [tree for tree, _ in _as_written(text, (), frozenset())[0]])


def _as_written(text: str, macros: tuple[tuple[str, str], ...], words: frozenset[str]) -> Found:
    tokens = tokenize(text)
    tokens = expand(tokens, dict(macros)) if macros else tokens
    found, items = _found(tokens, words)
    signs = None if UPPER.keys().isdisjoint(token.text for token in tokens) else both_signs(tokens)
    if signs is not None:
        with suppress(SyntaxProblem):
            found = merged(*(_found(read, words)[0] for read in signs)) or found
    for tree, _ in found:
        _check_depth(tree)
        if tree.kind == "quantifier":
            raise SyntaxProblem("Nothing stands behind this quantifier.", tree.span[0], "write what it binds")
    opened = [(part, line) for tree, line in with_constraints(found) for part in with_comma_behind(tree)]
    return tuple(joined(opened)), _apart(items)


def _found(tokens: Sequence[Token], words: frozenset[str]) -> tuple[list[tuple[Syn, int]], list[Item]]:
    items = AtomReader(tokens, words).read_all()
    marks = marks_in(items)
    behind_gap = "group (" in marks and ("comma" in marks or stand_apart(items))  # a number of an equation, or a condition
    found = runs(laid_out(items) if behind_gap or not marks.isdisjoint(LAID_OUT) else list(items))
    found = with_words(found) if behind_gap else found
    found = found if marks.isdisjoint(("rel implies", "rel iff")) else with_governed_sides(found)
    return [
        (without_dots(tree), line)
        for line, run in found
        for tree in (*fold_run(repeated(run)), *_labels(run))
    ], items


def _apart(items: Sequence[Item]) -> frozenset[int]:
    """Return where wide space or a column mark separates what stands behind a comma from it."""
    found: set[int] = set()
    comma = marked = False
    for item in items:
        if item.kind == "cell":
            marked = True
            continue
        if comma and (marked or item.spaced == WIDE):
            found.add(item.start)
        comma, marked = item.kind == "comma", False
    return frozenset(found)


def _check_depth(tree: Syn) -> None:
    stack = [(tree, 1)]
    while stack:
        node, depth = stack.pop()
        if depth > MAX_DEPTH:
            raise SyntaxProblem("The formula is nested too deeply.", max(node.span[0], 0), "split it with definitions")
        stack.extend((child, depth + 1) for child in node.children)


def _labels(run: list[Item]) -> list[Syn]:
    r"""Return what stands over the arrows of a run, as in ``f \xrightarrow{n \to \infty} L``, as remarks."""
    labels = [item.node for item in run if item.kind == "rel" and item.node.kind == "relation"]
    found = []
    for label in labels:
        first = label.children[0]
        word = Syn("text", "as", (), (first.span[0], first.span[0]))
        rest = first.children if first.kind == "juxt" else (first,)
        found.append(
            Syn("relation", label.value, (Syn("juxt", "", (word, *rest), first.span), *label.children[1:]), label.span)
        )
    return found
