"""Choosing, for every variable of a problem, a family whose members satisfy the hypotheses exactly."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from flint import fmpq

from derive import build
from derive.build import substitute
from derive.core import Expr, Formula, Problem, Quantified, Rel, conjuncts, formula_exprs, walk
from derive.degree import degree_in
from derive.errors import DeriveError, NotSupported
from derive.evidence import Matrix, Point
from derive.exact.certification.certify import eliminate
from derive.exact.certification.truth import PRECISIONS, Place, formula_truth
from derive.exact.evaluation import rewrites
from derive.exact.evaluation.evaluate import Env, Evaluator
from derive.exact.points.affine import AffineSystem, affine_system, solve
from derive.exact.points.families import FAMILIES, JOINT, TWINS, Family, centered, member, with_centered_rows
from derive.exact.points.quadric import Quadric, quadric, solve_quadric
from derive.exact.points.sequences import Sequences, sequences, solve_sequences
from derive.exact.points.ties import ties
from derive.exact.rings.exactring import ExactRing, to_fraction
from derive.exact.rings.primefield import PrimeRing, tower
from derive.exact.rings.rings import Array, Budget, Irrational, Uncertain, Undefined
from derive.exact.rings.surds import Surd
from derive.penrose import pseudoinverses, untied
from derive.sizes import Shape

MAX_COMBINATIONS = 40
MAX_JOINT = 6  # families of one variable that others are tied to
MAX_CHOICES = 4
MAX_FITTED = 200
KINDS = ((1, 0.5), (1, 1.0), (2, 0.6), (2, 1.0), (3, 1.0))  # of points: bits of entries, share that is not zero
_fitted: dict[object, list[Choice]] = {}
Choice = dict[str, tuple[Family, Expr]]
FREE = FAMILIES[0]


@dataclass(frozen=True, slots=True)
class Setup:
    """How points are made.

    Attributes:
        problem: The problem with defined variables substituted away.
        members: Variable -> expression in its parameter (a variable of the same name); absent: free.
        families: Variable -> name of its family, for the report.
        systems: Equations that the points must solve, where no families fit.
        general: False if the families may not cover all admissible points: agreement then shows nothing.
        met: False if no family meets the hypotheses.

    """

    problem: Problem
    members: Mapping[str, Expr] = field(default_factory=dict)
    families: Mapping[str, str] = field(default_factory=dict)
    systems: tuple[AffineSystem | Quadric | Sequences, ...] = ()
    general: bool = True
    met: bool = True

    @property
    def lhs(self) -> Expr:
        """The left side of the goal, a relation, with members of the families for the variables."""
        assert isinstance(self.problem.goal, Rel)
        return substitute(self.problem.goal.lhs, self.members)

    @property
    def rhs(self) -> Expr:
        """The right side of the goal, a relation, with members of the families for the variables."""
        assert isinstance(self.problem.goal, Rel)
        return substitute(self.problem.goal.rhs, self.members)

    @property
    def modular(self) -> tuple[AffineSystem | Sequences, ...] | None:
        """The systems in the parameters of the members, as they are solved in a prime field; None if one is of degree two."""
        systems = [s.substituted(self.members) if isinstance(s, Sequences) else s for s in self.systems]
        solvable = [s for s in systems if not isinstance(s, Quadric)]
        return tuple(solvable) if len(solvable) == len(systems) else None


def arrange(problem: Problem, sizes: Mapping[str, int], seed: int) -> list[Setup]:
    """Return the ways to make points of a problem at a size (orthogonal matrices have two), best first.

    A single setup with ``met`` false is returned if the hypotheses are met by no family.
    """
    reduced = _without_definitions(problem)
    inverses = pseudoinverses(reduced.hypotheses)
    if inverses:
        return list(_with_pseudoinverses(reduced, inverses, sizes, seed))
    told = sequences(conjuncts(reduced.hypotheses))
    if told is not None:
        system, rest = told
        setups = arrange(replace(reduced, hypotheses=tuple(rest)), sizes, seed)
        return [
            replace(s, problem=reduced, systems=(*s.systems, system), general=s.general and system.joint)
            for s in setups
        ]
    about = [h for h in conjuncts(reduced.hypotheses) if _variables(h, reduced) and not _trivial(h)]
    found = _arranged(reduced, about, sizes, seed)
    if any(isinstance(one, AffineSystem) and not one.joint for one in found[0].systems):
        # Solved for one variable while the others are free: where the equations leave it none but zero, families may do more.
        found += [replace(s, general=False) for s in _arranged(reduced, about, sizes, seed, jointly=True) if s.met]
    return found


def _arranged(
    reduced: Problem, about: list[Formula], sizes: Mapping[str, int], seed: int, jointly: bool = False
) -> list[Setup]:
    """The ways to meet hypotheses in the variables of a problem; `jointly`: by no affine system in one of several variables."""
    choices: list[tuple[list[Choice], list[Formula]]] = []
    systems: list[AffineSystem | Quadric] = []
    for names, formulas in _groups(about, reduced):
        system: AffineSystem | Quadric | None = _system(reduced, names, formulas, jointly) if len(names) > 1 else None
        fitting = [] if system else _fitting(reduced, names, formulas, sizes, seed)
        if not fitting or not _covers(reduced, fitting[0], formulas, sizes, seed):
            # No family, or one that is too special: a jointly affine system is general; any system is better than none.
            other = system or _system(reduced, names, formulas, jointly)
            system = other if other is not None and (other.joint or not fitting) else system
        if system is None and not (fitting and _covers(reduced, fitting[0], formulas, sizes, seed)):
            system = _quadric(reduced, names, formulas)
        if system is not None:
            systems.append(system)
        elif fitting:
            choices.append((fitting, formulas))
        elif all(_open_condition(f) for f in formulas):
            continue  # free variables: what holds everywhere holds here, and points are tried until one is admitted
        else:
            return [Setup(reduced, general=False, met=False)]
    setups = _combine(reduced, choices, sizes, seed)
    if not (isinstance(reduced.goal, Rel) and reduced.goal.op == "="):
        setups += _freed(setups[0], choices)
    joint = all(system.joint for system in systems)
    return [replace(s, systems=tuple(systems), general=s.general and joint) for s in setups]


def _with_pseudoinverses(
    problem: Problem, inverses: dict[str, Expr], sizes: Mapping[str, int], seed: int
) -> Iterator[Setup]:
    """Points where pseudoinverses are computed from matrices of full rank, and from others.

    What else is said of a pseudoinverse is left to chance. The points of a rank are few beside those of a higher one, so that
    no family covers all of them.
    """
    rest = [f for f in untied(problem.hypotheses, inverses) if not _formula_names(f) & inverses.keys()]
    for setup in arrange(replace(problem, hypotheses=tuple(rest)), sizes, seed):
        lower = (_of_lower_rank(problem, setup, rest, inverses, sizes, seed, how) for how in (centered, with_centered_rows))
        for members in (setup.members, *lower):
            if members is None or not setup.met:
                continue
            made = dict(members)
            for name, matrix in inverses.items():
                made[name] = build.pinv(substitute(matrix, made))
            families = {**setup.families, **dict.fromkeys(inverses, "pseudoinverse")}
            yield replace(setup, problem=problem, members=made, families=families, general=False)
        if not setup.met:
            yield replace(setup, problem=problem)


def _of_lower_rank(
    problem: Problem,
    setup: Setup,
    rest: list[Formula],
    inverses: Mapping[str, Expr],
    sizes: Mapping[str, int],
    seed: int,
    how: Callable[[Expr], Expr | None],
) -> dict[str, Expr] | None:
    """Matrices of lower rank in the place of those that are inverted, where the hypotheses allow it."""
    shapes = dict(problem.variables)
    names = {n for a in inverses.values() for n in _expr_names(a)} & shapes.keys() - inverses.keys()
    lower = {n: how(setup.members.get(n, build.var(n, shapes[n]))) for n in sorted(names)}
    lower = {n: e for n, e in lower.items() if e is not None}
    choice = {n: (FREE, lower.get(n, setup.members.get(n, build.var(n, s)))) for n, s in problem.variables}
    if not lower or setup.systems or not _holds(problem, choice, rest, sizes, seed):
        return None
    return {**setup.members, **lower}


def _freed(first: Setup, choices: list[tuple[list[Choice], list[Formula]]]) -> list[Setup]:
    """Free variables for what only inequalities restrict: a family of theirs may be one part of the admitted points."""
    tight = {n for fitting, formulas in choices for n in fitting[0] if all(map(_open_condition, formulas))}
    tight &= first.members.keys()
    if not tight:
        return []
    members = {n: made for n, made in first.members.items() if n not in tight}
    return [replace(first, members=members, families={**first.families, **dict.fromkeys(tight, "free")})]


def with_goal(setup: Setup, problem: Problem) -> Setup:
    """Return a setup for another problem with the same hypotheses and variables."""
    return replace(setup, problem=_without_definitions(problem))


def _system(problem: Problem, names: list[str], formulas: list[Formula], jointly: bool) -> AffineSystem | None:
    """The equalities of a group as an affine system (`jointly`: in all its variables); inequalities are left to chance, and to certification."""
    shapes = {n: s for n, s in problem.variables if n in names}
    try:
        residuals = [_residual(f) for f in formulas if not _open_condition(f)]
    except DeriveError:
        return None
    known = [r for r in residuals if r is not None]
    if not known or len(known) < len(residuals) or _index_names(known, problem):
        return None
    system = affine_system(known, shapes)
    return None if jointly and system is not None and not system.joint else system


def _quadric(problem: Problem, names: list[str], formulas: list[Formula]) -> Quadric | None:
    """The equalities of a group as equations of degree two."""
    equalities = [f for f in formulas if not _open_condition(f)]
    if _index_names([e for f in equalities for e in formula_exprs(f)], problem):
        return None
    return quadric(equalities, {n: s for n, s in problem.variables if n in names})


def _index_names(exprs: list[Expr], problem: Problem) -> bool:
    """Whether a quantified index occurs (an equation for each of its values is not formed here)."""
    names = {n for n, _, _ in problem.indices}
    return any(names & _size_names(d) for e in exprs for node in walk(e) for d in node.data)


def _without_definitions(problem: Problem) -> Problem:
    """Substitute variables that a hypothesis ``variable = expression`` defines."""
    shapes = dict(problem.variables)
    used = {n for f in (*problem.hypotheses, problem.goal) for n in _formula_names(f)} & shapes.keys()
    reduced = eliminate(problem, known=set())
    left = tuple((n, s) for n, s in reduced.variables if n in used and n not in _gone(problem, reduced))
    return Problem(
        left, reduced.functions, reduced.indices, reduced.sizes, reduced.rules, reduced.hypotheses, reduced.goal
    )


def _gone(before: Problem, after: Problem) -> set[str]:
    old = {n for f in (*before.hypotheses, before.goal) for n in _formula_names(f)}
    new = {n for f in (*after.hypotheses, after.goal) for n in _formula_names(f)}
    return old - new


def _formula_names(formula: Formula) -> set[str]:
    return {name for e in formula_exprs(formula) for name in _expr_names(e)}


def _expr_names(e: Expr) -> set[str]:
    return {node.data[0] for node in walk(e) if node.op == "var"}


def _trivial(formula: Formula) -> bool:
    return isinstance(formula, Rel) and formula.op == "=" and formula.lhs == formula.rhs


def _variables(formula: Formula, problem: Problem) -> set[str]:
    bound = {n[0] for n in formula.names} if isinstance(formula, Quantified) else set()
    return (_formula_names(formula) & {n for n, _ in problem.variables}) - bound


def _groups(formulas: list[Formula], problem: Problem) -> list[tuple[list[str], list[Formula]]]:
    """Hypotheses that share variables belong together."""
    groups: list[tuple[set[str], list[Formula]]] = []
    for formula in formulas:
        names, members = _variables(formula, problem), [formula]
        rest = []
        for other_names, other in groups:
            if other_names & names:
                names, members = names | other_names, other + members
            else:
                rest.append((other_names, other))
        groups = [*rest, (names, members)]
    return [([name for name, _ in problem.variables if name in names], members) for names, members in groups]


def _fitting(
    problem: Problem, names: list[str], formulas: list[Formula], sizes: Mapping[str, int], seed: int
) -> list[Choice]:
    """Return choices of families for the variables of one group that satisfy its hypotheses at random parameters.

    The first found is the most general; of a family with a twin and of several variables there are others, which cover more together.
    """
    key = (tuple(names), tuple(formulas), problem.variables, problem.indices, tuple(sorted(sizes.items())), seed)
    if key not in _fitted:
        if len(_fitted) > MAX_FITTED:
            _fitted.clear()
        _fitted[key] = list(_fit(problem, names, formulas, sizes, seed))
    return _fitted[key]


def _fit(
    problem: Problem, names: list[str], formulas: list[Formula], sizes: Mapping[str, int], seed: int
) -> Iterator[Choice]:
    shapes = dict(problem.variables)
    tied = _tied(problem, names, formulas, sizes, seed)
    if tied is not None:
        yield tied
        return
    options = []
    for name in names:
        alone = [f for f in formulas if _variables(f, problem) == {name}]
        extent = shapes[name].evaluate(sizes)
        among = [f for f in (FAMILIES if len(names) == 1 else _joint(alone)) if f.allows(*extent)]
        fit = (c for c in _members(name, shapes[name], among) if _holds(problem, {name: c}, alone, sizes, seed))
        options.append(list(itertools.islice(fit, None if len(names) == 1 else MAX_JOINT)))
    shared = [f for f in formulas if len(_variables(f, problem)) > 1]
    combinations, found = itertools.product(*(range(len(o)) for o in options)), 0
    for places in itertools.islice(sorted(combinations, key=sum), MAX_COMBINATIONS):
        choice = {name: option[k] for name, option, k in zip(names, options, places, strict=True)}
        if _holds(problem, choice, shared, sizes, seed):
            found += 1
            yield choice
            if found == MAX_CHOICES or (len(names) == 1 and choice[names[0]][0].name not in TWINS):
                return


def _tied(
    problem: Problem, names: list[str], formulas: list[Formula], sizes: Mapping[str, int], seed: int
) -> Choice | None:
    """A choice where one variable is made of the others: it is above (below) a matrix of theirs, or one is a root of its Gram matrix."""
    shapes = dict(problem.variables)
    for family, name, make in ties(names, formulas, shapes):
        left = [f for f in formulas if name not in _variables(f, problem)]
        fits = [_fitting(problem, group, of_group, sizes, seed) for group, of_group in _groups(left, problem)]
        if not all(fits):
            continue
        choice = {n: (FREE, build.var(n, shapes[n])) for n in names if n != name}
        for fit in fits:
            choice |= fit[0]
        choice[name] = (family, make({n: e for n, (_, e) in choice.items()}))
        if _holds(problem, choice, formulas, sizes, seed):
            return choice
    return None


def _joint(alone: Sequence[Formula]) -> Iterable[Family]:
    """The families to try for one of several variables: those of a list, then the others if it has to fit more."""
    chosen = sorted((f for f in FAMILIES if f.name in JOINT), key=lambda f: JOINT.index(f.name))
    return [*chosen, *(f for f in FAMILIES if f.name not in JOINT)] if alone else chosen


def _members(name: str, shape: Shape, among: Iterable[Family]) -> Iterator[tuple[Family, Expr]]:
    for family in among:
        made = member(family, name, shape)
        if made is not None:
            yield family, made


def _holds(problem: Problem, choice: Choice, formulas: list[Formula], sizes: Mapping[str, int], seed: int) -> bool:
    """Whether the hypotheses hold exactly at five random parameter points."""
    if not formulas:
        return True
    members = {name: made for name, (_, made) in choice.items()}
    shapes = [(n, s) for n, s in problem.variables if n in choice]
    for turn in range(5):
        chance = random.Random(f"{seed} {turn}")
        inputs = realize(members, shapes, sizes, draw(shapes, sizes, chance, bits=6))
        if inputs is None:
            return False
        # balls never show an equality that is not exact, however precise they are
        place = Place(sizes, inputs, precisions=PRECISIONS[:1])
        try:
            if any(not _at_all_indices(place, problem, f) for f in formulas):
                return False
        except (DeriveError, Undefined, Irrational, Uncertain):
            return False
    return True


def _at_all_indices(place: Place, problem: Problem, formula: Formula) -> bool:
    from derive.exact.certification.truth import index_places

    used = {n for e in formula_exprs(formula) for node in walk(e) for d in node.data for n in _size_names(d)}
    for name, low, high in reversed(problem.indices):  # a range may depend on indices before it
        used |= low.names | high.names if name in used else set()
    names = [(n, None, low, high) for n, low, high in problem.indices if n in used]
    return all(formula_truth(inner, formula)[0] is True for inner in index_places(place, names))


def _size_names(datum: object) -> frozenset[str]:
    return getattr(datum, "names", frozenset())


def _combine(
    problem: Problem, choices: list[tuple[list[Choice], list[Formula]]], sizes: Mapping[str, int], seed: int
) -> list[Setup]:
    """Take the most general choice of every group, plus the twin of its family and the other ways to tie variables."""
    setups = [_setup(problem, [fitting[0] for fitting, _ in choices], choices, sizes, seed)]
    for position, (fitting, _) in enumerate(choices):
        if len(fitting[0]) > 1 and not setups[0].general:
            for other in fitting[1:]:
                chosen = [f[0] for f, _ in choices]
                chosen[position] = other
                setups.append(_setup(problem, chosen, choices, sizes, seed))
            continue
        wanted = {TWINS.get(family.name) for family, _ in fitting[0].values()} - {None}
        if wanted:
            twin = next((c for c in fitting if wanted & {f.name for f, _ in c.values()}), None)
            if twin is not None:
                chosen = [f[0] for f, _ in choices]
                chosen[position] = twin
                setups.append(_setup(problem, chosen, choices, sizes, seed))
    return setups


def _setup(
    problem: Problem,
    chosen: list[Choice],
    choices: list[tuple[list[Choice], list[Formula]]],
    sizes: Mapping[str, int],
    seed: int,
) -> Setup:
    members, names, general = {}, {}, True
    for choice, (_, formulas) in zip(chosen, choices, strict=True):
        for name, (family, made) in choice.items():
            names[name] = family.name
            if family.name != "free":
                members[name] = made
        general = general and _covers(problem, choice, formulas, sizes, seed)
    return Setup(problem, members, names, general=general)


def _covers(problem: Problem, choice: Choice, formulas: list[Formula], sizes: Mapping[str, int], seed: int) -> bool:
    """Whether the family has the dimension of the set that the equalities cut out (ranks modulo a random prime)."""
    if all(family.name == "free" for family, _ in choice.values()):
        return True  # what holds at all points holds at the admitted ones
    shapes = {n: s for n, s in problem.variables if n in choice}
    if any(len(set(shapes[n].evaluate(sizes))) == 1 for n, (family, _) in choice.items() if family.name in STIEFEL):
        return False  # the orthogonal group has two parts
    total = sum(int(np.prod(s.evaluate(sizes))) for s in shapes.values())
    try:
        equations = [_residual(f) for f in formulas if not _open_condition(f)]
        if any(e is None for e in equations):
            return False
        if not _irreducible([e for e in equations if e is not None], choice):
            return False
        members = {name: made for name, (_, made) in choice.items()}
        jacobians = [
            substitute(_jacobian(e, n, s), members) for e in equations if e is not None for n, s in shapes.items()
        ]
        cut = _rank(jacobians, len(shapes), sizes, shapes, seed) if jacobians else 0
        images = [_rank([_jacobian(made, n, shapes[n])], 1, sizes, shapes, seed) for n, made in members.items()]
    except (DeriveError, Undefined, Irrational):
        return False
    return sum(images) == total - cut


STIEFEL = {"orthonormal columns", "orthonormal rows"}
QUADRICS = {"unit norm", "rotation", "reflection"} | STIEFEL


def _irreducible(equations: list[Expr], choice: Choice) -> bool:
    """Whether equal dimensions suffice: affine equations, or quadrics that are the sphere, the orthogonal group or a Stiefel manifold.

    Other sets may have several components of one dimension (``S x = c x`` is solved by x = 0 and by eigenvectors).
    """
    families = {family.name for family, _ in choice.values()}
    most = 2 if len(choice) == 1 and families <= QUADRICS else 1
    degrees = [degree_in(_without_norm(e), *choice) for e in equations]
    return all(d is not None and d <= most for d in degrees)


def _without_norm(equation: Expr) -> Expr:
    """|x| - c is as good as |x|^2 - c^2 for a constant c."""
    for node in walk(equation):
        if node.op == "norm" and rewrites.derived(node) is not None and node.data[0] in ("2", "F"):
            squares = build.trace(build.matmul(build.transpose(node.args[0]), node.args[0]))
            if equation.op == "add" and node in equation.args:
                return build.add(squares, *(a for a in equation.args if a != node))
    return equation


def _open_condition(formula: Formula) -> bool:
    return isinstance(formula, Rel) and formula.op in ("<", "<=", ">", ">=", "!=")


def _residual(formula: Formula) -> Expr | None:
    if isinstance(formula, Rel) and formula.op == "=":
        lhs, rhs = formula.lhs, formula.rhs
        if rhs.shape.is_scalar and not lhs.shape.is_scalar:
            rhs = build.scale(rhs, build.ones(lhs.shape.rows, lhs.shape.cols))
        return build.sub(lhs, rhs)
    return None


def _jacobian(expr: Expr, name: str, shape: Shape) -> Expr:
    return build.deriv(expr, name, build.var(name, shape))


def _rank(blocks: list[Expr], per_row: int, sizes: Mapping[str, int], shapes: Mapping[str, Shape], seed: int) -> int:
    """Rank modulo a prime, at random parameters, of blocks arranged in rows of ``per_row``."""
    ring = tower(1, 1, seed, (2, 3, 5))[0]
    chance = np.random.default_rng(seed)
    variables = {n: chance.integers(1, ring.p, (1, *s.evaluate(sizes))) for n, s in shapes.items()}
    evaluator = Evaluator(ring, Env(sizes, variables), Budget(20_000_000))
    arrays = [evaluator.value(b)[0] for b in blocks]
    if not ring.valid.all():
        raise Undefined("a parameter point")
    rows = [np.concatenate(arrays[k : k + per_row], axis=1) for k in range(0, len(arrays), per_row)]
    return modular_rank(np.concatenate(rows, axis=0), ring.p)


def modular_rank(a: Array, p: int) -> int:
    """Rank of an integer matrix modulo a prime."""
    from flint import nmod_mat

    return int(nmod_mat(a.shape[0], a.shape[1], [int(x) for x in a.reshape(-1)], p).rank()) if a.size else 0


# Points.


def draw(
    shapes: list[tuple[str, Shape]],
    sizes: Mapping[str, int],
    chance: random.Random,
    *,
    bits: int = 3,
    density: float = 1.0,
) -> dict[str, Array]:
    """Random rational parameters: integers of the given size, some of them zero."""
    inputs = {}
    for name, shape in shapes:
        rows, columns = shape.evaluate(sizes)
        if rows * columns > 20_000:
            raise NotSupported(f"the variable {name} has {rows * columns} entries")
        array = np.empty((1, rows, columns), dtype=object)
        for k in range(rows * columns):
            array.reshape(-1)[k] = fmpq(chance.randint(-(2**bits), 2**bits) if chance.random() < density else 0)
        inputs[name] = array
    return inputs


def realize(
    members: Mapping[str, Expr],
    shapes: list[tuple[str, Shape]],
    sizes: Mapping[str, int],
    parameters: Mapping[str, Array],
) -> dict[str, Array] | None:
    """Return the variables at given parameters, None if a member has no rational value there."""
    evaluator = Evaluator(ExactRing(), Env(sizes, parameters), Budget(2_000_000))
    inputs = {}
    for name, _ in shapes:
        try:
            value = evaluator.value(members[name]) if name in members else parameters[name]
        except (Undefined, Irrational):
            return None
        if any(isinstance(x, Surd) for x in value.flat):
            return None
        inputs[name] = value
    return inputs


def to_matrix(array: Array) -> Matrix:
    """The first point of a batch of rationals, as rows of fractions."""
    return tuple(tuple(to_fraction(x) for x in line) for line in array[0])


def solved(
    system: AffineSystem | Sequences, ring: PrimeRing, sizes: Mapping[str, int], points: dict[str, Array], seed: int
) -> dict[str, Array]:
    """Points of a prime field at which a system holds; those without a solution are discarded."""
    if isinstance(system, AffineSystem):
        return solve(system, ring, sizes, points, seed) or points
    found = solve_sequences(system, ring, sizes, points)
    if found is None:
        ring.valid[:] = False
    return found or points


def make_point(
    setup: Setup, sizes: Mapping[str, int], parameters: Mapping[str, Array], seed: int = 0, spread: int = 1
) -> Point | None:
    """Return the point of the problem's variables at given parameters."""
    ring = ExactRing()
    inputs = realize(setup.members, list(setup.problem.variables), sizes, parameters)
    for system in setup.systems:
        if inputs is None:
            return None
        if isinstance(system, Quadric):
            inputs = solve_quadric(system, sizes, inputs, seed)
        elif isinstance(system, Sequences):
            inputs = solve_sequences(system, ring, sizes, inputs)
        else:
            inputs = solve(system, ring, sizes, inputs, seed, spread)
    return None if inputs is None else Point(dict(sizes), {name: to_matrix(a) for name, a in inputs.items()})


__all__ = ["Setup", "arrange", "draw", "make_point", "modular_rank", "realize", "solved", "to_matrix", "with_goal"]
