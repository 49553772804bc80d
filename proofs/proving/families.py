"""Families of matrices in proofs: sums, matrices made of blocks, as instances of theorems about the rows or the blocks of one matrix."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from proofs import verify
from proofs.proving.citing import Live, cite, instance, theorem_of
from proofs.verify import Node

Size = tuple[Any, ...]

Known = Callable[[Node], int]


def rows_of(name: str, high: Size, member: Node) -> Node:
    """Return the matrix whose rows hold the entries of the members of a family."""
    return stacked(name, high, verify.transpose(verify.make("vecr", (), (member,))))


def stacked(name: str, high: Size, member: Node) -> Node:
    """Return the members of a family on top of each other."""
    return verify.make("blocks", (name, high, "b", verify.ONE), (member,))


def sum_of_norms(live: Live, e: Node, known: Known) -> int:
    """Take the step that a norm of a sum over an index is at most the sum of the norms."""
    kind, (total,) = e.data[0], e.args
    name, _, high = total.data[:3]
    (member,) = total.args
    put = rows_of(name, high, member)
    number = instance(live, f"sum-family-{kind}", known, {"F": put}, {"k": (high,), "m": member.rows, "n": member.cols})
    norms = verify.make("sum", (name, verify.ONE, high), (verify.make("norm", e.data, (member,)),))
    return _said(live, verify.make("<=", (), (e, norms)), number)


def block_diagonal(e: Node) -> tuple[str, Size, Node] | None:
    """Return the name, its end and the blocks of a block-diagonal matrix."""
    if e.op != "blocks" or e.data[1] != e.data[3] or e.args[0].op != "scale":
        return None
    tie, member = e.args[0].args
    both = {tuple(map(verify.named, (e.data[0], e.data[2]))), tuple(map(verify.named, (e.data[2], e.data[0])))}
    return (e.data[0], e.data[1], member) if tie.op == "delta" and tie.data in both and e.data[2] not in member.free else None


def diagonal(name: str, high: Size, member: Node) -> Node:
    """Return the block-diagonal matrix of a family."""
    tie = verify.make("delta", (verify.named(name), verify.named("b")))
    return verify.make("blocks", (name, high, "b", high), (verify.scale(tie, member),))


def largest_block(live: Live, e: Node, known: Known) -> int:
    """Take the step that the spectral norm of a block-diagonal matrix is the largest of its blocks."""
    found = block_diagonal(e.args[0])
    verify.demand(found is not None, "no block-diagonal matrix")
    assert found is not None
    name, high, member = found
    number = _of_blocks(live, "block-diagonal", name, high, member, known)
    largest = verify.make("maxover", (name, verify.ONE, high), (verify.make("norm", ("2",), (member,)),))
    return _said(live, verify.make("=", (), (e, largest)), number)


def stack_above(live: Live, e: Node, known: Known) -> int:
    """Take the step that the spectral norm of blocks on top of each other is at most the sum of their norms."""
    (whole,) = e.args
    verify.demand(whole.op == "blocks" and whole.data[3] == verify.ONE and whole.data[2] not in whole.args[0].free, "no blocks on top of each other")
    (member,) = whole.args
    number = _of_blocks(live, "blocks-sum", *whole.data[:2], member, known)
    norms = verify.make("sum", (whole.data[0], verify.ONE, whole.data[1]), (verify.make("norm", ("2",), (member,)),))
    return _said(live, verify.make("<=", (), (e, norms)), number)


def stack_squares(live: Live, e: Node, known: Known) -> int:
    """Take the step that the squared spectral norm of some matrices on top of each other is at most the sum of the squares of theirs."""
    (whole,) = e.args
    verify.demand(whole.op == "vcat" and e.data == ("2",), "no matrices on top of each other")
    norm = lambda a: verify.make("norm", ("2",), (a,))  # noqa: E731
    grams = [verify.matmul(verify.transpose(a), a) for a in whole.args]
    parts = [cite(live, "norm-gram", known, C=a) for a in (whole, *whole.args)]
    apart = verify.make("=", (), (verify.matmul(verify.transpose(whole), whole), verify.add(*grams)))
    equal = live.add(by="identity", says=verify.text_of(apart, sharing=True))
    turned = verify.make("=", (), (verify.power(e, 2), norm(verify.add(*grams))))
    start = live.add(by="rewrite", says=verify.text_of(turned, sharing=True), **{"from": [_turned(live, parts[0]), equal]})
    sums = [cite(live, "sum-2", known, A=gram, C=verify.add(*grams[k:])) for k, gram in enumerate(grams[:-1], 1)]
    bound = verify.make("<=", (), (verify.power(e, 2), verify.add(*(verify.power(norm(a), 2) for a in whole.args))))
    opposite = verify.text_of(verify.const(-1))
    cofactors = [[opposite, k, None] for k in (start, *parts[1:])]
    return live.add(by="combine", says=verify.text_of(bound, sharing=True), products=[["1", [k]] for k in sums], cofactors=cofactors)


def _turned(live: Live, number: int) -> int:
    """An equation with its sides exchanged."""
    left, right = live.proof.known[number - 1][0].args
    return live.add(by="identity", says=verify.text_of(verify.make("=", (), (right, left)), sharing=True), using=[number])


def _of_blocks(live: Live, theorem: str, name: str, high: Size, member: Node, known: Known) -> int:
    put, sizes = stacked(name, high, member), {"k": (high,), "p": member.rows, "q": member.cols}
    return instance(live, theorem, known, {"C": put}, {n: d for n, d in sizes.items() if n in theorem_of(live, theorem).sizes.least})


def _said(live: Live, formula: Node, number: int) -> int:
    """A step that says a relation in other words."""
    if formula.op == "=":
        return live.add(by="identity", says=verify.text_of(formula, sharing=True), using=[number])
    return live.add(by="combine", says=verify.text_of(formula, sharing=True), products=[["1", [number]]])


__all__ = ["block_diagonal", "diagonal", "largest_block", "rows_of", "stack_above", "stack_squares", "stacked", "sum_of_norms"]
