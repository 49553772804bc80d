r"""Members of families that equations give one after another, ``h_t = \sigma(W_t h_{t-1})``, as functions of what is differentiated by.

An equation ``h_t = f_t`` for all members of a family, or for all but the first, is a rule.  In a derivative by ``h_1`` every
later member is what its rule says, down to ``h_1``; in one by ``W_2`` or by another variable all members are, down to the
first one.  That needs members at known distances: what a sum over all of them depends on is told by no finite number of rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from derive import build as b
from derive.build import free_names
from derive.core import Expr, Formula, Quantified, Rel, walk
from derive.language.derivatives.ties import equalities
from derive.size_names import bound_indices, map_sizes
from derive.sizes import Size, product

if TYPE_CHECKING:
    from derive.language.formulas.expressions import Reader

ONE = Size.of(1)
MOST = 24
"""So many members are replaced at most."""


@dataclass(frozen=True, slots=True)
class Rule:
    """What equations say of the members of a family.

    Attributes:
        letter, offset: The index of the equation, and where the member stands that it gives: at the index + the offset.
        value: The member.
        begin: The place of the first member that the equation gives, 1 or 2.
        first: What another equation says of the first member, if any.
    """

    letter: str
    offset: int
    value: Expr
    begin: int
    first: Expr | None = None


def unrolled(r: Reader, e: Expr, core: str, place: Size | None = None) -> tuple[Expr, tuple[Formula, ...]] | None:
    r"""Return an expression with the members of families as functions of a variable, and the equations that it takes in.

    Args:
        r: The reader, with the hypotheses in force.
        e: What is differentiated.
        core: The name by which is differentiated.
        place: Which member it is of the family of that name; None for another name.

    Returns:
        None if no rule speaks of what is differentiated, or not all members are found to be functions of the variable.
    """
    rules, told = rules_of(r)
    if not rules or (core in rules and place is None):
        return None
    latest = _latest(r, rules, core) if core not in rules and place is not None else {}
    e = r.definitions().expand(e, through=[*rules, core])
    used: set[str] = set()
    for _ in range(MOST):
        found = next(_replaceable(r, e, rules, core, place, latest), None)
        if found is None:
            break
        node, name, value = found
        if name in used and bound_indices(value):
            return None
        used.add(name)
        e = b.replaced(e, {node: value})
    else:
        return None
    left = list(members_of(e, rules))
    if core in rules and not left:
        return None  # what the variable is a function of may be meant to move with it
    for _, name, at in left:
        own = at == place if core in rules else at == ONE and rules[name].begin == 2 and rules[name].first is None
        if name != core and core in rules or not (own or _is_earlier(latest, name, at, place)):
            return None
    return (e, told) if _only_in_members(e, rules) else None


def at_member(e: Expr, member: Expr) -> tuple[Expr, str, Expr] | None:
    """Return (body, bound name, point): an expression in which one member of a family occurs as a function of that.

    None if the family occurs elsewhere than in members at known distances.
    """
    selected = _selected(member)
    if selected is None:
        return None
    name = b.fresh(selected[0])
    variable = b.var(name, member.shape)
    row = b.transpose(b.vecr(variable))
    places = list(places_of(e, selected[0]))
    nodes = [node for node, at, _ in places if at == selected[1]]
    others = [node for node, at, _ in places if (at - selected[1]).constant not in (None, 0)]
    if any(node.op == "entry" and not member.shape.is_scalar for node in nodes):
        return None
    own: dict[Expr, Expr] = {node: row if node.op == "row" else variable for node in nodes}
    apart = {node: b.var(b.fresh("m"), node.shape) for node in others}
    if selected[0] in free_names(b.replaced(e, {**own, **apart})):
        return None
    return b.replaced(e, own), name, member


def _replaceable(
    r: Reader, e: Expr, rules: Mapping[str, Rule], core: str, place: Size | None, latest: Mapping[str, int]
) -> Iterator[tuple[Expr, str, Expr]]:
    """Members that are another function of the variable, and what they are."""
    bound = bound_indices(e)
    for node, name, at in members_of(e, rules):
        rule = rules[name]
        if bound & set(at.names) or _is_earlier(latest, name, at, place):
            continue
        if name == core and place is not None:
            distance = (at - place).constant
            given = distance is not None and distance > 0  # behind the first one: every rule gives it
        else:
            given = rule.begin == 1 or _lowest(r, at) > 1
        if given:
            value = map_sizes(rule.value, {rule.letter: at - rule.offset})
        elif at == ONE and rule.first is not None and name != core:
            value = rule.first
        else:
            continue
        yield node, name, value if node.op == "entry" else b.transpose(b.vecr(value))


def _lowest(r: Reader, at: Size) -> int:
    """The least value that a place is known to have: places are at least 1."""
    if at.constant is not None:
        return int(at.constant)
    for name in at.names:
        index, rest = r.indices.by_core(name), (at - Size.of(name)).constant
        if index is not None and rest is not None:
            lows = [index.range(r.u)[0].constant, index.limits[0].constant if index.limits[0] is not None else None]
            return max([1, *(int(low + rest) for low in lows if low is not None)])
    return 1


def members_of(e: Expr, rules: Mapping[str, Rule]) -> Iterator[tuple[Expr, str, Size]]:
    """The nodes that select a member of a family with a rule, its name and the place."""
    for node in walk(e):
        whole = node.args[0] if node.op in ("row", "entry") else None
        if whole is not None and whole.op == "var" and whole.data[0] in rules:
            if node.op == "row" or not whole.shape.cols:
                yield node, whole.data[0], node.data[0]


def _only_in_members(e: Expr, rules: Mapping[str, Rule]) -> bool:
    """Whether the families with rules occur nowhere else than where one member is selected."""
    names = {node: b.var(b.fresh("m"), node.shape) for node, _, _ in members_of(e, rules)}
    return rules.keys().isdisjoint(free_names(b.replaced(e, names)))


def _latest(r: Reader, rules: Mapping[str, Rule], core: str) -> dict[str, int]:
    """How far behind a member of each family the last member of another one may stand on which it depends."""
    found: dict[str, int] = {}
    values = {name: r.definitions().expand(rule.value) for name, rule in rules.items()}
    if any(
        rule.first is not None and core in free_names(r.definitions().expand(rule.first)) for rule in rules.values()
    ):
        return {}
    for _ in range(len(rules) + 1):
        before = dict(found)
        for name, rule in rules.items():
            here = Size.of(rule.letter) + rule.offset
            steps = [((at - here).constant, 0) for _, at, _ in places_of(values[name], core)]
            steps += [((at - here).constant, found.get(other)) for _, other, at in members_of(values[name], rules)]
            if any(step is None for step, _ in steps):
                return {}
            far = [int(step) + more for step, more in steps if step is not None and more is not None]
            found.update({name: max(far)} if far else {})
        if found == before:
            break
    else:
        return {}
    alone = {node: b.var(b.fresh("m"), node.shape) for v in values.values() for node, _, _ in places_of(v, core)}
    return {} if any(core in free_names(b.replaced(v, alone)) for v in values.values()) else found


def _is_earlier(latest: Mapping[str, int], name: str, at: Size, place: Size | None) -> bool:
    """Whether a member depends on earlier members than the variable alone: ``h_{l-1}`` on no ``W_l``."""
    gap = (at + latest[name] - place).constant if name in latest and place is not None else None
    return gap is not None and gap < 0


# The rules.


def rules_of(r: Reader) -> tuple[dict[str, Rule], tuple[Formula, ...]]:
    """The families whose members equations give, and that no other equation speaks of; and these equations."""
    definitions = r.definitions()
    found: dict[str, Rule] = {}
    firsts: dict[str, Expr] = {}
    others: list[Formula] = []
    told: list[Formula] = []
    for hypothesis in r.scope.all_hypotheses():
        formula = hypothesis.formula
        rule, first = _rule(r, formula), _first(formula)
        if rule is not None and rule[0] not in found and definitions.reach(rule[0]) == {rule[0]}:
            found[rule[0]] = rule[1]
            told.append(formula)
        elif first is not None and first[0] not in firsts:
            firsts[first[0]] = first[1]
            told.append(formula)
        else:
            others += equalities(formula)
    for name, value in firsts.items():
        rule = found.get(name)
        if rule is None or rule.begin == 1:
            return {}, ()
        found[name] = Rule(rule.letter, rule.offset, rule.value, rule.begin, value)
    spoken = frozenset().union(*(b.formula_names(definitions.expand_formula(f)) for f in others))
    values = [definitions.expand(v) for rule in found.values() for v in (rule.value, rule.first) if v is not None]
    if spoken & found.keys() or not all(_only_in_members(value, found) for value in values):
        return {}, ()
    return found, tuple(told)


def _rule(r: Reader, formula: Formula) -> tuple[str, Rule] | None:
    """Read an equation for all values of one index as a rule for the family of one of its sides."""
    if not isinstance(formula, Quantified) or formula.kind != "forall" or len(formula.names) != 1:
        return None
    rel = formula.body
    if len(formula.names[0]) != 3 or not isinstance(rel, Rel) or rel.op != "=":
        return None
    letter, low, high = formula.names[0]
    found: list[tuple[str, Rule]] = []
    for side, other in ((rel.lhs, rel.rhs), (rel.rhs, rel.lhs)):
        member = _selected(side)
        offset = (member[1] - Size.of(letter)).constant if member is not None else None
        if member is None or offset is None or letter in bound_indices(other):
            continue
        name, _, count = member
        begin, end = low + int(offset), high + int(offset)
        if begin in (ONE, Size.of(2)) and r.u.normal(end) == r.u.normal(count):
            earlier = [(at - Size.of(letter)).constant for _, at, _ in places_of(other, name)]
            if all(k is not None and k < offset for k in earlier):
                found.append((name, Rule(letter, int(offset), other, int(begin.constant or 1))))
    return found[0] if len(found) == 1 else None


def _first(formula: Formula) -> tuple[str, Expr] | None:
    """Read ``h_0 = x``: the family, and its first member."""
    if not isinstance(formula, Rel) or formula.op != "=":
        return None
    for side, other in ((formula.lhs, formula.rhs), (formula.rhs, formula.lhs)):
        member = _selected(side)
        if member is not None and member[1] == ONE and member[0] not in free_names(other):
            return member[0], other
    return None


def _selected(side: Expr) -> tuple[str, Size, Size] | None:
    """The family of which a side is a member, where it stands there, and how many there are."""
    inner = side
    if inner.op == "unvecr" and inner.args[0].op == "transpose" and inner.args[0].args[0].op == "row":
        inner = inner.args[0].args[0]
    elif inner.op != "entry" or inner.args[0].shape.cols:
        return None
    whole = inner.args[0]
    return (whole.data[0], inner.data[0], product(whole.shape.rows)) if whole.op == "var" else None


def places_of(e: Expr, name: str) -> Iterator[tuple[Expr, Size, str]]:
    """The nodes that select a member, or an entry, of a family, the place and the name."""
    for node in walk(e):
        if node.op in ("row", "entry") and node.args[0].op == "var" and node.args[0].data[0] == name:
            yield node, node.data[0], name


__all__ = ["Rule", "at_member", "members_of", "places_of", "rules_of", "unrolled"]
