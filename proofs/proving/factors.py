"""Products as lists of their factors: brackets, transposes of products, identities and products of Kronecker products do not matter."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, reduce
from typing import Any

from proofs import verify
from proofs.proving.families import block_diagonal, diagonal
from proofs.verify import Node

Word = tuple[Node, ...]
MAX_FACTORS = 8


@cache
def factors(e: Node) -> Word:
    """Return the factors of a matrix: those of ``A (B C)^T`` are A, C^T and B^T, those of ``(A kron I) (B kron C)`` are ``A B kron C``."""
    if e.op == "matmul":
        word = factors(e.args[0]) + factors(e.args[1])
    elif e.op == "transpose" and e.args[0].op in ("matmul", "transpose"):
        word = turned(factors(e.args[0]))
    elif e.op == "blocks":
        word = _of_blocks(e)
    else:
        return (_plain(e),)
    found: list[Node] = []
    for one in word:
        last = found[-1] if found else None
        if last is not None and last.op == one.op == "kron" and [a.cols for a in last.args] == [a.rows for a in one.args]:
            found[-1] = verify.make("kron", (), (product(factors(a) + factors(b)) for a, b in zip(last.args, one.args, strict=True)))
        elif one.op != "eye":
            found.append(one)
    return tuple(found) or word[:1]


def _of_blocks(e: Node) -> Word:
    """The factors of blocks ``L F_i G_ij H_j R``: ``I kron L``, the block-diagonal matrix of the F, the blocks G, that of the H, and ``I kron R``."""
    first, m, second, n = e.data
    (body,) = e.args
    found = block_diagonal(e)
    inner = factors(body if found is None else found[2])
    if found is None and inner and inner[0].op == "scale":
        return (e,)
    left: list[Node] = []
    right: list[Node] = []
    while len(inner) > 1 and second not in inner[0].free and not (found and first in inner[0].free):
        left.append(_lifted(first, m, inner[0]))
        inner = inner[1:]
    while len(inner) > 1 and first not in inner[-1].free:
        right.insert(0, _lifted(second, n, inner[-1]))
        inner = inner[:-1]
    middle = diagonal(first, m, product(inner)) if found else verify.make("blocks", e.data, (product(inner),))
    return (*left, middle, *right)


def _lifted(name: str, high: Any, e: Node) -> Node:
    return diagonal(name, high, e) if name in e.free else verify.make("kron", (), (verify.make("eye", ((high,),)), e))


def product(word: Word) -> Node:
    """Return the product of factors."""
    kept = tuple(e for e in word if e.op != "eye") or word[:1]
    return reduce(verify.matmul, kept)


def between(e: Node) -> Node | None:
    """Return a sum of products as one product, with the first and the last factor that all have around the sum of what is between; None if they have none."""
    scalars, words = [], []
    for term in e.args:
        inner, scalar = term, verify.const(1)
        while inner.op == "scale":
            scalar, inner = verify.scale(scalar, inner.args[0]) if scalar is not verify.const(1) else inner.args[0], inner.args[1]
        scalars.append(scalar)
        words.append(factors(inner))
    if any(len(word) < 3 or word[0] is not words[0][0] or word[-1] is not words[0][-1] for word in words):  # noqa: PLR2004
        return None
    middles = (product(word[1:-1]) for word in words)
    parts = [m if s is verify.const(1) else verify.scale(s, m) for s, m in zip(scalars, middles, strict=True)]
    return verify.matmul(words[0][0], verify.add(*parts), words[0][-1])


def turned(word: Word) -> Word:
    """Return the factors of the transpose."""
    return tuple(_plain(verify.transpose(e)) for e in reversed(word))


def cuts(word: Word) -> Iterator[tuple[Node, Node]]:
    """Yield the ways to cut a product in two, also inside a Kronecker product."""
    if len(word) <= MAX_FACTORS:
        for k in range(1, len(word)):
            yield product(word[:k]), product(word[k:])
    for k, e in enumerate(word[: MAX_FACTORS if len(word) <= MAX_FACTORS else 0]):
        if e.op == "kron":
            for first, second in _kronecker_cuts(*e.args):
                yield product((*word[:k], first)), product((second, *word[k + 1 :]))


def _kronecker_cuts(a: Node, b: Node) -> Iterator[tuple[Node, Node]]:
    u, v = ((() if e.op == "eye" else factors(e)) for e in (a, b))
    for p in range(len(u) + 1):
        for q in range(len(v) + 1):
            if 0 < p + q < len(u) + len(v):
                first = _part(u[:p], a.rows), _part(v[:q], b.rows)
                yield verify.make("kron", (), first), verify.make("kron", (), (_part(u[p:], a.cols), _part(v[q:], b.cols)))


def _part(word: Word, dim: tuple[Any, ...]) -> Node:
    return product(word) if word else verify.make("eye", (dim,))


def _plain(e: Node) -> Node:
    """A factor whose transpose, if it is one, stands as far inside as possible."""
    if e.op != "transpose":
        return verify.make("kron", (), (product(factors(a)) for a in e.args)) if e.op == "kron" else e
    (a,) = e.args
    if a.op == "transpose":
        return _plain(a.args[0])
    if a.op in ("eye", "diag"):
        return a
    return verify.make("kron", (), (product(factors(verify.transpose(x))) for x in a.args)) if a.op == "kron" else e


def leaves(e: Node) -> set[Node]:
    """Return what the factors of a product are made of, without transposes; of blocks the largest parts that no index moves."""
    inner = e.args[0] if e.op == "transpose" else e
    moving = any(n[0] == "#" for n in inner.free)
    if moving or inner.op in ("matmul", "kron", "transpose", "scale", "blocks"):
        return {x for a in inner.args for x in leaves(a)}
    return {inner} if inner.args else set()


def is_constant(e: Node) -> bool:
    """Whether a matrix depends on nothing but sizes."""
    return not any(n.op in ("var", "fun") for n in verify.nodes(e))


__all__ = ["between", "cuts", "factors", "is_constant", "leaves", "product", "turned"]
