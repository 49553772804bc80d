r"""Edits of exponents, of the ends of sums and of what is left without an exponent.

An exponent is no operand: it is edited with what it stands on. ``A^{t-s+1}`` may have meant ``A^{t-s}``, ``D^{1/2}`` the
inverse root, ``\|x\|_2`` its square.
"""

from __future__ import annotations

from collections.abc import Iterator

from derive.core import Formula, Logic, Rel
from derive.language.scope.scope import Symbol
from derive.language.tree.syntax import Syn
from derive.repair import tree as t
from derive.repair.empty import ORDERS
from derive.repair.vocabulary import Words

Found = Iterator[tuple[str, float, Syn, str]]


def power(node: Syn, words: Words) -> Found:
    """Yield another exponent for the one that is there, or one where there is none."""
    if node.kind == "script" and node.children[2].kind != "empty":
        base, sub, sup = node.children
        for cost, new, text in (*_numbers(sup), *_written(sup, words)):
            yield "power", cost, _with(base, sub, new), text
    else:
        yield from _bare(node, words)


def _with(base: Syn, sub: Syn, sup: Syn) -> Syn:
    plain = sup.kind == "empty" and sub.kind == "empty"
    return base if plain else Syn("script", "", (base, sub, sup))


def _numbers(sup: Syn) -> Iterator[tuple[float, Syn, str]]:
    """Exponents that are numbers, or negative ones, or entrywise."""
    if _is_natural(sup):
        value = int(sup.value)
        for other in dict.fromkeys((value + 1, value - 1, 2 * value)):
            if other > 0:
                yield 1.5, t.num(other) if other > 1 else t.EMPTY, f"^{value}>{other}"
        yield 1.5, Syn("infix", "circ", (t.EMPTY, sup)), "entrywise"
        yield 1.6, _minus(sup), "reciprocal"
    elif sup.kind == "infix" and sup.value in ("circ", "odot") and sup.children[0].kind == "empty":
        inner = sup.children[1]
        yield 1.5, inner, "matrix power"
        if _is_natural(inner):
            value = int(inner.value)
            for other in (value + 1, value - 1):
                if other > 1:
                    yield 1.5, Syn("infix", sup.value, (t.EMPTY, t.num(other))), f"^{value}>{other}"
    elif sup.kind == "add" and sup.value == "-" and len(sup.children) == 1:
        inner = sup.children[0]
        if inner.kind == "num":
            yield 1.5, t.EMPTY if inner.value == "1" else inner, "not inverted"
            if _is_natural(inner):
                for other in dict.fromkeys((max(1, int(inner.value) - 1), int(inner.value) + 1)):
                    yield 1.6, _minus(t.num(other)), f"-{inner.value}>{other}"


def _written(sup: Syn, words: Words) -> Iterator[tuple[float, Syn, str]]:
    """Exponents that are quotients or formulas: their sign, twice as much, one more or less, a sign in them."""
    minus = sup.kind == "add" and sup.value == "-" and len(sup.children) == 1
    inner = sup.children[0] if minus else sup
    if inner.kind == "frac" and all(_is_natural(c) for c in inner.children):
        yield 1.4, inner if minus else _minus(inner), "sign of the exponent"
        upper, lower = (int(c.value) for c in inner.children)
        if lower % 2 == 0 or upper == 1:
            half = lower // 2 if lower % 2 == 0 else lower
            twice = t.num(upper) if half == 1 else Syn("frac", inner.value, (t.num(upper), t.num(half)))
            one = twice.kind == "num" and twice.value == "1"
            yield 1.5, _minus(twice) if minus else t.EMPTY if one else twice, "twice the exponent"
        return
    if inner.kind in ("num", "empty", "top", "infix", "prime", "text"):
        return
    if minus:
        yield 1.2, inner, "sign of the exponent"
        return
    if sup.kind != "add":
        yield 1.4, _minus(sup), "sign of the exponent"
    for path, node in sup.walk():
        if node.kind == "add" and (len(node.children) > 1 or path):
            for k, sign in enumerate(node.value):
                signs = node.value[:k] + ("-" if sign == "+" else "+") + node.value[k + 1 :]
                yield 1.25, sup.replace(path, lambda _, n=node, s=signs: Syn("add", s, n.children)), "sign"
            turned = opposite(node)
            if turned is not None:
                yield 1.25, sup.replace(path, lambda _, new=turned: new), "opposite"
    yield from ((1.45, new, text) for new, text in _next(sup))


def opposite(node: Syn) -> Syn | None:
    """The sum with all signs changed: ``b - a`` for ``a - b``; None if all its signs are alike."""
    if len(set(node.value)) < 2:
        return None
    if node.value == "+-":
        return Syn("add", "+-", node.children[::-1])
    return Syn("add", "".join("-" if s == "+" else "+" for s in node.value), node.children)


def _next(size: Syn) -> Iterator[tuple[Syn, str]]:
    """One less and one more."""
    terms, signs = (size.children, size.value) if size.kind == "add" else ((size,), "+")
    ones = [k for k, term in enumerate(terms) if _is_natural(term)]
    if _is_natural(size):
        for value in (int(size.value) - 1, int(size.value) + 1):
            if value >= 0:
                yield t.num(value), "next"
        return
    if not ones:
        yield Syn("add", signs + "-", (*terms, t.num(1))), "one less"
        yield Syn("add", signs + "+", (*terms, t.num(1))), "one more"
        return
    if len(terms) == 1:
        return
    (k, *_) = ones
    value = int(terms[k].value) * (1 if signs[k] == "+" else -1)
    rest, left = (*terms[:k], *terms[k + 1 :]), signs[:k] + signs[k + 1 :]
    for other in (value - 1, value + 1):
        if other:
            kids = (*terms[:k], t.num(abs(other)), *terms[k + 1 :])
            yield Syn("add", signs[:k] + ("+" if other > 0 else "-") + signs[k + 1 :], kids), "next"
        else:
            yield rest[0] if len(rest) == 1 and left == "+" else Syn("add", left, rest), "next"


def _bare(node: Syn, words: Words) -> Found:
    """A square or an inverse where there is no exponent."""
    base = node.children[0] if node.kind == "script" else node
    sub = node.children[1] if node.kind == "script" else t.EMPTY
    two, inverse = t.num(2), _minus(t.num(1))
    if base.kind == "group" and base.value == "||":
        yield "power", 1.4, Syn("script", "", (base, sub, two)), "squared"
        return
    if node.kind == "group" and node.value == "(":
        yield "power", 1.9, Syn("script", "", (node, t.EMPTY, two)), "squared"
        yield "power", 2.1, Syn("script", "", (node, t.EMPTY, inverse)), "inverse"
        if _is_number(node, words):
            yield "power", 1.6, Syn("sqrt", "", node.children), "root"
        return
    symbol, _, _ = t.parts_of(node, words.scope)
    if symbol is None or symbol.kind not in ("var", "def") or symbol.params:
        return
    rows, columns = symbol.shape.totals
    if symbol.shape.is_scalar:
        if not _is_ordered(
            symbol, words
        ):  # a square that is there for the sign alone rescues a claim about positive numbers
            return
        yield "power", 1.7, t.scripted(node, t.EMPTY, two), "squared"
        yield "power", 1.72, Syn("sqrt", "", (node,)), "root"
    elif rows == columns:
        yield "power", 1.65, t.scripted(node, t.EMPTY, inverse), "inverse"
        yield "power", 1.9, t.scripted(node, t.EMPTY, two), "squared"


def _is_number(node: Syn, words: Words) -> bool:
    """Whether all names in a formula without functions are those of numbers of which an inequality is said."""
    for _, part in node.walk():
        if part.kind not in ("group", "add", "juxt", "num", "name", "script", "empty"):
            return False
        symbol, _, _ = t.parts_of(part, words.scope)
        if part.kind == "name" and (symbol is None or not symbol.shape.is_scalar or symbol.params):
            return False
        if part.kind == "name" and symbol is not None and not _is_ordered(symbol, words):
            return False
    return True


def _is_ordered(symbol: Symbol, words: Words) -> bool:
    """Whether an inequality is said of a number: that it is positive, or within bounds."""
    hypotheses = (h for level in words.scope.levels() for h in level.hypotheses)
    return any(_is_order(h.formula) and any(s.core == symbol.core for s in h.mentions.values()) for h in hypotheses)


def _is_order(formula: Formula) -> bool:
    if isinstance(formula, Logic) and formula.op == "and":
        return all(map(_is_order, formula.args))
    return isinstance(formula, Rel) and formula.op in ORDERS


def limits(node: Syn, words: Words) -> Found:
    """Yield another end of a sum or a product."""
    if node.kind != "bigop" or node.value not in ("sum", "prod"):
        return
    lower, upper, body = node.children
    if lower.kind == "relation" and lower.value == "=":
        for new, text in _next(lower.children[1]):
            yield "index", 1.4, Syn("bigop", node.value, (lower.replace((1,), lambda _, n=new: n), upper, body)), text
    if upper.kind in ("name", "script", "num", "add", "juxt") and upper.value != ":infty":
        for new, text in _next(upper):
            yield "index", 1.45, Syn("bigop", node.value, (lower, new, body)), text


def _is_natural(node: Syn) -> bool:
    return node.kind == "num" and node.value.isdigit()


def _minus(node: Syn) -> Syn:
    return Syn("add", "-", (node,))


__all__ = ["limits", "opposite", "power"]
