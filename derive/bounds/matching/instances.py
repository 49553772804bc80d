"""Instances of the theorems of the base in what a claim writes: known inequalities for the rules that compare polynomials."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from derive import build
from derive.bounds.facts.defined import evaluated, positive_parts
from derive.bounds.facts.facts import POSITIVE, Facts, Theorem
from derive.bounds.facts.reading import extended
from derive.bounds.forms.normal import canonical, is_scalar, strip
from derive.bounds.matching.environment import Environment
from derive.bounds.matching.hypotheses import are_met
from derive.bounds.matching.parts import are_norms_of_opposites, has_sums, same_kind
from derive.bounds.matching.patterns import MARK, Pattern, atoms_of, patterns, word_of
from derive.bounds.matching.unify import Matcher, TooLong
from derive.bounds.quantities.written import quantities_of
from derive.core import Expr, walk
from derive.errors import DeriveError, NotSupported

Answer = TypeVar("Answer")
MAX_INSTANCES = 8  # of one theorem
MAX_KEPT = 24  # of all
FEW = 20  # steps of comparison before theorems are looked for
MAX_NODES = 60  # scalars of a claim that are looked at


def instances(facts: Facts, sides: Sequence[Expr], *, everything: bool = False) -> Iterator[Theorem]:
    """Yield instances of the theorems of the base, those first that bring least of what a claim does not speak of.

    Args:
        facts: What is known.
        sides: The sides of what is claimed.
        everything: Whether to look for those as well that rules know by themselves.

    """
    numbers = [side for side in sides if is_scalar(side)]
    parts = [part for side in sides for part in evaluated(facts, side)]
    parts += [part for side in numbers for part in quantities_of(facts, side)]
    orders = [side for small, large, _, ranges in facts.orders if not ranges for side in (small, large)]
    told = list(dict.fromkeys(atom for side in orders if is_scalar(side) for atom in atoms_of(side)))[:MAX_NODES]
    written: dict[Expr, Expr] = {}
    for node in filter(is_scalar, map(strip, parts)):
        written.setdefault(canonical(node), node)
    nodes = list(written.values())[:MAX_NODES]
    words, seen, defined = words_of(facts, sides), set[object](), where_defined(facts, sides)
    found = [
        theorem
        for pattern in patterns(words, everything)
        if pattern.statement.id not in facts.without
        for theorem in of_pattern(facts, pattern, (nodes, told), seen, defined)
    ]
    known = {atom for scalar in (*numbers, *told) for atom in atoms_in(facts, scalar)}
    known |= {
        a
        for atom in known
        if atom.op == "map" and atom.data[0] in ("abs", "exp")
        for a in atoms_in(facts, atom.args[0])
    }
    atoms = ({a for side in (t.small, t.large) for a in atoms_in(facts, side)} - known for t in found)
    new = [sum(bool(build.free_names(a)) for a in brought) for brought in atoms]
    order = sorted(range(len(found)), key=new.__getitem__)[:MAX_KEPT]
    yield from (found[k] for k in order if not facts.limited or new[k] <= new[order[0]] + 1)


def atoms_in(facts: Facts, scalar: Expr) -> Iterable[Expr]:
    """Return the quantities of which a number is a polynomial."""
    try:
        return facts.value(scalar).value.atoms()
    except DeriveError:
        return ()


def at_once(facts: Facts, sides: Sequence[Expr], shown: Callable[[], Answer | None]) -> Answer | None:
    """Return what is shown of a claim about norms in a few steps, before any theorem about it is looked for."""
    if not any(node.op == "norm" for side in sides for node in walk(side)):
        return None
    work, most = facts.work, facts.most
    facts.most = min(most, work + FEW)
    try:
        return shown()
    except NotSupported:
        return None
    finally:
        facts.work, facts.most = work, most
        facts.cache.clear()
        facts.unanswered.clear()


def with_theorems(facts: Facts, sides: Sequence[Expr], shown: Callable[[], Answer | None]) -> Answer | None:
    """Return what is shown; the theorems of the base are known only where nothing is shown without: they are many.

    Raises:
        NotSupported: There are too many possibilities, with them and without.

    """
    failed, before = None, facts.work
    try:
        found = shown()
    except NotSupported as error:
        found, failed = None, error
    facts.work = before
    theorems = list(instances(facts, sides)) if found is None else []
    if theorems:
        facts.theorems, facts.work = [*facts.theorems, *theorems], before
        facts.cache.clear()
        try:
            found = shown()
        except NotSupported as error:
            failed = failed and error
    if found is None and failed is not None:
        raise failed
    return found


def where_defined(facts: Facts, sides: Sequence[Expr]) -> Facts:
    """Return the facts at the points where the logarithms of a claim have a value.

    A strict inequality is not concluded from these: 0 log 0 is often read as 0, where it would be false.
    """
    positive = [part for side in sides for part in positive_parts(facts, side)]
    if not positive:
        return facts
    defined = extended(facts, ())
    defined.signs.update(dict.fromkeys(positive, POSITIVE))
    return defined


def words_of(facts: Facts, sides: Sequence[Expr]) -> frozenset[str]:
    """Return the operators of a claim and of what its hypotheses compare."""
    told = [side for small, large, _, _ in facts.orders for side in (small, large)]
    quantities = [e for side in sides if is_scalar(side) for e in quantities_of(facts, side)]
    return frozenset(word_of(node) for side in (*sides, *told, *quantities) for node in walk(side))


def of_pattern(
    facts: Facts, pattern: Pattern, nodes: tuple[Sequence[Expr], Sequence[Expr]], seen: set[object], defined: Facts
) -> Iterator[Theorem]:
    """Yield the instances of one theorem in the scalars of a claim; those of its hypotheses are behind them."""
    matcher, count, tried = Matcher(facts), 0, set[object]()
    known = facts if any(strict for _, _, strict in pattern.relations) else defined
    try:
        for env, told in _matches(matcher, pattern, nodes):
            if (identity := (env.identity, frozenset(told))) in tried:
                continue
            tried.add(identity)
            gap = _gap(facts, pattern, env, told)
            if gap is None or gap in seen:
                continue
            if are_met(known, pattern, env):
                seen.add(gap)
                yield from _theorems(matcher, pattern, env, told, nodes[0])
                count += 1
            if count >= MAX_INSTANCES:
                return
    except (TooLong, DeriveError):
        return


def _gap(facts: Facts, pattern: Pattern, env: Environment, told: Mapping[Expr, Expr]) -> object:
    """What tells an instance from others, None if it says nothing."""
    strict = pattern.relations[0][2]
    small, large = (facts.value(_put_in(side, env, told)).value for side in pattern.relations[0][:2])
    gap = large - small
    return (gap.key, strict) if gap.terms else None


def _matches(
    matcher: Matcher, pattern: Pattern, nodes: tuple[Sequence[Expr], Sequence[Expr]]
) -> Iterator[tuple[Environment, dict[Expr, Expr]]]:
    """What the names of a pattern stand for, by each of the smallest sets of its scalars, and the scalars of the claim that these are."""
    for cover in pattern.covers:
        places = [(atom, nodes[atom in pattern.told]) for atom in cover]
        yield from _covered(matcher, places, Environment(), {})


def _covered(
    matcher: Matcher, cover: Sequence[tuple[Expr, Sequence[Expr]]], env: Environment, told: Mapping[Expr, Expr]
) -> Iterator[tuple[Environment, dict[Expr, Expr]]]:
    if not cover:
        yield env, dict(told)
        return
    atom, nodes = cover[0]
    for node in nodes:
        if node in told.values() or word_of(atom) not in ("", word_of(node)):
            continue
        for more in matcher.match(atom, node, env):
            yield from _covered(matcher, cover[1:], more, {**told, atom: node})
        if atom.op == node.op == "norm" and not same_kind(atom, node):  # they bound one another
            for more in matcher.match(atom.args[0], node.args[0], env):
                yield from _covered(matcher, cover[1:], more, told)


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
            put = ({name.removeprefix(MARK): one for name, one in told.items()} for told in (env.values, env.sizes))
            yield Theorem(sides[0], sides[1], strict, pattern.statement.id, text, *put)
    except DeriveError:
        return


def _written(matcher: Matcher, atom: Expr, env: Environment, nodes: Sequence[Expr]) -> Expr:
    """A scalar of an instance as the claim writes it, if it does."""
    whole = env.put_in(atom)
    alike = [node for node in nodes if word_of(node) == word_of(atom)]
    for node in alike:
        if node is whole or matcher.same(whole, node) or are_norms_of_opposites(whole, node):
            return node
    for node in alike if has_sums(atom) else ():
        if next(matcher.match(atom, node, env), None) is not None:
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


__all__ = ["at_once", "atoms_in", "instances", "of_pattern", "where_defined", "with_theorems", "words_of"]
