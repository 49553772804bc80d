"""Mutants of a true statement: the slips that papers make, each made at one place of the surface tree."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from derive.language.printing.latex import to_latex
from derive.language.scope.scope import Scope
from derive.language.tree.syntax import Syn
from derive.repair import tree as t
from derive.repair.edits import Words, vocabulary
from derive.repair.scalars import monomial_of

EMPTY = Syn("empty")


@dataclass(frozen=True, slots=True)
class Mutant:
    """A statement with one slip, and of what kind it is."""

    kind: str
    statement: Syn


def mutants(statement: Syn, scope: Scope, seed: str, most: int) -> list[Mutant]:
    """Return up to ``most`` different mutants, in turn one of every kind that the statement offers."""
    words = vocabulary(statement, scope)
    chance = random.Random(seed)
    kinds: dict[str, list[Mutant]] = {}
    seen = {to_latex(statement)}
    for path, node in t.operands(statement, scope):
        if not path:
            continue
        for kind, slip in SLIPS.items():
            for new in slip(node, words):
                mutant = statement.replace(path, lambda _, new=new: new)
                text = to_latex(mutant)
                if text not in seen:
                    seen.add(text)
                    kinds.setdefault(kind, []).append(Mutant(kind, mutant))
    for found in kinds.values():
        chance.shuffle(found)
    order = sorted(kinds)
    chance.shuffle(order)
    chosen: list[Mutant] = []
    while len(chosen) < most and any(kinds.values()):
        for kind in order:
            if kinds[kind] and len(chosen) < most:
                chosen.append(kinds[kind].pop())
    return chosen


Slip = Callable[[Syn, Words], Iterator[Syn]]


def _transpose(node: Syn, words: Words) -> Iterator[Syn]:
    symbol, _, _ = t.parts_of(node, words.scope)
    if symbol is not None and symbol.kind in ("var", "def") and not symbol.params:
        yield t.transposed(node)
    elif node.kind == "script" and node.children[2].kind == "top":
        yield t.transposed(node)


def _kronecker(node: Syn, words: Words) -> Iterator[Syn]:
    if node.kind == "infix" and node.value == "otimes":
        yield Syn("infix", "otimes", node.children[::-1])


def _commutation(node: Syn, words: Words) -> Iterator[Syn]:
    if t.built_in(node, words.scope) in ("K", "T") and len(node.children[1].children) == 2:
        sub = node.children[1]
        if not sub.children[0].same(sub.children[1]):
            yield Syn("script", "", (node.children[0], Syn(sub.kind, sub.value, sub.children[::-1]), node.children[2]))


def _size(node: Syn, words: Words) -> Iterator[Syn]:
    if (
        node.kind == "script"
        and t.built_in(node, words.scope) in ("I", "1")
        and node.children[1].kind in ("name", "script")
    ):
        for size in words.sizes[:4]:
            if not node.children[1].same(t.name(size)):
                yield Syn("script", "", (node.children[0], t.name(size), node.children[2]))


def _sign(node: Syn, words: Words) -> Iterator[Syn]:
    if node.kind == "add":
        for k, sign in enumerate(node.value):
            yield Syn("add", node.value[:k] + ("-" if sign == "+" else "+") + node.value[k + 1 :], node.children)


def _factor_two(node: Syn, words: Words) -> Iterator[Syn]:
    if node.kind == "add":
        for k, child in enumerate(node.children):
            doubled = t.juxt(t.num(2), child)
            yield Syn("add", node.value, (*node.children[:k], doubled, *node.children[k + 1 :]))
    elif node.kind == "infix" and node.value == "otimes":
        yield Syn("infix", "otimes", (t.juxt(t.num(2), node.children[0]), node.children[1]))
    elif node.kind == "num" and node.value == "2":
        yield t.num(1)


def _factor_root(node: Syn, words: Words) -> Iterator[Syn]:
    for size in words.sizes[:2]:
        root = Syn("frac", "frac", (t.num(1), Syn("sqrt", "", (t.name(size),))))
        if node.kind == "infix" and node.value == "otimes":
            yield Syn("infix", "otimes", (t.juxt(root, node.children[0]), node.children[1]))
        elif node.kind == "add":
            yield Syn("add", node.value, (t.juxt(root, node.children[0]), *node.children[1:]))
    if node.kind == "sqrt":
        yield t.naked(node.children[0])


def _hadamard(node: Syn, words: Words) -> Iterator[Syn]:
    if node.kind == "infix" and node.value in ("odot", "circ"):
        yield t.juxt(*node.children)
    elif node.kind == "juxt" and len(node.children) == 2 and len(t.units(node, words.scope)) == 2:
        if not any(monomial_of(c, words.scope) for c in node.children):
            yield Syn("infix", "odot", node.children)


def _fraction(node: Syn, words: Words) -> Iterator[Syn]:
    if node.kind == "frac" and monomial_of(node, words.scope) is not None:
        for size in words.sizes[:4]:
            for path, inner in node.walk():
                symbol = t.symbol_of(inner, words.scope)
                if symbol is not None and symbol.kind == "size" and symbol.core != size:
                    yield node.replace(path, lambda _, size=size: t.name(size))
                    break


def _missing_term(node: Syn, words: Words) -> Iterator[Syn]:
    if node.kind == "add" and len(node.children) > 1:
        for k in range(len(node.children)):
            rest = node.children[:k] + node.children[k + 1 :]
            signs = node.value[:k] + node.value[k + 1 :]
            yield rest[0] if len(rest) == 1 and signs == "+" else Syn("add", signs, rest)


def _vec(node: Syn, words: Words) -> Iterator[Syn]:
    if node.kind == "juxt":
        for k, child in enumerate(node.children):
            other = {"vec": "vec_r", "vec_r": "vec"}.get(child.value) if child.kind == "function" else None
            if other:
                yield Syn("juxt", "", (*node.children[:k], Syn("function", other), *node.children[k + 1 :]))


def _symbol(node: Syn, words: Words) -> Iterator[Syn]:
    symbol, sub, sup = t.parts_of(node, words.scope)
    if symbol is None or symbol.kind not in ("var", "def") or symbol.params or sub.kind != "empty":
        return
    for other, written in words.symbols:
        if other.core == symbol.core or other.params or other.kind not in ("var", "def"):
            continue
        if other.shape.totals == symbol.shape.totals:
            if sup.kind == "empty":
                yield written
            else:
                base, lower = (
                    (written.children[0], written.children[1]) if written.kind == "script" else (written, EMPTY)
                )
                yield Syn("script", "", (base, lower, sup))


SLIPS: dict[str, Slip] = {
    "transpose": _transpose,
    "Kronecker order": _kronecker,
    "commutation indices": _commutation,
    "size": _size,
    "sign": _sign,
    "factor 2": _factor_two,
    "factor sqrt(d)": _factor_root,
    "Hadamard for product": _hadamard,
    "1/m for 1/n": _fraction,
    "missing term": _missing_term,
    "row for column vec": _vec,
    "symbol for symbol": _symbol,
}
