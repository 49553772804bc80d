r"""Sequences that only a recursion gives: ``h_0 := 0, \quad h_t := A h_{t-1} + B u_t`` declares h_0, ..., h_T by its shape.

The shape of the members is that of a first one that is declared (``x_0 \in \mathbb{R}^n``), or the one in which the right side has
that of the left; how many there are is told by what else has the
index, by its range, or is T (K, N, L) where nothing tells it.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass

from derive import build as b
from derive.errors import DeriveError
from derive.language.formulas.expressions import Reader
from derive.language.parsing.parser import statements
from derive.language.printing.core_latex import size_latex
from derive.language.scope.scope import Scope, Symbol
from derive.language.terms.dimensions import OpenDim
from derive.language.terms.readings import ENTRYWISE, NO_FLAGS
from derive.language.terms.terms import latex_of
from derive.language.tree.names import Key, bare, base_key, is_empty, whole_key
from derive.language.tree.syntax import Syn
from derive.language.tree.triggers import about, second
from derive.sizes import Shape, Size, product

LAST = {"t": "T", "k": "K", "n": "N", "l": "L"}
OTHERS = "TNKM"
"""What the last number is called where that letter is no size."""
LETTERS = "sjkriluvpqmn"
"""What the place of a recursion is called whose own letter is a size."""
PREVIOUS = Key("", "the member before")
MAY_BE = re.compile(r"_\s*\{?\s*[a-z]\s*[-+]\s*1")
"""What a text contains in which a recursion may be."""


@dataclass(frozen=True, slots=True)
class Recursion:
    """``base_{letter + left} = value``, in which ``base_{letter + right}`` stands, perhaps beside the member before that."""

    base: Syn
    letter: str
    left: int
    rights: frozenset[int]
    value: Syn
    start: int


def declarations(scope: Scope, text: str, read: Callable[[Scope, str], Sequence[Syn]]) -> str:
    """Return declarations to be put in front of a given block, for the sequences that recursions in it give."""
    try:
        trees = read(scope, text)
    except DeriveError:
        return ""
    waiting = {key: one for one in map(_recursion, trees) if one is not None and (key := _new(scope, one, trees))}
    running = scope.with_running(one.letter for one in waiting.values())
    found, progress = "", True
    while waiting and progress:
        progress = False
        for key, one in list(waiting.items()):
            line = None
            for block in (text, text[: one.start]):  # what stands behind may be in error
                with suppress(DeriveError):
                    line = line or _declaration(running.given(found + _without(block, trees, waiting)), one, trees)
            if line is not None:
                found, progress = found + line, True
                del waiting[key]
    return found


def sequences(front: str) -> frozenset[Key]:
    """Return the keys of the sequences that `declarations` declares."""
    return frozenset(
        key
        for tree in statements(front)
        for _, node in tree.walk()
        if node.kind == "script" and (key := base_key(node.children[0])) is not None
    )


@about("script _", untouched=second)
def at_all_places(scope: Scope, tree: Syn, own: frozenset[Key]) -> Syn:
    r"""Return a recursion at any place, where its letter is also the number of members: ``g_1, \dots, g_t, \quad m_t = m_{t-1} + g_t``.

    At the last place alone it would say nothing of the members before, and nothing else does.
    """
    one = _recursion(tree)
    key = base_key(one.base) if one is not None else None
    if one is None or key is None:
        return tree
    family = scope.find_family(key, Syn("num", "1"))
    symbol = scope.find(Key("", one.letter))
    members = key in own or (family is not None and family.kind == "array")
    if not members or symbol is None or symbol.kind != "size":
        return tree
    used = {key.plain for _, node in tree.walk() if (key := base_key(node)) is not None}
    free = next((x for x in LETTERS if x not in used and scope.find(Key("", x)) is None), None)
    if free is None:
        return tree
    for path, node in list(tree.walk()):
        if node.kind == "name" and base_key(node) == Key("", one.letter):
            tree = tree.replace(path, lambda n: Syn("name", f":{free}", (), n.span))
    return tree


def _recursion(tree: Syn) -> Recursion | None:
    if tree.kind != "relation" or tree.value not in ("assign", "=") or len(tree.children) != 2:
        return None
    left, value = bare(tree.children[0]), tree.children[1]
    place = _place(left)
    if place is None:
        return None
    letter, offset = place
    before = {
        other[1]
        for _, node in value.walk()
        if node.kind == "script" and node.children[0].same(left.children[0])
        if (other := _place(node)) is not None and other[0] == letter
    }
    if not {offset - 1} <= before <= {offset - 1, offset - 2}:
        return None
    return Recursion(left.children[0], letter, offset, frozenset(before), value, tree.span[0])


def _place(syn: Syn) -> tuple[str, int] | None:
    """The letter and the number of ``h_{t-1}``."""
    if syn.kind != "script":
        return None
    sub = bare(syn.children[1])
    if sub.kind == "name" and (key := base_key(sub)) is not None and len(key.plain) == 1 and key.plain.islower():
        return key.plain, 0
    if sub.kind != "add" or len(sub.children) != 2 or sub.children[0].kind != "name":
        return None
    letter, number = _place(Syn("script", "", (syn.children[0], sub.children[0], syn.children[2]))), sub.children[1]
    if letter is None or number.kind != "num" or number.value not in ("1", "2"):
        return None
    return letter[0], -int(number.value) if sub.value[-1] == "-" else int(number.value)


def _new(scope: Scope, one: Recursion, trees: Sequence[Syn]) -> Key | None:
    """The key of the sequence if nothing declares it but a point, or a name with that base, or its index."""
    key, index = base_key(one.base), Key("", one.letter)
    known = scope.find(key) if key is not None else None
    if key is None or scope.find(index) is not None or (known is not None and not _may_stand_beside(known)):
        return None
    member = Syn("name", f":{one.letter}")
    if scope.find_family(key, member) is not None:
        return None
    for tree in trees:
        if tree.kind != "relation" or tree.value not in ("in", "subset", "to", "assign", "="):
            continue
        if tree.value in ("in", "subset", "to") and _names(tree.children[0], key) and not _declares_one(tree, key):
            return None
        if tree.value in ("assign", "=") and whole_key(tree.children[0]) == key:
            return None
    return key


def _names(tree: Syn, key: Key) -> bool:
    """Whether a name stands in a tree, and not as a label of another: the h of ``W_h`` is none."""
    labels = [(*path, 1) for path, node in tree.walk() if node.kind == "script"]
    return any(
        base_key(node) == key and not any(path[: len(label)] == label for label in labels) for path, node in tree.walk()
    )


def _may_stand_beside(symbol: Symbol) -> bool:
    r"""Whether there may be a sequence with the letter of a name: a point, or a size, which has no members (``\mathbb{R}^{h}`` and h_t)."""
    return symbol.kind == "size" or _is_point(symbol)


def _is_point(symbol: Symbol) -> bool:
    r"""Whether a name is that of a column, beside which there may be a sequence: ``x \in \mathbb{R}^n`` and ``x_{t+1} = x_t - g(x_t)``."""
    return symbol.kind == "var" and bool(symbol.shape.rows) and not symbol.shape.cols


def _declares_one(tree: Syn, key: Key) -> bool:
    """Whether a statement declares only the first member of a sequence, or a point with its name."""
    if _first(tree, key) is not None:
        return True
    left = bare(tree.children[0]) if tree.value == "in" else tree
    names = [bare(name) for name in (left.children if left.kind == "list" else (left,))]
    return all(name.kind in ("name", "prime") for name in names if _names(name, key))


def _first(tree: Syn, key: Key) -> str | None:
    r"""The number of the only member that a statement declares: 0 in ``x_0 \in \mathbb{R}^n``, also beside other names."""
    if tree.kind != "relation" or tree.value != "in" or len(tree.children) != 2:
        return None
    left = bare(tree.children[0])
    names = [bare(item) for item in (left.children if left.kind == "list" else (left,))]
    of_key = [name for name in names if _names(name, key)]
    if len(of_key) != 1 or of_key[0].kind != "script" or not is_empty(of_key[0].children[2]):
        return None
    sub = bare(of_key[0].children[1])
    return sub.value if sub.kind == "num" and sub.value in ("0", "1") else None


def _without(text: str, trees: Sequence[Syn], waiting: dict[Key, Recursion]) -> str:
    """The block without the statements that speak of sequences that are not declared yet."""
    for tree in sorted(trees, key=lambda t: -t.span[0]):
        start, end = tree.span
        if _speaks_of(tree, waiting) and 0 <= start and end <= len(text):
            text = text[:start] + text[end:]
    return re.sub(r"([,;])((?:\s|\\quad|\\qquad|\\;|\\,)*[,;.])+", r"\1", re.sub(r"^(?:\s|\\quad|[,;])+", "", text))


def _speaks_of(tree: Syn, waiting: dict[Key, Recursion]) -> bool:
    r"""Whether members of sequences stand in a tree: ``w_t``, and no ``w`` that is the argument of a function.

    What declares a first one, ``w_0 \in \mathbb{R}^n``, may stay: it tells the size n of all else.
    """
    if any(_first(tree, key) is not None for key in waiting):
        return False
    scripts = [node for _, node in tree.walk() if node.kind == "script" and not is_empty(node.children[1])]
    return any(base_key(node.children[0]) in waiting for node in scripts)


def _declaration(scope: Scope, one: Recursion, trees: Sequence[Syn]) -> str | None:
    ends, key = _ends(one, trees), base_key(one.base)
    point = scope.find(key) if key is not None else None
    point = point if point is not None and _is_point(point) else None
    if point is not None and _is_of_entries(scope, one):
        return None
    starts = [(number, tree.children[1]) for tree in trees if key is not None and (number := _first(tree, key))]
    for upright, flags in itertools.product((True, False), (NO_FLAGS, frozenset({ENTRYWISE}))):
        reader = Reader(scope, scope.options, tight=flags)
        low, high = (None, None) if ends is None else (reader.indices.expression(end) for end in ends)
        index = reader.indices.push(one.letter, low, high)
        rows, cols = reader.u.fresh("a member"), () if upright else reader.u.fresh("a member")
        reader.local[PREVIOUS] = b.fresh("h"), Shape()
        reader.supposed[PREVIOUS] = rows, cols
        if point is not None:
            reader.u.unify(rows, point.shape.rows)
        first_value = None if starts else _first_value(one, trees)
        try:
            if first_value is not None and not _fits(reader, rows, cols, first_value):
                continue
            term = reader.read(_with_previous(one.value, one))
            fits = reader.u.unify(rows, term.rows) and reader.u.unify(cols, term.cols)
            if not starts:
                reader.u.finish()
        except DeriveError:
            continue
        if not fits or (not starts and None in (reader.u.total(rows), reader.u.total(cols))):
            continue
        first, last = _range(reader, one, index.range(reader.u) if index.uses or ends else None)
        if first is None or last is None:
            return None
        if starts:
            first, space = (starts[0][0] if not index.uses and not ends else first), latex_of(starts[0][1])
        else:
            space = r"\mathbb{R}" + _exponent(Shape(reader.u.known(rows), reader.u.known(cols)))
        base = latex_of(one.base)
        return rf"{base}_{{{first}}}, \dots, {base}_{{{last}}} \in {space} \\ "
    return None


def _fits(reader: Reader, rows: OpenDim, cols: OpenDim, value: Syn) -> bool:
    """Give a member the shape of a value; return whether it can have it."""
    start = reader.read(value)
    return reader.u.unify(rows, start.rows) and reader.u.unify(cols, start.cols)


def _is_of_entries(scope: Scope, one: Recursion) -> bool:
    """Whether a recursion can be one of the entries of a declared column, which are numbers."""
    reader = Reader(scope, scope.options)
    reader.indices.push(one.letter)
    reader.local[PREVIOUS] = b.fresh("h"), Shape()
    try:
        return reader.a.is_scalar(reader.read(_with_previous(one.value, one)))
    except DeriveError:
        return False


def _first_value(one: Recursion, trees: Sequence[Syn]) -> Syn | None:
    r"""What defines a first member, from which its shape can be told: ``X_0 := G / \|G\|_F``, ``F_1 := 1``; a 0 tells none."""
    for tree in trees:
        left = bare(tree.children[0]) if tree.kind == "relation" and tree.value in ("assign", "=") else tree
        if left.kind != "script" or not left.children[0].same(one.base) or len(tree.children) != 2:
            continue
        sub = bare(left.children[1])
        value = bare(tree.children[1])
        if sub.kind == "num" and sub.value in ("0", "1") and (value.kind, value.value) != ("num", "0"):
            return tree.children[1]
    return None


def _with_previous(value: Syn, one: Recursion) -> Syn:
    """The right side with a name of its own for the member before."""
    paths = [
        path
        for path, node in value.walk()
        if node.kind == "script"
        and node.children[0].same(one.base)
        and _place(node) in {(one.letter, right) for right in one.rights}
    ]
    for path in sorted(paths, key=len, reverse=True):
        value = value.replace(path, _named)
    return value


def _named(node: Syn) -> Syn:
    name = Syn("name", f":{PREVIOUS.plain}", (), node.span)
    return name if is_empty(node.children[2]) else Syn("script", "", (name, Syn("empty"), node.children[2]), node.span)


def _ends(one: Recursion, trees: Sequence[Syn]) -> tuple[Syn, Syn] | None:
    r"""The range of the index that a statement tells: ``t = 1, \dots, T`` or ``t \in \{1, \dots, T\}``."""
    for tree in trees:
        if tree.kind != "relation" or tree.value not in ("=", "in") or len(tree.children) != 2:
            continue
        names = [base_key(node) for _, node in tree.children[0].walk() if node.kind == "name"]
        values = tree.children[1]
        while values.kind == "group" and len(values.children) == 1:
            values = values.children[0]
        items = values.children if values.kind == "list" else ()
        if names == [Key("", one.letter)] and len(items) >= 3 and items[-2].kind == "dots":
            return items[0], items[-1]
    return None


def _range(reader: Reader, one: Recursion, told: tuple[Size, Size] | None) -> tuple[str | None, str | None]:
    """The first and the last number of the sequence, as they are written."""
    if told is None:
        last = LAST.get(one.letter)
        symbol = reader.scope.find(Key("", last)) if last is not None else None
        if (
            last is not None and symbol is not None and symbol.kind != "size" and not symbol.key.style
        ):  # the T of a Bellman operator
            last = next((other for other in OTHERS if reader.scope.find(Key("", other)) is None), None)
        return (None, None) if last is None else ("0", last)
    first, last_number = (told[0] + min(one.rights)).constant, told[1] + one.left
    first = max(first, 0) if first is not None else None  # beside members that begin at 0 the first step is that to 1
    return (str(first), size_latex(last_number)) if first in (0, 1) else (None, None)


def _exponent(shape: Shape) -> str:
    if shape.is_scalar:
        return ""
    sizes = [size_latex(product(d)) for d in (shape.rows, shape.cols) if d]
    written = r" \times ".join(sizes if shape.rows else ["1", *sizes])
    return f"^{{{written}}}"


__all__ = ["MAY_BE", "declarations"]
