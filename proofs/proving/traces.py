"""Bounds of traces of words in matrices: ``R - L = sum d ||P||_F^2``, where a word counts up to its rotations and its adjoint.

For symmetric M and N, ``8 tr(M^4 + N^4) - tr((M + N)^4)`` is a sum of such squares. Norms of vectors and quadratic forms are traces, too.
The squares are made of halves of the words of the bound (Klep and Schweighofer, Connes' embedding conjecture and sums of hermitian
squares, 2008); `derive.bounds.comparison.cone` finds them, exactly.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from flint import fmpq

from derive.bounds.comparison.cone import Block, NoSolver, solved
from proofs import verify
from proofs.proving.citing import Live
from proofs.verify import Node, Rejected

Word = tuple[tuple[str, bool], ...]
"""Letters: names of matrices, and whether they are transposed."""
Sum = dict[Word, Any]
MAX_WORDS, MAX_LENGTH, MAX_BASIS = 200, 8, 30


class Words:
    """Matrices and traces as sums of words.

    Args:
        shapes: The shapes of matrices by their names.
        symmetric: The names of those that are symmetric.

    """

    def __init__(self, shapes: dict[str, tuple[Any, Any]], symmetric: set[str]) -> None:
        self.shapes, self.symmetric = shapes, symmetric

    def matrix(self, e: Node) -> Sum:
        """Return a matrix as a sum of words.

        Raises:
            Rejected: It is made of something else, or of too many words.

        """
        if e.op == "var":
            verify.demand(e.data[0] in self.shapes, "an unknown matrix")
            return {((e.data[0], False),): fmpq(1)}
        if e.op == "eye":
            return {(): fmpq(1)}
        if e.op == "transpose":
            return {self.adjoint(w): c for w, c in self.matrix(e.args[0]).items()}
        if e.op == "add":
            return _added(map(self.matrix, e.args))
        if e.op == "matmul":
            return _times(*map(self.matrix, e.args))
        if e.op == "scale" and (number := verify.rational(e.args[0])) is not None:
            return {w: fmpq(number.numerator, number.denominator) * c for w, c in self.matrix(e.args[1]).items() if number}
        raise Rejected(f"no words in {e.op}")

    def scalar(self, e: Node) -> Sum:
        """Return a number as a sum of traces of words, by one word for all that have the same trace."""
        if (number := verify.rational(e)) == 0:
            return {}
        verify.demand(number is None, "a number beside traces")
        if e.op == "add":
            return _added(map(self.scalar, e.args))
        if e.op == "scale" and (number := verify.rational(e.args[0])) is not None:
            return {w: fmpq(number.numerator, number.denominator) * c for w, c in self.scalar(e.args[1]).items()}
        if e.op == "hpow" and verify.rational(e.args[1]) == 2 and e.args[0].op == "norm":  # noqa: PLR2004
            a = e.args[0].args[0]
            verify.demand(verify.meaning(e.args[0]) is not None, "another norm")
            return self._traced(verify.matmul(verify.transpose(a), a))
        if e.op == "trace":
            return self._traced(e.args[0])
        verify.demand(e.op == "matmul", f"no trace in {e.op}")
        return self._traced(e)

    def _traced(self, e: Node) -> Sum:
        found = self.matrix(e)
        verify.demand(() not in found, "a number beside traces")
        return _added({self.cyclic(w): c} for w, c in found.items())

    def adjoint(self, word: Word) -> Word:
        """Return the word of the transpose."""
        return tuple((n, not t and n not in self.symmetric) for n, t in reversed(word))

    def cyclic(self, word: Word) -> Word:
        """Return the first of all words of the same trace."""
        return min(w[k:] + w[:k] for w in (word, self.adjoint(word)) for k in range(len(word)))

    def shape(self, word: Word) -> tuple[Any, Any]:
        """Return the dimensions of a word."""
        ends = [self.shapes[n][::-1] if t else self.shapes[n] for n, t in (word[0], word[-1])]
        return ends[0][0], ends[1][1]

    def halves(self, words: Iterable[Word]) -> dict[tuple[Any, Any], list[Word]]:
        """Return words u with which ``u^T v`` are some words, by their shapes."""
        found: dict[tuple[Any, Any], set[Word]] = {}
        for word in words:
            for w in (word, self.adjoint(word)):
                for k in range(len(w)):
                    turned = w[k:] + w[:k]
                    for cut in {len(w) // 2, (len(w) + 1) // 2} - {0, len(w)}:
                        for half in (self.adjoint(turned[:cut]), turned[cut:]):
                            found.setdefault(self.shape(half), set()).add(half)
        return {shape: sorted(basis, key=lambda w: (len(w), w)) for shape, basis in found.items()}

    def node(self, word: Word, shapes: dict[str, Node]) -> Node:
        """Return a word as an expression."""
        return verify.matmul(*(verify.transpose(shapes[n]) if t else shapes[n] for n, t in word))


def _added(parts: Iterable[Sum]) -> Sum:
    total: Sum = {}
    for part in parts:
        for w, c in part.items():
            total[w] = total.get(w, fmpq(0)) + c
    verify.demand(len(total) <= MAX_WORDS, "too many words")
    return {w: c for w, c in total.items() if c}


def _times(p: Sum, q: Sum) -> Sum:
    verify.demand(all(len(v) + len(w) <= MAX_LENGTH for v in p for w in q), "long words")
    return _added({v + w: c * d} for v, c in p.items() for w, d in q.items())


def trace_squares(live: Live, formula: Node, given: Iterable[Node]) -> int | None:
    """Return the number of a step that says a bound of traces by squares; None if none was found."""
    if formula.op not in ("<=", ">=") or not any(n.op in ("trace", "norm", "matmul") for n in verify.nodes(formula)):
        return None
    symmetries = [f for f in given if f.op == "=" and _is_symmetry(f)]
    matrices = {n.data[0]: n for n in verify.nodes(formula) if n.op == "var" and not n.scalar}
    words = Words({n: e.shape for n, e in matrices.items()}, {f.args[0].data[0] if f.args[0].op == "var" else f.args[1].data[0] for f in symmetries})
    small, large = formula.args[::-1] if formula.op == ">=" else formula.args
    gap = verify.less(large, small)
    try:
        goal = words.scalar(gap)
        squares = _squares(words, goal, matrices)
    except (Rejected, NoSolver):
        return None
    if not squares:
        return None
    parts = [verify.scale(verify.const(f"{d}"), verify.power(root, 2)) for d, root in squares]
    says = verify.make("=", (), (gap, verify.add(*parts)))
    used = [f for f in symmetries if matrices.keys() & {n.data[0] for n in verify.nodes(f) if n.op == "var"}]
    try:
        using = [live.add(by="hypothesis", says=verify.text_of(f)) for f in used]
        number = live.add(by="identity", says=verify.text_of(says, sharing=True), **({"using": using} if using else {}))
        products = [[f"{d}", [verify.text_of(root)]] for d, root in squares]
        return live.add(by="combine", says=verify.text_of(formula, sharing=True), products=products, cofactors=[["(const 1)", number, None]])
    except Rejected:
        return None


def _is_symmetry(f: Node) -> bool:
    a, b = f.args if f.args[0].op == "var" else f.args[::-1]
    return a.op == "var" and b.op == "transpose" and b.args[0] is a


def _squares(words: Words, goal: Sum, matrices: dict[str, Node]) -> list[tuple[Any, Node]] | None:
    """Numbers and norms whose squares, times these numbers, sum to the goal."""
    bases = words.halves(goal)
    if any(len(basis) > MAX_BASIS for basis in bases.values()):
        return None
    blocks = []
    for basis in bases.values():
        table = {}
        for i, u in enumerate(basis):
            for j in range(i, len(basis)):
                table[i, j] = {words.cyclic(words.adjoint(u) + basis[j]): fmpq(1 if i == j else 2)}
        blocks.append(Block(len(basis), table))
    point = solved(goal, [], blocks)
    if point is None:
        return None
    found = []
    for basis, squares in zip(bases.values(), point.squares, strict=True):
        for d, vector in squares:
            terms = [verify.scale(verify.const(f"{c}"), words.node(w, matrices)) for c, w in zip(vector, basis, strict=True) if c]
            found.append((d, verify.make("norm", ("F",), (verify.add(*terms),))))
    return found


__all__ = ["trace_squares"]
