r"""Declarations that show what a name is made of: ``X = [x_1, \dots, x_n] \in \mathbb{R}^{d \times n}``, ``A = [a_{ij}] \in S``, ``Q = X W \in S``.

The name is of the set. Members that nothing else declares are its columns, rows or entries; anything else defines the name.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from derive.errors import ShapeProblem
from derive.language.declarations.listed import LETTERS, Placed
from derive.language.scope.scope import Scope
from derive.language.terms.terms import latex_of
from derive.language.tree.names import EMPTY, Key, bare, base_key, is_empty, is_index_letter, whole_key
from derive.language.tree.syntax import SPACED, Syn
from derive.language.tree.triggers import about, listed

BRACKETS = ("[", "(")
SHOWING = ("= in", "assign in")


@about(*(f"relation {words}" for words in SHOWING), untouched=listed)
def of_shown(placed: Sequence[Placed], scope: Scope, names: Collection[str]) -> list[Placed]:
    """Return the statements, with a membership and a definition for each that says both of one name.

    Args:
        placed: The statements, and the lines they stand on.
        scope: What is declared further out.
        names: The names that are used: none of them becomes an index.

    Raises:
        ShapeProblem: A matrix is shown with more or fewer columns or rows than its set says.
    """
    trees = [tree for tree, _ in placed]
    letter = next((x for x in LETTERS if x not in names), "")
    found: list[Placed] = []
    told: list[Syn] = []
    for tree, line in placed:
        parts = None
        if _is_typed_equation(tree):
            parts = _parts(tree, _Known(scope, [t for t in trees if t is not tree]), letter)
        if parts is None:
            found.append((tree, line))
            continue
        told += parts.repeated
        found += [(part, line) for part in parts.statements]
    return [(tree, line) for tree, line in found if not any(tree is t for t in told)]


def _is_typed_equation(tree: Syn) -> bool:
    return tree.kind == "relation" and tree.value in SHOWING


@dataclass(frozen=True, slots=True)
class _Known:
    """What is declared besides a statement."""

    scope: Scope
    others: Sequence[Syn]

    def declares(self, key: Key) -> bool:
        """Whether a name, or a family of that name, is declared."""
        return key in self.scope.visible() or any(key in _left_names(tree) for tree in self.others)

    def repeats(self, member: Key, target: Syn, own: Syn) -> list[Syn]:
        r"""The statements that only say once more where a member lies: ``x_i \in \mathbb{R}^d``, the i of which nothing else tells."""
        return [t for t in self.others if self._repeats(t, member, target, own)]

    def _repeats(self, tree: Syn, member: Key, target: Syn, own: Syn) -> bool:
        if tree.kind != "relation" or tree.value != "in" or tree.children[0].kind != "script":
            return False
        base, sub, sup = tree.children[0].children
        index = base_key(bare(sub))
        if base_key(base) != member or not is_empty(sup) or bare(sub).kind != "name" or index is None:
            return False
        if not is_index_letter(index.plain) or not tree.children[1].same(target):
            return False
        return (
            not any(_stands_alone(t, index) for t in self.others if t is not tree) and index not in self.scope.visible()
        )


def _left_names(tree: Syn) -> set[Key]:
    """The names in front of a membership or an equation, and those of a list that ends there."""
    if tree.kind in ("name", "script", "group"):
        left = tree
    elif tree.kind == "relation" and tree.value.split()[0] in ("in", "subset", "assign", "=", "sim", "sim-iid"):
        left = tree.children[0]
    else:
        return set()
    if left.kind == "group" and len(left.children) == 1:
        left = left.children[0]
    elif left.kind == "script" and left.children[0].kind == "group":
        left = left.children[0].children[0]
    parts = left.children if left.kind == "list" else (left,)
    return {key for part in parts for key in (base_key(_base(part)), whole_key(part)) if key is not None}


def _base(name: Syn) -> Syn:
    return name.children[0] if name.kind == "script" else name


def _stands_alone(tree: Syn, index: Key) -> bool:
    """Whether a letter stands somewhere that is no subscript: a statement may say where it runs."""
    stack = [tree]
    while stack:
        node = stack.pop()
        if whole_key(node) == index:
            return True
        stack += [child for k, child in enumerate(node.children) if node.kind != "script" or k != 1]
    return False


@dataclass(frozen=True, slots=True)
class _Parts:
    """The statements that one stands for, and others that it makes superfluous."""

    statements: Sequence[Syn]
    repeated: Sequence[Syn] = ()


def _parts(tree: Syn, known: _Known, letter: str) -> _Parts | None:
    left, middle, target = tree.children
    belongs = Syn("relation", "in", (left, target), tree.span)
    key = whole_key(left)
    shown = _shown(left, middle, target, letter) if key is not None and letter else None
    if shown is not None:
        repeated = known.repeats(shown.member, shown.target, tree) if shown.target is not None else []
        others = [t for t in known.others if not any(t is r for r in repeated)]
        if shown.is_named_like(key) or not _Known(known.scope, others).declares(shown.member):
            return _Parts((belongs, *shown.definition(left)), repeated)
    if key is not None and (key in known.scope.visible() or _stands_alone(middle, key)):
        return None
    declared = key is not None and any(
        key in _left_names(t) for t in known.others if t.kind == "relation" and t.value == "in"
    )
    relation = "=" if declared and tree.value == "= in" else "assign"
    return _Parts((Syn("relation", relation, (left, middle), tree.span), belongs))


@dataclass(frozen=True, slots=True)
class _Shown:
    """A name by its members.

    Attributes:
        member: The name of the members.
        indices: Those of a member.
        place: Where a member stands in the whole.
        transposed: Whether the member is the transpose of what stands there.
        target: The set of a member, if it is no number.
    """

    member: Key
    base: Syn
    indices: Syn
    place: Syn
    transposed: bool = False
    target: Syn | None = None

    def is_named_like(self, whole: Key | None) -> bool:
        """Whether the members are entries that bear the name of the whole."""
        return self.target is None and whole is not None and self.member.plain == whole.plain

    def definition(self, whole: Syn) -> list[Syn]:
        """The definition of the members; none where they are entries with the name of the whole."""
        if self.is_named_like(base_key(whole)):
            return []
        mark = Syn("top", "", (), whole.span) if self.transposed else EMPTY
        left = Syn("script", "", (self.base, self.indices, EMPTY), whole.span)
        right = Syn("script", "", (whole, self.place, mark), whole.span)
        return [Syn("relation", "assign", (left, right), whole.span)]


def _shown(left: Syn, middle: Syn, target: Syn, letter: str) -> _Shown | None:
    """The members that a bracket or a matrix with dots shows, None if it shows none."""
    if left.kind != "name":
        return None
    whole, sub, sup = middle.children if middle.kind == "script" else (middle, EMPTY, EMPTY)
    transposed = bare(sup).kind == "top" and is_empty(sub)
    if not transposed and not is_empty(sup) and is_empty(sub):
        return None
    sizes = _sizes(target)
    by_entry = _by_entry(whole, len(sizes)) if not transposed else None
    if by_entry is not None or not is_empty(sub):
        return by_entry
    items, stacked = _items(whole)
    run = _run(items)
    index = Syn("name", f":{letter}", (), middle.span)
    if run is None or len(sizes) not in (1, 2):
        return None
    base, last, marked = run
    member = base_key(base)
    if member is None:
        return None
    if len(sizes) == 1:
        entries = _Shown(member, base, index, index)
        told = last.same(sizes[0]) or (not _is_space(target) and entries.is_named_like(base_key(left)))
        return entries if told and not marked else None
    rows = stacked or transposed
    if (marked and not stacked) or (stacked and transposed):
        return None
    if not last.same(sizes[0 if rows else 1]):
        way, said = ("rows", sizes[0]) if rows else ("columns", sizes[1])
        raise ShapeProblem(
            f"{latex_of(left)} is shown with {latex_of(last)} {way}, and its set says {latex_of(said)}", middle.span[0]
        )
    colon = Syn("colon", "", (), middle.span)
    place = Syn("list", ",", (index, colon) if rows else (colon, index), middle.span)
    inner = Syn("script", "", (target.children[0], EMPTY, sizes[1 if rows else 0]), target.span)
    plain_row = stacked and not marked
    return _Shown(member, base, index, place, rows and not plain_row, EMPTY if plain_row else inner)


def _sizes(target: Syn) -> tuple[Syn, ...]:
    r"""The sizes of a set: one of ``S^n``, two of ``S^{m \times n}``, none if it has no power."""
    if target.kind != "script" or is_empty(target.children[2]) or not is_empty(target.children[1]):
        return ()
    power = bare(target.children[2])
    return power.children if (power.kind, power.value) == ("infix", "times") else (power,)


def _is_space(target: Syn) -> bool:
    r"""Whether a set is a power of the numbers, as ``\mathbb{R}^n`` is and ``\Delta^{n-1}`` is not."""
    return target.children[0].value in ("bb:R", ":R")


def _by_entry(whole: Syn, sizes: int) -> _Shown | None:
    """``[a_{ij}]`` and ``(x_i)_{i=1}^n``: one entry with its indices."""
    if whole.kind != "group" or whole.value not in BRACKETS or len(whole.children) != 1:
        return None
    entry = bare(whole.children[0])
    if entry.kind != "script" or not is_empty(entry.children[2]):
        return None
    base, sub = entry.children[0], bare(entry.children[1])
    letters = sub.children if sub.kind in ("juxt", "list") else (sub,)
    member = base_key(base)
    named = all(c.kind == "name" and (k := base_key(c)) is not None and is_index_letter(k.plain) for c in letters)
    if member is None or base.kind != "name" or not named or len(letters) != sizes:
        return None
    return _Shown(member, base, sub, sub)


def _items(whole: Syn) -> tuple[tuple[Syn, ...], bool]:
    """What a bracket or a matrix lists, and whether below one another."""
    if whole.kind == "matrix" and all(row.kind == "list" for row in whole.children):
        rows = [row.children for row in whole.children]
        if len(rows) == 1:
            return rows[0], False
        return (tuple(row[0] for row in rows), True) if all(len(row) == 1 for row in rows) else ((), False)
    if whole.kind != "group" or whole.value not in BRACKETS or len(whole.children) != 1:
        return (), False
    inner = whole.children[0]
    if inner.kind == "list" or (inner.kind == "juxt" and inner.value == SPACED):
        return inner.children, inner.value == ";"
    return (), False


def _run(items: Sequence[Syn]) -> tuple[Syn, Syn, bool] | None:
    r"""The name, the last index and whether each is transposed, of ``x_1, \dots, x_n``; None if it is no such run."""
    if len(items) < 3 or items[-2].kind != "dots":
        return None
    members = [bare(item) for item in (*items[:-2], items[-1])]
    if any(m.kind != "script" or m.children[0].kind != "name" for m in members):
        return None
    base, _, sup = members[0].children
    if any(not m.children[0].same(base) or not m.children[2].same(sup) for m in members):
        return None
    marked = bare(sup).kind == "top"
    if not marked and not is_empty(sup):
        return None
    *first, last = (bare(m.children[1]) for m in members)
    if [m.value for m in first] != [str(k + 1) for k in range(len(first))] or last.kind in ("list", "num"):
        return None
    return base, last, marked


__all__ = ["of_shown"]
