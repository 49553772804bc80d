r"""Indices that only the premises of a claim mention, as in ``p_i \ge 0 \implies \|p\|_2 \le \|p\|_1``.

Quantified over the whole claim, such a premise is met as soon as one entry meets it; most authors mean all entries. Both
are readings of the text.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from derive.build import formula_names
from derive.core import Formula, Logic, Problem, Quantified, conjunction, conjuncts
from derive.entries import of_matrices
from derive.language.indices.indices import letters_outside
from derive.language.parsing.ranges import without_word
from derive.language.tree.names import base_key
from derive.language.tree.quantifiers import prefix_of
from derive.language.tree.syntax import Syn
from derive.language.tree.triggers import about, governing
from derive.language.tree.words import FOR_ALL, opening_word
from derive.size_names import formula_size_names as _mentions

PREMISING = ("if", "when", "whenever", "as long as", "so long as", "provided", "provided that")
"""Words that open a premise of a claim behind it."""
ONE_INDEX, ALL_INDICES = "premises for one index", "premises for all indices"


def for_all_indices(problem: Problem, undeclared: Collection[str]) -> Problem | None:
    """Return the reading in which such premises hold for all their indices; None if there are none.

    Args:
        problem: A claim; its indices are those of the whole claim.
        undeclared: Those that no declaration fixes (``k \\in \\{2, \\dots, n\\}`` is a number that all premises share).

    """
    premises, conclusion = _parts(problem.goal)
    kept = _needed(conclusion, problem.indices) | {n for n, _, _ in problem.indices if n not in undeclared}
    bound = [index for index in problem.indices if index[0] not in kept]
    own = {name for name, _, _ in bound}
    stated = [h for h in problem.hypotheses if _mentions(h) & own]
    if not any(formula_names(f) and _mentions(f) & own for f in (*stated, *premises)):
        return None
    guards = [f for f in (*stated, *premises) if not formula_names(f) and _mentions(f) & own]

    def closed(formulas: Iterable[Formula]) -> list[Formula]:
        return [_closed(f, bound, guards) if _mentions(f) & own else f for f in formulas if f not in guards]

    premises = closed(premises)
    goal = Logic("implies", (conjunction(premises), conclusion)) if premises else conclusion
    indices = tuple(index for index in problem.indices if index[0] in kept)
    return replace(problem, indices=indices, hypotheses=tuple(closed(problem.hypotheses)), goal=goal)


@about("text", untouched=governing)
def with_own_quantifiers(part: Syn, conditions: Sequence[Syn]) -> tuple[Syn, ...]:
    r"""Let ``for all i`` behind ``if x_i = 0`` govern that premise alone, where the claim does not speak of i.

    Args:
        part: What is claimed.
        conditions: What governs it, as written.
    """
    found: list[Syn] = []
    for condition in conditions:
        premise = without_word(found[-1]) if found and opening_word(found[-1]) in PREMISING else None
        letters = _bound(condition)
        alone = bool(letters) and premise is not None and not letters & _spoken_of(part)
        if premise is not None and alone and premise.kind == "relation" and letters & _letters(premise):
            found[-1] = Syn("quantified", "", (premise, condition), (premise.span[0], condition.span[1]))
        else:
            found.append(condition)
    return tuple(found)


def _bound(condition: Syn) -> set[str]:
    """The letters that a universal quantifier behind a premise binds; none if it is another condition."""
    prefix = prefix_of(condition)
    if prefix is not None:
        names = prefix.names if prefix.kind == "forall" and not prefix.leading else ()
    elif condition.kind == "relation" and opening_word(condition) in FOR_ALL:
        plain = without_word(condition)
        left = plain.children[0] if plain is not None else Syn("empty")
        names = left.children if left.kind == "list" else (left,)
    else:
        names = ()
    return {key.plain for name in names if (key := base_key(name)) is not None}


def _spoken_of(part: Syn) -> set[str]:
    r"""The letters of a claim, those left out that only its sums and other operators bind; ``\sum_{j \ne i}`` may speak of i."""
    compared = [n.children[0] for _, n in part.walk() if n.kind == "bigop" and n.children[0].kind == "relation"]
    doubtful = [sub for sub in compared if sub.value not in ("=", "in")]
    return set(letters_outside((part,))).union(*map(_letters, doubtful))


def _letters(tree: Syn) -> set[str]:
    return {key.plain for _, node in tree.walk() if node.kind == "name" and (key := base_key(node)) is not None}


def _parts(goal: Formula) -> tuple[list[Formula], Formula]:
    """The premises of an implication, one by one, and what they imply."""
    if not isinstance(goal, Logic) or goal.op != "implies":
        return [], goal
    *stated, conclusion = goal.args
    return conjuncts(stated), conclusion


def _needed(formula: Formula, indices: Sequence[tuple[str, object, object]]) -> set[str]:
    """The indices that a formula mentions, and those that their ranges do."""
    ranges = {name: low.names | high.names for name, low, high in indices}  # type: ignore[attr-defined]
    needed: set[str] = set()
    new = _mentions(formula) & ranges.keys()
    while new:
        needed |= new
        new = {name for i in new for name in ranges[i] & ranges.keys()} - needed
    return needed


def _closed(formula: Formula, bound: Sequence[tuple[str, object, object]], guards: Sequence[Formula]) -> Formula:
    """Quantify a premise over the indices it mentions, under the conditions on them."""
    names = _mentions(formula)
    mine = [g for g in guards if _mentions(g) & names]
    names = names.union(*(_mentions(g) for g in mine))
    if mine:
        formula = Logic("implies", (conjunction(mine), formula))
    return of_matrices(Quantified("forall", tuple(index for index in bound if index[0] in names), formula))
