r"""Lists of names: ``x_1, \dots, x_m \in \mathbb{R}^n``, ``\{x_i\}_{i=1}^m \subset \mathbb{R}^n``, ``a_1, \dots, a_n \ge 0``.

Each says a relation of one member for all values of an index: ``x_i \in \mathbb{R}^n \quad (i = 1, \dots, m)``.
"""

from __future__ import annotations

from collections.abc import Sequence

from derive.language.lexing.vocabulary import COMPARISONS
from derive.language.tree.names import EMPTY, bare, base_key, bracket, is_empty
from derive.language.tree.syntax import Syn
from derive.language.tree.triggers import about, listed

Placed = tuple[Syn, int]
"""A statement and its line."""
LETTERS = "ijklpqrsuvw"
RELATIONS = ("in", *COMPARISONS)


@about(
    "dots", "list", "group set", "group (", "is name", "is script", "is group", untouched=listed,
)  # fmt: skip
def of_lists(placed: Sequence[Placed], names: set[str]) -> list[Placed]:
    """Return the statements, those of lists as statements of one member with the range of its index behind.

    A list stands on a line of its own: its range governs nothing else.

    Args:
        placed: The statements, and the lines they stand on.
        names: The names that are used: none of them becomes the index.
    """
    found: list[Placed] = []
    shift = 0
    for tree, place in placed:
        line = place + shift
        start = _beginning(found, line)
        members = [bare(t) for t, _ in found[start:]]
        letter = next((x for x in LETTERS if x not in names), "")
        whole = _braces(tree) or _of_set(tree, letter)
        parts = whole or _of_dots(members, tree, letter)
        if not parts:
            found.append((tree, line))
            continue
        if not whole:
            del found[start:]
        for part in parts:
            found += [(statement, line + 1) for statement in part]
            line, shift = line + 1, shift + 1
        shift += 1
    return found


def _braces(tree: Syn) -> list[list[Syn]]:
    r"""Read ``\{x_i\}_{i=1}^m \subset S``, also in round brackets."""
    if tree.kind != "relation" or tree.value not in ("in", "subset") or tree.children[0].kind != "script":
        return []
    group, low, high = tree.children[0].children
    if group.kind != "group" or group.value not in ("set", "(") or is_empty(high):
        return []
    low = bare(low)
    if low.kind != "relation" or low.value != "=" or not _is_first(low.children[1]):
        return []
    members, sets = _tuple(bare(group.children[0])), _factors(tree.children[1])
    sets = sets if len(members) > 1 else [tree.children[1]]
    if len(members) != len(sets) or not all(_has_index(member, low.children[0]) for member in members):
        return []
    high = bare(high)
    if (high.kind, high.value) == ("top", "T"):  # an upper limit, and no transpose
        high = Syn("name", ":T", (), high.span)
    index = _range(low.children[0], low.children[1], high, tree)
    return [[Syn("relation", "in", (m, domain), tree.span), index] for m, domain in zip(members, sets, strict=True)]


def _tuple(syn: Syn) -> list[Syn]:
    """Return the members of ``(x_i, y_i)``."""
    inner = bracket(syn)
    return [syn] if inner is None else list(inner[0])


def _factors(syn: Syn) -> list[Syn]:
    r"""Return the sets of ``\mathbb{R}^d \times \mathbb{R}``."""
    if (syn.kind, syn.value) == ("infix", "times"):
        return [*_factors(syn.children[0]), syn.children[1]]
    return [syn]


def _has_index(member: Syn, index: Syn) -> bool:
    labels = [base_key(node) for part in member.children[1:] for _, node in part.walk()]
    return member.kind == "script" and base_key(index) is not None and base_key(index) in labels


def _of_set(tree: Syn, letter: str) -> list[list[Syn]]:
    r"""Read ``\{x_1, \dots, x_m\} \subset S``."""
    if tree.kind != "relation" or tree.value != "subset":
        return []
    group = bare(tree.children[0])
    if group.kind != "group" or group.value != "set" or group.children[0].kind != "list":
        return []
    run = _run(list(group.children[0].children), tree, "in", letter)
    return [run] if run else []


def _of_dots(members: Sequence[Syn], tree: Syn, letter: str) -> list[list[Syn]]:
    r"""Read ``x_1, \dots, x_m, y_1, \dots, y_n \in S``, what stands in front of the last member being given."""
    if tree.kind != "relation" or tree.value not in RELATIONS:
        return []
    left = tree.children[0]
    ends = left.children if left.kind == "list" else (left,)
    items, runs = [*members, *map(bare, ends)], [list[Syn]()]
    for k, item in enumerate(items):
        if k > 1 and items[k - 2].kind == "dots":
            runs.append([])
        runs[-1].append(item)
    found = [_with_others(run, tree, letter) for run in runs]
    return [statements for part in found for statements in part] if all(found) and len(items) > 2 else []


def _with_others(items: list[Syn], tree: Syn, letter: str) -> list[list[Syn]]:
    r"""Read ``x, x_0, \dots, x_T``: the names in front of a list have what is said of its members, each on its own."""
    start = 0
    while start < len(items) and (items[start].kind in ("name", "script") and _opens(items, start) is None):
        start += 1
    plain = [[_of_member(tree, tree.value, item)] for item in items[:start]]
    if start == len(items):
        return plain
    run = _run(items[start:], tree, tree.value, letter)
    return [*plain, run] if run else []


def _opens(items: list[Syn], at: int) -> Syn | None:
    """The number with which a list begins at a place; None where it does not."""
    number, last = _numbered(items[at]), _numbered(items[-1])
    return number[1] if number is not None and last is not None and number[0].same(last[0]) else None


def _run(items: list[Syn], tree: Syn, relation: str, letter: str) -> list[Syn]:
    r"""Read ``x_1, x_2, \dots, x_m``: a name with the numbers from 0 or 1 on, dots, and the last one."""
    dots = [k for k, item in enumerate(items) if item.kind == "dots"]
    if not letter or dots != [len(items) - 2] or len(items) < 3:
        return []
    first, last = _numbered(items[0]), _numbered(items[-1])
    shown = [_numbered(item) for item in items[:-2]]
    if first is None or last is None or not last[0].same(first[0]) or not _is_first(first[1]):
        return []
    for number, one in enumerate(shown, int(first[1].value)):
        if one is None or not one[0].same(first[0]) or (one[1].kind, one[1].value) != ("num", str(number)):
            return []
    index = Syn("name", f":{letter}", (), items[-1].span)
    return [_of_member(tree, relation, _with_index(items[0], index)), _range(index, first[1], last[1], tree)]


def _is_first(syn: Syn) -> bool:
    return (syn.kind, syn.value) in (("num", "0"), ("num", "1"))


def _of_member(tree: Syn, relation: str, member: Syn) -> Syn:
    return Syn("relation", relation, (member, *tree.children[1:]), tree.span)


def _range(index: Syn, low: Syn, high: Syn, tree: Syn) -> Syn:
    """Say what the index of the statement in front runs over."""
    name = Syn("juxt", "", (Syn("text", "for", (), index.span), index), index.span)
    values = Syn("list", ",", (Syn("num", low.value), Syn("dots", "ldots"), high), high.span)
    return Syn("relation", "=", (name, values), tree.span)


def _numbered(syn: Syn) -> tuple[Syn, Syn] | None:
    """Return what a name looks like without its number (a zero in its place), and the number."""
    if syn.kind != "script":
        return None
    _, sub, sup = syn.children
    above = bracket(sup)
    if is_empty(sub) == is_empty(sup) or (not is_empty(sup) and (above is None or len(above[0]) != 1)):
        return None
    number = bare(sub) if above is None else bare(above[0][0])
    if any(node.kind in ("list", "relation", "dots", "text") for _, node in number.walk()):
        return None
    return _with_index(syn, Syn("num", "0")), number


def _with_index(member: Syn, index: Syn) -> Syn:
    base, _, sup = member.children
    scripts = (index, EMPTY) if is_empty(sup) else (EMPTY, Syn(sup.kind, sup.value, (index,), sup.span))
    return Syn("script", member.value, (base, *scripts), member.span)


def _beginning(found: Sequence[Placed], line: int) -> int:
    """Return where the members and dots at the end of a line begin."""
    start = len(found)
    while start and found[start - 1][1] == line and bare(found[start - 1][0]).kind in ("name", "script", "dots"):
        start -= 1
    return start


__all__ = ["of_lists"]
