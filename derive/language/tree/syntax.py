"""The syntax tree: LaTeX as it is written, before names and shapes are known.

The parser decides nothing that needs a symbol table: ``F(X)`` is a juxtaposition of ``F`` and a group, ``W_V`` is a
name with a subscript, ``A_{i,j}`` likewise.  The elaborator decides.  Every node keeps its span in the source, so that
errors point at it and repairs can be shown as a diff of the LaTeX.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache

KINDS: dict[str, str] = {
    "num": "value: decimal text ('0.5', '12')",
    "name": "value: 'style:base' with style '' | bf | rm | cal | bb | hat | tilde | bar ... (may nest, 'hat.bf:X'); "
    "base a letter, a Greek command without backslash, or a word of \\operatorname, \\mathrm, \\text with > 1 letters",
    "script": "base with subscript and/or superscript: children (base, sub, sup), absent ones are `empty` nodes; value '^_' if the "
    "superscript is written first (A^2_{ij}), else empty",
    "empty": "absent child",
    "group": "value: '(' '[' '{' '|' '||' '|||' 'angle' 'floor' 'ceil': delimited child; '{' are the invisible braces; "
    "'set' \\{ \\}; '(]' '[)' half-open intervals; 'eval' \\left. f \\right| (its subscript says where)",
    "list": "children separated by commas (arguments, subscripts i,j) or semicolons; value: ',' or ';'; 'perp' inside the 'angle' that x \\perp y stands for",
    "colon": "a bare ':' (in subscripts A_{i,:})",
    "juxt": "children written next to each other: product, application, differentials; left to right; value 'spaced' for "
    "factors in a bracket with space between them, which may be the entries of a row",
    "frac": "children (numerator, denominator); value 'frac' | '/' (inline slash)",
    "sqrt": "children (radicand,) or (radicand, degree)",
    "add": "children are the terms; value: one sign per child, e.g. '+-+'",
    "infix": "value: 'otimes' 'odot' 'circ' 'cdot' 'times' 'div' 'oplus' 'ast' 'pm' 'setminus' 'cup' 'cap' 'mid'; two children "
    "(an operator without left side, ^{\\circ 2}, has an `empty` left child; left associative, precedence: cdot/times/juxtaposition > odot/circ > otimes > sum)",
    "bigop": "value: 'sum' 'prod' 'max' 'min' 'sup' 'inf' 'argmax' 'argmin' 'lim' 'limsup' 'liminf' 'int' 'bigoplus' 'bigcup'; "
    "children (sub, sup, body); governs the product to its right; `empty` body if nothing follows",
    "function": "value: 'diag' 'Diag' 'vec' 'vec_r' 'tr' 'det' 'softmax' 'exp' 'log' 'rank' 'blockdiag' ... a built-in word written "
    "as a command or operator name, without its argument (the argument is the next factor of the juxt); may be base of script",
    "matrix": "value: environment without 'matrix' prefix letter ('p' 'b' 'v' '' 'cases' 'array'); children: `list` nodes with value '&', one per row",
    "dots": "value: 'cdots' 'vdots' 'ddots' 'ldots'",
    "prime": "child; value number of primes (f')",
    "postfix": "child; value '!', a mark behind an operand to which notations give a meaning",
    "partial": "\\partial or differential d before an operand; value: 'partial' | 'd' | 'nabla'; used inside juxt",
    "relation": "chain: children are the sides, value: space-separated relation words between them (= != <= < >= > in to implies iff "
    "assign approx sim propto subset ll gg equiv mapsto, and or, preceq succeq prec succ cong lesssim gtrsim); implies, iff, or, and bind looser: their sides may be relations",
    "quantifier": "value 'forall' | 'exists'",
    "not": "child: a negated relation",
    "quantified": "children: a statement and the quantifiers (or conditions) that govern it, inside another statement",
    "text": "value: words of \\text{...} that are no name",
    "star": "a star in a superscript",
    "top": "a transpose mark: \\top, \\intercal or T in a superscript; value: 'T' for the italic letter, which may be a declared number",
}


SPACED = "spaced"
"""The value of a product that may be a row: ``[A \\; B]``."""
BEHIND = "behind"
"""The value of a quantified side whose conditions stand behind it without brackets."""


@dataclass(frozen=True, slots=True)
class Syn:
    """A syntax node.

    Attributes:
        kind: One of `KINDS`.
        value: See `KINDS`; empty if the kind needs none.
        children: Sub-nodes.
        span: (start, end) offsets in the source text; (-1, -1) for nodes made by a repair.
    """

    kind: str
    value: str = ""
    children: tuple[Syn, ...] = ()
    span: tuple[int, int] = (-1, -1)
    _marks: frozenset[str] | None = field(default=None, init=False, repr=False, compare=False)

    @property
    def marks(self) -> frozenset[str]:
        """What occurs in the tree, the marks of each of its nodes (`_marks_of`): who looks for something else is not asked."""
        if self._marks is None:
            found = frozenset(mark for node in self.nodes() for mark in _marks_of(node))
            object.__setattr__(self, "_marks", found)
            return found
        return self._marks

    def same(self, other: Syn) -> bool:
        """Equality without spans."""
        return (
            self.kind == other.kind
            and (self.value == other.value or self.kind == "top")
            and len(self.children) == len(other.children)
            and all(a.same(b) for a, b in zip(self.children, other.children, strict=True))
        )

    def walk(self) -> Iterator[tuple[tuple[int, ...], Syn]]:
        """Yield (path, node) for every node, parents first."""
        stack: list[tuple[tuple[int, ...], Syn]] = [((), self)]
        while stack:
            path, node = stack.pop()
            yield path, node
            children = node.children
            for k in range(len(children) - 1, -1, -1):
                stack.append(((*path, k), children[k]))

    def nodes(self) -> Iterator[Syn]:
        """Yield every node, parents first."""
        stack = [self]
        while stack:
            node = stack.pop()
            yield node
            stack.extend(node.children[::-1])

    def at(self, path: tuple[int, ...]) -> Syn:
        """Return the node at a path: the number of a child at every step."""
        node = self
        for k in path:
            node = node.children[k]
        return node

    def replace(self, path: tuple[int, ...], edit: Callable[[Syn], Syn]) -> Syn:
        """Return the tree with the node at ``path`` edited."""
        if not path:
            return edit(self)
        children = list(self.children)
        children[path[0]] = children[path[0]].replace(path[1:], edit)
        return Syn(self.kind, self.value, tuple(children), self.span)


def _marks_of(node: Syn) -> tuple[str, ...]:
    r"""The marks of a node: its kind, this with its value and with each relation of a chain, which is a ``chain``.

    A group is one ``of`` the kind in it. A name has its ``letter`` and its ``style``; a script that is no ``empty`` node is a ``script _`` or ``script ^``, one of a script ``script twice``.
    """
    found = _named(node.kind, node.value)
    if node.kind == "group" and node.children:
        found += (f"group of {node.children[0].kind}",)
    if node.kind == "script":
        parts = zip(("script _", "script ^"), node.children[1:], strict=False)
        found += tuple(mark for mark, part in parts if part.kind != "empty")
        found += ("script twice",) if node.children[0].kind == "script" else ()
    return found


@lru_cache(maxsize=4096)
def _named(kind: str, value: str) -> tuple[str, ...]:
    words = value.split() if kind == "relation" else []
    chain = ("chain", *(f"{kind} {word}" for word in words)) if len(words) > 1 else ()
    styles, _, letter = value.rpartition(":") if kind == "name" else ("", "", "")
    named = (f"letter {letter}", *(f"style {style}" for style in styles.split("."))) if letter else ()
    return (kind, f"{kind} {value}", *chain, *named)
