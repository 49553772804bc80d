"""Surface trees as a repair sees them: which nodes are operands, and small trees made anew."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import lcm

from derive.language.scope.scope import Scope, Symbol
from derive.language.tree.names import base_key, behind, splits
from derive.language.tree.syntax import Syn
from derive.sizes import Size

Path = tuple[int, ...]
EMPTY = Syn("empty")
TOP = Syn("top")
BUILT_IN = ("I", "0", "1", "K", "T", "e", "E")


@dataclass(frozen=True, slots=True)
class Unit:
    """Neighbors in a juxtaposition that belong together: one operand, or a function and its argument."""

    start: int
    end: int

    @property
    def last(self) -> int:
        """The position of its last neighbor; `end` is the one behind it."""
        return self.end - 1


def num(value: int) -> Syn:
    """A natural number as a tree."""
    return Syn("num", str(value))


def name(text: str) -> Syn:
    r"""Return a size name as a tree: ``d_V`` is a script, ``kappa`` a Greek letter."""
    base, mark, sub = text.partition("_")
    node = Syn("name", f"d:{base[2:]}" if base.startswith("d ") else f":{base}")
    if not mark:
        return node
    inner = num(int(sub)) if sub.isdigit() else Syn("name", f":{sub}")
    return Syn("script", "", (node, inner, EMPTY))


def size_tree(size: Size) -> Syn:
    """Write a size: a sum of products of size names, over a number where coefficients are fractions."""
    below = lcm(*(coefficient.denominator for _, coefficient in size.terms))
    if below > 1:
        return Syn("frac", "frac", (size_tree(size * below), num(below)))
    terms, signs = [], ""
    for powers, coefficient in sorted(size.terms, reverse=True):
        factors = [] if abs(coefficient) == 1 and powers else [num(int(abs(coefficient)))]
        factors += [name(n) for n, power in powers for _ in range(power)]
        terms.append(factors[0] if len(factors) == 1 else Syn("juxt", "", tuple(factors)))
        signs += "-" if coefficient < 0 else "+"
    return terms[0] if len(terms) == 1 and signs == "+" else Syn("add", signs, tuple(terms))


def bracket(node: Syn) -> Syn:
    """Put visible brackets around a tree that is not one symbol."""
    node = naked(node)
    return node if node.kind in ("name", "script", "num", "sqrt", "function") else Syn("group", "(", (node,))


def naked(node: Syn) -> Syn:
    """Remove brackets around a whole tree."""
    while node.kind == "group" and node.value in ("(", "{", "[") and len(node.children) == 1:
        node = node.children[0]
    return node


def juxt(*factors: Syn) -> Syn:
    """Write factors next to each other; products inside are spliced, sums bracketed."""
    flat: list[Syn] = []
    for factor in factors:
        if factor.kind == "juxt":
            flat.extend(factor.children)
        elif factor.kind in ("add", "infix", "bigop", "relation"):
            flat.append(Syn("group", "(", (factor,)))
        else:
            flat.append(factor)
    return flat[0] if len(flat) == 1 else Syn("juxt", "", tuple(flat))


def negated(term: Syn) -> Syn:
    """The tree of ``-term``."""
    return Syn("add", "-", (term,))


def scripted(written: Syn, sub: Syn, sup: Syn) -> Syn:
    """Put scripts on a name; one with a superscript of its own goes into braces, one with a subscript keeps it."""
    if sub.kind == "empty" and sup.kind == "empty":
        return written
    if written.kind != "script":
        return Syn("script", "", (written, sub, sup))
    base, own_sub, own_sup = written.children
    if own_sup.kind == "empty" and sub.kind == "empty":
        return Syn("script", "", (base, own_sub, sup))
    return Syn("script", "", (Syn("group", "{", (written,)), sub, sup))


def tidy(tree: Syn) -> Syn:
    """Remove factors of one and terms of zero that an edit has left."""
    for path, _ in list(tree.walk())[::-1]:  # inner nodes first, so that paths stay valid
        node = tree.at(path)
        new = _plain(node) if node.kind == "juxt" else _without_zeros(node) if node.kind == "add" else node
        if new is not node:
            tree = tree.replace(path, lambda _, new=new: new)
    return tree


def _plain(node: Syn) -> Syn:
    """A product without ones, and without brackets around a name behind a number."""
    node = _without_ones(node)
    if node.kind != "juxt":
        return node
    kids = list(node.children)
    for k, (before, kid) in enumerate(zip((None, *kids), kids, strict=False)):
        single = kid.kind == "group" and kid.value == "(" and kid.children[0].kind == "name"
        if single and (before is None or before.kind in ("num", "frac")):
            kids[k] = kid.children[0]
    return (
        node if all(a is b for a, b in zip(kids, node.children, strict=True)) else Syn("juxt", node.value, tuple(kids))
    )


def _without_ones(node: Syn) -> Syn:
    before = (None, *node.children)
    kept = tuple(c for last, c in zip(before, node.children, strict=False) if not _is_one(c, last))
    if not 0 < len(kept) < len(node.children):
        return node
    return kept[0] if len(kept) == 1 else Syn("juxt", node.value, kept)


def _is_one(node: Syn, before: Syn | None) -> bool:
    r"""Whether a factor is 1 or (1); behind a name, (1) may be an argument."""
    if node.kind == "group" and node.value == "(" and (before is None or before.kind in ("num", "frac", "group")):
        node = node.children[0]
    return node.kind == "num" and node.value == "1"


def _without_zeros(node: Syn) -> Syn:
    terms = [(sign, c) for sign, c in zip(node.value, node.children, strict=True) if (c.kind, c.value) != ("num", "0")]
    if not 0 < len(terms) < len(node.children):
        return node
    if len(terms) == 1 and terms[0][0] == "+":
        return terms[0][1]
    return Syn("add", "".join(sign for sign, _ in terms), tuple(c for _, c in terms))


def transposed(node: Syn) -> Syn:
    r"""Add a transpose mark, or remove the one that is there (also of ``-\top``)."""
    if node.kind == "script":
        base, sub, sup = node.children
        if sup.kind == "top":
            return naked(base) if sub.kind == "empty" else Syn("script", "", (base, sub, EMPTY))
        if sup.kind == "empty":
            return Syn("script", "", (base, sub, TOP))
        if sup.kind == "add" and sup.value == "-" and len(sup.children) == 1:
            mark = sup.children[0]
            inner = num(1) if mark.kind == "top" else TOP if (mark.kind, mark.value) == ("num", "1") else None
            if inner is not None:
                return Syn("script", "", (base, sub, Syn("add", "-", (inner,))))
        return Syn("script", "", (Syn("group", "(", (node,)), EMPTY, TOP))
    body = node if node.kind in ("name", "group") else Syn("group", "(", (node,))
    return Syn("script", "", (body, EMPTY, TOP))


def units(node: Syn, scope: Scope) -> list[Unit]:
    """Split a juxtaposition into operands; empty for differentials and the like."""
    children = node.children
    if any(_is_partial(c) for c in children):
        return []
    found: list[Unit] = []
    k = 0
    while k < len(children):
        end = k + 1
        if _is_head(children[k], scope):
            while end < len(children) and _is_head(children[end], scope):
                end += 1
            end = min(end + 1, len(children))
        found.append(Unit(k, end))
        k = end
    return found


def _is_partial(node: Syn) -> bool:
    return node.kind == "partial" or (node.kind == "script" and node.children[0].kind == "partial")


def _is_head(node: Syn, scope: Scope) -> bool:
    """Whether a factor takes the next one as its argument."""
    if node.kind == "function" or (node.kind == "script" and node.children[0].kind == "function"):
        return symbol_of(node, scope) is None
    symbol = symbol_of(node, scope)
    return symbol is not None and (symbol.kind == "fun" or bool(symbol.params))


def symbol_of(node: Syn, scope: Scope) -> Symbol | None:
    """Return the declared symbol that a name, scripted or not, stands for (a transpose mark does not matter)."""
    return parts_of(node, scope)[0]


def parts_of(node: Syn, scope: Scope) -> tuple[Symbol | None, Syn, Syn]:
    """Return the symbol with the subscript and superscript that are not part of its name."""
    if node.kind in ("name", "script", "prime"):
        for split in splits(node):
            symbol = scope.find(split.key)
            if symbol is not None:
                return symbol, split.sub, split.sup
    return None, EMPTY, EMPTY


def difference_of(mark: Syn, node: Syn, scope: Scope) -> Symbol | None:
    r"""Return the declared symbol ``\Delta X`` that two neighbors are together."""
    first = base_key(mark)
    if first is None or first.plain not in ("Delta", "delta"):
        return None
    found = (scope.find(behind(first, split.key)) for split in splits(node))
    return next((symbol for symbol in found if symbol is not None), None)


def built_in(node: Syn, scope: Scope) -> str:
    """Return which built-in matrix (`BUILT_IN`) a node is, or an empty text."""
    if symbol_of(node, scope) is not None:
        return ""
    base = node
    while base.kind == "script":
        base = base.children[0]
    if base.kind == "num":
        return "" if base is node else base.value if base.value in ("0", "1") else ""
    key = base_key(base) if base.kind == "name" else None
    if key is None:
        return ""
    return key.plain if key.plain in BUILT_IN and (base is not node or key.style) else ""


def is_derivative(node: Syn) -> bool:
    r"""Return whether a fraction is a derivative such as ``\frac{\partial F}{\partial X}``."""
    if node.kind != "frac":
        return False
    lower = naked(node.children[1])
    first = lower.children[0] if lower.kind == "juxt" else lower
    return _is_partial(first)


def operands(node: Syn, scope: Scope, path: Path = ()) -> Iterator[tuple[Path, Syn]]:
    """Yield the nodes that are expressions: not subscripts, exponents, heads of functions or parts of derivatives."""
    stack: list[tuple[Path, Syn]] = [(path, node)]
    while stack:
        where, top = stack.pop()
        yield where, top
        if top.kind == "script" and top.children[0].kind == "group" and top.children[2].kind == "top":
            stack.append(((*where, 0, 0), top.children[0].children[0]))  # the group's transpose is the script's
            continue
        stack.extend(reversed([((*where, k), top.children[k]) for k in _inner(top, scope)]))


def _inner(node: Syn, scope: Scope) -> list[int]:
    if node.kind == "script":
        return [0] if node.children[0].kind in ("group", "juxt", "frac", "sqrt") else []
    if node.kind == "juxt":
        return [unit.last for unit in units(node, scope)]
    if node.kind == "bigop":
        return [2]
    if node.kind == "frac":
        return [] if is_derivative(node) else [0, 1]
    if node.kind == "sqrt":
        return [0]
    if node.kind in ("group", "add", "infix", "relation", "list", "matrix", "not"):
        return list(range(len(node.children)))
    return []
