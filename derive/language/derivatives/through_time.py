r"""Derivatives of a member of a sequence by one far before it, ``\frac{\partial h_T}{\partial h_0}``: a product of the derivatives of single steps.

Where ``h_t = f_t(h_{t-1})`` for all t, a small change of h_s changes h_t by ``J_t \cdots J_{s+1}`` times it, with
``J_k = \frac{\partial f_k}{\partial h_{k-1}}`` (the chain rule; Werbos, Backpropagation through time, 1990).  What is differentiated is
given to the reader with h_t as that linear function of the change: its first derivatives at the point are right, and a second
derivative is refused, since the steps in the product move, too.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from derive import build as b
from derive.core import Expr, Formula
from derive.language.derivatives.unrolled import Rule, at_member, members_of, places_of, rules_of
from derive.size_names import bound_indices, map_sizes
from derive.sizes import Size

if TYPE_CHECKING:
    from derive.language.formulas.expressions import Reader

Bound = tuple[Expr, str, Expr]
"""What is differentiated, the bound name and its point."""


def through_time(
    r: Reader, e: Expr, core: str, place: Size | None, point: Expr
) -> tuple[Bound, tuple[Formula, ...]] | None:
    """Return an expression as a function of a far member of a family, and the equations that it takes in.

    Args:
        r: The reader, with the hypotheses in force.
        e: What is differentiated.
        core: The family by one of whose members is differentiated: the sequence itself, or one that its steps take in.
        place: Which member that is.
        point: The member.

    Returns:
        None where it is no function of one member of one sequence of that kind.
    """
    rules, told = rules_of(r)
    e = r.definitions().expand(e, through=[*rules, core])
    members = list(members_of(e, rules))
    if place is None or len({(name, at) for _, name, at in members}) != 1:
        return None
    node, name, at = members[0]
    rule = rules[name]
    step = _step(r, rules, name)
    if step is None or bound_indices(e) & set(at.names) or name in b.free_names(b.replaced(e, {node: _apart(node)})):
        return None
    variable = b.var(b.fresh(core), point.shape)
    if core == name:
        first, change = place, b.sub(_column(variable), _column(point))
        if rule.begin == 1:
            return None
    else:
        entry = _entry(r, rule, core, place, variable, name)
        if entry is None or core in b.free_names(e):
            return None
        first, moved = entry
        change = b.sub(_column(moved), _column(b.member(b.var(name, node.args[0].shape), first, moved.shape)))
    moved = _product(step, first, at, change)
    whole = b.add(node, b.transpose(moved) if node.op == "row" else moved)
    return (b.replaced(e, {node: whole}), variable.data[0], point), told


def of_member(body: Expr, name: str) -> Expr | None:
    """The matrix M of a member ``h + M (x - c)`` as `through_time` gives it, the derivative of its entries by those of x."""
    row = body.args[0].args[0] if body.op == "unvecr" and body.args[0].op == "transpose" else None
    change = row.args[-1].args[0] if row is not None and row.op == "add" and row.args[-1].op == "transpose" else None
    if row is None or change is None or change.op != "matmul" or len(row.args) != 2:
        return None
    steps, difference = change.args
    fixed = (row.args[0], steps, *difference.args[1:]) if difference.op == "add" else None
    moves = difference.args[0] if fixed is not None else None
    if moves is None or fixed is None or moves.op != "vecr" or moves.args[0].op != "var":
        return None
    free = any(name in b.free_names(part) for part in fixed)
    return None if free or moves.args[0].data[0] != name else steps


def _apart(node: Expr) -> Expr:
    return b.var(b.fresh("m"), node.shape)


def _column(e: Expr) -> Expr:
    return e if e.shape.is_scalar else b.vecr(e)


def _step(r: Reader, rules: Mapping[str, Rule], name: str) -> tuple[str, Expr] | None:
    """The place of a member, as a letter, and the derivative of the member by the one before it."""
    rule = rules[name]
    letter = b.fresh(rule.letter)
    here = Size.of(letter)
    value = r.definitions().expand(map_sizes(rule.value, {rule.letter: here - rule.offset}), through=[*rules])
    inside = list(members_of(value, rules))
    if not inside or any((other, at) != (name, here - 1) for _, other, at in inside):
        return None
    before = b.member(inside[0][0].args[0], here - 1, value.shape)
    own = at_member(value, before)
    if own is None or name in b.free_names(own[0]):
        return None
    if value.shape.is_scalar:
        return letter, b.frechet(*own, b.const(1))
    return letter, b.deriv(*own, "vecr")


def _entry(r: Reader, rule: Rule, core: str, place: Size, variable: Expr, name: str) -> tuple[Size, Expr] | None:
    """The place of the member into which another family's member enters, and the member as a function of that."""
    value = r.definitions().expand(rule.value, through=[core, name])
    places = {at for _, at, _ in places_of(value, core)}
    if len(places) != 1:
        return None
    shift = (next(iter(places)) - Size.of(rule.letter)).constant
    if shift is None:
        return None
    letter = place - int(shift)
    value = map_sizes(value, {rule.letter: letter})
    nodes = [node for node, _, _ in places_of(value, core)]
    own = {node: b.transpose(b.vecr(variable)) if node.op == "row" else variable for node in nodes}
    if any(node.op == "entry" and not variable.shape.is_scalar for node in nodes):
        return None
    moved = b.replaced(value, own)
    return None if core in b.free_names(moved) else (letter + rule.offset, moved)


def _product(step: tuple[str, Expr], first: Size, last: Size, change: Expr) -> Expr:
    """The steps behind the first place up to the last one, the last step first, times a change."""
    letter, factor = step
    if change.shape.is_scalar:
        return b.scale(b.prod(letter, first + 1, last, factor), change)
    return b.matmul(b.transpose(b.mprod(letter, first + 1, last, b.transpose(factor))), change)


__all__ = ["of_member", "through_time"]
