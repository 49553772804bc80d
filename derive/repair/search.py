"""The search for repairs: edits are applied, typed and screened, cheapest first; what survives is proposed."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial

from derive.alike import formula_key
from derive.bounds import prove_bound
from derive.bounds.words import has_bounds_words
from derive.core import Expr, Logic, Problem, Rel, formula_exprs, walk
from derive.errors import DeriveError, NotSupported
from derive.evidence import Point
from derive.functions import made_of
from derive.index import prove
from derive.language.parsing.parser import statements
from derive.language.printing.latex import to_latex
from derive.language.problems.elaborate import BRACKETINGS, NO_FLAGS, default_problems
from derive.language.scope.options import Options
from derive.language.scope.scope import Scope, Symbol
from derive.language.tree.syntax import Syn
from derive.limits import prove_order, without_limits
from derive.repair.bench import Bench, Row
from derive.repair.bounds import contradicted, is_bound, of_norms, repaired_bounds, weakened
from derive.repair.conclusion import claimed_paths
from derive.repair.edits import Edit, Words, renamings, single_edits, vocabulary
from derive.repair.empty import collapsed, idle_names, says_nothing, speaks
from derive.repair.glances import Glances
from derive.repair.misfit import misfit, touches
from derive.repair.products import inserted
from derive.repair.tree import Path, difference_of, parts_of, size_tree, tidy
from derive.sizes import Size

MAX_SINGLES = 160
MAX_PAIRS, MAX_INSERTED = 80, 240
MAX_BLIND, MOST_BLIND = 15, 3_000  # candidates; parts of them together
PRODUCTS = {"otimes": "kron", "odot": "hadamard", "circ": "hadamard", "ast": "hadamard", "oslash": "hadamard"}
"""Which bracketing (`BRACKETINGS`) is about which product."""
MAX_TYPED, MAX_FITTED = 100_000, 1_000  # parts of all candidates together; of a statement that is fitted and edited twice
MAX_GLANCED = 12_000  # parts of all statements together that are typed to be seen as false in floats
PROOF_STEPS, RULE_STEPS = 20_000, 150
PAIRED = {
    ("transpose", "transpose"), ("commutation", "commutation"), ("commutation", "kronecker"),
    ("kronecker", "kronecker"),
    ("commutation", "transpose"), ("kronecker", "transpose"), ("order", "transpose"), ("sign", "sign"),
    ("index", "index"), ("size", "size"), ("symbol", "symbol"), ("scalar", "scalar"), ("function", "function"),
    ("power", "power"),
}  # fmt: skip
ALIKE = ("size", "symbol", "scalar", "function", "power")
"""Kinds of which two edits go together only where they say the same, or the opposite."""
ALONE = ("root", "squared", "inverse")
"""Exponents where there were none: in two places they take what is there for something else."""
BY_SCALARS = frozenset({"scalar-shape"})
"""The reading in which a derivative by a number has the shape of what is differentiated."""
DRAWN = made_of(("log", "sin", "cos", "arctan"))
"""Functions with arbitrary values in a prime field: their rules do not hold there, so that disagreement says nothing."""


@dataclass(frozen=True, slots=True)
class Repair:
    """A proposed statement.

    Attributes:
        statement: Its tree; it prints to LaTeX that reads back to the same tree.
        edit: What was changed, in words.
        bold: The edit is of a kind that a natural hypothesis comes before.

    """

    statement: Syn
    edit: str
    bold: bool = False


@dataclass(slots=True)
class Search:
    """The state of one search.

    Attributes:
        statement: The relation that is edited: the statement, or what it concludes.
        scope: What is declared.
        options: How formulas are read.
        words: What edits may write.
        conditions: Statements of the block that govern it.
        points: Inputs at which the statement fails.
        bench: Where candidates are screened.
        glances: Where those are looked at that have no value there.
        bracketings: That in which the statement is read; all that there are if it has no type in any.
        idle: Names that the statement itself does not depend on.
        collapsed: Parts of the statement itself that are written as more than they are.
        speaks: The statement itself speaks of a variable.
        frame: Puts an edited relation back into the whole statement.
        shows: Whether a bound that the rules do not reach has another proof.

    """

    statement: Syn
    scope: Scope
    options: Options
    words: Words
    conditions: Sequence[Syn] = ()
    points: tuple[Point, ...] = ()
    bench: Bench | None = None
    glances: Glances | None = None
    bracketings: tuple[frozenset[str], ...] = (NO_FLAGS,)
    idle: frozenset[str] = frozenset()
    collapsed: frozenset[Expr] = frozenset()
    speaks: bool = False
    seen: set[str] = field(default_factory=set)
    judged: set[object] = field(default_factory=set)
    bold: set[str] = field(default_factory=set)
    blind: int = 0
    glanced: int = 0
    parts_typed: int = 0
    frame: Callable[[Syn], Syn] = lambda tree: tree
    shows: Callable[[Problem], bool] = lambda problem: False

    def typed(self, tree: Syn) -> tuple[Syn, list[Problem]] | None:
        """Tidy a candidate and type it in its place; None if it was seen before, has no type or says nothing."""
        tree = tidy(tree)
        text = to_latex(self.frame(tree))
        if text in self.seen:
            return None
        self.seen.add(text)
        try:
            problems = self.problems(tree)
        except DeriveError:
            return None
        if not problems or (any(says_nothing(p) for p in problems) and not self._defines(tree)):
            return None
        idle = idle_names(problems) - self.idle
        if (idle and idle - self._inside_definitions(tree)) or collapsed(problems) - self.collapsed:
            return None
        if self.speaks and not speaks(problems):
            return None
        return tree, problems

    def proposed(self, tree: Syn, edit: str) -> Iterator[Repair]:
        """What the LaTeX of a candidate that has passed the screen reads as, if it has a type."""
        try:
            text = to_latex(self.frame(tree))
            parsed = statements(text, self.options.macros, {key.plain for key in self.scope.visible()})
            if len(parsed) == 1 and self._read(parsed[0]):
                yield Repair(parsed[0], edit, edit in self.bold)
        except DeriveError:
            return

    def boldly(self, candidates: Iterable[tuple[Syn, str]]) -> Iterator[tuple[Syn, str]]:
        """Yield candidates whose edits are bold: the statement is rather meant as it is, under a hypothesis."""
        for tree, text in candidates:
            self.bold.add(text)
            yield tree, text

    def _defines(self, tree: Syn) -> bool:
        """Whether each side names what the other does not: equal by a definition, and no ``A = A``."""
        if len(tree.children) != 2 or tree.value != "=":
            return False
        left, right = ({s.core for s in _symbols(side, self.scope)} for side in tree.children)
        return bool(left - right) and bool(right - left)

    def _inside_definitions(self, tree: Syn) -> set[str]:
        """The names that are put in for the defined ones of a relation: they may cancel against what is written."""
        found: set[str] = set()
        waiting = [s for s in _symbols(tree, self.scope) if s.kind == "def"]
        while waiting:
            new = {s.core: s for s in waiting.pop().mentions.values() if s.core not in found}
            found.update(new)
            waiting.extend(new.values())
        return found

    def problems(self, tree: Syn) -> list[Problem]:
        """Type a relation in its place as the original is read.

        Raises:
            DeriveError: It has no type.

        """
        return self._read(self.frame(tree))

    def _read(self, whole: Syn) -> list[Problem]:
        """Type a whole statement in the first bracketing that may be meant in which it has a type."""
        *others, last = self.bracketings
        for tight in others:
            try:
                return self._bracketed(whole, tight)
            except DeriveError:
                continue
        return self._bracketed(whole, last)

    def _bracketed(self, whole: Syn, tight: frozenset[str]) -> list[Problem]:
        return default_problems(whole, self.scope, self.options, conditions=self.conditions, tight=tight)

    def survives(self, problems: Sequence[Problem]) -> bool | None:
        """Whether all relations agree at random points of two size tuples; None if the screen cannot say."""
        if self.bench is None:
            self.bench = Bench.of(problems[0])
        try:
            for count in (1, 2):
                for problem in problems:
                    rows = self.bench.rows(problem, count)
                    if not all(map(_agrees, rows)):
                        told = all(row.somewhere for row in rows) and not _is_drawn(problem)
                        return False if told else None
        except (NotSupported, ValueError, ArithmeticError):
            return None
        except DeriveError:
            return False
        return True

    def _clearly_false(self, problem: Problem) -> bool:
        if self.bench is None or self.bench.budget.left < 0:  # what is too large there takes long in floats, too
            return False
        if self.glances is None:
            self.glances = Glances(self.bench)
        return self.glances.clearly_false(problem)

    def screened(self, candidates: Iterable[tuple[Syn, str]]) -> Iterator[Repair]:
        """Propose what survives the screen, or is proved where it cannot judge; after `MAX_BLIND` of those it ends."""
        size = sum(1 for _ in self.statement.walk())
        for tree, text in candidates:
            self.parts_typed += size
            if self.parts_typed > MAX_TYPED:
                return
            # The screen is of no use here, and typing alone proposes too much.
            if self.blind >= max(MAX_BLIND, MOST_BLIND // size) or self.glanced * size > MAX_GLANCED:
                return
            found = self.typed(tree)
            if found is None:
                continue
            candidate, problems = found
            survives = self.survives(problems)
            if survives is None and (self._judged_before(problems) or any(map(self._clearly_false, problems))):
                self.glanced += 1
                continue
            self.blind += survives is None
            if survives or (survives is None and self.shown(problems)):
                yield from self.proposed(candidate, text)

    def _judged_before(self, problems: Sequence[Problem]) -> bool:
        """Whether the same was looked at already, written in another way; the statement itself is false."""
        key = tuple((formula_key(p.goal), tuple(map(formula_key, p.hypotheses))) for p in problems)
        known = key in self.judged
        self.judged.add(key)
        return known

    def shown(self, problems: Sequence[Problem]) -> bool:
        """Whether a road for all sizes shows a candidate that the screen cannot judge."""
        if any(contradicted(p, self.points) for p in problems):
            return False
        problems = list(map(_with_values, problems))
        return all(
            prove(p, steps=PROOF_STEPS).outcome == "agree"
            or (has_bounds_words(p) and any(by(p, work=RULE_STEPS).outcome == "agree" for by in (prove_bound, prove_order)))
            for p in problems
        )


def _symbols(tree: Syn, scope: Scope) -> Iterator[Symbol]:
    for _, node in tree.walk():
        symbol, _, _ = parts_of(node, scope)
        if symbol is not None:
            yield symbol
        if node.kind == "juxt":
            yield from filter(None, (difference_of(*pair, scope) for pair in itertools.pairwise(node.children)))


def _sign_matters(statement: Syn, scope: Scope) -> bool:
    """Whether a number is named: then it may be its sign that an equality of norms lacks, as in ``|b C| = b |C|``."""
    return any(s.kind == "var" and s.shape.is_scalar for s in _symbols(statement, scope))


def _agrees(row: Row) -> bool:
    if row.op != "=":
        raise NotSupported("a prime field has no order")
    return row.agrees


def _with_values(problem: Problem) -> Problem:
    """The problem with limits as their values, where that is justified."""
    try:
        return without_limits(problem)
    except DeriveError:
        return problem


def _is_drawn(problem: Problem) -> bool:
    return any(
        (node.op == "map" and node.data[0] in DRAWN) or (node.op == "hpow" and node.args[1].op not in ("const", "size"))
        for expr in formula_exprs(problem.goal)
        for node in walk(expr)
    )


def _of_numbers(problem: Problem) -> bool:
    """Whether a claim is about given numbers alone: which of them is wrong cannot be known."""
    nodes = (node for expr in formula_exprs(problem.goal) for node in walk(expr))
    return all(node.args or node.op in ("const", "real") for node in nodes)


def proposals(
    statement: Syn,
    scope: Scope,
    options: Options | None = None,
    *,
    conditions: Sequence[Syn] = (),
    points: Sequence[Point] = (),
    shows: Callable[[Problem], bool] = lambda problem: False,
) -> Iterator[Repair]:
    r"""Yield edited statements that may hold, the most plausible first.

    Args:
        statement: A relation (or chain) that is false or has no type, or an implication whose conclusion is one.
        scope: What is declared.
        options: How formulas are read; those of the scope if absent.
        conditions: Further statements that govern it, such as ``i \ne j``.
        points: Inputs at which the statement is known to fail; a proposal that fails there too is dropped.
        shows: Whether a bound that the norm rules do not reach has another proof; asked of few.

    Yields:
        Repairs that type and agree at random points of a prime field; where that screen cannot say anything, those that
        the index form or the norm rules show. Certificates and the other roads have not seen them.

    """
    options = options or scope.options
    for path in claimed_paths(statement):
        search = Search(statement.at(path), scope, options, vocabulary(statement, scope), conditions, tuple(points))
        search.frame, search.shows = partial(_put_back, statement, path), shows
        search.seen.add(to_latex(statement))
        yield from _of_relation(search)


def _put_back(statement: Syn, path: Path, relation: Syn) -> Syn:
    return statement.replace(path, lambda _: relation) if path else relation


def _of_relation(search: Search) -> Iterator[Repair]:
    statement, scope = search.statement, search.scope
    original = _original(search)
    if original is not None and all(_of_numbers(p) for p in original):
        return
    if "!=" in statement.value.split():  # almost any edit makes two things differ
        return
    if is_bound(statement):
        yield from repaired_bounds(search, search.points, original or ())
        return
    if statement.value == "in":
        yield from _stated_shape(search)
        return
    if of_norms(statement) and not _sign_matters(statement, scope):
        signs = [e for e in single_edits(statement, search.words) if e.kind in ("sign", "opposite")]
        yield from search.screened((e.applied(statement), e.text) for e in signs)
        yield from weakened(search)
    yield from _identity(search, original)


def _original(search: Search) -> list[Problem] | None:
    """Type the statement itself, in the bracketing in which it was judged."""
    every = (NO_FLAGS, *BRACKETINGS)
    for tight in (*every, BY_SCALARS):
        search.bracketings = (tight,)
        try:
            problems = search.problems(search.statement)
        except DeriveError:
            continue
        search.bench = Bench.of(problems[0])
        search.idle, search.collapsed = idle_names(problems), collapsed(problems)
        search.speaks = speaks(problems)
        search._judged_before(problems)
        return problems
    products = {PRODUCTS.get(node.value) for _, node in search.statement.walk() if node.kind == "infix"}
    search.bracketings = tuple(tight for tight in every if tight <= products)
    return None


def _identity(search: Search, original: list[Problem] | None) -> Iterator[Repair]:
    from derive.repair.fitting import fitted
    from derive.repair.grown import grown
    from derive.repair.missing import missing_terms
    from derive.repair.multipliers import multiplied, times_sizes

    singles = single_edits(search.statement, search.words)
    search.bold.update(e.text for e in singles if e.kind == "power" and e.tag in ALONE)
    if of_norms(search.statement):  # norms of Kronecker products multiply: almost any product could be one
        singles = [e for e in singles if e.kind != "product"]
    singles = [e for e in singles if not _other_quantity(search, e)]
    every = singles
    parts = misfit(search.statement, search.scope, search.options, search.bracketings) if original is None else ()
    singles = [e for e in singles if touches(e.path, parts)]
    likely = [e for e in singles if e.cost < 1.35]
    others = [e for e in singles if e.cost >= 1.35]
    yield from search.screened((e.applied(search.statement), e.text) for e in likely[:MAX_SINGLES])
    if sum(1 for _ in search.statement.walk()) > MAX_FITTED:
        return
    if original is not None and len(original) == 1:
        yield from search.screened(fitted(search))
        yield from search.screened(search.boldly(multiplied(search)))
        if any(map(_is_drawn, original)):
            yield from search.screened(search.boldly(times_sizes(search)))
    yield from search.screened((e.applied(search.statement), e.text) for e in others[:MAX_SINGLES])
    yield from search.screened(renamings(search.statement, search.words))
    if original is not None and len(original) == 1:
        yield from search.screened(missing_terms(search))
        yield from search.screened(grown(search))
    couples = ((a, b) for a, b in _pairs(every) if touches(a.path, parts) or touches(b.path, parts))
    yield from search.screened(
        (b.applied(a.applied(search.statement)), f"{a.text}, {b.text}") for a, b in itertools.islice(couples, MAX_PAIRS)
    )
    if original is not None and len(original) == 1:
        more = itertools.islice(inserted(search.statement, search.words), MAX_INSERTED)
        yield from search.screened(search.boldly(more))


def _other_quantity(search: Search, edit: Edit) -> bool:
    r"""Whether an edit replaces the function of a whole side whose value is a number.

    ``\operatorname{tr} A = 0`` is not what ``\det A = 0`` wanted to say.
    """
    if edit.kind != "function" or len(edit.path) != 1 or len(search.statement.children) != 2:
        return False
    if edit.old.children[0].same(edit.new.children[0]):
        return False
    return not any(True for _ in _symbols(search.statement.children[1 - edit.path[0]], search.scope))


def _stated_shape(search: Search) -> Iterator[Repair]:
    r"""The shape that the left side of ``A \in \mathbb{R}^{...}`` really has."""
    left, right = search.statement.children
    shape = next((_shape_of(p) for p in search.problems(search.statement)), None)
    if shape is None or right.kind != "script":
        return
    rows, cols = shape
    sizes = size_tree(rows) if cols is None else Syn("infix", "times", (size_tree(rows), size_tree(cols)))
    new = Syn("script", "", (right.children[0], right.children[1], sizes))
    found = search.typed(search.statement.replace((1,), lambda _: new))
    if found is not None:
        yield from search.proposed(found[0], f"${to_latex(new)}$ for ${to_latex(right)}$")


def _shape_of(problem: Problem) -> tuple[Size, Size | None] | None:
    goal = problem.goal
    while isinstance(goal, Logic):
        goal = goal.args[-1] if goal.op == "implies" else goal.args[0]
    if not isinstance(goal, Rel) or goal.op != "shape":
        return None
    rows, cols = goal.lhs.shape.totals
    return rows, None if cols == Size.of(1) else cols


def _pairs(singles: Sequence[Edit]) -> Iterator[tuple[Edit, Edit]]:
    """Two edits of kinds that go together, on one side; the same change in two places comes first."""
    couples = []
    for a, b in itertools.combinations(singles, 2):
        kinds = (min(a.kind, b.kind), max(a.kind, b.kind))
        if kinds not in PAIRED or a.path[0] != b.path[0] or touches(a.path, (b.path,)):
            continue
        if "power" in kinds and (a.tag in ALONE or b.tag in ALONE):
            continue
        if a.kind in ALIKE and a.tag != b.tag and a.tag != b.tag[::-1]:
            continue
        couples.append((a.cost + b.cost, a, b))
    couples.sort(key=lambda c: c[0])
    yield from ((a, b) for _, a, b in couples)


__all__ = ["Repair", "Search", "proposals"]
