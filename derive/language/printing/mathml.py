"""The surface tree to presentation MathML (the Core subset that browsers draw without scripts).

Everything that comes from a formula is escaped text; no attribute is ever made from it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from html import escape

from derive.language.lexing import vocabulary as v
from derive.language.parsing.folding import head
from derive.language.printing.latex import COMMA, DOTTED, FACTORS, HADAMARD, KRONECKER, LOOSE, SUM, level
from derive.language.tree.script_marks import is_plus
from derive.language.tree.syntax import Syn

MARK = "mark"
"""The value of a group that is pointed out; no text is parsed as one."""
Annotation = Callable[[Syn], str | None]
Mark = Callable[[Syn, int], str | None]

LONG = 26
"""Characters up to which a formula, or a part of one, is not offered places to break."""

_LOWER = "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho varsigma sigma tau upsilon phi chi psi omega"
_GREEK = {name: chr(0x3B1 + k) for k, name in enumerate(_LOWER.split())}
_GREEK |= {name.capitalize(): chr(0x391 + k) for k, name in enumerate(_LOWER.split()) if name != "varsigma"}
_GREEK |= {
    "varepsilon": "\u03b5",
    "epsilon": "\u03f5",
    "vartheta": "\u03d1",
    "varphi": "\u03c6",
    "phi": "\u03d5",
    "varpi": "\u03d6",
    "varrho": "\u03f1",
}
SYMBOLS = _GREEK | {
    "infty": "\u221e", "ell": "\u2113", "hbar": "\u210f", "emptyset": "\u2205", "varnothing": "\u2205", "imath": "\u0131",
    "jmath": "\u0237", "aleph": "\u2135", "perp": "\u22a5", "dagger": "\u2020", "ddagger": "\u2021", "bot": "\u22a5", "Re": "\u211c",
    "Im": "\u2111", "square": "\u25a1", "checkmark": "\u2713", "bullet": "\u2022", "triangle": "\u25b3", "bigcirc": "\u25ef",
    "digamma": "\u03dd", "wp": "\u2118", "complement": "\u2201", "prime": "\u2032",
}  # fmt: skip
OPERATORS = {
    "otimes": "\u2297", "oplus": "\u2295", "odot": "\u2299", "oslash": "\u2298", "circ": "\u2218", "ast": "\u2217", "cdot": "\u22c5", "times": "\u00d7",
    "pm": "\u00b1", "mp": "\u2213", "cup": "\u222a", "cap": "\u2229", "setminus": "\u2216", "mid": "\u2223",
}  # fmt: skip
RELATIONS = {
    "=": "=", "!=": "\u2260", "<=": "\u2264", "<": "<", ">=": "\u2265", ">": ">", "in": "\u2208", "to": "\u2192", "implies": "\u27f9",
    "iff": "\u27fa", "assign": "\u2254", "doteq": "\u2250", "approx": "\u2248", "sim": "\u223c", "propto": "\u221d", "subset": "\u2282", "ll": "\u226a",
    "gg": "\u226b", "equiv": "\u2261", "mapsto": "\u21a6", "and": "\u2227", "or": "\u2228", "preceq": "\u2aaf", "succeq": "\u2ab0",
    "prec": "\u227a", "succ": "\u227b",
    "cong": "\u2245", "lesssim": "\u2272", "gtrsim": "\u2273",
}  # fmt: skip
BIGOPS = {
    "sum": "\u2211",
    "prod": "\u220f",
    "int": "\u222b",
    "bigoplus": "\u2a01",
    "bigotimes": "\u2a02",
    "bigcup": "\u22c3",
    "bigcap": "\u22c2",
}
DOTS = {"cdots": "\u22ef", "vdots": "\u22ee", "ddots": "\u22f1", "ldots": "\u2026"}
FENCES = {
    "(": "()", "[": "[]", "set": "{}", "angle": "\u27e8\u27e9", "floor": "\u230a\u230b", "ceil": "\u2308\u2309", "|": "||",
    "||": "\u2016\u2016", "|||": "\u2980\u2980", "(]": "(]", "[)": "[)",
}  # fmt: skip
_MATRIX_FENCES = {"p": "()", "b": "[]", "B": "{}", "v": "||", "V": "\u2016\u2016"}
_LEVELS = ((v.KRONECKER_OPS, KRONECKER), (v.HADAMARD_OPS, HADAMARD), (v.PRODUCT_OPS, DOTTED))
_SUBSCRIPTED = re.compile(r"([A-Za-z]+)_([A-Za-z0-9]+)")
_TAG = re.compile(r"<[^>]*>")
# First code points of the mathematical alphabets: capitals, small letters, digits (0: none).
_ALPHABETS = {
    "bf": (0x1D400, 0x1D41A, 0x1D7CE), "bi": (0x1D468, 0x1D482, 0x1D7CE), "cal": (0x1D49C, 0x1D4B6, 0), "scr": (0x1D49C, 0x1D4B6, 0), "frak": (0x1D504, 0x1D51E, 0),
    "bb": (0x1D538, 0x1D552, 0x1D7D8), "sf": (0x1D5A0, 0x1D5BA, 0x1D7E2), "tt": (0x1D670, 0x1D68A, 0x1D7F6),
}  # fmt: skip
# Letters that Unicode placed elsewhere before the mathematical alphabets existed.
_EXCEPTIONS = {
    "cal": dict(zip("BEFHILMRego", "\u212c\u2130\u2131\u210b\u2110\u2112\u2133\u211b\u212f\u210a\u2134", strict=True)),
    "frak": dict(zip("CHIRZ", "\u212d\u210c\u2111\u211c\u2128", strict=True)),
    "bb": dict(zip("CHNPQRZ", "\u2102\u210d\u2115\u2119\u211a\u211d\u2124", strict=True)),
}
_EXCEPTIONS["scr"] = _EXCEPTIONS["cal"]


def to_mathml(node: Syn, annotations: Annotation | None = None, marks: Mark | None = None) -> str:
    """Print a tree as a ``<math>`` element.

    Args:
        node: Any tree.
        annotations: Called with every name, scripted name and group; a returned text (a shape) is written under it.
            What stands in a script, or has a subscript of its own, gets none.
        marks: Called with every node and 0, and with every relation or operation and the number of a part in front of
            which it has a sign; a returned name is the class of an element around the node or the sign.

    Example:
        >>> from derive.language.parsing.parser import parse
        >>> to_mathml(parse("x<1"))
        '<math display="block"><mrow><mi>x</mi><mo>&lt;</mo><mn>1</mn></mrow></math>'

    """
    return f'<math display="block">{_Printer(annotations, marks).show(node)}</math>'


def to_mathml_pieces(node: Syn, annotations: Annotation | None = None, marks: Mark | None = None) -> list[str]:
    """Print a tree as ``<math>`` elements between which a line may be broken: before relations, signs and factors.

    A short formula is one piece; browsers break no line inside of one.

    Example:
        >>> from derive.language.parsing.parser import parse
        >>> len(to_mathml_pieces(parse("x<1"))), len(to_mathml_pieces(parse("+".join("abcdefghijklmnopqrstuvw"))))
        (1, 23)

    """
    found = [f"<math>{piece}</math>" for piece in _Printer(annotations, marks).pieces(node)]
    return found if len(found) > 1 else [found[0].replace("<math>", '<math display="block">', 1)]


def is_long(node: Syn, limit: int) -> bool:
    """Return whether a formula has more than this many letters and signs; it is at most about that wide."""
    stack, count = [node], 0
    while stack and count <= limit:
        one = stack.pop()
        stack += one.children
        if one.kind in ("name", "num", "text", "function"):
            word = one.value.rpartition(":")[2] if one.kind == "name" else one.value
            count += 1 if word in SYMBOLS else len(word)
        else:
            count += {"script": 0, "empty": 0, "juxt": 0, "frac": 0, "group": 2, "matrix": 2}.get(one.kind, max(1, len(one.children) - 1))
    return count > limit


def _operator(text: str, attributes: str = "") -> str:
    return f"<mo{attributes}>{escape(text)}</mo>"


def binding(node: Syn) -> int:
    """How tightly what is printed for a tree binds: color that points a part out is no bracket."""
    return level(node.children[0] if (node.kind, node.value) == ("group", MARK) else node)


def _applied(operand: Syn) -> str:
    """What stands between a function and its operand: nothing to be seen before a bracket, else the thin space of TeX."""
    first = head(operand)
    return _operator("\u2061", "" if first.kind == "group" and first.value in ("(", "[") else ' rspace="0.17em"')


def _label(text: str) -> str:
    """A text in small under a symbol; its names have subscripts."""
    parts = _SUBSCRIPTED.split(text)
    shown = (
        f"<mtext>{escape(part).replace(' ', chr(0xA0))}</mtext>" if k % 3 == 0 else f"<msub><mi>{escape(part)}</mi><mi>{escape(parts[k + 1])}</mi></msub>"
        for k, part in enumerate(parts)
        if k % 3 != 2 and part
    )
    return f'<mrow class="shape">{"".join(shown)}</mrow>'


def _fences(chars: str) -> list[str]:
    forms = zip(chars, ("prefix", "postfix"), strict=True)
    return [_operator(char, f' form="{form}" stretchy="true"') for char, form in forms]


def _row(parts: list[str]) -> str:
    return parts[0] if len(parts) == 1 else f"<mrow>{''.join(parts)}</mrow>"


def lettered(char: str, style: str) -> str:
    """Return a letter or digit of a mathematical alphabet; the character itself where Unicode has none."""
    if char in _EXCEPTIONS.get(style, {}):
        return _EXCEPTIONS[style][char]
    upper, lower, digit = _ALPHABETS.get(style, (0, 0, 0))
    if char.isascii() and char.isupper() and upper:
        return chr(upper + ord(char) - ord("A"))
    if char.isascii() and char.islower() and lower:
        return chr(lower + ord(char) - ord("a"))
    if char.isascii() and char.isdigit() and digit:
        return chr(digit + ord(char) - ord("0"))
    if style in v.BOLD and 0x391 <= ord(char) <= 0x3C9:
        return chr((0x1D6A8 + ord(char) - 0x391) if ord(char) < 0x3B1 else (0x1D6C2 + ord(char) - 0x3B1))
    return char


class _Printer:
    """Recursion over the tree; one method per kind."""

    def __init__(self, annotations: Annotation | None, marks: Mark | None = None) -> None:
        self.annotations, self.marks = annotations, marks

    def show(self, node: Syn, minimum: int = 0) -> str:
        """Print a node, bracketed if it binds looser than ``minimum``."""
        method = getattr(self, "_" + node.kind, None)
        text = method(node) if method else self._leaf(node)
        if self.marks and (mark := self.marks(node, 0)):
            text = f'<mrow class="{escape(mark)}">{text}</mrow>'
        if binding(node) < minimum:
            return _row([_operator("("), text, _operator(")")])
        label = self.annotations(node) if self.annotations and node.kind in ("name", "script", "group") else None
        return f"<munder>{text}{_label(label)}</munder>" if label else text

    def sign(self, node: Syn, number: int, text: str, attributes: str = "") -> str:
        """Print the sign in front of a part of a node."""
        mark = self.marks(node, number) if self.marks else None
        shown = _operator(text, attributes)
        return f'<mrow class="{escape(mark)}">{shown}</mrow>' if mark else shown

    def led(self, node: Syn, number: int, text: str, pieces: list[str]) -> list[str]:
        """The pieces with a sign before the first: it stands between two, though its line begins with it."""
        return [_row([self.sign(node, number, text, ' form="infix"'), pieces[0]]), *pieces[1:]]

    def bare(self, node: Syn, minimum: int = 0) -> str:
        """Print a node without labels."""
        kept, self.annotations = self.annotations, None
        try:
            return self.show(node, minimum)
        finally:
            self.annotations = kept

    def pieces(self, node: Syn, minimum: int = 0) -> list[str]:
        """Print a node as parts between which a line may be broken; nothing is broken inside brackets or marks."""
        breaks = getattr(self, f"_{node.kind}_pieces", None)
        marked = self.marks is not None and self.marks(node, 0)
        if breaks is None or marked or binding(node) < minimum or not is_long(node, LONG):
            return [self.show(node, minimum)]
        return breaks(node)

    def _relation_pieces(self, node: Syn) -> list[str]:
        found = self.pieces(node.children[0])
        for k, (word, child) in enumerate(zip(node.value.split(), node.children[1:], strict=True), 1):
            found += self.led(node, k, RELATIONS[word], self.pieces(child))
        return found

    def _add_pieces(self, node: Syn) -> list[str]:
        found: list[str] = []
        for k, (sign, child) in enumerate(zip(node.value, node.children, strict=True)):
            term = self.pieces(child, KRONECKER)
            written = "\u2212" if sign == "-" else "+"
            if k:
                term = self.led(node, k, written, term)
            elif sign == "-" or is_plus(node):
                term[0] = _row([_operator(written), term[0]])
            found += term
        return found

    def _infix_pieces(self, node: Syn) -> list[str]:
        if node.value == "mid" or node.children[0].kind == "empty":
            return [self._infix(node)]
        own = next((found for words, found in _LEVELS if node.value in words), LOOSE)
        left, right = self.pieces(node.children[0], own), self.pieces(node.children[1], own + 1)
        return [*left, *self.led(node, 1, OPERATORS[node.value], right)]

    def _juxt_pieces(self, node: Syn) -> list[str]:
        found: list[str] = []
        for k, child in enumerate(node.children):
            first, *rest = self.pieces(child, FACTORS)
            if k and head(node.children[k - 1]).kind == "function":
                found[-1] = _row([found[-1], _applied(child), first])
            elif k and node.children[k - 1].kind in ("partial", "bigop"):
                found[-1] = _row([found[-1], first])
            else:
                found.append(first)
            found += rest
        return found

    def _group_pieces(self, node: Syn) -> list[str]:
        if node.value in ("eval", MARK):
            return [self._group(node)]
        inner = self.pieces(node.children[0])
        if node.value == "{":
            return inner
        if len(inner) == 1:
            return [self._fenced(inner[0], FENCES[node.value])]
        opening, closing = _fences(FENCES[node.value])
        return [_row([opening, inner[0]]), *inner[1:-1], _row([inner[-1], closing])]

    def _script_pieces(self, node: Syn) -> list[str]:
        base, sub, sup = node.children
        inner = self.pieces(base, FACTORS + 1) if base.kind == "group" else [self._script(node)]
        if len(inner) == 1:
            return [self._script(node)]
        return [*inner[:-1], self._scripted(inner[-1], sub, sup, ("msub", "msup", "msubsup"))]

    def _frac_pieces(self, node: Syn) -> list[str]:
        above, below = node.children
        if node.value == "/":
            return [*self.pieces(above, FACTORS), *self.led(node, 1, "/", self.pieces(below, FACTORS))]
        if not is_long(above, 2 * LONG) or is_long(below, 2 * LONG):
            return [self._frac(node)]
        if above.kind == "juxt" and head(above.children[0]).kind == "partial":  # the operator, then what it acts on
            first, *rest = above.children
            operator = f"<mfrac>{self.show(first)}{self.show(below)}</mfrac>"
            found = self.pieces(rest[0] if len(rest) == 1 else Syn("juxt", above.value, tuple(rest)))
            return [_row([operator, found[0]]), *found[1:]]
        return [*self.pieces(Syn("group", "(", (above,))), *self.led(node, 1, "/", self.pieces(below, FACTORS))]

    def _text_pieces(self, node: Syn) -> list[str]:
        words = node.value.strip(" ~").split()
        return [f"<mtext>{escape(word)}\u00a0</mtext>" for word in words] or [self._leaf(node)]

    def _list_pieces(self, node: Syn) -> list[str]:
        found: list[str] = []
        for k, child in enumerate(node.children):
            if k:
                found[-1] = _row([found[-1], _operator(node.value)])
            found += self.pieces(child)
        return found

    def _bigop_pieces(self, node: Syn) -> list[str]:
        if node.children[2].kind == "empty":
            return [self._bigop(node)]
        sign = self._bigop(Syn("bigop", node.value, (*node.children[:2], Syn("empty"))))
        first, *rest = self.pieces(node.children[2], KRONECKER)
        return [_row([sign, first]), *rest]

    def _leaf(self, node: Syn) -> str:
        if node.kind == "num":
            return f"<mn>{escape(node.value)}</mn>"
        if node.kind == "text":
            words = node.value.strip(" ~")  # a browser drops the spaces at the ends
            return f"<mtext>\u00a0{escape(words)}\u00a0</mtext>"
        if node.kind == "function":
            word = "<mi>vec</mi>" if node.value == "vec_r" else f"<mi>{escape(node.value)}</mi>"
            return f"<msub>{word}<mi>r</mi></msub>" if node.value == "vec_r" else word
        symbols = {"colon": ":", "star": "*", "top": "\u22a4", "dots": DOTS.get(node.value, "\u2026")}
        symbols["partial"] = {"partial": "\u2202", "nabla": "\u2207"}.get(node.value, "d")
        symbols["quantifier"] = {"forall": "\u2200", "exists": "\u2203"}.get(node.value, "")
        return "<mrow></mrow>" if node.kind == "empty" else _operator(symbols[node.kind])

    def _name(self, node: Syn) -> str:
        style, _, base = node.value.rpartition(":")
        parts = [part for part in style.split(".") if part]
        if "d" in parts:
            rest = ".".join(part for part in parts if part != "d")
            return self._name(Syn("name", ":d")) + self._name(Syn("name", f"{rest}:{base}"))
        text = base if "rm" in parts else OPERATORS.get(base, SYMBOLS.get(base, base))
        for part in parts:
            text = "".join(lettered(char, part) for char in text)
        shown = (
            f'<mi mathvariant="normal">{escape(text)}</mi>'
            if "rm" in parts and len(text) == 1
            else f"<mi>{escape(text)}</mi>"
        )
        for accent in reversed([part for part in parts if part in v.ACCENT_MARKS]):
            tag = "munder" if accent == "underline" else "mover"
            shown = f'<{tag} accent="true">{shown}{_operator(v.ACCENT_MARKS[accent])}</{tag}>'
        return shown

    def _script(self, node: Syn) -> str:
        base, sub, sup = node.children
        shown = self.show if sub.kind == "empty" else self.bare  # a label would stand between a letter and its subscript
        return self._scripted(shown(base, FACTORS + 1), sub, sup, ("msub", "msup", "msubsup"))

    def _scripted(self, base: str, sub: Syn, sup: Syn, tags: tuple[str, str, str]) -> str:
        if sub.kind == "empty" and sup.kind == "empty":
            return base
        if sup.kind == "empty":
            return f"<{tags[0]}>{base}{self.bare(sub)}</{tags[0]}>"
        if sub.kind == "empty":
            return f"<{tags[1]}>{base}{self.bare(sup)}</{tags[1]}>"
        return f"<{tags[2]}>{base}{self.bare(sub)}{self.bare(sup)}</{tags[2]}>"

    def _prime(self, node: Syn) -> str:
        return f"<msup>{self.show(node.children[0])}{_operator(chr(0x2032) * min(int(node.value or 1), 9))}</msup>"

    def _group(self, node: Syn) -> str:
        inner = self.show(node.children[0])
        if node.value == "{":
            return inner
        if node.value == "eval":
            return _row([inner, _operator("|", ' stretchy="true"')])
        if node.value == MARK:
            return f'<mrow class="mark">{inner}</mrow>'
        return self._fenced(inner, FENCES[node.value])

    def _fenced(self, inner: str, fences: str) -> str:
        opening, closing = _fences(fences)
        return _row([opening, inner, closing])

    def _list(self, node: Syn) -> str:
        parts: list[str] = []
        for k, child in enumerate(node.children):
            parts += [_operator(node.value)] if k else []
            parts.append(self.show(child))
        return _row(parts)

    def _juxt(self, node: Syn) -> str:
        parts: list[str] = []
        for k, child in enumerate(node.children):
            if k and head(node.children[k - 1]).kind == "function":
                parts.append(_applied(child))
            parts.append(self.show(child, FACTORS))
        return _row(parts)

    def _frac(self, node: Syn) -> str:
        if node.value == "/":
            return _row([self.show(node.children[0], FACTORS), _operator("/"), self.show(node.children[1], FACTORS)])
        return f"<mfrac>{self.show(node.children[0])}{self.show(node.children[1])}</mfrac>"

    def _sqrt(self, node: Syn) -> str:
        if len(node.children) > 1:
            return f"<mroot>{self.show(node.children[0])}{self.show(node.children[1])}</mroot>"
        return f"<msqrt>{self.show(node.children[0])}</msqrt>"

    def _add(self, node: Syn) -> str:
        parts: list[str] = []
        for k, (sign, child) in enumerate(zip(node.value, node.children, strict=True)):
            if k or sign == "-" or is_plus(node):
                parts.append(self.sign(node, k, "\u2212" if sign == "-" else "+") if k else _operator("\u2212" if sign == "-" else "+"))
            parts.append(self.show(child, KRONECKER))
        return _row(parts)

    def _infix(self, node: Syn) -> str:
        own = next((found for words, found in _LEVELS if node.value in words), LOOSE if node.value != "mid" else COMMA)
        if node.children[0].kind == "empty":
            return _row([_operator(OPERATORS[node.value]), self.show(node.children[1], SUM)])
        right = own if own == COMMA else own + 1
        return _row(
            [self.show(node.children[0], own), self.sign(node, 1, OPERATORS[node.value]), self.show(node.children[1], right)]
        )

    def _bigop(self, node: Syn) -> str:
        sub, sup, body = node.children
        symbol = BIGOPS.get(node.value)
        base = _operator(symbol) if symbol else f"<mi>{escape(node.value)}</mi>"
        tags = ("msub", "msup", "msubsup") if node.value == "int" else ("munder", "mover", "munderover")
        parts = [self._scripted(base, sub, sup, tags)]
        return _row(parts if body.kind == "empty" else [*parts, self.show(body, KRONECKER)])

    def _matrix(self, node: Syn) -> str:
        rows = "".join(
            [
                "<mtr>" + "".join([f"<mtd>{self.show(cell)}</mtd>" for cell in row.children]) + "</mtr>"
                for row in node.children
            ]
        )
        table = f"<mtable>{rows}</mtable>"
        if node.value == "cases":
            return _row([_operator("{", ' form="prefix" stretchy="true"'), table])
        fences = _MATRIX_FENCES.get(node.value)
        return self._fenced(table, fences) if fences else table

    def _relation(self, node: Syn) -> str:
        parts: list[str] = []
        for k, child in enumerate(node.children):
            parts += [self.sign(node, k, RELATIONS[node.value.split()[k - 1]])] if k else []
            parts.append(self.show(child))
        return _row(parts)

    def _quantified(self, node: Syn) -> str:
        said, *governing = node.children
        return self._fenced(_row([*(self.show(c) for c in governing), _operator(":"), self.show(said)]), "()")

    def _not(self, node: Syn) -> str:
        relation = node.children[0]
        if relation.kind == "relation" and len(relation.children) == 2:
            sign = _operator(RELATIONS[relation.value] + "\u0338")
            return _row([self.show(relation.children[0]), sign, self.show(relation.children[1])])
        return _row([_operator("\u00ac"), self._fenced(self.show(relation), "()")])
