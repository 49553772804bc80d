r"""Reading given blocks: shapes, definitions, functions, sizes, conventions; everything else is a hypothesis."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from derive import build as b
from derive.core import Expr, Formula, Logic, Quantified, Rel
from derive.errors import DeriveError, NameProblem, NotSupported, ShapeProblem, SyntaxProblem
from derive.language.conventions import commutation_convention
from derive.language.domains import Domain, read_domain, size_keys
from derive.language.expressions import Reader
from derive.language.indices import Index
from derive.language.names import Key, bare, base_key, bracket, is_empty, splits, whole_key
from derive.language.operators import is_function
from derive.language.parser import statements
from derive.language.relations import COMPARISONS, relation_formulas
from derive.language.scope import Hypothesis, Scope, Symbol, family_key
from derive.language.syntax import Syn
from derive.language.terms import Term, latex_of, realize
from derive.sizes import Size

ONE = Size.of(1)
LAYERS = ("LN", "LayerNorm", "layernorm", "Layernorm")
"""Built-in functions that an equation may define anew (conventions)."""


def read_given(scope: Scope, text: str, where: str = "") -> Scope:
    """Return the scope with what a given block declares and assumes."""
    trees, conditions = _with_conditions_of(statements(text, scope.options.macros))
    for tree in [*trees, *(c for found in conditions for c in found)]:
        # Sizes first, so that n >= 2 may stand before the shape that introduces n.
        scope = at(tree, lambda s, t=tree: _declare_sizes(s, t), scope)
    sized, matrices = set(), _matrix_names(scope, trees)
    for k, tree in enumerate(trees):
        if tree.kind == "relation" and tree.value in ("assign", "=") and not _is_entry(tree.children[0], matrices):
            found = at(tree, lambda s, t=tree: _size_definition(s, t) or s, scope)
            if found is not scope:
                sized.add(k)
                scope = found
    for k, tree in enumerate(trees):
        if k not in sized:
            scope = at(tree, lambda s, t=tree, c=conditions[k]: _governed(s, t, c, where), scope)
    return scope


def _matrix_names(scope: Scope, trees: Sequence[Syn]) -> set[Key]:
    """Return the names that are matrices or functions: of the scope, and those that the statements make so."""
    found = {key for key, symbol in scope.visible().items() if symbol.kind in ("var", "def", "fun")}
    for tree in trees:
        if tree.kind != "relation":
            continue
        left = tree.children[0]
        if tree.value.split()[-1:] == ["in"]:
            domain = _domain_or_none(scope, tree.children[-1])
            names = left.children if left.kind == "list" else (left,)
            found |= {k for n in names if (k := whole_key(n)) is not None and domain and domain.kind == "matrix"}
        elif tree.value == "assign" and left.kind == "juxt" and bracket(left.children[-1]) is not None:
            key = whole_key(left.children[0])
            found |= {key} if key is not None else set()
    return found


def _domain_or_none(scope: Scope, target: Syn) -> Domain | None:
    """The set behind an ``in``, if it can be read before the indices of the block are declared."""
    try:
        return read_domain(scope, target, declare=False)
    except DeriveError:
        return None


def _is_entry(left: Syn, matrices: set[Key]) -> bool:
    r"""Return whether a left side is an entry or a part of a matrix, as ``\mathbf{B}_{i,j}``: no new size."""
    keys = _shorter(left)
    return any(key in matrices for key in keys)


def _with_conditions_of(written: Sequence[Syn]) -> tuple[list[Syn], list[list[Syn]]]:
    r"""Return the statements without words, and for each what governs it: ``\forall i \ne j``, ``\text{for } i \ne j``."""
    from derive.language.blocks import is_governing, prefix_of

    trees: list[Syn] = []
    conditions: list[list[Syn]] = []
    waiting: list[Syn] = []
    for tree in written:
        prefix = prefix_of(tree)
        if prefix is not None or is_governing(tree):
            leading = not trees or (prefix is not None and prefix.leading)
            (waiting if leading else conditions[-1]).append(tree)
            continue
        stripped = strip_text(tree)
        if stripped is not None:
            trees.append(stripped)
            conditions.append(waiting)
            waiting = []
    if any(c.kind == "relation" for c in waiting):
        raise SyntaxProblem("nothing is said behind this quantifier", waiting[-1].span[0])
    return trees, conditions


def _governed(scope: Scope, tree: Syn, conditions: Sequence[Syn], where: str) -> Scope:
    """Return the scope with one more statement and what governs it."""
    restrictions = [c for c in conditions if c.kind == "relation"]
    if not restrictions:
        return read_statement(scope, tree, where)
    if _is_hypothesis(scope, tree):
        return assume(scope, tree, restrictions)
    if all(_is_index_range(c) for c in restrictions):
        return read_statement(scope, tree, where)
    raise NotSupported("a declaration under a condition", tree.span[0])


def _is_hypothesis(scope: Scope, tree: Syn) -> bool:
    """Return whether a statement declares and defines nothing and fixes no convention."""
    if tree.kind != "relation":
        return False
    words = tree.value.split()
    if any(w not in (*COMPARISONS, "implies", "iff", "and", "or") for w in words):
        return False
    if words == ["="] and _is_new(scope, tree.children[0]):
        return False
    return _size_relation(scope, tree, words) is None and commutation_convention(scope, tree) is None


def _is_index_range(condition: Syn) -> bool:
    """Return whether a condition only says what an index runs over, beginning at 1."""
    target = condition.children[-1]
    if condition.value != "in" or target.kind != "group" or target.value not in ("set", "["):
        return False
    items = target.children[0].children
    return target.value == "[" or (bool(items) and items[0].value == "1")


def at(tree: Syn, step, scope: Scope) -> Scope:
    """Run one step and give its errors the position of the statement."""
    try:
        return step(scope)
    except DeriveError as problem:
        if problem.position is None and tree.span[0] >= 0:
            problem.position = tree.span[0]
        raise


def strip_text(syn: Syn) -> Syn | None:
    """Remove words such as 'where' in front of a statement, and lone quantifiers."""
    if syn.kind in ("text", "dots"):
        return None
    if syn.kind == "list" and syn.children and _is_quantified(syn.children[0]):
        return None
    if _is_quantified(syn):
        return None
    if syn.kind == "juxt" and syn.children[0].kind == "text":
        rest = syn.children[1:]
        return None if not rest else rest[0] if len(rest) == 1 else Syn("juxt", "", rest, syn.span)
    if syn.kind == "relation":
        first = syn.children[0]
        if _is_quantified(first):
            return None
        stripped = strip_text(first) if first.kind == "juxt" else first
        if stripped is None:
            return None
        return Syn(syn.kind, syn.value, (stripped, *syn.children[1:]), syn.span)
    return syn


def _is_quantified(syn: Syn) -> bool:
    return syn.kind == "quantifier" or (syn.kind == "juxt" and syn.children[0].kind == "quantifier")


# Sizes.


def _declare_sizes(scope: Scope, tree: Syn) -> Scope:
    if tree.kind == "relation":
        for word, child in zip(["", *tree.value.split()], tree.children, strict=False):
            if word in ("in", "to", "mapsto") or tree.value == "to":
                domain = read_domain(scope, child, declare=True)
                if domain is not None:
                    for key in domain.new_sizes:
                        scope = _new_size(scope, key)
    return scope


def _new_size(scope: Scope, key: Key) -> Scope:
    if scope.find(key) is not None:
        return scope
    return scope.with_symbol(Symbol(key, "size", key.plain, key.plain))


# Statements.


def read_statement(scope: Scope, tree: Syn, where: str) -> Scope:
    """Return the scope with one more statement."""
    if tree.kind != "relation":
        raise SyntaxProblem("a declaration, a definition or a hypothesis was expected", tree.span[0])
    words = tree.value.split()
    if words == ["to"] or words == ["mapsto"]:
        typed = _function_type(scope, tree, where)
        if typed is not None:
            return typed
    if words[-1:] == ["in"] and (len(words) == 1 or words[:1] == ["assign"]):
        return _membership(scope, tree, words, where)
    if words == ["assign"] or (words == ["="] and _is_new(scope, tree.children[0])):
        sized = _size_definition(scope, tree)
        return sized if sized is not None else define(scope, tree.children[0], tree.children[1], where)
    if words[:1] == ["assign"] and all(w in COMPARISONS for w in words[1:]):
        scope = define(scope, tree.children[0], tree.children[1], where)
        rest = Syn("relation", " ".join(["=", *words[1:]]), tree.children, tree.span)
        return rest and assume(scope, Syn("relation", " ".join(words[1:]), tree.children[1:], tree.span))
    restricted = _size_relation(scope, tree, words)
    if restricted is not None:
        return restricted
    convention = commutation_convention(scope, tree)
    if convention is not None:
        return replace(scope, conventions={**scope.conventions, "commutation": convention})
    return assume(scope, tree)


def _is_new(scope: Scope, left: Syn) -> bool:
    """Return whether the left side of an equation is a name (or function of declared names) not yet declared."""
    left = bare(left)
    if left.kind == "juxt" and len(left.children) == 2 and bracket(left.children[1]) is not None:
        key = whole_key(left.children[0])
        inner = bracket(left.children[1])
        if key is None or inner is None or any(scope.find(k) is not None for k in _shorter(left.children[0])):
            return False
        if any(whole_key(argument) is None for argument in inner[0]):
            return False
        return not is_function(left.children[0]) or key.plain in LAYERS
    key = whole_key(left)
    if key is None or left.kind == "function":
        return False
    if any(scope.find(k) is not None for k in _shorter(left)):
        return False
    return scope.find(key) is None and not (left.kind == "script" and _builtin(left))


def _shorter(syn: Syn) -> list[Key]:
    return [split.key for split in splits(syn)] if syn.kind != "juxt" else []


def _builtin(syn: Syn) -> bool:
    key = base_key(syn.children[0])
    return key is not None and key.plain in ("I", "1", "0", "K", "T", "e", "E", "delta", "sigma", "lambda")


def _size_definition(scope: Scope, tree: Syn) -> Scope | None:
    """Read ``d = h d_k`` or ``h := d / d_k`` of sizes."""
    left, right = tree.children
    key = whole_key(left)
    if key is None or bare(left).kind == "juxt":
        return None
    known = scope.find(key)
    if known is not None and known.kind != "size":
        return None
    if known is not None and tree.value == "=" and bare(right).kind != "num":
        names = size_keys(right)
        if names is not None and any(scope.find(k) is None for k in names):
            for name in names:
                scope = _new_size(scope, name)
    reader = Reader(scope, scope.options)
    try:
        top, bottom = right, None
        if bare(right).kind == "frac":
            top, bottom = bare(right).children
        value = reader.indices.expression(top, free=False)
        below = ONE if bottom is None else reader.indices.expression(bottom, free=False)
    except DeriveError:
        return None
    if not (value.names or below.names) and known is None:
        return None
    scope = _new_size(scope, key)
    if bottom is None:
        parts = reader.indices.factors(top, free=False)
        factorings = {**scope.factorings, key.plain: parts}
    else:
        factorings = {**scope.factorings, str(value): (Size.of(key.plain), *below.factors())}
    relations = (*scope.relations, ("=", Size.of(key.plain) * below - value))
    return replace(scope, relations=relations, factorings=factorings)


def _size_relation(scope: Scope, tree: Syn, words: Sequence[str]) -> Scope | None:
    """Read a comparison of sizes such as ``n \\ge 2`` or ``d_K \\le d_V``."""
    if any(w not in COMPARISONS for w in words):
        return None
    reader = Reader(scope, scope.options)
    try:
        sides = [reader.indices.expression(c, free=False) for c in tree.children]
    except DeriveError:
        return None
    if reader.indices.declared or not any(s.names for s in sides):
        return None
    least, relations = dict(scope.least), list(scope.relations)
    for word, left, right in zip(words, sides, sides[1:], strict=False):
        if word in (">", ">="):
            left, right, word = right, left, {">": "<", ">=": "<="}[word]
        name = next(iter(right.names), "")
        if word in ("<", "<=") and left.constant is not None and right == Size.of(name):
            low = left.constant + (1 if word == "<" else 0)
            least[name] = max(least.get(name, 1), -(-low.numerator // low.denominator))
        else:
            relations.append((word, left - right))
    return replace(scope, least=least, relations=tuple(relations))


# Shapes.


def _membership(scope: Scope, tree: Syn, words: Sequence[str], where: str) -> Scope:
    domain = read_domain(scope, tree.children[-1], declare=False)
    if domain is None:
        raise NotSupported("this set cannot be declared from", tree.children[-1].span[0])
    if len(words) > 1:
        scope = define(scope, tree.children[0], tree.children[1], where)
        names: Sequence[Syn] = (tree.children[0],)
    else:
        left = tree.children[0]
        names = left.children if left.kind == "list" else (left,)
    for name in names:
        scope = declare(scope, name, domain, where)
    return scope


def declare(scope: Scope, name: Syn, domain: Domain, where: str) -> Scope:
    """Declare one name with a shape (or a function value with its shape)."""
    if name.kind == "juxt" and len(name.children) == 2 and bracket(name.children[1]) is not None:
        if whole_key(name) is None or scope.find(whole_key(name)) is None:
            return _declare_function(scope, name, domain, where)
    key = whole_key(name)
    if key is None:
        raise SyntaxProblem("a name was expected", name.span[0])
    own = scope.symbols.get(key)
    if own is not None:
        return _again(scope, own, domain, name)
    array = _array(scope, name, domain)
    if array is not None:
        return array
    if domain.kind == "index":
        symbol = Symbol(key, "index", scope.core_name(key), latex_of(name), indices=(("", domain.low, domain.high),))
        return scope.with_symbol(symbol)
    if domain.kind == "size":
        scope = scope.with_symbol(Symbol(key, "size", key.plain, latex_of(name)))
        return replace(scope, least={**scope.least, key.plain: domain.least})
    symbol = Symbol(key, "var", scope.core_name(key), latex_of(name), domain.shape, where=where)
    scope = scope.with_symbol(symbol)
    return _with_conditions(scope, symbol, domain)


def _with_conditions(scope: Scope, symbol: Symbol, domain: Domain) -> Scope:
    variable = b.var(symbol.core, symbol.shape)
    formulas = domain.conditions(variable)
    found = tuple(Hypothesis(f, {symbol.core: symbol}) for f in formulas)
    return replace(scope, hypotheses=(*scope.hypotheses, *found))


def _again(scope: Scope, own: Symbol, domain: Domain, name: Syn) -> Scope:
    if own.kind == "size" and domain.kind == "size":
        return scope
    if own.kind not in ("var", "def") or domain.kind != "matrix":
        raise NameProblem(f"{own.latex} is declared twice under this heading", name.span[0])
    left, right = own.shape.totals, domain.shape.totals
    equal = scope.equal_sizes()
    if [s.substitute(equal) for s in left] != [s.substitute(equal) for s in right]:
        raise NameProblem(
            f"{own.latex} is declared with two shapes under this heading: {own.shape} and {domain.shape}", name.span[0]
        )
    return _with_conditions(scope, own, domain)


def _array(scope: Scope, name: Syn, domain: Domain) -> Scope | None:
    """Declare ``B_{k} \\in R^{m x n}`` for all values of declared indices k."""
    syn = bare(name)
    if syn.kind != "script" or domain.kind != "matrix":
        return None
    letters = _letters(syn.children[1])
    symbols = [scope.find(Key("", letter)) for letter in letters or ()]
    if not symbols or any(s is None or s.kind != "index" for s in symbols):
        return None
    plain = whole_key(syn.children[0])
    if plain is None:
        return None
    key = family_key(plain, len(symbols))
    if key in scope.symbols:
        raise NameProblem(f"{latex_of(syn.children[0])} is declared twice under this heading", name.span[0])
    indices = tuple((s.core, *s.indices[0][1:]) for s in symbols if s is not None)
    if any(low != ONE for _, low, _ in indices):
        raise NotSupported("a family whose index does not begin at 1")
    if domain.conditions(b.var("x", domain.shape)):
        raise NotSupported("conditions on the members of a family")
    symbol = Symbol(key, "array", scope.core_name(plain), latex_of(syn.children[0]), domain.shape, indices=indices)
    return scope.with_symbol(symbol)


def _letters(sub: Syn) -> list[str] | None:
    sub = bare(sub)
    items = sub.children if sub.kind in ("list", "juxt") else (sub,)
    keys = [base_key(item) for item in items]
    if any(k is None or k.style != "" for k in keys):
        return None
    return [k.plain for k in keys if k is not None]


# Functions.


def _declare_function(scope: Scope, name: Syn, domain: Domain, where: str) -> Scope:
    """Declare an arbitrary smooth function of declared arguments: ``A(X) \\in R^{p x r}``."""
    key, params = _signature(scope, name)
    if key in scope.symbols:
        own = scope.symbols[key]
        if own.kind == "def" and own.params == tuple(p.core for p in params):
            return _again(scope, own, domain, name)
        raise NameProblem(f"{own.latex} is declared twice under this heading", name.span[0])
    if domain.kind != "matrix":
        raise NotSupported("a function with these values", name.span[0])
    core = scope.core_name(key)
    body = b.fun(core, [b.var(p.core, p.shape) for p in params], domain.shape)
    symbol = Symbol(
        key, "def", core, latex_of(name.children[0]), domain.shape, body, tuple(p.core for p in params),
        tuple(p.shape for p in params), mentions={p.core: p for p in params}, where=where,
    )  # fmt: skip
    return scope.with_symbol(symbol)


def _signature(scope: Scope, name: Syn) -> tuple[Key, list[Symbol]]:
    """Read ``F(X, Y)``: the name, and its arguments, which must be declared."""
    key = whole_key(name.children[0])
    inner = bracket(name.children[1])
    if key is None or inner is None:
        raise SyntaxProblem("a function was expected, such as F(X)", name.span[0])
    params = []
    for argument in inner[0]:
        own = whole_key(argument)
        symbol = scope.find(own) if own is not None else None
        if own is None or symbol is None:
            word = own.plain if own else latex_of(argument)
            raise NameProblem(f"the argument {word} of {key.plain} is not declared", argument.span[0])
        if symbol.kind not in ("var", "def"):
            raise NameProblem(f"the argument {symbol.latex} of {key.plain} is no variable", argument.span[0])
        params.append(symbol)
    return key, params


def _function_type(scope: Scope, tree: Syn, where: str) -> Scope | None:
    r"""Read ``f : \mathbb{R}^n \to \mathbb{R}^m``."""
    left = tree.children[0]
    if left.kind != "juxt" or len(left.children) < 3 or left.children[1].kind != "colon":
        return None
    key = whole_key(left.children[0])
    source = left.children[2] if len(left.children) == 3 else Syn("juxt", "", left.children[2:], left.span)
    parts = list(source.children) if source.kind == "infix" and source.value == "times" else [source]
    domains = [read_domain(scope, p, declare=False) for p in parts]
    value = read_domain(scope, tree.children[1], declare=False)
    if key is None or value is None or any(d is None or d.kind != "matrix" for d in domains) or value.kind != "matrix":
        raise NotSupported("this type of a function", tree.span[0])
    if key in scope.symbols:
        raise NameProblem(f"{latex_of(left.children[0])} is declared twice under this heading", tree.span[0])
    shapes = tuple(d.shape for d in domains if d is not None)
    core = scope.core_name(key)
    params = tuple(b.fresh(f"{core}_{k}") for k in range(len(shapes)))
    symbol = Symbol(key, "fun", core, latex_of(left.children[0]), value.shape, None, params, shapes, where=where)
    return scope.with_symbol(symbol)


# Definitions.


def define(scope: Scope, left: Syn, right: Syn, where: str) -> Scope:
    """Define a name, a function, or the entries or members of one."""
    left = bare(left)
    letters: list[str] = []
    head, params = left, []
    if left.kind == "juxt" and len(left.children) == 2 and bracket(left.children[1]) is not None:
        inner = bracket(left.children[1])
        assert inner is not None
        if not is_empty(inner[1]):
            letters = _letters(inner[1]) or []
        key, params = _signature(scope, left)
        head = bare(left.children[0])
        if head.kind == "script" and _are_indices(scope, head, right):
            letters, key = _letters(head.children[1]) or [], whole_key(head.children[0]) or key
    else:
        if left.kind == "script" and _are_indices(scope, left, right):
            letters, head = _letters(left.children[1]) or [], bare(left.children[0])
            head = head.children[0] if head.kind == "group" and head.value in ("[", "(") else head
        key = whole_key(head)
    if key is None:
        raise SyntaxProblem(
            "the left side of a definition must be a name or a function of declared names", left.span[0]
        )
    own = scope.symbols.get(key)
    family = family_key(key, len(letters)) if letters else None
    if (own is not None and own.kind != "var" and not letters) or family in scope.symbols:
        raise NameProblem(f"{latex_of(left)} is defined twice under this heading", left.span[0])
    symbol = _definition(scope, key, head, params, letters, right, own, where)
    if symbol.kind == "family" and family is not None:
        symbol = replace(symbol, key=family, core=scope.core_name(Key(key.style, f"{key.plain}_{''.join(letters)}")))
    elif own is not None and own.kind != "var":
        raise NameProblem(f"{own.latex} is defined twice under this heading", left.span[0])
    return scope.with_symbol(symbol)


def _are_indices(scope: Scope, syn: Syn, right: Syn) -> bool:
    """Return whether the subscript of a left side is made of indices: undeclared letters that the right side uses."""
    letters = _letters(syn.children[1])
    if not letters:
        return False
    symbols = [scope.find(Key("", letter)) for letter in letters]
    if any(s is not None and s.kind != "index" for s in symbols):
        return False
    if any(s is not None for s in symbols):
        return True
    used = _undeclared_letters(scope, right)
    return all(letter in used and len(letter) == 1 for letter in letters)


def _undeclared_letters(scope: Scope, syn: Syn) -> set[str]:
    """Return the names in an expression that are neither declared nor a part of a declared name."""
    if syn.kind in ("name", "script", "prime"):
        for key, sub, sup in splits(syn):
            if scope.find_family(key, sub) is not None or scope.find(key) is not None:
                if scope.find(key) is None or syn.kind == "script":
                    return _undeclared_letters(scope, sub) | _undeclared_letters(scope, sup)
                return set()
    key = base_key(syn) if syn.kind == "name" else None
    found = {key.plain} if key is not None else set()
    return found.union(*(_undeclared_letters(scope, c) for c in syn.children))


def _definition(
    scope: Scope,
    key: Key,
    head: Syn,
    params: Sequence[Symbol],
    letters: Sequence[str],
    right: Syn,
    own: Symbol | None,
    where: str,
) -> Symbol:
    reader = Reader(scope, scope.options)
    indices = []
    for letter in letters:
        symbol = scope.find(Key("", letter))
        stated = symbol.indices[0][1:] if symbol is not None else (None, None)
        indices.append(reader.indices.push(letter, *stated))
    term = reader.read(right)
    entries = bool(letters) and reader.a.is_scalar(term)
    term = _fit(reader, term, own, entries, indices)
    if reader.indices.free:
        letter = next(iter(reader.indices.free))
        raise NameProblem(f"{letter} is not declared", right.span[0], scope.suggest(Key("", letter)))
    reader.u.finish()
    body = realize(term)
    ranges = [index.range(reader.u) for index in indices]
    if any(low != ONE for low, _ in ranges):
        raise NotSupported("a definition whose index does not begin at 1", right.span[0])
    kind, members = "def", ()
    if entries:
        body = _from_entries(body, indices, ranges)
    elif letters:
        kind = "family"
        members = tuple((i.core, low, high) for i, (low, high) in zip(indices, ranges, strict=True))
    mentions = {**reader.mentions, **{p.core: p for p in params}}
    if kind == "family":
        own = None
    if own is not None and own.shape.totals == body.shape.totals:
        body = b.reshape(body, own.shape)
    if own is not None and own.core in mentions:
        raise NameProblem(f"{own.latex} is defined by itself", right.span[0])
    return Symbol(
        key, kind, own.core if own is not None else scope.core_name(key), latex_of(head), body.shape, body,
        tuple(p.core for p in params), tuple(p.shape for p in params), members, mentions, where,
    )  # fmt: skip


def _fit(reader: Reader, term: Term, own: Symbol | None, entries: bool, indices: Sequence[Index]) -> Term:
    """Make a defining expression agree with a shape declared before."""
    if own is None:
        return term
    declared = reader.a.known(b.var(own.core, own.shape))
    if entries:
        for index, d in zip(indices, (own.shape.rows, own.shape.cols), strict=False):
            index.uses.append((0, d))
        return term
    if indices:
        return term
    if term.zero:
        return reader.a.like(term, declared)
    try:
        reader.a.agree("the definition does not fit", declared, term)
    except ShapeProblem as problem:
        raise NameProblem(
            f"{own.latex} is declared as {own.shape} but defined as {reader.a.shape(term)}", problem.position
        ) from problem
    return term


def _from_entries(body: Expr, indices: Sequence[Index], ranges: Sequence[tuple[Size, Size]]) -> Expr:
    """Build the matrix (or column) whose entries are given."""
    if len(indices) == 1:
        return b.blocks(indices[0].core, ranges[0][1], b.fresh("j"), ONE, body)
    if len(indices) != 2:
        raise NotSupported("a definition by more than two indices")
    return b.blocks(indices[0].core, ranges[0][1], indices[1].core, ranges[1][1], body)


# Hypotheses.


def assume(scope: Scope, tree: Syn, conditions: Sequence[Syn] = ()) -> Scope:
    """Add a hypothesis, under conditions."""
    from derive.language.conditions import Conditions

    reader = Reader(scope, scope.options)
    bound = Conditions(reader, tree, conditions, closed=True)
    build = formula_terms(reader, tree)
    bound.read_stated()
    reader.u.finish()
    formula, stated = bound.close(build())
    if stated:
        formula = Logic("implies", (*stated, formula))
    if bound.universal:
        formula = Quantified("forall", tuple(bound.universal), formula)
    free = tuple((i.core, *i.range(reader.u)) for i in reader.indices.free.values())
    if free:
        formula = Quantified("forall", free, formula)
    found = Hypothesis(formula, dict(reader.mentions))
    return replace(scope, hypotheses=(*scope.hypotheses, found))


def formula_terms(reader: Reader, tree: Syn):
    """Type a formula; return what builds it once the sizes are known."""
    words = tree.value.split() if tree.kind == "relation" else []
    if tree.kind == "relation" and words and all(w in ("implies", "iff", "and", "or") for w in words):
        if len(set(words)) != 1:
            raise NotSupported("mixed logical words in one formula")
        parts = [formula_terms(reader, c) for c in tree.children]
        return lambda: Logic(words[0], tuple(p() for p in parts))
    if tree.kind == "group" and len(tree.children) == 1:
        return formula_terms(reader, tree.children[0])
    if tree.kind != "relation":
        raise SyntaxProblem("a relation was expected", tree.span[0])
    links = relation_formulas(reader, tree)

    def build() -> Formula:
        formulas = tuple(finished(op, left, right) for op, left, right in links)
        return formulas[0] if len(formulas) == 1 else Logic("and", formulas)

    return build


def finished(op: str, left: Term, right: Term) -> Rel:
    """Build one comparison; equal totals in another order are reshaped."""
    x, y = realize(left), realize(right)
    if x.shape != y.shape and not (x.shape.is_scalar or y.shape.is_scalar):
        y = b.reshape(y, x.shape)
    return Rel(op, x, y)
