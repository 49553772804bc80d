"""Reading rows of items up to the bracket that closes them, and bracketed groups."""

from __future__ import annotations

from abc import ABC, abstractmethod

from derive.errors import SyntaxProblem
from derive.language.lexing import vocabulary as v
from derive.language.parsing.cursor import Cursor, Delimiter, Opening
from derive.language.parsing.folding import Item, fold_list
from derive.language.parsing.gaps import check_gaps, spaced_row
from derive.language.parsing.item import stand_apart
from derive.language.parsing.layout import columns
from derive.language.parsing.trailing import fold_quantified
from derive.language.tree.syntax import Syn

CLOSERS = frozenset(
    prefix + name for name in v.CLOSING for prefix in ("", *(f"\\{size}" for size in v.SIZED))
)  # fmt: skip


class RowReader(Cursor, ABC):
    """Reads rows; what stands in a row is read by a subclass."""

    @abstractmethod
    def _item(self, items: list[Item]) -> Item | None:
        """Read the next item of a row, None if it means nothing."""

    def read_all(self) -> list[Item]:
        """Read everything."""
        return self._row()

    def _row(self) -> list[Item]:
        """Read items up to the closer of the innermost open bracket, which is not consumed."""
        items: list[Item] = []
        while not self._at_closer(items):
            if self._peek().is_char(".") and not self._stops_line():
                token = self._peek()
                raise SyntaxProblem("A stray '.' in the formula.", token.start, "a full stop may only end a statement")
            item = self._item(items)
            if item is not None:
                items.append(item)
        return self._without_breaks(items)

    def _stops_line(self) -> bool:
        token, following = self._peek(), self._peek(1)
        if following.is_char("."):
            return True
        return token.is_char(".") and (following.kind in ("finish", "row", "end") or following.is_char("&"))

    def _at_closer(self, items: list[Item]) -> bool:
        inner, token = self.open[-1], self._peek()
        if token.kind == "finish":
            if inner.kind != "end":
                raise SyntaxProblem(f"{inner.shown!r} opened here is never closed.", inner.start)
            return True
        if token.kind in ("close", "end"):
            if inner.kind == ("{" if token.kind == "close" else "env"):
                return True
            if inner.kind == "end":
                raise SyntaxProblem(f"{token.shown()!r} closes nothing.", token.start)
            raise SyntaxProblem(f"{inner.shown!r} opened here is not closed before {token.shown()!r}.", inner.start)
        delimiter = self._delimiter()
        if delimiter is None or not self._closes(delimiter, items):
            return False
        if inner.kind == delimiter.kind or delimiter.side == "R" and "." in (delimiter.kind, inner.kind):
            return True
        if {inner.kind, delimiter.kind} == {"(", "["}:
            return True
        if inner.kind == "end":
            raise SyntaxProblem(f"{delimiter.shown!r} closes nothing.", token.start)
        bars = inner.kind == "||" and delimiter.kind in ("(", "[")
        raise SyntaxProblem(
            f"{inner.shown!r} opened here is not closed before {delimiter.shown!r}.",
            inner.start,
            v.DIVERGENCE if bars else None,
        )

    def _closes(self, delimiter: Delimiter, items: list[Item]) -> bool:
        if delimiter.side in ("L", "M"):
            return False
        if delimiter.side == "R":
            return True
        if delimiter.kind not in ("|", "||", "|||"):
            return self._peek(delimiter.count - 1).kind != "finish" and delimiter.shown in CLOSERS
        done = bool(items) and (items[-1].kind == "operand" or len(items) == 1 and items[0].kind == "op")
        done = done or (bool(items) and items[-1].kind == "bigop" and self.scripted > 0)
        # What \left opened only \right closes: a plain bar behind an operand opens an inner norm.
        return self.open[-1].kind == delimiter.kind and done and not self.open[-1].shown.startswith("\\left")

    def _without_breaks(self, items: list[Item]) -> list[Item]:
        """Inside brackets a line break is layout, but only next to an operator: elsewhere it could be a lost bracket."""
        if self.open[-1].kind in ("end", "env"):
            return items
        for index, item in enumerate(items):
            around = items[max(index - 1, 0) : index] + items[index + 1 : index + 2]
            if item.kind == "row" and all(other.kind == "operand" for other in around):
                raise SyntaxProblem("A line break inside brackets.", item.start, f"is {self.open[-1].shown!r} closed?")
        kept = [item for item in items if item.kind != "row"]
        return columns(kept) if any(item.kind == "cell" for item in kept) else kept

    def _inside(self, opening: Opening) -> list[Item]:
        """Read a row with ``opening`` on the stack; its closer is not consumed."""
        self.open.append(opening)
        items = self._row()
        if stand_apart(items):
            check_gaps(items)
        self.open.pop()
        return items

    def _lines(self, opening: Opening) -> list[list[Item]]:
        """Read up to the closer, cut at line breaks."""
        self.open.append(opening)
        lines: list[list[Item]] = [[]]
        items = self._row()
        self.open.pop()
        for item in items:
            if item.kind == "row":
                lines.append([])
            else:
                lines[-1].append(item)
        return lines

    def _bracket(self, delimiter: Delimiter) -> Syn:
        """Read a bracketed group from its opener to its closer."""
        start = self._peek().start
        self.index += delimiter.count
        self.open.append(Opening(delimiter.kind, delimiter.shown, start))
        items = self._row()
        closer = self._delimiter()
        self.open.pop()
        if closer is None:
            raise SyntaxProblem(f"{delimiter.shown!r} opened here is never closed.", start)
        self.index += closer.count
        content = self._content(items, delimiter.kind)
        kind = self._group_kind(delimiter, closer, content, start)
        if kind == "cases":
            return Syn("matrix", "cases", content.children, (start, self._last_end()))
        return Syn("group", kind, (content,), (start, self._last_end()))

    def _content(self, items: list[Item], kind: str) -> Syn:
        """Fold what stands in a bracket: a quantified statement, a row of entries, or anything else."""
        found = None
        if kind in ("(", "["):
            said = any(item.node.kind in ("quantifier", "text") for item in items)
            found = fold_quantified(items) if said else None
            if found is None and stand_apart(items):
                found = spaced_row(items, square=kind == "[")
        if found is not None:
            return found
        if stand_apart(items):
            check_gaps(items)
        return fold_list(items)

    def _group_kind(self, opener: Delimiter, closer: Delimiter, content: Syn, start: int) -> str:
        if opener.kind == closer.kind == ".":
            if content.kind in ("frac", "name", "script", "group", "num", "matrix", "sqrt"):
                return "{"
            raise SyntaxProblem("These brackets are invisible on both sides.", start, "write (...) or leave them out")
        if opener.kind == closer.kind:
            return opener.kind
        if closer.kind == "." and content.kind == "matrix" and opener.kind == "set":
            return "cases"
        if opener.kind == "." and closer.kind in ("|", "]"):
            return "eval"
        if (opener.kind, closer.kind) in (("(", "["), ("[", "(")) and content.kind == "list":
            return "(]" if opener.kind == "(" else "[)"
        raise SyntaxProblem(f"{opener.shown!r} opened here is closed by {closer.shown!r}.", start)

    def _is_mid(self, delimiter: Delimiter, items: list[Item]) -> bool:
        """A bar inside a set or a script, with no partner before that ends, is 'such that' or 'given'."""
        if delimiter.side == "M":
            return True
        kinds = ("set", "(", "{") if self.scripted else ("set", "(")
        if delimiter.kind != "|" or delimiter.side or self.open[-1].kind not in kinds or not items:
            return False
        depth = 0
        for token in self.tokens[self.index + delimiter.count :]:
            name = token.shown()
            if depth == 0 and name in v.BARS and v.BARS[name] == "|":
                return False
            opens = token.kind == "open" or name in v.OPENING
            closes = token.kind == "close" or name in v.CLOSING
            if closes and depth == 0:
                return True
            depth += opens - closes
        return False
