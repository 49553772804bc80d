r"""Operators that bind indices or variables: sums, products, maxima, suprema, integrals, limits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from derive import build as b
from derive.build import formula_names
from derive.core import Expr, Formula, Rel, walk
from derive.errors import DeriveError, NameProblem, NotSupported, ShapeProblem, SyntaxProblem
from derive.language.functions import operators
from derive.language.indices.bound_variables import bound_by
from derive.language.indices.condition_letters import bound_letters, check_condition_letters, without_conditions
from derive.language.indices.indices import Index
from derive.language.indices.integrals import everywhere, is_whole, split_differentials
from derive.language.indices.matrix_products import matrix_product
from derive.language.indices.minimizers import minimizer_of
from derive.language.indices.own_variables import (
    OwnVariables,
    bound,
    counted_name,
    is_argument,
    own_variables,
    speaks_of_matrix,
    untold_variables,
)
from derive.language.indices.restricted_ranges import Restricted, between
from derive.language.indices.supposed_numbers import check_numbers
from derive.language.indices.undeclared import DECLARE, check_high, is_infinite, undeclared
from derive.language.indices.written_out import ascending, is_fixed, sum_of_powers
from derive.language.lexing.vocabulary import GREEK, OPERATORS, SYMBOLS
from derive.language.matrices import scripts
from derive.language.scope.dependence import check_expression
from derive.language.scope.domains import Domain, read_domain
from derive.language.scope.scope import Symbol
from derive.language.terms.dimensions import OpenDim
from derive.language.terms.readings import LONG_PRODUCT, SHORT_PRODUCT
from derive.language.terms.terms import Term, latex_of
from derive.language.tree.names import Key, bare, base_key, is_empty, whole_key
from derive.language.tree.syntax import Syn
from derive.sizes import Shape, Size

if TYPE_CHECKING:
    from derive.language.formulas.expressions import Reader


def read_bigop(r: Reader, syn: Syn) -> Term:
    """Read a big operator with its body."""
    handler = _OPERATORS.get(syn.value)
    if handler is None:
        raise NotSupported(f"the operator {syn.value}")
    if is_empty(syn.children[2]):
        raise SyntaxProblem(f"{syn.value} of what? Nothing follows it")
    for script in syn.children[:2]:
        _check_words(r, script)
    turned = ascending(syn) if syn.value in ("sum", "prod") else syn
    return handler(r, syn) if turned is syn else r.read(turned)


def _check_words(r: Reader, script: Syn) -> None:
    r"""Refuse words under an operator, as in ``\sum_{i \text{ odd}}``: they are conditions, no indices.

    Raises:
        NotSupported: There are some.
    """
    stack = [script]
    while stack:
        node = stack.pop()
        if node.kind == "script":
            continue  # k_{\max} is a name
        word = node.value.rpartition(":")[2] if node.kind == "name" else node.value if node.kind == "text" else ""
        plain = len(word) > 1 and word.isalpha() and word not in SYMBOLS and word not in OPERATORS
        if node.kind == "text" or (plain and r.find(node) is None):
            raise NotSupported(
                f"the word '{word.strip()}' under an operator",
                r.at(node),
                "write the condition as a formula, as in i \\le n, i \\ne j",
            )
        stack.extend(node.children)


# Indices.


def bind(r: Reader, sub: Syn, sup: Syn, body: Syn) -> tuple[list[Index], list[Syn]]:
    """Bind the indices of a subscript; return them with the conditions on them."""
    head, conditions = without_conditions(bare(sub))
    head = bare(head)
    if not conditions:
        return _bind_head(r, head, sup, body)
    count = len(r.indices.bound)
    try:
        indices, others = _bind_head(r, head, sup, body)
        check_condition_letters(r, conditions)
    except DeriveError:
        del r.indices.bound[count:]
        raise
    return indices, [*others, *conditions]


def _bind_head(r: Reader, sub: Syn, sup: Syn, body: Syn) -> tuple[list[Index], list[Syn]]:
    """Bind the indices of a subscript without further conditions."""
    if sub.kind == "list" and all(map(_is_bound_by_itself, sub.children)):
        found = [_bind_head(r, bare(part), sup, body) for part in sub.children]
        return [index for indices, _ in found for index in indices], [c for _, more in found for c in more]
    if sub.kind == "relation" and sub.value == "=" and not is_empty(sup):
        check_high(r, sup)
        low, high = r.indices.expression(sub.children[1]), r.indices.expression(sup)
        left = sub.children[0]
        names = left.children if left.kind == "list" else (left,)
        return [r.indices.push(_letter(n), low, high) for n in names], []
    items = sub.children[1].children if sub.kind == "relation" and sub.value == "=" else ()
    if len(items) >= 3 and items[-2].kind == "dots" and sub.children[1].kind == "list":
        low, high = r.indices.expression(items[0]), r.indices.expression(items[-1])
        return [r.indices.push(_letter(sub.children[0]), low, high)], []
    if sub.kind == "relation" and sub.value == "in":
        low, high = _integer_range(r, sub.children[1])
        names = sub.children[0].children if sub.children[0].kind == "list" else (sub.children[0],)
        return [r.indices.push(_letter(n), low, high) for n in names], []
    if sub.kind == "relation":
        middle = sub.children[1]
        if sub.value == "<= <=" and middle.kind == "list":
            low, high = (r.indices.expression(c) for c in (sub.children[0], sub.children[2]))
            return [r.indices.push(_letter(n), low, high) for n in middle.children], []
        letters = bound_letters(r, sub, body)
        ends = between(r, sub, letters)
        if ends is not None:
            return [r.indices.push(letters[0], *ends)], []
        return [r.indices.push(letter) for letter in letters], [sub]
    names = sub.children if sub.kind in ("list", "juxt") else (sub,)
    check_high(r, sup)
    high = None if is_empty(sup) else r.indices.expression(sup)
    low = None if high is None else Size.of(1)
    return [r.indices.push(_letter(n), low, high) for n in names], []


def _is_bound_by_itself(part: Syn) -> bool:
    r"""Return whether a part of a list says all about one index: ``i = 1``, ``1 \le i \le n``."""
    chain = part.kind == "relation" and set(part.value.split()) <= {"<=", "<"} and len(part.children) == 3
    return (part.kind, part.value) == ("relation", "=") or (chain and part.children[1].kind == "name")


def _letter(syn: Syn) -> str:
    key = whole_key(syn)
    if key is None:
        raise SyntaxProblem("an index was expected", syn.span[0] if syn.span[0] >= 0 else None)
    return key.plain


def _integer_range(r: Reader, syn: Syn) -> tuple[Size, Size]:
    """Read ``{1, ..., n}`` or ``[n]``."""
    if syn.kind == "group" and syn.value == "[":
        return Size.of(1), r.indices.expression(syn.children[0])
    if syn.kind == "group" and syn.value == "set" and syn.children[0].kind == "list":
        items = syn.children[0].children
        if len(items) >= 3 and items[-2].kind == "dots":
            return r.indices.expression(items[0]), r.indices.expression(items[-1])
        numbers = [int(item.value) for item in items if item.kind == "num" and item.value.isdigit()]
        if len(numbers) == len(items) and numbers == list(range(numbers[0], numbers[0] + len(items))):
            return Size.of(numbers[0]), Size.of(numbers[-1])
    raise NotSupported("this set of indices", r.at(syn), "write a range, \\{1, \\dots, n\\}, or the terms themselves")


COUNTED = frozenset({"size", "sum", "prod", "mprod"})
"""Nodes that use an index as a number, or count up to it."""
COUNTING = frozenset("klmnstKLMNT")
"""Letters that count where a limit introduces them."""


class OpenShape(ShapeProblem):
    """What an extremum is taken of need not be a number: it ends with an ``I`` or a ``1`` of unknown size."""


def _over_indices(r: Reader, syn: Syn) -> Term:
    if syn.value == "sum" and is_infinite(r, syn.children[1]):
        return _series(r, syn)
    side_by_side = _before_its_letter_is_bound_again(syn) if syn.value == "prod" else None
    if side_by_side is not None:
        return r.read(side_by_side)
    short = _to_last_with_index(syn) if syn.value == "prod" else None
    if short is not None and r.chooses(SHORT_PRODUCT):
        return r.read(short)
    mark = r.u.mark()
    try:
        return _over(r, syn, open_=syn.value not in ("max", "min"))
    except ShapeProblem as problem:
        r.u.back(mark)
        ended = _ended(r, syn) if syn.value != "sum" else None
        if ended is None and isinstance(problem, OpenShape):
            return _over(r, syn)
        if syn.value == "prod" and (ended is None or (is_fixed(syn) and r.chooses(LONG_PRODUCT))):
            ended = matrix_product(r, syn) or ended
        if ended is None:
            raise
        return ended
    except NameProblem:
        # W_1, W_2 and W_3 may be declared, each as a name of its own.
        written_out = matrix_product(r, syn) if syn.value == "prod" and is_fixed(syn) else None
        if written_out is None:
            raise
        return written_out
    except NotSupported:
        # The exponent of a matrix must be a number, which an index is not.
        r.u.back(mark)
        of_numbers = matrix_product(r, syn) if syn.value == "prod" and is_fixed(syn) else None
        of_numbers = sum_of_powers(r, syn) if syn.value == "sum" else of_numbers
        if of_numbers is None:
            raise
        return of_numbers


def _series(r: Reader, syn: Syn) -> Term:
    r"""Read ``\sum_{k=0}^{\infty}``: what the sums up to n tend to."""
    sub, _, body = syn.children
    name = b.fresh("n")
    symbol = Symbol(Key("", f"the end of the sum {name}"), "size", name, "n")
    r.declare_size(symbol, 1)
    term = r.read(Syn("bigop", "sum", (sub, Syn("name", f":{symbol.key.plain}", (), syn.span), body), syn.span))
    r.mentions.pop(name, None)  # it is bound: no definition speaks of it
    r.note("a sum without an end is what its parts tend to")

    def make(e: Expr) -> Expr:
        index = Size.of(e.data[0]) if e.op == "sum" else None
        selected = (n for n in walk(e) if n.op not in COUNTED and any(isinstance(d, Size) for d in n.data))
        if index is None or any(index.names & d.names for n in selected for d in n.data if isinstance(d, Size)):
            raise NotSupported("a sum over infinitely many members", r.at(syn), "write it up to n")
        return b.limit(r.definitions().expand(e), name, "infinity")

    return r.a.node(term.rows, term.cols, make, term, syn=syn)


def _before_its_letter_is_bound_again(syn: Syn) -> Syn | None:
    r"""Return ``\prod_s a_s \prod_s b_s`` as two products side by side: the second binds the letter of the first anew."""
    sub, sup, body = syn.children
    parts = body.children if body.kind == "juxt" else ()
    for end in range(1, len(parts)):
        part = parts[end]
        if (
            part.kind == "bigop"
            and part.value == "prod"
            and _first_letter(part.children[0]) == _first_letter(sub) != ""
        ):
            taken = parts[0] if end == 1 else Syn("juxt", "", parts[:end], body.span)
            return Syn("juxt", "", (Syn("bigop", "prod", (sub, sup, taken), syn.span), *parts[end:]), syn.span)
    return None


def _to_last_with_index(syn: Syn) -> Syn | None:
    r"""Return ``(\prod_i x_i) c`` for ``\prod_i x_i \, c``, where the factors at the end do not speak of the index.

    What stands behind a slash is such a factor, too: ``\prod_i x_i / c``.
    """
    sub, sup, body = syn.children
    if (body.kind, body.value) == ("frac", "/"):
        over, under = body.children
        if _speaks_of(under, _first_letter(sub)) or not _speaks_of(over, _first_letter(sub)):
            return None
        return Syn("frac", "/", (Syn("bigop", "prod", (sub, sup, over), syn.span), under), syn.span)
    parts = body.children if body.kind in ("juxt", "infix") else ()
    letter = _first_letter(sub)
    speaking = [k for k, part in enumerate(parts) if _speaks_of(part, letter)]
    if not speaking or speaking[-1] + 1 == len(parts):
        return None
    end = speaking[-1] + 1
    taken = parts[0] if end == 1 else Syn(body.kind, body.value, parts[:end], body.span)
    return Syn(body.kind, body.value, (Syn("bigop", "prod", (sub, sup, taken), syn.span), *parts[end:]), syn.span)


def _speaks_of(part: Syn, letter: str) -> bool:
    return letter in {key.plain for _, node in part.walk() if (key := base_key(node)) is not None}


def _first_letter(sub: Syn) -> str:
    return next((key.plain for _, node in sub.walk() if (key := base_key(node)) is not None), "")


def _ended(r: Reader, syn: Syn) -> Term | None:
    r"""Read ``\prod_i x_i \, y`` with a vector y, which its shape shows to be no part of what the product is taken of.

    Returns:
        The term with the longest body that is a number; None if there is none, or if the rest speaks of the index.
    """
    sub, sup, body = syn.children
    parts = body.children if body.kind in ("juxt", "infix") else ()
    bound = {key.plain for _, node in sub.walk() if (key := base_key(node)) is not None}
    for end in range(len(parts) - 1, 0, -1):
        taken = parts[0] if end == 1 else Syn("juxt", "", parts[:end], body.span)
        if bound & {
            key.plain for part in parts[end:] for _, node in part.walk() if (key := base_key(node)) is not None
        }:
            return None
        short = Syn("bigop", syn.value, (sub, sup, taken), syn.span)
        if body.kind == "juxt":
            mark = r.u.mark()
            try:
                _over(r, short, open_=syn.value not in ("max", "min"))
            except (ShapeProblem, SyntaxProblem):
                r.u.back(mark)
                continue
            r.u.back(mark)
        return r.read(Syn(body.kind, body.value, (short, *parts[end:]), syn.span))
    return None


def _over(r: Reader, syn: Syn, *, open_: bool = True) -> Term:
    """Read the operator with its whole body.

    Raises:
        OpenShape: The body may be a number or a matrix, and ``open_`` says not to make it a number.
    """
    sub, sup, body_syn = syn.children
    if is_empty(sub):
        raise NameProblem(f"the index of this {syn.value} is missing")
    indices, conditions = bind(r, sub, sup, body_syn)
    try:
        restricted = Restricted(r, indices, conditions)
        body = r.read(body_syn)
    finally:
        for _ in indices:
            r.indices.pop()
    if not open_ and None in (r.u.total(body.rows), r.u.total(body.cols)):
        raise OpenShape(f"what {syn.value} is taken of may be a matrix", r.at(body_syn))
    if syn.value != "sum":
        body = r.a.need_scalar(f"what {syn.value} is taken of", body)

    def make(e: Expr) -> Expr:
        within, ranges = restricted.ranges(r)
        result = e if within else restricted.body(syn.value, e)
        for index, (low, high) in reversed(list(zip(indices, ranges, strict=True))):
            result = _wrap(syn.value, index.core, low, high, result)
        return result

    return r.a.node(body.rows, body.cols, make, body, syn=syn)


def _wrap(kind: str, index: str, low: Size, high: Size, body: Expr) -> Expr:
    if kind == "sum":
        return b.sum_(index, low, high, body)
    return b.prod(index, low, high, body) if kind == "prod" else b.over(f"{kind}over", index, low, high, body)


def _extremum(r: Reader, syn: Syn) -> Term:
    sub, _, body = syn.children
    if is_empty(sub):
        inner = operators.arguments(body)
        if inner is not None:
            term = operators.extreme(syn.value)(r, inner[0], syn)
            return scripts.apply(r, term, inner[1], inner[2], body)
        return operators.extreme(syn.value)(r, [body], syn)
    untold = untold_variables(r, sub, body)
    if untold is None:
        undeclared(r, syn)
    if untold is not None or _over_variables(r, sub) or own_variables(r, sub, body) is not None:
        return _over_all(r, Syn(syn.kind, {"max": "sup", "min": "inf"}[syn.value], syn.children, syn.span), untold)[0]
    return _over_indices(r, syn)


# Variables.


def _over_variables(r: Reader, sub: Syn) -> bool:
    """Return whether a subscript binds declared variables (``max_x``) rather than indices."""
    keys = [base_key(node) for _, node in bare(sub).walk()]
    symbols = [r.scope.find(k) for k in keys if k is not None and r.indices.find_bound(k.plain) is None]
    return any(s is not None and s.kind in ("var", "def") for s in symbols)


def _supremum(r: Reader, syn: Syn) -> Term:
    return _over_all(r, syn)[0]


def _argument(r: Reader, syn: Syn) -> Term:
    """Read an arg min or arg max."""
    value, shapes = _over_all(r, Syn(syn.kind, {"argmin": "inf", "argmax": "sup"}[syn.value], syn.children, syn.span))
    return minimizer_of(r, syn, value, shapes)


def _over_all(r: Reader, syn: Syn, untold: OwnVariables | None = None) -> tuple[Term, list[tuple[OpenDim, OpenDim]]]:
    """Read a supremum over variables, under the hypotheses on them and the stated condition; return their shapes too."""
    from derive.language.relations.relations import relation_formulas

    sub, _, body_syn = syn.children
    if is_empty(sub):
        raise NameProblem(f"the variable of this {syn.value} is missing")
    sub = bare(sub)
    own = untold or own_variables(r, sub, body_syn) or untold_variables(r, sub, body_syn)
    if own is not None:
        return _over_own(r, syn, own)
    if not _over_variables(r, sub):
        if sub.kind == "relation" and sub.value != "in" and counted_name(r, sub, body_syn) is None:
            raise NameProblem(f"the variable of this {syn.value} is not declared", r.at(sub), DECLARE)
        return _over_indices(r, Syn("bigop", {"sup": "max", "inf": "min"}[syn.value], syn.children, syn.span)), []
    conditions: list[Syn] = []
    names: list[Syn] = []
    sets: list[tuple[Sequence[Syn], Syn]] = []
    for part in sub.children if sub.kind == "list" else (sub,):
        if part.kind == "relation":
            left = part.children[0]
            if part.value == "in":
                members = left.children if left.kind == "list" else (left,)
                names += members
                sets.append((members, part.children[1]))
                continue
            sides = left.children if left.kind == "list" else (left,)
            conditions += [Syn(part.kind, part.value, (side, *part.children[1:]), part.span) for side in sides]
        else:
            names.append(part)
    named = tuple(names)
    for part in conditions:
        names += bound_by(r, part, body_syn, named, names)
    if not names:
        raise NameProblem(f"the variable of this {syn.value} is not declared", r.at(sub), DECLARE)
    symbols = []
    for name in names:
        key = whole_key(name)
        symbol = r.scope.find(key) if key is not None else None
        if symbol is None or symbol.kind != "var":
            raise NameProblem(f"{latex_of(name)} under this {syn.value} is not declared", r.at(name), DECLARE)
        r.mention(symbol)
        if symbol not in symbols:
            symbols.append(symbol)
    symbols = [r.adapt(s) for s in symbols]
    bound = {s.core: (b.fresh(s.core), s.shape) for s in symbols}
    body = r.a.need_scalar(f"what {syn.value} is taken of", r.read(body_syn))
    stated = [f for c in conditions for f in relation_formulas(r, c)]
    given = [h.formula for h in r.scope.all_hypotheses() if formula_names(h.formula) & bound.keys()]
    restrictions = _restrictions(r, sets)
    if (stated or sets) and not all(f in restrictions for f in given):
        raise NotSupported(
            f"{syn.value} over a stated set of {symbols[0].latex}, which hypotheses restrict",
            r.at(sub),
            "give the bound variable a name of its own",
        )
    given += [f for f in restrictions if f not in given]
    sides = [side for _, left, right in stated for side in (left, right)]

    def make(e: Expr, *parts: Expr) -> Expr:
        definitions = r.definitions()
        for symbol in symbols:
            check_expression(r, e, symbol.key, symbol.shape, r.at(sub))
        values = {core: b.var(name, shape) for core, (name, shape) in bound.items()}
        whole = b.substitute(definitions.expand(e, through=bound), values)
        formulas: list[Formula] = [Rel(op, parts[2 * k], parts[2 * k + 1]) for k, (op, _, _) in enumerate(stated)]
        formulas += [definitions.expand_formula(f) for f in given]
        conditions = tuple(b.substitute_formula(definitions.expand_formula(f), values) for f in formulas)
        return b.bound(syn.value, tuple(bound.values()), conditions, whole)

    return r.a.node((), (), make, body, *sides, syn=syn), [(s.shape.rows, s.shape.cols) for s in symbols]


def _over_own(r: Reader, syn: Syn, own: OwnVariables) -> tuple[Term, list[tuple[OpenDim, OpenDim]]]:
    """An extremum over variables that it declares itself."""
    from derive.language.relations.relations import relation_formulas

    sub, _, body_syn = syn.children
    with bound(r, own):
        check_numbers(r, own.supposed, [body_syn, *own.stated], number=True)
        body = r.a.need_scalar(f"what {syn.value} is taken of", r.read(body_syn))
        stated = [f for c in own.stated for f in relation_formulas(r, c)]
    sides = [side for _, left, right in stated for side in (left, right)]

    def make(e: Expr, *parts: Expr) -> Expr:
        definitions = r.definitions()
        names = own.known(r)
        for key, (_, shape) in names.items():
            check_expression(r, e, key, shape, r.at(sub))
        formulas: list[Formula] = [Rel(op, parts[2 * k], parts[2 * k + 1]) for k, (op, _, _) in enumerate(stated)]
        conditions = tuple(definitions.expand_formula(f) for f in (*formulas, *own.conditions))
        return b.bound(syn.value, tuple(names.values()), conditions, definitions.expand(e))

    return r.a.node((), (), make, body, *sides, syn=syn), own.shapes()


def _restrictions(r: Reader, sets: Sequence[tuple[Sequence[Syn], Syn]]) -> list[Formula]:
    """Return what membership in the sets under a supremum demands."""
    from derive.language.scope.domains import read_domain

    found: list[Formula] = []
    for members, written in sets:
        domain = read_domain(r.scope, written, declare=False)
        if domain is None or domain.kind != "matrix":
            raise NotSupported("a supremum over this set", r.at(written))
        for member in members:
            symbol = r.find(member)
            assert symbol is not None and isinstance(symbol[0], Symbol)
            if symbol[0].shape.totals != domain.shape.totals:
                raise ShapeProblem(f"{symbol[0].latex} is {symbol[0].shape}, the set has {domain.shape}", r.at(written))
            found += domain.conditions(b.var(symbol[0].core, symbol[0].shape))
    return found


# Integrals and limits.


def _integral(r: Reader, syn: Syn) -> Term:
    low_syn, high_syn, body_syn = syn.children
    inside, variables = split_differentials(body_syn)
    own, whole = OwnVariables(), is_whole(low_syn, high_syn)
    told = is_empty(high_syn) and not is_empty(low_syn)
    space = read_domain(r.scope, low_syn, declare=False) if told else None
    if told and (space is None or space.kind != "matrix" or space.conditions(b.var("x", space.shape))):
        raise NotSupported("an integral over this set", r.at(low_syn))
    for key, variable in variables.items():
        symbol = r.scope.find(key) if whole else None
        if symbol is not None and symbol.kind == "var":
            if any(symbol.core in formula_names(h.formula) for h in r.scope.all_hypotheses()):
                raise NotSupported(f"an integral over {symbol.latex}, which hypotheses restrict", r.at(variable))
            own.add(key, Domain("matrix", r.adapt(symbol).shape))
        elif whole and (len(variables) > 1 or space is None) and (space or is_argument(r, key, body_syn) or speaks_of_matrix(key, body_syn)):
            own.suppose(r, key)
        else:
            own.add(key, space or Domain("matrix"))
    ends = [] if whole else [r.a.need_scalar("a limit of integration", r.read(s)) for s in (low_syn, high_syn)]
    with bound(r, own):
        body = r.a.chain(r.factors(inside), body_syn) if inside else r.a.known(b.const(1))

    def make(e: Expr, *limits: Expr) -> Expr:
        for key, (core, shape) in own.known(r).items():
            check_expression(r, e, key, shape, r.at(variables[key]))
            e = b.integral(e, core, *(limits or everywhere(shape)))
        return e

    return r.a.node(body.rows, body.cols, make, body, *ends, syn=syn)


def _limit(r: Reader, syn: Syn) -> Term:
    sub, _, body_syn = syn.children
    sub = bare(sub)
    if sub.kind != "relation" or sub.value != "to":
        raise SyntaxProblem(f"{syn.value} needs a variable and where it tends, such as h \\to 0")
    key = whole_key(sub.children[0])
    target = limit_point(sub.children[1])
    if key is None or target is None:
        raise NotSupported("a limit other than to 0 or infinity")
    symbol = r.scope.find(key)
    if symbol is None and target == "infinity" and key.plain in COUNTING and r.indices.find_bound(key.plain) is None:
        name = b.fresh(key.plain)
        symbol = Symbol(key, "size", name, key.plain)
        r.declare_size(symbol, 1)
        r.note(f"{key.plain} runs over the integers")
    own = key.plain in GREEK or (target != "infinity" and len(key.plain) == 1)
    if symbol is None and own and r.indices.find_bound(key.plain) is None:
        return _own_limit(r, syn, key, target)
    if symbol is None or symbol.kind not in ("var", "size") or not (symbol.shape.is_scalar):
        if symbol is not None and symbol.kind == "var":
            raise NotSupported(
                f"a limit in which the matrix {symbol.latex} tends, inside a formula", r.at(sub), "write f \\to L"
            )
        raise NameProblem(f"{key.plain} must be declared as a scalar or a size", r.at(sub))
    r.mention(symbol)
    body = r.read(body_syn)
    if "~" in symbol.core:
        r.mentions.pop(symbol.core, None)
    op = "limit" if syn.value == "lim" else syn.value
    if op != "limit":
        body = r.a.need_scalar(f"what {syn.value} is taken of", body)

    def make(e: Expr) -> Expr:
        name = symbol.core
        check_expression(r, e, symbol.key, Shape(), r.at(sub))
        if symbol.kind == "size":
            return b.limit(r.definitions().expand(e), name, target, op)
        bound = b.fresh(name)
        inside = b.substitute(r.definitions().expand(e, through=[name]), {name: b.var(bound, Shape())})
        return b.limit(inside, bound, target, op)

    return r.a.node(body.rows, body.cols, make, body, syn=syn)


def _own_limit(r: Reader, syn: Syn, key: Key, target: str) -> Term:
    """Read a limit of a number that it introduces itself; one that grows may be a size, which nothing says."""
    own = OwnVariables()
    own.add(key, Domain("matrix"))
    with bound(r, own):
        check_numbers(r, {key: bare(syn.children[0]).children[0]}, [syn.children[2]])
        body = r.read(syn.children[2])
    op = "limit" if syn.value == "lim" else syn.value
    if op != "limit":
        body = r.a.need_scalar(f"what {syn.value} is taken of", body)
    name = own.names[key][0]
    return r.a.node(body.rows, body.cols, lambda e: b.limit(e, name, target, op), body, syn=syn)


def limit_point(syn: Syn) -> str | None:
    """Return where a variable tends: ``zero``, ``zero+`` or ``infinity``."""
    syn = bare(syn)
    if syn.kind == "num" and syn.value == "0":
        return "zero"
    if syn.kind == "script" and bare(syn.children[0]).value == "0" and is_empty(syn.children[1]):
        return "zero+"
    key = base_key(syn)
    return "infinity" if key is not None and key.plain == "infty" else None


_OPERATORS = {
    "sum": _over_indices, "prod": _over_indices, "max": _extremum, "min": _extremum, "sup": _supremum, "inf": _supremum,
    "int": _integral, "lim": _limit, "limsup": _limit, "liminf": _limit,
    "argmin": _argument, "argmax": _argument,
}  # fmt: skip
