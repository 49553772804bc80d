r"""Sums by their members: :math:`\sum_{i=1}^{n} a_i \le n c` where :math:`a_i \le c` is given, and :math:`\|A\|_F^2 = n c` where each row has length :math:`\sqrt c`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

from proofs import verify
from proofs.proving.citing import cite, instance, instances_at, place_in
from proofs.proving.combinations import combined
from proofs.proving.live import LiveProof
from proofs.proving.signs import says_of
from proofs.verify import Node, Rejected

MAX_SUMS = 3
"""Sums of a formula that are looked at."""
ORDERS = ("<=", ">=", "<", ">")
ZERO = verify.const(0)
_EXTREMES = {"maxover": ("maximum-of-entries", "<="), "minover": ("minimum-of-entries", ">=")}


def sums_by_members(live: LiveProof, formula: Node, given: list[Node]) -> list[Node]:
    """Return bounds of the sums in a formula by what is given of their members, each said by a step."""
    found: list[Node] = []
    sums = sorted((n for n in verify.nodes(formula) if _is_sum(n)), key=lambda n: (n.weight, verify.text_of(n)))
    for total in sums[:MAX_SUMS] if any(h.op in (*ORDERS, "forall") for h in given) else ():
        name = live.index(total.data[2])
        for op, c, number in list(_of_member(live, _member(total, name), name, given)):
            with suppress(Rejected):
                found.append(live.proof.known[_summed(live, total, name, op, c, number) - 1][0])
        live.release(name)
    return list(dict.fromkeys(found))


def members_of_extremes(live: LiveProof, formula: Node) -> list[Node]:
    """Return that members which stand in a bound are at most the largest one, and at least the smallest, each said by a step."""
    found: list[Node] = []
    extremes = {n for n in verify.nodes(formula) if n.op in _EXTREMES and n.data[1] == verify.ONE and not any(x[0] == "#" for x in n.free)}
    for extreme in sorted(extremes, key=verify.text_of)[:MAX_SUMS]:
        name, _, high = extreme.data[:3]
        body = verify.replaced(extreme.args[0], {}, {name: (verify.named("?"),)})
        for node in sorted({n for n in verify.nodes(formula) if n.op == body.op and n.scalar}, key=verify.text_of):
            if (place := place_in(body, node, live.proof.sizes)) is None:
                continue
            members = verify.make("blocks", (name, high, "b", verify.ONE), (extreme.args[0],))
            theorem, order = _EXTREMES[extreme.op]
            with suppress(Rejected, KeyError):
                number = instance(live, theorem, live._hypothesis, {"x": members}, {"n": members.rows, "i": place})
                number = live.add(by="combine", says=says_of(verify.make(order, (), (node, extreme))), products=[["1", [number]]])
                found.append(live.proof.known[number - 1][0])
    return found


def equal_members(live: LiveProof, formula: Node) -> int | None:
    """The step that says what a sum is whose members are all equal, or a Frobenius norm of rows of one length; None if that is not shown."""
    for whole, other in (formula.args, formula.args[::-1]):
        square = whole.op == "hpow" and verify.rational(whole.args[1]) == 2
        norm = whole.args[0] if square else whole
        with suppress(Rejected):
            if _is_sum(whole):
                number = _of_members(live, whole.data[2], whole, other, lambda name, whole=whole: _member(whole, name))
                return _as(live, formula, number)
            if norm.op == "norm" and norm.data == ("F",) and all(len(dim) == 1 for dim in norm.args[0].shape) and not any(n[0] == "#" for n in norm.free):
                return _of_rows(live, formula, norm, other if square else verify.power(other, 2))
    return None


def _of_members(live: LiveProof, high: Any, total: Node, value: Node, member: Callable[[str], Node]) -> int:
    """The step that says what a sum over an index is, from its members, each of which has the same share."""
    name = live.index(high)
    try:
        share = verify.scale(verify.power(verify.make("size", (high,)), -1), value)
        number = live._relation(says_of(verify.make("=", (), (member(name), share))))
        verify.demand(number is not None, "the members are not shown to be equal")
        sides = [verify.make("sum", (name, verify.ONE, high), (a,)) for a in (member(name), share)]
        number = live.add(by="over", says=says_of(verify.make("=", (), sides)), name=name, binder="sum", **{"from": [number]})
    finally:
        live.release(name)
    return live.add(by="combine", says=says_of(verify.make("=", (), (total, value))), cofactors=[[says_of(verify.const(-1)), number, None]])


def _of_rows(live: LiveProof, formula: Node, norm: Node, square: Node) -> int:
    """The step that says what a Frobenius norm is, from the lengths of the rows."""
    (matrix,), ((rows,), (cols,)) = norm.args, norm.args[0].shape
    column = live.index(cols)

    def length(row: str) -> Node:
        entry = verify.make("entry", (verify.named(row), verify.named(column)), (matrix,))
        return verify.make("sum", (column, verify.ONE, cols), (verify.power(entry, 2),))

    try:
        number = _of_members(live, rows, verify.power(norm, 2), square, length)
    finally:
        live.release(column)
    if live.proof.known[number - 1][0] is formula:
        return number
    taken = live.add(by="identity", says=says_of(verify.make("=", (), (norm, _root(verify.power(norm, 2))))))
    taken = live.add(by="rewrite", says=says_of(verify.make("=", (), (norm, _root(square)))), **{"from": [taken, number]})
    return _as(live, formula, taken)


def _as(live: LiveProof, formula: Node, number: int) -> int:
    """The step that says an equation as it is written, from one of the same sides, perhaps exchanged."""
    known = live.proof.known[number - 1][0]
    if known is formula:
        return number
    if known.args == formula.args[::-1]:
        return live.add(by="combine", says=says_of(formula), cofactors=[[says_of(verify.const(1)), number, None]])
    return live.add(by="identity", says=says_of(formula), using=[number])


def _root(e: Node) -> Node:
    return verify.make("hpow", (), (e, verify.const("1/2")))


def _is_sum(n: Node) -> bool:
    return n.op == "sum" and n.data[1] == verify.ONE and n.scalar and n.data[0] in n.args[0].free and not any(x[0] == "#" for x in n.free)


def _member(total: Node, name: str) -> Node:
    return verify.replaced(total.args[0], {}, {total.data[0]: (verify.named(name),)})


def _summed(live: LiveProof, total: Node, name: str, op: str, c: Node, number: int) -> int:
    """The step that says a bound of a sum, from one of its member at an index of the proof's own."""
    other = verify.scale(verify.make("size", (total.data[2],)), c)
    if op == ">=":
        number = live.add(by="weaken", says=says_of(_turned(live.proof.known[number - 1][0])), **{"from": [number]})
    inner = live.proof.known[number - 1][0]
    sides = [verify.make("sum", (name, verify.ONE, total.data[2]), (a,)) for a in inner.args]
    number = live.add(by="over", says=says_of(verify.make("<=", (), sides)), name=name, binder="sum", **{"from": [number]})
    return live.add(by="combine", says=says_of(verify.make(op, (), (total, other))), products=[["1", [number]]])


def _turned(f: Node) -> Node:
    return verify.make("<=", (), f.args[::-1])


def _of_member(live: LiveProof, member: Node, name: str, given: list[Node]) -> Iterator[tuple[str, Node, int]]:
    """Orders of a member and a number that is the same for all, and the steps that say them."""
    for f in given:
        for said, c in _told(live, member, f):
            if name in c.free:
                continue
            for op, bound in (("<=", c), (">=", c), (">=", verify.scale(verify.const(-1), c))):
                says = verify.make(op, (), (member, bound))
                number = combined(live, says, [live.proof.known[k - 1][0] for k in said], live._hypothesis)
                if number is not None:
                    yield op, bound, number


def _told(live: LiveProof, member: Node, f: Node) -> Iterator[tuple[list[int], Node]]:
    """Steps that say what a hypothesis does of a member or of its absolute value, and by what it is bounded."""
    with suppress(Rejected):
        for e in (member, verify.apply("abs", member)):
            for value, one in instances_at(f, e, live.proof.sizes):
                if one.op in ORDERS and e in one.args:
                    whole = live.add(by="hypothesis", says=verify.text_of(f))
                    said = live.add(by="instance", says=says_of(one), **{"with": value, "from": [whole]})
                    yield [said, *([] if e is member else [_opposite(live, member, e)])], one.args[one.args[0] is e]
        if member.op == "entry" and f.op in ORDERS and member.args[0] in f.args:
            place = f.args.index(member.args[0])
            yield from _of_entry(live, member, f, f.args[1 - place])


def _opposite(live: LiveProof, member: Node, absolute: Node) -> int:
    """The step that says that the opposite of a number is at most its absolute value."""
    opposite = verify.scale(verify.const(-1), member)
    number = cite(live, "absolute-above", live._hypothesis, t=opposite)
    return live.add(by="combine", says=says_of(verify.make("<=", (), (opposite, absolute))), products=[["1", [number]]])


def _of_entry(live: LiveProof, member: Node, f: Node, other: Node) -> Iterator[tuple[list[int], Node]]:
    """What a hypothesis about all entries of a vector says of one."""
    c = other.args[0] if other.op == "scale" and other.args[1].op == "ones" else ZERO if verify.rational(other) == 0 else None
    if c is None or () not in member.args[0].shape[1:]:
        return
    vector, place = member.args[0], {"n": member.args[0].rows, "i": (member.data[0],)}
    small, large = f.args if f.op[0] == "<" else f.args[::-1]
    if c is not ZERO:
        number = instance(live, "entry-order", live._hypothesis, {"x": small, "y": large}, place)
    elif large is vector:
        number = instance(live, "entry-nonnegative", live._hypothesis, {"x": vector}, place)
    else:
        return
    sides = (member, c) if large is other else (c, member)
    yield [live.add(by="combine", says=says_of(verify.make("<=", (), sides)), products=[["1", [number]]])], c


__all__ = ["equal_members", "members_of_extremes", "sums_by_members"]
