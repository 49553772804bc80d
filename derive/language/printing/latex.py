"""The surface tree to LaTeX, with as few brackets as the grammar allows.

A tree that the parser has produced prints to text that parses to the same tree.  A tree that was edited (by a repair)
gets visible brackets wherever its structure would otherwise be read differently.
"""

from __future__ import annotations

from derive.language.lexing import vocabulary as v
from derive.language.parsing.folding import head, is_mark
from derive.language.tree.script_marks import is_plus
from derive.language.tree.syntax import BEHIND, SPACED, Syn

# Binding strength, from the loosest.
MID, SEMICOLON, COMMA, LOGIC, RELATION, LOOSE, SUM, KRONECKER, HADAMARD, DOTTED, FACTORS, ATOM = range(12)

_TALL = frozenset({"frac", "matrix", "bigop", "sqrt"})
_SHORT_SCRIPTS = frozenset({"top", "star"})


def to_latex(node: Syn) -> str:
    """Print a tree.

    Args:
        node: Any tree of `syntax.KINDS`.

    Returns:
        LaTeX that `parser.parse` reads back to the same tree, if the tree came from the parser.

    Example:
        >>> from derive.language.parsing.parser import parse
        >>> to_latex(parse(r"{\\bf X}W^T"))
        '\\\\mathbf{X} W^\\\\top'

    """
    return _emit(node, MID, 0)


def level(node: Syn) -> int:
    """How tightly the outermost construct of a tree binds."""
    kind = node.kind
    if kind == "infix":
        return _infix_level(node)
    if kind == "relation":
        return RELATION if _logic_level(node.value.split()) == len(v.LOGIC_LEVELS) else LOGIC
    if kind == "list":
        return SEMICOLON if node.value == ";" else COMMA
    if kind == "frac":
        return FACTORS if node.value == "/" else ATOM
    return {"not": RELATION, "add": SUM, "juxt": FACTORS}.get(kind, ATOM)


def _infix_level(node: Syn) -> int:
    if node.value == "mid":
        return MID
    if node.children[0].kind == "empty" or node.value in v.LOOSE_OPS:
        return LOOSE
    for words, found in ((v.KRONECKER_OPS, KRONECKER), (v.HADAMARD_OPS, HADAMARD)):
        if node.value in words:
            return found
    return DOTTED


def _is_open(node: Syn) -> bool:
    """True for an operator that would swallow what follows it."""
    if node.kind != "bigop":
        return False
    sub, sup, body = node.children
    bare = node.value in v.EXTREMA and sub.kind == "empty" and sup.kind == "empty"
    if bare and body.kind == "group" and body.value in ("(", "[", "set"):
        return False
    return not _ends_in_differential(node)


def _ends_in_differential(node: Syn) -> bool:
    body = node.children[2]
    if node.value != "int" or body.kind != "juxt" or len(body.children) < 3:
        return False
    mark = body.children[-2]
    return is_mark(mark) or is_mark(mark, "d")


def _emit(node: Syn, minimum: int, follow: int) -> str:
    """Print a node that must bind at least as tightly as ``minimum``.

    Args:
        node: The node.
        minimum: A binding strength.
        follow: 2 if a factor follows in the same term, 1 if a term follows, else 0.

    """
    if level(node) < minimum or (_is_open(node) and follow > (0 if node.value == "int" else 1)):
        return _bracketed("(", _emit(node, MID, 0), node)
    return _PRINTERS[node.kind](node, follow)


def _is_tall(node: Syn) -> bool:
    return any(part.kind in _TALL and part.value != "/" for _, part in node.walk())


def _bracketed(kind: str, inner: str, content: Syn) -> str:
    if kind == "{":
        return f"{{{inner}}}"
    left, right = v.DELIMITERS[kind]
    if kind == "eval":
        return f"{left} {inner} {right}"
    if _is_tall(content):
        return f"\\left{left} {inner} \\right{right}"
    glue = " " if left[-1].isalpha() else ""
    return f"{left}{glue}{inner}{' ' if glue else ''}{right}"


# --- leaves ----------------------------------------------------------------------------------------------------------


def _name(node: Syn, _follow: int) -> str:
    style, _, primed = node.value.rpartition(":")
    base = primed.rstrip("'")
    command = len(base) > 1 and (base in v.SYMBOLS or base in v.OPERATORS or base == "prime")
    styles = [part for part in style.split(".") if part]
    front = "d" if "d" in styles else ""
    styles = [part for part in styles if part != "d"]
    upright = bool(styles) and styles[-1] == "rm"
    text = f"\\{base}" if command and not upright else base
    if len(base) > 1 and not command and not styles and base != "++":
        styles = ["rm"]
    for part in reversed(styles):
        if part in v.BOLD and command:
            text = f"\\boldsymbol{{{text}}}"
        else:
            text = f"\\{v.STYLE_COMMANDS.get(part, part)}{{{text}}}"
    return front + text + primed[len(base) :]


def _function(node: Syn, _follow: int) -> str:
    if node.value == "vec_r":
        return r"\mathrm{vec}_r"
    return f"\\{node.value}" if node.value in v.FUNCTION_COMMANDS else f"\\operatorname{{{node.value}}}"


def _text(node: Syn, _follow: int) -> str:
    escaped = "".join("\\" + char if char in "_%&#" else char for char in node.value if char not in "{}\\$")
    return f"\\text{{{escaped}}}"


def _partial(node: Syn, _follow: int) -> str:
    return r"\mathrm{d}" if node.value == "d" else f"\\{node.value}"


# --- operands --------------------------------------------------------------------------------------------------------


def _script_part(node: Syn) -> str:
    text = _emit(node, MID, 0)
    if node.kind in _SHORT_SCRIPTS or (node.kind in ("name", "num") and len(text) == 1):
        return text
    return f"{{{text}}}"


def _letters(node: Syn) -> str | None:
    """Return ``ff`` for the subscript of ``d_{ff}``: plain letters that are no built-in word stand without spaces."""
    if node.kind != "juxt" or any(c.kind != "name" or len(c.value) != 2 or c.value[0] != ":" for c in node.children):
        return None
    word = "".join(c.value[1] for c in node.children)
    return None if word in v.KNOWN_WORDS or word in v.WORD_BIGOPS or "d" in word else word


def _places(node: Syn) -> str | None:
    """Return ``1 2`` for the subscript of ``A_{1 2}``: numbers next to each other are places, no product."""
    plain = node.kind == "juxt" and node.value != SPACED and all(c.kind in ("name", "num") for c in node.children)
    return " ".join(_emit(c, ATOM, 2) for c in node.children) if plain else None


def _scripts(sub: Syn, sup: Syn, order: str = "") -> str:
    word = _letters(sub) or _places(sub)
    below = "" if sub.kind == "empty" else "_" + (_script_part(sub) if word is None else f"{{{word}}}")
    above = "" if sup.kind == "empty" else "^" + _script_part(sup)
    return above + below if order else below + above


def _script(node: Syn, _follow: int) -> str:
    base, sub, sup = node.children
    if base.kind == "script":
        return _emit(base, ATOM, 2) + "{}" + _scripts(sub, sup, node.value)
    text = "{}" if base.kind == "empty" else _emit(base, ATOM, 2)
    if base.kind == "function" and base.value == "vec_r":
        return r"\mathrm{vec}" + _scripts(Syn("name", ":r"), sup)
    return text + _scripts(sub, sup, node.value)


def _prime(node: Syn, _follow: int) -> str:
    return _emit(node.children[0], ATOM, 2) + "'" * int(node.value or 1)


def _group(node: Syn, _follow: int) -> str:
    return _bracketed(node.value, _emit(node.children[0], MID, 0), node.children[0])


def _sqrt(node: Syn, _follow: int) -> str:
    degree = f"[{_emit(node.children[1], MID, 0)}]" if len(node.children) > 1 else ""
    return f"\\sqrt{degree}{{{_emit(node.children[0], MID, 0)}}}"


def _matrix(node: Syn, _follow: int) -> str:
    name = {"cases": "cases", "array": "array"}.get(node.value, node.value + "matrix")
    rows = [" & ".join([_emit(cell, MID, 0) for cell in row.children]) for row in node.children]
    columns = f"{{{'c' * max((len(row.children) for row in node.children), default=1)}}}" if name == "array" else ""
    return f"\\begin{{{name}}}{columns} " + r" \\ ".join(rows) + f" \\end{{{name}}}"


def _bigop(node: Syn, _follow: int) -> str:
    sub, sup, body = node.children
    word = rf"\operatorname*{{{node.value}}}" if node.value in ("argmax", "argmin") else f"\\{node.value}"
    text = word + _scripts(sub, sup)
    if body.kind == "empty":
        return text
    if not _is_open(node) and not _ends_in_differential(node):
        return text + _emit(body, ATOM, 0)
    return f"{text} {_signed(body, KRONECKER, 0)}"


# --- products and sums -----------------------------------------------------------------------------------------------


def _signed(node: Syn, minimum: int, follow: int) -> str:
    """Print an operand behind an operator, where a sign needs no brackets."""
    if node.kind == "add" and node.value == "-" and level(node.children[0]) >= minimum:
        return "-" + _emit(node.children[0], minimum, follow)
    return _emit(node, minimum, follow)


def _infix(node: Syn, follow: int) -> str:
    left, right = node.children
    own = _infix_level(node)
    if left.kind == "empty":
        return f"\\{node.value} {_emit(right, SUM if node.value in v.LOOSE_OPS else LOOSE, follow)}"
    if own == MID:
        return f"{_emit(left, MID, 0)} \\mid {_emit(right, SEMICOLON, follow)}"
    if own == LOOSE:
        return f"{_emit(left, LOOSE, 1)} \\{node.value} {_emit(right, SUM, follow)}"
    return f"{_emit(left, own, 2)} \\{node.value} {_signed(right, own + 1, follow)}"


def _add(node: Syn, follow: int) -> str:
    if is_plus(node):
        return "+" + _emit(node.children[0], SUM, follow)
    parts: list[str] = []
    last = len(node.children) - 1
    for k, (sign, child) in enumerate(zip(node.value, node.children, strict=True)):
        text = _emit(child, KRONECKER, follow if k == last else 1)
        if k == 0:
            parts.append(f"-{text}" if sign == "-" else text)
        else:
            parts.append(f" {sign} {text}")
    return "".join(parts)


def _mark_index(row: tuple[Syn, ...], written: str) -> int:
    return max((k for k, node in enumerate(row) if is_mark(node, written)), default=0)


def _row_of(node: Syn) -> tuple[Syn, ...]:
    return node.children if node.kind == "juxt" else (node,)


def _answers(node: Syn) -> bool:
    """True for a quotient such as ``\\partial F/\\partial X``, whose numerator begins at its own mark."""
    numerator, denominator = map(_row_of, node.children)
    for written in ("partial", "d"):
        if len(denominator) > 1 and is_mark(denominator[0], written):
            return is_mark(numerator[0], written) and _mark_index(numerator, written) == 0
    return False


def _is_number(row: Syn, at: int) -> bool:
    """True for a quotient of two numerals among other factors, ``A 1/2 B``: it stands for itself."""
    beside = [*row.children[at - 1 : at], *row.children[at + 1 : at + 2]]
    return all(c.kind == "num" for c in row.children[at].children) and all(
        n.kind in ("name", "group", "matrix") for n in beside
    )


def _juxt(node: Syn, follow: int) -> str:
    if node.value == SPACED:
        return r" \; ".join(_emit(child, FACTORS, 2) for child in node.children)
    text = ""
    last = len(node.children) - 1
    for k, child in enumerate(node.children):
        raw = child.kind == "frac" and child.value == "/" and (k == 0 or _answers(child) or _is_number(node, k))
        piece = _emit(child, FACTORS if raw else ATOM, follow if k == last else 2)
        tight = k > 0 and piece[0] in "([" and head(node.children[k - 1]).kind in ("name", "function")
        digits = k > 0 and node.children[k - 1].kind == "num" and head(child).kind == "num"
        text += piece if tight or not text else rf" \cdot {piece}" if digits else f" {piece}"
    return text


def _frac(node: Syn, follow: int) -> str:
    if node.value != "/":
        top, bottom = (_emit(child, MID, 0) for child in node.children)
        return f"\\frac{{{top}}}{{{bottom}}}"
    numerator, denominator = node.children
    return f"{_emit(numerator, FACTORS, 2)}/{_denominator(denominator, follow)}"


def _denominator(node: Syn, follow: int) -> str:
    if node.kind == "add" and node.value == "-":
        return "-" + _denominator(node.children[0], follow)
    if node.kind == "juxt":
        first, second = node.children[0], node.children[1]
        called = len(node.children) == 2 and head(second).kind == "group" and head(second).value in ("(", "[")
        if is_mark(first) or is_mark(first, "d") or (called and head(first).kind in ("name", "function")):
            return _juxt(node, follow)
        if len(node.children) == 2 and head(first).kind == "function":
            return _juxt(node, follow)
    return _emit(node, ATOM, follow)


# --- lists and relations ---------------------------------------------------------------------------------------------


def _list(node: Syn, _follow: int) -> str:
    minimum = COMMA if node.value == ";" else LOGIC
    return f"{node.value} ".join([_emit(child, minimum, 0) for child in node.children])


def _side(node: Syn, position: int, last: int, minimum: int) -> str:
    if node.kind == "list" and node.value == "," and position in (0, last):
        separator = ", " if position == 0 else ","
        return separator.join([_emit(child, LOOSE, 0) for child in node.children])
    return "" if node.kind == "empty" else _emit(node, minimum, 0)


def _relation(node: Syn, _follow: int) -> str:
    words = node.value.split()
    last = len(words)
    own = _logic_level(words)
    parts: list[str] = []
    for k, child in enumerate(node.children):
        if k:
            parts.append(v.RELATION_COMMANDS[words[k - 1]])
        inner = LOOSE if own == len(v.LOGIC_LEVELS) else LOGIC
        side = _side(child, k, last, inner)
        if child.kind == "relation" and _logic_level(child.value.split()) <= own < len(v.LOGIC_LEVELS):
            side = f"({side})"
        parts.append(side)
    return " ".join(part for part in parts if part)


def _logic_level(words: list[str]) -> int:
    for k, names in enumerate(v.LOGIC_LEVELS):
        if any(word in names for word in words):
            return k
    return len(v.LOGIC_LEVELS)


def _not(node: Syn, _follow: int) -> str:
    relation = node.children[0]
    if relation.kind == "relation" and len(relation.children) == 2 and relation.value in v.RELATION_COMMANDS:
        left, right = (_side(child, k, 1, LOOSE) for k, child in enumerate(relation.children))
        return f"{left} \\not{v.RELATION_COMMANDS[relation.value]} {right}"
    return f"\\neg ({_emit(relation, MID, 0)})"


def _quantified(node: Syn, _follow: int) -> str:
    said, *governing = node.children
    leading = [c for c in governing if any(n.kind == "quantifier" and n.children for _, n in c.walk())]
    front = "".join(f"{_emit(c, MID, 0)} " for c in leading)
    behind = "".join(f" \\quad {_emit(c, MID, 0)}" for c in governing if c not in leading)
    if node.value == BEHIND:
        return f"{_emit(said, MID, 0)}{behind}"
    return f"({front}{_emit(said, MID, 0)}{behind})"


_PRINTERS = {
    "num": lambda node, _: node.value,
    "name": _name,
    "script": _script,
    "empty": lambda _node, _: "",
    "group": _group,
    "list": _list,
    "colon": lambda _node, _: ":",
    "juxt": _juxt,
    "frac": _frac,
    "sqrt": _sqrt,
    "add": _add,
    "infix": _infix,
    "bigop": _bigop,
    "function": _function,
    "matrix": _matrix,
    "dots": lambda node, _: f"\\{node.value}",
    "prime": _prime,
    "postfix": lambda node, _: _emit(node.children[0], ATOM, 2) + node.value,
    "partial": _partial,
    "relation": _relation,
    "quantifier": lambda node, _: f"\\{node.value}",
    "not": _not,
    "quantified": _quantified,
    "text": _text,
    "star": lambda _node, _: "*",
    "top": lambda node, _: node.value or r"\top",
}
