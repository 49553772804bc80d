r"""Order statistics in proofs: that they fall, lie above the least entry, and how much of a distribution two of them can be.

``x_{(k)} \le x_{(j)}`` for ``j \le k``; for entries that are not negative ``0 \le x_{(k)}``, where they sum to one also
``x_{(j)} + x_{(k)} \le 1`` and ``k x_{(k)} \le 1`` (David and Nagaraja, Order Statistics, 1.1): lines of the base, as instances at the places that a bound names.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress

from proofs import verify
from proofs.proving.citing import Live, instance, known_soon
from proofs.verify import Node, Rejected

Known = Callable[[Node], int]
MAX_PLACES = 5
"""Places of one vector that are looked at."""


def ranked(live: Live, atoms: Sequence[Node], others: Sequence[Node], known: Known) -> Iterator[Node]:
    """Yield what is known of the order statistics among some expressions; each is a step of the proof from then on.

    Args:
        live: The proof.
        atoms: The expressions.
        others: Where further places of the same vectors are looked for.
        known: Gives the number of a step that says a formula.

    """
    vectors: dict[Node, list[Node]] = {a.args[0]: [] for a in atoms if _is_place(a)}
    for a in dict.fromkeys((*atoms, *others)) if vectors else ():
        if _is_place(a) and a.args[0] in vectors:
            vectors[a.args[0]].append(a)
    for places in vectors.values():
        if len(places) <= MAX_PLACES:
            yield from _of_vector(live, sorted(places, key=verify.text_of), known)


def _is_place(a: Node) -> bool:
    return a.op == "order" and a.args[0].cols == () and not any(n[0] == "#" for n in a.free)


def _of_vector(live: Live, places: list[Node], known: Known) -> Iterator[Node]:
    """What is known of the order statistics of one vector."""
    before = [(a, b) for a, b in itertools.permutations(places, 2) if _is_at_most(live, a, b)]
    between = {(a, c) for a, b in before for other, c in before if b is other}
    for first, second in before:
        if (first, second) not in between:
            yield from _cited(live, "order-falls", known, second, {"j": first, "k": second})
    last = [b for b in places if not any(a is b for a, _ in before)]
    for place in last:
        yield from _signs(live, place, known)
    first = [a for a in places if not any(b is a for _, b in before)]
    for place in first:
        yield from _cited(live, "order-least", known, place, {"k": place})
        nearest = [b for a, b in before if a is place and (a, b) not in between and _is_at_most(live, a, b, 1)]
        for second in nearest:
            yield from _cited(live, "order-two", known, place, {"j": place, "k": second})


def _signs(live: Live, place: Node, known: Known) -> Iterator[Node]:
    """The sign of an order statistic: that of all entries, or of the least of them."""
    for name in ("order-positive", "order-nonnegative"):
        if (sign := next(_cited(live, name, known, place, {"k": place}), None)) is not None:
            yield sign
            return
    for above in _cited(live, "order-above", known, place, {"k": place}):
        yield above
        for op in ("<", "<="):
            with suppress(Rejected):
                yield live.proof.known[known(verify.make(op, (), (verify.const(0), above.args[0]))) - 1][0]
                return


def _cited(live: Live, name: str, known: Known, place: Node, places: Mapping[str, Node]) -> Iterator[Node]:
    """What a line of the base says of a vector at some places, if its premises are known."""
    vector = place.args[0]
    sizes = {"n": vector.rows} | {n: (a.data[0],) for n, a in places.items()}
    with suppress(Rejected, KeyError):
        number = instance(live, name, known_soon(live, known), {"p": vector}, sizes)
        yield live.proof.known[number - 1][0]


def _is_at_most(live: Live, first: Node, second: Node, apart: int = 0) -> bool:
    """Whether a place comes before another one, or is it."""
    low, high = first.data[0], second.data[0]
    if not isinstance(low, tuple) or not isinstance(high, tuple):
        return False
    return live.proof.sizes.nonnegative(verify.minus(high, verify.plus(low, verify.number(apart))))


__all__ = ["ranked"]
