r"""From a statement to typed problems: one per link of a chain, with the other readings that the text allows.

The default reading follows the conventions.  If it has no type, the other bracketings of ``\otimes`` and ``\odot``
against juxtaposition are tried, and the other layout of derivatives; if it has one, another bracketing that also
types and differs is an alternative reading.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from derive import build as b
from derive.alike import formula_key
from derive.build import formula_names
from derive.core import Formula, Logic, Problem, Quantified, Rel, formula_operators, operators
from derive.errors import DeriveError, NameProblem, NotSupported, ShapeProblem, SyntaxProblem
from derive.language.declarations.assume import formula_terms, strip_text
from derive.language.derivatives.declared_differentials import with_declared_names
from derive.language.derivatives.derivative_notes import note_derivatives
from derive.language.derivatives.differentials import differentials_of
from derive.language.derivatives.independent import Independent, check_claim, check_formula
from derive.language.derivatives.ties import check_premises
from derive.language.formulas import untold_sizes
from derive.language.formulas.expressions import Reader
from derive.language.functions.called_entries import with_entries
from derive.language.functions.delimiters import certain_bars
from derive.language.functions.square_brackets import rounded
from derive.language.indices.indices import letters_outside
from derive.language.indices.wide_sums import with_wide_extrema, with_wide_limits, with_wide_sums
from derive.language.lexing.vocabulary import LOGIC
from derive.language.matrices.matrix_functions import as_matrix_function
from derive.language.matrices.scripts import InOneColumn
from derive.language.parsing.trailing import READINGS_BEHIND, other_reaches
from derive.language.problems.assembly import assemble
from derive.language.problems.claimed_members import with_claimed_members
from derive.language.problems.dependent_names import with_dependent_names
from derive.language.problems.subscripted_functions import with_partials
from derive.language.relations.loewner import LOEWNER, loewner
from derive.language.relations.relations import COMPARISONS
from derive.language.scope.domains import read_domain
from derive.language.scope.options import Options
from derive.language.scope.scope import Scope
from derive.language.scope.stated_sets import under_extrema
from derive.language.statements.asymptotics import as_limit, asymptotic, landau, tends
from derive.language.statements.blocks import Part, block_parts, cut, links_of, statement_links
from derive.language.statements.claimed import ALL_BEFORE, LAST_ALONE
from derive.language.statements.conditions import Conditions, quantified_statement
from derive.language.statements.premises import ALL_INDICES, ONE_INDEX, for_all_indices, with_own_quantifiers
from derive.language.statements.restrictions import position
from derive.language.terms.readings import (
    BRACKETINGS,
    DETERMINANT,
    LITERAL,
    MATRIX_FUNCTION,
    NO_FLAGS,
    OF_ENTRIES,
    ONE_SIDE,
    WIDE_EXTREMUM,
    WIDE_SUM,
    alternatives,
    assumes_more,
    further,
    reaches,
    reaching,
)
from derive.language.terms.terms import realize
from derive.language.tree.names import Key, whole_key
from derive.language.tree.quantifiers import governed_sides, prefix_of
from derive.language.tree.syntax import Syn
from derive.language.tree.words import OPENERS, check_words, opening_text
from derive.sizes import Size

MOST_READINGS = 24
OF_ENTRIES_OR_MATRICES = frozenset({"map", "hpow"})
"""The operations that may be meant of each entry or of a matrix."""
BY_SCALAR = frozenset({"scalar-shape"})
"""So many readings of one statement are tried; more choices than those noted in the first ones are not followed."""
Read = Problem | DeriveError
"""What a reading says, or why it says nothing."""
Attempt = Callable[..., tuple[Problem | None, DeriveError | None, Reader]]
"""Reads a claim with flags, and perhaps in another layout: the problem or the error, and the reader."""


@dataclass(frozen=True, slots=True)
class Typed:
    """One typed relation.

    Attributes:
        problem: The default reading (the first that types).
        statement: The relation as written.
        readings: If the text allows several: (name, problem), the default first; the error of one that has no type or is
            not supported.
        layouts: If it has a type in other layouts alone: that of each reading but the first, which is the layout in force.
        understood: LaTeX of the typed statement, with all inferred sizes.
        nested: Whether all readings but the first only assume more than that, and claim the same.
    """

    problem: Problem
    statement: Syn
    readings: tuple[tuple[str, Read], ...] = ()
    understood: str = ""
    nested: bool = False
    layouts: tuple[str, ...] = ()

    @property
    def notes(self) -> tuple[str, ...]:
        """The conventions that were used."""
        return self.problem.notes


def elaborate(
    statement: Syn, scope: Scope, options: Options | None = None, *, conditions: Sequence[Syn] = ()
) -> list[Typed]:
    """Type a statement; return one problem per link.

    Args:
        statement: A relation, a chain, an implication or an equivalence.
        scope: What is declared.
        options: How formulas are read; those of the scope if absent.
        conditions: Further relations that hold in the statement, such as ``i \\ne j``.

    Raises:
        SyntaxProblem, NameProblem: Bad input. ShapeProblem: The statement is ill-typed: no reading makes the sizes match.
        NotSupported: The statement uses what the checker does not know.
    """
    options = options or scope.options
    return [_typed(part, scope, options, conditions) for part in cut(statement, conditions)]


def elaborate_part(part: Part, scope: Scope, options: Options | None = None) -> Typed:
    """Type one part of a block; the errors are those of `elaborate`."""
    options = options or scope.options
    if part.case is None:
        return _typed(part.link, scope, options, part.conditions, part.fewer)
    within = replace(scope, relations=(*scope.relations, part.case.relation))
    typed = _typed(part.link, within, options, part.conditions, part.fewer)
    return replace(typed, problem=replace(typed.problem, notes=(*typed.problem.notes, f"where {part.case.words}")))


def scope_beside(part: Part, parts: Sequence[Part], scope: Scope) -> Scope | None:
    r"""Return a scope with what the other parts of a block tell: the ranges of free indices, the only size; None if they tell nothing.

    Nothing in the last link of ``[\nabla_X \operatorname{tr}(A \otimes X)]_{ij} = \operatorname{tr}(A \otimes E_{ij}) = \operatorname{tr}(A) \delta_{ij}`` tells them,
    nor in the first one of ``0 = \frac{\partial I}{\partial x} = \frac{\partial U U^{-1}}{\partial x}`` the size of I.
    """
    from derive.language.printing.core_latex import size_latex

    told: dict[str, set[tuple[Size, Size]]] = {}
    lengths: set[Size] = set()
    for other in parts:
        with suppress(DeriveError):
            problem = elaborate_part(other, scope).problem if other is not part else None
            for name, low, high in problem.indices if problem is not None else ():
                told.setdefault(name, set()).add((low, high))
            lengths |= untold_sizes.lengths_in(problem) if problem is not None else set()
    only = next(iter(lengths)).names if len(lengths) == 1 else ()
    if len(only) == 1 and lengths == {Size.of(*only)}:
        scope = replace(scope, conventions={**scope.conventions, untold_sizes.BESIDE: next(iter(only))})
    letters = {node.value.removeprefix(":") for node in part.link.nodes() if node.kind == "name"}
    ranges = [(name, *found) for name, (found, *more) in told.items() if not more and name in letters and scope.find(Key("", name)) is None]
    lines = [rf"{name} \in \{{{size_latex(low)}, \dots, {size_latex(high)}\}}" for name, low, high in ranges]
    return scope.child().given(" \\\\\n".join(lines)) if lines else scope if untold_sizes.BESIDE in scope.conventions else None


def has_type(part: Part, scope: Scope, options: Options) -> bool:
    """Return whether one part of a block has a type in the layout of the options.

    Raises:
        DeriveError: It has none; the errors are those of `elaborate`.
    """
    if part.case is None:
        tree = _as_declared(part.link, with_claimed_members((part.link, *part.conditions), scope))
        conditions = [_as_declared(c, scope) for c in part.conditions]
        try:
            _problem(Reader(scope, options), tree, with_own_quantifiers(tree, conditions))
        except DeriveError:
            pass  # another reading may have one
        else:
            return True
    return not elaborate_part(part, scope, options).layouts


def elaborate_block(trees: Sequence[Syn], scope: Scope, options: Options | None = None) -> list[Typed]:
    """Type the statements of one block; the errors are those of `elaborate`."""
    parts = block_parts(trees, scope)
    return [elaborate_beside(part, parts, scope, options) for part in parts]


def elaborate_beside(part: Part, parts: Sequence[Part], scope: Scope, options: Options | None = None) -> Typed:
    """Type one of the parts of a block; how far its free indices run, and what its bars mean, others tell where it does not."""
    try:
        return _with_their_bars(elaborate_part(part, scope, options), part, parts, scope, options)
    except NameProblem:
        beside = scope_beside(part, parts, scope)
        if beside is None:
            raise
        return elaborate_part(part, beside, options)


def _with_their_bars(typed: Typed, part: Part, parts: Sequence[Part], scope: Scope, options: Options | None) -> Typed:
    r"""The readings with determinants, where the same bars are certain to be one in another part: ``\frac{\partial |X|}{\partial X} = |X| Y = Z``."""
    readings = tuple((name, one) for name, one in typed.readings if DETERMINANT in name and isinstance(one, Problem))
    if not readings or len(readings) == len(typed.readings):
        return typed
    reader = Reader(scope, options or scope.options)
    certain = [bars for other in parts for bars in certain_bars(reader, other.link)]
    if not any(bars.same(node) for node in part.link.nodes() for bars in certain):
        return typed
    problem = readings[0][1]
    return replace(typed, problem=problem, readings=readings if len(readings) > 1 else (), understood=_understood(problem, scope))


# Readings.


def _as_declared(tree: Syn, scope: Scope) -> Syn:
    """Return a statement with its declared names, its square brackets and its limits as they are meant."""
    tree = under_extrema(with_partials(with_declared_names(tree, scope), scope), scope)
    return with_wide_extrema(with_wide_limits(with_entries(scope, rounded(scope, tree))), scope)


def _typed(
    part: Syn, scope: Scope, options: Options, conditions: Sequence[Syn], fewer: Sequence[Syn] | None = None
) -> Typed:
    scope = with_dependent_names((part, *conditions), with_claimed_members((part, *conditions), scope))
    part, conditions = _as_declared(part, scope), [_as_declared(c, scope) for c in conditions]
    conditions = with_own_quantifiers(part, conditions)
    fewer = None if fewer is None else [_as_declared(c, scope) for c in fewer]

    def attempt(
        flags: frozenset[str], layout: str | None = None, tree: Syn = part, conditions: Sequence[Syn] = conditions
    ) -> tuple[Problem | None, DeriveError | None, Reader]:
        used = options if layout is None else replace(options, layout=layout)
        reader = Reader(scope, used, tight=flags)
        try:
            return _problem(reader, tree, conditions), None, reader
        except ShapeProblem as problem:
            return None, problem, reader
        except (NameProblem, SyntaxProblem, Independent) as problem:
            if flags is NO_FLAGS and tree is part:
                raise
            told = isinstance(problem, Independent) or (flags is BY_SCALAR and isinstance(error, InOneColumn))
            refused.extend([problem] if told else [])
            return None, problem, reader

    refused: list[DeriveError] = []
    error: DeriveError | None = None
    problem, error, reader = attempt(NO_FLAGS)
    left_open = bool(reader.bracketings or reader.choices)
    choices = alternatives(reader, typed=problem is not None) if left_open else []
    others = [(name, flags, part, conditions) for name, flags in choices]
    wide = with_wide_sums(part, conditions, scope)
    if wide is not None:
        others.append((WIDE_SUM, NO_FLAGS, wide, conditions))
    wide = with_wide_extrema(part, scope, doubtful=True)
    if wide is not part:
        others.append((WIDE_EXTREMUM, NO_FLAGS, wide, conditions))
    narrow, rest = governed_sides(part, conditions, scope, narrow=True)
    if narrow is not part:
        others.append((ONE_SIDE, NO_FLAGS, narrow, rest))
    behind = other_reaches(part, conditions, scope)
    others += [(name, NO_FLAGS, tree, governing) for name, tree, governing in behind]
    if fewer is not None:
        others.append((LAST_ALONE, NO_FLAGS, part, with_own_quantifiers(part, fewer)))
    if problem is not None:
        told = READINGS_BEHIND[0] if behind else "as the precedence says" if fewer is None else ALL_BEFORE
        readings, stronger = [(told, problem)], True
        for name, flags, tree, governing in others:  # It grows: a reading may leave choices of its own.
            other, _, used = attempt(flags, tree=tree, conditions=governing)
            within = further(used, name, reader.choices, typed=other is not None) if len(others) < MOST_READINGS else []
            others += [(more, choices, tree, governing) for more, choices in within]
            if other is not None and all(alpha_key(other) != alpha_key(p) for _, p in readings):
                readings.append((name, other))
                stronger = stronger and bool(flags) and all(map(assumes_more, flags))
        relaxed = _unlike(_relaxed(attempt, reader, options), readings) if reader.choices else []
        readings += relaxed
        fixed = _bound_in_front(conditions) if part.kind == "group" else set()
        free = {i.core for i in reader.indices.free.values() if i.letter not in fixed}
        every = for_all_indices(problem, free) if problem.indices else None
        if every is not None and len(readings) == 1:
            readings = [(ONE_INDEX, problem), (ALL_INDICES, every)]
        nested = len(readings) > 1 and stronger and not relaxed
        result = _result(part, problem, readings, scope, options)
        return replace(result, nested=nested and len(result.readings) == len(readings))
    assert error is not None
    if reader.by_scalar:
        others.append(("scalar-shape", BY_SCALAR, part, conditions))
    for name, flags, tree, governing in others:
        other, _, used = attempt(flags, tree=tree, conditions=governing)
        if other is not None:
            if flags & set(LITERAL):
                return _result(part, other, [("as the precedence says", error), (name, other)], scope, options)
            note = (
                "the derivative by a scalar has the shape of the function"
                if name == "scalar-shape"
                else "read in the only bracketing that has a type"
                if flags in BRACKETINGS
                else f"read as {name}: nothing else has a type"
            )
            readings = [(name, replace(other, notes=(*other.notes, note)))]
            wider = [
                (reach, attempt(flags | more, tree=tree, conditions=governing)[0]) for reach, more in reaches(used)
            ]
            wider += [
                (more, attempt(choices, tree=tree, conditions=governing)[0])
                for more, choices in further(used, name, reaching(used), typed=True)
            ]
            readings += _unlike(wider, readings)
            return _result(part, readings[0][1], readings, scope, options)
    elsewhere: list[tuple[str, str, Problem]] = []
    for layout in options.other_layouts:
        for _, flags in (("", NO_FLAGS), *reaches(reader)):
            other, _, used = attempt(flags, layout)
            if other is not None:
                found = [(f"{layout} layout", other)]
                choices = dict([*reaches(used), *alternatives(used, typed=True)])
                found += [
                    (f"{layout} layout; {name}", attempt(more | flags, layout)[0]) for name, more in choices.items()
                ]
                known = [(name, problem) for _, name, problem in elsewhere]
                elsewhere += [(layout, *reading) for reading in _unlike(found, known)]
                break
    if elsewhere:
        readings = [(f"{options.layout} layout", error), *((name, problem) for _, name, problem in elsewhere)]
        result = _result(part, elsewhere[0][2], readings, scope, options)
        return replace(result, layouts=tuple(layout for layout, _, _ in elsewhere))
    if reader.guessed is not None:  # what has no type as a row or a column is another name
        reader.undeclared(reader.guessed)
    raise refused[0] if refused else error


def _relaxed(attempt: Attempt, reader: Reader, options: Options) -> list[tuple[str, Problem | None]]:
    r"""Return how far derivatives reach in readings that have a type in the other layout, or by a scalar, only.

    ``\frac{\partial}{\partial x} (x - a)^\top (x - a) = 2 (x - a)`` has one with the bracket alone in the numerator layout.
    """
    found: list[tuple[str, Problem | None]] = []
    for name, flags in reaches(reader):
        if attempt(flags)[0] is None:
            others = [layout for layout in options.other_layouts if layout in ("numerator", "gradient")]
            found += [(f"{name}, {layout} layout", attempt(flags, layout)[0]) for layout in others]
            found.append((name, attempt(flags | {"scalar-shape"})[0]))
    return found


def _unlike(
    found: Sequence[tuple[str, Problem | None]], known: Sequence[tuple[str, Problem | None]]
) -> list[tuple[str, Problem]]:
    """Return the readings that have a type and differ from those known and from each other."""
    keys = [alpha_key(problem) for _, problem in known if problem is not None] if found else []
    new: list[tuple[str, Problem]] = []
    for name, problem in found:
        if problem is not None and alpha_key(problem) not in keys:
            keys.append(alpha_key(problem))
            new.append((name, problem))
    return new


def _bound_in_front(conditions: Sequence[Syn]) -> set[str]:
    """The names that quantifiers bind."""
    names = [name for c in conditions if (prefix := prefix_of(c)) is not None for name in prefix.names]
    return {key.plain for name in names if (key := whole_key(name)) is not None}


def default_problems(
    statement: Syn,
    scope: Scope,
    options: Options | None = None,
    *,
    conditions: Sequence[Syn] = (),
    tight: frozenset[str] = NO_FLAGS,
) -> list[Problem]:
    """Type the links of a statement in one bracketing only: quicker than `elaborate`, for trying many statements.

    Raises:
        DeriveError: As `elaborate`; an alternative bracketing or layout is not tried.
    """
    used = options or scope.options
    statement, *conditions = (with_entries(scope, rounded(scope, t)) for t in (statement, *conditions))
    conditions = with_own_quantifiers(statement, conditions)
    return [_problem(Reader(scope, used, tight=tight), part, conditions) for part in cut(statement, conditions)]


def _understood(problem: Problem, scope: Scope) -> str:
    from derive.language.printing.core_latex import formula_to_latex

    return formula_to_latex(problem.goal, scope.spelling)


def _result(part: Syn, problem: Problem, readings: Sequence[tuple[str, Read]], scope: Scope, options: Options) -> Typed:
    read = [p for _, p in readings if isinstance(p, Problem) and not OF_ENTRIES_OR_MATRICES.isdisjoint(operators(p))]
    other = next((u for p in read if (u := as_matrix_function(p, scope, options))), None)
    if options.exp == "matrix" and isinstance(other, NotSupported):
        raise other
    if options.exp == "matrix" and isinstance(other, Problem):
        return Typed(other, part, (), _understood(other, scope))
    if other is not None:
        only = len(readings) == 1
        readings = [*([(OF_ENTRIES, problem)] if only else readings), (MATRIX_FUNCTION, other)]
    several = tuple(readings) if len(readings) > 1 else ()
    return Typed(problem, part, several, _understood(problem, scope))


def alpha_key(problem: Problem) -> tuple[object, ...]:
    """Return a key that is equal for problems which differ in the names of bound variables only."""
    return formula_key(problem.goal), tuple(formula_key(h) for h in problem.hypotheses), problem.indices


# Problems.


def _problem(r: Reader, part: Syn, conditions: Sequence[Syn]) -> Problem:
    part, conditions = governed_sides(part, conditions, r.scope)
    r.outside, r.statement = letters_outside((part, *conditions)), part
    bound = Conditions(r, part, conditions)
    r.uncovered, r.implied = [], []
    r.differentials = differentials_of(r, part)
    build = _goal(r, part)
    bound.read_stated()
    untold_sizes.finish(r, part)
    goal, stated = bound.close(build())
    if _differentiates(r, goal):
        if stated or isinstance(goal, Logic):
            check_premises(r, goal, stated)
        check_claim(r, goal)
        note_derivatives(r, goal, part)
    for formula in stated:
        if _differentiates(r, formula):
            check_formula(r, formula)
    stated += [f for f in r.implied or () if f not in stated]
    stated += [Rel("!=", realize(x), realize(y)) for x, y in r.uncovered]
    return assemble(r, goal, stated)


def _differentiates(r: Reader, formula: Formula) -> bool:
    """Whether there are derivatives in a formula or in what it speaks of by definition."""
    written = formula_operators(formula) | formula_operators(r.definitions().expand_formula(formula))
    return not written.isdisjoint(b.DERIVATIVES)


def _goal(r: Reader, part: Syn) -> Callable[[], Formula]:
    while part.kind == "group" and len(part.children) == 1:
        part = part.children[0]
    if part.kind == "quantified":
        return quantified_statement(r, part, lambda inner: _goal(r, inner))
    if part.kind == "not":
        inner = _goal(r, part.children[0])
        return lambda: Logic("not", (inner(),))
    if part.kind != "relation":
        raise SyntaxProblem("a relation was expected", position(part))
    words = part.value.split()
    if any(w in LOGIC for w in words):
        return _logic(r, part, words)
    if all(w in LOEWNER for w in words):
        return loewner(r, part)
    if len(words) > 1:
        parts = [_goal(r, p) for p in links_of(part)]
        return lambda: Logic("and", tuple(p() for p in parts))
    word, left, right = words[0], part.children[0], part.children[1]
    if word in ("=", "in") and landau(r, right) is not None and not (word == "in" and _is_matrix(r, left)):
        return asymptotic(r, left, right)
    if word == "in":
        return _membership(r, left, right)
    if word == "=" and (limit := as_limit(r, part)) is not None:
        return tends(r, limit)
    if word in COMPARISONS:
        # Both sides before the typing, so that each can tell the sizes of the other.
        return formula_terms(r, part)
    if word in ("to", "sim"):
        return tends(r, part)
    raise NotSupported(f"the relation {word}", position(part), _INSTEAD.get(word))


_INSTEAD = {
    "approx": "\\approx needs a stated order",
    "doteq": "write = for an equation; \\doteq defines in given blocks only",
    "equiv": "write = for equal formulas, \\iff between statements, = c \\quad \\forall x for a constant function",
}
"""What to write for relations that are not read."""


def _logic(r: Reader, part: Syn, words: Sequence[str]) -> Callable[[], Formula]:
    if len(set(words)) != 1 or (len(words) > 1 and words[0] in ("implies", "iff")):
        raise NotSupported("several logical words in one claim; write several claims", position(part))
    built: dict[int, Callable[[], Formula]] = {}
    for k, child in sorted(enumerate(part.children), key=lambda item: _is_of_letters(r, item[1])):
        text = opening_text(child)
        if text is not None:
            check_words(text, OPENERS if k == 0 and words[0] in ("implies", "iff") else ())
        inner = strip_text(child)
        if inner is None:
            raise SyntaxProblem("a relation was expected on both sides", position(child))
        if (
            inner.kind == "relation"
            and words[0] in ("and", "or")
            and any(w in ("implies", "iff") for w in inner.value.split())
        ):
            raise NotSupported(
                "an implication among several statements", position(inner), "use brackets, or several claims"
            )
        built[k] = _premise(r, inner) if words[0] == "implies" and k == 0 else _goal(r, inner)
    return lambda: Logic(words[0], tuple(built[k]() for k in range(len(part.children))))


def _is_of_letters(r: Reader, tree: Syn) -> bool:
    r"""Return whether a statement only speaks of undeclared letters, as ``i \ne j``: others tell what these run over."""
    names = [node for _, node in tree.walk() if node.kind == "name"]
    return bool(names) and all(r.find(name) is None for name in names)


def _premise(r: Reader, part: Syn) -> Callable[[], Formula]:
    """Read the hypothesis of an implication: it holds for all differentials that it mentions."""
    build = _goal(r, part)
    directions = tuple(r.differentials.values())

    def closed() -> Formula:
        formula = build()
        names = formula_names(formula)
        used = tuple((name, shape) for name, shape in directions if name in names)
        return Quantified("forall", used, formula) if used else formula

    return closed


def _is_matrix(r: Reader, syn: Syn) -> bool:
    """Whether a side is a matrix: ``Q \\in O(n)`` says that it is orthogonal; the order of a matrix would be that of a norm."""
    with r.trial():
        term = r.read(syn)
    return not (r.u.is_one(term.rows) or r.u.is_one(term.cols))


def _membership(r: Reader, left: Syn, right: Syn) -> Callable[[], Formula]:
    domain = read_domain(r.scope, right, declare=False)
    if domain is None or domain.kind != "matrix":
        raise NotSupported("membership in this set", position(right))
    term = r.read(left)
    shape = domain.shape
    for open_, stated in ((term.rows, shape.rows), (term.cols, shape.cols)):
        # The stated shape tells what the sizes of the blocks do not.
        if r.u.total(open_) is None and not r.u.unify(open_, stated):
            raise ShapeProblem(f"the blocks of this matrix do not fit into {shape}", position(left))

    def build() -> Formula:
        value = realize(term)
        formulas: list[Formula] = [Rel("shape", value, b.zeros(shape.rows, shape.cols))]
        if value.shape.totals == shape.totals:
            formulas += domain.conditions(value)
        return formulas[0] if len(formulas) == 1 else Logic("and", tuple(formulas[1:] if shape.is_scalar else formulas))

    return build


__all__ = [
    "BRACKETINGS", "NO_FLAGS", "Part", "Typed", "alpha_key", "block_parts", "default_problems", "elaborate",
    "elaborate_beside", "elaborate_block", "elaborate_part", "scope_beside", "statement_links",
]  # fmt: skip
