"""Single structural edits of a statement, with what they say and how plausible they are."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from derive.language.printing.latex import to_latex
from derive.language.scope.scope import Scope
from derive.language.tree.syntax import Syn
from derive.repair import tree as t
from derive.repair.powers import limits, opposite, power
from derive.repair.products import diagonal, moved, turned
from derive.repair.tree import Path
from derive.repair.vocabulary import Words, vocabulary
from derive.sizes import Size

DEFINITION, LEFT_SIDE = 0.5, 0.03
"""Extra cost of an edit on the left side: of what is defined or differentiated there; of a formula like that on the right."""
LOST = 0.6
"""Extra cost of a symbol for the only one of its kind: a formula names what it speaks of on both sides."""


@dataclass(frozen=True, slots=True)
class Edit:
    """A changed statement.

    Attributes:
        kind: What sort of edit: edits of one kind may be combined in pairs.
        cost: The smaller, the sooner it is tried.
        path: Where.
        old: What stood there.
        new: What stands there now.
        tag: Edits with equal tags say the same thing in two places (``I_m`` for ``I_n``).

    """

    kind: str
    cost: float
    path: Path
    old: Syn
    new: Syn
    tag: str = ""

    @property
    def text(self) -> str:
        """The edit in words, formulas between dollars."""
        if self.new.kind == "empty":
            return f"without ${to_latex(self.old)}$"
        return f"${to_latex(self.new)}$ for ${to_latex(self.old)}$"

    def applied(self, statement: Syn) -> Syn:
        """The statement with the new part at its path."""
        return statement.replace(self.path, lambda _: self.new)


def single_edits(statement: Syn, words: Words) -> list[Edit]:
    """Return all single edits of a relation, the most plausible first."""
    found: list[Edit] = []
    left = _extra_on_the_left(statement, words.scope)
    counts = Counter(
        symbol.core for _, n in t.operands(statement, words.scope) if (symbol := t.symbol_of(n, words.scope))
    )
    for path, node in t.operands(statement, words.scope):
        if not path:
            continue
        scripted = node.kind == "group" and statement.at(path[:-1]).kind == "script"  # which is edited as a whole
        for edit in _edits_of(node, path, words):
            if scripted and edit.kind == "power":
                continue
            extra = left if path[0] == 0 else 0.0
            extra += LOST if edit.kind == "symbol" and counts[edit.tag.partition(">")[0]] == 1 else 0.0
            found.append(Edit(edit.kind, edit.cost + extra, edit.path, edit.old, edit.new, edit.tag))
    found.extend(_index_edits(statement, words.scope))
    return sorted(found, key=lambda e: (e.cost, len(e.path)))


def _extra_on_the_left(statement: Syn, scope: Scope) -> float:
    if len(statement.children) != 2:
        return 0.0
    left = t.naked(statement.children[0])
    defined = t.symbol_of(left, scope) is not None or (left.kind == "juxt" and len(t.units(left, scope)) == 1)
    return DEFINITION if defined or any(t.is_derivative(node) for _, node in left.walk()) else LEFT_SIDE


def _edits_of(node: Syn, path: Path, words: Words) -> Iterator[Edit]:
    for rule in RULES:
        for kind, cost, new, tag in rule(node, words):
            yield Edit(kind, cost, path, node, new, tag)


Found = Iterator[tuple[str, float, Syn, str]]
Rule = Callable[[Syn, Words], Found]


def _transpose(node: Syn, words: Words) -> Found:
    if node.kind in ("name", "script"):
        symbol, _, _ = t.parts_of(node, words.scope)
        known = t.built_in(node, words.scope)
        if symbol is not None and symbol.kind in ("size", "index"):
            return
        if symbol is not None and symbol.shape.is_scalar and symbol.kind == "var":
            return
        if known not in ("I", "0") and (symbol is not None or known or _mark(node)):
            marked = node.kind == "script" and node.children[2].kind == "top"
            yield "transpose", 1.0 if marked else 1.1 if known else 1.05, t.transposed(node), ""
    elif node.kind == "group" and node.value in ("(", "["):
        yield "transpose", 1.2, t.transposed(node), ""
    elif t.is_derivative(node):
        yield "transpose", 1.2, t.transposed(node), ""


def _mark(node: Syn) -> bool:
    return node.kind == "script" and node.children[0].kind == "group"


def _kronecker(node: Syn, words: Words) -> Found:
    if node.kind != "infix":
        return
    operator, (left, right) = node.value, node.children
    if operator == "otimes":
        yield "kronecker", 1.0, Syn("infix", "otimes", (right, left)), ""
        parts = _chain(node, "otimes")
        for k in range(len(parts) - 2):  # neighbors further left; the last pair is swapped within the chain
            order = [*parts[:k], parts[k + 1], parts[k], *parts[k + 2 :]]
            yield "kronecker", 1.1, _joined(order, "otimes"), ""
        if len(parts) > 2:
            yield "kronecker", 1.1, _joined([*parts[:-2], parts[-1], parts[-2]], "otimes"), ""
            yield "kronecker", 1.2, _joined(parts[::-1], "otimes"), ""
        yield from _brackets(left, right)
    for other in ("odot", "otimes"):
        if operator in ("odot", "circ", "otimes") and not (operator == other or (operator, other) == ("circ", "odot")):
            yield "product", 1.5, Syn("infix", other, (left, right)), ""
    if operator in ("odot", "circ", "otimes"):
        yield "product", 1.4, t.juxt(left, right), ""


def _chain(node: Syn, operator: str) -> list[Syn]:
    parts: list[Syn] = []
    while node.kind == "infix" and node.value == operator:
        parts.append(node.children[1])
        node = node.children[0]
    return [node, *reversed(parts)]


def _joined(parts: Sequence[Syn], operator: str) -> Syn:
    whole = parts[0]
    for part in parts[1:]:
        whole = Syn("infix", operator, (whole, part))
    return whole


def _brackets(left: Syn, right: Syn) -> Found:
    """``J A (x) B`` may have meant ``J (A (x) B)``, and ``A (x) B J`` the product with the whole."""
    if left.kind == "juxt":
        for k in range(1, len(left.children)):
            inner = Syn("infix", "otimes", (t.juxt(*left.children[k:]), right))
            yield "bracket", 1.3, t.juxt(*left.children[:k], Syn("group", "(", (inner,))), ""
    if right.kind == "juxt":
        for k in range(1, len(right.children)):
            inner = Syn("infix", "otimes", (left, t.juxt(*right.children[:k])))
            yield "bracket", 1.3, t.juxt(Syn("group", "(", (inner,)), *right.children[k:]), ""


def _factors(node: Syn, words: Words) -> Found:
    """Neighbors exchanged, one dropped, or multiplied entry by entry."""
    if node.kind != "juxt":
        return
    units = t.units(node, words.scope)
    kids = node.children
    parts = [kids[u.start : u.end] for u in units]
    for k, (left, right) in enumerate(itertools.pairwise(parts)):
        if _is_number(left, words) or _is_number(right, words):
            continue
        order = [*parts[:k], right, left, *parts[k + 2 :]]
        yield "order", 1.3, Syn("juxt", "", tuple(itertools.chain(*order))), ""
        before, after = tuple(itertools.chain(*parts[: k + 1])), tuple(itertools.chain(*parts[k + 1 :]))
        for operator, cost in (("odot", 1.6), ("otimes", 1.7)):
            yield "product", cost, Syn("infix", operator, (_together(before), _together(after))), ""
    if len(parts) > 2:
        yield "order", 1.6, Syn("juxt", "", tuple(itertools.chain(*parts[::-1]))), ""
    for k in range(len(parts)):
        if len(parts) > 1:
            yield "drop", 2.0, _together(tuple(itertools.chain(*parts[:k], *parts[k + 1 :]))), ""


def _outer(node: Syn, words: Words) -> Found:
    r"""An outer product the other way round: ``u v^\top`` for ``v u^\top``."""
    if node.kind != "juxt":
        return
    kids, units = node.children, t.units(node, words.scope)
    for first, second in itertools.pairwise(units):
        left, right = kids[first.start], kids[second.start]
        if first.end - first.start > 1 or second.end - second.start > 1 or left.kind not in ("name", "script", "num"):
            continue
        if right.kind == "script" and right.children[2].kind == "top":
            turned = t.transposed(left)
            if turned.kind == "script" and turned.children[2].kind == "top":
                new = (*kids[: first.start], t.transposed(right), turned, *kids[second.end :])
                yield "order", 1.1, Syn("juxt", "", new), ""


def _is_number(part: Sequence[Syn], words: Words) -> bool:
    from derive.repair.scalars import monomial_of

    return len(part) == 1 and monomial_of(part[0], words.scope) is not None


def _together(factors: tuple[Syn, ...]) -> Syn:
    return factors[0] if len(factors) == 1 else Syn("juxt", "", factors)


def _commutation(node: Syn, words: Words) -> Found:
    if node.kind == "script" and t.built_in(node, words.scope) in ("K", "T"):
        base, sub, sup = node.children
        if sub.kind in ("list", "juxt") and len(sub.children) == 2:
            yield "commutation", 1.0, Syn("script", "", (base, Syn(sub.kind, sub.value, sub.children[::-1]), sup)), ""
            for k in (0, 1):
                for size in words.sizes:
                    if size != _size_text(sub.children[k]):
                        inner = list(sub.children)
                        inner[k] = t.name(size)
                        new = Syn("script", "", (base, Syn(sub.kind, sub.value, tuple(inner)), sup))
                        yield "size", 1.5, new, f"{_size_text(sub.children[k])}>{size}"


def _sizes(node: Syn, words: Words) -> Found:
    """Another size of an identity, a zero or a matrix of ones."""
    if node.kind != "script" or t.built_in(node, words.scope) not in ("I", "0", "1", "e"):
        return
    base, sub, sup = node.children
    if sub.kind == "empty" or t.built_in(node, words.scope) == "e":
        return
    if sub.kind in ("infix", "list"):
        for k in range(len(sub.children)):
            for size in words.sizes:
                if _size_text(sub.children[k]) != size:
                    inner = list(sub.children)
                    inner[k] = t.name(size)
                    new = Syn("script", "", (base, Syn(sub.kind, sub.value, tuple(inner)), sup))
                    yield "size", 1.3, new, f"{_size_text(sub.children[k])}>{size}"
        if len(sub.children) == 2:
            yield "size", 1.2, Syn("script", "", (base, Syn(sub.kind, sub.value, sub.children[::-1]), sup)), "swap"
        return
    old = _size_text(sub)
    for size in words.sizes:
        if size != old:
            yield "size", 1.2, Syn("script", "", (base, t.name(size), sup)), f"{old}>{size}"
    for pair in itertools.combinations_with_replacement(words.sizes[:5], 2):
        new = Syn("script", "", (base, t.juxt(*map(t.name, pair)), sup))
        yield "size", 1.8, new, f"{old}>{'*'.join(pair)}"


def _ones(node: Syn, words: Words) -> Found:
    """The identity for a matrix of ones, or the other way round."""
    if node.kind != "script" or t.built_in(node, words.scope) not in ("I", "1"):
        return
    base, sub, sup = node.children
    style = base.value.partition(":")[0] if base.kind == "name" else "bf"
    if t.built_in(node, words.scope) == "I" and sub.kind != "empty":
        both = sub if sub.kind == "infix" else Syn("infix", "times", (sub, sub))
        yield "symbol", 1.3, Syn("script", "", (Syn("name", f"{style}:1"), both, sup)), "I>1"
    elif t.built_in(node, words.scope) == "1" and sub.kind not in ("empty", "infix"):
        vectors = [
            w for symbol, w in words.symbols if symbol.shape.totals[1] == Size.of(1) and not symbol.shape.is_scalar
        ]
        for vector in vectors[:4]:
            new = t.scripted(vector, t.EMPTY, sup)
            yield "symbol", 1.6, new, f"1>{to_latex(vector)}"
    elif sub.kind == "infix" and sub.value == "times" and _size_text(sub.children[0]) == _size_text(sub.children[1]):
        yield "symbol", 1.3, Syn("script", "", (Syn("name", f"{style}:I"), sub.children[0], sup)), "1>I"


def _broadcast(node: Syn, words: Words) -> Found:
    """A number in a sum of vectors or matrices: that many ones, or identities."""
    if node.kind != "add":
        return
    for k, term in enumerate(node.children):
        symbol = t.symbol_of(term, words.scope)
        if not (term.kind == "num" or (symbol is not None and symbol.kind == "var" and symbol.shape.is_scalar)):
            continue
        for (letter, cost), size in itertools.product((("1", 1.1), ("I", 1.15)), words.sizes):
            ones = Syn("script", "", (Syn("name", f"bf:{letter}"), t.name(size), t.EMPTY))
            new = ones if (term.kind, term.value) == ("num", "1") else Syn("juxt", "", (term, ones))
            yield "size", cost, _add(node.value, (*node.children[:k], new, *node.children[k + 1 :])), f"{letter}_{size}"


def _size_text(node: Syn) -> str:
    return to_latex(node).replace("{", "").replace("}", "")


def _symbol(node: Syn, words: Words) -> Found:
    """Another declared name; scripts that are not part of the name stay."""
    symbol, sub, sup = t.parts_of(node, words.scope)
    if symbol is None or symbol.kind not in ("var", "def") or symbol.params:
        return
    for rank, (other, written) in enumerate(words.symbols):
        if other.core == symbol.core or other.params or other.shape.is_scalar != symbol.shape.is_scalar:
            continue
        same = other.shape.totals == symbol.shape.totals
        fitting = same or other.shape.transposed.totals == symbol.shape.totals
        if written.kind == "script" and written.children[1].kind != "empty" and sub.kind != "empty":
            continue
        new = t.scripted(written, sub, sup)
        cost = (1.4 if same else 1.6 if fitting else 2.2) + 0.02 * rank
        yield "symbol", cost, new, f"{symbol.core}>{other.core}"


def _scalar_symbol(node: Syn, words: Words) -> Found:
    """Another size or number where a size or number is a quantity."""
    symbol, sub, sup = t.parts_of(node, words.scope)
    if symbol is not None and symbol.kind == "size" and sub.kind == "empty":
        for size in words.sizes:
            if size != symbol.core:
                new = t.name(size)
                if sup.kind != "empty":
                    new = Syn("script", "", (*(new.children[:2] if new.kind == "script" else (new, t.EMPTY)), sup))
                yield "scalar", 1.4, new, f"{symbol.core}>{size}"
        yield "scalar", 1.5, Syn("sqrt", "", (node,)), "sqrt"
    elif node.kind == "num" and node.value.isdigit():
        value = int(node.value)
        for other in dict.fromkeys((1, 2, value + 1, value - 1, 2 * value, 3, 4)):
            if other not in (value, 0) or (other == 0 and value == 1):
                yield "scalar", 1.5, t.num(other), f"{value}>{other}"
        for size in words.sizes:
            yield "scalar", 1.8, t.name(size), f"{value}>{size}"
    elif node.kind == "sqrt" and len(node.children) == 1:
        yield "scalar", 1.4, t.naked(node.children[0]), "square"
    elif node.kind == "frac" and not t.is_derivative(node):
        upper, lower = node.children
        yield "scalar", 1.7, upper, "no denominator"
        if t.naked(upper).kind != "num":
            plain = all(t.naked(part).kind in ("name", "script") for part in node.children)
            yield "scalar", 1.3 if plain else 1.8, Syn("frac", node.value, (lower, upper)), "inverted"


_FUNCTIONS = {
    "vec": ("vec_r",), "vec_r": ("vec",), "diag": ("Diag",), "Diag": ("diag",), "tr": ("det",), "det": ("tr",),
    "sin": ("cos",), "cos": ("sin",), "relu": ("step",), "max": ("min",), "min": ("max",),
}  # fmt: skip


def _function(node: Syn, words: Words) -> Found:
    if node.kind != "juxt":
        return
    for unit in t.units(node, words.scope):
        head = node.children[unit.start]
        if unit.end - unit.start < 2:
            continue
        extremum = head.children[1] if head.kind == "script" else t.EMPTY
        if extremum.kind == "bigop" and extremum.value in ("max", "min"):  # the largest eigenvalue for the smallest
            other = Syn("bigop", {"max": "min", "min": "max"}[extremum.value], extremum.children)
            new = Syn("script", "", (head.children[0], other, head.children[2]))
            yield (
                "function",
                1.1,
                Syn("juxt", "", (*node.children[: unit.start], new, *node.children[unit.start + 1 :])),
                "ends",
            )
        if head.kind != "function":
            continue
        for other in _FUNCTIONS.get(head.value, ()):
            kids = list(node.children)
            kids[unit.start] = Syn("function", other)
            yield "function", 1.1, Syn("juxt", "", tuple(kids)), f"{head.value}>{other}"
        for k, place in ((unit.last, node.children[unit.last]),):
            if place.kind == "group":  # transpose the argument instead of the value
                kids = list(node.children)
                kids[k] = Syn("group", place.value, (t.transposed(t.bracket(place.children[0])),))
                yield "transpose", 1.3, Syn("juxt", "", tuple(kids)), ""


def _sum(node: Syn, words: Words) -> Found:
    """A sign, or a term too many."""
    if node.kind != "add":
        return
    for k, sign in enumerate(node.value):
        signs = node.value[:k] + ("-" if sign == "+" else "+") + node.value[k + 1 :]
        yield "sign", 1.01 if k == 0 < len(node.value) - 1 else 1.0, _add(signs, node.children), ""
        if len(node.children) > 1:
            rest = node.children[:k] + node.children[k + 1 :]
            yield "drop", 2.0, _add(node.value[:k] + node.value[k + 1 :], rest), ""
    whole = opposite(node)
    if whole is not None:
        yield "opposite", 1.02, whole, ""


def _add(signs: str, terms: Sequence[Syn]) -> Syn:
    return terms[0] if len(terms) == 1 and signs == "+" else Syn("add", signs, tuple(terms))


RULES: tuple[Rule, ...] = (
    _transpose, _commutation, _kronecker, _sizes, _ones, _broadcast, _sum, _function, _symbol, _scalar_symbol, _outer, _factors,
    turned, moved, diagonal, power, limits,
)  # fmt: skip


def _index_edits(statement: Syn, scope: Scope) -> Iterator[Edit]:
    """Subscripts of entries: exchanged, or another index of the statement."""
    from derive.language.tree.names import base_key

    subscripts: list[tuple[Path, Syn]] = []
    for path, node in statement.walk():
        if node.kind != "script" or not path:
            continue
        symbol, sub, _ = t.parts_of(node, scope)
        entry = symbol is not None and sub.kind != "empty"
        if entry or (node.children[1].kind != "empty" and t.built_in(node, scope) in ("e", "E", "T") or _delta(node)):
            subscripts.append(((*path, 1), node.children[1]))
    indices: dict[str, Syn] = {}
    for _, sub in subscripts:
        for _, leaf in sub.walk():
            key = base_key(leaf) if leaf.kind == "name" else None
            if key is not None and len(key.plain) == 1:
                indices.setdefault(key.plain, leaf)
    for path, sub in subscripts:
        if sub.kind in ("list", "juxt") and len(sub.children) == 2 and not sub.children[0].same(sub.children[1]):
            yield Edit("index", 1.2, path, sub, Syn(sub.kind, sub.value, sub.children[::-1]))
        for inner, leaf in sub.walk():
            if leaf.kind == "name":
                for text, other in indices.items():
                    if leaf.value != other.value and len(leaf.value.rpartition(":")[2]) == 1:
                        yield Edit("index", 1.6, (*path, *inner), leaf, other, f"{leaf.value}>{text}")


def _delta(node: Syn) -> bool:
    return node.kind == "script" and node.children[0].kind == "name" and node.children[0].value.endswith(":delta")


def renamings(statement: Syn, words: Words) -> Iterator[tuple[Syn, str]]:
    """Two symbols exchanged everywhere on the right side, or one replaced everywhere."""
    if len(statement.children) != 2:
        return
    right = statement.children[1]
    inside: dict[str, list[tuple[Path, Syn]]] = {}
    for path, node in t.operands(right, words.scope):
        symbol, _, _ = t.parts_of(node, words.scope)
        # In {W^Q}^T the name in the braces is that of the whole.
        within = symbol is not None and any(path[: len(p)] == p for p, _ in inside.get(symbol.core, ()))
        if symbol is not None and symbol.kind in ("var", "def") and not symbol.params and not within:
            inside.setdefault(symbol.core, []).append((path, node))
    known = {s.core: (s, written) for s, written in words.symbols}
    for one, other in itertools.combinations([c for c in known if c in inside], 2):
        new = _renamed(right, {one: known[other][1], other: known[one][1]}, inside, words.scope)
        if new is not None:
            text = f"${to_latex(known[one][1])}$ and ${to_latex(known[other][1])}$ exchanged"
            yield statement.replace((1,), lambda _, new=new: new), text
    for one, places in inside.items():
        for other, (_, written) in known.items():
            if other != one and len(places) > 1:
                new = _renamed(right, {one: written}, inside, words.scope)
                if new is not None:
                    text = f"${to_latex(written)}$ for ${to_latex(known[one][1])}$ throughout"
                    yield statement.replace((1,), lambda _, new=new: new), text


def _renamed(side: Syn, table: dict[str, Syn], inside: dict[str, list[tuple[Path, Syn]]], scope: Scope) -> Syn | None:
    for core, written in table.items():
        for path, node in inside[core]:
            _, sub, sup = t.parts_of(node, scope)
            if sub.kind != "empty":
                return None
            new = t.scripted(written, sub, sup)
            side = side.replace(path, lambda _, new=new: new)
    return side


def first(edits: Iterable[Edit], count: int) -> list[Edit]:
    """The first edits of an iterable, which is not read further."""
    return list(itertools.islice(edits, count))


__all__ = ["Edit", "Size", "Words", "first", "renamings", "single_edits", "vocabulary"]
