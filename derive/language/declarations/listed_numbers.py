r"""Lists of numbers that nothing else declares: ``a_1, \dots, a_n > 0`` and ``\Lambda = \operatorname{diag}(\lambda_1, \dots, \lambda_n)``.

They are declared by the first statement that shows them, ``a_1, \dots, a_n \in \mathbb{R}``. Of letters that also name the singular
values or eigenvalues of matrices a diagonal matrix alone is enough: compared with zero they may be those of a matrix.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from derive.language.lexing.vocabulary import COMPARISONS
from derive.language.scope.scope import Scope
from derive.language.tree.names import Key, bare, base_key, bracket, is_empty
from derive.language.tree.syntax import Syn
from derive.language.tree.triggers import about, listed

Placed = tuple[Syn, int]
_SPECTRAL = ("sigma", "lambda", "s", "kappa", "mu")
_DIAGONALS = ("diag", "Diag")


@about("dots", untouched=listed)
def with_listed_numbers(placed: Sequence[Placed], scope: Scope) -> list[Placed]:
    """Return the statements with declarations in front of the first one that speaks of such a list."""
    found = list(placed)
    for first, last, shown in list(_lists(placed)):
        key = base_key(first.children[0])
        if key is None or (not shown and key.plain in _SPECTRAL) or _is_declared(key, scope, found):
            continue
        at = next(k for k, (tree, _) in enumerate(found) if _speaks_of(tree, key))
        line = found[at][1]
        real = Syn("name", "bb:R", (), last.span)
        dots = Syn("dots", "ldots", (), (first.span[1], last.span[0]))
        found[at:at] = [(first, line), (dots, line), (Syn("relation", "in", (last, real), last.span), line)]
    return found


def _lists(placed: Sequence[Placed]) -> Iterator[tuple[Syn, Syn, bool]]:
    """The first and the last member of lists of numbers, and whether they stand in a diagonal matrix."""
    trees = [tree for tree, _ in placed]
    for k, tree in enumerate(trees):
        for _, node in tree.walk():
            pairs = zip(node.children, node.children[1:], strict=False) if node.kind == "juxt" else ()
            for function, behind in pairs:
                inner = bracket(behind)
                if inner is not None and (function.kind, function.value in _DIAGONALS) == ("function", True):
                    yield from _ends(inner[0], shown=True)
        if tree.kind == "relation" and all(word in COMPARISONS for word in tree.value.split()):
            if any(child.kind == "num" for child in tree.children[1:]):
                yield from _ends([bare(c) for c in tree.children[:-1]], shown=False)
                if k > 1 and len(tree.children) == 2:
                    yield from _ends([*trees[k - 2 : k], bare(tree.children[0])], shown=False)


def _ends(members: Sequence[Syn], *, shown: bool) -> Iterator[tuple[Syn, Syn, bool]]:
    if len(members) < 3 or members[-2].kind != "dots":
        return
    first, last = bare(members[0]), bare(members[-1])
    if any(m.kind != "script" or not is_empty(m.children[2]) for m in (first, last)):
        return
    one, end = bare(first.children[1]), bare(last.children[1])
    if first.children[0].same(last.children[0]) and (one.kind, one.value) == ("num", "1") and end.kind == "name":
        yield first, last, shown


def _is_declared(key: Key, scope: Scope, placed: Sequence[Placed]) -> bool:
    if scope.find(key) is not None or scope.find_family(key, Syn("num", "1")) is not None:
        return True
    for tree, _ in placed:
        if tree.kind == "relation" and tree.value.split()[-1] in ("in", "subset", "assign", "sim", "sim-iid", "to"):
            if _speaks_of(tree.children[0], key):
                return True
        if tree.kind == "relation" and tree.value == "=" and base_key(_base(tree.children[0])) == key:
            return True
    return False


def _base(syn: Syn) -> Syn:
    syn = bare(syn)
    return bare(syn.children[0]) if syn.kind == "script" else syn


def _speaks_of(tree: Syn, key: Key) -> bool:
    return any(base_key(node) == key for _, node in tree.walk() if node.kind == "name")


__all__ = ["with_listed_numbers"]
