"""Reading operands: names, words, brackets, scripts, fractions, matrices, big operators.

`AtomReader` turns tokens into rows of `folding.Item`; `folding` turns rows into trees.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from difflib import get_close_matches

from derive.errors import SyntaxProblem
from derive.language import vocabulary as v
from derive.language.folding import EMPTY, Item, fold_list, head, operand
from derive.language.syntax import Syn
from derive.language.tokens import Token

MAX_NESTING = 50

_TRANSPOSED = frozenset({":T", "rm:T", "sf:T", "tt:T"})
_SCRIPT_SYMBOLS = frozenset({"ast", "star"})


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


class AtomReader:
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

    # --- rows --------------------------------------------------------------------------------------------------------

    def read_all(self) -> list[Item]:
        """Read everything."""
        return self._row()

    def _peek(self, offset: int = 0) -> Token:
        return self.tokens[min(self.index + offset, len(self.tokens) - 1)]

    def _next(self) -> Token:
        token = self._peek()
        self.index += 1
        return token

    def _last_end(self) -> int:
        return self.tokens[min(self.index, len(self.tokens)) - 1].end

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
        raise SyntaxProblem(f"{inner.shown!r} opened here is not closed before {delimiter.shown!r}.", inner.start)

    def _closes(self, delimiter: Delimiter, items: list[Item]) -> bool:
        if delimiter.side in ("L", "M"):
            return False
        if delimiter.side == "R":
            return True
        if delimiter.kind not in ("|", "||", "|||"):
            return self._peek(delimiter.count - 1).kind != "finish" and delimiter.shown in _CLOSERS
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
        return [item for item in items if item.kind not in ("row", "cell")]

    def _inside(self, opening: Opening) -> list[Item]:
        """Read a row with ``opening`` on the stack; its closer is not consumed."""
        self.open.append(opening)
        items = self._row()
        self.open.pop()
        return items

    # --- delimiters --------------------------------------------------------------------------------------------------

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
        return "|" * count, count

    def _triple_closes(self, skip: int) -> bool:
        bars = 0
        for token in self.tokens[self.index + skip + 3 :]:
            bars = bars + 1 if token.is_char("|") and not token.spaced else 0
            if bars == 3:
                return True
        return False

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
        content = fold_list(items)
        kind = self._group_kind(delimiter, closer, content, start)
        if kind == "cases":
            return Syn("matrix", "cases", content.children, (start, self._last_end()))
        return Syn("group", kind, (content,), (start, self._last_end()))

    def _group_kind(self, opener: Delimiter, closer: Delimiter, content: Syn, start: int) -> str:
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
        """A bar inside a set, with no partner before the set ends, is 'such that'."""
        if delimiter.side == "M":
            return True
        if delimiter.kind != "|" or delimiter.side or self.open[-1].kind not in ("set", "(") or not items:
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

    # --- items -------------------------------------------------------------------------------------------------------

    def _item(self, items: list[Item]) -> Item | None:
        delimiter = self._delimiter()
        if delimiter is not None:
            token = self._peek()
            if self._is_mid(delimiter, items):
                self.index += delimiter.count
                return Item("op", "mid", token.start, self._last_end())
            return operand(self._scripts(self._nested(lambda: self._bracket(delimiter))), token.spaced)
        token = self._peek()
        if token.kind == "char":
            found = self._char_item(token)
            if found is not None:
                return found if found.kind != "nothing" else None
        if token.kind == "row":
            self.index += 1
            return Item("row", "", token.start, token.end)
        if token.kind == "command":
            found = self._command_item(token)
            if found is not None and found.value == "cdot" and (not items or items[-1].kind not in ("operand", "row")):
                # f(\cdot, y), \|\cdot - y\|: a placeholder
                return operand(Syn("name", ":cdot", (), (token.start, token.end)), token.spaced)
            if found is not None:
                return found
        node = self._nested(self._atom)
        if node.kind == "bigop":
            return self._bigop_item(node, token)
        if node.kind == "empty" and not (self._peek().is_char("_") or self._peek().is_char("^")):
            return None
        return operand(self._scripts(node), token.spaced)

    def _bigop_item(self, node: Syn, token: Token) -> Item:
        node = self._limits(node)
        delimiter = self._delimiter()
        bare = node.value in v.EXTREMA and node.children[0].kind == "empty" and node.children[1].kind == "empty"
        if bare and delimiter is not None and delimiter.side != "R" and delimiter.kind in ("(", "[", "set"):
            if delimiter.shown not in _CLOSERS:
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
                sub = self._script_argument(mark)
            else:
                sup = self._script_argument(mark)
        return Syn("bigop", node.value, (sub, sup, EMPTY), (node.span[0], self._last_end()))

    def _char_item(self, token: Token) -> Item | None:
        text = token.text
        plain = {",": ("comma", ""), ";": ("semicolon", ""), "+": ("sign", "+"), "-": ("sign", "-"), "=": ("rel", "="),
                 "<": ("rel", "<"), ">": ("rel", ">"), "/": ("slash", ""), "*": ("op", "ast"), "&": ("cell", "")}  # fmt: skip
        if text == ":" and self._peek(1).is_char("="):
            self.index += 2
            return Item("rel", "assign", token.start, self._last_end())
        if text == ".":
            if self._peek(1).is_char("."):
                self.index += 3 if self._peek(2).is_char(".") else 2
                return operand(Syn("dots", "ldots", (), (token.start, self._last_end())), token.spaced)
            if self._stops_line():
                self.index += 1
                return Item("nothing", "", token.start, token.end)
        if text in plain:
            self.index += 1
            return Item(*plain[text], token.start, token.end, EMPTY, token.spaced)
        return None

    def _command_item(self, token: Token) -> Item | None:
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
        if name in v.RELATIONS:
            self.index += 1
            return Item("rel", v.RELATIONS[name], token.start, token.end)
        if name in v.OPERATORS:
            self.index += 1
            return Item("op", v.OPERATORS[name], token.start, token.end)
        if name in ("stackrel", "overset"):
            return self._labelled_relation(token)
        if name == "xrightarrow":
            return self._labelled_arrow(token)
        if name == "colon" and self._peek(1).is_char("="):
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
        self.index += 1
        label = self._argument(token)
        braced = self._peek().kind == "open"
        self.index += braced
        following = self._plain_relation()
        if following is None or (braced and self._next().kind != "close"):
            raise SyntaxProblem(f"\\{token.text} is read over a relation only.", token.start)
        words = "".join(node.value for _, node in label.walk())
        defines = following.value == "=" and ("def" in words.replace(":", "") or "triangle" in words)
        return replace(following, value="assign" if defines else following.value, start=token.start)

    # --- atoms -------------------------------------------------------------------------------------------------------

    def _nested(self, read):  # noqa: ANN001, ANN202 - a thunk of Syn
        """Run ``read`` one level deeper."""
        self.nesting += 1
        if self.nesting > MAX_NESTING:
            raise SyntaxProblem("The formula is nested too deeply.", self._peek().start, "split it with definitions")
        node = read()
        self.nesting -= 1
        return node

    def _leaf(self, kind: str, value: str, start: int) -> Syn:
        return Syn(kind, value, (), (start, self._last_end()))

    def _atom(self) -> Syn:
        """Read one atom without its scripts."""
        token = self._next()
        match token.kind:
            case "number":
                return self._leaf("num", token.text, token.start)
            case "letter":
                return self._letters(token)
            case "open":
                return self._braces(token)
            case "text":
                return self._text(token)
            case "begin":
                return self._matrix(token)
            case "command":
                return self._command(token)
        if token.is_char(":"):
            return self._leaf("colon", "", token.start)
        if token.is_char("_") or token.is_char("^"):
            raise SyntaxProblem(f"A {token.text!r} without a symbol before it.", token.start)
        shown = token.shown()
        raise SyntaxProblem(f"Unexpected {shown!r}.", token.start, "is a symbol or a bracket missing before it?")

    def _braces(self, token: Token) -> Syn:
        content = fold_list(self._inside(Opening("{", "{", token.start)))
        self.index += 1
        if content.kind in ("empty", "name", "num", "function", "group", "matrix"):
            return content
        return Syn("group", "{", (content,), (token.start, self._last_end()))

    def _word(self, word: str, start: int, style: str = "rm") -> Syn:
        """A word with a meaning: function, big operator, or a name."""
        if word in v.WORD_BIGOPS:
            return Syn("bigop", word, (EMPTY, EMPTY, EMPTY), (start, self._last_end()))
        if word in v.FUNCTIONS and word not in self.words:
            return self._leaf("function", word, start)
        return self._leaf("name", f"{style}:{word}", start)

    def _letters(self, token: Token) -> Syn:
        """A letter, or the word that begins here."""
        run = token.text
        while self._peek(len(run) - 1).joined and self._peek(len(run) - 1).kind == "letter":
            run += self._peek(len(run) - 1).text
        word = self._word_at(run, whole=not token.joined)
        if word is None:
            return self._leaf("name", f":{token.text}", token.start)
        self.index += len(word) - 1
        return self._word(word, token.start)

    def _word_at(self, run: str, whole: bool) -> str | None:
        declared = [word for word in self.words if len(word) > 1 and run.startswith(word)]
        if declared:
            return max(declared, key=len)
        following = self._peek(len(run) - 1)
        applied = following.is_char("(") or following.is_command("left")
        scripted = following.is_char("_") or following.is_char("^")
        if run in v.KNOWN_WORDS or run in v.WORD_BIGOPS:
            # Two letters may well be a product of sizes, and so may the end of a longer run.
            long_enough = len(run) > 2 and (whole or applied or scripted)
            return run if long_enough or (applied and self.scripted == 0 and whole) else None
        return None

    def _text(self, token: Token) -> Syn:
        words = token.text.strip()
        single = words.replace("-", "").isalnum() and words[:1].isalpha()
        if not words:
            return EMPTY
        if single and (self.scripted or (words not in v.CONNECTIVES and words == token.text)):
            return self._word(words, token.start)
        return self._leaf("text", token.text, token.start)

    def _command(self, token: Token) -> Syn:
        name = token.text
        if name in v.SYMBOLS:
            return self._leaf("name", f":{name}", token.start)
        if name in v.STYLES:
            return self._styled(token)
        if name in v.ACCENTS:
            return self._accent(token)
        if name in v.SWITCHES:
            return self._switched(token)
        if name in v.FUNCTION_COMMANDS:
            return self._leaf("function", name, token.start)
        if name in v.BIGOPS:
            return Syn("bigop", v.BIGOPS[name], (EMPTY, EMPTY, EMPTY), (token.start, token.end))
        if name in v.DOTS:
            return self._leaf("dots", v.DOTS[name], token.start)
        if name in v.PARTIALS:
            return self._leaf("partial", v.PARTIALS[name], token.start)
        if name in v.QUANTIFIERS:
            return self._leaf("quantifier", v.QUANTIFIERS[name], token.start)
        if name in v.TRANSPOSES:
            return self._leaf("top", "", token.start)
        return self._structure(token)

    def _structure(self, token: Token) -> Syn:
        name = token.text
        if name in v.FRACTIONS:
            children = (self._argument(token), self._argument(token))
            return Syn("frac", "frac", children, (token.start, self._last_end()))
        if name == "sqrt":
            return self._root(token)
        if name in ("underbrace", "overbrace"):
            return self._braced_label(token)
        if name in v.TRANSPARENT:
            return self._argument(token)
        if name == "substack":
            return self._substack(token)
        if name == "underset":
            return self._underset(token)
        if name in ("colon", "prime"):
            return self._leaf("colon" if name == "colon" else "name", "" if name == "colon" else ":prime", token.start)
        raise self._unknown(token)

    def _unknown(self, token: Token) -> SyntaxProblem:
        name = token.text
        if name in v.REFUSED:
            return SyntaxProblem(f"\\{name} is not allowed in a formula.", token.start, "macros belong into the header")
        close = get_close_matches(name, sorted(v.known_commands()), n=1, cutoff=0.6)
        hint = f"did you mean \\{close[0]}?" if close else None
        return SyntaxProblem(f"Unknown command \\{name}.", token.start, hint)

    # --- arguments ---------------------------------------------------------------------------------------------------

    def _argument(self, owner: Token, single_digit: bool = True) -> Syn:
        """Read the argument of a command: braces, or one token (one digit of a number)."""
        token = self._peek()
        if token.kind == "finish" or token.kind in ("close", "row", "end"):
            raise SyntaxProblem(f"{owner.shown()} lacks an argument.", owner.start)
        if token.kind == "open":
            self.index += 1
            content = self._nested(lambda: fold_list(self._inside(Opening("{", "{", token.start))))
            self.index += 1
            return content
        if token.kind == "number" and len(token.text) > 1:
            if not single_digit or not token.text.isdigit():
                shown = f"{owner.shown()}{{{token.text}}}"
                raise SyntaxProblem(f"Only the first digit of {token.text} belongs to {owner.shown()}.", token.start,
                                    f"write {shown}")  # fmt: skip
            first = replace(token, text=token.text[0], end=token.start + 1)
            self.tokens[self.index : self.index + 1] = [
                first,
                replace(token, text=token.text[1:], start=token.start + 1),
            ]
        if token.kind in ("char", "command"):
            item = self._operator_argument(token)
            if item is not None:
                return fold_list([item])
        if token.kind == "letter":
            self.index += 1
            return self._leaf("name", f":{token.text}", token.start)
        return self._nested(self._atom)

    def _operator_argument(self, token: Token) -> Item | None:
        """A bare sign or operator as an argument, as in ``x_+`` and ``A^*``."""
        if token.kind == "char" and token.text in "+-*":
            return self._char_item(token)
        if token.kind == "command" and token.text in v.OPERATORS:
            return self._command_item(token)
        return None

    def _script_argument(self, mark: Token) -> Syn:
        self.scripted += 1
        node = self._argument(mark, single_digit=False)
        self.scripted -= 1
        return Syn("empty") if node.kind == "empty" else node

    def _scripts(self, node: Syn) -> Syn:
        """Attach subscripts, superscripts and primes to a finished atom."""
        sub = sup = EMPTY
        while True:
            token = self._peek()
            primes = self._primes()
            if primes:
                node = self._scripted(node, sub, sup)
                node = Syn("prime", str(primes), (node,), (node.span[0], self._last_end()))
                sub = sup = EMPTY
            elif token.is_char("_") or token.is_char("^"):
                self.index += 1
                if (sub if token.text == "_" else sup).kind != "empty":
                    raise SyntaxProblem(f"A second {token.text!r} at one symbol.", token.start, "use braces")
                if token.text == "_":
                    sub = self._script_argument(token)
                else:
                    sup = _marks(self._script_argument(token))
            elif token.kind == "open" and self._peek(1).kind == "close":
                self.index += 2
                node, sub, sup = self._scripted(node, sub, sup), EMPTY, EMPTY
            else:
                return self._scripted(node, sub, sup)

    def _primes(self) -> int:
        count = 0
        while self._peek().is_char("'"):
            self.index += 1
            count += 1
        if not count and self._peek().is_char("^"):
            if self._peek(1).is_command("prime"):
                self.index += 2
                return 1
            inner = 0
            while self._peek(2 + inner).is_command("prime"):
                inner += 1
            if inner and self._peek(1).kind == "open" and self._peek(2 + inner).kind == "close":
                self.index += inner + 3
                return inner
        return count

    def _scripted(self, node: Syn, sub: Syn, sup: Syn) -> Syn:
        if sub.kind == "empty" and sup.kind == "empty":
            return node
        span = (node.span[0] if node.span[0] >= 0 else sub.span[0], self._last_end())
        if node.kind == "function" and node.value == "vec" and sub.kind == "name" and sub.value in (":r", "rm:r"):
            node, sub = Syn("function", "vec_r", (), span), EMPTY
            return node if sup.kind == "empty" else Syn("script", "", (node, sub, sup), span)
        return Syn("script", "", (node, sub, sup), span)

    # --- styled names ------------------------------------------------------------------------------------------------

    def _braced_word(self) -> str | None:
        """The letters of ``{word}`` at the cursor, None if anything else stands in the braces."""
        if self._peek().kind != "open":
            return None
        word, offset = "", 1
        while self._peek(offset).kind in ("letter", "number") or self._peek(offset).is_char("-"):
            word += self._peek(offset).text
            offset += 1
        if self._peek(offset).kind != "close" or not word[:1].isalpha() or len(word) < 2 or word[-1] == "-":
            return None
        self.index += offset + 1
        return word

    def _styled(self, token: Token) -> Syn:
        style = v.STYLES[token.text]
        if token.text == "operatorname" and self._peek().is_char("*"):
            self.index += 1
        mark = self.index
        word = self._braced_word()
        if word is not None:
            if style in v.WORD_STYLES or token.text == "operatorname":
                return self._word(word, token.start, style)
            if word in v.FUNCTIONS or word in v.WORD_BIGOPS or word in self.words:
                return self._word(word, token.start, style or "rm")
            self.index = mark
            if style == "":
                return self._word(word, token.start) if word in v.KNOWN_WORDS else self._argument(token)
        return self._restyled(self._argument(token), style, (token.start, self._last_end()))

    def _restyled(self, node: Syn, style: str, span: tuple[int, int]) -> Syn:
        """Put a style on the plain letters and digits of a tree."""
        if node.kind == "name":
            if style == "rm" and node.value == ":d":
                return Syn("partial", "d", (), span)
            old, _, base = node.value.rpartition(":")
            plain = old == "" or all(part in v.ACCENT_MARKS for part in old.split("."))
            greek = len(base) > 1 and style != "bf"
            if not plain or greek or not style or not (base.isalnum()):
                return node
            return Syn("name", f"{old}.{style}:{base}" if old else f"{style}:{base}", (), span)
        if node.kind == "num" and style in ("bf", "bb") and len(node.value) == 1:
            return Syn("name", f"{style}:{node.value}", (), span)
        if node.kind in ("num", "text", "empty") or not node.children:
            return node
        children = tuple(self._restyled(child, style, child.span) for child in node.children)
        if node.kind == "script":
            children = (children[0], *node.children[1:])
        if node.kind in ("juxt", "add", "infix"):
            return Syn("group", "{", (Syn(node.kind, node.value, children, node.span),), span)
        return Syn(node.kind, node.value, children, node.span)

    def _switched(self, token: Token) -> Syn:
        """``\\rm``: upright letters up to the end of the group, one word; other switches style one symbol."""
        style = v.SWITCHES[token.text]
        word, first = "", self._peek()
        while style == "rm" and self._peek().kind == "letter":
            word += self._next().text
        if len(word) > 1:
            return self._word(word, first.start)
        if word:
            return self._leaf("name", f"rm:{word}", first.start)
        return self._restyled(self._argument(token), style, (token.start, self._last_end()))

    def _accent(self, token: Token) -> Syn:
        accent, node = v.ACCENTS[token.text], self._argument(token)
        base = head(node)
        if base.kind != "name" or node.kind == "prime":
            raise SyntaxProblem(
                f"\\{token.text} is read over a single symbol only.", token.start, "name the expression"
            )
        style, _, letter = base.value.rpartition(":")
        new = Syn(
            "name", f"{accent}.{style}:{letter}" if style else f"{accent}:{letter}", (), (token.start, self._last_end())
        )
        return new if node.kind == "name" else Syn("script", "", (new, *node.children[1:]), new.span)

    # --- structures --------------------------------------------------------------------------------------------------

    def _root(self, token: Token) -> Syn:
        degree: tuple[Syn, ...] = ()
        if self._peek().is_char("["):
            start = self._next().start
            degree = (self._nested(lambda: fold_list(self._inside(Opening("[", "[", start)))),)
            if not self._next().is_char("]"):
                raise SyntaxProblem("'[' opened here is never closed.", start)
        radicand = self._argument(token, single_digit=False)
        return Syn("sqrt", "", (radicand, *degree), (token.start, self._last_end()))

    def _braced_label(self, token: Token) -> Syn:
        content = self._argument(token)
        while self._peek().is_char("_") or self._peek().is_char("^"):
            self._script_argument(self._next())
        return (
            content
            if content.kind in ("name", "group")
            else Syn("group", "{", (content,), (token.start, self._last_end()))
        )

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

    def _substack(self, token: Token) -> Syn:
        brace = self._next()
        if brace.kind != "open":
            raise SyntaxProblem("\\substack needs braces.", token.start)
        self.open.append(Opening("{", "{", brace.start))
        items: list[Item] = []
        while not self._at_closer(items):
            item = self._item(items)
            if item is not None:
                items.append(replace(item, kind="comma") if item.kind == "row" else item)
        self.open.pop()
        self.index += 1
        while items and items[-1].kind == "comma":
            items.pop()
        return fold_list(items)

    def _underset(self, token: Token) -> Syn:
        under = self._argument(token)
        base = self._argument(token)
        if base.kind != "bigop":
            raise SyntaxProblem("\\underset is read under an operator such as \\max only.", token.start)
        return Syn("bigop", base.value, (under, EMPTY, EMPTY), (token.start, self._last_end()))

    def _matrix(self, token: Token) -> Syn:
        name = token.text
        if name not in v.MATRIX_ENVIRONMENTS:
            close = get_close_matches(name, [*v.MATRIX_ENVIRONMENTS, *v.LAYOUT_ENVIRONMENTS], n=1)
            hint = f"did you mean {close[0]}?" if close else None
            raise SyntaxProblem(f"Unknown environment {name!r}.", token.start, hint)
        if name == "array" and self._peek().kind == "open":
            while self._next().kind != "close":
                if self._peek().kind == "finish":
                    raise SyntaxProblem("The columns of this array are never closed.", token.start)
        scripted, self.scripted = self.scripted, 0
        lines = self._lines(Opening("env", token.shown(), token.start))
        self.scripted = scripted
        closer = self._next()
        if closer.text != name:
            raise SyntaxProblem(f"{token.shown()!r} is closed by {closer.shown()!r}.", token.start)
        if len(lines) > 1 and not lines[-1]:
            lines.pop()
        rows = tuple(self._matrix_row(line) for line in lines)
        widths = {len(row.children) for row in rows}
        if len(widths) > 1 and v.MATRIX_ENVIRONMENTS[name] != "cases":
            raise SyntaxProblem(f"The rows of this {name} have different lengths: {sorted(widths)}.", token.start)
        return Syn("matrix", v.MATRIX_ENVIRONMENTS[name], rows, (token.start, self._last_end()))

    def _matrix_row(self, line: list[Item]) -> Syn:
        cells: list[list[Item]] = [[]]
        for item in line:
            if item.kind == "cell":
                cells.append([])
            else:
                cells[-1].append(item)
        for cell in cells:
            while cell and cell[-1].kind == "comma":
                cell.pop()
        trees = tuple(fold_list(cell) for cell in cells)
        span = (line[0].start, line[-1].end) if line else (-1, -1)
        return Syn("list", "&", trees, span)


_CLOSERS = frozenset(
    prefix + name for name in v.CLOSING for prefix in ("", *(f"\\{size}" for size in v.SIZED))
)  # fmt: skip


def _marks(sup: Syn) -> Syn:
    """A lone T in a superscript, or -T, is the transpose mark."""
    if sup.kind == "name" and sup.value in _TRANSPOSED:
        return Syn("top", "", (), sup.span)
    if sup.kind == "add" and sup.value == "-" and sup.children[0].kind in ("name", "top"):
        return Syn("add", "-", (_marks(sup.children[0]),), sup.span)
    return sup
