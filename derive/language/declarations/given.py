r"""Reading given blocks: shapes, definitions, functions, sizes, conventions; everything else is a hypothesis."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

from derive.errors import DeriveError, NameProblem, NotSupported, SyntaxProblem
from derive.language.declarations.assume import assume, restricted_number, strip_text
from derive.language.declarations.constants import with_constants
from derive.language.declarations.conventions import commutation_convention
from derive.language.declarations.declare import UndeclaredArgument, declare, function_type
from derive.language.declarations.declared_entries import of_entries
from derive.language.declarations.define import UndeclaredIndex, define, with_index
from derive.language.declarations.equations import check_depends, redefinition
from derive.language.declarations.family_members import as_equations, speaks_ahead
from derive.language.declarations.fixed_indices import summed_letters
from derive.language.declarations.function_properties import of_functions
from derive.language.declarations.governing import GOVERNING, Stated, governed_statements
from derive.language.declarations.implied_arguments import with_arguments, with_typed_arguments
from derive.language.declarations.independence import with_independence
from derive.language.declarations.index_letters import of_index_letters
from derive.language.declarations.labelled_points import is_labelled
from derive.language.declarations.laws import stated_law
from derive.language.declarations.left_sides import untransposed, without_logarithm
from derive.language.declarations.listed import of_lists
from derive.language.declarations.listed_numbers import with_listed_numbers
from derive.language.declarations.moving_names import with_times
from derive.language.declarations.order import declared, declared_first, domain_or_none, is_inequality
from derive.language.declarations.parts_of_names import is_part, part_of
from derive.language.declarations.placeholders import with_argument
from derive.language.declarations.properties import Named, check_named, with_properties
from derive.language.declarations.recursions import MAY_BE, at_all_places, declarations, sequences
from derive.language.declarations.shown_members import of_shown
from derive.language.declarations.size_rules import declare_sizes, ranged_names, size_definition, size_relation
from derive.language.declarations.summed_members import of_sums
from derive.language.declarations.transposed_primes import with_marks
from derive.language.declarations.worded_claims import with_worded_claims
from derive.language.declarations.worded_shapes import with_worded_shapes
from derive.language.derivatives.declared_differentials import with_new_names
from derive.language.functions.called_entries import with_entries
from derive.language.functions.operators import is_function
from derive.language.functions.square_brackets import rounded
from derive.language.indices.indices import letters_outside
from derive.language.matrices.ranks import CONVENTION, is_strict, rank_convention
from derive.language.parsing.parser import Statements, parse, statements
from derive.language.parsing.ranges import as_range, of_indices
from derive.language.parsing.unsupported import check_listed
from derive.language.relations.chains import of_chains, shared_types
from derive.language.relations.relations import COMPARISONS
from derive.language.scope.domains import read_domain
from derive.language.scope.families import find_upper, letters_of
from derive.language.scope.marks import MARKED, check_marks, is_derivative
from derive.language.scope.powers import with_roots_of_variables
from derive.language.scope.scope import Scope, Symbol
from derive.language.scope.stated_sets import with_sets
from derive.language.terms.dimensions import UntoldSize
from derive.language.terms.terms import latex_of
from derive.language.tree.names import (
    Key,
    bare,
    base_key,
    bold_word,
    bracket,
    declared_words,
    is_empty,
    is_index_letter,
    splits,
    whole_key,
)
from derive.language.tree.plain_sums import with_indices
from derive.language.tree.quantifiers import prefix_of
from derive.language.tree.short_forms import short_form, with_short_forms
from derive.language.tree.syntax import Syn
from derive.language.tree.triggers import occurs

LETTERS = ("kappa", "rho", "Phi", "phi")
"""Built-in functions whose letters are popular for other things, too."""
LAYERS = ("LN", "LayerNorm", "layernorm", "Layernorm")
"""Built-in functions that an equation may define anew (conventions)."""


def read_given(scope: Scope, text: str, where: str = "") -> Scope:
    """Return the scope with what a given block declares and assumes."""
    front = declarations(scope, text, lambda s, t: _written(s, t)[0]) if MAY_BE.search(text) else ""
    try:
        return _read_given(scope, front + text, where, sequences(front) if front else frozenset())
    except DeriveError as problem:
        if problem.position is not None:
            problem.position = max(problem.position - len(front), 0)
        raise


def _read_given(scope: Scope, text: str, where: str, own: frozenset[Key] = frozenset()) -> Scope:
    written, named = _written(scope, text)
    scope, written = with_sets(scope, written)
    check_listed(written)
    trees = [as_range(tree, scope, quantified=False) or tree for tree in written]
    plain = [strip_text(tree) or tree for tree in trees]
    ranged = {key for tree in plain for key in ranged_names(tree)}
    for tree in plain:
        # Sizes first, so that n >= 2 may stand before the shape that introduces n.
        scope = at(tree, lambda s, t=tree: declare_sizes(s, t, ranged), scope)
    stated = _stated(Statements(trees, written.lines, written.apart), scope)
    trees = [s.tree for s in stated]
    governed = any(s.conditions for s in stated)
    scope = replace(scope, summed=scope.summed | summed_letters(trees))
    sized, contents = set(), _contents(scope, trees)
    for k, tree in enumerate(trees):
        if tree.kind == "relation" and tree.value in ("assign", "=") and not is_part(tree.children[0], contents, scope):
            found = at(tree, lambda s, t=tree: size_definition(s, t) or s, scope)
            if found is not scope:
                sized.add(k)
                scope = found
    order = [k for k in range(len(trees)) if k not in sized]
    early = [k for k in order if _waits(scope, trees, k) or (governed and speaks_ahead(scope, stated, k))]
    waiting = declared_first(scope, stated, [*(k for k in order if k not in early), *early])
    defined = {key for tree in trees for name in _given_names(tree) if (key := whole_key(name))} & contents
    late = [k for k in waiting if _is_late(scope, trees[k], defined)]
    waiting = [*(k for k in waiting if k not in late), *late]
    moved = set[int]()
    while waiting:
        k = waiting[0]
        if _is_of_letters(scope, trees, k):
            scope = replace(scope, waiting=(*scope.waiting, trees[k]))
            waiting.pop(0)
            continue
        try:
            try:
                with _further_down(trees[k + 1 :]):
                    trees[k] = at_all_places(scope, trees[k], own)
                    read = at(trees[k], lambda s, k=k: _governed(s, trees[k], stated[k].conditions, where), scope)
            except (UndeclaredIndex, UntoldSize) as problem:
                ends = problem.ends if isinstance(problem, UndeclaredIndex) else None
                form = short_form(trees[k], scope.find) if ends is None else None
                if form is None and isinstance(problem, UndeclaredIndex):
                    scope = with_index(scope, problem)
                    continue
                if form is None:
                    raise
                read = replace(scope, short=(*scope.short, form))
            except UndeclaredArgument as problem:
                with _further_down(trees[k + 1 :]):
                    scope = at(trees[k], lambda s, k=k, p=problem: with_arguments(s, trees[k], where, p), scope)
                continue
        except FurtherDown as problem:
            first = next((j for j in waiting[1:] if problem.name in _plain(trees[j])), None)
            if first is None or first in moved:
                raise
            moved.add(first)
            waiting.remove(first)
            waiting.insert(0, first)  # ``\\text{where } \\tau > 0``: what is declared behind its use
            continue
        waiting.pop(0)
        new = [symbol for key, symbol in read.symbols.items() if scope.symbols.get(key) is not symbol]
        if any(symbol.params or MARKED.search(symbol.key.plain) for symbol in new):
            check_marks(scope, read, trees[k].span[0])
        _check_read(scope, read, trees[k])
        scope = read
    if named:
        check_named(scope, named)
    return scope


def _stated(written: Statements, scope: Scope) -> list[Stated]:
    """Return what the statements say, each with what governs it."""
    if occurs(GOVERNING, [written]):
        stated = governed_statements(written, scope)
    else:
        plain = zip(map(strip_text, written), written.lines, strict=True)
        stated = [Stated(tree, line) for tree, line in plain if tree is not None]
    if occurs(("script _",), [[s.tree for s in stated]]):
        stated = of_entries(scope, stated)
    return as_equations(scope, stated) if any(s.conditions for s in stated) else stated


def _is_of_letters(scope: Scope, trees: Sequence[Syn], at: int) -> bool:
    r"""Return whether a statement, ``i \ne j``, compares letters that the claims will speak of, and nothing else of the block does."""
    tree = trees[at]
    own = letters_outside([tree]) if of_indices(tree, scope) and "=" not in tree.value.split() else frozenset()
    if len(own) < 2 or any(scope.find(Key("", x)) is not None or not is_index_letter(x) for x in own):
        return False
    defined = [form.right for form in scope.short]
    others = [t for k, t in enumerate(trees) if k != at and not any(d is t.children[-1] for d in defined if t.children)]
    return not own & letters_outside(others)


TRACES = (
    "symbols", "hypotheses", "settled", "least", "relations", "conventions", "factorings", "units", "fixed", "laws", "short",
    "waiting",
)  # fmt: skip
"""What a statement may add to a scope."""


def _check_read(before: Scope, after: Scope, tree: Syn) -> None:
    """Refuse a statement that nothing was made of, so that none is ignored silently; what is said again is no such one.

    Raises:
        NotSupported: Declarations, definitions, hypotheses, ranges and conventions are what they were.
    """
    if any(getattr(before, name) != getattr(after, name) for name in TRACES):
        return
    words = tree.value.split()
    again = words[-1:] == ["in"] or size_relation(before, tree, words) is not None
    if not again and (commutation_convention(before, tree), rank_convention(before, tree)) == (None, None):
        raise NotSupported("a statement of which nothing is read", tree.span[0])


class FurtherDown(NameProblem):
    """A name that a later statement of the block declares."""

    name = ""


def _plain(tree: Syn) -> set[str]:
    return {key.plain for key in declared(tree)}


@contextmanager
def _further_down(later: Sequence[Syn]) -> Iterator[None]:
    """Say of a name that is not declared yet that a later statement declares it."""
    try:
        yield
    except (NameProblem, NotSupported) as problem:
        word, told, _ = problem.message.partition(" is not declared")
        word = word.removeprefix("the argument ").partition(" of ")[0].removesuffix(r"^\top")
        key = whole_key(parse(word)) if told and "\\" in word else None
        name = word if key is None else key.plain
        below = {n for tree in later for n in _plain(tree)}
        name = name.partition("^")[0] if name not in below else name  # \mathcal{N}(0, \sigma^2), \quad \sigma > 0
        if not told or name not in below:
            raise
        hint = "put its declaration in front of what uses it"
        found = FurtherDown(f"{name} is declared further down in this block", problem.position, hint)
        found.name = name
        raise found from problem


def _waits(scope: Scope, trees: Sequence[Syn], at: int) -> bool:
    r"""Return whether an inequality stands in front of the declaration of what it restricts: ``L > 0, L \in \mathbb{R}``."""
    tree = trees[at]
    if not is_inequality(tree):
        return False
    sides = [{split.key for split in splits(side)} for side in tree.children if side.kind != "juxt"]
    keys = {key for side in sides if all(scope.find(k) is None for k in side) for key in side}
    earlier, later = (
        {
            whole_key(name)
            for other in part
            if other.kind == "relation" and other.value == "in"
            for name in (other.children[0].children if other.children[0].kind == "list" else other.children[:1])
        }
        for part in (trees[:at], trees[at + 1 :])
    )
    return bool(keys & (later - earlier))


def _written(scope: Scope, text: str) -> tuple[Statements, list[Named]]:
    r"""Read the statements; ``\mathbf{dP}`` is one name everywhere if it is declared, here or further out."""
    found = _read(scope, text, frozenset())
    words = {w for w in declared_words(k for k in scope.visible() if k.style) if len(w) > 1 and w.isalpha()}
    for tree in found:
        if tree.kind == "relation" and tree.value.split()[0] in ("in", "assign"):
            left = tree.children[0]
            for name in left.children if left.kind == "list" else (left,):
                word = bold_word(name.children[0] if name.kind == "juxt" else name)
                words |= set() if word is None else {word}
    found = _read(scope, text, words) if words else found
    found = Statements(with_new_names(found, scope), found.lines, found.apart)
    names = {key.plain for tree in found for _, node in tree.walk() if (key := base_key(node)) is not None}
    names |= {key.plain for key in scope.visible()}
    placed = with_times(with_listed_numbers(list(zip(found, found.lines, strict=True)), scope), scope.find)
    shown = of_shown(placed, scope, names)
    listed = of_lists(of_index_letters(of_sums(shown, scope), scope), names)
    placed = of_chains(shared_types(listed), names)
    placed, named = with_properties(of_functions(with_independence(with_worded_shapes(placed)), scope))
    placed, of_expressions = with_worded_claims(placed)
    named += of_expressions
    return Statements((tree for tree, _ in placed), (line for _, line in placed), found.apart), named


def _read(scope: Scope, text: str, words: Collection[str]) -> Statements:
    r"""Read the statements with some words as names; ``\doteq`` defines."""
    found = with_marks(statements(text, scope.options.macros, words), scope.options)
    trees = (replace(t, value=t.value.replace("doteq", "assign")) if t.kind == "relation" else t for t in found)
    return Statements(map(with_argument, trees), found.lines)


def _contents(scope: Scope, trees: Sequence[Syn]) -> set[Key]:
    """Return the names of what has parts: matrices, functions and families that the statements declare or define, no sizes."""
    found = set[Key]()
    for tree in trees:
        if tree.kind != "relation":
            continue
        left, last = tree.children[0], tree.value.split()[-1]
        if last == "in":
            domain = domain_or_none(scope, tree.children[-1])
            if domain is not None and domain.kind == "matrix":
                for name in left.children if left.kind == "list" else (left,):
                    found |= {split.key for split in splits(name)}
        elif tree.value in ("assign", "=", "to") and size_definition(scope, tree) is None:
            name = left.children[0] if left.kind == "juxt" and left.children else untransposed(scope, left)[0]
            key = whole_key(name)
            used = {k.plain for _, node in tree.children[1].walk() if (k := base_key(node)) is not None}
            indexed = letters_of(name.children[1]) or [] if name.kind == "script" and is_empty(name.children[2]) else []
            base = base_key(name.children[0]) if indexed and used.issuperset(indexed) else None
            found |= {k for k in (key, base) if k is not None}
    return found


def _given_names(tree: Syn) -> Sequence[Syn]:
    """The names that a statement declares or equates."""
    if tree.kind != "relation" or tree.value not in ("assign", "=", "in"):
        return ()
    left = tree.children[0]
    return left.children if left.kind == "list" else (left,)


def _is_late(scope: Scope, tree: Syn, names: set[Key]) -> bool:
    r"""Return whether a statement equates a part of what the block declares or defines further down: it is read behind that."""
    if tree.kind != "relation" or tree.value != "=":
        return False
    left = tree.children[0]
    return is_part(left, names, scope) and part_of(scope, left) is None


def _governed(scope: Scope, tree: Syn, conditions: Sequence[Syn], where: str) -> Scope:
    """Return the scope with one more statement and what governs it."""
    short = scope.all_short()
    written = (with_short_forms(t, short, scope.find) if short else t for t in (tree, *conditions))
    tree, *conditions = (with_entries(scope, rounded(scope, with_indices(t, scope.find))) for t in written)
    for condition in [] if _is_hypothesis(scope, tree) else conditions:  # \quad (\lambda > 0)
        number = restricted_number(condition)
        if number is not None and scope.find(number) is None:
            stripped = strip_text(condition)
            scope = scope if stripped is None else assume(scope, stripped)
            conditions = [c for c in conditions if c is not condition]
    restrictions = [c for c in conditions if c.kind == "relation"]
    named = [c for c in conditions if c.kind != "relation" and prefix_of(c) is not None]
    if (restrictions or named) and _is_hypothesis(scope, tree):
        return assume(scope, tree, [*restrictions, *named])
    if not restrictions:
        read = read_statement(scope, tree, where)
        return with_roots_of_variables(read) if read.powers else read
    if all(_is_index_range(c) for c in restrictions):
        return _for_all_indices(scope, tree, restrictions, where)
    raise NotSupported("a declaration under a condition", tree.span[0])


def _for_all_indices(scope: Scope, tree: Syn, ranges: Sequence[Syn], where: str) -> Scope:
    r"""Read a declaration or definition for all values of indices: they are declared for this statement alone."""
    own: dict[Key, Symbol] = {}
    for condition in ranges:
        prefix = prefix_of(as_range(condition, Scope.root()) or condition)
        domain = read_domain(scope, condition.children[-1], declare=False)
        if prefix is None or domain is None or domain.kind != "index":
            raise NotSupported("a declaration under a condition", tree.span[0])
        for name in prefix.names:
            key = whole_key(name)
            if key is None:
                raise SyntaxProblem("an index was expected", name.span[0])
            ends = ("", domain.low, domain.high)
            own[key] = Symbol(key, "index", scope.core_name(key), latex_of(name), indices=(ends,))
    read = read_statement(replace(scope, symbols={**scope.symbols, **own}), tree, where)
    symbols = {key: symbol for key, symbol in read.symbols.items() if key not in own}
    return replace(read, symbols={**symbols, **{k: s for k, s in scope.symbols.items() if k in own}})


def _is_hypothesis(scope: Scope, tree: Syn) -> bool:
    """Return whether a statement declares and defines nothing and fixes no convention."""
    if tree.kind != "relation":
        return False
    words = tree.value.split()
    if any(w not in (*COMPARISONS, "implies", "iff", "and", "or") for w in words):
        return False
    if words == ["="] and _defines(scope, tree):
        return False
    conventions = (commutation_convention(scope, tree), rank_convention(scope, tree))
    return size_relation(scope, tree, words) is None and conventions == (None, None)


def _is_index_range(condition: Syn) -> bool:
    """Return whether a condition only says what an index runs over, beginning at 1."""
    target = condition.children[-1]
    if condition.value != "in" or target.kind != "group" or target.value not in ("set", "["):
        return False
    items = target.children[0].children
    return target.value == "[" or (bool(items) and items[0].value in ("0", "1"))


def at(tree: Syn, step, scope: Scope) -> Scope:
    """Run one step and give its errors the position of the statement."""
    try:
        return step(scope)
    except DeriveError as problem:
        if problem.position is None and tree.span[0] >= 0:
            problem.position = tree.span[0]
        raise


def read_statement(scope: Scope, tree: Syn, where: str) -> Scope:
    """Return the scope with one more statement."""
    if tree.kind != "relation":
        raise SyntaxProblem("a declaration, a definition or a hypothesis was expected", tree.span[0])
    constants = with_constants(scope, tree)
    if constants is not None:
        return constants
    law = stated_law(scope, tree)
    if law is not None:
        return law
    words = tree.value.split()
    if words in (["assign"], ["="]):
        scope = with_typed_arguments(scope, tree, where)
        logged = without_logarithm(tree)
        tree = logged if is_new(scope, logged.children[0]) else tree
    if words == ["equiv"] and is_new(scope, tree.children[0]):
        tree, words = replace(tree, value="="), ["="]
    if words in (["to"], ["mapsto"]):
        typed = function_type(scope, tree, where)
        if typed is not None:
            return typed
    if words[-1:] == ["in"] and (len(words) == 1 or words[:1] == ["assign"]):
        return _membership(scope, tree, words, where)
    if words == ["assign"] or (words == ["="] and _defines(scope, tree)):
        sized = size_definition(scope, tree)
        if sized is not None:
            return sized
        defined = define(scope, tree.children[0], tree.children[1], where)
        if words == ["="]:
            check_depends(scope, defined, tree.children[0])
        return defined
    if words == ["="] and is_new(scope, tree.children[0], letters=True):
        redefined = redefinition(scope, tree, where)
        if redefined is not None:
            return redefined
    if words[:1] == ["assign"] and all(w in COMPARISONS for w in words[1:]):
        scope = define(scope, tree.children[0], tree.children[1], where)
        rest = Syn("relation", " ".join(["=", *words[1:]]), tree.children, tree.span)
        return rest and assume(scope, Syn("relation", " ".join(words[1:]), tree.children[1:], tree.span))
    restricted = size_relation(scope, tree, words)
    if restricted is not None:
        return restricted
    convention = commutation_convention(scope, tree)
    if convention is not None:
        return replace(scope, conventions={**scope.conventions, "commutation": convention})
    order = rank_convention(scope, tree)
    if order is not None:
        scope = replace(scope, conventions={**scope.conventions, CONVENTION: order})
        return assume(scope, tree) if is_strict(tree) else scope
    if words == ["="]:
        _check_product(scope, bare(tree.children[0]))
    return assume(scope, tree)


def _defines(scope: Scope, tree: Syn) -> bool:
    """Return whether an equation with two sides defines the left one."""
    is_defined = is_new(scope, tree.children[0]) and not _speaks_of_a_point(tree)
    return is_defined or _defines_typed(scope, tree)


def _speaks_of_a_point(tree: Syn) -> bool:
    r"""Return whether an equation says what a built-in layer is at one point, and not what the layer is.

    ``\operatorname{LN}(x) = x`` says that x is normalized, ``\operatorname{LN}(x) = y`` names the value; the layer that leaves every
    x as it is would be none.
    """
    left, right = bare(tree.children[0]), tree.children[1]
    inner = bracket(left.children[1]) if left.kind == "juxt" and len(left.children) == 2 else None
    key = whole_key(left.children[0]) if inner is not None else None
    if inner is None or key is None or key.plain not in LAYERS:
        return False
    arguments = {k for argument in inner[0] if (k := whole_key(argument)) is not None}
    used = {k for _, node in right.walk() if (k := base_key(node)) is not None}
    return whole_key(right) in arguments or not arguments & used


def _defines_typed(scope: Scope, tree: Syn) -> bool:
    r"""Return whether ``f(x) = x^\top A x`` defines a function of which only the type is declared.

    It does if the arguments are declared variables of which nothing else is said and the right side speaks of them; ``f(x) = 0``
    says something of one point.

    Raises:
        NotSupported: It may be either: ``f(x) = x`` may say that x is a fixed point, ``f(x) = g(x) + 1`` that two curves differ by 1 there.
    """
    left, right = bare(tree.children[0]), tree.children[1]
    inner = bracket(left.children[1]) if left.kind == "juxt" and len(left.children) == 2 else None
    key = whole_key(left.children[0]) if inner is not None else None
    own = scope.symbols.get(key) if key is not None else None
    if inner is None or own is None or own.kind != "fun" or own.indices:
        return False
    keys = [k for a in inner[0] if (k := whole_key(a)) is not None]
    symbols = [s for k in keys if (s := scope.find(k)) is not None and s.kind == "var"]
    used = {k for _, node in right.walk() for k in (base_key(node), *shorter_names(node)) if k is not None}
    if len(symbols) != len(inner[0]) or len(set(symbols)) != len(symbols) or not used.issuperset(keys):
        return False
    restricted = any(s in h.mentions.values() for s in symbols for h in scope.all_hypotheses())
    values = any(_speaks_of_arbitrary(s) for k in used if (s := scope.find(k)) is not None)
    if key in used or restricted or values or whole_key(right) in keys:
        raise NotSupported(
            f"{latex_of(left)} = ... may define {own.latex} or speak of one point",
            tree.span[0],
            "write := to define it, or name the value at the point, y := f(x), and say what it is",
        )
    return True


def _speaks_of_arbitrary(symbol: Symbol) -> bool:
    """Return whether a name is that of an arbitrary function, or defined by one."""
    return symbol.kind in ("fun", "slope") or any(map(_speaks_of_arbitrary, symbol.mentions.values()))


def _check_product(scope: Scope, left: Syn) -> None:
    r"""Refuse ``r(x) = ...`` where r is declared as no function: a definition of another r, or a product."""
    if left.kind != "juxt" or len(left.children) != 2:
        return
    inner, key = bracket(left.children[1]), whole_key(left.children[0])
    symbol = scope.find(key) if key is not None else None
    if inner is None or symbol is None or symbol.params or len(inner[0]) != 1 or whole_key(inner[0][0]) is None:
        return
    kind = symbol.kind if symbol.kind in ("size", "index") else "matrix" if not symbol.shape.is_scalar else "number"
    article = "an" if kind == "index" else "a"
    raise NameProblem(
        f"{symbol.latex} is declared as {article} {kind}: this may define a function or speak of a product",
        left.span[0],
        f"give the function another name, or write the product without brackets: {symbol.latex} {latex_of(inner[0][0])}",
    )


def is_new(scope: Scope, left: Syn, *, letters: bool = False) -> bool:
    r"""Return whether the left side of an equation is a name (or function of declared names) not yet declared.

    Args:
        scope: What is declared.
        left: The left side.
        letters: Whether a letter that is built in, as ``\kappa(A)``, counts as not declared.

    """
    left, _ = untransposed(scope, bare(left))
    if is_derivative(scope, left):
        return False
    if left.kind == "juxt" and len(left.children) == 2 and bracket(left.children[1]) is not None:
        key = whole_key(left.children[0])
        inner = bracket(left.children[1])
        if (
            key is None
            or inner is None
            or not is_empty(inner[2])
            or _is_member(scope, left.children[0])
            or any(scope.find(k) is not None for k in shorter_names(left.children[0]))
        ):
            return False
        if any(whole_key(argument) is None for argument in inner[0]):
            return False
        return not is_function(*left.children) or key.plain in (*LAYERS, *(LETTERS if letters else ()))
    key = whole_key(left)
    if key is None or left.kind == "function" or _is_member(scope, left):
        return False
    known = [split for split in splits(left) if scope.find(split.key) is not None] if left.kind != "juxt" else []
    if not all(is_labelled(scope, split) for split in known):
        return False
    return scope.find(key) is None and not (left.kind == "script" and _builtin(left))


def _is_member(scope: Scope, left: Syn) -> bool:
    r"""Return whether a left side is a member of a declared family, as the ``a_{t+1}`` of ``a_{t+1} = \gamma a_t``."""
    if any(scope.find_family(key, sub) is not None for key, sub, _ in splits(left)):
        return True
    return find_upper(scope, left) is not None


def shorter_names(syn: Syn) -> list[Key]:
    """The names that a scripted symbol may be, by where its scripts begin; none for a product."""
    return [split.key for split in splits(syn)] if syn.kind != "juxt" else []


def _builtin(syn: Syn) -> bool:
    key = base_key(syn.children[0])
    return key is not None and key.plain in ("I", "1", "0", "K", "T", "e", "E", "delta")


def _membership(scope: Scope, tree: Syn, words: Sequence[str], where: str) -> Scope:
    domain = read_domain(scope, tree.children[-1], declare=False)
    if domain is None:
        hint = r"\mathbb{R}^{m \times n} and its kind, intervals, \mathbb{N} for sizes, \{x \in S : p(x)\}; a number that is any integer: \mathbb{R}"
        raise NotSupported("this set is not supported in a declaration", tree.children[-1].span[0], hint)
    if len(words) > 1:
        scope = define(scope, tree.children[0], tree.children[1], where)
        names: Sequence[Syn] = (tree.children[0],)
    else:
        left = tree.children[0]
        names = left.children if left.kind == "list" else (left,)
    for name in names:
        scope = declare(scope, name, domain, where)
    return scope
