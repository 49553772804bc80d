r"""Series that end with dots: ``a + a^2 + \cdots`` is ``\sum_{j=1}^\infty a^j``, ``I + X + \frac{X^2}{2!} + \cdots`` the sum from 0.

The numbers of the last term that run by one, or by two, must give every term before it, and no other choice of them may; where several
run, or none is an exponent, three terms have to be written (``x + \frac{x^2}{2} + \cdots`` may go on with 3 or with 3! below). A first
term that is a number or the identity stays in front of the sum as it is written. Signs are those of the dots, or change with every term.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations

from derive.language.tree.names import EMPTY, bare, base_key, is_empty
from derive.language.tree.syntax import Syn

Path = tuple[int, ...]
MOST_NUMBERS = 6
ONE = Syn("num", "1")


def series(tree: Syn, letter: str) -> Syn | None:
    """Return a sum that ends with dots as a sum without an end, None if its terms do not tell it for certain."""
    *terms, dots = tree.children
    signs = tree.value
    if dots.kind != "dots" or len(terms) < 2 or any(n.kind == "dots" for t in terms for n in t.nodes()):
        return None
    turns = len(set(signs)) > 1
    if turns and any(a == b for a, b in zip(signs[1:], signs[2:], strict=False)) or (turns and signs[0] == signs[1]):
        return None
    first = terms[1:] if _is_unit(terms[0]) else terms
    found = [one for step in (1, 2) for one in _runs(terms, step)]
    if len(found) != 1 or len(first) < 1 + turns:
        return None
    places, step = found[0]
    last = terms[-1]
    if len(terms) == 2 and (len(places) > 1 or not _is_script(last, places[0])):  # noqa: PLR2004
        return None
    lead = min(int(last.at(path).value) for path in places) - step * (len(first) - 1)
    offset = lead % step
    index = Syn("name", f":{letter}", (), last.span)
    body = last
    for path in places:
        value = int(last.at(path).value) - step * (len(first) - 1) - lead + offset
        times = index if step == 1 else Syn("juxt", "", (Syn("num", str(step), (), last.span), index), last.span)
        body = body.replace(path, lambda _, v=value, t=times, p=path: _written(t, v, _is_script(last, p)))
    start = (lead - offset) // step
    if turns:
        odd = (signs[len(terms) - len(first)] == "-") != (start % 2 == 1)
        power = Syn("add", "++", (index, ONE), last.span) if odd else index
        minus = Syn("group", "(", (Syn("add", "-", (ONE,), last.span),), last.span)
        body = Syn("juxt", "", (Syn("script", "", (minus, EMPTY, power), last.span), body), last.span)
    low = Syn("relation", "=", (index, Syn("num", str(start), (), last.span)), last.span)
    inner = Syn("group", "(", (body,), last.span)
    whole = Syn("bigop", "sum", (low, Syn("name", ":infty", (), last.span), inner), last.span)
    sign = "+" if turns else signs[-1]
    if len(first) == len(terms):
        return whole if sign == "+" else Syn("add", sign, (whole,), tree.span)
    return Syn("add", signs[0] + sign, (terms[0], whole), tree.span)


def _runs(terms: Sequence[Syn], step: int) -> Iterator[tuple[tuple[Path, ...], int]]:
    """Yield the numbers of the last term that, running by a step, give all terms before it."""
    last = terms[-1]
    numbers = [path for path, node in last.walk() if node.kind == "num" and node.value.isdigit() and path]
    if not 0 < len(numbers) <= MOST_NUMBERS:
        return
    for count in range(1, len(numbers) + 1):
        for places in combinations(numbers, count):
            if all(_is_term(last, places, step * back, term) for back, term in enumerate(terms[-2::-1], start=1)):
                yield places, step


def _is_term(last: Syn, places: Sequence[Path], back: int, term: Syn) -> bool:
    """Whether a term is the last one with its running numbers less by so much."""
    for path in places:
        value = int(last.at(path).value) - back
        if value < 0:
            return False
        last = last.replace(path, lambda n, v=value: replace(n, value=str(v)))
    normal = _normal(last)
    return normal.same(_normal(term)) or (normal.same(ONE) and _is_unit(term))


def _is_unit(term: Syn) -> bool:
    """Whether a whole term is 1 or the identity; inside of a term I may be a number."""
    key = base_key(term) if bare(term).kind == "name" else None
    return _normal(term).same(ONE) or (key is not None and key.plain == "I")


def _normal(tree: Syn) -> Syn:
    """A term without powers 0 and 1 and factors 1, for comparison alone."""
    tree = bare(tree)
    children = tuple(_normal(child) for child in tree.children)
    tree = replace(tree, children=children)
    if tree.kind == "script" and children[2].kind == "num" and children[2].value in ("0", "1"):
        base = children[0] if is_empty(children[1]) else replace(tree, children=(*children[:2], EMPTY))
        return base if children[2].value == "1" else ONE
    if tree.kind == "postfix" and children[0].kind == "num" and children[0].value in ("0", "1"):
        return ONE
    if tree.kind == "frac":
        return children[0] if children[1].same(ONE) else replace(tree, value="frac")
    if tree.kind == "juxt" or (tree.kind == "infix" and tree.value == "cdot"):
        flat = [f for child in children for f in (child.children if child.kind == "juxt" else (child,)) if not f.same(ONE)]
        return ONE if not flat else flat[0] if len(flat) == 1 else Syn("juxt", "", tuple(flat))
    return tree


def _written(times: Syn, value: int, script: bool) -> Syn:
    made = times if not value else Syn("add", "++", (times, Syn("num", str(value), (), times.span)), times.span)
    return made if script or made.kind == "name" else Syn("group", "(", (made,), times.span)


def _is_script(tree: Syn, path: Path) -> bool:
    return tree.at(path[:-1]).kind == "script" and path[-1] > 0


__all__ = ["series"]
