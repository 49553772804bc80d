r"""Parts of integrals: their variables, and the ends of those over all numbers, vectors or matrices, ``\int_{\mathbb{R}^n} f(x) dx``."""

from __future__ import annotations

from derive import build as b
from derive.core import Expr
from derive.errors import SyntaxProblem
from derive.language.tree.names import Key, bare, base_key, is_empty, whole_key
from derive.language.tree.syntax import Syn
from derive.sizes import Shape


def is_whole(low: Syn, high: Syn) -> bool:
    """Whether an integral is one over a whole space: a set or nothing below, or all numbers."""
    ends = [bare(low), bare(high)]
    if ends[0].kind == "add" and len(ends[0].children) == 1:
        ends[0] = bare(ends[0].children[0])
    return is_empty(high) or all((key := base_key(end)) is not None and key.plain == "infty" for end in ends)


def everywhere(shape: Shape) -> tuple[Expr, Expr]:
    """The ends of all numbers, of all vectors, of all matrices."""
    end = b.INFINITY if shape.is_scalar else b.scale(b.INFINITY, b.ones(shape.rows, shape.cols))
    return b.neg(end), end


def split_differentials(body: Syn) -> tuple[list[Syn], dict[Key, Syn]]:
    """Split ``f(s, t) ds dt`` into its factors and the variables, the outer one last.

    Raises:
        SyntaxProblem: There is none, or one of them twice.
    """
    parts = list(body.children) if body.kind == "juxt" else [body]
    found: list[tuple[Key, Syn]] = []
    for k in range(len(parts) - 2, -1, -1):
        if k + 1 >= len(parts) or (key := whole_key(parts[k + 1])) is None:
            continue
        node = parts[k]
        last = node.kind == "name" and base_key(node) == Key("", "d") and k == len(parts) - 2
        if last or (node.kind == "partial" and node.value == "d" and not node.children):
            found.insert(0, (key, parts[k + 1]))
            parts = parts[:k] + parts[k + 2 :]
    if not found or len(dict(found)) < len(found):
        raise SyntaxProblem("the differential of this integral (such as dt) is missing", body.span[0])
    return parts, dict(found)


__all__ = ["everywhere", "is_whole", "split_differentials"]
