"""Hypotheses, and the formulas of statements."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from derive.alike import formula_key
from derive.build import formula_names
from derive.core import Formula, Logic, Quantified, Rel, formula_exprs, walk
from derive.errors import NameProblem, NotSupported, SyntaxProblem
from derive.language.declarations.declare import declare
from derive.language.declarations.fixed_indices import may_be_fixed
from derive.language.declarations.settled import follows
from derive.language.derivatives.independent import check_formula
from derive.language.formulas.expressions import Reader
from derive.language.indices.indices import letters_outside
from derive.language.indices.wide_sums import settled_extrema, with_wide_sums
from derive.language.matrices.small_letters import capital_of
from derive.language.parsing.trailing import other_reaches
from derive.language.relations.loewner import LOEWNER, loewner
from derive.language.relations.relations import COMPARISONS, of_links, relation_formulas
from derive.language.scope.domains import Domain
from derive.language.scope.families import find_upper
from derive.language.scope.powers import is_known_by_power
from derive.language.scope.scope import Hypothesis, Scope
from derive.language.terms.readings import only_reading
from derive.language.terms.terms import latex_of
from derive.language.tree.names import GREEK, Key, base_key, splits, whole_key
from derive.language.tree.quantifiers import governed_sides
from derive.language.tree.syntax import Syn
from derive.language.tree.words import opening_text
from derive.size_names import map_formula_sizes
from derive.sizes import Size

NUMBERS = frozenset(letter for letter in GREEK if letter.islower()) - {"pi", "ell", "iota"}
"""Letters that stand for real numbers where an inequality is all that is said of them."""
CONSTANTS = frozenset({*"abcehpqrstBCDGLMRT", "Delta"})
"""Letters of constants, bounds, radii, times, temperatures and steps, which do so where they are compared with zero.

Those that count or are sizes to most, as n, d and K, and those of vectors, matrices and functions, as x, A and f, are not among
them; what is a size in the block is declared as one before.
"""
LABELS = frozenset({"max", "min"})
"""Words below such a letter that make it no member of a sequence."""
OF_VARIABLES = frozenset("bvwxyzABQUVWXYZ")
r"""Letters that count nothing: ``\sigma_w`` is the number of the weights w, and no member of a sequence."""
EXPONENTS = frozenset("pq")
"""Letters of conjugate exponents, which do so where they are strictly greater than 1; sizes are at least something."""


def assume(scope: Scope, tree: Syn, conditions: Sequence[Syn] = ()) -> Scope:
    """Add a hypothesis, under conditions."""
    if (
        tree.kind == "relation"
        and tree.children[0].kind == "list"
        and all(w in COMPARISONS for w in tree.value.split())
    ):
        for part in tree.children[0].children:
            scope = assume(scope, Syn(tree.kind, tree.value, (part, *tree.children[1:]), tree.span), conditions)
        return scope
    tree = settled_extrema(tree, scope)
    if not conditions:
        scope = _with_number(scope, tree)
    if other_reaches(tree, conditions, scope):
        raise NotSupported("a condition that may govern one side or both, in a given block", None, "use brackets")
    tree, conditions = governed_sides(tree, conditions, scope)
    if governed_sides(tree, conditions, scope, narrow=True)[0] is not tree:
        raise NotSupported("a quantifier that may govern one side or both, in a given block", None, "use brackets")

    if with_wide_sums(tree, conditions, scope) is not None:
        raise NotSupported("a sum that may reach over the term behind it, in a given block", None, "use brackets")

    found = only_reading(scope, lambda r: _hypothesis(r, tree, conditions), lambda h: formula_key(h.formula))
    if follows(scope, found.formula):
        return replace(scope, settled=(*scope.settled, found))
    return replace(scope, hypotheses=(*scope.hypotheses, found))


def _with_number(scope: Scope, tree: Syn) -> Scope:
    r"""Declare what ``\alpha > 0`` says of a Greek letter that is not declared: a real number.

    Other letters may be sizes and are refused, with how they are declared.

    Raises:
        NameProblem: There is one.
    """
    if tree.kind != "relation" or any(w not in COMPARISONS or w == "=" for w in tree.value.split()):
        return scope
    name = _number_among(scope, tree.children)
    key = whole_key(name) if name is not None else None
    if name is None or key is None:
        return scope
    if _is_number(key, tree):
        return declare(scope, name, Domain("matrix"), "")
    if any(side.kind != "num" and side is not name for side in tree.children):
        return scope
    written, positive = latex_of(name), r"_{>0}" if tree.value in (">", "<", "< <") else ""
    raise NameProblem(
        f"{written} is not declared",
        name.span[0],
        rf"write {written} \in \mathbb{{R}}{positive} in front of it, or {written} \in \mathbb{{N}} for a size",
    )


def _number_among(scope: Scope, sides: Sequence[Syn]) -> Syn | None:
    """The only side that is a name of its own which nothing declares; None if there is none, or several."""
    found = [side for side in sides if side.kind != "num" and _is_unknown(scope, side)]
    return found[0] if len(found) == 1 < len(sides) else None


def _is_unknown(scope: Scope, side: Syn) -> bool:
    key = whole_key(side)
    if (
        key is None
        or is_known_by_power(scope, key)
        or scope.find(key) is not None
        or find_upper(scope, side) is not None
    ):
        return False
    if capital_of(scope, side) is not None:
        return False
    return all(
        (found is None or (found.kind == "fun" or bool(found.params))) and scope.find_family(k, sub) is None
        for k, sub, _ in splits(side)
        for found in [
            scope.find(k)
        ]  # \sigma_w beside a function \sigma is another name: a function is compared with no number
    )


def _is_number(key: Key, tree: Syn) -> bool:
    r"""Whether a name with such a letter is a real number where no more is said: ``0 < \eta \le \frac{1}{L}``, ``c \ge 0``."""
    letter, _, label = key.plain.partition("_")
    labelled = (letter in CONSTANTS and label in LABELS) or (letter in NUMBERS and label in OF_VARIABLES)
    if key.style or (label and not label.isdigit() and not labelled):
        return False
    numerals = [side.value for side in tree.children if side.kind == "num"]
    above_one = tree.value == ">" and tree.children[-1].kind == "num" and numerals == ["1"]
    constant = letter in CONSTANTS and "0" in numerals
    return letter in NUMBERS or constant or (letter in EXPONENTS and above_one) or _is_below_zero(tree)


def _is_below_zero(tree: Syn) -> bool:
    """Whether a comparison of one letter says that it is negative, as no size is."""
    left, *more = tree.children
    if len(more) != 1 or "0" not in (left.value, more[0].value):
        return False
    return tree.value in (("<", "<=") if left.kind == "name" else (">", ">="))


def restricted_number(tree: Syn) -> Key | None:
    r"""Return the letter that a statement compares with numerals, a real number then: ``H \succeq \mu I, \mu > 0``."""
    if tree.kind != "relation" or any(w not in COMPARISONS or w == "=" for w in tree.value.split()):
        return None
    keys = [whole_key(side) or base_key(side) for side in map(without_words, tree.children) if side.kind != "num"]
    key = keys[0] if len(keys) == 1 < len(tree.children) else None
    return key if key is not None and _is_number(key, tree) else None


def without_words(side: Syn) -> Syn:
    """Return a side of a relation without the words in front of it."""
    return strip_text(side) or side


def _hypothesis(reader: Reader, tree: Syn, conditions: Sequence[Syn]) -> Hypothesis:
    from derive.language.statements.conditions import Conditions

    reader.outside, reader.statement = letters_outside((tree, *conditions)), tree
    bound = Conditions(reader, tree, conditions, closed=True)
    build = formula_terms(reader, tree)
    bound.read_stated()
    reader.u.finish()
    formula = bound.closed_formula(build())
    check_formula(reader, formula)
    free = tuple((i.core, *i.range(reader.u)) for i in reader.indices.free.values())
    if free:
        _check_distinct(formula, free)
        _check_extreme(formula, free)
        formula = Quantified("forall", free, formula)
    mentions = {core: symbol for core, symbol in reader.mentions.items() if core not in bound.renamed}
    fixed = tuple(index for index in free if may_be_fixed(index[0], formula, reader.scope.all_summed()))
    return Hypothesis(formula, mentions, fixed)


def _check_distinct(formula: Formula, free: Sequence[tuple[str, Size, Size]]) -> None:
    r"""Refuse ``x_i \ne x_j`` for all i and j, which nothing meets where i = j.

    Raises:
        NotSupported: Two indices that run over the same make the two sides of a strict comparison equal where they are equal.
    """
    if not isinstance(formula, Rel) or formula.op not in ("!=", "<", ">"):
        return
    for k, (name, low, high) in enumerate(free):
        for other, *ends in free[:k]:
            same = map_formula_sizes(formula, {name: Size.of(other)})
            if ends == [low, high] and isinstance(same, Rel) and same.lhs == same.rhs:
                raise NotSupported(
                    f"a comparison that {other} = {name} contradicts",
                    None,
                    rf"write \quad \text{{for all }} {other} \ne {name} behind it",
                )


def _check_extreme(formula: Formula, free: Sequence[tuple[str, Size, Size]]) -> None:
    r"""Refuse ``x_i = \max_j x_j`` with an undeclared i: all entries, or the index of the largest one.

    Raises:
        NotSupported: An entry is compared with the others of the same variable, and nothing says which it is.
    """
    inner = [
        n for e in formula_exprs(formula) for n in walk(e) if n.op in ("maxover", "minover", "maxentry", "minentry")
    ]
    compared = {name for n in inner for name in formula_names(Rel("=", n, n))}
    over_indices = isinstance(formula, Quantified) and any(len(names) == 3 for names in formula.names)
    if over_indices:
        compared |= formula_names(formula)
    entries = [n for e in formula_exprs(formula) for n in walk(e) if n.op in ("entry", "row") and n.args[0].op == "var"]
    for name, *_ in free:
        chosen = {n.args[0].data[0] for n in entries if any(isinstance(k, Size) and k == Size.of(name) for k in n.data)}
        if (inner or over_indices) and chosen & compared:
            raise NotSupported(
                f"{name} may stand for every index or for a certain one",
                None,
                rf"write \quad \forall {name} behind it, or declare {name} \in \{{1, \dots, n\}} in front of it",
            )


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
    if tree.kind == "quantified":
        from derive.language.statements.conditions import quantified_statement

        return quantified_statement(reader, tree, lambda part: formula_terms(reader, part))
    if tree.kind != "relation":
        raise SyntaxProblem("a relation was expected", tree.span[0])
    if all(w in LOEWNER for w in words):
        return loewner(reader, tree)
    return of_links(relation_formulas(reader, tree))


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
    if syn.kind in ("add", "infix") and opening_text(syn) is not None:
        return _without_text(syn)
    if syn.kind == "relation":
        first = syn.children[0]
        if _is_quantified(first):
            return None
        stripped = strip_text(first) if first.kind in ("juxt", "relation", "add", "infix") else _of_names(first)
        if stripped is None:
            return None
        return Syn(syn.kind, syn.value, (stripped, *syn.children[1:]), syn.span)
    return syn


def _of_names(syn: Syn) -> Syn:
    r"""Remove the word in front of a list of names: ``\text{Let } A, B \in S``."""
    if syn.kind != "list" or syn.children[0].kind != "juxt":
        return syn
    first = strip_text(syn.children[0])
    return syn if first is None else Syn(syn.kind, syn.value, (first, *syn.children[1:]), syn.span)


def _without_text(syn: Syn) -> Syn:
    """Remove the words at the left end of a sum or product."""
    first, *rest = syn.children
    stripped = strip_text(first)
    if stripped is not None:
        return Syn(syn.kind, syn.value, (stripped, *rest), syn.span)
    if syn.kind == "infix":
        raise SyntaxProblem("There is nothing to the left of this operator.", syn.span[0])
    signs = syn.value[1:]
    return rest[0] if signs == "+" else Syn("add", signs, tuple(rest), syn.span)


def _is_quantified(syn: Syn) -> bool:
    return syn.kind == "quantifier" or (syn.kind == "juxt" and syn.children[0].kind == "quantifier")
