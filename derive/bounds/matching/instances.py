"""Instances of the theorems of the base in what a claim writes: known inequalities for the rules that compare polynomials."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from derive import build
from derive.bounds.facts.defined import evaluated
from derive.bounds.facts.facts import Facts, Theorem
from derive.bounds.forms.normal import canonical, is_scalar, strip
from derive.bounds.matching.environment import Environment
from derive.bounds.matching.hypotheses import are_met
from derive.bounds.matching.patterns import Pattern, patterns, word_of
from derive.bounds.matching.unify import Matcher, TooLong
from derive.bounds.quantities import values
from derive.bounds.quantities.written import quantities_of
from derive.core import Expr, walk
from derive.errors import DeriveError

MAX_INSTANCES = 8  # of one theorem
MAX_NODES = 60  # scalars of a claim that are looked at


def instances(facts: Facts, sides: Sequence[Expr]) -> Iterator[Theorem]:
    """Yield the instances of the theorems of the base in the scalars that are evaluated at every point of a claim."""
    numbers = [side for side in sides if is_scalar(side)]
    parts = [part for side in sides for part in evaluated(facts, side)]
    parts += [part for side in numbers for part in quantities_of(facts, side)]
    found: dict[Expr, Expr] = {}
    for node in filter(is_scalar, map(strip, parts)):
        found.setdefault(canonical(node), node)
    nodes = list(found.values())[:MAX_NODES]
    words, seen = words_of(facts, sides), _numbers_told(facts, sides)
    for pattern in patterns():
        if pattern.words <= words and pattern.statement.id not in facts.without:
            yield from of_pattern(facts, pattern, nodes, seen)


@dataclass(slots=True)
class Seen:
    """The sizes that a claim has as numbers, and what tells the instances that were found already."""

    sizes: frozenset[str]
    gaps: set[object]


def _numbers_told(facts: Facts, sides: Sequence[Expr]) -> Seen:
    told = [e for side in sides if is_scalar(side) for e in quantities_of(facts, side)]
    told += [e for small, large, _, _ in facts.orders for side in (small, large) for e in walk(side)]
    return Seen(frozenset(name for e in told if e.op == "size" for name in e.data[0].names), set())


def words_of(facts: Facts, sides: Sequence[Expr]) -> frozenset[str]:
    """Return the operators of a claim and of what its hypotheses compare."""
    told = [side for small, large, _, _ in facts.orders for side in (small, large)]
    quantities = [e for side in sides if is_scalar(side) for e in quantities_of(facts, side)]
    return frozenset(word_of(node) for side in (*sides, *told, *quantities) for node in walk(side))


def of_pattern(facts: Facts, pattern: Pattern, nodes: Sequence[Expr], seen: Seen) -> Iterator[Theorem]:
    """Yield the instances of one theorem."""
    matcher, count = Matcher(facts), 0
    try:
        for env, told in _matches(matcher, pattern, nodes):
            found = list(_theorems(matcher, pattern, env, told, nodes))
            gap = _gap(facts, found[0], seen.sizes) if found else None
            if gap is None or gap in seen.gaps:
                continue
            if are_met(facts, pattern, env):
                seen.gaps.add(gap)
                yield from found
                count += 1
            if count >= MAX_INSTANCES:
                return
    except TooLong:
        return


def _gap(facts: Facts, theorem: Theorem, sizes: frozenset[str]) -> object:
    """What tells an inequality from others; None if it says nothing, or speaks of a size as a number that the claim does not name."""
    try:
        gap = values.value(facts, theorem.large).value - values.value(facts, theorem.small).value
    except DeriveError:
        return None
    own = {name for atom in gap.atoms() if atom.op == "size" for name in atom.data[0].names}
    return (gap.key, theorem.strict) if gap.terms and own <= sizes else None


def _matches(
    matcher: Matcher, pattern: Pattern, nodes: Sequence[Expr]
) -> Iterator[tuple[Environment, dict[Expr, Expr]]]:
    """What the names of a pattern stand for, by each of the smallest sets of its scalars, and the scalars of the claim that these are."""
    for cover in pattern.covers:
        yield from _covered(matcher, cover, nodes, Environment(), {})


def _covered(
    matcher: Matcher, cover: Sequence[Expr], nodes: Sequence[Expr], env: Environment, told: Mapping[Expr, Expr]
) -> Iterator[tuple[Environment, dict[Expr, Expr]]]:
    if not cover:
        yield env, dict(told)
        return
    for node in nodes:
        if node not in told.values() and word_of(cover[0]) in ("", word_of(node)):
            for more in matcher.match(cover[0], node, env):
                yield from _covered(matcher, cover[1:], nodes, more, {**told, cover[0]: node})


def _theorems(
    matcher: Matcher, pattern: Pattern, env: Environment, told: Mapping[Expr, Expr], nodes: Sequence[Expr]
) -> Iterator[Theorem]:
    """The inequalities of an instance, in the scalars of the claim where these are the same."""
    own: dict[Expr, Expr] = dict(told)
    try:
        for atom in pattern.atoms:
            if atom not in own:
                own[atom] = _written(matcher, atom, env, nodes)
        for small, large, strict in pattern.relations:
            sides = [_put_in(side, env, own) for side in (small, large)]
            text = f"{pattern.statement.title} ({pattern.statement.source})"
            yield Theorem(sides[0], sides[1], strict, pattern.statement.id, text)
    except DeriveError:
        return


def _written(matcher: Matcher, atom: Expr, env: Environment, nodes: Sequence[Expr]) -> Expr:
    """A scalar of an instance as the claim writes it, if it does."""
    whole = env.put_in(atom)
    for node in nodes:
        if word_of(node) == word_of(atom) and (node is whole or next(matcher.match(atom, node, env), None) is not None):
            return node
    return whole


def _put_in(side: Expr, env: Environment, own: Mapping[Expr, Expr]) -> Expr:
    """A side of an inequality with scalars of the claim for its own."""
    side = strip(side)
    if side in own:
        return build.reshape(own[side], build.SCALAR)
    if not side.args:
        return env.put_in(side)
    if side.op in ("add", "scale", "hadamard"):
        parts = [_put_in(part, env, own) for part in side.args]
        return build.add(*parts) if side.op == "add" else build.scale(*parts)
    if side.op == "map" and side.data[0] == "abs":
        return build.map_("abs", _put_in(side.args[0], env, own))
    if side.op == "hpow":
        return build.hpow(_put_in(side.args[0], env, own), env.put_in(side.args[1]))
    return env.put_in(side)


__all__ = ["instances", "of_pattern", "words_of"]
