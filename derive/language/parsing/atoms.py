"""Reading atoms: numbers, names and words with their styles and accents, commands.

`AtomReader` turns tokens into rows of `folding.Item`; `folding` turns rows into trees.
"""

from __future__ import annotations

from difflib import get_close_matches

from derive.errors import SyntaxProblem
from derive.language.lexing import vocabulary as v
from derive.language.lexing.tokens import Token
from derive.language.lexing.unicode import advice
from derive.language.parsing.cursor import Opening
from derive.language.parsing.folding import EMPTY, fold_list, head
from derive.language.parsing.operands import OperandReader
from derive.language.parsing.unsupported import COMMANDS
from derive.language.tree.script_marks import computes
from derive.language.tree.syntax import Syn

LONGEST = max(map(len, (*v.KNOWN_WORDS, *v.WORD_BIGOPS)))
"""Of the words with a meaning: a longer run of letters is none."""


class AtomReader(OperandReader):
    """Reads a whole formula (see `derive.language.parsing.cursor.Cursor` for its arguments)."""

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
        hint = advice(shown) if len(shown) == 1 else None
        raise SyntaxProblem(
            f"Unexpected {shown!r}.", token.start, hint or "is a symbol or a bracket missing before it?"
        )

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
        longest = max(LONGEST, *map(len, self.words), 0)
        word = self._word_at(self._run()[: longest + 1], whole=not token.joined)
        if word is None:
            return self._leaf("name", f":{token.text}", token.start)
        self.index += len(word) - 1
        return self._word(word, token.start)

    def _run(self) -> str:
        """The letters that are written as one from the last one read on; they are looked for once."""
        here, (start, text) = self.index - 1, self.run
        if not start <= here < start + len(text):
            end = self.index
            while self.tokens[end].kind == "letter" and self.tokens[end].joined:
                end += 1
            start, text = self.run = here, "".join(t.text for t in self.tokens[here:end])
        return text[here - start :]

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
        if name == "arg" and (self._peek().is_command("min") or self._peek().is_command("max")):
            return self._word(f"arg{self._next().text}", token.start)
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
        if name in ("norm", "abs"):
            bars = "||" if name == "norm" else "|"
            return Syn("group", bars, (self._argument(token, single_digit=False),), (token.start, self._last_end()))
        if name == "substack":
            return self._substack(token)
        if name == "underset":
            return self._underset(token)
        if name in ("colon", "prime"):
            return self._leaf("colon" if name == "colon" else "name", "" if name == "colon" else ":prime", token.start)
        if name in v.OPERATOR_COMMANDS:
            return self._word(name, token.start)
        if name in v.SET_COMMANDS:
            return self._leaf("name", f"bb:{name}", token.start)
        raise self._unknown(token)

    def _unknown(self, token: Token) -> SyntaxProblem:
        name = token.text
        if name in v.REFUSED:
            return SyntaxProblem(f"\\{name} is not allowed in a formula.", token.start, "macros belong into the header")
        if name in COMMANDS:
            return SyntaxProblem(f"\\{name} is not supported.", token.start, COMMANDS[name])
        operators, commands = sorted(v.OPERATOR_COMMANDS), sorted(v.known_commands())
        close = get_close_matches(name, operators, n=1, cutoff=0.7) or get_close_matches(
            name, commands, n=1, cutoff=0.7
        )
        meant = f"did you mean \\{close[0]}? If not, define it" if close else "define it"
        hint = f"{meant} under `macros:`, {{\\{name}: ...}}"
        return SyntaxProblem(f"Unknown command \\{name}.", token.start, hint)

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
            if word in v.FUNCTIONS or word in v.WORD_BIGOPS or word in self.words or (style and word in v.KNOWN_WORDS):
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
            greek = len(base) > 1 and style not in v.BOLD
            if not plain or greek or not style or not (base.isalnum()):
                return node
            return Syn("name", f"{old}.{style}:{base}" if old else f"{style}:{base}", (), span)
        if node.kind == "num" and style in (*v.BOLD, "bb") and len(node.value) == 1:
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
        accent = v.ACCENTS[token.text]
        if accent == "vec" and (self._peek().is_char("(") or self._peek().is_command("left")):
            raise SyntaxProblem(
                r"\vec is an arrow over a symbol.",
                token.start,
                r"for the columns, stacked, write \operatorname{vec}(A)",
            )
        node = self._argument(token)
        base = head(node)
        if base.kind != "name" or node.kind == "prime" or computes(node):
            raise SyntaxProblem(
                f"\\{token.text} is read over a single symbol only.", token.start, "name the expression"
            )
        style, _, letter = base.value.rpartition(":")
        new = Syn(
            "name", f"{accent}.{style}:{letter}" if style else f"{accent}:{letter}", (), (token.start, self._last_end())
        )
        return new if node.kind == "name" else Syn("script", "", (new, *node.children[1:]), new.span)
