"""The surface tree to presentation MathML (the Core subset that browsers draw without scripts).

Everything that comes from a formula is escaped text; no attribute is ever made from it.
"""

from __future__ import annotations

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


def to_mathml(node: Syn, annotations: Annotation | None = None) -> str:
    """Print a tree as a ``<math>`` element.

    Args:
        node: Any tree.
        annotations: Called with every name, scripted name and group; a returned text (a shape) is written under it.

    Example:
        >>> from derive.language.parsing.parser import parse
        >>> to_mathml(parse("x<1"))
        '<math display="block"><mrow><mi>x</mi><mo>&lt;</mo><mn>1</mn></mrow></math>'

    """
    return f'<math display="block">{_Printer(annotations).show(node)}</math>'


def _operator(text: str, attributes: str = "") -> str:
    return f"<mo{attributes}>{escape(text)}</mo>"


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

    def __init__(self, annotations: Annotation | None) -> None:
        self.annotations = annotations

    def show(self, node: Syn, minimum: int = 0) -> str:
        """Print a node, bracketed if it binds looser than ``minimum``."""
        method = getattr(self, "_" + node.kind, None)
        text = method(node) if method else self._leaf(node)
        if level(node) < minimum:
            return _row([_operator("("), text, _operator(")")])
        label = self.annotations(node) if self.annotations and node.kind in ("name", "script", "group") else None
        return f"<munder>{text}<mtext>{escape(label)}</mtext></munder>" if label else text

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
        return self._scripted(self.show(base, FACTORS + 1), sub, sup, ("msub", "msup", "msubsup"))

    def _scripted(self, base: str, sub: Syn, sup: Syn, tags: tuple[str, str, str]) -> str:
        if sub.kind == "empty" and sup.kind == "empty":
            return base
        if sup.kind == "empty":
            return f"<{tags[0]}>{base}{self.show(sub)}</{tags[0]}>"
        if sub.kind == "empty":
            return f"<{tags[1]}>{base}{self.show(sup)}</{tags[1]}>"
        return f"<{tags[2]}>{base}{self.show(sub)}{self.show(sup)}</{tags[2]}>"

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
        opening, closing = (
            _operator(char, f' form="{form}" stretchy="true"')
            for char, form in zip(fences, ("prefix", "postfix"), strict=True)
        )
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
                parts.append(_operator("\u2061"))
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
                parts.append(_operator("\u2212" if sign == "-" else "+"))
            parts.append(self.show(child, KRONECKER))
        return _row(parts)

    def _infix(self, node: Syn) -> str:
        tables = ((v.KRONECKER_OPS, KRONECKER), (v.HADAMARD_OPS, HADAMARD), (v.PRODUCT_OPS, DOTTED))
        own = next((found for words, found in tables if node.value in words), LOOSE if node.value != "mid" else COMMA)
        if node.children[0].kind == "empty":
            return _row([_operator(OPERATORS[node.value]), self.show(node.children[1], SUM)])
        right = own if own == COMMA else own + 1
        return _row(
            [self.show(node.children[0], own), _operator(OPERATORS[node.value]), self.show(node.children[1], right)]
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
            parts += [_operator(RELATIONS[node.value.split()[k - 1]])] if k else []
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
