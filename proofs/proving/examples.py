"""Matrices that may show that there is one with a property: those that a formula speaks of, simple ones, and small ones of numbers."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import suppress

from proofs import verify
from proofs.proving.citing import Live
from proofs.verify import Node, Rejected

MAX_ENTRIES, MAX_DRAWN = 9, 24
"""Entries of a matrix of numbers, and how many such matrices are drawn."""


def by_example(live: Live, formula: Node, prove: Callable[[Node], int | None]) -> int | None:
    """Return the number of a step that says that there is a matrix with a property; None if none of the examples has it.

    Args:
        live: The proof.
        formula: It says that there is a matrix.
        prove: Gives the number of a step that says a formula, None if none was found.

    """
    if formula.data[1] != "matrix":
        return None
    for value in examples(formula):
        there = verify.replaced(formula.args[0], {formula.data[0]: value}, {})
        number = _cancelled(live, there, value, prove) if value.op == "add" else prove(there)
        if number is not None:
            step = {"by": "exists", "says": verify.text_of(formula, sharing=True), "with": verify.text_of(value), "from": [number]}
            with suppress(Rejected):
                return live.add(**step)
    return None


def _cancelled(live: Live, formula: Node, value: Node, prove: Callable[[Node], int | None]) -> int | None:
    """Return the number of a step that says a formula in which sums with a difference are what is left of them; None if none was found."""
    simple = value.args[0]
    sums = [n for n in verify.nodes(formula) if n.op == "add" and value in n.args]
    try:
        equations = [live.add(by="identity", says=verify.text_of(verify.make("=", (), (n, simple)), sharing=True)) for n in sums]
        other = formula
        for n in sums:
            other = verify.swapped(other, n, simple)
        for condition in sorted(live.proof.conditions_of(formula) - live.proof.allowed, key=verify.text_of):
            plain = condition
            for n in sums:
                plain = verify.swapped(plain, n, simple)
            number = prove(plain)
            verify.demand(number is not None, "a condition that is not shown")
            live.add(by="rewrite", says=verify.text_of(condition, sharing=True), **{"from": [number, *equations]})
        number = prove(other) if equations else None
        verify.demand(number is not None, "not shown of what is left")
        return live.add(by="rewrite", says=verify.text_of(formula, sharing=True), **{"from": [number, *equations]})
    except Rejected:
        return None


def with_slopes(live: Live, formula: Node) -> int | None:
    """Return the number of a step that says an order of numbers in which derivatives are taken, by what they are; None if none was found."""
    calculus, other, equations = verify.Calculus(live.proof.sizes), formula, []
    try:
        for n in sorted((n for n in verify.nodes(formula) if n.op in verify.DERIVATIVES), key=lambda n: (-n.weight, verify.text_of(n))):
            plain = verify.rebuilt(calculus.expanded(n), lambda m, _: calculus.expanded(m) if m.op in verify.DERIVATIVES else None)
            equations.append(live.add(by="identity", says=verify.text_of(verify.make("=", (), (n, plain)), sharing=True)))
            other = verify.swapped(other, n, plain)
        number = live.add(by="enclosure", says=verify.text_of(other, sharing=True))
        return live.add(by="rewrite", says=verify.text_of(formula, sharing=True), **{"from": [number, *equations]})
    except Rejected:
        return None


def examples(formula: Node) -> Iterator[Node]:
    """Yield matrices of the shape that a formula of existence asks for.

    Args:
        formula: It says that there is a matrix.

    """
    _, _, rows, cols = formula.data
    shape = rows, cols
    own = [n for n in sorted(verify.nodes(formula), key=verify.text_of) if n.op == "var" and n.shape == shape and n.data[0][0] != "#"]
    yield from own
    counts = [_number(dim) for dim in shape]
    m, n = counts
    if m is None or n is None or m * n > MAX_ENTRIES:
        yield from (verify.make(op, shape) for op in ("zeros", "ones"))
        if all(len(dim) == 1 for dim in shape):
            unit = verify.make("blocks", ("i", rows[0], "j", cols[0]), (verify.make("delta", (verify.named("i"), verify.named("j"))),))
            yield unit
            yield from (verify.less(unit, n) for n in own)
        return
    yield of_numbers([[0] * n for _ in range(m)])
    for k in range(1, 4):
        yield of_numbers([[k * int(j == (i + 1) % n) for j in range(n)] for i in range(m)])
    chance = random.Random(1)
    for _ in range(MAX_DRAWN):
        yield of_numbers([[chance.randint(-2, 2) for _ in range(n)] for _ in range(m)])


def of_numbers(rows: list[list[int]]) -> Node:
    """Return a matrix of numbers."""
    joined = [verify.make("hcat", (), map(verify.const, row)) if len(row) > 1 else verify.const(row[0]) for row in rows]
    return verify.make("vcat", (), joined) if len(joined) > 1 else joined[0]


def _number(dim: tuple[object, ...]) -> int | None:
    """The number of rows or columns, if it is one."""
    size = verify.total(dim)
    return None if verify.names_in(size) or size == () else int(size[0][1])


__all__ = ["by_example", "examples", "of_numbers", "with_slopes"]
