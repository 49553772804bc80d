"""LaTeX to the surface tree.

``parse`` reads one statement, ``statements`` a block.  The block is cut at ``\\\\``, at ``;`` and at ``,`` outside brackets;
text such as ``\\text{for all }`` and ``\\forall`` begin a statement of their own.

* A line that begins with a relation or a binary operator, or follows one, continues the statement before it; so does
  a line that begins with a minus sign and has no relation.
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

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from functools import lru_cache

from derive.errors import SyntaxProblem
from derive.language.atoms import AtomReader
from derive.language.folding import Item, fold_commas
from derive.language.macros import expand
from derive.language.syntax import Syn
from derive.language.tokens import tokenize
from derive.language.vocabulary import LOGIC

__all__ = ["MAX_DEPTH", "Statements", "parse", "statements"]

MAX_DEPTH = 150
WIDE_SPACE = 3
"""``spaced`` of what stands behind ``\\quad``."""


class Statements(list[Syn]):
    r"""The statements of a block; ``lines`` says which of them no ``\\\\`` and no ``;`` separates."""

    def __init__(self, trees: Iterable[Syn] = (), lines: Iterable[int] = ()) -> None:
        super().__init__(trees)
        self.lines = tuple(lines)


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
    found = _statements(text, tuple(sorted(dict(macros).items())), frozenset(words))
    return Statements((tree for tree, _ in found), (line for _, line in found))


@lru_cache(maxsize=2048)
def _statements(text: str, macros: tuple[tuple[str, str], ...], words: frozenset[str]) -> tuple[tuple[Syn, int], ...]:
    """Trees never change, and the same text is read again for every claim, reading and format."""
    tokens = expand(tokenize(text), dict(macros))
    items = AtomReader(tokens, words).read_all()
    found = tuple(
        (tree, line) for line, run in _runs(_continued(items)) for tree in (*_fold_run(_repeated(run)), *_labels(run))
    )
    for tree, _ in found:
        _check_depth(tree)
    return found


def _check_depth(tree: Syn) -> None:
    stack = [(tree, 1)]
    while stack:
        node, depth = stack.pop()
        if depth > MAX_DEPTH:
            raise SyntaxProblem("The formula is nested too deeply.", max(node.span[0], 0), "split it with definitions")
        stack.extend((child, depth + 1) for child in node.children)


def _continues(items: list[Item], index: int) -> bool:
    """True if the line break at ``index`` does not end a statement."""
    before = next((item for item in reversed(items[:index]) if item.kind != "row"), None)
    if before is not None and before.kind in ("rel", "op", "sign", "bigop"):
        return True
    line = []
    for item in items[index + 1 :]:
        if item.kind == "row":
            break
        line.append(item)
    if not line or before is None:
        return False
    if line[0].kind == "sign":
        return line[0].value == "+" or not any(item.kind == "rel" for item in line)
    return line[0].kind in ("rel", "op") and line[0].value != "neg"


def _continued(items: list[Item]) -> list[Item]:
    """Remove the line breaks inside statements, and alignment marks."""
    items = [item for item in items if item.kind != "cell"]
    result: list[Item] = []
    for index, item in enumerate(items):
        if item.kind == "row" and _continues(items, index):
            begins_with_relation = index + 1 < len(items) and items[index + 1].kind == "rel"
            while begins_with_relation and result and result[-1].kind in ("comma", "semicolon"):
                result.pop()
            continue
        result.append(item)
    return result


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


def _opens_prose(item: Item) -> bool:
    return item.kind == "operand" and item.node.kind in ("text", "quantifier")


def _runs(items: list[Item]) -> list[tuple[int, list[Item]]]:
    """Cut at rows, semicolons and before prose; each run is a comma list, with the number of its line."""
    runs: list[tuple[int, list[Item]]] = [(0, [])]
    for item in items:
        line, run = runs[-1]
        if item.kind in ("row", "semicolon"):
            runs.append((line + 1, []))
        elif _opens_prose(item) and run and run[-1].kind == "operand" and not _opens_prose(run[-1]):
            runs.append((line, [item]))
        elif _ends_quantifier(item, run):
            run = [replace(i, node=_leading(i.node)) if i.node.kind == "quantifier" else i for i in run]
            runs[-1] = (line, run)
            runs.append((line, []))
        elif _follows_quantifier(item, run):
            runs.append((line, [item]))
        else:
            run.append(item)
    return runs


def _repeated(run: list[Item]) -> list[Item]:
    r"""Repeat the quantifier that a colon ends before each relation: ``\\forall a > 0, b > 0:``."""
    quantifier: Item | None = None
    result: list[Item] = []
    related = dotted = False
    for k, item in enumerate(run):
        if item.kind == "operand" and item.node.kind == "quantifier":
            quantifier, related = (item if item.node.children else None), False
        elif item.kind == "rel":
            related = True
        elif item.kind == "comma" and quantifier is not None and related and k + 1 < len(run):
            following = run[k + 1]
            if following.node.kind == "dots":
                dotted = True
            elif dotted or following.node.kind in ("num", "quantifier"):
                dotted = False
            else:
                result += [item, replace(quantifier, spaced=1)]
                related = False
                continue
        result.append(item)
    return result


def _leading(quantifier: Syn) -> Syn:
    """Mark a quantifier that a colon ends: it governs what follows, not what stands before it."""
    return Syn("quantifier", quantifier.value, (Syn("colon", "", (), quantifier.span),), quantifier.span)


def _follows_quantifier(item: Item, run: list[Item]) -> bool:
    r"""True at the statement behind ``\forall x \in S \quad``.

    Raises:
        SyntaxProblem: It is not certain where the statement begins.
    """
    if not (run and item.spaced and item.kind in ("operand", "bigop") and run[-1].kind == "operand"):
        return False
    part = run[max((k + 1 for k, other in enumerate(run) if other.kind == "comma"), default=0) :]
    related = next((k for k, other in enumerate(part) if other.kind == "rel"), len(part))
    if not any(other.node.kind == "quantifier" for other in run) or related == len(part):
        return False
    complete = related == len(part) - 2 and (part[0].node.kind == "quantifier" or part[related].value == "in")
    if complete or item.spaced == WIDE_SPACE:
        return True
    if item.spaced == 2 and related == len(part) - 2:
        raise SyntaxProblem("It is not certain whether a new statement begins here.", item.start, "write a comma")
    return False


def _ends_quantifier(item: Item, run: list[Item]) -> bool:
    r"""True at the colon of ``\forall x: ...``."""
    return item.node.kind == "colon" and any(other.node.kind == "quantifier" for other in run)


def _check_gaps(run: list[Item]) -> None:
    r"""Refuse ``a = b \\quad c = d``: as one chain it would say ``b c``.

    Raises:
        SyntaxProblem: Two relations with a wide space between them, and no comma.
    """
    parts: list[list[Item]] = [[]]
    for item in run:
        if item.kind == "comma":
            parts.append([])
        else:
            parts[-1].append(item)
    for part in parts:
        for k, item in enumerate(part):
            if item.spaced == WIDE_SPACE and item.kind in ("operand", "bigop") and k and part[k - 1].kind == "operand":
                words = [{i.value for i in side if i.kind == "rel"} - LOGIC for side in (part[:k], part[k:])]
                if all(words) and part[k - 1].node.kind not in ("text", "quantifier"):
                    raise SyntaxProblem("Two relations without a comma between them.", item.start, "write a comma")


def _fold_run(run: list[Item]) -> list[Syn]:
    while run and run[-1].kind == "comma":
        run = run[:-1]
    while run and run[0].kind == "comma" and len(run) > 1:
        run = run[1:]
    if not run:
        return []
    _check_gaps(run)
    spaced = [replace(item, spaced=max(item.spaced, 1)) if k == 0 else item for k, item in enumerate(run)]
    return fold_commas(spaced, inside=False)
