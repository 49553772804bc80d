r"""From a statement to typed problems: one per link of a chain, with the other readings that the text allows.

The default reading follows the conventions.  If it has no type, the other bracketings of ``\otimes`` and ``\odot``
against juxtaposition are tried, and the other layout of derivatives; if it has one, another bracketing that also
types and differs is an alternative reading.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from derive import build as b
from derive.core import Expr, Formula, Logic, Problem, Quantified, Rel, SizeRules, formula_exprs, walk
from derive.errors import DeriveError, NameProblem, NotSupported, ShapeProblem, SyntaxProblem
from derive.language import bigops
from derive.language.declare import finished, formula_terms, strip_text
from derive.language.derivatives import differentials_of
from derive.language.domains import read_domain
from derive.language.expand import bound_indices, formula_names, map_formula_sizes, size_names, split_formula
from derive.language.expressions import Reader
from derive.language.names import bare, base_key, bracket, whole_key
from derive.language.options import Options
from derive.language.relations import COMPARISONS, link
from derive.language.scope import Scope
from derive.language.syntax import Syn
from derive.language.terms import latex_of, realize
from derive.sizes import Shape, Size

LOGIC = ("implies", "iff", "and", "or")
NO_FLAGS: frozenset[str] = frozenset()
BRACKETINGS = (frozenset({"kron"}), frozenset({"hadamard"}), frozenset({"kron", "hadamard"}))


@dataclass(frozen=True, slots=True)
class Typed:
    """One typed relation.

    Attributes:
        problem: The default reading (the first that types).
        statement: The relation as written.
        readings: If the text allows several: (name, problem), the default first; a reading without a type has None.
        understood: LaTeX of the typed statement, with all inferred sizes.
    """

    problem: Problem
    statement: Syn
    readings: tuple[tuple[str, Problem | None], ...] = ()
    understood: str = ""

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
    return [_typed(part, scope, options, conditions) for part in statement_links(statement)]


@dataclass(frozen=True, slots=True)
class Part:
    """One relation of a block, with what else is said of it.

    Attributes:
        link: The relation: one link of a chain.
        statement: The whole statement it comes from.
        conditions: Statements that govern it: existence and universal prefixes, remarks, conditions on indices.
    """

    link: Syn
    statement: Syn
    conditions: tuple[Syn, ...] = ()


def block_parts(trees: Sequence[Syn], scope: Scope) -> list[Part]:
    r"""Cut the statements of one block into links; conditions on indices (``i \ne j``) govern all of them.

    Raises:
        SyntaxProblem: A statement is no relation.
    """
    found: list[Part] = []
    waiting: list[Syn] = []
    whole = [t for t in trees if is_condition(t, scope) and not is_remark(t)]
    whole = whole if len(whole) < len(trees) else []
    for k, tree in enumerate(trees):
        if tree in whole or (k and is_remark(tree)):
            continue
        if is_existence(tree):
            waiting.append(tree)
            continue
        following = trees[k + 1 :]
        remarks = [t for t in following[: next((n for n, t in enumerate(following) if not is_remark(t)), len(following))]]
        conditions = (*waiting, *whole, *remarks)
        found += [Part(link, tree, conditions) for link in statement_links(tree)]
        waiting = []
    return found


def statement_links(statement: Syn) -> list[Syn]:
    """Return the relations that a statement is made of; words in front of it are dropped.

    Raises:
        SyntaxProblem: It is no relation.
    """
    tree = strip_text(statement)
    if tree is None:
        return []
    while tree.kind == "group" and len(tree.children) == 1 and tree.children[0].kind == "relation":
        tree = tree.children[0]
    if tree.kind != "relation":
        raise SyntaxProblem("a claim must be a relation such as A = B", _position(tree))
    return list(_links(tree))


def elaborate_part(part: Part, scope: Scope, options: Options | None = None) -> Typed:
    """Type one part of a block; the errors are those of `elaborate`."""
    return _typed(part.link, scope, options or scope.options, part.conditions)


def elaborate_block(trees: Sequence[Syn], scope: Scope, options: Options | None = None) -> list[Typed]:
    """Type the statements of one block; the errors are those of `elaborate`."""
    return [elaborate_part(part, scope, options) for part in block_parts(trees, scope)]


def is_remark(tree: Syn) -> bool:
    r"""Return whether a statement is a condition on the one before it: ``\text{as } h \to 0``, ``\text{if } n \ge 2``."""
    if tree.kind != "relation" or tree.children[0].kind != "juxt":
        return False
    first = tree.children[0].children[0]
    return first.kind == "text" and first.value.strip() in ("as", "if", "for", "for all", "when", "whenever", "with", "where")


def is_existence(tree: Syn) -> bool:
    r"""Return whether a statement opens an existence claim: ``\exists T \in \mathbb{R}^{m \times n} :``."""
    if tree.kind != "relation" or tree.value != "in" or tree.children[0].kind != "juxt":
        return False
    first = tree.children[0].children[0]
    return first.kind == "quantifier" and first.value == "exists"


def is_condition(tree: Syn, scope: Scope) -> bool:
    r"""Return whether a statement only restricts undeclared indices, such as ``i \ne j`` or ``1 \le i < j``."""
    if tree.kind != "relation" or any(w not in COMPARISONS for w in tree.value.split()):
        return False
    letters = 0
    for _, node in tree.walk():
        if node.kind in ("relation", "num", "add", "empty"):
            continue
        key = base_key(node)
        if key is None or node.kind != "name":
            return False
        symbol = scope.find(key)
        if symbol is not None and symbol.kind not in ("size", "index"):
            return False
        letters += symbol is None
    return letters > 0


def _position(syn: Syn) -> int | None:
    return syn.span[0] if syn.span[0] >= 0 else None


def _links(tree: Syn) -> Iterator[Syn]:
    """Split a chain into its links; an implication stays whole, the parts of an 'and' are links of their own."""
    words = tree.value.split()
    if all(w == "and" for w in words):
        for child in tree.children:
            yield from _links(child) if child.kind == "relation" else (child,)
        return
    if any(w in LOGIC for w in words):
        yield tree
        return
    for k, word in enumerate(words):
        left, right = tree.children[k], tree.children[k + 1]
        if word == "in" and left.kind == "list":
            for part in left.children:
                yield Syn("relation", word, (part, right), (part.span[0], right.span[1]))
        else:
            yield Syn("relation", "=" if word == "assign" else word, (left, right), (left.span[0], right.span[1]))


# Readings.


def _typed(part: Syn, scope: Scope, options: Options, conditions: Sequence[Syn]) -> Typed:
    def attempt(flags: frozenset[str], layout: str | None = None) -> tuple[Problem | None, DeriveError | None, Reader]:
        used = options if layout is None else replace(options, layout=layout)
        reader = Reader(scope, used, tight=flags)
        try:
            return _problem(reader, part, conditions), None, reader
        except ShapeProblem as problem:
            return None, problem, reader

    problem, error, reader = attempt(NO_FLAGS)
    flags = BRACKETINGS if reader.bracketings else ()
    if problem is not None:
        readings = [("as the precedence says", problem)]
        for k, tight in enumerate(flags):
            other, _, _ = attempt(tight)
            if other is not None and all(alpha_key(other) != alpha_key(p) for _, p in readings):
                readings.append((f"{' and '.join(sorted(tight))} binding tighter", other))
            del k
        return _result(part, problem, readings if len(readings) > 1 else [])
    assert error is not None
    for tight in (*flags, *((frozenset({"scalar-shape"}),) if reader.by_scalar else ())):
        other, _, _ = attempt(tight)
        if other is not None:
            note = "read in the only bracketing that has a type" if "scalar-shape" not in tight else (
                "the derivative by a scalar has the shape of the function"
            )
            return _result(part, replace(other, notes=(*other.notes, note)), [])
    if options.layout == "numerator":
        other, _, _ = attempt(NO_FLAGS, "gradient")
        if other is not None:
            return _result(part, other, [("numerator layout", None), ("gradient layout", other)])
    elif options.layout == "gradient":
        other, _, _ = attempt(NO_FLAGS, "numerator")
        if other is not None:
            return _result(part, other, [("gradient layout", None), ("numerator layout", other)])
    raise error


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
    return [_problem(Reader(scope, used, tight=tight), part, conditions) for part in statement_links(statement)]


def _result(part: Syn, problem: Problem, readings: Sequence[tuple[str, Problem | None]]) -> Typed:
    from derive.language.core_latex import formula_to_latex

    return Typed(problem, part, tuple(readings), formula_to_latex(problem.goal))


def alpha_key(problem: Problem) -> tuple[object, ...]:
    """Return a key that is equal for problems which differ in the names of bound variables only."""
    return formula_key(problem.goal), tuple(formula_key(h) for h in problem.hypotheses), problem.indices


def formula_key(f: Formula) -> tuple[object, ...]:
    """Return a key of a formula up to the names of bound variables."""
    lines: list[str] = []
    seen: dict[Expr, int] = {}

    def of(g: Formula) -> str:
        if isinstance(g, Rel):
            return f"{g.op} {expr(g.lhs)} {expr(g.rhs)} {g.data}"
        if isinstance(g, Logic):
            return f"{g.op}({', '.join(of(a) for a in g.args)})"
        return f"{g.kind} {g.names} {of(g.body)}"

    def expr(e: Expr) -> int:
        for node in walk(e):
            if node not in seen:
                data = [of(d) if isinstance(d, (Rel, Logic, Quantified)) else str(d) for d in node.data]
                seen[node] = len(seen)
                lines.append(f"{node.op} {data} {[seen[a] for a in node.args]} {node.shape}")
        return seen[e]

    lines.append(of(f))
    numbers: dict[str, str] = {}
    text = "\n".join(lines)
    return (re.sub(r"~\d+", lambda m: numbers.setdefault(m.group(), f"~{len(numbers)}"), text),)


# Problems.


def _problem(r: Reader, part: Syn, conditions: Sequence[Syn]) -> Problem:
    names = [name for c in conditions if is_existence(c) for name in _introduce(r, c)]
    r.tending = [_tending(r, t) for c in conditions if (t := strip_text(c)) is not None and t.value == "to"]
    r.differentials = differentials_of(r, part)
    build = _goal(r, part)
    others = [t for c in conditions if not is_existence(c) and (t := strip_text(c)) is not None and t.value != "to"]
    built = [formula_terms(r, c) for c in others]
    r.u.finish()
    goal = build()
    stated = [c() for c in built]
    if names:
        definitions = r.definitions()
        goal = Quantified("exists", tuple(names), definitions.expand_formula(goal))
    return assemble(r, goal, stated)


def _introduce(r: Reader, tree: Syn) -> list[tuple[str, Shape]]:
    """Bind the matrices of an existence claim."""
    domain = read_domain(r.scope, tree.children[1], declare=False)
    if domain is None or domain.kind != "matrix" or domain.bounds or domain.simplex:
        raise NotSupported("existence in this set", _position(tree))
    found = []
    for name in tree.children[0].children[1:]:
        key = whole_key(name)
        if key is None:
            raise SyntaxProblem("a name was expected", _position(name))
        core = b.fresh(key.plain)
        r.local[key] = (core, domain.shape)
        found.append((core, domain.shape))
    return found


def _tending(r: Reader, tree: Syn) -> tuple[str, str]:
    r"""Read ``h \to 0``: the name and where it tends."""
    target = bigops.limit_point(tree.children[1])
    key = whole_key(tree.children[0])
    symbol = r.scope.find(key) if key is not None else None
    if symbol is None or symbol.kind not in ("var", "size") or target is None:
        raise NotSupported("this limit", _position(tree))
    r.mention(symbol)
    return symbol.core, target


def _goal(r: Reader, part: Syn) -> Callable[[], Formula]:
    words = part.value.split()
    if any(w in LOGIC for w in words):
        return _logic(r, part, words)
    if len(words) > 1:
        parts = [_goal(r, p) for p in _links(part)]
        return lambda: Logic("and", tuple(p() for p in parts))
    word, left, right = words[0], part.children[0], part.children[1]
    if word in ("in",):
        return _membership(r, left, right)
    if word in ("=", "in") and _landau(r, right) is not None:
        return _asymptotic(r, left, right)
    if word in COMPARISONS:
        # Both sides before the typing, so that each can tell the sizes of the other.
        return formula_terms(r, part)
    if word == "to" and r.tending:
        lhs, rhs = r.read(left), r.read(right)
        link(r, "=", lhs, rhs)
        lhs, rhs = (r.a.like(t, o) if t.zero else t for t, o in ((lhs, rhs), (rhs, lhs)))
        return lambda: Rel("to", realize(lhs), realize(rhs), r.tending[0])
    if word == "to":
        raise NotSupported("a limit without \\lim: write \\lim_{h \\to 0} f = L", _position(part))
    raise NotSupported(f"the relation {word}", _position(part), "\\approx needs a stated order" if word == "approx" else None)


def _logic(r: Reader, part: Syn, words: Sequence[str]) -> Callable[[], Formula]:
    if len(set(words)) != 1 or (len(words) > 1 and words[0] in ("implies", "iff")):
        raise NotSupported("several logical words in one claim; write several claims", _position(part))
    built = []
    for k, child in enumerate(part.children):
        inner = strip_text(child)
        if inner is None or inner.kind != "relation":
            raise SyntaxProblem("a relation was expected on both sides", _position(child))
        built.append(_premise(r, inner) if words[0] == "implies" and k == 0 else _goal(r, inner))
    return lambda: Logic(words[0], tuple(f() for f in built))


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


def _membership(r: Reader, left: Syn, right: Syn) -> Callable[[], Formula]:
    domain = read_domain(r.scope, right, declare=False)
    if domain is None or domain.kind != "matrix":
        raise NotSupported("membership in this set", _position(right))
    term = r.read(left)
    shape = domain.shape

    def build() -> Formula:
        value = realize(term)
        formulas: list[Formula] = [Rel("shape", value, b.zeros(shape.rows, shape.cols))]
        if value.shape.totals == shape.totals:
            formulas += domain.conditions(value)
        return formulas[0] if len(formulas) == 1 else Logic("and", tuple(formulas[1:] if shape.is_scalar else formulas))

    return build


def _landau(r: Reader, right: Syn) -> tuple[str, Syn] | None:
    """Return (symbol, argument) of ``O(...)``."""
    if right.kind != "juxt" or len(right.children) != 2:
        return None
    key, inner = base_key(right.children[0]), bracket(right.children[1])
    if key is None or key.plain not in ("O", "o", "Theta") or inner is None or len(inner[0]) != 1:
        return None
    return (key.plain, inner[0][0]) if r.scope.find(key) is None else None


def _asymptotic(r: Reader, left: Syn, right: Syn) -> Callable[[], Formula]:
    """Read ``f = O(g)``: as the one size of g grows, or its one scalar variable vanishes."""
    found = _landau(r, right)
    assert found is not None
    op, argument = found
    a, c = r.a.need_scalar("the left side", r.read(left)), r.a.need_scalar("the argument", r.read(argument))
    if r.tending:
        return lambda: Rel(op, realize(a), realize(c), r.tending[0])
    symbols = {s.core: s for _, n in argument.walk() for k in [base_key(n)] if k is not None for s in [r.scope.find(k)] if s}
    scripts = {s.core: s for _, n in argument.walk() for f in [r.find(n)] if f and hasattr(f[0], "core") for s in [f[0]]}
    tending = [s for s in {**symbols, **scripts}.values() if s.kind == "size" or (s.kind == "var" and s.shape.is_scalar)]
    if len(tending) != 1:
        raise NotSupported("an order without a single size or scalar that it is about", _position(right))
    where = "infinity" if tending[0].kind == "size" else "zero"
    r.note(f"the order is meant as {tending[0].latex} tends to {where}")
    return lambda: Rel(op, realize(a), realize(c), (tending[0].core, where))


# Assembly.


def assemble(r: Reader, goal: Formula, stated: Sequence[Formula] = ()) -> Problem:
    """Expand all definitions and collect what the problem speaks of."""
    definitions = r.definitions()
    goal = definitions.expand_formula(goal)
    free = {i.core: i.range(r.u) for i in r.indices.free.values()}
    for core, symbol in r.indices.declared.items():
        free[core] = symbol.indices[0][1:]
    hypotheses = [definitions.expand_formula(f) for f in stated] + _connected(r, goal)
    if r.composite:
        hypotheses = [split_formula(f, r.composite) for f in hypotheses]
    indices = tuple((name, low, high) for name, (low, high) in free.items())
    formulas = [goal, *hypotheses]
    exprs = [e for f in formulas for e in formula_exprs(f)]
    variables: dict[str, Shape] = {}
    functions: dict[str, tuple[tuple[Shape, ...], Shape]] = {}
    names = set().union(*(formula_names(f) for f in formulas))
    for e in exprs:
        for node in walk(e):
            if node.op == "var" and node.data[0] in names:
                variables.setdefault(node.data[0], node.shape)
            elif node.op == "fun":
                functions.setdefault(node.data[0], (tuple(a.shape for a in node.args), node.shape))
    sizes = _sizes(formulas, exprs, indices)
    rules, sizes = _rules(r.scope, sizes)
    return Problem(
        tuple(sorted(variables.items())),
        tuple((name, *kind) for name, kind in sorted(functions.items())),
        indices,
        tuple(sorted(sizes)),
        rules,
        tuple(hypotheses),
        goal,
        tuple(r.notes),
    )


def _connected(r: Reader, goal: Formula) -> list[Formula]:
    """Return the hypotheses that speak, directly or through others, of the variables of the goal."""
    definitions = r.definitions()
    names = set(formula_names(goal))
    waiting = [definitions.expand_formula(h.formula) for h in r.scope.all_hypotheses()]
    order = {id(f): k for k, f in enumerate(waiting)}
    chosen: list[Formula] = []
    while True:
        found = [f for f in waiting if formula_names(f) & names or not formula_names(f)]
        if not found:
            return sorted(chosen, key=lambda f: order[id(f)])
        waiting = [f for f in waiting if all(f is not g for g in found)]
        chosen += found
        names.update(*(formula_names(f) for f in found))


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


def _rules(scope: Scope, sizes: set[str]) -> tuple[SizeRules, set[str]]:
    """Return the restrictions on the sizes that occur (directly or through relations)."""
    relations = scope.all_relations()
    chosen: list[tuple[str, Size]] = []
    sizes = set(sizes)
    while True:
        found = [rel for rel in relations if rel not in chosen and rel[1].names & sizes]
        if not found:
            break
        chosen += found
        for _, size in found:
            sizes |= size.names
    ordered = tuple(rel for rel in dict.fromkeys(relations) if rel in chosen)
    least = tuple(sorted((n, low) for n, low in scope.all_least().items() if n in sizes and low > 1))
    return SizeRules(least, ordered), sizes


__all__ = [
    "Part", "Typed", "alpha_key", "assemble", "bare", "bigops", "block_parts", "elaborate", "elaborate_block",
    "elaborate_part", "finished", "is_condition", "latex_of", "link", "map_formula_sizes", "NameProblem",
]  # fmt: skip
