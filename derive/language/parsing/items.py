"""Reading the items of a row: operands, operators, relations, big operators with their limits."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile

from derive.errors import SyntaxProblem
from derive.language.lexing import vocabulary as v
from derive.language.lexing.tokens import Token
from derive.language.parsing.cursor import Delimiter
from derive.language.parsing.folding import EMPTY, Item, fold_commas, fold_term, head, is_open_derivative, operand
from derive.language.parsing.lattice import SIGNS
from derive.language.parsing.relation_labels import defines, independent, refers
from derive.language.parsing.rows import CLOSERS, RowReader
from derive.language.tree.numerals import is_transposed_one
from derive.language.tree.script_marks import PLUS, without_plus
from derive.language.tree.syntax import Syn

BETWEEN_TERMS = ("sign", "rel", "comma", "semicolon", "row", "cell")
LOGICAL_WORDS = {
    "or": "or",
    "and": "and",
    "then": "implies",
    "implies": "implies",
    "implies that": "implies",
    "only if": "implies",
    "if and only if": "iff",
    "iff": "iff",
}


def _drop_if(items: list[Item], length: int) -> bool:
    r"""Remove the ``\text{if}`` that a ``then`` belongs to; whether there was one in the last ``length`` items."""
    for k in range(len(items) - length, len(items)):
        node = items[k].node
        if items[k].kind == "operand" and node.kind == "text" and node.value.strip(" ,~").lower() == "if":
            del items[k]
            _join_premises(items, k)
            return True
    return False


def _join_premises(items: list[Item], at: int) -> None:
    r"""Join what commas separate between ``if`` and ``then``.

    Raises:
        SyntaxProblem: It is not certain what the commas mean.
    """
    parts: list[list[Item]] = [[]]
    for item in items[at:]:
        if item.kind in ("comma", "semicolon"):
            parts.append([])
        else:
            parts[-1].append(item)
    while parts and not parts[-1]:
        parts.pop()
    if len(parts) < 2:
        return
    words = {item.value for part in parts for item in part if item.kind == "rel"}
    if words & {"or", "implies", "iff"} or any(all(item.kind != "rel" for item in part) for part in parts):
        raise SyntaxProblem(
            "It is not certain what this comma between 'if' and 'then' joins.", items[at].start, "write \\text{and}"
        )
    while items[-1].kind in ("comma", "semicolon"):
        items.pop()
    spaced = [replace(item, spaced=max(item.spaced, 1)) if k == 0 else item for k, item in enumerate(items[at:])]
    premises = fold_commas([replace(i, kind="comma") if i.kind == "semicolon" else i for i in spaced], inside=False)
    span = (items[at].start, items[-1].end)
    words = " ".join("and" for _ in premises[1:])
    items[at:] = [operand(Syn("relation", words, tuple(premises), span) if words else premises[0])]


class ItemReader(RowReader):
    """Reads items; atoms, arguments and scripts are read by a subclass."""

    @abstractmethod
    def _atom(self) -> Syn:
        """Read one atom without its scripts."""

    @abstractmethod
    def _argument(self, owner: Token, single_digit: bool = True) -> Syn:
        """Read the argument of a command."""

    @abstractmethod
    def _script_argument(self, mark: Token) -> Syn:
        """Read what stands behind ``_`` or ``^``."""

    @abstractmethod
    def _scripts(self, node: Syn) -> Syn:
        """Attach subscripts, superscripts and primes to a finished atom."""

    def _is_evaluation(self, delimiter: Delimiter, items: list[Item]) -> bool:
        r"""Whether a bar behind an operand says where, as ``f(t) \big|_{t = 0}`` does: no bar opens with a subscript."""
        behind = bool(items) and items[-1].kind == "operand"
        return behind and (delimiter.kind, delimiter.side) == ("|", "") and self._peek(delimiter.count).is_char("_")

    def _evaluation(self, delimiter: Delimiter, items: list[Item]) -> Item:
        """Take the term in front of an evaluation bar off the items, or the derivative whose operand stands behind it."""
        start = next((k + 1 for k in range(len(items) - 1, -1, -1) if items[k].kind in BETWEEN_TERMS), 0)
        if is_open_derivative(items[-1].node):
            start = len(items) - 1  # what it differentiates stands behind the bar
        term = fold_term(items[start:])
        del items[start:]
        self.index += delimiter.count
        group = Syn("group", "eval", (term,), (term.span[0], self._last_end()))
        return operand(self._scripts(group))

    def _item(self, items: list[Item]) -> Item | None:
        delimiter = self._delimiter()
        if delimiter is not None:
            token = self._peek()
            if self._is_mid(delimiter, items):
                self.index += delimiter.count
                return Item("op", "mid", token.start, self._last_end())
            if self._is_evaluation(delimiter, items):
                return self._evaluation(delimiter, items)
            return operand(self._scripts(self._nested(lambda: self._bracket(delimiter))), token.spaced)
        token = self._peek()
        if token.kind == "char":
            found = self._char_item(token)
            if found is not None:
                return found if found.kind != "nothing" else None
        if token.kind == "row":
            self.index += 1
            return Item("row", "", token.start, token.end)
        word = self._logical_word(token, items)
        if word is not None:
            self.index += 1
            while items and items[-1].kind in ("comma", "semicolon"):
                items.pop()  # ``x \le 1, \text{ or } x \ge 2`` is one statement
            return Item("rel", word, token.start, token.end)
        if token.kind == "command":
            found = self._command_item(token, items)
            if found is not None and found.value == "cdot" and (not items or items[-1].kind not in ("operand", "row")):
                # f(\cdot, y), \|\cdot - y\|: a placeholder
                return operand(Syn("name", ":cdot", (), (token.start, token.end)), token.spaced)
            if found is not None:
                return found
        start = self.index
        node = self._nested(self._atom)
        if node.kind == "bigop":
            return self._bigop_item(node, token)
        if node.kind == "empty" and not (self._peek().is_char("_") or self._peek().is_char("^")):
            skipped, self.index = self.index - start, start
            self._skip_empty(skipped)
            return None
        found = operand(self._scripts(node), token.spaced)
        self._check_digits(found, items)
        return found

    def _check_digits(self, item: Item, items: list[Item]) -> None:
        """Refuse ``10 000`` and, outside of brackets, ``1,000``: one number or two.

        Raises:
            SyntaxProblem: A number stands next to another one.
        """
        base = head(item.node)
        if base.kind != "num" or not items or self.scripted:
            return
        before = items[-1].node if items[-1].kind == "operand" else None
        if before is not None and before.kind == "num" and not (before.value == "1" and is_transposed_one(item.node)):
            raise SyntaxProblem(
                "Two numbers next to each other.", item.start, "write 10{,}000, or \\cdot for a product"
            )
        grouped = len(items) > 1 and items[-1].kind == "comma" and not item.spaced and items[-2].node.kind == "num"
        if grouped and base is item.node and self.open[-1].kind in ("end", "{", "||", "|") and len(base.value) == 3:
            raise SyntaxProblem(
                "This comma may separate digits or numbers.", item.start, "write 1{,}000, or a blank behind it"
            )

    def _logical_word(self, token: Token, items: list[Item]) -> str | None:
        r"""Return the relation that a word between two relations stands for.

        ``and`` joins what stands in one statement with another logical word (``A \text{ and } B \implies C``); two claims
        of one line stay two.
        """
        if token.kind != "text" or not items or self.scripted:
            return None
        word = LOGICAL_WORDS.get(token.text.strip(" ,~"))
        if items[-1].kind == "row" and word == "and":
            return None
        line = list(takewhile(lambda item: item.kind != "row", reversed(items)))
        if word == "implies" and token.text.strip(" ,~") == "then" and not _drop_if(items, len(line)):
            return None
        if word == "and" and not any(i.kind == "rel" and i.value in v.LOGIC for i in line) and not self._logic_ahead():
            return None
        return word

    def _logic_ahead(self) -> bool:
        """Return whether another logical word follows in the statement, also on a line that goes on with it."""
        for k, t in enumerate(self.tokens[self.index + 1 :], start=self.index + 2):
            if t.kind == "row":
                following = self.tokens[k] if k < len(self.tokens) else t
                if not self._is_logical(following):
                    return False
            elif self._is_logical(t):
                return True
        return False

    @staticmethod
    def _is_logical(token: Token) -> bool:
        if token.kind == "command":
            return v.RELATIONS.get(token.text) in v.LOGIC
        return token.kind == "text" and LOGICAL_WORDS.get(token.text.strip(" ,~"), "and") != "and"

    def _bigop_item(self, node: Syn, token: Token) -> Item:
        node = self._limits(node)
        delimiter = self._delimiter()
        bare = node.value in v.EXTREMA and node.children[0].kind == "empty" and node.children[1].kind == "empty"
        if bare and delimiter is not None and delimiter.side != "R" and delimiter.kind in ("(", "[", "set"):
            if delimiter.shown not in CLOSERS:
                body = self._nested(lambda: self._bracket(delimiter))
                node = Syn("bigop", node.value, (*node.children[:2], body), (token.start, self._last_end()))
                return operand(self._scripts(node), token.spaced)
        return Item("bigop", "", *node.span, node, token.spaced)

    def _limits(self, node: Syn) -> Syn:
        sub, sup = node.children[:2]
        while self._peek().is_char("_") or self._peek().is_char("^"):
            mark = self._next()
            slot = sub if mark.text == "_" else sup
            if slot.kind != "empty":
                raise SyntaxProblem(f"A second {mark.text!r} at one operator.", mark.start)
            if mark.text == "_":
                sub = without_plus(self._script_argument(mark))
            else:
                sup = without_plus(self._script_argument(mark))
        return Syn("bigop", node.value, (sub, sup, EMPTY), (node.span[0], self._last_end()))

    def _char_item(self, token: Token) -> Item | None:
        text = token.text
        plain = {",": ("comma", ""), ";": ("semicolon", ""), "+": ("sign", "+"), "-": ("sign", "-"), "=": ("rel", "="),
                 "<": ("rel", "<"), ">": ("rel", ">"), "/": ("slash", ""), "*": ("op", "ast"), "&": ("cell", "")}  # fmt: skip
        if text == ":" and self._peek(1).is_char("="):
            self.index += 2
            return Item("rel", "assign", token.start, self._last_end())
        if text == "=" and self._peek(1).is_char(":"):
            self.index += 2
            return Item("rel", "defines", token.start, self._last_end())
        if text == ".":
            if self._peek(1).is_char("."):
                self.index += 3 if self._peek(2).is_char(".") else 2
                return operand(Syn("dots", "ldots", (), (token.start, self._last_end())), token.spaced)
            if self._stops_line():
                self.index += 1
                return Item("nothing", "", token.start, token.end)
        if text in plain:
            self.index += 1
            kept = PLUS if text == "+" and self.scripted else EMPTY
            return Item(*plain[text], token.start, token.end, kept, token.spaced)
        return None

    def _command_item(self, token: Token, items: Sequence[Item] = ()) -> Item | None:
        name = token.text
        if name == "not":
            self.index += 1
            following = self._plain_relation()
            if following is None or following.value.startswith("!"):
                raise SyntaxProblem("\\not needs a relation behind it.", token.start)
            word = "!=" if following.value == "=" else "!" + following.value
            return Item("rel", word, token.start, following.end)
        if name == "notin":
            self.index += 1
            return Item("rel", "!in", token.start, token.end)
        if name in v.NEGATIONS:
            self.index += 1
            return Item("op", "neg", token.start, token.end)
        if name == "perp" and items and items[-1].kind == "operand" and not self.scripted:
            self.index += 1
            return Item("rel", "perp", token.start, token.end)
        if name in v.RELATIONS:
            self.index += 1
            sign = Syn("name", f":{name}", (), (token.start, token.end)) if name in SIGNS else EMPTY
            return Item("rel", v.RELATIONS[name], token.start, token.end, sign)
        if name in v.OPERATORS:
            self.index += 1
            if v.OPERATORS[name] == "slash":
                return Item("slash", "", token.start, token.end, spaced=token.spaced)
            return Item("op", v.OPERATORS[name], token.start, token.end)
        if name in ("mathrel", "mathbin"):
            return self._braced_mark(token)
        if name in ("stackrel", "overset"):
            return self._labelled_relation(token)
        if name == "xrightarrow":
            return self._labelled_arrow(token)
        if name in ("colon", "vcentcolon") and self._peek(1).is_char("="):
            self.index += 2
            return Item("rel", "assign", token.start, self._last_end())
        return None

    def _plain_relation(self) -> Item | None:
        """Read a relation that is one command or character, None if there is none."""
        token = self._peek()
        if token.kind == "char" and token.text in "=<>:":
            item = self._char_item(token)
            return item if item is not None and item.kind == "rel" else None
        return self._command_item(token) if token.kind == "command" and token.text in v.RELATIONS else None

    def _labelled_arrow(self, token: Token) -> Item:
        """Read an arrow with a label above (in braces) or below (in square brackets); the label is kept."""
        self.index += 1
        below = EMPTY
        delimiter = self._delimiter()
        if delimiter is not None and delimiter.kind == "[":
            below = self._nested(lambda: self._bracket(delimiter)).children[0]
        above = self._argument(token)
        labels = [label for label in (above, below) if label.kind != "empty"]
        if len(labels) > 1 or any(label.kind != "relation" for label in labels):
            raise SyntaxProblem(
                "The label of this arrow is not read.", token.start, "write \\to and 'as n \\to \\infty'"
            )
        return Item("rel", "to", token.start, self._last_end(), labels[0] if labels else EMPTY)

    def _labelled_relation(self, token: Token) -> Item:
        """Read a relation with a label above: a reference, ``def``, or where the arrow of a limit leads."""
        self.index += 1
        label = self._label(token)
        braced = self._peek().kind == "open"
        self.index += braced
        following = self._plain_relation()
        if following is None or (braced and self._next().kind != "close"):
            raise SyntaxProblem(f"\\{token.text} is read over a relation only.", token.start)
        if following.value == "to" and label.kind == "relation" and label.value == "to":
            return replace(following, start=token.start, node=label)
        if following.value == "=" and defines(label):
            return replace(following, value="assign", start=token.start)
        if following.value == "sim" and independent(label):
            return replace(following, value="sim-iid", start=token.start)
        if not refers(label):
            raise SyntaxProblem(
                "The label of this relation may change what it says.",
                token.start,
                "write a reference such as (a), or leave it out",
            )
        return replace(following, start=token.start)

    def _label(self, token: Token) -> Syn:
        """Read the label of a relation, where a full stop may end an abbreviation."""
        if self._peek().kind == "open":
            inner = self._peek(1)
            if inner.kind == "text" and self._peek(2).kind == "close":
                self.index += 3
                return Syn("text", inner.text, (), (inner.start, inner.end))
            depth, at = 0, self.index
            while self.tokens[at].kind != "finish":
                depth += (self.tokens[at].kind == "open") - (self.tokens[at].kind == "close")
                if depth == 0:
                    break
                if self.tokens[at].is_char(".") and self.tokens[at + 1].kind == "close":
                    del self.tokens[at]
                at += 1
        return self._argument(token)

    def _is_raised_colon(self) -> bool:
        r"""Take ``{\mathop:}=`` or ``{\vcenter{:}}=`` behind ``\mathrel``; return whether it stands there."""
        at = self.index
        while self.tokens[at].kind == "open" or self.tokens[at].text in ("mathop", "vcenter", "ordinarycolon"):
            at += 1
        colon = self.tokens[at].is_char(":")
        while colon and self.tokens[at + 1].kind == "close":
            at += 1
        if not colon or at + 1 <= self.index + 1 or not self.tokens[at + 1].is_char("="):
            return False
        if self.tokens[at].kind != "close":
            return False
        self.index = at + 2
        return True

    def _braced_mark(self, token: Token) -> Item | None:
        r"""Read ``\mathrel{=}`` or ``\mathbin{+}``; None if no single mark stands in the braces."""
        start = self.index
        self.index += 1
        if self._is_raised_colon():
            return Item("rel", "assign", token.start, self._last_end(), EMPTY, token.spaced)
        if self._peek().kind == "open":
            self.index += 1
            inner = self._peek()
            item = self._char_item(inner) if inner.kind == "char" else None
            item = self._command_item(inner) if inner.kind == "command" else item
            if item is not None and item.kind in ("rel", "op", "sign") and self._peek().kind == "close":
                self.index += 1
                return replace(item, start=token.start, end=self._last_end(), spaced=token.spaced)
        self.index = start
        return None
