r"""Hypotheses at a declared index: ``\|x_i\|_2 \le 1`` with ``i \in \{1, \dots, m\}`` is said of one i or of all.

A claim that does not speak of i can only use what is said of all of them, so that is what its hypotheses say, and a note
tells. Both are readings where the claim speaks of i, too, or where a hypothesis may single one value out, as the place of a
maximum (``x_k = \max_i x_i``) or of the one in a unit vector (``y_k = 1``, ``\mathbf{1}^\top y = 1``).

A hypothesis at an index that nothing declares, ``x_i = 0``, is said of all of them; where the claim speaks of i, too, of that i
or of all.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING

from derive import build as b
from derive.build import formula_names, fresh
from derive.core import Expr, Formula, Logic, Quantified, Rel, conjunction, formula_exprs
from derive.language.problems.dimensions import dimensions
from derive.language.terms.index_ranges import at_most
from derive.language.terms.readings import ALL_VALUES
from derive.size_names import formula_size_names, map_formula_sizes
from derive.sizes import Size

if TYPE_CHECKING:
    from derive.language.formulas.expressions import Reader
    from derive.language.scope.scope import Hypothesis, Symbol


def in_force(r: Reader) -> list[Formula]:
    """Return the hypotheses of the given blocks, without definitions, at undeclared indices that the claim shares for these alone.

    In the reading that says so they hold for all values of these, too.
    """
    expand = r.definitions().expand_formula
    return [expand(_at_shared(r, h) if h.indices else h.formula) for h in r.scope.all_hypotheses()]


def _at_shared(r: Reader, h: Hypothesis) -> Formula:
    """A hypothesis for all its undeclared indices, taken at those that the claim shares."""
    assert isinstance(h.formula, Quantified)
    shared: dict[str, Formula | None] = {}
    for name, low, high in h.indices:
        own = r.indices.free.get(name)
        ends = own.range(r.u, partly=True) if own is not None else (low, high)
        if own is None or {s for end in ends for s in end.names} != low.names | high.names:
            continue
        place = b.size(Size.of(own.core))
        outside = [] if at_most(low, ends[0], r.u.relations) else [Rel(">=", place, b.size(low))]
        outside += [] if at_most(ends[1], high, r.u.relations) else [Rel("<=", place, b.size(high))]
        shared[name] = conjunction(outside) if outside else None
    if not shared or r.chooses(ALL_VALUES):
        return h.formula
    rest = tuple(names for names in h.formula.names if names[0] not in shared)
    body = h.formula.body
    guards = [f for f in shared.values() if f is not None]
    body = Logic("implies", (conjunction(guards), body)) if guards else body
    return Quantified(h.formula.kind, rest, body) if rest else body


def for_all_values(r: Reader, goal: Formula, stated: Sequence[Formula], hypotheses: Sequence[Formula]) -> list[Formula]:
    """Return the hypotheses of a claim, those at declared indices for all their values in the reading that says so.

    Args:
        r: The reader of the claim.
        goal: What is claimed.
        stated: The conditions written with it.
        hypotheses: Those of the given blocks that concern it.
    """
    declared = {s.core: s for s in r.scope.by_core().values() if s.kind == "index"}
    ranges = {name: (s.indices[0][1], s.indices[0][2]) for name, s in declared.items()}
    sized = dimensions((goal, *stated, *hypotheses), ranges)
    declared = {name: s for name, s in declared.items() if name not in sized}
    own = frozenset().union(*(mentioned(h) for h in hypotheses if formula_names(h))) & declared.keys()
    if not own:
        return list(hypotheses)
    kept = _with_ranges(frozenset().union(*map(mentioned, (goal, *stated))), declared)
    premises = goal.args[:-1] if isinstance(goal, Logic) and goal.op == "implies" else ()
    shared, singled = own & kept, _singles_out((*premises, *stated, *hypotheses), own)
    every = bool(shared or singled) and r.chooses(ALL_VALUES)
    closed = own if every else frozenset() if singled else own - kept
    if not closed:
        return list(hypotheses)
    if not every:
        r.note(f"the hypotheses hold for all values of {', '.join(sorted(declared[n].latex for n in closed))}")
    return _closed(hypotheses, [declared[name] for name in _in_order(closed, declared)])


def mentioned(formula: Formula) -> frozenset[str]:
    """Return the size and index names of a formula, those that its quantifiers bind left out."""
    if isinstance(formula, Logic):
        return frozenset().union(*map(mentioned, formula.args))
    if not isinstance(formula, Quantified):
        return formula_size_names(formula)
    ends = [end for name in formula.names if len(name) == 3 for end in name[1:]]
    return (mentioned(formula.body) | frozenset().union(*(end.names for end in ends))) - {n[0] for n in formula.names}


def _with_ranges(names: Iterable[str], declared: dict[str, Symbol]) -> frozenset[str]:
    """The declared indices among some names, and those that their ranges depend on."""
    found: set[str] = set()
    waiting = [name for name in names if name in declared]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            _, low, high = declared[name].indices[0]
            waiting += [other for other in low.names | high.names if other in declared]
    return frozenset(found)


def _in_order(names: Collection[str], declared: dict[str, Symbol]) -> list[str]:
    """Some indices, every one behind those that its range depends on."""
    return sorted(names, key=lambda name: (len(_with_ranges([name], declared)), name))


def _singles_out(formulas: Iterable[Formula], indices: frozenset[str]) -> bool:
    """Return whether a variable is spoken of at a declared index, and elsewhere as a whole or at other indices."""
    places: dict[str, set[frozenset[str]]] = {}
    for formula in formulas:
        for e in formula_exprs(formula):
            _note_places(e, indices, places)
    return any(len(found) > 1 and any(found) for found in places.values())


def _note_places(e: Expr, indices: frozenset[str], places: dict[str, set[frozenset[str]]]) -> None:
    """Note which of some indices select the parts of each variable."""
    seen: set[tuple[Expr, frozenset[str]]] = set()
    stack = [(e, frozenset[str]())]
    while stack:
        node, selected = stack.pop()
        if (node, selected) in seen:
            continue
        seen.add((node, selected))
        if node.op == "var":
            places.setdefault(node.data[0], set()).add(selected)
        own = frozenset(name for value in node.data if isinstance(value, Size) for name in value.names) & indices
        stack += [(arg, selected | own) for arg in node.args]


def _closed(hypotheses: Sequence[Formula], indices: Sequence[Symbol]) -> list[Formula]:
    """Quantify hypotheses over the indices they mention, under the conditions on these."""
    own = {s.core for s in indices}
    guards = [h for h in hypotheses if not formula_names(h) and mentioned(h) & own]
    rest = [h for h in hypotheses if all(h is not g for g in guards)]
    ends = [(low, high) for _, low, high in (s.indices[0] for s in indices) if not (low.names | high.names) & own]
    there = [Rel("<=", b.size(low), b.size(high)) for low, high in ends if not at_most(low, high, ())]  # the index is declared: it has a value
    return [*(_for_all(h, [g for g in guards if mentioned(g) & mentioned(h)], indices) for h in rest), *there]


def _for_all(h: Formula, guards: Sequence[Formula], indices: Sequence[Symbol]) -> Formula:
    """Quantify a hypothesis under its guards; the indices get names of their own, for the claim may speak of these, too."""
    if guards:
        h = Logic("implies", (conjunction(guards), h))
    used, bound = mentioned(h), []
    for s in reversed(indices):
        _, low, high = s.indices[0]
        if s.core in used:
            used |= low.names | high.names
            bound.insert(0, s)
    if not bound:
        return h
    mapping = {s.core: Size.of(fresh(s.core)) for s in bound}
    ranges = [(str(mapping[s.core]), *(end.substitute(mapping) for end in s.indices[0][1:])) for s in bound]
    return Quantified("forall", tuple(ranges), map_formula_sizes(h, mapping))


__all__ = ["for_all_values", "in_force", "mentioned"]
