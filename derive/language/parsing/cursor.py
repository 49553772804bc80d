"""A cursor over tokens that knows which brackets are open and sees which bracket comes next."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from derive.errors import SyntaxProblem
from derive.language.lexing import vocabulary as v
from derive.language.lexing.tokens import Token
from derive.language.tree.syntax import Syn

MAX_NESTING = 50


@dataclass(frozen=True, slots=True)
class Delimiter:
    """A bracket at the reading position: its kind, the side it must be on ('L', 'R', 'M' or either), its tokens."""

    kind: str
    side: str
    shown: str
    count: int


@dataclass(frozen=True, slots=True)
class Opening:
    """What is open: a bracket kind, '{', 'env' or 'end' (of the text), and where it was opened."""

    kind: str
    shown: str
    start: int


class Cursor:
    """A cursor over tokens.

    Args:
        tokens: Tokens without macros.
        words: Declared names of several plain letters.

    """

    def __init__(self, tokens: list[Token], words: frozenset[str] = frozenset()) -> None:
        self.tokens = tokens
        self.index = 0
        self.words = words
        self.open: list[Opening] = [Opening("end", "", 0)]
        self.scripted = 0
        self.nesting = 0
        self.run = (0, "")
        """Where the letters that are written as one begin, and these."""

    def _peek(self, offset: int = 0) -> Token:
        return self.tokens[min(self.index + offset, len(self.tokens) - 1)]

    def _next(self) -> Token:
        token = self._peek()
        self.index += 1
        return token

    def _skip_empty(self, count: int) -> None:
        r"""Skip tokens that mean nothing, as ``{}`` and ``{\quad}``; what stands behind keeps its distance."""
        space = max(token.spaced for token in self.tokens[self.index : self.index + count + 1])
        self.index += count
        self.tokens[self.index] = replace(self._peek(), spaced=space)

    def _last_end(self) -> int:
        return self.tokens[min(self.index, len(self.tokens)) - 1].end

    def _nested(self, read: Callable[[], Syn]) -> Syn:
        """Run ``read`` one level deeper."""
        self.nesting += 1
        if self.nesting > MAX_NESTING:
            raise SyntaxProblem("The formula is nested too deeply.", self._peek().start, "split it with definitions")
        node = read()
        self.nesting -= 1
        return node

    def _leaf(self, kind: str, value: str, start: int) -> Syn:
        return Syn(kind, value, (), (start, self._last_end()))

    def _delimiter(self) -> Delimiter | None:
        token = self._peek()
        side, skip = "", 0
        if token.kind == "command" and token.text in v.SIZED:
            side, skip = v.SIZED[token.text], 1
            exact = token.text in ("left", "right")
            token = self._peek(1)
            if exact and token.is_char("."):
                return Delimiter(".", side, f"\\{self._peek().text}.", 2)
        prefix = self._peek().shown() if skip else ""
        name = token.shown() if token.kind in ("command", "char") else ""
        kind = v.OPENING.get(name) or v.CLOSING.get(name)
        count = 1
        if kind is None and name in v.BARS:
            kind = v.BARS[name]
            if name == "|":
                kind, count = self._bars(skip)
                name = kind
        elif kind is None and name in ("<", ">") and prefix in ("\\left", "\\right"):
            kind = "angle"
        elif kind in ("|", "||", "|||") and not side:
            side = "L" if name in v.OPENING else "R"
        if kind is None:
            if skip:
                raise SyntaxProblem(f"{prefix} needs a bracket behind it.", self._peek().start)
            return None
        return Delimiter(kind, side, prefix + name if skip else name, skip + count)

    def _bars(self, skip: int) -> tuple[str, int]:
        """Adjacent plain bars are a norm, unless the first of them closes an absolute value."""
        count = 1
        while count < 3 and self._peek(skip + count).is_char("|") and not self._peek(skip + count).spaced:
            count += 1
        wanted = self.open[-1].kind
        if wanted in ("|", "||", "|||"):
            count = min(count, len(wanted)) if count >= len(wanted) else count
        elif count == 3 and not self._triple_closes(skip):
            count = 2
        elif count == 2 and self._opens_two(skip):
            count = 1
        return "|" * count, count

    def _opens_two(self, skip: int) -> bool:
        """Whether two bars open two absolute values, as in ``||a| - |b||`` and ``||a| - b|``, where no norm can stand.

        The next single bar closes: it stands behind an operand and in front of an operator. The one behind it opens, in front
        of an operand and behind an operator, or no two bars follow that close a norm.
        """
        first = self.index + skip + 2
        places = [k for k in range(first, len(self.tokens)) if self.tokens[k].is_char("|")]
        if len(places) < 2 or places[0] == first or places[1] == places[0] + 1:
            return False
        if self._is_operator(places[0] - 1) or not self._is_operator(places[0] + 1):
            return False
        pairs = any(b == a + 1 and not self.tokens[b].spaced for a, b in zip(places, places[1:], strict=False))
        return self._is_operator(places[1] - 1) or not pairs

    def _is_operator(self, place: int) -> bool:
        token = self.tokens[place]
        if token.kind == "command":
            return token.text in v.OPERATORS or token.text in v.RELATIONS
        return token.kind == "char" and token.text in "+-*/=<>"

    def _triple_closes(self, skip: int) -> bool:
        bars = 0
        for token in self.tokens[self.index + skip + 3 :]:
            bars = bars + 1 if token.is_char("|") and not token.spaced else 0
            if bars == 3:
                return True
        return False
