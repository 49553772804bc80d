"""The surface tree as one line of Unicode text, for terminals: ``W_Qᵀ``, ``X⁻¹``, ``∂c/∂xᵀ``, ``√(…)``.

It is to be read by people: where LaTeX sets a script, a fraction or a root, brackets stand.
"""

from __future__ import annotations

from collections.abc import Callable

from derive.language.lexing import vocabulary as v
from derive.language.parsing.folding import head
from derive.language.printing.latex import DOTTED, FACTORS, HADAMARD, KRONECKER, LOOSE, SUM, level
from derive.language.printing.mathml import BIGOPS, DOTS, FENCES, MARK, OPERATORS, RELATIONS, SYMBOLS, binding, lettered
from derive.language.tree.syntax import Syn

_SUPERSCRIPTS = dict(zip("0123456789+-=()nikT", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱᵏᵀ", strict=True)) | {"⊤": "ᵀ", "−": "⁻"}
_SUBSCRIPTS = dict(zip("0123456789+-=()aehijklmnoprstuvx", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ", strict=True)) | {"−": "₋"}
_COMBINING = {"hat": "\u0302", "widehat": "\u0302", "tilde": "\u0303", "widetilde": "\u0303", "bar": "\u0304", "overline": "\u0304", "dot": "\u0307", "vec": "\u20d7"}


def to_text(node: Syn, marked: Callable[[str], str] = "⟦{}⟧".format, *, enclosed: bool = True) -> str:
    """Print a tree as text.

    Args:
        node: Any tree.
        marked: Dresses the text of a group whose value is `MARK`.
        enclosed: Whether what it adds serves as brackets.

    Example:
        >>> from derive.language.parsing.parser import parse
        >>> to_text(parse(r"\\frac{1}{n} X^{-\\top} W_Q x_1"))
        '(1/n) X⁻ᵀ W_Q x₁'

    """
    return _Text(marked, level if enclosed else binding).show(node)


class _Text:
    """Recursion over the tree; one method per kind."""

    def __init__(self, marked: Callable[[str], str], binding: Callable[[Syn], int]) -> None:
        self.marked, self.binding = marked, binding

    def show(self, node: Syn, minimum: int = 0) -> str:
        """Print a node, bracketed if it binds looser than ``minimum``."""
        method = getattr(self, "_" + node.kind, None)
        text = method(node) if method else _leaf(node)
        return f"({text})" if self.binding(node) < minimum else text

    def _name(self, node: Syn) -> str:
        style, _, base = node.value.rpartition(":")
        parts = [part for part in style.split(".") if part]
        text = base if "rm" in parts else OPERATORS.get(base, SYMBOLS.get(base, base))
        for part in parts:
            text = "".join(lettered(char, part) for char in text) + _COMBINING.get(part, "")
        return ("d" if "d" in parts else "") + text

    def _script(self, node: Syn) -> str:
        base, sub, sup = node.children
        text = self.show(base, FACTORS + 1)
        if base.kind in ("frac", "bigop") or (base.kind == "sqrt" and sup.kind != "empty"):
            text = f"({text})"
        return self._scripted(text, sub, sup)

    def _scripted(self, base: str, sub: Syn, sup: Syn) -> str:
        if sub.kind != "empty":
            base += _small(self.show(sub), _SUBSCRIPTS, "_")
        if sup.kind != "empty":
            base += _small(self.show(sup), _SUPERSCRIPTS, "^")
        return base

    def _prime(self, node: Syn) -> str:
        return self.show(node.children[0], FACTORS + 1) + "′" * min(int(node.value or 1), 9)

    def _group(self, node: Syn) -> str:
        inner = self.show(node.children[0])
        if node.value == MARK:
            return self.marked(inner)
        if node.value == "{":
            return inner if node.children[0].kind in ("name", "script", "num", "group") else self.show(node.children[0], FACTORS)
        if node.value == "eval":
            return f"{inner}|"
        fences = FENCES[node.value]
        return f"{fences[0]}{inner}{fences[1]}"

    def _list(self, node: Syn) -> str:
        return f"{node.value} ".join(map(self.show, node.children))

    def _juxt(self, node: Syn) -> str:
        out = ""
        for k, child in enumerate(node.children):
            text = self.show(child, FACTORS)
            if child.kind == "frac" and len(node.children) > 1 and not text.startswith("∂"):
                text = f"({text})"
            before = node.children[k - 1] if k else None
            tight = before is None or before.kind == "partial" or (head(child).kind == "group" and (_applies(before) or out.endswith("′")))
            out += text if tight else f" {text}"
        return out

    def _frac(self, node: Syn) -> str:
        above, below = (self.show(child, FACTORS) for child in node.children)
        if node.children[0].kind in ("frac", "juxt") and not above.startswith("∂"):
            above = above if " " not in above and "/" not in above else f"({above})"
        if node.children[1].kind in ("frac", "juxt", "infix") and not below.startswith("∂"):
            below = f"({below})"
        return f"{above}/{below}"

    def _sqrt(self, node: Syn) -> str:
        inner = self.show(node.children[0])
        simple = node.children[0].kind in ("name", "num", "script")
        return f"√{inner}" if simple else f"√({inner})"

    def _add(self, node: Syn) -> str:
        out = ""
        for k, (sign, child) in enumerate(zip(node.value, node.children, strict=True)):
            mark = "−" if sign == "-" else "+"
            text = self.show(child, KRONECKER)
            out += f" {mark} {text}" if k else f"{mark if sign == '-' else ''}{text}"
        return out

    def _infix(self, node: Syn) -> str:
        tables = ((v.KRONECKER_OPS, KRONECKER), (v.HADAMARD_OPS, HADAMARD), (v.PRODUCT_OPS, DOTTED))
        own = next((found for words, found in tables if node.value in words), LOOSE)
        sign = OPERATORS.get(node.value, node.value)
        if node.children[0].kind == "empty":
            return f"{sign}{self.show(node.children[1], SUM)}"
        return f"{self.show(node.children[0], own)} {sign} {self.show(node.children[1], own + 1)}"

    def _bigop(self, node: Syn) -> str:
        sub, sup, body = node.children
        text = self._scripted(BIGOPS.get(node.value, node.value), sub, sup)
        return text if body.kind == "empty" else f"{text} {self.show(body, KRONECKER)}"

    def _matrix(self, node: Syn) -> str:
        rows = "; ".join(", ".join(map(self.show, row.children)) for row in node.children)
        return f"[{rows}]"

    def _relation(self, node: Syn) -> str:
        words = node.value.split()
        out = self.show(node.children[0])
        for word, child in zip(words, node.children[1:], strict=True):
            out += f" {RELATIONS[word]} {self.show(child)}"
        return out

    def _quantified(self, node: Syn) -> str:
        said, *governing = node.children
        return f"({' '.join(map(self.show, governing))}: {self.show(said)})"

    def _not(self, node: Syn) -> str:
        return f"¬({self.show(node.children[0])})"


def _applies(node: Syn) -> bool:
    """Whether a bracket behind a factor holds its argument: a function, f', and f, g and h."""
    return head(node).kind in ("function", "prime") or (node.kind == "name" and node.value in (":f", ":g", ":h"))


def _leaf(node: Syn) -> str:
    if node.kind in ("num", "function"):
        return node.value
    if node.kind == "text":
        return node.value.strip(" ~")
    return {
        "colon": ":",
        "star": "*",
        "top": "⊤",
        "dots": DOTS.get(node.value, "…"),
        "partial": {"partial": "∂", "nabla": "∇"}.get(node.value, "d"),
        "quantifier": {"forall": "∀", "exists": "∃"}.get(node.value, ""),
        "empty": "",
    }[node.kind]


def _small(text: str, letters: dict[str, str], mark: str) -> str:
    """A script: small letters where Unicode has all of them."""
    packed = text.replace(" ", "")
    if packed and all(char in letters for char in packed):
        return "".join(letters[char] for char in packed)
    if len(text) == 1 or text.isalnum():
        return f"{mark}{text}"
    return f"_{{{packed if ',' in packed else text}}}" if mark == "_" else f"^({text})"


__all__ = ["to_text"]
