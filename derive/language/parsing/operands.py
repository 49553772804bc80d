"""Reading arguments, scripts, roots, labels and matrices."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from difflib import get_close_matches

from derive.errors import SyntaxProblem
from derive.language.lexing import vocabulary as v
from derive.language.lexing.tokens import Token
from derive.language.parsing.cursor import Opening
from derive.language.parsing.folding import EMPTY, Item, fold_list
from derive.language.parsing.gaps import check_cell
from derive.language.parsing.items import ItemReader
from derive.language.tree.script_marks import computes, leading_primes, superscript, with_signs
from derive.language.tree.syntax import Syn


class OperandReader(ItemReader):
    """Reads what belongs to a command or an atom."""

    def _argument(self, owner: Token, single_digit: bool = True) -> Syn:
        """Read the argument of a command: braces, or one token (one digit of a number)."""
        token = self._peek()
        if token.kind == "finish" or token.kind in ("close", "row", "end"):
            raise SyntaxProblem(f"{owner.shown()} lacks an argument.", owner.start)
        if token.kind == "open":
            self.index += 1
            items = self._nested_items(Opening("{", "{", token.start))
            content = _doubled_sign(items) or fold_list(items)
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

    def _nested_items(self, opening: Opening) -> list[Item]:
        found: list[Item] = []

        def read() -> Syn:
            found.extend(self._inside(opening))
            return EMPTY

        self._nested(read)
        return found

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
        return Syn("empty") if node.kind == "empty" else with_signs(node)

    def _scripts(self, node: Syn) -> Syn:
        """Attach subscripts, superscripts and primes to a finished atom."""
        sub = sup = EMPTY
        order = ""
        while True:
            token = self._peek()
            primes = self._primes()
            if primes:
                node = self._primed(self._scripted(node, sub, sup, order), primes)
                sub = sup = EMPTY
            elif token.is_char("_") or token.is_char("^"):
                self.index += 1
                if (sub if token.text == "_" else sup).kind != "empty":
                    raise SyntaxProblem(f"A second {token.text!r} at one symbol.", token.start, "use braces")
                if token.text == "_":
                    order = "" if sup.kind == "empty" else "^_"
                    sub = self._script_argument(token)
                else:
                    count, sup = leading_primes(superscript(self._script_argument(token)))
                    if count:
                        node = self._primed(self._scripted(node, sub, EMPTY, ""), count)
                        sub = EMPTY
                    self._check_exponent(sup)
            elif token.is_char("!") and not any(self._peek(1).is_char(c) and not self._peek(1).spaced for c in "=!"):
                self.index += 1
                node = self._scripted(node, sub, sup, order)
                node, sub, sup = Syn("postfix", "!", (node,), (node.span[0], self._last_end())), EMPTY, EMPTY
            elif token.kind == "open" and self._peek(1).kind == "close":
                self._skip_empty(2)
                node, sub, sup = self._scripted(node, sub, sup, order), EMPTY, EMPTY
            else:
                return self._scripted(node, sub, sup, order)

    def _primed(self, node: Syn, count: int) -> Syn:
        if computes(node):
            raise SyntaxProblem(
                "This prime stands behind a power.", self._peek(-1).start, "write f'^2 for the power of f', (f(x)^2)' as a derivative"
            )
        return _behind(node, lambda last: Syn("prime", str(count), (last,), (last.span[0], self._last_end())))

    def _check_exponent(self, sup: Syn) -> None:
        """Refuse ``x^{1 0}``, which is no product.

        Raises:
            SyntaxProblem: Two numbers stand next to each other.
        """
        kinds = [child.kind for child in sup.children] if sup.kind == "juxt" else []
        if any(pair == ("num", "num") for pair in zip(kinds, kinds[1:], strict=False)):
            raise SyntaxProblem("Two numbers next to each other.", sup.span[0], "write \\cdot for a product")

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

    def _scripted(self, node: Syn, sub: Syn, sup: Syn, order: str) -> Syn:
        if sub.kind == "empty" and sup.kind == "empty":
            return node
        span = (node.span[0] if node.span[0] >= 0 else sub.span[0], self._last_end())
        if node.kind == "function" and node.value == "vec" and sub.kind == "name" and sub.value in (":r", "rm:r"):
            node, sub = Syn("function", "vec_r", (), span), EMPTY
            return node if sup.kind == "empty" else Syn("script", "", (node, sub, sup), span)
        order = order if EMPTY not in (sub, sup) else ""
        return _behind(node, lambda last: Syn("script", order, (last, sub, sup), (last.span[0], span[1])))

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
            mark = self._next()
            if _states(self._script_argument(mark)):
                raise SyntaxProblem("This label states something.", mark.start, "make it a statement of its own")
        return (
            content
            if content.kind in ("name", "group")
            else Syn("group", "{", (content,), (token.start, self._last_end()))
        )

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
        if not any(lines):
            raise SyntaxProblem(f"This {name} is empty.", token.start)
        rows = tuple(self._matrix_row(line, cases=v.MATRIX_ENVIRONMENTS[name] == "cases") for line in lines)
        widths = {len(row.children) for row in rows}
        if len(widths) > 1 and v.MATRIX_ENVIRONMENTS[name] != "cases":
            raise SyntaxProblem(f"The rows of this {name} have different lengths: {sorted(widths)}.", token.start)
        return Syn("matrix", v.MATRIX_ENVIRONMENTS[name], rows, (token.start, self._last_end()))

    def _matrix_row(self, line: list[Item], *, cases: bool) -> Syn:
        cells: list[list[Item]] = [[]]
        for item in line:
            if item.kind == "cell":
                cells.append([])
            else:
                cells[-1].append(item)
        for cell in cells:
            while cell and cell[-1].kind == "comma":
                cell.pop()
            check_cell(cell, cases=cases)
        trees = tuple(fold_list(cell) for cell in cells)
        span = (line[0].start, line[-1].end) if line else (-1, -1)
        return Syn("list", "&", trees, span)


def _states(label: Syn) -> bool:
    r"""Return whether a label is a statement such as ``= 0``; ``=: z`` only names."""
    if label.kind != "relation" or label.value == "assign":
        return False
    last = label.children[-1]
    first = last.children[0] if last.kind == "juxt" else last
    return not (label.value == "=" and label.children[0].kind == "empty" and first.kind == "colon")


def _doubled_sign(items: list[Item]) -> Syn | None:
    r"""The script of ``\mathbb{R}_{++}``: two signs and nothing else."""
    if len(items) != 2 or any(item.kind != "sign" or item.value != "+" for item in items):
        return None
    return Syn("name", ":++", (), (items[0].start, items[1].end))


def _behind(node: Syn, attach: Callable[[Syn], Syn]) -> Syn:
    r"""Attach scripts to an atom: behind braces, which do not print, to the last factor, so that ``\mathbf{AB}^T`` is A B^T.

    Raises:
        SyntaxProblem: The braces hold a sum or another operation: what is printed is not what the braces say.
    """
    if (node.kind, node.value) != ("group", "{"):
        return attach(node)
    content = node.children[0]
    if content.kind == "juxt":
        *front, last = content.children
        inner = Syn("juxt", content.value, (*front, attach(last)), content.span)
        return Syn("group", "{", (inner,), (node.span[0], inner.children[-1].span[1]))
    sums = content.kind == "add" and len(content.children) > 1
    if sums or content.kind in ("infix", "bigop") or (content.kind == "frac" and content.value == "/"):
        raise SyntaxProblem(
            "Braces do not print: this script stands behind the last term alone.",
            node.span[0] if node.span[0] >= 0 else None,
            "write round brackets for the script of all of it, no braces for that of the last term",
        )
    return attach(node)
