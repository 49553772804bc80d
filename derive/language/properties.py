r"""Properties in words behind a declaration or a name of a given block: ``R \in \mathbb{R}^{r \times r} \text{ invertible}``.

They are hypotheses: symmetric, R = R^T; skew-symmetric, R = -R^T; orthogonal, R^T R = I; invertible, det R is not 0.
Orthogonal vectors are another thing, and of a matrix with more rows than columns nobody knows which product is meant.
"""

from __future__ import annotations

from collections.abc import Sequence

from derive.errors import NotSupported
from derive.language.names import whole_key
from derive.language.scope import Scope
from derive.language.syntax import Syn
from derive.language.words import spoken

_PROPERTIES = {
    "symmetric": "symmetric", "orthogonal": "orthogonal", "invertible": "invertible", "nonsingular": "invertible",
    "non-singular": "invertible", "skew-symmetric": "skew", "antisymmetric": "skew",
}  # fmt: skip
_AROUND = ("is", "are", "be", "an", "a", "both", "all", "matrix", "matrices", "and", "which", "that", "also")
_IN_FRONT = ("let", "suppose", "assume", "where", "with", "and", "the matrix", "the matrices", "both", "given")
_TOP, _EMPTY = Syn("top", "top"), Syn("empty")


def with_properties(trees: Sequence[tuple[Syn, int]]) -> tuple[list[tuple[Syn, int]], list[Syn]]:
    """Put hypotheses for the words that name a property of what stands in front of them.

    Args:
        trees: The statements of a given block with their lines.

    Returns:
        The statements with the hypotheses, and the names that are called orthogonal (``check_orthogonal``).
    """
    found: list[tuple[Syn, int]] = []
    orthogonal: list[Syn] = []
    for tree, line in trees:
        words = _properties(tree)
        before, place = found[-1] if found else (tree, -1)
        names = _names(before) if words and place == line else []
        if not names:
            found.append((tree, line))
            continue
        if before.kind != "relation":
            found.pop()  # names on their own: 'Q, R are invertible'
            while found and found[-1][1] == line and (more := _names(found[-1][0])) and found[-1][0].kind != "relation":
                names = [*more, *names]
                found.pop()
        found += [(_hypothesis(word, name, tree.span), line) for name in names for word in words]
        orthogonal += names if "orthogonal" in words else []
    return found, orthogonal


def check_orthogonal(scope: Scope, names: Sequence[Syn]) -> None:
    """Check that what is called orthogonal are square matrices.

    Raises:
        NotSupported: If a name is a vector, an oblong matrix, or nothing whose shape is known.
    """
    for name in names:
        key = whole_key(name)
        symbol = None if key is None else scope.find(key)
        if symbol is not None and symbol.kind in ("var", "def") and symbol.shape.rows == symbol.shape.cols:
            continue
        advice = r"of a square matrix alone; write u^\top v = 0 for vectors, Q^\top Q = I for orthonormal columns"
        raise NotSupported(f"the word 'orthogonal' is read {advice}", name.span[0])


def _properties(tree: Syn) -> list[str]:
    """Return the properties that a text names, none if it says anything else."""
    if tree.kind != "text":
        return []
    words = [w for w in spoken(tree).replace(",", " ").split() if w not in _AROUND]
    return [_PROPERTIES[w] for w in words] if all(w in _PROPERTIES for w in words) else []


def _names(tree: Syn) -> list[Syn]:
    """Return the names of a declaration, or the name that a statement is."""
    left = tree
    if tree.kind == "relation":
        if tree.value != "in":
            return []
        left = tree.children[0]
    names = list(left.children) if left.kind == "list" else [left]
    first = names[0]
    if first.kind == "juxt" and len(first.children) == 2 and spoken(first.children[0]) in _IN_FRONT:
        names[0] = first.children[1]
    return names if all(whole_key(name) is not None and name.kind != "juxt" for name in names) else []


def _hypothesis(word: str, name: Syn, span: tuple[int, int]) -> Syn:
    transposed = Syn("script", "", (name, _EMPTY, _TOP), name.span)
    if word == "symmetric":
        return Syn("relation", "=", (name, transposed), span)
    if word == "skew":
        return Syn("relation", "=", (name, Syn("add", "-", (transposed,), name.span)), span)
    if word == "orthogonal":
        product = Syn("juxt", "", (transposed, name), name.span)
        return Syn("relation", "=", (product, Syn("name", ":I", (), name.span)), span)
    argument = Syn("group", "(", (name,), name.span)
    determinant = Syn("juxt", "", (Syn("function", "det", (), name.span), argument), name.span)
    return Syn("relation", "!=", (determinant, Syn("num", "0", (), name.span)), span)


__all__ = ["check_orthogonal", "with_properties"]
