r"""Sums and products with dots: ``x_1 + \dots + x_n`` is ``\sum_{i=1}^n x_i``, ``x_1 x_2 \cdots x_n`` is ``\prod_{i=1}^n x_i``.

The terms beside the dots must differ in one index alone, ``x_1 y_n + \dots + x_n y_1`` in one that runs up and one that runs
down with it; every other term of the run must be one step from its neighbour. Where the ends are numbers, the terms are
written out in their order. What fits no pattern is left as it stands, and refused when it is read.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from derive.language.parsing.series import series
from derive.language.tree.names import EMPTY, base_key, whole_key
from derive.language.tree.syntax import SPACED, Syn
from derive.language.tree.triggers import about, first
from derive.sizes import Size

LETTERS = "ijklpqrstuvh"
"""Letters of the index that the dots run over."""
LONGEST = 12
"""So many terms are written out."""
Path = tuple[int, ...]
ROWS = ("(", "[", "set", "angle")
"""Brackets in which a product with dots may be a row: ``[a_1 \\cdots a_n]`` is the matrix with these columns."""
APPLIED = ("function", "partial", "bigop", "dots", "text", "quantifier")
"""What may take a product behind it as its argument."""
MARKS_OF_D = (("name", ":d"), ("name", "rm:d"))


@about("dots", untouched=first)
def without_dots(tree: Syn) -> Syn:
    """Return a statement with the sums and products with dots written as such."""
    used = {key.plain for _, node in tree.walk() if node.kind == "name" and (key := base_key(node)) is not None}
    letter = next((x for x in LETTERS if x not in used), None)
    return tree if letter is None else _rewritten(tree, letter)


def product_of(tree: Syn) -> Syn | None:
    r"""Return the product that ``x_1 \\cdots x_n`` in round brackets may be, where it is no row; None if it is none."""
    if not _is_product(tree) or tree.value == SPACED:
        return None
    found = without_dots(tree)
    return None if any(node.kind == "dots" for _, node in found.walk()) else found


def _rewritten(tree: Syn, letter: str) -> Syn:
    if _is_product(tree) and tree.value != SPACED:
        factors = _arguments(list(_factors(tree)), letter)
        if any(factor.kind == "dots" for factor in factors):
            return _product(tree, [_rewritten(factor, letter) for factor in factors], letter)
        if tree.kind == "juxt":
            tree = replace(tree, children=tuple(_arguments(tree.children, letter)))
    if tree.kind == "script" and tree.children[2].kind in ("num", "frac"):
        tree = replace(tree, children=(_argument(tree.children[0], letter), *tree.children[1:]))  # no row has a power
    skipped = {"script": 1, "bigop": 0}.get(tree.kind)
    # e_1 \otimes e_1 \cdots e_n \otimes e_n: the dots stand between larger products.
    apart = (tree.kind == "group" and tree.value in ROWS) or tree.kind in ("matrix", "infix")
    children = tuple(
        child if k == skipped or (apart and _is_product(child)) else _rewritten(child, letter)
        for k, child in enumerate(tree.children)
    )
    tree = replace(tree, children=children)
    return _sum(tree, letter) if tree.kind == "add" else tree


def _arguments(factors: Sequence[Syn], letter: str) -> list[Syn]:
    r"""Read the products in the arguments of functions, ``\log(x_1 \cdots x_n)``: they are no rows."""
    found = list(factors)
    for k, factor in enumerate(found[1:], start=1):
        before = found[k - 1]
        named = before.children[0] if before.kind == "script" else before
        if named.kind == "function":
            found[k] = _argument(factor, letter)
    return found


def _argument(group: Syn, letter: str) -> Syn:
    if group.kind != "group" or group.value not in ("(", "["):
        return group
    return replace(group, children=tuple(_rewritten(child, letter) for child in group.children))


# Sums.


def _sum(tree: Syn, letter: str) -> Syn:
    at = next((k for k, child in enumerate(tree.children) if child.kind == "dots"), None)
    if at is None:
        return tree
    if at == len(tree.children) - 1:
        return series(tree, letter) or tree
    run = _run("sum", tree.children[:at], tree.children[at + 1 :])
    if run is None or len(set(tree.value[at - run.before : at + run.after + 1])) > 1:
        return tree
    start, end = at - run.before, at + 1 + run.after
    made = run.written("sum", letter)
    signs = tree.value[:start] + tree.value[at] * len(made) + tree.value[end:]
    children = (*tree.children[:start], *made, *tree.children[end:])
    if len(children) == 1 and signs == "+":
        return children[0]
    return _sum(Syn("add", signs, children, tree.span), letter)


# Products.


def _product(tree: Syn, factors: Sequence[Syn], letter: str) -> Syn:
    """Return a product with its dots written out; the tree as it is where they fit no pattern."""
    at = next((k for k, factor in enumerate(factors) if factor.kind == "dots"), None)
    if at is None:
        return factors[0] if len(factors) == 1 else Syn("juxt", "", tuple(factors), tree.span)
    before, after = factors[:at], factors[at + 1 :]
    stop = next((k for k, factor in enumerate(after) if factor.kind == "dots"), len(after))
    for length in range(1, min(len(before), stop) + 1):
        run = _run("prod", before, after[:stop], length)
        if run is None or run.of_numbers():
            continue
        start, end = at - run.before * length, at + 1 + run.after * length
        if any(_takes(factor) for factor in factors[:start]):
            return tree
        return _product(tree, (*factors[:start], *run.written("prod", letter), *factors[end:]), letter)
    return tree


def _is_product(tree: Syn) -> bool:
    return tree.kind == "juxt" or (tree.kind == "infix" and tree.value in ("cdot", "times"))


def _factors(tree: Syn) -> Iterator[Syn]:
    if _is_product(tree):
        for child in tree.children:
            yield from _factors(child)
    else:
        yield tree


def _takes(factor: Syn) -> bool:
    """Return whether a factor may take what stands behind it as its argument: a function, a derivative."""
    while factor.kind in ("script", "prime"):
        factor = factor.children[0]
    if factor.kind == "frac":
        return any(n.kind == "partial" or (n.kind, n.value) in MARKS_OF_D for _, n in factor.walk())
    return factor.kind in APPLIED


# Runs of terms.


@dataclass(frozen=True, slots=True)
class Place:
    """Where terms differ: the way there, whether it is a whole script, and the value in the first and in the last term.

    Attributes:
        slope: 1 where the value grows with that at the first place, -1 where it falls.
    """

    path: Path
    script: bool
    first: Syn
    last: Syn
    slope: int = 1


@dataclass(frozen=True, slots=True)
class Run:
    """Terms of a sum or factors of a product that differ in one index alone.

    Attributes:
        first, last: The first and the last term.
        places: Where they differ.
        step: 1 if the value at the first place grows, -1 if it falls.
        before, after: How many terms stand in front of the dots and behind them.
    """

    first: Syn
    last: Syn
    places: tuple[Place, ...]
    step: int
    before: int
    after: int

    def of_numbers(self) -> bool:
        r"""Return whether the index is a factor: ``2 \cdot 4 \cdots 2 n`` does not say where its factors begin."""
        return any(len(p.path) <= _is_row(self.first) for p in self.places)

    def written(self, kind: str, letter: str) -> tuple[Syn, ...]:
        """Return the operator, or the terms one by one where it is certain how many there are."""
        place = self.places[0]
        low, high = (place.first, place.last)[:: self.step]
        span = (self.first.span[0], self.last.span[1])
        count = (_size(high) - _size(low)).constant
        if count is not None and count < LONGEST:
            terms = tuple(self._term(k) for k in range(int(count) + 1))
            return tuple(f for t in terms for f in t.children) if kind == "prod" and _is_row(self.first) else terms
        index = Syn("name", f":{letter}", (), (span[0], span[0]))
        sub = Syn("relation", "=", (index, low), span)
        body = Syn("group", "(", (self._general(index),), span)
        if kind == "prod" and self.step < 0:  # W_n ... W_1 is the transpose of W_1^T ... W_n^T
            top = Syn("top", "", (), span)
            turned = Syn("script", "", (body, EMPTY, top), span)
            operator = Syn("bigop", kind, (sub, high, turned), span)
            return (Syn("script", "", (Syn("group", "(", (operator,), span), EMPTY, top), span),)
        operator = Syn("bigop", kind, (sub, high, body), span)
        return (operator if kind == "sum" else Syn("group", "{", (operator,), span),)

    def _term(self, k: int) -> Syn:
        """Return the term k steps behind the first one."""
        term = self.first
        for place in self.places:
            value = _size(place.first) + k * self.step * place.slope
            term = term.replace(place.path, lambda _, p=place, v=value: _written(p, v))
        return term

    def _general(self, index: Syn) -> Syn:
        """Return the term at which the first place has the value of the index."""
        term, start = self.first, self.places[0].first
        for place in self.places:
            if place.slope == 1:
                offset = _size(place.first) - _size(start)
                moved = _added(index, offset.constant, place.first, start)
            else:
                moved = Syn("add", "++-", (place.first, start, index), place.first.span)
            if moved.kind == "add" and not place.script:
                moved = Syn("group", "(", (moved,), moved.span)
            term = term.replace(place.path, lambda _, m=moved: m)
        return term


def _added(index: Syn, offset: object, there: Syn, start: Syn) -> Syn:
    if offset == 0:
        return index
    if offset is None:
        return Syn("add", "++-", (index, there, start), there.span)
    number = Syn("num", str(abs(int(str(offset)))), (), there.span)
    return Syn("add", "++" if int(str(offset)) > 0 else "+-", (index, number), there.span)


def _written(place: Place, value: Size) -> Syn:
    """Write the value at a place of one term, which differs by a number from that of the first."""
    if value.constant is not None and value.constant >= 0:
        return Syn("num", str(value.constant), (), place.first.span)
    made = _added(place.first, (value - _size(place.first)).constant, place.first, place.first)
    return made if place.script or made.kind != "add" else Syn("group", "(", (made,), made.span)


def _run(kind: str, before: Sequence[Syn], after: Sequence[Syn], length: int = 1) -> Run | None:
    """Return the run of units of some factors (or of single terms) around dots; None if there is none for certain."""
    front = [_unit(before[k - length : k]) for k in range(len(before), length - 1, -length)]
    back = [_unit(after[k : k + length]) for k in range(0, len(after) - length + 1, length)]
    if not front or not back:
        return None
    first, last = _split_digits(front[0], back[0])
    front, back = [_like(unit, first) for unit in front], [_like(unit, first) for unit in back]
    places = _related(_places(first, last))
    if not places:
        return None
    steps: set[int] = set()
    ends: list[Syn] = []
    counts: list[int] = []
    for units, sign in ((front, -1), (back, 1)):
        reached = 1
        while reached < len(units) and (moved := _moved(places, units[reached - 1], units[reached])) in (1, -1):
            steps.add(moved * sign)
            reached += 1
        ends.append(units[reached - 1])
        counts.append(reached)
    steps = steps or _direction(places[0])
    front, back = before[: len(before) - counts[0] * length], after[counts[1] * length :]
    if front and steps == {1} and _is_first_power(front[-1], ends[0], places):
        front = front[:-1]
    rest = (*front, *(back if kind == "prod" else ()))
    if len(steps) != 1 or _resembles(rest, first, places, sums=kind == "sum"):
        return None
    found = tuple(replace(p, first=ends[0].at(p.path), last=ends[1].at(p.path)) for p in places)
    (step,) = steps
    gap = (_size(last.at(places[0].path)) - _size(first.at(places[0].path))).constant
    if gap is not None and gap * step < 1:
        return None
    return Run(ends[0], ends[1], found, step, counts[0], counts[1])


def _unit(factors: Sequence[Syn]) -> Syn:
    """Return what one step of the dots adds: one term, or several factors."""
    if len(factors) == 1:
        return factors[0]
    return Syn("juxt", "", tuple(factors), (factors[0].span[0], factors[-1].span[1]))


def _is_row(unit: Syn) -> bool:
    return unit.kind == "juxt"


def _direction(place: Place) -> set[int]:
    r"""Return which way the dots run, as far as the two ends tell: up from a number, down to a number.

    ``2 + \dots + 2n`` and ``x_2 + \dots + x_{2n}`` may run in steps of two.
    """
    first, last = _size(place.first), _size(place.last)
    gap = (last - first).constant
    begins = place.first.kind == "num" and place.first.value in ("0", "1")
    if not begins and any(abs(c) != 1 for size in (first, last) for monomial, c in size.terms if monomial):
        return set()
    if not place.path and not begins:
        return set()
    if gap is not None:
        return {1 if gap > 0 else -1}
    if first.constant is not None:
        return {1}
    return {-1} if last.constant is not None else set()


def _moved(places: Sequence[Place], here: Syn, there: Syn) -> int | None:
    """Return by how much the value at the first place differs between two terms, None if they differ otherwise, too."""
    different = _places(here, there)
    if different is None or {p.path for p in different} != {p.path for p in places}:
        return None
    gaps = [(_size(there.at(p.path)) - _size(here.at(p.path))).constant for p in places]
    if gaps[0] is None or any(gap != gaps[0] * p.slope for gap, p in zip(gaps, places, strict=True)):
        return None
    return int(gaps[0])


def _resembles(rest: Sequence[Syn], first: Syn, places: Sequence[Place], *, sums: bool) -> bool:
    """Return whether a term outside of the run has a name of the run whose index varies: it may be meant to be in it."""
    names = [base for place in places if (base := _owner(first, place.path)) is not None]
    for term in rest:
        different = _places(term, first) if sums else None
        if different is not None and {p.path for p in different} <= {p.path for p in places}:
            return True
        if any(node.same(base) for base in names for _, node in term.walk()):
            return True
    return False


def _is_first_power(term: Syn, first: Syn, places: Sequence[Place]) -> bool:
    """Return whether a term is the x in front of ``x^2``."""
    path = places[0].path
    if len(places) > 1 or not path or path[-1] != 2 or _size(first.at(path)).constant != 2:
        return False
    power = first.at(path[:-1])
    return power.kind == "script" and first.replace(path[:-1], lambda _: power.children[0]).same(term)


def _owner(term: Syn, path: Path) -> Syn | None:
    """Return the name that the index at a place belongs to."""
    for end in range(len(path) - 1, -1, -1):
        node = term.at(path[:end])
        if node.kind == "script":
            return node.children[0]
    return None


# Where two terms differ.


def _related(places: Sequence[Place] | None) -> tuple[Place, ...]:
    """Return the places with their slopes if all values run with that at the first place, else none."""
    if not places:
        return ()
    gap = _size(places[0].last) - _size(places[0].first)
    found = []
    for place in places:
        own = _size(place.last) - _size(place.first)
        if own not in (gap, gap * -1):
            return ()
        found.append(replace(place, slope=1 if own == gap else -1))
    return tuple(found)


def _places(first: Syn, last: Syn, path: Path = (), slot: str = "") -> list[Place] | None:
    """Return where two terms differ in a number or a size; None if they differ otherwise.

    Args:
        first: One term.
        last: The other one.
        path: Where they stand in larger ones.
        slot: ``sub`` or ``sup`` for a whole subscript or superscript.
    """
    if first.same(last):
        return []
    whole = slot == "sub" and first.kind != "list"
    alike = (first.kind, first.value, len(first.children)) == (last.kind, last.value, len(last.children))
    if alike and first.children and not whole:
        slots = ("", "sub", "sup") if first.kind == "script" else (slot,) * len(first.children)
        found: list[Place] = []
        for k, (one, other) in enumerate(zip(first.children, last.children, strict=True)):
            named = first.kind == "script" and k == 0 and one.kind == "name"
            inner = slots[k] if first.kind in ("script", "list") else ""
            part = None if named and not one.same(other) else _places(one, other, (*path, k), inner)
            if part is None:
                return None
            found += part
        return found
    if (
        _value(first) is None
        or _value(last) is None
        or (slot == "sub" and first.kind == "num" and len(first.value) > 1)
    ):
        return None
    return [Place(path, bool(slot), first, last)]


def _split_digits(first: Syn, last: Syn) -> tuple[Syn, Syn]:
    """Read ``A_{11}`` beside ``A_{nn}`` as ``A_{1,1}`` beside ``A_{n,n}``."""
    if first.kind == "script" and last.kind == "script":
        one, other = first.children[1], last.children[1]
        if any(len(_parts(index)) > 1 for index in (one, other)) and "juxt" in (one.kind, other.kind):
            if len(_parts(one)) == len(_parts(other)):
                return _listed(first), _listed(last)
        return first, last
    if first.kind != last.kind or len(first.children) != len(last.children) or not first.children:
        return first, last
    pairs = [_split_digits(a, b) for a, b in zip(first.children, last.children, strict=True)]
    return replace(first, children=tuple(a for a, _ in pairs)), replace(last, children=tuple(b for _, b in pairs))


def _parts(index: Syn) -> tuple[Syn, ...]:
    if index.kind == "num" and index.value.isdigit():
        return tuple(Syn("num", digit, (), index.span) for digit in index.value)
    plain = index.kind == "juxt" and all(child.kind in ("num", "name") for child in index.children)
    return index.children if plain else ()


def _listed(symbol: Syn) -> Syn:
    base, sub, sup = symbol.children
    return replace(symbol, children=(base, Syn("list", ",", _parts(sub), sub.span), sup))


def _like(unit: Syn, first: Syn) -> Syn:
    """Return a term with its digits read as those of the first one."""
    if first.kind == "script" and unit.kind == "script":
        wanted, sub = first.children[1], unit.children[1]
        fits = wanted.kind == "list" and sub.kind != "list" and len(_parts(sub)) == len(wanted.children)
        return _listed(unit) if fits else unit
    if first.kind != unit.kind or len(first.children) != len(unit.children):
        return unit
    return replace(unit, children=tuple(_like(a, b) for a, b in zip(unit.children, first.children, strict=True)))


# Values of indices.


def _size(tree: Syn) -> Size:
    value = _value(tree)
    assert value is not None
    return value


def _value(tree: Syn) -> Size | None:
    """Return an index expression as a polynomial in its names; None if it is none."""
    if tree.kind == "num":
        return Size.of(int(tree.value)) if tree.value.isdigit() and len(tree.value) < 10 else None
    if tree.kind == "group" and tree.value in ("(", "{") and len(tree.children) == 1:
        return _value(tree.children[0])
    if tree.kind in ("add", "juxt") and tree.children:
        parts = [_value(child) for child in tree.children]
        if any(part is None for part in parts):
            return None
        values = [part for part in parts if part is not None]
        total = Size.of(0 if tree.kind == "add" else 1)
        for sign, part in zip(tree.value if tree.kind == "add" else "*" * len(values), values, strict=True):
            total = total + part if sign == "+" else total - part if sign == "-" else total * part
        return total
    key = whole_key(tree) if tree.kind in ("name", "script") else None
    return None if key is None else Size.of(f"{key.style}:{key.plain}")


__all__ = ["product_of", "without_dots"]
