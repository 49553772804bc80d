"""From a typed statement to a problem: what it speaks of, the hypotheses that concern it, and its sizes."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from derive import build as b
from derive.build import formula_names
from derive.core import (
    Expr,
    Formula,
    Logic,
    Problem,
    Quantified,
    Rel,
    SizeRules,
    formula_exprs,
    formula_operators,
    walk,
)
from derive.entries import of_matrices
from derive.errors import ShapeProblem
from derive.flows import along_flows
from derive.infinite import refuse_infinite_values
from derive.language.formulas.expressions import Reader
from derive.language.indices.minimizers import without_minimizers
from derive.language.matrices.matrix_functions import check_functions
from derive.language.matrices.pseudoinverses import speak_of_pseudoinverses, without_pseudoinverses
from derive.language.matrices.roots import without_roots
from derive.language.problems.determined import without_determined
from derive.language.problems.dimensions import Range, dimensions, restrictions
from derive.language.problems.isolated import refuse_isolated_cases
from derive.language.problems.shared_indices import for_all_values, in_force
from derive.language.problems.shared_points import for_all_arguments
from derive.language.problems.tangents import equations_of, tangents, with_tied
from derive.language.scope.dependence import check_bound
from derive.language.scope.expand import split_formula
from derive.language.scope.scope import Scope
from derive.language.terms.index_ranges import at_most
from derive.name_order import name_order
from derive.size_names import bound_indices, formula_size_names, size_names
from derive.sizes import Shape, Size

MINIMIZED = frozenset({"minimizer", "sup", "inf"})
INVERTED = frozenset({"pinv", "sup", "inf"})
"""In which operations there may be minimizers and pseudoinverses: suprema have conditions."""


def assemble(r: Reader, goal: Formula, stated: Sequence[Formula] = ()) -> Problem:
    """Expand all definitions and collect what the problem speaks of."""
    definitions = r.definitions()
    goal = definitions.expand_formula(goal)
    for symbol in r.mentions.values():
        if symbol.labels and symbol.kind in ("var", "def"):
            check_bound(symbol, r.indices.free, None)
    free = {i.core: i.range(r.u, partly=True) for i in r.indices.free.values()}
    stated = [*stated, *_ends(r)]
    for core, symbol in r.indices.declared.items():
        free[core] = symbol.indices[0][1:]
    given = in_force(r) if r.scope.all_hypotheses() else []
    connected, aside = _connected(r, goal, stated, given) if given else ([], [])
    connected, aside = _moving(r, connected, aside, given)
    inverted = [f for f in aside if speak_of_pseudoinverses([f])]  # no road knows them as they are read
    connected, aside = [*connected, *inverted], [f for f in aside if f not in inverted]
    stated = [definitions.expand_formula(f) for f in stated]
    hypotheses = stated + (for_all_values(r, goal, stated, for_all_arguments(r, goal, connected)) if connected else [])
    goal, hypotheses = _in_known_operations(r, goal, hypotheses, aside)
    hypotheses, aside = ([of_matrices(f) for f in found] for found in (hypotheses, aside))
    for name in sorted({n for f in (goal, *hypotheses) for n in formula_size_names(f)} - free.keys()):
        # An index that only a definition or a hypothesis mentions.
        symbol = r.scope.by_core().get(name)
        if symbol is not None and symbol.kind == "index":
            free[name] = symbol.indices[0][1:]
    if r.composite:
        hypotheses, aside = ([split_formula(f, r.composite) for f in found] for found in (hypotheses, aside))
    _note_settled(r, goal)
    formulas = [goal, *hypotheses]
    indices = _in_order(free, r)
    ranges = {name: (low, high) for name, low, high in indices}
    sized = dimensions(formulas, ranges) if ranges else frozenset[str]()
    indices = tuple(entry for entry in indices if entry[0] not in sized)
    exprs = [e for f in formulas for e in formula_exprs(f)]
    variables: dict[str, Shape] = {}
    functions: dict[str, tuple[tuple[Shape, ...], Shape]] = {}
    names = set().union(*(formula_names(f) for f in formulas))
    cases = "indicator" in _written(formulas) and not _written(formulas).isdisjoint(b.DERIVATIVES)
    for e in exprs:
        for node in walk(e):
            if node.op == "var" and node.data[0] in names:
                variables.setdefault(node.data[0], node.shape)
            elif node.op == "fun":
                functions.setdefault(node.data[0], (tuple(a.shape for a in node.args), node.shape))
            elif cases:
                refuse_isolated_cases(node)
    sizes = _sizes(formulas, exprs, indices)
    counted = _counted(r, ranges)
    restricted = [*restrictions(sized, ranges), *restrictions(counted, counted)] if sized or counted else []
    relations = [*r.scope.all_relations(), *restricted, *_there_are(r, {*ranges, *counted}, sizes), *_not_too_small(exprs)]
    relations += _long_enough(goal, relations)
    rules, aside_rules, sizes = _rules(relations, r.scope, sizes)
    place = name_order(goal, hypotheses, {*variables, *functions, *sizes, *ranges})
    problem = Problem(
        tuple(
            (name, variables[name])
            for name in sorted(variables, key=lambda name: (not variables[name].is_scalar, -place[name]))
        ),
        tuple((name, *functions[name]) for name in sorted(functions, key=lambda name: place[name])),
        indices,
        tuple(sorted(sizes, key=lambda name: place[name])),
        rules,
        tuple(hypotheses),
        goal,
        tuple(r.notes),
        tuple(aside),
        aside_rules,
    )
    if not MINIMIZED.isdisjoint(_written([problem.goal, *problem.hypotheses, *problem.aside])):
        problem = without_minimizers(problem, r.scope.spelling)
    own = {s.core: s.params[0] for s in r.scope.by_core().values() if s.kind == "def" and len(s.params) == 1}
    return along_flows(problem, own) if problem.functions else problem


def _in_known_operations(
    r: Reader, goal: Formula, hypotheses: list[Formula], aside: Sequence[Formula]
) -> tuple[Formula, list[Formula]]:
    """Return a goal and its hypotheses without the operations that no road knows.

    Raises:
        NotSupported: One of them cannot be written otherwise.
    """
    written = _written([goal, *hypotheses])
    if not INVERTED.isdisjoint(written):
        goal, hypotheses = without_pseudoinverses(goal, hypotheses, r.scope.spelling, r.note)
    if "map" in written or r.under_roots:
        check_functions(r, (goal, *hypotheses), (*hypotheses, *aside))
    if "root" in _written([goal, *hypotheses]):
        goal, hypotheses = without_roots(goal, hypotheses, r.scope.spelling, r.note)
    if "real" in _written([goal, *hypotheses, *aside]):
        refuse_infinite_values(goal, (*hypotheses, *aside))
    return goal, hypotheses


def _written(formulas: Sequence[Formula]) -> frozenset[str]:
    """The operations that occur in some formulas."""
    return frozenset[str]().union(*map(formula_operators, formulas))


def _counted(r: Reader, ranges: Mapping[str, Range]) -> dict[str, Range]:
    r"""The ranges of declared indices of which sizes speak alone: that of k beside ``\gamma := k``."""
    symbols = r.scope.by_core()
    named = {name for _, size in r.scope.all_relations() for name in size.names} - ranges.keys()
    found = {name: symbols[name].indices[0] for name in named if name in symbols and symbols[name].kind == "index"}
    return {name: (low, high) for name, (_, low, high) in found.items()}


def _there_are(r: Reader, spoken: Collection[str], sizes: Sequence[str]) -> list[tuple[str, Size]]:
    """Return that declared indices of which nothing speaks have values: a range between sizes of the claim is not empty."""
    ends = [s.indices[0][1:] for n, s in r.scope.by_core().items() if s.kind == "index" and n not in spoken]
    return [("<=", low - high) for low, high in ends if (low.names | high.names) <= {*sizes} and not at_most(low, high, ())]


def _ends(r: Reader) -> list[Formula]:
    """Return where the free indices end that run over several lengths, as far as their ranges do not say it; note it."""
    from derive.language.printing.core_latex import size_latex

    found: list[Formula] = []
    for index in r.indices.free.values():
        _, high = index.range(r.u, partly=True)
        ends = index.ends(r.u)
        if index.is_uneven(r.u):
            if r.indices.even:
                raise ShapeProblem(f"the index {index.letter} runs over several lengths")
            last = rf"\min({', '.join(map(size_latex, ends))})" if ends else size_latex(high)
            r.note(f"{index.letter} runs up to {last}, where all that it selects exists")
        found += [Rel("<=", b.size(Size.of(index.core)), b.size(end)) for end in ends if end != high]
    return found


def _note_settled(r: Reader, goal: Formula) -> None:
    """Say which equations in force follow from the definitions, and restrict nothing."""
    from derive.language.printing.core_latex import formula_to_latex

    for hypothesis in r.scope.all_settled():
        if formula_names(r.definitions().expand_formula(hypothesis.formula)) & formula_names(goal):
            latex = formula_to_latex(hypothesis.formula, r.scope.spelling)
            r.note(f"{latex} follows from the definitions")


def _moving(
    r: Reader, connected: list[Formula], aside: list[Formula], given: Sequence[Formula]
) -> tuple[list[Formula], list[Formula]]:
    """Add what the equations in force say of the differentials, with these equations, which speak of the points they are at."""
    if not r.differentials:
        return connected, aside
    equations = equations_of(given)
    moving = with_tied(equations, r.differentials, r.scope.constants())
    speaking = [f for f in equations if formula_names(f) & moving.keys()]
    more = [f for f in speaking if f not in connected]
    return [*connected, *more, *tangents(speaking, moving)], [f for f in aside if f not in more]


def _connected(
    r: Reader, goal: Formula, stated: Sequence[Formula], given: Sequence[Formula]
) -> tuple[list[Formula], list[Formula]]:
    """Return the hypotheses that speak, directly or through others, of the variables of the goal, and the others."""
    definitions = r.definitions()
    names = _spoken_of(goal)
    waiting = without_determined(given, [goal, *(definitions.expand_formula(f) for f in stated)])
    order = {id(f): k for k, f in enumerate(waiting)}
    chosen: list[Formula] = []
    while True:
        found = [f for f in waiting if _spoken_of(f) & names or not formula_names(f)]
        if not found:
            return sorted(chosen, key=lambda f: order[id(f)]), waiting
        waiting = [f for f in waiting if all(f is not g for g in found)]
        chosen += found
        names.update(*map(_spoken_of, found))


def _spoken_of(formula: Formula) -> set[str]:
    """The variables of a formula, and the declared functions."""
    functions = {n.data[0] for e in formula_exprs(formula) for n in walk(e) if n.op == "fun"}
    return {*formula_names(formula), *functions}


def _in_order(free: Mapping[str, tuple[Size, Size]], r: Reader) -> tuple[tuple[str, Size, Size], ...]:
    """The indices with their ranges, every one behind those that its range depends on (which are added)."""
    known = r.scope.by_core()
    found: dict[str, tuple[str, Size, Size]] = {}

    def add(name: str, above: frozenset[str]) -> None:
        symbol = known.get(name)
        low, high = free[name] if name in free else symbol.indices[0][1:]  # type: ignore[union-attr]
        for other in sorted((low.names | high.names) - above):
            if other in free or (other in known and known[other].kind == "index"):
                add(other, above | {other})
        found.setdefault(name, (name, low, high))

    for name in free:
        add(name, frozenset({name}))
    return tuple(found.values())


def _sizes(formulas: Sequence[Formula], exprs: Sequence[Expr], indices: Sequence[tuple[str, Size, Size]]) -> set[str]:
    names: set[str] = set()
    bound = {name for name, _, _ in indices}
    for e in exprs:
        names |= size_names(e)
        bound |= bound_indices(e)
    for _, low, high in indices:
        names |= low.names | high.names
    stack = list(formulas)
    while stack:
        f = stack.pop()
        if isinstance(f, Logic):
            stack.extend(f.args)
        elif isinstance(f, Quantified):
            for entry in f.names:
                if len(entry) == 3:
                    bound.add(entry[0])
                    names |= entry[1].names | entry[2].names
            stack.append(f.body)
    return {n for n in names - bound if "~" not in n}


def _not_too_small(exprs: Sequence[Expr]) -> list[tuple[str, Size]]:
    r"""Return that sizes such as ``n - m`` are not negative in ``0_{m \times (n - m)}``, and positive in ``x \in \mathbb{R}^{n - m}``."""
    found: dict[tuple[str, Size], None] = {}
    for node in dict.fromkeys(node for e in exprs for node in walk(e) if node.op in ("zeros", "ones", "eye", "var")):
        low = Size.of(1 if node.op == "var" else 0)
        dims = (node.shape.rows, node.shape.cols)
        sizes = [size for d in dims for size in d if any(c < 0 for _, c in size.terms)]
        found |= dict.fromkeys(("<=", low - size) for size in sizes)
    return list(found)


def _long_enough(goal: Formula, relations: Sequence[tuple[str, Size]]) -> list[tuple[str, Size]]:
    """Return that a matrix has the rows and columns of which a claim always evaluates one with a number, as in ``x_5 = 8``.

    Elsewhere the claim says nothing: what it evaluates does not exist. Sizes that something bounds from above are left alone:
    a place may then exist at no size, which is said of the claim itself.
    """
    bounded = {n for op, size in relations for m, c in size.terms if op == "=" or c > 0 for n, _ in m}
    found: dict[tuple[str, Size], None] = {}
    stack, seen = list(formula_exprs(goal)) if isinstance(goal, Rel) else [], set[Expr]()
    while stack:
        node = stack.pop()
        if node in seen:
            continue
        seen.add(node)
        if node.op in ("where", "sup", "inf", *b.BINDS_INDEX, *b.BINDS_IN_FIRST, *b.LIMITS):
            continue
        stack += node.args
        if node.op in ("entry", "row", "col"):
            rows, cols = node.args[0].shape.totals
            lengths = {"entry": (rows, cols), "row": (rows,), "col": (cols,)}[node.op]
            for place, length in zip(node.data, lengths, strict=True):
                if place.constant is not None and length.names and not length.names & bounded and place.constant > 1:
                    found["<=", place - length] = None
    return list(found)


def _rules(
    relations: Sequence[tuple[str, Size]], scope: Scope, sizes: set[str]
) -> tuple[SizeRules, SizeRules, set[str]]:
    """Return the restrictions on the sizes that occur (directly or through relations), the others, and these sizes."""
    chosen: list[tuple[str, Size]] = []
    sizes = set(sizes)
    while True:
        found = [rel for rel in relations if rel not in chosen and rel[1].names & sizes]
        if not found:
            break
        chosen += found
        for _, size in found:
            sizes |= size.names
    least = sorted((n, low) for n, low in scope.all_least().items() if low > 1)
    unique = dict.fromkeys(relations)
    own, other = (
        SizeRules(
            tuple((n, low) for n, low in least if (n in sizes) is inside),
            tuple(rel for rel in unique if (rel in chosen) is inside),
        )
        for inside in (True, False)
    )
    return own, other, sizes


__all__ = ["assemble"]
